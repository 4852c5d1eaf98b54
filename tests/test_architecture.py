"""The house rules that a machine can hold: who may import whom, and who may touch disk and network."""

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from daybook.archive import describing

from tests.cases import for_each

PACKAGE = Path(__file__).parent.parent / "generator" / "daybook"
LAYERS = (
    "errors", "model", "text", "runtime", "sources", "look", "config", "log", "coverage", "fold", "describe", "view",
    "exports", "pages", "archive", "search", "site", "fetch", "forge", "library", "volumes", "commands", "cli",
)  # fmt: skip
"""The packages and single modules of the program. Each imports itself and those before it; there is no exception."""
EDGES = {"runtime", "log", "archive", "site", "fetch", "forge", "volumes"}
"""Those that touch disk or network."""
DOORS = {
    "babel": {"text/language"},
    "feedparser": {"sources"},
    "lxml": {"sources", "site", "exports"},
    "jinja2": {"site"},
    "markdown": {"site"},
    "mkdocs": {"site"},
    "material": {"site"},
    "pymdownx": {"site"},
    "nameparser": {"model/listing"},
    "msgspec": {"model/jsonl", "text/yaml_text", "runtime/parallel", "runtime/state", "search/engine", "sources"},
    "numpy": {"search", "describe"},
    "pylatexenc": {"exports/references"},
    "quickjs": {"search/engine", "text/markup"},
    "ftfy": {"text/markup"},
    "yaml": {"config", "text/yaml_text"},
    "filelock": {"runtime/locks"},
    "subprocess": {"runtime/processes"},
    "sqlite3": {"exports/tables", "runtime/state"},
    "pyarrow": {"exports/tables"},
    "sigstore": {"site/attestation"},
    "httpx2": {"fetch"},
    "tenacity": {"fetch"},
    "shtab": {"cli"},
    "distributed": {"volumes/running"},
    "dask": {"volumes/running"},
    "fsspec": {"volumes/places"},
    "tqdm": {"runtime/terminal"},
    "markdown_it": {"text/markup"},
}
"""Outside library -> the parts that may import it: replacing one is a change in one place."""
TOUCHING = {"open", "write_text", "write_bytes", "read_text", "read_bytes", "unlink", "mkdir", "rmtree", "urlopen"}


MODULES = {
    path.relative_to(PACKAGE).with_suffix("").as_posix().removesuffix("/__init__"): path.read_text(encoding="utf-8")
    for path in sorted(PACKAGE.rglob("*.py"))
}
"""Name below the package, `sources/arxiv/rss` or `cli`, a package's own that of its folder -> code."""


def layer(name: str) -> int:
    """The place in `LAYERS` of the package or single module that a module belongs to."""
    return LAYERS.index(name.split("/")[0])


@cache
def nodes(code: str) -> list[ast.AST]:
    """All nodes of the code's tree."""
    return list(ast.walk(ast.parse(code)))


def imported(code: str) -> set[str]:
    """The full names of all that a module imports, wherever in it."""
    found: set[str] = set()
    for node in nodes(code):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def own_modules(code: str) -> set[str]:
    """The names of the modules of this package that code imports."""
    found = set[str]()
    for name in imported(code):
        place = name.replace(".", "/").removeprefix("daybook/")
        if name.startswith("daybook."):
            found.add(place if place in MODULES else place.rpartition("/")[0] or place)
    return found


def breaches(name: str, code: str) -> list[str]:
    """What a module with this code imports from after its own layer, or within a function."""
    found = [f"{name} imports {theirs}" for theirs in sorted(own_modules(code)) if layer(theirs) > layer(name)]
    inside = (node for each in nodes(code) if isinstance(each, ast.FunctionDef) for node in ast.walk(each))
    late = (node.module or "" for node in inside if isinstance(node, ast.ImportFrom))
    return found + [f"{name} imports {each} when it runs" for each in late if each.split(".")[0] == "daybook"]


def test_imports_point_one_way() -> None:
    """Each package imports only those before it in the list, when it is imported itself."""
    assert not [line for name, code in MODULES.items() if name != "__init__" for line in breaches(name, code)]


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Any module may be the first that is imported."""
    TopologicalSorter({name: own_modules(code) for name, code in MODULES.items()}).prepare()


def test_libraries_have_one_door() -> None:
    for here, code in MODULES.items():
        for name in imported(code):
            allowed = DOORS.get(name.split(".")[0])
            inside = allowed is None or any(f"{here}/".startswith(f"{door}/") for door in allowed)
            assert inside, f"{here} imports {name}"


def test_only_edges_touch_disk_and_network() -> None:
    """No pure module opens, reads or writes files, or loads a library that reaches the network."""
    for name, code in MODULES.items():
        if name.split("/")[0] in EDGES:
            continue
        called = [node.func for node in nodes(code) if isinstance(node, ast.Call)]
        calls = {f.id for f in called if isinstance(f, ast.Name)}
        calls |= {f.attr for f in called if isinstance(f, ast.Attribute)} - {"open"}  # things of ours may be opened
        packaged = "importlib.resources.files" in imported(code)  # the package's own data is part of the code
        command = name.split("/")[0] in ("commands", "cli", "library")
        touched = calls & TOUCHING - ({"read_text", "open"} if packaged or command else set())
        touched -= {"read_bytes"} if command else set()
        assert not touched, f"{name} touches the disk: {touched}"
        libraries = {each.split(".")[0] for each in imported(code)}
        assert not libraries & {"socket", "http", "requests", "urllib3", "httpx", "httpx2"}, name


PRINTING = {
    "print", "sys.stdout.write", "sys.stdout.writelines", "sys.stdout.buffer", "sys.stderr.write",
    "sys.stderr.writelines", "sys.stderr.buffer", "sys.__stdout__", "sys.__stderr__", "logging.StreamHandler",
    "logging.basicConfig", "warnings.warn", "traceback.print_exc", "traceback.print_exception", "pprint",
}  # fmt: skip
"""What puts words of others on a terminal or into a log as they are."""


def printed(code: str) -> set[str]:
    used = {ast.unparse(node) for node in nodes(code) if isinstance(node, ast.Name | ast.Attribute)}
    return used & PRINTING


def test_only_one_module_prints() -> None:
    """Whatever reaches a terminal or a log passes the door that escapes it."""
    for name, code in MODULES.items():
        assert name == "runtime/terminal" or not printed(code), name
    assert printed("import sys\nprint(1)\nsys.stderr.write('x')") == {"print", "sys.stderr.write"}


def test_nothing_of_an_archive_is_run() -> None:
    """No module loads what is run as it is read; what processes send each other is no archive's."""
    for name, code in MODULES.items():
        libraries = {each.split(".")[0] for each in imported(code)}
        assert not libraries & {"marshal", "shelve", "dill"}, name
        assert "pickle" not in libraries or name == "runtime/parallel", name
        assert "bytecode_cache" not in code, name
        called = {
            node.func.id for node in nodes(code) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & {"eval", "exec", "compile", "__import__"}, name


def test_the_rules_can_fail() -> None:
    """Code that breaks the rule is seen: the check is no formality."""
    code = "from daybook.log.store import Store\ndef f():\n    from daybook import cli\n"
    assert own_modules(code) == {"log/store", "cli"}
    assert breaches("text/words", code) == [
        "text/words imports cli", "text/words imports log/store", "text/words imports daybook when it runs",
    ]  # fmt: skip
    assert not breaches("archive/load", "from daybook.log.store import Store")


@for_each("listed", describing.CODE.values())
def test_what_is_kept_knows_all_code_it_depends_on(listed: tuple[str, ...]) -> None:
    """Where a module imports another, a table made by the one is made anew when the other changes."""
    listed = tuple(part.removesuffix(".py") for part in listed)
    known = (*listed, "model", "errors", "text/language")  # what is kept is in English
    reached = {name for name in MODULES if f"{name}/".startswith(tuple(f"{part}/" for part in listed))}
    reached -= {"describe/themes/rules"}  # themes are part of the key
    for name in reached:
        for theirs in own_modules(MODULES[name]):
            assert f"{theirs}/".startswith(tuple(f"{part}/" for part in known)), f"{name} imports {theirs}"


def test_functions_and_modules_stay_small() -> None:
    for name, code in MODULES.items():
        assert code.count("\n") <= 500, name
        for node in nodes(code):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 60, f"{name}: {node.name}"

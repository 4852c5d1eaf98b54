"""The house rules that a machine can hold: who may import whom, and who may touch disk and network."""

import ast
from pathlib import Path

from daybook.describe import refresh, verdicts

from tests.cases import for_each

PACKAGE = Path(__file__).parent.parent / "generator" / "daybook"
LAYERS: tuple[tuple[str, ...], ...] = (
    ("model", "errors", "words", "taxonomy", "dates", "schedule", "runtime/terminal"),
    (
        "text", "config", "yaml_text", "sources", "archive", "describe", "pages", "exports", "search",
        "store/jsonl", "store/layout",
    ),
    ("runtime",),
    ("store", "fetch", "site", "pages/writer"),
    (
        "context", "archive/load", "archive/refolding", "archive/renewal",
        "describe/memo", "describe/refresh", "describe/verdicts", "describe/verify",
        "fetch/session", "fetch/sites", "fetch/keeping",
        "fetch/asking", "fetch/lookups", "fetch/holdings_index", "fetch/objections", "library", "search/refresh",
        "search/kept",
    ),
    ("commands",),
    ("cli",),
)  # fmt: skip
"""Who may import whom: each layer itself and those before it. Where a module belongs, the longest name says.

The layers: nouns, pure modules, what edges write with, edges, what joins edges and pure modules, commands, cli."""
NOUNS, PURE, BENEATH, EDGE, JOINING, COMMANDS, CLI = range(7)
ALONE = (EDGE,)
"""Layers whose parts do not import each other."""
DOORS = {
    "babel": {"words"},
    "feedparser": {"sources"},
    "lxml": {"sources", "site", "exports"},
    "jinja2": {"site"},
    "markdown": {"site"},
    "mkdocs": {"site"},
    "material": {"site"},
    "pymdownx": {"site"},
    "nameparser": {"model/name"},
    "msgspec": {"store/jsonl", "runtime/spool", "runtime/state", "sources"},
    "numpy": {"search", "describe"},
    "pylatexenc": {"text/latex"},
    "quickjs": {"search/engine", "text/markup"},
    "ftfy": {"text/markup"},
    "yaml": {"config", "yaml_text"},
    "filelock": {"runtime/files"},
    "sqlite3": {"exports/sqlite", "runtime/state"},
    "pyarrow": {"exports/parquet"},
    "httpx2": {"fetch"},
    "tenacity": {"fetch"},
    "tqdm": {"runtime/terminal"},
    "markdown_it": {"text/markup"},
}
"""Outside library -> the parts that may import it: replacing one is a change in one place."""
TOUCHING = {"open", "write_text", "write_bytes", "read_text", "read_bytes", "unlink", "mkdir", "rmtree", "urlopen"}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> str:
    """A module's name below the package: `sources/arxiv/rss`, `cli`; a package's own is that of its folder."""
    return path.relative_to(PACKAGE).with_suffix("").as_posix().removesuffix("/__init__")


def part(name: str) -> str:
    """The part of the house a module belongs to, as `LAYERS` names it."""
    parts = [part for layer in LAYERS for part in layer if f"{name}/".startswith(f"{part}/")]
    return max(parts, key=len)


def layer(name: str) -> int:
    return next(number for number, layer in enumerate(LAYERS) if part(name) in layer)


def imported(path: Path) -> set[str]:
    """The full names of all that a module imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def own_modules(path: Path) -> set[str]:
    """The names of the modules of this package that a module imports."""
    known = {name_of(path) for path in modules()}
    found = set[str]()
    for name in imported(path):
        place = name.replace(".", "/").removeprefix("daybook/")
        if name.startswith("daybook."):
            found.add(place if place in known else place.rpartition("/")[0] or place)
    return found


@for_each("path", modules())
def test_imports_point_inward(path: Path) -> None:
    """cli -> commands -> edges -> pure modules -> model; edges never import each other."""
    mine = name_of(path)
    if mine == "__init__":
        return
    for theirs in own_modules(path):
        assert layer(theirs) <= layer(mine), f"{mine} imports {theirs}"
        assert layer(mine) not in ALONE or layer(theirs) != layer(mine) or part(theirs) == part(mine), (mine, theirs)


def test_libraries_have_one_door() -> None:
    for path in modules():
        for name in imported(path):
            allowed = DOORS.get(name.split(".")[0])
            here = f"{name_of(path)}/"
            assert allowed is None or any(here.startswith(f"{door}/") for door in allowed), f"{here} imports {name}"


def test_only_edges_touch_disk_and_network() -> None:
    """No pure module opens, reads or writes files, or loads a library that reaches the network."""
    for path in modules():
        number = layer(name_of(path)) if name_of(path) != "__init__" else NOUNS
        if number in (BENEATH, EDGE):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
        calls = {f.id for f in called if isinstance(f, ast.Name)}
        calls |= {f.attr for f in called if isinstance(f, ast.Attribute)} - {"open"}  # things of ours may be opened
        packaged = "importlib.resources.files" in imported(path)  # the package's own data is part of the code
        touched = calls & TOUCHING - ({"read_text", "open"} if packaged or number >= COMMANDS else set())
        touched -= {"read_bytes"} if number == COMMANDS else set()
        assert not touched, f"{path.relative_to(PACKAGE)} touches the disk: {touched}"
        libraries = {name.split(".")[0] for name in imported(path)}
        assert not libraries & {"socket", "http", "requests", "urllib3", "httpx", "httpx2"}, path


PRINTING = {
    "print", "sys.stdout.write", "sys.stdout.writelines", "sys.stdout.buffer", "sys.stderr.write",
    "sys.stderr.writelines", "sys.stderr.buffer", "sys.__stdout__", "sys.__stderr__", "logging.StreamHandler",
    "logging.basicConfig", "warnings.warn", "traceback.print_exc", "traceback.print_exception", "pprint",
}  # fmt: skip
"""What puts words of others on a terminal or into a log as they are."""


def printed(code: str) -> set[str]:
    used = {ast.unparse(node) for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name | ast.Attribute)}
    return used & PRINTING


def test_only_one_module_prints() -> None:
    """Whatever reaches a terminal or a log passes the door that escapes it."""
    for path in modules():
        if name_of(path) != "runtime/terminal":
            assert not printed(path.read_text(encoding="utf-8")), path
    assert printed("import sys\nprint(1)\nsys.stderr.write('x')") == {"print", "sys.stderr.write"}


def test_the_rules_can_fail(tmp_path: Path) -> None:
    """A module that breaks the rule is seen: the check is no formality."""
    path = tmp_path / "broken.py"
    path.write_text("from daybook.store.log import Store\nfrom daybook import cli\n")
    assert own_modules(path) == {"store/log", "cli"}
    assert layer("store/log") == EDGE > layer("sources/arxiv/rss") == layer("store/layout") == PURE > layer("model")
    assert layer("cli") > layer("commands/build") > layer("fetch/session") > layer("fetch/client") > layer("runtime")


@for_each(
    "listed",
    [refresh.BASES_CODE, refresh.CARDS_CODE, refresh.RELATED_CODE, refresh.WATCHED_CODE, verdicts.JUDGED_CODE],
)
def test_what_is_kept_knows_all_code_it_depends_on(listed: tuple[str, ...]) -> None:
    """Where a module imports another, a table made by the one is made anew when the other changes."""
    listed = tuple(part.removesuffix(".py") for part in listed)
    known = (*listed, "model", "store/jsonl", "errors", "words")  # what is kept is in English
    paths = {name_of(path): path for path in modules()}
    # A person's own cards are read beside the table, themes are part of its key; verdicts
    # are asked for by its own module.
    reached = {name for name in paths if f"{name}/".startswith(tuple(f"{part}/" for part in listed))}
    reached -= {"describe/cards/overrides", "describe/themes/rules", "describe/themes/starter", "describe/verdicts"}
    for name in reached:
        for theirs in own_modules(paths[name]):
            assert f"{theirs}/".startswith(tuple(f"{part}/" for part in known)), f"{name} imports {theirs}"


def test_functions_and_modules_stay_small() -> None:
    for path in modules():
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 400, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 60, f"{path}: {node.name}"

"""The house rules that a machine can hold: who may import whom, and who may touch disk and network."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from generator.commands import described, judged

PACKAGE = Path(__file__).parent.parent / "generator"
EDGES = {
    "store",
    "files",
    "language_model",
    "summary_log",
    "attempts",
    "documents",
    "cache",
    "parallel",
    "rendering",
    "fetch",
    "site",
}
BENEATH_EDGES = {"files", "cache", "parallel"}
"""What edges write with, and where they keep what can be made again: they may import these."""
INNERMOST = {"model", "arxiv_id", "errors", "taxonomy"}
TOP = {"cli", "commands"}
DOORS = {
    "feedparser": {"sources"},
    "lxml": {"sources", "site"},
    "jinja2": {"pages", "site"},
    "mkdocs": {"site"},
    "msgspec": {"lines", "cache", "sources"},
    "quickjs": {"markup"},
    "ftfy": {"markup"},
    "yaml": {"config"},
    "filelock": {"store"},
    "llm": {"language_model"},
    "httpx2": {"fetch"},
    "tenacity": {"fetch"},
    "tqdm": {"printing"},
    "markdown_it": {"markup", "site", "pages"},
}
"""Outside library -> the parts that may import it: replacing one is a change in one place."""
TOUCHING = {"open", "write_text", "write_bytes", "read_text", "read_bytes", "unlink", "mkdir", "rmtree", "urlopen"}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def part(path: Path) -> str:
    """The part of the house a module belongs to: `sources`, `store`, `cli` ..."""
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The full names of all that a module imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def own_parts(path: Path) -> set[str]:
    return {name.split(".")[1] for name in imported(path) if name.startswith("generator.")}


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_inward(path: Path) -> None:
    """cli -> commands -> edges -> pure modules -> model; edges never import each other."""
    mine, theirs = part(path), own_parts(path) - {part(path)}
    if mine in INNERMOST:
        assert theirs <= INNERMOST
    elif mine in EDGES:
        assert not theirs & (EDGES - BENEATH_EDGES | TOP)
    elif mine not in TOP | {"__init__"}:
        assert not theirs & (EDGES | TOP)
    elif mine == "commands":
        assert "cli" not in theirs


def test_libraries_have_one_door() -> None:
    """Each outside library is imported only where its door is."""
    for path in modules():
        for name in imported(path):
            allowed = DOORS.get(name.split(".")[0])
            assert allowed is None or part(path) in allowed, f"{path.relative_to(PACKAGE)} imports {name}"


def test_only_edges_touch_disk_and_network() -> None:
    """No pure module opens, reads or writes files, or loads a library that reaches the network."""
    for path in modules():
        if part(path) in EDGES:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
        calls = {f.id for f in called if isinstance(f, ast.Name)}
        calls |= {f.attr for f in called if isinstance(f, ast.Attribute)} - {"open"}  # things of ours may be opened
        packaged = "importlib.resources.files" in imported(path)  # the package's own data is part of the code
        touched = calls & TOUCHING - ({"read_text", "open"} if packaged or part(path) in TOP else set())
        touched -= {"read_bytes"} if part(path) == "commands" else set()
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
    """Which of `PRINTING` a module uses."""
    used = {ast.unparse(node) for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name | ast.Attribute)}
    return used & PRINTING


def test_only_one_module_prints() -> None:
    """Whatever reaches a terminal or a log passes the door that escapes it."""
    for path in modules():
        if part(path) != "printing":
            assert not printed(path.read_text(encoding="utf-8")), path
    assert printed("import sys\nprint(1)\nsys.stderr.write('x')") == {"print", "sys.stderr.write"}


def test_the_rules_can_fail() -> None:
    """A module that breaks the rule is seen: the check is no formality."""
    broken = ast.parse("from generator.store import Store")
    names = {f"{n.module}.{a.name}" for n in ast.walk(broken) if isinstance(n, ast.ImportFrom) for a in n.names}
    assert {name.split(".")[1] for name in names} & EDGES


@pytest.mark.parametrize("listed", [described.CARDS_CODE, described.RELATED_CODE, judged.JUDGED_CODE])
def test_what_is_kept_knows_all_code_it_depends_on(listed: tuple[str, ...]) -> None:
    """Where a module imports another, a table made by the one is made anew when the other changes."""
    known = {name.removesuffix(".py") for name in listed}
    reached, open_parts = set[str](), [known]
    while open_parts:
        new = open_parts.pop() - reached
        reached |= new
        # A person's own cards are read beside the table.
        paths = [path for path in modules() if part(path) in new and path.name != "written.py"]
        if paths:
            open_parts.append(set[str]().union(*map(own_parts, paths)))
    assert reached <= known | {"model", "lines", "errors"}


def test_functions_and_modules_stay_small() -> None:
    """No function over 60 lines, no module over 400."""
    for path in modules():
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 400, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 60, f"{path}: {node.name}"

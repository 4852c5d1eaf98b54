"""Archives of every shape as sites: the sample, the invented one at the limits, several categories, an empty one."""

import contextlib
import io
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from daybook import cli, config
from daybook.config import SourceRule

from tests.conftest import ROOT, SHARED
from tests.tools.gallery import invented

LISTINGS = SHARED / "listings"
FIELDS = ("cs.DC", "cs.CR", "cs.CV", "cs.GT", "cs.HC", "cs.IT", "hep-th")  # categories of the real documents
OPEN = {name: SourceRule(keep=True, publish=True) for name in ("pith", "inference-report")}
"""Other sites' words, which a trial that is never published may show."""


class Failed(Exception):
    """A command of the program failed; its words."""


def run(*arguments: str | Path, may_refuse: bool = False) -> None:
    """Run a command of the program. Raises Failed unless it says 0; `may_refuse`: 1 is fine, too."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
        code = cli.main([str(argument) for argument in arguments])
    if code and not (may_refuse and code == 1):
        raise Failed(f"daybook {' '.join(map(str, arguments))}: {said.getvalue()[-2000:]}")


def sample(folder: Path) -> None:
    """The repository's own archive, without what was made of it."""
    shutil.copytree(ROOT / "content", folder, ignore=shutil.ignore_patterns("site", "pages", "notes", ".*"))


def edges(folder: Path) -> None:
    """Pages at their limits, in one category; see `invented`."""
    _init(folder, "Edges daily", ("cs.DC",))
    _ingest(folder, invented.documents(), may_refuse=True)  # for its partial day


def several(folder: Path) -> None:
    """Five categories."""
    _init(folder, "Five fields daily", invented.SEVERAL)
    _ingest(folder, {name: text for code in invented.SEVERAL for name, text in invented.documents_of(code).items()})
    run("ingest", "--quiet", "--archive", folder, ROOT / "tests" / "sample" / "documents")


def empty(folder: Path) -> None:
    """What `daybook init` makes."""
    _init(folder, "Empty daily", ("cs.NI",))


def real(folder: Path) -> None:
    """All real documents beside the project in one archive; what is refused is left out."""
    _init(folder, "Real daily", FIELDS)
    settings = folder / config.NAME
    opened = replace(config.parse(settings.read_text(encoding="utf-8")), sources=OPEN)
    settings.write_text(config.render(opened), encoding="utf-8")
    documents = [*sorted(LISTINGS.glob("0*")), LISTINGS / "recorded", LISTINGS / "rendered"]
    run("ingest", "--quiet", "--archive", folder, *documents, may_refuse=True)


ARCHIVES: dict[str, Callable[[Path], None]] = {
    "sample": sample, "edges": edges, "several": several, "empty": empty, "real": real
}  # fmt: skip
"""Name -> what makes the archive in a folder that is not there yet. `real` needs the documents beside the project."""

MADE_FOR: dict[str, tuple[str, ...]] = {
    "edges": (
        *(f"papers/2606/{ident}.html" for ident in invented.ODD),
        *(f"days/2026/{date}.html" for date in invented.DAYS),
    )
}
"""Name -> the pages that the archive was made for, besides one of each kind."""


def site(name: str, work: Path, *, offline: bool = False) -> Path:
    """The site of one of ARCHIVES, built anew in the folder `work`. `offline`: to read without a web server. Raises
    Failed."""
    archive = work / name
    if not archive.exists():
        ARCHIVES[name](archive)
    run("build", "--quiet", "--archive", archive, *(["--offline"] if offline else []))
    return archive / "site"


def one_day(count: int, folder: Path) -> Path:
    """The site of an archive of one day with so many papers, to read without a web server."""
    _init(folder, "One day", ("cs.DC",))
    _ingest(folder, {"listing.html": invented.day(count)})
    run("build", "--quiet", "--offline", "--archive", folder)
    return folder / "site"


def _init(folder: Path, title: str, categories: tuple[str, ...]) -> None:
    codes = ",".join(categories)
    run(
        "init", "--quiet", "--archive", folder, "--title", title, "--categories", codes, "--url", "https://example.org/"
    )


def _ingest(folder: Path, documents: dict[str, str], *, may_refuse: bool = False) -> None:
    """Read documents into an archive as files."""
    inbox = folder.parent / f"{folder.name}-documents"
    inbox.mkdir(parents=True, exist_ok=True)
    for name, text in documents.items():
        (inbox / name).write_text(text, encoding="utf-8", newline="\n")
    run("ingest", "--quiet", "--archive", folder, inbox, may_refuse=may_refuse)

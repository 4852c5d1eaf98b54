"""Incremental builds: a site brought up to date with its pages, replacing the published one in one step.

Only pages whose Markdown changed since the published site was built are built; the others are taken from it. This
requires the same code, theme, libraries and settings, and that nobody changed the published site; otherwise everything
is built. Either way, the result is the same to the byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from generator import words
from generator.config import Settings
from generator.errors import BuildError
from generator.pages import addresses, places
from generator.runtime import parallel, terminal
from generator.runtime.cache import code_digest, digest, scan, state
from generator.runtime.state import of as state_of
from generator.search.index import FOLDER
from generator.site import closing, engine, publish, sitemap
from generator.site.destination import claimed
from generator.site.engine import RunResult
from generator.site.plan import Part, Plan, Watch, check_pages, epoch
from generator.site.publish import Stage
from generator.store.jsonl import to_json

SHOWN = 5  # warnings that an error repeats
TABLE, SUMS = "site", "sums"
_INDEX = "search/"  # the key for the state of the search's index
_STATE = ""  # the key in the table, which no page has, for the state in which the published site was left
_GENERATED = places(hand_written=False)
_ALWAYS = places(hand_written=True)
"""Pages with links written by people. MkDocs checks these when it builds the page, and their targets may be gone."""


@dataclass(frozen=True, slots=True)
class Built:
    """The outcome of a build: how many pages the site has, and how many of them were built."""

    pages: int
    built: int
    state: str  # of the site's files: see `state`


@dataclass(frozen=True, slots=True)
class Prepared:
    """A stage for a site."""

    stage: Stage
    standing: Callable[[], str]  # the `state` of the published site
    begun: bool  # whether the stage has the published files once that is known


def build(
    root: Path,
    archive: Path,
    site: Path,
    settings: Settings,
    *,
    offline: bool = False,
    strict: bool = True,
    texts: Mapping[str, str] | None = None,
    prepared: Prepared | None = None,
    watch: Watch | None = None,
    index: Callable[[], Path] | None = None,
) -> Built:
    """Bring the site of `archive` (its pages/) in `site` up to date, with the mkdocs.yml and overrides/ in `root`.

    offline: the site is to be read from a folder; strict: warnings are errors, else they are printed;
    texts: path below pages/ -> hash of the file, if known; prepared: from `preparing`;
    index: gives the folder of the search's index when that is complete.
    Raises BuildError with the first warnings, or if no site may be built in `site` (see `place`), or if it cannot be
    written; the published site then stays as it was.
    """
    plan = Plan(archive.resolve(), settings, offline=offline)
    check_pages(plan)
    with nullcontext(prepared) if prepared else preparing(site, archive, root) as ready:
        plan = replace(plan, site=ready.stage.site)
        wanted = texts if texts is not None else _hashes(plan.pages)
        try:
            return _bring_up_to_date(root, plan, ready, wanted, strict, watch, index)
        except OSError as error:
            hint = "check disk space and permissions, then run the command again"
            problem = f"cannot write the site: {error.strerror or error}"
            raise BuildError(problem, subject=str(error.filename or plan.site), hint=hint) from error


def _bring_up_to_date(
    root: Path,
    plan: Plan,
    prepared: Prepared,
    wanted: Mapping[str, str],
    strict: bool,
    watch: Watch | None,
    index: Callable[[], Path] | None,
) -> Built:
    stage = prepared.stage
    kept = state_of(plan.archive)
    noted = addresses.NOTES in wanted  # which the header of every page names
    key = digest(code_digest(root), to_json((plan.settings, plan.offline, noted, words.spoken().text)), str(stage.site))
    standing = prepared.standing()
    known = kept.table(TABLE, key, list[str]).all()
    if known and known[_STATE] != [standing]:
        known = {}
    changed = sorted(path for path, text in wanted.items() if known.get(path) != [text])
    removed = sorted(path for path in known if path not in (_STATE, _INDEX) and path not in wanted)
    if known and not changed and not removed and known.get(_INDEX) == _held(index):
        return Built(_pages(wanted), 0, standing)
    # And each folder's index, which the navigation may name.
    always = {path for path in wanted if path.startswith(_ALWAYS) or path.endswith("/index.md")} if known else set()
    built = sorted({*changed, *always})
    if not known or not prepared.begun:
        publish.begin(stage, filled=bool(known))
    sums = {path: kept for path, (kept,) in kept.table(SUMS, standing, list[str]).all().items()} if known else {}
    sums = _build(root, plan, stage, built, removed, wanted, bool(known), sums, strict, watch, index)
    with parallel.ahead(partial(publish.clear, stage), prepared.begun) as cleared:
        standing = state(stage.site)
        cleared()
    table = {path: [text] for path, text in wanted.items()}
    kept.table(TABLE, key, list[str]).hold({**table, _STATE: [standing], _INDEX: _held(index)})
    kept.table(SUMS, standing, list[str]).hold({path: [found] for path, found in sums.items()})
    kept.commit()
    return Built(_pages(wanted), _pages(built), standing)


def _held(index: Callable[[], Path] | None) -> list[str]:
    return [state(index())] if index else []


def _pages(paths: Iterable[str]) -> int:
    """How many of these files are pages."""
    return sum(path.endswith(".md") for path in paths)


@contextmanager
def preparing(site: Path, archive: Path, root: Path, worth: bool = False) -> Iterator[Prepared]:
    """A stage for the site of an archive, for `build`. If `worth` it, a second process begins with what needs no pages.

    Raises BuildError if no site may be built in `site` (see `place`).
    """
    archive = archive.resolve()
    with publish.staging(claimed(site, archive, root), archive) as stage:
        if not worth:
            yield Prepared(stage, partial(state, stage.site), begun=False)
            return
        with parallel.ahead(partial(_prepare, stage)) as standing:
            yield Prepared(stage, standing, begun=True)


def _prepare(stage: Stage) -> str:
    """Begin a stage with the published files; their `state`."""
    standing = state(stage.site)
    publish.begin(stage, filled=bool(standing))
    return standing


def _hashes(pages: Path) -> dict[str, str]:
    return {path: digest((pages / path).read_bytes()) for path in scan(pages)}


def _build(
    root: Path,
    plan: Plan,
    stage: Stage,
    changed: list[str],
    removed: list[str],
    wanted: Mapping[str, str],
    taken_over: bool,
    sums: Mapping[str, str],
    strict: bool,
    watch: Watch | None,
    index: Callable[[], Path] | None,
) -> dict[str, str]:
    gone = {place for path in (*changed, *removed) for place in (path, addresses.served(path))}  # and its Markdown
    publish.leave_out(stage.next, gone)
    sitemap.clear(stage.next)
    generated = [path for path in changed if path.endswith(".md") and path.startswith(_GENERATED)]
    copied = set(changed).difference(generated)
    part = Part(
        publish.link_pages(stage, plan.pages, copied), generated, frozenset(wanted).difference(changed), watch
    )  # fmt: skip
    _listen(plan, engine.run(root, replace(plan, part=part, site=stage.part), strict=strict))
    publish.take_in(stage.next, stage.part)
    pages = [addresses.served(path) for path in wanted if path.endswith(".md")]
    sitemap.write(stage.next, plan.settings.url, pages, epoch(plan.pages))
    if index:
        publish.put_in(stage.next, FOLDER, index())
    found = closing.close(stage.next, stage.site if taken_over else None, sums, root, plan)
    publish.swap(stage)
    return found


def _listen(plan: Plan, result: RunResult) -> None:
    """Raise BuildError if the run failed; print other warnings."""
    warnings = list(dict.fromkeys(result.warnings))
    if result.failure:
        shown = " | ".join(warnings[:SHOWN]) or result.failure
        more = f" | and {len(warnings) - SHOWN} more" if len(warnings) > SHOWN else ""
        raise BuildError(f"the site could not be built: {shown}{more}", subject=str(plan.pages))
    for line in warnings:
        terminal.warn(f"WARNING: {line}")

"""A site brought up to date with its pages, and put in place of the published one in one step; or served.

Only pages whose Markdown changed since the published site was built are built; the others are taken over. That holds
for the same code, theme, libraries and settings, and where the published site stands as it was left; else all is built.
Either way the outcome is the same to the byte.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from mkdocs.exceptions import Abort, MkDocsException

from generator import parallel
from generator.cache import Cache, Table, code_digest, digest, scan
from generator.config import Settings
from generator.errors import BuildError
from generator.lines import to_json
from generator.pages import addresses
from generator.site import engine, publish, search, sitemap
from generator.site.engine import Told, Watch
from generator.site.plan import EPOCH, Plan, check_pages, epoch, following

SHOWN = 5  # warnings that an error repeats
TABLE = "site"
_STATE = ""  # the name, which no page has, under which the table keeps how the published site was left
_ALWAYS = ("index.md", "about.md", "guide/", "days/index.md", "themes/index.md", "categories/index.md")


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did: pages of the site, and those of them that were built."""

    pages: int
    built: int
    state: str  # how the site stands now: see `state`


def build(
    root: Path,
    archive: Path,
    site: Path,
    settings: Settings,
    *,
    offline: bool = False,
    strict: bool = True,
    texts: Mapping[str, str] | None = None,
    prepared: Callable[[], str] | None = None,
    watch: Watch | None = None,
) -> Built:
    """Bring the site of `archive` (its pages/) in `site` up to date, with the mkdocs.yml and overrides/ in `root`.

    offline: the site can also be searched from a folder; strict: a warning is an error, else it is printed;
    texts: the hash of each page's Markdown by its path, where it is known; prepared: what `preparing` gave.
    Raises BuildError with the first warnings.
    """
    site = site.resolve()
    plan = Plan(archive.resolve(), settings, site, offline)
    check_pages(plan)
    wanted = dict(texts) if texts is not None else _hashes(plan.pages)
    cache = Cache(plan.archive / ".daybook")
    key = digest(code_digest(root), to_json((settings, offline)), str(plan.site))
    standing = prepared() if prepared else state(site)
    known = cache.read(TABLE, key)
    if known and known[_STATE] != [standing]:
        known = {}
    changed = sorted(path for path, text in wanted.items() if known.get(path) != [text])
    removed = sorted(path for path in known if path != _STATE and path not in wanted)
    if known and not changed and not removed:
        return Built(len(wanted), 0, standing)
    always = {path for path in wanted if path.startswith(_ALWAYS)} if known else set()
    built = sorted({*changed, *always})
    try:
        if not known or not prepared:
            publish.begin(site, filled=bool(known))
        _build(root, plan, built, removed, wanted, bool(known), strict, watch)
    except BaseException:
        publish.abandon(site)
        raise
    with parallel.ahead(partial(publish.abandon, site), prepared is not None) as cleared:
        standing = state(site)
        cleared()
    table: Table = {path: [text] for path, text in wanted.items()}
    cache.write(TABLE, key, {**table, _STATE: [standing]})
    return Built(len(wanted), len(built), standing)


@contextmanager
def preparing(site: Path, worth: bool) -> Iterator[Callable[[], str] | None]:
    """Where that is worth another process, begin with what `build` needs no pages for; see its `prepared`."""
    if not worth:
        yield None
        return
    try:
        with parallel.ahead(partial(_prepare, site.resolve())) as prepared:
            yield prepared
    finally:
        publish.abandon(site.resolve())


def _prepare(site: Path) -> str:
    """Make a stage with the published files; how these stand."""
    found = state(site)
    publish.begin(site, filled=bool(found))
    return found


def _hashes(pages: Path) -> dict[str, str]:
    return {path: digest((pages / path).read_bytes()) for path in scan(pages) if path.endswith(".md")}


def state(site: Path) -> str:
    """How a folder stands: the hash of its files' names, sizes and times; empty where there are none."""
    found = scan(site)
    return digest(repr(sorted(found.items()))) if found else ""  # names may be any bytes


def _build(
    root: Path,
    plan: Plan,
    changed: list[str],
    removed: list[str],
    wanted: Mapping[str, str],
    taken_over: bool,
    strict: bool,
    watch: Watch | None,
) -> None:
    assert plan.site  # noqa: S101 - `build` gave it one
    gone = {addresses.served(path) for path in (*changed, *removed)}
    stage = publish.stage_of(plan.site)
    publish.leave_out(stage, {*gone, *search.FILES, *sitemap.FILES})
    told = engine.build_parts(root, plan, changed, set(wanted).difference(changed), strict=strict, watch=watch)
    _listen(plan, told)
    parts = [publish.part_of(plan.site, number) for number in range(len(told))]
    index = search.merge(plan.site if taken_over else None, parts, gone)
    for part in parts:
        publish.take_in(stage, part)
    if index:
        search.write(stage, index, offline=plan.offline)
    sitemap.write(stage, plan.settings.url, map(addresses.served, wanted), epoch(plan.pages))
    publish.swap(plan.site)


def _listen(plan: Plan, told: list[Told]) -> None:
    """Raise what made a run fail; print other warnings."""
    warnings = list(dict.fromkeys(line for part in told for line in part.warnings))
    failure = next((part.failure for part in told if part.failure), "")
    if failure:
        shown = " | ".join(warnings[:SHOWN]) or failure
        more = f" | and {len(warnings) - SHOWN} more" if len(warnings) > SHOWN else ""
        raise BuildError(f"the site could not be built: {shown}{more}", thing=str(plan.pages))
    for line in warnings:
        print(f"WARNING: {line}", file=sys.stderr)


def serve(root: Path, archive: Path, settings: Settings, *, address: str = "127.0.0.1:8000") -> None:
    """Serve the site of `archive` at `address` (host:port) until interrupted, building it again when its pages change.

    Raises BuildError where the site cannot be built.
    """
    from mkdocs.commands import serve as mkdocs_serve  # loads a web server, which nothing else needs

    plan = Plan(archive.resolve(), settings)
    check_pages(plan)
    printed = logging.StreamHandler(sys.stderr)
    printed.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    with engine.restored(EPOCH), following(plan), engine.listening(printed):
        try:
            config_file = str(root / "mkdocs.yml")
            mkdocs_serve.serve(config_file, docs_dir=str(plan.pages), dev_addr=address, strict=False)
        except (Abort, MkDocsException) as error:
            raise BuildError(f"the site could not be served: {error}", thing=str(plan.pages)) from error

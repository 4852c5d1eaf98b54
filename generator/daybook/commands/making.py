"""The pages and the site of an archive, made anew where something has changed."""

from __future__ import annotations

import gc
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from daybook import config, exports, pages, site
from daybook.archive import Context, describing, following, load
from daybook.config import BuildOptions, Settings
from daybook.describe import themes
from daybook.errors import GeneratorError, StoreError
from daybook.exports import SiteFile
from daybook.fold import linking
from daybook.model import Archive
from daybook.model.jsonl import to_json
from daybook.pages import Draft
from daybook.runtime import files, parallel, terminal
from daybook.runtime.files import ROOT, Tree, code_digest, digest, folders, size_and_time
from daybook.runtime.state import Layered, Table
from daybook.runtime.state import of as state_of
from daybook.search import update
from daybook.site import claimed_zip, writer
from daybook.site.writer import Rendered
from daybook.view import labels
from daybook.view.writing import Row

__all__ = ["claimed_zip", "is_copied", "render", "site_of", "zipped"]

UNBUILT, DONE = "unbuilt", "/"
"""The table of pages that a site lacks: path -> the hash of its text; empty: it is gone. DONE: it lacks no others."""
BUNDLED = "bundled"
"""The table with the state of the site that a .zip holds, and of the .zip."""
_DATED = re.compile(r"\d{4}-(?:\d{2}(?:-\d{2})?|W\d{2})")


def render(context: Context) -> None:
    """Write the archive's pages as Markdown; only what has changed is made and written."""
    with context.store.lock():
        settings = following.settled(context, context.say, recall=True)
        files.use_language(settings.language, context.folder, ROOT)
        state_of(context.folder).table(UNBUILT, "", str).hold({})  # no site is known to have these pages
        _render(context, settings, _published(context))


def _published(context: Context) -> Archive:
    gc.disable()  # hundreds of thousands of objects that all live to the end: collecting them is wasted time
    return load.renewed(context)


def _render(context: Context, settings: Settings, archive: Archive, unbuilt: Table[str] | None = None) -> Rendered:
    """Bring the pages up to date. `unbuilt`: takes what the site lacks of them, if it lacks no others."""
    kept, folder, (held, key) = state_of(context.folder), context.folder / "pages", _held(context, settings)
    stood = kept.table("folders", key, dict[str, int])
    copied = False
    if not Tree(folder, stood.get("pages", {})).stands():
        copied = bool(stood) and Tree(folder, {}, held.all()).is_copied()
        archive = archive if copied else replace(archive, touched=None)
    with describing.comparing(context, archive) as related:
        view = pages.View(archive, settings, _texts(context, archive))
        view = view.having(rows=_rows(context, view, kept.table("rows", key, Row)))
        lists, extra = pages.drafts_of_lists(view), exports.files(view)
        papers = pages.drafts_of_papers(lambda: view.having(archive=related()))
        gc.freeze()
        gone = {path for start in pages.fleeting(view) for path in held.beginning(start)} if view.reach else None
        rendered = writer.bring_up_to_date(
            folder, chain[Draft | SiteFile](lists, extra, papers), kept, key,
            files.scratch_folder(context.folder), lambda counts, total: context.steps(counts, "pages", total),
            gone=gone, copied=copied,
        )  # fmt: skip
    if unbuilt is not None and view.reach and DONE in unbuilt:
        fresh = {path: row.text for path, row in rendered.made.items()}
        unbuilt.put({**fresh, **dict.fromkeys(rendered.removed, "")}.items())
    elif unbuilt is not None:
        unbuilt.hold({})
    stood.hold({} if context.failed or rendered.faults else {"pages": folders(folder)})  # what failed is made again
    kept.commit()
    for fault in rendered.faults:
        context.fail(fault)
    removed = f", {len(rendered.removed):,} removed" if rendered.removed else ""
    read = f"{terminal.count(len(archive.papers), 'paper')}, {terminal.count(len(archive.days), 'day')}"
    context.say(f"{read}: {terminal.count(rendered.pages, 'page')}, {rendered.written:,} written{removed}")
    _say_unpublished(context, settings)
    return rendered


def _held(context: Context, settings: Settings) -> tuple[Table[writer.MadeFile], str]:
    """The table of the files of pages/, and the hash of what all of them depend on."""
    key = digest(code_digest(ROOT), pages.environment(themes.parse(load.rules_of(context)), settings))
    return state_of(context.folder).table(writer.TABLE, key, writer.MadeFile), key


def is_copied(context: Context, settings: Settings, target: Path) -> bool:
    """Whether pages and site stand as the last build left them, but were copied here, as in a fresh checkout."""
    held, _ = _held(context, settings)
    known = ((context.folder / "pages", held.all), (target, lambda: site.rows_built(target, context.folder)))
    return all(Tree(folder, {}, rows()).is_copied() for folder, rows in known)


def _rows(context: Context, view: pages.View, table: Table[Row]) -> Mapping[str, Row]:
    """Papers as lists show them, by key; kept for the next time."""
    keys = sorted(view.outlines.keys() & view.reach.keys if view.reach else view.outlines)

    def make(part: Sequence[str]) -> list[tuple[str, Row]]:
        return [(key, view.make_row(key)) for key in part]

    made = parallel.watched(parallel.shared(make, keys), len, lambda n: context.steps(n, "rows", len(keys)))
    fresh = dict(chain.from_iterable(made))
    if view.reach is None:
        table.remove([key for key in table if key not in fresh])
    table.put(fresh.items())
    return Layered(fresh, lambda: table, table.get)


def _texts(context: Context, archive: Archive) -> pages.Texts:
    """What people wrote for pages. A digest not named after a day, week or month is reported and left out."""
    digests = context.store.digests()
    for name in [name for name in digests if not _DATED.fullmatch(name)]:
        del digests[name]
        hint = "rename it after a day, week or month: 2026-03-03.md, 2026-W10.md or 2026-03.md"
        context.fail(StoreError("not named after a date", subject=f"digests/{name}.md", hint=hint))
    own, notes = pages.read_notes(context.store.notes(context.fail), archive, context.fail)
    return pages.Texts(
        introduction=context.store.people("introduction.md") or "",
        about=context.store.people("about.md") or "",
        doi=_doi(context),
        digests=digests,
        pages=own,
        notes=notes,
    )


def _doi(context: Context) -> str:
    """The DOI of the archive as a whole; a CITATION.cff that cannot be read is reported."""
    try:
        return config.doi(context.store.people(config.CITATION) or "")
    except GeneratorError as error:
        context.fail(error)
        return ""


def _say_unpublished(context: Context, settings: Settings) -> None:
    """Say how many papers have no page because archive.yml does not publish any source that names them."""
    sources = {line.origin or line.source for line in context.store.coverage.lines()
               if not settings.rule(line.source, line.origin).publish}  # fmt: skip
    if not sources:
        return
    numbers, records = Counter[str](), chain(context.store.records(), load.copied(context))
    for group in linking.link(records, linking.parse_same(context.store.people("same.yml") or "")):
        if not any(settings.rule(record.source, record.origin).publish for record in group.records):
            numbers[group.records[0].origin or group.records[0].source] += 1
    if numbers:
        context.say(labels.unpublished(numbers, "paper"))


def site_of(context: Context, settings: Settings, target: Path, options: BuildOptions) -> site.Built:
    """Render the pages and build the site from them. For the holder of the archive's lock."""
    target = site.claimed(target, context.folder, ROOT)
    unbuilt = state_of(context.folder).table(UNBUILT, digest(code_digest(ROOT), str(target), to_json(options)), str)
    archive = _published(context)
    with update.refreshing(context, archive, settings, context.say) as index:
        rendered = _render(context, settings, archive, unbuilt)
        lacks = unbuilt.all()
        told = lacks.pop(DONE, None) is not None
        gc.freeze()
        gc.enable()  # each page that is laid out leaves a few objects that hold each other
        built = site.build(
            root=ROOT, archive=context.folder, site=target, settings=settings, options=options,
            texts=None if told else {path: row.text for path, row in rendered.held.all().items()},
            changed=lacks if told else None, index=index,
            watch=lambda counts, total: context.steps(counts, "site", total),
        )  # fmt: skip
    unbuilt.hold({DONE: DONE})
    return built


def zipped(context: Context, folder: Path, place: Path) -> int:
    """The size in bytes of the .zip of the site in `folder`, written unless it is that of this site already."""
    key = digest(code_digest(ROOT), str(folder), str(place))
    kept = state_of(context.folder).table(BUNDLED, key, tuple[str, tuple[int, int] | None])
    standing = digest(repr(sorted(folders(folder).items())))
    if kept.get("") != (standing, size_and_time(place)):
        title = context.settings().title
        site.write_zip(folder, place, context.folder, title, lambda counts, total: context.steps(counts, "zip", total))
        kept.hold({"": (standing, size_and_time(place))})
    return place.stat().st_size

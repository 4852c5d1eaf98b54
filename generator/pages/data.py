"""The page of all that other programs can take out of the archive: the exports for people, as the registry tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from generator import exports
from generator.exports import Export
from generator.pages import addresses, labels
from generator.pages.context import Draft, Page, View, front
from generator.pages.kinds import Kind
from generator.pages.templating import fill

_INTRO = "Everything in this archive, as files for other programs."


@dataclass(frozen=True, slots=True)
class ExportRow:
    """An export, as the page lists it."""

    name: str
    told: str  # what it is for
    file: str = ""  # the path of its file to begin with; empty: there is none on this site
    command: str = ""  # that makes it; empty: none does


def _drafts(view: View) -> Iterator[Draft]:
    rows, papers = _rows(view), len(view.archive.papers)
    large = papers > exports.SMALL
    yield Draft(addresses.DATA, view.depends((), repr(rows), large), partial(_render, view, rows, large))


KIND = Kind(addresses.DATA, _drafts)


def _rows(view: View) -> list[ExportRow]:
    """All exports for people."""
    return [_row(export, len(view.archive.papers)) for export in exports.EXPORTS if export.told]


def _row(export: Export, papers: int) -> ExportRow:
    command = f"daybook export {export.name}" if export.prints or export.packs else ""
    if export.packs:
        command += f" --output {export.entry.rpartition('/')[2]}"
    file = export.entry if export.on_site(papers) else ""
    return ExportRow(export.name, export.told, file, command)


def _render(view: View, rows: list[ExportRow], large: bool) -> Page:
    path = addresses.DATA
    repository = addresses.outside(view.settings.repository)
    text = fill(
        "data.md",
        front=front("Data", _INTRO),
        intro=_INTRO,
        here=[row for row in rows if row.file],
        made=[row for row in rows if row.command],
        small=labels.number(exports.SMALL),
        large=large,
        releases=f"{repository}/releases" if repository else "",
        feeds=addresses.relative(addresses.FEEDS, path),
        about=addresses.relative(addresses.ABOUT, path),
        guide=addresses.relative("guide/data.md", path),
    )
    return Page(path, text)

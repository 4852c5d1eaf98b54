"""The page of all that other programs can take out of the archive: the exports for people, as the registry tells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from daybook import exports
from daybook.exports import Export
from daybook.pages.kinds import Kind
from daybook.text import markup
from daybook.text.language import N_, _
from daybook.view import addresses, labels
from daybook.view.context import Draft, View
from daybook.view.writing import Page, bullets, link, page, section

_INTRO = N_("Everything in this archive, as files for other programs.")


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
    here = [row for row in rows if row.file]
    return page(
        path,
        "page",
        f"# {_('Data')}",
        f"{_(_INTRO)} {link(_('How to use them'), 'guide/data.md', path)}",
        section(_("On this site"), bullets(f"`{row.file}`: {markup.literal(_(row.told))}" for row in here)),
        _elsewhere(view, large),
        _(
            "The addresses of these files stay as they are. They hold what the pages show, and nothing else. {feeds}"
            " are listed on a page of their own.",
            feeds=link(_("Feeds"), addresses.FEEDS, path),
        ),
        section(
            _("Citations of the papers you choose"),
            _(
                'Below each list of papers, and below what a search finds, "Cite these papers" gives the citations of'
                ' those papers alone; on a paper\'s page, "Cite" does so. They come as BibTeX, BibLaTeX, RIS, CSL-JSON'
                " or Markdown. To cite the archive itself, see {about}.",
                about=link(_("About"), addresses.ABOUT, path),
            ),
        ),
        section(
            _("From the repository"),
            _("Anyone with a copy of the archive's repository can make any of these:"),
            bullets(f"`{row.command}`: {markup.literal(_(row.told))}" for row in rows if row.command),
        ),
        facts={"description": _(_INTRO), "files": [row.file for row in here]},
    )


def _elsewhere(view: View, large: bool) -> str:
    """Where the files are that this site does not have, of a large archive or of earlier days."""
    releases = markup.link(_("releases"), f"{view.settings.repository}/releases", view.settings.hosts)
    if not large:
        told = _("What stood here on earlier days: in the {releases}.", releases=releases)
        return told if view.settings.repository else ""
    others = _("This one is larger: commands below make them.")
    if view.settings.repository:
        others = _("This one is larger: they are in its {releases}, or a command below makes them.", releases=releases)
    small = _(
        "Archives of at most {n} papers also have a database and the citations of all papers here.",
        n=labels.number(exports.SMALL),
    )
    return f"{small} {others}"

"""."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from daybook.pages.kinds import Kind
from daybook.text import dates, markup
from daybook.text.language import _
from daybook.view import addresses, editorials
from daybook.view.context import Draft, Note, View
from daybook.view.editorials import NEWEST, OVERVIEW, dated_notes, newest_notes
from daybook.view.writing import Page, bullets, link, page, section


def _drafts(view: View) -> Iterator[Draft]:
    pages, notes = view.texts.pages, view.texts.notes
    if pages or notes:
        dated_notes = newest_notes(view)[:NEWEST]
        depends = view.depends([key for _, key, _ in dated_notes], dated_notes, pages)
        yield Draft(addresses.NOTES, depends, partial(_overview, view))
    for name, note in pages.items():
        if name != OVERVIEW:
            depends = view.depends((), note, editorials.linked_papers(view, note.text))
            yield Draft(addresses.note(name), depends, partial(_written, view, name, note))


def _written(view: View, name: str, note: Note) -> Page:
    path = addresses.note(name)
    text = editorials.linked(view, note.text, path)
    top = "" if any(line.startswith("# ") for line in text.splitlines()) else f"# {markup.literal(note.title)}"
    description = f"{note.title}. {_('What the people of this archive write.')}"
    facts = {"title": note.title, "description": description, "text": path}
    return page(path, "written", top, text, date=note.date, facts=facts)


def _overview(view: View) -> Page:
    path, texts = addresses.NOTES, view.texts
    written = texts.pages.get(OVERVIEW)
    own = sorted(((note.title, name) for name, note in texts.pages.items() if name != OVERVIEW), key=lambda one: one[0])
    rows = (view.row(key, None).on(path, dates.date(date)) for date, key, _ in newest_notes(view)[:NEWEST])
    return page(
        path,
        "page",
        f"# {markup.literal(written.title) if written and written.title != OVERVIEW else _('Notes')}",
        section(_("Pages"), bullets(link(markup.literal(title), addresses.note(name), path) for title, name in own)),
        section(_("On papers"), *rows),
        facts={
            "description": _("What the people of this archive write."),
            "feed": addresses.FEED_OF_NOTES if dated_notes(view) else "",
            "introduction": editorials.linked(view, written.text, path) if written else "",
        },
    )


KIND = Kind("notes/", _drafts)

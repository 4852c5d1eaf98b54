"""What people write of their own in notes/: pages, which stand as they were written, and notes on papers, which stand
on the papers' pages. One page lists all of it, the newest first: a reading group's journal.
"""

from __future__ import annotations

import datetime as dt
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping

from daybook.errors import GeneratorError, SettingsError
from daybook.model import Archive, ids
from daybook.model.ids import folded, is_name
from daybook.text import dates
from daybook.text.yaml_text import read_yaml
from daybook.view import addresses, editorials
from daybook.view.context import Note, View

NEWEST = 100
"""Notes on papers that the page of all notes lists, and half of the feed's."""
OVERVIEW = "index"
"""The name of the page of all notes: what a person writes under it stands on top."""
_PAPERS = "papers/"
_TARGET = re.compile(r"(?<=\]\()[\w./-]+\.md(?=[#)])")


def read(
    written: Mapping[str, str], archive: Archive, fail: Callable[[GeneratorError], object]
) -> tuple[dict[str, Note], dict[str, Note]]:
    """The pages by name, and the notes by the key of their paper. `written`: the text of each file, by its name in
    notes/. `fail` takes what is wrong with a file; it costs the others nothing.
    """
    pages: dict[str, Note] = {}
    notes: dict[str, Note] = {}
    names = set[str]()
    for name, text in written.items():
        try:
            if name.startswith(_PAPERS):
                notes[_key(name, archive)] = _note(name, text)
            elif name == OVERVIEW or (is_name(name) and folded(name) not in names):
                pages[name] = _note(name, text)
                names.add(folded(name))
            else:
                raise _fault(name, "cannot be the name of a page", "rename it: letters, digits and hyphens")
        except GeneratorError as error:
            fail(error)
    return pages, notes


def _key(name: str, archive: Archive) -> str:
    """The key of the paper whose name, an arXiv id or a key, a file has."""
    stem = name.removeprefix(_PAPERS)
    known = ids.parse(stem)
    for key in (stem, ids.key(known.id) if known else stem):
        key = archive.redirects.get(key, key)
        if key in archive.papers:
            return key
    raise _fault(name, "this archive does not hold the paper", "name it after an arXiv id: 2603.00356.md")


def _note(name: str, text: str) -> Note:
    """A file without its front matter, of which `title` and `date` count."""
    head, mark, rest = text.removeprefix("---\n").partition("\n---\n") if text.startswith("---\n") else ("", "", "")
    said = (read_yaml(head, f"notes/{name}.md") or {}) if mark else {}
    if not isinstance(said, Mapping):
        raise _fault(name, "front matter without keys", "write e.g. title: Our reading list")
    date, body = said.get("date"), (rest if mark else text).strip()
    date = date.date() if isinstance(date, dt.datetime) else date
    if date is not None and not isinstance(date, dt.date):
        raise _fault(name, "`date` is no date", "write e.g. date: 2026-03-03")
    first = next((line[2:].strip(" #") for line in body.splitlines() if line.startswith("# ")), "")
    return Note(body, str(said.get("title") or first or name.removeprefix(_PAPERS)), date)


def _fault(name: str, problem: str, hint: str) -> SettingsError:
    return SettingsError(problem, subject=f"notes/{name}.md", hint=hint)


def on(view: View, key: str) -> dict[str, str] | None:
    """The note on a paper, as facts of its page."""
    note = view.texts.notes.get(key)
    return {"text": linked(view, note, key), "date": _date(note)} if note else None


def depends(view: View, key: str) -> tuple[str, ...]:
    """What that depends on besides the paper."""
    note = view.texts.notes.get(key)
    return (repr(note), *editorials.linked_papers(view, note.text)) if note else ()


def linked(view: View, note: Note, key: str) -> str:
    """A note's Markdown on its paper's page. ArXiv ids lead to papers; paths begin in notes/papers/."""
    here = addresses.paper(key)

    def near(target: re.Match[str]) -> str:
        place = posixpath.normpath(posixpath.join("notes/papers", target[0]))
        other = place.removeprefix("notes/papers/").removesuffix(".md")
        return addresses.near(addresses.paper(other) if other in view.archive.papers else place, here)

    return editorials.linked(view, _TARGET.sub(near, note.text), here)


Dated = tuple[dt.date, str, Note]


def newest(view: View) -> list[Dated]:
    """(date, key, note) of notes on papers, newest first: dated as they say, else as their papers."""
    shown = ((key, note) for key, note in view.texts.notes.items() if key in view.outlines)
    return _in_order((note.date or view.outlines[key].first_seen, key, note) for key, note in shown)


def told(view: View) -> list[Dated]:
    """The same with (date, name, page) of the pages that have a date: what the feed tells."""
    return _in_order(
        [*newest(view), *((note.date, name, note) for name, note in view.texts.pages.items() if note.date)]
    )


def _in_order(dated: Iterable[Dated]) -> list[Dated]:
    return sorted(dated, key=lambda each: each[:2], reverse=True)


def _date(note: Note) -> str:
    return dates.date(note.date) if note.date else ""

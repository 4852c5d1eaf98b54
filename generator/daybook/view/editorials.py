"""What people write beside the papers' own words, and what stands where they do not.

A day's, week's or month's page begins with a digest: by a person, else by a language model, else by rules. In notes/
people write pages, which stand as they were written, and notes on papers, which stand on the papers' pages. One page
lists all of these, the newest first: a reading group's journal.
"""

from __future__ import annotations

import datetime as dt
import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter

from daybook.describe.digests import Editor, Standing, merged
from daybook.errors import GeneratorError, SettingsError
from daybook.model import Announced, Archive, Day, Digest, Line, Mention, Points, Quote, ids
from daybook.model.ids import folded, is_name
from daybook.text import language, markup
from daybook.text.language import _
from daybook.text.yaml_text import read_yaml
from daybook.view import addresses
from daybook.view.archive_view import Note, View
from daybook.view.writing import bullets, link, quoted, section

NEWEST = 100  # notes on papers that the page of all notes lists, and half of the feed's
OVERVIEW = "index"  # the name of the page of all notes: what a person writes under it stands on top
_LINK = re.compile(r"(?<=\]\()[\w.-]+(?:/\d{7})?(?=\))")
_TARGETS = re.compile(r"[\w.-]+(?:/\d{7})?")
_SERVED = re.compile(r"(\]\([\w./-]+)\.html(?=[#)])")
_BESIDE = re.compile(r"(?<=\]\()[\w./-]+\.(?:md|png|jpe?g|webp|svg|pdf)(?=[#)])")
_KEY = re.compile(r"papers/[^/]+/([^/]+)\.md")
_HEADING = re.compile(r"^(#{1,4})(?= )", re.MULTILINE)
_EDGES = re.compile(r"\S(?:.*\S)?", re.DOTALL)  # keeps the spaces around a paper's name
_PAPERS = "papers/"


@dataclass(frozen=True, slots=True)
class Editorial:
    """A digest as a page shows it."""

    text: str  # Markdown
    credit: str  # Markdown

    @property
    def section(self) -> str:
        """It under its heading."""
        return section(_("Digest"), self.text, f"*{self.credit}*")


def of_day(view: View, day: Day, path: str = "") -> Editorial | None:
    """A day's editorial; None where there is nothing to say. path: the page that shows it; empty: the day's own."""
    own = addresses.day(day.date)
    return _shown(view, view.written(own), [day], path or own, lambda: digest(view, day))


def of_span(view: View, days: Sequence[Day], standing: Standing, path: str) -> Editorial | None:
    """The editorial of a week or month that has these days, on its page at `path`."""
    return _shown(view, view.written(path), days, path, lambda: _compiled(view, days, standing))


def digest(view: View, day: Day) -> Digest | None:
    """A day's digest: a language model's, else that of the archive's rules."""
    return view.archive.digests.get(day.date) or _compiled(view, [day], view.standings[day.date])


def _compiled(view: View, days: Sequence[Day], standing: Standing) -> Digest | None:
    """The digest of these days by rules; threads that a language model found take the place of theirs."""
    chosen = view.archive.threads
    known = [(day.date, view.bases[day.date]) for day in days]
    basis = merged([basis._replace(threads=()) if date in chosen else basis for date, basis in known])
    items = {key: view.item(item) for key, item in _announced(days).items()}
    threads = [thread for day in days for thread in chosen.get(day.date, ())]
    return Editor(basis, standing, items, view.themes).digest(threads)


def _announced(days: Sequence[Day]) -> dict[str, Announced]:
    """key -> how the paper was first announced on these days."""
    return {item.key: item for day in reversed(days) for item in reversed(day.announced)}


def _shown(
    view: View, written: str, days: Sequence[Day], path: str, make: Callable[[], Digest | None]
) -> Editorial | None:
    """What a person wrote, its headings below the page's; else the digest that is made. What else than generated pages
    hold is in a person's Markdown is text to whoever renders the page."""
    if written.strip():
        return Editorial(_HEADING.sub(r"##\1", linked(view, written, path)), _("By the editors of this archive."))
    made = make()
    if made is None:
        return None
    shown, announced = [], _announced(days)

    def received(key: str) -> str:
        """The abstract that an announcement brought, as received."""
        said = announced[key].words(view.archive.papers[key]) if key in announced else None
        return (said and said.abstract) or ""

    def markdown(line: Line) -> str:
        parts, key = [], ""
        for part in line:
            if isinstance(part, str):
                parts.append(_EDGES.sub(lambda match: markup.escape_markdown(markup.clean(match[0])), part))
            elif isinstance(part, Quote):
                parts.append(f"“{quoted(part, partial(received, key))}”")
            else:
                key = part.key if isinstance(part, Mention) else key
                place = addresses.paper(part.key) if isinstance(part, Mention) else addresses.theme(part.theme)
                parts.append(link(markup.literal(part.name), place, path))
        return markup.escape_head("".join(parts))

    for part in made.paragraphs:
        if isinstance(part, Points):
            shown += [f"**{markup.literal(part.heading)}**"] if part.heading else []
            shown.append(bullets(map(markdown, part.lines)))
        else:
            shown.append(markdown(part))
    if made.by:
        credit = _("Written by the language model {name}.", name=markup.literal(made.by))
    else:
        credit = _("Counts of this archive, and sentences of the papers' abstracts, word for word.")
        if chose := sorted({part.by for part in made.paragraphs if isinstance(part, Points) and part.by}):
            names = markup.literal(", ".join(chose))
            credit = f"{credit} {_('Threads chosen by the language model {name}.', name=names)}"
    return Editorial("\n\n".join(shown), credit)


def linked(view: View, written: str, path: str) -> str:
    """A person's Markdown on the page at `path`: a link to a paper's arXiv id or key leads to its page, one to a page
    of the site to its Markdown."""

    def place(found: re.Match[str]) -> str:
        target = found[0]
        key = next((key for key in (target, ids.key(target)) if key in view.archive.papers), None)
        if key:
            return addresses.near(addresses.paper(key), path)
        return addresses.arxiv("abs", target) if ids.is_valid(target) else target

    return _SERVED.sub(r"\1.md", _LINK.sub(place, written.strip()))


def linked_papers(view: View, written: str) -> list[str]:
    """The link targets in a person's Markdown that are papers of this archive: the page changes when this does."""
    return [target for target in _TARGETS.findall(written) if ids.key(target) in view.archive.papers]


def whole(view: View, text: str, page: str) -> str:
    """Markdown of the page at this path, to be read elsewhere: its links are whole addresses. Without an address of the
    site, papers with an arXiv id are linked there, and other pages not at all.
    """

    def whole_address(target: str) -> str:
        if ":" in target:
            return target if "://" in target else ""
        place = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
        if view.settings.url:
            path, mark, rest = place.partition("#")
            return addresses.public(view.settings.url, addresses.served(path)) + (mark + rest if rest else "")
        known = _KEY.fullmatch(place)
        paper = view.archive.papers.get(known[1]) if known else None
        return addresses.arxiv("abs", paper.arxiv_id) if paper and paper.arxiv_id else ""

    def link_to(found: re.Match[str]) -> str:
        address = whole_address(found[2])
        return markup.link(found[1], address, view.settings.hosts) if address else found[1]

    return markup.LINK.sub(link_to, text)


# What people write in notes/


def read_notes(
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
            elif name == OVERVIEW or (_is_place(name) and folded(name) not in names):
                pages[name] = _note(name, text)
                names.add(folded(name))
            else:
                raise _fault(name, "cannot be the name of a page", "rename it: letters, digits and hyphens")
        except GeneratorError as error:
            fail(error)
    return pages, notes


def _is_place(name: str) -> bool:
    """Whether a file in notes/, or in a folder there, can be a page: that of its folder is called index."""
    *folders, last = name.split("/")
    return all(map(is_name, folders)) and (is_name(last) or bool(folders and last == OVERVIEW))


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
    return Note(body, str(said.get("title") or first or name.removesuffix(f"/{OVERVIEW}").rpartition("/")[2]), date)


def _fault(name: str, problem: str, hint: str) -> SettingsError:
    return SettingsError(problem, subject=f"notes/{name}.md", hint=hint)


def note_on(view: View, key: str) -> dict[str, str] | None:
    """The note on a paper, as facts of its page."""
    note = view.texts.notes.get(key)
    return (
        {"text": linked_note(view, note, key), "date": language.date(note.date) if note.date else ""} if note else None
    )


def note_depends(view: View, key: str) -> tuple[str, ...]:
    """What that depends on besides the paper."""
    note = view.texts.notes.get(key)
    return (repr(note), *linked_papers(view, note.text)) if note else ()


def linked_note(view: View, note: Note, key: str) -> str:
    """A note's Markdown on its paper's page. ArXiv ids lead to papers; paths begin in notes/papers/."""
    here = addresses.paper(key)

    def near(target: re.Match[str]) -> str:
        place = posixpath.normpath(posixpath.join("notes/papers", target[0]))
        other = place.removeprefix("notes/papers/").removesuffix(".md")
        return addresses.near(addresses.paper(other) if other in view.archive.papers else place, here)

    return linked(view, _BESIDE.sub(near, note.text), here)


Dated = tuple[dt.date, str, Note]


def newest_notes(view: View) -> list[Dated]:
    """(date, key, note) of notes on papers, newest first: dated as they say, else as their papers."""
    shown = ((key, note) for key, note in view.texts.notes.items() if key in view.outlines)
    dated = ((note.date or view.outlines[key].first_seen, key, note) for key, note in shown)
    return sorted(dated, key=itemgetter(0, 1), reverse=True)


def dated_notes(view: View) -> list[Dated]:
    """The same with (date, name, page) of the pages that have a date: what the feed tells."""
    pages = ((note.date, name, note) for name, note in view.texts.pages.items() if note.date)
    return sorted([*newest_notes(view), *pages], key=itemgetter(0, 1), reverse=True)

"""The text on top of a day's, week's or month's page: by a person, else by a language model, else by rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from markdown_it import MarkdownIt

from generator.describe.cards import system_names
from generator.describe.digests.bases import Standing, merged
from generator.describe.digests.editorial import Editor
from generator.model import Day, Digest, Line, Mention, Points, Quote
from generator.model.arxiv_id import is_valid
from generator.model.arxiv_id import key as key_of
from generator.pages import addresses
from generator.pages.context import View
from generator.pages.templating import attribute, literal
from generator.text import markup, sentences

_ENGINE = MarkdownIt("commonmark", {"html": False}).disable("image")
_TARGETS = re.compile(r"[\w.-]+(?:/\d{7})?")
_BLANKS = re.compile(r"\n\s*\n+")
_TAGS = re.compile(r"(<[^<>]*>)")
_EDGES = re.compile(r"\S(?:.*\S)?", re.DOTALL)  # keeps the spaces around a paper's name
_BELOW = 2  # levels by which a person's headings are lowered, below those of the page


@dataclass(frozen=True, slots=True)
class Editorial:
    """A digest as a page shows it."""

    text: str  # HTML
    credit: str  # HTML


def of_day(view: View, day: Day, written: str, path: str = "", anchors: Collection[str] = ()) -> Editorial | None:
    """A day's editorial; `written`: Markdown by a person, may be empty. None where there is nothing to say.

    path: the page that shows it; empty: the day's own. anchors: the ids of the groups of papers on the day's own page.
    """
    own = addresses.day(day.date)
    page = "" if path in ("", own) else addresses.relative(own, path)
    if written.strip():
        return _by_person(view, written, path or own)
    made = digest(view, day)
    return _by_machine(view, made, path or own, {anchor: f"{page}#{anchor}" for anchor in anchors}) if made else None


def digest(view: View, day: Day) -> Digest | None:
    """A day's digest: a language model's, else that of the archive's rules."""
    return view.archive.digests.get(day.date) or _compiled(view, [day], view.standings[day.date])


def _compiled(view: View, days: Sequence[Day], standing: Standing) -> Digest | None:
    """The digest of these days by rules; threads that a language model found take the place of theirs."""
    chosen = view.archive.threads
    known = [(day.date, view.bases[day.date]) for day in days]
    basis = merged([basis._replace(threads=()) if date in chosen else basis for date, basis in known])
    announced = {item.key: item for day in reversed(days) for item in reversed(day.announced)}
    items = {key: view.item(item) for key, item in announced.items()}
    threads = [thread for day in days for thread in chosen.get(day.date, ())]
    return Editor(basis, standing, items, view.themes).digest(threads)


def of_span(view: View, days: Sequence[Day], standing: Standing, written: str, path: str) -> Editorial | None:
    """The editorial of a week or month that has these days, on its page at `path`."""
    if written.strip():
        return _by_person(view, written, path)
    made = _compiled(view, days, standing)
    return _by_machine(view, made, path, {}) if made else None


def linked_papers(view: View, written: str) -> list[str]:
    """The link targets in a person's Markdown that are papers of this archive: the page changes when this does."""
    return [target for target in _TARGETS.findall(written) if key_of(target) in view.archive.papers]


def linked_names(view: View, text: str, keys: Iterable[str], path: str) -> str:
    """HTML of another site's text, with the first mention of each of these papers' names linked to the paper's page."""
    places: dict[str, str] = {}
    for key in keys:
        called = _name(view, key)
        if called and len(called) > 2:
            places.setdefault(escape(called), addresses.relative(addresses.paper(key), path))
    if not places:
        return text
    longest = sorted(places, key=lambda called: (-len(called), called))
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])")

    def link(match: re.Match[str]) -> str:
        place = places.pop(match[0], None)
        return f'<a href="{place}">{match[0]}</a>' if place else match[0]

    return "".join(part if part.startswith("<") else pattern.sub(link, part) for part in _TAGS.split(text))


def _name(view: View, key: str) -> str | None:
    """The name of the system that a paper presents."""
    paper = view.listed(key)
    title = markup.plain(paper.title)
    # Most titles name it, and to find an abstract's sentences takes longer than all else here.
    found = system_names.system(title, ())
    return found or system_names.system(title, sentences.split(markup.plain(paper.abstract or "")))


def _by_machine(view: View, digest: Digest, path: str, groups: Mapping[str, str]) -> Editorial:
    """`groups`: the addresses of the groups of papers on the day's page, by their ids."""
    text = "\n".join(_paragraph(view, part, path, groups) for part in digest.paragraphs)
    if digest.by:
        return Editorial(text, f"Written by the language model {literal(digest.by)}, checked against the abstracts.")
    chose = sorted({part.by for part in digest.paragraphs if isinstance(part, Points) and part.by})
    models = f" Threads chosen by the language model {literal(', '.join(chose))}." if chose else ""
    return Editorial(text, f"Counts of this archive, and sentences of the papers' abstracts, word for word.{models}")


def _paragraph(view: View, part: Line | Points, path: str, groups: Mapping[str, str]) -> str:
    if not isinstance(part, Points):
        return f"<p>{_line(view, part, path, groups)}</p>"
    heading = [f"<p><b>{literal(part.heading)}</b></p>"] if part.heading else []
    lines = (f"<li>{_line(view, line, path, groups)}</li>" for line in part.lines)
    return "\n".join((*heading, "<ul>", *lines, "</ul>"))


def _line(view: View, line: Line, path: str, groups: Mapping[str, str]) -> str:
    """A theme leads to its papers on the day's page, if they stand there, else to its own page."""
    parts, key = [], ""
    for part in line:
        if isinstance(part, str):
            parts.append(_EDGES.sub(lambda match: literal(match[0]), part))
        elif isinstance(part, Quote):
            parts.append(view.said(view.listed(key), part.text) if key else literal(part.text))
        else:
            key = part.key if isinstance(part, Mention) else key
            place = addresses.paper(part.key) if isinstance(part, Mention) else addresses.theme(part.theme)
            group = None if isinstance(part, Mention) else groups.get(addresses.group(part.theme))
            target = attribute(group or addresses.relative(place, path))
            parts.append(f"<a href={target}>{literal(part.name)}</a>")
    return "".join(parts)


def _by_person(view: View, written: str, path: str) -> Editorial:
    """A person's Markdown as HTML; a link to a paper's arXiv id or key leads to its page."""
    tokens = _ENGINE.parse(written)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + _BELOW)}"
        for child in token.children or ():
            place = _place(view, str(child.attrGet("href")), path) if child.type == "link_open" else None
            if place:
                child.attrSet("href", place)
    text = str(_ENGINE.renderer.render(tokens, _ENGINE.options, {}))
    return Editorial(_BLANKS.sub("\n", text).strip(), "By the editors of this archive.")


def _place(view: View, target: str, path: str) -> str | None:
    papers = view.archive.papers
    key = next((key for key in (target, key_of(target)) if key in papers), None)
    if key:
        return addresses.relative(addresses.paper(key), path)
    return addresses.arxiv("abs", target) if is_valid(target) else None

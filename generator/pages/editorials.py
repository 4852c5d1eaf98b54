"""The text on top of a day's, week's or month's page: by a person, else by a language model, else by rules."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

from markdown_it import MarkdownIt

from generator.describe import digests
from generator.describe.digests import Item
from generator.model import Day, Digest, EntryType, Line, Mention, Points, Rest, Subject
from generator.model.arxiv_id import is_valid
from generator.model.arxiv_id import key as key_of
from generator.pages import addresses
from generator.pages.context import View
from generator.pages.templating import attribute, literal

Span = Literal["week", "month"]


@dataclass(frozen=True, slots=True)
class Groups:
    """Where the papers of a day stand in groups."""

    page: str = ""  # the address of the day's page; empty: the page itself, or none
    anchors: Collection[str] = ()  # the ids of the groups there


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
    """A day's editorial; `written`: Markdown by a person, may be empty. None for a day without papers.

    path: the page that shows it, beside the day's numbers; empty: the day's own. anchors: the ids of the groups of
    papers on the day's own page.
    """
    own = not path  # the page that has the papers by theme
    path = path or addresses.day(day.date)
    groups = Groups("" if own else addresses.relative(addresses.day(day.date), path), anchors)
    if written.strip():
        return _by_person(view, written, path)
    made = digests.day(day.date, items(view, day), view.archive.themes, counted=False, grouped=not own)
    digest = view.archive.digests.get(day.date) or made
    return _by_machine(digest, path, groups) if digest and digest.paragraphs else None


def of_span(
    view: View, span: Span, first: dt.date, days: Sequence[Day], written: str, before: Mapping[str, int] | None
) -> Editorial | None:
    """The editorial of the week or month that begins on `first` and has these days.

    `before`: the `theme_counts` of the one before, if known."""
    path = addresses.week(first) if span == "week" else addresses.month(first)
    if written.strip():
        return _by_person(view, written, path)
    dated = [(day.date, items(view, day)) for day in days]
    digest = digests.period(span, first, dated, view.archive.themes, before)
    return _by_machine(digest, path, Groups()) if digest else None


def theme_counts(view: View, days: Iterable[Day]) -> dict[str, int]:
    """theme -> number of papers, new or cross-listed on these days, that have it as their first theme."""
    keys = {announced.key for day in days for announced in day.of_type("new", "cross")}
    papers = (view.outlines[key] for key in sorted(keys))
    return dict(Counter(paper.themes[0] for paper in papers if paper.themes and not paper.withdrawn))


def linked_papers(view: View, written: str) -> list[str]:
    """The link targets in a person's Markdown that are papers of this archive: the page changes when this does."""
    return [target for target in _TARGETS.findall(written) if key_of(target) in view.archive.papers]


def items(view: View, day: Day) -> list[Item]:
    """A day's papers as a digest sees them: first those announced, then those that other sites mention."""
    keys: list[tuple[str, EntryType]] = [(announced.key, announced.type) for announced in day.announced]
    keys += [(key, "report") for key, _ in day.mentions]
    keys += [(key, "card") for key, _ in day.cards]
    return [view.item(key, kind) for key, kind in keys]


def linked_names(view: View, text: str, keys: Iterable[str], path: str) -> str:
    """HTML of another site's text, with the first mention of each of these papers' names linked to the paper's page."""
    places: dict[str, str] = {}
    for key in keys:
        called = view.item(key, "report").name
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


def _by_machine(digest: Digest, path: str, groups: Groups) -> Editorial:
    text = "\n".join(_paragraph(part, path, groups) for part in digest.paragraphs)
    if digest.by:
        return Editorial(text, f"Written by the language model {literal(digest.by)}, checked against the abstracts.")
    return Editorial(text, "Compiled by rules from the cards of these papers.")


def _paragraph(part: Line | Points, path: str, groups: Groups) -> str:
    if isinstance(part, Points):
        return "\n".join(("<ul>", *(f"<li>{_line(line, path, groups)}</li>" for line in part.lines), "</ul>"))
    return f"<p>{_line(part, path, groups)}</p>"


def _line(line: Line, path: str, groups: Groups) -> str:
    return "".join(_part(part, path, groups) for part in line)


def _part(part: str | Mention | Subject | Rest, path: str, groups: Groups) -> str:
    if isinstance(part, str):
        return _EDGES.sub(lambda match: literal(match[0]), part)
    target = _target(part, path, groups)
    name = literal(part.name)
    return f"<a href={attribute(target)}>{name}</a>" if target else name


def _target(part: Mention | Subject | Rest, path: str, groups: Groups) -> str:
    """Where a part of a line leads: a subject to its papers on the page, if they stand there, else to its own page; the
    papers that a line does not name to the day's page. Empty: nowhere."""
    if isinstance(part, Mention):
        return addresses.relative(addresses.paper(part.key), path)
    subject = part.subject if isinstance(part, Rest) else part
    themed = subject.theme or subject.name == digests.UNTHEMED
    anchor = addresses.group(subject.theme or "") if themed else ""
    place = _place_of(subject) if part is subject else ""
    if anchor in groups.anchors and (not place or not groups.page):
        return f"{groups.page}#{anchor}"
    if isinstance(part, Rest):
        return groups.page
    return addresses.relative(place, path) if place else ""


def _place_of(subject: Subject) -> str:
    """The path of a subject's page; empty if it has none."""
    if subject.theme:
        return addresses.theme(subject.theme)
    return addresses.category(subject.category) if subject.category and addresses.has_page(subject.category) else ""


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

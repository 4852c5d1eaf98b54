"""The text on top of a day's, week's or month's page: by a person, else by a language model, else by rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from html import escape

from markdown_it import MarkdownIt

from generator.describe.cards import system_names
from generator.describe.digests import editorial
from generator.describe.digests.bases import Standing, merged
from generator.describe.digests.editorial import Item
from generator.model import Day, Digest, Line, Mention, Points, Quote, Subject
from generator.model.arxiv_id import is_valid
from generator.model.arxiv_id import key as key_of
from generator.pages import addresses
from generator.pages.context import View
from generator.pages.templating import attribute, literal
from generator.text import markup, sentences


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
    """A day's editorial; `written`: Markdown by a person, may be empty. None where there is nothing to say.

    path: the page that shows it; empty: the day's own. anchors: the ids of the groups of papers on the day's own page.
    """
    own = addresses.day(day.date)
    groups = Groups("" if path in ("", own) else addresses.relative(own, path), anchors)
    if written.strip():
        return _by_person(view, written, path or own)
    made = digest(view, day)
    return _by_machine(view, made, path or own, groups) if made else None


def digest(view: View, day: Day) -> Digest | None:
    """A day's digest: a language model's, else that of the archive's rules."""
    date = day.date
    return view.archive.digests.get(date) or editorial.digest(
        view.bases[date], view.standings[date], items(view, [day]), view.themes, view.archive.threads.get(date, ())
    )


def of_span(view: View, days: Sequence[Day], standing: Standing, written: str, path: str) -> Editorial | None:
    """The editorial of a week or month that has these days, on its page at `path`."""
    if written.strip():
        return _by_person(view, written, path)
    basis = merged([view.bases[day.date] for day in days])
    made = editorial.digest(basis, standing, items(view, days), view.themes)
    return _by_machine(view, made, path, Groups()) if made else None


def linked_papers(view: View, written: str) -> list[str]:
    """The link targets in a person's Markdown that are papers of this archive: the page changes when this does."""
    return [target for target in _TARGETS.findall(written) if key_of(target) in view.archive.papers]


def items(view: View, days: Iterable[Day]) -> dict[str, Item]:
    """key -> the paper as it was first announced on these days."""
    announced = {item.key: item for day in reversed([*days]) for item in reversed(day.announced)}
    return {key: view.item(item) for key, item in announced.items()}


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


def _by_machine(view: View, digest: Digest, path: str, groups: Groups) -> Editorial:
    text = "\n".join(_paragraph(view, part, path, groups) for part in digest.paragraphs)
    if digest.by:
        return Editorial(text, f"Written by the language model {literal(digest.by)}, checked against the abstracts.")
    chose = {part.by for part in digest.paragraphs if isinstance(part, Points) and part.by}
    models = f" Threads chosen by the language model {literal(', '.join(sorted(chose)))}." if chose else ""
    return Editorial(text, f"Counts of this archive, and sentences of the papers' abstracts, word for word.{models}")


def _paragraph(view: View, part: Line | Points, path: str, groups: Groups) -> str:
    if not isinstance(part, Points):
        return f"<p>{_line(view, part, path, groups)}</p>"
    heading = [f"<p><b>{literal(part.heading)}</b></p>"] if part.heading else []
    return "\n".join(
        (*heading, "<ul>", *(f"<li>{_line(view, line, path, groups)}</li>" for line in part.lines), "</ul>")
    )


def _line(view: View, line: Line, path: str, groups: Groups) -> str:
    parts, key = [], ""
    for part in line:
        if isinstance(part, str):
            parts.append(_EDGES.sub(lambda match: literal(match[0]), part))
        elif isinstance(part, Quote):
            parts.append(view.said(view.listed(key), part.text) if key else literal(part.text))
        else:
            key = part.key if isinstance(part, Mention) else key
            parts.append(f"<a href={attribute(_target(part, path, groups))}>{literal(part.name)}</a>")
    return "".join(parts)


def _target(part: Mention | Subject, path: str, groups: Groups) -> str:
    """Where a part of a line leads: a theme on the day's own page to its papers there, else to its own page."""
    if isinstance(part, Mention):
        return addresses.relative(addresses.paper(part.key), path)
    anchor = addresses.group(part.theme)
    if anchor in groups.anchors:
        return f"{groups.page}#{anchor}"
    return addresses.relative(addresses.theme(part.theme), path)


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

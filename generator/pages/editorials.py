"""The text on top of a day's, week's or month's page: by a person, else by a language model, else by rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from markdown_it import MarkdownIt

from generator.describe.digests.bases import Standing, merged
from generator.describe.digests.editorial import Editor
from generator.model import Announced, Day, Digest, Line, Mention, Points, Quote
from generator.model.arxiv_id import is_valid
from generator.model.arxiv_id import key as key_of
from generator.pages import addresses
from generator.pages.context import View
from generator.pages.templating import attribute, literal

_ENGINE = MarkdownIt("commonmark", {"html": False}).disable("image")
_TARGETS = re.compile(r"[\w.-]+(?:/\d{7})?")
_BLANKS = re.compile(r"\n\s*\n+")
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
    return _by_machine(view, made, [day], path or own, {each: f"{page}#{each}" for each in anchors}) if made else None


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


def of_span(view: View, days: Sequence[Day], standing: Standing, written: str, path: str) -> Editorial | None:
    """The editorial of a week or month that has these days, on its page at `path`."""
    if written.strip():
        return _by_person(view, written, path)
    made = _compiled(view, days, standing)
    return _by_machine(view, made, days, path, {}) if made else None


def linked_papers(view: View, written: str) -> list[str]:
    """The link targets in a person's Markdown that are papers of this archive: the page changes when this does."""
    return [target for target in _TARGETS.findall(written) if key_of(target) in view.archive.papers]


def _by_machine(view: View, digest: Digest, days: Sequence[Day], path: str, groups: Mapping[str, str]) -> Editorial:
    """`groups`: the addresses of the groups of papers on the day's page, by their ids."""
    announced = _announced(days)

    def html(line: Line) -> str:
        """A theme leads to its papers on the day's page, if they stand there, else to its own page."""
        parts, key = [], ""
        for part in line:
            if isinstance(part, str):
                parts.append(_EDGES.sub(lambda match: literal(match[0]), part))
            elif isinstance(part, Quote):
                parts.append(f"<q>{view.said(part, partial(_received, view, announced.get(key)))}</q>")
            else:
                key = part.key if isinstance(part, Mention) else key
                place = addresses.paper(part.key) if isinstance(part, Mention) else addresses.theme(part.theme)
                group = None if isinstance(part, Mention) else groups.get(addresses.group(part.theme))
                target = attribute(group or addresses.relative(place, path))
                parts.append(f"<a href={target}>{literal(part.name)}</a>")
        return "".join(parts)

    shown = []
    for part in digest.paragraphs:
        if isinstance(part, Points):
            shown += [f"<p><b>{literal(part.heading)}</b></p>"] if part.heading else []
            shown += ["<ul>", *(f"<li>{html(line)}</li>" for line in part.lines), "</ul>"]
        else:
            shown.append(f"<p>{html(part)}</p>")
    if digest.by:
        return Editorial("\n".join(shown), f"Written by the language model {literal(digest.by)}.")
    chose = sorted({part.by for part in digest.paragraphs if isinstance(part, Points) and part.by})
    models = f" Threads chosen by the language model {literal(', '.join(chose))}." if chose else ""
    credit = f"Counts of this archive, and sentences of the papers' abstracts, word for word.{models}"
    return Editorial("\n".join(shown), credit)


def _announced(days: Sequence[Day]) -> dict[str, Announced]:
    """key -> how the paper was first announced on these days."""
    return {item.key: item for day in reversed(days) for item in reversed(day.announced)}


def _received(view: View, announced: Announced | None) -> str:
    """The abstract that an announcement brought, as received."""
    return (announced.words(view.archive.papers[announced.key]).abstract if announced else None) or ""


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

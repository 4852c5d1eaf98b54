"""The text on top of a day's, week's or month's page: by a person, else by a language model, else by rules."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from daybook.describe.digests import Editor, Standing, merged
from daybook.model import Announced, Day, Digest, Line, Mention, Points, Quote
from daybook.model.arxiv_id import is_valid
from daybook.model.arxiv_id import key as key_of
from daybook.text import markup
from daybook.text.language import _
from daybook.view import addresses
from daybook.view.context import View
from daybook.view.rows import quoted
from daybook.view.writing import bullets, link

_LINK = re.compile(r"(?<=\]\()[\w.-]+(?:/\d{7})?(?=\))")
_TARGETS = re.compile(r"[\w.-]+(?:/\d{7})?")
_SERVED = re.compile(r"(\]\([\w./-]+)\.html(?=[#)])")
_KEY = re.compile(r"papers/[^/]+/([^/]+)\.md")
_HEADING = re.compile(r"^(#{1,4})(?= )", re.MULTILINE)
_EDGES = re.compile(r"\S(?:.*\S)?", re.DOTALL)  # keeps the spaces around a paper's name


@dataclass(frozen=True, slots=True)
class Editorial:
    """A digest as a page shows it."""

    text: str  # Markdown
    credit: str  # Markdown


def of_day(view: View, day: Day, written: str, path: str = "") -> Editorial | None:
    """A day's editorial; `written`: Markdown by a person, may be empty. None where there is nothing to say.

    path: the page that shows it; empty: the day's own.
    """
    page = path or addresses.day(day.date)
    if written.strip():
        return _by_person(view, written, page)
    made = digest(view, day)
    return _by_machine(view, made, [day], page) if made else None


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
    return _by_machine(view, made, days, path) if made else None


def whole(view: View, text: str, page: str) -> str:
    """Markdown of the page at this path, to be read elsewhere: its links are whole addresses. Without an address of the
    site, papers with an arXiv id are linked there, and other pages not at all.
    """

    def link_to(found: re.Match[str]) -> str:
        address = _whole(view, found[2], page)
        return markup.link(found[1], address, view.settings.hosts) if address else found[1]

    return markup.LINK.sub(link_to, text)


def _whole(view: View, target: str, page: str) -> str:
    if ":" in target:
        return target if "://" in target else ""
    place = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
    if view.settings.url:
        path, _, rest = place.partition("#")
        return addresses.public(view.settings.url, addresses.served(path)) + (f"#{rest}" if rest else "")
    known = _KEY.fullmatch(place)
    paper = view.archive.papers.get(known[1]) if known else None
    return addresses.arxiv("abs", paper.arxiv_id) if paper and paper.arxiv_id else ""


def linked_papers(view: View, written: str) -> list[str]:
    """The link targets in a person's Markdown that are papers of this archive: the page changes when this does."""
    return [target for target in _TARGETS.findall(written) if key_of(target) in view.archive.papers]


def _by_machine(view: View, digest: Digest, days: Sequence[Day], path: str) -> Editorial:
    announced = _announced(days)

    def written(line: Line) -> str:
        parts, key = [], ""
        for part in line:
            if isinstance(part, str):
                parts.append(_EDGES.sub(lambda match: markup.escape_markdown(markup.clean(match[0])), part))
            elif isinstance(part, Quote):
                parts.append(f"“{quoted(part, partial(_received, view, announced.get(key)))}”")
            else:
                key = part.key if isinstance(part, Mention) else key
                place = addresses.paper(part.key) if isinstance(part, Mention) else addresses.theme(part.theme)
                parts.append(link(markup.literal(part.name), place, path))
        return markup.escape_head("".join(parts))

    shown = []
    for part in digest.paragraphs:
        if isinstance(part, Points):
            shown += [f"**{markup.literal(part.heading)}**"] if part.heading else []
            shown.append(bullets(map(written, part.lines)))
        else:
            shown.append(written(part))
    if digest.by:
        credit = _("Written by the language model {name}.", name=markup.literal(digest.by))
        return Editorial("\n\n".join(shown), credit)
    chose = sorted({part.by for part in digest.paragraphs if isinstance(part, Points) and part.by})
    credit = _("Counts of this archive, and sentences of the papers' abstracts, word for word.")
    if chose:
        names = markup.literal(", ".join(chose))
        credit = f"{credit} {_('Threads chosen by the language model {name}.', name=names)}"
    return Editorial("\n\n".join(shown), credit)


def _announced(days: Sequence[Day]) -> dict[str, Announced]:
    """key -> how the paper was first announced on these days."""
    return {item.key: item for day in reversed(days) for item in reversed(day.announced)}


def _received(view: View, announced: Announced | None) -> str:
    """The abstract that an announcement brought, as received."""
    return (announced.words(view.archive.papers[announced.key]).abstract if announced else None) or ""


def _by_person(view: View, written: str, path: str) -> Editorial:
    """A person's Markdown, its headings below the page's.

    What else than generated pages hold is in it is text to whoever renders the page.
    """
    return Editorial(_HEADING.sub(r"##\1", linked(view, written, path)), _("By the editors of this archive."))


def linked(view: View, written: str, path: str) -> str:
    """A person's Markdown on the page at `path`: a link to a paper's arXiv id or key leads to its page, one to a page
    of the site to its Markdown."""
    return _SERVED.sub(r"\1.md", _LINK.sub(lambda target: _place(view, target[0], path), written.strip()))


def _place(view: View, target: str, path: str) -> str:
    papers: Mapping[str, object] = view.archive.papers
    key = next((key for key in (target, key_of(target)) if key in papers), None)
    if key:
        return addresses.near(addresses.paper(key), path)
    return addresses.arxiv("abs", target) if is_valid(target) else target

"""The digest of a month by itself, to be read elsewhere than on its page: the notes of a release.

GitHub and mail programs show Markdown with simple HTML in it. Every link is a whole address; without an address of the
site, papers with an arXiv id are linked there, and other links are left out.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Sequence
from html import unescape
from urllib.parse import urljoin

from generator import dates
from generator.archive import proofs
from generator.archive.coverage import FAULTS
from generator.config import Settings
from generator.model import ANNOUNCED, Archive, Day
from generator.pages import addresses, editorials, labels, periods
from generator.pages.context import Texts, View
from generator.pages.templating import attribute, literal
from generator.sources import report

_LINK = re.compile(r'<a href=(?:"([^"]*)"|([^\s">]+))>')
_PAPER = re.compile(r"papers/(?:\d{4}|title)/([^/]+)\.html")


def month(archive: Archive, settings: Settings, texts: Texts, first: dt.date) -> str:
    """What was announced in the month that begins on `first`, as Markdown; empty if nothing was."""
    view = View(archive, settings, texts)
    found = next((span for span in periods.spans(view, "month") if span[0] == first), None)
    if found is None or not any(day.announced or day.mentions for day in found[1]):
        return ""
    _, days, standing = found
    path = addresses.month(first)
    written = texts.digests.get(addresses.stem(path), "")
    editorial = editorials.of_span(view, days, standing, written, path)
    parts = [_absolute(view, editorial.text, path), f"<p>{editorial.credit}</p>"] if editorial else []
    parts += ["\n".join(f"- {line}" for line in _lines(view, days, first, path))]
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def _lines(view: View, days: Sequence[Day], first: dt.date, path: str) -> list[str]:
    name, url = dates.month(first), view.settings.url
    states = [each.state for day in days for each in view.coverage.get(day.date, ())]
    lacking = sum(state in FAULTS for state in states)
    announced = labels.count(sum(bool(day.announced) for day in days), "day")
    kinds = Counter(item.type for day in days for item in day.announced)
    lines = [
        f"{proofs.words(f'{kinds[kind]:,} {report.noun(kind, kinds[kind])}' for kind in ANNOUNCED if kinds[kind])}"
    ]
    lines += [f"{announced} with announcements; {labels.count(lacking, 'announcement')} not held whole" if lacking
             else f"{announced} with announcements, each held whole as far as arXiv states its totals"]  # fmt: skip
    if url:
        place = urljoin(url, addresses.served(path))
        lines.append(f"<a href={attribute(literal(place))}>{name}, day by day</a>")
    return lines


def _absolute(view: View, text: str, path: str) -> str:
    """HTML of a page at `path` with links that lead somewhere from anywhere."""

    def link(match: re.Match[str]) -> str:
        target = unescape(match[1] or match[2])
        place = _place(view, urljoin(addresses.served(path), target))
        return f"<a href={attribute(literal(place))}>" if place else "<a>"

    return _LINK.sub(link, text)


def _place(view: View, target: str) -> str:
    if re.match(r"[a-z]+:", target):
        return target
    if view.settings.url:
        return urljoin(view.settings.url, target)
    paper = _PAPER.fullmatch(target)
    ident = view.archive.papers[paper[1]].arxiv_id if paper and paper[1] in view.archive.papers else None
    return addresses.arxiv("abs", ident) if ident else ""

"""The digest of a month by itself, to be read elsewhere than on its page: the notes of a release.

GitHub and mail programs show its Markdown. Every link is a whole address.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence

from daybook.config import Settings
from daybook.coverage import proofs
from daybook.coverage.judge import FAULTS
from daybook.model import ANNOUNCED, Archive, Day
from daybook.pages import periods
from daybook.sources import received
from daybook.text import dates, markup
from daybook.view import addresses, editorials, labels
from daybook.view.context import Texts, View
from daybook.view.writing import bullets


def notes(archive: Archive, settings: Settings, texts: Texts, first: dt.date) -> str:
    """What was announced in the month that begins on `first`, as Markdown; empty if nothing was."""
    view = View(archive, settings, texts)
    found = next((span for span in periods.spans(view, "month") if span[0] == first), None)
    if found is None or not any(day.announced or day.mentions for day in found[1]):
        return ""
    _, days, compare = found
    path = addresses.month(first)
    editorial = editorials.of_span(view, days, compare(), path)
    parts = [editorials.whole(view, editorial.text, path), editorial.credit] if editorial else []
    return "\n\n".join([*parts, bullets(_lines(view, days, first, path))]) + "\n"


def _lines(view: View, days: Sequence[Day], first: dt.date, path: str) -> list[str]:
    name, url = dates.month(first), view.settings.url
    states = [each.state for day in days for each in view.coverage.get(day.date, ())]
    lacking = sum(state in FAULTS for state in states)
    announced = labels.count(sum(bool(day.announced) for day in days), "day")
    kinds = Counter(item.type for day in days for item in day.announced)
    lines = [
        f"{proofs.words(f'{kinds[kind]:,} {received.noun(kind, kinds[kind])}' for kind in ANNOUNCED if kinds[kind])}"
    ]
    lines += [f"{announced} with announcements; {labels.count(lacking, 'announcement')} not held whole" if lacking
             else f"{announced} with announcements, each held whole as far as arXiv states its totals"]  # fmt: skip
    if url:
        place = addresses.public(url, addresses.served(path))
        lines.append(markup.link(f"{name}, day by day", place, view.settings.hosts))
    return lines

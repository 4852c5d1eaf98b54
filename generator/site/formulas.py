"""Which papers hold formulas that are not set: they would cost too much time, or room on the page."""

from __future__ import annotations

from collections.abc import Iterable

from generator.archive import linking
from generator.context import ROOT, Context
from generator.errors import BuildError
from generator.model import Record
from generator.site import katex
from generator.text import markup

_MOST_NAMED = 3


def check(context: Context, records: Iterable[Record]) -> None:
    """Say in one line which papers have formulas that pages show as their source. No fault: the text is as received."""
    texts = [
        (record.arxiv_id or linking.title_address(record.title), text)
        for record in records
        for text in (record.title, record.abstract, record.comments, record.journal_ref)
        if text and markup.may_have_excessive_formulas(text)
    ]
    try:
        math = katex.renderer(ROOT) if texts else None
    except BuildError:
        return  # `daybook build` says so
    names = sorted({name for name, text in texts if math and markup.has_excessive_formulas(text, math)})
    if names:
        more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
        context.say(f"formulas too large to set, shown as their source: {', '.join(names[:_MOST_NAMED])}{more}")

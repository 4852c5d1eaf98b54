"""Digests: what a day, a week or a month brought, in at most 250 words, every statement supported by a paper.

    Item                 a paper as input to a digest
    day                  the papers of a day -> Digest
    period, counts       the papers of a week's or month's days -> Digest; papers per theme, for the next period
    text                 a line of a digest -> what the reader sees
    unsupported          Digest and the papers' texts -> its numbers and names that they do not contain

A digest says how many papers came, lists them by theme, and presents those with the strongest evidence by what their
cards say, word for word. The text depends on the papers alone. Pure and deterministic; no text makes it raise.
"""

from generator.describe.digests.check import unsupported
from generator.describe.digests.daily import day
from generator.describe.digests.items import Item
from generator.describe.digests.lines import UNTHEMED, text
from generator.describe.digests.periods import counts, period

__all__ = ["UNTHEMED", "Item", "counts", "day", "period", "text", "unsupported"]

"""Digests: what a day, a week or a month brought, in at most 250 words, each of them supported.

    Item                 a paper as a digest sees it
    day                  the papers of a day -> Digest
    period, counts       the papers of a week's or month's days -> Digest; what the next period compares itself with
    unsupported          Digest and the papers' texts -> its numbers and names that do not stand there

A digest says how many papers came and in which themes, then tells of two to four threads: papers of one theme, or that
share a phrase which few others have. What a paper does is said by its card. No word depends on anything but the papers.
Pure and deterministic; nothing here raises on any text.
"""

from generator.describe.digests.check import unsupported
from generator.describe.digests.daily import day
from generator.describe.digests.items import Item
from generator.describe.digests.periods import counts, period

__all__ = ["Item", "counts", "day", "period", "unsupported"]

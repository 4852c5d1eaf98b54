"""The HTML of a paper's card, with placeholders for what differs from page to page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from generator.pages import addresses
from generator.pages.templating import attribute, literal

# Placeholders in a card; escaped text cannot contain them.
ROOT = "<root>"  # the path to the folder of pages
NOTE = "<note>"  # labels that only this page gives
MARKS = "<marks>"  # further attributes
ABSTRACT = "<abstract>"
DATE = "<date>"
PLACEHOLDERS = {"marks": MARKS, "note": NOTE, "abstract": ABSTRACT, "date": DATE}
"""Those that the template of cards names."""


FEW = 5
"""A list of fewer has no bar to narrow it; nor does narrow.js make one."""


@dataclass(frozen=True, slots=True)
class Whole:
    """What a card has besides on the pages of the newest papers, where readers choose what to read."""

    abstract: str = ""  # HTML; empty if there is none, or if the card shows it anyway
    terms: str = ""  # its signature: what For you ranks it by


@dataclass(frozen=True, slots=True)
class CardHtml:
    """What several pages show of a paper."""

    title: str  # HTML
    card: str  # HTML with placeholders for what differs from page to page
    date: str = ""  # HTML: the day it was first announced
    whole: Callable[[], Whole] = Whole

    def on(
        self, page: str, note: str = "", *, whole: bool = False, dated: bool = True, marks: str = "", of: str = ""
    ) -> str:
        """The card as the page at this path shows it.

        note: labels of this page, as HTML. whole: with the abstract, to be unfolded, and the paper's terms. dated: with
        the day it was first announced. marks: attributes of this page: ` data-type=new data-n=17`. of: the address
        below the root of what all papers of this page have in common, whose label says nothing here.
        """
        more = self.whole() if whole else Whole()
        card = re.sub(rf" ?<a href={re.escape(rooted(of))}>[^<]*</a>", "", self.card) if of else self.card
        return (
            card.replace(f"{ABSTRACT}\n", more.abstract)
            .replace(MARKS, f"{marks} data-terms={more.terms}" if more.terms else marks)
            .replace(DATE, self.date if dated else "")
            .replace(NOTE, f"{note} " if note else "")
            .replace(ROOT, addresses.root(page))
        )


def bare(key: str) -> CardHtml:
    """The card of a paper for which no other can be made. The paper's own page reports why."""
    link = f"<a href={rooted(addresses.served(addresses.paper(key)))}>{literal(key)}</a>"
    return CardHtml(literal(key), f"<article id={attribute(literal(key))}{MARKS}>\n<p>{link}</p>\n</article>")


def rooted(address: str) -> str:
    """The value of a link to this address below the root, which the card's page puts in."""
    return f"{ROOT}{address}" if attribute(address) == address else f'"{ROOT}{address}"'

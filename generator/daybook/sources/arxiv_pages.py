"""What the readers of arXiv's pages share: blocks of authors, lines of subjects, and what stands around entries."""

from __future__ import annotations

import re

from daybook.model import arxiv
from daybook.sources.author_list import names_in
from daybook.sources.html import Element, line_of

_CODE = re.compile(r"\(([A-Za-z][A-Za-z-]*(?:\.[A-Za-z-]+)?)\)\s*$")
_NOT_A_NAME = re.compile(r"additional authors not shown|^\(?hide authors", re.IGNORECASE)
# Above and below entries, in arXiv's layouts of 2019 to 2026.
_FURNITURE = re.compile(
    r"(?i)[#\-•*\[> ]*+(?:Skip to main content|Cornell University.*|We gratefully acknowledge support.*|arxiv logo.*"
    r"|(?:Help(?: Pages)? ?\|? ?)?(?:Advanced )?Search(?: arXiv| Submit Donate Log in)?|GO|quick links|Log ?in|Donate"
    r"|Press Enter to search.*|Major funding support from.*|arXiv is now an independent nonprofit.*|Contact|Subscribe"
    r"|(?:New submissions|Cross[- ](?:submission|list|listing)s|(?:Replacement|Replaced) submissions|Replacements)\b.*"
    r"|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, \d{1,2} [A-Z][a-z]+ \d{2,4}(?: ?\((?:continued, )?showing"
    r" (?:first |last )?\d+ of \d+ entries ?\)| No updates for this time period)?\.?"
    r"|(?:Total|\[ ?total) of .*|Links to:.*"
    r"|No (?:further )?updates\b.*|View page:.*|Continue to the next day.*|See (?:recent articles|today's new changes)"
    r"|(?:Showing|Catchup results|Authors and titles)\b.*|Get status notifications.*|About · Help.*|Privacy|Help Pages"
    r"|All fields|Title|Author|Abstract|Comments|Journal reference|ORCID|(?:ACM|MSC) classification|Report number"
    r"|arXiv identifier|DOI|arXiv author ID|Full text|(?<=> )[a-z.-]+|open (?:search|navigation menu)|[\d\s.,:;|·–-]*)"
)


def is_furniture(line: str) -> bool:
    """Whether a line is of a page itself, and of no entry: the name of a category, too."""
    return _FURNITURE.fullmatch(line) is not None or bool(arxiv.codes_of(line.strip("#•*- ")))


def authors_of(element: Element | None) -> tuple[tuple[str, ...], bool]:
    """The names in an author block, and whether the list is complete.

    Linked names are used as written (the text between them is affiliations); a list without links is split.
    """
    text = line_of(element)
    # arXiv prints "(author list is unavailable)" where a list is missing.
    if element is None or not text or "author list is unavailable" in text:
        return (), False
    linked = [line_of(link) for link in element.iter("a")]
    names = [name.removeprefix("and ") for name in linked if name and not _NOT_A_NAME.search(name)]
    return tuple(names) or names_in(text), "additional authors not shown" not in text


def subject_codes(text: str) -> tuple[str, ...]:
    """The codes in a line of subjects: the last parentheses before each semicolon, in order, without repetitions.

    >>> subject_codes("Distributed, Parallel, and Cluster Computing (cs.DC); Quantum Physics (quant-ph)")
    ('cs.DC', 'quant-ph')
    """
    return tuple(dict.fromkeys(code[1] for code in map(_CODE.search, text.split(";")) if code))

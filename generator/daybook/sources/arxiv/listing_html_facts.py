"""What an arXiv listing page states about itself: kind, day, category, totals, the part shown, and its sections."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from daybook.errors import Refused
from daybook.model import EntryType
from daybook.model.taxonomy import codes_of, is_archive, is_category
from daybook.sources.arxiv.listing_html_entry import ListingItem
from daybook.sources.html import HtmlPage, line_of
from daybook.sources.plain_text import one_line, parse_day, parse_weekday
from daybook.sources.restore import Element, classes_of

PageKind = Literal["new", "catchup", "recent", "month", "year"]

_SECTION = re.compile(
    r"(?P<new>new\s+submission)|(?P<cross>cross[- ]?(?:list|submission))|(?P<replace>replacement)", re.IGNORECASE
)
_SHOWING = re.compile(r"showing\s+(?:first\s+|last\s+)?([\d,]+)\s+of\s+([\d,]+)", re.IGNORECASE)
_TOTAL = re.compile(r"\btotal\s+of\s+([\d,]+)\s+entr", re.IGNORECASE)
_RANGE = re.compile(r"(\d+)\s*[-–]\s*(\d+)")
_CATCHUP = re.compile(r"Catchup results for\s(.*?)\son\s\S", re.IGNORECASE)
_TITLES = re.compile(r"Authors and titles for\s+(.*)", re.IGNORECASE)
_MONTH = re.compile(r"\b([A-Z][a-z]{2,8})\.?\s+(\d{4})\b")
_YEAR = re.compile(r"\b(\d{4})\b")
_NEW_FOR = re.compile(r"Showing new listings for", re.IGNORECASE)
_NOTHING = re.compile(r"\bNo updates\b", re.IGNORECASE)
_ADDRESS = re.compile(r"/(?:list|catchup)/([A-Za-z_-]+(?:\.[A-Za-z-]+)?)/[\w-]")
_ADDRESS_PAGE = re.compile(r"[?&;]page=(\d+)")
_CATCHUP_PAGE = 2000  # entries on a page


@dataclass(slots=True)
class ListingSection:
    """The items under a heading; for those before the first heading, it is empty."""

    heading: str
    items: list[ListingItem] = field(default_factory=list)
    says_nothing: bool = False  # "No updates for this time period."

    @property
    def type(self) -> EntryType | None:
        """The announce type that the heading names."""
        match = _SECTION.match(self.heading)
        names: tuple[EntryType, ...] = ("new", "cross", "replace")
        return next((name for name in names if match and match[name]), None)

    @property
    def day(self) -> dt.date | None:
        """The day that the heading names."""
        return parse_weekday(self.heading)

    @property
    def stated(self) -> tuple[int, int] | None:
        """(shown, total): the numbers of entries that the heading states."""
        match = _SHOWING.search(self.heading)
        return (_number(match[1]), _number(match[2])) if match else None


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What a page states about itself."""

    kind: PageKind
    date: dt.date | None  # None: each section of a recent page has its own
    codes: tuple[str, ...]  # categories the page may be for, likeliest first; several if they share its name
    total: int | None  # "Total of 350 entries"
    totals: tuple[int, ...]  # every total stated; more than one if the page contradicts itself
    range: tuple[int, int] | None  # (301, 325) on a page that shows only these
    page: int | None  # number of the page in a catchup of several; 0: past the last one
    says_nothing: bool
    sections: tuple[ListingSection, ...]


def facts_of(page: HtmlPage) -> PageFacts:
    """The facts of a page. Raises Refused where it is not a listing or has no date."""
    scope = page.part("dlpage")
    name = next((line_of(heading) for heading in scope.iter("h1")), "")
    catchup = _CATCHUP.match(name)
    titles = next((match[1] for h in scope.iter("h2") if (match := _TITLES.search(line_of(h)))), None)
    sections = tuple(_sections(page.root))
    kind = _kind(name, titles, sections, [line_of(heading) for heading in scope.iter("h3")])
    date = None if kind == "recent" else _date(kind, name, titles or "", scope)
    outside = _text_outside_entries(scope)
    totals = tuple(dict.fromkeys(map(_number, _TOTAL.findall(outside))))
    total = totals[0] if totals else None
    return PageFacts(
        kind=kind,
        date=date,
        codes=_codes(page, scope, catchup[1] if catchup else name, titles or ""),
        total=total,
        totals=totals,
        range=_range(scope, sections, total) if kind != "catchup" else None,
        page=_catchup_page(page, scope, outside, sections) if kind == "catchup" else None,
        says_nothing=_NOTHING.search(outside) is not None,
        sections=sections,
    )


def _number(digits: str) -> int:
    return int(digits.replace(",", ""))


def _sections(root: Element) -> Iterator[ListingSection]:
    """The sections of a page in order. Goes by headings and terms alone: <dl> may enclose both or only terms."""
    section, place = ListingSection(""), 0
    term: Element | None = None
    for element in root.iter("h3", "dt", "dd", "p"):
        if element.tag in ("h3", "dt") and term is not None:
            section.items.append(ListingItem(place, term, None))
            term = None
        if element.tag == "h3" and _opens_section(line_of(element)):
            if section.heading or section.items:
                yield section
            section = ListingSection(line_of(element))
        elif element.tag == "dt":
            term, place = element, place + 1
        elif element.tag == "dd" and term is not None:
            section.items.append(ListingItem(place, term, element))
            term = None
        elif element.tag == "p" and not section.items and _NOTHING.search(line_of(element)):
            section.says_nothing = True
    if term is not None:
        section.items.append(ListingItem(place, term, None))
    if section.heading or section.items:
        yield section


def _opens_section(heading: str) -> bool:
    return not _NEW_FOR.match(heading) and (_SECTION.match(heading) is not None or parse_day(heading) is not None)


def _kind(name: str, titles: str | None, sections: tuple[ListingSection, ...], headings: list[str]) -> PageKind:
    if _CATCHUP.match(name):
        return "catchup"
    if titles is not None:
        if "recent" in titles.lower():
            return "recent"
        return "month" if _MONTH.search(titles) else "year"
    if any(_NEW_FOR.match(heading) for heading in headings) or any(section.type for section in sections):
        return "new"
    if any(section.day for section in sections):
        return "recent"
    raise Refused(f'not a listing of a day, month or year: "{name}"', hint="use a listing page")


def _date(kind: PageKind, name: str, titles: str, scope: Element) -> dt.date:
    """The day of a page; for a month or year its first day."""
    if kind == "month" and (month := _MONTH.search(titles)):
        date = parse_day(f"1 {month[1]} {month[2]}")
    elif kind == "year" and (year := _YEAR.search(titles)):
        date = parse_day(f"1 Jan {year[1]}")
    else:
        places = (name, *(line_of(heading) for heading in scope.iter("h3")), _text_outside_entries(scope))
        date = next((day for text in places if (day := parse_weekday(text))), None)
    if date is None:
        raise Refused("has no date", hint="save the whole page, with its headings")
    return date


def _text_outside_entries(scope: Element) -> str:
    """The text of a page without its entries: headings, totals, page links."""
    parts: list[str] = []
    _gather(scope, parts)
    return one_line(" ".join(parts))


def _gather(element: Element, parts: list[str]) -> None:
    parts.append(element.text or "")
    for child in element:
        if child.tag not in ("dt", "dd", "head"):
            _gather(child, parts)
        parts.append(child.tail or "")


def _range(scope: Element, sections: tuple[ListingSection, ...], total: int | None) -> tuple[int, int] | None:
    """The range of entries on one page of several: the unlinked range among the page links, else the entry numbers."""
    for mark in scope.iter("span", "b", "strong"):
        match = _RANGE.fullmatch(line_of(mark))
        if match and _is_paging(mark):
            shown = int(match[1]), int(match[2])
            return None if shown == (1, total) else shown
    numbers = [item.number for section in sections for item in section.items]
    first, last = (numbers[0], numbers[-1]) if numbers else (None, None)
    return (first, last) if first and last and first > 1 else None


def _is_paging(mark: Element) -> bool:
    parent = mark.getparent()
    return parent is not None and ("paging" in classes_of(parent) or parent.tag == "small")


def _catchup_page(page: HtmlPage, scope: Element, outside: str, sections: tuple[ListingSection, ...]) -> int | None:
    """Which page of a catchup this is; None if there is only one."""
    if "No further updates" in outside:
        return 0
    if "View page" in outside:
        numbers = (line_of(mark) for mark in scope.iter("span", "b", "strong"))
        unlinked = next((int(number) for number in numbers if number.isdecimal() and len(number) < 5), None)
        return unlinked or _page_by_numbers(page, sections) or 1
    return _page_by_numbers(page, sections)


def _page_by_numbers(page: HtmlPage, sections: tuple[ListingSection, ...]) -> int | None:
    first = next((item.number for section in sections for item in section.items), None)
    if first and first > 1:
        return (first - 1) // _CATCHUP_PAGE + 1
    address = _ADDRESS_PAGE.search(page.saved_from or "")
    return int(address[1]) if address and address[1] not in ("0", "1") else None


def _codes(page: HtmlPage, scope: Element, name: str, titles: str) -> tuple[str, ...]:
    """The codes that the page may be for: one if the page's own links state it, else those of its name.

    A category's page may also link its archive's listings: a link that matches the name takes precedence, and a link to
    the archive of the named category is ignored.
    """
    named = codes_of(name)
    own = [*_linked(scope), *_ADDRESS.findall(page.saved_from or ""), *titles.split()]
    own.sort(key=lambda code: code not in named)
    for code in (*_ids(scope), *own):
        if _is_code(code) and not any(other.startswith(f"{code}.") for other in named):
            return (code,)
    crumbs = [code for code in _linked(page.root) if _is_code(code) and (code in named or not named)]
    return tuple(dict.fromkeys((*reversed(crumbs), *named)))


def _is_code(word: str) -> bool:
    return is_category(word) or is_archive(word) or word.startswith("grp_")


def _ids(scope: Element) -> Iterator[str]:
    for link in scope.iter("a"):
        kind, _, code = (link.get("id") or "").partition("-")
        if kind in ("recent", "new"):
            yield code


def _linked(scope: Element) -> Iterator[str]:
    """The categories in links to listings, outside entries."""
    for link in scope.iter("a"):
        match = _ADDRESS.search(link.get("href") or "")
        if match and not any(above.tag == "dd" for above in link.iterancestors()):
            yield match[1]

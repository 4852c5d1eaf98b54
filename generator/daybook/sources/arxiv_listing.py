"""One entry of an arXiv listing page: a <dt> with the id, marker and formats, and a <dd> with the fields."""

# What an arXiv listing page states about itself: kind, day, category, totals, the part shown, and its sections.

# arXiv's listing pages as HTML: new, catchup, recent, month and year; current, from before February 2024, or saved.
#
# Source: arxiv.org/list/... and arxiv.org/catchup/.... The page is read in listing_html_facts, an entry in
# listing_html_entry. Browsers change quotes, links and mathematics; nothing here depends on them.
#

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import unquote

from daybook.errors import Refused
from daybook.model import Count, Entry, EntryType, Listing, ids
from daybook.model.taxonomy import codes_of, is_archive, is_category
from daybook.sources import received
from daybook.sources.author_list import names_in
from daybook.sources.html import (
    Element,
    HtmlPage,
    classes_of,
    drop_descriptors,
    line_of,
    looks_like_page,
    own_words,
    paragraphs_of,
    parse,
    put_text,
    text_of,
)
from daybook.sources.plain_text import Head, one_line, optional, parse_day, parse_weekday, says_withdrawn
from daybook.sources.received import bad_id, read_each

_MARKER = re.compile(r"\((?:cross-list from\s[^()]++|replaced)\)", re.IGNORECASE)
_ABSTRACT_LINK = re.compile(r"(?:^|/)abs/([^?#]+?)/?(?:[?#]|$)")
_FULL_TEXT = re.compile(r"(?:^|/)(pdf|html)/([^?#]+?)(?:\.pdf)?/?(?:[?#]|$)")
_WRITTEN_ID = re.compile(r"arXiv:\s*(\S+)")
_CODE = re.compile(r"\(([A-Za-z][A-Za-z-]*(?:\.[A-Za-z-]+)?)\)\s*$")
_NOT_A_NAME = re.compile(r"additional authors not shown|^\(?hide authors", re.IGNORECASE)
_FORMATS = ("pdf", "html", "other", "ps")
_SHOWN_AUTHORS = 100  # a listing silently drops any further authors
_LABELS = {"title", "authors", "comments", "journal-ref", "subjects", "report-no", "msc-class", "acm-class", "doi"}


@dataclass(frozen=True, slots=True)
class ListingItem:
    """The markup of an entry."""

    place: int  # 1-based among the page's entries
    term: Element  # its <dt>
    fields: Element | None  # its <dd>; None if it has none

    @property
    def number(self) -> int | None:
        """The number printed in front of it: 301 for [301]."""
        match = re.match(r"\s*\[(\d+)\]", text_of(self.term))
        return int(match[1]) if match else None


def read_entry(item: ListingItem, section: EntryType, date: dt.date) -> Entry:
    """Read an entry.

    section: the type that the item's section states; the item's own marker overrides it, but not "harvest".
    Raises Refused where the id is missing or not an arXiv id, or the title is missing.
    """
    ident, version = _identity(item)
    fields = _fields(item.fields)
    title = line_of(fields.get("title"))
    if not title:
        raise Refused("has no title")
    names, complete = authors_of(fields.get("authors"))
    codes = subject_codes(line_of(fields.get("subjects")))
    abstract = _abstract(item.fields)
    comments = optional(line_of(fields.get("comments")))
    return Entry(
        place=item.place,
        type=section if section == "harvest" else _marked(item, section),
        date=date,
        title=title,
        arxiv_id=ident,
        version=version,
        authors=names,
        authors_complete=complete and len(names) < _SHOWN_AUTHORS,
        abstract=abstract,
        primary_category=codes[0] if codes else None,
        categories=codes,
        comments=comments,
        journal_ref=optional(line_of(fields.get("journal-ref"))),
        doi=optional(line_of(fields.get("doi"))),
        report_no=optional(line_of(fields.get("report-no"))),
        msc_class=optional(line_of(fields.get("msc-class"))),
        acm_class=optional(line_of(fields.get("acm-class"))),
        withdrawn=says_withdrawn(comments) or says_withdrawn(abstract),
        formats=_formats(item.term),
    )


def _identity(item: ListingItem) -> tuple[str, int | None]:
    """The id of an item, and the version if its links name one."""
    links = [unquote(link.get("href") or "") for link in item.term.iter("a")]
    written = [match[1] for href in links if (match := _ABSTRACT_LINK.search(href))]
    written += _WRITTEN_ID.findall(text_of(item.term))
    ident = ids.parse(written[0]) if written else None
    if ident is None:
        raise bad_id(written[0] if written else "")
    shown = [ids.parse(match[2]) for href in links if (match := _FULL_TEXT.search(href))]
    others = [*map(ids.parse, written), *shown]
    if other := next((other.id for other in others if other and other.id != ident.id), None):
        raise Refused(f"names two papers, {ident.id} and {other}")
    return ident.id, ident.version or next((other.version for other in shown if other and other.version), None)


def _marked(item: ListingItem, section: EntryType) -> EntryType:
    """The type that an item's marker states, else its section's. A replaced cross-list counts as a replacement."""
    markers = [marker.lower() for marker in _MARKER.findall(one_line(text_of(item.term)))]
    if "(replaced)" in markers:
        return "replace"
    return "cross" if markers else section


def _formats(term: Element) -> tuple[str, ...]:
    texts = (line_of(link).lower() for link in term.iter("a"))
    return tuple(dict.fromkeys(text for text in texts if text in _FORMATS))


def _fields(description: Element | None) -> dict[str, Element]:
    """The fields of an entry by name, from their classes or, if a page has lost those, their labels.

    They are removed from the description, which leaves the abstract.
    """
    fields: dict[str, Element] = {}
    if description is None:
        return fields
    for block in description.iter("div"):
        name = _field_name(block)
        if name:
            fields.setdefault(name, block)
    drop_descriptors(description)
    for block in fields.values():
        put_text(block)
    return fields


def _field_name(block: Element) -> str | None:
    listed = sorted(name for name in classes_of(block) if name.startswith("list-"))
    if listed:
        return listed[0].removeprefix("list-")
    label = next((line_of(child) for child in block if "descriptor" in classes_of(child)), "")
    name = label.rstrip(": ").lower()
    return name if name in _LABELS else None


def _abstract(description: Element | None) -> str | None:
    """The abstract: all text outside the fields, if there is a <p>.

    Not just the text of the <p>: a formula that a browser rendered as a block closes it too early.
    """
    if description is None or next(description.iter("p"), None) is None:
        return None
    return paragraphs_of(description) or None


def authors_of(element: Element | None) -> tuple[tuple[str, ...], bool]:
    """The names in an author block, and whether the list is complete.

    Linked names are used as written (the text between them is affiliations); a list without links is split.
    """
    text = line_of(element)
    if element is None or not text or "author list is unavailable" in text:
        return (), False
    complete = "additional authors not shown" not in text
    linked = [line_of(link) for link in element.iter("a")]
    names = [name.removeprefix("and ") for name in linked if name and not _NOT_A_NAME.search(name)]
    return tuple(names) or names_in(text), complete


def subject_codes(text: str) -> tuple[str, ...]:
    """The codes in a line of subjects: the last parentheses before each semicolon, in order, without repetitions.

    >>> subject_codes("Distributed, Parallel, and Cluster Computing (cs.DC); Quantum Physics (quant-ph)")
    ('cs.DC', 'quant-ph')
    """
    codes = (_CODE.search(subject) for subject in text.split(";"))
    return tuple(dict.fromkeys(code[1] for code in codes if code))


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


NAME = "listing page (HTML)"
SOURCE = "arxiv-listing"

_MARK = re.compile(
    # "=3D" is "=" in a page saved as MHTML.
    r"\bid\s*=(?:3D)?\s*[\"']?(?:dlpage|articles)\b|\bclass\s*=(?:3D)?\s*[\"']?list-(?:identifier|title)\b"
    r"|(?:saved from url=\(\d+\)|saved with SingleFile\s+url:\s*|Content-Location:\s*)"
    r"https?://[a-z.]*arxiv\.org/(?:list|catchup)/",
    re.IGNORECASE,
)


def recognises(head: Head) -> bool:
    """Whether the document is a page, or part of one, with the marks of an arXiv listing."""
    return looks_like_page(head) and _MARK.search(head.text) is not None


def read(data: bytes) -> tuple[Listing, ...]:
    """The listings of a page: one, or for a recent page one per day, newest first.

    Raises Refused where the page is cut off, is not a listing, or has no entries and does not state that.
    """
    page = parse(data)
    facts = facts_of(page)
    runs = tuple(_read_section(facts, section) for section in facts.sections)
    if not facts.says_nothing and not facts.total and not any(s.items or s.stated for s in facts.sections):
        raise Refused(f'has no entries and does not state that there are none; the page says "{own_words(page)}"')
    if facts.date is None:
        return _recent(facts, runs)
    return (_single(facts, facts.date, runs),)


@dataclass(frozen=True, slots=True)
class _ReadSection:
    """A section with what was read from it."""

    section: ListingSection
    date: dt.date
    entries: tuple[Entry, ...]
    notes: tuple[str, ...]  # one for each broken entry left out


def _read_section(facts: PageFacts, section: ListingSection) -> _ReadSection:
    date = facts.date or section.day
    if date is None:
        raise Refused("some entries have no date", hint="save the whole page, with its headings")
    kind: EntryType = "harvest" if facts.kind in ("month", "year") else section.type or "new"
    first = section.items[0].place if section.items else 1
    entries, notes = read_each(section.items, lambda item, _: read_entry(item, kind, date), first=first)
    return _ReadSection(section, date, entries, notes)


def _single(facts: PageFacts, date: dt.date, runs: tuple[_ReadSection, ...]) -> Listing:
    """The listing on the page of a day, month or year."""
    entries = tuple(entry for run in runs for entry in run.entries)
    quiet = facts.says_nothing and not facts.total and not any(run.section.items for run in runs)
    return Listing(
        source=SOURCE,
        format=NAME,
        date=date,
        category=_category(facts, entries),
        part=_part(facts),
        whole=_claims_all(facts, quiet),
        quiet=quiet,
        entries=entries,
        counts=_counts(facts, runs),
        notes=(*(note for run in runs for note in run.notes), *_further(facts)),
        problems=(*_numbering(runs), *_totals(facts)),
    )


def _recent(facts: PageFacts, runs: tuple[_ReadSection, ...]) -> tuple[Listing, ...]:
    """A listing per day. Never whole: a recent page omits replacements."""
    category = _category(facts, tuple(entry for run in runs for entry in run.entries))
    return tuple(
        Listing(
            source=SOURCE,
            format=NAME,
            date=run.date,
            category=category,
            part=_part(facts),
            quiet=run.section.says_nothing and not run.section.items,
            entries=run.entries,
            counts=_day_counts(facts, runs, run),
            notes=(*run.notes, *_further(facts)),
            problems=(*_numbering(runs), *_totals(facts)) if run is runs[0] else (),
        )
        for run in runs
    )


def _numbering(runs: tuple[_ReadSection, ...]) -> tuple[str, ...]:
    return received.numbering_faults([item.number for run in runs for item in run.section.items])


def _totals(facts: PageFacts) -> tuple[str, ...]:
    return (
        (f"it states conflicting totals: {' and '.join(map(str, facts.totals))} entries",) if facts.totals[1:] else ()
    )


def _part(facts: PageFacts) -> str:
    """The kind of page, and the part that it shows if it does not show everything."""
    if facts.page == 0:
        return f"{facts.kind} past the end"
    if facts.page is not None:
        return f"{facts.kind} page {facts.page}"
    return f"{facts.kind} {facts.range[0]}-{facts.range[1]}" if facts.range else facts.kind


def _further(facts: PageFacts) -> tuple[str, ...]:
    """A note if other pages have the rest."""
    others = "the others are on other pages"
    if facts.total and facts.range:
        return (f"shows entries {facts.range[0]}-{facts.range[1]} of {facts.total}; {others}",)
    if facts.total and facts.page:
        return (f"is page {facts.page} of a catchup of {facts.total} entries; {others}",)
    return ()


def _claims_all(facts: PageFacts, quiet: bool) -> bool:
    """Whether a page states that it shows its whole day: nothing at all, or a total of sections shown in full."""
    if facts.kind not in ("new", "catchup") or facts.range or facts.page is not None:
        return False
    stated = [section.stated for section in facts.sections if section.stated]
    in_full = all(shown == total for shown, total in stated)
    adds_up = len(stated) < len(facts.sections) or sum(total for _, total in stated) == facts.total
    return quiet or (facts.total is not None and in_full and adds_up)


def _counts(facts: PageFacts, runs: tuple[_ReadSection, ...]) -> tuple[Count, ...]:
    """The counts that section headings state, and "Total of N entries"."""
    counts = []
    for run in runs:
        shown, total = run.section.stated or (None, None)
        if run.section.type:
            counts.append(Count(section=run.section.type, read=len(run.entries), shown=shown, total=total))
    if facts.total is not None:
        read_here = sum(len(run.entries) for run in runs)
        counts.append(Count(section="all", read=read_here, shown=_shown(facts), total=facts.total))
    return tuple(counts)


def _shown(facts: PageFacts) -> int | None:
    """How many entries the page states that it shows."""
    if facts.range:
        return facts.range[1] - facts.range[0] + 1
    if facts.page is None:
        return facts.total
    stated = [section.stated for section in facts.sections]
    return sum(pair[0] for pair in stated if pair) if stated and all(stated) else None


def _day_counts(facts: PageFacts, runs: tuple[_ReadSection, ...], run: _ReadSection) -> tuple[Count, ...]:
    """The counts that a recent page states for a day. Without headings, its total must be reached on the last day."""
    read_here = len(run.entries)
    if run.section.stated:
        shown, total = run.section.stated
        return (Count(section="all", read=read_here, shown=shown, total=total),)
    expected = _shown(facts)
    if run is runs[-1] and expected is not None:
        others = sum(len(other.entries) for other in runs) - read_here
        return (Count(section="all", read=read_here, shown=max(expected - others, 0)),)
    return ()


def _category(facts: PageFacts, entries: tuple[Entry, ...]) -> str | None:
    """The category of the page; if several have its name, the one that most of its entries are in."""
    in_entries = {code: sum(code in entry.categories for entry in entries) for code in facts.codes}
    return max(facts.codes, key=lambda code: in_entries[code], default=None)

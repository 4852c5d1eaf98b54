"""arXiv's listing pages as HTML: new, catchup, recent, month and year; current, from before February 2024, or saved.

Source: arxiv.org/list/... and arxiv.org/catchup/.... A page states its kind, day, category, totals, the part shown, and
its sections; an entry is a <dt> with the id, marker and formats, and a <dd> with the fields. Browsers change quotes,
links and mathematics; nothing here depends on them.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, NamedTuple
from urllib.parse import unquote

from daybook.errors import Refused
from daybook.model import Count, Entry, EntryType, Listing, ids
from daybook.model.arxiv import codes_of, is_archive, is_category
from daybook.sources import accounting, html
from daybook.sources.arxiv_pages import authors_of, is_furniture, subject_codes
from daybook.sources.html import Element, HtmlPage, classes_of, line_of, text_of
from daybook.sources.plain_text import Head, one_line, optional, parse_day, parse_number, parse_weekday, says_withdrawn
from daybook.sources.received import identified, numbering_faults, read_each

NAME = "listing page (HTML)"
SOURCE = "arxiv-listing"

_MARK = re.compile(
    # "=3D" is "=" in a page saved as MHTML.
    r"\bid\s*=(?:3D)?\s*[\"']?(?:dlpage|articles)\b|\bclass\s*=(?:3D)?\s*[\"']?list-(?:identifier|title)\b"
    r"|(?:saved from url=\(\d+\)|saved with SingleFile\s+url:\s*|Content-Location:\s*)"
    r"https?://[a-z.]*arxiv\.org/(?:list|catchup)/",
    re.IGNORECASE,
)
# "New submissions for", "Cross-lists for", "Replacements for" until February 2024; then "Cross submissions (showing
# ...".
_SECTION = re.compile(
    r"(?P<new>new\s+submission)|(?P<cross>cross[- ]?(?:list|submission))|(?P<replace>replacement)", re.IGNORECASE
)
# "(showing 5 of 5 entries)", "(showing first 25 of 50 entries)", "(continued, showing last 50 of 300 entries)".
_SHOWING = re.compile(r"showing\s+(?:first\s+|last\s+)?([\d,]+)\s+of\s+([\d,]+)", re.IGNORECASE)
# "Total of 350 entries :" with links to pages, without the colon where all fit; "[ total of 123 entries:" before
# February 2024.
_TOTAL = re.compile(r"\btotal\s+of\s+([\d,]+)\s+entr", re.IGNORECASE)
_RANGE = re.compile(r"(\d+)\s*[-–]\s*(\d+)")
# The heading of a catch-up page alone says what it is: its <title> is empty.
_CATCHUP = re.compile(r"Catchup results for\s(.*?)\son\s\S", re.IGNORECASE)
_TITLES = re.compile(r"Authors and titles for\s+(.*)", re.IGNORECASE)
_MONTH = re.compile(r"\b([A-Z][a-z]{2,8})\.?\s+(\d{4})\b")
_YEAR = re.compile(r"\b(\d{4})\b")
_NEW_FOR = re.compile(r"Showing new listings for", re.IGNORECASE)
_NOTHING = re.compile(r"\bNo updates\b", re.IGNORECASE)
_ADDRESS = re.compile(r"/(?:list|catchup)/([A-Za-z_-]+(?:\.[A-Za-z-]+)?)/[\w-]")
_ADDRESS_PAGE = re.compile(r"[?&;]page=(\d+)")
_CATCHUP_PAGE = 2000  # entries on a page

_MARKER = re.compile(r"\((?:cross-list from\s[^()]++|replaced)\)", re.IGNORECASE)
_ABSTRACT_LINK = re.compile(r"(?:^|/)abs/([^?#]+?)/?(?:[?#]|$)")
# Of an entry's links only the one to HTML has the version; those to the abstract and the PDF have none.
_FULL_TEXT = re.compile(r"(?:^|/)(pdf|html)/([^?#]+?)(?:\.pdf)?/?(?:[?#]|$)")
_WRITTEN_ID = re.compile(r"arXiv:\s*(\S+)")
# Links to PostScript vanished from listings in 2024 and 2025.
_FORMATS = ("pdf", "html", "other", "ps")
# Without a sign that there are more; where just one would be left over, arXiv's program prints it, too.
_SHOWN_AUTHORS = 100  # a listing silently drops any further authors
# Today's listings print only the first five.
_INLINE = ("a", "b", "em", "font", "i", "small", "span", "strong")
_LABELS = {"title", "authors", "comments", "journal-ref", "subjects", "report-no", "msc-class", "acm-class", "doi"}


def recognises(head: Head) -> bool:
    """Whether the document is a page, or part of one, with the marks of an arXiv listing."""
    return html.looks_like_page(head) and _MARK.search(head.text) is not None


class _Item(NamedTuple):
    place: int  # 1-based among the page's entries
    term: Element  # its <dt>
    fields: Element | None  # its <dd>; None if it has none

    @property
    def number(self) -> int | None:
        match = re.match(r"\s*\[(\d+)\]", text_of(self.term))
        return int(match[1]) if match else None


@dataclass(slots=True)
class _Section:
    """The items under a heading; for those before the first heading, it is empty."""

    heading: str
    items: list[_Item] = field(default_factory=list)
    says_nothing: bool = False  # "No updates for this time period."
    date: dt.date = dt.date.min  # of the entries
    entries: tuple[Entry, ...] = ()  # read from the items
    notes: tuple[str, ...] = ()  # one for each broken entry left out

    @property
    def type(self) -> EntryType | None:
        match = _SECTION.match(self.heading)
        names: tuple[EntryType, ...] = ("new", "cross", "replace")
        return next((name for name in names if match and match[name]), None)

    @property
    def day(self) -> dt.date | None:
        return parse_weekday(self.heading)

    @property
    def stated(self) -> tuple[int, int] | None:
        """(shown, total): the numbers of entries that the heading states."""
        match = _SHOWING.search(self.heading)
        return (parse_number(match[1]), parse_number(match[2])) if match else None


class _Page(NamedTuple):
    """What a page states about itself."""

    kind: Literal["new", "catchup", "recent", "month", "year"]
    date: dt.date | None  # None: each section of a recent page has its own
    codes: tuple[str, ...]  # categories the page may be for, likeliest first; several if they share its name
    total: int | None  # "Total of 350 entries"
    totals: tuple[int, ...]  # every total stated; more than one if the page contradicts itself
    range: tuple[int, int] | None  # (301, 325) on a page that shows only these
    page: int | None  # number of the page in a catchup of several; 0: past the last one
    says_nothing: bool
    sections: tuple[_Section, ...]


def read(data: bytes) -> tuple[Listing, ...]:
    """The listings of a page: one, or for a recent page one per day, newest first.

    Raises Refused where the page is cut off, is not a listing, or has no entries and does not state that.
    """
    parsed = html.parse(data)
    page = _page(parsed)
    blocks = {name for block in parsed.root.iter("div") for name in classes_of(block) if name.startswith("list-")}
    for section in page.sections:
        date = page.date or section.day
        if date is None:
            raise Refused("some entries have no date", hint="save the whole page, with its headings")
        section.date = date
        # A month's or a year's page does not say on which day a paper was announced.
        kind: EntryType = "harvest" if page.kind in ("month", "year") else section.type or "new"
        first = section.items[0].place if section.items else 1
        section.entries, section.notes = read_each(section.items, partial(_entry, kind=kind, date=date), first=first)
    # An empty page of arXiv says "No updates ..."; while a replica lags it is status 503 instead.
    if not page.says_nothing and not page.total and not any(s.items or s.stated for s in page.sections):
        words = parsed.own_words()
        raise Refused(f'has no entries and does not state that there are none; the page says "{words}"')
    entries = tuple(entry for section in page.sections for entry in section.entries)
    # Two categories are called Machine Learning, cs.LG and stat.ML: it is the one that most entries are in.
    in_codes = Counter(code for entry in entries for code in set(entry.categories))
    part, further = _part(page)
    common = partial(
        Listing, source=SOURCE, format=NAME, part=part, category=max(page.codes, key=in_codes.__getitem__, default=None)
    )
    problems = numbering_faults([item.number for section in page.sections for item in section.items])
    if page.totals[1:]:
        problems += (f"it states conflicting totals: {' and '.join(map(str, page.totals))} entries",)
    stated = [section.stated for section in page.sections]
    shown = page.total  # how many entries the page states that it shows
    if page.range:
        shown = page.range[1] - page.range[0] + 1
    elif page.page is not None:
        shown = sum(pair[0] for pair in stated if pair) if stated and all(stated) else None
    if page.date is None:
        return _recent(page, common, shown, further, problems, _unread(parsed, page, blocks))
    # It claims to show its whole day where it states that there is nothing, or a total of sections shown in full.
    quiet = page.says_nothing and not page.total and not any(section.items for section in page.sections)
    adds_up = not all(stated) or sum(pair[1] for pair in stated if pair) == page.total
    in_full = page.total is not None and all(pair[0] == pair[1] for pair in stated if pair) and adds_up
    daily = page.kind in ("new", "catchup") and not page.range and page.page is None
    numbers = zip(page.sections, (pair or (None, None) for pair in stated), strict=True)
    counts = [Count(section=s.type, read=len(s.entries), shown=n[0], total=n[1]) for s, n in numbers if s.type]
    if page.total is not None:
        counts.append(Count(section="all", read=len(entries), shown=shown, total=page.total))
    notes = (*(note for section in page.sections for note in section.notes), *further)
    listing = common(
        date=page.date, whole=daily and (quiet or in_full), quiet=quiet, entries=entries, counts=tuple(counts),
        notes=notes, problems=problems, unread=_unread(parsed, page, blocks),
    )  # fmt: skip
    return (listing,)


def _part(page: _Page) -> tuple[str, tuple[str, ...]]:
    """The kind of page, with the part that it shows if it does not show everything; a note if other pages have the
    rest."""
    others = "the others are on other pages"
    if page.page is not None:
        note = f"is page {page.page} of a catchup of {page.total} entries; {others}"
        part = f"{page.kind} page {page.page}" if page.page else f"{page.kind} past the end"
        return part, (note,) if page.total and page.page else ()
    if not page.range:
        return page.kind, ()
    shown = f"{page.range[0]}-{page.range[1]}"
    return f"{page.kind} {shown}", (f"shows entries {shown} of {page.total}; {others}",) if page.total else ()


def _recent(
    page: _Page,
    common: Callable[..., Listing],
    expected: int | None,
    further: tuple[str, ...],
    problems: tuple[str, ...],
    unread: tuple[str, ...],
) -> tuple[Listing, ...]:
    """A listing per day. Never whole: a recent page omits replacements."""
    listings: list[Listing] = []
    for section in page.sections:
        read_here = len(section.entries)
        counts: tuple[Count, ...] = ()
        if section.stated:
            shown, total = section.stated
            counts = (Count(section="all", read=read_here, shown=shown, total=total),)
        elif section is page.sections[-1] and expected is not None:  # without headings, the total is reached here
            others = sum(len(other.entries) for other in page.sections[:-1])
            counts = (Count(section="all", read=read_here, shown=max(expected - others, 0)),)
        listings.append(
            common(
                date=section.date, quiet=section.says_nothing and not section.items, entries=section.entries,
                counts=counts, notes=(*section.notes, *further), problems=() if listings else problems,
                unread=() if listings else unread,
            )
        )  # fmt: skip
    return tuple(listings)


def _page(page: HtmlPage) -> _Page:
    """What a page states. Raises Refused where it is not a listing or has no date."""
    scope = page.part("dlpage")
    name = next((line_of(heading) for heading in scope.iter("h1")), "")
    catchup = _CATCHUP.match(name)
    titles = next((match[1] for h in scope.iter("h2") if (match := _TITLES.search(line_of(h)))), None)
    headings = [line_of(heading) for heading in scope.iter("h3")]
    sections = tuple(_sections(page.root))
    kind: Literal["new", "catchup", "recent", "month", "year"]
    if catchup:
        kind = "catchup"
    elif titles is not None:
        kind = "recent" if "recent" in titles.lower() else "month" if _MONTH.search(titles) else "year"
    elif any(map(_NEW_FOR.match, headings)) or any(section.type for section in sections):
        kind = "new"
    elif any(section.day for section in sections):
        kind = "recent"
    else:
        raise Refused(f'not a listing of a day, month or year: "{name}"', hint="use a listing page")
    parts: list[str] = []
    _gather(scope, parts)
    outside = one_line(" ".join(parts))
    date = None  # of a month or year its first day
    if kind == "month" and (month := _MONTH.search(titles or "")):
        date = parse_day(f"1 {month[1]} {month[2]}")
    elif kind == "year" and (year := _YEAR.search(titles or "")):
        date = parse_day(f"1 Jan {year[1]}")
    elif kind != "recent":
        date = next(filter(None, map(parse_weekday, (name, *headings, outside))), None)
    if date is None and kind != "recent":
        raise Refused("has no date", hint="save the whole page, with its headings")
    totals = tuple(dict.fromkeys(map(parse_number, _TOTAL.findall(outside))))
    total = totals[0] if totals else None
    shown = None if catchup else _range(scope, sections, total)
    nth = _catchup_page(page, scope, outside, sections) if catchup else None
    codes = _codes(page, scope, catchup[1] if catchup else name, titles or "")
    return _Page(kind, date, codes, total, totals, shown, nth, _NOTHING.search(outside) is not None, sections)


def _sections(root: Element) -> Iterator[_Section]:
    """The sections of a page in order. Goes by headings and terms alone: <dl> may enclose both or only terms."""
    section, place = _Section(""), 0
    term: Element | None = None
    # Today's <dl id='articles'> is there once a section and holds its <h3>; before February 2024 the <h3> stood above
    # it.
    for element in (*root.iter("h3", "dt", "dd", "p"), None):
        tag = None if element is None else element.tag
        if tag in ("h3", "dt", None) and term is not None:
            section.items.append(_Item(place, term, None))
            term = None
        heading = line_of(element) if tag == "h3" else ""
        opens = heading and not _NEW_FOR.match(heading) and (_SECTION.match(heading) or parse_day(heading))
        if tag is None or opens:
            if section.heading or section.items:
                yield section
            section = _Section(heading)
        elif tag == "dt":
            term, place = element, place + 1
        elif tag == "dd" and term is not None:
            section.items.append(_Item(place, term, element))
            term = None
        elif tag == "p" and not section.items and _NOTHING.search(line_of(element)):
            section.says_nothing = True


def _gather(element: Element, parts: list[str]) -> None:
    """The text of a page without its entries, its blocks on lines: headings, totals, page links."""
    edge = "" if element.tag in _INLINE else "\n"
    parts.append(edge + re.sub("[\r\n]", " ", element.text or ""))
    for child in element:
        if child.tag not in ("dt", "dd", "head"):
            _gather(child, parts)
        parts.append(re.sub("[\r\n]", " ", child.tail or ""))
    parts.append(edge)


def _unread(parsed: HtmlPage, page: _Page, blocks: set[str]) -> tuple[str, ...]:
    """What was not understood in the part with the listing, between its entries, in them, and behind the page."""
    scope, parts = parsed.part("dlpage"), list[str]()
    if scope is not parsed.root:
        _gather(scope, parts)
        parts = "".join(parts).split("\n")
    left = [item.fields for section in page.sections for item in section.items if item.fields is not None]
    parts += [line_of(rest) for rest in left if next(rest.iter("p"), None) is None]  # else it is the abstract
    parts += sorted(name for name in blocks if name.removeprefix("list-") not in _LABELS)
    pieces = [(accounting.BETWEEN, one_line(part)) for part in parts]
    return accounting.unread((*pieces, (accounting.AFTER, parsed.behind)), is_furniture)


def _range(scope: Element, sections: tuple[_Section, ...], total: int | None) -> tuple[int, int] | None:
    """The range of entries on one page of several: the unlinked range among the page links, else the entry numbers."""
    for mark in scope.iter("span", "b", "strong"):
        match, parent = _RANGE.fullmatch(line_of(mark)), mark.getparent()
        # Page links stand in <div class='paging'>, before February 2024 in <small>.
        if match and parent is not None and ("paging" in classes_of(parent) or parent.tag == "small"):
            shown = int(match[1]), int(match[2])
            return None if shown == (1, total) else shown
    numbers = [item.number for section in sections for item in section.items]
    first, last = (numbers[0], numbers[-1]) if numbers else (None, None)
    return (first, last) if first and last and first > 1 else None


def _catchup_page(page: HtmlPage, scope: Element, outside: str, sections: tuple[_Section, ...]) -> int | None:
    """Which page of a catchup this is; None if there is only one."""
    # What arXiv says past the last page.
    if "No further updates" in outside:
        return 0
    paged = "View page" in outside
    if paged:
        numbers = (line_of(mark) for mark in scope.iter("span", "b", "strong"))
        if unlinked := next((int(number) for number in numbers if number.isdecimal() and len(number) < 5), None):
            return unlinked
    first = next((item.number for section in sections for item in section.items), None)
    if first and first > 1:
        return (first - 1) // _CATCHUP_PAGE + 1
    address = _ADDRESS_PAGE.search(page.saved_from or "")
    stated = int(address[1]) if address and address[1] not in ("0", "1") else None
    return stated or 1 if paged else stated


def _codes(page: HtmlPage, scope: Element, name: str, titles: str) -> tuple[str, ...]:
    """The codes that the page may be for: one if the page's own links state it, else those of its name. A category's
    page may also link its archive's listings: a link that matches the name takes precedence, and a link to the archive
    of the named category is ignored."""

    def is_code(word: str) -> bool:
        return is_category(word) or is_archive(word) or word.startswith("grp_")

    # A page that was asked for under an alias is its category's: /list/math.IT/new has the body of cs.IT, and no
    # redirect.
    named = codes_of(name)
    own = [*_linked(scope), *_ADDRESS.findall(page.saved_from or ""), *titles.split()]
    own.sort(key=lambda code: code not in named)
    # <a id="recent-cs.GT"> on a page of new papers, <a id="new-cs.GT"> on one of recent papers.
    by_id = ((link.get("id") or "").partition("-") for link in scope.iter("a"))
    for code in (*(code for kind, _, code in by_id if kind in ("recent", "new")), *own):
        if is_code(code) and not any(other.startswith(f"{code}.") for other in named):
            return (code,)
    crumbs = [code for code in _linked(page.root) if is_code(code) and (code in named or not named)]
    return tuple(dict.fromkeys((*reversed(crumbs), *named)))


def _linked(scope: Element) -> Iterator[str]:
    """The categories in links to listings, outside entries."""
    for link in scope.iter("a"):
        match = _ADDRESS.search(link.get("href") or "")
        if match and not any(above.tag == "dd" for above in link.iterancestors()):
            yield match[1]


def _entry(item: _Item, place: int, *, kind: EntryType, date: dt.date) -> Entry:
    """Read an entry. kind: what the item's section states; the item's own marker overrides it, but not "harvest".
    Raises Refused where the id is missing or not an arXiv id, or the title is missing."""
    ident, version = _identity(item)
    fields = _fields(item.fields)
    title = line_of(fields.get("title"))
    if not title:
        raise Refused("has no title")
    # A replaced cross-list counts as a replacement.
    markers = [marker.lower() for marker in _MARKER.findall(one_line(text_of(item.term)))]
    if kind != "harvest" and markers:
        kind = "replace" if "(replaced)" in markers else "cross"
    names, complete = authors_of(fields.get("authors"))
    codes = subject_codes(line_of(fields.get("subjects")))
    # The abstract is all text outside the fields, if there is a <p>. Not just the text of the <p>: a formula that a
    # browser rendered as a block closes it too early.
    rest = item.fields
    abstract = html.paragraphs_of(rest) if rest is not None and next(rest.iter("p"), None) is not None else ""
    words = {name: optional(line_of(block)) for name, block in fields.items()}
    formats = (text for link in item.term.iter("a") if (text := line_of(link).lower()) in _FORMATS)
    return Entry(
        place=place, type=kind, date=date, title=title,
        arxiv_id=ident, version=version, authors=names, authors_complete=complete and len(names) < _SHOWN_AUTHORS,
        abstract=abstract or None, primary_category=codes[0] if codes else None, categories=codes,
        comments=words.get("comments"), journal_ref=words.get("journal-ref"), doi=words.get("doi"),
        report_no=words.get("report-no"), msc_class=words.get("msc-class"), acm_class=words.get("acm-class"),
        withdrawn=says_withdrawn(words.get("comments"), abstract), formats=tuple(dict.fromkeys(formats)),
    )  # fmt: skip


def _identity(item: _Item) -> tuple[str, int | None]:
    """The id of an item, and the version if its links name one."""
    links = [unquote(link.get("href") or "") for link in item.term.iter("a")]
    written = [match[1] for href in links if (match := _ABSTRACT_LINK.search(href))]
    written += _WRITTEN_ID.findall(text_of(item.term))
    shown = [match[2] for href in links if (match := _FULL_TEXT.search(href))]
    ident = identified(next(iter(written), ""), *written, *shown)
    others = filter(None, map(ids.parse, shown))
    return ident.id, ident.version or next((other.version for other in others if other.version), None)


def _fields(description: Element | None) -> dict[str, Element]:
    """The fields of an entry by name, from their classes or, if a page has lost those, their labels. They are removed
    from the description, which leaves the abstract."""
    fields: dict[str, Element] = {}
    if description is None:
        return fields
    for block in description.iter("div"):
        listed = sorted(name for name in classes_of(block) if name.startswith("list-"))
        label = next((line_of(child) for child in block if "descriptor" in classes_of(child)), "")
        name = listed[0].removeprefix("list-") if listed else label.rstrip(": ").lower()
        if name and (listed or name in _LABELS):
            fields.setdefault(name, block)
    html.drop_descriptors(description)
    for block in fields.values():
        html.put_text(block)
    return fields

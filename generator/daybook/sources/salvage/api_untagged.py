"""Responses of arXiv's API that have lost their tags: all values in the feed's order, run together.

Feed: id, (title), time, three numbers (total results, start, items per page), then the entries. Entry: address with
version, title, time of this version, abstract, time of version 1, (comment), (journal reference), authors, (DOI).
Categories were attributes and are lost. If values are on lines of their own, those line breaks are used too.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from daybook.errors import Refused
from daybook.model import Count, Entry, Listing, taxonomy
from daybook.model import ids as arxiv_id
from daybook.sources.entries import bad_id, read_each
from daybook.sources.plain_text import ONE_EACH, Head, decode, one_line, paragraphs, parse_time, says_withdrawn
from daybook.sources.salvage.api_untagged_fields import split_trailing_fields, words_of
from daybook.sources.salvage.person_names import Words
from daybook.sources.salvage.unwrap import OPEN, Kind, restore

NAME = "API answer without its tags"
SOURCE = "arxiv-api"

_TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)"
_OWN_LINE = re.compile(rf"{_TIME}|https?://(?:export\.)?arxiv\.org/abs/\S+v\d+")
_FEED_ID = re.compile(
    r"\s*+(?:arXiv Query:[^\n]*?(?<!\s)\s*+)?https?://(?:export\.)?arxiv\.org/api/(?!errors)", re.IGNORECASE
)
_FEED = re.compile(
    rf"(?P<head>.*?)(?P<time>{_TIME})(?P<numbers>[\d\s]*+)(?=https?://(?:export\.)?arxiv\.org/|$)", re.DOTALL
)
_SECOND = re.compile(
    rf"https?://(?:export\.)?arxiv\.org/api/(?!errors|query).{{0,600}}?{_TIME}[\d\s]{{1,30}}https?://(?:export\.)?arxiv\.org/abs/",
    re.DOTALL,
)
_ADDRESSED = re.compile(r"https?://(?:export\.)?arxiv\.org/abs/[^\s?#]{1,60}v\d")  # with a version, as entries have it
_START = re.compile(r"https?://(?:export\.)?arxiv\.org/abs/")
_ENTRY = re.compile(
    # Atomic: if two times do not follow the first version, they do not follow a later one either.
    rf"(?>https?://(?:export\.)?arxiv\.org/abs/(?P<id>(?:\d{{4}}\.\d{{4,5}}|[a-z-]+(?:\.[A-Z]{{2}})?/\d{{7}}|\S+?))"
    rf"v(?=\d))(?P<title>\d.*?)(?P<updated>{_TIME})(?P<abstract>.*?)(?P<published>{_TIME})(?P<rest>.*)",
    re.DOTALL,
)
_ERROR = re.compile(
    r"https?://(?:export\.)?arxiv\.org/api/errors#?\S{0,200}?\s{0,20}Error\s*"
    rf"(?:{_TIME})?(?P<reason>.*?)(?={_TIME}|arXiv api core|$)",
    re.DOTALL,
)
_QUERY = re.compile(
    r"search_query=(?P<query>(?:(?!search_query=|&(?:amp;)?id_list=).)*+)&(?:amp;)?id_list="
    r"(?P<ids>(?:(?!search_query=|&(?:amp;)?start=).)*+)&(?:amp;)?start="
)
_MOST_DIGITS = 3
"""Digits of a version number."""
_LONGEST_TOTALS = 24
"""Digits of the three numbers together: arXiv has a few million papers."""
_USUAL_PAGES = frozenset((10, 15, 20, 25, 30, 50, 100, 200, 250, 500, 1000, 2000))
_ASKED_START = re.compile(r"&(?:amp;)?start=(\d+)&")
_ONE_CATEGORY = re.compile(r"cat:([a-z-]+(?:\.[A-Za-z-]+)?)")


class Totals(NamedTuple):
    """The three numbers in a response's header."""

    total: int  # all results of the query
    start: int  # index of this page's first result, from 0
    page: int  # entries per page


def recognises(head: Head) -> bool:
    """Whether a document begins with an API feed's values, without their tags."""
    text = restore(head.text, _marks).text
    if not text.lstrip().startswith("http") and "Query" not in text[:100]:
        return False
    if _ERROR.search(text[:3000]):
        return True
    return _FEED_ID.match(text) is not None and re.search(_TIME, text[:2000]) is not None


def read(data: bytes) -> tuple[Listing, ...]:
    """The response's entries as a harvest, with the feed's date. Raises Refused."""
    restored = restore(decode(data), _marks).checked()
    text = restored.text
    error = _ERROR.search(text)
    if error:
        raise Refused(f"arXiv API error: {one_line(error['reason']) or 'no reason given'}", hint="send the query again")
    feed = _FEED.match(text)
    updated = parse_time(feed["time"]) if feed else None
    if feed is None or updated is None:
        raise Refused("has no feed date before its entries", location="line 1", hint="save the whole response")
    if _SECOND.search(text, feed.end()):
        raise Refused("contains more than one response", hint=ONE_EACH)
    chunks = _chunks(text[feed.end() :])
    words = words_of(text)
    entries, notes = read_each(chunks, lambda chunk, place: _entry(chunk, place, updated.date(), words))
    if chunks and not entries:
        raise Refused(f"contains no complete entry ({notes[0]})", hint="save the whole response")
    numbers = one_line(feed["numbers"])
    asked = _ASKED_START.search(feed["head"])
    totals, sure = guess_totals(numbers, len(chunks), int(asked[1]) if asked else None)
    if numbers and not sure:
        notes = (*notes, f"the numbers {numbers!r} can be read in more than one way")
    query, category = _query(feed["head"])
    # Two pages of one query must remain distinct: if the numbers are ambiguous, use them as received.
    start = f"start={totals.start}" if totals and sure else numbers and f"numbers={numbers}"
    shown = min(totals.page, totals.total - totals.start) if totals else None
    total = totals.total if totals and sure else None
    listing = Listing(
        source=SOURCE,
        format=NAME,
        date=updated.date(),
        category=category,
        part=" ".join(filter(None, (query, start))) or None,
        quiet=total == 0,
        entries=entries,
        counts=(Count(section="all", read=len(entries), shown=shown, total=total),),
        notes=(*restored.notes, *notes),
    )
    return (listing,)


def _marks(lines: Sequence[str]) -> dict[int, Kind]:
    """Times and addresses that begin or fill a line, and the line after an entry's second time."""
    marks: dict[int, Kind] = {}
    times = 0
    for k, line in enumerate(lines):
        if _OWN_LINE.fullmatch(line):
            marks[k] = "alone"
            times = 0 if line.startswith("http") else times + 1
        elif _ADDRESSED.match(line):
            marks[k] = "begins"
        elif times == 2 and line and k - 1 in marks:
            marks[k] = "open"
    return marks


def _query(head: str) -> tuple[str | None, str | None]:
    """(query, category): the query in the feed's title, and its category if it names exactly one."""
    match = _QUERY.search(head)
    if match is None:
        return None, None
    query, ids = one_line(match["query"]), one_line(match["ids"])
    only = _ONE_CATEGORY.fullmatch(query)
    category = only[1] if only and (taxonomy.is_category(only[1]) or taxonomy.is_archive(only[1])) else None
    stated = " ".join(f"{name}={value}" for name, value in (("search_query", query), ("id_list", ids)) if value)
    return stated or None, category


def _chunks(text: str) -> list[str]:
    """The text of each entry. An address in an abstract or comment starts no entry: no title and two times follow."""
    places = [match.start() for match in _START.finditer(text)] + [len(text)]
    begins: list[int] = []
    before = 0  # times since the last entry began
    for start, end in pairwise(places):
        times = len(re.findall(_TIME, text[start:end]))
        if not begins or (times and before >= 2):
            begins.append(start)
            before = 0
        before += times
    return [text[start:end] for start, end in pairwise([*begins, len(text)])]


def _entry(chunk: str, place: int, date: dt.date, words: Words) -> Entry:
    match = _ENTRY.match(chunk)
    if match is None:
        raise Refused(f"incomplete entry {one_line(chunk)[:60]!r}")
    ident = arxiv_id.parse(match["id"])
    if ident is None:
        raise bad_id(match["id"])
    updated, published = parse_time(match["updated"]), parse_time(match["published"])
    version, title = _version_and_title(match["title"], first=updated == published)
    if not title:
        raise Refused(f"{ident.id} has no title")
    if OPEN in match["rest"]:
        raise Refused(f"{ident.id} was wrapped: cannot tell where its comment ends")
    fields = split_trailing_fields(match["rest"], words)
    abstract = _abstract(match["abstract"])
    return Entry(
        place=place,
        type="harvest",
        date=date,
        title=title,
        arxiv_id=ident.id,
        version=version,
        authors=fields.authors,
        abstract=abstract,
        comments=fields.comments,
        journal_ref=fields.journal_ref,
        doi=fields.doi,
        submitted=published,
        updated=updated,
        withdrawn=says_withdrawn(fields.comments) or says_withdrawn(abstract),
    )


def _abstract(text: str) -> str | None:
    """The abstract, each line as a paragraph: the API breaks lines nowhere else."""
    return paragraphs(text.strip().replace("\n", "\n\n")) or None


def _version_and_title(text: str, *, first: bool) -> tuple[int, str]:
    """The version's digits and the title after them: `2I Like To Move It`; `13D Models` is version 1 of 3D Models.

    first: both times are equal, so this is version 1.
    """
    digits = re.match(r"\d+", text)
    count = len(digits[0]) if digits else 1
    if first or count == 1 or count > _MOST_DIGITS or _continues_a_number(text[count:]):
        count = 1
    return int(text[:count]), one_line(text[count:])


def _continues_a_number(rest: str) -> bool:
    """Whether the title's first character continues a number: `D Models`, `-bit`, `th`, ` Years`, `% of`."""
    return re.match(r"[A-Z](?![a-z])|[a-z%.,:\s-]|$", rest) is not None


def guess_totals(text: str, count: int, start: int | None = None) -> tuple[Totals | None, bool]:
    """Total, start and page size from their digits run together, and whether there is only one way to read them.

    count: the number of entries present. start: the start that the query asked for, if stated. A page is full unless it
    is the last, and starts at a multiple of its size. Older responses give total, start, page size; newer ones begin
    with the page size.
    """
    numbers = text.split()
    if sum(map(len, numbers)) > _LONGEST_TOTALS:
        return None, False
    if len(numbers) == 3:
        candidates = [Totals(*map(int, (numbers[k] for k in order))) for order in ((0, 1, 2), (1, 2, 0))]
        likely = (
            [totals for totals in candidates if _fits(totals, count)]
            or list(filter(_is_possible, candidates))
            or candidates
        )
        return likely[0], True
    digits = "".join(numbers)
    splits = [(digits[:i], digits[i:j], digits[j:]) for i in range(1, len(digits)) for j in range(i + 1, len(digits))]
    splits = [parts for parts in splits if all(part == "0" or part[0] != "0" for part in parts)]
    ways = [[Totals(*(int(parts[k]) for k in order)) for parts in splits] for order in ((0, 1, 2), (1, 2, 0))]
    ways = [[totals for totals in way if start in (None, totals.start)] for way in ways]
    for fitting in ([totals for totals in way if _fits(totals, count)] for way in ways):
        full = [totals for totals in fitting if totals.page == count] or fitting
        if full:
            return min(full, key=lambda totals: (totals.start, totals.total)), len(full) == 1
    # Entries are missing, so only the usual page sizes help.
    usual = [t for way in ways for t in way if t.page in _USUAL_PAGES and t.page > count and _is_possible(t)]
    return min(usual, default=None, key=lambda totals: (totals.start, totals.total)), len(usual) == 1


def _is_possible(totals: Totals) -> bool:
    """Whether a page of that size can start there."""
    return 0 < totals.page <= 2000 and totals.start % totals.page == 0 and totals.start <= totals.total


def _fits(totals: Totals, count: int) -> bool:
    """Whether these can be the totals of a response with `count` entries."""
    return _is_possible(totals) and count == min(totals.page, totals.total - totals.start)

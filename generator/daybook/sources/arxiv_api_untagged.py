"""Responses of arXiv's API that have lost their tags: all values in the feed's order, run together.

Feed: id, (title), time, three numbers (total results, start, items per page), then the entries. Entry: address with
version, title, time of this version, abstract, time of version 1, (comment), (journal reference), authors, (DOI).
Categories were attributes and are lost. If values are on lines of their own, those line breaks are used too.

The fields after an entry's second time run together: `40 pages, 4 figuresIvan IlinPeter Richtárik` is a comment and two
names. A name may begin where a capital follows anything but a space. Of all ways to split the text at such places, the
one with the lowest cost is chosen: a part that looks like a person's name costs nothing, and parts that do not can only
be the comment at the beginning.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from daybook.errors import Refused
from daybook.model import Count, Entry, Listing, arxiv
from daybook.sources import accounting, plain_text
from daybook.sources.author_list import GROUP, PARTICLES, Words, has_stray_comma, is_name_word, is_written_as_name
from daybook.sources.plain_text import OPEN, Head, Kind, one_line, paragraphs, parse_time, says_withdrawn, unwrap
from daybook.sources.received import identified, read_each

NAME = "API answer without its tags"

_TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)"
_OWN_LINE = re.compile(rf"{_TIME}|https?://(?:export\.)?arxiv\.org/abs/\S+v\d+")
_FEED_ID = re.compile(r"(?i)\s*+(?:arXiv Query:[^\n]*?(?<!\s)\s*+)?https?://(?:export\.)?arxiv\.org/api/(?!errors)")
_FEED = re.compile(rf"(?s)(?P<head>.*?)(?P<time>{_TIME})(?P<numbers>[\d\s]*+)(?=https?://(?:export\.)?arxiv\.org/|$)")
_SECOND = re.compile(
    rf"(?s)https?://(?:export\.)?arxiv\.org/api/(?!errors|query).{{0,600}}?{_TIME}[\d\s]{{1,30}}"
    r"https?://(?:export\.)?arxiv\.org/abs/"
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
    r"(?s)https?://(?:export\.)?arxiv\.org/api/errors#?\S{0,200}?\s{0,20}Error\s*"
    rf"(?:{_TIME})?(?P<reason>.*?)(?={_TIME}|arXiv api core|$)"
)
_QUERY = re.compile(
    r"search_query=(?P<query>(?:(?!search_query=|&(?:amp;)?id_list=).)*+)&(?:amp;)?id_list="
    r"(?P<ids>(?:(?!search_query=|&(?:amp;)?start=).)*+)&(?:amp;)?start="
)
_ASKED_START = re.compile(r"&(?:amp;)?start=(\d+)&")
_ONE_CATEGORY = re.compile(r"cat:([a-z-]+(?:\.[A-Za-z-]+)?)")
_CONTINUES_A_NUMBER = re.compile(r"[A-Z](?![a-z])|[a-z%.,:\s-]|$")  # `D Models`, `-bit`, `th`, ` Years`, `% of`
_MOST_DIGITS = 3  # of a version number
_LONGEST_TOTALS = 24  # digits of the three numbers together: arXiv has a few million papers
_USUAL_PAGES = frozenset((10, 15, 20, 25, 30, 50, 100, 200, 250, 500, 1000, 2000))

# It stands behind the last author: "Felix Wolf10.1109/IPDPS65963.2026.00028".
_DOI = re.compile(r"(?<!\S)\S*?(?P<doi>10\.\d{4,9}/\S++(?:\s++10\.\d{4,9}/\S++)*+)")
_NEW_LINE = re.compile(r"\n[^\S\n]*+(?=\S)")
_INITIAL_BEFORE = re.compile(r"(?:^|[\s.\-]|[a-z])[A-Z]\.$")  # "J.R. Smith"
_PREFIX = re.compile(r"(?:^|[\s-])(?:Mc|Mac)$")
_MAYBE_PREFIX = re.compile(r"(?:^|[\s-])(?:De|Di|Du|Da|La|Le|Lo|Van|Von|Fitz|Al|El)$")
_BEFORE = frozenset(" \t-‐‑–—/([{<'’`“‘@#&_^\\:,;=|~")
_ADDRESS = re.compile(r"https?://\S*+")
_JOURNAL_SIGN = re.compile(
    r"(?i)\b(?:vol|no|pp|issue|volume|p)\b\.?\s?\d|\d\s?\(\d{4}\)|\d:\d|\d\s?[-–]{1,2}\s?\d|\(\d{4}\)|\d,\s?\d"
)
_JOURNAL_BEGIN = re.compile(
    r"(?:In:? )?(?:\d{4} )?(?:Proc|Journal|J\.|Int|IEEE|ACM|Trans|Phys|Nucl|Ann|Astro|Mon\.|Nature|Science|Lect|AIP"
    r"|JHEP|PoS|Adv|Appl|Comm|Comp|SIAM|Eur|Math|Theor|Rev|Electr|Inf|Bull|Springer|LNCS|USENIX|Frontiers|PLoS|PLOS)"
)
_YEAR = re.compile(r"(?:19|20)\d\d(?!\d)")
_COMMENT_WORDS = re.compile(
    r"(?i)\d\s{0,3}(?:pages?|pp|figures?|figs?|tables?)\b|\bpages?,|\b(?:accepted|submitted|to appear|preprint|version"
    r"|draft|code|published|presented|camera|extended|included|latex|talk)\b"
)
_PRINTED = """
    abstract accepted appendix article book camera chapter comments companion conference draft edition erratum extended
    figures file invited journal keynote lecture letters manuscript meeting notes pages poster preprint proceedings
    published ready report review revised revision school section short spotlight submission submitted summary
    supplement supplementary survey symposium tables talk technical thesis transactions tutorial version volume welcome
    workshop
"""
OF_COMMENTS = Words(frozenset(_PRINTED.split()))  # words typical of comments, in any field
_JOINED = re.compile(r"[a-zà-ÿ][A-ZÀ-Þ]")
_NEAR = 6  # characters before a place that show whether a prefix ends there
_LONGEST_NAME = 300
_LONGEST_COMMENT = 10_000
_MOST_PARTS = 200  # places in a comment where a name might begin
_NO_NAME = 40.0  # the cost of a part that is clearly not a name: never among the authors if there is another way
_ONE_WORD = 9.0
_ORDINARY = 2.0  # the cost of a name some of whose words are ordinary ones


def recognises(head: Head) -> bool:
    """Whether a document begins with an API feed's values, without their tags."""
    text = unwrap(head.text, _marks).text
    if not text.lstrip().startswith("http") and "Query" not in text[:100]:
        return False
    if _ERROR.search(text[:3000]):
        return True
    return _FEED_ID.match(text) is not None and re.search(_TIME, text[:2000]) is not None


def read(data: bytes) -> tuple[Listing, ...]:
    """The response's entries as a harvest, with the feed's date. Raises Refused."""
    restored = unwrap(accounting.of_one_kind(plain_text.decode(data), "an answer without tags"), _marks).checked()
    text = restored.text
    if error := _ERROR.search(text):
        raise Refused(f"arXiv API error: {one_line(error['reason']) or 'no reason given'}", hint="send the query again")
    feed = _FEED.match(text)
    updated = parse_time(feed["time"]) if feed else None
    if feed is None or updated is None:
        raise Refused("has no feed date before its entries", location="line 1", hint="save the whole response")
    if _SECOND.search(text, feed.end()):
        raise Refused("contains more than one response", hint=plain_text.ONE_EACH)
    chunks = _chunks(text[feed.end() :])
    # The ordinary words of a response: those in lower case, and those of comments.
    words = Words(Words.of(text).in_lower_case().written | OF_COMMENTS.written)
    chunks, unread = _accounted(chunks, words)
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
    # Of a name that was cut mostly one word is left.
    last = entries[-1].authors if entries else ()
    problems = (f'the text may end within a name: "{last[-1]}"',) if len(last) > 1 and " " not in last[-1] else ()
    listing = Listing(
        source="arxiv-api", format=NAME, date=updated.date(), category=category,
        part=" ".join(filter(None, (query, start))) or None, quiet=total == 0, entries=entries,
        counts=(Count(section="all", read=len(entries), shown=shown, total=total),),
        notes=(*restored.notes, *notes), problems=problems, unread=accounting.unread([(accounting.AFTER, unread)]),
    )  # fmt: skip
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
    query, identifiers = one_line(match["query"]), one_line(match["ids"])
    only = _ONE_CATEGORY.fullmatch(query)
    category = only[1] if only and (arxiv.is_category(only[1]) or arxiv.is_archive(only[1])) else None
    stated = ((query and f"search_query={query}"), (identifiers and f"id_list={identifiers}"))
    return " ".join(filter(None, stated)) or None, category


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


def _accounted(chunks: list[str], words: Words) -> tuple[list[str], str]:
    """The entries' texts, the last without the lines behind it that hold no names; and those lines.

    Where the others are written on one line, so is the last one.
    """
    if not chunks or not (last := _ENTRY.match(chunks[-1])):
        return chunks, ""
    rests = [match["rest"] for chunk in chunks[:-1] if (match := _ENTRY.match(chunk))]
    lines = last["rest"].strip().split("\n")
    kept = 1 if rests and not any("\n" in rest.strip() for rest in rests) else len(lines)
    while kept > 1 and not _may_be_name(lines[kept - 1], words):
        kept -= 1
    begins = chunks[-1][: last.start("rest")]
    return [*chunks[:-1], begins + "\n".join(lines[:kept])], "\n".join(lines[kept:])


def _may_be_name(line: str, words: Words) -> bool:
    """Whether a line may be one author's, or a DOI: nothing else stands behind the authors."""
    named = is_written_as_name(line) or GROUP.search(line) or _DOI.search(line)
    return bool(named) or (line[:1].isupper() and not words.ordinary(line))


def _entry(chunk: str, place: int, date: dt.date, words: Words) -> Entry:
    match = _ENTRY.match(chunk)
    if match is None:
        raise Refused(f"incomplete entry {one_line(chunk)[:60]!r}")
    ident = identified(match["id"])
    updated, published = parse_time(match["updated"]), parse_time(match["published"])
    # The version's digits run into the title: `2I Like To Move It`; `13D Models` is version 1 of 3D Models.
    text = match["title"]
    count = len(digits[0]) if (digits := re.match(r"\d+", text)) else 1
    # Version 1 alone has the same time twice.
    if updated == published or count > _MOST_DIGITS or _CONTINUES_A_NUMBER.match(text[count:]):
        count = 1
    version, title = int(text[:count]), one_line(text[count:])
    if not title:
        raise Refused(f"{ident.id} has no title")
    if OPEN in match["rest"]:
        raise Refused(f"{ident.id} was wrapped: cannot tell where its comment ends")
    fields = split_trailing_fields(match["rest"], words)
    # Each line of the abstract is a paragraph: the API breaks lines nowhere else.
    abstract = paragraphs(match["abstract"].strip().replace("\n", "\n\n")) or None
    return Entry(
        place=place, type="harvest", date=date, title=title, arxiv_id=ident.id, version=version,
        authors=fields.authors, abstract=abstract, comments=fields.comments, journal_ref=fields.journal_ref,
        doi=fields.doi, submitted=published, updated=updated, withdrawn=says_withdrawn(fields.comments, abstract),
    )  # fmt: skip


class Totals(NamedTuple):
    """The three numbers in a response's header."""

    total: int  # all results of the query
    start: int  # index of this page's first result, from 0
    page: int  # entries per page

    def is_possible(self) -> bool:
        """Whether a page of that size can start there."""
        # The API's manual allows slices of at most 2,000 results.
        return 0 < self.page <= 2000 and self.start % self.page == 0 and self.start <= self.total

    def fits(self, count: int) -> bool:
        """Whether these can be the totals of a response with `count` entries."""
        return self.is_possible() and count == min(self.page, self.total - self.start)


def guess_totals(text: str, count: int, start: int | None = None) -> tuple[Totals | None, bool]:
    """Total, start and page size from their digits run together, and whether there is only one way to read them.

    count: the number of entries present. start: the start that the query asked for, if stated. A page is full unless it
    is the last, and starts at a multiple of its size. Older responses give total, start, page size; newer ones begin
    with the page size.
    """
    numbers = text.split()
    orders = ((0, 1, 2), (1, 2, 0))
    if sum(map(len, numbers)) > _LONGEST_TOTALS:
        return None, False
    if len(numbers) == 3:
        candidates = [Totals(*(int(numbers[k]) for k in order)) for order in orders]
        fitting = (totals for totals in candidates if totals.fits(count))
        return next(fitting, next(filter(Totals.is_possible, candidates), candidates[0])), True
    digits = "".join(numbers)
    splits = [(digits[:i], digits[i:j], digits[j:]) for i, j in combinations(range(1, len(digits)), 2)]
    splits = [parts for parts in splits if all(part == "0" or part[0] != "0" for part in parts)]
    ways = [[Totals(*(int(parts[k]) for k in order)) for parts in splits] for order in orders]
    ways = [[totals for totals in way if start in (None, totals.start)] for way in ways]
    for way in ways:
        fits = [totals for totals in way if totals.fits(count)]
        full = [totals for totals in fits if totals.page == count] or fits
        if full:
            return min(full, key=lambda totals: (totals.start, totals.total)), len(full) == 1
    # Entries are missing, so only the usual page sizes help.
    usual = [t for way in ways for t in way if t.page in _USUAL_PAGES and t.page > count and t.is_possible()]
    return min(usual, default=None, key=lambda totals: (totals.start, totals.total)), len(usual) == 1


class TrailingFields(NamedTuple):
    """The fields at the end of an entry."""

    comments: str | None
    journal_ref: str | None
    authors: tuple[str, ...]
    doi: str | None


def split_trailing_fields(text: str, words: Words = OF_COMMENTS) -> TrailingFields:
    """Split the fields at the end of an entry, which are run together. words: the ordinary ones of the response.

    >>> fields = split_trailing_fields("Accepted by TMLRYujia WangJinghui Chen10.1145/1.2")
    >>> fields.comments, fields.authors, fields.doi
    ('Accepted by TMLR', ('Yujia Wang', 'Jinghui Chen'), '10.1145/1.2')
    """
    text = text.strip()
    match = next((match for match in _DOI.finditer(text) if match.end() == len(text)), None)
    doi = match["doi"].split()[0] if match else None
    text = text[: match.start("doi")].strip() if match else text
    comment, authors = _split_authors_off(text, words)
    comments, journal_ref = _split_journal_ref(comment)
    return TrailingFields(comments, journal_ref, authors, doi)


def _split_authors_off(text: str, words: Words) -> tuple[str, tuple[str, ...]]:
    """(comment, authors) from the two run together. There is always an author: arXiv accepts no paper without one."""
    if " " not in text:
        return "", (text,) if text else ()
    places = [0, *_boundaries(text), len(text)]
    last = len(places) - 1
    best = [(0.0, last)] * (last + 1)  # the cost of reading everything after a place as names, and the next place
    for k in range(last - 1, -1, -1):
        ends = range(k + 1, min(last, k + 4) + 1)
        best[k] = min((best[j][0] + _cost(text[places[k] : places[j]].strip(), words), j) for j in ends)
    possible = [k for k in range(min(last, _MOST_PARTS)) if places[k] <= _LONGEST_COMMENT]
    _, k = min(
        (best[k][0] + _comment_cost(text[: places[k]], text[places[k - 1] : places[k]], words), k) for k in possible
    )
    comment, names = text[: places[k]].strip(), []
    while k < last:
        names.append(one_line(text[places[k] : places[best[k][1]]]))
        k = best[k][1]
    return comment, tuple(names)


def _boundaries(text: str) -> list[int]:
    """Where a name may begin: on a new line, or at a capital that follows neither a space nor an opening character."""
    places = {match.end() for match in _NEW_LINE.finditer(text)}
    addresses = {k for match in _ADDRESS.finditer(text) for k in range(*match.span())}
    quoted = False
    for k, (before, sign) in enumerate(pairwise(text), 1):
        quoted = quoted is not (before == '"')
        if sign.isupper() and not (before == '"' and quoted) and _may_begin(text, k, k - 1 in addresses):
            places.add(k)
    return sorted(places)


def _may_begin(text: str, k: int, in_address: bool) -> bool:
    """Whether the capital at k may begin a name though no space precedes it."""
    before, after, near = text[k - 1], text[k + 1 : k + 2], text[max(0, k - 9) : k]
    if before.isspace():
        return False
    if before in _BEFORE:
        return before == "/" and in_address
    if before.isupper():
        return after.islower() or after in (".", "'", "’")  # in "TMLRYujia" only the last capital of the run
    return not _INITIAL_BEFORE.search(near) and not _PREFIX.search(near)


@lru_cache(maxsize=4096)
def _cost(name: str, words: Words) -> float:
    """The cost of reading a part as one author's name: 0 for an ordinary name."""
    if len(name) > _LONGEST_NAME:
        return _NO_NAME
    parts = name.split()
    own = [part for part in parts if part.lower() not in PARTICLES or part[0].isupper()]
    ordinary = words.ordinary(name)
    if not own or ordinary == 1:
        return 3.0 if GROUP.search(name) and not any(sign.isdigit() for sign in name) else _NO_NAME
    if GROUP.search(name) and name[0].isupper():
        return 0.5
    if has_stray_comma(parts) or not all(map(is_name_word, own)):
        return _NO_NAME
    if len(own) == 1:
        return _ONE_WORD
    inner = _boundaries(name)
    joined = sum(1.0 if _MAYBE_PREFIX.search(name, max(0, k - _NEAR), k) else _ONE_WORD + 1 for k in inner)
    shouting = 2.0 if len(own[0]) > 2 and own[0].isupper() and "." not in own[0] else 0.0
    joined += _ORDINARY if ordinary else 0.0
    return joined + shouting + 0.4 * max(0, len(parts) - 4) + (0.2 if len(own[-1].strip(".")) == 1 else 0.0)


def _comment_cost(comment: str, end: str, known: Words) -> float:
    """The cost of reading the text before the authors as a comment: more than for an ordinary name. end: the comment's
    last part, which should not be a name itself."""
    comment = comment.strip()
    if not comment:
        return 0.0
    if len(end) < len(comment) and _cost(end, known) < _ONE_WORD / 2:
        return 6.0
    if comment[-1] in ",:;(-&" or comment.endswith((" and", " by", " of", " the")):
        return 6.0
    words = comment.split()
    plain = len(words) > 4 or any(sign.isdigit() for sign in comment) or _COMMENT_WORDS.search(comment)
    return 1.0 if plain or any(word.islower() for word in words) or known.ordinary(comment) > 0.5 else 5.0


def _split_journal_ref(text: str) -> tuple[str | None, str | None]:
    """(comment, journal reference): the reference follows the comment and has a year and a volume or pages."""
    lines = [one_line(line) for line in text.split("\n") if line.strip()]
    if len(lines) > 1:
        return " ".join(lines[:-1]), lines[-1]
    if not lines:
        return None, None
    text = lines[0]
    if len(text) > _LONGEST_COMMENT:
        return text, None
    if _is_journal_ref(text) and not _COMMENT_WORDS.search(text):
        return None, text
    # It may begin where a name may, or at a year (`figures2023 IEEE`).
    years = [match.start() for match in _YEAR.finditer(text) if match.start() and text[match.start() - 1].isalpha()]
    for k in sorted({*_boundaries(text), *years})[:_MOST_PARTS]:
        comment, journal = text[:k], text[k:]
        balanced = all(comment.count(opening) == comment.count(closing) for opening, closing in ("()", "[]"))
        begins = _JOURNAL_BEGIN.match(journal) is not None
        if _is_journal_ref(journal) and balanced and (begins or _COMMENT_WORDS.search(comment)):
            return one_line(comment), one_line(journal)
    return text, None


def _is_journal_ref(text: str) -> bool:
    """Whether text reads like a journal reference: a year, with a journal's typical word, a volume, number or pages."""
    place = _JOURNAL_SIGN.search(text) or _JOURNAL_BEGIN.match(text)
    if len(text) < 12 or not _YEAR.search(text) or place is None or _COMMENT_WORDS.search(text):
        return False
    return _JOINED.search(text.replace("PoS", "").replace("PLoS", "")) is None

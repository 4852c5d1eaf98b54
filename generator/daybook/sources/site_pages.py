"""Pages of Pith and of The Inference Report, as text or as HTML; and any other HTML page, which is refused.

*A page of Pith's cards*: headline, title, gist and abstract of each paper, by category. A card has a line of counts,
`cs.DC 2026-05-13 2 theorems` (category, date, optional badge), the headline, the paper's title, an optional gist (cut
by the site at 140 characters), an optional line for a figure, the abstract, and a line of counts. Cards have no arXiv
id and no authors. Text is kept as received, including damaged characters.

*A day's page of The Inference Report*: the site's name, the date, a heading, an essay on the day's papers, its author,
`Showing N of M papers` (the numbers may be lost), then for each paper a title that ends in its category, and an
abstract. A page may have several such sections.

*The HTML of these sites* is undocumented, so its reader relies only on a paper's parts being in separate elements: it
turns the page into the text that selecting and copying it would give, and reads that.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from daybook.errors import NoListing, Refused
from daybook.model import Count, Entry, Listing, Report, arxiv
from daybook.sources import accounting, plain_text
from daybook.sources.author_list import is_name
from daybook.sources.html import BREAK, Element, looks_like_page, page_text, parse
from daybook.sources.plain_text import OPEN, Head, Kind, decode, one_line, parse_any_day, unwrap
from daybook.sources.received import read_each


class _Reader(NamedTuple):
    NAME: str
    recognises: Callable[[Head], bool]
    read: Callable[[bytes], tuple[Listing, ...]]


# Cards

_HEADER = re.compile(
    r"^[ \t]*(?P<codes>[a-z][a-z-]+(?:\.[A-Za-z-]+)?(?:[ ,;/|·]+[a-z][a-z-]+(?:\.[A-Za-z-]+)?)*)[ \t·|]+"
    r"(?P<date>\d{4}-\d\d-\d\d)(?:[ \t·|]+(?P<badge>\S[^\n]*(?<![ \t])))?[ \t]*$",
    re.MULTILINE,
)
_COUNTS = re.compile(r"\d+(?: \d+)*")
_FIGURE = re.compile(r"figure from the paper\b.*", re.IGNORECASE)
_ABSTRACT = re.compile(r"abstract\s+click to expand", re.IGNORECASE)
_FOOT = re.compile(r"browse all of\b.*", re.IGNORECASE)
_OWN_LINE = re.compile(rf"{_FIGURE.pattern}|{_ABSTRACT.pattern}|{_FOOT.pattern}", re.IGNORECASE)
_AFTER_COUNTS = re.compile(rf"(?:{_COUNTS.pattern}|{_HEADER.pattern}|(?i:{_FOOT.pattern}))?", re.MULTILINE)
_MOST_LINES = 100  # above an abstract, however the text is wrapped
_NAME_LINE = re.compile(r"^\W*pith\b", re.IGNORECASE)


class _Card(NamedTuple):
    header: re.Match[str]
    before: tuple[int, ...]  # the counts above the header
    lines: list[str]


def _has_cards(head: Head) -> bool:
    """Whether this is Pith's page as text: its name at the top or the "Abstract" control, and a card's header."""
    text = _folded_lines(unwrap(head.text, _marks_of_cards).text)
    if text.startswith("<"):
        return False
    named = _NAME_LINE.match(text) is not None or _ABSTRACT.search(text) is not None
    return named and any(map(_codes, _HEADER.finditer(text)))


def _read_cards(data: bytes) -> tuple[Listing, ...]:
    restored = unwrap(accounting.of_one_kind(decode(data), "a page of cards"), _marks_of_cards).checked()
    text = _folded_lines(restored.text)
    if restored.width and any(_ABSTRACT.search(line) and not _ABSTRACT.fullmatch(line) for line in text.split("\n")):
        raise Refused("line breaks are missing", hint=plain_text.AGAIN)
    headers = [header for header in _HEADER.finditer(text) if _codes(header)]
    top = text[: headers[0].start()].split("\n") if headers else []
    cards: list[_Card] = []
    for header, end in zip(headers, [*(header.start() for header in headers[1:]), len(text)], strict=False):
        above = next((line for line in reversed(cards[-1].lines if cards else top) if line), "")
        before = tuple(map(int, above.split())) if _COUNTS.fullmatch(above) else ()
        cards.append(_Card(header, before, text[header.end() : end].split("\n")))
    entries, notes = read_each(cards, _card_entry, name="card")
    # Above the first card stands the site's own head, which may say anything.
    behind = [_parts(card)[2] for card in cards]
    pieces = [(accounting.BETWEEN, "\n".join(lines)) for lines in behind[:-1]]
    pieces += [(accounting.AFTER, "\n".join(lines)) for lines in behind[-1:]]
    ends_here = bool(entries) and not behind[-1] and entries[-1].place == len(cards)
    account = accounting.settled(entries, pieces, _is_of_cards, ends_here=ends_here)
    entries = account.entries
    if not entries:
        reason = f" ({notes[0]})" if notes else ""
        raise Refused(f"contains no complete card{reason}", hint="copy the whole page")
    # The category: the code on a line of its own above the first card (of several, as in a menu, the one that most
    # cards have), else the one that all cards share.
    alone = [line for line in top if arxiv.is_category(line) or arxiv.is_archive(line)]
    uses = Counter(code for entry in entries for code in entry.categories)
    shared = next((code for code, number in uses.items() if number == len(entries)), None)
    listing = Listing(
        source="pith", format=CARDS.NAME, date=max(entry.date for entry in entries), entries=entries,
        category=max(alone, key=uses.__getitem__) if alone else shared, notes=(*restored.notes, *notes),
        problems=account.problems, unread=account.unread,
    )  # fmt: skip
    return (listing,)


def _is_of_cards(line: str) -> bool:
    return bool(_COUNTS.fullmatch(line) or _FOOT.fullmatch(line))


def _parts(card: _Card) -> tuple[list[str], list[str], list[str]]:
    """The lines of a card above its abstract, of the abstract, and from its counts or the page's foot on."""
    handle = next((k for k, line in enumerate(card.lines) if _ABSTRACT.fullmatch(line)), None)
    words = [line for line in card.lines[:handle] if line and not _FOOT.fullmatch(line)]
    lines = [] if handle is None else card.lines[handle + 1 :]
    below = list(takewhile(lambda line: not _is_of_cards(line), lines))
    return words, [line for line in below if line], [line for line in lines[len(below) :] if line]


def _folded_lines(text: str) -> str:
    return "\n".join(OPEN.join(map(one_line, line.split(OPEN))) for line in text.strip().split("\n"))


def _marks_of_cards(lines: Sequence[str]) -> dict[int, Kind]:
    """Complete lines, and the line below a header if no blank lines separate what follows."""
    marks: dict[int, Kind] = {}
    below = ""  # the next line that is not empty
    for k in range(len(lines) - 1, -1, -1):
        line = lines[k]
        if _HEADER.fullmatch(line):
            marks[k] = "alone"
            words = list(takewhile(lambda word: not _OWN_LINE.fullmatch(word), lines[k + 1 : k + _MOST_LINES]))
            if "" not in "\n".join(words).strip().split("\n"):
                marks.setdefault(next((n for n in range(k + 1, len(lines)) if lines[n]), k), "open")
        elif (
            _OWN_LINE.fullmatch(line)
            or arxiv.is_category(line)
            or (_COUNTS.fullmatch(line) and _AFTER_COUNTS.fullmatch(below))
        ):
            marks[k] = "alone"
        below = line or below
    return marks


def _codes(header: re.Match[str]) -> tuple[str, ...]:
    """The categories in a card's header; empty if this is not a header."""
    codes = tuple(re.split(r"[ ,;/|·]+", header["codes"]))
    return codes if all(arxiv.is_category(code) or arxiv.is_archive(code) for code in codes) else ()


def _card_entry(card: _Card, place: int) -> Entry:
    try:
        date = dt.date.fromisoformat(card.header["date"])
    except ValueError:
        raise Refused(f"{card.header['date']!r} is not a date") from None
    words, below, rest = _parts(card)
    has_abstract = any(map(_ABSTRACT.fullmatch, card.lines))
    figure = any(map(_FIGURE.fullmatch, words))
    words = [line for line in words if not _FIGURE.fullmatch(line)]
    if not has_abstract:  # with its control the counts are below it, and a number above it is a paper's title
        words = [line for line in words if not _COUNTS.fullmatch(line)]
    if not words:
        raise Refused("has no title")
    if OPEN in "".join(words):
        raise Refused("wrapped: cannot tell where its title ends")
    # The headline is the site's, and may differ: on one page of May 2026 six papers have two cards under two headlines.
    headline, title, *gist = words if len(words) > 1 else (None, *words)
    counts = rest[0] if rest else "" if has_abstract else next(filter(_is_of_cards, card.lines), "")
    codes = _codes(card.header)
    return Entry(
        place=place, type="card", date=date, title=title or "",
        abstract="\n\n".join(below) or None,
        primary_category=codes[0], categories=codes,
        headline=headline, gist=one_line(" ".join(filter(None, gist))) or None, badge=card.header["badge"],
        figure=figure, counts=(*card.before, *(map(int, counts.split()) if _COUNTS.fullmatch(counts) else ())),
    )  # fmt: skip


CARDS = _Reader("page of cards (Pith)", _has_cards, _read_cards)

# Essays

_SITE = re.compile(r"^\W*The Inference Report\W*$", re.IGNORECASE)
_SITE_BEHIND = re.compile(r"The Inference Report\W{0,9}$", re.IGNORECASE)  # may end the previous page's last line
_DATE = re.compile(
    r"(?:[A-Z][a-z]+day,\s*)?(?:[A-Z][a-z]+\.? \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]+ \d{4}|\d{4}-\d\d-\d\d)"
)
_SHOWING = re.compile(r"Showing\s*(?:(?P<shown>[\d,]+)\s*)?of\s*(?:(?P<total>[\d,]+)\s*)?papers?\b.*", re.IGNORECASE)
_CODE_AT_END = re.compile(r" [a-z-]+\.[A-Z]{2}$")
_OF_SITE = re.compile(r"(?i)about(?: us)?|contact(?: us)?|privacy(?: policy)?|terms.{0,20}|imprint|archive|home|rss")
_LONGEST_TITLE = 500  # characters; an abstract may end in a category too
_BY = re.compile(r"^(?:by|written by|—|–)\s*", re.IGNORECASE)

_Title = tuple[str, tuple[str, ...]]  # (title, categories)


class _Section(NamedTuple):
    heading: str | None
    essay: list[str]
    author: str | None


def _has_essay(head: Head) -> bool:
    """Whether this is the Report's page as text: its name on one of the first ten lines, and titles with categories."""
    lines = _words_of_lines(unwrap(head.text, _marks_of_essays).text)
    return any(map(_SITE.match, lines[:10])) and any(map(_title, lines))


def _read_essay(data: bytes) -> tuple[Listing, ...]:
    restored = unwrap(accounting.of_one_kind(decode(data), "a report"), _marks_of_essays).checked()
    # Wrapped, each line that ends in a category must have a blank line above it, and be no longer than a title.
    titles = [pair for pair in pairwise(restored.text.split("\n")) if _CODE_AT_END.search(pair[1])]
    alone = all(not above or _SHOWING.fullmatch(above) for above, _ in titles)
    if restored.width and not (alone and all(len(line) <= _LONGEST_TITLE for _, line in titles)):
        raise Refused("wrapped without blank lines: cannot tell where titles begin", hint=plain_text.AGAIN)
    lines = _words_of_lines(restored.text)
    days = {line: parse_any_day(line) for line in lines if _DATE.fullmatch(line)}
    date = next((days[line] for line in lines[:20] if days.get(line)), None)
    if date is None:
        raise Refused("has no date", location="line 3", hint="copy the page with its date")
    heads = (lines[k : k + 5] for k, line in enumerate(lines) if _SITE_BEHIND.search(line))
    if any(days.get(line, date) not in (None, date) for head in heads for line in head):
        raise Refused("contains more than one page", hint=plain_text.ONE_EACH)
    lines = [line for line in lines if not _SITE.match(line) and days.get(line) != date]
    sections, papers = _sections(lines)
    if not papers:
        raise Refused("contains no papers", hint="copy the whole page")
    entries = tuple(
        Entry(
            place=place, type="report", date=date, title=title, abstract="\n\n".join(abstract) or None,
            primary_category=codes[0], categories=codes,
        )
        for place, ((title, codes), abstract) in enumerate(papers, 1)
    )  # fmt: skip
    account = accounting.settled(entries, (), _OF_SITE.fullmatch, ends_here=True)
    entries = account.entries
    category = "+".join(dict.fromkeys(entry.primary_category or "" for entry in entries))
    # "Showing 30 of 30 papers", summed over the sections; unknown where numbers are lost.
    showing = [hit for line in lines if (hit := _SHOWING.fullmatch(line))]
    stated = ([int((hit[name] or "-1").replace(",", "")) for hit in showing] for name in ("shown", "total"))
    shown, total = (sum(numbers) if numbers and min(numbers) >= 0 else None for numbers in stated)
    listing = Listing(
        source="inference-report", format=ESSAYS.NAME, date=date, category=category, entries=entries,
        counts=(Count(section="all", read=len(entries), shown=shown, total=total),),
        report=_report(sections, date, category), notes=restored.notes, problems=account.problems,
        unread=account.unread,
    )  # fmt: skip
    return (listing,)


def _words_of_lines(text: str) -> list[str]:
    return [line for line in map(one_line, text.splitlines()) if line]


def _marks_of_essays(lines: Sequence[str]) -> dict[int, Kind]:
    forms = (_SITE, _DATE, _SHOWING)
    return {k: "alone" for k, line in enumerate(lines) if line and any(form.fullmatch(line) for form in forms)}


def _title(line: str) -> _Title | None:
    """A line that is a paper's title; None for any other line."""
    if len(line) > _LONGEST_TITLE:
        return None
    words = line.split()
    codes: list[str] = []
    while words and arxiv.is_category(words[-1].strip(",;·|")):
        codes.insert(0, words.pop().strip(",;·|"))
    title = " ".join(words).rstrip(" ,;·|")
    return (title, tuple(codes)) if codes and title else None


def _sections(lines: list[str]) -> tuple[list[_Section], list[tuple[_Title, list[str]]]]:
    """The sections, and the title and abstract of each paper: in a list, every line after a title belongs to it."""
    sections: list[_Section] = []
    papers: list[tuple[_Title, list[str]]] = []
    words: list[str] = []
    title: _Title | None = None
    announced = any(map(_SHOWING.fullmatch, lines))
    for k, line in enumerate(lines):
        next_title = _title(line)
        if _SHOWING.fullmatch(line) or (next_title and not sections and not announced):
            if title is not None:
                # After the last abstract of a list comes the next section, which starts with a heading.
                prose = (n for n in range(1, len(words)) if _is_heading(words, n))
                end = next(prose, 1)
                papers.append((title, words[:end]))
                words = words[end:]
            sections.append(_section(words))
            words, title = [], next_title
        elif next_title and sections and not _is_prose(lines, k):
            papers += [(title, words)] if title is not None else []
            words, title = [], next_title
        else:
            words.append(line)
    papers += [(title, words)] if title is not None else []
    return sections, papers


def _is_prose(lines: list[str], k: int) -> bool:
    """Whether the line at k, though it ends in a category, continues on the next: prose that was broken there."""
    return k + 1 < len(lines) and lines[k + 1][:1].islower()


def _is_heading(lines: list[str], k: int) -> bool:
    """Whether a line is short, starts with a capital, does not end like a sentence and is no paper's title."""
    line = lines[k]
    short = len(line) < 80 and len(line.split()) < 12 and line[0].isupper() and line[-1] not in ".!?:;,"
    return short and not _title(line) and not _is_prose(lines, k)


def _section(lines: list[str]) -> _Section:
    words = list(lines)
    author = None
    # The author stands behind the essay (as in a report of 14 May 2026), or below its heading.
    if len(words) > 1 and is_name(_BY.sub("", words[-1])):
        author = _BY.sub("", words.pop())
    elif len(words) > 2 and is_name(_BY.sub("", words[1])):
        author = _BY.sub("", words.pop(1))
    heading = words.pop(0) if words and len(words[0]) < 120 and words[0][-1] not in ".!?" else None
    return _Section(heading, words, author)


def _report(sections: list[_Section], date: dt.date, category: str) -> Report | None:
    """The essays as one report: the first section's heading is its title, later headings are part of the text."""
    text: list[str] = []
    for k, section in enumerate(sections):
        text += [section.heading] if k and section.heading and section.essay else []
        text += section.essay
    authors = ", ".join(dict.fromkeys(section.author for section in sections if section.author)) or None
    return Report(
        source="inference-report", date=date, title=sections[0].heading, author=authors, category=category,
        text="\n\n".join(text),
    ) if text else None  # fmt: skip


ESSAYS = _Reader("daily report (The Inference Report)", _has_essay, _read_essay)

# HTML

_SITES = (
    (re.compile(r"\bpith\b", re.IGNORECASE), "pith", CARDS),
    (re.compile(r"\bThe\s+Inference\s+Report\b", re.IGNORECASE), "The Inference Report", ESSAYS),
)
"""(pattern that names the site on its page, its name, the reader for its text)."""
_NAMED = re.compile(r"<title\b[^<>]*>([^<]*)|<meta\b([^<>]*)>", re.IGNORECASE)
_NAMES_SITE = re.compile(r"\b(?:site_name|application-name)\b", re.IGNORECASE)
_BUTTON = re.compile(r"<(/?)button\b", re.IGNORECASE)
_LINES = """
    address article aside blockquote body dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4
    h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody tfoot thead tr ul
"""
_BLOCKS = frozenset(_LINES.split())  # elements that start and end a line
_IN_WORDS = frozenset(("b", "br", "code", "em", "i", "mark", "strong", "sub", "sup", "tt", "u", "var", "wbr"))
"""Elements that may begin or end within a word."""
_EDGE = "\x00"  # marks where any other element begins or ends; never occurs in parsed text
_PARTED = re.compile(rf"(?<=\w){_EDGE}+(?=\w)")
_ANY_HTML = re.compile(
    r"(?is)(?>\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*)<(?:!doctype\s+html|html|head|body|title|h1)\b"
)
_LATER = re.compile(r"\b(?:429|50[0-4]):? [A-Z]|\b(?:unavailable|rate exceeded|too many requests)\b", re.IGNORECASE)


def _names_site(head: Head) -> bool:
    return looks_like_page(head) and bool(_named(head.text))


def _read_html(data: bytes) -> tuple[Listing, ...]:
    """The listings in the page's text. Raises Refused, also where no papers are recognised."""
    text = plain(data)
    for name, reader in _named(page_text(data)[: plain_text.HEAD_BYTES]):
        for version in (text, f"{name}\n{text}"):
            if reader.recognises(Head(b"", version)):
                return reader.read(version.encode())
    if _LATER.search(parse(data, complete=False).own_words()):  # such as "503 Service Unavailable"
        return _refuse(data)
    raise NoListing(
        "no papers found on this web page; its layout may have changed",
        hint="select all of it in a browser, copy it into a text file, and ingest that",
    )


def _named(text: str) -> list[tuple[str, _Reader]]:
    names = " ".join(title or (meta if _NAMES_SITE.search(meta) else "") for title, meta in _NAMED.findall(text))
    return [(name, reader) for pattern, name, reader in _SITES if pattern.search(names)]


def plain(data: bytes) -> str:
    """The text of a page, line by line, without what only scripts would show. Raises Refused."""
    # Keep the text of buttons: on some sites the control that expands an abstract is one.
    root = parse(_BUTTON.sub(r"<\1span", page_text(data)).encode()).root
    text = _PARTED.sub(" ", "".join(_pieces(next(root.iter("body"), root)))).replace(_EDGE, "").replace(BREAK, "\n")
    return "\n".join(filter(None, map(one_line, text.split("\n"))))


def _pieces(element: Element) -> Iterator[str]:
    """The element's text, with line breaks around blocks, and marks where words may end. Line breaks in the source of
    HTML mean nothing."""
    edge = "\n" if element.tag in _BLOCKS else "" if element.tag in _IN_WORDS else _EDGE
    yield edge + re.sub("[\r\n]", " ", element.text or "")
    for child in element:
        yield from _pieces(child)
        yield re.sub("[\r\n]", " ", child.tail or "")
    yield edge


def _is_html(head: Head) -> bool:
    return _ANY_HTML.match(head.text) is not None or plain_text.is_mhtml(head.text)


def _refuse(data: bytes) -> tuple[Listing, ...]:
    """Any other page (an error, a login, a captive portal). Raises Refused, quoting it, whether complete or cut off."""
    words = parse(data, complete=False).own_words()
    problem = f'web page without a listing; the page says "{words}"' if words else "web page without a listing"
    if _LATER.search(words):
        raise Refused(problem, hint="try again later")
    raise NoListing(problem, hint="use a listing page")


HTML = _Reader("page of Pith or The Inference Report (HTML)", _names_site, _read_html)
UNKNOWN = _Reader("web page", _is_html, _refuse)  # to be tried after the readers of all known pages

"""What breaks a document on its way, where the document itself shows it.

It may state a total or number its entries, say an id or a day twice, close what it opens: a mutation is given only
documents that do.
"""

import re
from collections.abc import Callable
from itertools import pairwise

from tests.mutations import Mutation
from tests.mutations.kinds import is_html, is_xml, items, kind_of, text_of

_NUMBER = re.compile(r"\[(\d+)\](?=</a>|\s+(?:<a|arXiv:))")
_NEW_ID = re.compile(r"\b(\d{4})\.(\d{4,5})\b")
_TITLE = re.compile(r"<div class='list-title.*?</div>|<((?:dc:)?title)\b[^>]*>.*?</\1>", re.DOTALL)
_TOTAL = r"(Total of )(\d+)( entries)"


def _cut(data: bytes, at: int) -> bytes | None:
    """A page or a feed cut short; other texts may end anywhere."""
    return data[:at] if kind_of(data) in ("html", "xml", "json") and at else None


def _behind_an_entry(data: bytes) -> bytes | None:
    places = _items(data)
    return text_of(data)[: places[len(places) // 2][1]].encode() if len(places) > 1 else None


def _within_a_character(data: bytes, part: int) -> int:
    """The middle of a character of several bytes, behind this part of the document; 0: there is none."""
    return next((n for n in range(len(data) // part, len(data)) if data[n] & 0xC0 == 0x80), 0)


def _half_a_character(data: bytes) -> bytes | None:
    at = _within_a_character(data, 3)
    return data[:at] + data[at + 1 :] if at and kind_of(data) != "html" else None


def _entry(change: Callable[[str], str], least: int = 1, of: Callable[[bytes], bool] = bool) -> Mutation:
    """The entry in the middle changed, in documents with so many at least that are `of` a kind."""

    def mutation(data: bytes) -> bytes | None:
        places = _items(data)
        if len(places) < least or not of(data):
            return None
        begin, end = places[len(places) // 2]
        changed = change(text_of(data)[begin:end])
        return None if changed == text_of(data)[begin:end] else _replaced(data, begin, end, changed)

    return mutation


def _in_anothers_place(data: bytes, *, renumbered: bool) -> bytes | None:
    """An entry stands a second time, where the next one stood: the totals are right."""
    text = text_of(data)
    pair = next((pair for pair in pairwise(_items(data)) if not text[pair[0][1] : pair[1][0]].strip()), None)
    if pair is None or (renumbered and not _is_numbered(data)):
        return None
    first, second = (text[slice(*place)] for place in pair)
    number = _NUMBER.search(second) if renumbered else None
    if renumbered and not number:
        return None
    return _replaced(data, *pair[1], _NUMBER.sub(f"[{number[1]}]", first, count=1) if number else first)


def _swapped(data: bytes) -> bytes | None:
    places = _items(data)
    if len(places) < 3 or not _is_numbered(data):
        return None
    text = text_of(data)
    (a, b), (c, d) = places[0], places[2]
    return (text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]).encode()


def _end_tag_lost(data: bytes) -> bytes | None:
    found = list(re.finditer(rb"</[A-Za-z][\w:.-]*>", data)) if is_xml(data) else []
    if not found:
        return None
    lost = found[len(found) // 2]
    return data[: lost.start()] + data[lost.end() :]


def _kilobytes_lost(data: bytes) -> bytes | None:
    places = _items(data)
    if len(places) < 5 or not (is_xml(data) or _is_numbered(data)):
        return None
    begin, _ = places[len(places) // 2]
    return _replaced(data, begin - 300, begin + 700, "")


def _zeros_within_words(data: bytes) -> bytes | None:
    word = re.compile(rb"[a-z]{4}").search(data, len(data) // 2)
    return data[: word.start() + 2] + b"\0" + data[word.start() + 2 :] if word else None


def _two_days(data: bytes) -> bytes | None:
    """Behind the document the next day's: other ids, another date."""
    if kind_of(data) not in ("html", "xml"):
        return None
    text = re.sub(r"\b(\d{4}\.\d)(\d{3,4})\b", lambda found: found[1] + found[2][::-1], text_of(data))
    text = re.sub(
        r"\b([12]?\d) (Jan|Feb|Mar|Apr|May|Jun|Jul)", lambda found: f"{int(found[1]) % 28 + 1} {found[2]}", text
    )
    return data + b"\n" + text.encode()


def _mojibake(data: bytes) -> bytes | None:
    if data.isascii() or kind_of(data) == "json":
        return None
    return "".join(bytes([byte]).decode("windows-1252", "ignore") or chr(byte) for byte in data).encode()


def _day_changed(data: bytes) -> bytes | None:
    if _is_arxivs(data):
        return _each(data, r"(<pubDate>[A-Z][a-z]{2}, )(\d+)( [A-Z][a-z]{2} \d{4})")
    weekday = r"((?:Mon|Tue|Wednes|Thurs|Fri|Satur|Sun)day, )(\d+)( [A-Z][a-z]+ \d{4})"
    return _each(data, weekday) if is_html(data) else None


def _id_changed(change: Callable[[str], str], *, everywhere: bool) -> Mutation:
    def changed(entry: str) -> str:
        found = _NEW_ID.search(entry)
        if found is None or (not everywhere and entry.count(found[0]) < 2):
            return entry
        return entry.replace(found[0], change(found[0]), -1 if everywhere else 1)

    return _entry(changed, of=lambda data: not is_xml(data) or _is_arxivs(data))


def _each(data: bytes, pattern: str, *, everywhere: bool = False) -> bytes | None:
    """The document with a number, the pattern's second group, made one more."""
    text, times = re.subn(
        pattern, lambda found: f"{found[1]}{int(found[2]) + 1}{found[3]}", text_of(data), count=0 if everywhere else 1
    )
    return text.encode() if times else None


def _items(data: bytes) -> list[tuple[int, int]]:
    return items(text_of(data), kind_of(data))


def _replaced(data: bytes, begin: int, end: int, by: str) -> bytes:
    text = text_of(data)
    return (text[:begin] + by + text[end:]).encode()


def _is_numbered(data: bytes) -> bool:
    return is_html(data) and _NUMBER.search(text_of(data)) is not None


def _is_counted(data: bytes) -> bool:
    """Whether a document numbers its entries or states how many there are."""
    return _is_numbered(data) or re.search(r"totalResults[^>]*>\d", text_of(data)) is not None


def _is_arxivs(data: bytes) -> bool:
    return is_xml(data) and b"arxiv.org" in data[:1000].lower()


MUTATIONS: dict[str, Mutation] = {
    "cut_at_a_quarter": lambda data: _cut(data, len(data) // 4),
    "cut_in_the_middle": lambda data: _cut(data, len(data) // 2),
    "cut_before_the_end": lambda data: _cut(data, len(data) - max(len(data) // 100, 20)),
    "cut_behind_an_entry": _behind_an_entry,
    "cut_within_a_character": lambda data: _cut(data, _within_a_character(data, 2)),
    "half_a_character": _half_a_character,
    "entry_cut_out": _entry(lambda entry: "", 3, _is_counted),
    "entry_twice": _entry(lambda entry: 2 * entry, 2),
    "entry_in_anothers_place": lambda data: _in_anothers_place(data, renumbered=False),
    "entry_in_anothers_place_renumbered": lambda data: _in_anothers_place(data, renumbered=True),
    "entries_swapped": _swapped,
    "entry_without_its_fields": _entry(lambda entry: re.sub(r"<dd>.*</dd>", "", entry, flags=re.DOTALL), of=is_html),
    "entry_without_title": _entry(lambda entry: _TITLE.sub("", entry, count=1)),
    "id_of_no_month": _id_changed(lambda ident: f"{ident[:2]}13{ident[4:]}", everywhere=True),
    "id_changed_in_one_place": _id_changed(lambda ident: ident[:-1] + str((int(ident[-1]) + 1) % 10), everywhere=False),
    # not in a part of a longer page, which has not the rest to be counted
    "total_changed": lambda data: None if b"Total of 350 entries" in data else _each(data, _TOTAL, everywhere=True),
    "total_changed_in_one_place": lambda data: (
        _each(data, _TOTAL) if len(re.findall(_TOTAL, text_of(data))) > 1 else None
    ),
    "section_total_changed": lambda data: _each(data, r"(\(showing )(\d+)( of \d+ entries)"),
    "end_tag_lost": _end_tag_lost,  # of an element in the middle of a feed
    "kilobytes_lost": _kilobytes_lost,  # with the beginning of an entry
    "zeros_for_a_block": lambda data: (  # of a disk
        data[: len(data) // 2] + b"\0" * 512 + data[len(data) // 2 + 512 :] if len(data) > 4096 else None
    ),
    "zeros_within_words": _zeros_within_words,
    "twice_in_one_file": lambda data: data + b"\n" + data,
    "two_days_in_one_file": _two_days,
    "mojibake": _mojibake,  # UTF-8 taken for Windows' western code page and saved as UTF-8
    "day_changed_in_one_place": _day_changed,  # so that it does not fit its weekday
}

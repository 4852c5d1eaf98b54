"""What breaks a document on its way, where the document itself shows it.

It may state a total or number its entries, say an id or a day twice, close what it opens: a mutation is given only
documents that do.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from tests.mutations.kinds import is_html, is_xml, items, kind_of, text_of

_NUMBER = re.compile(r"\[(\d+)\](?=</a>|\s+(?:<a|arXiv:))")
_NEW_ID = re.compile(r"\b(\d{4})\.(\d{4,5})\b")


def cut_at_a_quarter(data: bytes) -> bytes | None:
    """The first quarter."""
    return _cut(data, len(data) // 4)


def cut_in_the_middle(data: bytes) -> bytes | None:
    """The first half."""
    return _cut(data, len(data) // 2)


def cut_before_the_end(data: bytes) -> bytes | None:
    """All but the last hundredth."""
    return _cut(data, len(data) - max(len(data) // 100, 20))


def cut_behind_an_entry(data: bytes) -> bytes | None:
    """All up to the end of an entry in the middle."""
    places = _items(data)
    return text_of(data)[: places[len(places) // 2][1]].encode() if len(places) > 1 else None


def cut_within_a_character(data: bytes) -> bytes | None:
    """All up to the middle of a character of several bytes, and nothing behind."""
    at = next((n for n in range(len(data) // 2, len(data)) if data[n] & 0xC0 == 0x80), 0)
    return _cut(data, at) if at else None


def half_a_character(data: bytes) -> bytes | None:
    """A character of several bytes has lost its last."""
    at = next((n for n in range(len(data) // 3, len(data)) if data[n] & 0xC0 == 0x80), 0)
    return data[:at] + data[at + 1 :] if at and kind_of(data) != "html" else None


def entry_cut_out(data: bytes) -> bytes | None:
    """An entry in the middle is gone from a page that numbers them or states how many there are."""
    places = _items(data)
    if len(places) < 3 or not (_is_numbered(data) or _states_page_total(data)):
        return None
    begin, end = places[len(places) // 2]
    return _replaced(data, begin, end, "")


def entry_twice(data: bytes) -> bytes | None:
    """An entry stands a second time."""
    places = _items(data)
    if len(places) < 2:
        return None
    text = text_of(data)
    begin, end = places[len(places) // 2]
    return _replaced(data, end, end, text[begin:end])


def entry_in_anothers_place(data: bytes) -> bytes | None:
    """An entry stands a second time, where the next one stood: the totals are right."""
    places = _items(data)
    pair = _neighbours(text_of(data), places)
    if pair is None:
        return None
    (first, second), text = pair, text_of(data)
    return _replaced(data, *second, text[slice(*first)])


def entry_in_anothers_place_renumbered(data: bytes) -> bytes | None:
    """The same, with the number of the one that is gone."""
    places = _items(data)
    pair = _neighbours(text_of(data), places)
    if pair is None or not _is_numbered(data):
        return None
    text = text_of(data)
    first, second = (text[slice(*place)] for place in pair)
    number = _NUMBER.search(second)
    return _replaced(data, *pair[1], _NUMBER.sub(f"[{number[1]}]", first, count=1)) if number else None


def entries_swapped(data: bytes) -> bytes | None:
    """Two entries of a page that numbers them stand in each other's place."""
    places = _items(data)
    if len(places) < 3 or not _is_numbered(data):
        return None
    text = text_of(data)
    (a, b), (c, d) = places[0], places[2]
    return (text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]).encode()


def entry_without_its_fields(data: bytes) -> bytes | None:
    """An entry of a page has lost its <dd>."""
    places = _items(data)
    if not is_html(data) or not places:
        return None
    begin, end = places[len(places) // 2]
    return _replaced(data, begin, end, re.sub(r"<dd>.*</dd>", "", text_of(data)[begin:end], flags=re.DOTALL))


def entry_without_title(data: bytes) -> bytes | None:
    """An entry has lost its title."""
    places = _items(data)
    if not places:
        return None
    begin, end = places[len(places) // 2]
    text = text_of(data)[begin:end]
    lost = re.sub(
        r"<div class='list-title.*?</div>|<((?:dc:)?title)\b[^>]*>.*?</\1>", "", text, count=1, flags=re.DOTALL
    )
    return _replaced(data, begin, end, lost) if lost != text else None


def id_of_no_month(data: bytes) -> bytes | None:
    """An entry's id is of a 13th month, wherever it stands in it."""
    return _id_changed(data, lambda ident: f"{ident[:2]}13{ident[4:]}", everywhere=True)


def id_changed_in_one_place(data: bytes) -> bytes | None:
    """One of the places where an entry says its id says another."""
    return _id_changed(data, lambda ident: ident[:-1] + str((int(ident[-1]) + 1) % 10), everywhere=False)


def total_changed(data: bytes) -> bytes | None:
    """The total of a page that shows all of it is another, everywhere."""
    if b"Total of 350 entries" in data:  # a part of a longer page, which has not the rest to be counted
        return None
    return _each(data, r"(Total of )(\d+)( entries)", everywhere=True)


def total_changed_in_one_place(data: bytes) -> bytes | None:
    """A page's total is another, in one of the places where it stands."""
    text = text_of(data)
    return _each(data, r"(Total of )(\d+)( entries)") if len(re.findall(r"Total of \d+ entries", text)) > 1 else None


def section_total_changed(data: bytes) -> bytes | None:
    """What a section's heading says it shows is another number."""
    return _each(data, r"(\(showing )(\d+)( of \d+ entries)")


def end_tag_lost(data: bytes) -> bytes | None:
    """The end tag of an element in the middle of a feed is gone."""
    found = list(re.finditer(rb"</[A-Za-z][\w:.-]*>", data)) if is_xml(data) else []
    if not found:
        return None
    lost = found[len(found) // 2]
    return data[: lost.start()] + data[lost.end() :]


def kilobytes_lost(data: bytes) -> bytes | None:
    """A piece in the middle that holds the beginning of an entry is gone."""
    places = _items(data)
    if len(places) < 5 or not (is_xml(data) or _is_numbered(data)):
        return None
    raw = text_of(data)
    middle = places[len(places) // 2]
    return (raw[: middle[0] - 300] + raw[middle[0] + 700 :]).encode()


def zeros_for_a_block(data: bytes) -> bytes | None:
    """A block of the disk was lost: zeros stand for it."""
    at = len(data) // 2
    return data[:at] + b"\0" * 512 + data[at + 512 :] if len(data) > 4096 else None


def zeros_within_words(data: bytes) -> bytes | None:
    """A zero byte in the middle of words."""
    places = [found.start() for found in re.finditer(rb"[a-z]{4}", data[len(data) // 2 :])]
    return data[: len(data) // 2 + places[0] + 2] + b"\0" + data[len(data) // 2 + places[0] + 2 :] if places else None


def twice_in_one_file(data: bytes) -> bytes | None:
    """The document and behind it the same again."""
    return data + b"\n" + data


def two_days_in_one_file(data: bytes) -> bytes | None:
    """The document and behind it the next day's: other ids, another date."""
    if kind_of(data) not in ("html", "xml"):
        return None
    text = re.sub(r"\b(\d{4}\.\d)(\d{3,4})\b", lambda found: found[1] + found[2][::-1], text_of(data))
    text = re.sub(
        r"\b([12]?\d) (Jan|Feb|Mar|Apr|May|Jun|Jul)", lambda found: f"{int(found[1]) % 28 + 1} {found[2]}", text
    )
    return data + b"\n" + text.encode()


def mojibake(data: bytes) -> bytes | None:
    """UTF-8 taken for Windows' western code page and saved as UTF-8."""
    if data.isascii() or kind_of(data) == "json":
        return None
    return "".join(bytes([byte]).decode("windows-1252", "ignore") or chr(byte) for byte in data).encode()


def day_changed_in_one_place(data: bytes) -> bytes | None:
    """The day of a page or a feed does not fit its weekday."""
    if is_xml(data) and b"arxiv.org" in data[:1000].lower():
        return _each(data, r"(<pubDate>[A-Z][a-z]{2}, )(\d+)( [A-Z][a-z]{2} \d{4})")
    if not is_html(data):
        return None
    pattern = r"((?:Mon|Tue|Wednes|Thurs|Fri|Satur|Sun)day, )(\d+)( [A-Z][a-z]+ \d{4})"
    return _each(data, pattern)


def _cut(data: bytes, at: int) -> bytes | None:
    """A page or a feed cut short; other texts may end anywhere."""
    return data[:at] if kind_of(data) in ("html", "xml", "json") and at else None


def _items(data: bytes) -> list[tuple[int, int]]:
    return items(text_of(data), kind_of(data))


def _replaced(data: bytes, begin: int, end: int, by: str) -> bytes:
    text = text_of(data)
    return (text[:begin] + by + text[end:]).encode()


def _is_numbered(data: bytes) -> bool:
    return is_html(data) and _NUMBER.search(text_of(data)) is not None


def _states_page_total(data: bytes) -> bool:
    return re.search(r"totalResults[^>]*>\d", text_of(data)) is not None


def _neighbours(text: str, places: list[tuple[int, int]]) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Two entries, one directly behind the other."""
    pairs = (pair for pair in pairwise(places) if not text[pair[0][1] : pair[1][0]].strip())
    return next(pairs, None)


def _id_changed(data: bytes, change: Callable[[str], str], *, everywhere: bool) -> bytes | None:
    places = _items(data)
    if not places or (is_xml(data) and b"arxiv.org" not in data[:1000].lower()):
        return None
    begin, end = places[len(places) // 2]
    entry = text_of(data)[begin:end]
    found = _NEW_ID.search(entry)
    if found is None:
        return None
    times = entry.count(found[0])
    if not everywhere and times < 2:
        return None
    return _replaced(data, begin, end, entry.replace(found[0], change(found[0]), -1 if everywhere else 1))


def _each(data: bytes, pattern: str, *, everywhere: bool = False) -> bytes | None:
    """The document with a number, the pattern's second group, made one more."""
    text, times = re.subn(
        pattern, lambda found: f"{found[1]}{int(found[2]) + 1}{found[3]}", text_of(data), count=0 if everywhere else 1
    )
    return text.encode() if times else None

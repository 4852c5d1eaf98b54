"""Texts that were wrapped, indented, quoted or copied: the same papers, or a message that says what is wrong.

Every real text in ../shared, every text of the sample and every page, copied the way browsers do, is changed in each of
the ways of tests/mutations/text.py, read, and compared entry by entry. Entries left out must be named in a note; any
other difference is listed here, and there must be none.
"""

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest
from daybook.model import Entry, Listing
from lxml import html

from tests.cases import for_each
from tests.mutations.text import MUTATIONS
from tests.test_mutations import FOLDERS, read

HERE = Path(__file__).parents[1]
LARGEST = 120_000
"""Bytes; a larger document is not changed in every way."""


def copied(page: bytes, *, indented: bool) -> bytes:
    """A page as copied whole: one line per block; Firefox indents lists and separates paragraphs."""
    blocks = {"div", "dl", "dt", "dd", "h1", "h2", "h3", "li", "p", "ul", "td", "tr", "table", "br", "header", "footer"}
    pieces: list[str] = []

    def walk(element: html.HtmlElement, indent: str) -> None:
        if not isinstance(element.tag, str) or element.tag in ("script", "style", "head", "noscript"):
            return
        edge = f"\n{indent}" if element.tag in blocks else ""
        before = "\n" if indented and element.tag in ("p", "ul", "h3") else ""
        deeper = indent + "    " if indented and element.tag in ("dd", "li") else indent
        pieces.append(before + (f"\n{deeper}" if edge else "") + re.sub(r"\s+", " ", element.text or ""))
        for child in element:
            walk(child, deeper)
            pieces.append(re.sub(r"\s+", " ", child.tail or ""))
        pieces.append(edge)

    walk(html.fromstring(page, parser=html.HTMLParser(encoding="utf-8")), "")
    lines = [line.rstrip() if indented else line.strip() for line in "".join(pieces).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines if indented else filter(None, lines))).encode()


@cache
def documents() -> dict[str, bytes]:
    """The texts and the copied pages by name; large ones are left to the sweep over all documents."""
    texts: dict[str, bytes] = {}
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*")):
            name, data = path.relative_to(folder).as_posix(), path.read_bytes() if path.is_file() else b""
            if path.suffix == ".txt":
                texts[name] = data
            elif path.suffix == ".html" and len(data) <= LARGEST:
                texts[f"{name} copied by Chromium"] = copied(data, indented=False)
                texts[f"{name} copied by Firefox"] = copied(data, indented=True)
    return texts


@cache
def sound(document: str) -> tuple[Listing, ...] | str:
    """What a document says as it is."""
    return read(documents()[document])


def entries(listings: tuple[Listing, ...]) -> dict[str, Entry]:
    return {entry.arxiv_id or entry.title: entry for listing in listings for entry in listing.entries}


def differences(before: tuple[Listing, ...], after: tuple[Listing, ...], *, words: bool = False) -> Iterator[str]:
    """Differences between two readings that no note names. words: ignore paragraphs."""
    notes = " ".join(note for listing in after for note in listing.notes)
    old, new = entries(before), entries(after)
    for name in old.keys() ^ new.keys():
        if (name not in new and f"{name} was wrapped" in notes) or f"{name} has truncated subjects" in notes:
            continue
        yield f"{name} is {'missing' if name in old else 'new'}"
    for name in old.keys() & new.keys():
        for field in fields(Entry):
            was, now = getattr(old[name], field.name), getattr(new[name], field.name)
            is_noted = field.name == "abstract" and (words or "whether a paragraph ends" in notes)
            if was != now and not (is_noted and str(was).split() == str(now).split()) and field.name != "place":
                yield f"{name} {field.name}: {str(was)[:90]!r} -> {str(now)[:90]!r}"
    for was_listing, now_listing in zip(before, after, strict=True):
        for field_name in ("source", "date", "category", "part", "quiet", "report"):
            if getattr(was_listing, field_name) != getattr(now_listing, field_name):
                yield f"{field_name} of the listing"


@pytest.mark.trial
@for_each("name", sorted(MUTATIONS))
def test_nothing_differs_in_silence(name: str) -> None:
    silent: list[str] = []
    for document, data in documents().items():
        before, changed = sound(document), MUTATIONS[name](data)
        if changed is None:
            continue
        after = read(changed)
        if isinstance(before, str):
            silent += [] if isinstance(after, str) else [f"{document}: refused as it is, but read"]
        elif not isinstance(after, str):
            words = name == "refilled"  # lines run together leave no trace of paragraphs
            silent += [f"{document}: {line}" for line in differences(before, after, words=words)]
    assert silent == []


MUST_READ = [
    "flowed", "indented_by_4", "indented_by_a_tab", "line_separator_ends", "no_break_spaces", "quoted",
    "quoted_tightly", "trailing_blanks", "wrapped_and_double_spaced", "wrapped_and_indented", "wrapped_and_quoted",
    "wrapped_at_60", "wrapped_at_72", "wrapped_at_80", "wrapped_at_100", "wrapped_hanging_2", "wrapped_hanging_4",
    "wrapped_hanging_10", "wrapped_at_hyphens", "wrapped_with_windows_ends",
]  # fmt: skip


@for_each("name", MUST_READ)
@for_each("document", ["04-listing.txt", "05-cards.txt", "06-mail.txt", "06-report.txt"])
def test_the_sample_is_read_all_the_same(document: str, name: str) -> None:
    """A text from which everything can still be read must not be refused."""
    data = (HERE / "sample" / "documents" / f"2026-03-{document}").read_bytes()
    before, after = read(data), read(MUTATIONS[name](data) or data)
    assert not isinstance(before, str)
    assert not isinstance(after, str), after
    assert list(differences(before, after)) == []
    assert len(entries(after)) >= len(entries(before)) * 0.9


@pytest.mark.parametrize("indented", [True, False])
def test_copied_pages_say_what_the_pages_say(indented: bool) -> None:
    data = (HERE / "sample" / "documents" / "2026-03-02-listing.html").read_bytes()
    page, text = read(data), read(copied(data, indented=indented))
    assert not isinstance(page, str)
    assert not isinstance(text, str), text
    kept = ("arxiv_id", "type", "title", "authors", "categories", "abstract")
    assert [[getattr(entry, name) for name in kept] for entry in entries(text).values()] == [
        [getattr(entry, name) for name in kept] for entry in entries(page).values()
    ]

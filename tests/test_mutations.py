"""Documents changed on their way: the same papers, or one line that says what is wrong; never others in silence.

Every real document beside the project and every sample is changed in every way of tests/mutations, read, and compared
field by field. With DAYBOOK_SWEEP=whole large documents go through all of it, not each through its share.
"""

import gzip
import os
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from daybook.errors import Refused
from daybook.model import Listing
from daybook.sources import received, registry
from daybook.text.markup import title_key

from tests import mutations
from tests.cases import for_each
from tests.conftest import SHARED
from tests.mutations import Mutation
from tests.sources.text_truth import stated

ROOT = Path(__file__).parent
FOLDERS = (SHARED / "listings", ROOT / "sample" / "documents", ROOT / "sources" / "data")
LARGE = 100_000
"""Of longer documents (bytes) a mutation is given a share, unless the sweep is whole."""
Judge = Callable[[str, Mutation], tuple[str, str]]
"""What becomes of a document, by its name, under a mutation; and the words for it."""
WHOLE = os.environ.get("DAYBOOK_SWEEP") == "whole"


@cache
def documents() -> dict[str, bytes]:
    """Every document by its path below its folder, unpacked."""
    found = {}
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix not in (".tsv", ".md"):
                data = path.read_bytes()
                name = path.relative_to(folder).as_posix()
                found[f"{folder.name}/{name}"] = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    return found


def read(data: bytes) -> tuple[Listing, ...] | str:
    """What a document says, or the one line that refuses it."""
    try:
        return registry.detect(data).read(data)
    except Refused as error:
        return str(error)


@cache
def sound(name: str) -> tuple[Listing, ...] | str:
    """What a document says as it is."""
    return read(documents()[name])


def chosen(name: str, mutation: str) -> bool:
    """Whether the sweep gives this document to this mutation: small ones always, large ones by their share."""
    share = len(documents()[name]) // LARGE
    return WHOLE or share == 0 or zlib.crc32(f"{name} {mutation}".encode()) % (1 + share) == 0


def told(listing: Listing) -> Listing:
    """What a listing says, without words about it."""
    return replace(listing, notes=(), format="")


def outcome(name: str, change: Mutation) -> tuple[str, str]:
    """What becomes of a document: "-" (cannot be changed so), "same", "refused", "reported" or "differs"; and how."""
    data = change(documents()[name])
    if data is None or data == documents()[name]:
        return "-", ""
    before, after = sound(name), read(data)
    if isinstance(after, str):
        return ("same" if isinstance(before, str) else "refused"), after
    if isinstance(before, str):
        return "differs", f"refused before ({before}), now read: {received.Contents(after).describe('')}"
    difference = _difference(before, after)
    if not difference:
        return "same", ""
    new = [line for line in _said(after) if line not in _said(before)]
    return ("reported", new[0]) if new else ("differs", difference)


def fate(name: str, change: Mutation) -> tuple[str, str]:
    """What becomes of a document's papers: as `outcome` has it, by what tells them apart: "differs" where one of them,
    its authors, its day, its announce type or its withdrawal is lost or made up without a word."""
    data = change(documents()[name])
    if data is None or data == documents()[name]:
        return "-", ""
    before, after = sound(name), read(data)
    if isinstance(after, str):
        return ("same" if isinstance(before, str) else "refused"), after
    before = () if isinstance(before, str) else before
    new = [line for line in _failed(after) if line not in _failed(before)]
    if new:
        return "reported", new[0]
    lost, made = _papers(before) - _papers(after), _papers(after) - _papers(before)
    return ("differs", f"lost {list(lost)[:1]}, made up {list(made)[:1]}") if lost or made else ("same", "")


def _papers(listings: Sequence[Listing]) -> Counter[tuple[object, ...]]:
    return Counter(
        (
            str(entry.date), entry.type, entry.arxiv_id, title_key(unescape(entry.title)), entry.withdrawn,
            tuple(map(title_key, entry.authors)),
        )
        for listing in listings for entry in listing.entries
    )  # fmt: skip


def _said(listings: Sequence[Listing]) -> list[str]:
    """What is said about listings that a person should hear."""
    return [*_failed(listings), *(note for listing in listings for note in listing.notes)]


def _failed(listings: Sequence[Listing]) -> list[str]:
    """What is said about listings, and makes a command fail."""
    contents = received.Contents(listings)
    return [*contents.mismatches(), *contents.damage()]


def _difference(before: Sequence[Listing], after: Sequence[Listing]) -> str:
    """The first difference between two readings, in words; "" where there is none."""
    if len(before) != len(after):
        return f"{len(before)} listings became {len(after)}"
    for pair in zip(before, after, strict=True):
        one, two = (stated(told(listing)) for listing in pair)
        for place, entries in enumerate(zip(one.pop("entries", ()), two.pop("entries", ()), strict=False), 1):
            one[f"entry {place}"], two[f"entry {place}"] = entries
        for name in {**one, **two}:
            if one.get(name) != two.get(name):
                return f"{name}: {one.get(name)!r} became {two.get(name)!r}"
        if len(pair[0].entries) != len(pair[1].entries):
            return f"{len(pair[0].entries)} entries became {len(pair[1].entries)}"
    return ""


def sweep(mutation: str, change: Mutation, judge: Judge) -> Iterator[tuple[str, str, str]]:
    """(document, outcome, words) of all documents that a mutation can change."""
    for name in documents():
        if chosen(name, mutation):
            result, words = judge(name, change)
            if result != "-":
                yield name, result, words


def silent(
    mutation: str,
    change: Mutation,
    right: tuple[str, ...] = ("same", "refused", "reported"),
    judge: Judge = outcome,
) -> list[str]:
    """A line for each document whose papers a mutation changed without a word."""
    found = list(sweep(mutation, change, judge))
    if not found and not (SHARED / "listings").exists():
        pytest.skip("no document here can be changed so: real ones are read from ../shared or DAYBOOK_SHARED")
    assert found, "no document can be changed so"
    return [f"{name}: {result}: {words}" for name, result, words in found if result not in right]


@pytest.mark.trial
@for_each("mutation", mutations.keeping())
def test_what_keeps_every_word_gives_the_same_papers_or_one_refusal(mutation: str) -> None:
    """To XML whoever writes it, all of these are the same."""
    right = ("same",) if mutation.startswith("xml-") else ("same", "refused", "reported")
    assert silent(mutation, mutations.keeping()[mutation], right) == []


@pytest.mark.trial
@for_each("mutation", mutations.breaking())
def test_damage_that_a_document_shows_is_said(mutation: str) -> None:
    assert silent(mutation, mutations.breaking()[mutation]) == []


@pytest.mark.trial
@for_each("mutation", mutations.changing())
def test_no_paper_is_lost_in_silence(mutation: str) -> None:
    assert silent(mutation, mutations.changing()[mutation], judge=fate) == []


@for_each("mutation", {**mutations.changing(), **mutations.breaking()})
def test_a_share_of_documents_under_every_change_that_may_lose_papers(mutation: str) -> None:
    """A small document in forty, another one for each change: trials take all of them."""
    change = {**mutations.changing(), **mutations.breaking()}[mutation]
    small = [name for name, data in documents().items() if len(data) < LARGE // 2]
    few = [name for name in small if zlib.crc32(f"{mutation} {name}".encode()) % 40 == 0]
    found = [(name, *(outcome if mutation.startswith("damage") else fate)(name, change)) for name in few]
    assert [each for each in found if each[1] == "differs"] == []


@pytest.mark.parametrize("mutation", ["damage-two_days_in_one_file"])
@pytest.mark.trial
def test_what_stands_behind_a_document_is_not_lost(mutation: str) -> None:
    """Of a page and the next day's behind it, reading the first as if it were all is a loss."""
    lost = silent(mutation, mutations.breaking()[mutation], ("refused", "reported"))
    assert [line for line in lost if not isinstance(sound(line.partition(": ")[0]), str)] == []

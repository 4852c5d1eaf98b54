"""Two documents in one file: both are read, each with its own day, or the file is refused with what to do."""

import gzip
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from daybook.errors import Refused
from daybook.model import Listing
from daybook.sources.plain_text import ONE_EACH
from daybook.sources.registry import FORMATS, Reader, detect

from tests.cases import for_each

DATA = Path(__file__).parent / "data"
SAMPLES = DATA.parent.parent / "sample" / "documents"
READERS = tuple(each.reader() for each in FORMATS)
BETWEEN = {
    "nothing": b"", "blank lines": b"\n\n", "a byte order mark": b"\n\xef\xbb\xbf", "a comment": b"\n<!-- 2 -->\n",
}  # fmt: skip
LARGE = 400_000


@cache
def documents(folder: Path) -> dict[str, dict[str, bytes]]:
    """The documents with entries below a folder, by the name of their reader."""
    by_reader: dict[str, dict[str, bytes]] = {reader.NAME: {} for reader in READERS}
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.suffix in (".tsv", ".md") or path.stat().st_size > LARGE:
            continue
        data = path.read_bytes()
        data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
        try:
            if any(listing.entries for listing in detect(data).read(data)):
                by_reader[detect(data).NAME][path.name] = data
        except Refused:
            continue
    return by_reader


def said(listings: Iterable[Listing]) -> set[tuple[str, str]]:
    return {(entry.arxiv_id or entry.title, str(entry.date)) for each in listings for entry in each.entries}


def lost(first: bytes, second: bytes) -> list[str]:
    """The ways of joining two documents in one file in which content is silently lost."""
    expected = said(detect(first).read(first)) | said(detect(second).read(second))
    is_markup = first.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")
    wrong = []
    for name, between in BETWEEN.items():
        data = first + between + second
        try:
            right = said(detect(data).read(data)) == expected
        except Refused as refused:
            right = refused.hint == ONE_EACH
        if not right and (is_markup or name != "a comment"):
            wrong.append(name)
    return wrong


@pytest.mark.trial
@for_each("reader", READERS)
def test_two_documents_in_a_file(reader: Reader, shared: Callable[[str], Path]) -> None:
    """For every format: neither of the two is lost or given the other's day."""
    by_name: dict[str, bytes] = {}
    for folder in (DATA, SAMPLES, shared("listings")):
        by_name.update(documents(folder)[reader.NAME])
    pairs = [*pairwise(by_name), *([(name, name) for name in list(by_name)[:1]])]
    assert [f"{one} and {two}: {ways}" for one, two in pairs if (ways := lost(by_name[one], by_name[two]))] == []

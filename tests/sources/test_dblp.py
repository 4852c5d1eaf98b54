"""dblp's tables of contents, invented and real."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.errors import Refused
from daybook.sources import dblp

from tests.cases import for_each
from tests.sources.text_truth import head, only_by

DATA = Path(__file__).parent / "data" / "dblp"
listing = only_by(dblp)


@for_each(
    ("data", "problem"),
    [
        (b"<bht key='x'/>", "contains no records"), (b"<rss/>", "not a dblp table of contents"),
        (b"<bht>\n<r>", "not well-formed"),
    ],
)  # fmt: skip
def test_refused(data: bytes, problem: str) -> None:
    """No date, other XML, a truncated document."""
    with pytest.raises(Refused, match=problem):
        dblp.read(data)


def test_real_table_of_contents(shared: Callable[[str], Path]) -> None:
    """The recorded proceedings: papers and names counted independently."""
    data = shared("listings/recorded/feeds/dblp_sosp2025.xml").read_bytes()
    assert dblp.recognises(head(data))
    one = listing(data)
    assert len(one.entries) == data.count(b"<inproceedings ") == 66
    assert sum(len(entry.authors) for entry in one.entries) == data.count(b"<author ")
    assert str(one.date) == max(day.decode() for day in re.findall(rb'mdate="([^"]+)"', data))
    assert len(one.notes) == 1
    assert not any(re.search(r"\d{4}$", name) for entry in one.entries for name in entry.authors)
    assert all(entry.doi and entry.doi.startswith("10.1145/3731569.") for entry in one.entries)

"""The metadata snapshot, invented and real: it is streamed, and a bad line affects no other."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from daybook.errors import Refused
from daybook.model import Entry
from daybook.sources import arxiv_snapshot

from tests.cases import for_each
from tests.sources.text_truth import head
from tests.tools.growth import in_proportion

FOUR = Path(__file__).parent / "data" / "snapshot" / "four.jsonl"


def test_lines() -> None:
    """Good lines become entries, bad ones errors with their line number, in file order."""
    with FOUR.open("rb") as lines:
        results = list(arxiv_snapshot.read_entries(lines))
    assert [type(result) for result in results] == [Entry, Entry, Refused, Entry, Refused, Refused, Refused]
    problems = [(each.location, each.problem) for each in results if isinstance(each, Refused)]
    assert [place for place, _ in problems] == ["line 4", "line 6", "line 7", "line 8"]
    assert problems[0][1] == "'../passwd' is not an arXiv id"
    assert "update_date" in problems[1][1]
    assert problems[2][1] == "has no title"
    assert "cannot be read" in problems[3][1]


def test_only_what_is_asked_for_is_read() -> None:
    """Entries come one by one: a stream is never read ahead."""
    taken = 0

    def lines() -> Iterator[bytes]:
        nonlocal taken
        for number in range(1, 1000):
            taken += 1
            yield json.dumps({"id": f"2601.{number:05}", "title": "T", "update_date": "2026-01-01"}).encode()

    entries = arxiv_snapshot.read_entries(lines())
    for _ in range(3):
        assert isinstance(next(entries), Entry)
    assert taken == 3


@for_each(
    "line",
    [
        b'{"id": 7, "title": "x", "update_date": "2026-01-01"}',
        b'{"id": "2601.00001", "title": null, "update_date": "2026-01-01"}',
        b'{"id": "2601.00001", "title": "x", "update_date": "2026-02-30"}',
        b'{"id": "2601.00001", "title": "\xff", "update_date": "2026-01-01"}',
        rb'{"id": "2601.00001", "title": "\ud800", "update_date": "2026-01-01"}', b'["2601.00001"]', b"[" * 100_000,
        b'{"x": ' + b"[" * 100_000, b"\x00",
    ],
)  # fmt: skip
def test_bad_lines_are_told_and_passed(line: bytes) -> None:
    """Wrong types, impossible days, damaged text: a one-line error, and the next line is read."""
    good = b'{"id": "2601.00002", "title": "x", "update_date": "2026-01-01"}'
    bad, entry = arxiv_snapshot.read_entries([line, good])
    assert isinstance(bad, Refused)
    assert str(bad).startswith("line 1: cannot be read: ")
    assert "\n" not in str(bad)
    assert isinstance(entry, Entry)


@pytest.mark.parametrize(
    ("data", "problem"),
    [(b"\n \n", "is empty"), (b'{"id": "x", "title": "T", "update_date": "2026-01-01"}', "not an arXiv id")],
)
def test_refused(data: bytes, problem: str) -> None:
    """A document without a single good line."""
    with pytest.raises(Refused, match=problem):
        arxiv_snapshot.read(data)


def test_recognised() -> None:
    """By the keys of its first line, also with a byte order mark or if that line is longer than the head."""
    data = FOUR.read_bytes()
    assert arxiv_snapshot.recognises(head(data))
    assert arxiv_snapshot.recognises(head(b"\xef\xbb\xbf" + data))
    (first, *_) = arxiv_snapshot.read_entries([b"\xef\xbb\xbf" + data.split(b"\n")[0]])
    assert isinstance(first, Entry)
    crowd = json.dumps({"id": "2601.00001", "submitter": "x", "authors": "A. Name, " * 20_000}).encode()
    assert arxiv_snapshot.recognises(head(crowd))
    for other in (
        b"",
        b"[]",
        b'{"id": "x"}\n',
        b"<rss>",
        b'{"paper": {"id": "1"}, "categories": []}\n',
        b"id categories",
    ):
        assert not arxiv_snapshot.recognises(head(other))


@pytest.mark.trial
def test_many_lines_take_time_in_proportion() -> None:
    """The cost of a line does not depend on how many precede it."""
    line = FOUR.read_bytes().split(b"\n")[0].replace(b"of tea.", b"of tea. " + b"Some words of tea. " * 70)

    def read(count: int) -> None:
        assert sum(isinstance(result, Entry) for result in arxiv_snapshot.read_entries([line] * count)) == count

    in_proportion(read, 3_000)


def test_real_sample(shared: Callable[[str], Path]) -> None:
    """The recorded sample: every line, compared with the JSON itself."""
    data = shared("listings/recorded/kaggle-snapshot-sample.jsonl").read_bytes()
    assert arxiv_snapshot.recognises(head(data))
    (one,) = arxiv_snapshot.read(data)
    lines = [json.loads(line) for line in data.splitlines()]
    assert len(one.entries) == len(lines) == 60
    assert one.notes == ()
    for entry, line in zip(one.entries, lines, strict=True):
        assert entry.arxiv_id == line["id"]
        assert entry.title == " ".join(line["title"].split())
        assert entry.version == len(line["versions"]) == len(entry.versions)
        assert len(entry.authors) == len(line["authors_parsed"])
        assert entry.categories == tuple(line["categories"].split(" "))
        assert str(entry.date) == line["update_date"]
        assert (entry.abstract or "").split() == line["abstract"].split()
        assert entry.doi == line["doi"]

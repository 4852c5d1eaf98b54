"""What a document shows to be wrong with it is said when it is read, and by `check` from what is kept, until mended."""

import datetime as dt
from pathlib import Path

import pytest
from daybook import cli
from daybook.model import Entry, Listing
from daybook.sources import received

from tests.cases import for_each
from tests.sources.test_listing_html import item, new_page, section

TWO = "New submissions (showing 2 of 2 entries)"
FEED = """<?xml version="1.0"?>
<rss version="2.0" xmlns:arxiv="http://arxiv.org/schemas/atom"><channel><title>math.LO updates on arXiv.org</title>
<link>http://rss.arxiv.org/rss/math.LO</link><pubDate>Fri, 30 Jan 2026 00:00:00 -0500</pubDate>
{}</channel></rss>"""
ITEM = """<item><title>{title}</title><guid>oai:arXiv.org:{ident}v1</guid>
<arxiv:announce_type>new</arxiv:announce_type><description>arXiv:{ident}v1 Announce Type: new
Abstract: Words.</description></item>"""


def ingested(archive: Path, name: str, data: bytes, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Exit code and errors of reading one document."""
    path = archive.parent / name
    path.write_bytes(data)
    code = cli.main(["ingest", "--quiet", "--archive", str(archive), str(path)])
    return code, capsys.readouterr().err


def checked(archive: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = cli.main(["check", "--archive", str(archive)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def feed(*titles_and_ids: tuple[str, str]) -> bytes:
    return FEED.format("".join(ITEM.format(title=title, ident=ident) for title, ident in titles_and_ids)).encode()


CASES = {
    "an entry twice in another's place": (
        new_page(section(TWO, item(1, "2601.20001"), item(2, "2601.20001"))),
        new_page(section(TWO, item(1, "2601.20001"), item(2, "2601.20002"))), "2601.20001 appears twice",
    ),
    "an entry of a feed, which states no totals": (
        feed(("One", "2601.20001"), ("", "2601.20002")),
        feed(("One", "2601.20001"), ("Two", "2601.20002")),
        "entry 2: has no title; left out",
    ),
    "an id of no possible month": (
        feed(("One", "2601.20001"), ("Two", "2613.20002")),
        feed(("One", "2601.20001"), ("Two", "2601.20002")),
        "entry 2: 'oai:arXiv.org:2613.20002v1' is not an arXiv id; left out",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_damage_is_said_until_the_document_is_read_whole(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged, whole, fault = CASES[case]
    archive = tmp_path / "archive"
    code, errors = ingested(archive, "damaged", damaged, capsys)
    assert code == 1
    assert [line for line in errors.splitlines() if fault in line]
    assert len([line for line in errors.splitlines() if fault in line]) == 1
    code, out, errors = checked(archive, capsys)
    assert code == 1
    assert fault in errors
    assert "sound" not in out
    code, errors = ingested(archive, "whole", whole, capsys)
    assert (code, errors) == (0, "")
    code, out, errors = checked(archive, capsys)
    assert fault not in errors
    assert (code, errors) == (0, "")
    assert "sound: " in out


def entry(place: int, **fields: object) -> Entry:
    defaults: dict[str, object] = {"type": "new", "date": dt.date(2026, 1, 30), "title": "T"}
    return Entry(place=place, **{**defaults, **fields})  # type: ignore[arg-type]


@for_each(
    ("entries", "expected"),
    [
        ([entry(1, arxiv_id="2601.00001"), entry(2, arxiv_id="2601.00001", type="cross")], ()),
        ([entry(1, arxiv_id="2601.00001"), entry(2, arxiv_id="2601.00001", title="U")], ("2601.00001",)),
        ([entry(1, doi="10.1000/1"), entry(2, doi="10.1000/1")], ('"T"',)),
        ([entry(1, doi="10.1000/1"), entry(2, doi="10.1000/1", title="Its second version")], ()),
        ([entry(k, arxiv_id="2601.00001", version=k, type="harvest") for k in (1, 2)], ()),
        ([entry(1, type="card", headline="A"), entry(2, type="card", headline="B")], ()),
        ([entry(1, type="card", headline="A"), entry(2, type="card", headline="A")], ('"T"',)),
    ],
)
def test_what_stands_twice(entries: list[Entry], expected: tuple[str, ...]) -> None:
    """In a section, by id; without one only what is the same in every word: versions and cards may differ."""
    listing = Listing(source="x", format="x", date=dt.date(2026, 1, 30), entries=tuple(entries))
    assert received.faults(listing) == tuple(f"{name} appears twice" for name in expected)

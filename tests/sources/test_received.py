"""What documents hold is told, held to bounds, and damage said until mended."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest
from daybook import cli
from daybook.errors import Refused
from daybook.model import Count, Entry, Listing, Report, Version, arxiv
from daybook.sources import arxiv_snapshot, received

from tests.cases import for_each
from tests.makers import day, entry, listing
from tests.sources.test_arxiv_listing import item, new_page, section


def test_sections_and_totals() -> None:
    """Numbers with their nouns, read of stated."""
    page = listing(
        entry(arxiv_id="2603.00001", authors=("A B",)),
        entry(arxiv_id="2603.00002", type="cross", version=2, withdrawn=True),
        counts=(
            Count(section="new", read=1, shown=1, total=1),
            Count(section="cross", read=1, shown=1, total=1),
            Count(section="all", read=2, total=2),
        ),
        notes=("more pages follow",),
    )
    assert received.Contents([page]).describe("page") == (
        "page of cs.DC, 2026-03-03: 2 of 2 entries = 1 of 1 new submission, 1 of 1 cross-list;"
        " 1 with authors, 1 with versions, 1 withdrawn; more pages follow"
    )


def test_cards_and_reports() -> None:
    """One kind only is counted by its own noun; the editorial is named."""
    editorial = Report(source="inference-report", date=day("2026-05-14"), text="x", author="C B")
    page = listing(entry(type="report"), entry(type="report"), report=editorial, counts=(), source="inference-report")
    assert received.Contents([page]).describe("report") == (
        "report of cs.DC, 2026-03-03: 2 papers; editorial of 2026-05-14 by C B"
    )
    assert "1 card" in received.Contents([listing(entry(type="card"), counts=())]).describe("cards")


def test_several_days_and_nothing() -> None:
    """A page of several days; a quiet one; one that holds no papers."""
    days = [listing(date=day("2026-03-02"), quiet=True, counts=()), listing(quiet=True, counts=())]
    assert received.Contents(days).describe("page") == "page of cs.DC, 2026-03-02 to 2026-03-03: explicitly empty"
    assert (
        received.Contents([listing(counts=(), category=None, origin="x.example")])
        .describe("sets")
        .endswith("of x.example, 2026-03-03: no entries")
    )


def test_mismatches_are_sentences() -> None:
    """Section, stated, read, mend; an unknown section by its own name."""
    page = listing(counts=(Count(section="new", read=3, shown=4), Count(section="odd", read=0, shown=1)))
    assert received.Contents([page]).mismatches() == [
        "cs.DC of 2026-03-03: states 4 new submissions, 3 read; what was read is kept; save or fetch it again",
        "cs.DC of 2026-03-03: states 1 odd, 0 read; what was read is kept; save or fetch it again",
    ]
    assert received.noun("cross", 1) == "cross-list"


@for_each(
    ("numbers", "expected"),
    [
        ([], ()), ([None, None], ()), ([1, 2, 3], ()), ([301, 302], ()), ([1, 2, 4], ("the numbering skips 3",)),
        ([1, 2, 2, 4], ("the numbering skips 3", "the numbering repeats 2")),
        ([1, 3, 2], ("the numbering goes backwards",)), ([1, None, 2], ("some entries have no number",)),
        ([1, 20], ("the numbering skips 2, 3, 4, 5",)),
        ([1, *range(100, 130)], ("the numbering skips 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 ...",)),
    ],
)  # fmt: skip
def test_faults(numbers: list[int | None], expected: tuple[str, ...]) -> None:
    """Each number once, without gaps, from any first number; an absurd number does not list a million missing ones."""
    assert received.numbering_faults(numbers) == expected


TWO = "New submissions (showing 2 of 2 entries)"
FEED = """<?xml version="1.0"?>
<rss version="2.0" xmlns:arxiv="http://arxiv.org/schemas/atom"><channel><title>math.LO updates on arXiv.org</title>
<link>http://rss.arxiv.org/rss/math.LO</link><pubDate>Fri, 30 Jan 2026 00:00:00 -0500</pubDate>
{}</channel></rss>"""
ITEM = """<item><title>{title}</title><guid>oai:arXiv.org:{ident}v1</guid>
<arxiv:announce_type>new</arxiv:announce_type><description>arXiv:{ident}v1 Announce Type: new
Abstract: Words.</description></item>"""


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
    "an entry beyond all bounds": (
        feed(("One", "2601.20001"), ("a " * 10_000, "2601.20002")),
        feed(("One", "2601.20001"), ("Two", "2601.20002")),
        "entry 2 is left out: its title has more than 10,000 characters",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_damage_is_said_until_the_document_is_read_whole(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged, whole, fault = CASES[case]
    archive = tmp_path / "archive"

    def run(name: str, data: bytes | None = None) -> tuple[int, str, list[str]]:
        """Exit code, output and errors of reading a document, or of a check."""
        (tmp_path / name).write_bytes(data or b"")
        words = ["ingest", "--quiet", str(tmp_path / name)] if data else ["check"]
        code = cli.main([*words, "--archive", str(archive)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err.splitlines()

    code, _, errors = run("damaged", damaged)
    assert (code, sum(fault in line for line in errors)) == (1, 1)
    code, out, errors = run("check")
    assert (code, any(fault in line for line in errors), "sound" in out) == (1, True, False)
    assert run("whole", whole) == (0, "", [])
    code, out, errors = run("check")
    assert (code, errors, "sound: " in out) == (0, [], True)


@for_each(
    ("entries", "expected"),
    [
        ([entry(arxiv_id="2601.00001"), entry(place=2, arxiv_id="2601.00001", type="cross")], ()),
        ([entry(arxiv_id="2601.00001"), entry(place=2, arxiv_id="2601.00001", title="U")], ("2601.00001",)),
        ([entry(doi="10.1000/1"), entry(place=2, doi="10.1000/1")], (f'"{entry().title}"',)),
        ([entry(doi="10.1000/1"), entry(place=2, doi="10.1000/1", title="Its second version")], ()),
        ([entry(place=k, arxiv_id="2601.00001", version=k, type="harvest") for k in (1, 2)], ()),
        ([entry(type="card", headline="A"), entry(place=2, type="card", headline="B")], ()),
        ([entry(type="card", headline="A"), entry(place=2, type="card", headline="A")], (f'"{entry().title}"',)),
    ],
)
def test_what_stands_twice(entries: list[Entry], expected: tuple[str, ...]) -> None:
    """In a section, by id; without one only what is the same in every word: versions and cards may differ."""
    listing = Listing(source="x", format="x", date=dt.date(2026, 1, 30), entries=tuple(entries))
    assert listing.faults() == tuple(f"{name} appears twice" for name in expected)


DAY = dt.date(2026, 3, 3)
FAR = dt.datetime(9999, 12, 31, 23, tzinfo=dt.UTC)
NEVER = dt.datetime(1, 1, 1, tzinfo=dt.UTC)
SAMPLE = Path(__file__).parents[1] / "sample" / "documents" / "2026-03-04-listing.txt"


def told(*entries: Entry, date: dt.date = DAY) -> Listing:
    return Listing(source="feed", format="feed", date=date, entries=entries, problems=("number 1 is missing",))


@for_each(
    ("fields", "problem"),
    [
        ({"title": "a" * 10_001}, "its title has more than 10,000 characters"),
        ({"abstract": "a" * 100_001}, "a text of it has more than 100,000 characters"),
        ({"gist": "a" * 100_001}, "a text of it has more than 100,000 characters"),
        ({"authors": ("a" * 600_000, "b" * 600_000)}, "its authors take more than 1,000,000 characters"),
        ({"updated": FAR}, "its date is 9999-12-31"), ({"submitted": NEVER}, f"its date is {NEVER:%Y-%m-%d}"),
        ({"date": NEVER.date()}, f"its date is {NEVER:%Y-%m-%d}"),
        ({"versions": (Version(version=1, submitted=FAR),)}, "its date is 9999-12-31"),
    ],
)  # fmt: skip
def test_an_entry_beyond_all_bounds_is_left_out_and_named(fields: dict[str, Any], problem: str) -> None:
    """In any text and any date. The others stay, and so does what was wrong with the document before."""
    large = entry(title="a" * 10_000, abstract="b" * 100_000)
    bounded = received.bounded([told(entry(), entry(place=2, **fields), large)])
    assert bounded[0].entries == (entry(), large)
    assert bounded[0].problems == ("number 1 is missing", f"entry 2 is left out: {problem}")


def test_a_document_of_an_impossible_date_is_refused() -> None:
    """It would be the newest day of the archive for ever."""
    with pytest.raises(Refused, match="impossible date 9999-12-31"):
        received.bounded([told(entry(), date=FAR.date())])


def test_a_line_of_a_snapshot_beyond_all_bounds_costs_that_line() -> None:
    """As any other that cannot be read."""
    paper = {"id": "2603.00001", "authors": "A B", "title": "On tides", "categories": "cs.DC", "abstract": "Of tides.",
             "versions": [{"version": "v1", "created": "Mon, 2 Mar 2026 00:00:00 GMT"}], "update_date": "2026-03-03",
             "submitter": "A B", "authors_parsed": [["B", "A", ""]]}  # fmt: skip
    late = {"id": "2603.00002", "versions": [{"version": "v1", "created": "Fri, 31 Dec 9999 23:59:59 GMT"}]}
    lines = [json.dumps(each).encode() for each in (paper, {**paper, **late}, {**paper, "id": "2603.00003"})]
    one, two, three = arxiv_snapshot.read_entries(lines)
    assert isinstance(two, Refused)
    assert str(two) == "entry 2: its date is 9999-12-31; it is left out"
    assert [each.arxiv_id for each in (one, three) if isinstance(each, Entry)] == ["2603.00001", "2603.00003"]


@pytest.mark.parametrize("moment", [FAR, NEVER])
def test_a_time_at_the_end_of_the_calendar_is_announced_somewhere(moment: dt.datetime) -> None:
    """An archive that came from elsewhere may hold it."""
    assert arxiv.announced(moment).year == moment.year


@pytest.mark.parametrize("date", ["0001-01-01", "9999-12-31"])
@pytest.mark.parametrize(("name", "command"), [("records/2026/03/2026-03-04.jsonl", "export jsonl"),
                                               ("coverage/2026-03.jsonl", "status days")])  # fmt: skip
def test_a_line_of_an_impossible_date_is_named(
    date: str, name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the file that it stands in: a record, or a statement, the days up to which would never end."""
    archive = tmp_path / "archive"
    assert cli.main(["ingest", "--quiet", "--archive", str(archive), str(SAMPLE)]) == 0
    path = archive / name
    path.write_text(path.read_text().replace('"date":"2026-03-04"', f'"date":"{date}"', 1))
    for each in ("build", command):
        assert cli.main([*each.split(), "--quiet", "--archive", str(archive)]) == 1
        told = f"daybook: {name}: contains a line with the impossible date {date}; restore the file"
        assert told in capsys.readouterr().err

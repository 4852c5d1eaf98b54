"""Entries and documents beyond all bounds: each is left out and named, and costs nothing else anything."""

import datetime as dt
import json
from pathlib import Path

import pytest
from daybook import cli
from daybook.errors import Refused
from daybook.model import Entry, Listing, Version, schedule
from daybook.sources import arxiv_snapshot, received

from tests.cases import for_each
from tests.makers import entry

DAY = dt.date(2026, 3, 3)
FAR = dt.datetime(9999, 12, 31, 23, tzinfo=dt.UTC)
NEVER = dt.datetime(1, 1, 1, tzinfo=dt.UTC)
SAMPLE = Path(__file__).parents[1] / "sample" / "documents" / "2026-03-04-listing.txt"


def listing(*entries: Entry, date: dt.date = DAY) -> Listing:
    return Listing(source="feed", format="feed", date=date, entries=entries, problems=("number 1 is missing",))


BEYOND = {
    "its title has more than 10,000 characters": entry(place=2, title="a" * 10_001),
    "a text of it has more than 100,000 characters": entry(place=2, abstract="a" * 100_001),
    "its authors take more than 1,000,000 characters": entry(place=2, authors=("a" * 600_000, "b" * 600_000)),
    "its date is 9999-12-31": entry(place=2, updated=FAR),
}


@for_each("problem", BEYOND)
def test_an_entry_beyond_all_bounds_is_left_out_and_named(problem: str) -> None:
    """The others stay, and so does what was wrong with the document before."""
    large = entry(title="a" * 10_000, abstract="b" * 100_000)
    bounded = received.bounded([listing(entry(), BEYOND[problem], large)])
    assert bounded[0].entries == (entry(), large)
    assert bounded[0].problems == ("number 1 is missing", f"entry 2 is left out: {problem}")


@for_each(
    "fields",
    [
        {"date": NEVER.date()}, {"submitted": NEVER}, {"versions": (Version(version=1, submitted=FAR),)},
        {"gist": "a" * 100_001},
    ],
)  # fmt: skip
def test_whatever_field_it_is(fields: dict[str, object]) -> None:
    """Any date and any text."""
    assert received.bounded([listing(entry(**fields))])[0].entries == ()


def test_a_document_of_an_impossible_date_is_refused() -> None:
    """It would be the newest day of the archive for ever."""
    with pytest.raises(Refused, match="impossible date 9999-12-31"):
        received.bounded([listing(entry(), date=FAR.date())])


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


def test_a_feed_with_such_an_item_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever reader it is for: one line, exit code 1, and the other item is kept."""
    item = "<item><title>{}</title><link>https://tides.example.org/{}</link><description>Of tides.</description></item>"
    items = item.format("On tides", 1) + item.format("a " * 10_000, 2)
    (tmp_path / "feed.xml").write_text(
        '<?xml version="1.0"?><rss version="2.0"><channel><title>Tides</title><link>https://tides.example.org/</link>'
        f"<description>x</description><pubDate>Tue, 03 Mar 2026 00:00:00 +0000</pubDate>{items}</channel></rss>"
    )
    archive = tmp_path / "archive"
    assert cli.main(["init", "--quiet", "--archive", str(archive), "--title", "T", "--categories", "cs.DC"]) == 0
    assert cli.main(["ingest", "--archive", str(archive), str(tmp_path / "feed.xml")]) == 1
    captured = capsys.readouterr()
    assert "1 record stored" in captured.out
    assert "entry 2 is left out: its title has more than 10,000 characters" in captured.err


@pytest.mark.parametrize("moment", [FAR, NEVER])
def test_a_time_at_the_end_of_the_calendar_is_announced_somewhere(moment: dt.datetime) -> None:
    """An archive that came from elsewhere may hold it."""
    assert schedule.announced(moment).year == moment.year


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

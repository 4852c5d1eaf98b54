"""Papers as another Daybook archive tells of them: what a line says is read, and what it may not say is not."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest
from daybook.errors import Refused
from daybook.sources import other_archive, registry
from daybook.sources.registry import detect

from tests.cases import for_each

DATA = (Path(__file__).parent / "data" / "papers" / "four.jsonl").read_bytes()
OTHERS = {"archive": "https://papers.example/daily/", "pith": "https://cards.example/"}
TODAY = dt.date(2026, 3, 9)


def line(**more: Any) -> bytes:
    """A paper that was announced, and harvested later."""
    told: dict[str, Any] = {
        "key": "2603.00356", "arxiv_id": "2603.00356", "version": 2, "title": "Second words",
        "titles": ["Second words", "First words"], "authors": ["A. Cup", "B. Saucer"], "authors_complete": True,
        "abstract": "Of $x$.", "primary_category": "cs.DC", "categories": ["cs.DC", "cs.NI"], "comments": None,
        "submitted": "2026-03-01T10:00:00Z", "updated": "2026-03-04T10:00:00Z",
        "versions": [
            {"version": 1, "submitted": "2026-03-01T10:00:00Z", "title": "First words"},
            {"version": 2, "submitted": "2026-03-04T10:00:00Z", "title": "Second words"},
        ],
        "sightings": [
            {"date": "2026-03-03", "source": "arxiv-listing", "type": "new", "category": "cs.DC", "version": None},
            {"date": "2026-03-05", "source": "arxiv-oai", "type": "harvest", "category": "cs.DC", "version": 2},
            {"date": "2026-03-06", "source": "pith", "type": "card", "category": None, "version": None},
        ],
        "cards": [
            {"source": "daybook", "headline": "Our own", "gist": None, "figures": [], "badge": None, "date": None},
            {"source": "pith", "headline": "Theirs", "gist": "G.", "figures": [], "badge": None, "date": "2026-03-06"},
        ],
    }  # fmt: skip
    return json.dumps({**told, **more}, separators=(",", ":")).encode() + b"\n"


def test_a_line_is_a_listing_for_each_sighting() -> None:
    """Under its source, date and category; the one that has the text has all of it."""
    assert detect(line()) is other_archive
    card, new, harvest = sorted(other_archive.read(line()), key=lambda each: (each.source != "pith", each.date))
    assert [(each.source, str(each.date), each.category, each.whole) for each in (card, new, harvest)] == [
        ("pith", "2026-03-06", None, False),
        ("arxiv-listing", "2026-03-03", "cs.DC", False),
        ("arxiv-oai", "2026-03-05", "cs.DC", False),
    ]
    assert {each.origin for each in (card, new, harvest)} == {registry.ORIGIN}
    assert not any(each.counts or each.quiet for each in (card, new, harvest))
    (whole,), (first,), (other,) = harvest.entries, new.entries, card.entries
    assert (whole.title, whole.abstract, whole.version) == ("Second words", "Of $x$.", 2)
    assert (whole.authors, whole.categories) == (("A. Cup", "B. Saucer"), ("cs.DC", "cs.NI"))
    assert [version.version for version in whole.versions] == [1, 2]
    assert (first.title, first.type, first.abstract) == ("First words", "new", None)
    assert (other.headline, other.gist) == ("Theirs", "G.")


@for_each(
    ("data", "reason"),
    [
        (line(arxiv_id="../../etc"), "is not an arXiv id"),
        (line(title=" "), "has no title"),
        (line(sightings=[{"date": "yesterday", "source": "pith", "type": "card"}]), "cannot be read"),
        (line(sightings=[{"date": "2026-03-03", "source": "arxiv-rss", "type": "win"}]), "cannot be read"),
        (line(sightings=[{"date": "2026-03-03", "source": "schedule", "type": "new"}]), "unknown source"),
        (line()[:300], "cannot be read"),
    ],
)
def test_a_bad_line_costs_no_other(data: bytes, reason: str) -> None:
    """Alone it is refused; beside others it is left out and told."""
    with pytest.raises(Refused, match=reason):
        other_archive.read(data)
    listings = other_archive.read(data.strip() + b"\n" + DATA)
    notes = [note for listing in listings for note in listing.notes]
    assert len(notes) == 1
    assert reason in notes[0]
    assert [each.entries for each in listings] == [
        each.entries for each in other_archive.read(DATA)
    ] or "unknown" in reason


def test_lines_are_read_by_month() -> None:
    """So that a later export has most documents as they are."""
    lines = DATA.splitlines(keepends=True)
    parts = list(other_archive.parts(lines))
    assert b"".join(b"".join(part) for part in parts) == DATA
    assert [len(part) for part in parts] == [3, 1]
    more = [*lines[:3], line(), *lines[3:]]
    assert [len(part) for part in other_archive.parts(more)] == [3, 1, 1]


def test_who_may_tell_of_other_archives() -> None:
    """A source that archive.yml names as one; everybody else's are refused, and so is what else such a source sends."""
    listings = other_archive.read(line())
    assert registry.objection("archive", listings, OTHERS, TODAY) is None
    assert "name the source archive" in (registry.objection("pith", listings, OTHERS, TODAY) or "")
    assert "unexpected kind" in (registry.objection("list", listings, OTHERS, TODAY) or "")
    assert "future" in (registry.objection("archive", listings, OTHERS, dt.date(2026, 1, 1)) or "")
    assert {each.origin for each in registry.signed("archive", listings, OTHERS)} == {"papers.example"}
    page = (Path(__file__).parents[1] / "sample" / "documents" / "2026-03-04-listing.txt").read_bytes()
    listed = detect(page).read(page)
    assert registry.objection("archive", listed, OTHERS, TODAY)

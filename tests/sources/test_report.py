"""The line that tells what was read."""

from daybook.model import Count, Report
from daybook.sources import received

from tests.makers import day, entry, listing


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
    assert received.describe([page], "page") == (
        "page of cs.DC, 2026-03-03: 2 of 2 entries = 1 of 1 new submission, 1 of 1 cross-list;"
        " 1 with authors, 1 with versions, 1 withdrawn; more pages follow"
    )


def test_cards_and_reports() -> None:
    """One kind only is counted by its own noun; the editorial is named."""
    editorial = Report(source="inference-report", date=day("2026-05-14"), text="x", author="C B")
    page = listing(entry(type="report"), entry(type="report"), report=editorial, counts=(), source="inference-report")
    assert received.describe([page], "report") == (
        "report of cs.DC, 2026-03-03: 2 papers; editorial of 2026-05-14 by C B"
    )
    assert "1 card" in received.describe([listing(entry(type="card"), counts=())], "cards")


def test_several_days_and_nothing() -> None:
    """A page of several days; a quiet one; one that holds no papers."""
    days = [listing(date=day("2026-03-02"), quiet=True, counts=()), listing(quiet=True, counts=())]
    assert received.describe(days, "page") == "page of cs.DC, 2026-03-02 to 2026-03-03: explicitly empty"
    assert received.describe([listing(counts=(), category=None, origin="x.example")], "sets").endswith(
        "of x.example, 2026-03-03: no entries"
    )


def test_mismatches_are_sentences() -> None:
    """Section, stated, read, mend; an unknown section by its own name."""
    page = listing(counts=(Count(section="new", read=3, shown=4), Count(section="odd", read=0, shown=1)))
    assert received.mismatches([page]) == [
        "cs.DC of 2026-03-03: states 4 new submissions, 3 read; what was read is kept; save or fetch the page again",
        "cs.DC of 2026-03-03: states 1 odd, 0 read; what was read is kept; save or fetch the page again",
    ]
    assert received.noun("cross", 1) == "cross-list"

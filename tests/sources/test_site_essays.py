"""Daily reports, invented and real."""

import pytest
from daybook.errors import Refused
from daybook.model import Count, Listing
from daybook.sources import site_pages

from tests.sources.text_truth import DATA, head, only_by, rows

REPORT = (DATA / "inference_report" / "report.txt").read_text(encoding="utf-8")
REAL = ("002", site_pages.ESSAYS)
one = only_by(site_pages.ESSAYS)


def test_real_editorial(real: Listing) -> None:
    report = real.report
    assert report is not None
    assert (report.source, report.author, str(report.date), report.category, report.title, len(report.text)) == (
        "inference-report", "Cole Brennan", "2026-05-14", "cs.DC", "Research Papers — Focused", 2585,
    )  # fmt: skip
    assert "Cole Brennan" not in report.text


def test_real_papers(real: Listing) -> None:
    assert [{"place": str(e.place), "title": e.title} for e in real.entries] == rows("inference_report/002.tsv")
    assert all(e.type == "report" and e.categories == ("cs.DC",) and e.authors == () for e in real.entries)
    assert all(e.abstract and "\n" not in e.abstract and e.arxiv_id is None for e in real.entries)
    assert (real.entries[28].abstract or "").startswith("Motivation: ")
    assert "<1 ms" in "".join(e.abstract or "" for e in real.entries)


def test_report_without_an_essay_or_a_line_of_counts() -> None:
    listing = one("The Inference Report\nWednesday, July 1, 2026\n\nTin Cans cs.DC\n\nCans.\n\nMore Cans cs.DC\n")
    assert (listing.report, listing.category) == (None, "cs.DC")
    assert [(e.title, e.abstract) for e in listing.entries] == [("Tin Cans", "Cans."), ("More Cans", None)]
    assert listing.counts == (Count(section="all", read=2),)


def test_abstracts_of_like_lengths_a_line_each_are_not_wrapped() -> None:
    """As copied from a browser: every abstract is too long for the next title's first word to fit on its line."""
    papers = [
        (f"Tin Cans, {number} cs.NI", f"{'We dent cans. ' * 11}It helps {number}{'.' * (1 + number % 3)}")
        for number in range(1, 9)
    ]
    lines = ["The Inference Report", "July 1, 2026", "Cans", "Today's papers are about cans.", *sum(papers, ())]
    listing = one("\n".join(lines))
    assert [f"{entry.title} cs.NI" for entry in listing.entries] == [title for title, _ in papers]
    assert [entry.abstract for entry in listing.entries] == [abstract for _, abstract in papers]


def test_author_may_stand_above_the_essay() -> None:
    text = "The Inference Report\n2026-07-01\nHeading\nAda Writer\nAn essay.\nShowing of papers\nTin cs.DC\nCans.\n"
    report = one(text).report
    assert report is not None
    assert (report.title, report.author, report.text) == ("Heading", "Ada Writer", "An essay.")


def test_fewer_papers_than_stated_are_a_mismatch() -> None:
    listing = one(REPORT.replace("Showing 2 of 7", "Showing 5 of 7"))
    assert listing.mismatches() == (Count(section="all", read=3, shown=6, total=8),)


def test_report_without_day_or_papers_is_refused() -> None:
    with pytest.raises(Refused, match="has no date"):
        one(REPORT.replace("July 1, 2026", ""))
    with pytest.raises(Refused, match="contains no papers"):
        one("The Inference Report\nJuly 1, 2026\nAn essay alone.\n")


def test_recognises_only_reports() -> None:
    assert site_pages.ESSAYS.recognises(head(REPORT.encode()))
    assert not site_pages.ESSAYS.recognises(head(b"The Inference Report\nJuly 1, 2026\nNo papers.\n"))
    assert not site_pages.ESSAYS.recognises(head(b"Another site\n\nTin cs.DC\n\nCans.\n"))

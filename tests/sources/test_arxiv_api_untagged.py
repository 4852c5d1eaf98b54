"""API responses without their tags, invented and real."""

import pytest
from daybook.sources import arxiv_api_untagged
from daybook.sources.arxiv_api_untagged import Totals, TrailingFields, guess_totals, split_trailing_fields

from tests.cases import for_each, table
from tests.sources.text_truth import DATA, only_by
from tests.tools.growth import in_proportion

ANSWER = (DATA / "api_stripped" / "answer.txt").read_text(encoding="utf-8")
one = only_by(arxiv_api_untagged)


def test_comment_and_journal_reference_on_lines_of_their_own() -> None:
    rest = "\n  In Tin 2026\n  In: Cans (eds.), Tin\n  \n    Ada Writer\n"
    assert split_trailing_fields(rest) == TrailingFields("In Tin 2026", "In: Cans (eds.), Tin", ("Ada Writer",), None)


@for_each(
    ("digits", "count", "totals", "sure"),
    [
        ("2883813515", 15, Totals(28838, 135, 15), True), ("28838015", 15, Totals(28838, 0, 15), True),
        ("1528838135", 15, Totals(28838, 135, 15), True), ("1244050", 3, Totals(1244, 0, 50), True),
        ("99999", 3, None, False), ("14713515", 12, Totals(147, 135, 15), True), ("0010", 0, Totals(0, 0, 10), True),
        ("20 364218 0", 20, Totals(364218, 0, 20), True), ("114 0 10", 10, Totals(114, 0, 10), True),
        ("2883813515", 12, Totals(28838, 135, 15), True), ("288380100", 0, Totals(28838, 0, 100), True),
        ("", 3, None, False), ("288380010", 10, Totals(288380, 0, 10), False),
        ("1021488110", 10, Totals(2148811, 0, 10), False),
    ],
)  # fmt: skip
def test_totals_from_digits_run_together(digits: str, count: int, totals: Totals | None, sure: bool) -> None:
    """And whether there is only one way to read them; the start that the query states decides."""
    assert guess_totals(digits, count) == (totals, sure)
    assert guess_totals("1021488110", 10, 10) == (Totals(214881, 10, 10), True)


@for_each(("text", "comment", "journal", "authors"), table(__file__, "comment_journal_and_names_run_together"))
def test_comment_journal_and_names_run_together(
    text: str, comment: str | None, journal: str | None, authors: tuple[str, ...]
) -> None:
    assert split_trailing_fields(text) == TrailingFields(comment, journal, authors, None)


def test_dois_at_the_end_and_inside_a_comment() -> None:
    assert split_trailing_fields("Ada Writer10.1000/a.1 10.1000/b.2").doi == "10.1000/a.1"
    assert split_trailing_fields("See doi 10.1000/a.1 for moreAda Writer") == TrailingFields(
        "See doi 10.1000/a.1 for more", None, ("Ada Writer",), None
    )
    assert split_trailing_fields("") == TrailingFields(None, None, (), None)


def test_short_lines_of_many_entries_are_not_wrapped() -> None:
    """Each entry's address begins a line after the previous entry's authors: no sentence continues there."""
    entry = (
        "http://arxiv.org/abs/2603.006{0:02}v1Tide {0}2026-03-03T19:20:00ZWe weigh tides.\n"
        "2026-03-03T19:20:00Z\nAnn Lee\n"
    )
    head = "https://arxiv.org/api/Invented2026-03-09T06:30:00Z20\n20\n0\n"
    assert len(one(head + "".join(map(entry.format, range(20)))).entries) == 20


@pytest.mark.trial
@for_each("piece", ["Ann Able", "Aa", "http://a/A", '"A', "10.1234/a ", "10.1234/a", "\n", "1, 2024 "])
def test_comments_and_names(piece: str) -> None:
    """In an entry's trailing fields, from a length on that no comment has."""
    in_proportion(lambda length: split_trailing_fields("A comment. " + piece * (length // len(piece)) + "end"), 128_000)

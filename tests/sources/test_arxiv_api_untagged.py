"""API responses without their tags, invented and real."""

import pytest
from daybook.errors import Refused
from daybook.model import Count, Listing
from daybook.sources import arxiv_api_untagged
from daybook.sources.arxiv_api_untagged import Totals, TrailingFields, guess_totals, split_trailing_fields

from tests.cases import for_each, table
from tests.sources.text_truth import DATA, brief, head, only_by, rows
from tests.tools.growth import in_proportion

ANSWER = (DATA / "api_stripped" / "answer.txt").read_text(encoding="utf-8")
REAL = ("003", arxiv_api_untagged)
one = only_by(arxiv_api_untagged)


def test_real_answer_entry_by_entry(real: Listing) -> None:
    assert [
        {
            "place": str(e.place),
            "id": e.arxiv_id,
            "version": str(e.version),
            "published": f"{e.submitted:%Y-%m-%dT%H:%M:%SZ}",
            "updated": f"{e.updated:%Y-%m-%dT%H:%M:%SZ}",
            "paragraphs": str((e.abstract or "").count("\n\n") + 1),
            "doi": e.doi or "",
            "authors": "; ".join(e.authors),
            "title": e.title,
            "comments": brief(e.comments),
        }
        for e in real.entries
    ] == rows("api_stripped/003.tsv")
    assert not any(e.categories for e in real.entries)


def test_answer_with_its_values_on_lines_and_its_query() -> None:
    text = (
        "\n  https://arxiv.org/api/AbC\n  arXiv Query: search_query=cat:cs.DC&id_list=&start=20&max_results=2\n"
        "  2026-07-01T04:00:00Z\n  \n  2\n  124\n  20\n  \n    http://arxiv.org/abs/2606.30001v1\n    Tin Cans\n"
        "    2026-06-30T10:00:00Z\n    \n    Cans.\n    2026-06-30T10:00:00Z\n    4 pages\n    \n      Ada Writer\n"
        "    \n      Bo Other\n    \n    http://arxiv.org/abs/2606.30002v1\n    More\n    2026-06-30T10:00:00Z\n"
        "    More cans.\n    2026-06-30T10:00:00Z\n    Cy Third\n"
    )
    assert arxiv_api_untagged.recognises(head(text.encode()))
    listing = one(text)
    assert (listing.category, listing.part) == ("cs.DC", "search_query=cat:cs.DC start=20")
    assert listing.counts == (Count(section="all", read=2, shown=2, total=124),)
    first, second = listing.entries
    assert (first.title, first.comments, first.authors) == ("Tin Cans", "4 pages", ("Ada Writer", "Bo Other"))
    assert (first.abstract, second.authors) == ("Cans.", ("Cy Third",))


def test_start_that_the_query_states_decides_how_to_read_the_digits() -> None:
    assert guess_totals("1021488110", 10) == (Totals(2148811, 0, 10), False)
    assert guess_totals("1021488110", 10, 10) == (Totals(214881, 10, 10), True)
    query = "arXiv Query: search_query=all:tin&amp;id_list=&amp;start=3&amp;max_results=3"
    listing = one(ANSWER.replace("2026-07-01T04", f"{query}2026-07-01T04", 1))
    assert (listing.part, listing.notes) == ("search_query=all:tin start=3", ())


def test_comment_and_journal_reference_on_lines_of_their_own() -> None:
    rest = "\n  In Tin 2026\n  In: Cans (eds.), Tin\n  \n    Ada Writer\n"
    assert split_trailing_fields(rest) == TrailingFields("In Tin 2026", "In: Cans (eds.), Tin", ("Ada Writer",), None)


def test_query_of_several_categories_names_none() -> None:
    head_line = "arXiv Query: search_query=cat:cs.DC OR cat:cs.AI&id_list=2606.30001&start=3&max_results=3\n"
    listing = one(ANSWER.replace("2026-07-01T04", f"\n{head_line}2026-07-01T04", 1))
    assert listing.category is None
    assert (listing.part or "").startswith("search_query=cat:cs.DC OR cat:cs.AI id_list=2606.30001 start=")


@for_each(
    ("digits", "count", "totals"),
    [
        ("2883813515", 15, Totals(28838, 135, 15)), ("28838015", 15, Totals(28838, 0, 15)),
        ("1528838135", 15, Totals(28838, 135, 15)), ("1244050", 3, Totals(1244, 0, 50)), ("99999", 3, None),
        ("14713515", 12, Totals(147, 135, 15)), ("0010", 0, Totals(0, 0, 10)),
        ("20 364218 0", 20, Totals(364218, 0, 20)), ("114 0 10", 10, Totals(114, 0, 10)),
        ("2883813515", 12, Totals(28838, 135, 15)), ("288380100", 0, Totals(28838, 0, 100)), ("", 3, None),
    ],
)  # fmt: skip
def test_totals_from_digits_run_together(digits: str, count: int, totals: Totals | None) -> None:
    assert guess_totals(digits, count)[0] == totals


def test_digits_with_several_readings_are_said_to_be_unsure() -> None:
    totals, sure = guess_totals("288380010", 10)
    assert totals is not None
    assert not sure
    text = ANSWER.replace("Z12433", "Z99999", 1)
    assert "can be read in more than one way" in one(text).notes[0]
    assert one(text).part == "numbers=99999"
    unsure = one(ANSWER.replace("Z12433", "Z369333", 1))
    assert unsure.part == "numbers=369333"
    assert unsure.counts == (Count(section="all", read=3, shown=3, total=None),)


def test_answer_that_promises_more_than_it_holds_is_a_mismatch() -> None:
    text = "https://arxiv.org/api/AbC 2026-07-01T04:00:00Z\n10\n124\n0\n"
    listing = one(text)
    assert listing.mismatches() == (Count(section="all", read=0, shown=10, total=124),)
    assert not listing.quiet


def test_answer_without_results_is_quiet() -> None:
    listing = one("https://arxiv.org/api/AbC2026-07-01T04:00:00Z0010")
    assert listing.quiet
    assert listing.mismatches() == ()


def test_broken_entries_are_left_out_and_noted() -> None:
    listing = one(ANSWER.replace("hep-th/9901001v12", "../../etcv12"))
    assert [e.place for e in listing.entries] == [1, 3]
    assert listing.notes[0] == "entry 2: '../../etc' is not an arXiv id; left out"
    cut = one(ANSWER[: ANSWER.index("2026-06-29T08")])
    assert len(cut.entries) == 2
    assert "incomplete entry" in cut.notes[0]
    untitled = one(ANSWER.replace("v12Old Waves", "v1"))
    assert "hep-th/9901001 has no title" in untitled.notes[0]


def test_answer_without_a_single_whole_entry_is_refused() -> None:
    with pytest.raises(Refused, match="contains no complete entry"):
        one(ANSWER[: ANSWER.index("Second paragraph")])


def test_error_answer_is_refused_with_its_reason() -> None:
    text = (
        "https://arxiv.org/api/x arXiv Search Results2026-07-01T04:00:00Z101"
        "https://arxiv.org/api/errors#incorrect_id_format_for_abcError2026-07-01T04:00:00Zincorrect id format for abc"
        "2026-07-01T04:00:00ZarXiv api core"
    )
    for wire in (text, text.replace("Error", "\n    Error\n    ")):
        assert arxiv_api_untagged.recognises(head(wire.encode()))
        with pytest.raises(Refused, match="incorrect id format for abc"):
            one(wire)


def test_answer_without_a_time_is_refused() -> None:
    with pytest.raises(Refused, match="no feed date before its entries"):
        one("https://arxiv.org/api/AbC and nothing else")


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


def test_recognises_only_answers_without_tags() -> None:
    assert arxiv_api_untagged.recognises(head(ANSWER.encode()))
    assert not arxiv_api_untagged.recognises(
        head(b"<feed><id>https://arxiv.org/api/AbC</id>2026-07-01T04:00:00Z</feed>")
    )
    assert not arxiv_api_untagged.recognises(head(b"https://arxiv.org/abs/2606.30001"))


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

"""Listing pages copied as text, invented and real."""

import datetime as dt

import pytest
from daybook.errors import Refused
from daybook.model import Count, Entry, Listing
from daybook.sources import arxiv_listing_text

from tests.cases import for_each, table
from tests.sources.text_truth import DATA, entry_row, head, only_by, rows

NEW = (DATA / "listing_text" / "new.txt").read_text(encoding="utf-8")
RECENT = (DATA / "listing_text" / "recent.txt").read_text(encoding="utf-8")
ENTRY = "[1] arXiv:2606.30001 [pdf]\nTitle: Words\nAda Writer\nSubjects: Optics (physics.optics)\n\nAbstract.\n"
REAL = ("004", arxiv_listing_text.LINES)
one = only_by(arxiv_listing_text.LINES)


def only(text: str) -> Entry:
    """The single entry of a page of 1 July 2026 that holds `text`."""
    (entry,) = one(f"Optics\nShowing new listings for Wednesday, 1 July 2026\n\n{text}").entries
    return entry


def test_real_page_entry_by_entry(real: Listing) -> None:
    assert [*map(entry_row, real.entries)] == rows("listing_text/004.tsv")


@for_each(("change", "to"), table(__file__, "the_same_page_copied_otherwise"))
def test_the_same_page_copied_otherwise(change: str, to: str) -> None:
    assert one(NEW.replace(change, to)).entries == one(NEW).entries


def test_fewer_entries_than_stated_are_a_mismatch() -> None:
    start, end = NEW.index("[2] arXiv"), NEW.index("Cross submissions")
    listing = one(NEW[:start] + NEW[end:])
    told = listing.mismatches()
    assert told == (Count(section="new", read=1, shown=2, total=2), Count(section="all", read=4, shown=5, total=5))
    assert (listing.notes, listing.problems) == ((), ("the numbering skips 2",))


def test_broken_entries_are_left_out_and_noted() -> None:
    text = NEW.replace("2606.30002", "../../etc").replace("Title: An Old Paper\n", "Title:\n\n")
    text = text.replace("(author list is unavailable)\n", "")
    listing = one(text)
    assert [e.place for e in listing.entries] == [1, 3, 5]
    assert listing.notes == (
        "entry 2: id '../../etc' is no arXiv id; left out",
        "entry 4: hep-th/9901001 has no title; left out",
    )
    assert {c.section: c.read for c in listing.mismatches()} == {"new": 1, "replace": 1, "all": 3}


def test_page_that_shows_a_part_names_its_range() -> None:
    text = NEW.replace("(showing 2 of 2 entries)\n\n[4]", "(continued, showing last 2 of 40 entries)\n\n[4]")
    listing = one(text.replace("Total of 5 entries", "Total of 43 entries : 1-25 26-43"))
    assert listing.part == "new 1-5"
    assert not listing.whole
    assert listing.notes == ("shows entries 1-5 of 43; the others are on other pages",)
    assert listing.counts[-1] == Count(section="all", read=5, shown=5, total=43)
    assert listing.mismatches() == ()


def test_total_of_a_paged_page_with_unknown_sections_is_not_its_own() -> None:
    listing = one(f"Optics\nShowing new listings for Wed, 1 Jul 2026\nTotal of 90 entries : 1-50\n\n{ENTRY}")
    assert listing.counts[-1] == Count(section="all", read=1, shown=None, total=90)
    assert listing.notes[-1].endswith("how many entries these sections have: new")


def test_total_alone_shows_a_cut_page() -> None:
    cut = NEW[: NEW.index("Replacement submissions")]
    listing = one(cut)
    assert listing.mismatches() == (Count(section="all", read=3, shown=5, total=5),)
    assert not listing.whole


def test_without_any_totals_nothing_is_claimed() -> None:
    listing = one(f"Optics\nShowing new listings for Wed, 1 Jul 2026\n\n{ENTRY}")
    assert (listing.whole, listing.counts) == (False, (Count(section="new", read=1),))


def test_all_three_sections_in_full_are_the_whole_without_a_total() -> None:
    assert one(NEW.replace("Total of 5 entries\n", "")).whole


def test_recent_page_with_its_day_lines_below_the_entries() -> None:
    text = f"Optics\nAuthors and titles for recent submissions\n\n{ENTRY}\nWed, 1 Jul 2026 (showing 1 of 1 entries )\n"
    later = ENTRY.replace("[1]", "[2]") + "\nTue, 30 Jun 2026 (showing 1 of 1 entries )\n"
    days = arxiv_listing_text.LINES.read((text + later).encode())
    assert [(d.date.day, len(d.entries)) for d in days] == [(1, 1), (30, 1)]


def test_recent_page_with_bare_day_lines() -> None:
    (day,) = arxiv_listing_text.LINES.read(
        f"Optics\nAuthors and titles for recent submissions\n\nWed, 1 Jul 2026\n\n{ENTRY}".encode()
    )
    assert (day.date, day.counts) == (dt.date(2026, 7, 1), (Count(section="all", read=1),))


def test_recent_page_without_days_is_refused() -> None:
    with pytest.raises(Refused, match="has no dates"):
        arxiv_listing_text.LINES.read(f"Authors and titles for recent submissions\n\n{ENTRY}".encode())
    with pytest.raises(Refused, match="is not a date"):
        arxiv_listing_text.LINES.read(f"Wed, 41 Jul 2026 (showing 1 of 1 entries )\n\n{ENTRY}".encode())


def test_catchup_page() -> None:
    text = NEW.replace(
        "Showing new listings for Wednesday, 1 July 2026", "Catchup results for Optics on Tue, 30 Jun 2026"
    )
    text = text.replace("Total of 5 entries", "Total of 5 entries for Tue, 30 Jun 2026").replace(
        "arxiv logo > hep-th", ""
    )
    listing = one(text)
    assert (listing.part, listing.date, listing.whole) == ("catchup", dt.date(2026, 6, 30), True)
    assert listing.category == "physics.optics"


def test_catchup_page_that_lost_its_heading() -> None:
    text = f"Total of 1 entries for Tue, 30 Jun 2026\nNew submissions (showing 1 of 1 entries)\n{ENTRY}"
    listing = one(text)
    told = (listing.part, listing.date, listing.category, listing.whole)
    assert told == ("catchup", dt.date(2026, 6, 30), None, True)


def test_month_and_year_pages_announce_nothing() -> None:
    month = one(f"Optics\nAuthors and titles for June 2026\nTotal of 1 entries\n\n{ENTRY}")
    told = (month.part, month.date, month.entries[0].type, month.whole)
    assert told == ("month", dt.date(2026, 6, 1), "harvest", False)
    year = one(f"Optics\nAuthors and titles for 2026\n\n{ENTRY}")
    assert (year.part, year.date) == ("year", dt.date(2026, 1, 1))


def test_page_from_before_2024() -> None:
    text = (
        "Optics\nNew submissions for Fri, 1 Feb 19\n"
        "[1]  arXiv:1901.00001 [pdf, ps, other]\nTitle: Old Lamps\nAuthors: Ada Writer, Bo Other\n"
        "Comments: 3 pages\nSubjects: Optics (physics.optics)\nMSC-class: 78A\n\nLight.\n"
        "Cross-lists for Fri, 1 Feb 19\n"
        "[2]  arXiv:1901.00002 (cross-list from cs.IT) [pdf]\nTitle: Signals\nAuthors: Cy Third\n"
        "Subjects: Information Theory (cs.IT)\n\nWaves.\n[ total of 2 entries: 1-2 ]\n"
    )
    listing = one(text)
    assert (listing.date, listing.part, listing.category) == (dt.date(2019, 2, 1), "new", "physics.optics")
    first, second = listing.entries
    assert (first.authors, first.msc_class, first.abstract) == (("Ada Writer", "Bo Other"), "78A", "Light.")
    assert (second.type, second.abstract) == ("cross", "Waves.")


@pytest.mark.parametrize("words", ["No updates today.", "No updates for Wed, 1 Jul 2026. There was no announcement."])
def test_page_with_nothing_is_quiet(words: str) -> None:
    listing = one(f"Optics\nShowing new listings for Wednesday, 1 July 2026\n\n{words}\n")
    assert (listing.quiet, listing.whole, listing.entries, listing.category) == (True, True, (), "physics.optics")


def test_catchup_of_a_sunday_is_quiet() -> None:
    listing = one("No updates for Sun, 28 Jun 2026. There was either no announcement for this day, or no updates.")
    assert (listing.quiet, listing.part, listing.date) == (True, "catchup", dt.date(2026, 6, 28))


def test_promised_entries_that_are_missing_are_a_mismatch_not_quiet() -> None:
    listing = one("Showing new listings for Wed, 1 Jul 2026\nNew submissions (showing 2 of 2 entries)\n")
    assert not listing.quiet
    assert listing.mismatches() == (Count(section="new", read=0, shown=2, total=2),)


def test_page_without_day_or_entries_is_refused() -> None:
    with pytest.raises(Refused, match="has no date"):
        one(ENTRY)
    with pytest.raises(Refused, match="no notice that there are none"):
        one("Showing new listings for Wed, 1 Jul 2026\n")


@for_each(("lines", "title", "authors"), table(__file__, "title_and_authors_on_several_lines"))
def test_title_and_authors_on_several_lines(lines: str, title: str, authors: tuple[str, ...]) -> None:
    entry = only(f"[1] arXiv:2606.30001 [pdf]\n{lines}\nSubjects: Optics (physics.optics)\n\nWords.\n")
    assert (entry.title, entry.authors) == (title, authors)


def test_a_hundred_names_may_be_a_cut_list() -> None:
    names = ", ".join(f"Ada {'abcdefghij'[k // 10].upper()}{'klmnopqrst'[k % 10]}son" for k in range(100))
    entry = only(ENTRY.replace("Ada Writer", names))
    assert (len(entry.authors), entry.authors_complete) == (100, False)


def test_subjects_broken_over_two_lines() -> None:
    entry = only(
        ENTRY.replace("Optics (physics.optics)", "Optics (physics.optics);\nDistributed, Parallel,\nand So On (cs.DC)")
    )
    assert (entry.categories, entry.abstract) == (("physics.optics", "cs.DC"), "Abstract.")


def test_entry_on_one_line_with_its_marker() -> None:
    entry = only(ENTRY.replace("[pdf]\nTitle:", "[pdf] Title:"))
    assert (entry.title, entry.authors) == ("Words", ("Ada Writer",))


def test_entry_without_subjects_keeps_its_abstract() -> None:
    entry = only(ENTRY.replace("Subjects: Optics (physics.optics)\n", ""))
    assert (entry.categories, entry.primary_category, entry.abstract) == ((), None, "Abstract.")


def test_subjects_without_a_code_end_with_their_line() -> None:
    entry = only(ENTRY.replace("(physics.optics)", "and more"))
    assert (entry.categories, entry.abstract) == ((), "Abstract.")


def test_marker_without_number_or_formats() -> None:
    assert only(ENTRY.replace("[1] ", "")).arxiv_id == "2606.30001"
    assert only(ENTRY.replace(" [pdf]", "")).formats == ()
    assert only(ENTRY.replace("30001", "30001v3")).version == 3


def test_a_cited_paper_in_an_abstract_begins_no_entry() -> None:
    entry = only(ENTRY.replace("Abstract.", "Abstract as in [7] arXiv:2504.03802 and more."))
    assert entry.abstract == "Abstract as in [7] arXiv:2504.03802 and more."


def test_an_abstract_may_begin_like_the_foot_of_a_page() -> None:
    words = "No updates are lost.\n\nTotal of costs.\n\nAbout cans.\n\nShowing cans works."
    assert only(ENTRY.replace("Abstract.", words)).abstract == words


def test_recognises_only_pages_with_fields_on_lines_of_their_own() -> None:
    assert arxiv_listing_text.LINES.recognises(head(NEW.encode()))
    assert arxiv_listing_text.LINES.recognises(head(RECENT.encode()))
    assert not arxiv_listing_text.LINES.recognises(head(b"<html>Showing new listings for Wed, 1 Jul 2026</html>"))
    assert not arxiv_listing_text.LINES.recognises(head(b"[1] A. Writer, arXiv: a history, 2020"))
    glued = ENTRY.replace("Words\nAda Writer\n", "Words")
    assert not arxiv_listing_text.LINES.recognises(head(glued.encode()))

"""What stands around a text, headers and footers of printed pages and frames of mails: no paper's, and named."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from daybook.model import Listing
from daybook.sources import furniture, registry

from tests.cases import for_each
from tests.conftest import SHARED
from tests.mutations.kinds import kind_of

SAMPLES = (Path(__file__).parents[1] / "sample" / "documents", Path(__file__).parent / "data")
PROSE = [f"Of sentence {k} nothing is said; it has {k + 3} words." for k in range(90)]
URL, TITLE, TIME = (
    "https://arxiv.org/list/cs.DC/new",
    "Distributed, Parallel, and Cluster Computing",
    "7/1/26, 10:11 AM",
)

PRINTED: dict[str, Callable[[list[str], int, int], list[str]]] = {
    "one line": lambda page, k, n: [*page, f"{URL} Page {k} of {n} {TIME} {TITLE}"],
    "chromium": lambda page, k, n: [f"{TIME}{' ' * k}{TITLE}", *page, f"{URL}    {k}/{n}"],
    "pdftotext": lambda page, k, n: [f"\f{TIME}   {TITLE}"[k == 1 :], "", *page, "", f"{URL}    {k}/{n}"],
    "lines": lambda page, k, n: [TITLE, f"{k} of {n}", *page, "", URL, TIME],
    "numbers": lambda page, k, n: [*page, "", str(k), ""],
    "numbered title": lambda page, k, n: [f"{TITLE} - {k} -", *page, URL],
    "headers, form feeds": lambda page, k, n: [f"\f{TIME}   {TITLE}"[k == 1 :], *page],
    "form feeds": lambda page, k, n: [*page, "\f"],
    "form feeds, numbers": lambda page, k, n: [*page, "", f"- {k} -", TIME, "", "\f"],
}  # fmt: skip


def printed(lines: Sequence[str], form: str, size: int) -> list[str]:
    """Lines on pages of this size."""
    pages = [[*lines[k : k + size]] for k in range(0, len(lines), size)]
    return [line for k, page in enumerate(pages, 1) for line in PRINTED[form](page, k, len(pages))]


@cache
def texts(*folders: Path) -> dict[str, str]:
    paths = sorted(path for folder in folders for path in folder.rglob("*.txt"))
    return {path.name: text for path in paths if kind_of((text := path.read_text("utf-8-sig")).encode()) == "text"}


def read(text: str) -> tuple[tuple[Listing, ...], tuple[str, ...]]:
    """What a text says, and what was left out around it."""
    data = text.encode()
    listings = registry.detect(data).read(data)
    notes = tuple(note for each in listings for note in each.notes if note.startswith("passed over around the text"))
    return tuple(replace(x, notes=tuple(note for note in x.notes if note not in notes)) for x in listings), notes


def without(lines: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """What stays of a text of no format, and its furniture."""
    return furniture.without(lines, lambda _: ())


@for_each(("form", "size"), [(form, size) for form in PRINTED for size in (20, 29, 46, 85)])
def test_a_printed_text_is_whole_again(form: str, size: int) -> None:
    kept, left = without(printed(PROSE, form, size))
    assert kept == PROSE
    assert bool(left) == (form != "form feeds")
    assert not set(left) & set(PROSE)


def paged(numbers: Iterable[int], apart: int, *forms: str) -> list[str]:
    """Prose with these lines before each so many lines of it."""
    lines = iter(PROSE * 2)
    return [line for k in numbers for line in (*(form.format(k) for form in forms), *islice(lines, apart - len(forms)))]


@for_each(("apart", "form"), [(12, "{}/3"), (20, "{}"), (12, "{} of a journal")])
def test_numbers_that_count_up_at_pages_distance_are_furniture(apart: int, form: str) -> None:
    beside = ("Journal",) if " " in form else ()
    assert without(paged(range(4), apart, form, *beside))[1]
    assert not without(paged(range(4), apart - 1, form, *beside))[1]


@for_each(
    "lines",
    [
        PROSE,  # numbers that count, each within its sentence
        paged(range(4), 19, "[{}]", "Title: {}"), paged(range(4), 11, "{}/3"),  # too near for pages
        paged((1, 2, 4, 5), 30, "{}/8"), paged(range(2), 30, "{}/1"), paged(range(4), 30, "part {} of it"),
        ["a", "--", *PROSE],
        [*"abcde", "Begin forwarded message:", "From: b", "To: c", "", *PROSE],
        ["From: a: b", "To: b", "", *PROSE], [*PROSE, "Share this page with care"],
    ],
)  # fmt: skip
def test_what_is_no_furniture_stays(lines: list[str]) -> None:
    assert without(lines) == (lines, ())


def numbered_cards(lines: int) -> str:
    """A page of Pith's cards whose gists count up, so many lines apart."""
    cards = (
        f"0\ncs.DC 2026-05-0{k} Recognition\n\nHeadline {name}\n\nTitle {name}\n\nGist {k}.\n\n"
        f"abstract click to expand\n{PROSE[k]}{chr(10) * (lines - 11)}0\n"
        for k, name in enumerate("abcdefgh", 1)
    )
    return "pith.\n\ncs.DC\n\n" + "".join(cards)


@for_each("lines", [12, 19, 20])
def test_no_line_of_the_texts_own_format_is_furniture(lines: int) -> None:
    """Else "Gist 1." at regular distance would be a page's number, and what stands below each the page's footer; from
    20 lines on a number may be a page's whatever stands beside it."""
    (listing,), left = read(numbered_cards(lines))
    assert [entry.abstract for entry in listing.entries] == PROSE[1:9]
    gists = [f"Gist {k}." for k in range(1, 9)]
    assert [entry.gist for entry in listing.entries] == [gist if lines < 20 else None for gist in gists]
    assert bool(left) == (lines == 20)


@for_each(
    ("above", "below"), [(f"{TIME}    {TITLE}", f"{URL}   1/1"), ("2026-07-01 10:11", "Page 12 of 12"), ("", "- 3 -")]
)
def test_the_furniture_of_an_only_page(above: str, below: str) -> None:
    kept, left = without([above, *PROSE, below][not above :])
    assert (kept, left) == (PROSE, tuple(filter(None, (above, below))))


def test_pages_of_which_each_says_how_many_there_are() -> None:
    assert without([*PROSE[:30], "1/2", *PROSE[30:], "2/2"])[0] == PROSE
    for other in (
        [*PROSE, "Page 1 of 2"],
        ["2026-07-01", *PROSE, "Showing 12 of 12"],
        ["a", "1/2", *PROSE, "2/2", "a"],
    ):
        assert without(other) == (other, ())


@for_each(
    "name, form, size",
    [(name, form, size) for name in texts(*SAMPLES) for form, size in zip(PRINTED, (24, 50, 41) * 3, strict=True)],
)
def test_a_printed_sample_says_the_same(name: str, form: str, size: int) -> None:
    lines = texts(*SAMPLES)[name].split("\n")
    if len(lines) > size:
        changed, left = read("\n".join(printed(lines, form, size)))
        assert (changed, bool(left)) == (read("\n".join(lines))[0], form != "form feeds")


@for_each(("form", "size"), [(form, size) for form in list(PRINTED)[1:7] for size in range(48, 54)])
def test_a_page_may_end_within_a_title_and_authors(form: str, size: int) -> None:
    """The smallest: two pages, the second one short, and nothing else tells what stands between the third paper's
    lines."""
    text = texts(SAMPLES[1] / "listing_text")["new.txt"]
    assert read("\n".join(printed(text.split("\n"), form, size)))[0] == read(text)[0]


def test_a_page_may_end_where_a_title_would_stand() -> None:
    text = texts(SAMPLES[1] / "pith")["cards.txt"]
    assert read("\n".join(printed(text.rstrip().split("\n"), "chromium", 34)))[0] == read(text)[0]


def test_a_blank_line_at_the_only_seam_is_the_texts_own() -> None:
    for seam in (["", "\f"], ["", "1/2"], ["1/2", ""]):
        last = ["2/2"] * ("\f" not in seam)
        assert without([*PROSE[:60], *seam, *PROSE[60:], *last])[0] == [*PROSE[:60], "", *PROSE[60:]]


def test_numbers_that_are_no_pages_stand_among_those_that_are() -> None:
    lines = ["7", "300", *PROSE[:40], "5000", *PROSE[40:], "a"]
    assert without(printed(lines, "numbers", 24)) == (lines, ("1", "2", "3", "4"))
    assert without(printed(["1", *lines], "form feeds, numbers", 24))[0] == ["1", *lines]


def test_papers_whose_ids_count_up_are_no_pages() -> None:
    """At regular distance these were furniture, and the mail of no known format."""
    mail = "".join(
        f"\\\\\narXiv:2603.9000{k}\nDate: Wed, 04 Mar 2026 19:45:00 GMT\n\nTitle: {name}\nAuthors: Ada Writer\n"
        f"Categories: cs.DC\n\\\\\n{chr(10).join(PROSE[20 * k : 20 * k + 15])}\n"
        f"\\\\ ( https://arxiv.org/abs/2603.9000{k} ,  17kb)\n{'-' * 78}\n"
        for k, name in enumerate("ABC")
    )
    (listing,), left = read(f"received from  Wed 4 Mar 26 19:00:00 GMT  to  Thu 5 Mar 26 19:00:00 GMT\n{mail}")
    assert ([entry.title for entry in listing.entries], left) == ([*"ABC"], ())


@pytest.mark.trial
@for_each("form", PRINTED)
def test_a_printed_document_says_the_same(form: str) -> None:
    """Of every real one, broken at other places by each page length."""
    for name, text in texts(SHARED / "listings").items():
        lines, sound = text.split("\n"), read(text)
        assert not sound[1], name
        for size in range(22, 70, 6):
            if len(lines) > size:
                assert read("\n".join(printed(lines, form, size)))[0] == sound[0], (name, size)


def framed(text: str) -> str:
    """Forwarded."""
    head = (
        "From: Jane Doe <jane@example.org>\nDate: Wed, 1 Jul 2026 at 10:11\nSubject: cs daily\nTo: <group@example.org>"
    )
    return f"---------- Forwarded message ---------\n{head}\n\n\n{text}"


def quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def signed(text: str) -> str:
    return f"{text.rstrip()}\n\n-- \nJane Doe\nUniversity of Somewhere\n"


FRAMES: dict[str, Callable[[str], str]] = {
    "forwarded": framed, "forwarded twice": lambda text: framed(framed(text)), "signed": signed,
    "for your information": lambda text: f"FYI\n\n-- \nJane\n\n{framed(text)}",
    "below headers": lambda text: f"*Von:* Jane\n*Gesendet:* Mittwoch\n*Betreff:* cs daily\n\n{text}",
    "below a rule": lambda text: f"{'_' * 32}\nFrom: Jane\nSent: Wednesday, July 1\nTo: You\nSubject: cs\n\n{text}",
    "quoted twice": lambda text: quoted(framed(quoted(framed(signed(text))))),
    **{line: lambda text, line=line: f"{text.rstrip()}\n{line}\n"  # type: ignore[misc]
       for line in ("Share this page", "\nSent from my telephone", "© 2026", "Done")},
}  # fmt: skip


def check_framed(folders: Sequence[Path], forms: Iterable[str]) -> None:
    for name, text in texts(*folders).items():
        sound = read(text)[0]
        for form in forms:
            changed, left = read(FRAMES[form](text))
            assert (changed, bool(left)) == (sound, True), (name, form)


def test_a_mailed_sample_says_the_same() -> None:
    check_framed(SAMPLES[1:], FRAMES)
    assert without(["a", "b\x1a"]) == (["a", "b"], ())
    assert without(["\f", "", "\f\f"]) == ([], ())
    assert without(["a", "\fb", "c\f", "d", "\f", "e"])[0] == ["a", "b", "c", "d", "", "e"]


@pytest.mark.trial
def test_a_mailed_document_says_the_same() -> None:
    check_framed([SHARED / "listings"], FRAMES)


def test_what_was_left_out_is_named() -> None:
    _, left = without(printed(signed("\n".join(PROSE)).split("\n"), "chromium", 20))
    (note,) = furniture.named(left)
    assert note == (
        f'passed over around the text: "{TIME} {TITLE}" and 4 like it, "{URL} 1/5" and 4 like it, "--", "Jane Doe", '
        '"University of Somewhere"'
    )
    (note,) = furniture.named(["b" * 99, *"acdefgh"])
    assert note == f'passed over around the text: "{"b" * 80}", "a", "c", "d", "e", "f", 2 more'
    assert furniture.named([]) == ()

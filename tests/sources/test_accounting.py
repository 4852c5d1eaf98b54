"""What readers do not use of a document is said, whatever it is, and costs the papers nothing."""

import re
from itertools import permutations, product
from pathlib import Path

import pytest
from daybook.errors import Refused
from daybook.model import Entry, Listing
from daybook.sources import accounting
from daybook.sources.received import Contents
from daybook.sources.registry import detect

from tests.cases import for_each
from tests.makers import daybook, put
from tests.mutations.pasted import OTHERS
from tests.sources.text_truth import DATA, changed

TEXTS = (
    "listing_text/new.txt",
    "listing_glued/new.txt",
    "pith/cards.txt",
    "inference_report/report.txt",
    "mail/daily.txt",
)
CUT = 'the text ends within a sentence, "…{}": its last abstract is left out'
ANSWER = "api_stripped/answer.txt"


def text(name: str) -> str:
    return (DATA / name).read_text(encoding="utf-8")


def read(words: str) -> tuple[Listing, ...]:
    return detect(words.encode()).read(words.encode())


def said(words: str) -> list[str]:
    contents = Contents(read(words))
    return [*contents.mismatches(), *contents.damage()]


@for_each("name", (*TEXTS, ANSWER))
def test_invented_texts_are_all_used(name: str) -> None:
    assert [listing.unread for listing in read(text(name))] == [()]


@for_each(("name", "words"), list(product((*TEXTS, ANSWER), ("Follow us everywhere", "‡", "ada@host:~$"))))
def test_a_line_behind_the_last_paper_is_said_and_belongs_to_no_paper(name: str, words: str) -> None:
    """As "Follow us everywhere" was the last paper's author, or the end of its abstract."""
    before, after = (Contents(read(text(name) + more)) for more in ("", f"\n{words}\n"))
    number = f"{len(words)} character{'s' * (len(words) > 1)}"
    assert after.entries == before.entries
    told = f'text of {number} after the last entry was not understood: "{words}"; everything else was read'
    assert [line for line in after.damage() if line.endswith(told)]


def test_a_line_between_papers_is_said() -> None:
    told = said(changed(text(TEXTS[0]), ("2 entries)\n\n[4]", "2 entries)\nTrending now\n\n[4]")))
    assert told == [
        'hep-th of 2026-07-01: text of 12 characters between entries was not understood: "Trending now"'
        "; everything else was read"
    ]


def test_control_z_ends_a_text() -> None:
    assert read(text(ANSWER) + "\x1a") == read(text(ANSWER))


@for_each(
    ("name", "end", "told"),
    [
        ("listing_glued/new.txt", "The last abst", CUT.format("The last abst")),
        ("listing_glued/new.txt", "The last abstract.", None),
        ("listing_glued/new.txt", "Code: https://example.org/a/b", None),
        ("listing_glued/new.txt", "It costs $n^2$", None),
        ("listing_glued/new.txt", "Keywords: tin, cans", None),
        ("listing_text/recent.txt", "Title: Third of", 'the text ends within "Third of"; left out'),
        ("pith/cards.txt", "Hep words that en", CUT.format("Hep words that en")),
        ("inference_report/report.txt", "Last wor", CUT.format("Last wor")),
        ("api_stripped/answer.txt", "Ian", 'the text may end within a name: "Ian"'),
    ],
)  # fmt: skip
def test_a_text_that_ends_in_a_sentence_was_cut(name: str, end: str, told: str | None) -> None:
    begins = {"listing_glued": "The last abstract.", "listing_text": "Title: Third of Many", "pith": "Hep words",
              "inference_report": "Last words.", "api_stripped": "Ian McDonald"}[name.partition("/")[0]]  # fmt: skip
    (listing, *_) = read(text(name).partition(begins)[0] + end)
    assert listing.problems[-1:] == ((told,) if told else ())
    if told and "abstract" in told:
        assert listing.entries[-1].abstract is None


@for_each(("length", "kept"), [(120, False), (121, True)])
def test_how_long_a_line_of_a_foot_may_be(length: int, kept: bool) -> None:
    entry = Entry(place=1, type="new", date=read(text(TEXTS[0]))[0].date, title="T", abstract=f"A.\n\n{'b' * length}")
    account = accounting.settled((entry,), (), ends_here=False)
    assert account.entries == (entry if kept else accounting.replace(entry, abstract="A."),)
    assert bool(account.unread) is not kept


@for_each(("first", "second"), list(permutations(OTHERS.values(), 2)))
def test_two_kinds_of_documents_in_one_file(first: str, second: str) -> None:
    """All are refused, or have a line for what was not read."""
    try:
        told = said(text(first) + text(second))
    except Refused as refused:
        told = re.findall("two documents|more than one|not well-formed", refused.problem)
    assert told


def test_two_kinds_are_named() -> None:
    with pytest.raises(Refused, match="contains two documents: an e-mail and a listing; save each to its own file"):
        read(text("mail/daily.txt") + "\n" + text("listing_text/new.txt"))


ELEMENTS = "elements of its entries were not understood: mood"
PAGE = "listing_html/new.html"
PAPER = "abs_page/versions.html"
TOLD = (
    'text of 143 characters in 3 places in its history was not understood: "[v1] lun. 2 juin 2025 08:00:01 UTC (22 KB)"'
)
FRENCH = [("Mon, 2 Jun 2025", "lun. 2 juin 2025"), ("Tue, 15 Jul 2025", "mar. 15 juil. 2025"),
          ("Wed, 3 Sep 2025", "mer. 3 sept. 2025"), ("Submitted on 2 Jun 2025", "Soumis le 2 juin 2025")]  # fmt: skip


@for_each(
    ("name", "pairs", "told"),
    [
        (PAGE, [("</html>", "</html>\nSeen by you")],
         'text of 11 characters after the last entry was not understood: "Seen by you"'),
        (PAGE, [("</html>", "</html>\n<!-- saved -->\n<script>1</script>")], None),
        (PAGE, [("<div class='list-title", "<div class='list-mood'>Fine</div><div class='list-title")],
         'text of 9 characters between entries was not understood: "list-mood"'),
        ("rss/two.xml", [("</item>", "<mood>fine</mood></item>")], ELEMENTS),
        ("api/today.xml", [("</entry>", "<mood>fine</mood></entry>")], ELEMENTS),
        ("oai/raw.xml", [("</arXivRaw>", "<mood>fine</mood></arXivRaw>")], ELEMENTS),
        ("papers/four.jsonl", [('{"key":', '{"mood":1,"key":')], "keys that were not understood: mood"),
        ("mail/daily.txt", [("\nMSC-class:", "\nMood: fine\nMSC-class:")],
         'text of 10 characters between entries was not understood: "Mood: fine"'),
    ],
)  # fmt: skip
def test_parts_that_nobody_reads_are_named(name: str, pairs: list[tuple[str, str]], told: str | None) -> None:
    words = changed(text(name), *pairs)
    reader = detect(text(name).encode())
    assert [each.unread for each in reader.read(words.encode()) if each.unread] == ([(told,)] if told else [])


def test_versions_that_are_dated_in_another_language() -> None:
    """Their numbers are kept, the days that the page says to programs are taken, and the rest is said."""
    page = changed(text(PAPER), *FRENCH)
    (before,), (after,) = read(text(PAPER)), read(page)
    one, other = before.entries[0], after.entries[0]
    assert [(each.version, each.withdrawn) for each in other.versions] == [
        (each.version, each.withdrawn) for each in one.versions
    ]
    assert (other.date, other.submitted and other.submitted.date()) == (
        one.date,
        one.submitted and one.submitted.date(),
    )
    assert after.unread == (TOLD,)


def test_ingest_keeps_the_papers_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = put(tmp_path, {"answer.txt": text(ANSWER) + "\nFollow us everywhere\n"}) / "answer.txt"
    daybook(
        "ingest",
        path,
        "--archive",
        put(tmp_path / "archive", {"archive.yml": "title: T\ncategories: [cs.DC]\n"}),
        code=1,
    )
    printed = capsys.readouterr()
    assert "3 records stored" in printed.out
    assert [line.count("Follow us everywhere") for line in printed.err.splitlines()] == [1]

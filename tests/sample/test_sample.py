"""The sample: its documents are what the papers say, each is read whole, and what must be visible is there."""

import datetime as dt
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from daybook import config, open_archive
from daybook.coverage import proofs
from daybook.describe.themes import Assigner, parse
from daybook.fold import linking, people
from daybook.model import Author, Listing
from daybook.model import ids as arxiv_id
from daybook.sources.registry import detect
from daybook.text import author_names

from tests.cases import for_each, table
from tests.conftest import ROOT
from tests.sample import make
from tests.sample.paper import days, known, names

# What each document holds, counted by hand from the papers: source, entries by type, whether it is a whole day.
EXPECTED = {
    "2026-03-02-listing.html": ("arxiv-listing", {"new": 9, "cross": 3, "replace": 3}, True),
    "2026-03-02-rss.xml": ("arxiv-rss", {"new": 10, "cross": 2, "replace": 3}, True),
    "2026-03-03-rss.xml": ("arxiv-rss", {"new": 10, "cross": 2, "replace": 2, "replace-cross": 1}, True),
    "2026-03-04-listing.txt": ("arxiv-listing", {"new": 8, "cross": 2, "replace": 3}, True),
    "2026-03-05-api.xml": ("arxiv-api", {"harvest": 10}, False),
    "2026-03-05-cards.txt": ("pith", {"card": 8}, False),
    "2026-03-05-catchup.html": ("arxiv-listing", {"new": 8, "cross": 2, "replace": 3}, True),
    "2026-03-06-atom.xml": ("arxiv-rss", {"new": 8, "cross": 2, "replace": 3, "replace-cross": 1}, True),
    "2026-03-06-listing.html": ("arxiv-listing", {"new": 8, "cross": 2, "replace": 4}, True),
    "2026-03-06-mail.txt": ("arxiv-mail", {"new": 8, "cross": 2, "replace": 4}, False),
    "2026-03-06-oai.xml": ("arxiv-oai", {"harvest": 8}, False),
    "2026-03-06-report.txt": ("inference-report", {"report": 8}, False),
    "2026-03-07-rss.xml": ("arxiv-rss", {}, True),
}


def listing(name: str) -> Listing:
    """A document of the sample, read."""
    data = (make.DOCUMENTS / name).read_bytes()
    (found,) = detect(data).read(data)
    return found


def test_documents_are_written_from_the_papers() -> None:
    """The documents on disk are the script's output, byte for byte, and there are no others."""
    on_disk = {path.name: path.read_bytes() for path in make.DOCUMENTS.iterdir()}
    assert sorted(on_disk) == sorted(EXPECTED)
    for name, text in make.documents().items():
        assert on_disk[name] == text.encode(), f"{name}: run python -m tests.sample.make"


def test_archive_is_read_from_the_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log in content/ is what reading the documents makes, byte for byte."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")  # which reading them sets
    shutil.copy(make.ARCHIVE / config.NAME, tmp_path)
    assert make.ingest(tmp_path) == 0
    made, kept = (
        {
            path.relative_to(folder): path.read_bytes()
            for name in make.MADE
            for path in folder.glob(f"{name}/**/*.jsonl")
        }
        for folder in (tmp_path, make.ARCHIVE)
    )
    assert made == kept, "run python -m tests.sample.make"


def test_states_of_its_days() -> None:
    """Each state that a reader should see once; the newest announcement is complete."""
    archive = open_archive(make.ARCHIVE)
    days = {number: day for number in range(1, 32) for day in archive.coverage(dt.date(2026, 3, number))}
    states = {number: proofs.state_name(day) for number, day in days.items()}
    assert states == {
        2: "contradicted", 3: "partial", 4: "complete", 5: "complete, one witness", 6: "complete", 7: "quiet"
    }  # fmt: skip
    (said,) = days[2].contradictions
    assert (said.witness, said.names, said.lacks) == ("feed", (make.UNLISTED,), (make.UNFED,))
    assert days[6].witnesses == ("listing", "feed")


@for_each("name", EXPECTED)
def test_each_document_is_read_whole(name: str) -> None:
    """Source, date and the number of entries of each type, without a note and without a mismatch."""
    source, counts, whole = EXPECTED[name]
    found = listing(name)
    assert found.source == source
    assert found.date == dt.date.fromisoformat(name[:10])
    assert Counter(entry.type for entry in found.entries) == counts
    assert found.whole is whole
    assert found.quiet is (not counts)
    assert found.notes == ()
    assert found.mismatches() == ()


@for_each(
    ("name", "total"),
    [
        ("2026-03-02-listing.html", 15),
        ("2026-03-04-listing.txt", 13),
        ("2026-03-05-catchup.html", 13),
        ("2026-03-06-listing.html", 14),
    ],
)
def test_stated_totals(name: str, total: int) -> None:
    """What a listing says of itself, by a search that knows nothing of the reader."""
    text = (make.DOCUMENTS / name).read_text(encoding="utf-8")
    sections = re.findall(r"\(showing (\d+) of (\d+) entries\)", text)
    assert all(shown == of for shown, of in sections)
    assert sum(int(of) for _, of in sections) == total
    assert text.count(f"Total of {total} entries") == 2
    assert len(re.findall(r"^ *arXiv:|^\[\d+\] arXiv:", text, re.MULTILINE)) == total


def test_papers_are_many_and_sound() -> None:
    """At least sixty papers, ids of an unlikely range, abstracts of 80 to 180 words, versions in the order of time."""
    papers = known().values()
    assert len(papers) == 70
    assert sum(arxiv_id.is_valid(paper.id) for paper in papers) == 67
    ids = [paper.id for paper in papers if paper.versions]
    assert [ident for ident in ids if not re.fullmatch(r"\d{4}\.9\d{4}|cs/03099\d\d", ident)] == []
    for paper in papers:
        assert 80 <= len(paper.abstract.split()) <= 180, paper.id
        assert list(paper.versions) == sorted(paper.versions), paper.id


def test_submissions_fit_their_announcements() -> None:
    """What is dated Tuesday was received from Friday to Monday, 14:00 Eastern; other days cover 24 hours."""
    for date, papers in days().items():
        end = dt.datetime.combine(date - dt.timedelta(days={0: 3}.get(date.weekday(), 1)), dt.time(19), dt.UTC)
        begin = end - dt.timedelta(days=3 if date.weekday() == 1 else 1)
        for paper in papers:
            assert begin <= paper.updated < end, (date, paper.id)


def test_what_must_be_visible() -> None:
    """The irregular things that pages must show stand in the documents as the readers give them."""
    monday, catchup = listing("2026-03-02-listing.html"), listing("2026-03-05-catchup.html")
    assert next(e for e in monday.entries if e.arxiv_id == "2602.97190").title == "Agreement With Lying Clocks"
    renamed = next(e for e in catchup.entries if e.arxiv_id == "2602.97190")
    assert (renamed.type, renamed.version) == ("replace", 2)
    assert renamed.title == "Byzantine Agreement When the Clock Itself Is Byzantine"
    assert "cs/0309901" in {e.arxiv_id for e in monday.entries}
    many = catchup.entries[0]
    assert (len(many.authors), many.authors_complete) == (100, False)
    assert len(listing("2026-03-05-api.xml").entries[0].authors) == 120
    assert max(len(e.title) for e in catchup.entries) > 250
    feed = listing("2026-03-03-rss.xml")
    assert [e.arxiv_id for e in feed.entries if e.withdrawn] == ["2602.90230"]
    assert next(e for e in feed.entries if e.arxiv_id == "2603.90013").authors[-1] == "Guadalupe Rinc\\'on"
    harvest = {e.arxiv_id: e for e in listing("2026-03-06-oai.xml").entries}
    assert [v.withdrawn for v in harvest["2602.90230"].versions] == [False, False, True]
    assert len(harvest["2511.90042"].versions) == 4


def test_papers_without_an_id() -> None:
    """Papers that cards and report know by their titles alone, one named in same.yml; a card before its id."""
    announced = {paper.title for papers in days().values() for paper in papers}
    cards = {e.title: e for e in listing("2026-03-05-cards.txt").entries}
    report = {e.title for e in listing("2026-03-06-report.txt").entries}
    hollow = "Hollow Clocks: Simultaneity Without a Frame in Edge Meshes"
    assert cards.keys() - announced == {hollow}
    tolls = "Jobs That Grow and Shrink: A Theory of Waiting With Tolls"
    assert report - announced == {hollow, tolls, "Barley: Byzantine Broadcast Over Noisy Agricultural Buses"}
    rules = linking.parse_same((ROOT / "content" / "same.yml").read_text(encoding="utf-8"))
    assert rules.same == (("2603.93035", linking.title_address(tolls)),)
    granary = next(e for title, e in cards.items() if title.startswith("Granary"))
    assert granary.date == dt.date(2026, 3, 3)
    friday = listing("2026-03-06-atom.xml")
    assert granary.title in {e.title for e in friday.entries if e.type == "new" and e.date == dt.date(2026, 3, 6)}


def test_authors_recur() -> None:
    """Names on two papers or more, of which pages are made: one in two forms, a collaboration, one put together."""
    printed = (author_names.printed(tuple(map(Author, names(paper.authors)))) for paper in known().values())
    papers = Counter(name for found in printed for name in found)
    recurring = {name for name, number in papers.items() if number > 1}
    assert len(recurring) == 15
    assert {"Wilhelmina Oduya", "W. Oduya", "Tamás Kocsis", "Tidewrack Collaboration"} <= recurring
    assert papers.most_common(1) == [("Leopold Achterberg", 6)]
    (person,) = people.parse((ROOT / "content" / "authors.yml").read_text(encoding="utf-8"))
    assert [papers[name] for name in person.names] == [2, 1]


TEX = table(__file__, "tex")


@for_each("tex", TEX)
def test_text_of_every_kind(tex: str) -> None:
    """Every kind of TeX and of hostile text that markup must bear stands in some document."""
    words = "".join(f"{paper.title} {paper.abstract} {paper.comments} {paper.authors}" for paper in known().values())
    assert tex in words


def test_damaged_signs_stand_in_a_card() -> None:
    """UTF-8 that was read as Greek: the damage is in the document, to be mended where it is shown."""
    gist = listing("2026-03-05-cards.txt").entries[0].gist or ""
    assert "2.2Γ—" in gist
    assert "Γ—".encode("cp1253").decode() == "×"
    assert "ΞΌ".encode("cp1253").decode() == "μ"


def test_the_sample_spreads_over_all_themes() -> None:
    """Nearly every paper has a theme, and every theme is that of some paper."""
    themes = parse((ROOT / "content" / "themes.yml").read_text(encoding="utf-8"))
    assigner = Assigner(themes)
    given = [assigner.themes(p.title, p.abstract, p.codes) for p in known().values()]
    assert sum(map(bool, given)) >= 0.9 * len(given)
    assert {slug for slugs in given for slug in slugs} == {theme.slug for theme in themes}


def test_the_sample_says_that_it_is_one() -> None:
    """The archive's notice stands on every page; the sources' words are invented, so they may be kept and shown."""
    settings = config.parse((ROOT / "content" / "archive.yml").read_text(encoding="utf-8"))
    assert settings.notice == "Sample archive: every paper here is invented."
    assert settings.sample
    assert settings.categories == ("cs.DC",)
    assert all(settings.rule(source).publish for source in ("pith", "inference-report"))

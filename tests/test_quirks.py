"""The five real documents, from reading to the finished site: every irregularity they have is read as a person would.

Cases bear the names of the rows that describe the irregularities: A structure, B identity, C characters, D TeX,
E placeholders; of A2, A10, A11, A14, A17, A18, A23 and A27 the tests of the readers tell, entry by entry. Documents are
called 000 (cards), 001 and 004 (listings), 002 (a report), 003 (an API answer). `quirks.tsv` has all names, comments
and references of the 81 entries of 001, 003 and 004; `quirks_pages.tsv` what the papers' pages must show and must not.
"""

import contextlib
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from daybook import cli
from lxml import html

from tests.cases import for_each
from tests.sources.text_truth import brief, rows

HERE = Path(__file__).parent
DOCUMENTS = {
    "000": "000_37170d3f66719629.abridged.txt",
    "001": "001_266e5418122049e6.txt",
    "002": "002_c46e0c15e792c9e2.txt",
    "003": "003_1b43d0bc95bba084.txt",
    "004": "004_82772359a7ff36f6.txt",
}
SAID_BY = {
    ("pith", ""): "000",
    ("arxiv-listing", "2026-03-03"): "001",
    ("inference-report", ""): "002",
    ("arxiv-api", ""): "003",
    ("arxiv-listing", "2026-02-27"): "004",
}
PUBLISHED = "sources:\n  pith: {keep: true, publish: true}\n  inference-report: {keep: true, publish: true}\n"
BLOCKS = {"address", "br", "button", "dd", "div", "dt", "h1", "h2", "h3", "li", "p", "section", "summary", "td", "th"}


def run(*arguments: str) -> str:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(out):
        assert cli.main(list(arguments)) == 0
    out.seek(0)
    return out.read()


def visible(page: Path) -> str:
    """A page's own text as a reader meets it, on one line; a formula as its MathML says it. Its BibTeX is TeX."""
    (part,) = html.parse(str(page)).getroot().xpath("//article[contains(@class, 'md-content__inner')] | //main/article")
    for gone in part.xpath(
        ".//script | .//style | .//annotation | .//*[@class='katex-html'] | .//details[@class='cite']/pre"
    ):
        gone.drop_tree()
    for element in part.iter():
        if element.tag in BLOCKS:
            element.tail = " " + (element.tail or "")
            element.text = " " + (element.text or "")
    return re.sub(r"\s+", " ", part.text_content())


@dataclass(frozen=True)
class Kept:
    """What an archive of the five documents holds."""

    folder: Path
    raw: dict[str, str]  # by document
    records: dict[str, dict[int, dict[str, Any]]]  # by document and place
    papers: list[dict[str, Any]]

    def paper(self, start: str) -> dict[str, Any]:
        (found,) = [p for p in self.papers if p["key"].startswith(start)]
        return found

    def pages(self) -> list[Path]:
        return list((self.folder / "site" / "papers").glob("*/*.html"))

    def page(self, start: str) -> Path:
        (found,) = [page for page in self.pages() if page.name.startswith(start)]
        return found


@pytest.fixture(scope="session")
def kept(shared: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """The five documents read into a new archive, and its site built."""
    paths = {name: shared(f"listings/{file}") for name, file in DOCUMENTS.items()}
    folder = tmp_path_factory.mktemp("quirks") / "archive"
    run("ingest", "--quiet", "--archive", str(folder), *map(str, paths.values()))
    settings = folder / "archive.yml"
    settings.write_text(settings.read_text(encoding="utf-8").replace("sources: {}\n", PUBLISHED), encoding="utf-8")
    run("build", "--quiet", "--archive", str(folder))
    records: dict[str, dict[int, dict[str, Any]]] = {name: {} for name in DOCUMENTS}
    for path in (folder / "records").rglob("*.jsonl"):
        for record in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            date = record["date"] if record["source"] == "arxiv-listing" else ""
            records[SAID_BY[record["source"], date]][record["place"]] = record
    return Kept(
        folder=folder,
        raw={name: path.read_text(encoding="utf-8") for name, path in paths.items()},
        records={name: dict(sorted(entries.items())) for name, entries in records.items()},
        papers=[json.loads(line) for line in run("export", "jsonl", "--archive", str(folder)).splitlines()],
    )


# What is held in all


@for_each(
    ("document", "types"),
    [
        ("000", {"card": 40}),
        ("001", {"new": 19, "cross": 5, "replace": 13}),
        ("002", {"report": 30}),
        ("003", {"harvest": 15}),
        ("004", {"new": 18, "cross": 6, "replace": 5}),
    ],
)
def test_each_document_has_its_entries(kept: Kept, document: str, types: dict[str, int]) -> None:
    """A1, A2, A3, A15, A19, A21: as many of each type as a person counts, at the places they have."""
    entries = kept.records[document]
    assert Counter(record["type"] for record in entries.values()) == types
    assert list(entries) == list(range(1, sum(types.values()) + 1))


def test_papers_are_counted_once(kept: Kept) -> None:
    """151 entries: 3 cards repeat, 3 papers of cards are reported too, one is new and then replaced."""
    assert len(kept.papers) == 144
    assert sum(paper["arxiv_id"] is None for paper in kept.papers) == 64
    assert len(kept.pages()) == 144
    assert "Papers 144" in visible(kept.folder / "site" / "about.html")


@for_each("row", rows(HERE / "quirks.tsv"))
def test_names_comments_and_references(kept: Kept, row: dict[str, str]) -> None:
    """A5 to A9, A13, A22, A24, A25, A29: of every entry of 001, 003 and 004, name by name."""
    record = kept.records[row["document"]][int(row["place"])]
    assert record["arxiv_id"] == row["arxiv_id"]
    assert str(record.get("version", "")) == row["version"]
    assert ", ".join(record.get("authors", [])) == row["authors"]
    assert brief(record.get("comments")) == row["comments"]
    assert record.get("journal_ref", "") == row["journal_ref"]
    assert record.get("doi", "") == row["doi"]
    paper = kept.paper(row["arxiv_id"])
    if row["authors"]:
        assert ", ".join(paper["authors"]) == row["authors"]
        assert row["authors"] in visible(kept.page(row["arxiv_id"]))
    assert (paper["doi"] or "") == row["doi"]


def test_names_are_counted_right(kept: Kept) -> None:
    """A6, A24, A29: ten lists of 101 names, 45, 158; 294 different names, seven of them on several papers."""
    names = {d: [r.get("authors", []) for r in kept.records[d].values()] for d in ("001", "003", "004")}
    assert {d: sum(map(len, lists)) for d, lists in names.items()} == {"001": 101, "003": 45, "004": 158}
    assert sum(map(bool, names["001"])) == 10
    often = Counter(name for lists in names.values() for one in lists for name in one)
    assert len(often) == 294
    assert {name: times for name, times in often.items() if times > 1} == {
        "Dong Dai": 4, "Md Hasanur Rashid": 3, "Forrest Sheng Bao": 2, "Dominik Scheinert": 2, "Alexander Acker": 2,
        "Soeren Becker": 2, "Odej Kao": 2,
    }  # fmt: skip


# Nothing lost, nothing added: a document without the words that were kept of it is its frame alone

_FRAMES = {
    "000": r"pith\. machine .*?D\.4\.7, E\.1\.\n\n"
    r"(?:\d\ncs\.DC 2026-05-\d\d(?: Recognition| [123] theorems?)?\n\n@\n\n@\n\n@\n\n"
    r"(?:Figure from the paper full image\n)?abstract click to expand\n@\n\d\n){40}\nbrowse all of [^\n]*",
    "001": r"Distributed[^\n]*\nSee recent articles\nShowing new listings for Tuesday, 3 March 2026"
    r"(?:(?:\n|(?<=@) )- \[\d+\] arXiv:\d{4}\.\d{5} (?:\([^)]*\) )?\[[^]]*\]\n-\nTitle: @(?:, @)*(?:Comments: @)?"
    r"(?:Journal-ref: @)?Subjects: [^\n@]*\(\S+\)(?:\n@)+(?:\n\w+ submissions \(showing (?:19 of 19|5 of 5) entries\))?"
    r"){37}",
    "002": r"The Inference Report\n.*?\n\nCole Brennan\n\nShowing of papers(?:\n\n@ cs\.DC\n\n@){30}",
    "003": r"https://arxiv\.org/api/\S*?2026-06-10T06:13:33Z2883813515"
    r"(?:http://arxiv\.org/abs/\d{4}\.\d{5}v\d@[\dT:-]{19}Z@(?:\n@)*[\dT:-]{19}Z@+){15}",
    "004": r"Skip to main content\n.*?(?:\n\n\w+ submissions \(showing \d+ of \d+ entries\)|"
    r"\n\n\[\d+\] arXiv:\S+ [^\n@]*\nTitle: @\n@(?: \(\d\))?(?:, @(?: \(\d\))?)*(?: \(\(1\)[^\n]*\))?"
    r"(?:\nComments: @)?(?:\nJournal-ref: @)?\nSubjects: [^\n@]*\(\S+\)\n(?:\n@)+){32}\n\nTotal of 29 entries\n.*",
}


def frame(raw: str, records: Sequence[dict[str, Any]]) -> str:
    """A document with `@` for each text that was kept of it; every text must stand where its entry is."""
    position = 0
    for record in records:
        texts = [record[field] for field in ("headline", "title", "gist", "comments", "journal_ref", "doi")
                 if record.get(field)]  # fmt: skip
        texts += [*record.get("authors", []), *record["abstract"].split("\n\n")]
        end = position
        for text in sorted(set(texts), key=len, reverse=True):
            at = raw.index(text, position, position + 12_000)
            raw = raw[:at] + "\0" * len(text) + raw[at + len(text) :]
            end = max(end, at + len(text))
        position = end
    return re.sub("\0+", "@", raw)


@for_each("document", sorted(DOCUMENTS))
def test_nothing_is_lost_and_nothing_added(kept: Kept, document: str) -> None:
    """A3, A4, A5, A12, A13, A16, A18, A21, A28, C3, C4: all that is not the page's own frame is kept, as it stands."""
    left = frame(kept.raw[document], list(kept.records[document].values()))
    assert re.fullmatch(_FRAMES[document], left, re.DOTALL), left


def told(paper: dict[str, Any]) -> list[dict[str, Any]]:
    """Other sources' cards of a paper; the archive's own is not what a document said."""
    return [card for card in paper["cards"] if card["source"] != "daybook"]


# A: structure


@for_each(
    ("day", "shows"),
    [
        ("2026-02-27", "18 new · 6 cross-lists · 5 replacements"),
        ("2026-03-03", "19 new · 5 cross-lists · 13 replacements"),
        ("2026-05-14", "By Cole Brennan"),
    ],
)
def test_a1_a19_days(kept: Kept, day: str, shows: str) -> None:
    """A1: entries stand in the section they belong to. A19: the byline after the essay is the essay's."""
    assert shows in visible(kept.folder / "site" / "days" / "2026" / f"{day}.html")


def test_a26_dates(kept: Kept) -> None:
    """A first version may be older than the month of its id says."""
    flash = kept.paper("2506.01969")
    assert (flash["submitted"], flash["updated"], flash["version"]) == (
        "2025-05-13T17:45:34Z", "2026-06-02T00:53:06Z", 3,
    )  # fmt: skip


# B: identity


@for_each(
    ("start", "cards", "types"),
    [
        ("resihp", 2, ["card", "card"]),  # B1
        ("falcongemm", 2, ["card", "card"]),
        ("relay-buffer", 2, ["card", "card", "report"]),  # B1, B2
        ("chunkflow", 1, ["card", "report"]),  # B2
        ("the-illusion-of-power", 1, ["card", "report"]),
        ("2602.22593", 0, ["new", "replace"]),  # B3
    ],
)
def test_b1_b2_b3_one_paper(kept: Kept, start: str, cards: int, types: list[str]) -> None:
    """The same paper is one paper: all headlines and all sightings kept."""
    paper = kept.paper(start)
    headlines = [card["headline"] for card in told(paper)]
    assert len(set(headlines)) == len(headlines) == cards
    assert [sighting["type"] for sighting in paper["sightings"]] == types


@for_each(
    ("words", "count"),
    [
        ("From Sensors to Insight", 2),  # B5
        ("TACO: ", 2),  # B6
        ("Stencil Computations on ", 2),  # B7
        ("FITO Category Mistake", 2),
        ("Parallel File System", 3),
        ("Dual-?Path", 2),
    ],
)
def test_b5_b6_b7_papers_alike(kept: Kept, words: str, count: int) -> None:
    assert sum(bool(re.search(words, paper["title"])) for paper in kept.papers) == count


def test_b4_a_rewritten_paper_stays_two(shared: Callable[[str], Path], tmp_path: Path) -> None:
    """A card with another title and another abstract than the API's is no proof: both titles are kept."""
    card = tmp_path / "card.txt"
    title = "Light Cone Consistency: Toward a Unified Theory of Consistency in Message-Passing Systems"
    card.write_text(
        "pith. machine review for the scientific record. sign in\n\ncs.DC\n\nDistributed Computing\n\nIt covers much.\n"
        f"\n0\ncs.DC 2026-05-11 Recognition\n\nA headline\n\n{title}\n\nA gist.\n\nabstract click to expand\n"
        "We invent words for a test.\n0\n\nbrowse all of cs.DC",
        encoding="utf-8",
    )
    answer = shared(f"listings/{DOCUMENTS['003']}")
    run("ingest", "--quiet", "--archive", str(tmp_path / "a"), str(answer), str(card))
    papers = [json.loads(line) for line in run("export", "jsonl", "--archive", str(tmp_path / "a")).splitlines()]
    found = {p["title"]: p["arxiv_id"] for p in papers if p["title"].startswith("Light Cone")}
    assert found == {
        "Light Cone Consistency: Closure, Ordering, and the Single-Observer Boundary": "2605.09114",
        title: None,
    }


def test_b8_no_id_is_invented(kept: Kept) -> None:
    """Cards and reports carry none, and ids named inside comments (A9) are other papers'."""
    assert not any("arxiv_id" in r for d in ("000", "002") for r in kept.records[d].values())
    stated = {row["arxiv_id"] for row in rows(HERE / "quirks.tsv")}
    assert {p["arxiv_id"] for p in kept.papers} - {None} == stated
    assert not stated & {"2504.03802", "2504.09989", "2605.22830"}


# Every paper is found, wherever it was heard of


def test_a15_a19_a21_what_was_only_seen_has_a_day(kept: Kept) -> None:
    """Cards, the report's papers and the answer's, on the days of their documents; arXiv's own counts lack them."""
    days = {
        day["date"]: [sum(map(len, day["announced"].values())), len(day["mentioned"])]
        for day in json.loads((kept.folder / "site/api/v1/days/2026.json").read_text(encoding="utf-8"))["days"]
    }
    assert days == {
        "2026-02-27": [29, 0], "2026-03-03": [37, 0], "2026-05-06": [0, 1], "2026-05-07": [0, 4], "2026-05-08": [0, 9],
        "2026-05-11": [0, 12], "2026-05-12": [0, 8], "2026-05-13": [0, 3], "2026-05-14": [0, 30],
        "2026-06-10": [0, 15],
    }  # fmt: skip
    assert "10 June 2026" in visible(kept.folder / "site" / "index.html")


def test_a15_a19_a21_every_paper_is_in_the_feed(kept: Kept) -> None:
    """Those that were never announced say when and by whom they were first seen, and what a card's source says."""
    feed = (kept.folder / "site" / "feeds" / "all.xml").read_text(encoding="utf-8")
    assert feed.count("<entry>") == len(kept.papers)
    first = Counter(re.findall(r"First seen on (\d+ \w+) 2026 \(([^)]*)\)", feed))
    assert first["14 May", "The Inference Report"] == 27
    assert first["10 June", "arXiv API"] == 15
    assert first.total() == 27 + 15 + 37
    assert "Pith: Decoupled compression speeds GPU collectives up to 9.65x" in feed


@for_each(
    ("words", "start"),
    [
        ("Decoupled compression speeds GPU collectives", "ncclz"),  # a headline
        ("Placing quantization at the interface", "ncclz"),  # a gist
        ("TorchGWAS", "torchgwas"),
        ("Randomized PipeDream", "2606.03498"),
    ],
)
def test_a15_what_other_sources_say_is_searched(kept: Kept, words: str, start: str) -> None:
    """Where archive.yml publishes them."""
    assert run("search", "--archive", str(kept.folder), words).split("\n\n")[1].startswith(start)


# C, D, E: what pages show


@for_each("row", rows(HERE / "quirks_pages.tsv"))
def test_pages_show(kept: Kept, row: dict[str, str]) -> None:
    """What a paper's page must show, and what must not be seen on it."""
    text = visible(kept.page(row["paper"]))
    assert row["shows"] in text
    assert row["hides"] not in text


def test_d_no_page_shows_tex(kept: Kept) -> None:
    r"""No command, no brace and no dollar on any page, but an author's own \name (D4) and money (D2)."""
    signs = re.compile(r"\\\w+|\\.|[{}$]|``|''|--")
    seen = {page.name.split(".html")[0]: found for page in kept.pages() if (found := set(signs.findall(visible(page))))}
    assert seen == {"2602.22350": {"$"}, "2602.22457": {"\\name"}}


def test_c_damaged_characters_are_stored_as_received_and_shown_mended(kept: Kept) -> None:
    """C1, C2: the log keeps the damage; papers and pages have it mended, and sound text beside it left alone."""
    assert kept.records["000"][3]["gist"].endswith("from the liveι“Ύ.")
    assert [c["gist"][-10:] for c in told(kept.paper("state-twins"))] == ["the live链."]
    assert "1–4Γ—" in kept.records["000"][27]["headline"]
    assert "1–4× under" in told(kept.paper("resihp"))[1]["headline"]


@for_each(
    ("start", "links"),
    [
        ("2506.01969", ["https://github.com/pengcuo/FlashMLA-ETAP"]),  # A26
        ("llm-enhanced", ["https://github.com/GalleyG5/LeDRL.git"]),  # C8
        ("torchgwas", ["https://github.com/ZhiGroup/TorchGWAS"]),
        ("2508.06526", []),  # E1
        ("2511.11332", []),
        ("2603.01399", []),  # E1, E2
    ],
)
def test_c8_e1_links(kept: Kept, start: str, links: list[str]) -> None:
    """Addresses without the sentence's full stop; placeholders are no addresses and lead nowhere."""
    assert kept.paper(start)["links"] == links
    targets = html.parse(str(kept.page(start))).getroot().xpath("//article//a/@href")
    assert set(links) <= set(targets)
    assert not [target for target in targets if "this" in target]

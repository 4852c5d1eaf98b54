"""watch.yml: what it says, and which papers it finds."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest
from daybook.archive import ArchiveFolder, describing
from daybook.describe import watches
from daybook.errors import SettingsError
from daybook.fold import folding
from daybook.model import Archive, Author, Paper, Person, Sighting, Watch

from tests.cases import for_each, table

PAPER = Paper(
    key="2601.00001", arxiv_id="2601.00001", version=1, title="Tides in Šibenik: KV-caches that wait", titles=(),
    authors=(Author("Ada B. Ebb"), Author(r"C. Bal\'azs")), categories=("cs.DC", "math.CO"), themes=("waiting",),
    abstract="Retry policies under latency. Harbours.",
    sightings=(Sighting(date=dt.date(2026, 1, 2), source="x", type="new"),),
)  # fmt: skip


@for_each(("told", "finds"), table(__file__, "what_a_watch_finds"))
def test_what_a_watch_finds(told: str, finds: bool) -> None:
    (watch,) = watches.parse(f"watches: [{{name: Watch, {told}}}]")
    people = (Person(names=("C. Balázs", "Some One")),)
    assert watches.Matcher((watch,), people).matches(PAPER, PAPER.abstract) == (("watch",) if finds else ())


def test_an_abstract_that_may_not_be_shown_finds_nothing() -> None:
    (watch,) = watches.parse("watches: [{name: Watch, words: [latency]}]")
    assert watches.Matcher((watch,)).matches(PAPER, None) == ()


def test_a_watch_is_read() -> None:
    text = "watches:\n- name: Byzantine  agreement\n  note: Ours\n  words: [paxos, paxos]\n  categories: [cs.SY]\n"
    text += "- {name: B, slug: other, authors: [Ada Ebb]}"
    one, other = watches.parse(text)
    assert one == Watch(
        slug="byzantine-agreement", name="Byzantine agreement", note="Ours", words=("paxos",), categories=("eess.SY",)
    )
    assert other.slug == "other"
    assert watches.parse("") == ()


@for_each(("text", "told"), table(__file__, "what_cannot_be_read_is_told_in_one_line"))
def test_what_cannot_be_read_is_told_in_one_line(text: str, told: str) -> None:
    with pytest.raises(SettingsError) as caught:
        watches.parse(text)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_themes_that_are_not_there_are_named() -> None:
    found = watches.unknown_themes(watches.parse("watches: [{name: A, themes: [here, gone]}]"), {"here"})
    assert [str(fault) for fault in found] == [
        "watch.yml, A, themes: no theme 'gone' in this archive; correct the slug, or remove it"
    ]


class Counting(dict[str, Paper]):
    def __init__(self, papers: dict[str, Paper]) -> None:
        super().__init__(papers)
        self.asked: list[str] = []

    def __getitem__(self, key: str) -> Paper:
        self.asked.append(key)
        return super().__getitem__(key)


def looked(folder: Path, papers: dict[str, Paper], *found: Watch) -> tuple[dict[str, tuple[str, ...]], list[str]]:
    counting = Counting(papers)
    outlined = {key: folding.of(paper, lambda source: True) for key, paper in papers.items()}
    archive = Archive(papers=counting, days=(), outlines=outlined, watches=found)
    outcome = describing.watched(ArchiveFolder(folder), archive, lambda source: True, keep=True)
    return dict(outcome.watched), counting.asked


def test_only_papers_that_are_new_or_changed_are_looked_at(tmp_path: Path) -> None:
    tides, other = watches.parse("watches: [{name: Tides, words: [tides]}, {name: Other, words: [harbour]}]")
    papers = {f"2601.0000{n}": replace(PAPER, key=f"2601.0000{n}") for n in range(1, 4)}
    keys = list(papers)
    assert looked(tmp_path, papers, tides) == (dict.fromkeys(keys, ("tides",)), keys)
    assert looked(tmp_path, papers, tides) == (dict.fromkeys(keys, ("tides",)), [])
    papers[keys[1]] = replace(papers[keys[1]], title="Nothing")
    papers["2601.00009"] = replace(PAPER, key="2601.00009")
    found, asked = looked(tmp_path, papers, tides)
    assert (list(found), asked) == ([keys[0], keys[2], "2601.00009"], [keys[1], "2601.00009"])
    assert looked(tmp_path, papers, tides, other)[1] == list(papers)
    assert looked(tmp_path, papers) == ({}, [])


def test_a_paper_that_cannot_be_looked_at_costs_no_other(tmp_path: Path) -> None:
    (tides,) = watches.parse("watches: [{name: Tides, words: [tides]}]")
    broken = replace(PAPER, key="2601.00002", abstract=7)  # type: ignore[arg-type]
    outlined = {key: folding.of(replace(PAPER, key=key), lambda source: True) for key in (PAPER.key, broken.key)}
    archive = Archive(papers={PAPER.key: PAPER, broken.key: broken}, days=(), outlines=outlined, watches=(tides,))
    home = ArchiveFolder(tmp_path)
    assert describing.watched(home, archive, lambda source: True, keep=False).watched == {PAPER.key: ("tides",)}
    assert len(home.faults) == 1

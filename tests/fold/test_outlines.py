"""Outlines kept from an earlier run: whatever happened since, the archive is the one that is folded from nothing."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from daybook.config import Settings
from daybook.fold import folding
from daybook.fold.linking import SameRules
from daybook.model import Archive, Outline, Record, Version

from tests.cases import for_each
from tests.fold.test_folding import statement
from tests.makers import ABSTRACT, OTHER_ABSTRACT, card, day, record, time

Outlines = Mapping[str, Outline]
SETTINGS = Settings(title="T", categories=("cs.DC",))


def harvested(number: int, **fields: Any) -> Record:
    """A paper of February whose announcements the schedule tells."""
    versions = tuple(
        Version(version=v, submitted=time(f"2026-02-{number % 20 + v:02}T15:00:00")) for v in range(1, number % 3 + 2)
    )
    told: dict[str, Any] = {
        "arxiv_id": f"2602.{number:05}", "source": "arxiv-oai", "type": "harvest", "date": day("2026-03-01"),
        "abstract": f"{ABSTRACT} {number}", "authors": (f"A. Author{number}", "B. Both"), "versions": versions,
        "version": versions[-1].version, "categories": ("cs.DC", "math.CO")[: number % 2 + 1], "category": None,
        "place": number, **fields,
    }  # fmt: skip
    return record(f"Paper {number}", **told)


def folded(records: Sequence[Record], known: Outlines | None, days: Sequence[str] = (), **more: Any) -> Archive:
    stated = [statement(date=day(date), quiet=True) for date in days]
    return folding.fold(records, stated, SETTINGS, known=known, **more)


def same(one: Archive, other: Archive) -> bool:
    return replace(one, papers=dict(one.papers)) == replace(other, papers=dict(other.papers))


def asked(found: Archive) -> set[str]:
    """The papers that were folded."""
    assert isinstance(found.papers, folding.Papers)
    return set(found.papers._folded)


def test_only_what_changed_is_folded() -> None:
    """A replacement, a new paper and a new day that takes an announcement from the schedule: three papers of twenty."""
    records = [harvested(number) for number in range(1, 21)]
    table = dict(folded(records, {}).outlines)
    assert asked(folded(records, table)) == set()
    records[4] = harvested(5, comments="Now with an appendix")
    records.append(harvested(21))
    moved = {key for key, row in table.items() if any(each.date == day("2026-02-11") for each in row.due)}
    found = folded(records, table, ["2026-02-11"])
    assert 1 < len(moved) < 10
    assert asked(found) == {"2602.00005", "2602.00021", *moved}
    assert same(found, folded(records, {}, ["2026-02-11"]))
    assert set(found.papers) == {f"2602.{number:05}" for number in range(1, 22)}
    assert len(found.papers) == 21
    assert "2602.00099" not in found.papers


@for_each("seed", range(8))
def test_an_archive_carried_forward_is_that_from_nothing(seed: int) -> None:
    """Random steps: papers come, change and go, other sources speak, days are seen as listings, rules join papers."""
    rng = random.Random(seed)
    records = {number: [harvested(number)] for number in rng.sample(range(1, 30), 12)}
    days: list[str] = []
    rules = SameRules()
    table: Outlines = {}
    for step in range(12):
        number = rng.randint(1, 29)
        kind = rng.randrange(6)
        if kind == 0:
            records.pop(number, None)
        elif kind == 1:
            records[number] = [harvested(number, abstract=f"{OTHER_ABSTRACT} {step}", withdrawn=rng.random() < 0.3)]
        elif kind == 2:
            days.append(f"2026-02-{rng.randint(1, 28):02}")
        elif kind == 3:
            told = harvested(number)
            seen = replace(
                told, type="replace", date=day(f"2026-03-{step + 2:02}"), source="arxiv-rss", category="cs.DC"
            )
            records.setdefault(number, [told]).append(seen)
        elif kind == 4:
            records.setdefault(100, []).append(card(f"Paper {number}", abstract=f"{ABSTRACT} {number}"))
        else:
            rules = SameRules(same=(("2602.00003", f"2602.{number:05}"),))
        given = [one for some in records.values() for one in some]
        rng.shuffle(given)
        carried, anew = folded(given, table, days, same=rules), folded(given, {}, days, same=rules)
        assert same(carried, anew), (step, kind)
        table = carried.outlines


def test_an_outline_says_what_its_paper_says() -> None:
    """The dates, themes and categories that lists ask for."""
    found = folded([harvested(5), harvested(8, categories=("odd one", "cs.DC"))], {}, assign=lambda *_: ("a", "b"))
    for key, paper in found.papers.items():
        outline = found.outlines[key]
        assert (outline.first_seen, outline.themes) == (paper.first_seen, paper.themes)
        assert outline.categories == paper.categories
        computed = [(s.date, s.type, s.version) for s in paper.sightings if s.reconstructed]
        assert list(outline.reconstructed) == computed
        assert computed


def test_words_that_may_not_be_shown_are_no_part_of_what_is_listed() -> None:
    """A hidden abstract may change and no list does; the paper's card is made of it all the same."""
    (paper,) = folded([card(abstract=ABSTRACT)], {}).papers.values()
    other = replace(paper, abstract=OTHER_ABSTRACT)
    hidden, shown = (
        [folding.of(one, lambda _, shows=shows: shows) for one in (paper, other)] for shows in (False, True)
    )
    assert hidden[0].listed_hash == hidden[1].listed_hash
    assert shown[0].listed_hash != shown[1].listed_hash
    assert hidden[0].card_hash != hidden[1].card_hash


@for_each(
    ("authors", "said"),
    [("Ada", "Ada"), ("Ada, Ben", "Ada and Ben"), ("Ada, Ben, Cy", "Ada et al."), ("Ada, Ben, Cy, Di", "Ada et al.")],
)
def test_what_other_papers_say_of_one(authors: str, said: str) -> None:
    """Its title, its authors in short, and its year."""
    (paper,) = folded([harvested(5, authors=tuple(authors.split(", ")))], {}).papers.values()
    assert folding.cited(paper) == ("Paper 5", said, "2026")


def test_what_is_kept_of_versions() -> None:
    """Two hashes of each that is held: of its words, and of what days show of it, without what may not be shown."""
    one = harvested(3, version=1, versions=(), abstract="One.", categories=("cs.DC",))
    two = replace(one, version=2, title="Two", abstract="Two.", document="d1")
    assign = lambda title, abstract, categories: (title.lower(),)  # noqa: E731
    found = folded([one, two], {}, assign=assign)
    (paper,) = found.papers.values()
    hidden = folding.of(paper, lambda source: False)
    (outline,) = found.outlines.values()
    assert [each.version for each in outline.editions] == [each.version for each in hidden.editions] == [1, 2]
    assert [(each.version, each.themes, each.categories) for each in outline.earlier] == [(1, ("paper 3",), ("cs.DC",))]
    assert outline.earlier[0].card_hash != outline.card_hash != ""
    other = folding.of(replace(paper, editions=(replace(paper.editions[0], abstract="Else."), paper.editions[1])), bool)
    assert outline.editions[0].words_hash == hidden.editions[0].words_hash != other.editions[0].words_hash
    assert outline.editions[0].shown_hash != other.editions[0].shown_hash
    assert hidden.editions[0].shown_hash not in (outline.editions[0].shown_hash, other.editions[0].shown_hash)
    hashes = {folding.of(replace(paper, abstract=text), bool).theme_hash for text in (None, "Two.", "Three.")}
    assert len(hashes) == 3
    assert outline.theme_hash in hashes
    assert folding.of(replace(paper, abstract=None), bool).card_hash == ""

"""The rules of content/themes.yml on invented papers: for each theme some that a researcher would place there."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from generator.describe.themes import Assigner, parse
from tests.conftest import ROOT

CASES = Path(__file__).with_name("themes_cases.tsv")
RIGHT = 0.95
"""The share of first themes that must be right: rules that fit every case fit nothing else."""


@dataclass(frozen=True, slots=True)
class Case:
    theme: str  # the slug that belongs first
    title: str
    abstract: str  # its opening


@pytest.fixture(scope="module")
def cases() -> tuple[Case, ...]:
    with CASES.open(encoding="utf-8", newline="") as file:
        return tuple(Case(**row) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture(scope="module")
def assigner() -> Assigner:
    return Assigner(parse((ROOT / "content" / "themes.yml").read_text(encoding="utf-8")))


def missed(cases: tuple[Case, ...], assigner: Assigner) -> Iterator[tuple[Case, tuple[str, ...]]]:
    for case in cases:
        found = assigner.themes(case.title, case.abstract, ())
        if found[:1] != (case.theme,):
            yield case, found


def test_every_theme_has_cases(cases: tuple[Case, ...]) -> None:
    """At least eight each, none twice."""
    slugs = {theme.slug for theme in parse((ROOT / "content" / "themes.yml").read_text(encoding="utf-8"))}
    count = Counter(case.theme for case in cases)
    assert set(count) == slugs
    assert min(count.values()) >= 8
    assert len({case.title for case in cases}) == len(cases)


def test_first_themes_are_right(cases: tuple[Case, ...], assigner: Assigner) -> None:
    """Those that are not are listed with what the rules say."""
    wrong = list(missed(cases, assigner))
    listing = "\n".join(f"{case.theme}: {case.title} -> {', '.join(found)}" for case, found in wrong)
    assert len(wrong) <= (1 - RIGHT) * len(cases), listing


def test_each_theme_is_mostly_right(cases: tuple[Case, ...], assigner: Assigner) -> None:
    """No theme takes many papers of others, none loses many of its own: at most three in ten."""
    count = Counter(case.theme for case in cases)
    wrong = list(missed(cases, assigner))
    lost = Counter(case.theme for case, _ in wrong)
    taken = Counter(found[0] for _, found in wrong if found)
    for slug, number in count.items():
        assert lost[slug] <= 0.3 * number
        assert taken[slug] <= 0.3 * (number - lost[slug] + taken[slug])


def test_every_case_has_a_theme(cases: tuple[Case, ...], assigner: Assigner) -> None:
    """One or two, never none."""
    assert all(len(assigner.themes(case.title, case.abstract, ())) in (1, 2) for case in cases)

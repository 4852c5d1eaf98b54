"""What terms weigh: rare ones much, and how rare they are the archive says; one paper changes next to nothing."""

from __future__ import annotations

import pytest

from generator.describe.related.weights import HEAVIEST, KNOWN, SAMPLE, UNKNOWN, Weights, sampled
from generator.text import rarity

ALL = {f"24{number % 12 + 1:02}.{number:05}": f"2024-{number % 12 + 1:02}" for number in range(3 * SAMPLE)}


def test_without_papers_the_shipped_table_counts() -> None:
    """A rare term weighs most, an unknown one half of that, none nothing."""
    weights = Weights([])
    assert weights("model") < weights("cohomolog") == HEAVIEST
    assert weights("tapefoldd") == UNKNOWN
    assert all(1 <= weights(term) <= HEAVIEST for term in rarity.table())


def test_what_all_papers_of_an_archive_share_weighs_little() -> None:
    """Cohomology in an archive of algebraic geometry; what others have, and that one has not, stays heavy."""
    weights = Weights(["cohomolog sheav 11", "cohomolog curv 11"] * 1000)
    assert weights("cohomolog") <= 2
    assert weights("sheav") < weights("redshift") == HEAVIEST


def test_a_word_of_some_papers_is_known() -> None:
    """The table does not have it, the archive does."""
    assert Weights(["tapefoldd 1"] * (KNOWN - 1))("tapefoldd") == UNKNOWN
    assert Weights(["tapefoldd 1"] * KNOWN)("tapefoldd") == HEAVIEST


def test_a_paper_more_or_less_seldom_changes_a_weight() -> None:
    """Of 200 revised papers of 2,000, each with twenty words of all degrees of rarity, some change a weight."""
    words = sorted(rarity.table())[::7]
    lines = [
        " ".join([*(words[(7 * paper + 31 * n * n) % max(1, len(words) >> n % 8)] for n in range(20)), "1" * 20])
        for paper in range(2000)
    ]
    first = Weights(lines).digest()
    changed = sum(
        Weights([*lines[:at], lines[at - 1], *lines[at + 1 :]]).digest() != first for at in range(0, 2000, 100)
    )
    assert changed <= 6


def test_the_newest_quarter_does_not_count() -> None:
    """Nor an archive of one quarter, nor one that does not know when its papers came."""
    orders = {"a": "2025-12-31", "b": "2026-01 2601.00001", "c": "2026-03 2603.00001"}
    assert sampled(orders) == ["a"]
    assert sampled(orders | {"d": "2026-04 2604.00001"}) == ["a", "b", "c"]
    assert sampled({"b": "2026-01", "c": "2026-03"}) == sampled({}) == sampled({"a": "x"}) == []


def test_others_count_when_the_archive_has_grown() -> None:
    """Not every year: at each time at least two thirds of the papers of past quarters are counted."""
    orders = {f"{year}{month}": f"{year}-{month:02}" for year in range(1990, 2020) for month in (1, 4, 7, 10)}
    many = {f"{key}.{number}": order for key, order in orders.items() for number in range(5)}
    counted = [
        len(sampled({key: order for key, order in many.items() if order < f"{year}"})) for year in range(1992, 2020)
    ]
    assert counted == sorted(counted)
    assert len(set(counted)) <= 9
    assert all(size >= 0.65 * 5 * (4 * (at + 2) - 1) for at, size in enumerate(counted))


@pytest.mark.parametrize("more", [{}, {"2501.00001": "2025-01"}])
def test_many_papers_are_sampled(more: dict[str, str]) -> None:
    """At most as many as are needed; a new paper changes none of them."""
    found = sampled(ALL | {"zz": "2025-01"} | more)
    assert SAMPLE / 2 < len(found) <= SAMPLE
    assert found == sampled(ALL | {"zz": "2025-01"})

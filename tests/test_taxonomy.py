"""Categories, archives and their names."""

from __future__ import annotations

from generator import taxonomy


def test_names_and_codes() -> None:
    """Both ways; a name that several bear gives all of them, today's first."""
    assert taxonomy.name("cs.DC") == "Distributed, Parallel, and Cluster Computing"
    assert taxonomy.codes_of("Distributed, Parallel, and Cluster Computing") == ("cs.DC",)
    assert taxonomy.codes_of("machine learning") == ("cs.LG", "stat.ML")
    assert taxonomy.codes_of("Information Theory")[0] == "cs.IT"
    assert taxonomy.codes_of("Computer Science") == ("cs",)
    assert taxonomy.codes_of("Cooking") == ()
    assert taxonomy.name("xx.YY") == "xx.YY"


def test_aliases() -> None:
    """One code a category."""
    assert taxonomy.canonical_all(["math.IT", "cs.IT", "cmp-lg", "cs.DC"]) == ("cs.IT", "cs.CL", "cs.DC")


def test_what_is_a_category() -> None:
    """Former ones too; classes of other systems are none."""
    assert taxonomy.is_category("cs.DC")
    assert taxonomy.is_category("hep-th")
    assert not taxonomy.is_category("53C30")
    assert not taxonomy.is_category("cs")
    assert taxonomy.is_archive("cs")
    assert "q-bio.NC" in taxonomy.all_codes()

"""Starter sets: every category of arXiv has one, sets go together, and a new archive has those of its categories."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from generator import cli, taxonomy
from generator.describe.themes import Assigner, parse, starter
from generator.text.filenames import is_name
from tests.cases import for_each
from tests.conftest import ROOT

FOLDER = ROOT / "generator" / "describe" / "themes" / "starter"
CLOSED = ("astro-ph", "cond-mat", "q-bio", "bad-arch.bad-cat")
"""Categories that arXiv has divided, or that never were any."""
ACTIVE = sorted(
    code
    for code in taxonomy.all_codes()
    if taxonomy.is_category(code)
    and code == taxonomy.canonical(code)
    and code not in CLOSED
    and not code.startswith("test")
)


@for_each("code", ACTIVE)
def test_every_category_has_a_sound_set(code: str) -> None:
    """6 to 16 themes (cs.DC: 22), each with a definition, 10 to 40 phrases, and a slug that can be a file name."""
    themes = starter.of_category(code)
    assert len(themes) == 22 if code == "cs.DC" else 6 <= len(themes) <= 16
    assert len({theme.name.casefold() for theme in themes}) == len({theme.slug for theme in themes}) == len(themes)
    for theme in themes:
        assert theme.only == (code,)
        assert theme.plain
        assert is_name(theme.slug)
        assert theme.definition.endswith(".")
        assert len(theme.definition) <= 140
        assert 10 <= len(theme.phrases) <= 40


def test_aliases_lead_to_a_set_and_no_other_sets_are_shipped() -> None:
    assert starter.of_category("math.IT") == starter.of_category("cs.IT") != ()
    assert starter.of_category("cmp-lg") == starter.of_category("cs.CL") != ()
    assert {path.stem for path in FOLDER.glob("*.yml")} == set(ACTIVE)
    assert starter.of_category("../x") == starter.of_category("cs.ZZ") == ()


def test_sets_are_merged_by_name_and_come_back_from_their_text() -> None:
    """One theme for both categories, with the phrases of both; no slug twice; the same text each time."""
    merged = starter.of_categories(ACTIVE)
    assert len({theme.slug for theme in merged}) == len({theme.name.casefold() for theme in merged}) == len(merged)
    assert all(is_name(theme.slug) for theme in merged)
    assert {code for theme in merged for code in theme.only} == set(ACTIVE)
    assert parse(starter.text(ACTIVE)) == merged
    same = [theme for theme in starter.of_categories(("cs.LG", "stat.ML")) if len(theme.only) == 2]
    for theme in same:
        sets = [one for code in theme.only for one in starter.of_category(code) if one.name == theme.name]
        assert set(theme.phrases) == {phrase for one in sets for phrase in one.phrases}


def test_the_sample_has_the_set_of_its_category() -> None:
    """A fork may change its own."""
    sample = "sample: true" in (ROOT / "content" / "archive.yml").read_text(encoding="utf-8")
    assert not sample or (ROOT / "content" / "themes.yml").read_text(encoding="utf-8") == starter.text(("cs.DC",))


def init(folder: Path, *codes: str) -> str:
    arguments = ["init", "--quiet", "--archive", str(folder), "--title", "T", "--categories", ",".join(codes)]
    assert cli.main(arguments) == 0
    return (folder / "themes.yml").read_text(encoding="utf-8")


def test_a_new_archive_has_the_sets_of_its_categories(tmp_path: Path) -> None:
    assert init(tmp_path / "a", "math.AG", "cs.NI") == starter.text(("math.AG", "cs.NI"))


def test_a_persons_themes_are_kept(tmp_path: Path) -> None:
    (tmp_path / "themes.yml").write_text("themes: []\n", encoding="utf-8")
    assert init(tmp_path, "math.AG") == "themes: []\n"


@pytest.mark.parametrize("changed", [False, True])
def test_a_samples_themes_are_replaced_unless_somebody_changed_them(tmp_path: Path, changed: bool) -> None:
    init(tmp_path, "cs.DC")
    settings, rules = tmp_path / "archive.yml", tmp_path / "themes.yml"
    settings.write_text(settings.read_text(encoding="utf-8") + "\nsample: true\n", encoding="utf-8")
    if changed:
        rules.write_text("themes: []\n", encoding="utf-8")
    assert init(tmp_path, "cs.DC", "cs.NI") == ("themes: []\n" if changed else starter.text(("cs.DC", "cs.NI")))


def papers(shared: Callable[[str], Path]) -> list[dict[str, str]]:
    """The half of the corpus that sets were written with."""
    with gzip.open(shared("corpora/fields/dev.jsonl.gz"), "rt", encoding="utf-8") as lines:
        known = [json.loads(line) for line in lines]
    return [one for one in known if int(hashlib.sha1(one["id"].encode()).hexdigest(), 16) % 2 == 0]


@pytest.mark.trial
def test_most_papers_of_each_category_get_a_theme(shared: Callable[[str], Path]) -> None:
    """.95 of all; of no category with 20 papers or more fewer than .6."""
    total: Counter[str] = Counter()
    given: Counter[str] = Counter()
    assigners = {code: Assigner(starter.of_category(code)) for code in ACTIVE}
    for paper in papers(shared):
        code = taxonomy.canonical(paper["primary"])
        if code in assigners:
            total[code] += 1
            given[code] += bool(assigners[code].themes(paper["title"], paper["abstract"], (code,)))
    assert given.total() / total.total() >= 0.93
    assert {code: given[code] for code, number in total.items() if number >= 20 and given[code] / number < 0.6} == {}


def test_few_papers_of_other_fields_get_a_theme(shared: Callable[[str], Path]) -> None:
    """Were they in cs.DC, at most one in twenty would get one of its themes."""
    assigner = Assigner(starter.of_category("cs.DC"))
    others = [one for one in papers(shared) if not any(code.startswith("cs.") for code in one["categories"])]
    given = [one["id"] for one in others if assigner.themes(one["title"], one["abstract"], ("cs.DC",))]
    assert len(given) / len(others) <= 0.05

"""Starter sets: every category of arXiv has one, sets go together, and a new archive has those of its categories."""

import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook import cli
from daybook.describe.themes import Assigner, parse, rules
from daybook.model import Theme, arxiv
from daybook.model.ids import is_name

from tests.cases import for_each
from tests.conftest import ROOT

FOLDER = ROOT / "generator" / "daybook" / "describe" / "themes" / "starter"
CLOSED = ("astro-ph", "cond-mat", "q-bio", "bad-arch.bad-cat")
"""Categories that arXiv has divided, or that never were any."""
KNOWN = {arxiv.canonical(code) for code in arxiv.all_codes() if arxiv.is_category(code) and code[:4] != "test"}
ACTIVE = sorted(KNOWN - {*CLOSED})


@for_each("code", ACTIVE)
def test_every_category_has_a_sound_set(code: str) -> None:
    """6 to 16 themes (cs.DC: 22), each with a definition, 10 to 40 phrases, and a slug that can be a file name."""
    themes = rules.of_category(code)
    assert len(themes) == 22 if code == "cs.DC" else 6 <= len(themes) <= 16
    assert len({theme.name.casefold() for theme in themes}) == len({theme.slug for theme in themes}) == len(themes)
    for theme in themes:
        assert (theme.only, theme.plain, is_name(theme.slug)) == ((code,), True, True)
        assert theme.definition.endswith(".")
        assert len(theme.definition) <= 140
        assert 10 <= len(theme.phrases) <= 40


def test_aliases_lead_to_a_set_and_no_other_sets_are_shipped() -> None:
    assert rules.of_category("math.IT") == rules.of_category("cs.IT") != ()
    assert rules.of_category("cmp-lg") == rules.of_category("cs.CL") != ()
    assert {path.stem for path in FOLDER.glob("*.yml")} == set(ACTIVE)
    assert rules.of_category("../x") == rules.of_category("cs.ZZ") == ()


def test_sets_come_back_from_their_text() -> None:
    merged = rules.of_categories(ACTIVE)
    assert len({theme.slug for theme in merged}) == len({theme.name.casefold() for theme in merged}) == len(merged)
    assert all(is_name(theme.slug) for theme in merged)
    assert {code for theme in merged for code in theme.only} == set(ACTIVE)
    assert parse(rules.starter(ACTIVE)) == merged


ONE = [
    (("cs.DM", "cs.DS"), "Graph algorithms", "Graph algorithms and complexity"),
    (("cs.DC", "cs.LG"), "Federated learning", "Federated and private learning"),
    (("math.KT", "math.RT"), "Triangulated and derived categories", "Derived and triangulated categories"),
    (("q-bio.CB", "q-bio.TO"), "Cancer growth and therapy", "Cancer growth and therapy"),
]


@for_each(("codes", "name", "other"), ONE)
def test_themes_of_the_same_meaning_are_one(codes: tuple[str, str], name: str, other: str) -> None:
    """With the phrases of both, for papers of both; the command that writes them says so, and once is enough."""
    both = [theme for code in codes for theme in rules.of_category(code) if theme.name in (name, other)]
    (theme,) = (one for one in rules.of_categories(codes) if one.name in (name, other))
    assert (theme.name, set(theme.only), len(both)) == (name, set(codes), 2)
    assert set(theme.phrases) == {phrase for one in both for phrase in one.phrases}
    assert theme.definition in {one.definition for one in both}
    assert any(remark.startswith(f"{name} is one theme, merged from ") for remark in rules.starter_remarks(codes))
    assert rules.of_categories(codes, rules.of_categories(codes)) == ()
    assert [*rules.starter_remarks(codes, rules.of_categories(codes))] == []


def named(name: str, *phrases: str) -> Theme:
    return Theme(slug="a", name=name, definition="D.", phrases=dict.fromkeys(phrases, 1.0), plain=True)


THREE, FOUR = ("quay", "ebb", "mole"), ("quay", "ebb", "mole", "jetty")
ALIKE = [
    ("Tidal harbours", "Harbours, tidal", (), (), True, "the same words in another order"),
    ("Tidal harbours", "Tidal harbours and rivers", (), (), False, "one word more"),
    ("Tidal harbours", "Tidal rivers", FOUR, ("quays", "ebb", "gull", "crane"), True, "a word and half of the phrases"),
    ("Tidal harbours", "Tidal rivers", THREE, ("quay", "gull", "crane"), False, "a word and a third of them"),
    ("Harbours", "Rivers", THREE, ("quay", "ebb", "gull", "crane"), True, "two of the three phrases of one"),
    ("Harbours", "Rivers", FOUR, ("quay", "ebb", "gull", "crane"), False, "two of four"),
]


@for_each(("one", "other", "phrases", "more", "same", "why"), ALIKE)
def test_likeness(one: str, other: str, phrases: tuple[str, ...], more: tuple[str, ...], same: bool, why: str) -> None:
    themes = named(one, *phrases), named(other, *more)
    assert (rules.likeness(*themes) >= rules.SAME) is same, why
    assert rules.likeness(*themes) == rules.likeness(*reversed(themes))


def test_the_sample_has_the_set_of_its_category() -> None:
    sample = "sample: true" in (ROOT / "content" / "archive.yml").read_text(encoding="utf-8")
    assert not sample or (ROOT / "content" / "themes.yml").read_text(encoding="utf-8") == rules.starter(("cs.DC",))


def init(folder: Path, *codes: str) -> str:
    arguments = ["init", "--quiet", "--archive", str(folder), "--title", "T", "--categories", ",".join(codes)]
    assert cli.main(arguments) == 0
    return (folder / "themes.yml").read_text(encoding="utf-8")


def test_a_new_archive_has_the_sets_of_its_categories(tmp_path: Path) -> None:
    assert init(tmp_path / "a", "math.AG", "cs.NI") == rules.starter(("math.AG", "cs.NI"))


def test_a_persons_themes_are_kept(tmp_path: Path) -> None:
    (tmp_path / "themes.yml").write_text("themes: []\n", encoding="utf-8")
    assert init(tmp_path, "math.AG") == "themes: []\n"


@pytest.mark.parametrize("changed", [False, True])
def test_a_samples_themes_are_replaced_unless_somebody_changed_them(tmp_path: Path, changed: bool) -> None:
    init(tmp_path, "cs.DC")
    settings, themes = tmp_path / "archive.yml", tmp_path / "themes.yml"
    settings.write_text(settings.read_text(encoding="utf-8") + "\nsample: true\n", encoding="utf-8")
    if changed:
        themes.write_text("themes: []\n", encoding="utf-8")
    assert init(tmp_path, "cs.DC", "cs.NI") == ("themes: []\n" if changed else rules.starter(("cs.DC", "cs.NI")))


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
    assigners = {code: Assigner(rules.of_category(code)) for code in ACTIVE}
    for paper in papers(shared):
        code = arxiv.canonical(paper["primary"])
        if code in assigners:
            total[code] += 1
            given[code] += bool(assigners[code].themes(paper["title"], paper["abstract"], (code,)))
    assert given.total() / total.total() >= 0.93
    assert {code: given[code] for code, number in total.items() if number >= 20 and given[code] / number < 0.6} == {}


def test_few_papers_of_other_fields_get_a_theme(shared: Callable[[str], Path]) -> None:
    assigner = Assigner(rules.of_category("cs.DC"))
    others = [one for one in papers(shared) if not any(code.startswith("cs.") for code in one["categories"])]
    given = [one["id"] for one in others if assigner.themes(one["title"], one["abstract"], ("cs.DC",))]
    assert len(given) / len(others) <= 0.05

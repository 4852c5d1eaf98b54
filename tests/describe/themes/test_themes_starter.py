"""Starter sets: every category of arXiv has one, sets go together, and a new archive has those of its categories."""

import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook import cli, open_archive
from daybook.describe.themes import Assigner, parse, rules
from daybook.model import Theme, arxiv
from daybook.model.ids import is_name
from daybook.view import addresses

from tests.cases import for_each
from tests.conftest import ROOT
from tests.makers import add, daybook, entry, listing, put

FOLDER = ROOT / "generator" / "daybook" / "describe" / "themes" / "starter"
SLUGS = Path(__file__).with_name("slugs.txt")
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
    (("math.KT", "math.RT"), "Derived and triangulated categories", "Triangulated and derived categories"),
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


def test_no_slug_is_ever_removed() -> None:
    """They are addresses: a theme may be renamed, or join another, whose `former` then has its slug; a new one is added
    here. slugs.txt has those of all versions, by category."""
    known = {code: set(slugs) for code, *slugs in map(str.split, SLUGS.read_text(encoding="utf-8").splitlines())}
    for code in ACTIVE:
        assert {slug for one in rules.of_category(code) for slug in (one.slug, *one.former)} == known[code], code


@for_each("more", ["cs.DC,cs.LG", "cs.LG,cs.DC", "cs.DC,cs.NI,cs.OS,cs.DB,cs.AR,cs.SE"])
def test_no_slug_is_lost_where_categories_come_and_go(more: str) -> None:
    """Of an archive without a themes.yml of its own: the themes of fewer categories lead to those of more."""
    merged = rules.of_categories(more.split(","))
    led = {slug for one in merged for slug in (one.slug, *one.former)}
    assert all(one.slug in led for code in more.split(",") for one in rules.of_category(code))
    assert {one.slug for one in merged} == {one.slug for one in rules.of_categories(more.split(",")[::-1])}


def test_an_archive_without_themes_of_its_own(tmp_path: Path) -> None:
    """Has the sets of its categories; a file to edit is one command; what a person wrote is kept."""
    made = ("init", "--quiet", "--title", "T", "--categories", "cs.LG", "cs.DC", "--archive", str(tmp_path))
    assert cli.main(made) == 0
    assert not (tmp_path / "themes.yml").exists()
    both = rules.of_categories(("cs.LG", "cs.DC"))
    assert tuple(each.definition for each in open_archive(tmp_path).themes) == tuple(each.definition for each in both)
    assert cli.main(["themes", "add", "--archive", str(tmp_path)]) == 0
    assert parse((tmp_path / "themes.yml").read_text(encoding="utf-8")) == both
    (tmp_path / "themes.yml").write_text("themes: []\n", encoding="utf-8")
    assert not [*open_archive(tmp_path).themes]


def test_former_addresses_of_themes_lead_on(tmp_path: Path) -> None:
    """Of a theme that joined another, or that a person gave another slug: its page, and its feeds as they were."""
    (shared,) = (one for one in rules.of_categories(("cs.DC", "cs.LG")) if one.name == "Federated learning")
    assert shared.former
    themes = "themes:\n  - {slug: tides, name: Tides, definition: Of tides., phrases: [tide], former: [ebb, tides]}\n"
    put(tmp_path, {"archive.yml": "title: T\ncategories: cs.DC\nformat: 1\n", "themes.yml": themes})
    add(tmp_path, listing(entry("Tides", arxiv_id="2603.00001", categories=("cs.DC",))))
    daybook("build", "--pages-only", "--quiet", "--archive", tmp_path)
    assert "tides.md" in (tmp_path / "pages" / "themes" / "ebb.md").read_text(encoding="utf-8")
    feeds = tmp_path / "pages" / "feeds"
    assert {path.name for path in (feeds / "themes").iterdir()} == {"ebb.json", "ebb.xml", "tides.json", "tides.xml"}
    assert "themes/ebb" not in (tmp_path / "pages" / addresses.SUBSCRIPTIONS).read_text(encoding="utf-8")


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

"""Themes: themes.yml is read strictly, and papers get the themes that its rules speak for."""

import csv
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from daybook import cli
from daybook.archive import Context, load
from daybook.describe.themes import DEFINED, HOME, Assigner, Explanation, Reason, parse
from daybook.describe.themes.rules import USUAL, derived, weights
from daybook.errors import SettingsError
from daybook.model import Theme

from tests.cases import for_each, table
from tests.conftest import ROOT
from tests.tools.growth import in_proportion

ONE = """
themes:
  - slug: kernels
    name: Kernels &
      code
    definition: Fast code.
    phrases: {4: [GPU kernel, "all-to-all"], 1.5: [loss]}
    categories: {cs.NA: 2}
    exclude: [popcorn kernel]
    title: {9: [kernel]}
"""


def theme(slug: str, weights: dict[str, float], *exclude: str, **categories: float) -> Theme:
    codes = {code.replace("_", "."): weight for code, weight in categories.items()}
    return Theme(slug=slug, name=slug, definition=slug, phrases=weights, exclude=exclude, categories=codes)


def own() -> tuple[Theme, ...]:
    return parse((ROOT / "content" / "themes.yml").read_text(encoding="utf-8"))


def test_parse_reads_every_field() -> None:
    assert parse(ONE) == (
        Theme(
            slug="kernels",
            name="Kernels & code",
            definition="Fast code.",
            phrases={"GPU kernel": 4.0, "all-to-all": 4.0, "loss": 1.5},
            categories={"math.NA": 2.0},
            exclude=("popcorn kernel",),
            title={"kernel": 9.0},
        ),
    )


@for_each("text", ["", "# nothing yet\n", "themes: []\n"])
def test_parse_without_themes(text: str) -> None:
    assert parse(text) == ()


def test_parse_rules_are_optional() -> None:
    (found,) = parse("themes: [{slug: a, name: A, definition: D, phrases: , categories: , exclude: }]")
    assert (dict(found.phrases), dict(found.categories), found.exclude) == ({}, {}, ())


BAD = table(__file__, "bad")


@for_each(("text", "problem", "hint"), BAD)
def test_parse_refuses(text: str, problem: str, hint: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse(text)
    line = str(caught.value)
    assert line.startswith("themes.yml, ") or "no list of themes" in line
    assert problem in line
    assert hint in line
    assert "\n" not in line


SERVING = theme("serving", {"KV cache": 4, "serving": 2})
KERNELS = theme("kernels", {"GPU kernel": 4, "loss": 1, "bus": 1}, "popcorn", cs_AR=1.5)
THEMES = (SERVING, KERNELS)


@for_each(("title", "abstract", "slugs", "why"), table(__file__, "assigner"))
def test_assigner(title: str, abstract: str | None, slugs: tuple[str, ...], why: str) -> None:
    assert Assigner(THEMES).themes(title, abstract, ()) == slugs, why


def test_categories_count_and_may_catch_what_is_left() -> None:
    rest = theme("rest", {}, cs_DC=0.1)
    assigner = Assigner([KERNELS, rest])
    assert assigner.themes("Untitled", None, ("cs.DC", "cs.AR")) == ("kernels",)
    assert assigner.themes("Untitled", None, ("cs.DC",)) == ("rest",)
    assert assigner.themes("Untitled", None, ("cs.DB",)) == ()


def ruled(**fields: Any) -> Assigner:
    return Assigner([Theme(slug="a", name="A", definition="A", **fields)])


def test_a_phrase_may_have_a_weight_of_its_own_in_titles() -> None:
    """`title` replaces the weight of `phrases` in titles; what stands in `title` alone counts nowhere else."""
    assigner = ruled(phrases={"survey": 1}, title={"survey": 6, "map": 2})
    points = [assigner.explain(*texts, ()).scores for texts in (("A survey", ""), ("", "A survey"), ("A map", ""))]
    assert [score.points for (score,) in points] == [15, 1, 5]
    assert assigner.themes("", "A map", ()) == ()


def test_a_phrase_may_ask_for_company() -> None:
    """`agent + language model`: agent counts where a language model is named in the title or the abstract."""
    assigner = ruled(phrases={"agent + language model": 4, "agent + language model + tool": 1})
    assert assigner.themes("Agents in rings", "They move.", ()) == ()
    assert assigner.explain("Agents at work", "Language models.", ()).scores[0].points == 10
    assert assigner.explain("Language models", "Agents, agents.", ()).scores[0].points == 8
    assert assigner.explain("Tools", "An agent is a language model", ()).scores[0].points == 5
    assert assigner.themes("Language models", "Tools", ()) == ()


def test_a_weight_below_zero_speaks_against() -> None:
    assigner = ruled(phrases={"agent": 4, "mobile agent": -4, "tool": 2})
    assert assigner.themes("Mobile agents", None, ()) == ()
    assert assigner.themes("Mobile agents", "with tools", ()) == ("a",)


def test_exclusions_may_ask_for_company() -> None:
    assigner = ruled(phrases={"agent": 4}, exclude=("agent + ring",))
    assert assigner.themes("Agents", "on a line", ()) == ("a",)
    assert assigner.themes("Agents", "on a ring", ()) == ()


def test_explain_tells_all_that_counts() -> None:
    told = Assigner(THEMES).explain("A GPU kernel", "Loss, serving, serving, serving, serving and popcorn.", ("cs.AR",))
    assert told.themes == ("serving",)
    assert [score.needed for score in told.scores] == [0.0, 5.0]
    serving, kernels = told.scores
    assert serving.evidence == (Reason("serving", "abstract", 4, 2.0, 6.0),)
    assert (kernels.slug, kernels.points, kernels.excluded) == ("kernels", 12.5, ("popcorn",))
    assert [(one.words, one.place, one.points) for one in kernels.evidence] == [
        ("GPU kernel", "title", 10.0),
        ("cs.AR", "categories", 1.5),
        ("loss", "abstract", 1.0),
    ]
    assert Assigner(THEMES).explain("Nothing", None, ()) == Explanation(themes=(), scores=())


@for_each("text", ["", "\0", "\ud800", "\u202e{{7*7}}<b>"])
def test_no_text_is_too_odd(text: str) -> None:
    assigner = Assigner(own())
    assert len(assigner.explain(text, text, (text,)).themes) <= 2


@pytest.mark.trial
@for_each("piece", ["+", "a ", "agent-", "Byzantine fault tolerance of GPU kernels "])
def test_long_texts_take_time_in_proportion(piece: str) -> None:
    assigner = Assigner(own())

    def read(length: int) -> None:
        text = piece * (length // len(piece))
        assert assigner.explain(text, text, (text,)).themes == assigner.themes(text, text, (text,))

    in_proportion(read, 100_000)


def test_a_phrase_may_serve_several_themes() -> None:
    one, other = theme("a", {"mobile agent": 3}), theme("b", {"mobile agents": 3})
    assigner = Assigner((one, other, theme("c", {"agent": 9}, "mobile agent")))
    assert assigner.themes("Mobile agents", None, ()) == ("a", "b")
    assert assigner.themes("One agent", None, ()) == ("c",)


PLAIN = """
themes:
  - slug: pulsars
    name: Pulsars
    definition: Neutron stars that are seen to turn.
    categories: [astro-ph.HE, cs.NA]
    phrases: [pulsar, pulsar timing, "millisecond pulsar + binary", dispersion measure: 9]
  - slug: dust
    name: Dust
    definition: Grains between the stars.
    phrases: [dust, interstellar grain]
"""


def test_plain_phrases_are_weighed_by_rarity() -> None:
    """The rarer the words, the more; a person's weight stands; aliases of categories become canonical."""
    pulsars, dust = parse(PLAIN)
    assert pulsars.plain
    assert pulsars.only == ("astro-ph.HE", "math.NA")
    assert (dust.only, dict(dust.categories)) == ((), {})
    assert pulsars.phrases["dispersion measure"] == 9
    assert 3 < pulsars.phrases["pulsar"] < pulsars.phrases["pulsar timing"] == 5.0
    assert pulsars.phrases["millisecond pulsar + binary"] == 5.0
    assert sum(pulsars.phrases.values()) - 9 == pytest.approx(3 * USUAL, abs=0.2)
    common = derived("network") + derived("system")
    assert sum(weights(["network", "system"]).values()) == pytest.approx(1.5 * common, abs=0.1)
    assert derived("of the") == 0 < derived("neural network") < derived("Quorblex frobnication") == 6.5


def test_plain_themes_judge_papers_of_their_categories_only() -> None:
    texts = "A millisecond pulsar", "Pulsar timing and the dispersion measure of pulsars in dust."
    assigner = Assigner(parse(PLAIN))
    assert assigner.themes(*texts, ("astro-ph.HE",)) == ("pulsars",)
    assert assigner.themes(*texts, ("astro-ph.GA", "math.NA")) == ("pulsars",)
    assert assigner.themes(*texts, ("astro-ph.GA",)) == ()
    assert {score.slug for score in assigner.explain(*texts, ("astro-ph.GA",)).scores} == {"dust"}
    assert assigner.themes(*texts, ()) == ("pulsars",), "nobody says where the paper stands"


def test_too_little_is_no_theme() -> None:
    """One mention in an abstract is not enough, a title's phrase with another is; repeats count less and less."""
    assigner = Assigner(parse(PLAIN))

    def points(title: str, abstract: str) -> float:
        return sum(score.points for score in assigner.explain(title, abstract, ()).scores)

    assert assigner.themes("", "Dust is seen.", ()) == ()
    assert assigner.themes("Interstellar grains", "Dust is seen in the stars.", ()) == ("dust",)
    once, twice, often = (points("", "dust " * times) for times in (1, 2, 50))
    assert once < twice < 1.6 * once < often <= 2 * once
    assert points("dust dust", "") == points("dust", "")


def test_words_of_a_plain_theme_count_a_little() -> None:
    def points(word: str) -> float:
        (score,) = Assigner(parse(PLAIN)).explain("", word, ()).scores
        assert [one.words for one in score.evidence] in ([word], [word + "s"])
        return score.points / derived(word)

    assert 0 < points("interstellar") < points("grain") == DEFINED


@for_each(
    ("name", "weight", "given"), [("T", 9, True), ("T", 8.9, False), ("Shimmer", 4.2, True), ("Shimmer", 4.1, False)]
)
def test_enough_is_enough(name: str, weight: float, given: bool) -> None:
    """A theme's points count for it and for its field, twice; those of a word alone count half."""
    rules = f"[{{slug: a, name: {name}, definition: D, phrases: [quorblex: 9, glimmer: {weight}]}}]"
    assert bool(Assigner(parse(f"themes: {rules}")).themes("", "Quorblex, glimmer, shimmer.", ())) is given


def test_a_word_is_as_rare_as_its_commonest_form() -> None:
    """ "ins" of "stand-ins" is no rare word: it is met wherever a text says "in"."""
    (theme,) = parse("themes: [{slug: a, name: Surrogates, definition: Cheap stand-ins., phrases: [surrogate]}]")
    assert Assigner([theme]).explain("", "Grains in dust in stars.", ()).scores == ()


@for_each(("primary", "slug"), [("cs.NI", "bursts"), ("cs.DC", "pulses")])
def test_a_theme_of_the_primary_category_gains(primary: str, slug: str) -> None:
    """What two fields share is a theme of the paper's own; a theme of none of them gains nothing."""
    entry = "{slug: %s, name: %s, definition: D, categories: [%s], phrases: [quorblex, glimmer]}"
    themes = parse(f"themes: [{entry % ('pulses', 'P', 'cs.DC')}, {entry % ('bursts', 'B', 'cs.NI')}]")
    others = {"cs.DC": "cs.NI", "cs.NI": "cs.DC"}
    told = Assigner(themes).explain("Quorblex glimmers", "Glimmers.", (primary, others[primary]))
    assert told.themes[0] == slug
    (points,) = (one.points for one in told.scores[0].evidence if one.place == "categories")
    assert points == pytest.approx(HOME * told.scores[1].points)
    assert len({score.points for score in Assigner(themes).explain("Quorblex", "", ("cs.IT", *others)).scores}) == 1


def test_other_fields_do_not_help_a_theme() -> None:
    """Whatever a paper says of one category, a theme of another needs what it needs in an archive of its own."""
    entry = "{slug: %s, name: %s, definition: D, categories: [%s], phrases: [%s]}"
    one = entry % ("a", "A", "cs.DC", "quorblex")
    same, other = (entry % ("b", "B", code, "glimmer, shimmer, twinkle") for code in ("cs.DC", "cs.NI"))
    text = "Quorblex", "Quorblex. A glimmer, a shimmer and a twinkle.", ("cs.DC", "cs.NI")
    alone, beside, apart = (
        Assigner(parse(f"themes: [{entries}]")).explain(*text) for entries in (one, f"{one}, {same}", f"{one}, {other}")
    )
    needed = [next(score.needed for score in told.scores if score.slug == "a") for told in (alone, beside, apart)]
    assert needed[0] == needed[2] > needed[1]


def test_many_phrases_weigh_less() -> None:
    """A theme of 30 phrases is as strong as one of ten; beyond, its weights go down with the square root."""
    mean = {count: weights([f"quorblex{n}" for n in range(count)])["quorblex0"] for count in (10, 30, 31, 120)}
    assert (mean[10], mean[30], mean[120]) == (USUAL, USUAL, USUAL / 2)
    assert mean[31] < USUAL


def test_own_weights_and_plain_phrases_go_together() -> None:
    assigner = Assigner((*parse(PLAIN), theme("weighed", {"star": 1})))
    assert assigner.themes("Stars", None, ()) == ("weighed",)
    assert [score.points for score in assigner.explain("Stars", None, ()).scores] == [3.75, 3.75, 2.5]


def test_no_themes_no_slugs() -> None:
    assert Assigner(()).themes("GPU kernels", "KV cache", ("cs.DC",)) == ()


FAMOUS = table(__file__, "famous")


def test_own_themes_are_the_agreed_ones() -> None:
    """The archive here has the 22 themes of distributed computing, each with rules enough to be found."""
    themes = own()
    assert [one.slug for one in themes] == [slug for slug, _ in FAMOUS]
    assert len({one.name for one in themes}) == len(FAMOUS)
    assert all(len(one.phrases) >= 10 for one in themes)


@for_each(("slug", "title"), FAMOUS)
def test_own_themes_find_plain_titles(slug: str, title: str) -> None:
    assert Assigner(own()).themes(title, None, ("cs.DC",))[0] == slug


def test_more_rules_cost_a_paper_nothing() -> None:
    """Fast enough for a whole category: what a paper costs depends on its words, not on how many phrases there are.

    16 times the rules, those that are added about other words, over 500 abstracts of 1,200 characters.
    """
    words = " ".join(phrase for one in own() for phrase in one.phrases)
    filler = "we show that the system which this text describes holds and never tires of it "
    abstracts = [(filler * 2 + words[place : place + 80] + " " + filler * 20)[:1200] for place in range(0, 5000, 10)]
    more = [
        theme(f"{one.slug}-{n}", {f"zebra{n} {phrase}": 3 for phrase in one.phrases})
        for one in own()
        for n in range(15)
    ]
    few, many = Assigner(own()), Assigner((*own(), *more))

    def assign(assigner: Assigner) -> float:
        begin = time.process_time()
        for abstract in abstracts:
            assigner.themes("A title of some seven or eight words", abstract, ("cs.DC", "cs.AR"))
        return time.process_time() - begin

    assert min(assign(many) for _ in range(6)) < 3 * min(assign(few) for _ in range(6))


# The themes of cs.DC against the labels of two readers, who read the papers without knowing of rules or of each other.
#
# themes_labels.tsv has for each paper of ../shared/listings/00* what each reader gave as best and second theme, and
# `first`: what both gave as best, or, where they differ, what was decided by one principle before any rule was tuned (a
# system that serves a model is of inference first; else the object before the means). The phrases were tried on half of
# them; on the other, `kept`, nobody looked at a single paper.
#


LABELS = Path(__file__).with_name("themes_labels.tsv")
DOCUMENTS = ("000", "001", "002", "003", "004")
RIGHT, ACCEPTABLE = 0.75, 0.85
"""Of the kept half .78 were right and .86 acceptable, of the other .90 and .97, when the phrases were done. 5,291 rules
with weights, tuned for long, had .83 right; 700 plain phrases are what a category can have without that."""

Row = dict[str, str]


def labels() -> list[Row]:
    with LABELS.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


@pytest.fixture(scope="module")
def given(shared: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, ...]]:
    archive = tmp_path_factory.mktemp("labelled") / "archive"
    paths = [str(path) for name in DOCUMENTS for path in sorted(shared("listings").glob(f"{name}_*"))]
    assert cli.main(["ingest", "--quiet", "--archive", str(archive), *paths]) == 0
    papers = load.fold(Context(archive, quiet=True), published=False).papers
    return {key: paper.themes for key, paper in papers.items()}


def test_two_readers_agree() -> None:
    """On 135 of 144 papers; by chance alone they would on every fifteenth."""
    rows = labels()
    agreed = sum(row["one_best"] == row["other_best"] for row in rows)
    one, other = (Counter(row[name] for row in rows) for name in ("one_best", "other_best"))
    chance = sum(one[theme] * other[theme] for theme in one) / len(rows) ** 2
    kappa = (agreed / len(rows) - chance) / (1 - chance)
    assert (len(rows), agreed, round(kappa, 3)) == (144, 135, 0.933)
    assert Counter(row["half"] for row in rows) == {"tuning": 72, "kept": 72}
    assert all(row["first"] in (row["one_best"], row["other_best"]) for row in rows)


def test_nearly_every_paper_has_a_theme(given: dict[str, tuple[str, ...]]) -> None:
    assert max(map(len, given.values())) <= 2
    assert sum(map(bool, given.values())) >= 0.97 * len(given)


@pytest.mark.parametrize("half", ["tuning", "kept"])
def test_first_themes_are_right_or_acceptable(given: dict[str, tuple[str, ...]], half: str) -> None:
    """Right: the best theme by both readers. Acceptable: one that a reader gave."""
    rows = [row for row in labels() if row["half"] == half]
    readers = ("one_best", "one_second", "other_best", "other_second")
    firsts = [(row, (*given[row["key"]], "")[0]) for row in rows]
    assert sum(slug == row["first"] for row, slug in firsts) >= RIGHT * len(rows)
    assert sum(slug != "" and slug in {row[name] for name in readers} for row, slug in firsts) >= ACCEPTABLE * len(rows)

"""For you, in browsers: how well five stars find the rest of a theme, how fast, by which words; and bibliographies.

What is measured: of the papers of ../shared/listings/00*, those that two readers labelled (tests/describe/themes). A
paper is of a theme if both readers gave it that theme, as best or as second. Of each theme with at least ten papers,
five are starred by lot, forty times; all other labelled papers are ranked. Precision is the share of the first five
that are of the theme too. By chance it would be .09; a ridge classifier
on all terms of titles and abstracts had .73.
"""

import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from daybook.archive import Context, load
from daybook.describe import related
from daybook.text import vocabulary

from tests.conftest import ROOT
from tests.describe.themes.test_themes import DOCUMENTS, labels
from tests.makers import daybook
from tests.site.conftest import Watch, Watched, Window

pytestmark = pytest.mark.browser

Words = Mapping[str, tuple[str, str | None]]  # key -> title and abstract
STARS, FIRST, LOTS, FEWEST = 5, 5, 40, 10
PRECISE = 0.62
AT_ONCE = 50  # milliseconds in which 300 stars rank a day of 358; tests on a busy machine allow five times as many
DAY = "days/2026/2026-03-03.html"
LOADED = "Boolean(window.daybook?.forYou)"
BARE = "<!doctype html><html lang=en><meta charset=utf-8><title>Rows</title><body>"


def precision(look: Watched, papers: Words, themes: Mapping[str, Sequence[str]]) -> tuple[float, float, int]:
    """The share of the first five that are of the theme, as the pages' own script ranks; by chance; and in how many
    trials."""
    lots = random.Random(7)
    starred = [(slug, lots.sample(members, STARS)) for slug, members in sorted(themes.items()) for _ in range(LOTS)]
    packed = {key: related.of(*words) for key, words in sorted(papers.items())}
    firsts = look.page.evaluate(
        """([packed, starred, first]) => starred.map((keys) => {
          const stars = Object.fromEntries(keys.map((key) => [key, packed[key]]));
          const others = Object.keys(packed).filter((key) => !(key in stars));
          const papers = others.map((id) => ({ id, terms: packed[id] }));
          return daybook.forYou.rank(stars, papers).slice(0, first).map(({ id }) => id);
        })""",
        [packed, [keys for _, keys in starred], FIRST],
    )
    right = [
        len({*themes[slug]}.difference(keys).intersection(found)) / FIRST
        for (slug, keys), found in zip(starred, firsts, strict=True)
    ]
    chance = [(len(themes[slug]) - STARS) / (len(papers) - STARS) for slug, _ in starred]
    return sum(right) / len(right), sum(chance) / len(chance), len(right)


@pytest.fixture
def ranking(watched: Watch) -> Watched:
    """An empty page with the script that ranks."""
    look = watched("about:blank")
    look.page.set_content(BARE)
    look.page.evaluate("window.daybook = { base: new URL('https://daybook.example/'), script: () => Promise.reject() }")
    for name in ("ids.js", "parts.js", "foryou.js"):
        look.page.add_script_tag(path=ROOT / "overrides" / "assets" / name)
        look.page.evaluate("window.daybook.ids = window.daybookIds")
    look.page.wait_for_function(LOADED)
    return look


def test_five_stars_find_the_rest_of_a_theme(ranking: Watched, shared: Callable[[str], Path], tmp_path: Path) -> None:
    """As the module's text says; printed with -s."""
    archive = tmp_path / "archive"
    paths = [path for name in DOCUMENTS for path in sorted(shared("listings").glob(f"{name}_*"))]
    daybook("ingest", "--quiet", "--archive", archive, *paths)
    papers = load.fold(Context(archive, quiet=True), published=False).papers
    themes: defaultdict[str, list[str]] = defaultdict(list)
    for row in labels():
        for slug in sorted({row["one_best"], row["one_second"]} & {row["other_best"], row["other_second"]} - {""}):
            themes[slug].append(row["key"])
    words = {row["key"]: (papers[row["key"]].title, papers[row["key"]].abstract) for row in labels()}
    kept = {slug: keys for slug, keys in themes.items() if len(keys) >= FEWEST}
    found, chance, trials = precision(ranking, words, kept)
    print(f"{len(kept)} themes, {len(words)} papers, {trials} trials: precision {found:.3f}, by chance {chance:.3f}")
    assert (len(words), len(kept)) == (144, 6)
    assert found >= PRECISE > 5 * chance


RANK = """([stars, rows]) => {
  document.body.innerHTML = rows.map(([id, , title, line]) => `<article id="${id}">
    <h3><a href="#">${title}</a></h3><p class="by">A, B · PDF</p><p>${line}</p></article>`).join("");
  const papers = rows.map(([id, terms]) => ({ id, terms, article: document.getElementById(id) }));
  const times = [];
  let ranked;
  for (let time = 0; time < 5; time++) {
    const start = performance.now();
    ranked = daybook.forYou.rank(stars, papers);
    ranked.slice(0, 10).forEach((each) => each.words()); // as reader.js asks for them at once
    times.push(performance.now() - start);
  }
  return { times, ranked: ranked.map(({ id, score, words }) => [id, score, words()]) };
}"""


def invented(papers: int, seed: int) -> dict[str, tuple[str, str]]:
    """Titles and abstracts of words that are as rare as those of arXiv's."""
    lots, known = random.Random(seed), sorted(term for term in vocabulary.table() if term.isalpha() and len(term) > 2)
    return {
        f"26{seed:02d}.{number:05d}": (" ".join(lots.sample(known, 9)), " ".join(lots.choices(known, k=180)))
        for number in range(papers)
    }


def test_300_stars_rank_a_day_of_358_at_once(ranking: Watched) -> None:
    """With the words that raised the first; at the first time nothing is unpacked yet."""
    stars = {key: related.of(*words) for key, words in invented(300, 1).items()}
    rows = [[key, related.of(*words), *words] for key, words in invented(358, 2).items()]
    outcome = ranking.page.evaluate(RANK, [stars, rows])
    print("milliseconds:", [round(time, 1) for time in outcome["times"]])
    assert min(outcome["times"]) < 5 * AT_ONCE
    assert len(outcome["ranked"]) == 358
    assert all(-1 <= score <= 1 for _, score, _ in outcome["ranked"])
    assert all(1 <= len(words) <= 4 for _, _, words in outcome["ranked"][:40])
    assert ranking.complaints == []


def test_scores_words_and_papers_without_terms(ranking: Watched) -> None:
    """The likest first, raised by its own words as written; a paper without terms last; no stars, no order of ours."""
    texts = {
        "2603.00001": ("Byzantine kettles agree", "KETTLES that lie are found by other kettles."),
        "2603.00002": ("Garden robots", "Robots weed gardens by night."),
        "2603.00003": ("A kettle for Byzantium", "Byzantine tea."),
    }
    rows = [[key, related.of(*words), *words] for key, words in texts.items()] + [["title-x", "", "No words", ""]]
    star = {"2601.00001": related.of("Kettles", "Byzantine kettles lie.")}
    ranked = ranking.page.evaluate(RANK, [star, rows])["ranked"]
    assert [key for key, _, _ in ranked][:1] == ["2603.00001"]
    assert ranked[0][2][:2] in (["kettles", "Byzantine"], ["Byzantine", "kettles"])
    assert ranked[-1] == ["title-x", -1, []]
    robots = next(each for each in ranked if each[0] == "2603.00002")
    assert robots[1] < 0
    assert robots[2] == []
    nothing = ranking.page.evaluate(RANK, [{}, rows])["ranked"]
    assert [key for key, _, _ in nothing] == [*texts, "title-x"]
    damaged = ranking.page.evaluate(RANK, [{"2601.00001": "%%%é___\u2603ab", "__proto__": "x", "b": None}, rows])
    assert {key for key, _, _ in damaged["ranked"]} == {*texts, "title-x"}


ODD = ("schedulers", "policies", "buses", "GPU's", "5g", "ﬁne", "ß", "深度学习", "naïve", "x", "42", "a1", "losses")


def test_stems_and_places_are_those_of_the_pages(ranking: Watched) -> None:
    """What the script finds for a word is what a signature was packed with."""
    words = sorted({*vocabulary.table(), *ODD})
    words += [stem + end for stem in words[::7] for end in ("s", "ies", "ing", "ations", "ity", "er", "e", "ally")]
    words = [word.lower() for word in words]
    stems = ranking.page.evaluate("(words) => words.map(daybook.forYou.stem)", words)
    assert stems == [related.root(word) for word in words]
    places = ranking.page.evaluate("(words) => words.map(daybook.forYou.place)", words)
    assert places == [related.place(word) for word in words]


def opened(window: Window, address: str) -> None:
    window.goto(address)
    window.wait("document.readyState === 'complete' && Boolean(window.daybook?.script)")
    window.evaluate(
        "daybook.forYou ? null"
        " : Promise.all(['parts', 'foryou'].map((name) => daybook.script(`assets/${name}.js`, true))).then(() => null)"
    )
    window.wait(LOADED)


def test_a_day_is_ranked_and_papers_elsewhere_are_known(window: Window, base: str, whole: Path) -> None:
    """On a real page: by a paper that is not on it, whose terms come from a script; nothing is asked of other hosts."""
    opened(window, base + DAY)
    key = window.evaluate("document.querySelector('.rows > article[data-type=new]').id")
    held = window.evaluate(
        f"daybook.forYou.load([{json.dumps(key)}, '2603.99999', '9912.00001', 'nonsense']).then((found) => [...found])"
    )
    assert [name for name, _ in held] == [key]
    assert held[0][1]["title"]
    assert held[0][1]["terms"]
    window.wait("window.daybook.rows")
    window.evaluate(f"daybook.reader.add('stars', [[{json.dumps(key)}, {{ title: 'T' }}]]).then(() => null)")
    ranked = window.evaluate(
        "daybook.reader.ranked([...document.querySelectorAll('.rows > article[id]')])"
        ".then((rows) => rows.map((row) => [row.id, row.dataset.why]))"
    )
    assert ranked[0][0] == key
    assert ranked[0][1]
    assert window.evaluate(f"daybook.reader.state.stars[{json.dumps(key)}].terms") == held[0][1]["terms"]
    window.evaluate("daybook.reader.erase().then(() => null)")
    address = window.evaluate(f"daybook.forYou.address({json.dumps(key)}).href")
    assert address.startswith(base + "papers/")
    assert (whole / address.removeprefix(base)).is_file()


def bibliographies(papers: Sequence[tuple[str, Mapping[str, Any]]]) -> dict[str, str]:
    """The same papers in each form, and one that no archive has."""
    (one, _), (two, _), (_, paper) = papers
    return {
        "bibtex": f"""% what I read
            @comment{{ @article{{no, eprint = {{2603.93003}} }} }}
            @string{{pre = "arXiv preprint " # "arXiv:"}}
            @article{{a, title = {{{{One}} of \\emph{{them}}}}, eprint = {{{one}v1}}, archivePrefix = {{arXiv}}}}
            @misc{{b, title = "A {{"}} in quotes", journal = pre # {{{two}}}, year = 2026}}
            @article{{broken, title = {{never closed,
\n@inproceedings(c, title = {{{paper["title"]}}}, booktitle = {{Tea}})
            @article{{d, title = {{Nobody Has Written This Paper Yet}}, doi = {{10.9999/none.1}}}}""",
        "ris": f"TY  - JOUR\r\nTI  - One\r\nUR  - https://arxiv.org/abs/{one}v2\r\nER  - \r\nTY  - GEN\r\nT1  - Two\r\n"
        f"DO  - 10.48550/arXiv.{two}\r\nER  - \r\nTY  - CONF\r\nTI  - {paper['title']}\r\nER  - \r\n"
        "TY  - JOUR\r\nTI  - Nobody Has Written This Paper Yet\r\nER  - \r\n",
        "csl": json.dumps([
            {"id": "a", "title": "One", "URL": f"http://arxiv.org/pdf/{one}"},
            {"id": "b", "title": "Two", "number": f"arXiv:{two}"},
            {"id": "c", "title": paper["title"]},
            {"id": "d", "title": "Nobody Has Written This Paper Yet", "DOI": "10.9999/none.1"},
            None,
        ]),
        "list": f"{one}\nhttps://arxiv.org/abs/{two}v3\n% a remark\n{paper['title']}\n"
        "Nobody Has Written This Paper Yet\n",
    }  # fmt: skip


def test_a_bibliography_gives_papers_and_says_what_is_missing(window: Window, base: str) -> None:
    """BibTeX, RIS, CSL-JSON and lists, by ids, DOIs and, at last, titles."""
    opened(window, base + DAY)
    shown = window.evaluate("[...document.querySelectorAll('.rows > article')].map((one) => one.id)")
    keys = [key for key in shown if re.fullmatch(r"\d{4}\.\d{5}", key)][:3]
    papers = window.evaluate(f"daybook.forYou.load({json.dumps(keys)}).then((found) => [...found])")
    papers.sort(key=lambda row: keys.index(row[0]))
    for form, text in bibliographies(papers).items():
        found = window.evaluate(f"daybook.forYou.seeds({json.dumps(text)}, 'mine.{form}')")
        assert {paper["id"] for paper in found["papers"]} == set(keys), form
        assert all(paper["terms"] and paper["title"] for paper in found["papers"]), form
        assert found["missing"] == ["Nobody Has Written This Paper Yet"], form
    by_doi = window.evaluate("daybook.forYou.seeds('@article{x, doi = {https://doi.org/10.5555/ISML.2026.033}}')")
    assert (len(by_doi["papers"]), by_doi["missing"]) == (1, [])
    assert window.evaluate("daybook.forYou.seeds('')") == {"papers": [], "missing": []}


HOSTILE = (
    "@a{", "@a{x,y={", "{", "@a{x,t={{{{", "\n@a{x,t={", "a.b/", "10.1234/", "arxiv:   ", "1", "a-", "@a{x,t=b#", " ",
    "t={},", '@a{x,t="', "@comment{", "@string{a=b,", "TY  - x", "TI  - x\n", "[", "\\", '{"a":', "2603.00001 ",
    "@@@{{}}",
)  # fmt: skip


@pytest.mark.trial
@pytest.mark.parametrize("before", ["", "@a{b,"])
def test_any_text_is_read_in_a_moment(ranking: Watched, before: str) -> None:
    """Two million characters of each sign; nothing is read twice."""
    ranking.page.add_script_tag(path=ROOT / "overrides" / "assets" / "seeds.js")
    ranking.page.wait_for_function("Boolean(daybook.seeds)")
    for sign in HOSTILE:
        took, entries = ranking.page.evaluate(
            """([before, sign]) => {
              const start = performance.now();
              const { length } = daybook.seeds.read(before + sign.repeat(2e6 / sign.length));
              return [performance.now() - start, length];
            }""",
            [before, sign],
        )
        assert entries <= 5_000, sign
        assert took < 10_000, sign

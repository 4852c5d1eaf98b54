"""How the engine reads its files: each once, at the same time, of one day; and what happens where one is missing."""

import json

import pytest
import quickjs
from daybook.commands.search import script
from daybook.search import engine as engine_module
from daybook.search.engine import Engine, FacetCount, SearchFailed

from tests.search import built
from tests.search.conftest import DATES, Opened, opened
from tests.search.papers import ONLY_ONE, invented
from tests.search.terms import Record


def kind(name: str) -> str:
    """What kind of file this is, in either part."""
    return name.split("/")[1] if "/" in name else name


def test_an_answer_is_typed(search: Opened, records: list[Record]) -> None:
    record = next(record for record in records if record.title == ONLY_ONE)
    answer = search.find("quokkas xylophone ")
    hit = answer.papers[0]
    assert (hit.key, hit.title, hit.date, hit.gist) == (record.key, record.title, record.date, record.gist)
    assert hit.address.endswith(f"/{record.key}.html")
    assert (hit.authors, hit.author_count) == (record.authors[:3], len(record.authors))
    assert (hit.categories, hit.themes, hit.withdrawn) == (record.category, record.theme, bool(record.withdrawn))
    assert search.facets("quokkas xylophone ")["year"] == (FacetCount(record.date[:4], record.date[:4], 1),)
    assert search.facets()["year"][0].value == DATES[-1][:4]


def test_no_file_is_read_twice(records: list[Record]) -> None:
    search = opened(records)
    for query in ("byzan", "gpu gpu gpu", '"k means" k-means', "byzntine agreement", "", "Peter Richtarik"):
        search.find(query)
        search.authors(query)
    assert len(search.loaded) == len(set(search.loaded))


def test_only_what_a_query_needs_is_read(records: list[Record]) -> None:
    search = opened(records, cut=100_000, list_=5000, places=100_000, chunk=4, block=4096)
    search.find("byzantine agreement ")
    assert {kind(name) for name in search.loaded} == {"index", "words", "papers"}
    search.find('"byzantine agreement"', since="2025", until="2026")
    search.find("byzntine")
    assert {"positions", "dates", "forward", "backward"} <= {kind(name) for name in search.loaded}
    rare = {"facets", "bounds", "authors", "names"}
    assert not rare.intersection(map(kind, search.loaded))
    search.find("title:agreement category:cs.DC")
    assert sorted(name for name in search.loaded if kind(name) in rare) == [
        f"{part}/{name}" for part in ("base", "delta") for name in ("bounds/0", "facets/category")
    ]


def test_files_are_asked_for_at_the_same_time(records: list[Record]) -> None:
    """Words in several files are not waited for one by one."""
    files = opened(records).files
    rounds: list[list[str]] = [[]]

    class Rounds(Engine):
        def _call(self, name: str, *arguments: str) -> str:
            if name == "take":
                rounds.append([])
            elif name == "deliver":
                rounds[-1].append(arguments[0])
            return super()._call(name, *arguments)

    Rounds(script(), files.__getitem__).find("byzantine gpu of ")
    together = [sorted({kind(name) for name in names}) for names in rounds if names]
    assert together == [["index"], ["words"], ["papers"]]


def test_a_file_that_cannot_be_read_is_said_and_asked_for_again(records: list[Record]) -> None:
    search = opened(records)
    kept = search.files
    search.files = {name: data for name, data in kept.items() if kind(name) != "words"}
    with pytest.raises(KeyError, match="words/"):
        search.find("byzantine")
    search.files = kept
    assert search.find("byzantine").total > 0
    with pytest.raises(KeyError, match="index"):
        Opened({}).find("byzantine")


@pytest.mark.parametrize(
    ("data", "said"),
    [(b'daybook_file("base/words/0","a",{});', None), (b'daybook_file("base/words/0","a",[1]);', None),
     (b"<html>404</html>", "words/")],
)  # fmt: skip
def test_damaged_files_are_said(records: list[Record], data: bytes, said: str | None) -> None:
    search = opened(records)
    search.files = {name: data if kind(name) == "words" else held for name, held in search.files.items()}
    with pytest.raises(SearchFailed, match=said):
        search.find("byzantine")


def test_a_query_that_takes_too_long_is_ended(records: list[Record]) -> None:
    engine = Engine(script() + "daybookSearch.find = async () => { for (;;); };", opened(records).files.__getitem__)
    engine._context.set_time_limit(0.1)
    with pytest.raises(SearchFailed, match="interrupted"):
        engine.find("byzantine")


def test_a_query_that_takes_too_much_memory_is_ended(records: list[Record], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "_BYTES", 32_000_000)
    greedy = "daybookSearch.find = async () => { const all = []; for (;;) all.push(new Float64Array(1e6)); };"
    engine = Engine(script() + greedy, opened(records).files.__getitem__)
    with pytest.raises(SearchFailed, match="memory"):
        engine.find("byzantine")


PUBLISHED = """
var asked = [], answer = null;
const data = (name, text) => { const [, version, data] = JSON.parse(text); return { version, data }; };
daybookSearch.open(async (name, version) => {
  asked.push([name, version]);
  const { old, fresh } = days;
  const stale = name === "index" ? OLD(version) : STALE(name);
  return data(name, (stale ? old : fresh)[name]);
}).then(() => daybookSearch.find("byzantine agreement ", { count: 0 }))
  .then((found) => (answer = found.total), (error) => (answer = error.name));
"""


def published(records: list[Record], stale: str, old: str = 'version !== "b"') -> tuple[object, list[list[str]]]:
    """An engine's answer where the archive was published anew, and what it loaded. stale: which files are old."""
    context = quickjs.Context()
    days: dict[str, dict[str, str]] = {}
    for day, part, version in (("old", records[:80], "a"), ("fresh", records, "b")):
        files = {name: json.loads(f"[{text.decode()[13:-3]}]") for name, text in built.scripts(part, part[:40]).items()}
        for folder in ("base", "delta"):
            files["index"][2][folder]["version"] = version
        days[day] = {name: json.dumps([name, version, data]) for name, (_, _own, data) in files.items()}
    told = f"var days = {json.dumps(days)}, STALE = {stale}, OLD = (version) => {old};"
    for part in (script(), told, PUBLISHED):
        context.eval(part)
    while context.execute_pending_job():
        pass
    return context.eval("answer"), json.loads(context.eval("JSON.stringify(asked)"))


def test_where_a_new_day_was_published_the_query_is_run_again_once() -> None:
    """Also where the old index names files that the new one has no more, which a cache may still hold. Where files stay
    of two days, it is said."""
    more = invented(160)
    expected = opened(more).find("byzantine agreement ").total
    answer, asked = published(more, "() => false")
    assert answer == expected
    assert [version for name, version in asked if name == "index"] == [None, "b"]
    gone = """(name) => {
      if (asked.filter(([name]) => name === "index").length < 2 && name.includes("/words/")) throw new Error("404");
      return false;
    }"""
    answer, asked = published(more, gone, "version === undefined")
    assert answer == expected
    assert [name for name, _ in asked].count("index") == 2
    answer, asked = published(more, '(name) => name.startsWith("base/words/")')
    assert answer == "Stale"
    assert len([name for name, _ in asked if name == "index"]) == 2

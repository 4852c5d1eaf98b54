"""The search over volumes: what its index says is what the volumes hold, and it answers as one archive of all would."""

import json
import shutil
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from daybook.search import index
from daybook.search.entries import BACKSLASH, FACETS, FIRST

from tests.cases import for_each
from tests.makers import reads
from tests.search import papers
from tests.search.conftest import Opened, opened
from tests.volumes import sites
from tests.volumes.asked import Asked

RECORDS = papers.invented(160)
ONLY = next(record for record in RECORDS if record.title == papers.ONLY_ONE)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of 160 papers in volumes of six categories and four years. Not to be changed."""
    return sites.library(tmp_path_factory.mktemp("finding") / "library", RECORDS)


@pytest.fixture(scope="module")
def asked(library: Path) -> Asked:
    return Asked(library / "sites")


@pytest.fixture(scope="module")
def whole() -> Opened:
    """One archive of the same papers."""
    return opened(RECORDS)


def data(folder: Path, name: str) -> Any:
    return json.loads(index.version_and_data((folder / f"search/{name}.js").read_bytes())[1])


def numbers(text: str) -> list[int]:
    """What `entries.numerals` wrote of small numbers."""
    return [sign - FIRST - (sign > BACKSLASH) for sign in map(ord, text)]


def spelled(text: str) -> list[str]:
    """What the index front-coded."""
    found = [""]
    for line in text.split("\n") if text else ():
        found.append(found[-1][: numbers(line[0])[0]] + line[1:])
    return found[1:]


def terms(folder: Path, part: str) -> dict[str, tuple[int, str]]:
    """Term -> number of papers or volumes, and postings, of a part of an index."""
    found = dict[str, tuple[int, str]]()
    for number in range(len(spelled(data(folder, "index")[part]["words"]))):
        words, counts, sizes, *_, postings = data(folder, f"{part}/words/{number}")
        at = 0
        for term, count, size in zip(spelled(words), numbers(counts), numbers(sizes), strict=True):
            found[term] = count, postings[at : at + size]
            at += size
    return found


def rising(postings: str, count: int) -> list[int]:
    """The papers or volumes that postings begin with."""
    return list(accumulate(numbers(postings)[:count], lambda last, gap: last + gap + 1))


def test_each_word_of_each_volume_is_found_there(library: Path) -> None:
    """And in no other, such as one whose paper is at home elsewhere; of words that most volumes have, it is said how
    many have them."""
    own = data(library / "sites/library", "index")
    for part in ("base", "delta"):
        held = defaultdict[str, set[int]](set)
        for number, (name, *_) in enumerate(own["volumes"]):
            away = set(accumulate(numbers(data(library / "sites" / name, "index")[part].get("away", ""))))
            for term, (papers_, postings) in terms(library / "sites" / name, part).items():
                if papers_ and "@" not in term and (not postings or set(rising(postings, papers_)) - away):
                    held[term].add(number)
            for facet in data(library / "sites" / name, "index")["facets"] if part == "delta" else ():
                for value, _ in facet["values"]:
                    held[f"{facet['name']}:{value}"].add(number)
        found = terms(library / "sites/library", part)
        assert found.keys() == held.keys()
        common = 0
        for term, (count, postings) in found.items():
            assert count == len(held[term])
            common += not postings
            assert set(rising(postings, len(postings))) == (held[term] if postings else set()), term
            assert bool(postings) == (count <= len(own["volumes"]) / 2)
        assert 0 < common < len(found)


def test_its_numbers_are_those_of_the_volumes(library: Path) -> None:
    """A paper counts where it has its page; facets have the values of all."""
    own = data(library / "sites/library", "index")
    homes = defaultdict[str, int](int)
    for record in RECORDS:
        homes[sites.home(record)] += 1
    assert {name: number for name, number, *_ in own["volumes"]} == homes
    assert own["papers"] == len(RECORDS)
    assert [last for *_, last in own["volumes"]] == sorted(int(name[-4:]) for name in homes), "oldest first"
    values = {facet["name"]: [value for value, _ in facet["values"]] for facet in own["facets"]}
    assert list(values) == list(FACETS)
    for name in ("category", "theme", "badge"):
        assert values[name] == sorted({value for record in RECORDS for value in getattr(record, name)} - {""})


QUERIES = (
    "byzantine ", "byzantine agreement ", '"byzantine agreement"', "richtarik", "Peter Richtarik", "caches gpu ",
    "quok", "schedul* OR cach*", "k-means", "state-of-the-art", "clustering -kernels", "title:agreement ",
    "author:liskov ", 'author:"Li, Bo"', "category:cs.DC", "category:math theme:learning ", "year:2024-2025 graph ",
    "year:2003", "theme:byzantine raft OR box ", ONLY.ids[0], "10.1145/3.(678)", "2503.0", "hep-th/0301", "數", "сеть",
    "zygomorphic xylophone ", "",
)  # fmt: skip
FILTERS = (
    {}, {"category": ["cs.LG"]}, {"year": ["2024", "2003"], "theme": ["learning"]}, {"author": ["Ada Lovelace"]},
    {"type": ["cross"], "badge": ["Tool"]},
)  # fmt: skip


def keys(
    engine: Any, query: str, filters: Mapping[str, Sequence[str]], sort: str = "relevance", page: int = 60
) -> list[str]:
    """All that is found, page after page as they are shown."""
    found = list[str]()
    while True:
        options = {"filters": filters, "sort": sort, "from": len(found), "count": page, "reach": 2}
        answer = engine._ask("find", query, options)
        assert len(answer["papers"]) <= page
        found += (paper["key"] for paper in answer["papers"])
        if len(answer["papers"]) < page:
            assert answer["total"] == len(found)
            return found


@for_each("query", QUERIES)
def test_it_finds_what_one_archive_of_all_does(asked: Asked, whole: Opened, query: str) -> None:
    """Each paper once, where it has its page, with the same filters; by date, in its order, too."""
    for filters in FILTERS if query in ("byzantine ", "") else FILTERS[:1]:
        expected = keys(whole.engine, query, filters)
        found = keys(asked, query, filters)
        assert sorted(found) == sorted(expected)
        dates = {record.key: record.date for record in RECORDS}
        by_date = keys(asked, query, filters, "date")
        assert sorted(by_date) == sorted(expected)
        assert [dates[key] for key in by_date] == sorted((dates[key] for key in by_date), reverse=True)
        if query == "byzantine ":
            assert keys(asked, query, filters, page=7) == found


def test_a_paper_leads_to_its_page(asked: Asked) -> None:
    answer = asked.find("byzantine ", count=200)
    held = {record.key: record for record in RECORDS}
    assert len(answer.papers) > 20
    for hit in answer.papers:
        assert hit.address.startswith(f"../{sites.home(held[hit.key])}/papers/")


def test_only_volumes_that_may_answer_are_asked(library: Path) -> None:
    """The newest first, until there is enough; and it is said how far was looked."""
    asked = Asked(library / "sites")
    answer = asked.find("zygomorphic quokkas ")
    assert [hit.key for hit in answer.papers] == [ONLY.key]
    assert asked.asked().keys() == {"library", sites.home(ONLY)}
    (said,) = answer.notes
    assert said == "Looked in 1 of 24 volumes: no other has any."
    asked = Asked(library / "sites")
    answer = asked.find(ONLY.ids[0])
    assert [hit.key for hit in answer.papers] == [ONLY.key]
    assert asked.asked().keys() == {"library", sites.home(ONLY)}
    answer = asked.find("of ", count=5)
    volumes = [name for name, *_ in data(library / "sites/library", "index")["volumes"]]
    assert answer.total >= 5
    assert asked.asked().keys() - {"library"} == set(volumes[-1:])
    assert answer.notes[-1].startswith("Looked in 1 of 24 volumes that may have more, back to 2026")
    asked.find("of ", start=5, count=5)
    assert set(asked.asked()) <= {*volumes[-3:], "library"}, "the second page goes on"
    answer = asked.find("of year:2003 ", count=3)
    assert {name[-4:] for name in asked.asked().keys() - {"library"}} == {"2003"}


def test_where_none_has_all_words_those_with_some_are_asked(asked: Asked) -> None:
    """A typing error is mended, and a word that is nowhere left out, as in each volume alone."""
    answer = asked.find("byzntine ")
    assert answer.total
    assert answer.instead == "With “byzantine” instead of “byzntine”"
    answer = asked.find("quokkas zzzzqqqq ")
    assert [hit.key for hit in answer.papers] == [ONLY.key]
    assert answer.instead == "Without “zzzzqqqq”"
    answer = asked.find("zzzzqqqq ")
    assert (answer.total, answer.papers) == (0, ())
    assert answer.notes == ("Looked in 4 of 24 volumes that may have more, back to 2026.",)
    answer = asked.find("2603.99999")
    assert answer.total == 0
    assert answer.notes == ("This archive does not have 2603.99999.", "Looked in 1 of 24 volumes: no other has any.")


def test_counts_are_sums_over_the_volumes_that_were_asked(asked: Asked, whole: Opened) -> None:
    query = "quokkas OR xylophone OR hopper "
    asked._ask("find", query, {"count": 200, "reach": 2})
    found, expected = asked.facets(query), whole.facets(query)
    assert {name: set(values) for name, values in found.items()} == {
        name: set(values) for name, values in expected.items()
    }
    assert [each.value for each in found["year"]] == sorted((each.value for each in found["year"]), reverse=True)
    assert dict(asked.authors(query, most=50)) == dict(whole.authors(query, most=50))


def test_volumes_on_other_hosts_are_led_to(library: Path) -> None:
    """None of their scripts is loaded: their own pages search, with the query."""
    asked = Asked(library / "sites", here=False)
    answer = asked._ask("find", "zygomorphic", {"filters": {"year": ["2003"]}, "sort": "date"})
    home = sites.home(ONLY)
    said = "q=zygomorphic&sort=date&year=2003"
    assert [(each["title"], each["address"]) for each in answer["places"]] == [(home, f"../{home}/search.html?{said}")]
    assert answer["notes"][0].startswith("The volumes are on hosts of their own, and are searched there: 1 of 24")
    assert set(asked.asked()) == {"library"}


def test_a_part_is_made_again_where_a_volume_s_is_another(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has not changed is not read, and the files are those that would be made from nothing."""
    own = Path(shutil.copytree(library, tmp_path / "library", symlinks=True))
    read = reads(monkeypatch, own / "sites")
    sites.found(own)
    assert {path.split("/", 1)[1] for path in read} == {"search/index.js", "volume/summary.json"}
    read.clear()
    held = sites.rows(RECORDS, "cs.DC-2026")
    sites.site(own, "cs.DC-2026", [*held[:-1], held[-1].__class__(**{**vars(held[-1]), "title": "Ptarmigans"})])
    sites.found(own)
    assert not [path for path in read if "/base/" in path]
    assert "ptarmigan" in terms(own / "sites/library", "delta")
    stood = {path: path.read_bytes() for path in (own / "sites/library/search").rglob("*.js")}
    shutil.rmtree(own / ".daybook")
    sites.found(own)
    assert stood == {path: path.read_bytes() for path in (own / "sites/library/search").rglob("*.js")}


def test_a_volume_that_cannot_be_read_costs_only_itself(library: Path, tmp_path: Path) -> None:
    """It is told of, and all others are searched; once it is mended, it is found again."""
    own = Path(shutil.copytree(library, tmp_path / "library", symlinks=True))
    for name, damage in (("cs.DC-2026/search/index.js", b"<html>"), ("cs.LG-2026/search/delta/terms.js", b"x")):
        (own / "sites" / name).write_bytes(damage)
    shutil.rmtree(own / ".daybook")
    faults = list[str]()
    sites.found(own, lambda error: faults.append(str(error)))
    assert [fault.split(":")[0] for fault in faults] == ["cs.DC-2026", "cs.LG-2026"]
    answer = Asked(own / "sites").find("zygomorphic ")
    assert [hit.key for hit in answer.papers] == [ONLY.key]
    faults.clear()
    sites.found(own, lambda error: faults.append(str(error)))
    assert len(faults) == 2, "it is told again"
    for name in ("cs.DC-2026/search", "cs.LG-2026/search"):
        shutil.copytree(library / "sites" / name, own / "sites" / name, dirs_exist_ok=True)
    sites.found(own)
    held = (own / "sites/library/search", library / "sites/library/search")
    assert len({tuple(path.read_bytes() for path in sorted(each.rglob("*.js"))) for each in held}) == 1


def test_a_library_that_was_built_is_searched(built: Path) -> None:
    """By its own index and those of its volumes' sites, as they are made with everything else."""
    asked = Asked(built / "sites")
    assert asked.find("Ada Gull", count=100).total == 52
    answer = asked.find('"lantern in cs.NI" 2024 ')
    assert answer.papers
    for hit in (*answer.papers, *asked.find("author:tern", count=100).papers):
        page = (built / "sites/library" / hit.address).read_text()
        assert hit.title.split(":")[0] in page
        assert "http-equiv=refresh" not in page, "it is the page itself"
    (hit,) = asked.find("2401.10000").papers
    assert hit.key == "2401.10000"
    assert (built / "sites/library/search.html").exists()


def test_what_no_index_of_ours_says_breaks_no_other(library: Path, tmp_path: Path) -> None:
    """A volume may be anybody's: terms of several lines, twice or empty."""
    own = Path(shutil.copytree(library, tmp_path / "library", symlinks=True))
    place = own / "sites/math.CO-2026/search/index.js"
    told = json.loads(index.version_and_data(place.read_bytes())[1])
    told["facets"][0]["values"] = [["a\nb", "</script>"], ["cs.LG", "A"], ["cs.LG", "B"], ["\ud800", "C"]]
    place.write_bytes(index.script("index", json.dumps(told).encode(), "1"))
    words = own / "sites/math.CO-2026/search/base/terms.js"
    version, data = index.version_and_data(words.read_bytes())
    told = "\n".join(["", "a\tb", "\ud800", json.loads(data), json.loads(data)])
    words.write_bytes(index.script("base/terms", json.dumps(told).encode(), version))
    sites.found(own, lambda error: None)
    asked = Asked(own / "sites")
    assert [hit.key for hit in asked.find("zygomorphic ").papers] == [ONLY.key]
    assert asked._ask("find", "of ", {"filters": {"category": ["cs.LG"]}, "count": 5})["total"] >= 5


def test_pages_that_a_query_names_are_named_once(asked: Asked, library: Path) -> None:
    """A name without a page leads to the library's own search for it; a year has a page in each volume."""
    (place,) = asked.find("Peter Richtarik").places
    assert (place.title, place.address) == ("Peter Richtárik", "search.html?author=Peter%20Richt%C3%A1rik")
    places = asked.find("2003").places
    assert len({place.address for place in places}) == len(places) > 1
    for place in places:
        name = place.title.removeprefix("2003 · ")
        assert place.address == f"../{name}/days/2003.html"

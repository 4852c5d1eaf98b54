"""The library's own site: its numbers are sums over volumes, its links lead there, and its pages are bounded."""

import datetime as dt
import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from daybook import config
from daybook.errors import GeneratorError
from daybook.exports import feeds, summary
from daybook.exports.summary import Row, Summary
from daybook.log import homes
from daybook.pages import Draft
from daybook.runtime import state
from daybook.runtime.files import scan
from daybook.volumes import LibraryFolder, joins, lists, places, rule
from daybook.volumes.lists import Joined
from lxml import etree

from tests.cases import Patch, for_each
from tests.makers import put
from tests.volumes.conftest import SETTINGS, join
from tests.volumes.makers import held

NOTHING = Summary((), (), (), (), ())


def told(site: Path, name: str) -> Any:
    return json.loads((site / "api/v1" / name).read_text())


def summed(folder: Path) -> dict[str, dict[str, dict[str, list[Any]]]]:
    """volume -> kind -> key -> the row that its site has for the library."""
    there = LibraryFolder(folder)
    read = {volume.name: json.loads((there.site(volume) / summary.NAME).read_text()) for volume in there.volumes}
    return {name: {kind: {str(row[0]): row for row in rows} for kind, rows in of.items()} for name, of in read.items()}


def numbers(page: str) -> dict[str, int]:
    """The first cell of each row of a page's tables, without its link, and the number in the last one."""
    rows = (line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| "))
    return {
        re.sub(r"\[(.*?)\]\(.*?\)", r"\1", row[0]): int(row[-1].replace(",", ""))
        for row in rows if row[-1].replace(",", "").isdigit()
    }  # fmt: skip


def page(folder: Path, path: str) -> str:
    return (folder / "pages" / path).read_text()


def papers_of(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """(volume, paper) of each paper whose page is there, as the volumes' sites and logs tell."""
    there = LibraryFolder(folder)
    for volume in there.volumes:
        away = homes.elsewhere(there.log(volume))
        for path in sorted((there.site(volume) / "api/v1/papers").iterdir()):
            for line in gzip.decompress(path.read_bytes()).splitlines():
                paper = json.loads(line)
                if paper["key"] not in away:
                    yield volume.name, paper


def test_papers_count_once_where_their_page_is(built: Path) -> None:
    """By category, year and theme; a paper of both volumes, too."""
    papers = list(papers_of(built))
    assert len({paper["key"] for _, paper in papers}) == len(papers) == 52
    volumes = [
        told(site, "index.json")["counts"]["papers"]
        for site in (built / "sites").iterdir()
        if (site / "api/v1/index.json").exists()
    ]
    assert sum(volumes) > 52, "some are in both"
    home = page(built, "index.md")
    assert "52 papers of 2 categories, in 2 volumes." in home
    codes = Counter(name.split("-")[0] for name, _ in papers)
    assert numbers(page(built, "statistics.md")) == {
        **codes, **Counter(f"20{paper['key'][:2]}" for _, paper in papers)
    }  # fmt: skip
    for code, number in codes.items():
        volumes_of = Counter(name for name, _ in papers if name.startswith(code))
        assert numbers(page(built, f"categories/{code}.md")) == volumes_of
        assert f"/{code}.md): {number} papers" in page(built, "categories/index.md").replace("(", "/")
        assert f"| {number} | [{code}-" in home
    themes = Counter(name for name, paper in papers if "tides" in paper["themes"])
    assert numbers(page(built, "themes/tides.md")) == themes
    assert f": {themes.total()} papers. Of tides" in page(built, "themes/index.md")


def test_days_are_those_of_all_volumes(built: Path) -> None:
    there, new, by_volume = LibraryFolder(built), Counter[str](), dict[tuple[str, str], int]()
    for volume in there.volumes:
        for day in told(there.site(volume), "days.json")["days"]:
            if day["page"]:
                new[day["date"]] += day["announced"]["new"]
                by_volume[day["date"], volume.name] = day["announced"]["new"]
    assert numbers(page(built, "days/index.md")) == Counter(
        {year: sum(n for date, n in new.items() if date.startswith(year)) for year in {date[:4] for date in new}}
    )
    shown = dict[tuple[str, str], int]()
    for month in {date[:7] for date in new}:
        text = page(built, f"days/{month[:4]}/{month}.md")
        found = re.findall(r"\[([\w.-]+)\]\((?:\.\./){3}[\w.-]+/days/\d+/([\d-]+)\.md\)(?: (\d+))?", text)
        shown |= {(date, volume): int(number or 0) for volume, date, number in found}
        of_month = {date: n for date, n in sorted(new.items(), reverse=True) if date.startswith(month)}
        assert list(numbers(text).values()) == list(of_month.values())
        year = page(built, f"days/{month[:4]}.md")
        assert f"({month[:4]}/{month}.md) | {len(of_month)} | {sum(of_month.values())} |" in year
    assert shown == by_volume
    newest = re.findall(r"days/\d+/(\d+-\d+-\d+)\.md", page(built, "index.md"))
    assert list(dict.fromkeys(newest)) == sorted(new, reverse=True)[: lists.NEWEST]
    dated = int.from_bytes((built / "sites/library/sitemap.xml.gz").read_bytes()[4:8], "little")
    assert str(dt.datetime.fromtimestamp(dated, dt.UTC).date()) == max(new)


def test_a_name_leads_from_each_volume_to_all(built: Path) -> None:
    there, listed, rows = LibraryFolder(built), page(built, "authors/names/gul.md"), summed(built)
    for volume in there.volumes:
        ((slug, papers, _),) = (row[:3] for row in rows[volume.name]["names"].values() if row[2] == "Ada Gull")
        assert f"[{volume.name}](../../../{volume.name}/authors/{slug}.md) {papers}" in listed
        here = (there.site(volume) / f"authors/{slug}.html").read_text()
        assert "../../library/authors/names/gul.html" in here
        assert "../library/index.html" in (there.site(volume) / "about.html").read_text()


class Links(HTMLParser):
    """The addresses in a page that are relative."""

    def __init__(self) -> None:
        super().__init__()
        self.found = set[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {value or "" for name, value in attrs if name in ("href", "src") and ":" not in (value or "")}

    @classmethod
    def of(cls, page: Path) -> set[str]:
        parser = cls()
        parser.feed(page.read_text())
        return parser.found - {""}


def test_every_link_leads_somewhere(built: Path) -> None:
    """From the library's pages to its own and to those of volumes; and to parts of pages."""
    site, links = built / "sites/library", 0
    pages = sorted(path for path in site.rglob("*.html") if path.name != "404.html")  # which has whole paths
    assert len(pages) > 10
    for place in pages:
        for target in Links.of(place):
            path, _, ident = target.partition("#")
            there = (place.parent / path).resolve() if path else place
            assert there.is_file(), (place, target)
            assert not ident or re.search(rf"\bid=\"?{re.escape(ident)}[\">\s]", there.read_text()), (place, target)
            links += f"{built}/sites/cs." in str(there)
    assert links > 20
    for feed in etree.parse(site / "feeds/index.opml").iter("outline"):
        assert (site / feed.get("xmlUrl", "")).is_file()


def test_what_did_not_change_is_not_made_again(own: Path) -> None:
    """And another copy of the volumes' sites gives the same bytes."""
    site = own / "sites/library"
    join(own)  # the copies have other times
    before, whole = scan(site), held(site)
    join(own)
    assert scan(site) == before
    there = LibraryFolder(own)
    path = there.site(there.volumes[0]) / summary.NAME
    told = json.loads(path.read_text())
    told["days"][-1][1] += 1
    path.write_text(json.dumps(told))
    join(own)
    month = told["days"][-1][0][:7]
    changed = {path for path, state in scan(site).items() if state != before.get(path) and path.endswith(".html")}
    assert changed == {"index.html", f"days/{month[:4]}/{month}.html", f"days/{month[:4]}.html", "days/index.html"}
    told["days"][-1][1] -= 1
    path.write_text(json.dumps(told))
    join(own)
    assert held(site) == whole


BAD = {
    "gone": (None, "has no site yet"),
    "no JSON": ("{", "cannot be read"),
    "of another category": ('{"years":[],"categories":[["cs.AI",1]],"days":[],"themes":[],"names":[]}',
                            "'cs.AI' is no page of it"),
    "a name that leads out": ('{"years":[],"categories":[],"days":[],"themes":[],"names":[["../a",1,"A"]]}',
                              "'../a' is no page of it"),
    "a number below one": ('{"years":[],"categories":[["cs.DC",0]],"days":[],"themes":[],"names":[]}', "below 1"),
    "no day": ('{"years":[],"categories":[],"days":[["2024-02-30",1]],"themes":[],"names":[]}', "days"),
}  # fmt: skip


@for_each("case", BAD)
def test_a_volume_that_cannot_be_read_is_told_of_and_left_out(case: str, built: Path, tmp_path: Path) -> None:
    text, problem = BAD[case]
    there, faults = LibraryFolder(built), list[str]()
    name = there.volumes[0].name
    there.settings = replace(there.settings, site=f"{tmp_path}/{case}/{{volume}}")
    for volume in there.volumes:
        data = (built / f"sites/{volume.name}" / summary.NAME).read_text() if volume.name != name else text
        if data is not None:
            put(tmp_path / case / volume.name, {summary.NAME: data})
    sites = places.Sites(there.settings.site, tmp_path, state.of(tmp_path))
    read = joins.summaries(there, sites, lambda error: faults.append(str(error)))
    assert [*read] == [volume.name for volume in there.volumes[1:]]
    (fault,) = faults
    assert re.fullmatch(rf".*{re.escape(name)}.*{re.escape(problem)}.*", fault), "a line"


def joined(summaries: dict[str, Summary], **fields: Any) -> Joined:
    library = rule.parse(json.dumps({"title": "T", "categories": ["cs.DC"], **fields}))
    return Joined(joins.settings_of(library), summaries)


def made(library: Joined) -> dict[str, str]:
    return {
        each.path: each.make().text if isinstance(each, Draft) else each.data().decode()
        for each in lists.drafts(library)
    }


def test_hostile_words_are_words() -> None:
    """Of names and themes, which sites tell."""
    hostile = "<script>alert(1)</script> [x](javascript:1) | `a` *b* \u202e\n# C"
    told = replace(NOTHING, themes=(Row("t", 1, hostile, hostile),), names=(Row("a", 5, hostile),))
    pages = made(joined({"V": told}, title=hostile.replace("\n", " "), description=hostile))
    for path, text in pages.items():
        if path.endswith(".md"):
            assert not re.search(r"(?<!\\)<script|(?<!\\)\]\(javascript|\u202e", text), path
            assert text.count("\n# ") == 1, path
    etree.fromstring(pages["feeds/all.xml"].encode())


def test_pages_are_bounded() -> None:
    """A thousand names of one beginning stand by the next letter, and the days of many volumes by months."""
    names = tuple(Row(f"{first}{n}-zhang", 5, f"{first.upper()}{n} Zhang") for first in "abc" for n in range(300))
    days = tuple(Row(dt.date(2024, month, 4), 2) for month in range(1, 13))
    summaries = {f"V{n}": replace(NOTHING, days=days, names=names if n == 0 else ()) for n in range(200)}
    pages = made(joined(summaries))
    assert sorted(path for path in pages if path.startswith("authors/names/")) == [
        *(f"authors/names/zha-{first}.md" for first in "abc"), "authors/names/zha.md"
    ]  # fmt: skip
    assert pages["authors/names/zha-b.md"].count("](../../../V0/authors/b") == 300
    assert "[Zha-a](zha-a.md)" in pages["authors/names/zha.md"]
    assert "[March 2024](2024/2024-03.md) | 1 | 400 |" in pages["days/2024.md"]
    assert pages["days/2024/2024-03.md"].count("2024-03-04.md) 2") == 200
    assert max(map(len, pages.values())) < 50_000


def test_addresses_are_whole_where_sites_have_them() -> None:
    """Those of volumes in pages and feeds, and the library's own."""
    told = replace(NOTHING, categories=(Row("cs.DC", 1),), days=(Row(dt.date(2024, 3, 4), 1),))
    pages = made(joined({"V": told}, address="https://example.org/{volume}/"))
    assert "(https://example.org/V/index.html)" in pages["index.md"]
    feed = pages["feeds/all.xml"]
    assert 'href="https://example.org/library/feeds/all.xml"' in feed
    assert 'href="https://example.org/library/days/2024/2024-03.html"' in feed
    assert 'xmlUrl="https://example.org/V/feeds/all.xml"' in pages["feeds/index.opml"]
    beside = made(joined({"V": told}, url="https://example.org/library/"))
    assert 'xmlUrl="https://example.org/V/feeds/all.xml"' in beside["feeds/index.opml"]


def test_sites_at_addresses(own: Path, tmp_path: Path, monkeypatch: Patch) -> None:
    """Are read there, and the library's own is sent there: the same bytes. Of one that is as it was, no more than its
    first object is read again."""
    bucket = f"file://{tmp_path}/bucket"
    for volume in LibraryFolder(own).volumes:
        site = places.Address(f"{bucket}/{volume.name}")
        places.publish(own / "sites" / volume.name, site, places.generation(site), "")
    put(own, {"library.yml": f"{SETTINGS}site: {bucket}/{{volume}}\n"})
    assert not join(own).failed
    site = places.Address(f"{bucket}/library")
    sent = {path: site.read(row.object) for path, row in places.generation(site).files.items()}
    assert sent == held(own / "sites/library")
    asked, read = list[str](), places.Address.read
    monkeypatch.setattr(places.Address, "read", lambda at, path: (asked.append(f"{at}/{path}"), read(at, path))[1])
    assert not join(own).failed
    there = [f"{bucket}/{volume.name}" for volume in LibraryFolder(own).volumes]
    assert [path for path in asked if path.startswith(tuple(there))] == [f"{site}/{places.CURRENT}" for site in there]
    assert {
        path: places.Address(f"{bucket}/library").read(row.object)
        for path, row in places.generation(site).files.items()
    } == sent


def test_a_library_without_volumes_has_pages() -> None:
    pages = made(joined({}))
    assert "0 papers of 0 categories, in 0 volumes." in pages["index.md"]
    assert {f"{tab}/index.md" for tab in lists.TABS[:-1]} <= pages.keys()


def test_each_volume_has_feeds_of_its_own() -> None:
    """Feed readers tell feeds by their ids: one of the same category and other years is another."""
    settings = config.Settings(title="T", categories=("cs.DC",), volumes="../{volume}/")
    some = [replace(settings, since=since) for since in (2023, 2024, None)] + [replace(settings, volumes="")]
    planned = (feeds.Planned(each, "feeds/all.xml", "", "index.md", "", None, lambda form: ()) for each in some)
    assert len({each.feed.id for each in planned}) == len(some)


def test_no_volume_is_named_like_the_library() -> None:
    with pytest.raises(GeneratorError, match="is no volume"):
        rule.read("library\tcs.DC\t2024\t2025\n")

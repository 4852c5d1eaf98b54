"""An archive that grows day by day, and what a day changed of what was there."""

import datetime as dt
import random
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from daybook import cli
from daybook.view import addresses

from tests.tools.benchmarks import corpus

WITHDRAWAL = "This paper has been withdrawn by the authors."
_NEXT = re.compile(r"<a rel=next .*?</a>")
_ENTRY = re.compile(r"<entry>.*?<id>(.*?)</id>.*?</entry>", re.DOTALL)


class Growing:
    """An archive of cs.DC in a folder, to which feeds of days are added."""

    def __init__(self, folder: Path, papers: int = 0, seed: int = 5) -> None:
        """`papers`: held from the first, of a snapshot."""
        self.folder, self.rng, self.made = folder, random.Random(seed), 0
        self.held = list(corpus.papers(papers, seed))
        self.run("init", "--title", "Growing", "--categories", "cs.DC")
        if papers:
            self.read("snapshot.jsonl", "".join(map(corpus.line, self.held)))
            self.run("build")

    def run(self, command: str, *arguments: str) -> None:
        assert cli.main([command, "--archive", str(self.folder), "--quiet", *arguments]) == 0

    def read(self, name: str, text: str) -> None:
        path = self.folder.parent / name
        path.write_text(text, encoding="utf-8")
        self.run("ingest", str(path))

    def add(self, date: dt.date, new: int = 5, again: int = 3) -> None:
        """A day: new papers, a cross-list, a late cross-list of an older paper, replacements of which the first says
        other things and has other authors and categories, and a withdrawal of a paper that was replaced before."""
        fresh = [self._paper(date) for _ in range(new)]
        announced = [("new", 1, paper) for paper in fresh[1:]]
        announced.append(("cross", 1, replace(fresh[0], categories=("cs.LG", "cs.DC"))))
        old = self.rng.sample(range(len(self.held)), min(len(self.held), again + 1))
        for turn, place in enumerate(old[1:]):
            paper = self._revised(self.held[place]) if turn else self._withdrawn(self.held[place])
            self.held[place] = paper
            announced.append(("replace", len(paper.versions), paper))
        for place in old[:1]:
            crossed = replace(self.held[place], categories=(*self.held[place].categories, "cs.OS", "quant-ph"))
            announced.append(("cross", len(crossed.versions), crossed))
            self.held[place] = crossed
        self.held += fresh
        told = [(kind, version, corpus.fields(paper)) for kind, version, paper in announced]
        self.read("feed.xml", corpus.feed(told, date))

    def _paper(self, date: dt.date) -> corpus.Paper:
        self.made += 1
        rng, ident = random.Random(f"growing:{self.made}"), f"{date:%y%m}.{7000 + self.made:05}"
        paper = corpus._paper(rng, ident, date, corpus.CATEGORY)
        return replace(paper, versions=paper.versions[:1])

    def _revised(self, paper: corpus.Paper) -> corpus.Paper:
        other = self._paper(dt.date(2020, 1, 1))
        return replace(
            paper, title=other.title, abstract=other.abstract, authors=other.authors[:3] + paper.authors[1:],
            categories=(*paper.categories[:1], "cs.DC", *other.categories),
            versions=(*paper.versions, paper.versions[-1]),
        )  # fmt: skip

    def _withdrawn(self, paper: corpus.Paper) -> corpus.Paper:
        return replace(paper, abstract=WITHDRAWAL, versions=(*paper.versions, paper.versions[-1]))

    def state(self) -> dict[str, str]:
        """Path -> text of all pages of days, weeks, months and years, as Markdown and as HTML, and id -> entry of the
        feed of digests."""
        self.run("build")
        pages = [*(self.folder / "pages" / "days").rglob("*.md"), *(self.folder / "site" / "days").rglob("*.html")]
        feed = (self.folder / "site" / addresses.FEED_OF_DIGESTS).read_text(encoding="utf-8")
        entries = {match[1]: match[0] for match in _ENTRY.finditer(feed)}
        return entries | {path.relative_to(self.folder).as_posix(): path.read_text(encoding="utf-8") for path in pages}


def dates(first: dt.date) -> Iterator[dt.date]:
    """The weekdays from one on."""
    while True:
        if first.weekday() < 5:
            yield first
        first += dt.timedelta(days=1)


def changed(before: Mapping[str, str], after: Mapping[str, str], date: dt.date) -> list[str]:
    """The names of what a day changed and may not: all but the week, month and year that hold it, and the link to the
    next one on the day, week and month before it. What the feed of digests no longer holds is not changed."""
    own = {addresses.stem(path) for path in (addresses.week(date), addresses.month(date), addresses.year(date.year))}
    last = {max(group) for group in _kinds(before, own).values()}
    found = []
    for name, text in before.items():
        now = after.get(name, "" if "/" in name else text)
        if (
            now != text
            and _stem(name) not in {*own, "index"}
            and (_stem(name) not in last or _apart(now) != _apart(text))
        ):
            found.append(name)
    return found


def _kinds(names: Iterable[str], left: Collection[str]) -> dict[int, list[str]]:
    """The days, weeks and months of pages, by how long their names are."""
    kinds = defaultdict[int, list[str]](list)
    for stem in {_stem(name) for name in names if "/" in name} - {*left}:
        kinds[len(stem)].append(stem)
    return kinds


def _stem(name: str) -> str:
    return Path(name).stem


def _apart(page: str) -> str:
    return _NEXT.sub("", page)

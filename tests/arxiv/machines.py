"""rss.arxiv.org and export.arxiv.org: what feeds and API answer to which address."""

import datetime as dt
import re
from dataclasses import dataclass

from daybook.model import arxiv, ids

from tests.arxiv import formats
from tests.arxiv.calendar import local
from tests.arxiv.http import Answer, Request, plain, tagged, xml
from tests.arxiv.lens import Lens
from tests.arxiv.papers import Paper, State
from tests.arxiv.world import World

_CATEGORY = re.compile(r"\bcat:([a-zA-Z.-]+)")
_SUBMITTED = re.compile(r"submittedDate:\[(\d{12}) TO (\d{12})\]")
_TITLE = re.compile(r'\bti:"([^"]*)"')
_MOST = 30_000
_SLICE = 2000


@dataclass(frozen=True)
class Feeds:
    """rss.arxiv.org. They roll at midnight in the East, and hold that day's announcement alone."""

    world: World

    def answer(self, request: Request, lens: Lens) -> Answer:
        """/rss/{spec}"""
        if len(request.path) < 2:
            return plain("Append the archive or category of interest to the address.\n")
        spec = request.path[1]
        codes, problem = _members(spec)
        if problem:
            return xml(formats.rss_error(spec, problem, request.about), "application/rss+xml", 400)
        printed, day = lens.told(request.about, self.world.calendar)
        items = lens.seen(lens.fed(self.world, codes, day, request.now))
        return tagged(xml(formats.rss(codes, printed, items), "application/rss+xml", entries=len(items)))


def _members(spec: str) -> tuple[list[str], str | None]:
    """The archives, then the categories, of a feed's name in their proper case; and what is wrong with it."""
    proper = {code.lower(): code for code in arxiv.all_codes()}
    archives, categories = [], []
    for word in spec.split("+"):
        archive, dot, _ = word.partition(".")
        if not dot and arxiv.is_archive(word.lower()):
            archives.append(word.lower())
        elif word.lower() in proper:
            categories.append(proper[word.lower()])
        elif arxiv.is_archive(archive.lower()):
            return [], f"Bad subject class '{word}'."
        else:
            return [], f"Bad archive '{archive}'. Valid archive names are: astro-ph, cond-mat, cs, math."
    return archives + categories, None


@dataclass(frozen=True)
class Api:
    """export.arxiv.org/api/query: `cat:`, `submittedDate:` and `ti:` searches, lists of ids. It changes at midnight."""

    world: World

    def answer(self, request: Request, lens: Lens) -> Answer:
        """/api/query?..."""
        words = request.params
        start, size = words.get("start", "0"), words.get("max_results", "10")
        problem = None
        if not (start.isdecimal() and size.isdecimal()):
            problem = "start and max_results must be non-negative integers"
        elif int(size) > _MOST or int(start) > _MOST:
            problem = "max_results must be less than 30001"
        idents = [word for word in words.get("id_list", "").split(",") if word]
        if bad := next((word for word in idents if ids.parse(word) is None), None):
            problem = f"incorrect id format for {bad}"
        if problem:
            return xml(formats.api_error(problem, request.now), "application/atom+xml", 400)
        query = formats.Query(words.get("search_query", ""), ",".join(idents), int(start), int(size))
        found = self._found(query, idents, local(request.now))
        page = lens.seen(found[query.start : query.start + min(query.size, _SLICE)])
        text = formats.api(query, request.now, len(found), page)
        return xml(text, "application/atom+xml", entries=len(page))

    def _found(self, query: formats.Query, idents: list[str], day: dt.date) -> list[tuple[Paper, State]]:
        """All results, by id as asked, or the newest submission first."""
        if idents:
            return [hit for ident in idents if (hit := self._by_id(ident, day)) and _fits(hit[1], query.search)]
        everything = [(paper, event.state) for paper in self.world.papers if (event := paper.at(day))]
        hits = [hit for hit in everything if query.search and _fits(hit[1], query.search)]
        return sorted(hits, key=lambda hit: (hit[1].versions[0].submitted, hit[0].id), reverse=True)

    def _by_id(self, written: str, day: dt.date) -> tuple[Paper, State] | None:
        """The paper as it is; with a version, as it was then."""
        ident = ids.parse(written)
        paper = self.world.paper(ident.id) if ident else None
        if ident is None or paper is None:
            return None
        states = [event.state for event in paper.events if event.date <= day]
        kept = [state for state in states if ident.version in (None, state.version.number)]
        return (paper, kept[-1]) if kept else None


def _fits(state: State, search: str) -> bool:
    """Whether a paper is in one of the categories that a search names, cross-lists too, and of its dates; or has in its
    title all the phrases of one of the groups that the search joins by OR."""
    if "ti:" in search:
        words = _words(state.title)
        return any(all(_words(each) in words for each in _TITLE.findall(part)) for part in search.split(" OR "))
    names = _CATEGORY.findall(search)
    if names and not any(code in names or arxiv.canonical(code) in names for code in state.categories):
        return False
    if within := _SUBMITTED.search(search.replace("+", " ")):
        written = state.versions[0].submitted.strftime("%Y%m%d%H%M")
        return within[1] <= written <= within[2]
    return bool(names) or not search


def _words(text: str) -> str:
    """The words of a title or a phrase, as the index has them, each between blanks."""
    return f" {' '.join(re.findall(r'[a-z0-9]+', text.lower()))} "

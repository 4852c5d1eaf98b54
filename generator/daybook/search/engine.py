"""The search engine of the pages, run without one: the same scripts over the same files, in QuickJS."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
import quickjs

from daybook.errors import GeneratorError
from daybook.search.index import unpacked

FOLDER = "assets/search/"
IDS = "../ids.js"
PARTS = (IDS, "words.js", "query.js", "shards.js", "matching.js", "filters.js", "engine.js", "marks.js")
"""The parts of the engine's script, in this order. A site has them as one, under the name of one."""
JOINED = {"engine.js": PARTS, "dialog.js": ("ui.js", "dialog.js"), "page.js": ("ui.js", "page.js")}
"""The scripts of a site that are made of several, each under the name of one."""
Sort = Literal["relevance", "date"]

_CALL = "daybook_file("  # what a file of the index is: one call
_SECONDS = 10  # of CPU time at one go: the slowest query of 28,838 papers needs less than one
_BYTES = 512_000_000  # of the engine's memory; it keeps what it has read

# The engine asks for files by promises. What is wanted is written down, and Python hands it over between two jobs: a
# context with a time limit cannot call Python.
_PROGRAM = r"""
var wanted = [], waiting = new Map(), answer = null;
daybookSearch.open((name) => new Promise((resolve, reject) => {
  waiting.set(name, { resolve, reject });
  wanted.push(name);
})).catch(() => undefined);
function take() { return JSON.stringify(wanted.splice(0)); }
function deliver(name, text) {
  const [given, version, data] = JSON.parse(text);
  waiting.get(name).resolve({ version, data });
  waiting.delete(name);
}
function fail(name) {
  waiting.get(name).reject(new Error("not read: " + name));
  waiting.delete(name);
}
function ask(method, text) {
  answer = null;
  daybookSearch[method](...JSON.parse(text)).then(
    (value) => (answer = { value }), (error) => (answer = { error: String(error) }));
}
function answered() {  // in ASCII: half a pair of units is no UTF-8
  const escaped = (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0");
  return JSON.stringify(answer).replace(/[\u007f-\uffff]/g, escaped);
}
"""


class SearchFailed(GeneratorError):
    """A query that cannot be answered: the index is not sound, or it would cost too much time or memory."""


class Hit(msgspec.Struct, frozen=True, rename={"author_count": "authorCount"}):
    """A paper that a query finds. All text is plain Unicode."""

    key: str
    address: str  # its page, relative to the site
    title: str
    authors: tuple[str, ...]  # the first three
    author_count: int
    date: str  # first announced or seen: 2026-03-03
    gist: str  # empty where there is none
    categories: tuple[str, ...]
    themes: tuple[str, ...]  # their slugs
    withdrawn: bool


class Place(msgspec.Struct, frozen=True):
    """A page that the whole query names."""

    kind: Literal["day", "week", "month", "year", "category", "theme", "author"]
    title: str
    address: str  # relative to the site


class FacetCount(NamedTuple):
    """A value of a facet, and how many papers have it that match the query and the filters of all other facets."""

    value: str
    label: str
    papers: int


class Correction(msgspec.Struct, frozen=True, rename={"word": "from", "meant": "to"}):
    """A word of the query that no paper found has, and the words that they have in its place."""

    word: str
    meant: tuple[str, ...]


class Answer(msgspec.Struct, frozen=True, rename={"corrections": "corrected"}):
    """What a query finds."""

    total: int  # papers, of which `papers` are some
    papers: tuple[Hit, ...]
    places: tuple[Place, ...]
    corrections: tuple[Correction, ...]  # empty where papers have every word as it is; likewise:
    dropped: tuple[str, ...]  # words that no paper found has
    instead: str  # the same in words: "Without “a” and with “b” instead of “c”"
    notes: tuple[str, ...]  # what else was left out of the query: whole sentences


class Engine:
    """Answers queries. Belongs to the thread that made it. script: its own. load: gives the script `search/NAME.js` for
    a name such as `index` or `base/words/3`; what it raises is passed on. What was loaded is kept: open another engine
    after the index has changed."""

    def __init__(self, script: str, load: Callable[[str], bytes]) -> None:
        self._load = load
        self._context = quickjs.Context()
        self._context.set_memory_limit(_BYTES)
        for part in (script, _PROGRAM):
            self._context.eval(part)
        self._context.set_time_limit(_SECONDS)

    def find(
        self,
        query: str,
        filters: Mapping[str, Sequence[str]] | None = None,
        sort: Sort = "relevance",
        start: int = 0,
        count: int = 10,
        *,
        since: str = "",
        until: str = "",
    ) -> Answer:
        """The papers that match `query`: `count` of them, without the first `start`. filters: facet -> values, of which
        a paper must have one; since, until: dates such as 2026-03-03 or 2026-03, both inclusive. Raises SearchFailed,
        and what `load` raises."""
        options: dict[str, object] = {"filters": dict(filters or {}), "sort": sort, "from": start, "count": count}
        options |= {"since": since, "until": until}
        return msgspec.convert(self._ask("find", query, options), Answer)

    def facets(
        self, query: str = "", filters: Mapping[str, Sequence[str]] | None = None
    ) -> dict[str, tuple[FacetCount, ...]]:
        """The values of each facet that papers have, most first, years newest first. Raises as `find` does."""
        counts = self._ask("counts", query, {"filters": dict(filters or {})})
        return {name: tuple(FacetCount(*value) for value in values) for name, values in counts.items()}

    def authors(
        self, query: str, filters: Mapping[str, Sequence[str]] | None = None, most: int = 20
    ) -> list[tuple[str, int]]:
        """The authors of most papers that match, with the number of these papers. Raises as `find` does."""
        return [(name, count) for name, count in self._ask("authors", query, {"filters": dict(filters or {})}, most)]

    def _ask(self, method: str, *arguments: object) -> Any:
        try:
            self._call("ask", method, json.dumps(arguments, default=list))
            while names := self._wanted():
                for number, name in enumerate(names):
                    try:
                        self._call("deliver", name, _given(name, self._load(name)))
                    except BaseException:
                        left = names[number:]
                        while left:  # fail these, and what is asked for on their account: the next query asks anew
                            for each in left:
                                self._call("fail", each)
                            left = self._wanted()
                        raise
            answer = json.loads(self._call("answered"))
        except quickjs.JSException as error:
            raise SearchFailed(f"the query cannot be answered: {error}") from None
        if answer is None or "error" in answer:
            raise SearchFailed((answer or {}).get("error", "the index is not complete"))
        return answer["value"]

    def _wanted(self) -> list[str]:
        """The files without which the engine cannot go on."""
        while self._context.execute_pending_job():
            pass
        names: list[str] = json.loads(self._call("take"))
        return names

    def _call(self, name: str, *arguments: str) -> str:
        return str(self._context.get(name)(*arguments))


def _given(name: str, script: bytes) -> str:
    """The arguments of the one call in a file of the index, as a JSON list."""
    call = script.decode(errors="replace").strip()
    if not call.startswith(_CALL) or not call.endswith(");"):
        raise SearchFailed("not a file of the index", subject=f"search/{name}.js")
    given = f"[{call[len(_CALL) : -2]}]"
    if "/papers/" not in name:
        return given
    try:
        named, version, data = json.loads(given)
        return json.dumps((named, version, unpacked(data)))
    except (ValueError, TypeError, zlib.error):
        raise SearchFailed("is damaged", subject=f"search/{name}.js") from None

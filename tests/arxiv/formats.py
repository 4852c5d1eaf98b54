"""The synthetic world in the formats of arXiv and of the other services, as layouts/ has them. Pure: values in, text
out."""

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.utils import format_datetime
from functools import partial
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from daybook.model.arxiv import canonical, name
from jinja2 import Environment, FileSystemLoader

from tests.arxiv.calendar import DAY, EASTERN
from tests.arxiv.papers import Announcement, Event, Paper, State

_LAYOUTS = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "layouts"),
    autoescape=False,  # `e` escapes with quotes and `x` without, as arXiv does here and there
    trim_blocks=True,
    keep_trailing_newline=True,
)


def _written(layout: str, **told: Any) -> str:
    return _LAYOUTS.get_template(layout).render(told)


# Pages of arxiv.org


SIZES = (25, 50, 100, 250, 500, 1000, 2000)
SHOWN_AUTHORS = 100
_SECTIONS = (
    ("New submissions", "New submissions", ("new",)),
    ("Cross-lists", "Cross submissions", ("cross",)),
    ("Replacements", "Replacement submissions", ("replace", "replace-cross")),
)
_BAD_REQUEST = """
<h1>{reason}</h1>
<p>The server cannot process your request due to syntax errors, missing 
  required data or invalid content-type. Please check your URL and try again.</p>

<hr>
<p>If you believe this is an error or have questions please contact
  <a href="mailto:help@arxiv.org">help@arxiv.org</a></p>
"""  # noqa: W291 as arXiv prints it
_NOT_FOUND = """
      <h1>{what} not found</h1>
      <p>There is no record of an article with identifier '{what}'.</p>
"""


def framed(content: str, title: str = "") -> str:
    """What all of arxiv.org's pages stand in."""
    return _written("page.html", content=content, title=title)


def bad_request(reason: str) -> str:
    """The page of status 400."""
    return framed(_BAD_REQUEST.format(reason=escape(reason)), title=reason)


def not_found(what: str) -> str:
    return framed(_NOT_FOUND.format(what=escape(what)))


@dataclass(frozen=True)
class View:
    """What a listing page is of, and which of it stands there.

    What a page promises in its totals comes from `all`; what it shows, from `shown`: an honest page shows what it
    promises.
    """

    asked: str
    day: dt.date
    all: Sequence[Announcement]
    shown: Sequence[Announcement]  # of those from `skip` on
    skip: int = 0
    size: int = 2000


def new(view: View) -> str:
    """The page of the newest announcement."""
    pages = range(0, len(view.all), view.size) if len(view.all) > view.size else ()
    larger = next((size for size in SIZES if size > view.size), None)
    paging = _written("paging.html", view=view, pages=pages, larger=larger)
    return framed(_written("new.html", view=view, name=name(view.asked), paging=paging), f"{name(view.asked)}  ")


def catchup(view: View, abstracts: bool, page: int) -> str:
    """The page of a past announcement, with entries as /new has them."""
    count = -(-len(view.all) // view.size)
    told = {"name": name(view.asked), "after": view.day + DAY, "abstracts": abstracts, "page": page, "count": count}
    return framed(_written("catchup.html", view=view, **told))


def _firsts(view: View) -> list[tuple[str, int]]:
    """The sections that have entries, with the 0-based place of the first."""
    places = [(title, _places(view, types)) for title, _, types in _SECTIONS]
    return [(title, found[0]) for title, found in places if found]


def _places(view: View, types: Sequence[str]) -> list[int]:
    return [place for place, each in enumerate(view.all) if each.type in types]


def _place(view: View, first: int) -> str:
    """Where a section begins; `item0` where it begins on an earlier page, as arXiv has it for the first section."""
    anchor = f"#item{first + 1 if first else 0}"
    if len(view.all) <= view.size:
        return anchor
    return f"/list/{view.asked}/new?skip={first // view.size * view.size}&amp;show={view.size}{anchor}"


def _sections(view: View) -> list[tuple[str, str, list[tuple[int, Announcement]]]]:
    """Each section that has entries on this page: its name, how many it states, and the entries with their numbers."""
    parts, number = [], view.skip
    for _, title, types in _SECTIONS:
        here = [each for each in view.shown if each.type in types]
        if here:
            places = _places(view, types)
            on_page = [place for place in places if view.skip <= place < view.skip + view.size]
            parts.append((title, _stated(places, on_page), [*enumerate(here, number + 1)]))
            number += len(here)
    return parts


def _stated(all_places: Sequence[int], here: Sequence[int]) -> str:
    """How a heading tells which of its entries stand on this page."""
    shown, total = len(here), len(all_places)
    if shown == total:
        return f"showing {total} of {total} entries"
    if here and here[0] == all_places[0]:
        return f"showing first {shown} of {total} entries"
    last = "last " if here and here[-1] == all_places[-1] else ""
    return f"continued, showing {last}{shown} of {total} entries"


def _author_links(state: State) -> str:
    """The names as links, affiliations as text; only the first hundred, unless a single one would be left over."""
    shown = state.authors if len(state.authors) <= SHOWN_AUTHORS + 1 else state.authors[:SHOWN_AUTHORS]
    archive = state.primary.partition(".")[0]
    search = f"https://arxiv.org/search/{archive}?searchtype=author&amp;query="
    return ", ".join(
        f'<a href="{search}{quote(_name_first(each.shown), safe=",+")}">{escape(each.shown)}</a>'
        + (f" ({escape(each.affiliation)})" if each.affiliation else "")
        for each in shown
    )


def _name_first(shown: str) -> str:
    """`B. Brunel` as a search link writes it: Brunel,+B."""
    first, _, last = shown.rpartition(" ")
    return f"{last},+{first[:1]}"


def _subjects(state: State) -> list[str]:
    """Canonical names, the primary first, the others by code."""
    return [f"{name(code)} ({code})" for code in (state.primary, *sorted(state.shown_categories[1:]))]


def _marker(each: Announcement, asked: str) -> str:
    if each.type in ("replace", "replace-cross"):
        return "    (replaced)"
    own = each.state.primary == canonical(asked) or each.type == "new"
    return "" if own else f"    (cross-list from {each.state.primary})"


# The feeds of rss.arxiv.org, in RSS 2.0. They do not state how many items they should hold


FEED_LIMIT = 2000


def rss(codes: Sequence[str], day: dt.date, items: Sequence[Announcement]) -> str:
    """The feed of these categories on this day; without items on weekends and holidays."""
    words = f"{', '.join(codes)} updates on"
    return _feed("+".join(codes), day, f"{words} arXiv.org", f"{words} the arXiv.org e-print archive.", items)


def rss_error(spec: str, reason: str, day: dt.date) -> str:
    """The feed that comes with status 400."""
    return _feed(spec, day, f"Feed error for query: http://rss.arxiv.org/rss/{escape(spec)}", reason, None)


def _feed(spec: str, day: dt.date, title: str, description: str, items: Sequence[Announcement] | None) -> str:
    midnight = dt.datetime.combine(day, dt.time(), EASTERN)
    built = midnight.astimezone(dt.UTC) + dt.timedelta(seconds=9)  # some seconds after midnight in the East
    told = {"spec": spec, "title": title, "description": description, "midnight": midnight, "built": built}
    return _written("feed.xml", **told, **({} if items is None else {"items": items[:FEED_LIMIT]}))


# Answers of export.arxiv.org/api/query, in the layout of 2026


@dataclass(frozen=True)
class Query:
    search: str
    ids: str  # comma separated
    start: int
    size: int


def api(query: Query, when: dt.datetime, total: int, found: Sequence[tuple[Paper, State]]) -> str:
    """A page of results; `total` is what it promises in all."""
    words = f"search_query={query.search}&id_list={query.ids}&start={query.start}&max_results={query.size}"
    return _written("api.xml", words=words, when=when, size=query.size, total=total, start=query.start, found=found)


def api_error(reason: str, when: dt.datetime) -> str:
    """The feed that comes with status 400."""
    return _written("api.xml", reason=reason, when=when, size=1, total=1, start=0, found=())


# Answers of oaipmh.arxiv.org: records in arXivRaw, and errors


OAI_FORMAT = "arXivRaw"
_ALIASES = {"cs.IT": "math.IT", "eess.SY": "cs.SY", "math-ph": "math.MP", "cs.NA": "math.NA", "math.NA": "cs.NA"}
_PHYSICS = ("astro-ph", "cond-mat", "gr-qc", "hep-", "math-ph", "nlin", "nucl-", "physics", "quant-ph")
_ERRORS = {
    "badVerb": "Value of the verb argument is not a legal OAI-PMH verb, is missing, or is repeated.",
    "badArgument": "The request includes illegal arguments, is missing required arguments, includes a repeated"
    " argument, or values for arguments have an illegal syntax.",
    "badResumptionToken": "The value of the resumptionToken argument is invalid or expired.",
    "cannotDisseminateFormat": "The metadata format is not supported by the item or by the repository.",
    "noRecordsMatch": "The combination of the values of the from, until, set and metadataPrefix arguments results in"
    " an empty list.",
}


def oai(
    when: dt.datetime, asked: Mapping[str, str], found: Sequence[tuple[Paper, Event]], token: str | None = None
) -> str:
    """A page of records. asked: the request's parameters; token: "" ends a list of several pages, None stands for a
    list of one."""
    return _written("oai.xml", when=when, asked=asked, found=found, token=token, expires=when.date() + DAY)


def oai_error(when: dt.datetime, asked: Mapping[str, str], code: str, reason: str = "") -> str:
    """It comes with status 200."""
    told = f"{_ERRORS[code]} Reason: {reason}" if reason else _ERRORS[code]
    return _written("oai.xml", when=when, asked=asked, code=code, reason=told)


def set_of(code: str) -> str:
    """The set of a category: cs:cs:DC, physics:quant-ph."""
    archive, _, rest = code.partition(".")
    group = "physics" if archive.startswith(_PHYSICS) else archive
    return ":".join(part for part in (group, archive, rest) if part)


def sets_of(state: State) -> tuple[str, ...]:
    """All sets that a header lists: of categories, alias names included."""
    codes = []
    for code in state.shown_categories:
        codes += [code, _ALIASES[code]] if code in _ALIASES and canonical(_ALIASES[code]) == code else [code]
    return tuple(map(set_of, codes))


# Other services' documents about the same papers, in the forms the readers know or might meet


def cards(category: str, day: dt.date, found: Sequence[Announcement]) -> str:
    """A page of cards, such as Pith's might be: it is known as copied text alone."""
    return _written("cards.html", category=category, day=day, found=found)


def report(category: str, day: dt.date, found: Sequence[Announcement]) -> str:
    """A day's page, such as The Inference Report's might be: it is known as copied text alone."""
    return _written("report.html", category=category, day=day, found=found)


def journal(day: dt.date, issues: Sequence[tuple[dt.date, Announcement]], site: str) -> str:
    """A journal's feed: what it published, newest first. `site`: its address."""
    return _written("journal.xml", day=day, issues=issues, site=site)


def preprints(
    server: str, interval: str, cursor: int, total: int, found: Sequence[tuple[dt.date, Announcement]]
) -> str:
    """A page of bioRxiv's details API; numbers are partly strings there."""
    collection = [
        {
            "title": each.state.title,
            "authors": "; ".join(f"{a.keyname}, {a.forenames[0]}." for a in each.state.authors),
            "author_corresponding": each.state.authors[0].shown,
            "author_corresponding_institution": each.state.authors[0].affiliation or "NA",
            "doi": f"10.64898/{when:%Y.%m.%d}.{each.id.replace('/', '').replace('.', '')}",
            "date": when.isoformat(),
            "version": str(each.state.version.number),
            "type": "new results",
            "license": "cc_by",
            "category": "systems biology",
            "jatsxml": "NA",
            "abstract": each.state.abstract,
            "funder": "NA",
            "published": each.state.doi or "NA",
            "server": server,
        }
        for when, each in found
    ]
    message: dict[str, object] = {"status": "ok", "interval": interval, "cursor": str(cursor)}
    message |= {"count": len(collection), "count_new_papers": str(total), "total": str(total)}
    if not total:
        message = {"status": "no posts found"}
    return json.dumps({"messages": [message], "collection": collection})


def _paragraphs(each: Announcement) -> str:
    return "".join(f"<p>{escape(part)}</p>" for part in each.state.abstract.split("\n  "))


_LAYOUTS.filters |= {
    "author_links": _author_links,
    "e": escape,
    "firsts": _firsts,
    "mail_time": format_datetime,
    "marker": _marker,
    "nine": lambda day: dt.datetime.combine(day, dt.time(9), dt.UTC),
    "paragraphs": _paragraphs,
    "place": _place,
    "sections": _sections,
    "sets_of": sets_of,
    "short": lambda day: f"{day:%a}, {day.day} {day:%b %Y}",
    "subjects": _subjects,
    "time": lambda when: f"{when.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%SZ}",
    "x": partial(escape, quote=False),
}

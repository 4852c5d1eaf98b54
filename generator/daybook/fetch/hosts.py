"""The hosts of services: where they are, how often each may be asked, what is asked of arXiv's, and who wants to rest.

Source of addresses, paces and parameters: arXiv's help pages on its API, RSS, OAI and robots.

Who wants to be left alone, and until when, is kept in the log of attempts, so that later runs heed it in any clone. A
service that forbids (403) is not asked for a day: arXiv takes further requests for an attack, and lifts a block when
the client was quiet. One that says when to come back (Retry-After) is not asked before, and one that had too many
requests (429) not for an hour. A list that leads nowhere is not read again before its tokens end, at midnight UTC.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from urllib.parse import urlsplit

from daybook.errors import SettingsError
from daybook.model import Attempt, arxiv
from daybook.sources import registry
from daybook.sources.registry import ARCHIVE, ARXIV_HOSTS, HOSTS, SOURCES
from daybook.text import markup

VARIABLE = "DAYBOOK_HOSTS"
"""Environment variable: a local server that stands in for all services, with a path for each. For tests."""
BASES = {host.name: host.base for host in HOSTS}
"""Short name -> base address, without a final slash."""
MACHINES = "arXiv's API, RSS and OAI"
_MACHINES = frozenset(host.name for host in HOSTS if host.machine)
# arXiv's help page on its API: one request in three seconds to API, RSS and OAI-PMH together, over one connection,
# counted over all of one's machines. Its pages are not to be crawled, so they are asked for less often.
_MACHINE_PACE, _PAGE_PACE, _FILE_PACE = 3.0, 15.0, 1.0

# The largest of the sizes that listings take (25, 50, 100, 250, 500, 1000, 2000); any other is status 400.
PAGE = 2000
"""Entries on a page of a listing, at most; a category has fewer a day, an archive may have more."""
IDS = 100
"""Papers asked of the API at once: the address stays short enough for every proxy."""
_WORD = re.compile(r"\w+(?:['\u2019.,]\w+)*")
_MOST_WORDS, _SHORT = 40, 2
_HTML = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"
_FEED = "application/rss+xml, application/atom+xml;q=0.9, application/xml;q=0.8, */*;q=0.1"
_XML = "text/xml, application/xml;q=0.9, */*;q=0.1"
# The other archives, hep-th or astro-ph, are sets of OAI-PMH's group of physics: physics:hep-th.
_OAI_GROUPS = frozenset(("cs", "econ", "eess", "math", "q-bio", "q-fin", "stat"))  # all else is physics

# 403 after many requests: more of them count as an attack (arXiv's help page on robots). 429, "Rate exceeded.", since
# spring 2026 also where the API was asked slowly, as users of several programs report.
FORBIDDEN, TOO_MANY = 403, 429
FOR_A_DAY, FOR_AN_HOUR = dt.timedelta(days=1), dt.timedelta(hours=1)
AT_MOST = dt.timedelta(days=7)
"""A service that asks for more is asked again after this: such a header is more likely wrong than meant."""
_HOST_OF = {service: source.host.name for source in SOURCES if source.host for service in source.services}


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked of a service."""

    host: str  # the service's short name
    path: str  # below its base address
    params: Mapping[str, str] = field(default_factory=dict)
    accept: str = "*/*"
    etag: str | None = None  # of the stored document
    modified: str | None = None  # of the stored document, as the service wrote it


# Where they are


@dataclass(frozen=True, slots=True)
class Hosts:
    """The base address of each service by its short name; other sites go by their names in archive.yml."""

    bases: Mapping[str, str] = field(default_factory=lambda: dict(BASES))

    def base(self, name: str) -> str:
        """The base address of a service."""
        return self.bases[name]

    def allows(self, name: str, address: str) -> bool:
        """Whether an address belongs to this service (for one of arXiv's: to any of them) and is encrypted or local.

        Raises ValueError if it cannot be parsed.
        """
        together = ARXIV_HOSTS if name in ARXIV_HOSTS else {name}
        bases = [self.bases[each] for each in together if each in self.bases]
        return is_safe(address) and any(_is_below(base, address) for base in bases)


def all_hosts(others: Mapping[str, str] | None = None, environment: Mapping[str, str] = os.environ) -> Hosts:
    """All services, with `others` by name. If DAYBOOK_HOSTS is set, all of them below that address.

    Raises SettingsError if DAYBOOK_HOSTS is not a local address, or an address of `others` is not encrypted.
    """
    bases = {**BASES, **{name: base for name, base in (others or {}).items() if name not in ARXIV_HOSTS}}
    local = environment.get(VARIABLE, "").rstrip("/")
    if local:
        if not _is_local(local):
            hint = "it is for tests: set it to e.g. http://127.0.0.1:8000"
            raise SettingsError(f"{VARIABLE} must be an address on this machine", hint=hint)
        return Hosts({name: f"{local}/{name}" for name in bases})
    for name, base in bases.items():
        if urlsplit(base).scheme != "https":
            problem, place = "`url` must be an https address", f"sources, {name}"
            raise SettingsError(problem, subject="archive.yml", location=place, hint="write https://...")
    return Hosts(bases)


def group(name: str) -> str:
    """The group whose members share a pace: arXiv counts requests to its API, RSS and OAI together."""
    return MACHINES if name in ARXIV_HOSTS & _MACHINES else name


def pace(name: str) -> float:
    """Seconds between two requests to a service's group; longer for sites made for people, shorter for the files that
    another archive offers to programs."""
    if registry.kind(name) == ARCHIVE.name:
        return _FILE_PACE
    return _MACHINE_PACE if name in _MACHINES else _PAGE_PACE


def place(name: str, path: str = "") -> str:
    """A service and a path as messages show them: arXiv's with the address, others by name alone, because an address in
    archive.yml may contain a key."""
    return urlsplit(BASES[name]).netloc + path if name in ARXIV_HOSTS else name


def is_safe(address: str) -> bool:
    """Whether an address is encrypted or local."""
    try:
        return urlsplit(address).scheme == "https" or _is_local(address)
    except ValueError:
        return False


def _is_local(address: str) -> bool:
    parts = urlsplit(address)
    name = parts.hostname or ""
    try:
        return parts.scheme == "http" and (name == "localhost" or ipaddress.ip_address(name).is_loopback)
    except ValueError:
        return False


def _is_below(base: str, address: str) -> bool:
    """Whether an address is below a base address and names no other user. Raises ValueError if it cannot be parsed."""
    one, other = urlsplit(base), urlsplit(address)
    same_user = other.username is None or other.netloc.rpartition("@")[0] == one.netloc.rpartition("@")[0]
    places = [
        (parts.scheme, (parts.hostname or "").rstrip("."), parts.port or {"https": 443, "http": 80}.get(parts.scheme))
        for parts in (one, other)
    ]
    return same_user and places[0] == places[1] and f"{other.path}/".startswith(f"{one.path}/")


# What is asked of arXiv


def feed(category: str) -> Request:
    """Today's announcement of a category as a feed."""
    return Request(host="rss", path=f"/rss/{category}", accept=_FEED)


def new(category: str, skip: int = 0) -> Request:
    """The newest announcement of a category as a listing page, which states its totals; without its first entries."""
    params = {"skip": str(skip), "show": str(PAGE)} if skip else {}
    return Request(host="arxiv", path=f"/list/{category}/new", params=params, accept=_HTML)


def catchup(category: str, date: dt.date, page: int = 1) -> Request:
    """The announcement of a past day, at most `day_states.SERVED_DAYS` back."""
    # Anything but exactly True or False, and any parameter but these two, is status 400.
    params = {"abs": "True"} | ({"page": str(page)} if page > 1 else {})
    return Request(host="arxiv", path=f"/catchup/{category}/{date}", params=params, accept=_HTML)


def _query(**params: str) -> Request:
    return Request(host="export", path="/api/query", params=params, accept=_FEED)


def by_ids(ids: Sequence[str]) -> Request:
    """What the API says of these papers, at most IDS."""
    return _query(id_list=",".join(ids), max_results=str(len(ids)))


def titled(titles: Iterable[str]) -> Request:
    """What the API says of papers with these titles and with longer ones, the likest first."""
    asked = " OR ".join(f"({' AND '.join(phrases(title))})" for title in titles)
    return _query(search_query=asked, max_results=str(IDS))


def phrases(title: str) -> list[str]:
    """A title as the API searches for it: its words in ASCII in their order, without those that sources spell
    differently or that search engines part differently. Whatever it holds, nothing of it is an operator.

    >>> phrases('Bélády: the "Law", OR Rotation in 3.0 and More Steps')
    ['ti:"the Law OR Rotation in"', 'ti:"and More Steps"']
    """
    words = _WORD.findall(markup.plain(title))[:_MOST_WORDS]
    runs = [list(run) for whole, run in groupby(words, key=lambda w: w.isascii() and w.isalnum()) if whole]
    telling = [run for run in runs if max(map(len, run)) > _SHORT]  # others may be words that no engine looks for
    return [f'ti:"{" ".join(run)}"' for run in telling or runs]


def submitted(category: str, since: dt.datetime, until: dt.datetime) -> Request:
    """What the API says of a category's papers, cross-lists too, that were submitted between two moments."""
    # The API takes GMT, to the minute.
    window = " TO ".join(f"{when.astimezone(dt.UTC):%Y%m%d%H%M}" for when in (since, until))
    return _query(search_query=f"cat:{category} AND submittedDate:[{window}]", max_results=str(PAGE))


def changes(category: str, since: dt.date, until: dt.date | None = None) -> Request:
    """The first page of all papers of a category whose metadata changed from `since` to `until`, UTC, with versions."""
    # Of the four formats arXivRaw alone has every version with its time. As arXiv advises, `until` is left out where it
    # is today.
    params = {"verb": "ListRecords", "metadataPrefix": "arXivRaw", "set": oai_set(category), "from": str(since)}
    return Request(host="oai", path="/oai", params=params | ({"until": str(until)} if until else {}), accept=_XML)


def further(token: str) -> Request:
    """The page that a resumption token stands for."""
    # A token goes alone with its verb, and encoded once more: with anything else it is badArgument.
    return Request(host="oai", path="/oai", params={"verb": "ListRecords", "resumptionToken": token}, accept=_XML)


def oai_set(category: str) -> str:
    """The OAI set of a category or archive.

    >>> oai_set("cs.DC"), oai_set("hep-th"), oai_set("astro-ph.GA"), oai_set("physics.optics"), oai_set("cs")
    ('cs:cs:DC', 'physics:hep-th', 'physics:astro-ph:GA', 'physics:physics:optics', 'cs:cs')
    """
    # A paper is in the sets of all its categories, aliases included: math:math:IT has what cs:cs:IT has.
    archive, _, subject = arxiv.canonical(category).partition(".")
    return ":".join(filter(None, (archive if archive in _OAI_GROUPS else "physics", archive, subject)))


# Who wants to be left alone


@dataclass(frozen=True, slots=True)
class Rest:
    """Until when something is not asked for, UTC, and what for."""

    until: dt.datetime
    reason: str  # follows "as"

    def __str__(self) -> str:
        return f"not asked before {self.until:%Y-%m-%d %H:%M} UTC, as {self.reason}"


def rest_until(status: int | None, after: float | None, now: dt.datetime) -> dt.datetime | None:
    """Until when a service is left alone whose last answer had this status; None: it may be asked again at any time.

    after: the seconds of its Retry-After header.
    """
    rest = dt.timedelta(seconds=min(after or 0.0, AT_MOST.total_seconds()))
    least = {FORBIDDEN: FOR_A_DAY, TOO_MANY: FOR_AN_HOUR}.get(status or 0, dt.timedelta())
    return now + max(rest, least) if max(rest, least) else None


def together(host: str, status: int | None) -> frozenset[str]:
    """The hosts that such an answer of one of them speaks for: arXiv blocks clients on all its hosts."""
    if status == FORBIDDEN and host in ARXIV_HOSTS:
        return ARXIV_HOSTS
    if status == TOO_MANY:
        return frozenset(each for each in {*ARXIV_HOSTS, host} if group(each) == group(host))
    return frozenset((host,))


def rests(attempts: Iterable[Attempt], now: dt.datetime) -> tuple[dict[str, Rest], dict[tuple[str, str | None], Rest]]:
    """(short name -> the rest that a host still wants; (service, category) -> until when its list is not read again),
    by the attempts of this and former runs. Those count that say until when, and are neither over nor of a clock that
    went wrong."""
    all_hosts, lists = dict[str, Rest](), dict[tuple[str, str | None], Rest]()
    for a in attempts:
        if not (a.until and now < a.until <= now + AT_MOST and a.when <= now):
            continue
        said = f"responded with status {a.status}" if a.status != 200 else "led nowhere"
        name = " ".join(filter(None, (a.category, f"({a.service})")))
        rest = Rest(a.until, f"{name} {said} at {a.when:%Y-%m-%d %H:%M} UTC")
        if a.status in (None, 200):
            lists[a.service, a.category] = rest
            continue
        for host in together(_HOST_OF.get(a.service, a.service), a.status):
            all_hosts[host] = max(all_hosts.get(host, rest), rest, key=lambda each: each.until)
    return all_hosts, lists

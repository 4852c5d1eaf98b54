"""archive.yml: an archive's title, categories and permissions.

Text in, Settings out; pure.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal
from urllib.parse import parse_qsl, unquote, urlsplit
from urllib.parse import quote as quoted

import yaml

from daybook.errors import SettingsError, in_file
from daybook.model import arxiv
from daybook.runtime import program, terminal
from daybook.sources import registry
from daybook.sources.registry import is_from_arxiv
from daybook.text import language as words
from daybook.text.yaml_text import Text, Year, each, read_yaml, typed

NAME = "archive.yml"
LIBRARY = "library.yml"
"""The settings of a library, whose volumes are archives; see `volumes.rule`."""
_wrong = in_file(NAME)
FORMAT = 1
"""The number of the format that archives are in; see log/formats.py for what each was."""
CITATION = "CITATION.cff"
"""How the archive itself is cited; see citation-file-format.github.io."""


PLACE = "{volume}"
"""Stands in an address or a path for the name of a library's volume."""
OWN_SITE = "library"
"""What stands there for the library's own site; no volume has this name."""
Several = str | tuple[str, ...]
Keep = Literal["all", "packed", "proved"]
"""all: each raw document is a file; packed: those of a month are one file once none can come any more; proved: so they
are, and arXiv's documents of a day that is proved complete are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """How one build of a site differs from others: options of `daybook build`, which templates know as `site.NAME`."""

    offline: bool = False  # to be read from a folder, without a server


USUAL = BuildOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRule:
    """How a source's own words may be used, and where it is fetched. arXiv's metadata is CC0 and needs no rule."""

    keep: bool = False  # keep its raw documents in the archive (they are public where the archive is)
    publish: bool = False  # show its words on pages
    url: str = ""  # what `daybook fetch` fetches; with placeholders `{date}` and `{category}`

    @property
    def host(self) -> str:
        """The first part of the address, with its scheme and without a final slash."""
        return "/".join(self.url.split("/")[:3])

    @property
    def path(self) -> str:
        """The rest of the address."""
        return self.url.removeprefix(self.host)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The password in the address, and query values whose name or form is that of a key."""
        parts = urlsplit(self.url)
        values = (value for name, value in parse_qsl(parts.query) if _KEY.fullmatch(name) or _RANDOM.fullmatch(value))
        login = unquote(parts.password or parts.username or "")
        secrets = (text for text in (login, *values) if len(text) >= _SHORTEST and "{" not in text)
        return tuple(sorted(secrets, key=len, reverse=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one archive, validated."""

    title: Text
    categories: tuple[str, ...]  # canonical codes of the categories the archive follows
    former: Mapping[str, dt.date] = field(
        default_factory=dict
    )  # category that it once followed -> the last day of that
    url: str = ""  # address of the site, with a final slash; empty: unknown
    description: str = ""
    contact: str = ""  # e-mail or web address for the operators of the services
    language: str = words.ENGLISH  # of what Daybook itself says on pages, as `lang` of HTML names it
    notice: str = ""  # shown at the top of every page, e.g. that the papers are samples
    footer: str = ""  # shown at the foot of every page: a line of Markdown
    logo: str = ""  # path below the archive of a picture in the header
    colours: Mapping[str, Several] = field(default_factory=dict)  # name -> one, or two for light and dark; see `look`
    fonts: Mapping[str, Several] = field(default_factory=dict)  # use -> files of its faces; see `site.own`
    navigation: tuple[
        str | Mapping[str | int, str], ...
    ] = ()  # the header's tabs, with or without a label of their own
    repository: str = ""  # https address of the repository, for the header's link
    format: int = 0  # the number of the archive's format; 0: it is from before there were any
    sample: bool = False  # a sample archive, for which nothing is fetched
    offline_app: bool = True  # readers' browsers keep pages for when there is no network
    older: str = ""  # address of the archive of the years before `since`, with a final slash; empty: none
    newer: str = ""  # address of the archive of the years from `before` on, with a final slash; empty: none
    volumes: str = ""  # address of each volume of its library, with {volume} for its name; empty: it is no volume
    since: Year | None = None  # the first year of this archive's days
    before: Year | None = None  # the year before which this archive's days end
    keep: Keep = "all"  # which of arXiv's raw documents stay in the archive, and how
    holidays: tuple[dt.date, ...] = ()  # days without an announcement, besides those Daybook knows; sorted
    acknowledge: tuple[tuple[str, dt.date, str], ...] = ()  # (category, date, note) of days that stay as they are
    sources: Mapping[str, SourceRule] = field(default_factory=dict)  # by source or site name

    def rule(self, source: str, origin: str | None = None) -> SourceRule:
        """The rule for `source`; for a feed, the rule for its site `origin`, else the rule for all feeds."""
        if is_from_arxiv(source):
            return SourceRule(keep=origin is None, publish=True)  # what another archive tells of arXiv is its word
        return self.sources.get((origin or source).partition(",")[0]) or self.sources.get(source) or SourceRule()

    def shows(self, source: str) -> bool:
        """Whether the words of a source may be shown."""
        return self.rule(source).publish

    @property
    def plain(self) -> Settings:
        """These without those that say how a site looks, on which neither its words nor its search depend."""
        return replace(self, notice="", footer="", logo="", colours={}, fonts={}, navigation=())

    @property
    def files(self) -> tuple[str, ...]:
        """The paths below the archive of the files that these name."""
        faces = ([said] if isinstance(said, str) else said for said in self.fonts.values())
        return tuple(filter(None, (*chain(*faces), self.logo)))

    @property
    def ended(self) -> dict[str, dt.date]:
        """Category that the archive follows no longer -> the last day on which it did."""
        return {code: date for code, date in self.former.items() if code not in self.categories}

    @property
    def drawn(self) -> tuple[str, ...]:
        """The categories whose announcements the archive shows: those that it follows, and those it once followed."""
        return (*self.categories, *self.ended)

    @property
    def hosts(self) -> frozenset[str]:
        """The hosts of the archive's own addresses, which its pages may link."""
        own = filter(None, (self.url, self.repository, self.older, self.newer, self.volumes))
        return frozenset(urlsplit(url).netloc.lower().removeprefix("www.") for url in own)

    @property
    def beside(self) -> str:
        """The way from the top of the site to where those of other volumes stand; empty: they are at addresses."""
        return "" if "://" in self.volumes else self.volumes.partition(PLACE)[0]

    @property
    def all_holidays(self) -> frozenset[dt.date]:
        """The working days on which arXiv may announce nothing: those that Daybook knows, and `holidays`."""
        return arxiv.HOLIDAYS.union(self.holidays)

    @property
    def acknowledged(self) -> dict[tuple[str, dt.date], str]:
        """(category, date) of days that stay as they are -> a note on each."""
        return {(category, date): note for category, date, note in self.acknowledge}

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets in all addresses."""
        return tuple(text for rule in self.sources.values() for text in rule.secrets)


_FORMER = ("search",)
"""Settings of earlier versions, which have no effect now: an archive that still has them works as before."""
_COMPOUND = ("categories", "acknowledge", "sources")
"""Settings that are written in several ways, or have parts of their own."""
_LINES = ("title", "description", "contact", "notice", "footer")
_SECURE = re.compile(r"https://[^\s\"'<>/]++(?:/[^\s\"'<>]*)?")
_URL = re.compile(r"https?://[^\s\"'<>]+")
_EXAMPLE = re.compile(r"\bYOU\b|[/@.]example\.(?:com|net|org)\b")
_KEY = re.compile(rf".*{terminal.KEY_NAME}", re.IGNORECASE)
_RANDOM = re.compile(r"(?=\S*\d)(?=\S*[A-Za-z])[\w.~+/=-]{16,}")
_FORMAT = re.compile(r"""^(["']?)format\1[ \t]*:[ \t]*(\d{1,9})(?=\s|$)""", re.MULTILINE)
_PAST = re.compile(r"^former:[^\r\n]*", re.MULTILINE)
_VARIABLE = re.compile(r"\$\{([A-Za-z_]\w*)\}", re.ASCII)
_SECRETS = re.compile(
    r"\b(?:gh[opsur]_|github_pat_|glpat-|sk-|xox[abeoprs]-|pypi-)[\w-]{16,}|\b(?:AKIA|ASIA)[0-9A-Z]{12,}\b"
    r"|//[^\s/?#@:\"'<>]*:[^\s/?#@\"'<>]+@|//(?=[^@\s]{0,99}\d)[^\s/?#@:\"'<>]{16,99}@"
    rf"|[?&;#][\w.%-]{{0,60}}?{terminal.KEY_NAME}=(?![^\s&;#\"'<>]*\{{)[^\s&;#\"'<>]{{8,}}"
    rf"|^[ \t#]*[\w-]{{0,60}}?{terminal.KEY_NAME}[ \t]*:[ \t]+[^\s{{\[#]",
    re.IGNORECASE,
)
"""Tokens by how they begin, the password or a long user name in an address, the value of a parameter or setting that is
called a key. Not what the environment gives, which is taken out before."""
_SHORTEST = 8
"""Characters of a key; anything shorter may be an ordinary word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Day:
    """A day that archive.yml acknowledges."""

    category: str
    date: dt.date
    note: str = ""


_MENDS = {
    "": "add at least `title:` and `categories:`",
    "categories": "add e.g. `categories: [cs.DC]`",
    "former": "write e.g. `former: {cs.NI: 2026-03-06}`",
    "since": "write a year, 1991 or later, e.g. `since: 2020`",
    "before": "write a year, 1991 or later, e.g. `before: 2020`",
    "volumes": "write e.g. `volumes: https://example.org/{volume}/`",
    "keep": "write all, packed or proved: see the handbook, Size",
    "acknowledge": "write e.g. `acknowledge: [{category: cs.DC, date: 2026-03-03, note: never served}]`",
    "sources": "write e.g. `pith: {keep: true, publish: true}`",
}


def parse(text: str) -> Settings:
    """The settings in the text of an archive.yml. Raises SettingsError with the line or field and a hint."""
    refuse_newer(text)
    _refuse_secrets((f"line {number}", line) for number, line in enumerate(text.splitlines(), 1))  # in comments, too
    data = read_yaml(text, NAME)
    _refuse_secrets(_values(data, ""))  # which YAML can write in parts and in other signs
    written = data if isinstance(data, dict) else {}
    plain = {key: value for key, value in written.items() if key not in (*_FORMER, *_COMPOUND)}
    said = typed({**plain, "categories": ()} if written else data, Settings, NAME, mends=_MENDS)
    if not 0 <= said.format <= FORMAT:
        raise _wrong(f"{said.format} is no format", "format", f"write `format: {FORMAT}` on a line of its own")
    if not words.TAG.fullmatch(said.language):
        raise _wrong(f"{said.language!r} is no language", "language", "write e.g. `language: de` or `language: pt-BR`")
    made: dict[str, Any] = {name: _line(getattr(said, name)) for name in _LINES}
    if said.volumes and said.volumes.count(PLACE) != 1:
        raise _wrong(f"{said.volumes!r} does not say where {PLACE} stands", "volumes", _MENDS["volumes"])
    for name in ("url", "repository", "older", "newer"):
        url = _line(getattr(said, name))
        if url and not _URL.fullmatch(url):
            raise _wrong(f"{url!r} is not a web address", name, "write it as https://...")
        made[name] = url if not url or url.endswith("/") else f"{url}/"
    made |= {"repository": made["repository"].removesuffix("/"), "holidays": tuple(sorted(set(said.holidays)))}
    made |= {"categories": _categories(written.get("categories")), "sources": _sources(written.get("sources") or {})}
    made["former"] = {_categories([code], "former")[0]: date for code, date in said.former.items()}
    return replace(said, **made, acknowledge=_acknowledged(written.get("acknowledge") or []))


def refuse_newer(text: str) -> None:
    """Raise SettingsError where a newer Daybook has written this archive.yml, whatever else is new in it."""
    if (written := written_format(text)) > FORMAT:
        hint = f"run pip install --upgrade {program.NAME}, or daybook upgrade"
        raise _wrong(f"written by a newer Daybook (format {written}; this one reads up to {FORMAT})", "", hint)


def written_format(text: str) -> int:
    """The number of the format in the text of an archive.yml, which may be of a newer Daybook; 0: there is none."""
    found = _FORMAT.search(text)
    return int(found[2]) if found else 0


def _refuse_secrets(texts: Iterable[tuple[str, str]]) -> None:
    """Raise SettingsError where a text, each with its place in an archive.yml, holds a password or a token, also as
    addresses encode them."""
    for place, text in texts:
        told = _VARIABLE.sub("", text)
        if _SECRETS.search(told) or ("%" in told and _SECRETS.search(unquote(told))):
            hint = "revoke it, and name a variable of the environment in the source's address instead, e.g. ${FEED_KEY}"
            raise _wrong("a secret does not belong in a file that is published", place, hint)


def _values(data: Any, place: str) -> Iterator[tuple[str, str]]:
    """The texts of what YAML says, each with its place."""
    if isinstance(data, str):
        yield place, data
    elif isinstance(data, dict | list):
        for name, value in data.items() if isinstance(data, dict) else enumerate(data, 1):
            yield from _values(value, f"{place}, {name}" if place else str(name))


def filled(settings: Settings, environment: Mapping[str, str]) -> tuple[Settings, tuple[str, ...]]:
    """The settings with `${NAME}` in the addresses of sources filled in from the environment, and what was filled in,
    which is secret. Raises SettingsError where it has no such variable."""
    rules, secrets = dict(settings.sources), set[str]()
    for name, rule in settings.sources.items():
        for variable in _VARIABLE.findall(rule.url):
            if not environment.get(variable):
                hint = f"set {variable} to the key that {name} has given you"
                raise _wrong(f"the environment has no {variable}", f"sources, {name}", hint)
            secrets.add(environment[variable])
        rules[name] = replace(rule, url=_VARIABLE.sub(lambda each: quoted(environment[each[1]], ""), rule.url))
    return replace(settings, sources=rules), tuple(sorted(secrets, key=len, reverse=True))


def with_former(text: str, former: Mapping[str, dt.date]) -> str:
    """The text of an archive.yml with these categories as those that it once followed. Raises SettingsError where a
    line at its end is not read."""
    line = f"former: {{{', '.join(f'{code}: {date}' for code, date in former.items())}}}"
    problem = "the categories that it once followed cannot be added"
    return _with_line(text, line, _PAST, lambda settings: settings.former == former, problem)


def in_format(text: str) -> str:
    """The text of an archive.yml with the line that tells this program's format. Raises SettingsError where a line at
    its end is not read."""
    fits = lambda settings: settings.format == FORMAT  # noqa: E731
    return _with_line(text, f"format: {FORMAT}", _FORMAT, fits, "its format cannot be added")


def _with_line(text: str, line: str, form: re.Pattern[str], fits: Callable[[Settings], bool], problem: str) -> str:
    """The text with a line in the place of one of that form, else at its end, if the settings are then as they should
    be."""
    told, found = form.subn(line, text)
    if not found:
        end = "\r\n" if "\r\n" in text else "\n"
        told = f"{text}{'' if text.endswith(end) else end}{line}{end}"
    with suppress(SettingsError):
        if fits(parse(told)):
            return told
    raise _wrong(problem, "", f"write `{line}` in it, beside `title`")


def _line(text: str) -> str:
    return " ".join(text.split())


def _categories(value: Any, place: str = "categories") -> tuple[str, ...]:
    codes = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(codes, list) or not codes:
        raise _wrong("`categories` is missing", "", _MENDS["categories"])
    for code in codes:
        if code not in arxiv.all_codes():
            raise _wrong(f"{code!r} is not an arXiv category", place, arxiv.mend(str(code)))
    return arxiv.canonical_all(codes)


def _acknowledged(value: Any) -> tuple[tuple[str, dt.date, str], ...]:
    days = {}
    mends = dict.fromkeys(("", "category", "date"), _MENDS["acknowledge"])
    for _, day in each(value if isinstance(value, list) else [value], _Day, NAME, "acknowledge, item", mends):
        (code,) = _categories([day.category])
        days[code, day.date] = _line(day.note)
    return tuple((*day, note) for day, note in days.items())


def _sources(value: Any) -> dict[str, SourceRule]:
    rules = {}
    mend = _MENDS["sources"]
    if not isinstance(value, dict):
        raise _wrong("must be a mapping", "sources", mend)
    for place, rule in each(value, SourceRule, NAME, "sources, ", dict.fromkeys(("", "keep", "publish", "url"), mend)):
        name = place.removeprefix("sources, ")
        host = _host(rule.url) if _SECURE.fullmatch(rule.url) else None
        if rule.url and not host:
            raise _wrong("`url` must be an https address", place, mend)
        if host and registry.is_arxivs(host):
            raise _wrong("`url` points to arXiv", place, "remove it: arXiv is always fetched")
        if host and registry.is_reserved(name):
            raise _wrong("name reserved for arXiv", place, "choose another name for the source")
        rules[name] = rule
    return rules


def _host(url: str) -> str | None:
    try:
        parts = urlsplit(url)
        return parts.hostname if parts.port != 0 else None
    except ValueError:
        return None


def doi(text: str) -> str:
    """The DOI in the text of an archive's CITATION.cff; empty if it states none. Raises SettingsError."""
    data = read_yaml(text, CITATION)
    if not isinstance(data, dict):
        return ""
    named = data.get("identifiers")
    listed = [each for each in named if isinstance(each, dict)] if isinstance(named, list) else []
    values = (data.get("doi"), *(each.get("value") for each in listed if each.get("type") == "doi"))
    return next((value for value in values if isinstance(value, str)), "")


def without_effect(text: str) -> list[str]:
    """The settings in the text of an archive.yml that can be removed. Raises SettingsError if it cannot be read."""
    data = read_yaml(text, NAME)
    return [key for key in _FORMER if key in data]


def is_example(value: str) -> bool:
    """Whether an address is still that of the guide's examples: `https://YOU.github.io/daily/`, `you@example.org`."""
    return _EXAMPLE.search(value) is not None


def render(settings: Settings) -> str:
    """The text of a new archive.yml, with a comment on each setting."""
    lines = [
        "# The settings of this archive. Only title and categories are required. Colours, navigation, footer and more:",
        f"# {program.HANDBOOK}/settings.md",
        f"title: {quote(settings.title)}",
        "# arXiv category codes; a paper listed in any of them belongs to this archive.",
        f"categories: [{', '.join(quote(code) for code in settings.categories)}]",
        "# The address of the site, for the sitemap.",
        f"url: {quote(settings.url)}",
        f"description: {quote(settings.description)}",
        "# An e-mail or web address where the operators of the services that are fetched from can reach you.",
        f"contact: {quote(settings.contact)}",
        "# Shown at the top of every page.",
        f"notice: {quote(settings.notice)}",
        f"repository: {quote(settings.repository)}",
        "# What the archive's files look like. Daybook raises it when it changes them.",
        f"format: {FORMAT}",
        "# arXiv's metadata is CC0. Other sources' texts are theirs: their raw documents are kept only with",
        "# `keep: true`, and their texts are shown only with `publish: true`. More: the handbook, Other sources.",
        "sources: {}",
    ]
    return "\n".join(lines) + "\n"


def quote(text: str) -> str:
    """A text as YAML quotes it, on one line."""
    return yaml.safe_dump(text, default_style='"', allow_unicode=True, width=10_000).strip()

"""archive.yml: an archive's title, categories and permissions.

Text in, Settings out; pure.
"""

from __future__ import annotations

import datetime as dt
import difflib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args
from urllib.parse import parse_qsl, unquote, urlsplit

import yaml

from daybook.errors import SettingsError
from daybook.model import taxonomy
from daybook.runtime import terminal
from daybook.sources import registry
from daybook.sources.registry import is_from_arxiv
from daybook.text import language as words
from daybook.text.yaml_text import read_yaml

NAME = "archive.yml"
CITATION = "CITATION.cff"
"""How the archive itself is cited; see citation-file-format.github.io."""


Keep = Literal["all", "packed", "proved"]
"""all: each raw document is a file; packed: those of a month are one file once none can come any more; proved: so they
are, and arXiv's documents of a day that is proved complete are left out."""


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

    title: str
    categories: tuple[str, ...]  # canonical codes of the categories the archive follows
    url: str = ""  # address of the site, with a final slash; empty: unknown
    description: str = ""
    contact: str = ""  # e-mail or web address for the operators of the services
    language: str = words.ENGLISH  # of what Daybook itself says on pages, as `lang` of HTML names it
    notice: str = ""  # shown at the top of every page, e.g. that the papers are samples
    repository: str = ""  # https address of the repository, for the header's link
    sample: bool = False  # a sample archive, which `daybook init` may replace
    offline_app: bool = True  # readers' browsers keep pages for when there is no network
    older: str = ""  # address of the archive of the years before `since`, with a final slash; empty: none
    newer: str = ""  # address of the archive of the years from `before` on, with a final slash; empty: none
    since: int | None = None  # the first year of this archive's days
    before: int | None = None  # the year before which this archive's days end
    keep: Keep = "all"  # which of arXiv's raw documents stay in the archive, and how
    holidays: tuple[dt.date, ...] = ()  # days without an announcement, besides those Daybook knows; sorted
    acknowledge: tuple[tuple[str, dt.date, str], ...] = ()  # (category, date, note) of days that stay as they are
    sources: Mapping[str, SourceRule] = field(default_factory=dict)  # by source or site name

    def rule(self, source: str, origin: str | None = None) -> SourceRule:
        """The rule for `source`; for a feed, the rule for its site `origin`, else the rule for all feeds."""
        if is_from_arxiv(source):
            return SourceRule(keep=origin is None, publish=True)  # what another archive tells of arXiv is its word
        return self.sources.get(origin or source) or self.sources.get(source) or SourceRule()

    @property
    def hosts(self) -> frozenset[str]:
        """The hosts of the archive's own addresses, which its pages may link."""
        own = filter(None, (self.url, self.repository, self.older, self.newer))
        return frozenset(urlsplit(url).netloc.lower().removeprefix("www.") for url in own)

    @property
    def acknowledged(self) -> dict[tuple[str, dt.date], str]:
        """(category, date) of days that stay as they are -> a note on each."""
        return {(category, date): note for category, date, note in self.acknowledge}

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets in all addresses."""
        return tuple(text for rule in self.sources.values() for text in rule.secrets)


_FIELDS = ("title", "categories", "url", "description", "contact", "language", "notice", "repository", "sample",
           "offline_app", "older", "newer", "since", "before", "keep", "holidays", "acknowledge",
           "sources")  # fmt: skip
_FORMER = ("search",)
"""Settings of earlier versions, which have no effect now: an archive that still has them works as before."""
_SECURE = re.compile(r"https://[^\s\"'<>/]++(?:/[^\s\"'<>]*)?")
_URL = re.compile(r"https?://[^\s\"'<>]+")
_EXAMPLE = re.compile(r"\bYOU\b|[/@.]example\.(?:com|net|org)\b")
_KEY = re.compile(rf".*{terminal.KEY_NAME}", re.IGNORECASE)
_RANDOM = re.compile(r"(?=\S*\d)(?=\S*[A-Za-z])[\w.~+/=-]{16,}")
_SHORTEST = 8
"""Characters of a key; anything shorter may be an ordinary word."""


def parse(text: str) -> Settings:
    """The settings in the text of an archive.yml. Raises SettingsError with the line or field and a hint."""
    data = read_yaml(text, NAME)
    if not isinstance(data, dict):
        raise SettingsError("no settings found", subject=NAME, hint="add at least `title:` and `categories:`")
    for key in data:
        if key not in (*_FIELDS, *_FORMER):
            raise SettingsError(f"unknown setting {key!r}", subject=NAME, hint=_suggest(str(key), _FIELDS))
    title = _text(data, "title")
    if not title:
        raise SettingsError("`title` is missing", subject=NAME, hint="add a line `title: ...`")
    return Settings(
        title=title,
        categories=_categories(data.get("categories")),
        url=_url(data, "url"),
        description=_text(data, "description"),
        contact=_text(data, "contact"),
        language=_language(data),
        notice=_text(data, "notice"),
        repository=_url(data, "repository").removesuffix("/"),
        sample=_flag(data, "sample", default=False),
        offline_app=_flag(data, "offline_app", default=True),
        older=_url(data, "older"),
        newer=_url(data, "newer"),
        since=_year(data, "since"),
        before=_year(data, "before"),
        keep=_keep(data.get("keep", "all")),
        holidays=_dates(data, "holidays"),
        acknowledge=_acknowledged(data.get("acknowledge")),
        sources=_sources(data.get("sources")),
    )


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
        "# The settings of this archive. Only title and categories are required.",
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
        "# arXiv's metadata is CC0. Other sources' texts are theirs: their raw documents are kept only with",
        "# `keep: true`, and their texts are shown only with `publish: true`. See the guide, Whose words.",
        "sources: {}",
    ]
    return "\n".join(lines) + "\n"


def quote(text: str) -> str:
    """A text as YAML quotes it, on one line."""
    return yaml.safe_dump(text, default_style='"', allow_unicode=True, width=10_000).strip()


def _suggest(word: str, known: tuple[str, ...]) -> str:
    """The known word most like this one: of several, that with the longest common beginning."""
    likely = difflib.get_close_matches(word, known, n=10)
    near = max(likely, key=lambda other: len(os.path.commonprefix((word, other))), default=None)  # noqa: RUF071
    return f"did you mean {near!r}?" if near else f"the settings are {', '.join(known)}"


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise SettingsError(f"`{name}` must be a string", subject=NAME, hint="put it in quotation marks")
    return " ".join(value.split())


def _language(data: Mapping[str, Any]) -> str:
    tag = _text(data, "language") or words.ENGLISH
    if not words.TAG.fullmatch(tag):
        hint = "write e.g. `language: de` or `language: pt-BR`"
        raise SettingsError(f"`language` names none: {tag!r}", subject=NAME, hint=hint)
    return tag


def _flag(data: Mapping[str, Any], name: str, *, default: bool) -> bool:
    value = data.get(name, default)
    if not isinstance(value, bool):
        raise SettingsError(f"`{name}` must be true or false", subject=NAME, hint=f"write `{name}: true`")
    return value


def _keep(value: Any) -> Keep:
    for known in get_args(Keep):
        if value == known:
            return known  # type: ignore[no-any-return]
    raise SettingsError("`keep` must be all, packed or proved", subject=NAME, hint="see the guide, How large it gets")


def _year(data: Mapping[str, Any], name: str) -> int | None:
    value = data.get(name)
    if value is not None and (type(value) is not int or not 1991 <= value <= 9999):
        raise SettingsError(f"`{name}` must be a year, 1991 or later", subject=NAME, hint=f"write e.g. `{name}: 2020`")
    return value


def _dates(data: Mapping[str, Any], name: str) -> tuple[dt.date, ...]:
    hint = f"write e.g. `{name}: [2027-01-01, 2027-01-18]`"
    value = data.get(name) or []
    if not isinstance(value, list):
        raise SettingsError(f"`{name}` must be a list of dates", subject=NAME, hint=hint)
    try:
        return tuple(sorted({dt.date.fromisoformat(str(each)) for each in value}))
    except ValueError:
        raise SettingsError(f"`{name}` must be a list of dates", subject=NAME, hint=hint) from None


def _acknowledged(value: Any) -> tuple[tuple[str, dt.date, str], ...]:
    hint = "write e.g. `acknowledge: [{category: cs.DC, date: 2026-03-03, note: never served}]`"
    days = {}
    for number, each in enumerate(value if isinstance(value, list) else [] if value is None else [value], 1):
        place = f"acknowledge, item {number}"
        if not isinstance(each, dict) or not {"category", "date"} <= set(each) <= {"category", "date", "note"}:
            raise SettingsError("not a category and a date", subject=NAME, location=place, hint=hint)
        (code,), (date,) = _categories([each["category"]]), _dates({"acknowledge": [each["date"]]}, "acknowledge")
        days[code, date] = _text(each, "note")
    return tuple((*day, note) for day, note in days.items())


def _url(data: Mapping[str, Any], name: str) -> str:
    value = _text(data, name)
    if value and not _URL.fullmatch(value):
        raise SettingsError(
            f"`{name}` must be a web address, not {value!r}", subject=NAME, hint="write it as https://..."
        )
    return value if not value or value.endswith("/") else value + "/"


def _categories(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if not isinstance(value, list) or not value:
        raise SettingsError("`categories` is missing", subject=NAME, hint="add e.g. `categories: [cs.DC]`")
    known = tuple(taxonomy.all_codes())
    for code in value:
        if code not in known:
            problem = f"{code!r} is not an arXiv category"
            raise SettingsError(problem, subject=NAME, location="categories", hint=taxonomy.mend(str(code)))
    return taxonomy.canonical_all(value)


def _sources(value: Any) -> dict[str, SourceRule]:
    if value is None:
        return {}
    hint = "write e.g. `pith: {keep: true, publish: true}`"
    flags = {"keep", "publish"}
    if not isinstance(value, dict):
        raise SettingsError("`sources` must be a mapping", subject=NAME, hint=hint)
    rules = {}
    for name, rule in value.items():
        sound = isinstance(rule, dict) and set(rule) <= {*flags, "url"}
        if not sound or not all(isinstance(value, bool) == (key in flags) for key, value in rule.items()):
            raise SettingsError("not a valid rule", subject=NAME, location=f"sources, {name}", hint=hint)
        url = rule.get("url", "")
        _check_address(str(name), url, hint)
        rules[str(name)] = SourceRule(keep=rule.get("keep", False), publish=rule.get("publish", False), url=url)
    return rules


def _check_address(name: str, url: Any, hint: str) -> None:
    """Raise SettingsError where a source may not have this address or this name."""
    if not url:
        return
    place = f"sources, {name}"
    host = _host(url) if isinstance(url, str) and _SECURE.fullmatch(url) else None
    if not host:
        raise SettingsError("`url` must be an https address", subject=NAME, location=place, hint=hint)
    if registry.is_arxivs(host):
        raise SettingsError(
            "`url` points to arXiv", subject=NAME, location=place, hint="remove it: arXiv is always fetched"
        )
    if registry.is_reserved(name):
        hint = "choose another name for the source"
        raise SettingsError("name reserved for arXiv", subject=NAME, location=place, hint=hint)


def _host(url: str) -> str | None:
    try:
        parts = urlsplit(url)
        return parts.hostname if parts.port != 0 else None
    except ValueError:
        return None

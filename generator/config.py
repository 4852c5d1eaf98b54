"""archive.yml: what an archive is called, what it follows, and what it may show. Text in, Settings out; pure."""

from __future__ import annotations

import datetime as dt
import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import yaml
from yaml.constructor import SafeConstructor

try:
    from yaml import CSafeLoader as Safe  # ten times as quick
except ImportError:  # PyYAML may be without its C library
    from yaml import SafeLoader as Safe  # type: ignore[assignment]

from generator import taxonomy
from generator.errors import SettingsError
from generator.runtime import terminal
from generator.sources import authority

NAME = "archive.yml"
DEEPEST = 50
"""No file of people is nested so deeply."""
MOST_ALIASED = 100_000
"""So many values a part that holds aliases may come to when each alias is read as what it stands for."""
LONGEST_PLAIN = 20_000
"""So many characters a value without quotation marks may have: it is looked at for being a number, which takes long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRule:
    """What may be done with a source's own words. arXiv's metadata is CC0 and needs no rule."""

    keep: bool = False  # keep its raw documents in the archive (they are public where the archive is)
    publish: bool = False  # show its words on pages
    url: str = ""  # where `daybook fetch` finds it; `{date}` and `{category}` stand for those wanted

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
        """What of the address nobody else should read: a password, and what has the name or the look of a key."""
        parts = urlsplit(self.url)
        values = (value for name, value in parse_qsl(parts.query) if _KEY.fullmatch(name) or _RANDOM.fullmatch(value))
        login = unquote(parts.password or parts.username or "")
        found = (text for text in (login, *values) if len(text) >= _SHORTEST and "{" not in text)
        return tuple(sorted(found, key=len, reverse=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one archive, validated."""

    title: str
    categories: tuple[str, ...]  # canonical codes the archive follows
    url: str = ""  # where the site will live, with a final slash; empty: not known
    description: str = ""
    contact: str = ""  # an address that services may write to
    notice: str = ""  # shown on top of every page, e.g. that the papers are samples
    repository: str = ""  # https address of the repository, for the header's link
    sample: bool = False  # a sample, which `daybook init` may replace
    search: bool = True  # a search index of all pages; beyond some thousand papers it is heavy for its readers
    older: str = ""  # where the archive of the years before `since` lives, with a final slash; empty: there is none
    newer: str = ""  # where the archive of the years from `before` on lives, with a final slash; empty: there is none
    since: int | None = None  # the first year of this archive's days
    before: int | None = None  # the year before which this archive's days end
    holidays: tuple[dt.date, ...] = ()  # on which arXiv closes nothing, besides those that Daybook knows; sorted
    sources: Mapping[str, SourceRule] = field(default_factory=dict)  # by source or site name

    def rule(self, source: str, origin: str | None = None) -> SourceRule:
        """What may be done with the words of `source` (for feeds: of the site `origin`, else of all feeds)."""
        if source.startswith("arxiv-"):
            return SourceRule(keep=True, publish=True)
        return self.sources.get(origin or source) or self.sources.get(source) or SourceRule()

    @property
    def secrets(self) -> tuple[str, ...]:
        """Those of all addresses."""
        return tuple(text for rule in self.sources.values() for text in rule.secrets)


_FIELDS = ("title", "categories", "url", "description", "contact", "notice", "repository", "sample", "search",
           "older", "newer", "since", "before", "holidays", "sources")  # fmt: skip
_SECURE = re.compile(r"https://[^\s\"'<>/]++(?:/[^\s\"'<>]*)?")
_URL = re.compile(r"https?://[^\s\"'<>]+")
_KEY = re.compile(rf".*{terminal.KEY_NAME}", re.IGNORECASE)
_RANDOM = re.compile(r"(?=\S*\d)(?=\S*[A-Za-z])[\w.~+/=-]{16,}")
_SHORTEST = 8
"""Characters of a key; what is shorter may be any word."""


def parse(text: str) -> Settings:
    """The settings in the text of an archive.yml. Raises SettingsError naming the line or field and the mend."""
    data = read_yaml(text, NAME)
    if not isinstance(data, dict):
        raise SettingsError("holds no settings", subject=NAME, hint="write at least `title:` and `categories:`")
    for key in data:
        if key not in _FIELDS:
            raise SettingsError(f"unknown setting {key!r}", subject=NAME, hint=_suggest(str(key), _FIELDS))
    return Settings(
        title=_text(data, "title") or _missing("title"),
        categories=_categories(data.get("categories")),
        url=_url(data, "url"),
        description=_text(data, "description"),
        contact=_text(data, "contact"),
        notice=_text(data, "notice"),
        repository=_url(data, "repository").removesuffix("/"),
        sample=_flag(data, "sample", default=False),
        search=_flag(data, "search", default=True),
        older=_url(data, "older"),
        newer=_url(data, "newer"),
        since=_year(data, "since"),
        before=_year(data, "before"),
        holidays=_dates(data, "holidays"),
        sources=_sources(data.get("sources")),
    )


def read_yaml(text: str, name: str) -> Any:
    """The value of a YAML text written by a person; SettingsError with the line where it is none."""
    try:
        _refuse_unbounded(text, name)
        return yaml.load(text, _Quick)  # noqa: S506 - it is a safe loader
    except SettingsError:
        raise
    except Exception:  # noqa: S110 - of whatever kind (`!!bool maybe` is a KeyError): the other one says where it is
        pass
    try:
        return yaml.load(text, _Careful)  # noqa: S506 - it is a safe loader
    except _Twice as error:
        mark = error.problem_mark
        place = f"line {mark.line + 1}" if mark else ""
        raise SettingsError(
            str(error.problem), subject=name, location=place, hint="join the two, or drop one"
        ) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "is not YAML"
        place = f"line {mark.line + 1}" if mark else ""
        hint = "check the indentation and quote texts that hold a colon"
        raise SettingsError(str(problem), subject=name, location=place, hint=hint) from None
    except ValueError as error:  # what has the form of a date and is none
        raise SettingsError(str(error), subject=name, hint="correct the date or number, or quote it") from None
    except Exception as error:
        hint = "remove what begins with ! or &, and quote strings"
        raise SettingsError("contains an unreadable value", subject=name, hint=hint) from error


def _refuse_unbounded(text: str, name: str) -> None:
    """Raise SettingsError where a text is nested so deeply, repeats so much of itself by aliases, or has so long an
    unquoted value, that reading it would take all of the stack, the memory or the day. What is no YAML passes."""
    sizes, names, known = [0], [""], dict[str, int]()
    for event in yaml.parse(text, Safe):
        problem = ""
        match event:
            case yaml.ScalarEvent():
                sizes[-1] += 1
                problem = "value too long" if event.implicit[0] and len(event.value) > LONGEST_PLAIN else ""
            case yaml.CollectionStartEvent():
                sizes.append(1)
                names.append(event.anchor or "")
                problem = "is nested too deeply" if len(sizes) > DEEPEST else ""
            case yaml.CollectionEndEvent():
                known[names.pop()] = size = sizes.pop()
                sizes[-1] += size
            case yaml.AliasEvent():
                anchor = event.anchor or ""
                sizes[-1] += MOST_ALIASED + 1 if anchor in names else known.get(anchor, 0)
                problem = "aliases repeat too much" if sizes[-1] > MOST_ALIASED else ""
        if problem:
            place = f"line {event.start_mark.line + 1}" if event.start_mark else ""
            raise SettingsError(problem, subject=name, location=place, hint="simplify it, and quote strings")


class _Twice(yaml.MarkedYAMLError):
    """A key that a table has already."""


class _Plain(SafeConstructor):
    """Reads plain values. Other readers let the last of two equal keys win, and lose what the first one has."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen = set()
        for key, _ in node.value:
            told = (key.tag, key.value) if isinstance(key, yaml.ScalarNode) else None
            if told in seen:
                raise _Twice(problem=f"{key.value!r} stands there twice", problem_mark=key.start_mark)
            seen.add(told or id(key))
        found: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        return found


class _Quick(_Plain, Safe):
    """With the C library's parser, where there is one."""


class _Careful(_Plain, yaml.SafeLoader):
    """With the parser that names the line a person looks for."""


def render(settings: Settings) -> str:
    """The text of a new archive.yml, with a comment on each setting."""
    quote = _quote
    lines = [
        "# What this archive is called and follows. Every setting but title and categories may be left out.",
        f"title: {quote(settings.title)}",
        "# arXiv category codes; a paper listed in any of them belongs to this archive.",
        f"categories: [{', '.join(quote(code) for code in settings.categories)}]",
        "# Where the site will live, for feeds and the sitemap.",
        f"url: {quote(settings.url)}",
        f"description: {quote(settings.description)}",
        "# An address that the services you read may write to.",
        f"contact: {quote(settings.contact)}",
        "# Shown on top of every page.",
        f"notice: {quote(settings.notice)}",
        f"repository: {quote(settings.repository)}",
        "# arXiv's metadata is CC0. Other sources' words are theirs: their raw documents are kept only with",
        "# `keep: true`, their words are shown only with `publish: true`. The guide says what that means.",
        "sources: {}",
    ]
    return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    return yaml.safe_dump(text, default_style='"', allow_unicode=True, width=10_000).strip()


def _suggest(word: str, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(word, known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"the settings are {', '.join(known)}"


def _missing(name: str) -> str:
    raise SettingsError(f"`{name}` is missing", subject=NAME, hint=f"add a line `{name}: ...`")


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise SettingsError(f"`{name}` is not a text", subject=NAME, hint="put it in quotation marks")
    return " ".join(value.split())


def _flag(data: Mapping[str, Any], name: str, *, default: bool) -> bool:
    value = data.get(name, default)
    if not isinstance(value, bool):
        raise SettingsError(f"`{name}` is neither true nor false", subject=NAME, hint=f"write `{name}: true`")
    return value


def _year(data: Mapping[str, Any], name: str) -> int | None:
    value = data.get(name)
    if value is not None and (type(value) is not int or not 1991 <= value <= 9999):
        raise SettingsError(f"`{name}` is no year since 1991", subject=NAME, hint=f"write e.g. `{name}: 2020`")
    return value


def _dates(data: Mapping[str, Any], name: str) -> tuple[dt.date, ...]:
    hint = f"write e.g. `{name}: [2027-01-01, 2027-01-18]`"
    value = data.get(name) or []
    if not isinstance(value, list):
        raise SettingsError(f"`{name}` is no list of dates", subject=NAME, hint=hint)
    try:
        return tuple(sorted({dt.date.fromisoformat(str(each)) for each in value}))
    except ValueError:
        raise SettingsError(f"`{name}` holds something other than dates", subject=NAME, hint=hint) from None


def _url(data: Mapping[str, Any], name: str) -> str:
    value = _text(data, name)
    if value and not _URL.fullmatch(value):
        raise SettingsError(f"`{name}` is no address: {value!r}", subject=NAME, hint="write it as https://...")
    return value if not value or value.endswith("/") else value + "/"


def _categories(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if not isinstance(value, list) or not value:
        raise SettingsError("`categories` is missing", subject=NAME, hint="add e.g. `categories: [cs.DC]`")
    known = tuple(taxonomy.all_codes())
    for code in value:
        if not isinstance(code, str) or code not in known:
            hint = (
                _suggest(str(code), known) if difflib.get_close_matches(str(code), known, n=1) else "see arXiv's list"
            )
            raise SettingsError(f"{code!r} is no arXiv category", subject=NAME, location="categories", hint=hint)
    return taxonomy.canonical_all(value)


def _sources(value: Any) -> dict[str, SourceRule]:
    if value is None:
        return {}
    hint = "write e.g. `pith: {keep: true, publish: true}`"
    flags = {"keep", "publish"}
    if not isinstance(value, dict):
        raise SettingsError("`sources` is no table", subject=NAME, hint=hint)
    rules = {}
    for name, rule in value.items():
        sound = isinstance(rule, dict) and set(rule) <= {*flags, "url"}
        if not sound or not all(isinstance(value, bool) == (key in flags) for key, value in rule.items()):
            raise SettingsError("unknown rule", subject=NAME, location=f"sources, {name}", hint=hint)
        url = rule.get("url", "")
        _check_address(str(name), url, hint)
        rules[str(name)] = SourceRule(keep=rule.get("keep", False), publish=rule.get("publish", False), url=url)
    return rules


def _check_address(name: str, url: Any, hint: str) -> None:
    """Raises SettingsError where no source may be found at this address, or not under this name."""
    if not url:
        return
    place = f"sources, {name}"
    host = _host(url) if isinstance(url, str) and _SECURE.fullmatch(url) else None
    if not host:
        raise SettingsError("`url` is no https address", subject=NAME, location=place, hint=hint)
    if authority.is_arxivs(host):
        raise SettingsError(
            "`url` points to arXiv", subject=NAME, location=place, hint="remove it: arXiv is fetched anyway"
        )
    if authority.is_reserved(name):
        hint = "give the source another name"
        raise SettingsError("this name is reserved for arXiv", subject=NAME, location=place, hint=hint)


def _host(url: str) -> str | None:
    try:
        parts = urlsplit(url)
        return parts.hostname if parts.port != 0 else None
    except ValueError:
        return None

"""archive.yml: what is read, and what is refused with place and mend."""

import datetime as dt
import re
from dataclasses import replace

import pytest
from daybook import config
from daybook.config import Settings, SourceRule
from daybook.errors import SettingsError

from tests.cases import for_each, table

WHOLE = """\
title: "Daily: networks"
categories: [cs.NI, math.IT, cs.IT]
url: https://example.org/daily
description: A reading group's archive.
contact: someone@example.org
notice: "Under construction"
repository: https://example.org/repo/
sample: true
sources:
  pith: {keep: true, publish: true}
  journal.example: {publish: true}
"""


def test_every_setting_is_read() -> None:
    """Addresses end in a slash where they are a site's; aliases become canonical, each once."""
    found = config.parse(WHOLE)
    assert found == Settings(
        title="Daily: networks",
        categories=("cs.NI", "cs.IT"),
        url="https://example.org/daily/",
        description="A reading group's archive.",
        contact="someone@example.org",
        notice="Under construction",
        repository="https://example.org/repo",
        sample=True,
        sources={"pith": SourceRule(keep=True, publish=True), "journal.example": SourceRule(publish=True)},
    )


@for_each("value", ["false", "true", "of old"])
def test_former_settings_have_no_effect(value: str) -> None:
    """An archive that still has one works as before, and it is named."""
    text = WHOLE + f"search: {value}\n"
    assert config.parse(text) == config.parse(WHOLE)
    assert (config.without_effect(text), config.without_effect(WHOLE)) == (["search"], [])


def test_what_is_written_is_read_back() -> None:
    """A new archive's file, whatever stands in the title."""
    settings = Settings(title='A "quoted": # title – ü', categories=("cs.DC", "hep-th"), url="https://example.org/x/")
    assert config.parse(config.render(settings)) == replace(settings, format=config.FORMAT)


@for_each("value", ["https://YOU.github.io/daily/", "https://example.org/daily/", "you@example.org"])
def test_examples_are_known(value: str) -> None:
    """What the guide's examples say is nobody's own address."""
    assert config.is_example(value)
    assert not any(map(config.is_example, ("", "https://you.github.io/daily/", "https://YOURS.github.io/example/")))


SHORT = "title: t\ncategories: cs.DC\n"
NO_ADDRESSES = ("http://a.example", "https://[", "https://a.example:x/", "https://:1/", "ftp://a", "https://a b")
ARXIVS = ("https://arxiv.org/list/cs.DC/new", "https://Export.arXiv.org./api", "https://u@arxiv.org:443")
RESERVED = ("list", "rss", "catchup", "oai", "api", "backfill", "arxiv", "export", "arxiv-listing")
SOURCES = {
    **dict.fromkeys((("x", url) for url in NO_ADDRESSES), "sources, x: `url` must be an https address"),
    **dict.fromkeys((("x", url) for url in ARXIVS), "sources, x: `url` points to arXiv; remove it"),
    **{(name, "https://a.example"): f"sources, {name}: name reserved for arXiv" for name in RESERVED},
}


def test_categories_may_be_one_text() -> None:
    assert config.parse("title: t\ncategories: cs.DC, cs.NI").categories == ("cs.DC", "cs.NI")


@for_each(
    ("text", "said"),
    [
        *table(__file__, "what_cannot_be_used_alone"),
        *((SHORT + text, said) for text, said in table(__file__, "what_cannot_be_used_besides")),
        *((f"{SHORT}sources: {{{name}: {{url: '{url}'}}}}", said) for (name, url), said in SOURCES.items()),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(text: str, said: str) -> None:
    with pytest.raises(SettingsError, match=r"\A[^\n]+\Z") as caught:
        config.parse(text)
    assert (f"archive.yml{said}" if said[0] in ":," else said) in str(caught.value)


def test_whose_words_may_be_kept_and_shown() -> None:
    """arXiv's always; others' by their own rule, a feed's by its site's or that of all feeds; else never."""
    settings = config.parse(WHOLE)
    assert settings.rule("arxiv-listing") == SourceRule(keep=True, publish=True)
    assert settings.rule("pith") == SourceRule(keep=True, publish=True)
    assert settings.rule("feed", "journal.example") == SourceRule(publish=True)
    assert settings.rule("feed", "other.example") == SourceRule()
    assert settings.rule("inference-report") == SourceRule()


def test_holidays_are_dates() -> None:
    """As YAML reads them, or in quotation marks; sorted, each once."""
    text = 'title: t\ncategories: cs.DC\nholidays: [2027-01-18, "2027-01-01", 2027-01-18]'
    assert config.parse(text).holidays == (dt.date(2027, 1, 1), dt.date(2027, 1, 18))


@for_each(("url", "secrets"), table(__file__, "what_of_an_address_is_nobodys_business"))
def test_what_of_an_address_is_nobodys_business(url: str, secrets: tuple[str, ...]) -> None:
    """Password and keys, unescaped; not words that anybody writes, nor what stands for a date or a category."""
    assert SourceRule(url=url).secrets == secrets


LEAKS = [
    "url: https://me:pw@example.org/", "description: ghp_0123456789abcdefABCDEF0123456789abcd",
    "# github_pat_11ABCDEFG0123456789_abc", "contact: glpat-0123456789abcdefghij", "notice: sk-proj-0123456789abcdef",
    "repository: AKIAIOSFODNN7EXAMPLE", "sources: {a.example: {url: 'https://a.example/f?api_key=abcdefgh'}}",
    "sources: {a.example: {url: 'https://${ME}:pw@a.example/'}}", "password: hunter2", "api_token: 'x'",
    "url: //me:pw@example.org/", "older: ftp://me:pw@example.org/", "newer: https://me%3Apw@example.org/",
    "sources: {a.example: {url: 'https://me:p{pw@a.example/'}}", "# https://user:pw@example.org",
    "sources: {a.example: {url: 'https://a.example/f?api%5Fkey=abcdefgh'}}", "footer: '[x](https://:pw@a.example/)'",
    "repository: https://0123456789abcdefABCDEF01@example.org/x", "contact: https://a.example/#token=abcdefgh",
]  # fmt: skip
HARMLESS = [
    "description: 'The key: tokens of consensus, sk-learn and passwords'", "url: https://example.org:8443/@me/",
    "sources: {a.example: {url: 'https://${ME}:${PW}@a.example/f?key=${KEY}&d={date}'}}",
    "sources: {a.example: {url: 'https://a.example/f?keyword=networks&author=Mustermann'}}",
    "repository: https://github.com/x/y  # not ssh://git@github.com/x/y", "contact: https://example.org/@somebody2026-at-home/",
]  # fmt: skip


@for_each(("line", "refused"), [*((line, True) for line in LEAKS), *((line, False) for line in HARMLESS)])
def test_a_secret_is_refused(line: str, refused: bool) -> None:
    """In any setting, in a comment and under an unknown name; the line is named, the secret is not repeated."""
    text = f"title: t\ncategories: cs.DC\n{line}\n"
    if not refused:
        config.parse(text)
        return
    with pytest.raises(SettingsError, match="line 3: a secret does not belong in a file that is published; ") as caught:
        config.parse(text)
    assert not {"pw", "hunter2", "abcdefgh"} & set(re.split(r"\W+", str(caught.value)))


@for_each(
    "written", [r'"https:\/\/me:pw@example.org/"', r'"https://me\x3apw@example.org/"', '"https://me:\\\n    pw@x.org/"']
)
def test_a_secret_is_refused_however_yaml_writes_it(written: str) -> None:
    text = f"title: t\ncategories: cs.DC\nsources:\n  a.example:\n    url: {written}\n"
    with pytest.raises(SettingsError, match=r"sources, a\.example, url: a secret does not belong"):
        config.parse(text)


def test_keys_come_from_the_environment() -> None:
    """Where an address names them; what is missing is named with its source."""
    settings = config.parse(
        "title: t\ncategories: cs.DC\nsources: {a.example: {url: 'https://me:${PW}@a.example/${K}'}}"
    )
    told, secrets = config.filled(settings, {"PW": "a/b@c", "K": "longer-one"})
    assert told.sources["a.example"].url == "https://me:a%2Fb%40c@a.example/longer-one"
    assert secrets == ("longer-one", "a/b@c")
    with pytest.raises(SettingsError, match=r"sources, a\.example: the environment has no K; set K to the key that"):
        config.filled(settings, {"PW": "x", "K": ""})


@for_each(("text", "doi"), table(__file__, "the_doi_of_a_citation_file"))
def test_the_doi_of_a_citation_file(text: str, doi: str) -> None:
    """As CITATION.cff states it, in either place."""
    assert config.doi(text) == doi

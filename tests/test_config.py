"""archive.yml: what is read, and what is refused with place and mend."""

import datetime as dt

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
    assert config.parse(config.render(settings)) == settings


@for_each("value", ["https://YOU.github.io/daily/", "https://example.org/daily/", "you@example.org"])
def test_examples_are_known(value: str) -> None:
    """What the guide's examples say is nobody's own address."""
    assert config.is_example(value)
    assert not any(map(config.is_example, ("", "https://you.github.io/daily/", "https://YOURS.github.io/example/")))


SHORT = "title: t\ncategories: cs.DC\n"
NO_DATES = {
    "2027-01-01": "must be a list", "{a: 1}": "must be a list", "[2027]": "2027 is not a date; write e.g. `holidays: [",
    "[2027-01-01 10:00:00]": "datetime.datetime(2027, 1, 1, 10, 0) is not a date", "[next]": "'next' is not a date",
}  # fmt: skip
NO_ADDRESSES = ("http://a.example", "https://[", "https://a.example:x/", "https://:1/", "ftp://a", "https://a b")
ARXIVS = ("https://arxiv.org/list/cs.DC/new", "https://Export.arXiv.org./api", "https://u:p@arxiv.org:443")
RESERVED = ("list", "rss", "catchup", "oai", "api", "backfill", "arxiv", "export", "arxiv-listing")


def sourced(name: str, url: str = "https://a.example") -> str:
    """Settings that name a source's address."""
    return f"title: t\ncategories: [cs.DC]\nsources: {{{name}: {{url: '{url}'}}}}"


def test_categories_may_be_one_text() -> None:
    assert config.parse("title: t\ncategories: cs.DC, cs.NI").categories == ("cs.DC", "cs.NI")


@for_each(
    ("text", "said"),
    [
        ("", "archive.yml: must be a mapping; add at least `title:`"),
        ("- a", "must be a mapping; add at least"),
        *((f"{SHORT}holidays: {value}", f"holidays: {told}") for value, told in NO_DATES.items()),
        (f"{SHORT}holidays: [2027-02-30]", "day is out of range"),  # in YAML's own reader
        ("title: [", "archive.yml, line 1"),
        ("title: x\ntitle: y", "archive.yml, line 2: duplicate key 'title'; merge the two, or remove one"),
        ("titel: x", "archive.yml: unknown key 'titel'; did you mean 'title'?"),
        ("colour: x", "the keys are title"),
        ("categories: [cs.DC]", "`title` is missing; add a line"),
        ("title: t", "`categories` is missing"),
        ("title: 3\ncategories: [cs.DC]", "archive.yml, title: 3 is not text; put it in quotation marks"),
        ("title: t\ncategories: [cs.dc]", "archive.yml, categories: 'cs.dc' is not an arXiv category; write 'cs.DC'"),
        ("title: t\ncategories: [cs.DX]", "'cs.DX' is not an arXiv category; did you mean 'cs.D"),
        (
            "title: t\ncategories: [2]",
            "2 is not an arXiv category; the categories are listed at arxiv.org/category_taxonomy",
        ),
        (
            "title: t\ncategories: [cs.DC]\nurl: example.org",
            "url: 'example.org' is not a web address; write it as",
        ),
        (
            "title: t\ncategories: [cs.DC]\nsample: maybe",
            "sample: must be true or false; write `sample: true`",
        ),
        ("title: t\ncategories: [cs.DC]\nsources: [pith]", "archive.yml, sources: must be a mapping; write e.g."),
        (
            "title: t\ncategories: [cs.DC]\nsources: {pith: {show: true}}",
            "sources, pith: unknown key 'show'; the keys",
        ),
        (
            "title: t\ncategories: [cs.DC]\nsources: {pith: {keep: 1}}",
            "pith, keep: must be true or false; write e.g.",
        ),
        *((sourced("x", url), "sources, x: `url` must be an https address") for url in NO_ADDRESSES),
        *((sourced("x", url), "sources, x: `url` points to arXiv; remove it") for url in ARXIVS),
        *((sourced(name), f"sources, {name}: name reserved for arXiv") for name in RESERVED),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(text: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        config.parse(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


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


@for_each(("text", "doi"), table(__file__, "the_doi_of_a_citation_file"))
def test_the_doi_of_a_citation_file(text: str, doi: str) -> None:
    """As CITATION.cff states it, in either place."""
    assert config.doi(text) == doi

"""`daybook export notes` and `cff`: what a release says of its month, and how an archive is cited."""

import datetime as dt
import json
import re
from pathlib import Path
from typing import Any

import pytest
from daybook import cli
from daybook.config import Settings
from daybook.exports import citations
from daybook.pages import periods
from daybook.text import yaml_text
from daybook.view.archive_view import Texts
from jsonschema import Draft202012Validator

from tests.cases import for_each
from tests.pages import sample

MARCH = dt.date(2026, 3, 1)
CFF: dict[str, Any] = json.loads((Path(__file__).parent / "cff-1.2.0.json").read_text(encoding="utf-8"))
"""What Citation File Format 1.2.0 says of the fields that are written."""
TITLES = (
    "Networks: daily", "- yes", '"Quoted" \\ # no comment', "{{ x }} & <b>", "日報 😀", "'", "null", "%TAG", "1.0",
)  # fmt: skip


def printed(capsysbinary: pytest.CaptureFixture[bytes], *words: str) -> str:
    assert cli.main([*words]) == 0
    return capsysbinary.readouterr().out.decode()


def month(url: str = "", written: str = "") -> str:
    settings = Settings(title="Tides", categories=sample.SETTINGS.categories, url=url)
    return periods.release_notes(
        sample.ARCHIVE, settings, Texts(digests={"2026-03": written} if written else {}), MARCH
    )


def test_notes_are_the_month_s_digest() -> None:
    """Links lead to the site, where it has an address, else to arXiv; none is relative."""
    for url, host in (("https://example.org/daily/", "https://example.org/daily/"), ("", "https://arxiv.org/abs/")):
        text = month(url)
        links = re.findall(r"\]\(([^)]*)\)", text)
        assert links
        assert all(link.startswith(host) for link in links), links
        assert "new submission" in text
        assert ("days/2026/2026-03.html" in text) == bool(url)


def test_a_person_s_digest_goes_first() -> None:
    text = month("https://example.org/", "See [this](2603.00356), [all](../index.md) or [x](y:z).")
    place = "https://example.org/papers/2603/2603.00356.html"
    assert text.startswith(f"See [this]({place}), [all](https://example.org/days/index.html) or x.\n")
    assert month("", "See [all](../index.md).").startswith("See all.\n")
    assert "By the editors of this archive." in text


def test_a_month_without_announcements(content: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """Prints nothing; a month that is none is wrong usage."""
    assert printed(capsysbinary, "export", "notes", "2031-01", "--archive", str(content)) == ""
    with pytest.raises(SystemExit):
        cli.main(["export", "notes", "March", "--archive", str(content)])


def test_the_sample_s_march(content: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """The command prints the same each time, and changes nothing."""
    before = sorted(path.name for path in content.iterdir())
    one, two = (printed(capsysbinary, "export", "notes", "2026-03", "--archive", str(content)) for _ in range(2))
    assert one == two
    assert "announcements" in one
    assert sorted(path.name for path in content.iterdir()) == before


def fields(text: str) -> dict[str, Any]:
    """The fields of a CITATION.cff, which must be valid."""
    told: dict[str, Any] = yaml_text.read_yaml(text, citations.CFF)
    Draft202012Validator(CFF).validate(told)
    return told


@for_each("title", TITLES)
def test_any_title_is_cited_as_it_is(title: str) -> None:
    """And any description and name: no word becomes YAML."""
    settings = Settings(title=title, categories=("cs.DC", "cs.NI"), description=title, url="https://example.org/")
    told = fields(citations.cff(settings, [f"{title} group"], "2026-03", dt.date(2026, 3, 31)))
    assert (told["title"], told["abstract"], told["authors"]) == (title, title, [{"name": f"{title} group"}])
    assert (told["version"], told["date-released"]) == ("2026-03", "2026-03-31")


def test_authors_are_those_named_else_the_owner() -> None:
    """Else the archive."""
    plain = Settings(title="Tides", categories=("cs.DC",))
    owned = Settings(title="Tides", categories=("cs.DC",), repository="https://github.com/teapots/tides")
    assert fields(citations.cff(plain))["authors"] == [{"name": "Tides"}]
    assert fields(citations.cff(owned))["authors"] == [{"name": "teapots"}]
    named = ["A. Cup", "B. Saucer"]
    assert fields(citations.cff(owned, named))["authors"] == [{"name": name} for name in named]


def test_the_file_is_dated_for_a_release_alone(content: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """What is committed stays true."""
    words = ("export", "cff", "--archive", str(content))
    assert not {"version", "date-released"} & fields(printed(capsysbinary, *words)).keys()
    told = fields(printed(capsysbinary, *words, "2026-03"))
    assert (told["version"], told["date-released"]) == ("2026-03", "2026-03-07")

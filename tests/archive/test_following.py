"""Categories that an archive follows no longer: their days, coverage and feeds stay at their addresses."""

import datetime as dt
import shutil
from pathlib import Path

import pytest
from daybook import config, open_archive
from daybook.errors import SettingsError
from daybook.log.statements import FetchLog
from daybook.model import Attempt

from tests.cases import Capsys, for_each
from tests.conftest import FEW_THEMES
from tests.makers import add, day, daybook, entry, listing, put, time
from tests.tools.forks import tree

SETTINGS = "title: T\ncategories: [cs.DC, cs.NI]\nurl: https://example.org/\nformat: 1\n"
pytestmark = pytest.mark.usefixtures("fixed_time")


def announced(date: str, category: str, *ids: str) -> object:
    told = ({"arxiv_id": ident, "title": f"Tides {ident}", "categories": (category,)} for ident in ids)
    entries = (entry(**each, date=day(date), place=place) for place, each in enumerate(told, 1))
    return listing(*entries, date=day(date), category=category)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive that followed two categories for two days, and was built."""
    folder = put(tmp_path / "a", {"themes.yml": FEW_THEMES})
    add(
        folder, announced("2026-03-03", "cs.DC", "2603.00001"), announced("2026-03-03", "cs.NI", "2603.00011"),
        announced("2026-03-05", "cs.DC", "2603.00002"), settings=SETTINGS,
    )  # fmt: skip
    daybook("build", "--pages-only", "--quiet", "--archive", folder)
    return folder


def rewrite(folder: Path, setting: str, *lines: str) -> None:
    path = folder / "archive.yml"
    others = [line for line in path.read_text().splitlines() if not line.startswith(setting)]
    path.write_text("\n".join([*others, *lines, ""]))


def follow(folder: Path, *codes: str) -> None:
    rewrite(folder, "categories", f"categories: [{', '.join(codes)}]")


def test_no_address_is_lost(archive: Path, capsys: Capsys) -> None:
    """One line says what has changed, once; pages say until when; a day's build and a cold one make the same."""
    before = tree(archive / "pages").keys()
    follow(archive, "cs.NI")
    capsys.readouterr()
    daybook("build", "--pages-only", "--archive", archive)
    line = "cs.DC is followed no longer: its days up to 2026-03-05 stay, as archive.yml now says under `former`"
    assert capsys.readouterr().out.splitlines()[0] == line
    assert open_archive(archive).settings.former == {"cs.DC": dt.date(2026, 3, 5)}
    assert tree(archive / "pages").keys() >= before
    assert "cs.DC, followed until 5 March 2026" in (archive / "pages/coverage/index.md").read_text().replace("\\", "")
    add(archive, announced("2026-03-09", "cs.NI", "2603.00012"))
    daybook("build", "--pages-only", "--archive", archive)
    assert "no longer" not in capsys.readouterr().out
    states = {(str(each.date), each.category): each for each in open_archive(archive)._folded.coverage}
    assert ("2026-03-06", "cs.DC") not in states
    assert ("2026-03-06", "cs.NI") in states
    assert states["2026-03-04", "cs.DC"].acknowledged == "the category is followed no longer"
    warm = tree(archive / "pages")
    shutil.rmtree(archive / ".daybook")
    shutil.rmtree(archive / "pages")
    daybook("build", "--pages-only", "--quiet", "--archive", archive)
    assert tree(archive / "pages") == warm


def test_a_checkout_without_the_line(archive: Path) -> None:
    """As where a build in CI has written it, and nobody has committed it."""
    follow(archive, "cs.NI")
    for _ in range(2):
        daybook("build", "--pages-only", "--quiet", "--archive", archive)
        assert open_archive(archive).settings.former == {"cs.DC": dt.date(2026, 3, 5)}
        rewrite(archive, "former")


def test_what_was_asked_for_tells_it_too(archive: Path, capsys: Capsys) -> None:
    """Where nothing is left of the last build; what was asked for and gave nothing was never followed."""
    log = FetchLog(archive)
    for code, outcome, date in (("cs.DC", "stored", "2026-03-06"), ("cs.LG", "failed", "2026-03-06")):
        log.add(
            Attempt(when=time("2026-03-06T02:00:00"), service="list", outcome=outcome, category=code, date=day(date))
        )
    shutil.rmtree(archive / ".daybook")
    follow(archive, "cs.NI")
    daybook("build", "--pages-only", "--archive", archive)
    assert open_archive(archive).settings.former == {"cs.DC": dt.date(2026, 3, 6)}


def test_a_category_that_is_followed_again(archive: Path) -> None:
    """Is no former one, whatever archive.yml still says; left a second time, it was followed until then."""
    for codes in (["cs.NI"], ["cs.NI", "cs.DC"]):
        follow(archive, *codes)
        daybook("build", "--pages-only", "--quiet", "--archive", archive)
    settings = open_archive(archive).settings
    assert (settings.ended, settings.drawn) == ({}, ("cs.NI", "cs.DC"))
    add(archive, announced("2026-03-06", "cs.DC", "2603.00003"))
    daybook("build", "--pages-only", "--quiet", "--archive", archive)
    follow(archive, "cs.NI")
    daybook("build", "--pages-only", "--quiet", "--archive", archive)
    assert open_archive(archive).settings.ended == {"cs.DC": dt.date(2026, 3, 6)}
    assert (archive / "archive.yml").read_text().count("former:") == 1


@for_each(
    ("text", "added"),
    [
        ("title: t\ncategories: cs.DC", "title: t\ncategories: cs.DC\nformer: {cs.NI: 2026-03-05}\n"),
        ("former: {}\r\ntitle: t\r\ncategories: cs.DC", "former: {cs.NI: 2026-03-05}\r\ntitle: t\r\ncategories: cs.DC"),
        ("{title: t, categories: cs.DC}\n", ""), ("title: t\nformer:\n  cs.NI: 2026-03-01\ncategories: cs.DC\n", ""),
    ],
)  # fmt: skip
def test_it_is_written_into_what_people_wrote(text: str, added: str) -> None:
    """As a line of its own; where that cannot be, a person is told which."""
    if added:
        assert config.with_former(text, {"cs.NI": dt.date(2026, 3, 5)}) == added
        return
    with pytest.raises(SettingsError, match=r"write `former: \{cs\.NI: 2026-03-05\}` in it, beside `title`"):
        config.with_former(text, {"cs.NI": dt.date(2026, 3, 5)})


def test_a_former_category_is_one_of_arxivs() -> None:
    with pytest.raises(SettingsError, match=r"former: 'cs\.XX' is not an arXiv category; "):
        config.parse("title: t\ncategories: cs.DC\nformer: {cs.XX: 2026-03-05}\n")


@pytest.mark.trial
def test_no_address_is_lost_whatever_is_followed(tmp_path: Path) -> None:
    """Of the sample with starter themes alone: categories come, join, go and come back; every page and feed stays."""
    folder, seen = tmp_path / "a", set[str]()
    daybook("init", folder, "--sample", "--quiet")
    (folder / "themes.yml").unlink()
    for codes in (["cs.DC"], ["cs.LG"], ["cs.LG", "cs.DC"], ["cs.NI"], ["cs.NI", "cs.DC", "cs.LG"], ["cs.OS"]):
        follow(folder, *codes)
        daybook("build", "--pages-only", "--quiet", "--archive", folder)
        found = tree(folder / "pages").keys()
        assert found >= seen
        seen |= found
    assert [*open_archive(folder).settings.former] == ["cs.DC", "cs.LG", "cs.NI"]

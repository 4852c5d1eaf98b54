"""A volume alone, its site in a folder that holds nothing else: links, search and citations work without the others."""

import re
import shutil
from pathlib import Path

import pytest
from daybook import config
from daybook.volumes import LibraryFolder

from tests.cases import for_each
from tests.makers import daybook, put
from tests.site.conftest import Watch, browser, served, watched  # noqa: F401 - fixtures
from tests.site.test_search_in_browsers import ANSWERED
from tests.volumes.test_joins import Links

LINKED = "[...document.querySelectorAll('.search-results h3 a')].map((one) => one.href.split('?')[0])"


def outside(site: Path) -> set[str]:
    """What links of a site's pages lead to beyond it; a link within it that leads nowhere fails."""
    found = set[str]()
    for place in sorted(site.rglob("*.html")):
        if place.name == "404.html":  # it has whole paths
            continue
        for target in Links.of(place):
            there = (place.parent / target.partition("#")[0].partition("?")[0]).resolve()
            if there.is_relative_to(site):
                assert there == place.parent or there.is_file(), (place, target)
            else:
                found.add(there.relative_to(site.parent).as_posix())
    return found


def test_links_stay_within_or_lead_to_another_volume(built: Path, tmp_path: Path) -> None:
    """Which stands beside it, unless it was moved: for that, a library has an `address`; see below."""
    there = LibraryFolder(built)
    names = {volume.name for volume in there.volumes}
    for name in names:
        led = outside(Path(shutil.copytree(there.folder / "sites" / name, tmp_path / name / "alone")))
        assert {config.OWN_SITE} <= {path.partition("/")[0] for path in led} <= {config.OWN_SITE, *names - {name}}
        assert all((there.folder / "sites" / path).is_file() for path in led)


@pytest.mark.trial
def test_with_addresses_they_lead_to_these(own: Path) -> None:
    """So that a volume that was moved alone still leads to the others."""
    there = LibraryFolder(own)
    log, site = there.log(there.volumes[0]), own / "alone"
    text = (log / config.NAME).read_text()
    put(log, {config.NAME: re.sub("volumes: .*", "volumes: https://example.org/{volume}/", text)})
    daybook("build", "--quiet", "--archive", log, "--site", site)
    assert outside(site) == set()
    pages = "".join(path.read_text() for path in site.rglob("*.html"))
    assert "https://example.org/library/authors/" in pages
    assert re.search(rf"https://example\.org/{there.volumes[1].name}/papers/\d+/", pages)


@pytest.mark.trial
@for_each("folder", (False, True))
def test_a_reader_searches_and_cites(folder: bool, built: Path, tmp_path: Path, watched: Watch) -> None:  # noqa: F811
    """Over http and from a folder. A paper whose page is elsewhere is found, too, and leads there."""
    name = LibraryFolder(built).volumes[0].name
    alone = Path(shutil.copytree(built / "sites" / name, tmp_path / str(folder) / "alone"))
    look = watched(f"file://{alone}/" if folder else alone)
    look.goto("search.html?q=lantern")
    look.page.wait_for_function(f"() => {ANSWERED}")
    led = [address.removeprefix(look.base) for address in look.page.evaluate(LINKED)]
    assert led
    assert all((alone / path).is_file() for path in led)
    look.goto(next(path for path in led if "http-equiv=refresh" not in (alone / path).read_text()))
    look.settle()
    look.page.evaluate("(document.querySelector('details.cite').open = true)")
    look.page.wait_for_function("() => document.querySelector('.cite pre')?.textContent.startsWith('@')")
    assert look.page.locator(".cite .citing__out button").count() == 5
    assert look.complaints == []

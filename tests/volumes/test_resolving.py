"""Addresses of papers that stay when a library is divided anew: they lead to the volume that has the page."""

from pathlib import Path

import pytest
from daybook.exports.scripts import unpacked
from daybook.log import homes
from daybook.model import ids
from daybook.runtime.files import scan
from daybook.volumes import LibraryFolder, resolving
from playwright.sync_api import expect

from tests.cases import for_each
from tests.makers import put
from tests.site.conftest import Watch, browser, served, watched  # noqa: F401 - fixtures
from tests.volumes.conftest import join
from tests.volumes.makers import library, line

OLD = line("hep-th/9901001", "hep-th", "1999-01-04T12:00") + line("math/0309136", "math.NA", "2003-09-04T12:00")
ODD = "title: Old\ncategories: [hep-th, math.NA]\nsample: true\n"


def told(folder: Path) -> dict[str, str]:
    """Which volume the scripts of the library's site name for each paper, by key."""
    scripts = (folder / "sites/library/p").glob("*.js")
    found = [(key, volume) for script in scripts for volume, keys in unpacked(script.read_bytes()).items()
             for key in str(keys).split()]  # fmt: skip
    assert len(dict(found)) == len(found), "each is named once"
    return dict(found)


def test_every_paper_is_found_where_its_page_is(built: Path) -> None:
    there, wanted = LibraryFolder(built), dict[str, str]()
    for volume in there.volumes:
        away = homes.elsewhere(there.log(volume))
        pages = (path for path in scan(there.site(volume) / "papers") if path.endswith(".html"))
        wanted |= {Path(path).stem: volume.name for path in pages if Path(path).stem not in away}
    assert told(built) == wanted
    text = (built / "pages/p/index.md").read_text()
    assert "Without scripts, open one of [the volumes](../index.md)" in text
    assert "script-src 'self'" in (built / "sites/library/p/index.html").read_text()


def test_only_what_has_changed_is_made_anew(own: Path) -> None:
    """A paper more, and a volume of a year: of other months and years, no script is written."""
    before = scan(own / "pages/p")
    there = LibraryFolder(own)
    month = sorted(own.glob("homes/*.tsv"))[0]
    homes.write(month, {**homes.read(month), f"{month.stem}.29999": "cs.NI"}, own / ".daybook/tmp")
    join(own)
    after = scan(own / "pages/p")
    assert {path for path in after if after[path] != before.get(path)} == {f"{month.stem}.js"}
    assert told(own)[f"{month.stem}.29999"].startswith("cs.NI-20")
    there.divide({there.settings.cell("cs.DC", 2031): 1})
    join(own)
    assert scan(own / "pages/p") == after


def test_ids_of_the_old_style(tmp_path: Path) -> None:
    there = LibraryFolder(library(tmp_path / "library", OLD, ODD))
    made = {draft.path: draft for draft in resolving.drafts(there)}
    assert list(made) == ["p/index.md", "p/0309.js", "p/9901.js"]
    scripts = [unpacked(made[f"p/{month}.js"].data()) for month in ("0309", "9901")]  # type: ignore[union-attr]
    assert scripts == [{"math.NA-2003": "math0309136"}, {"hep-th-1999": "hep-th9901001"}]


@pytest.mark.trial
@for_each("folder", (False, True))
def test_addresses_lead_on(folder: bool, built: Path, watched: Watch) -> None:  # noqa: F811
    """Over http and from a folder: ids with versions, DOIs, addresses at arxiv.org, with a question mark or a hash."""
    sites, papers = built / "sites", told(built)
    look = watched(f"file://{sites}/" if folder else sites)
    key, volume = next(iter(papers.items()))
    assert ids.is_valid(key)
    for given in (key, f"{key}v2", f"arXiv:{key}", f"10.48550/arXiv.{key}", f"https://arxiv.org/abs/{key}v1",
                  f"https://doi.org/10.48550/arXiv.{key}", f"{key}=", f"oai:arXiv.org:{key}"):  # fmt: skip
        for sign in "?#":
            look.page.goto("about:blank")
            look.goto(f"library/p/index.html{sign}{given}")
            look.page.wait_for_url(f"**/{volume}/papers/{key[:4]}/{key}.html")
            assert look.page.locator("h1").count()
    assert look.complaints == []
    for given, words in (("2301.99999", "arXiv:2301.99999 on arXiv; this library does not hold it"),
                         ("2613.00001", "This is no arXiv id"), ("hep-th/9912001", "arXiv:hep-th/9912001 on arXiv"),
                         ("<b>2", "This is no arXiv id: <b>2")):  # fmt: skip
        look.goto(f"library/p/index.html?{given}")
        expect(look.page.locator("#resolving")).to_contain_text(words)


@pytest.mark.trial
def test_old_ids_lead_on(built: Path, tmp_path: Path, watched: Watch) -> None:  # noqa: F811
    sites, text = tmp_path / "sites", (built / "sites/library/p/index.html").read_text()
    for path in ("shell.js", "resolving.js"):
        put(sites, {f"library/assets/{path}": (built / "sites/library/assets" / path).read_bytes()})
    there = LibraryFolder(library(tmp_path / "library", OLD, ODD))
    scripts = [draft for draft in resolving.drafts(there) if draft.path.endswith(".js")]
    put(sites, {f"library/{draft.path}": draft.data() for draft in scripts})  # type: ignore[union-attr]
    put(sites, {"library/p/index.html": text, "math.NA-2003/papers/0309/math0309136.html": "<h1>found</h1>"})
    look = watched(f"file://{sites}/")
    for given in ("math/0309136", "math.GT/0309136v2", "math0309136", "https://arxiv.org/abs/math/0309136"):
        look.goto(f"library/p/index.html?{given}")
        look.page.wait_for_url("**/math.NA-2003/papers/0309/math0309136.html")

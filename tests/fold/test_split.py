"""Splitting an archive: no record, no address and no day's paper is lost, wherever it is killed."""

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from daybook import cli, config
from daybook.archive import Context, load
from daybook.errors import SettingsError
from daybook.fold.linking import title_address
from daybook.log.store import Document, Store
from daybook.model import Archive, Entry, Listing, Version
from daybook.model.jsonl import document_hash
from daybook.pages import moved

from tests.cases import for_each
from tests.conftest import FEW_THEMES, SAMPLE
from tests.makers import ABSTRACT, OTHER_ABSTRACT, add, day, entry, listing, time
from tests.tools.forks import tree
from tests.waiting import killed_everywhere

NEW, OLD, OLDEST = "https://example.org/new/", "https://example.org/old/", "https://example.org/oldest/"
SETTINGS = f'# Kept by hand.\ntitle: "Drift"\ncategories: [cs.DC]\nurl: "{NEW}"\nformat: 1\n'
THEMES = """\
themes:
  - {slug: drift, name: Drift, definition: Clocks., phrases: {5: [drift]}}
  - {slug: sorting, name: Sorting, definition: Wires., phrases: {5: [sorting]}}
"""
NOW = time("2026-04-01T06:00:00")


@pytest.fixture(autouse=True)
def _fixed_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1775023200")


def harvested(number: int, *versions: str, **fields: object) -> Entry:
    """A paper as OAI tells of it: `versions` are the dates on which each was submitted, at noon UTC."""
    year, month = versions[0][2:4], versions[0][5:7]
    history = tuple(Version(version=n, submitted=time(f"{date}T12:00:00")) for n, date in enumerate(versions, 1))
    told: dict[str, object] = {
        "place": number, "type": "harvest", "date": day("2026-03-20"), "arxiv_id": f"{year}{month}.{number:05d}",
        "categories": ("cs.DC",), "abstract": f"{ABSTRACT} Experiment {number}.", "versions": history,
        "version": len(versions), **fields,
    }  # fmt: skip
    return entry(f"Drift number {number}", **told)


HARVEST = (
    *(harvested(n, f"2024-{n % 12 + 1:02d}-10") for n in range(1, 61)),
    *(harvested(n, f"2025-{n % 12 + 1:02d}-11") for n in range(61, 91)),
    *(harvested(n, f"2026-0{n % 3 + 1}-05") for n in range(91, 151)),
    harvested(151, "2025-06-03", "2026-02-03"),  # two versions, on both sides of the new year
    harvested(152, "2024-06-04", "2025-02-04", "2026-03-04"),
    harvested(153, "2025-12-31"),  # announced in the new year
    harvested(154, "2025-06-05", "2026-01-26", categories=("cs.LO",)),  # no day is reconstructed for it
)


def daily(date: str, *entries: Entry, **fields: object) -> Listing:
    numbered = (replace(item, place=place, date=day(date)) for place, item in enumerate(entries, 1))
    return listing(*numbered, **{"date": day(date), "counts": (), **fields})


LISTINGS = (
    daily("2025-09-09", entry("Drift number 64", arxiv_id="2505.00064")),
    daily("2026-02-10", entry("Drift number 7", arxiv_id="2408.00007", type="replace", version=2),
          entry("Drift number 93", arxiv_id="2601.00093", type="replace")),
    daily("2026-02-11", quiet=True),
)  # fmt: skip
CARDS = (
    # Of a newer paper, known by its title before it had an id; and two papers of one title.
    daily("2025-12-30", entry("Drift number 100", type="card", headline="One hundred", abstract=HARVEST[99].abstract),
          entry("Twice", type="card", headline="First", abstract=ABSTRACT), source="pith"),
    daily("2026-01-12", entry("Twice", type="card", headline="Second", abstract=OTHER_ABSTRACT), source="pith"),
)  # fmt: skip


def make(folder: Path) -> Path:
    """The archive of all these, with everything that people write."""
    store = Store(folder, lambda: NOW)
    with store.lock():
        store.make(SETTINGS + "sources:\n  pith: {keep: true, publish: true}\n")
        store.write_people("themes.yml", THEMES)
        store.write_people("overrides/words/de.po", "")
        store.write_people("about.md", "Ours.")
        store.write_people("same.yml", f'never: [["2601.00093", "{title_address("Twice")}"]]\n')
        oai = listing(*HARVEST, source="arxiv-oai", date=day("2026-03-20"), counts=(), part=None, whole=False)
        for number, told in enumerate((oai, *LISTINGS, *CARDS)):
            raw = f"document {number}".encode()
            store.add(Document(name="", hash=document_hash(raw), listings=(told,), raw=raw))
        store.coverage.flush()
    (folder / "digests").mkdir()
    for date in ("2025-09-09", "2026-02-10"):
        (folder / "digests" / f"{date}.md").write_text("Words.")
    return folder


def run(command: str, folder: Path, *arguments: str) -> int:
    return cli.main([*command.split(), "--archive", str(folder), "--quiet", *arguments])


def divide(folder: Path, to: Path, year: int = 2026, url: str = OLD) -> int:
    return run("split", folder, "--before", str(year), "--to", str(to), "--url", url)


def lines(*folders: Path) -> Counter[bytes]:
    """Every line of every record file."""
    files = [path for folder in folders for path in (folder / "records").rglob("*.jsonl")]
    return Counter(line for path in files for line in path.read_bytes().splitlines())


def rendered(folder: Path) -> dict[str, str]:
    assert run("build --pages-only", folder) == 0
    pages = folder / "pages"
    found = {path.relative_to(pages).as_posix(): path.read_text() for path in pages.rglob("*.md")}
    shutil.rmtree(pages)
    return found


def stubs(pages: dict[str, str]) -> dict[str, str]:
    """path -> address of the pages that lead on to another host."""
    found = {
        path: re.search(r"^This page is now at \[.*\]\((https:.+)\)\.$", text, re.MULTILINE)
        for path, text in pages.items()
    }
    return {path: match[1] for path, match in found.items() if match}


def announced(archive: Archive) -> set[tuple[str, str, str, int | None, bool]]:
    """Every paper's place on every day."""
    return {
        (str(day.date), item.key, item.type, item.version, day.reconstructed)
        for day in archive.days
        for item in day.announced
    }


class Both:
    """An archive, and the two that it became."""

    def __init__(self, whole: Path, newer: Path, older: Path) -> None:
        self.whole, self.newer, self.older = whole, newer, older
        self.pages, self.newer_pages, self.older_pages = rendered(whole), rendered(newer), rendered(older)
        self.stubs = stubs(self.newer_pages)


def make_sample(folder: Path) -> Path:
    assert run("init", folder, "--title", "Sample", "--categories", "cs.DC", "--url", NEW) == 0
    shutil.copy(SAMPLE.parents[2] / "content" / "themes.yml", folder)
    text = (folder / "archive.yml").read_text()
    (folder / "archive.yml").write_text(text.replace("{}", "\n  pith: {keep: true, publish: true}"))
    assert run("ingest", folder, str(SAMPLE)) == 0
    return folder


def halved(factory: pytest.TempPathFactory, make_whole: Callable[[Path], Path]) -> Both:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1775023200")
        folder = factory.mktemp("halved")
        shutil.copytree(make_whole(folder / "newer"), folder / "whole")
        assert divide(folder / "newer", folder / "older") == 0
        return Both(folder / "whole", folder / "newer", folder / "older")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Both:
    return halved(tmp_path_factory, make)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Both:
    return halved(tmp_path_factory, make_sample)


@pytest.fixture(params=["made", "sample"])
def both(request: pytest.FixtureRequest) -> Both:
    found: Both = request.getfixturevalue(request.param)
    return found


@pytest.mark.trial
def test_no_record_is_lost_and_none_comes_twice(both: Both) -> None:
    """The records of the two are those of the whole, and each has some."""
    assert lines(both.newer, both.older) == lines(both.whole)
    assert lines(both.newer)
    assert lines(both.older)


def test_all_papers_are_known(both: Both, capsys: pytest.CaptureFixture[str]) -> None:
    """Every key that `papers` prints of the whole, it prints of one of the two at least."""
    keys = []
    for folder in (both.whole, both.newer, both.older):
        capsys.readouterr()
        assert run("export jsonl", folder) == 0
        keys.append({json.loads(line)["key"] for line in capsys.readouterr().out.splitlines()})
    lost = keys[0] - keys[1] - keys[2]
    assert lost <= {title_address("Twice") + "-2"}  # now the only one of its title in its archive


def test_both_are_sound(both: Both) -> None:
    """`check` agrees, with pages and without."""
    for folder in (both.newer, both.older):
        assert run("check", folder) == 0
        assert run("build --pages-only", folder) == 0
        assert run("check", folder) == 0
        shutil.rmtree(folder / "pages")


def test_every_address_stays(both: Both) -> None:
    """Each page of the whole is a page of the newer one, or leads to one of the older."""
    assert both.pages.keys() <= both.newer_pages.keys()
    for path, target in both.stubs.items():
        assert target.startswith(OLD)
        assert target.removeprefix(OLD).removesuffix(".html") + ".md" in both.older_pages, path
        assert target.removeprefix(OLD).removesuffix(".html") + ".md" == path
    assert len(both.stubs) > 10


def test_days_are_as_they_were(both: Both) -> None:
    """Each day lists the same papers, in the archive of its year and in no other, reconstructed days too."""
    found = [announced(load.fold(Context(folder), published=True)) for folder in (both.whole, both.older, both.newer)]
    twice = title_address("Twice")
    assert {item for item in found[0] if item[0] < "2026"} == found[1]
    assert {item for item in found[0] if item[0] >= "2026"} == found[2]
    assert found[1]
    assert found[2]
    assert not any(twice in item[1] for item in found[0])


def test_moved_addresses_are_written_down_sorted(both: Both) -> None:
    """An address a line; it may be one where the newer archive has a page of its own, too."""
    text = (both.newer / "moved.txt").read_text().splitlines()
    assert text == sorted(text)
    assert {line.split(" -> ")[0].removesuffix(".html") + ".md" for line in text} >= both.stubs.keys()
    assert "index.html" not in text


def test_built_sites_lead_on_without_a_script(made: Both, tmp_path: Path) -> None:
    """In the built sites, too; a page that leads on is small."""
    for folder in (made.newer, made.older):
        assert run("build", folder, "--site", str(tmp_path / folder.name)) == 0
        shutil.rmtree(folder / "pages")
    newer, older = tmp_path / "newer", tmp_path / "older"
    for path in made.pages:
        place = path.removesuffix(".md") + ".html"
        html = (newer / place).read_text()
        if path in made.stubs:
            assert f'<meta http-equiv=refresh content="0;url={OLD}{place}">' in html
            assert f"<a href={OLD}{place}>" in html
            assert "<script" not in html
            assert len(html) <= 300
            assert (older / place).is_file()


def test_a_replaced_paper_has_its_page_in_both(made: Both) -> None:
    """By a listing, by the schedule alone, or announced in the new year: with its abstract, and a link to the older."""
    for key in ("2408/2408.00007", "2506/2506.00151", "2406/2406.00152", "2512/2512.00153"):
        text = made.newer_pages[f"papers/{key}.md"]
        assert f"**Older history** [this paper in the archive of older years]({OLD}papers/{key}.html)" in text
        assert "a bounded correction keeps every replica" in text
        assert "Older history" not in made.older_pages[f"papers/{key}.md"]
    assert made.stubs["papers/2506/2506.00154.md"] == f"{OLD}papers/2506/2506.00154.html"
    assert "Older history" not in made.newer_pages["papers/2601/2601.00093.md"]


def test_numbered_pages_go_on_counting(made: Both) -> None:
    """The 94 older papers of the theme had two pages there; the newer archive begins with the third."""
    assert made.stubs["themes/drift/1.md"] == f"{OLD}themes/drift/1.html"
    assert made.stubs["themes/drift/2.md"] == f"{OLD}themes/drift/2.html"
    assert "kind: moved" in made.newer_pages["themes/drift/3.md"]
    assert (
        f"[Older papers, in the archive of older years]({OLD}themes/drift.html)" in made.newer_pages["themes/drift.md"]
    )
    assert "Older papers" not in made.newer_pages["themes/sorting.md"]


def test_what_belongs_to_a_day_goes_with_it(made: Both) -> None:
    """Documents, digests and statements go by date; the harvest is stated in both, with each one's files."""
    for folder, year, other in ((made.older, "2025", "2026"), (made.newer, "2026", "2025")):
        assert {path.name for path in (folder / "listings").iterdir()} == {year}
        assert not (folder / "listings" / other).exists()
        assert [path.name[:4] for path in (folder / "digests").iterdir()] == [year]
        stated = [line for line in Store(folder, lambda: NOW).coverage.lines() if line.source != "arxiv-oai"]
        assert {line.date.year for line in stated} == {int(year)}
        (oai,) = [line for line in Store(folder, lambda: NOW).coverage.lines() if line.source == "arxiv-oai"]
        assert oai.files
        assert all(name < "harvest/26" if year == "2025" else name >= "harvest/26" for name in oai.files)


def test_the_older_archive_looks_the_same(made: Both) -> None:
    """What people wrote is there, settings and comments too; both link each other."""
    assert (made.older / "themes.yml").read_text() == THEMES
    assert (made.older / "overrides/words/de.po").exists()
    assert (made.older / "about.md").read_text() == "Ours."
    assert (made.older / "README.md").read_text().startswith("# Drift before 2026\n")  # a repository of its own
    assert (made.older / "requirements.txt").exists()
    assert (made.older / ".github" / "workflows" / "publish.yml").exists()
    assert (made.older / "archive.yml").read_text() == (
        '# Kept by hand.\ntitle: "Drift before 2026"\ncategories: [cs.DC]\n'
        f'url: "{OLD}"\nformat: 1\nsources:\n  pith: {{keep: true, publish: true}}\nnewer: "{NEW}"\nbefore: 2026\n'
    )
    assert (made.newer / "archive.yml").read_text() == (
        f'{SETTINGS}sources:\n  pith: {{keep: true, publish: true}}\nolder: "{OLD}"\nsince: 2026\n'
    )
    assert f"[Older years]({OLD}days/index.html)" in made.newer_pages["days/index.md"]
    assert f"[Older years]({OLD})" in made.newer_pages["about.md"]
    assert f"[Newer years]({NEW}days/index.html)" in made.older_pages["days/index.md"]
    assert "Older years" not in made.pages["days/index.md"] + made.pages["about.md"]


def test_titles_that_change_hands_lead_on(made: Both) -> None:
    """A title's former address leads to the card of it; the second of two papers of one title to its new address."""
    hundred, twice = (f"papers/title/{title_address(title)}" for title in ("Drift number 100", "Twice"))
    assert made.stubs[f"{hundred}.md"] == f"{OLD}{hundred}.html"
    assert f"{twice}-2.html -> {twice}.html" in (made.newer / "moved.txt").read_text().splitlines()
    assert f"]({twice.rpartition('/')[2]}.md)." in made.newer_pages[f"{twice}-2.md"]
    assert "Second" in made.newer_pages[f"{twice}.md"]
    assert "First" in made.older_pages[f"{twice}.md"]


@pytest.fixture
def divided(tmp_path: Path) -> tuple[Path, Path]:
    """The newer archive and the older one, to be changed."""
    folder, to = make(tmp_path / "newer"), tmp_path / "older"
    assert divide(folder, to) == 0
    return folder, to


def test_again_changes_nothing(divided: tuple[Path, Path]) -> None:
    """The same command on the two archives."""
    folder, to = divided
    before = tree(folder), tree(to)
    assert divide(folder, to, url=OLD.removesuffix("/")) == 0
    assert (tree(folder), tree(to)) == before


def test_again_moves_what_came_since(divided: tuple[Path, Path]) -> None:
    """Metadata of an older paper goes there, a newer day's records come back; what people changed stays theirs."""
    folder, to = divided
    (to / "about.md").write_text("The old years.")
    late = harvested(160, "2025-03-03")
    stray = daily("2026-02-12", entry("Drift number 92", arxiv_id="2603.00092", type="replace"))
    add(folder, listing(late, source="arxiv-oai", counts=(), date=day("2026-04-01")))
    add(to, stray)
    everything = lines(folder, to)
    assert "papers/2503/2503.00160.md" in rendered(folder)
    assert divide(folder, to) == 0
    assert lines(folder, to) == everything
    assert "2503.00160" in (to / "records/harvest/2503.jsonl").read_text()
    assert not (to / "records/2026").exists()
    assert (folder / "records/2026/02/2026-02-12.jsonl").exists()
    assert stubs(rendered(folder))["papers/2503/2503.00160.md"] == f"{OLD}papers/2503/2503.00160.html"
    assert (to / "about.md").read_text() == "The old years."


def test_files_in_parts_move_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A month's metadata that fills several files."""
    monkeypatch.setattr("daybook.log.store.PART_BYTES", 900)
    folder = make(tmp_path / "newer")
    before = lines(folder)
    assert len(list((folder / "records/harvest").glob("2502*.jsonl"))) > 1
    assert divide(folder, tmp_path / "older") == 0
    assert lines(folder, tmp_path / "older") == before
    assert not list((folder / "records/harvest").glob("2502*.jsonl"))
    assert run("check", folder) + run("check", tmp_path / "older") == 0


def test_a_page_comes_back_with_its_paper(divided: tuple[Path, Path]) -> None:
    """A moved paper that is replaced one day has a page in the newer archive again."""
    folder, _ = divided
    path = "papers/2502/2502.00061.md"
    assert path in stubs(rendered(folder))
    add(folder, daily("2026-04-02", entry("Drift number 61", arxiv_id="2502.00061", type="replace", version=2)))
    pages = rendered(folder)
    assert path not in stubs(pages)
    older = f"{OLD}papers/2502/2502.00061.html"
    assert f"**Older history** [this paper in the archive of older years]({older})" in pages[path]
    assert run("check", folder) == 0


@pytest.mark.trial
def test_split_twice(tmp_path: Path) -> None:
    """First at 2025, then at 2026: three archives, every address leads on until it is there, no record is lost."""
    newest, middle, oldest = make(tmp_path / "newest"), tmp_path / "middle", tmp_path / "oldest"
    pages, everything = rendered(newest), lines(newest)
    days = announced(load.fold(Context(newest), published=True))
    assert divide(newest, oldest, 2025, OLDEST) == 0
    assert divide(newest, middle, 2026, OLD) == 0
    assert divide(newest, middle, 2026, OLD) == 0
    assert lines(newest, middle, oldest) == everything
    assert run("check", newest) + run("check", middle) + run("check", oldest) == 0
    found = set().union(*(announced(load.fold(Context(folder), published=True)) for folder in (newest, middle, oldest)))
    assert found == days
    sites = {NEW: rendered(newest), OLD: rendered(middle), OLDEST: rendered(oldest)}
    settings = config.parse((middle / "archive.yml").read_text())
    assert (settings.older, settings.newer, settings.since, settings.before) == (OLDEST, NEW, 2025, 2026)
    assert pages.keys() <= sites[NEW].keys()
    hops: Counter[int] = Counter()
    for path in pages:
        address, hop = NEW + path.removesuffix(".md") + ".html", 0
        while True:
            host = next(host for host in sites if address.startswith(host))
            place = address.removeprefix(host).removesuffix(".html") + ".md"
            assert place in sites[host], address
            if place not in stubs(sites[host]):
                break
            address, hop = stubs({place: sites[host][place]})[place], hop + 1
        hops[hop] += 1
    assert hops.keys() == {0, 1, 2}


@pytest.mark.parametrize(
    ("change", "arguments", "told"),
    [
        ("", ("--before", "2020"), "no records before 2020; choose another year"),
        ("", ("--before", "2030"), "no records from 2030 on; choose another year"),
        ("", ("--before", "1066"), "since: 1066 cannot be used; write a year, 1991 or later"),
        ("", ("--url", "ftp://example.org"), "is not a web address; write it as https"),
        ("", ("--url", ""), "is not a web address; write it as https"),
        ("", ("--to", "{}/newer"), "one archive cannot be inside the other"),
        ("", ("--to", "{}/newer/older"), "one archive cannot be inside the other"),
        ("", ("--to", "{}"), "one archive cannot be inside the other"),
        ("", ("--to", "{}/files"), "neither empty nor an archive"),
        ("", ("--to", "{}/files/letter.txt"), "not a folder"),
        ("", ("--to", "{}/other"), "already contains another archive"),
        ("url", (), "archive has no `url`; set `url`"),
        ("since", (), "archive already begins in 2027"),
        ("begun", (), "not the older archive of this split"),
        ("flow", (), "cannot be updated in its present layout"),
    ],
)  # fmt: skip
def test_refused(
    change: str, arguments: tuple[str, ...], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where it cannot be done, one line says why and nothing is touched."""
    folder = make(tmp_path / "newer")
    settings = {
        "": SETTINGS,
        "url": SETTINGS.replace(NEW, ""),
        "since": f"{SETTINGS}since: 2027\nolder: {OLDEST}\n",
        "begun": f"{SETTINGS}since: 2026\nolder: {OLD}\n",
        "flow": f'{{title: Drift, categories: [cs.DC], url: "{NEW}", format: 1}}\n',
    }[change]
    (folder / "archive.yml").write_text(settings)
    for name in ("other", "files"):
        (tmp_path / name).mkdir()
    (tmp_path / "other" / "archive.yml").write_text(SETTINGS)
    (tmp_path / "files" / "letter.txt").write_text("Dear reader")
    before = tree(tmp_path)
    words = ["--before", "2026", "--to", str(tmp_path / "older"), "--url", OLD]
    assert run("split", folder, *words, *(word.format(tmp_path) for word in arguments)) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line
    assert tree(tmp_path) == before
    assert not (tmp_path / "older").exists()


def test_a_split_with_another_address_is_another_split(
    divided: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Once split at a year, the archive says where its older years are."""
    folder, _ = divided
    assert divide(folder, folder.with_name("elsewhere"), url=OLDEST) == 1
    assert f"archive already begins in 2026; its older years are at {OLD}" in capsys.readouterr().err


def test_check_tells_of_damage(divided: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """In the list of addresses, and in the copies of metadata."""
    folder, _ = divided
    (folder / "moved.txt").write_text("papers/2401/2401.00001.html\n../../secret\n")
    (folder / "older" / "2406.jsonl").write_text("{\n")
    assert run("check", folder) == 1
    told = capsys.readouterr().err
    assert "moved.txt, line 2: '../../secret' is not the address of a page; restore the file from git" in told
    assert "older/2406.jsonl, line 1" in told


def test_the_list_of_moved_addresses_is_read_as_it_was_written() -> None:
    """The same address there, another one here, another one there."""
    pages = {
        "days/2025.md": f"{OLD}days/2025.html",
        "papers/title/a-2.md": "papers/title/a.md",
        "themes/x/9.md": f"{OLD}themes/x.html",
    }
    text = moved.render(pages, OLD)
    assert text.splitlines() == [
        "days/2025.html", "papers/title/a-2.html -> papers/title/a.html", f"themes/x/9.html -> {OLD}themes/x.html",
    ]  # fmt: skip
    assert moved.parse(text, OLD) == pages


@for_each(
    "line",
    ["../x.html", "/x.html", "a//b.html", "days/.x.html", "javascript:alert(1)", "a b.html", "x.md", "",
     "a.html -> javascript:alert(1)", "a.html -> ../b.html", "https://example.org/x.html"],
)  # fmt: skip
def test_no_line_leads_astray(line: str) -> None:
    """Only plain paths of pages are addresses here."""
    with pytest.raises(SettingsError, match=r"line 1: .* is not the address of a page"):
        moved.parse(f"{line}\n", OLD)


def test_moved_addresses_need_to_know_where_to() -> None:
    """The list without the setting cannot be used."""
    with pytest.raises(SettingsError, match=r"archive\.yml has no `older`"):
        moved.parse("days/2025.html\n", "")


@for_each(
    ("path", "near"),
    [
        ("papers/title/old-1a.md", "papers/2601/2601.00001.md"),
        ("papers/title/twice-1a-2.md", "papers/title/twice-1a.md"),
        ("themes/x/7.md", "themes/x.md"),
        ("categories/cs.DC/7.md", f"{OLD}categories/cs.DC.html"),
        ("days/2025/2025-01-01.md", "days/index.md"),
        ("papers/title/gone-1a.md", "index.md"),
    ],
)
def test_what_is_in_neither_leads_to_the_nearest_page(path: str, near: str) -> None:
    """Its paper, the first of its title, its subject, its kind, or home; here, else there."""
    here = {"papers/2601/2601.00001.md", "papers/title/twice-1a.md", "themes/x.md", "days/index.md", "index.md"}
    there = {"categories/cs.DC.md", "themes/x.md"}
    assert moved.lost([path, "index.md"], here, there, {"old-1a": "2601.00001"}, OLD) == {path: near}


@pytest.mark.trial
def test_split_killed_anywhere(tmp_path: Path) -> None:
    """Documents, records, copies, statements, settings, on both sides."""
    folder = tmp_path / "before"
    store = Store(folder, lambda: NOW)
    with store.lock():
        store.make(SETTINGS)
        oai = listing(HARVEST[91], HARVEST[151], source="arxiv-oai", counts=(), whole=False)
        store.add(Document(name="", hash=f"{0:016}", listings=(oai,)))
        store.add(Document(name="", hash=f"{1:016}", listings=(LISTINGS[0],), raw=b"document"))
        store.coverage.flush()
    (folder / "themes.yml").write_text(FEW_THEMES)
    found = killed_everywhere("split", str(tmp_path))
    assert found["operations"] > 80
    assert (
        found["files"] == 21
    )  # with .gitattributes and themes.yml on both sides, and what the older one's repository needs

"""`daybook status`: what stands on disk, counted another way, what a year more adds, and limits that are near; each
thing that would stop publishing, in a line with its mend; in short, and as JSON. Days: tests/coverage."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook import cli, config
from daybook.commands import owner, status
from daybook.log import disk

from tests import makers
from tests.cases import Capsys, Patch, for_each, table

MONTHS = [f"{year}-{month:02}" for year in (2025, 2026) for month in range(1, 13)][:18]

ADDRESS = "https://teapots.github.io/daily/"
SETTINGS = f"title: Trial\ncategories: [cs.NI]\nurl: {ADDRESS}\ncontact: a@b.org\n"
DATE = "2026-03-03T00:00:00Z"


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(("git", *words), cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def commit(folder: Path) -> None:
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "Change", "--allow-empty")


def pushed(folder: Path) -> None:
    """As git remembers it after a push."""
    commit(folder)
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A clone of a repository on GitHub in which all is well."""
    for name in [name for name in os.environ if name.startswith(("GIT_", "GITHUB_"))]:
        monkeypatch.delenv(name)
    (tmp_path / "config").write_text("[user]\n  name = Me\n  email = me@example.org\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"):
        monkeypatch.setenv(name, DATE)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1772600000")  # a day later
    top = tmp_path / "daily"
    (top / "content").mkdir(parents=True)
    (top / "content" / "archive.yml").write_text(SETTINGS)
    (top / "content" / "site").mkdir()
    (top / "content" / "site" / "index.html").write_text("x")
    (top / ".gitignore").write_text("/content/site/\n")
    texts = owner.texts(config.parse(SETTINGS))
    makers.put(top, {name: texts[name] for name in (status.WORKFLOW, owner.PIN)})
    git(tmp_path, "init", "--quiet", "--initial-branch=main", str(top))
    git(top, "remote", "add", "origin", "git@github.com:teapots/daily.git")
    pushed(top)
    git(top, "config", "branch.main.remote", "origin")
    git(top, "config", "branch.main.merge", "refs/heads/main")
    return top


def settle(folder: Path, former: str, new: str) -> None:
    """Change archive.yml, and commit it."""
    path = folder / "content" / "archive.yml"
    assert former in path.read_text()
    path.write_text(path.read_text().replace(former, new))
    pushed(folder)


def drop(folder: Path, name: str) -> None:
    (folder / name).unlink()
    pushed(folder)


def large(folder: Path) -> None:
    with (folder / "content" / "large.gz").open("wb") as file:
        file.truncate(96_000_000)


def large_site(folder: Path) -> None:
    with (folder / "content" / "site" / "large").open("wb") as file:
        file.truncate(1_100_000_000)


def refused(folder: Path) -> None:
    """A run has left something on a branch of its own."""
    commit(folder)
    git(folder, "update-ref", "refs/remotes/origin/daybook/fetched-main", "HEAD")
    git(folder, "reset", "--quiet", "--hard", "HEAD~1")


def owned(folder: Path, pins: str) -> None:
    """An owner's workflow, which calls Daybook's, and these requirements."""
    called = "daybook-archive/daybook/.github/workflows/publish.yml@" + "0" * 40
    workflow = "on:\n  schedule:\n    - cron: 1 1 * * *\n  push:\n    branches: [main]\njobs:\n  archive:\n"
    makers.put(folder, {status.WORKFLOW: f"{workflow}    uses: {called} # v0.2.0\n", "requirements.txt": pins})
    pushed(folder)


STOPS: dict[str, tuple[Callable[[Path], object], str]] = {
    "an example left in the url": (
        lambda f: settle(f, ADDRESS, "https://YOU.github.io/daily/"),
        f"archive.yml: `url` is still an example, https://YOU.github.io/daily/; write `url: {ADDRESS}`",
    ),
    "an example left in the repository": (
        lambda f: settle(f, "contact:", "repository: https://github.com/YOU/daily\ncontact:"),
        "archive.yml: `repository` is still an example, https://github.com/YOU/daily; mend it",
    ),
    "another repository's address": (
        lambda f: settle(f, ADDRESS, "https://teapots.github.io/weekly/"),
        "archive.yml: `url` is https://teapots.github.io/weekly/, but GitHub Pages serves the site at"
        f" {ADDRESS}; write `url: {ADDRESS}`",
    ),
    "a wrong category": (lambda f: settle(f, "cs.NI", "cs.ni"), "'cs.ni' is not an arXiv category; write 'cs.NI'"),
    "no remote": (lambda f: git(f, "remote", "remove", "origin"), "no remote; run git remote add origin"),
    "nobody who commits": (
        lambda f: (f.parent / "config").write_text(""),
        "git does not know you; run git config user.name NAME and git config user.email ADDRESS",
    ),
    "a file that is not committed": (
        lambda f: (f / "content" / "about.md").write_text("x"),
        "not committed: content/about.md; run git add content and git commit",
    ),
    "a commit that is not pushed": (commit, "1 commit not pushed; run git push"),
    "an archive that git ignores": (
        lambda f: (
            git(f, "rm", "--quiet", "-r", "--cached", "content"),
            (f / ".gitignore").write_text("content/\n"),
            pushed(f),
        ),
        "git ignores this folder; change .gitignore, or move the archive",
    ),
    "what could not be pushed": (refused, "run git pull --no-rebase origin daybook/fetched-main, then git push"),
    "no workflow": (lambda f: drop(f, status.WORKFLOW), "no .github/workflows/publish.yml: nothing fetches"),
    "a large file": (large, "content/large.gz: 96 MB; GitHub takes no file over 100 MB"),
    "a large site": (large_site, "the site has 1.1 GB, GitHub Pages takes 1 GB; see the handbook, Size"),
    "an archive elsewhere": (
        lambda f: (git(f, "mv", "content", "other"), pushed(f)),
        "publishes the archive at the repository's top, or in content/, not this one; change the workflow, or move it",
    ),
    "another version on laptops": (
        lambda f: owned(f, "daybook-archive==0.1.7\n"),
        "requirements.txt: says daybook 0.1.7, and .github/workflows/publish.yml 0.2.0; run daybook upgrade, or write",
    ),
    "no repository": (lambda f: shutil.rmtree(f / ".git"), "in no git repository; run git init"),
}


def told(folder: Path, capsys: Capsys, *words: str) -> tuple[int, str, str]:
    """(exit code, what is said, what is refused)."""
    archive = next(path.parent for path in folder.glob("*/archive.yml"))
    code = cli.main(["status", "publishing", "--archive", str(archive), *words])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_clone_in_which_all_is_well(folder: Path, capsys: Capsys) -> None:
    """Exit code 0, no warning, where to look for what only GitHub knows, and nothing is written."""
    before = git(folder, "status", "--porcelain", "--ignored"), (folder / ".git" / "index").read_bytes()
    code, said, wrong = told(folder, capsys)
    assert (code, wrong) == (0, "")
    lines = said.splitlines()
    assert lines[0].startswith("Python 3.")
    settings = "https://github.com/teapots/daily/settings"
    assert lines[1] == f"on GitHub alone: is Pages on? {settings}/pages, Source: GitHub Actions"
    assert (
        lines[2] == f"on GitHub alone: may the workflow push? {settings}/actions, Workflow permissions: Read and write"
    )
    assert len(lines) == 6
    assert lines[-1].startswith("nothing here stops publishing; daybook check --archive ")
    assert (git(folder, "status", "--porcelain", "--ignored"), (folder / ".git" / "index").read_bytes()) == before


@pytest.mark.parametrize("case", STOPS)
def test_what_stops_publishing(case: str, folder: Path, capsys: Capsys) -> None:
    """A line on standard error, and exit code 1; nothing else is wrong."""
    damage, line = STOPS[case]
    damage(folder)
    code, said, wrong = told(folder, capsys)
    assert code == 1
    lines = [each for each in wrong.splitlines() if "not committed: content/large.gz" not in each]
    assert len(lines) == 1, lines
    assert line in lines[0]
    assert "nothing here stops" not in said


KNOWN: dict[str, tuple[Callable[[Path], object], str]] = {
    "no url": (
        lambda f: settle(f, f"url: {ADDRESS}\n", ""),
        f"archive.yml: no `url`, so feeds and citations lack the site's address; write `url: {ADDRESS}`",
    ),
    "a domain of one's own": (
        lambda f: settle(f, ADDRESS, "https://daily.teapots.org/"),
        "archive.yml: `url` is a domain of your own; enter it under Settings > Pages > Custom domain, too",
    ),
    "no https": (lambda f: settle(f, "https://", "http://"), "archive.yml: `url` begins with http://"),
    "no contact": (lambda f: settle(f, "contact: a@b.org\n", ""), "archive.yml: no `contact`"),
    "a contact that is an example": (
        lambda f: settle(f, "a@b.org", "you@example.org"),
        "`contact` is still an example, you@",
    ),
    "a sample": (lambda f: settle(f, "contact:", "sample: true\ncontact:"), "sample archive: nothing is fetched"),
    "another branch": (
        lambda f: git(f, "checkout", "--quiet", "-b", "trial"),
        "does not run after a push to trial, the branch checked out here",
    ),
    "a workflow without a schedule": (
        lambda f: ((f / status.WORKFLOW).write_text("on:\n  push:\n    branches: [main]\n"), pushed(f)),
        "publish.yml: no schedule; it runs only after a push",
    ),
    "no version for laptops": (
        lambda f: owned(f, "mkdocs\n"),
        "no requirements.txt with a line `daybook-archive==0.2.0`: laptops may have another version",
    ),
    "no site": (lambda f: shutil.rmtree(f / "content" / "site"), "no site yet to measure; run daybook build"),
}


@for_each(
    ("damage", "why"),
    [
        (lambda f: (git(f, "remote", "remove", "origin"), commit(f)), "no remote; run git remote add origin "),
        (
            lambda f: shutil.rmtree(f / ".git"),
            "in no git repository; run git init, and add one on GitHub as its remote",
        ),
    ],
)
def test_an_archive_that_nobody_publishes(damage: Callable[[Path], object], why: str, folder: Path, capsys: Capsys):
    """All in short, it is no fault, and is said; it stops publishing where that is asked for."""
    damage(folder)
    assert cli.main(["status", "--archive", str(folder / "content")]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert f"\nnot published: {why}" in said.out
    assert "nothing here stops publishing" not in said.out
    assert told(folder, capsys)[0] == 1


def test_an_export_in_the_archive_is_nothing_to_commit(folder: Path, capsys: Capsys) -> None:
    (folder / "content" / "archive.sqlite").write_text("x")
    assert told(folder, capsys)[::2] == (0, "")


@pytest.mark.parametrize("case", KNOWN)
def test_what_is_good_to_know(case: str, folder: Path, capsys: Capsys) -> None:
    change, line = KNOWN[case]
    change(folder)
    code, said, wrong = told(folder, capsys)
    assert (code, wrong) == (0, "")
    assert line in said


def test_sixty_days_without_a_commit(folder: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """GitHub may have stopped the schedule."""
    line = "no commit for 60 days, so GitHub may have stopped the schedule"
    assert line not in told(folder, capsys)[1]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(1772600000 + 61 * 86400))
    assert line in told(folder, capsys)[1]


def test_a_full_disk(folder: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """Too little for the next build."""
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10**9, 9 * 10**8, 10**8))  # type: ignore[attr-defined]
    assert "100 MB left on the disk, too few for a build; make room" in told(folder, capsys)[2]


def test_what_pages_states(folder: Path, capsys: Capsys) -> None:
    """The workflow asks GitHub, and passes the answer: it wins over what the remote's address lets expect."""
    code, said, wrong = told(folder, capsys, "--pages", "https://daily.teapots.org/")
    assert code == 1
    assert "but GitHub Pages serves the site at https://daily.teapots.org/; write `url:" in wrong
    settle(folder, ADDRESS, "https://daily.teapots.org")
    code, said, wrong = told(folder, capsys, "--pages", "https://daily.teapots.org/")
    assert (code, wrong) == (0, "")
    assert "is Pages on?" not in said
    assert "GitHub Pages serves the site at anything;" in told(folder, capsys, "--pages", "anything")[2]


def test_in_the_workflow(folder: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """It commits and pushes by itself."""
    commit(folder)
    (folder / "content" / "about.md").write_text("x")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert told(folder, capsys)[0] == 0


def test_without_git(folder: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """One line, and the rest goes on."""
    monkeypatch.setenv("PATH", "")
    code, said, wrong = told(folder, capsys)
    assert code == 1
    assert "git is not installed; install it" in wrong
    assert cli.main(["status", "--archive", str(folder / "content")]) == 0
    assert "not published: git is not installed; install it" in capsys.readouterr().out
    assert ", git is not installed\n" in said


@for_each(("remote", "place"), table(__file__, "repositories_on_github"))
def test_repositories_on_github(remote: str, place: tuple[str, str] | None) -> None:
    """By their remotes' addresses."""
    assert disk.on_github(remote) == place


def test_addresses_of_pages() -> None:
    """A repository of its owner's own name has the host alone."""
    assert disk.address_of_pages(("Teapots", "Daily")) == "https://teapots.github.io/Daily/"
    assert disk.address_of_pages(("Teapots", "teapots.github.io")) == "https://teapots.github.io/"
    assert disk.address_of_pages(None) == ""


# Sizes


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Eighteen months, each with four files of 1,000 bytes, and a file of metadata of an old paper."""
    folder = tmp_path / "archive"
    assert cli.main(["init", "--quiet", "--archive", str(folder), "--title", "A", "--categories", "cs.DC"]) == 0
    for month in MONTHS:
        year, number = month.split("-")
        for name in (
            f"records/{year}/{number}/{month}-03.jsonl", f"coverage/{month}.jsonl", f"attempts/{month}.jsonl",
            f"listings/{year}/{number}/{month}-03-a.gz",
        ):  # fmt: skip
            put(folder / name, 1_000)
    put(folder / "records" / "harvest" / "9912.jsonl", 500)
    return folder


def put(path: Path, size: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        stream.truncate(size)


def sizes(folder: Path, capsys: Capsys) -> list[str]:
    capsys.readouterr()
    assert cli.main(["status", "sizes", "--archive", str(folder)]) == 0
    return [re.sub(r"  +", " | ", line) for line in capsys.readouterr().out.splitlines()]


def test_what_is_held_by_kind_year_and_month(archive: Path, capsys: Capsys) -> None:
    """Twelve whole months, without the newest, which is not over."""
    lines = sizes(archive, capsys)
    assert lines[:6] == [
        "kind | files | size", "records | 19 | 18.5 kB", "statements | 18 | 18.0 kB", "listings | 18 | 18.0 kB",
        "attempts | 18 | 18.0 kB", "all | 73 | 72.5 kB",
    ]  # fmt: skip
    years = ["1999 | 1 | 0.5 kB", "2025 | 48 | 48.0 kB", "2026 | 24 | 24.0 kB"]
    assert [line for line in lines if re.match(r"\d{4} ", line)] == years
    assert [line for line in lines if re.match(r"\d{4}-", line)] == [f"{month} | 4 | 4.0 kB" for month in MONTHS[5:17]]
    assert lines[-1] == "a year more adds some 48 files of 48.0 kB, as the months from 2025-06 to 2026-05 did"


def test_limits_that_are_near(archive: Path, capsys: Capsys, monkeypatch: Patch) -> None:
    put(archive / "site" / "index.html", 700_000_000)
    put(archive / ".git" / "objects" / "pack", 3_900_000_000)
    assert not [line for line in sizes(archive, capsys) if "GitHub" in line]
    put(archive / "site" / "more.html", 200_000_000)
    put(archive / ".git" / "objects" / "more", 200_000_000)
    put(archive / "records" / "harvest" / "2603.jsonl", 90_000_000)
    site, repository = "the site has 900.0 MB: GitHub Pages accepts", "the repository has 4.1 GB: GitHub recommends"
    found = [line for line in sizes(archive, capsys) if "GitHub" in line]
    assert [line.partition(" 1.0 GB")[0].partition(" at most")[0] for line in found[1:]] == [site, repository]
    assert found[0].startswith("records/harvest/2603.jsonl has 90.0 MB: GitHub refuses")


def test_the_statements_of_an_earlier_version(archive: Path, capsys: Capsys) -> None:
    """In one file, which no command has moved yet."""
    put(archive / "coverage.jsonl", 90_000_000)
    lines = sizes(archive, capsys)
    assert "statements | 19 | 90.0 MB" in lines
    assert lines[-1].startswith("coverage.jsonl has 90.0 MB: GitHub refuses files of more than")


def test_an_empty_archive(tmp_path: Path, capsys: Capsys) -> None:
    """Nothing is reckoned from nothing."""
    assert cli.main(["init", "--quiet", "--archive", str(tmp_path), "--title", "A", "--categories", "cs.DC"]) == 0
    assert sizes(tmp_path, capsys) == ["kind | files | size", "all | 0 | 0.0 kB"]


def test_all_in_short_and_as_json(content: Path, capsys: Capsys) -> None:
    """The days that lack something, sizes without years, what stops publishing; as JSON all of it, by the same code."""
    words = ["status", "--archive", str(content), "--category", "cs.DC", "--from", "2026-03-01"]
    code = cli.main(words)
    out, err = capsys.readouterr()
    assert code == 1
    lines = out.splitlines()
    assert [line.split()[0] for line in lines[:2]] == ["date", "2026-03-03"]
    assert "  - {category: cs.DC, date: 2026-03-03}" in lines
    assert not any(re.match(r"\d{4} ", line) for line in lines)
    assert any(line.startswith("Python 3.") for line in lines)
    assert "1 day is partial, contradicted" in err
    assert cli.main([*words, "--json"]) == 1
    printed = capsys.readouterr()
    told = json.loads(printed.out)
    assert printed.err == err
    assert {"date": "2026-03-03", "state": "partial", "held": 15, "stated": None}.items() <= told["days"][1].items()
    assert told["sizes"]["files"] == sum(kind["files"] for kind in told["sizes"]["kinds"].values())
    assert any(note.startswith("sample archive") for note in told["publishing"]["notes"])
    assert cli.main(["status", "sizes", "--json", "--archive", str(content)]) == 0
    assert set(json.loads(capsys.readouterr().out)) == {"sizes", "faults"}


def test_an_archive_at_the_repositorys_top(folder: Path, capsys: Capsys) -> None:
    """As daybook init makes it: published as one in content/ is; what is not committed is named with how to do it."""
    for name in ("archive.yml", "site"):
        shutil.move(folder / "content" / name, folder / name)
    (folder / ".gitignore").write_text("/site/\n")
    owned(folder, "daybook-archive==0.2.0\n")
    assert cli.main(["status", "publishing", "--archive", str(folder)]) == 0
    assert "requirements.txt" not in capsys.readouterr().out
    (folder / "notes").mkdir()
    (folder / "notes" / "own.md").write_text("x")
    assert cli.main(["status", "publishing", "--archive", str(folder)]) == 1
    assert "not committed: notes/own.md; run git add . and git commit" in capsys.readouterr().err

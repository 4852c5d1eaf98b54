"""`daybook init`: what it writes and leaves alone, what it refuses, what it asks for, and what it says is next."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from daybook import cli, config, open_archive
from daybook.commands import owner
from daybook.runtime import program

from tests.cases import Capsys, Patch, for_each
from tests.conftest import HANGS, ROOT
from tests.makers import daybook, put
from tests.test_git import git
from tests.tools.forks import tree

pytestmark = pytest.mark.usefixtures("fixed_time")
CHOSEN = ("--title", "Trial", "--categories", "cs.NI")


@pytest.fixture(autouse=True)
def _alone(monkeypatch: Patch, tmp_path: Path) -> None:
    """In a folder of its own, with git as it comes."""
    for name in [name for name in os.environ if name.startswith(("GIT_", "DAYBOOK_ARCHIVE"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.chdir(tmp_path)


def owned(folder: Path) -> dict[str, str]:
    """The files of a repository, but for git's own and what can be made again."""
    return {name: (folder / name).read_text() for name in tree(folder) if not name.startswith((".git/", ".daybook/"))}


def test_the_files_of_an_owner(capsys: Capsys) -> None:
    """Few and small, with parents made; nothing of Daybook's own; the next three commands are said."""
    daybook("init", "a/daily", "--title", "Nets & *more*", "--categories", "cs.NI", "cs.DC,cs.dc")
    told, said = owned(Path("a/daily")), capsys.readouterr().out
    assert sorted(told) == [
        ".gitattributes", ".github/dependabot.yml", ".github/workflows/publish.yml", ".gitignore", "README.md",
        "archive.yml", "requirements.txt",
    ]  # fmt: skip
    assert sum(text.count("\n") for text in told.values()) <= 150
    assert told[owner.WORKFLOW].count("\n") <= 25
    assert told["requirements.txt"] == f"daybook-archive=={program.VERSION}\n"
    assert told["README.md"].startswith("# Nets & \\*more\\*\n")
    assert set(re.findall(r"\b[A-Z]{5,}\b", "".join(told.values()))) == {"CITATION"}  # all others are filled in
    called = yaml.safe_load(told[owner.WORKFLOW])["jobs"]["archive"]["uses"]
    assert re.fullmatch(
        r"daybook-archive/daybook/\.github/workflows/publish\.yml@(v\d+\.\d+\.\d+|[0-9a-f]{40})", called
    )
    assert f"{called} # v{program.VERSION}\n" in told[owner.WORKFLOW]
    assert yaml.safe_load(told[".github/dependabot.yml"])["version"] == 2
    assert config.parse(told["archive.yml"]).categories == ("cs.NI", "cs.DC")
    assert [line.strip() for line in said.splitlines()[-5:-1]] == [
        "cd a/daily", "daybook fetch", "daybook serve",
        "git init -b main && git add --all && git commit -m 'Begin the archive'",
    ]  # fmt: skip


def test_a_clone_of_a_new_repository(tmp_path: Path, capsys: Capsys) -> None:
    """The current folder, where it holds nothing but git and a licence; the addresses are those of its remote."""
    top = tmp_path / "daily"
    put(top, {"LICENSE": "Mine.\n", "README.md": "My own words.\n"})
    for words in (("init", "--quiet"), ("remote", "add", "origin", "https://github.com/Teapots/daily.git")):
        subprocess.run(("git", *words), cwd=top, check=True)
    os.chdir(top)
    daybook("init", *CHOSEN)
    said, settings = capsys.readouterr().out, open_archive().settings
    assert (settings.url, settings.repository) == (
        "https://teapots.github.io/daily/", "https://github.com/Teapots/daily",
    )  # fmt: skip
    assert (owned(top)["README.md"], owned(top)["LICENSE"]) == ("My own words.\n", "Mine.\n")
    assert "left as it was: README.md\n" in said
    assert "\n  cd " not in said
    assert "https://github.com/Teapots/daily/settings/pages" in said
    (top / "archive.yml").unlink()
    daybook("init", *CHOSEN)  # as after one that was killed, or found a full disk: its settings come last
    (top / "archive.yml").unlink()
    (top / "sub").mkdir()
    daybook("init", "sub", *CHOSEN)
    assert not open_archive("sub").settings.url  # a part of a clone is not what its remote holds


@for_each(
    ("held", "arguments", "code", "said"),
    [
        ({"archive.yml": ""}, ("x", *CHOSEN), 1, "x: already an archive; edit its archive.yml, or name another folder"),
        ({"content/archive.yml": ""}, ("x", *CHOSEN), 1, "x/content: already an archive; "),
        ({"README": ""}, ("x", "--sample"), 1, "x: not empty; name a new folder for the sample"),
        ({"a.txt": "", "b/c": ""}, ("x", *CHOSEN), 1, "x: holds a.txt, b; name a new or empty folder for the archive"),
        (dict.fromkeys("abcd", ""), ("--archive", "x", *CHOSEN), 1, "x: holds a, b, c, ...; name a new or empty"),
        ({"archive.yml": ""}, ("x/in/it", *CHOSEN), 1, "x/in/it: is inside the archive "),
        ({"archive.yml": ""}, ("x/in", "--sample"), 1, "x; name a folder outside of it"),
        ({}, CHOSEN, 2, "the current folder holds x; name a folder for the archive"),
        ({}, ("y", "--title", "T"), 2, "the following arguments are required: --categories"),
        ({}, ("y", "--categories", "cs.NI"), 2, "the following arguments are required: --title"),
        ({}, ("y", "--archive", "z", *CHOSEN), 2, "name the folder once: as DIR, or with --archive"),
        ({}, ("y", "--sample", "--title", "T"), 2, "leave out --title and --categories"),
        (
            {}, ("y", "--title", "T", "--categories", "cs.DX"), 2,
            "'cs.DX' is not an arXiv category; did you mean 'cs.DS' (Data Structures and Algorithms), 'cs.DM' (Disc",
        ),
        ({}, ("--archive", "y", *CHOSEN, "daily"), 2, "'daily' is not an arXiv category; "),
        ({}, ("y", "--title", "T", "--categories", "robotics"), 2, "did you mean 'cs.RO' (Robotics)?"),
        ({}, ("y", "--title", "T", "--categories", "DC"), 2, "did you mean 'cs.DC' (Distributed, "),
    ],
)  # fmt: skip
def test_what_is_refused(
    held: dict[str, str], arguments: tuple[str, ...], code: int, said: str, tmp_path: Path, capsys: Capsys
) -> None:
    """In one line, before anything is written."""
    for path in sorted(tmp_path.rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    put(tmp_path / "x", held)
    (tmp_path / "x").mkdir(exist_ok=True)
    before = tree(tmp_path)
    try:
        assert cli.main(["init", *arguments]) == code
    except SystemExit as stop:
        assert stop.code == code  # noqa: PT017 - which of the two depends on the case
    assert said in capsys.readouterr().err
    assert tree(tmp_path) == before


def test_the_files_alone_of_a_repository_that_held_the_program(capsys: Capsys) -> None:
    """They stand at its top, beside the archive; what is there already stays, and so does the archive."""
    put(Path(), {"content/archive.yml": "title: T # ours\ncategories: cs.DC\nformat: 1\n", "README.md": "Ours"})
    git(Path(), "init", "--quiet")
    daybook("init", "--files")
    assert sorted(path.name for path in Path().iterdir()) == [
        ".git",
        ".github",
        "README.md",
        "content",
        "requirements.txt",
    ]
    assert Path("README.md").read_text() == "Ours"
    assert Path("content/.gitignore").read_text() == "/pages/\n/site/\n/.daybook/\n"
    assert "title: T # ours\n" in Path("content/archive.yml").read_text()
    assert "left as it was: README.md" in capsys.readouterr().out
    assert cli.main(["init", "--files", "--archive", "content"]) == 0


def test_a_copy_of_the_sample(capsys: Capsys) -> None:
    """All that is an archive's, nothing that is made of it, and no note: commands work in it."""
    daybook("init", "try", "--sample")
    assert capsys.readouterr().out.splitlines()[-3:] == [
        "  daybook serve", "  daybook search scheduling", "  daybook status"
    ]  # fmt: skip
    theirs = {
        name for name in tree(ROOT / "content") if not name.startswith(("pages/", "site/", ".daybook/", "notes/"))
    }
    assert {name for name in tree(Path("try")) if not name.startswith(".daybook/")} == {*theirs, ".gitignore"}
    assert len(open_archive("try").papers) == len(open_archive(ROOT / "content").papers)


def test_a_whole_archive_in_words_and_what_a_host_puts_there(tmp_path: Path) -> None:
    """A new repository's files are no reason to refuse a folder that is named."""
    held = ("LICENSE", "README.rst", ".DS_Store", ".gitattributes", ".github/x", ".git/x")
    put(tmp_path / "a", dict.fromkeys(held, ""))
    daybook("init", "a", "--title", "T", "--categories", "all", "of", "cs")
    assert open_archive("a").settings.categories == ("cs",)


def test_a_category_that_is_split_and_an_example(capsys: Capsys) -> None:
    daybook("init", "a", "--title", "T", "--categories", "math.it,cs.ni", "--contact", "you@example.org")
    said = capsys.readouterr().out.splitlines()
    assert "categories: math.it is arXiv's cs.IT, cs.ni is arXiv's cs.NI" in said
    assert "`contact` in archive.yml is still an example: replace 'you@example.org' by your own" in said


def asked(*answers: str) -> tuple[int, str]:
    """Run init at a terminal, where somebody gives these answers, then Ctrl-D: (exit code, what the terminal shows)."""
    reader, terminal = pty.openpty()
    command = [sys.executable, "-m", "daybook.cli", "init", "new"]
    started = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal)
    os.close(terminal)
    shown, left = "", [*answers, "\4"]
    while True:
        try:
            data = os.read(reader, 65536).decode()
        except OSError:  # its end, on Linux
            break
        shown += data
        if not data:
            break
        if re.search(r"(?:Categories:|\]:) \Z", shown) and left:
            os.write(reader, f"{answer}\n".encode() if (answer := left.pop(0)) != "\4" else b"\4")
    os.close(reader)
    return started.wait(HANGS), shown.replace("\r\n", "\n")


def test_it_asks_at_a_terminal() -> None:
    """For categories, which are found by group and by word; then for a title, of which it offers one."""
    code, shown = asked("", "network", "csdc", "cs", "cs.NI cs.dc", "")
    assert code == 0, shown
    first, searched, wrong, group, _ = shown.split("Categories: ")[1:]
    assert "  cs                 Computer Science (38 categories)\n" in shown.split("Categories: ")[0]
    assert "  hep-th             High Energy Physics - Theory\n" in shown
    assert "Type codes, such as" in first
    assert "  cs.NI              Networking and Internet Architecture\n" in searched
    assert "'csdc' is not a category; did you mean 'cs.DC' (Distributed, Parallel, and Cluster Computing)" in wrong
    assert "  cs.RO              Robotics\n" in group
    assert "Type cs again to follow all of them" in group
    settings = open_archive("new").settings
    assert settings.title == "Networking and Internet Architecture and more, daily"
    assert settings.categories == ("cs.NI", "cs.DC")


def test_it_stops_asking() -> None:
    """Where nobody answers, nothing is made; a group that is named twice is meant."""
    code, shown = asked("network")
    assert (code, Path("new").exists()) == (130, False)
    assert "daybook: stopped; run the same command again to finish" in shown
    code, shown = asked("econ", "econ", "Money daily")
    assert (code, open_archive("new").settings.categories) == (0, ("econ",)), shown
    assert open_archive("new").title == "Money daily"

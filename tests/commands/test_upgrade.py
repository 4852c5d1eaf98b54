"""Another version of Daybook, installed for a trial, compared and named in the files of an archive."""

import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from daybook import cli, config
from daybook.commands import upgrade
from daybook.commands.owner import PIN, WORKFLOW
from daybook.errors import SettingsError
from daybook.runtime.files import ROOT

from tests.cases import Capsys, Patch, for_each
from tests.makers import daybook, put
from tests.test_git import git
from tests.tools.forks import tree

CALL = "    uses: daybook-archive/daybook/.github/workflows/{} # v0.2.0\n"
SHA = "1" * 40
LATER = {
    "generator/daybook/log/formats.py": (
        "Mapping[int, Step] = {", "Mapping[int, Step] = {\n    1: Step(lambda *_: None, 'News.'),"
    ),
    "generator/daybook/config.py": ("\nFORMAT = 1\n", "\nFORMAT = 2\n"),
    "generator/daybook/pages/home.py": ('"# ', '"# Of '),
}  # fmt: skip
LOSING = {"generator/daybook/pages/subjects.py": ("for former in numbered(view, path, once):", "for former in ():")}


class Other(NamedTuple):
    """A version as `Installed` tells of it."""

    version: str
    commit: str | None
    format: int = config.FORMAT


@for_each(
    ("file", "text", "written"),
    [
        (PIN, "# of ours\ndaybook-archive==0.2.0\n", "# of ours\ndaybook-archive==9.1\n"),
        (PIN, "daybook-archive[data] == 0.2.0  # pinned\nllm\n", "daybook-archive[data]==9.1  # pinned\nllm\n"),
        (PIN, "daybook-archive @ git+https://example.org/x@main\n", "daybook-archive==9.1\n"),
        (PIN, "daybooks==1\n", "daybooks==1\n"),
        (WORKFLOW, CALL.format("publish.yml@v0.2.0"), CALL.format(f"publish.yml@{SHA}").replace("v0.2.0", "v9.1")),
        (".github/workflows/more.yml", CALL.format("x.yml@a"), CALL.format(f"x.yml@{SHA}").replace("v0.2.0", "v9.1")),
        (WORKFLOW, "    uses: actions/checkout@1 # v1\n", "    uses: actions/checkout@1 # v1\n"),
    ],
)
def test_what_names_a_version_names_the_other(file: str, text: str, written: str, tmp_path: Path) -> None:
    """Whatever stands beside it stays."""
    put(tmp_path, {file: text})
    changed = upgrade._write_pins(tmp_path, "==9.1", Other("9.1", SHA))  # type: ignore[arg-type]
    assert (tmp_path / file).read_text() == written
    assert changed == ([file] if text != written else [])
    shutil.rmtree(tmp_path / Path(file).parts[0]) if "/" in file else (tmp_path / file).unlink()


def test_a_version_without_a_commit_is_called_by_its_tag(tmp_path: Path) -> None:
    put(tmp_path, {WORKFLOW: CALL.format("publish.yml@v0.2.0")})
    upgrade._write_pins(tmp_path, "==9.1", Other("9.1", None))  # type: ignore[arg-type]
    assert "publish.yml@v9.1 # v9.1" in (tmp_path / WORKFLOW).read_text()


def test_the_way_back_from_a_format_is_named(tmp_path: Path) -> None:
    """By the commit that brought it."""
    put(tmp_path, {"archive.yml": "title: t\ncategories: cs.DC\n"})
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    for number in (1, 2, 3):
        with (tmp_path / "archive.yml").open("a") as file:
            file.write("format: 1\n" if number == 2 else f"# {number}\n")
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "--quiet", "-m", f"{number}")
    commit = git(tmp_path, "rev-parse", "--short", "HEAD~1").strip()
    with pytest.raises(SettingsError, match=f"formats up to 0, and the archive is in 1; run git revert {commit},"):
        upgrade._refuse_newer(tmp_path, Other("0.1.0", None, 0))  # type: ignore[arg-type]
    upgrade._refuse_newer(tmp_path, Other("0.2.0", None, 1))  # type: ignore[arg-type]


# With wheels


def wheel(folder: Path, version: str, changes: dict[str, tuple[str, str]]) -> Path:
    """A wheel of this repository's files under another number, with changes; the libraries are those of these tests."""
    source = folder / version
    names = [name for name in git(ROOT, "ls-files", "-z").split("\0") if name and (ROOT / name).is_file()]
    for name in names:
        if name.startswith(("generator/", "overrides/", "content/")) or "/" not in name:
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, source / name)
    (source / "node_modules").symlink_to(ROOT / "node_modules")
    put(source, {"libraries.pth": sysconfig.get_path("purelib"), "build/wheel/.keep": ""})
    table, more = "[tool.hatch.build.targets.wheel]\n", "[tool.hatch.build.targets.wheel.force-include]\n"
    own = {"pyproject.toml": (table, f'{more}"libraries.pth" = "libraries.pth"\n\n{table}')}
    for name, (old, new) in (changes | own).items():
        text = (source / name).read_text()
        assert old in text, name
        (source / name).write_text(text.replace(old, new, 1))
    program = source / "generator/daybook/runtime/program.py"
    program.write_text(re.sub(r"(?m)^VERSION = .*", f'VERSION = "{version}"', program.read_text()))
    project = source / "pyproject.toml"
    project.write_text(re.sub(r"(?s)\ndependencies = \[.*?\n\]", "\ndependencies = []", project.read_text()))
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=source, check=True)
    return folder / f"daybook-{version}-py3-none-any.whl"


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder that stands for PyPI: three later versions, of which the second has a new format and the third loses
    addresses."""
    folder = tmp_path_factory.mktemp("wheels")
    for version, changes in (("90.1", {}), ("90.2", LATER), ("90.3", LATER | LOSING)):
        wheel(folder, version, changes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PIP_NO_INDEX", "1")
        patch.setenv("PIP_FIND_LINKS", str(folder))
        yield folder


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An owner's repository, with a site."""
    folder = tmp_path / "archive"
    daybook("init", folder, "--title", "Tides", "--categories", "cs.DC")
    for name in ("records", "coverage", "listings", "digests"):
        shutil.copytree(ROOT / "content" / name, folder / name)
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "Begin")
    return folder


@pytest.mark.trial
def test_up_and_back(archive: Path, wheels: Path, capsys: Capsys, monkeypatch: Patch) -> None:
    """Each time the archive is read only, and what names the version is changed; a format is left by a revert."""
    daybook("build", "--archive", archive)
    before = {name: data for name, data in tree(archive).items() if not name.startswith((".daybook", ".git/"))}
    capsys.readouterr()
    daybook("upgrade", "90.2", "--check", "--archive", archive)
    said = capsys.readouterr().out
    assert re.search(r"addresses: \d+ stay, \d+ are new, 0 would be lost\n", said)
    assert re.search(r"pages: [1-9]\d* \(index.md\b[^)]*\) of \d+ would say something else, 0 are new\n", said)
    assert "The archive is now in format 2, before in 1. News." in said
    assert {name: data for name, data in tree(archive).items() if not name.startswith((".daybook", ".git/"))} == before
    monkeypatch.chdir(archive.parent)
    put(archive / ".daybook" / "upgrade", {"archive/left": "by a run that was killed", "program/bin/python": ""})
    daybook("upgrade", "90.2", "--archive", archive.name)
    assert "pip install daybook-archive==90.2" in capsys.readouterr().out
    assert git(archive, "status", "--porcelain").split() == ["M", WORKFLOW, "M", PIN]
    assert (archive / PIN).read_text() == "daybook-archive==90.2\n"
    git(archive, "commit", "--quiet", "-am", "Upgrade")
    # The new version, as a night would run it
    place = archive.parent / "venv"
    subprocess.run([sys.executable, "-m", "venv", place], check=True)
    subprocess.run([place / "bin/pip", "install", "--quiet", "-r", archive / PIN], check=True)
    subprocess.run([place / "bin/daybook", "build", "--archive", archive], check=True)
    git(archive, "commit", "--quiet", "-am", "Format 2")
    assert cli.main(["build", "--archive", str(archive)]) == 1
    assert "written by a newer Daybook (format 2; this one reads up to 1)" in capsys.readouterr().err
    assert cli.main(["upgrade", "90.1", "--archive", str(archive)]) == 1
    assert f"run git revert {git(archive, 'rev-parse', '--short', 'HEAD').strip()}," in capsys.readouterr().err
    shutil.rmtree(archive / "site")  # as in a fresh clone: this version cannot build it, and says so
    daybook("upgrade", "90.2", "--archive", archive)
    assert "there is no site to compare with: daybook 0." in capsys.readouterr().out
    git(archive, "revert", "--no-edit", "HEAD")
    daybook("upgrade", "90.1", "--archive", archive)
    assert (archive / PIN).read_text() == "daybook-archive==90.1\n"
    daybook("build", "--archive", archive)


@pytest.mark.trial
def test_one_that_loses_addresses(archive: Path, wheels: Path, capsys: Capsys) -> None:
    """The newest there is: it says which, and changes nothing but where that is wanted anyway."""
    assert cli.main(["upgrade", "--archive", str(archive)]) == 1
    said = capsys.readouterr()
    assert re.search(r"addresses: \d+ stay, \d+ are new, [1-9]\d* \(categories/cs.DC/1.html, ", said.out)
    assert "addresses would be lost; report it; or add --anyway" in said.err
    assert git(archive, "status", "--porcelain") == ""
    daybook("upgrade", "--anyway", "--archive", archive)
    assert (archive / PIN).read_text() == "daybook-archive==90.3\n"


@pytest.mark.trial
def test_what_cannot_be_installed_is_said_in_one_line(
    archive: Path, wheels: Path, capsys: Capsys, monkeypatch: Patch
) -> None:
    """A version that there is not, no network, what is no Daybook; and a folder is left as it was."""
    put(wheels / "none", {"pyproject.toml": '[project]\nname = "none"\nversion = "1"\n[build-system]\nrequires = []\n'})
    cases = [
        ("70.1", {}, "daybook-archive==70.1: Could not find a version that satisfies"),
        ("90.1", {"PIP_NO_INDEX": "0", "PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_FIND_LINKS": ""},
         "daybook-archive==90.1: cannot be fetched: PyPI does not answer; connect to the network, or name a wheel"),
        (str(wheels / "none.whl"), {}, "none.whl"),
    ]  # fmt: skip
    (wheels / "none.whl").write_bytes(b"")
    for wanted, environment, line in cases:
        with monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            assert cli.main(["upgrade", wanted, "--archive", str(archive)]) == 1
        said = capsys.readouterr().err
        assert (line in said, said.count("\n")) == (True, 1), said
    assert git(archive, "status", "--porcelain") == ""
    assert not (archive / ".daybook" / "upgrade").exists()

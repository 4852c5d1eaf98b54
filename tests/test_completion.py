"""What shells offer behind `daybook`, asked of the shells themselves; those that are not installed are left out."""

import shutil
import subprocess
from pathlib import Path

import pytest
from daybook import cli

from tests.cases import Capsys
from tests.conftest import HANGS

OFFERED = {
    "daybook s": "search serve split status summarize",
    "daybook --c": "--completion",
    "daybook --completion f": "fish",
    "daybook export b": "biblatex bibtex",
    "daybook export csv --category cs.N": "cs.NE cs.NI",
    "daybook init --categories hep-": "hep-ex hep-lat hep-ph hep-th",
    "daybook status si": "sizes",
    "daybook status --live --js": "--json",
    "daybook themes s": "suggest",
    "daybook themes add cs.DC econ.": "econ.EM econ.GN econ.TH",
    "daybook search tides --sort r": "relevance",
    "daybook ingest here here th": "there.html",
    "daybook check --site he": "here",
    "daybook --archive he": "here",
    "daybook --archive here the": "themes",
    "daybook init --categories bad-ar": "",  # of arXiv, but nobody announces there
}
"""The beginning of a line -> what may stand in place of its last word."""
BASH = """
source ./script
while read -r -a COMP_WORDS; do
  COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
  _shtab_daybook 2>/dev/null
  echo "${COMPREPLY[*]}"
done < lines
"""
FISH = """
source ./script
while read line
  echo (complete -C $line | cut -f 1)
end < lines
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "here").mkdir()
    (tmp_path / "there.html").touch()
    (tmp_path / "lines").write_text("".join(f"{line}\n" for line in OFFERED))
    return tmp_path


def script(shell: str, capsys: Capsys) -> str:
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--completion", shell])
    return capsys.readouterr().out


@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_what_is_offered(shell: str, folder: Path, capsys: Capsys) -> None:
    """Commands, options, choices, codes of categories that announce something, files and folders."""
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    (folder / "script").write_text(script(shell, capsys))
    done = subprocess.run(
        [shell, "-c", {"bash": BASH, "fish": FISH}[shell]], cwd=folder, capture_output=True, text=True, timeout=HANGS
    )
    assert done.stderr == ""
    told = (" ".join(sorted(word.rstrip("/") for word in line.split())) for line in done.stdout.splitlines())
    assert dict(zip(OFFERED, told, strict=True)) == OFFERED


def test_a_script_for_zsh(tmp_path: Path, capsys: Capsys) -> None:
    """It can be read, and knows the commands; none has a code that nobody announces in."""
    text = script("zsh", capsys)
    assert text.startswith("#compdef daybook\n")
    assert all(f"\n    {name}:" in text for name in cli.COMMANDS)
    assert " cs.DC " in text
    assert "bad-arch" not in text
    if shutil.which("zsh"):
        (tmp_path / "_daybook").write_text(text)
        subprocess.run(["zsh", "-n", str(tmp_path / "_daybook")], check=True, timeout=HANGS)


def test_no_other_shell(capsys: Capsys) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main(["--completion", "cmd"])
    assert "argument --completion: 'cmd' is not one of bash, zsh, fish" in capsys.readouterr().err

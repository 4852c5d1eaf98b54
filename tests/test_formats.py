"""Archives as former versions of Daybook left them, built by this one: no address is lost, no byte of the log changes.

tests/formats/N/ has those of format N. In archives.tar.xz is a folder for each version: its sample, of invented papers,
as `git archive COMMIT content` gives it (of 1fa0b64 without listings/, which are those of 7fdd75b). COMMIT.txt has the
addresses of the site that this version made of it: `python -m tests.tools.addresses list`. A new release adds its own,
before the number of the format rises.
"""

import tarfile
from pathlib import Path

import pytest
from daybook import config
from daybook.log.formats import MERGING

from tests.cases import Capsys
from tests.conftest import ROOT
from tests.makers import daybook
from tests.tools import addresses
from tests.tools.forks import tree

FORMATS = ROOT / "tests" / "formats"
LISTS = sorted(FORMATS.glob("*/*.txt"))
LOG = ("records/", "listings/", "attempts/")


@pytest.mark.parametrize("wanted", LISTS, ids=lambda path: path.stem)
def test_an_archive_of_a_former_version(wanted: Path, tmp_path: Path, capsys: Capsys) -> None:
    """What documents stated may move to other files: the lines are the same. Of archive.yml every line stays."""
    with tarfile.open(wanted.parent / "archives.tar.xz") as packed:
        packed.extractall(tmp_path, filter="data")
    archive = tmp_path / wanted.stem
    before, format_ = tree(archive), int(wanted.parent.name)
    settings = before.pop("archive.yml").decode()
    assert config.parse(settings).format == format_
    daybook("build", "--archive", archive)
    said = capsys.readouterr().out
    assert (f"now in format {config.FORMAT}, before in {format_}." in said) == (format_ < config.FORMAT)
    after = {
        name: data for name, data in tree(archive).items() if not name.startswith((".daybook/", "site/", "pages/"))
    }
    assert after.pop("archive.yml").decode() == f"{settings}format: {config.FORMAT}\n"
    assert set(MERGING) <= set(after.pop(".gitattributes").decode().splitlines())
    before.pop(".gitattributes", None)
    lines = [
        sorted(line for name in held if name.startswith("coverage") for line in held[name].splitlines())
        for held in (before, after)
    ]
    assert lines[0] == lines[1] != []
    kept = [{name: held[name] for name in held if not name.startswith("coverage")} for held in (before, after)]
    assert kept[0] == kept[1]
    assert {name.partition("/")[0] for name in after} > {"records", "coverage", "digests"}
    assert addresses.check(archive / "site", wanted.read_text(encoding="utf-8").splitlines()) == 0

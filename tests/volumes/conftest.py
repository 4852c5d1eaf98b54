"""A built library, which the tests of volumes share."""

import shutil
from pathlib import Path

import pytest
from daybook.archive import Context
from daybook.volumes import LibraryFolder, joins, resolving

from tests.conftest import FEW_THEMES
from tests.makers import daybook
from tests.volumes.makers import library, papers

SETTINGS = "title: Tides & <i>Tables</i>\ncategories: [cs.DC, cs.NI]\nmost: 1000\nsample: true\n"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of 52 papers in two volumes, with their sites and its own. Not to be changed; see `own`."""
    folder = library(tmp_path_factory.mktemp("built") / "library", b"".join(papers(range(2023, 2025), 10)), SETTINGS)
    there = LibraryFolder(folder)
    for volume in there.volumes:
        (there.log(volume) / "themes.yml").write_text(FEW_THEMES)
        daybook("build", "--quiet", "--archive", there.log(volume), "--site", there.site(volume))
    join(folder)
    return folder


@pytest.fixture
def own(built: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return Path(shutil.copytree(built, tmp_path / "library", symlinks=True))


def join(folder: Path) -> Context:
    """Build the library's own site; what was told."""
    there, context = LibraryFolder(folder), Context(folder, quiet=True)
    with there.lock():
        joins.build(there, context, more=resolving.drafts(there))
    return context

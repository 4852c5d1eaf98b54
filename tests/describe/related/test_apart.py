"""Related papers of a large archive are found in a process of their own, and are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import cli
from generator.archive import load
from generator.context import Context
from generator.describe import refresh
from tests.conftest import SAMPLE


def test_the_same_as_in_this_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for name, many in (("here", 10_000), ("apart", 0)):
        monkeypatch.setattr(refresh, "MANY", many)
        folder = tmp_path / name
        assert cli.main(["ingest", "--archive", str(folder), "--quiet", str(SAMPLE)]) == 0
        context = Context(folder, quiet=True)
        archive = load.beside(context, context.fold(published=True))
        found.append((archive.related, (folder / ".daybook/cache/related.json").read_bytes()))
    assert found[0] == found[1]
    assert any(found[0][0].values())

"""Lists of words that rules know, one for each use, in files that a person can read and edit: `words.json`."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def read(package: str) -> dict[str, tuple[str, ...]]:
    """The words by use, as `words.json` in this package gives them: lines of words with commas between."""
    data: Any = json.loads(files(package).joinpath("words.json").read_text(encoding="utf-8"))
    return {use: tuple(" ".join(lines).split(", ")) for use, lines in data.items()}

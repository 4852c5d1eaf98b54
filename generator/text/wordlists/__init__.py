"""Word lists, one per use, in JSON files that people can read and edit."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def read(name: str) -> dict[str, tuple[str, ...]]:
    """The words by use, from `NAME.json` in this folder; words are separated by commas."""
    data: Any = json.loads(files("generator.text.wordlists").joinpath(f"{name}.json").read_text(encoding="utf-8"))
    return {use: tuple(" ".join(lines).split(", ")) for use, lines in data.items()}

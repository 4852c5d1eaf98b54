"""What programs do to JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.mutations.kinds import kind_of, text_of


def characters_escaped(data: bytes) -> bytes | None:
    """Every character beyond ASCII as \\uXXXX."""
    return _lines(data, lambda line: json.dumps(line))


def characters_plain(data: bytes) -> bytes | None:
    """No character as \\uXXXX."""
    return _lines(data, lambda line: json.dumps(line, ensure_ascii=False))


def keys_sorted(data: bytes) -> bytes | None:
    """Keys in another order."""
    return _lines(data, lambda line: json.dumps(line, sort_keys=True))


def indented(data: bytes) -> bytes | None:
    """Each value on a line of its own."""
    return _lines(data, lambda line: json.dumps(line, indent=2))


def one_array(data: bytes) -> bytes | None:
    """All lines as one array."""
    lines = _parsed(data)
    return json.dumps(lines).encode() if lines and len(lines) > 1 else None


def _lines(data: bytes, written: Callable[[Any], str]) -> bytes | None:
    lines = _parsed(data)
    return "".join(written(line) + "\n" for line in lines).encode() if lines else None


def _parsed(data: bytes) -> list[Any] | None:
    if kind_of(data) != "json":
        return None
    texts = [text_of(data)] if data.count(b"\n{") == 0 else text_of(data).splitlines()
    try:
        return [json.loads(text) for text in texts if text.strip()]
    except ValueError:
        return None

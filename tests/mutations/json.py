"""What programs do to JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.mutations.kinds import kind_of, text_of


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


def _written(**options: Any) -> Callable[[bytes], bytes | None]:
    """Each line written again."""
    return lambda data: _lines(data, lambda line: json.dumps(line, **options))


MUTATIONS = {
    "characters_escaped": _written(),  # every one beyond ASCII as \\uXXXX
    "characters_plain": _written(ensure_ascii=False),
    "keys_sorted": _written(sort_keys=True),
    "indented": _written(indent=2),
}

"""What programs do to JSON Lines."""

import json
from typing import Any

from tests.mutations import Mutation
from tests.mutations.kinds import kind_of, text_of


def _parsed(data: bytes) -> list[Any]:
    if kind_of(data) != "json":
        return []
    texts = [text_of(data)] if data.count(b"\n{") == 0 else text_of(data).splitlines()
    try:
        return [json.loads(text) for text in texts if text.strip()]
    except ValueError:
        return []


def _one_array(data: bytes) -> bytes | None:
    lines = _parsed(data)
    return json.dumps(lines).encode() if len(lines) > 1 else None


def _written(**options: Any) -> Mutation:
    """Each line written again."""
    return lambda data: "".join(json.dumps(line, **options) + "\n" for line in _parsed(data)).encode() or None


MUTATIONS: dict[str, Mutation] = {
    "one_array": _one_array,
    "characters_escaped": _written(),  # every one beyond ASCII as \\uXXXX
    "characters_plain": _written(ensure_ascii=False),
    "keys_sorted": _written(sort_keys=True),
    "indented": _written(indent=2),
}

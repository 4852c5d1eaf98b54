"""Documents that say other things than the invented ones do: what each change of one makes of what its reader tells,
or how it is refused; and which reader takes what only looks like its own."""

from typing import Any

import pytest
from daybook.errors import Refused
from daybook.sources.registry import FORMATS, detect

from tests.cases import for_each, table
from tests.sources.text_truth import DATA, changed, excerpt, head

CHANGED = table(__file__, "changed")
MADE = table(__file__, "made")


@for_each(("name", "changes", "told"), [(name, *row) for name in CHANGED for row in CHANGED[name]])
def test_what_changed_documents_say(name: str, changes: Any, told: Any) -> None:
    """As the reader of the document as it is reads it. Words alone are the reason, of one line, for which it is
    refused; several listings make a list. `entries` is their number, `same` whether they are those of the document."""
    text = MADE.get(name) or (DATA / name).read_text(encoding="utf-8")
    reader = detect(text.encode())
    data = (changes if isinstance(changes, str) else changed(text, *changes)).encode()
    if isinstance(told, str):
        with pytest.raises(Refused, match=told) as refused:
            reader.read(data)
        assert "\n" not in str(refused.value)
        return
    wanted = told if isinstance(told, tuple) else (told,)
    before = reader.read(text.encode())[0] if any("same" in each for each in wanted) else None
    assert tuple(excerpt(*pair, before) for pair in zip(reader.read(data), wanted, strict=True)) == wanted


@for_each(("text", "places"), table(__file__, "recognised"))
def test_which_readers_take_a_text(text: str, places: tuple[str, ...]) -> None:
    """By their places in the registry. That an invented document has one reader is seen in test_documents.py."""
    assert tuple(each.place for each in FORMATS if each.reader().recognises(head(text.encode()))) == places

"""All that documents say: of the invented ones in data/ every field, of real ones beside the project some entries."""

import gzip
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from daybook.errors import Refused
from daybook.sources import site_pages
from daybook.sources.registry import FORMATS, detect

from tests.cases import for_each, table
from tests.sources.text_truth import DATA, brief, head

INVENTED = table(__file__, "invented")
READERS = [reader for each in FORMATS if (reader := each.reader()) is not site_pages.UNKNOWN]


def stated(value: Any) -> Any:
    """A listing or an entry as the tables have it: what it states, by the names of its fields."""
    if is_dataclass(value):
        told = ((each, getattr(value, each.name)) for each in fields(value))
        return {each.name: stated(said) for each, said in told if said != each.default}
    return tuple(map(stated, value)) if isinstance(value, tuple) else value


@for_each("name", INVENTED)
def test_one_reader_takes_it_and_reads_every_field(name: str) -> None:
    """What is wrong with an entry is a note, and costs no other entry anything."""
    data = (DATA / name).read_bytes()
    (reader,) = (each for each in READERS if each.recognises(head(data)))
    assert detect(data) is reader
    assert tuple(map(stated, reader.read(data))) == INVENTED[name]


@for_each(("name", "place", "told"), table(__file__, "real"))
def test_fields_of_real_documents(shared: Callable[[str], Path], name: str, place: int | None, told: Any) -> None:
    """In each layout, as they stand in the document: some of an entry's, by its 0-based place, or all of the document's
    own, with the number of its entries."""
    (path,) = shared("listings").glob(name)
    data = path.read_bytes()
    data = gzip.decompress(data) if name.endswith(".gz") else data
    (listing,) = detect(data).read(data)
    whole = {**stated(replace(listing, report=None)), "entries": len(listing.entries)}
    found = whole if place is None else stated(listing.entries[place])
    short = {field: brief(said) if isinstance(said, str) else said for field, said in found.items()}
    assert {field: short.get(field) for field in (short if place is None else told)} == told


@for_each(("name", "reason"), table(__file__, "refused"))
def test_real_errors_are_refused_in_their_own_words(shared: Callable[[str], Path], name: str, reason: str) -> None:
    data = shared(f"listings/{name}").read_bytes()
    with pytest.raises(Refused, match=reason):
        detect(data).read(data)

"""What the tests of cards read beside the project: papers of all documents, and cards that editors wrote."""

from __future__ import annotations

import json
from functools import cache

from generator.errors import GeneratorError
from generator.model import Entry
from generator.sources.detect import detect
from generator.store import documents
from tests.conftest import SHARED


@cache
def papers() -> tuple[Entry, ...]:
    """Every entry with an abstract in ../shared/listings, each title once; none where they are not here."""
    found: dict[str, Entry] = {}
    folder = SHARED / "listings"
    for source in documents.find(folder) if folder.is_dir() else ():
        try:
            data = source.data()
            listings = detect(data).read(data)
        except GeneratorError:
            continue
        for listing in listings:
            for entry in listing.entries:
                if entry.abstract:
                    found.setdefault(entry.title, entry)
    return tuple(found.values())


def edited() -> list[dict[str, str]]:
    """The development half of the cards that editors wrote: title, abstract, headline, gist ..."""
    cards: list[dict[str, str]] = json.loads((SHARED / "tools/cards_dev.json").read_text(encoding="utf-8"))
    return cards

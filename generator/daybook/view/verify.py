"""Checks that what the archive says of its papers stands in their texts: every card, and every day's digest.

A card's sentences must stand where it says they do, letter by letter, in the version that it names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from daybook.config import Settings
from daybook.model import Archive, Card, Edition, Mention, Paper, Points, Quote
from daybook.runtime import parallel
from daybook.text import sentences
from daybook.text.markup import plain
from daybook.view.context import View
from daybook.view.editorials import digest

SLICE = 500  # papers that one process checks at a time

Told = tuple[Paper, Card, Paper | Edition]  # a paper, a card of it, and whose title and comments that was made from


def of_cards(archive: Archive) -> list[tuple[str, str]]:
    """(key, fault in words) of the archive's own cards. What a person wrote is that person's own."""
    told: list[Told] = [
        (paper := archive.papers[key], card, paper) for key, card in archive.own_cards.items() if not card.by_person
    ]
    for (key, version), card in archive.earlier_cards.items():
        held = archive.papers[key].held
        told += [(archive.papers[key], card, edition) for edition in held if edition.version == version]

    def check(some: Sequence[Told]) -> list[tuple[str, str]]:
        return [(each[0].key, fault) for each in some for fault in _of_card(*each)]

    return sorted(fault for part in parallel.shared(check, told, SLICE) for fault in part)


def of_digests(archive: Archive, settings: Settings) -> Iterator[tuple[str, str]]:
    """(day, fault in words) of the days' digests that rules or language models made."""
    view = View(archive, settings)
    fresh = View(replace(archive, bases={}), settings).bases
    for day in archive.days:
        if view.bases[day.date] != fresh[day.date]:
            yield str(day.date), "the counts of its digest are not those of the papers"
        announced, paper = {item.key: item for item in reversed(day.announced)}, ""
        made = digest(view, day)
        parts = made.paragraphs if made else ()
        lines = chain.from_iterable(part.lines if isinstance(part, Points) else (part,) for part in parts)
        for part in chain.from_iterable(lines):
            if isinstance(part, Mention):  # the paper that the sentences after it are of
                paper = part.key
            elif isinstance(part, Quote):
                words = announced[paper].words(archive.papers[paper]) if paper in announced else None
                if not words or not stands(part, plain(words.abstract or "")):
                    told = "its digest quotes what the paper's abstract does not say"
                    yield str(day.date), f"{told}: {part.text!r}"


def _of_card(paper: Paper, card: Card, said: Paper | Edition) -> Iterator[str]:
    quoted = next((each.abstract for each in paper.held if each.version == card.version), paper.abstract)
    abstract, of = plain(quoted or ""), f" of version {card.version}" if card.version else ""
    for name, quote in card.quotes.items():
        if not stands(quote, abstract):
            place = f"characters {quote.start:,} to {quote.end:,} of the abstract{of}"
            yield f"the sentence that its card has as {name} is not what stands at {place}: {quote.text!r}"
    texts = (plain(said.title), abstract, plain(said.comments or ""))
    written = "" if card.headline == texts[0] else card.headline  # by a model
    yield from (f"its headline: {fault}" for fault in sentences.faults(written, *texts))
    for badge in card.badges:
        if not any(badge.words in text for text in texts):
            yield f"its badge {badge.name!r} rests on words that are not in its text: {badge.words!r}"


def stands(quote: Quote, abstract: str) -> bool:
    """Whether a sentence stands in a plain abstract where it says, but for the capital of its first letter and a final
    ellipsis."""
    said = abstract[quote.start : quote.end]
    heads = {said[:1], said[:1].upper()}
    return bool(said) and quote.text.removesuffix("…") in {f"{head}{said[1:].removesuffix('…')}" for head in heads}

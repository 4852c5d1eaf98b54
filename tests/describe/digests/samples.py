"""Invented papers and themes, as digests see them."""

from __future__ import annotations

import datetime as dt
from typing import Any

from generator.describe.digests import Item
from generator.model import OWN, Badge, Card, Digest, Line, Mention, Points, Theme

DAY = dt.date(2031, 3, 5)
THEMES = (
    Theme(
        slug="storage", name="Storage & I/O", definition="Disks, file systems and other storage.", phrases={"disk": 2}
    ),
    Theme(slug="training", name="ML training", definition="Training of models at scale."),
    Theme(slug="byzantine", name="Byzantine agreement", definition="Agreement among liars."),
)
PAPERS: tuple[tuple[str, str | None, str, str, str], ...] = (
    # title, name, theme, abstract, gist
    (
        "TapeFold: Folding Magnetic Tape for Cold Archives",
        "TapeFold",
        "storage",
        "Cold archives wait for tape robots. A tape robot moves slowly. "
        "TapeFold folds requests so that tape robots wait up to 3.5x less.",
        "TapeFold folds requests so that tape robots wait up to 3.5x less.",
    ),
    (
        "Scheduling Tape Robots by Guessing",
        None,
        "storage",
        "Tape robots guess which tape is next. We prove a bound for guessing.",
        "Proves a bound for guessing which tape is next.",
    ),
    (
        "MossDB: A Database on Damp Disks",
        "MossDB",
        "storage",
        "Damp disks lose bits. MossDB keeps 92% of reads correct.",
        "A database keeps 92% of reads correct on damp disks.",
    ),
    (
        "GrowNet: Models that Grow while They Train",
        "GrowNet",
        "training",
        "GrowNet adds layers during elastic training. Elastic training wastes few steps.",
        "GrowNet adds layers during elastic training.",
    ),
    (
        "Elastic Training on Borrowed Machines",
        None,
        "training",
        "Borrowed machines leave at night. Elastic training survives their leaving.",
        "Elastic training survives the leaving of borrowed machines.",
    ),
    (
        "Three Liars and a Judge",
        None,
        "byzantine",
        "Agreement among three liars needs a judge.",
        "Agreement among three liars needs a judge.",
    ),
)


def item(number: int = 0, **fields: Any) -> Item:
    """The invented paper of that number, from 0."""
    title, name, theme, abstract, gist = PAPERS[number % len(PAPERS)]
    told: dict[str, Any] = {
        "key": f"3103.{number:05}", "title": title, "name": name, "themes": (theme,), "abstract": abstract,
        "card": Card(source=OWN, headline=title, gist=gist), "category": "cs.DC", **fields,
    }  # fmt: skip
    return Item(**told)


def items() -> list[Item]:
    """All of them, as new submissions; two show evidence."""
    told = [item(number) for number in range(len(PAPERS))]
    told[1] = item(1, card=card("Proves a bound for guessing which tape is next.", "Proof"))
    told[2] = item(2, card=card(PAPERS[2][4], "Code available", figures=("92% of reads",)))
    return told


def card(gist: str | None, *badges: str, figures: tuple[str, ...] = ()) -> Card:
    shown = tuple(Badge(name=name, words="we show") for name in badges)
    return Card(source=OWN, headline="Some headline", gist=gist, figures=figures, badges=shown)


def lines(digest: Digest | None) -> list[Line]:
    """Its paragraphs, and the lines of its lists, in reading order."""
    assert digest is not None
    return [line for part in digest.paragraphs for line in (part.lines if isinstance(part, Points) else (part,))]


def text(digest: Digest | None) -> str:
    """What a reader reads, each paragraph and each line of a list on its own line."""
    return "\n".join("".join(p if isinstance(p, str) else p.name for p in line) for line in lines(digest))


def mentions(digest: Digest | None) -> list[Mention]:
    return [part for line in lines(digest) for part in line if isinstance(part, Mention)]


def length(digest: Digest | None) -> int:
    """Words of a digest."""
    return len(text(digest).split())


def sources(*papers: Item) -> dict[str, tuple[str | None, ...]]:
    """The texts that a digest of these papers must rest on."""
    return {paper.key: (paper.title, paper.abstract) for paper in papers}

"""`daybook check` holds cards and digests against the papers' texts; it passes what is true and tells what is not."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from generator import pages
from generator.config import Settings
from generator.describe import cards, verify
from generator.describe.digests import Item
from generator.model import Announced, Archive, Badge, Card, Day, Digest, Mention, Paper, Sighting
from tests.cases import for_each

DAY = dt.date(2026, 3, 3)
TITLE = "Gullwing: Checkpoints That Fly Between Islands of Accelerators"
ABSTRACT = (
    "Training jobs stop when an island of accelerators fails. We present Gullwing, a checkpoint service that sends its"
    " state to a neighbouring island while training goes on. On 512 accelerators Gullwing cuts lost work by up to 41%"
    " and restarts 2.3x faster than Pelican. Our code is available at https://github.com/example/gullwing."
)
PAPER = Paper(
    key="2603.09999",
    arxiv_id="2603.09999",
    version=1,
    title=TITLE,
    titles=(TITLE,),
    abstract=ABSTRACT,
    categories=("cs.DC",),
    primary_category="cs.DC",
    sightings=(Sighting(date=DAY, source="arxiv-listing", type="new", category="cs.DC", version=1),),
)
SETTINGS = Settings(title="Tides", categories=("cs.DC",))


def archive(card: Card | None = None, digest: Digest | None = None) -> Archive:
    made = card or cards.make(PAPER.title, PAPER.abstract, None)
    assert made
    day = Day(date=DAY, announced=(Announced(key=PAPER.key, type="new", categories=("cs.DC",)),))
    told = {DAY: digest} if digest else {}
    return Archive(papers={PAPER.key: PAPER}, days=(day,), own_cards={PAPER.key: made}, digests=told)


def faults(found: Archive) -> list[verify.Fault]:
    return verify.of_cards(found) + verify.of_digests(found, pages.items(found, SETTINGS))


def test_what_rules_write_is_supported():
    assert faults(archive()) == []


@for_each(
    "change",
    [
        {"gist": "Gullwing cuts lost work by up to 42%."},
        {"gist": "Gullwing cuts lost work by 41%."},
        {"gist": "Gullwing restarts 2.3x faster than Albatross."},
        {"headline": "Gullwing: restarts 3.2x faster"},
        {"figures": ("-40% lost work",)},
        {"badges": (Badge(name="Proof", words="we prove it"),)},
    ],
)
def test_a_planted_error_of_a_card_is_told(change: dict[str, object]):
    card = replace(archive().own_cards[PAPER.key], **change)  # type: ignore[arg-type]
    assert [key for key, _, _ in verify.of_cards(archive(card))] == [PAPER.key]
    by_model = replace(card, by="a model", machine=True)
    assert verify.of_cards(archive(by_model)) == verify.of_cards(archive(card))
    by_person = replace(card, by="Ada Ebb")
    assert verify.of_cards(archive(by_person)) == []


@for_each("said", [" restarts 2.4x faster.", " is faster than Albatross.", " wins by 41 points."])
def test_a_planted_error_of_a_digest_is_told(said: str):
    wrong = Digest(paragraphs=((Mention(key=PAPER.key, name="Gullwing"), said),))
    found = archive(digest=wrong)
    assert [what for _, what, _ in faults(found)] == ["digest"]


def test_days_are_seen_as_pages_see_them():
    (item,) = pages.items(archive(), SETTINGS)(archive().days[0])
    assert isinstance(item, Item)
    assert (item.key, item.type, item.name) == (PAPER.key, "new", "Gullwing")

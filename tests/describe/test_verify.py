"""`daybook check` holds cards and digests against the papers' texts; it passes what is true and tells what is not."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from generator.config import Settings
from generator.describe import cards, verify
from generator.model import Announced, Archive, Badge, Card, Day, Digest, Mention, Paper, Points, Quote, Sighting
from generator.pages.context import View
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


def test_what_rules_write_is_supported():
    assert verify.of_cards(archive()) + verify.of_digests(archive(), SETTINGS) == []


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


def test_sentences_of_a_digest_stand_in_the_abstract_as_announced():
    """Of the paper named before each; however the card cut it."""
    said = ABSTRACT[:56]
    whole = Quote(text=said, start=0, end=56)
    assert of_digest(whole) == of_digest(replace(whole, text=f"{said[:20]}…", end=20)) == []
    for wrong in (replace(whole, text=said.replace("fails", "fail")), replace(whole, start=1, end=57)):
        assert of_digest(wrong) == [(DAY.isoformat(), "digest", (wrong.text,))]
    assert of_digest(whole, "2603.00001") == [(DAY.isoformat(), "digest", (said,))]


def of_digest(quote: Quote, key: str = PAPER.key) -> list[verify.Fault]:
    told = Digest(paragraphs=(Points(heading="", lines=((Mention(key=key, name="Gullwing"), ". ", quote),)),))
    return verify.of_digests(archive(digest=told), SETTINGS)


def test_counts_are_those_of_the_papers():
    """What was kept of a day is what its words say."""
    found = archive()
    (kept,) = View(found, SETTINGS, None).bases.values()
    assert verify.of_digests(replace(found, bases={DAY: kept}), SETTINGS) == []
    other = kept._replace(themes={"training": (PAPER.key, "2603.00001")})
    assert verify.of_digests(replace(found, bases={DAY: other}), SETTINGS) == [
        (DAY.isoformat(), "digest", (verify.NO_COUNT,))
    ]

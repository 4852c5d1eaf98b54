"""`daybook check` holds cards and digests against the papers' texts; it passes what is true and tells what is not."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from generator import pages
from generator.config import Settings
from generator.describe import cards, verify
from generator.describe.digests import Item
from generator.model import OWN, Announced, Archive, Badge, Card, Day, Digest, Edition, Mention, Paper, Quote, Sighting
from tests.cases import for_each
from tests.pages.sample import quote

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
CARD = Card(
    source=OWN,
    headline=TITLE,
    result=quote(ABSTRACT, "On 512", "Pelican."),
    what=quote(ABSTRACT, "We present", "goes on."),
    badges=(Badge(name="Code available", words="Our code is available at https://github.com/example/gullwing."),),
)
SETTINGS = Settings(title="Tides", categories=("cs.DC",))


def archive(card: Card = CARD, digest: Digest | None = None) -> Archive:
    day = Day(date=DAY, announced=(Announced(key=PAPER.key, type="new", categories=("cs.DC",)),))
    told = {DAY: digest} if digest else {}
    return Archive(papers={PAPER.key: PAPER}, days=(day,), own_cards={PAPER.key: card}, digests=told)


def test_what_rules_write_is_supported():
    made = cards.make(TITLE, ABSTRACT, None)
    assert made
    found = archive(made)
    assert not verify.of_cards(found) + verify.of_cards(archive())
    assert not verify.of_digests(found, pages.items(found, SETTINGS))


@for_each(
    "text, stands",
    [
        ("We present Gullwing, a checkpoint service", True),
        ("We present Gullwing, a checkpoint service…", True),
        ("we present Gullwing, a checkpoint service", True),
        ("We present gullwing, a checkpoint service", False),
        ("We present Gullwing, a checkpoint", False),
        ("We present Gullwing, a checkpoint service.", False),
        ("", False),
    ],
)
def test_a_sentence_is_verbatim_but_for_its_capital_and_ellipsis(text: str, stands: bool):
    said = quote(ABSTRACT, "We present", "service")
    assert verify.stands(replace(said, text=text), ABSTRACT.replace("We present", "we present")) == stands


def test_a_card_quotes_the_version_that_it_names():
    """What stands in one version is not taken for a sentence of another."""
    old = Edition(version=1, title=TITLE, abstract=f"At first. {ABSTRACT}")
    paper = replace(PAPER, editions=(old, Edition(version=2, title=TITLE, abstract=ABSTRACT)))
    first = Card(source=OWN, headline=TITLE, what=quote(old.abstract, "We present", "goes on."), version=1)

    def told(own: int) -> list[str]:
        found = replace(archive(replace(CARD, version=own)), papers={PAPER.key: paper})
        return [fault for _, fault in verify.of_cards(replace(found, earlier_cards={(PAPER.key, 1): first}))]

    assert told(2) == []
    assert ["of version 1" in fault for fault in told(1)] == [True, True]


@for_each(
    "change",
    [
        {"result": Quote(text="Gullwing cuts lost work by up to 42%.", start=184, end=227)},
        {"what": Quote(text="We present Gullwing, a checkpoint service", start=56, end=98)},
        {"what": Quote(text="We present Gullwing, a checkpoint service.", start=57, end=98)},
        {"what": Quote(text="", start=9_000, end=9_040)},
        {"headline": "Gullwing: restarts 3.2x faster"},
        {"badges": (Badge(name="Proof", words="we prove it"),)},
    ],
)
def test_a_planted_error_of_a_card_is_told(change: dict[str, object]):
    card = replace(CARD, **change)  # type: ignore[arg-type]
    assert [key for key, _ in verify.of_cards(archive(card))] == [PAPER.key]
    by_model = replace(card, by="a model", machine=True)
    assert verify.of_cards(archive(by_model)) == verify.of_cards(archive(card))
    by_person = replace(card, by="Ada Ebb")
    assert verify.of_cards(archive(by_person)) == []


@for_each("said", [" restarts 2.4x faster.", " is faster than Albatross.", " wins by 41 points."])
def test_a_planted_error_of_a_digest_is_told(said: str):
    wrong = Digest(paragraphs=((Mention(key=PAPER.key, name="Gullwing"), said),))
    found = archive(digest=wrong)
    assert [what for _, what, _ in verify.of_digests(found, pages.items(found, SETTINGS))] == ["digest"]


def test_days_are_seen_as_pages_see_them():
    (item,) = pages.items(archive(), SETTINGS)(archive().days[0])
    assert isinstance(item, Item)
    assert (item.key, item.type, item.name) == (PAPER.key, "new", "Gullwing")

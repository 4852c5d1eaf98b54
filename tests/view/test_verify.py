"""`daybook check` holds cards and digests against the papers' texts; it passes what is true and tells what is not."""

import datetime as dt
from dataclasses import replace

from daybook.commands import check
from daybook.config import Settings
from daybook.describe import cards
from daybook.model import (
    OWN,
    Announced,
    Archive,
    Badge,
    Card,
    Day,
    Digest,
    Edition,
    Mention,
    Paper,
    Points,
    Quote,
    Sighting,
)
from daybook.view.archive_view import View

from tests.cases import for_each, table
from tests.pages.sample import quote

DAY = dt.date(2026, 3, 3)
TITLE = "Gullwing: Checkpoints That Fly Between Islands of Accelerators"
ABSTRACT = (
    "Training jobs stop when an island of accelerators fails. We present Gullwing, a checkpoint service that sends its"
    " state to a neighbouring island while training goes on. On 512 accelerators Gullwing cuts lost work by up to 41%"
    " and restarts 2.3x faster than Pelican. Our code is available at https://github.com/example/gullwing."
)
PAPER = Paper(
    key="2603.09999", arxiv_id="2603.09999", version=1, title=TITLE, titles=(TITLE,), abstract=ABSTRACT,
    categories=("cs.DC",), primary_category="cs.DC",
    sightings=(Sighting(date=DAY, source="arxiv-listing", type="new", category="cs.DC", version=1),),
)  # fmt: skip
CARD = Card(
    source=OWN, headline=TITLE, result=quote(ABSTRACT, "On 512", "Pelican."),
    what=quote(ABSTRACT, "We present", "goes on."),
    badges=(Badge(name="Code available", words="Our code is available at https://github.com/example/gullwing."),),
)  # fmt: skip
SETTINGS = Settings(title="Tides", categories=("cs.DC",))


def archive(card: Card = CARD, digest: Digest | None = None) -> Archive:
    day = Day(date=DAY, announced=(Announced(key=PAPER.key, type="new", categories=("cs.DC",)),))
    told = {DAY: digest} if digest else {}
    return Archive(papers={PAPER.key: PAPER}, days=(day,), own_cards={PAPER.key: card}, digests=told)


def test_what_rules_write_is_supported():
    (made,) = cards.make([cards.CardText(TITLE, ABSTRACT, None)])
    assert made
    found = archive(made)
    assert not check.of_cards(found) + check.of_cards(archive())
    assert not [*check.of_digests(found, SETTINGS)]


@for_each("text, stands", table(__file__, "a_sentence_is_verbatim_but_for_its_capital_and_ellipsis"))
def test_a_sentence_is_verbatim_but_for_its_capital_and_ellipsis(text: str, stands: bool):
    said = quote(ABSTRACT, "We present", "service")
    assert check.stands(replace(said, text=text), ABSTRACT.replace("We present", "we present")) == stands


def test_a_card_quotes_the_version_that_it_names():
    """What stands in one version is not taken for a sentence of another."""
    old = Edition(version=1, title=TITLE, abstract=f"At first. {ABSTRACT}")
    paper = replace(PAPER, editions=(old, Edition(version=2, title=TITLE, abstract=ABSTRACT)))
    first = Card(source=OWN, headline=TITLE, what=quote(old.abstract, "We present", "goes on."), version=1)

    def told(own: int) -> list[str]:
        found = replace(archive(replace(CARD, version=own)), papers={PAPER.key: paper})
        return [fault for _, fault in check.of_cards(replace(found, earlier_cards={(PAPER.key, 1): first}))]

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
    assert [key for key, _ in check.of_cards(archive(card))] == [PAPER.key]
    by_model = replace(card, by="a model", machine=True)
    assert check.of_cards(archive(by_model)) == check.of_cards(archive(card))
    by_person = replace(card, by="Ada Ebb")
    assert check.of_cards(archive(by_person)) == []


def test_sentences_of_a_digest_stand_in_the_abstract_as_announced():
    """Of the paper named before each; however the card cut it."""
    said = ABSTRACT[:56]
    whole = Quote(text=said, start=0, end=56)
    assert of_digest(whole) == of_digest(replace(whole, text=f"{said[:20]}…", end=20)) == []
    for wrong in (replace(whole, text=said.replace("fails", "fail")), replace(whole, start=1, end=57)):
        ((day, fault),) = of_digest(wrong)
        assert day == DAY.isoformat()
        assert fault.endswith(f"does not say: {wrong.text!r}")
    assert len(of_digest(whole, "2603.00001")) == 1


def of_digest(quote: Quote, key: str = PAPER.key) -> list[tuple[str, str]]:
    told = Digest(paragraphs=(Points(heading="", lines=((Mention(key=key, name="Gullwing"), ". ", quote),)),))
    return [*check.of_digests(archive(digest=told), SETTINGS)]


def test_counts_are_those_of_the_papers():
    """What was kept of a day is what its words say."""
    found = archive()
    (kept,) = View(found, SETTINGS).bases.values()
    assert [*check.of_digests(replace(found, bases={DAY: kept}), SETTINGS)] == []
    other = kept._replace(withdrawn=(PAPER.key,))
    ((day, fault),) = check.of_digests(replace(found, bases={DAY: other}), SETTINGS)
    assert (day, "counts" in fault) == (DAY.isoformat(), True)

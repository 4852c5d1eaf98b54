"""Pages of cards, invented and real."""

from __future__ import annotations

import datetime as dt

import pytest

from generator.errors import Refused
from generator.model import Listing
from generator.sources.sites import pith
from tests.sources.text_truth import DATA, fingerprint, head, only_by, rows

CARDS = (DATA / "pith" / "cards.txt").read_text(encoding="utf-8")
REAL = ("000", pith)
one = only_by(pith)


def test_real_page_as_a_whole(real: Listing) -> None:
    assert (real.source, real.date, real.category, real.part) == ("pith", dt.date(2026, 5, 13), "cs.DC", None)
    assert (real.whole, real.counts, real.notes, len(real.entries)) == (False, (), (), 40)
    assert all(e.type == "card" and e.arxiv_id is None and e.authors == () for e in real.entries)
    assert all(e.counts == (0, 0) and e.categories == ("cs.DC",) and e.gist and e.abstract for e in real.entries)
    assert not any("\n" in (e.abstract or "") for e in real.entries)


def test_real_page_card_by_card(real: Listing) -> None:
    assert [
        {
            "card": str(e.place),
            "date": e.date.isoformat(),
            "badge": e.badge or "",
            "figure": str(int(e.figure)),
            "gist_length": str(len(e.gist or "")),
            "title": e.title,
            "headline": fingerprint(e.headline),
        }
        for e in real.entries
    ] == rows("pith/000.tsv")


def test_invented_page_in_full() -> None:
    listing = one(CARDS)
    assert (listing.date, listing.category) == (dt.date(2026, 7, 1), "quant-ph")
    first, second, third = listing.entries
    assert (first.headline, first.title) == ("Cans tunnel twice", "On the Tunnelling of Cans: 2026 Edition")
    assert first.gist == "A gist that the site cut at the end of its wi"
    assert (first.badge, first.figure, first.counts) == ("1 theorem", True, (3, 1, 0))
    assert first.abstract == "We show that $f < n/3$ cans tunnel.\n\nThen more of it."
    assert (second.gist, second.badge, second.figure, second.counts) == (None, None, False, (0, 0))
    assert second.categories == ("math-ph", "quant-ph")
    assert (third.headline, third.title, third.counts) == (None, "Only a Title", (0,))
    assert third.abstract == "Hep words that end without a line of counts"
    assert third.date == dt.date(2026, 6, 29)


def test_page_without_its_head_takes_the_category_that_all_cards_share() -> None:
    start = CARDS.index("3\nquant-ph")
    shared_by_two = CARDS[start : CARDS.index("0\nhep-th")]
    assert one(shared_by_two).category == "quant-ph"
    assert one(CARDS[start:]).category is None


def test_a_title_that_is_a_number() -> None:
    title = one(CARDS).entries[0].title
    (card, *_) = one(CARDS.replace(title, "1984")).entries
    assert (card.title, card.headline, card.counts) == (
        "1984",
        *(getattr(one(CARDS).entries[0], n) for n in ("headline", "counts")),
    )


def test_card_without_an_abstract() -> None:
    text = CARDS[: CARDS.index("abstract click")] + "1 0\n"
    (card,) = one(text).entries
    assert (card.abstract, card.figure, card.counts) == (None, True, (3, 1, 0))


def test_broken_cards_are_left_out_and_noted() -> None:
    listing = one(CARDS.replace("2026-06-30", "2026-06-31").replace("Only a Title", ""))
    assert [e.place for e in listing.entries] == [1]
    assert listing.notes == ("card 2: '2026-06-31' is not a date; left out", "card 3: has no title; left out")


def test_page_without_cards_is_refused() -> None:
    with pytest.raises(Refused, match="no complete card"):
        one("pith. machine review\n\ncs.DC\n")


def test_recognises_only_pages_of_cards() -> None:
    assert pith.recognises(head(CARDS.encode()))
    assert pith.recognises(head(CARDS[CARDS.index("3\nquant-ph") :].encode()))
    assert not pith.recognises(head(b"<html>" + CARDS.encode()))
    assert not pith.recognises(head(b"pith. some other page\n\nno-code 2026-07-01\n"))
    assert not pith.recognises(head(b"cs.DC 2026-07-01\n"))

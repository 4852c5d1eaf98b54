"""Pages of cards, invented and real."""

import pytest
from daybook.errors import Refused
from daybook.model import Listing
from daybook.sources import site_pages

from tests.sources.text_truth import DATA, fingerprint, head, only_by, rows

CARDS = (DATA / "pith" / "cards.txt").read_text(encoding="utf-8")
REAL = ("000", site_pages.CARDS)
one = only_by(site_pages.CARDS)


def test_real_cards_have_all_that_cards_have(real: Listing) -> None:
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
    assert site_pages.CARDS.recognises(head(CARDS.encode()))
    assert site_pages.CARDS.recognises(head(CARDS[CARDS.index("3\nquant-ph") :].encode()))
    assert not site_pages.CARDS.recognises(head(b"<html>" + CARDS.encode()))
    assert not site_pages.CARDS.recognises(head(b"pith. some other page\n\nno-code 2026-07-01\n"))
    assert not site_pages.CARDS.recognises(head(b"cs.DC 2026-07-01\n"))

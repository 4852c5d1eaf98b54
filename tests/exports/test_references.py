"""References: what bibliographies say of a paper, from records as sources write them."""

from __future__ import annotations

import datetime as dt
from typing import Any

from generator.exports import references
from generator.exports.references import Creator, Reference
from generator.model import Author, Paper, Sighting
from tests.cases import for_each

SEEN = dt.date(2026, 3, 3)


def paper(**fields: Any) -> Paper:
    """A paper that a listing announced on SEEN, with these fields."""
    sightings = (Sighting(date=SEEN, source="arxiv-listing", type="new"),)
    return Paper(**{"key": "2603.00356", "arxiv_id": "2603.00356", "version": None, "title": "T", "titles": ()}
                 | {"sightings": sightings} | fields)  # fmt: skip


def reference(**fields: Any) -> Reference:
    return references.of(paper(**fields), lambda source: source != "private")


def test_keys_are_made_of_ids() -> None:
    assert reference().key == "arXiv:2603.00356"
    assert reference(key="hep-th9901001", arxiv_id="hep-th/9901001").key == "arXiv:hep-th/9901001"
    assert reference(key="a-title-0123abcd", arxiv_id=None).key == "daybook:a-title-0123abcd"


@for_each(
    ("fields", "expected"),
    [
        ({"submitted": dt.datetime(2026, 2, 27, 23, 59)}, "2026-02-27"),
        ({}, "2026-03-03"),
        ({"key": "a-title-0123abcd", "arxiv_id": None}, "2026-03-03"),
        ({"arxiv_id": "1902.01234"}, "2019-02"),  # first seen as a replacement
        ({"arxiv_id": "hep-th/9901001"}, "1999-01"),
    ],
)
def test_dates(fields: dict[str, Any], expected: str) -> None:
    """The day of version 1 as well as it is known: never that of a later version."""
    assert reference(**fields).date == expected
    assert reference(**fields).year == expected[:4]


def test_authors_are_taken_apart() -> None:
    names = (r"C. Bal\'azs", "J. D. van der Waals", "Ann Cup (Quay)", "Martin King, Jr.", "李明", r"C. Bal{\'a}zs")
    groups = ("ATLAS Collaboration", "Bo Dee for the XYZ Collaboration", "XYZ Collaboration", "")
    assert reference(authors=tuple(map(Author, names + groups))).authors == (
        Creator("Balázs", "C."),
        Creator("van der Waals", "J. D."),
        Creator("Cup", "Ann"),
        Creator("King", "Martin", "Jr."),
        Creator("李明"),
        Creator("ATLAS Collaboration", whole=True),
        Creator("Dee", "Bo"),
        Creator("XYZ Collaboration", whole=True),
    )


def test_dois_of_preprints_are_no_publications() -> None:
    published = reference(doi="10.1103/PhysRevD.1.2")
    assert (published.doi, published.preprint_doi) == ("10.1103/PhysRevD.1.2", "10.48550/arXiv.2603.00356")
    assert published.any_doi == published.doi
    own = reference(doi="10.48550/arXiv.2603.00356")
    assert (own.doi, own.any_doi) == (None, "10.48550/arXiv.2603.00356")
    other = reference(key="t-0123abcd", arxiv_id=None, doi="10.1101/2026.01.02.123456")
    assert (other.doi, other.preprint_doi) == (None, "10.1101/2026.01.02.123456")
    assert reference(key="t-0123abcd", arxiv_id=None).any_doi is None


def test_addresses_and_private_words() -> None:
    """No address that is none of the web, and no abstract of a source whose words may not be published."""
    assert reference(url="https://else.example/").url == "https://arxiv.org/abs/2603.00356"
    outside = {"key": "t-0123abcd", "arxiv_id": None}
    assert reference(**outside, url="https://a.example/x?b=1#c").url == "https://a.example/x?b=1#c"
    for bad in ("javascript:alert(1)", "https://good.example@bad.example/", "ftp://a.example/", None):
        assert reference(**outside, url=bad).url is None
    assert reference(abstract="We $x$.", provenance=(("abstract", "private"),)).abstract is None
    assert reference(abstract="One $x$.\n\nTwo.", provenance=(("abstract", "public"),)).abstract == "One x.\n\nTwo."

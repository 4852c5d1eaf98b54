"""dblp's tables of contents, invented and real."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.errors import Refused
from generator.sources.sites import dblp, feed
from tests.cases import for_each
from tests.sources.text_truth import head, only_by

DATA = Path(__file__).parents[1] / "data" / "dblp"
listing = only_by(dblp)


def test_table_of_contents() -> None:
    """Markup in titles and numbers in names are removed; the volume itself is not a paper."""
    data = (DATA / "toc.xml").read_bytes()
    assert dblp.recognises(head(data))
    assert not feed.recognises(head(data))
    one = listing(data)
    assert (one.source, one.date, one.part) == ("dblp", dt.date(2026, 2, 2), "db/conf/tea/tea2026.bht")
    assert (one.category, one.whole, one.quiet) == (None, False, False)
    assert one.notes == (
        "front matter left out: Proceedings of the 3rd Tea Party, TEA 2026",
        "entry 3: has no title; left out",
        "entry 4: has no date (mdate); left out",
    )
    first, second = one.entries
    assert (first.type, first.date, first.place) == ("harvest", dt.date(2026, 1, 15), 1)
    assert first.title == "H2O & Camellia: a <think> in C"
    assert first.authors == ("René Kettle", "M. Saucer")
    assert (first.arxiv_id, first.doi) == ("2601.00051", "10.1000/tea.1(1)")
    assert first.url == "https://doi.org/10.1000/tea.1%281%29"
    assert first.journal_ref == "TEA 2026: 1-17"
    assert not first.withdrawn
    assert (second.title, second.authors, second.doi, second.url) == ("Who poured?", (), None, None)
    assert (second.journal_ref, second.withdrawn) == ("TEA 2026", True)


def test_records() -> None:
    """Records of dblp itself: e-prints, journals, theses; a person's page is not a paper."""
    data = (DATA / "records.xml").read_bytes()
    assert dblp.recognises(head(data))
    one = listing(data)
    assert (one.part, one.date, len(one.entries)) == (None, dt.date(2026, 1, 22), 4)
    preprint, paper, short, thesis = one.entries
    assert preprint.authors == ("Åsa Öberg",)
    assert (preprint.arxiv_id, preprint.doi, preprint.url, preprint.journal_ref) == ("2601.00052", None, None, None)
    assert (paper.journal_ref, paper.doi, paper.arxiv_id) == ("Comput. Tea 68(3): 5-9 (2026)", "10.1000/loud", None)
    assert (short.journal_ref, short.url) == ("Comput. Tea", None)
    assert thesis.journal_ref == "University of Clay 2025"


@for_each(
    ("data", "problem"),
    [
        (b"<bht key='x'/>", "contains no records"),
        (b"<rss/>", "not a dblp table of contents"),
        (b"<bht>\n<r>", "not well-formed"),
    ],
)
def test_refused(data: bytes, problem: str) -> None:
    """No date, other XML, a truncated document."""
    with pytest.raises(Refused, match=problem):
        dblp.read(data)


def test_real_table_of_contents(shared: Callable[[str], Path]) -> None:
    """The recorded proceedings: papers and names counted independently, fields as in the document."""
    data = shared("listings/recorded/feeds/dblp_sosp2025.xml").read_bytes()
    assert dblp.recognises(head(data))
    one = listing(data)
    assert len(one.entries) == data.count(b"<inproceedings ") == 66
    assert sum(len(entry.authors) for entry in one.entries) == data.count(b"<author ")
    assert str(one.date) == max(day.decode() for day in re.findall(rb'mdate="([^"]+)"', data))
    assert len(one.notes) == 1
    assert not any(re.search(r"\d{4}$", name) for entry in one.entries for name in entry.authors)
    assert all(entry.doi and entry.doi.startswith("10.1145/3731569.") for entry in one.entries)
    first, second = one.entries[:2]
    assert first.title == "LithOS: An Operating System for Efficient Machine Learning on GPUs"
    assert (first.authors[0], first.authors[-1]) == ("Patrick H. Coppock", "Dimitrios Skarlatos")
    assert (first.journal_ref, first.doi) == ("SOSP 2025: 1-17", "10.1145/3731569.3764818")
    assert (first.date, first.url) == (dt.date(2025, 10, 15), "https://doi.org/10.1145/3731569.3764818")
    assert second.title == "μFork: Supporting POSIX fork Within a Single-Address-Space OS"
    assert second.authors == ("John Alistair Kressel", "Hugo Lefeuvre", "Pierre Olivier")

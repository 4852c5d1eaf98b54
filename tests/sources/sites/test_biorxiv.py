"""Responses of bioRxiv's details API, invented."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from generator.errors import Refused
from generator.sources.detect import detect
from generator.sources.sites import biorxiv
from tests.cases import for_each

DATA = (Path(__file__).parents[1] / "data" / "biorxiv" / "answer.json").read_bytes()


def test_preprints() -> None:
    """Markup in titles is removed, names are put in spoken order, numbers may be strings, "NA" means absent."""
    assert detect(DATA) is biorxiv
    (one,) = biorxiv.read(DATA)
    assert (one.source, one.origin, one.date) == ("biorxiv", "biorxiv", dt.date(2026, 3, 4))
    assert one.part == "2026-03-03:2026-03-04 from 0"
    assert one.notes == ("entry 3: has no title; left out",)
    assert [(c.section, c.read, c.shown, c.total) for c in one.counts] == [("all", 3, 3, 33)]
    first, second = one.entries
    assert first.title == "Kettles in vivo & the half-life of steam"
    assert first.authors == ("A. Okafor", "B. C. Saucer", "The Tea Consortium")
    assert (first.type, first.date, first.arxiv_id) == ("harvest", dt.date(2026, 3, 3), None)
    assert (first.doi, first.url) == ("10.64898/2026.03.01.000001", "https://doi.org/10.64898/2026.03.01.000001")
    assert first.abstract == "Steam was measured. It rose by 12 %."
    assert (second.doi, second.abstract, second.withdrawn) == ("10.1000/tea.7", None, True)


@for_each(
    ("data", "reason"),
    [
        (b'{"messages":[{"status":"no posts found"}],"collection":[]}', "nothing was posted"),
        (b'{"messages":[{"status":"Error : (2002)"}],"collection":[]}', "error response: Error : \\(2002\\)"),
        (b'{"messages":[],"collection":[]}', "no status"),
        (DATA[:700], "cannot be read"),
        (DATA.replace(b'"count":3', b'"count":[]'), "cannot be read"),
        (b'{"messages":[{"status":"ok"}],"collection":[]}', "has no date"),
    ],
)
def test_refused(data: bytes, reason: str) -> None:
    """Errors and broken responses are distinguished from days without preprints."""
    with pytest.raises(Refused, match=reason):
        biorxiv.read(data)

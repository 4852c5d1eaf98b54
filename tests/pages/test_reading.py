"""The page that a reader's own browser fills."""

from __future__ import annotations

import re
from dataclasses import replace

from generator.model import Announced, Archive
from generator.pages import Draft, addresses, reading
from generator.pages.context import View
from tests.pages import sample


def drafted(archive: Archive) -> Draft:
    (draft,) = reading.KIND.drafts(View(archive, sample.SETTINGS, sample.TEXTS))
    assert draft.path == addresses.READING
    return draft


def test_names_the_newest_days_and_their_papers():
    """Days that arXiv announced, newest first, and the keys of what was new on them."""
    page = drafted(sample.ARCHIVE).make()
    newest = [day for day in reversed(sample.ARCHIVE.days) if day.announced and not day.reconstructed][: reading.DAYS]
    dates = re.findall(r"\(days/\d{4}/(\d{4}-\d\d-\d\d)\.md\)", page.text)
    assert dates == [day.date.isoformat() for day in newest]
    new = [entry.key for day in newest for entry in day.announced if entry.type in ("new", "cross")]
    assert page.facts["papers"] == list(dict.fromkeys(new))[: reading.PAPERS]


def test_an_empty_archive_has_the_page():
    page = drafted(replace(sample.ARCHIVE, papers={}, days=(), coverage=())).make()
    assert page.facts["papers"] == []
    assert "Newest days" not in page.text


def test_depends_on_the_newest_days_alone():
    """A paper more changes the page where it was announced on one of the newest days."""
    days = [replace(sample.ARCHIVE.days[0], reconstructed=False, announced=(Announced(key="a", type="new"),))] * 8
    more = replace(days[0], announced=(*days[0].announced, Announced(key="b", type="new")))
    hashes = [
        drafted(replace(sample.ARCHIVE, days=tuple(each))).depends
        for each in (days, [more, *days[1:]], [*days[:-1], more])
    ]
    assert hashes[0] == hashes[1] != hashes[2]

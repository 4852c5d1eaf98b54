"""Dates and versions, from the document to page and export: each that is stated, and none else."""

import datetime as dt
import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from daybook.config import Settings
from daybook.errors import Refused
from daybook.exports import tables
from daybook.fold.folding import fold
from daybook.model import Archive, Listing, Paper
from daybook.pages import Texts
from daybook.sources import arxiv_oai
from daybook.sources.registry import detect
from daybook.text.language import MONTHS
from daybook.view.addresses import paper as page_of
from lxml import etree

from tests.cases import for_each
from tests.pages import sample

SETTINGS = Settings(title="T", categories=("quant-ph",))


def folded(listings: tuple[Listing, ...]) -> Archive:
    return fold([record for listing in listings for record in listing.records("d0")])


def exported(archive: Archive) -> dict[str, dict[str, Any]]:
    lines = [json.loads(line) for line in tables.jsonl(archive)]
    return {line["key"]: line for line in lines}


def page(archive: Archive, found: Paper) -> str:
    pages = sample.render(archive, SETTINGS, Texts())
    return next(each.text for each in pages if each.path == page_of(found.key))


def answer(body: str) -> bytes:
    return (
        '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2026-02-01T00:00:00Z</responseDate>'
        '<request verb="GetRecord">u</request><GetRecord><record><header><identifier>oai:arXiv.org:2601.00031'
        "</identifier><datestamp>2026-01-31</datestamp></header><metadata>"
        f"{body}</metadata></record></GetRecord></OAI-PMH>"
    ).encode()


ARXIV = (
    '<arXiv xmlns="http://arxiv.org/OAI/arXiv/" xmlns:x="http://www.w3.org/2001/XMLSchema-instance" '
    'x:schemaLocation="http://arxiv.org/OAI/arXiv/ http://arxiv.org/OAI/arXiv.xsd"><id>2601.00031</id>'
    "<created>2026-01-05</created>{updated}<authors><author><keyname>Chair</keyname></author></authors>"
    "<title>On chairs</title><categories>quant-ph</categories><abstract>One leg.</abstract></arXiv>"
)
DUBLIN = (
    '<d:dc xmlns:d="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns="http://purl.org/dc/elements/1.1/">'
    "<title>On chairs</title><creator>Chair</creator><date>2026-01-05</date><date>2026-01-20</date>"
    "<description>One leg.</description><identifier>http://arxiv.org/abs/2601.00031</identifier></d:dc>"
)


@for_each(
    ("body", "updated"),
    [
        (ARXIV.format(updated="<updated>2026-01-20</updated>"), "20 January 2026"),
        (ARXIV.format(updated=""), None),
        (ARXIV.format(updated="").replace("http://arxiv.org/OAI/arXiv.xsd", "oaipmh.arxiv.org/arXiv.xsd"), None),
        (DUBLIN, "20 January 2026"),
    ],
)
def test_a_record_without_a_version_shows_none(body: str, updated: str | None) -> None:
    """Nothing says v1, days are shown as days, and the header's stamp is no submission."""
    archive = folded(arxiv_oai.read(answer(body)))
    (found,) = archive.papers.values()
    text = page(archive, found)
    assert not re.search(r"\bv\d|ersion", text)
    assert "5 January 2026" in text
    assert "UTC" not in text
    assert ("Updated" in text) is (updated is not None or found.submitted is None)
    assert updated is None or updated in text
    line = exported(archive)["2601.00031"]
    assert (line["version"], line["versions"]) == (None, [])
    assert [each["version"] for each in line["sightings"]] == [None]
    assert not any(str(value).startswith("2026-01-31") for value in (line["submitted"], line["updated"]))


def documents(folder: Path) -> Iterator[tuple[str, bytes, tuple[Listing, ...]]]:
    """(name, bytes, listings) of every real document that can be read."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            data = gzip.decompress(data) if path.suffix == ".gz" else data
            try:
                yield path.name, data, detect(data).read(data)
            except Refused:
                continue


@pytest.mark.trial
def test_no_real_document_gains_a_version_or_a_day(shared: Callable[[str], Path]) -> None:
    """What a folded paper says of versions and times stands in the document, in one of the ways to write it."""
    checked = 0
    for name, data, listings in documents(shared("listings")):
        text = data.decode("utf-8", "replace").lower()
        stated = {(e.arxiv_id, e.version) for each in listings for e in each.entries}
        stated |= {(e.arxiv_id, v.version) for each in listings for e in each.entries for v in e.versions}
        firsts = {e.arxiv_id for each in listings for e in each.entries if e.type == "new"}
        for found in folded(listings).papers.values():
            numbers = {version.version for version in found.versions}
            known = {version for ident, version in stated if ident == found.arxiv_id and version}
            implied = {1} if found.arxiv_id in firsts or (known and found.submitted) else set()
            assert numbers == known | (implied & numbers), (name, found.key)
            assert all(f"v{number}" in text for number in known), (name, found.key)
            times = {version.submitted for version in found.versions} | {found.submitted, found.updated}
            assert all(any(way in text for way in written(time)) for time in times if time), (name, found.key, times)
            checked += len(times - {None})
    assert checked > 1000


def written(time: dt.datetime) -> list[str]:
    """The ways to write a day, lower case."""
    month = MONTHS[time.month - 1].lower()
    iso = time.date().isoformat()
    return [iso, iso.replace("-", "/")] + [
        f"{day} {name} {year}" for day in (time.day, f"{time.day:02}") for name in (month, month[:3])
        for year in (time.year, f"{time.year % 100:02}")
    ]  # fmt: skip


@pytest.mark.trial
def test_every_date_and_version_of_a_real_harvest_is_kept(shared: Callable[[str], Path]) -> None:
    """The other way round, for OAI in its three layouts: read by lxml alone, each date and version is in the papers."""
    kept = 0
    for name, data, listings in documents(shared("listings")):
        if not listings[0].format.startswith("OAI"):
            continue
        archive = folded(listings)
        for record in etree.fromstring(data).iterfind(".//{*}record"):
            ident = record.findtext(".//{*}identifier", "").removeprefix("oai:arXiv.org:").replace("/", "")
            found = next(p for p in archive.papers.values() if (p.arxiv_id or "").replace("/", "") == ident)
            days = [each.text for tag in ("created", "updated") for each in record.iterfind(f".//{{*}}{tag}")]
            days += [each.text for each in record.iterfind(".//{http://purl.org/dc/elements/1.1/}date")]
            numbers = [each.get("version") for each in record.iterfind(".//{*}version")]
            told = {time.date().isoformat() for time in (found.submitted, found.updated) if time}
            assert set(days) <= told | {""}, (name, ident)
            assert [f"v{each.version}" for each in found.versions] == numbers, (name, ident)
            kept += len(days) + len(numbers)
    assert kept > 1500

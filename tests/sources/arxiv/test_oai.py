"""OAI-PMH responses, invented and real."""

from __future__ import annotations

import datetime as dt
import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.errors import Refused
from generator.model import Count, Version
from generator.sources.arxiv import oai, oai_records, rss
from generator.sources.sites import feed
from tests.cases import for_each, table
from tests.sources.text_truth import head, only_by

DATA = Path(__file__).parents[1] / "data" / "oai"
listing = only_by(oai)


def answer(body: str, request: str = '<request verb="X">u</request>') -> bytes:
    """A response of the service with this body."""
    return (
        '<?xml version="1.0"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">\n'
        f"<responseDate>2026-02-01T23:40:11Z</responseDate>\n{request}\n{body}</OAI-PMH>"
    ).encode()


def test_raw() -> None:
    """arXivRaw: history, TeX as received, withdrawal by source type; broken and deleted records are noted."""
    data = (DATA / "raw.xml").read_bytes()
    assert oai.recognises(head(data))
    assert not rss.recognises(head(data))
    assert not feed.recognises(head(data))
    one = listing(data)
    assert (one.source, one.format, one.date) == ("arxiv-oai", "OAI-PMH answer (arXivRaw)", dt.date(2026, 2, 1))
    assert one.category == "astro-ph.GA"  # of the token
    assert (one.part or "").startswith("ListRecords resumptionToken=verb%3DListRecords%26metadataPrefix")
    assert (one.whole, one.quiet) == (False, False)
    assert one.notes == (
        "entry 3: '../2601.00013' is not an arXiv id; left out",
        "entry 5: record without header or metadata; left out",
        "entry 6: has no title; left out",
        "deleted: 2601.00012",
        "more pages follow",
    )
    assert one.counts == (Count(section="all", read=3),)
    first, second = one.entries
    v1 = dt.datetime(2026, 1, 1, 1, 2, 3, tzinfo=dt.UTC)
    v3 = dt.datetime(2026, 1, 30, 12, tzinfo=dt.UTC)
    assert (first.arxiv_id, first.version, first.date, first.type) == (
        "2601.00011",
        3,
        dt.date(2026, 1, 31),
        "harvest",
    )
    assert first.versions == (Version(version=1, submitted=v1), Version(version=3, submitted=v3, withdrawn=True))
    assert (first.submitted, first.updated, first.withdrawn) == (v1, v3, True)
    assert first.title == "Dust in jars"
    assert first.authors == (r"Lucie Mo\v{s}n\'a", "B. Broom", "C. Pan")
    assert (first.primary_category, first.categories) == ("astro-ph.GA", ("astro-ph.GA", "physics.hist-ph"))
    assert (first.comments, first.report_no, first.journal_ref) == ("3 jars", "JAR-1", "J. Dust 1")
    assert (first.msc_class, first.acm_class, first.doi) == ("85A04", None, "10.1000/dust")
    assert first.license == "http://creativecommons.org/licenses/by/4.0/"
    assert first.abstract == "Dust settles.\n\nThen it stays."
    assert (second.arxiv_id, second.version, second.submitted) == ("2601.00014", 2, None)  # v1 is not in its history
    assert second.date == one.date  # no datestamp
    assert (second.authors, second.abstract, second.primary_category, second.withdrawn) == ((), None, None, False)


def test_parts_of_names() -> None:
    """arXiv and arXivOld from the former service: parts of names, days without times, the last page's size."""
    one = listing((DATA / "parts.xml").read_bytes())
    assert one.part == "ListRecords metadataPrefix=arXiv set=q-bio"
    assert one.category is None  # a group's set
    first, second = one.entries
    assert first.authors == ("Ä. B. van der Moss Jr", "Collaboration Fern")
    assert first.submitted == dt.datetime(2015, 1, 2, tzinfo=dt.UTC)
    assert first.updated == dt.datetime(2015, 3, 4, tzinfo=dt.UTC)
    assert (first.version, first.versions) == (None, ())
    assert (second.authors, second.withdrawn, second.submitted) == (("T. Fern",), True, None)
    assert one.counts == (Count(section="all", read=2, shown=2, total=1002),)
    assert one.notes == ()


@for_each(
    ("token", "count", "mismatch"),
    [
        (
            '<resumptionToken cursor="1000" completeListSize="1005"/>',
            Count(section="all", read=2, shown=5, total=1005),
            1,
        ),
        (
            '<resumptionToken cursor="0" completeListSize="9">1|3</resumptionToken>',
            Count(section="all", read=2, total=9),
            0,
        ),
        (
            '<resumptionToken cursor="8" completeListSize="9">1|3</resumptionToken>',
            Count(section="all", read=2, shown=1, total=9),
            1,
        ),
        ('<resumptionToken completeListSize="9"/>', Count(section="all", read=2, total=9), 0),
        ('<resumptionToken cursor="x"/>', Count(section="all", read=2), 0),
        ("", Count(section="all", read=2), 0),
    ],
)
def test_tokens(token: str, count: Count, mismatch: int) -> None:
    """Cursor and size are compared with what was read."""
    text = (DATA / "parts.xml").read_text(encoding="utf-8")
    last = '<resumptionToken cursor="1000" completeListSize="1002"></resumptionToken>'
    assert last in text
    one = listing(text.replace(last, token).encode())
    assert one.counts == (count,)
    assert len(one.mismatches()) == mismatch


def test_todays_created_is_not_version_one() -> None:
    """Today's service writes the newest version's day into `created`, so version 1's is unknown."""
    text = (DATA / "parts.xml").read_text(encoding="utf-8")
    entry = listing(text.replace("http://arxiv.org/OAI/arXiv.xsd", "https://oaipmh.arxiv.org/OAI/arXiv.xsd").encode())
    assert entry.entries[0].submitted is None
    assert entry.entries[0].updated == dt.datetime(2015, 3, 4, tzinfo=dt.UTC)


def test_dublin_core() -> None:
    """oai_dc: category names become codes with the help of the sets; the kinds of ids are distinguished."""
    one = listing((DATA / "dc.xml").read_bytes())
    assert one.format == "OAI-PMH answer (oai_dc)"
    (entry,) = one.entries
    assert (entry.arxiv_id, entry.version, entry.date) == ("2601.00031", None, dt.date(2026, 1, 31))
    assert entry.authors == ("Armand de la Chair", "Three Stool Jr.", "The Bench Group")
    assert entry.primary_category == "stat.ML"
    assert entry.categories == ("stat.ML", "cs.IT", "cs.DC")  # cs.DC: only a set names it
    assert (entry.msc_class, entry.acm_class) == ("68T05 (Primary)", None)
    assert (entry.abstract, entry.comments) == ("One leg.\n\nTwo legs.", "4 legs")
    assert (entry.journal_ref, entry.doi) == ("Furniture 3 (2026)", "10.1000/chair")
    assert entry.submitted == dt.datetime(2026, 1, 5, tzinfo=dt.UTC)
    assert entry.updated == dt.datetime(2026, 1, 20, tzinfo=dt.UTC)


def test_dublin_core_with_names_of_archives() -> None:
    """The former service wrote the archive before the category's name, and no sets of categories."""
    text = (DATA / "dc.xml").read_text(encoding="utf-8")
    text = re.sub(r"<setSpec>.*?</setSpec>", "", text)
    assert "setSpec" not in text
    text = text.replace(">Machine Learning<", ">Computer Science - Machine Learning<")
    text = text.replace(">Information Theory<", ">Mathematics - Information Theory<")
    (entry,) = listing(text.encode()).entries
    assert entry.categories == ("cs.LG", "math.IT")


def test_dublin_core_that_is_none_of_arxivs() -> None:
    """Another repository's records are refused as a whole; a missing title affects only its own record."""
    text = (DATA / "dc.xml").read_text(encoding="utf-8")
    with pytest.raises(Refused, match="none of the records is an arXiv paper"):
        oai.read(text.replace("2601.00031", "etd-1").encode())
    with pytest.raises(Refused, match="none of the records is an arXiv paper"):
        oai.read(text.replace("Learning to sit", "").encode())


def test_deleted_only() -> None:
    """A page of deleted records is not an error; an unknown id is quoted unchanged."""
    one = listing(
        answer(
            "<ListRecords><record><header status='deleted'><identifier>oai:arXiv.org:odd</identifier></header></record>"
            "</ListRecords>"
        )
    )
    assert (one.entries, one.notes, one.format) == ((), ("deleted: oai:arXiv.org:odd",), "OAI-PMH answer")


@for_each(("body", "note"), table(__file__, "answers_without_papers"))
def test_answers_without_papers(body: str, note: str) -> None:
    """They are read and summarised in a note, and are not quiet."""
    one = listing(answer(body))
    assert one.notes == (note,)
    assert (one.entries, one.quiet, one.counts) == ((), False, ())


@for_each(
    ("data", "problem"),
    [
        (answer("<error code='badVerb'>No. Reason: why</error>"), "OAI-PMH error: badVerb: No. Reason: why"),
        (
            answer("<error code='noRecordsMatch'>x</error><error code='badArgument'>y</error>"),
            "noRecordsMatch: x; badArgument: y",
        ),
        (answer("<error>bare</error>"), "error: bare"),
        (answer("<Dance/>"), "not a response to any OAI-PMH request"),
        (answer("").replace(b"2026-02", b"x"), "has no date"),
        (answer("<ListRecords><record>").replace(b"</OAI-PMH>", b""), "not well-formed"),
        (b"<rss/>", "not an OAI-PMH response"),
    ],
)
def test_refused(data: bytes, problem: str) -> None:
    """Errors quote the service's own words."""
    with pytest.raises(Refused, match=problem):
        oai.read(data)


def test_nothing_is_quiet() -> None:
    """An empty range is not an error."""
    request = '<request verb="ListRecords" from="2026-02-01" until="2026-02-01" set="cs:cs:DC">u</request>'
    one = listing(answer("<error code='noRecordsMatch'>none</error>", request))
    assert one.quiet
    assert (one.category, one.part) == ("cs.DC", "ListRecords from=2026-02-01 until=2026-02-01 set=cs:cs:DC")
    assert listing(answer("<error code='noRecordsMatch'>none</error>", "")).part is None


@for_each(("spec", "code"), table(__file__, "sets"))
def test_sets(spec: str, code: str | None) -> None:
    """Sets of categories have a code; groups and archives have none."""
    assert oai_records.category_of(spec) == code


REAL = {  # path: (date, category, layout)
    "recorded/oai/GetRecord_arXivRaw_1810.09584_2019.xml": ("2019-03-05", None, "arXivRaw"),
    "recorded/oai/ListRecords_arXiv_hep-th.xml": ("2017-12-14", "hep-th", "arXiv"),
    "recorded/oai/ListRecords_arXiv_page1_1000rec_2016-03-09.xml.gz": ("2016-03-01", None, "arXiv"),
    "recorded/oai/ListRecords_oai_dc_2023-01-25.xml": ("2023-01-25", None, "oai_dc"),
    "rendered/oai_GetRecord_arXiv_oldstyle_id.xml": ("2026-07-02", None, "arXiv"),
    "rendered/oai_ListRecords_arXivRaw_lastpage.xml": ("2026-07-02", None, "arXivRaw"),
    "rendered/oai_ListRecords_arXivRaw_page1.xml": ("2026-07-02", None, "arXivRaw"),
    "rendered/oai_ListRecords_arXivRaw_page2.xml": ("2026-07-02", None, "arXivRaw"),
    "rendered/oai_ListRecords_arXivRaw_page3.xml": ("2026-07-02", None, "arXivRaw"),
    "rendered/oai_ListRecords_oai_dc_set_cs.IT.xml": ("2026-07-02", "cs.IT", "oai_dc"),
}


def unpacked(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


@for_each("name", REAL)
def test_real_records(shared: Callable[[str], Path], name: str) -> None:
    """Every recorded list: records, versions, names and tokens counted independently."""
    data = unpacked(shared(f"listings/{name}"))
    assert oai.recognises(head(data))
    one = listing(data)
    date, category, layout = REAL[name]
    assert (str(one.date), one.category, one.format) == (date, category, f"OAI-PMH answer ({layout})")
    assert len(one.entries) == data.count(b"<record>")
    stamps = re.findall(rb"<datestamp>([^<]+)<", data)
    assert [str(entry.date) for entry in one.entries] == [stamp.decode() for stamp in stamps]
    assert sum(len(entry.versions) for entry in one.entries) == data.count(b"<version ")
    if layout != "arXivRaw":
        names = len(re.findall(rb"<(?:author|dc:creator)>", data))
        assert sum(len(entry.authors) for entry in one.entries) == names
    follows = re.search(rb"<resumptionToken[^>/]*>[^<]", data) is not None
    assert one.notes == (("more pages follow",) if follows else ())
    assert one.mismatches() == ()
    for entry in one.entries:
        assert entry.abstract
        assert entry.authors
        assert entry.primary_category
        assert entry.updated


@for_each(
    ("name", "note"),
    [
        ("oai_Identify.xml", "Identify: arXiv"),
        ("oai_ListSets.xml", "183 sets"),
        ("oai_ListMetadataFormats.xml", "4 metadata formats: oai_dc, arXiv, arXivOld, arXivRaw"),
    ],
)
def test_real_answers_without_papers(shared: Callable[[str], Path], name: str, note: str) -> None:
    """The service's description of itself."""
    assert listing(shared(f"listings/rendered/{name}").read_bytes()).notes == (note,)


@for_each(
    ("name", "reason"),
    [
        ("rendered/oai_error_badArgument_date.xml", "badArgument: .* Reason: start date too early"),
        ("rendered/oai_error_badResumptionToken.xml", "badResumptionToken: .*Token decoding failed"),
        ("rendered/oai_error_idDoesNotExist.xml", "idDoesNotExist: .*Invalid arXiv_id structure"),
        ("recorded/oai/generic_error_badResumptionToken.xml", "badResumptionToken: This resumptionToken is invalid"),
    ],
)
def test_real_errors(shared: Callable[[str], Path], name: str, reason: str) -> None:
    """All recorded errors are refused with their reasons."""
    with pytest.raises(Refused, match=reason):
        oai.read(shared(f"listings/{name}").read_bytes())


def test_real_nothing(shared: Callable[[str], Path]) -> None:
    """The recorded "no records match" is quiet."""
    one = listing(shared("listings/rendered/oai_error_noRecordsMatch.xml").read_bytes())
    assert (one.quiet, one.category, one.entries) == (True, "hep-lat", ())


def test_real_fields(shared: Callable[[str], Path]) -> None:
    """Fields of records in each layout, as in the documents."""
    (raw,) = listing(shared("listings/recorded/oai/GetRecord_arXivRaw_1810.09584_2019.xml").read_bytes()).entries
    assert raw.authors == ("Raphael Chetrite", "Shamik Gupta", "Izaak Neri", r"\'Edgar Rold\'an")
    assert (raw.version, raw.journal_ref, raw.doi) == (2, "EPL 124,60006 (2018)", "10.1209/0295-5075/124/60006")
    assert raw.submitted == dt.datetime(2018, 10, 22, 22, 41, 50, tzinfo=dt.UTC)
    assert raw.updated == dt.datetime(2019, 1, 13, 11, 17, 9, tzinfo=dt.UTC)
    assert raw.categories == ("cond-mat.stat-mech", "physics.bio-ph", "physics.data-an")
    hep = listing(shared("listings/recorded/oai/ListRecords_arXiv_hep-th.xml").read_bytes()).entries
    assert hep[0].title == "Toolbox for reconstructing quantum theory from rules on information acquisition"
    assert hep[2].authors[3] == "A. de Souza Dutra"
    assert hep[1].comments == "7 pages"
    dc = listing(shared("listings/recorded/oai/ListRecords_oai_dc_2023-01-25.xml").read_bytes()).entries
    assert dc[2].categories == ("math.QA", "math.RT")
    assert dc[2].authors == ("Anna Beliakova", "Kazuo Habiro", "Aaron D. Lauda", "Ben Webster")
    assert dc[1].doi == "10.1007/s00153-015-0433-z"
    assert (dc[0].comments, dc[0].msc_class) == ("7 pages", "03E75 (Primary), 03E35 (Secondary), 28A05, 28A99")
    it = listing(shared("listings/rendered/oai_ListRecords_oai_dc_set_cs.IT.xml").read_bytes()).entries
    assert it[0].categories == ("cs.IT", "quant-ph")
    old = unpacked(shared("listings/recorded/oai/ListRecords_arXiv_page1_1000rec_2016-03-09.xml.gz"))
    assert listing(old).counts == (Count(section="all", read=1000, total=102133),)
    assert listing(old).entries[0].msc_class == "05C85; 05C70; 68R10; 05B35"

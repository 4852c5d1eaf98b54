"""OAI-PMH responses, invented and real."""

import datetime as dt
import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.errors import Refused
from daybook.model import Count
from daybook.sources import arxiv_oai

from tests.cases import for_each, table
from tests.sources.text_truth import head, only_by

DATA = Path(__file__).parent / "data" / "oai"
listing = only_by(arxiv_oai)


def answer(body: str, request: str = '<request verb="X">u</request>') -> bytes:
    """A response of the service with this body."""
    return (
        '<?xml version="1.0"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">\n'
        f"<responseDate>2026-02-01T23:40:11Z</responseDate>\n{request}\n{body}</OAI-PMH>"
    ).encode()


@for_each(
    ("token", "count", "mismatch"),
    [
        (
            '<resumptionToken cursor="1000" completeListSize="1005"/>',
            Count(section="all", read=2, shown=5, total=1005), 1,
        ),
        (
            '<resumptionToken cursor="0" completeListSize="9">1|3</resumptionToken>',
            Count(section="all", read=2, total=9), 0,
        ),
        (
            '<resumptionToken cursor="8" completeListSize="9">1|3</resumptionToken>',
            Count(section="all", read=2, shown=1, total=9), 1,
        ),
        ('<resumptionToken completeListSize="9"/>', Count(section="all", read=2, total=9), 0),
        ('<resumptionToken cursor="x"/>', Count(section="all", read=2), 0),
        ("", Count(section="all", read=2), 0),
    ],
)  # fmt: skip
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
        arxiv_oai.read(text.replace("2601.00031", "etd-1").encode())
    with pytest.raises(Refused, match="none of the records is an arXiv paper"):
        arxiv_oai.read(text.replace("Learning to sit", "").encode())


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
        arxiv_oai.read(data)


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
    assert arxiv_oai.category_of(spec) == code


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
    assert arxiv_oai.recognises(head(data))
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

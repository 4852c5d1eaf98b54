"""All that documents say, in many forms, and two of them in one file."""

import gzip
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from daybook.errors import Refused
from daybook.model import Listing
from daybook.sources import arxiv_api, site_pages
from daybook.sources.plain_text import ONE_EACH
from daybook.sources.registry import FORMATS, Reader, detect

from tests import mutations
from tests.cases import for_each, table
from tests.sources.text_truth import DATA, brief, head

INVENTED = table(__file__, "invented")
READERS = [reader for each in FORMATS if (reader := each.reader()) is not site_pages.UNKNOWN]


def stated(value: Any) -> Any:
    """A listing or an entry as the tables have it: what it states, by the names of its fields."""
    if is_dataclass(value):
        told = ((each, getattr(value, each.name)) for each in fields(value))
        return {each.name: stated(said) for each, said in told if said != each.default}
    return tuple(map(stated, value)) if isinstance(value, tuple) else value


@for_each("name", INVENTED)
def test_one_reader_takes_it_and_reads_every_field(name: str) -> None:
    """What is wrong with an entry is a note, and costs no other entry anything."""
    data = (DATA / name).read_bytes()
    (reader,) = (each for each in READERS if each.recognises(head(data)))
    assert detect(data) is reader
    assert tuple(map(stated, reader.read(data))) == INVENTED[name]


@for_each(("name", "place", "told"), table(__file__, "real"))
def test_fields_of_real_documents(shared: Callable[[str], Path], name: str, place: int | None, told: Any) -> None:
    """In each layout, as they stand in the document: some of an entry's, by its 0-based place, or all of the document's
    own, with the number of its entries."""
    (path,) = shared("listings").glob(name)
    data = path.read_bytes()
    data = gzip.decompress(data) if name.endswith(".gz") else data
    (listing,) = detect(data).read(data)
    whole = {**stated(replace(listing, report=None)), "entries": len(listing.entries)}
    found = whole if place is None else stated(listing.entries[place])
    short = {field: brief(said) if isinstance(said, str) else said for field, said in found.items()}
    assert {field: short.get(field) for field in (short if place is None else told)} == told


@for_each(("name", "reason"), table(__file__, "refused"))
def test_real_errors_are_refused_in_their_own_words(shared: Callable[[str], Path], name: str, reason: str) -> None:
    data = shared(f"listings/{name}").read_bytes()
    with pytest.raises(Refused, match=reason):
        detect(data).read(data)


SAMPLES = sorted(
    path.relative_to(DATA).as_posix() for path in DATA.rglob("*") if path.suffix in (".html", ".txt", ".xml")
)
DOUBTFUL = (
    "bytes-windows_1252_undeclared", "html-view_source", "text-folded", "text-quoted_and_wrapped", "text-refilled",
    "text-wrapped_at_40", "text-wrapped_without_blank_lines",
)  # fmt: skip
"""Forms in which some documents cannot be read, or not all of them."""
FORMS = {name: form for name, form in mutations.keeping().items() if name not in DOUBTFUL}


@for_each("sample", SAMPLES)
def test_every_form_of_a_sample(sample: str) -> None:
    """The same reader, the same listings. tests/test_mutations.py tries the real documents."""
    data = (DATA / sample).read_bytes()
    reader = detect(data)
    expected = reader.read(data)
    assert expected[0].entries or expected[1].entries
    for name, form in FORMS.items():
        changed = form(data)
        if changed is not None:
            assert detect(changed) is reader, name
            assert detect(changed).read(changed) == expected, name


ERROR = b"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">%s<title type="html">ArXiv Query: search_query=</title>
<updated>2026-03-03T00:00:00-05:00</updated>
<entry><id>%s://%sarxiv.org/api/errors#incorrect_id_format_for_x</id><title>Error</title>
<summary>incorrect id format for x</summary><updated>2026-03-03T00:00:00-05:00</updated>
<link href="http://arxiv.org/api/errors#incorrect_id_format_for_x" rel="alternate" type="text/html"/>
<author><name>arXiv api core</name></author></entry></feed>"""


@for_each("ident", [b"", b"<id>http://arxiv.org/api/abc</id>", b"<id>https://arxiv.org/</id>", b"<id>urn:x</id>"])
@for_each("scheme", [b"http", b"https"])
@for_each("host", [b"", b"export."])
def test_an_error_of_the_api_is_no_paper(ident: bytes, scheme: bytes, host: bytes) -> None:
    """For every version of the API, in every form: refused with arXiv's reason."""
    data = ERROR % (ident, scheme, host)
    for name, form in {"as it is": bytes, **FORMS}.items():
        changed = form(data) or data
        assert detect(changed) is arxiv_api, name
        with pytest.raises(Refused, match="arXiv API error: incorrect id format for x"):
            detect(changed).read(changed)


def test_a_journals_feed_that_mentions_arxiv_is_a_journals() -> None:
    """The content of items does not decide: many blogs link to arXiv's feeds and API."""
    data = (DATA / "feed" / "journal.xml").read_bytes()
    mentioning = data.replace(b"<item>", b"<item><comments>https://arxiv.org/rss/cs updates on arXiv.org</comments>")
    assert mentioning != data
    assert detect(mentioning) is detect(data)


SAMPLE_ARCHIVE = DATA.parent.parent / "sample" / "documents"
ALL_READERS = tuple(each.reader() for each in FORMATS)
BETWEEN = {
    "nothing": b"", "blank lines": b"\n\n", "a byte order mark": b"\n\xef\xbb\xbf", "a comment": b"\n<!-- 2 -->\n",
}  # fmt: skip
LARGE = 400_000


@cache
def documents(folder: Path) -> dict[str, dict[str, bytes]]:
    """The documents with entries below a folder, by the name of their reader."""
    by_reader: dict[str, dict[str, bytes]] = {reader.NAME: {} for reader in ALL_READERS}
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.suffix in (".tsv", ".md") or path.stat().st_size > LARGE:
            continue
        data = path.read_bytes()
        data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
        try:
            if any(listing.entries for listing in detect(data).read(data)):
                by_reader[detect(data).NAME][path.name] = data
        except Refused:
            continue
    return by_reader


def said(listings: Iterable[Listing]) -> set[tuple[str, str]]:
    return {(entry.arxiv_id or entry.title, str(entry.date)) for each in listings for entry in each.entries}


def lost(first: bytes, second: bytes) -> list[str]:
    """The ways of joining two documents in one file in which content is silently lost."""
    expected = said(detect(first).read(first)) | said(detect(second).read(second))
    is_markup = first.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")
    wrong = []
    for name, between in BETWEEN.items():
        data = first + between + second
        try:
            right = said(detect(data).read(data)) == expected
        except Refused as refused:
            right = refused.hint == ONE_EACH
        if not right and (is_markup or name != "a comment"):
            wrong.append(name)
    return wrong


@pytest.mark.trial
@for_each("reader", ALL_READERS)
def test_two_documents_in_a_file(reader: Reader, shared: Callable[[str], Path]) -> None:
    """For every format: neither of the two is lost or given the other's day."""
    by_name: dict[str, bytes] = {}
    for folder in (DATA, SAMPLE_ARCHIVE, shared("listings")):
        by_name.update(documents(folder)[reader.NAME])
    pairs = [*pairwise(by_name), *([(name, name) for name in list(by_name)[:1]])]
    assert [f"{one} and {two}: {ways}" for one, two in pairs if (ways := lost(by_name[one], by_name[two]))] == []

"""All that documents say, in many forms, and two of them in one file."""

import re
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from daybook.errors import Refused
from daybook.model import Listing
from daybook.sources import arxiv_api, arxiv_rss, site_pages
from daybook.sources.plain_text import ONE_EACH
from daybook.sources.registry import FORMATS, Reader, detect

from tests import mutations
from tests.cases import for_each, table
from tests.sources.text_truth import DATA, brief, excerpt, head, row, rows, stated, unpacked

INVENTED = table(__file__, "invented")
READERS = [each.reader() for each in FORMATS if each.sources]


@for_each("name", INVENTED)
def test_one_reader_takes_it_and_reads_every_field(name: str) -> None:
    """What is wrong with an entry is a note, and costs no other entry anything."""
    data = (DATA / name).read_bytes()
    (reader,) = (each for each in READERS if each.recognises(head(data)))
    assert detect(data) is reader
    assert tuple(map(stated, reader.read(data))) == INVENTED[name]


def test_each_real_document_has_one_reader(shared: Callable[[str], Path]) -> None:
    """Or is a page that none but the last knows."""
    paths = [path for path in shared("listings").rglob("*") if path.is_file()]
    assert len(paths) > 60
    for path in paths:
        data = unpacked(path.read_bytes())
        takers = [each for each in READERS if each.recognises(head(data))]
        assert takers == [detect(data)] or (takers, detect(data)) == ([], site_pages.UNKNOWN), path


@for_each(("name", "place", "told"), table(__file__, "real"))
def test_fields_of_real_documents(shared: Callable[[str], Path], name: str, place: int | None, told: Any) -> None:
    """In each layout, as they stand in the document: some of an entry's, by its 0-based place, or all of the document's
    own, with the number of its entries."""
    (path,) = shared("listings").glob(name)
    data = unpacked(path.read_bytes())
    (listing,) = detect(data).read(data)
    whole = {**stated(replace(listing, report=None)), "entries": len(listing.entries)}
    found = whole if place is None else stated(listing.entries[place])
    short = {field: brief(said) if isinstance(said, str) else said for field, said in found.items()}
    assert {field: short.get(field) for field in (short if place is None else told)} == told


ALIKE: dict[str, dict[str, Any]] = {
    "pith/000": {"type": "card", "counts": (0, 0), "categories": ("cs.DC",), "authors": (), "arxiv_id": None},
    "listing_glued/001": {},
    "inference_report/002": {"type": "report", "categories": ("cs.DC",), "authors": (), "arxiv_id": None},
    "api_stripped/003": {"type": "harvest", "categories": ()},
    "listing_text/004": {},
}
"""A table in data/ of what a text holds that people saved, by whose name the text begins; what all its entries say."""


@for_each("name", ALIKE)
def test_saved_texts_entry_by_entry(shared: Callable[[str], Path], name: str) -> None:
    (path,) = shared("listings").glob(f"{name[-3:]}_*.txt")
    (listing,) = detect(path.read_bytes()).read(path.read_bytes())
    wanted = rows(DATA / f"{name}.tsv")
    assert [{column: row(entry)[column] for column in wanted[0]} for entry in listing.entries] == wanted
    for entry in listing.entries:
        assert ALIKE[name].items() <= {each.name: getattr(entry, each.name) for each in fields(entry)}.items()


FOUND = table(__file__, "found")
EVERY = {
    "abs page": ("abstract",), "arXiv API answer": ("abstract", "categories", "submitted", "updated"),
    "arXiv feed": ("authors", "abstract", "categories"), "dblp table of contents": ("doi",),
    "OAI-PMH answer": ("abstract", "authors", "primary_category", "updated"),
}  # fmt: skip
"""Format without its layout -> what all entries of a real document of it have."""


@for_each(("name", "told"), table(__file__, "whole").items())
def test_real_documents_are_read_whole(shared: Callable[[str], Path], name: str, told: Any) -> None:
    """As many of each as are counted in another way, where they can be as they stand there; and none is left out."""
    data = unpacked(shared(f"listings/{name}").read_bytes())
    (listing,) = detect(data).read(data)
    assert excerpt(listing, told) == told
    assert (listing.mismatches(), listing.quiet) == ((), not listing.entries)
    assert not [note for note in listing.notes if "; left out" in note]
    for field, pattern in FOUND[listing.format].items():
        values = [getattr(entry, field) for entry in listing.entries]
        values = [each for value in values for each in (value if isinstance(value, tuple) else (value,)) if each]
        found = re.compile(pattern)
        assert len(values) == len(found.findall(data.decode())), field
        assert not found.groups or [*map(str, values)] == found.findall(data.decode()), field
    every = EVERY.get(listing.format.partition(" (")[0], ())
    assert all(getattr(entry, field) for entry in listing.entries for field in every)
    if listing.source == "arxiv-listing" and listing.part in ("new", "catchup"):
        markers = len(re.findall(rb"\(cross-list from ", data)), data.count(b"(replaced)")
        types = [entry.type for entry in listing.entries]
        assert (types.count("cross"), types.count("replace")) == markers


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
            assert tuple(map(_told, detect(changed).read(changed))) == expected, name


def _told(listing: Listing) -> Listing:
    """Without a note of what stood around the text."""
    return replace(
        listing, notes=tuple(note for note in listing.notes if not note.startswith("passed over around the text"))
    )


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


@for_each(("items", "whole"), [(1999, True), (2000, False)])
def test_a_feed_of_as_many_items_as_there_may_be_is_not_whole(items: int, whole: bool) -> None:
    """There may have been more."""
    before, item, after = re.split(
        r"(    <item>.*?</item>\n)", (DATA / "rss" / "two.xml").read_text(), maxsplit=1, flags=re.S
    )
    (listing,) = arxiv_rss.read((before + item * items + after[after.rindex("  </channel>") :]).encode())
    assert (len(listing.entries), listing.whole) == (items, whole)
    assert [note for note in listing.notes if "at most 2000 items" in note] == [*listing.notes][: not whole]


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
        data = unpacked(path.read_bytes())
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

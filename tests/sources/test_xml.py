"""XML is parsed safely, and HTML fragments become plain text without losing words."""

import itertools

import pytest
from daybook.errors import Refused
from daybook.sources import (
    xml,
)
from daybook.sources.plain_text import Head

from tests.cases import for_each, table
from tests.tools.growth import in_proportion


def laughs(depth: int) -> bytes:
    """The beginning of a document whose entity `l` contains 20 of another, which contains 20 of another ..."""
    names = [*(f"e{n}" for n in range(depth)), "l"]
    pairs = itertools.pairwise(names)
    grown = (f"<!ENTITY {name} '{f'&{before};' * 20}'>" for before, name in pairs)
    return f"<!DOCTYPE a [<!ENTITY e0 'ha'>{''.join(grown)}".encode()


@for_each(
    ("data", "place", "words"),
    [
        (b"", "", "file is empty"),
        (b"<?xml version='1.0'?>\n<a>\n<b>cut", "line 3", "not well-formed"),
        (b"\n\n<a>\n<b></a>", "line 4", "not well-formed"),
        (b"\xef\xbb\xbf\n<a>\n<b></a>", "line 3", "not well-formed"),
        (b"<a>\n\n caf\xe9</a>", "line 3", "not valid UTF-8 (unexpected byte 0xe9)"),
        (b"<?xml version='1.0' encoding='UTF-8'?>\n<a>\xe9</a>", "line 2", "not valid UTF-8"),
        (b"<?xml version='1.0' encoding='klingon'?><a/>", "line 1", "not well-formed"),
        (b"<a>\n&nothing;</a>", "line 2", "not well-formed"),
        (b"<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", "line 1", "its own entities"),
        (b"<!DOCTYPE a [<!ENTITY % p SYSTEM 'http://127.0.0.1/p'> %p;]><a/>", "line 1", "its own entities"),
        (b"no xml at all", "line 1", "not well-formed"),
    ],
)
def test_refused_in_one_line_with_place(data: bytes, place: str, words: str) -> None:
    """Every broken or unsafe document is refused, naming the line."""
    with pytest.raises(Refused) as caught:
        xml.parse(data)
    assert caught.value.location == place
    assert words in caught.value.problem
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("body", [b"]><a>&l;</a>", b"]><a b='&l;'/>"])
def test_billion_laughs_are_refused_at_once(body: bytes) -> None:
    """Entities that grow are refused without being expanded, in text and attributes, at no cost per level."""

    def refuse(depth: int) -> None:
        with pytest.raises(Refused):
            xml.parse(laughs(depth) + body)

    in_proportion(refuse, 256)


def test_deep_nesting_is_refused() -> None:
    """A document nested without end is an error, not a crash."""
    with pytest.raises(Refused):
        xml.parse(b"<a>" * 100_000)


@for_each(
    ("data", "text"),
    [
        (b"<a>&uuml;&amp;&lt;&hellip;</a>", "ü&<…"),
        (b"<!DOCTYPE a SYSTEM 'dblp.dtd'><a>&Aacute;</a>", "Á"),
        (b"  \n<?xml version='1.0'?><a>x<!-- no --><b>y</b>z</a>", "xyz"),
        ("\ufeff<a>é</a>".encode(), "é"),
        ("\ufeff<a>Ã©</a>".encode(), "é"),  # UTF-8 taken for Windows-1252 and saved once more
        ("ï»¿<?xml version='1.0' encoding='UTF-8'?><a>Ã©</a>".encode(), "é"),
        ("<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>".encode("latin-1"), "é"),
        ("<?xml version='1.0' encoding='UTF-16'?><a>é</a>".encode("utf-16"), "é"),
    ],
)
def test_read_as_meant(data: bytes, text: str) -> None:
    """Named characters, leading white space and declared encodings are understood."""
    assert xml.content(xml.parse(data)) == text


@for_each(
    ("text", "name"),
    [
        ("<?xml version='1.0'?><!-- a <b> -->\n<rss version='2.0'>", "rss"), ("\ufeff\n <rdf:RDF xmlns='x'", "rdf"),
        ("<!DOCTYPE dblp SYSTEM 'dblp.dtd'><dblp>", "dblp"), ("<!DOCTYPE x [<!ENTITY a '<b>'>]><feed>", "feed"),
        ("<!doctype html><html>", "html"), ("Dear all, <rss>", ""), ("", ""),
    ],
)  # fmt: skip
def test_root_name(text: str, name: str) -> None:
    """The root element is found after prolog, comments and byte order marks; text is not XML."""
    assert xml.root_name(Head(text.encode(), text)) == name


@for_each(("html", "text"), table(__file__, "plain_text"))
def test_plain_text(html: str, text: str) -> None:
    """HTML tags are removed; everything that is not certainly markup stays."""
    assert xml.plain_text(html) == text


def test_texts_of_children() -> None:
    """Text within markup is kept, text after the element is not part of it, empty children are ignored."""
    root = xml.parse(b"<r xmlns:n='u'><n:t>a <i>b</i> c</n:t> tail<t> </t><t/><t>d</t></r>")
    assert xml.texts_of(root, "t") == ["a b c", "d"]
    assert xml.text_of(root, "t") == "a b c"
    assert xml.text_of(root, "none") is None
    assert xml.content(xml.child(root, "none")) == ""

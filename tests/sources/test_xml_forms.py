"""XML documents in many forms: prefixes, quotes, encodings and comments change neither reader nor records."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree

from generator.errors import Refused
from generator.sources import xml
from generator.sources.arxiv import api
from generator.sources.detect import detect
from tests.cases import for_each

DATA = Path(__file__).parent / "data"
SAMPLES = sorted(path.relative_to(DATA).as_posix() for kind in ("api", "dblp", "feed", "oai", "rss")
                 for path in (DATA / kind).glob("*.xml"))  # fmt: skip
_QUOTED = re.compile(rb"=\"([^\"'<&]*)\"")


def prefixed(data: bytes) -> bytes:
    """Every namespace with a meaningless prefix."""
    root = xml.parse(data)
    spaces = sorted({etree.QName(each).namespace or "" for each in root.iter("*")} - {""})
    etree.cleanup_namespaces(root, top_nsmap={f"p{place}": space for place, space in enumerate(spaces)})
    return etree.tostring(root)


def declared_inside(data: bytes) -> bytes:
    """No prefix at all: each element declares its own namespace."""

    def written(element: etree._Element) -> etree._Element:
        name = etree.QName(element)
        made = etree.Element(
            name, {str(k): str(v) for k, v in element.attrib.items()}, nsmap={None: name.namespace or ""}
        )
        made.text = element.text
        for child in element.iterchildren("*"):
            made.append(written(child))
            made[-1].tail = child.tail
        return made

    return etree.tostring(written(xml.parse(data)))


def plain(data: bytes) -> bytes:
    """As UTF-8 without a declaration and surrounding white space."""
    return re.sub(rb"^\s*<\?xml[^>]*>\s*", b"", data).strip()


FORMS: dict[str, Callable[[bytes], bytes]] = {
    "prefixes": prefixed,
    "namespaces declared on each element": declared_inside,
    "single quotes": lambda data: _QUOTED.sub(rb"='\1'", data),
    "no declaration": plain,
    "comments and instructions": lambda data: (
        b"<?xml version='1.0'?>\n<!-- <rss><feed> --><?xml-stylesheet href='a.xsl'?>\n<!-- x -->"
        + plain(data)
        + b"\n<!-- arxiv.org/rss/ -->"
    ),
    "comments inside": lambda data: re.sub(rb"(?<=[\w\"]>)(?=\s*<(?!!))", b"<!-- <item> --><?p <entry>?>", data),
    "mark": lambda data: b"\xef\xbb\xbf" + plain(data),
    "blanks before": lambda data: b"\n\n \t" + plain(data),
    "UTF-16": lambda data: plain(data).decode().encode("utf-16"),
    "UTF-16, declared": lambda data: (
        (b"<?xml version='1.0' encoding='utf-16'?>" + plain(data)).decode().encode("utf-16")
    ),
    "UTF-16, declared as UTF-8": lambda data: (
        b"\xfe\xff" + (b'<?xml version="1.0" encoding="UTF-8"?>' + plain(data)).decode().encode("utf-16-be")
    ),
    "UTF-16 without its mark": lambda data: plain(data).decode().encode("utf-16-le"),
    "UTF-8, declared as UTF-16": lambda data: b"<?xml version='1.0' encoding='UTF-16'?>" + plain(data),
    "carriage returns": lambda data: data.replace(b"\n", b"\r\n"),
}


def doctype(data: bytes) -> bytes:
    body = plain(data)
    name = re.match(rb"<([\w:.-]+)", body)
    assert name is not None
    return b"<?xml version='1.0'?><!DOCTYPE " + name[1] + b" [<!ELEMENT rss (#PCDATA)>]>" + body


@for_each("sample", SAMPLES)
def test_every_form_of_a_sample(sample: str) -> None:
    """The same reader, the same listings."""
    data = (DATA / sample).read_bytes()
    reader = detect(data)
    expected = reader.read(data)
    assert expected[0].entries
    forms = FORMS if b"<!DOCTYPE" in data else {**FORMS, "DOCTYPE": doctype}
    for name, form in forms.items():
        changed = form(data)
        assert detect(changed) is reader, name
        assert detect(changed).read(changed) == expected, name


@pytest.mark.trial
def test_every_form_of_the_real_documents(shared: Callable[[str], Path]) -> None:
    """Prefixes and UTF-16 for all the real documents in XML: the same reader, and the same listings or refusal."""
    seen = 0
    for path in sorted(shared("listings").rglob("*.xml*")):
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        for name in ("prefixes", "UTF-16", "single quotes"):
            changed = FORMS[name](data)
            assert detect(changed) is detect(data), (path.name, name)
            assert outcome(changed) == outcome(data), (path.name, name)
            seen += 1
    assert seen > 90


def outcome(data: bytes) -> object:
    try:
        return detect(data).read(data)
    except Refused as refused:
        return refused.problem


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
        changed = form(data)
        assert detect(changed) is api, name
        with pytest.raises(Refused, match="arXiv API error: incorrect id format for x"):
            detect(changed).read(changed)


def test_a_journals_feed_that_mentions_arxiv_is_a_journals() -> None:
    """The content of items does not decide: many blogs link to arXiv's feeds and API."""
    data = (DATA / "feed" / "journal.xml").read_bytes()
    mentioning = data.replace(b"<item>", b"<item><comments>https://arxiv.org/rss/cs updates on arXiv.org</comments>")
    assert mentioning != data
    assert detect(mentioning) is detect(data)

"""XML documents, read safely: no entity is expanded, nothing is fetched, and a document that is cut short is refused.

Also the few helpers that readers of feeds share: elements by their local name (services change prefixes and namespaces
more often than names), text of an element, and HTML fragments as plain text.
"""

from __future__ import annotations

import datetime as dt
import re
from html import unescape
from html.entities import name2codepoint
from typing import Any, NamedTuple

from lxml import etree
from lxml.html import defs

from generator.errors import Refused
from generator.sources.bounds import check_markup
from generator.sources.text import Head, decode, one_line, paragraphs

Element = etree._Element

_ROOT = re.compile(
    r"(?>\s*(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*+(?:\[.*?\]\s*+)?>))*+\s*+<(?:[\w.-]+:)?([\w.-]+)(?=[\s/>]|$)",
    re.DOTALL | re.IGNORECASE,
)
_DECLARED = re.compile(rb"<\?xml[^>]*encoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE)
_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>\s*")
_ENTITY = re.compile(rb"&([A-Za-z][A-Za-z0-9]*);")
_DAY = re.compile(r"\s*(\d{4}-\d\d-\d\d)")
_KEPT = frozenset({"amp", "lt", "gt", "quot", "apos"})

_ATTRIBUTE = r"""\s+[A-Za-z_:@][\w:.-]*\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+)"""
_FLAG = (
    r"\s+(?:allowfullscreen|async|autoplay|controls|defer|disabled|hidden|ismap|itemscope|loop|muted|open|reversed)\b"
)
_TAG = re.compile(rf"<(/?)([A-Za-z][\w:-]*)(?:{_ATTRIBUTE}|{_FLAG})*\s*/?>")
_HIDDEN = re.compile(r"<(!--|(?:script|style|template)\b)", re.IGNORECASE)
_REFERENCE = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);")
_NOT_HERE = {"command", "map", "object", "output", "title"}  # likelier a writer's own word in angle brackets
_JATS = {"jats:bold", "jats:inline-formula", "jats:italic", "jats:p", "jats:sec", "jats:sub", "jats:sup", "jats:title"}
_MARKUP = (defs.tags - defs.form_tags - _NOT_HERE) | {"bdi", "main", "picture"} | _JATS
_INLINE_BLOCKS = {"col", "colgroup", "del", "ins", "td", "th"}  # lxml counts them as blocks
_BREAKS = (
    ((defs.block_tags & _MARKUP) - _INLINE_BLOCKS)
    | {
        "article",
        "aside",
        "br",
        "details",
        "figcaption",
        "figure",
        "footer",
        "header",
        "main",
        "nav",
        "section",
        "summary",
    }
    | {"jats:p", "jats:sec", "jats:title"}
)


def root_name(head: Head) -> str:
    """The local name of the root element, lower case, from a document's first bytes; "" where it is not XML or HTML."""
    start = _ROOT.match(head.text.removeprefix("\ufeff"))
    return start[1].lower() if start else ""


def parse(data: bytes) -> Element:
    """The root element of an XML document.

    Named characters of HTML (`&uuml;`) are taken as the characters they stand for, as dblp and many feeds use them.
    Raises Refused, with the line, where the document is not well-formed (cut short, wrong encoding) or declares
    entities of its own.
    """
    body = _characters(_without_blanks(data))
    check_markup(body)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(body, parser)
    except etree.XMLSyntaxError as error:
        raise _refused(data, error) from None
    doctype: Any = root.getroottree().docinfo.internalDTD
    if doctype is not None and next(iter(doctype.iterentities()), None) is not None:
        raise Refused("declares entities of its own, which no feed needs", place="line 1", mend="do not trust it")
    return root


def well_formed(root: Element) -> bytes:
    """What `parse` has read, for another parser: in UTF-8, with nothing before the root element."""
    return etree.tostring(root, encoding="utf-8", xml_declaration=True, with_tail=False)


def _without_blanks(data: bytes) -> bytes:
    """`data` without white space before it, which many sites send and XML forbids."""
    if not data.strip():
        raise Refused("is empty", mend="fetch it again")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _DECLARATION.sub("", decode(data)).encode()
    declared = _DECLARED.match(data.lstrip())
    if declared is None or declared[1].lower() in (b"utf-8", b"utf8"):
        decode(data)
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()


def _characters(data: bytes) -> bytes:
    """`data` with HTML's named characters written as numbers, which XML understands without a DTD."""

    def number(found: re.Match[bytes]) -> bytes:
        name = found[1].decode("ascii")
        code = None if name in _KEPT else name2codepoint.get(name)
        return found[0] if code is None else b"&#%d;" % code

    return _ENTITY.sub(number, data)


def _refused(data: bytes, error: etree.XMLSyntaxError) -> Refused:
    """What libxml2 says of a document that is not well-formed, in one line, with the line in `data` itself."""
    before = data.removeprefix(b"\xef\xbb\xbf")
    skipped = before[: len(before) - len(before.lstrip())].count(b"\n")
    reason = re.sub(r",? line \d+, column \d+.*$", "", str(error.msg or "syntax error"))
    return Refused(
        f"is not well-formed XML ({one_line(reason)})",
        place=f"line {(error.lineno or 1) + skipped}",
        mend="it may have been cut short: fetch it again",
    )


def name_of(element: Element) -> str:
    """The local name of an element."""
    return etree.QName(element).localname


def child(element: Element, name: str) -> Element | None:
    """The first child with the local name `name`, in any namespace or none."""
    return element.find(f"{{*}}{name}")


def children(element: Element, name: str) -> list[Element]:
    """All children with the local name `name`, in any namespace or none."""
    return element.findall(f"{{*}}{name}")


def content(element: Element | None) -> str:
    """All text in an element, white space as it is; "" where there is no element."""
    return "" if element is None else "".join(map(str, element.itertext()))


def text_of(element: Element, name: str) -> str | None:
    """The text of the first child `name` on one line; None where it is absent or empty."""
    return one_line(content(child(element, name))) or None


def texts_of(element: Element, name: str) -> list[str]:
    """The texts of all children `name`, each on one line, empty ones left out."""
    found = (one_line(content(each)) for each in children(element, name))
    return [text for text in found if text]


def attribute(element: Element, name: str) -> str:
    """An attribute's value, trimmed; "" where it is absent."""
    return (element.get(name) or "").strip()


def day(text: str | None) -> dt.date | None:
    """The day at the beginning of an ISO 8601 date or time, as written; None where there is none."""
    found = _DAY.match(text or "")
    try:
        return dt.date.fromisoformat(found[1]) if found else None
    except ValueError:
        return None


class Problem(NamedTuple):
    """Why an entry of a sound document is left out."""

    place: int
    reason: str

    def __str__(self) -> str:
        return f"entry {self.place}: {self.reason}; left out"


def plain_text(html: str) -> str:
    """A fragment of HTML as plain text: paragraphs separated by a blank line, entities decoded, HTML's tags dropped.

    Only what is certainly HTML's markup goes: `<think>`, `a<b and c>d`, `?a=1&section=2` and the like stay.
    """
    text = _seen(html)
    if any(tag[2].lower() in _MARKUP for tag in _TAG.finditer(text)):
        text = one_line(text)
    return paragraphs(_REFERENCE.sub(lambda reference: unescape(reference[0]), _TAG.sub(_left_by, text)))


def _seen(html: str) -> str:
    """`html` without comments, scripts and styles; what is not closed stays, and is looked for once only."""
    parts: list[str] = []
    at = 0
    while start := _HIDDEN.search(html, at):
        closing = "-->" if start[1] == "!--" else rf"</{start[1]}\s*>"
        end = re.compile(closing, re.IGNORECASE).search(html, start.end())
        if end is None:
            break
        parts += [html[at : start.start()], " "]
        at = end.end()
    return "".join(parts) + html[at:]


def _left_by(tag: re.Match[str]) -> str:
    """What a tag leaves behind: a paragraph's end, a blank, nothing, or itself where it is not HTML's."""
    name = tag[2].lower()
    if name in _BREAKS:
        return "\n\n"
    if name in ("td", "th"):
        return " "
    return "" if name in _MARKUP else tag[0]

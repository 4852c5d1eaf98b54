"""Safe XML parsing: entities are not expanded, nothing is fetched, and a truncated document is refused.

Also what the feed readers share: how a document begins, lookup of elements by local name (services change prefixes and
namespaces more often than names), the text of an element, and HTML fragments as plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape, unescape
from html.entities import name2codepoint
from typing import Any, NamedTuple

from lxml import etree
from lxml.html import defs

from daybook.errors import Refused
from daybook.sources import intake
from daybook.sources.plain_text import ONE_EACH, Head, decode, one_line, paragraphs
from daybook.sources.received import check_markup

Element = etree._Element

_SAFE: dict[str, Any] = {
    "resolve_entities": False, "no_network": True, "load_dtd": False, "remove_comments": True, "remove_pis": True,
}  # fmt: skip
_ROOT = re.compile(
    r"(?is)(?>\s*(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*+(?:\[.*?\]\s*+)?>))*+\s*+<(?:[\w.-]+:)?([\w.-]+)(?=[\s/>]|$)"
)
_DECLARED = re.compile(rb"\A(<\?xml\s[^>]{0,200}?)\sencoding\s{0,9}=\s{0,9}[\"']([\w.:-]{1,40})[\"']", re.IGNORECASE)
_UTF16 = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
_ROOTS = rb"<(?:[\w.-]{1,40}:)?(?:rss|feed|rdf|oai-pmh|bht|dblp|dblpperson)"
_SECOND = re.compile(  # a root element, or what may precede one, after the end of another
    rb"(?:" + _ROOTS.replace(b"<", b"</") + rb"|</html)\s*+>(?:\s|\xef\xbb\xbf|<!--.{0,500}?-->)*+"
    rb"(?=<\?xml\s|<!doctype\s|" + _ROOTS + rb"[\s>])",
    re.IGNORECASE | re.DOTALL,
)
_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z][A-Za-z0-9]*);")  # those are XML's own
_ITEMS = ("item", "entry", "record")

_ATTRIBUTE = r"""\s+[A-Za-z_:@][\w:.-]*\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+)"""
_FLAG = (
    r"\s+(?:allowfullscreen|async|autoplay|controls|defer|disabled|hidden|ismap|itemscope|loop|muted|open|reversed)\b"
)
_TAG = re.compile(rf"<(/?)([A-Za-z][\w:-]*)(?:{_ATTRIBUTE}|{_FLAG})*\s*/?>")
_HIDDEN = re.compile(r"<(!--|(?:script|style|template)\b)", re.IGNORECASE)
_REFERENCE = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);")
_NOT_HERE = {"command", "map", "object", "output", "title"}  # more likely an author's own word in angle brackets
_JATS = {"jats:bold", "jats:inline-formula", "jats:italic", "jats:p", "jats:sec", "jats:sub", "jats:sup", "jats:title"}
_MARKUP = (defs.tags - defs.form_tags - _NOT_HERE) | {"bdi", "main", "picture"} | _JATS
_INLINE_BLOCKS = {"col", "colgroup", "del", "ins", "td", "th"}  # lxml counts them as blocks
_NEWER_BLOCKS = "article aside br details figcaption figure footer header main nav section summary"
_BREAKS = ((defs.block_tags & _MARKUP) - _INLINE_BLOCKS).union(
    _NEWER_BLOCKS.split(), ("jats:p", "jats:sec", "jats:title")
)


class Opening(NamedTuple):
    """The beginning of an XML document: its root, and everything before its first item. Prefixes are ignored."""

    name: str  # local name of the root, as written; "" if this is neither XML nor HTML
    facts: tuple[tuple[str, str], ...] = ()  # (local name, text) of elements and attributes before the first item
    ids: tuple[str, ...] = ()  # texts of all `id` elements in the document's first bytes


@lru_cache(maxsize=2)
def opening(head: Head) -> Opening:
    """The opening of a document, as far as its first bytes are XML."""
    parser = etree.XMLPullParser(events=("start", "end"), **_SAFE)
    try:
        parser.feed(_characters(_as_utf8(head.data, "ignore").replace(b"\xef\xbb\xbf", b"")))
        parser.feed(b">")  # completes a root tag that is cut off
        parser.close()
    except etree.XMLSyntaxError:
        pass  # use what came before; whether the whole document is well-formed is for its reader to decide
    root = ""
    facts: list[tuple[str, str]] = []
    identifiers: list[str] = []
    before = True
    events: Any = parser.read_events()
    for event, element in events:
        name = _local(element.tag)
        root = root or name
        before = before and name not in _ITEMS
        if event == "end" and name == "id":
            identifiers.append(one_line(content(element)))
        if before and event == "end":
            facts.append((name, one_line(intake.words(element.text or ""))))
        elif before:
            facts += [(_local(each), one_line(str(value))) for each, value in element.attrib.items()]
    if not root:  # HTML, or a start tag longer than the head
        start = _ROOT.match(head.text)
        return Opening(start[1] if start else "")
    return Opening(root, tuple(facts), tuple(identifiers))


def _local(tag: object) -> str:
    return str(tag).rpartition("}")[2].rpartition(":")[2]


def root_name(head: Head) -> str:
    """The local name of the root element in lower case, from a document's first bytes; "" if not XML or HTML."""
    return opening(head).name.lower()


def parse(data: bytes) -> Element:
    """Parse an XML document and return its root element.

    HTML's named characters (`&uuml;`), which dblp and many feeds use, are replaced by the characters they stand for.
    Raises Refused, with the line, where the document is not well-formed (cut off, wrong encoding) or declares its own
    entities.
    """
    # Bytes, as headers mislead: the API's name no character set, and taken for Latin-1 its UTF-8 turns to mojibake.
    body = _characters(_without_blanks(data))
    check_markup(body)
    try:
        root = etree.fromstring(body, etree.XMLParser(**_SAFE))
    except etree.XMLSyntaxError as error:
        raise _refused(data, error) from None
    doctype: Any = root.getroottree().docinfo.internalDTD
    if doctype is not None and next(iter(doctype.iterentities()), None) is not None:
        problem = "declares its own entities, which no feed needs"
        raise Refused(problem, location="line 1", hint="do not trust this file")
    intake.words_of_tree(root)
    return root


def well_formed(root: Element) -> bytes:
    """A parsed document for another parser: in UTF-8, with nothing but the XML declaration before the root element."""
    return etree.tostring(root, encoding="utf-8", xml_declaration=True, with_tail=False)


def _without_blanks(data: bytes) -> bytes:
    """`data` without leading white space, which many sites send and XML forbids."""
    if not data.strip():
        raise Refused("file is empty", hint="fetch it again")
    try:
        body = _as_utf8(data)
    except UnicodeDecodeError as error:
        raise Refused(f"not valid {error.encoding.upper()}", hint="it may be cut off: fetch it again") from None
    if data[:2] in _UTF16:
        return decode(body).encode()
    declared = _DECLARED.match(body)
    if declared is None or declared[2].lower() in (b"utf-8", b"utf8"):
        decode(data)  # its error message names the line
        return decode(body).lstrip().encode()
    return body


def _as_utf8(data: bytes, errors: str = "strict") -> bytes:
    """UTF-16, with or without a byte order mark, as UTF-8, its encoding declaration removed; all else unchanged."""
    if code := _UTF16.get(data[:2]):
        text = data.decode(code, errors).removeprefix("\ufeff").lstrip()
        return _DECLARED.sub(rb"\1", text.encode(), count=1)
    body = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    declared = _DECLARED.match(body)
    if declared and declared[2].lower().startswith(b"utf-16"):  # re-saved by a program that kept the declaration
        return _DECLARED.sub(rb"\1", body, count=1)
    return body


def _characters(data: bytes) -> bytes:
    """`data` with HTML's named characters as numeric references, which XML understands without a DTD."""

    def number(entity: re.Match[bytes]) -> bytes:
        code = name2codepoint.get(entity[1].decode("ascii"))
        return entity[0] if code is None else b"&#%d;" % code

    return _ENTITY.sub(number, data)


def _refused(data: bytes, error: etree.XMLSyntaxError) -> Refused:
    """libxml2's error for a document that is not well-formed, on one line, with the line number in `data` itself."""
    if second := _SECOND.search(data):
        line = data.count(b"\n", 0, second.end()) + 1
        return Refused("contains more than one document", location=f"line {line}", hint=ONE_EACH)
    before = data.removeprefix(b"\xef\xbb\xbf")
    line = (error.lineno or 1) + before[: len(before) - len(before.lstrip())].count(b"\n")
    reason = one_line(re.sub(r",? line \d+, column \d+.*$", "", str(error.msg or "syntax error")))
    hint = ONE_EACH if reason.startswith("Extra content") else "it may be cut off: fetch it again"
    return Refused(f"not well-formed XML ({reason})", location=f"line {line}", hint=hint)


def name_of(element: Element) -> str:
    """The local name of an element."""
    return etree.QName(element).localname


def namespace_of(element: Element) -> str:
    """The namespace of an element, of http as all are, if some write https; "" where it has none."""
    return (etree.QName(element).namespace or "").replace("https:", "http:", 1)


def undefined_entity(root: Element) -> str | None:
    """The first entity reference that only an external file could define ("&odd;"); None if there is none."""
    entity = next(root.iter(etree.Entity), None)
    return None if entity is None else str(entity.text)


def unread(items: Iterable[Element], known: str) -> tuple[str, ...]:
    """A sentence on elements within items that hold text and have other names than these; none where there are none."""
    names = {name_of(each): None for item in items for each in item.iter("*") if (each.text or "").strip()}
    unknown = [name for name in names if name not in known.split()]
    return (f"elements of its entries were not understood: {', '.join(unknown[:5])}",) if unknown else ()


def child(element: Element, name: str) -> Element | None:
    """The first child with the local name `name`, in any namespace or none."""
    return element.find(f"{{*}}{name}")


def children(element: Element, name: str) -> list[Element]:
    """All children with the local name `name`, in any namespace or none."""
    return element.findall(f"{{*}}{name}")


def content(element: Element | None) -> str:
    """All text in an element, with its white space; "" if there is no element."""
    return "" if element is None else "".join(map(str, element.itertext()))


def markup_of(element: Element) -> str:
    """The content of an element as HTML: its text if that is HTML already, else the markup of its children."""
    if len(element) == 0:
        return element.text or ""
    parts = [escape(element.text or "", quote=False)]
    for each in element.iterchildren("*"):
        name = name_of(each)
        inner = markup_of(each) if len(each) else escape(each.text or "", quote=False)
        parts.append(f"<{name}>{inner}</{name}>{escape(each.tail or '', quote=False)}")
    return "".join(parts)


def text_of(element: Element, name: str) -> str | None:
    """The text of the first child `name` on one line; None if it is absent or empty."""
    return one_line(content(child(element, name))) or None


def texts_of(element: Element, name: str) -> list[str]:
    """The texts of all children `name`, each on one line, without empty ones."""
    return [text for each in children(element, name) if (text := one_line(content(each)))]


def attribute(element: Element | None, name: str) -> str:
    """An attribute's value without surrounding white space; "" if it, or the element, is absent."""
    return "" if element is None else (element.get(name) or "").strip()


def plain_text(html: str) -> str:
    """A fragment of HTML as plain text: paragraphs separated by a blank line, entities decoded, HTML tags dropped.

    Only what is certainly HTML markup is removed: `<think>`, `a<b and c>d`, `?a=1&section=2` and the like stay.
    """
    text = _visible(html)
    if any(tag[2].lower() in _MARKUP for tag in _TAG.finditer(text)):
        text = one_line(text)
    text = _REFERENCE.sub(lambda reference: unescape(reference[0]), _TAG.sub(_left_by, text))
    return paragraphs(intake.words(text))


def _visible(html: str) -> str:
    """`html` without comments, scripts and styles; from the first unclosed one on, the text is kept as it is."""
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
    """What a tag leaves: a paragraph break, a space, nothing, or the tag itself if it is not an HTML tag."""
    name = tag[2].lower()
    if name in _BREAKS:
        return "\n\n"
    if name in ("td", "th"):
        return " "
    return "" if name in _MARKUP else tag[0]

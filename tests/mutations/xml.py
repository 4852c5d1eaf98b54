"""What programs do to a feed or an answer: other writers of the same XML."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from xml.sax.saxutils import escape

from lxml import etree

from tests.mutations.kinds import is_xml, parts, tags_changed, text_of, words_changed

Mutation = Callable[[bytes], bytes | None]
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>\s*")
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_NAMED = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]+;")  # characters that HTML names, in DBLP
_ATTRIBUTE = re.compile(r"(\s[\w:.-]+)=\"([^\"]*)\"")


def cdata(data: bytes) -> bytes | None:
    """Every text in a CDATA section."""

    def wrapped(words: str) -> str:
        return f"<![CDATA[{_plain(words)}]]>" if words.strip() and "]]>" not in words else words

    return _body(data, lambda text: words_changed(text, wrapped)) if b"<![CDATA[" not in data else None


def cdata_left_out(data: bytes) -> bytes | None:
    """No CDATA sections."""
    if b"<![CDATA[" not in data:
        return None
    return _body(data, lambda text: _CDATA.sub(lambda found: escape(found[1]), text))


def comments_added(data: bytes) -> bytes | None:
    """A comment before every element, and an instruction for some program."""
    added = "<!-- <item> --><?p <entry>?>"
    return _body(data, lambda text: tags_changed(text, lambda tag: tag if tag[1] == "/" else f"{added}{tag}"))


def comments_in_words(data: bytes) -> bytes | None:
    """A comment and an instruction in the middle of each text."""

    def parted(words: str) -> str:
        middle = words.rfind(" ", 0, len(words) // 2) + 1
        return words[:middle] + "<!-- seen --><?p <entry>?>" + words[middle:] if words.strip() and middle else words

    return _body(data, lambda text: words_changed(text, parted))


def minified(data: bytes) -> bytes | None:
    """No white space between elements."""
    return _body(data, lambda text: "".join(p for p, is_words in parts(text) if not is_words or p.strip()))


def indented(data: bytes) -> bytes | None:
    """Each element on a line of its own, indented."""
    if not is_xml(data):
        return None
    root = _tree(data, remove_blank_text=True)
    return bytes(etree.tostring(root.getroottree(), pretty_print=True, encoding="utf-8", xml_declaration=True))


def declaration_left_out(data: bytes) -> bytes | None:
    """No <?xml ...?> at its beginning."""
    return _DECLARATION.sub("", text_of(data)).encode() if is_xml(data) and _DECLARATION.match(text_of(data)) else None


def style_sheet_added(data: bytes) -> bytes | None:
    """An instruction for browsers and a comment before the first element."""
    added = '<?xml version="1.0"?>\n<?xml-stylesheet type="text/xsl" href="/feed.xsl"?>\n<!-- by a program -->'
    return (added + _DECLARATION.sub("", text_of(data))).encode() if is_xml(data) else None


def quotes_single(data: bytes) -> bytes | None:
    """Attributes in single quotes."""

    def changed(tag: str) -> str:
        return _ATTRIBUTE.sub(lambda found: found[0] if "'" in found[2] else f"{found[1]}='{found[2]}'", tag)

    return _body(data, lambda text: tags_changed(text, changed))


def references_numeric(data: bytes) -> bytes | None:
    """Every character beyond ASCII as its number."""
    if not is_xml(data) or data.isascii():
        return None
    # In a CDATA section a number would be no reference.
    text = _CDATA.sub(lambda found: escape(found[1]), text_of(data))
    return text.encode("ascii", "xmlcharrefreplace")


def canonical(data: bytes) -> bytes | None:
    """Written out again in XML's canonical form: no declaration, no empty elements, attributes sorted."""
    return bytes(etree.tostring(_tree(data), method="c14n2")) if is_xml(data) else None


def prefixes_added(data: bytes) -> bytes | None:
    """No default namespace: every element has a prefix."""
    return _with_prefixes(_tree(data)) if is_xml(data) and b"xmlns=" in data else None


def prefixes_of_namespaces_changed(data: bytes) -> bytes | None:
    """Other prefixes for the same namespaces."""
    names = set(re.findall(r"\sxmlns:([\w-]+)=", text_of(data))) if is_xml(data) else set()
    names -= {"xml"}
    if not names:
        return None

    def renamed(tag: str) -> str:
        for name in names:
            tag = re.sub(rf"(?<=[<\s/]){name}:(?=[\w-]+)", f"x{name}:", tag)
            tag = re.sub(rf"(\sxmlns:){name}=", rf"\g<1>x{name}=", tag)
        return tag

    return _body(data, lambda text: tags_changed(text, renamed))


def namespaces_on_each_element(data: bytes) -> bytes | None:
    """No prefixes: each element declares its own namespace."""
    own = lambda element: {None: etree.QName(element).namespace or ""}  # noqa: E731
    return bytes(etree.tostring(_copied(_tree(data), own))) if is_xml(data) else None


def doctype_added(data: bytes) -> bytes | None:
    """A document type with elements of its own."""
    body = _bare(data)
    name = re.match(r"<([\w:.-]+)", body or "")
    return f"<?xml version='1.0'?><!DOCTYPE {name[1]} [<!ELEMENT rss (#PCDATA)>]>{body}".encode() if name else None


def _bare(data: bytes) -> str | None:
    """The document without its declaration."""
    return _DECLARATION.sub("", text_of(data)).strip() if is_xml(data) else None


def _encoded(mark: bytes, declaration: str, encoding: str = "utf-16-le") -> Mutation:
    """In an encoding, behind what says so or says another."""

    def mutation(data: bytes) -> bytes | None:
        body = _bare(data)
        return None if body is None else mark + (declaration + body).encode(encoding)

    return mutation


MUTATIONS: dict[str, Mutation] = {
    "utf_16_undeclared": _encoded(b"\xff\xfe", ""),
    "utf_16_without_its_mark": _encoded(b"", ""),
    "utf_16_declared_as_utf_8": _encoded(b"\xfe\xff", '<?xml version="1.0" encoding="UTF-8"?>', "utf-16-be"),
    "utf_8_declared_as_utf_16": _encoded(b"", "<?xml version='1.0' encoding='UTF-16'?>", "utf-8"),
    "blanks_before": _encoded(b"", "\n\n \t", "utf-8"),
}


def _with_prefixes(root: etree._Element) -> bytes:
    spaces = dict.fromkeys(etree.QName(each).namespace for each in root.iter(etree.Element))
    prefixes = {f"ns{number}": space for number, space in enumerate(filter(None, spaces))}

    return bytes(etree.tostring(_copied(root, lambda _: prefixes), encoding="utf-8", xml_declaration=True))


def _copied(element: etree._Element, spaces: Callable[[etree._Element], dict[str | None, str]]) -> etree._Element:
    """The same with these prefixes for namespaces, at each element."""
    copy = etree.Element(element.tag, dict(element.attrib), nsmap=spaces(element))
    copy.text, copy.tail = element.text, element.tail
    copy.extend([_copied(child, spaces) for child in element if isinstance(child.tag, str)])
    return copy


def _tree(data: bytes, *, remove_blank_text: bool = False) -> etree._Element:
    parser = etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
        remove_blank_text=remove_blank_text,
    )
    named = _NAMED.sub(lambda found: b"&#%d;" % ord(unescape(found[0].decode())), data.strip())
    return etree.fromstring(named, parser)


def _plain(words: str) -> str:
    return unescape(words)


def _body(data: bytes, change: Callable[[str], str]) -> bytes | None:
    """The document with all behind its prolog changed."""
    if not is_xml(data):
        return None
    text = text_of(data)
    first = re.search(r"<[A-Za-z]", text)
    at = first.start() if first else 0
    prolog = re.sub(r"(?<=encoding=.)[\w-]+", "utf-8", text[:at])
    return (prolog + change(text[at:])).encode()

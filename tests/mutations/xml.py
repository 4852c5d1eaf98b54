"""What programs do to a feed or an answer: other writers of the same XML."""

import re
from collections.abc import Callable
from html import unescape
from xml.sax.saxutils import escape

from lxml import etree

from tests.mutations import Mutation
from tests.mutations.kinds import is_xml, parted, parts, tags_changed, text_of, words_changed

_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>\s*")
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_NAMED = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]+;")  # characters that HTML names, in DBLP
_ATTRIBUTE = re.compile(r"(\s[\w:.-]+)=\"([^\"]*)\"")


def _wrapped_in_cdata(words: str) -> str:
    return f"<![CDATA[{unescape(words)}]]>" if words.strip() and "]]>" not in words else words


def _single_quotes(tag: str) -> str:
    return _ATTRIBUTE.sub(lambda found: found[0] if "'" in found[2] else f"{found[1]}='{found[2]}'", tag)


def _without_cdata(text: str) -> str:
    return _CDATA.sub(lambda found: escape(found[1]), text)


def _indented(data: bytes) -> bytes:
    root = _tree(data, remove_blank_text=True)
    return bytes(etree.tostring(root.getroottree(), pretty_print=True, encoding="utf-8", xml_declaration=True))


def _with_style_sheet(data: bytes) -> bytes:
    added = '<?xml version="1.0"?>\n<?xml-stylesheet type="text/xsl" href="/feed.xsl"?>\n<!-- by a program -->'
    return (added + _DECLARATION.sub("", text_of(data))).encode()


def _prefixes_changed(data: bytes) -> bytes | None:
    names = set(re.findall(r"\sxmlns:([\w-]+)=", text_of(data))) - {"xml"}

    def renamed(tag: str) -> str:
        for name in names:
            tag = re.sub(rf"(?<=[<\s/]){name}:(?=[\w-]+)", f"x{name}:", tag)
            tag = re.sub(rf"(\sxmlns:){name}=", rf"\g<1>x{name}=", tag)
        return tag

    return _body(lambda text: tags_changed(text, renamed))(data) if names else None


def _with_doctype(data: bytes) -> bytes | None:
    body = _bare(data)
    name = re.match(r"<([\w:.-]+)", body)
    return f"<?xml version='1.0'?><!DOCTYPE {name[1]} [<!ELEMENT rss (#PCDATA)>]>{body}".encode() if name else None


def _bare(data: bytes) -> str:
    """The document without its declaration."""
    return _DECLARATION.sub("", text_of(data)).strip()


def _encoded(mark: bytes, declaration: str, encoding: str = "utf-16-le") -> Mutation:
    """In an encoding, behind what says so or says another."""
    return _xml(lambda data: mark + (declaration + _bare(data)).encode(encoding))


def _xml(change: Mutation, where: Callable[[bytes], object] = bool) -> Mutation:
    """The change, of XML documents where this holds."""
    return lambda data: change(data) if is_xml(data) and where(data) else None


def _body(change: Callable[[str], str], where: Callable[[bytes], object] = bool) -> Mutation:
    """All behind the prolog changed."""

    def changed(data: bytes) -> bytes:
        text = text_of(data)
        first = re.search(r"<[A-Za-z]", text)
        at = first.start() if first else 0
        prolog = re.sub(r"(?<=encoding=.)[\w-]+", "utf-8", text[:at])
        return (prolog + change(text[at:])).encode()

    return _xml(changed, where)


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


MUTATIONS: dict[str, Mutation] = {
    "cdata": _body(lambda text: words_changed(text, _wrapped_in_cdata), lambda data: b"<![CDATA[" not in data),
    "cdata_left_out": _body(_without_cdata, lambda data: b"<![CDATA[" in data),
    # a comment before every element, and an instruction for some program
    "comments_added": _body(
        lambda text: tags_changed(text, lambda tag: tag if tag[1] == "/" else f"<!-- <item> --><?p <entry>?>{tag}")
    ),
    "comments_in_words": _body(
        lambda text: words_changed(text, lambda words: parted(words, "<!-- seen --><?p <entry>?>"))
    ),
    "minified": _body(lambda text: "".join(p for p, is_words in parts(text) if not is_words or p.strip())),
    "indented": _xml(_indented),
    "declaration_left_out": _xml(
        lambda data: _DECLARATION.sub("", text_of(data)).encode(), lambda data: _DECLARATION.match(text_of(data))
    ),
    "style_sheet_added": _xml(_with_style_sheet),  # and a comment before the first element
    "quotes_single": _body(lambda text: tags_changed(text, _single_quotes)),
    # in a CDATA section a number would be no reference
    "references_numeric": _xml(
        lambda data: _without_cdata(text_of(data)).encode("ascii", "xmlcharrefreplace"), lambda data: not data.isascii()
    ),
    "canonical": _xml(lambda data: bytes(etree.tostring(_tree(data), method="c14n2"))),  # attributes sorted
    # no default namespace: every element has a prefix
    "prefixes_added": _xml(lambda data: _with_prefixes(_tree(data)), lambda data: b"xmlns=" in data),
    "prefixes_of_namespaces_changed": _xml(_prefixes_changed),
    # no prefixes: each element declares its own namespace
    "namespaces_on_each_element": _xml(
        lambda data: bytes(
            etree.tostring(_copied(_tree(data), lambda element: {None: etree.QName(element).namespace or ""}))
        )
    ),
    "doctype_added": _xml(_with_doctype),
    "utf_16_undeclared": _encoded(b"\xff\xfe", ""),
    "utf_16_without_its_mark": _encoded(b"", ""),
    "utf_16_declared_as_utf_8": _encoded(b"\xfe\xff", '<?xml version="1.0" encoding="UTF-8"?>', "utf-16-be"),
    "utf_8_declared_as_utf_16": _encoded(b"", "<?xml version='1.0' encoding='UTF-16'?>", "utf-8"),
    "blanks_before": _encoded(b"", "\n\n \t", "utf-8"),
}

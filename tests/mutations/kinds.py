"""What mutations ask of a document: its kind, its text, its tags, its entries."""

import re
from collections.abc import Callable

_PROLOG = r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*|<\?[^>]*>\s*)*"
_HTML = re.compile(_PROLOG + r"<(?:!doctype html|html|head|body|div|dl|h1)\b", re.IGNORECASE | re.DOTALL)
_XML = re.compile(_PROLOG + r"(?:<!DOCTYPE[^>\[]*>\s*)?<[A-Za-z][\w:.-]*", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(
    r"(?P<skipped><!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|<(?P<raw>script|style|title|textarea)\b.*?</(?P=raw)\s*>)"
    r"|</?[A-Za-z](?:[^<>\"']|\"[^\"]*\"|'[^']*')*>",
    re.IGNORECASE | re.DOTALL,
)
_ITEM = {
    "html": re.compile(r"[ \t]*<dt>(?:(?!<dt>|</dl>|<h3>).)*</dd>[ \t]*\n?", re.DOTALL),
    "xml": re.compile(r"[ \t]*<(?P<name>item|entry|record)(?:\s[^>]*)?>.*?</(?P=name)>[ \t]*\n?", re.DOTALL),
}


def text_of(data: bytes) -> str:
    """The text of a document in UTF-8."""
    return data.decode("utf-8-sig")


def kind_of(data: bytes) -> str:
    """ "html", "xml", "json" or "text"."""
    text = data[:20_000].decode("utf-8", "replace").lstrip("\ufeff")
    if text.lstrip().startswith("{"):
        return "json"
    if _HTML.match(text):
        return "html"
    return "xml" if _XML.match(text) else "text"


def is_html(data: bytes) -> bool:
    """Whether it is a page."""
    return kind_of(data) == "html"


def is_xml(data: bytes) -> bool:
    """Whether it is a feed or an answer."""
    return kind_of(data) == "xml"


def tags_changed(text: str, change: Callable[[str], str]) -> str:
    """`text` with each tag changed; comments, CDATA, scripts and styles stay."""
    return _TAG.sub(lambda found: found[0] if found["skipped"] else change(found[0]), text)


def parts(text: str) -> list[tuple[str, bool]]:
    """`text` in order as (piece, whether it is words): words are what stands between tags, comments, CDATA, scripts."""
    pieces, at = [], 0
    for found in _TAG.finditer(text):
        pieces += [(text[at : found.start()], True), (found[0], False)]
        at = found.end()
    return [*pieces, (text[at:], True)]


def words_changed(text: str, change: Callable[[str], str]) -> str:
    """`text` with what stands between tags changed."""
    return "".join(change(piece) if is_words else piece for piece, is_words in parts(text))


def items(text: str, kind: str) -> list[tuple[int, int]]:
    """Where the entries of a page, feed or answer begin and end; none for other documents."""
    pattern = _ITEM.get(kind)
    return [found.span() for found in pattern.finditer(text)] if pattern else []


def parted(words: str, by: str) -> str:
    """Words with this in the middle."""
    middle = words.rfind(" ", 0, len(words) // 2) + 1
    return words[:middle] + by + words[middle:] if words.strip() and middle else words


def mhtml(page: bytes, address: str, encoding: str) -> bytes:
    """A page, encoded so, as Chrome saves it: one file in the form of a mail."""
    head = f"""From: <Saved by Blink>
Snapshot-Content-Location: {address}
Subject: a listing
Date: Wed, 1 Jul 2026 12:00:00 -0000
MIME-Version: 1.0
Content-Type: multipart/related;
\ttype="text/html";
\tboundary="----MultipartBoundary--x1----"


------MultipartBoundary--x1----
Content-Type: text/html
Content-ID: <frame-1@mhtml.blink>
Content-Transfer-Encoding: {encoding}
Content-Location: {address}

"""
    tail = b"\n------MultipartBoundary--x1----\nContent-Type: text/css\n\ndt {}\n------MultipartBoundary--x1------\n"
    return head.replace("\n", "\r\n").encode() + page + tail

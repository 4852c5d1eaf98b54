"""The intake: what every reader sees of received text, before it looks for anything in it.

Composed characters (NFC), as macOS' file names and some PDFs have them apart, and without the four that show nothing
and only say where a line may break. Joiners (U+200C, U+200D) are letters' and emoji's own, and stay. What is stored as
received is never rewritten by this.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml import etree

_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")  # soft hyphen, zero width space, word joiner, byte order mark
# A stroke behind a tag's end or start would make another sign of it: "<b>" and U+0338 are no "<b≯".
_SEAM = re.compile("(?<=[<>])(?=\u0338)")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)


def words(text: str) -> str:
    """`text` in NFC, without soft hyphens, zero width spaces, word joiners and byte order marks."""
    if text.isascii():
        return text
    text = _UNSEEN.sub("", text)
    if unicodedata.is_normalized("NFC", text):
        return text
    return "".join(unicodedata.normalize("NFC", part) for part in _SEAM.split(text))


def words_of_tree(root: etree._Element) -> None:
    """All text below an element likewise: what stood there as references (`&shy;`, `&#769;`), too."""
    for element in root.iter():
        if element.text and not element.text.isascii() and isinstance(element.tag, str):
            element.text = words(element.text)
        if element.tail and not element.tail.isascii():
            element.tail = words(element.tail)


def words_of_json(data: bytes) -> bytes:
    """JSON likewise, whether its characters are written out or escaped; what is not UTF-8 stays for its decoder."""
    if b"\\u" not in data and data.isascii():
        return data
    try:
        return words(_ESCAPE.sub(_character, data.decode())).encode()
    except UnicodeDecodeError:
        return data


def _character(escape: re.Match[str]) -> str:
    """An escape's character; the escape itself where it is ASCII, which JSON may need, or half a character."""
    code = int(escape[1] or "0", 16)
    return chr(code) if code >= 0x80 and not 0xD800 <= code < 0xE000 else escape[0]

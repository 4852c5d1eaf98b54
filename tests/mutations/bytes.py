"""Line ends and encodings, of documents of any kind."""

from __future__ import annotations

import re

from tests.mutations.kinds import kind_of, text_of

_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>\s*")
_META_CHARSET = re.compile(r"<meta\b[^>]*\bcharset\s*=[^>]*>", re.IGNORECASE)
_HEAD = re.compile(r"<head\b[^>]*>", re.IGNORECASE)


def crlf(data: bytes) -> bytes:
    """Line ends of Windows."""
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def cr(data: bytes) -> bytes:
    """Line ends of old Macintoshes."""
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r")


def mixed_line_ends(data: bytes) -> bytes:
    """Every third line ends as on Windows, as pieces from two programs do."""
    lines = data.replace(b"\r\n", b"\n").split(b"\n")
    return b"".join(line + (b"\r\n" if n % 3 == 0 else b"\n") for n, line in enumerate(lines))


def byte_order_mark(data: bytes) -> bytes | None:
    """UTF-8 with a mark, as Windows writes it."""
    return None if data.startswith(b"\xef\xbb\xbf") else b"\xef\xbb\xbf" + data


def utf_16_little_endian(data: bytes) -> bytes | None:
    """UTF-16 with its mark: "Unicode" of Windows' editor."""
    return b"\xff\xfe" + _declared(text_of(data), kind_of(data), "utf-16").encode("utf-16-le")


def utf_16_big_endian(data: bytes) -> bytes | None:
    """UTF-16 with its mark, the other way round."""
    return b"\xfe\xff" + _declared(text_of(data), kind_of(data), "utf-16").encode("utf-16-be")


def latin_1_declared(data: bytes) -> bytes | None:
    """A page or a feed in ISO 8859-1, which it says; other characters as numbers."""
    return _in_charset(data, "iso-8859-1")


def windows_1252_declared(data: bytes) -> bytes | None:
    """A page or a feed in Windows' western code page, which it says; other characters as numbers."""
    return _in_charset(data, "windows-1252")


def windows_1252_undeclared(data: bytes) -> bytes | None:
    """The same, without a word of it."""
    text, kind = text_of(data), kind_of(data)
    if kind not in ("html", "text") or text.isascii():
        return None
    try:
        return _META_CHARSET.sub("", text).encode("windows-1252", "xmlcharrefreplace" if kind == "html" else "strict")
    except UnicodeEncodeError:
        return None


def blank_lines_around(data: bytes) -> bytes | None:
    """Blank lines before and behind."""
    lines_counted = kind_of(data) == "json"
    return None if lines_counted or data.startswith(b"<?xml") else b"\n \n\n" + data + b"\n\n\n"


def blanks_at_line_ends(data: bytes) -> bytes:
    """Blanks at the end of each line."""
    return re.sub(rb"(?<=\S)(\r?\n)", rb"  \1", data)


def _in_charset(data: bytes, charset: str) -> bytes | None:
    kind = kind_of(data)
    if kind not in ("html", "xml"):
        return None
    return _declared(text_of(data), kind, charset).encode(charset, "xmlcharrefreplace")


def _declared(text: str, kind: str, charset: str) -> str:
    if kind == "xml":
        return f'<?xml version="1.0" encoding="{charset}"?>\n' + _XML_DECLARATION.sub("", text)
    if kind == "html":
        return _HEAD.sub(rf'\g<0><meta charset="{charset}">', _META_CHARSET.sub("", text), count=1)
    return text

"""Line ends and encodings, of documents of any kind."""

import re

from tests.mutations import Mutation
from tests.mutations.kinds import kind_of, text_of

_MARK = b"\xef\xbb\xbf"
_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>\s*")
_META_CHARSET = re.compile(r"<meta\b[^>]*\bcharset\s*=[^>]*>", re.IGNORECASE)
_HEAD = re.compile(r"<head\b[^>]*>", re.IGNORECASE)


def _mixed_line_ends(data: bytes) -> bytes:
    """Every third line ends as on Windows, as pieces from two programs do."""
    lines = data.replace(b"\r\n", b"\n").split(b"\n")
    return b"".join(line + (b"\r\n" if n % 3 == 0 else b"\n") for n, line in enumerate(lines))


def _windows_1252_undeclared(data: bytes) -> bytes | None:
    text, kind = text_of(data), kind_of(data)
    if kind not in ("html", "text") or text.isascii():
        return None
    try:
        return _META_CHARSET.sub("", text).encode("windows-1252", "xmlcharrefreplace" if kind == "html" else "strict")
    except UnicodeEncodeError:
        return None


def _blank_lines_around(data: bytes) -> bytes | None:
    lines_counted = kind_of(data) == "json"
    return None if lines_counted or data.startswith(b"<?xml") else b"\n \n\n" + data + b"\n\n\n"


def _in_charset(charset: str) -> Mutation:
    """A page or a feed in an encoding, which it says; other characters as numbers."""

    def mutation(data: bytes) -> bytes | None:
        kind = kind_of(data)
        if kind not in ("html", "xml"):
            return None
        return _declared(text_of(data), kind, charset).encode(charset, "xmlcharrefreplace")

    return mutation


def _declared(text: str, kind: str, charset: str) -> str:
    if kind == "xml":
        return f'<?xml version="1.0" encoding="{charset}"?>\n' + _XML_DECLARATION.sub("", text)
    if kind == "html":
        return _HEAD.sub(rf'\g<0><meta charset="{charset}">', _META_CHARSET.sub("", text), count=1)
    return text


def _utf_16(mark: bytes, encoding: str) -> Mutation:
    """UTF-16 with its mark: "Unicode" of Windows' editor."""
    return lambda data: mark + _declared(text_of(data), kind_of(data), "utf-16").encode(encoding)


MUTATIONS: dict[str, Mutation] = {
    "crlf": lambda data: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
    "cr": lambda data: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r"), "mixed_line_ends": _mixed_line_ends,
    "byte_order_mark": lambda data: None if data.startswith(_MARK) else _MARK + data,
    "utf_16_little_endian": _utf_16(b"\xff\xfe", "utf-16-le"), "utf_16_big_endian": _utf_16(b"\xfe\xff", "utf-16-be"),
    "latin_1_declared": _in_charset("iso-8859-1"), "windows_1252_declared": _in_charset("windows-1252"),
    "windows_1252_undeclared": _windows_1252_undeclared, "blank_lines_around": _blank_lines_around,
    "blanks_at_line_ends": lambda data: re.sub(rb"(?<=\S)(\r?\n)", rb"  \1", data),
}  # fmt: skip

"""How much markup a document may hold, said before a parser sees it: some parsers take time by the square."""

from __future__ import annotations

import re

from generator.errors import Refused

MOST_TAGS = 500_000
"""Tags of a document, some five times those of the longest page or answer."""
MOST_ATTRIBUTES = 1_000
"""Attributes of an element; libxml2 and expat compare each with all others."""

_ATTRIBUTE = rb"[^\s/>=]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"']*+))?+"
_EACH = re.compile(_ATTRIBUTE)
_START_TAG = re.compile(rb"<[A-Za-z](?:[\s/]*+=?+" + _ATTRIBUTE + rb")*+")


def check_markup(data: bytes) -> None:
    """Raises Refused where the XML or HTML in `data` holds more tags, or attributes of an element, than any page."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = data.replace(b"\0", b"")
    if data.count(b"<") > MOST_TAGS:
        raise Refused(f"has more than {MOST_TAGS:,} tags", mend="check that it is the right document")
    for tag in _START_TAG.finditer(data):
        if tag.end() - tag.start() > 2 * MOST_ATTRIBUTES and sum(1 for _ in _EACH.finditer(tag[0])) > MOST_ATTRIBUTES:
            line = data.count(b"\n", 0, tag.start()) + 1
            problem = f"has an element with more than {MOST_ATTRIBUTES:,} attributes"
            raise Refused(problem, place=f"line {line}", mend="check that it is the right document")

"""Escaping: text into HTML, text into Markdown, text into YAML."""

from __future__ import annotations

import json
import re

_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_BARE = re.compile(r"[\w.:/#%?+-]*[\w.:#%+-]", re.ASCII)
_HTML_SIGN = re.compile(r'[&<>"]')

# Signs that CommonMark, GitHub, Obsidian or Python-Markdown with its extensions may read as markup. Those of HTML
# become entities, since Python-Markdown knows no other way; an ampersand only where it could be read as one. Addresses
# are parted where GitHub would link them, to whatever host. A sign comes first, which is searched for fast.
_SIGN = re.compile(
    r"[\\`*_{}\[\]$|<~^&#=%:.+](?:(?<=[\\`*_{}\[\]$|<~^])|(?<=&)(?=#?\w{1,32};|#?\w{0,32}$)|(?<=#)(?<!\w#)"
    r"|(?<===)|(?<==)(?==)|(?<=%%)|(?<=%)(?=%)|(?<=:)(?=[\w+-]{1,40}:|//)|(?<=[wW][wW][wW]\.)"
    r"|(?<=\+)(?=\+(?:[\"']|[\w+-]{1,80}\+\+)))"
)
_ENTITY = {"<": "&lt;", "&": "&amp;"}
# At the beginning of a line: lists, rules, headings, quotations, definitions, admonitions and details.
_HEAD = re.compile(r"(\d{1,9}(?=[.)](?:\s|$)))?([-+=:!?%>.)])")

_NOT_YAML = re.compile(r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def escape_html(text: str) -> str:
    """`text` for an element's content or a quoted attribute."""
    return _HTML_SIGN.sub(lambda sign: _HTML[sign[0]], text)


def attribute(value: str) -> str:
    """The value of an attribute, in quotes only where HTML needs them: a page of a paper has dozens."""
    return value if _BARE.fullmatch(value) else f'"{escape_html(value)}"'


def escape_markdown(text: str) -> str:
    """Plain text within a line of Markdown: to no engine is anything in it markup."""
    return _SIGN.sub(lambda sign: _ENTITY.get(sign[0]) or f"\\{sign[0]}", text)


def escape_head(line: str) -> str:
    """A line of Markdown whose beginning is not taken for that of a list, a rule or a heading."""
    head = _HEAD.match(line)
    return f"{head[1] or ''}\\{line[head.end() - 1 :]}" if head else line


def yaml_string(text: str) -> str:
    """`text` as a double-quoted YAML scalar (which is JSON too), on one line: safe in front matter."""
    quoted = json.dumps(_SURROGATE.sub("\ufffd", text), ensure_ascii=False)
    return _NOT_YAML.sub(lambda sign: f"\\u{ord(sign[0]):04x}", quoted)

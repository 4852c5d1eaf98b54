"""Escaping: text into HTML, HTML into Markdown, text into YAML."""

from __future__ import annotations

import json
import re

_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_HTML_SIGN = re.compile(r'[&<>"]')

# Signs that Python-Markdown or CommonMark may read as markup, wherever they stand. In attributes of tags they are
# written as entities too: backticks and brackets are looked for before tags are.
_SIGN = re.compile(r"[\\`*_{}\[\]|~^$]|(?<!&)#")
_ENTITY = {c: f"&#{ord(c)};" for c in "\\`*_{}[]|~^$#"}
# At the beginning of a line: lists, rules, headings, definitions, admonitions.
_HEAD = re.compile(r"[-+=:!%]|\d+[.)](?=\s|$)")

_NOT_YAML = re.compile(r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def escape_html(text: str) -> str:
    """`text` for an element's content or a quoted attribute."""
    return _HTML_SIGN.sub(lambda sign: _HTML[sign[0]], text)


def escape_markdown(html: str) -> str:
    """Inline HTML on one line as Markdown that both engines render to that same HTML.

    Only tags and entities of `html` are left as they are: to Markdown nothing in it is markup.
    """
    shown = _SIGN.sub(lambda sign: _ENTITY[sign[0]], html)
    head = _HEAD.match(shown)
    if not head:
        return shown
    last = head.end() - 1
    return f"{shown[:last]}&#{ord(shown[last])};{shown[last + 1 :]}"


def yaml_string(text: str) -> str:
    """`text` as a double-quoted YAML scalar (which is JSON too), on one line: safe in front matter."""
    quoted = json.dumps(_SURROGATE.sub("\ufffd", text), ensure_ascii=False)
    return _NOT_YAML.sub(lambda sign: f"\\u{ord(sign[0]):04x}", quoted)

"""What in a piece of HTML could do more than be read: found by what a page of plain Markdown may hold, and no more.

active("<p onclick=x>a") == ["p onclick=x"]
"""

import re
from collections.abc import Collection

import html5lib
from daybook.text.markup.escape import HOSTS

INERT = {
    "a", "b", "blockquote", "body", "br", "code", "em", "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "html", "li",
    "ol", "p", "pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
"""What Markdown with tables comes to. Anything else, a `div` too, was written by the text."""
FORMULA = {
    "annotation", "line", "math", "menclose", "mfrac", "mi", "mn", "mo", "mover", "mpadded", "mphantom", "mroot",
    "mrow", "mspace", "msqrt", "mstyle", "msub", "msubsup", "msup", "mtable", "mtd", "mtext", "mtr", "munder",
    "munderover", "path", "semantics", "span", "svg", "var",
}  # fmt: skip
"""What KaTeX and the layout make of a formula."""
_RELATIVE = re.compile(r"(?:\.\./)*[\w%.-]+(?:/[\w%.-]+)*\.(?:md|html)(?:\?[\w%&=+.,:~-]*)?(?:#[\w%.:-]*)?|#[\w%.:-]+")
_ALIGNED = re.compile(r"text-align: ?(?:left|right|center);?")
_NUMBER = re.compile(r"\d{1,9}")
_SLUG = re.compile(r"[\w-]*")
_ALLOWED = {
    ("td", "align"): re.compile("left|right|center"),
    ("th", "align"): re.compile("left|right|center"),
    ("th", "scope"): re.compile("col"),
    ("td", "style"): _ALIGNED,
    ("th", "style"): _ALIGNED,
    ("ol", "start"): _NUMBER,
    **{(f"h{level}", "id"): _SLUG for level in range(1, 7)},
}
_BARRED = re.compile(r"on.*|.*href|src.*|id|name|action|formaction|data|poster|background")
"""Attributes that a formula never has."""


def active(html: str, *, hosts: Collection[str] = HOSTS, mail: bool = False, formulas: bool = False) -> list[str]:
    """Each element and attribute that a page of Markdown has no use for, as a browser would read it.

    hosts: to which links over https may lead, besides the relative ones to .md and .html files.
    mail: whether an address may be one to write to: some renderers link every `a@b.c`, escaped or not.
    formulas: whether a formula may stand as MathML or as KaTeX draws it.
    """
    found = list[str]()
    for element in html5lib.parse(f"<!doctype html><body>{html}", namespaceHTMLElements=False).iter():
        if not isinstance(element.tag, str):
            found.append("comment")
            continue
        tag = element.tag.rsplit("}", 1)[-1]
        drawn = formulas and tag in FORMULA
        found += [] if tag in INERT or drawn else [tag]
        for name, value in element.attrib.items():
            if not _fits(tag, str(name), value, hosts, mail=mail, drawn=drawn):
                found.append(f"{tag} {name}={value}")
    return found


def _fits(tag: str, name: str, value: str, hosts: Collection[str], *, mail: bool, drawn: bool) -> bool:
    """Whether an attribute is one that a page of Markdown, or a formula in it, has."""
    if drawn:
        return not _BARRED.fullmatch(name)
    if (tag, name) == ("a", "href"):
        return _leads(value, hosts) or (mail and value.startswith(("mailto:", "xmpp:")))
    allowed = _ALLOWED.get((tag, name))
    return bool(allowed and allowed.fullmatch(value))


def _leads(address: str, hosts: Collection[str]) -> bool:
    """Whether a link leads to a page of ours, or over https to one of these hosts."""
    if _RELATIVE.fullmatch(address):
        return True
    host = re.fullmatch(r"https://([a-z0-9.-]+)(?:/[!-\[\]-~]*)?", address)
    return bool(host and host[1] in hosts)


def outline(html: str) -> list[str]:
    """The elements in order, without those of formulas: a text that is only read adds none."""
    tags = (
        str(each.tag).rsplit("}", 1)[-1] for each in html5lib.parseFragment(html, namespaceHTMLElements=False).iter()
    )
    return [tag for tag in tags if tag not in FORMULA]

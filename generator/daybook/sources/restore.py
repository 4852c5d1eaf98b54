"""The received text of a page, restored where arXiv or a browser replaced it.

TeX replaces what MathJax (2 to 4) or KaTeX rendered, the address replaces arXiv's "this https URL", and a mark is added
for each <br>. Scripts, styles and buttons are removed.
"""

from __future__ import annotations

import re

from lxml import etree

Element = etree._Element

BREAK = "\u2029"  # stands for <br> in the texts of a tree; counts as white space everywhere else
_HIDDEN_URL = re.compile(r"\s*this\s+(?:https?|ftp)\s+URL\s*", re.IGNORECASE)
_ARCHIVED = re.compile(r"^(?:https?:)?(?://web\.archive\.org)?/web/\d{4,14}[a-z_]*/(?=[a-z]+:)", re.IGNORECASE)
_NO_URL = re.compile(r"https?://([a-z]+\.[A-Z][a-z]+)/?")  # "achievable.In": a missing space, mistaken for a URL
_DRAWN = frozenset({"MathJax_Preview", "MathJax_Display", "MathJax_SVG", "MathJax_CHTML", "MathJax", "mjx-chtml"})
_WITH_TEX = _DRAWN | {"katex"}
_NO_TEXT = ("script", "style", "noscript", "template", "svg", "button")


def restore(root: Element) -> None:
    """Change the tree in place so that its elements contain the text as received."""
    _restore_mathematics(root)
    etree.strip_elements(root, *_NO_TEXT, with_tail=False)
    for link in root.iter("a"):
        if href := link.get("href"):
            link.set("href", _ARCHIVED.sub("", href))
        if _HIDDEN_URL.fullmatch(text_of(link)):
            _restore_address(link)
    for line_break in root.iter("br"):
        line_break.tail = BREAK + (line_break.tail or "")


def text_of(element: Element) -> str:
    """All text in the element, unchanged."""
    return etree.tostring(element, method="text", encoding="unicode", with_tail=False)


def classes_of(element: Element) -> frozenset[str]:
    """The element's classes."""
    return frozenset((element.get("class") or "").split())


def replace(element: Element, text: str = "") -> None:
    """Replace the element by `text`."""
    parent = element.getparent()
    if parent is None:
        return
    left = text + (element.tail or "")
    before = element.getprevious()
    if before is None:
        parent.text = (parent.text or "") + left
    else:
        before.tail = (before.tail or "") + left
    parent.remove(element)


def _restore_address(link: Element) -> None:
    href = link.get("href") or ""
    if "://" in href:
        word = _NO_URL.fullmatch(href)
        for child in list(link):
            link.remove(child)
        link.text = word[1] if word else href


def _restore_mathematics(root: Element) -> None:
    for script in list(root.iter("script")):
        kind = script.get("type") or ""
        if kind.startswith("math/tex"):
            _drop_rendering_before(script)
            replace(script, _in_dollars(script.text or "", display="display" in kind))
    for drawn in list(root.iter("mjx-container", "span", "div")):
        if drawn.tag == "mjx-container" or classes_of(drawn) & _WITH_TEX:
            replace(drawn, _in_dollars(_tex_of(drawn), display=_is_display(drawn)))


def _drop_rendering_before(script: Element) -> None:
    """Remove what MathJax 2 rendered before the script that contains the TeX."""
    drawn = script.getprevious()
    while drawn is not None and not (drawn.tail or "").strip() and classes_of(drawn) & _DRAWN:
        replace(drawn)
        drawn = script.getprevious()


def _is_display(drawn: Element) -> bool:
    """Whether the formula is set off from the text (display mathematics)."""
    parent = drawn.getparent()
    above = classes_of(parent) if parent is not None else frozenset()
    return drawn.get("display") == "true" or "katex-display" in above or "MathJax_Display" in classes_of(drawn) | above


def _tex_of(drawn: Element) -> str:
    """The TeX inside a rendered formula; if there is none, the characters of its MathML."""
    for note in drawn.iter("annotation"):
        return text_of(note)
    for node in drawn.iter():
        if node.get("data-latex"):
            return str(node.get("data-latex"))
    for formula in drawn.iter("math"):
        return " ".join(text_of(formula).split())
    return ""


def _in_dollars(tex: str, *, display: bool) -> str:
    sign = "$$" if display else "$"
    return f"{sign}{tex.strip()}{sign}" if tex.strip() else ""

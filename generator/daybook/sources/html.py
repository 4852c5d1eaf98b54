"""HTML pages: bytes -> a tree that is known to be complete, with the text as received; and the text of its elements.

Pages come from arXiv itself or were saved by a browser, which changes quoting, makes links absolute, adds comments and
`tbody`, and renders mathematics. What matters of that is undone: TeX replaces what MathJax (2 to 4) or KaTeX rendered,
the address replaces arXiv's "this https URL", a mark is added for each <br>; scripts, styles and buttons are removed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from lxml import etree

from daybook.errors import Refused
from daybook.sources import accounting, intake
from daybook.sources.plain_text import ONE_EACH, Head, decode, is_mhtml, lines_of, one_line, page_of
from daybook.sources.received import check_markup

Element = etree._Element

BREAK = "\u2029"  # stands for <br> in the texts of a tree; counts as white space everywhere else

_FULL = re.compile(r"<(?:!doctype|html|head|body)\b", re.IGNORECASE)
_END = re.compile(r"</html(?P<whole>\s*>)?", re.IGNORECASE)
_OPENED = re.compile(r"<(/?(?:div|dl|table))", re.IGNORECASE | re.ASCII)
_GOES_ON = re.compile(r"<(?:d[ldt]|div)\b", re.IGNORECASE)
_TWO = re.compile(r"(?is)</html\s*+>(?:\s|<!--.{0,500}?-->|<\?xml[^<>]{0,200}>)*+<(?:!doctype\s+html|html)\b")
_NO_WORDS = re.compile(r"(?is)<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)|<[^<>]*>")
_SOURCE_VIEW = re.compile(r"<body[^<>]* id=\"viewsource\"|<td class=\"line-(?:number|content)\"", re.IGNORECASE)
_CHARSET = re.compile(rb"<meta[^<>]+?charset\s*=\s*[\"']?([A-Za-z0-9_-]+)", re.IGNORECASE)
_SAVED = re.compile(r"<!--\s*(?:saved from url=\(\d+\)|Page saved with SingleFile\s+url:\s*)(\S+)", re.IGNORECASE)
_SINGLE_FILE = "Page saved with SingleFile"  # omits </body></html>, which HTML allows
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # not text; lxml rejects them
_REFERENCE = re.compile(r"&#(?:[xX]([0-9a-fA-F]+)|([0-9]+));?")
_MHTML_ADDRESS = re.compile(r"^(?:Snapshot-Content-Location|Content-Location):\s*(\S+)", re.IGNORECASE | re.MULTILINE)
_HIDDEN_URL = re.compile(r"\s*this\s+(?:https?|ftp)\s+URL\s*", re.IGNORECASE)
# The Wayback Machine puts its own address before that of each link.
_ARCHIVED = re.compile(r"^(?:https?:)?(?://web\.archive\.org)?/web/\d{4,14}[a-z_]*/(?=[a-z]+:)", re.IGNORECASE)
_NO_URL = re.compile(r"https?://([a-z]+\.[A-Z][a-z]+)/?")  # "achievable.In": a missing space, mistaken for a URL
_DRAWN = frozenset({"MathJax_Preview", "MathJax_Display", "MathJax_SVG", "MathJax_CHTML", "MathJax", "mjx-chtml"})
_NO_TEXT = ("script", "style", "noscript", "template", "svg", "button")
_MOST_WORDS = 200


@dataclass(frozen=True, slots=True)
class HtmlPage:
    """A parsed page."""

    root: Element
    saved_from: str | None  # the address that a browser recorded in the page when saving it
    behind: str = ""  # the words behind its end, on one line

    def part(self, name: str) -> Element:
        """The element with this id; the whole page if there is none."""
        return next((element for element in self.root.iter() if element.get("id") == name), self.root)

    def own_words(self) -> str:
        """One line in the page's own words, for messages: its heading, else its title, else its first words."""
        headings = (line_of(heading) for scope in (self.part("content"), self.root) for heading in scope.iter("h1"))
        words = next(filter(None, headings), "")
        words = words or next((line_of(title) for title in self.root.iter("title")), "") or line_of(self.root)
        return words if len(words) <= _MOST_WORDS else words[: _MOST_WORDS - 1] + "…"


def looks_like_page(head: Head) -> bool:
    """Whether a document begins like HTML, XHTML or a page saved as MHTML."""
    return head.text.lstrip().startswith("<") or is_mhtml(head.text)


def parse(data: bytes, *, complete: bool = True) -> HtmlPage:
    """Parse a page. Raises Refused where it has no content, or is cut off though it should be `complete`.

    A full page must end with </html>; a fragment that somebody cut out of a page must close what it opens.
    """
    text = _REFERENCE.sub(_sound_reference, _CONTROL.sub("", page_text(data)))
    if _SOURCE_VIEW.search(text, 0, 10_000):
        raise Refused("shows the source code of a page", hint="save the page itself")
    if _TWO.search(text):
        raise Refused("contains more than one page", hint=ONE_EACH)
    if complete and not _is_closed(text):
        line = text.count("\n") + 1
        raise Refused("the file is cut off", location=f"line {line}", hint="save the whole page again")
    behind = _behind(text)
    body = text.encode()
    check_markup(body)
    try:
        root = etree.fromstring(body, etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True))
    except etree.XMLSyntaxError:
        root = None  # lxml 5 raises where lxml 6 returns None
    if root is None:
        raise Refused("HTML page without content", hint="save it again")
    intake.words_of_tree(root)
    _restore(root)
    start = data[:10_000].decode("ascii", "replace")
    saved = _SAVED.search(text, 0, 100_000) or (_MHTML_ADDRESS.search(start) if is_mhtml(start) else None)
    return HtmlPage(root, saved[1] if saved else None, behind)


def page_text(data: bytes) -> str:
    """The text of a page, which may be MHTML: decoded as UTF-8, or with the character set that it declares."""
    if is_mhtml(data[:10_000].decode("ascii", "replace")):
        data = page_of(data)
    try:
        return decode(data)
    except Refused:
        named = _CHARSET.search(data[:4096])
        if not named:
            raise
        charset = named[1].decode("ascii")
        try:
            return lines_of(data.decode(charset))
        except (LookupError, UnicodeError):
            raise Refused(f"not valid {charset}, its declared encoding", hint="save it as UTF-8") from None


def _sound_reference(reference: re.Match[str]) -> str:
    """A numeric character reference unchanged; "" if its number is not a text character's."""
    digits, base = (reference[1], 16) if reference[1] else (reference[2], 10)
    code = int(digits[:9], base)
    return reference[0] if code <= 0x10FFFF and not _CONTROL.match(chr(code)) else ""


def _behind(text: str) -> str:
    """What stands behind a page's end, without markup. Raises Refused where that is another document."""
    ends = [end.end() for end in _END.finditer(text) if end["whole"]]
    if not ends:
        return ""
    accounting.of_one_kind(text[ends[0] :], accounting.PAGE)
    return one_line(_NO_WORDS.sub(" ", text[ends[-1] :]))


def _is_closed(text: str) -> bool:
    if _FULL.search(text, 0, 20_000) and _SINGLE_FILE not in text[:20_000]:
        *_, end = (None, *_END.finditer(text))
        return end is not None and end["whole"] is not None and _GOES_ON.search(text, end.end()) is None
    tags = Counter(tag.lower() for tag in _OPENED.findall(text))
    return all(number <= tags[f"/{tag}"] for tag, number in tags.items() if tag[0] != "/") and text.rstrip()[-1:] == ">"


def find_all(root: Element, tag: str, name: str) -> Iterator[Element]:
    """The elements with this tag and class, in order."""
    return (element for element in root.iter(tag) if name in classes_of(element))


def find(root: Element, tag: str, name: str) -> Element | None:
    """The first element with this tag and class."""
    return next(find_all(root, tag, name), None)


def classes_of(element: Element) -> frozenset[str]:
    """The element's classes."""
    return frozenset((element.get("class") or "").split())


def text_of(element: Element) -> str:
    """All text in the element, unchanged."""
    return etree.tostring(element, method="text", encoding="unicode", with_tail=False)


def line_of(element: Element | None) -> str:
    """The element's text on one line; "" if there is no element."""
    return one_line(text_of(element)) if element is not None else ""


def paragraphs_of(element: Element) -> str:
    """The element's text in paragraphs, separated by a blank line: <br> ends one, line breaks in the source do not."""
    return "\n\n".join(filter(None, map(one_line, text_of(element).split(BREAK))))


def drop_descriptors(root: Element) -> None:
    """Remove the labels of fields ("Title:", "Comments:")."""
    for label in list(find_all(root, "span", "descriptor")):
        put_text(label)


def put_text(element: Element, text: str = "") -> None:
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


def _restore(root: Element) -> None:
    for script in list(root.iter("script")):
        if (kind := script.get("type") or "").startswith("math/tex"):
            # Before it stands what MathJax 2 rendered from the TeX that it contains.
            drawn = script.getprevious()
            while drawn is not None and not (drawn.tail or "").strip() and classes_of(drawn) & _DRAWN:
                put_text(drawn)
                drawn = script.getprevious()
            put_text(script, _in_dollars(script.text or "", display="display" in kind))
    for drawn in list(root.iter("mjx-container", "span", "div")):
        if drawn.tag == "mjx-container" or classes_of(drawn) & (_DRAWN | {"katex"}):
            above = classes_of(parent) if (parent := drawn.getparent()) is not None else frozenset()
            apart = "katex-display" in above or "MathJax_Display" in classes_of(drawn) | above
            put_text(drawn, _in_dollars(_tex_of(drawn), display=apart or drawn.get("display") == "true"))
    etree.strip_elements(root, *_NO_TEXT, with_tail=False)
    for link in root.iter("a"):
        href = _ARCHIVED.sub("", link.get("href") or "")
        if href:
            link.set("href", href)
        if "://" in href and _HIDDEN_URL.fullmatch(text_of(link)):
            word = _NO_URL.fullmatch(href)
            for child in list(link):
                link.remove(child)
            link.text = word[1] if word else href
    for line_break in root.iter("br"):
        line_break.tail = BREAK + (line_break.tail or "")


def _tex_of(drawn: Element) -> str:
    """The TeX inside a rendered formula; if there is none, the characters of its MathML."""
    stated = (str(node.get("data-latex")) for node in drawn.iter() if node.get("data-latex"))
    shown = (one_line(text_of(formula)) for formula in drawn.iter("math"))
    return next(chain(map(text_of, drawn.iter("annotation")), stated, shown), "")


def _in_dollars(tex: str, *, display: bool) -> str:
    sign = "$$" if display else "$"
    return f"{sign}{tex.strip()}{sign}" if tex.strip() else ""

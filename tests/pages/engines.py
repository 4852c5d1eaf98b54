"""The two Markdown engines that must agree on every page, and what HTML pages hold."""

import html5lib
import markdown
import yaml
from lxml import etree
from markdown_it import MarkdownIt


def split(text: str) -> tuple[dict[str, object], str]:
    """A page's front matter, and the rest."""
    _, head, body = text.split("---\n", 2)
    return yaml.safe_load(head), body


def python_markdown(text: str) -> str:
    """A page as stock MkDocs renders it."""
    return markdown.markdown(split(text)[1], extensions=["toc", "tables", "fenced_code"])


def markdown_it(text: str) -> str:
    """A page as CommonMark has it."""
    return MarkdownIt("commonmark", {"html": True}).enable("table").render(split(text)[1])


def parse(html: str, *, strict: bool = False) -> etree._Element:
    """A document's tree; `strict` raises at its first parse error."""
    parser = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("lxml"), namespaceHTMLElements=False, strict=strict)
    return parser.parse(html).getroot()


def fragment(html: str) -> etree._Element:
    """The tree of a piece of HTML, within a body."""
    return parse(f"<!doctype html><title>x</title><body>{html}</body>")


def outline(tree: etree._Element) -> list[str]:
    """The elements of a tree with their classes, in order, without those of formulas."""
    return [
        f"{element.tag}.{element.get('class', '')}"
        for element in tree.iter(etree.Element)
        if not any("katex" in (above.get("class") or "") for above in [element, *element.iterancestors()])
    ]

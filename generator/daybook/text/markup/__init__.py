"""Received text (TeX-ish, untrusted) -> plain text and Markdown -> HTML. Escaping happens here, and only here.

    clean                one line without controls and marks of direction, for text without TeX
    repair               damaged characters restored (for readers of saved pages)
    plain                readable Unicode, one line per paragraph
    words                the words of that, formulas whole
    formulas             where a plain line has formulas that Unicode cannot show
    runs                 one line as stretches of plain text and of formulas
    title_key, slug      for linking and for addresses
    markdown             one line; markdown_paragraphs keeps paragraphs, and marks parts of them
    literal              plain text as one line of Markdown
    formula, link        of Markdown
    Renderer             Markdown as HTML, formulas by KaTeX
    links                the http(s) addresses in a text
    yaml_string          a scalar for front matter
    MathRenderer         KaTeX; its scripts are handed in (site.layouts finds them)

Pure: no disk, no network. Nothing here raises on any text.
"""

# ruff: isort: skip_file
from daybook.text.markup.escape import (
    LINK, attribute, clean, escape_head, escape_html, escape_markdown, links, repair, yaml_string,
)  # fmt: skip
from daybook.text.markup.plain import (
    Run, formula, formulas, link, literal, markdown, markdown_paragraphs, plain, runs, slug, title_key, words,
)  # fmt: skip
from daybook.text.markup.rendering import (
    Block, MathRenderer, Renderer, has_excessive_formulas, is_paragraph, may_have_excessive_formulas,
)  # fmt: skip

__all__ = [
    "LINK", "Block", "MathRenderer", "Renderer", "Run", "attribute", "clean", "escape_head", "escape_html",
    "escape_markdown", "formula", "formulas", "has_excessive_formulas", "is_paragraph", "link", "links", "literal",
    "markdown", "markdown_paragraphs", "may_have_excessive_formulas", "plain", "repair", "runs", "slug", "title_key",
    "words", "yaml_string",
]  # fmt: skip

"""Material's icons in pages that people write: `:material-star:` as a picture within the page, `:smile:` as the sign
that it stands for. Nothing is loaded from elsewhere."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from material.extensions import emoji
from pymdownx.emoji import to_alt


def shown(
    index: str, name: str, alias: str, code: str | None, sign: str, title: str, category: str, options: Any, md: Any
) -> Element | str:
    """A shortcode as HTML, as pymdownx.emoji asks for it. `code`: of a sign of Unicode; None: it is an icon."""
    show = to_alt if code else emoji.to_svg
    made: Element | str = show(index, name, alias, code, sign, title, category, options, md)
    return made

"""What a kind of pages says of itself. `KINDS` in pages/__init__.py lists all kinds; site/ and moved.py ask there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from generator.model import Archive
from generator.pages.context import Draft, View

Shell = Literal["material", "lean", "thin"]
"""What the site puts around a page.

material: the theme's own page, rendered by MkDocs' own Markdown engine. For pages that hold Markdown written by people.
lean: a small page, rendered by a faster engine. For pages of which the generator wrote every word.
thin: lean, without the end tags that HTML makes optional. For pages that come by the tens of thousands.
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of pages."""

    place: str
    """The folder of its pages, `days/`, which another kind may share; or its only page, `about.md`."""
    drafts: Callable[[View], Iterator[Draft]]
    shell: Shell = "lean"
    paths: Callable[[Archive], Iterable[str]] | None = None
    """Only for a kind that shows related papers. These take long to find, so its pages are drafted last and in another
    process where that pays; this gives their paths beforehand."""

"""An archive as Markdown pages: pure. Any Markdown engine can build them; templates/ holds their form.

Every link between pages is relative and ends in `.html`, so that the same pages work over http and from file://.
The clock is never asked: the same archive gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.config import Settings
from generator.markup import MathRenderer
from generator.model import Archive
from generator.pages import days, home, papers, periods, redirects, subjects
from generator.pages.context import Context, Page, Texts

__all__ = ["Page", "Texts", "render"]


def render(archive: Archive, settings: Settings, text: Texts, math: MathRenderer | None) -> Iterator[Page]:
    """Every page of an archive: (path below the folder of pages, Markdown). Each path comes once.

    `math` renders formulas; None leaves their source. Words of sources that `settings` does not publish are left out.
    """
    context = Context(archive, settings, math)
    yield home.render_home(context, text.introduction)
    yield home.render_about(context, text.about)
    yield from home.render_guide()
    yield from periods.render(context)
    yield from days.render(context)
    yield from subjects.render_themes(context)
    yield from subjects.render_categories(context)
    yield from papers.render(context)
    yield from redirects.render(context)

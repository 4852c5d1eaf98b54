"""An archive as Markdown pages: pure. Any Markdown engine can build them; templates/ holds their form.

Every link between pages is relative and ends in `.html`, so that the same pages work over http and from file://.
The clock is never asked: the same archive gives the same bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from operator import attrgetter

from generator.config import Settings
from generator.describe.digests import Item
from generator.errors import BuildError
from generator.model import Archive, Day
from generator.pages import addresses, coverage, days, editorials, home, papers, periods, redirects, subjects
from generator.pages.context import Draft, Page, Texts, View, substitute
from generator.store.jsonl import to_json
from generator.text.filenames import folded
from generator.text.markup import MathRenderer

__all__ = ["Draft", "Items", "Page", "Texts", "drafts", "environment", "items", "render", "substitute"]

Items = Callable[[Day], list[Item]]


def render(archive: Archive, settings: Settings, text: Texts, math: MathRenderer | None) -> Iterator[Page]:
    """Every page of an archive, made. For the arguments see `drafts`."""
    for draft in drafts(archive, settings, text, math):
        yield draft.make()


def environment(archive: Archive, settings: Settings) -> str:
    """The hash of what every page depends on besides the code: the settings, and the themes' names."""
    names = [(theme.slug, theme.name) for theme in archive.themes]
    return hashlib.blake2b(to_json((settings, names)), digest_size=16).hexdigest()


def drafts(archive: Archive, settings: Settings, text: Texts, math: MathRenderer | None) -> Iterator[Draft]:
    """A draft of every page of an archive. Each path comes once.

    `math` renders formulas; None leaves their source. Words of sources that `settings` does not publish are left out.
    """
    yield from drafts_of_lists(archive, settings, text, math)
    yield from drafts_of_papers(lambda: archive, settings, math)


def drafts_of_papers(archive: Callable[[], Archive], settings: Settings, math: MathRenderer | None) -> Iterator[Draft]:
    """The papers' own drafts; only they ask for the papers beside one. `archive` is called when they are."""
    yield from papers.drafts(View(archive(), settings, math))


def drafts_of_lists(archive: Archive, settings: Settings, text: Texts, math: MathRenderer | None) -> Iterator[Draft]:
    """All other drafts. For the arguments see `drafts`."""
    view = View(archive, settings, math)
    made: dict[str, str] = {}
    for key in archive.papers:
        _claim(addresses.paper(key), made)
    for draft in _lists(view, text):
        _claim(draft.path, made)
        yield draft
    for draft in redirects.drafts(view, frozenset(made.values())):
        if folded(draft.path) not in made:
            _claim(draft.path, made)
            yield draft


def _claim(path: str, made: dict[str, str]) -> None:
    """Note that a page is made. Raises BuildError where another page would be in its place, at least on file systems
    that take small and capital letters for the same.
    """
    name = folded(path)
    if name in made:
        hint = "please report both paths as a bug in Daybook"
        raise BuildError(f"would overwrite {made[name]}", subject=f"pages/{path}", hint=hint)
    made[name] = path


def items(archive: Archive, settings: Settings) -> Items:
    """What tells of a day's papers as its digest sees them."""
    return partial(editorials.items, View(archive, settings, None))


def _lists(view: View, text: Texts) -> Iterator[Draft]:
    yield home.draft_home(view, text.introduction)
    yield home.draft_about(view, text.about)
    yield from home.drafts_of_guide()
    yield from coverage.drafts(view)
    # A day's papers stand on the pages of its week, its month, themes and categories, too: one after the other, their
    # cards are made once.
    lists = (
        *(periods.drafts(view, text.digests), days.drafts(view, text.digests)),
        *(subjects.drafts_of_themes(view), subjects.drafts_of_categories(view)),
    )
    yield from sorted(chain.from_iterable(lists), key=attrgetter("of"))

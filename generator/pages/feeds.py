"""The page that lists an archive's feeds, which `exports/feeds.py` makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from generator import taxonomy
from generator.pages import addresses
from generator.pages.context import Draft, Page, View, front
from generator.pages.kinds import Kind
from generator.pages.templating import fill, literal

_INTRO = "What this archive brings, for your feed reader."


@dataclass(frozen=True, slots=True)
class FeedRow:
    """A feed: what it brings (HTML), and where it is in Atom and as JSON Feed."""

    name: str
    atom: str

    @property
    def json(self) -> str:
        """Its address as JSON Feed."""
        return f"{self.atom.removesuffix('.xml')}.json"


def _drafts(view: View) -> Iterator[Draft]:
    groups = _groups(view)
    authors = sum(writer.has_feed for writer in view.writers.by_slug.values())
    yield Draft(addresses.FEEDS, view.depends((), repr(groups), authors), partial(_render, groups, authors))


KIND = Kind(addresses.FEEDS, _drafts)


def _groups(view: View) -> list[tuple[str, list[FeedRow]]]:
    """(name, its feeds) of each group of feeds that has any."""
    codes = [code for code in view.settings.categories if addresses.has_page(code)]
    whole = [
        FeedRow("All papers", addresses.FEED_OF_ALL),
        FeedRow("Digests, one a day", addresses.FEED_OF_DIGESTS),
        FeedRow("Days that lack announcements", addresses.FEED_OF_COVERAGE),
    ]
    groups = [
        ("The whole archive", whole),
        ("Categories", [_row(literal(f"{code}: {taxonomy.name(code)}"), addresses.category(code)) for code in codes]),
        ("Watches", [_row(view.html(watch.name), addresses.watch(watch.slug)) for watch in view.archive.watches]),
        ("Themes", [_row(view.html(theme.name), addresses.theme(theme.slug)) for theme in view.archive.themes]),
    ]
    return [(name, rows) for name, rows in groups if rows]


def _row(name: str, page: str) -> FeedRow:
    return FeedRow(name, addresses.feed(page))


def _render(groups: list[tuple[str, list[FeedRow]]], authors: int) -> Page:
    text = fill(
        "feeds.md",
        front=front("Feeds", _INTRO, feed=addresses.FEED_OF_ALL),
        groups=groups,
        authors=authors,
        subscriptions=addresses.SUBSCRIPTIONS,
        of_authors=addresses.AUTHORS_SUBSCRIPTIONS,
        index=addresses.relative(addresses.AUTHORS, addresses.FEEDS),
        guide=addresses.relative("guide/feeds.md", addresses.FEEDS),
    )
    return Page(addresses.FEEDS, text)

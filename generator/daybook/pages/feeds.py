"""The page that lists an archive's feeds, which `exports/feeds.py` makes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from daybook.exports import feed_formats
from daybook.fold.authors import FEED
from daybook.model import taxonomy
from daybook.pages.kinds import Kind
from daybook.text import markup
from daybook.text.language import _
from daybook.view import addresses, editorials
from daybook.view.context import Draft, View
from daybook.view.writing import Page, bullets, link, page, section


def _drafts(view: View) -> Iterator[Draft]:
    groups = list(_groups(view))
    authors = sum(writer.has_feed for writer in view.writers.by_slug.values())
    yield Draft(addresses.FEEDS, view.depends((), groups, authors), partial(_render, groups, authors))


KIND = Kind(addresses.FEEDS, _drafts)


def _groups(view: View) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """(name, its feeds) of each group; of a feed, what it brings (Markdown), and where it is in Atom."""
    whole = [
        (_("All papers"), addresses.FEED_OF_ALL),
        (_("Digests, one a day"), addresses.FEED_OF_DIGESTS),
        (_("Days that lack announcements"), addresses.FEED_OF_COVERAGE),
        *([(_("Notes of this archive's people"), addresses.FEED_OF_NOTES)] if editorials.dated_notes(view) else []),
    ]
    codes = [code for code in view.settings.categories if addresses.has_page(code)]
    groups = (
        (_("Categories"), [(f"{code}: {taxonomy.name(code)}", addresses.category(code)) for code in codes]),
        (_("Watches"), [(watch.name, addresses.watch(watch.slug)) for watch in view.archive.watches]),
        (_("Themes"), [(theme.name, addresses.theme(theme.slug)) for theme in view.archive.themes]),
    )
    yield _("The whole archive"), whole
    for name, pages in groups:
        yield name, [(markup.markdown(each), addresses.feed(path)) for each, path in pages]


def _render(groups: list[tuple[str, list[tuple[str, str]]]], authors: int) -> Page:
    path, of_authors = addresses.FEEDS, addresses.AUTHORS_SUBSCRIPTIONS
    index = link(_("authors"), addresses.AUTHORS, path)
    together = _("All of them at once: {file}.", file=f"`{addresses.SUBSCRIPTIONS}`")
    if authors:
        together = _("All of them at once: {file}; those of authors: {authors}.",
                     file=f"`{addresses.SUBSCRIPTIONS}`", authors=f"`{of_authors}`")  # fmt: skip
    files = {
        name: [(what, [place for _, place in feed_formats.files(feed)]) for what, feed in rows] for name, rows in groups
    }
    return page(
        path,
        "page",
        f"# {_('Feeds')}",
        f"{_('A feed reader shows what these bring, day by day, without an account.')}"
        f" {link(_('How to subscribe'), 'guide/feeds.md', path)}",
        together,
        *(
            section(name, bullets(f"{what}: {', '.join(f'`{place}`' for place in places)}" for what, places in rows))
            for name, rows in files.items()
        ),
        section(
            _("Authors"),
            _("The {authors} with at least {n} papers have feeds, too: their pages link them.", authors=index, n=FEED),
        )
        if authors
        else "",
        facts={
            "description": _("What this archive brings, for your feed reader."),
            "feed": addresses.FEED_OF_ALL,
            "files": [
                addresses.SUBSCRIPTIONS,
                of_authors,
                *(file for rows in files.values() for _, places in rows for file in places),
            ],
        },
    )

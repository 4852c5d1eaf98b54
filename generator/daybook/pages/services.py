"""The pages of what an archive does for its readers: search, their own reading list, files to take out, and feeds."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from functools import partial

from daybook import exports
from daybook.exports import feed_formats, feeds
from daybook.fold.people import FEED
from daybook.text import language, markup
from daybook.text.language import N_, _
from daybook.view import addresses, labels
from daybook.view.archive_view import Draft, View, kind
from daybook.view.writing import Page, bullets, link, page, section

DAYS = 5  # the newest days whose papers can be ordered by likeness to the reader's stars
PAPERS = 300  # at most so many of their papers are named in the page, some 3 KB: what is ranked there
_LISTS = {N_("days"): addresses.DAYS, N_("themes"): addresses.THEMES, N_("categories"): addresses.CATEGORIES}
_HELP = (
    N_(
        "A result contains every word you type; where no paper has all of them, the least telling ones are left"
        " out, and the search says so. Accents, capitals, plurals and hyphens do not matter: `Richtarik` finds"
        " Richtárik, `kmeans` finds k-means."
    ),
    N_('`"byzantine agreement"` in quotation marks finds these words next to each other, in singular or plural.'),
    N_("`raft OR paxos` finds papers with either word."),
    N_(
        '`consensus -blockchain` leaves out papers with the second word; `-"proof of work"` does the same for a phrase.'
    ),
    N_("`schedul*` finds all words that begin with these letters; so does the last word while you type it."),
    N_(
        "`author:`, `title:`, `category:`, `theme:` and `year:` before a word, or arXiv's `au:`, `ti:` and `cat:`,"
        " look for it there alone."
    ),
    N_(
        "An arXiv id, its beginning, its address or a DOI finds its paper; a date (`2026-03-03`, `2026-W10`) or"
        " the whole name of a category, a theme or an author finds its page."
    ),
    N_("If nothing is found, typing errors are forgiven, and the result says so. Filters narrow down what is found."),
)


@kind(addresses.SEARCH)
def search_page(view: View) -> Iterator[Draft]:
    yield Draft(addresses.SEARCH, view.depends(()), search)


def search() -> Page:
    """The same in every archive: what the search finds is worked out in the browser, by overrides/assets/search/."""
    path = addresses.SEARCH
    lists = ", ".join(link(_(name), target, path) for name, target in _LISTS.items())
    return page(
        path,
        "search",
        f"# {_('Search')}",
        _("The search needs scripts. The archive's lists can be browsed without them: {lists}.", lists=lists),
        section(_("How to search"), bullets(map(_, _HELP))),
        facts={"description": _("All papers of this archive, by their words.")},
    )


# What readers keep in their own browsers: overrides/assets/reading.js fills the page there


@kind(addresses.READING)
def reading_page(view: View) -> Iterator[Draft]:
    newest = [day for day in reversed(view.archive.days) if day.announced and not day.reconstructed][:DAYS]
    fresh = [list(dict.fromkeys(item.key for item in day.of_type("new", "cross"))) for day in newest]
    keys = list(dict.fromkeys(key for each in fresh for key in each))[:PAPERS]
    sizes = [(day.date, len(each)) for day, each in zip(newest, fresh, strict=True)]
    yield Draft(addresses.READING, view.depends((), sizes, keys), partial(_reading, sizes, keys))


def _reading(sizes: list[tuple[dt.date, int]], keys: list[str]) -> Page:
    path = addresses.READING
    lines = (
        f"{link(language.long_date(date), addresses.day(date), path)}: {labels.count(size, 'new paper')}"
        for date, size in sizes
    )
    told = _(
        "Star papers, put others on your reading list, and see which new papers are most like your stars. All of it"
        " stays in your browser; nothing is sent. {more}",
        more=link(_("How this works"), "guide/reading.md", path),
    )
    described = _("Stars, a reading list and watched words, kept in your own browser.")
    newest = section(_("Newest days"), bullets(lines))
    return page(path, "reading", f"# {_('Reading')}", told, newest, facts={"description": described, "papers": keys})


# What other programs can take out of the archive: the exports for people, as the registry tells


@kind(addresses.DATA)
def data_page(view: View) -> Iterator[Draft]:
    papers, rows = len(view.archive.papers), []
    for export in exports.EXPORTS:
        command = f"daybook export {export.name}" if export.lines or export.data else ""
        command += f" --output {export.entry.rpartition('/')[2]}" if export.data else ""
        if export.purpose:
            rows.append((export.purpose, export.entry if export.on_site(papers) else "", command))
    large = papers > exports.SMALL
    yield Draft(addresses.DATA, view.depends((), rows, large), partial(_data, view, rows, large))


def _data(view: View, rows: list[tuple[str, str, str]], large: bool) -> Page:
    """rows: what an export is for; its file to begin with, and the command that makes it, empty where there is none."""
    path, intro = addresses.DATA, _("Everything in this archive, as files for other programs.")
    releases = markup.link(_("releases"), f"{view.settings.repository}/releases", view.settings.hosts)
    elsewhere = _("What stood here on earlier days: in the {releases}.", releases=releases)
    if large:
        small = _(
            "Archives of at most {n} papers also have a database and the citations of all papers here.",
            n=labels.number(exports.SMALL),
        )
        others = _("This one is larger: commands below make them.")
        if view.settings.repository:
            others = _(
                "This one is larger: they are in its {releases}, or a command below makes them.", releases=releases
            )
        elsewhere = f"{small} {others}"
    return page(
        path,
        "page",
        f"# {_('Data')}",
        f"{intro} {link(_('How to use them'), 'guide/data.md', path)}",
        section(_("On this site"), bullets(f"`{file}`: {markup.literal(_(told))}" for told, file, _c in rows if file)),
        elsewhere if large or view.settings.repository else "",
        _(
            "The addresses of these files stay as they are. They hold what the pages show, and nothing else. {feeds}"
            " are listed on a page of their own.",
            feeds=link(_("Feeds"), addresses.FEEDS, path),
        ),
        section(
            _("Citations of the papers you choose"),
            _(
                'Below each list of papers, and below what a search finds, "Cite these papers" gives the citations of'
                ' those papers alone; on a paper\'s page, "Cite" does so. They come as BibTeX, BibLaTeX, RIS, CSL-JSON'
                " or Markdown. To cite the archive itself, see {about}.",
                about=link(_("About"), addresses.ABOUT, path),
            ),
        ),
        section(
            _("From the repository"),
            _("Anyone with a copy of the archive's repository can make any of these:"),
            bullets(f"`{command}`: {markup.literal(_(told))}" for told, _f, command in rows if command),
        ),
        facts={"description": intro, "files": [file for _told, file, _c in rows if file]},
    )


# The feeds, which exports/feeds.py makes


@kind(addresses.FEEDS)
def feeds_page(view: View) -> Iterator[Draft]:
    """The page of all feeds, each with what it brings."""
    groups: dict[str, list[tuple[str, list[str]]]] = defaultdict(list)
    for group, what, feed in feeds.listed(view):
        groups[group].append((what, [place for _type, place in feed_formats.files(feed)]))
    authors = sum(writer.has_feed for writer in view.writers.by_slug.values())
    yield Draft(addresses.FEEDS, view.depends((), groups, authors), partial(_feeds, groups, authors))


def _feeds(groups: dict[str, list[tuple[str, list[str]]]], authors: int) -> Page:
    """groups: name -> what each of its feeds brings (Markdown), and its files."""
    path, all_of_them, of_authors = addresses.FEEDS, addresses.SUBSCRIPTIONS, addresses.AUTHORS_SUBSCRIPTIONS
    together = _("All of them at once: {file}.", file=f"`{all_of_them}`")
    more = ""
    if authors:
        together = _(
            "All of them at once: {file}; those of authors: {authors}.",
            file=f"`{all_of_them}`", authors=f"`{of_authors}`",
        )  # fmt: skip
        index = link(_("authors"), addresses.AUTHORS, path)
        more = _(
            "The {authors} with at least {n} papers have feeds, too: their pages link them.", authors=index, n=FEED
        )
    every = [file for rows in groups.values() for _what, places in rows for file in places]
    return page(
        path,
        "page",
        f"# {_('Feeds')}",
        f"{_('A feed reader shows what these bring, day by day, without an account.')}"
        f" {link(_('How to subscribe'), 'guide/feeds.md', path)}",
        together,
        *(
            section(name, bullets(f"{what}: {', '.join(f'`{place}`' for place in places)}" for what, places in rows))
            for name, rows in groups.items()
        ),
        section(_("Authors"), more),
        facts={
            "description": _("What this archive brings, for your feed reader."),
            "feed": addresses.FEED_OF_ALL,
            "files": [all_of_them, of_authors, *every],
        },
    )

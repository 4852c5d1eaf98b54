"""The pages of watches, which the archive's owner defines in watch.yml: an index, and a paged list for each watch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from generator.model import Outline, Watch
from generator.pages import addresses, bylines, paging
from generator.pages.context import Draft, Page, View, front
from generator.pages.kinds import Kind
from generator.pages.subjects import IndexRow, sparkline
from generator.pages.templating import attribute, fill, literal
from generator.text import author_names, markup
from generator.text.phrases import CONTEXT

_INTRO = "What the keepers of this archive look out for. A new day adds the papers that it brings."


def drafts(view: View) -> Iterator[Draft]:
    """The index and each watch's pages; nothing without a watch.yml."""
    papers = _papers(view)
    if view.archive.watches:
        yield Draft(addresses.WATCHES, None, partial(_index, view))
    for watch in view.archive.watches:
        subject = paging.Subject(
            heading=markup.markdown(watch.name, view.math),
            plain=markup.plain(watch.name),
            definition=_definition(view, watch, addresses.watch(watch.slug)),
            address=partial(addresses.watch, watch.slug),
            index=addresses.WATCHES,
            index_name="All watches",
            feed=addresses.feed(addresses.watch(watch.slug)),
        )
        yield from paging.drafts(view, subject, papers[watch.slug])


KIND = Kind("watches/", drafts)


def rows(view: View, page: str) -> list[IndexRow]:
    """The watches and their numbers of papers, with links for the page at `page`; empty without a watch.yml."""
    papers = _papers(view)
    return [
        IndexRow(
            view.html(watch.name),
            addresses.relative(addresses.watch(watch.slug), page),
            len(papers[watch.slug]),
            _definition(view, watch, page),
            sparkline=sparkline(view, papers[watch.slug]),
        )
        for watch in view.archive.watches
    ]


def _papers(view: View) -> dict[str, list[Outline]]:
    """slug -> papers, oldest first, for every watch."""
    papers: dict[str, list[Outline]] = {watch.slug: [] for watch in view.archive.watches}
    for paper in view.in_order if papers else ():
        for slug in view.archive.watched.get(paper.key, ()):
            if slug in papers:
                papers[slug].append(paper)
    return papers


def _index(view: View) -> Page:
    path = addresses.WATCHES
    head = front("Watches", _INTRO)
    return Page(path, fill("subjects.md", front=head, title="Watches", intro=_INTRO, groups=[("", rows(view, path))]))


def _definition(view: View, watch: Watch, page: str) -> str:
    """The owner's note, and what a watch looks for in words: HTML for the page at `page`."""
    root = addresses.root(page)
    finds = [
        f"say {_any(map(_quoted, watch.words))}" if watch.words else "",
        f"are by {_any(_author(view, name, root) for name in watch.authors)}" if watch.authors else "",
    ]
    said = " or ".join(filter(None, finds))
    text = f"Papers that {said}" if said else "Papers"
    if watch.themes:
        text += f", in the theme {_any(_theme(view, slug, root) for slug in watch.themes)}"
    if watch.categories:
        text += f", in {_any(_category(view, code, root) for code in watch.categories)}"
    if watch.exclude:
        text += f", without {_any(map(_quoted, watch.exclude))}"
    note = view.html(watch.note)
    return f"{note} {text}." if note else f"{text}."


def _any(items: Iterable[str]) -> str:
    """`a, b or c`"""
    *first, last = items
    return f"{', '.join(first)} or {last}" if first else last


def _quoted(phrase: str) -> str:
    return " with ".join(f"“{literal(part)}”" for part in phrase.split(CONTEXT))


def _author(view: View, name: str, root: str) -> str:
    address = bylines.address(view, author_names.as_printed(name))
    return _linked(literal(name), root + address if address else "")


def _theme(view: View, slug: str, root: str) -> str:
    theme = view.themes.get(slug)
    return _linked(view.html(theme.name), root + addresses.served(addresses.theme(slug))) if theme else literal(slug)


def _category(view: View, code: str, root: str) -> str:
    shown = any(code in view.codes(paper) for paper in view.in_order)
    return _linked(literal(code), root + addresses.served(addresses.category(code)) if shown else "")


def _linked(text: str, address: str) -> str:
    return f"<a href={attribute(address)}>{text}</a>" if address else text

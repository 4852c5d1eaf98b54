"""The pages of watches, which the archive's owner defines in watch.yml: an index, and a list for each watch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import urlencode

from generator.model import Outline, Watch
from generator.pages import addresses, bylines, lists
from generator.pages.context import Draft, View
from generator.pages.kinds import Kind
from generator.pages.subjects import IndexRow, by_month, index
from generator.pages.writing import link
from generator.text import markup
from generator.text.author_names import as_printed
from generator.text.phrases import CONTEXT

_INTRO = "What the keepers of this archive look out for. A new day adds the papers that it brings."


def drafts(view: View) -> Iterator[Draft]:
    """The index and each watch's pages; nothing without a watch.yml."""
    path, watches, papers = addresses.WATCHES, view.archive.watches, _papers(view)
    rows = [
        IndexRow(
            markup.plain(watch.name), addresses.watch(watch.slug), len(papers[watch.slug]),
            _definition(view, watch, path), months=by_month(view, papers[watch.slug]),
        )
        for watch in watches
    ]  # fmt: skip
    if watches:
        yield index(path, "Watches", _INTRO, {"All watches": rows})
    for watch in watches:
        own = addresses.watch(watch.slug)
        subject = lists.Subject(
            name=markup.markdown(watch.name),
            plain=markup.plain(watch.name),
            path=own,
            index=path,
            index_name="All watches",
            keys={"watch": watch.slug},
            lead=(_definition(view, watch, own),),
            feed=addresses.feed(own),
            search=_search(watch),
        )
        yield from lists.drafts(view, subject, papers[watch.slug])


KIND = Kind("watches/", drafts)


def _papers(view: View) -> dict[str, list[Outline]]:
    """slug -> papers, oldest first, for every watch."""
    papers: dict[str, list[Outline]] = {watch.slug: [] for watch in view.archive.watches}
    for paper in view.in_order if papers else ():
        for slug in view.archive.watched.get(paper.key, ()):
            if slug in papers:
                papers[slug].append(paper)
    return papers


def _definition(view: View, watch: Watch, page: str) -> str:
    """The owner's note, and what a watch looks for in words: Markdown for the page at `page`."""
    authors = (link(markup.literal(name), bylines.address(view, as_printed(name)), page) for name in watch.authors)
    finds = [
        f"say {_any(map(_quoted, watch.words))}" if watch.words else "",
        f"are by {_any(authors)}" if watch.authors else "",
    ]
    said = " or ".join(filter(None, finds))
    text = f"Papers that {said}" if said else "Papers"
    if watch.themes:
        text += f", in the theme {_any(_theme(view, slug, page) for slug in watch.themes)}"
    if watch.categories:
        text += f", in {_any(bylines.category(view, code, page) for code in watch.categories)}"
    if watch.exclude:
        text += f", without {_any(map(_quoted, watch.exclude))}"
    note = markup.markdown(watch.note)
    return f"{note} {text}." if note else f"{text}."


def _search(watch: Watch) -> str:
    """What makes the search show the papers of a watch: nearly, since it asks for no other phrase of the same paper."""
    named = (f'author:"{name}"' for name in map(as_printed, watch.authors))
    found = " OR ".join((*(f'"{phrase.partition(CONTEXT)[0]}"' for phrase in watch.words), *named))
    words = " ".join((found, *(f'-"{phrase}"' for phrase in watch.exclude))).strip()
    asked = {"q": words or (), "theme": watch.themes, "category": watch.categories}
    return urlencode(asked, doseq=True, errors="replace")


def _any(items: Iterable[str]) -> str:
    """`a, b or c`"""
    *first, last = items
    return f"{', '.join(first)} or {last}" if first else last


def _quoted(phrase: str) -> str:
    return " with ".join(f"“{markup.literal(part)}”" for part in phrase.split(CONTEXT))


def _theme(view: View, slug: str, page: str) -> str:
    theme = view.themes.get(slug)
    return link(markup.markdown(theme.name), addresses.theme(slug), page) if theme else markup.literal(slug)

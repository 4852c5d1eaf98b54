"""The pages of watches, which the archive's owner defines in watch.yml: an index, and a list for each watch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from urllib.parse import urlencode

from daybook.model import Outline, Watch
from daybook.pages import lists
from daybook.pages.kinds import Kind
from daybook.pages.subjects import IndexRow, by_month, index
from daybook.text import markup
from daybook.text.author_names import as_printed
from daybook.text.language import N_, _
from daybook.text.vocabulary import CONTEXT
from daybook.view import addresses
from daybook.view.context import Draft, View
from daybook.view.writing import link

_INTRO = N_("What the keepers of this archive look out for. A new day adds the papers that it brings.")


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
        yield index(path, _("Watches"), _(_INTRO), {_("All watches"): rows})
    for watch in watches:
        own = addresses.watch(watch.slug)
        subject = lists.Subject(
            name=markup.markdown(watch.name),
            plain=markup.plain(watch.name),
            path=own,
            index=path,
            index_name=_("All watches"),
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
    authors = (link(markup.literal(name), view.author_place(as_printed(name)), page) for name in watch.authors)
    finds = [
        _("say {words}", words=_any(map(_quoted, watch.words))) if watch.words else "",
        _("are by {names}", names=_any(authors)) if watch.authors else "",
    ]
    said = _any(filter(None, finds)) if any(finds) else ""
    parts = [_("Papers that {do}", do=said) if said else _("Papers")]
    if watch.themes:
        parts.append(_("in the theme {names}", names=_any(_theme(view, slug, page) for slug in watch.themes)))
    if watch.categories:
        parts.append(_("in {names}", names=_any(view.linked_category(code, page) for code in watch.categories)))
    if watch.exclude:
        parts.append(_("without {words}", words=_any(map(_quoted, watch.exclude))))
    return " ".join(filter(None, (markup.markdown(watch.note), f"{', '.join(parts)}.")))


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
    return _("{items} or {last}", items=", ".join(first), last=last) if first else last


def _quoted(phrase: str) -> str:
    first, *others = [f"“{markup.literal(part)}”" for part in phrase.split(CONTEXT)]
    return reduce(lambda one, other: _("{words} with {others}", words=one, others=other), others, first)


def _theme(view: View, slug: str, page: str) -> str:
    theme = view.themes.get(slug)
    return link(markup.markdown(theme.name), addresses.theme(slug), page) if theme else markup.literal(slug)

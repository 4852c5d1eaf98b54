"""The pages of authors: one for each name with enough papers, and the index of these names."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from daybook.fold import people
from daybook.fold.people import Writer
from daybook.model import Author
from daybook.pages import moved
from daybook.pages.kinds import kind
from daybook.pages.subjects import Subject, drafts_of_list, themes_of
from daybook.text import markup
from daybook.text.language import _, number
from daybook.view import addresses, labels
from daybook.view.context import Draft, View
from daybook.view.writing import Page, bullets, link, page, section

COAUTHORS = 5
THEMES = 3
FIRST = 60
"""Names on the index. Where these are all, there are no pages by letters."""
LISTED = 400  # names on a page of the index: of more, the next letter is asked for ...
DEEPEST = 3
"""... but no further letter than this: of the Zhangs all names are listed."""

_OTHER_LETTERS = "other"
_LETTERS = re.compile(r"[a-z]+")
_ByLetter = Mapping[str, Sequence[Writer]]


@kind("authors/", fleeting=lambda reach: map(addresses.author, reach.slugs))
def author_pages(view: View) -> Iterator[Draft]:
    """The index, the pages of the index by letters, each author's pages, and what leads on from former ones."""
    writers, few, reach = list(view.writers.by_slug.values()), view.writers.few, view.reach
    similar = people.similar(writers)
    yield Draft(addresses.AUTHORS, None, partial(_render_index, view))
    letters = dict(_letters(writers))
    for beginning, (own, further) in letters.items():
        path = addresses.names(beginning)
        names = [(writer.slug, writer.name, len(writer.papers)) for writer in own]
        counts = [(longer, len(found)) for longer, found in further.items()]
        yield Draft(path, view.depends((), names, counts), partial(_render_letters, path, beginning, own, further))
    touched, near = set[str](), set[str]()
    if reach:
        papers = view.in_order if reach.pages else ()
        beside = {name for each in papers if not reach.pages.isdisjoint(each.authors) for name in each.authors}
        touched, near = ({view.writers.slugs.get(name, "") for name in names} for names in (reach.names, beside))
        near |= {other.slug for slug in touched | near for other in similar.get(slug, ())}
    for writer in writers:
        if reach and not (writer.slug in touched or writer.slug in near):
            continue
        subject = _subject(view, writer, similar.get(writer.slug, ()))
        yield from drafts_of_list(view, subject, writer.papers, near=bool(reach) and writer.slug not in touched)
    # What was published by the former rules
    for beginning, _names_of in _letters([*writers, *few.values()]):
        if beginning not in letters:
            yield moved.draft(view, addresses.names(beginning), _("Authors"), addresses.AUTHORS)
    for slug, target in view.writers.former.items():
        name = view.writers.by_slug[target].name
        yield moved.draft(view, addresses.author(slug), name, addresses.author(target))
    for slug, writer in few.items():
        if not reach or not reach.names.isdisjoint(writer.names):
            yield moved.draft(view, addresses.author(slug), writer.name, view.author_place(writer.name))


def _subject(view: View, writer: Writer, similar: Sequence[Writer]) -> Subject:
    coauthors = people.coauthors(writer, view.writers, COAUTHORS)
    themes = Counter(chain.from_iterable(paper.themes for paper in writer.papers))
    if person := writer.person:
        others = ", ".join(map(markup.literal, person.names[1:]))
        orcid = markup.link(person.orcid, f"https://orcid.org/{person.orcid}") if person.orcid else ""
        lead = [
            markup.markdown(person.note),
            _("Also publishes as {names}, as the owner of this archive says.", names=others) if others else "",
            _("ORCID iD: {link}", link=orcid) if orcid else "",
        ]
    else:
        alone = Author(writer.name).is_collaboration
        lead = [_("Papers by this name.") if alone else _("Papers by this name, which several people may share.")]
    return Subject(
        "author",
        writer.slug,
        writer.name,
        lead=lead,
        related=(
            (_("Co-authors"), [(name, view.author_place(name), papers) for name, papers in coauthors]),
            (_("Themes"), themes_of(view, themes, THEMES)),
            (_("Similar names"), [(one.name, addresses.author(one.slug), len(one.papers)) for one in similar]),
        ),
        search="&".join(map(addresses.by_author, writer.names)),
        has_feed=writer.has_feed,
        by_year=True,
    )


# The index


def _render_index(view: View) -> Page:
    path, writers, least = addresses.AUTHORS, list(view.writers.by_slug.values()), number(people.LEAST)
    most = sorted(writers, key=lambda writer: (-len(writer.papers), people.order(writer), writer.slug))[:FIRST]
    by_letter = _by_letter(writers, 0) if len(writers) > FIRST else {}
    told = _("No author name has {n} papers in this archive yet.", n=least)
    if writers:
        names = labels.count(len(writers), "author name")
        told = _("{names} with pages: those of at least {n} papers.", names=names, n=least)
        if view.archive.people:
            told = _(
                "{names} with pages: those of at least {n} papers, and those that the owner of this archive tells of.",
                names=names,
                n=least,
            )
        told += f" {_('A name may belong to several people, and one person may publish under several names.')}"
    return page(
        path,
        "index",
        f"# {_('Authors')}",
        told,
        _("The search finds the papers of all other authors, too."),
        _beginnings(by_letter, path),
        section(_("Most papers") if by_letter else _("All names"), _names(most, path)),
        facts={"description": _("The authors of this archive's papers, by name."), "names": True},
    )


def _letters(writers: Sequence[Writer]) -> Iterator[tuple[str, tuple[Sequence[Writer], _ByLetter]]]:
    """The pages by letters, none where the index has all names: a beginning of names, the names that stand on its page,
    and those that stand on pages of longer beginnings."""

    def pages(by_letter: _ByLetter, depth: int) -> Iterator[tuple[str, tuple[Sequence[Writer], _ByLetter]]]:
        for letters, found in by_letter.items():
            further: dict[str, list[Writer]] = {}
            own = found
            if len(found) > LISTED and depth < DEEPEST and letters != _OTHER_LETTERS:
                further = _by_letter(found, depth)
                own = further.pop(letters, [])  # names that are no longer than this
                yield from pages(further, depth + 1)
            yield letters, (own, further)

    if len(writers) > FIRST:
        yield from pages(_by_letter(writers, 0), 1)


def _by_letter(writers: Sequence[Writer], depth: int) -> dict[str, list[Writer]]:
    """The beginnings of `depth + 1` letters -> the names that begin so, in order. Shorter names stand by themselves."""
    by_letter: defaultdict[str, list[Writer]] = defaultdict(list)
    for writer in sorted(writers, key=lambda writer: (people.order(writer), writer.slug)):
        match = _LETTERS.match(people.order(writer)[0])
        by_letter[match[0][: depth + 1] if match else _OTHER_LETTERS].append(writer)
    return dict(sorted(by_letter.items(), key=lambda item: (item[0] == _OTHER_LETTERS, item[0])))


def _render_letters(path: str, letters: str, writers: Sequence[Writer], further: _ByLetter) -> Page:
    total = len(writers) + sum(map(len, further.values()))
    return page(
        path,
        "index",
        f"# {_('Authors: {letters}', letters=_shown(letters))}",
        _("{names}, by last name, with the number of papers.", names=labels.count(total, "name")),
        _beginnings(further, path),
        _names(writers, path),
        facts={
            "description": _("Authors of this archive's papers, by name."),
            "up": [_("All authors"), addresses.href(addresses.AUTHORS, path)],
            "names": True,
        },
    )


def _shown(letters: str) -> str:
    return _("other letters") if letters == _OTHER_LETTERS else letters.capitalize()


def _beginnings(by_letter: _ByLetter, path: str) -> str:
    """Links to the pages of these beginnings, from the page at `path`."""
    return " · ".join(link(_shown(letters), addresses.names(letters), path) for letters in by_letter)


def _names(writers: Sequence[Writer], path: str) -> str:
    linked = ((link(markup.literal(each.name), addresses.author(each.slug), path), each.papers) for each in writers)
    return bullets(f"{name}: {len(papers)}" for name, papers in linked)

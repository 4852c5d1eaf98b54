"""Lists of papers that have something in common: a theme, a category, a watch that the owner defines in watch.yml, an
author, which is a name with enough papers.

A list has the newest papers, by the month or the year in which each was first seen. Older ones are found by the search,
which the list and the years of its chart lead to, and stand on their days. An index of each kind leads to the lists.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import chain, count, groupby
from urllib.parse import urlencode

from daybook.fold import people
from daybook.fold.people import ByLetter, Writer
from daybook.model import Author, Outline, Watch, arxiv, first_seen
from daybook.pages import charts, moved
from daybook.text import language, markup
from daybook.text.author_names import as_printed
from daybook.text.language import N_, _, ngettext, number
from daybook.text.vocabulary import CONTEXT
from daybook.view import addresses, labels
from daybook.view.archive_view import Draft, View, kind
from daybook.view.writing import Page, bullets, link, link_facts, page, section

SIZE, ALL = 50, 200
"""Papers on a page; of a theme, a category or a watch with no more than ALL, as in a young archive, all are there."""
MONTHS = 24  # of a sparkline
FEWEST = 12  # with papers in them, so that it has a shape
LEAST = MONTHS  # papers in them
NEIGHBOURS = 6  # other themes that a theme's page names for the papers they share

Related = tuple[str, Sequence[tuple[str, str, int]]]
"""A heading, and what else is told of some of the papers under it: plain name, source path, number of papers."""


INDEXES = {
    "theme": ("themes/", N_("All themes")),
    "category": ("categories/", N_("All categories")),
    "watch": ("watches/", N_("All watches")),
    "author": ("authors/", N_("All authors")),
}
"""Of each kind of subjects: the folder of its pages, and the name of the page that lists all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a list of papers has in common: a theme, a category, a watch, an author. Its page is made anew when any of
    this is another."""

    kind: str  # of INDEXES
    slug: str
    plain: str  # its name
    name: str = ""  # as Markdown; empty: as it is
    lead: Sequence[str] = ()  # blocks of Markdown behind the name
    related: Sequence[Related] = ()
    search: str = ""  # what makes the search show these papers; empty: `theme=consensus`
    has_feed: bool = True
    text: bool = False  # whether the site has its newest papers as Markdown, too
    by_year: bool = False  # whether its papers stand by years, and only older ones ever stood on numbered pages

    @property
    def path(self) -> str:
        """The source path of its page."""
        return f"{INDEXES[self.kind][0]}{self.slug}.md"


def drafts_of_list(view: View, subject: Subject, papers: Sequence[Outline], *, near: bool = False) -> Iterator[Draft]:
    """The page of the newest papers, and what leads on from former numbered ones. `papers`: oldest first; `near`: none
    of them was touched."""
    path, seen = subject.path, list(first_seen(papers))
    most = ALL if not subject.by_year and len(papers) <= ALL else SIZE
    depends = (not near and view.log_hash) or view.depends(
        [paper.key for paper in papers[-most:]], subject, view.elsewhere(path), seen
    )
    yield Draft(path, depends, partial(_render, view, subject, papers, most), str(seen[-1]) if papers else "")
    # Half as many pages again, and of a theme at least one: how papers are given to themes has changed since. But in
    # the archive of older years, a page by number says that there are papers.
    least = subject.kind == "theme" and not view.settings.newer
    once = len(papers) - SIZE if subject.by_year else max(len(papers) * 3 // 2, least)
    for former in numbered(view, path, once):
        yield moved.draft(view, former, subject.plain, _search_of(subject) if len(papers) > most else path)


def _search_of(subject: Subject) -> str:
    return f"{addresses.SEARCH}?{subject.search or f'{subject.kind}={subject.slug}'}"


def numbered(view: View, path: str, papers: int) -> Iterator[str]:
    """The pages by numbers that the list at `path` once had of so many papers, SIZE on each: from 1, or from the one
    after those that moved to the archive of older years."""
    first = next(number for number in count(1) if addresses.numbered(path, number) not in view.archive.moved)
    return (addresses.numbered(path, number) for number in range(first, first - (-papers // SIZE)))


def _render(view: View, subject: Subject, papers: Sequence[Outline], most: int) -> Page:
    path, more, (folder, all_of_them) = subject.path, len(papers) > most, INDEXES[subject.kind]
    tally = _("No papers yet")
    if papers:
        first, last = papers[0].first_seen, papers[-1].first_seen
        counted, span = labels.count(len(papers), "paper"), language.span(first, last)
        on = _("{papers}, on {date}", papers=counted, date=span)
        tally = on if first == last else _("{papers}, from {span}", papers=counted, span=span)
    there = subject.by_year or addresses.numbered(path, 1) in view.archive.moved  # papers of it, too
    elsewhere, words = view.elsewhere(path) if there else "", _("Older papers, in the archive of older years")
    older = markup.link(words, elsewhere, view.settings.hosts) if elsewhere else ""
    groups = []
    period = (lambda date: str(date.year)) if subject.by_year else language.month
    for name, group in groupby(reversed(papers[-most:]), key=lambda paper: period(paper.first_seen)):
        rows = (view.row(paper.key, None).on(path, language.short_date(paper.first_seen)) for paper in group)
        groups.append(section(name, *rows))
    related = []
    for heading, found in subject.related:
        lines = (f"{link(markup.literal(name), to, path)}: {labels.number(number)}" for name, to, number in found)
        related.append(section(heading, bullets(lines)))
    search = addresses.href(_search_of(subject), path) if more else ""
    return page(
        path,
        "list",
        f"# {subject.name or markup.literal(subject.plain)}",
        *subject.lead,
        _("{papers}; here are the newest {n}.", papers=tally, n=SIZE) if more else f"{tally}.",
        older,
        *groups,
        *related,
        **{subject.kind: subject.slug},
        papers=len(papers),
        facts={
            "description": _("The newest papers: {name}.", name=subject.plain),
            "feed": addresses.feed(path) if subject.has_feed else "",
            "text": path if subject.text else "",
            "up": link_facts(_(all_of_them), f"{folder}index.md", path),
            "search": search,
            "related": [heading for heading, found in subject.related if found],
            "chart": _chart(subject, papers, search),
        },
    )


def _chart(subject: Subject, papers: Sequence[Outline], search: str) -> dict[str, object] | None:
    """The papers over time: in a sentence, and as bars. Where there are more than the page has, a year leads to the
    search of its papers."""
    shown = charts.periods(first_seen(papers))
    if len(shown) < 2 or (subject.by_year and not search):  # the groups of a short list of years say as much
        return None
    unit = charts.unit_of(shown)
    linked = [f"{search}&year={each.name}" if search and each.papers and unit == "year" else "" for each in shown]
    return {"said": charts.reading(shown), "unit": unit, **charts.bars(shown), "links": linked}


# The indexes


def _row(
    view: View, page: str, name: str, target: str, papers: Sequence[Outline], definition: str = ""
) -> tuple[str, list[int]]:
    """A subject's line in the index at `page`, and its papers over time, for a sparkline; none for too few to tell."""
    counted = f"{link(markup.literal(name), target, page)}: {labels.count(len(papers), 'paper')}"
    months = charts.by_month(first_seen(papers), view.archive.as_of or dt.date.min, MONTHS)
    shaped = sum(map(bool, months)) >= FEWEST and sum(months) >= LEAST
    return f"{counted}. {definition}" if definition else counted, months if shaped else []


def _index(
    path: str,
    title: str,
    intro: str,
    groups: Mapping[str, Sequence[tuple[str, list[int]]]],
    more: str = "",
    none: str = "",
) -> Draft:
    """The page that lists subjects, by headings; `none`: what it says without any. Made each time: it has a number of
    each."""

    def make() -> Page:
        months = {heading: [found for _line, found in rows] for heading, rows in groups.items()}
        lists = (section(heading, bullets(line for line, _months in rows)) for heading, rows in groups.items())
        nothing = "" if any(groups.values()) else none or _("None yet.")
        facts = {"description": intro, "months": months}
        return page(path, "index", f"# {title}", intro, more, *lists, nothing, facts=facts)

    return Draft(path, None, make)


# Themes


@kind("themes/", fleeting=lambda reach: map(addresses.theme, reach.themes))
def theme_pages(view: View) -> Iterator[Draft]:
    """The index of themes, and each theme's pages."""
    path, archive, rows = addresses.THEMES, view.archive, []
    for theme in archive.themes:
        papers, words = view.by_theme[theme.slug], markup.markdown(theme.definition)
        plain, name = markup.plain(theme.name), markup.markdown(theme.name)
        rows.append(_row(view, path, plain, addresses.theme(theme.slug), papers, words))
        if not view.reach or theme.slug in view.reach.themes:
            shared: Counter[str] = Counter()
            for slugs, number in Counter(paper.themes for paper in papers).items():  # many papers have the same themes
                shared.update(dict.fromkeys([slug for slug in slugs if slug != theme.slug], number))
            related = ((_("Overlaps with"), themes_of(view, shared, NEIGHBOURS)),)
            subject = Subject(
                kind="theme", slug=theme.slug, plain=plain, name=name, lead=(words,), related=related, text=True
            )
            yield from drafts_of_list(view, subject, papers)
            for former in (slug for slug in theme.former if slug not in view.themes):
                yield moved.draft(view, addresses.theme(former), plain, subject.path)
    intro = _("The subjects of this archive, assigned by its rules.")
    if unfit := sum(not paper.themes for paper in view.in_order) if archive.themes else 0:
        intro += f" {ngettext('{n} paper fits none of them.', '{n} papers fit none of them.', unfit)}"
    categories = link(_("categories"), addresses.CATEGORIES, path)
    more = _("Papers by arXiv's subjects: {categories}.", categories=categories)
    if archive.watches:
        watches = link(_("watches"), addresses.WATCHES, path)
        more += f" {_('What else the archive looks out for: its {watches}.', watches=watches)}"
    adding = "`daybook themes add CATEGORY`"
    none = _(
        "There are no themes yet. The owner adds those that Daybook has for a category: {command}.", command=adding
    )
    yield _index(path, _("Themes"), intro, {_("All themes"): rows}, more, none)


def themes_of(view: View, counts: Counter[str], most: int) -> list[tuple[str, str, int]]:
    """The themes of most papers, of their slugs and numbers of papers: plain name, source path, number."""
    ranked = sorted((-papers, slug) for slug, papers in counts.items() if slug in view.themes)
    return [(markup.plain(view.themes[slug].name), addresses.theme(slug), -papers) for papers, slug in ranked[:most]]


# Categories


@kind("categories/", fleeting=lambda reach: map(addresses.category, reach.categories))
def category_pages(view: View) -> Iterator[Draft]:
    """The index of categories, and the pages of those that the archive follows; where those of others once were, the
    search has their papers."""
    path, ours, others = addresses.CATEGORIES, _("Followed"), _("Other categories of its papers")
    groups: dict[str, list[tuple[str, list[int]]]] = {ours: [], others: []}
    held = view.papers_by(lambda paper: addresses.codes(paper.categories))
    first = [code for code in view.settings.drawn if code in held]
    papers = {code: held[code] for code in dict.fromkeys([*first, *sorted(held)])}
    for code, members in papers.items():
        name, own, target = arxiv.name(code), addresses.category(code), view.place(code)
        followed = code in view.followed
        groups[ours if followed else others].append(_row(view, path, f"{code}: {name}", target, members))
        if view.reach and code not in view.reach.categories:
            continue
        if followed:
            plain = f"{code}: {name}" if name != code else code
            subject = Subject(kind="category", slug=code, plain=plain, has_feed=code in view.settings.drawn)
            yield from drafts_of_list(view, subject, members)
        else:
            for former in (own, *numbered(view, own, len(members))):
                yield moved.draft(view, former, code, target)
    intro = _("The arXiv categories of the papers in this archive. A paper counts in each of its categories.")
    yield _index(path, _("Categories"), intro, groups)


# Watches


@kind("watches/")
def watch_pages(view: View) -> Iterator[Draft]:
    """The index and each watch's pages; nothing without a watch.yml."""
    path, watches, rows = addresses.WATCHES, view.archive.watches, []
    found = view.papers_by(lambda paper: view.archive.watched.get(paper.key, ())) if watches else {}
    for watch in watches:
        papers, own, plain = found.get(watch.slug, []), addresses.watch(watch.slug), markup.plain(watch.name)
        rows.append(_row(view, path, plain, own, papers, _definition(view, watch, path)))
        subject = Subject(
            kind="watch", slug=watch.slug, plain=plain, name=markup.markdown(watch.name),
            lead=(_definition(view, watch, own),), search=_search(watch),
        )  # fmt: skip
        yield from drafts_of_list(view, subject, papers)
    if watches:
        intro = _("What the keepers of this archive look out for. A new day adds the papers that it brings.")
        yield _index(path, _("Watches"), intro, {_("All watches"): rows})


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
        names = []
        for slug in watch.themes:
            theme = view.themes.get(slug)
            name = markup.markdown(theme.name) if theme else markup.literal(slug)
            names.append(link(name, addresses.theme(slug) if theme else "", page))
        parts.append(_("in the theme {names}", names=_any(names)))
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


COAUTHORS = 5
THEMES = 3


@kind("authors/", fleeting=lambda reach: map(addresses.author, reach.slugs))
def author_pages(view: View) -> Iterator[Draft]:
    """The index, the pages of the index by letters, each author's pages, and what leads on from former ones."""
    writers, few, reach = list(view.writers.by_slug.values()), view.writers.few, view.reach
    similar = people.similar(writers)
    yield Draft(addresses.AUTHORS, None, partial(_render_index, view))
    letters = dict(people.by_letters(writers))
    for start, (own, further) in letters.items():
        path = addresses.names(start)
        names = [(writer.slug, writer.name, len(writer.papers)) for writer in own]
        counts = [(longer, len(found)) for longer, found in further.items()]
        yield Draft(path, view.depends((), names, counts), partial(render_letters, path, start, own, further))
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
    for start, _names_of in people.by_letters([*writers, *few.values()]):
        if start not in letters:
            yield moved.draft(view, addresses.names(start), _("Authors"), addresses.AUTHORS)
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
    if view.settings.volumes:
        place = addresses.beside(view.settings.volumes, addresses.names(people.beginning(writer)))
        lead.append(link(_("This name in all volumes"), place, addresses.author(writer.slug)))
    return Subject(
        kind="author",
        slug=writer.slug,
        plain=writer.name,
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
    most = sorted(writers, key=lambda writer: (-len(writer.papers), people.order(writer), writer.slug))[: people.FIRST]
    by_letter = people.by_letter(writers) if len(writers) > people.FIRST else {}
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
        beginnings(by_letter, path),
        section(_("Most papers") if by_letter else _("All names"), _names(most, path)),
        facts={"description": _("The authors of this archive's papers, by name."), "names": True},
    )


def render_letters(
    path: str, letters: str, writers: Sequence[Writer], further: ByLetter,
    listed: Callable[[Sequence[Writer], str], str] | None = None,
) -> Page:  # fmt: skip
    """The page of names that begin so, and of pages `further` on; `listed`: what lists names, for the page at a path,
    where these have no pages here."""
    total = len(writers) + sum(map(len, further.values()))
    return page(
        path,
        "index",
        f"# {_('Authors: {letters}', letters=shown(letters))}",
        _("{names}, by last name, with the number of papers.", names=labels.count(total, "name")),
        beginnings(further, path),
        (listed or _names)(writers, path),
        facts={
            "description": _("Authors of this archive's papers, by name."),
            "up": link_facts(_("All authors"), addresses.AUTHORS, path),
            "names": not listed,
        },
    )


def shown(letters: str) -> str:
    return _("other letters") if letters == people.OTHER_LETTERS else letters.capitalize()


def beginnings(by_letter: Iterable[str], path: str) -> str:
    """Links to the pages of these beginnings, from the page at `path`."""
    return " · ".join(link(shown(letters), addresses.names(letters), path) for letters in by_letter)


def _names(writers: Sequence[Writer], path: str) -> str:
    linked = ((link(markup.literal(each.name), addresses.author(each.slug), path), each.papers) for each in writers)
    return bullets(f"{name}: {len(papers)}" for name, papers in linked)

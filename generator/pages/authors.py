"""The pages of authors: one for each name with several papers, and the index of these names.

The pages come by the thousands, so a paper takes a line, and nothing is told twice.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from generator.archive import authors
from generator.archive.authors import Writer
from generator.model import Author, Outline, arxiv_id
from generator.pages import addresses, charts
from generator.pages.context import Draft, Page, View, front
from generator.pages.kinds import Kind
from generator.pages.templating import attribute, fill, literal
from generator.text import markup

SIZE = 200
"""Papers on a numbered page."""
KEPT = 100
"""The newest papers that are never moved to a numbered page: an author with more than SIZE + KEPT papers gets one."""
WITH_NAMES = 10
"""Papers of a name that are shown with their other authors. Of a name with more the co-authors tell enough, and on all
pages these lines would take a fifth more."""
OTHERS = 3  # of a paper's other authors that are named
COAUTHORS = 8
THEMES = 3
YEARS = 3  # years that make a chart of them worth while
FIRST = 60
"""Names on the index. Where these are all, there are no pages by letters."""
LISTED = 400
"""Names on a page of the index: of more, the next letter is asked for ..."""
DEEPEST = 3
"""... but no further letter than this: of the Zhangs all names are listed."""

_OTHER_LETTERS = "other"
_LETTERS = re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class Line:
    """A paper in a list of titles."""

    address: str
    title: str  # HTML
    names: str  # other authors, HTML; may be empty
    arxiv_id: str  # empty: it has none
    pdf: str
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class Link:
    """A name or a subject, and how many papers it shares with the page."""

    name: str  # HTML
    address: str
    papers: int


def drafts(view: View) -> Iterator[Draft]:
    """The index, the pages of the index by letters, each author's pages, and those at the slugs of other names."""
    writers = list(view.writers.by_slug.values())
    similar = authors.similar(writers)
    yield Draft(addresses.AUTHORS, None, partial(_render_index, view))
    if len(writers) > FIRST:
        yield from _drafts_of_letters(view, _by_letter(writers, 0), 1)
    for writer in writers:
        yield from _drafts_of(view, writer, similar.get(writer.slug, ()))
    for slug, target in view.writers.former.items():
        writer = view.writers.by_slug[target]
        path = addresses.author(slug)
        yield Draft(path, view.depends((), target, writer.name), partial(_render_former, path, writer))


KIND = Kind("authors/", drafts)


def _drafts_of(view: View, writer: Writer, similar: Sequence[Writer]) -> Iterator[Draft]:
    """The page of an author, with the newest papers, and the numbered pages with the others, oldest first."""
    first = _first_number(view, writer)
    pages = max(0, (len(writer.papers) - KEPT) // SIZE)
    numbers = range(first, first + pages)
    path = addresses.author(writer.slug)
    alike = [(other.slug, other.name, len(other.papers)) for other in similar]
    told = (writer.name, writer.person, alike, first, view.elsewhere(path), view.archive.people)
    newest = partial(_render, view, writer, similar, numbers)
    yield Draft(path, _depends(view, writer.papers, told), newest, str(writer.papers[-1].first_seen))
    for place, number in enumerate(numbers):
        papers = writer.papers[place * SIZE : (place + 1) * SIZE]
        last = number == numbers[-1]
        make = partial(_render_numbered, writer, papers, number, last)
        depends = _depends(view, papers, (writer.name, last))
        yield Draft(addresses.author(writer.slug, number), depends, make, str(papers[-1].first_seen))


def _depends(view: View, papers: Sequence[Outline], told: object) -> str:
    """The hash of these papers and of what else is told. Cards are not shown."""
    return view.depends((), [(paper.key, paper.listed_hash, paper.seen[0]) for paper in papers], told)


def _first_number(view: View, writer: Writer) -> int:
    """The number of the first page: 1, or the one after those that moved to the archive of older years."""
    number = 1
    while addresses.author(writer.slug, number) in view.archive.moved:
        number += 1
    return number


def _render(view: View, writer: Writer, similar: Sequence[Writer], numbers: range) -> Page:
    path, papers = addresses.author(writer.slug), writer.papers
    shown = papers[len(numbers) * SIZE :][::-1]
    named = len(papers) <= WITH_NAMES
    lines = [_line(writer, paper, named) for paper in shown]
    years = Counter(paper.first_seen.year for paper in papers)
    text = fill(
        "author.md",
        front=front(writer.name, f"Papers by {writer.name}.", feed=addresses.feed(path)),
        feed=addresses.relative(addresses.feed(path), path),
        heading=_heading(writer),
        name=literal(writer.name),
        person=writer.person,
        others=[literal(name) for name in writer.names[1:]],
        note=view.html(writer.person.note) if writer.person else "",
        collaboration=Author(writer.name).is_collaboration,
        papers=len(papers),
        first=min(years),
        last=max(years),
        chart=_chart(years) if len(years) >= YEARS else "",
        coauthors=_coauthors(view, writer),
        themes=_themes(view, papers),
        similar=[_link(other) for other in similar],
        groups=_by_year(shown, lines),
        numbered=[(number, f"{writer.slug}/{number}.html") for number in reversed(numbers)],
        elsewhere=view.elsewhere(path),
    )
    return Page(path, text)


def _render_numbered(writer: Writer, papers: Sequence[Outline], number: int, last: bool) -> Page:
    path = addresses.author(writer.slug, number)
    lines = [_line(writer, paper, False, "../../") for paper in papers]
    text = fill(
        "author_numbered.md",
        front=front(f"{writer.name}, page {number}", f"Older papers by {writer.name}."),
        heading=_heading(writer),
        name=literal(writer.name),
        number=number,
        newest=addresses.relative(addresses.author(writer.slug), path),
        older=f"{number - 1}.html" if number > 1 else "",
        newer="" if last else f"{number + 1}.html",
        groups=_by_year(papers[::-1], lines[::-1]),
    )
    return Page(path, text)


def _render_former(path: str, writer: Writer) -> Page:
    address = addresses.relative(addresses.author(writer.slug), path)
    head = front(writer.name, moved_to=address)
    return Page(path, fill("elsewhere.md", front=head, address=address, away=""))


def _heading(writer: Writer) -> str:
    """The name as Markdown."""
    return " ".join(markup.markdown(writer.name, None).split("\n"))


def _line(writer: Writer, paper: Outline, named: bool, root: str = "../") -> Line:
    own = frozenset(writer.names)
    others = [name for name in paper.authors if name not in own] if named else []
    names = literal(", ".join(others[:OTHERS]))
    if len(others) > OTHERS:
        names += f" and {len(others) - OTHERS} more"
    address = attribute(root + addresses.served(addresses.paper(paper.key)))
    known = arxiv_id.parse(paper.key)
    pdf = addresses.arxiv("pdf", known.id) if known else ""
    return Line(address, literal(paper.title), names, known.id if known else "", pdf, paper.withdrawn)


def _by_year(papers: Sequence[Outline], lines: Sequence[Line]) -> list[tuple[int, list[Line]]]:
    """(year, its papers), in the order of the papers."""
    pairs = groupby(zip(papers, lines, strict=True), key=lambda pair: pair[0].first_seen.year)
    return [(year, [line for _, line in pair]) for year, pair in pairs]


def _chart(years: Mapping[int, int]) -> str:
    """The years from the first to the last, which the page names, as tiny bars, and in words where most papers are."""
    first, last = min(years), max(years)
    most = max(sorted(years, reverse=True), key=years.__getitem__)
    said = f"most in {most}: {years[most]}"
    return f"{charts.sparkline([years.get(year, 0) for year in range(first, last + 1)])} {said}"


def _coauthors(view: View, writer: Writer) -> list[Link]:
    return [
        Link(literal(name), f"{slug}.html", papers)
        for name, slug, papers in authors.coauthors(writer, view.writers, COAUTHORS)
    ]


def _themes(view: View, papers: Sequence[Outline]) -> list[Link]:
    counts = Counter(slug for paper in papers for slug in paper.themes if slug in view.themes)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:THEMES]
    root = addresses.root(addresses.AUTHORS)
    return [
        Link(view.html(view.themes[slug].name), root + addresses.served(addresses.theme(slug)), number)
        for slug, number in ranked
    ]


def _link(writer: Writer, root: str = "") -> Link:
    return Link(literal(writer.name), f"{root}{writer.slug}.html", len(writer.papers))


# The index


def _render_index(view: View) -> Page:
    writers = list(view.writers.by_slug.values())
    most = sorted(writers, key=lambda writer: (-len(writer.papers), authors.order(writer), writer.slug))[:FIRST]
    text = fill(
        "authors.md",
        front=front("Authors", "The authors of this archive's papers, by name."),
        names=len(writers),
        least=authors.LEAST,
        letters=_letters(_by_letter(writers, 0), "names/") if len(writers) > FIRST else [],
        rows=[_link(writer) for writer in most],
    )
    return Page(addresses.AUTHORS, text)


def _by_letter(writers: Sequence[Writer], depth: int) -> dict[str, list[Writer]]:
    """The beginnings of `depth + 1` letters -> the names that begin so, in order. Shorter names stand by themselves."""
    by_letter: defaultdict[str, list[Writer]] = defaultdict(list)
    for writer in sorted(writers, key=lambda writer: (authors.order(writer), writer.slug)):
        match = _LETTERS.match(authors.order(writer)[0])
        by_letter[match[0][: depth + 1] if match else _OTHER_LETTERS].append(writer)
    return dict(sorted(by_letter.items(), key=lambda item: (item[0] == _OTHER_LETTERS, item[0])))


def _drafts_of_letters(view: View, by_letter: Mapping[str, list[Writer]], depth: int) -> Iterator[Draft]:
    """A page for each beginning of names; where it has too many names, pages for longer beginnings, too."""
    for letters, writers in by_letter.items():
        path = addresses.names(letters)
        further: dict[str, list[Writer]] = {}
        if len(writers) > LISTED and depth < DEEPEST and letters != _OTHER_LETTERS:
            further = _by_letter(writers, depth)
            whole = further.pop(letters, [])  # names that are no longer than this
            yield from _drafts_of_letters(view, further, depth + 1)
            writers = whole
        depends = view.depends(
            (),
            [(writer.slug, writer.name, len(writer.papers)) for writer in writers],
            [(beginning, len(names)) for beginning, names in further.items()],
        )
        yield Draft(path, depends, partial(_render_letters, path, letters, writers, further))


def _render_letters(path: str, letters: str, writers: Sequence[Writer], further: Mapping[str, list[Writer]]) -> Page:
    other = letters == _OTHER_LETTERS
    name = "Authors: other letters" if other else f"Authors: {letters.capitalize()}"
    total = len(writers) + sum(map(len, further.values()))
    text = fill(
        "names.md",
        front=front(name, "Authors of this archive's papers, by name."),
        title=name,
        names=total,
        up=addresses.relative(addresses.AUTHORS, path),
        letters=_letters(further, "") if further else [],
        rows=[_link(writer, "../") for writer in writers],
    )
    return Page(path, text)


def _letters(by_letter: Mapping[str, list[Writer]], folder: str) -> list[Link]:
    """Links to the pages of these beginnings, which are in this folder."""
    return [
        Link("Other" if letters == _OTHER_LETTERS else letters.capitalize(), f"{folder}{letters}.html", len(names))
        for letters, names in by_letter.items()
    ]

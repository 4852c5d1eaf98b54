"""Who wrote which papers, by names as printed; and authors.yml, in which people say which names are one person. Pure.

A name is not a person: several people print the same one, and one person prints several. So papers are never put
together by a name that only resembles another. None of the sources that Daybook reads states ORCID iDs.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from operator import attrgetter

from daybook.errors import SettingsError
from daybook.model import Author, Outline, Person
from daybook.model.listing import KEPT
from daybook.text import author_names, markup
from daybook.text.yaml_text import Text, entries

NAME = "authors.yml"
LEAST = 5
"""Papers that a name needs for a page, which the search has of every name."""
ONCE = 2
"""Papers that it needed once: what was published then keeps its address."""
FEED = 10
"""Papers that it needs for a feed."""
TOGETHER = 2
"""Papers that make co-authors."""
SIMILAR = 12
"""Similar names of a name that are given at most."""
FIRST = 60
"""Names on the index. Where these are all, there are no pages by letters."""
LISTED = 400  # names on a page of the index: of more, the next letter is asked for ...
DEEPEST = 3
"""... but no further letter than this: of the Zhangs all names are listed."""
OTHER_LETTERS = "other"
_LETTERS = re.compile(r"[a-z]+")
_FORM = "write `authors:`, then `- names: [Ada Example, A. Example]`"
_ORCID = re.compile(r"(?:https://orcid\.org/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])", re.ASCII)
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv"))
_HASH = re.compile(r"-[0-9a-f]{8}\Z")


@dataclass(frozen=True, slots=True)
class Writer:
    """A printed name, or a person of authors.yml."""

    name: str  # plain
    slug: str
    papers: tuple[Outline, ...]  # oldest first
    person: Person | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the papers' authors that are this one."""
        return self.person.names if self.person else (self.name,)

    @property
    def has_feed(self) -> bool:
        """Whether it has papers enough for a feed."""
        return len(self.papers) >= FEED


ByLetter = Mapping[str, Sequence[Writer]]
_Pages = Iterator[tuple[str, tuple[Sequence[Writer], ByLetter]]]


@dataclass(frozen=True, slots=True)
class Writers:
    """All names that have a page, and those that once would have had one."""

    by_slug: Mapping[str, Writer]  # sorted by slug
    few: Mapping[str, Writer]  # those with papers enough by the former rule alone; sorted by slug
    slugs: Mapping[str, str]  # name as printed -> the slug of its page
    former: Mapping[str, str]  # the slug that another name of a person has -> the person's
    others: Mapping[str, str]  # another name of a person -> the first


@dataclass(frozen=True, slots=True, kw_only=True)
class _Author:
    """A person as people write one."""

    names: tuple[Text, ...]
    orcid: str = ""
    note: str = ""


def parse(text: str) -> tuple[Person, ...]:
    """The people in the text of an authors.yml. Raises SettingsError naming the line or entry and what to do."""
    people = []
    for place, entry in entries(text, NAME, "authors", _Author, {"": _FORM, "names": _FORM}, "author"):
        names = tuple(map(author_names.as_printed, entry.names))
        if not names or not all(names):
            raise SettingsError("a name is missing", subject=NAME, location=place, hint=_FORM)
        people.append(Person(names=names, orcid=_orcid(entry.orcid, place), note=" ".join(entry.note.split())))
    for name, times in Counter(name for person in people for name in person.names).items():
        if times > 1:
            hint = "a name has one page: put all names of a person into one list, each once"
            raise SettingsError(f"the name {name!r} appears twice", subject=NAME, hint=hint)
    return tuple(people)


def _orcid(text: str, place: str) -> str:
    """An ORCID iD without its address. Its last sign is a check sum: ISO 7064, MOD 11-2."""
    if not text:
        return ""
    match = _ORCID.fullmatch(text.strip())
    total = 0
    for digit in match[1].replace("-", "")[:-1] if match else "":
        total = (total + int(digit)) * 2
    if match is None or "0123456789X"[(12 - total % 11) % 11] != match[1][-1]:
        hint = 'copy it from orcid.org, e.g. `orcid: "0000-0002-1825-0097"`'
        raise SettingsError(f"{text!r} is not an ORCID iD", subject=NAME, location=place, hint=hint)
    return match[1]


def writers(papers: Iterable[Outline], people: Sequence[Person] = ()) -> Writers:
    """The names that have a page. `papers`: all, oldest first. Of two names with one slug the first in order has it."""
    person_of = {name: person for person in people for name in person.names}
    papers_of: defaultdict[str, list[Outline]] = defaultdict(list)
    for paper in papers:
        names = paper.authors
        if person_of:
            names = tuple(dict.fromkeys(person_of[name].names[0] if name in person_of else name for name in names))
        for name in names:
            papers_of[name].append(paper)
    by_slug: dict[str, Writer] = {}
    few: dict[str, Writer] = {}
    for name in sorted(name for name, own in papers_of.items() if len(own) >= ONCE or name in person_of):
        writer = Writer(name, author_names.slug(name), tuple(papers_of[name]), person_of.get(name))
        (by_slug if writer.person or len(writer.papers) >= LEAST else few).setdefault(writer.slug, writer)
    slugs = {name: writer.slug for writer in by_slug.values() for name in writer.names}
    others = {name: writer.name for writer in by_slug.values() for name in writer.names if name != writer.name}
    formerly = {author_names.slug(name): slugs[name] for name in others}
    former = {slug: target for slug, target in sorted(formerly.items()) if slug not in by_slug}
    few = {slug: few[slug] for slug in sorted(few) if slug not in by_slug and slug not in former}
    return Writers({slug: by_slug[slug] for slug in sorted(by_slug)}, few, slugs, former, others)


def coauthors(writer: Writer, all_writers: Writers, most: int) -> list[tuple[str, int]]:
    """(name, papers shared) of those who share at least TOGETHER papers: most shared first. A person has one name."""
    shared = Counter(chain.from_iterable(paper.authors for paper in writer.papers))
    for name in shared.keys() & all_writers.others.keys():
        shared[all_writers.others[name]] += shared.pop(name)
    found = [item for item in shared.items() if item[1] >= TOGETHER and item[0] != writer.name]
    return sorted(found, key=lambda item: (-item[1], item[0]))[:most]


def order(writer: Writer) -> tuple[str, ...]:
    """What sorts names in an index: the last word, then the others; of a collaboration all words in order.

    >>> order(Writer("Ada van Eb-Flow Jr.", author_names.slug("Ada van Eb-Flow Jr."), ()))
    ('eb-flow', 'ada', 'van')
    """
    return _order(writer.name, writer.slug)


@lru_cache(KEPT)
def _order(name: str, slug: str) -> tuple[str, ...]:
    whole = _words(name, slug)
    words = [word for word in whole if word not in _SUFFIXES] or whole
    return tuple(words) if Author(name).is_collaboration else (words[-1], *words[:-1])


def _words(name: str, slug: str) -> list[str]:
    """The words of a name without accents and case, compounds whole; "~" for one in another script: it sorts last."""
    if not _HASH.search(slug):
        return slug.split("-")
    bare = ((word, markup.slug(word)) for word in name.split())
    # "paper" is what slug makes of nothing
    return [found for word, found in bare if found != "paper" or word.casefold() == found] or ["~"]


def by_letters(writers: Sequence[Writer], first: int = 1, deepest: int = DEEPEST) -> _Pages:
    """The pages by letters, from so many `first` ones on, none where the index has all names: a beginning of names, the
    names that stand on its page, and those that stand on pages of longer beginnings."""
    for letters, own in by_letter(writers, first).items() if first > 1 or len(writers) > FIRST else ():
        further: dict[str, list[Writer]] = {}
        if len(own) > LISTED and first < deepest and letters != OTHER_LETTERS:
            further = by_letter(own, first + 1)
            own = further.pop(letters, [])  # names that are no longer than this
            yield from by_letters([*chain.from_iterable(further.values())], first + 1, deepest)
        yield letters, (own, further)


def by_letter(writers: Sequence[Writer], most: int = 1) -> dict[str, list[Writer]]:
    """The beginnings of so many letters -> the names that begin so, in order. Shorter names stand by themselves."""
    begun: defaultdict[str, list[Writer]] = defaultdict(list)
    for writer in sorted(writers, key=lambda writer: (order(writer), writer.slug)):
        begun[beginning(writer, most)].append(writer)
    return dict(sorted(begun.items(), key=lambda item: (item[0] == OTHER_LETTERS, item[0])))


def beginning(writer: Writer, most: int = DEEPEST) -> str:
    """The first letters of what sorts a name: by default, those of the page that lists it in the site of a library.
    Beyond these, the other names' initial counts: `zha-l` of Li Zhang."""
    last, *others = order(writer)
    match, initials = _LETTERS.match(last), (word[0] for word in others if "a" <= word[0] <= "z")
    initial = next(initials, "") if most > DEEPEST else ""
    return "-".join(filter(None, (match[0][:DEEPEST][:most], initial))) if match else OTHER_LETTERS


def similar(writers: Iterable[Writer]) -> dict[str, tuple[Writer, ...]]:
    """slug -> other names that may be the same person: same last word, and first names or initials that agree."""
    alike: defaultdict[tuple[str, str], list[tuple[list[str], Writer]]] = defaultdict(list)
    for writer in writers:
        *given, last = _words(writer.name, writer.slug)
        words = [*"-".join(given).split("-"), last]
        if given and not Author(writer.name).is_collaboration:
            alike[words[-1], words[0][0]].append((words, writer))
    found = {}
    for group in alike.values():
        for words, writer in group if len(group) > 1 else ():
            near = [other for others, other in group if other is not writer and _agree(words, others)]
            if near:
                found[writer.slug] = tuple(sorted(near, key=attrgetter("slug"))[:SIMILAR])
    return found


def _agree(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether first names agree: "j", "john" and "john" agree, "john" and "jane" do not; so in each further place."""
    pairs = zip(one[:-1], other[:-1], strict=False)
    return all(a == b or (min(len(a), len(b)) == 1 and a[0] == b[0]) for a, b in pairs)

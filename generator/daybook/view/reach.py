"""Which pages the changes of an archive may reach."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from daybook.fold import authors
from daybook.model import Archive, Outline
from daybook.view import addresses


@dataclass(frozen=True, slots=True)
class Reach:
    """What the changes of an archive may reach; what is not in it is as it was."""

    keys: frozenset[str]
    """Of papers that are others now, that came or went."""
    dates: frozenset[dt.date]
    themes: frozenset[str]
    categories: frozenset[str]
    names: frozenset[str]
    """Of authors, as printed."""
    pages: frozenset[str]
    """Of those, the ones that got a page or lost theirs."""
    folders: frozenset[str]
    """Of the pages of papers."""
    stamp: str
    """The hash of all that the archive holds now: two changes may reach the same, and touch no paper."""

    def named(self, paper: Outline) -> Collection[str]:
        """Those of a paper's authors that are in `names`."""
        return () if self.names.isdisjoint(paper.authors) else self.names.intersection(paper.authors)

    @classmethod
    def of(cls, archive: Archive) -> Reach | None:
        """None: anything may be another now."""
        touched = archive.touched
        if touched is None:
            return None
        now = [archive.outlines[key] for key in touched.keys if key in archive.outlines]
        held = [*touched.before.values(), *now]
        names = {name for outline in held for name in outline.authors}
        for person in archive.people:  # who is of all their names
            names.update(() if names.isdisjoint(person.names) else person.names)
        # A person has a page whatever number of papers.
        people = {name for person in archive.people for name in person.names}
        theirs = (each.authors for each in archive.outlines.values() if not names.isdisjoint(each.authors))
        papers = Counter(name for printed in theirs for name in names.intersection(printed))
        gained = Counter(name for outline in now for name in outline.authors)
        gained.subtract(name for outline in touched.before.values() for name in outline.authors)
        least = authors.LEAST
        pages = {name for name in names - people if (papers[name] >= least) != (papers[name] - gained[name] >= least)}
        return cls(
            touched.keys,
            touched.dates,
            frozenset(slug for outline in held for slug in outline.themes),
            frozenset(code for outline in held for code in outline.categories),
            frozenset(names),
            frozenset(pages),
            frozenset(addresses.folder(key) for key in touched.keys),
            touched.log,
        )

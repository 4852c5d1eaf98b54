"""Whether documents give a paper the same words: a listing may show each id with the title, authors and abstract of the
next one, and its ids, sections and totals are right all the same. Pure.

Compared are statements of the same version, by title and authors. Spellings are no difference, nor is a title that was
corrected, a list of authors that was cut or one in another order: what differs is of another paper.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from daybook.model import ANNOUNCED, Record, arxiv
from daybook.sources.registry import SOURCES, is_from_arxiv, is_secondhand
from daybook.text.markup import plain, title_key

FEW = 25
"""One in so many papers may differ: of all days of the recorded and rendered documents none has one that does."""
RANK = {source.name: rank for rank, source in enumerate(SOURCES)}
"""Whose text is taken where several sources tell of the same version: complete and as stored before cut or retyped."""
_LETTERS = re.compile(r"[^\W\d_]{2,}")


def differ(one: Record, other: Record) -> bool:
    """Whether two records have the words of different papers."""
    first, second = one.authors, other.authors
    named = first and second and first[0] != second[0]
    if one.title != other.title and title_key(one.title) != title_key(other.title):
        some, others = (set(_LETTERS.findall(plain(each.title).casefold())) for each in (one, other))
        if 2 * len(some & others) <= min(len(some), len(others)):
            return True
        # Papers of one group have like titles and share authors: that a list is in another order tells nothing here.
        return bool(named) and _names(first[:1]).isdisjoint(_names(second[:1]))
    if not named:
        return False
    return _names(first[:1]).isdisjoint(_names(second)) and _names(second[:1]).isdisjoint(_names(first))


def _names(authors: Iterable[str]) -> set[str]:
    """The words of authors' names, without accents, case and initials."""
    return {title_key(word) for name in authors for word in _LETTERS.findall(plain(name))}


def of_others(records: Sequence[Record]) -> list[Record]:
    """Which of one paper's records have the words of another paper: where arXiv's own documents differ on a version,
    those of most sources are right, of as many those of the better source, and of one source its newest."""
    own = [record for record in records if is_from_arxiv(record.source) and not is_secondhand(record)]
    if len({(record.title, record.authors[:1]) for record in own}) < 2:
        return []
    stated = {(r.date, r.version) for r in own if r.type in ANNOUNCED and r.version}
    there = defaultdict[int, list[Record]](list)
    for record in own:
        # What is announced on one date is one version, of which listings do not state the number.
        told = [v for date, v in stated if date == record.date and v] if record.type in ANNOUNCED else []
        if number := record.version or (1 if record.type == "new" else told[0] if len(told) == 1 else None):
            there[number].append(record)
    found = []
    for same in there.values():
        same.sort(key=lambda record: (RANK[record.source], -record.date.toordinal()))
        if any(differ(same[0], each) for each in same[1:]):
            agreeing = [{each.source for each in same if not differ(record, each)} for record in same]
            best = same[max(range(len(same)), key=lambda k: (len(agreeing[k]), -k))]
            found += [record for record in same if differ(best, record)]
    return found


def filed(records: list[Record]) -> list[Record]:
    """One paper's records, of which none has it as new on a day on which, by arXiv's own times, a later version was
    announced, and the first one before: that is a replacement, whatever listing and feed call it."""
    own = (r.versions for r in records if r.versions and is_from_arxiv(r.source) and not is_secondhand(r))
    versions = max(own, key=len, default=())
    if len(versions) < 2 or not any(record.type == "new" for record in records):
        return records
    due = {version.version: arxiv.announced(version.submitted) for version in versions if version.submitted}
    later = {date: number for number, date in sorted(due.items()) if number > 1 and date > due.get(1, date)}
    return [
        replace(record, type="replace", version=later[record.date])
        if record.type == "new" and record.date in later else record
        for record in records
    ]  # fmt: skip

"""Papers as another Daybook archive tells of them: lines of `daybook export jsonl`, and of its API.

A line becomes an entry for each sighting of its paper, under the source, the date and the category of that sighting,
so that the paper is seen here where and when it was seen there. One of them, the one from which that archive took its
text, has all that is told of the paper. `origin` says that an archive tells it: the service that served the document,
or ORIGIN. Its word never makes a day complete (see `registry.is_secondhand`).

What a line does not have is lost: TeX in titles, names and comments, the words of former versions but their titles, the
report number, MSC and ACM classes, the licence, formats, addresses, and other sites' editorials. Themes and the
archive's own cards are made anew. Its exports as bibliographies, and anybody's, are refused: they do not say when
papers were announced.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal

import msgspec

from daybook.errors import Refused
from daybook.model import ANNOUNCED, OWN, REPLACED, Entry, Listing, Version, ids
from daybook.model.listing import LEFT_OUT
from daybook.model.paper import NEEDED, PAPER, Column
from daybook.sources import accounting, intake
from daybook.sources.plain_text import Head, one_line, optional, paragraphs
from daybook.sources.received import not_an_id
from daybook.sources.registry import ARCHIVE_FORMAT, LABELS, ORIGIN, SOURCES, head_of, is_from_arxiv

NAME = ARCHIVE_FORMAT
MOST = 2_000  # lines that are read as one document

_RANK = {source.name: rank for rank, source in enumerate(SOURCES)}
_PARTS = {True: "papers", False: "month of papers"}
"""Of listings by whether they announce. A list of metadata speaks of no day, as a month's list does not."""
_HINT = "export it again with: daybook export jsonl"
_NAMED, _CHAIN = (
    re.compile(r"[a-z\d](?:[a-z\d.-]{0,252})"),
    4,
)  # a host by which it knows something; most of them that count
_MONTH = len(b'{"key":"2603')


_TYPES: Mapping[str, type] = {
    "text": str, "plain": str, "number": int, "flag": bool, "day": dt.date, "time": dt.datetime,
}  # fmt: skip
_Line = Any
"""A paper, or an object within it, by the columns of `model/paper.py`; those that are derived are not decoded."""


def _struct(name: str, told: Iterable[Column]) -> type[msgspec.Struct]:
    """What a line is decoded as."""
    fields: list[Any] = []
    for column in (each for each in told if not each.derived):
        one: Any = _struct(column.name, column.columns) if column.columns else _TYPES[column.base]
        one = Literal[column.choices] if column.choices else one
        absent: Any = None if column.optional else [] if column.many else False if one is bool else NEEDED
        absent = absent if column.absent is None else column.absent
        kind = list[one] if column.many else one | None if column.optional else one
        fields.append((column.name, kind) if absent is NEEDED else (column.name, kind, absent))
    return msgspec.defstruct(name, fields, kw_only=True, gc=False)


_decode = msgspec.json.Decoder[_Line](_struct("paper", PAPER)).decode


def recognises(head: Head) -> bool:
    """Whether a document is an export of papers, judged by the first keys of its first line."""
    line = head.text.lstrip()[:1_000]
    return line.startswith('{"key":') and '"arxiv_id":' in line and '"version":' in line


def parts(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    """The lines in documents of one month of arXiv ids, at most MOST lines each: a later export has most of them as
    they are."""
    part: list[bytes] = []
    for line in filter(bytes.strip, lines):
        if part and (len(part) == MOST or line[:_MONTH] != part[-1][:_MONTH]):
            yield part
            part = []
        part.append(line)
    if part:
        yield part


def read(data: bytes) -> tuple[Listing, ...]:
    """A listing for each source, date and category; notes on lines that cannot be read stand with the first."""
    said: dict[tuple[str, dt.date, str, bool, str], list[Entry]] = defaultdict(list)
    notes: list[str] = []
    place = 0
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            for sighting, entry in _said(_paper(line), place, notes):
                place = entry.place
                announces = entry.type in ANNOUNCED
                origin = ",".join((ORIGIN, *filter(_NAMED.fullmatch, sighting.told_by[:_CHAIN])))
                said[sighting.source, sighting.date, sighting.category or "", announces, origin].append(entry)
        except Refused as refused:
            notes.append(f"line {number}: {refused.problem}{LEFT_OUT}")
    if not said:
        raise Refused(notes[0].removesuffix(LEFT_OUT) if notes else "contains no papers", hint=_HINT)
    first = min(said)
    unread = accounting.unknown_keys(data.lstrip().partition(b"\n")[0], (column.name for column in PAPER))
    return tuple(
        Listing(
            source=key[0], format=NAME, date=key[1], category=key[2] or None, origin=key[4], part=_PARTS[key[3]],
            entries=tuple(said[key]), notes=tuple(notes) if key == first else (),
            unread=unread if key == first else (),
        )
        for key in sorted(said)
    )  # fmt: skip


def _paper(line: bytes) -> _Line:
    try:
        paper = _decode(intake.words_of_json(line))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(f"cannot be read: {error}") from None
    if paper.arxiv_id is not None and not ids.is_valid(paper.arxiv_id):
        raise not_an_id(paper.arxiv_id)
    if not one_line(paper.title):
        raise Refused("has no title")
    return paper


def _said(paper: _Line, place: int, notes: list[str]) -> Iterator[tuple[_Line, Entry]]:
    """Each sighting of a paper with its entry; places are counted on from `place`. They are in the order in which the
    archive that told of them chose whose text it takes, the best first."""
    known = [sighting for sighting in paper.sightings if sighting.source in _RANK]
    if len(known) < len(paper.sightings):
        notes.append(f"{paper.arxiv_id or one_line(paper.title)[:60]}: a sighting by an unknown source{LEFT_OUT}")
    titles = {version.version: version.title for version in paper.versions}
    told: list[tuple[int, _Line]] = []  # with the version: stated, else the newest submitted before the date
    for each in known:
        before = (v.version for v in paper.versions if v.submitted and v.submitted.date() <= each.date)
        newest = max(before, default=2 if each.type in REPLACED else 1)
        told.append((each.version or (1 if each.type == "new" else newest), each))
    told.sort(
        key=lambda of: (
            not is_from_arxiv(of[1].source), -of[0], _RANK[of[1].source], -of[1].date.toordinal(),
            of[1].category or "", of[1].type,
        )
    )  # fmt: skip
    spare = [title for title in paper.titles if title not in (paper.title, *titles.values())]
    dois, cards = list(paper.other_dois), [card for card in paper.cards if card.source != OWN]
    for nth, (version, sighting) in enumerate(told):
        unnumbered = not sighting.version and (sighting.type != "new" or not paper.arxiv_id)
        entry = Entry(
            place=place + nth + 1, type=sighting.type, date=sighting.date, arxiv_id=paper.arxiv_id,
            version=sighting.version, title=one_line(titles.get(version) or paper.title),
        )  # fmt: skip
        if nth == 0 or not paper.arxiv_id:  # without an id it is linked by its words
            entry = _whole(entry, paper, paper.title if nth == 0 else entry.title)
        elif dois:
            entry = replace(entry, doi=dois.pop(0))
        if nth and spare and unnumbered:  # a title of no version that is known
            entry = replace(entry, title=one_line(spare.pop(0)))
        if unnumbered and version >= max(titles, default=0):
            entry = replace(entry, updated=_utc(paper.updated))
        card = next((each for each in cards if (each.source, each.date) == (sighting.source, sighting.date)), None)
        if card and sighting.type == "card":
            cards.remove(card)
            entry = replace(entry, headline=one_line(card.headline), gist=card.gist, badge=card.badge)
        yield sighting, entry


def _whole(entry: Entry, paper: _Line, title: str) -> Entry:
    versions = tuple(Version(version=v.version, submitted=_utc(v.submitted)) for v in paper.versions)
    times = {version.version: version.submitted for version in versions}
    return replace(
        entry, title=one_line(title), authors=tuple(filter(None, map(one_line, paper.authors))),
        authors_complete=paper.authors_complete, abstract=paragraphs(paper.abstract or "") or None,
        primary_category=paper.categories[0] if paper.categories else None, categories=tuple(paper.categories),
        comments=optional(paper.comments), journal_ref=optional(paper.journal_ref), doi=optional(paper.doi),
        submitted=_utc(paper.submitted), versions=versions, withdrawn=paper.withdrawn,
        updated=times.get(entry.version) if entry.version else _utc(paper.updated),
    )  # fmt: skip


def _utc(when: dt.datetime | None) -> dt.datetime | None:
    return when.astimezone(dt.UTC) if when and when.tzinfo else when.replace(tzinfo=dt.UTC) if when else None


_FORMS = {
    "BibTeX": re.compile(r"^[ \t]{0,20}@[a-z]{1,20}[ \t]{0,5}\{[^\s{}]{1,200},", re.IGNORECASE | re.MULTILINE),
    "RIS": re.compile(r"\A\s{0,20}TY  ?- "),
    "CSL-JSON": re.compile(r'\A\s{0,20}\[\s{0,20}\{(?=[^{}]{0,2000}"id"\s?:)(?=[^{}]{0,2000}"type"\s?:)'),
}


class _Bibliography:
    NAME = "bibliography"

    def recognises(self, head: Head) -> bool:
        return "\0" not in head.text and any(form.search(head.text) for form in _FORMS.values())

    def read(self, data: bytes) -> tuple[Listing, ...]:
        """Raises Refused."""
        name = next(name for name, form in _FORMS.items() if form.search(head_of(data).text))
        problem = f"a bibliography ({name}), which does not say when its papers were announced"
        others = "or take another archive's papers from its `daybook export jsonl`"
        raise Refused(problem, hint=f"use documents of these: {LABELS}; {others}")


BIBLIOGRAPHY = _Bibliography()

"""The metadata of one OAI-PMH record as an Entry: arXiv, arXivRaw, arXivOld and oai_dc.

arXivRaw has the versions with their times; arXiv and oai_dc have only days, taken as midnight UTC. arXivRaw and
arXivOld have accents in TeX, arXiv and oai_dc in Unicode: both are kept as received.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from daybook.errors import Refused
from daybook.model import Entry, Version, ids, taxonomy
from daybook.model.ids import ArxivId
from daybook.sources import xml
from daybook.sources.author_list import names_in, turned
from daybook.sources.entries import bad_id
from daybook.sources.plain_text import one_line, paragraphs, parse_time, says_withdrawn
from daybook.sources.xml import Element

_MSC = re.compile(r"\b\d\d(?:[A-Z]\d\d|[A-Z-]?(?:xx|XX|\d\d|-XX))\b")
_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_OLD_SERVICE = "arxiv.org/OAI/arXiv.xsd"
_SPLIT_ARCHIVES = frozenset({"astro-ph", "cond-mat", "q-bio"})  # former categories that are archives now


def category_of(spec: str) -> str | None:
    """The category that a set names (`cs:cs:IT` is cs.IT, `physics:hep-th` is hep-th); None for groups and archives."""
    parts = spec.split(":")
    code = ".".join(parts[1:]) if len(parts) > 1 else parts[0]
    if code in _SPLIT_ARCHIVES or not taxonomy.is_category(code):
        return None
    return code


def metadata_of(record: Element) -> Element | None:
    """The only child of a record's `metadata` element; None if there is none."""
    metadata = xml.child(record, "metadata")
    return None if metadata is None else next(iter(metadata), None)


def entry(metadata: Element, place: int, date: dt.date, stated: str, codes: Sequence[str]) -> Entry:
    """One record as an Entry. Raises Refused where it has no title or no valid id.

    stated: the header's identifier, used if the metadata has no id. codes: the categories of the header's sets.
    """
    if xml.name_of(metadata) == "dc":
        return _dublin_core(metadata, place, date, stated, codes)
    written = xml.text_of(metadata, "id") or stated
    ident, title = _identity(written, stated), _title(metadata)
    versions = _versions(metadata)
    times = _times(metadata, versions)
    comments = xml.text_of(metadata, "comments")
    abstract = paragraphs(xml.content(xml.child(metadata, "abstract"))) or None
    categories = tuple(dict.fromkeys((xml.text_of(metadata, "categories") or "").split()))
    return Entry(
        place=place,
        type="harvest",
        date=date,
        title=title,
        arxiv_id=ident.id,
        version=versions[-1].version if versions else None,
        authors=_authors(metadata),
        abstract=abstract,
        primary_category=categories[0] if categories else None,
        categories=categories,
        comments=comments,
        journal_ref=xml.text_of(metadata, "journal-ref"),
        doi=xml.text_of(metadata, "doi"),
        report_no=xml.text_of(metadata, "report-no"),
        msc_class=xml.text_of(metadata, "msc-class"),
        license=xml.text_of(metadata, "license"),
        submitted=times.submitted,
        updated=times.updated,
        versions=versions,
        withdrawn=bool(versions and versions[-1].withdrawn) or says_withdrawn(comments) or says_withdrawn(abstract),
    )


def _identity(written: str, stated: str) -> ArxivId:
    """The id in the metadata. Raises Refused where it is not an arXiv id, or not the one that the header states."""
    ident, header = ids.parse(written), ids.parse(stated)
    if ident is None:
        raise bad_id(written)
    if header and header.id != ident.id:
        raise Refused(f"names two papers, {ident.id} and {header.id}")
    return ident


def _title(metadata: Element) -> str:
    title = xml.text_of(metadata, "title")
    if title is None:
        raise Refused("has no title")
    return title


def _versions(metadata: Element) -> tuple[Version, ...]:
    """The version history in arXivRaw, oldest first; source type I means withdrawn."""
    versions: dict[int, Version] = {}
    for each in xml.children(metadata, "version"):
        number = xml.attribute(each, "version").removeprefix("v")
        if re.fullmatch(r"\d{1,4}", number, re.ASCII):
            versions[int(number)] = Version(
                version=int(number),
                submitted=parse_time(xml.text_of(each, "date") or ""),
                withdrawn="I" in (xml.text_of(each, "source_type") or ""),
            )
    return tuple(versions[number] for number in sorted(versions))


@dataclass(frozen=True, slots=True)
class _Times:
    """When version 1 and the newest version were submitted, in UTC; None: not stated."""

    submitted: dt.datetime | None = None
    updated: dt.datetime | None = None


def _times(metadata: Element, versions: Sequence[Version]) -> _Times:
    """The times in the version history, else in `created` and `updated`.

    Today's service takes both from the newest version; only the service before it states the time of version 1.
    """
    if versions:
        first = versions[0].submitted if versions[0].version == 1 else None
        return _Times(first, versions[-1].submitted)
    created, updated = (parse_time(xml.text_of(metadata, name) or "") for name in ("created", "updated"))
    location = " ".join(str(value) for name, value in metadata.attrib.items() if str(name).endswith("schemaLocation"))
    from_first = f"http://{_OLD_SERVICE}" in location
    return _Times(created if from_first else None, updated or created)


def _authors(metadata: Element) -> tuple[str, ...]:
    """The names in order, from the parts of each name in arXiv, from one string in arXivRaw and arXivOld."""
    listed = xml.child(metadata, "authors")
    if listed is None:
        return ()
    people = xml.children(listed, "author")
    if not people:
        return names_in(xml.content(listed))
    parts = ([xml.text_of(each, name) for name in ("forenames", "keyname", "suffix")] for each in people)
    return tuple(name for each in parts if (name := " ".join(part for part in each if part)))


def _dublin_core(metadata: Element, place: int, date: dt.date, stated: str, codes: Sequence[str]) -> Entry:
    """A record in oai_dc: categories as names, comments as a second description, other ids as identifiers."""
    identifiers = xml.texts_of(metadata, "identifier")
    written = next((each for each in identifiers if ids.parse(each)), stated)
    ident, title = _identity(written, stated), _title(metadata)
    subjects = xml.texts_of(metadata, "subject")
    categories = _named(subjects, codes)
    texts = [paragraphs(xml.content(each)) for each in xml.children(metadata, "description")]
    comments = one_line(texts[1]).removeprefix("Comment:").strip() or None if len(texts) > 1 else None
    abstract = texts[0] or None if texts else None
    dates = [when for each in xml.texts_of(metadata, "date") if (when := parse_time(each))]
    others = [each for each in identifiers if not _ADDRESS.match(each)]
    return Entry(
        place=place,
        type="harvest",
        date=date,
        title=title,
        arxiv_id=ident.id,
        authors=tuple(turned(name) for name in xml.texts_of(metadata, "creator")),
        abstract=abstract,
        primary_category=categories[0] if categories else None,
        categories=categories,
        comments=comments,
        journal_ref=next((each for each in others if not each.lower().startswith("doi:")), None),
        doi=next((each[4:].strip() for each in others if each.lower().startswith("doi:")), None),
        msc_class=next((each for each in subjects if not _codes(each) and _MSC.search(each)), None),
        submitted=dates[0] if dates else None,
        updated=dates[-1] if dates else None,
        withdrawn=says_withdrawn(comments) or says_withdrawn(abstract),
    )


def _codes(subject: str) -> tuple[str, ...]:
    """The codes that a subject may stand for: "Information Theory", or with its archive "Mathematics - Logic"."""
    codes = taxonomy.codes_of(subject)
    archive, dash, rest = subject.partition(" - ")
    if codes or not dash:
        return codes
    return tuple(code for code in taxonomy.codes_of(rest) if taxonomy.name(code.partition(".")[0]) == archive)


def _named(subjects: Sequence[str], codes: Sequence[str]) -> tuple[str, ...]:
    """The categories that the subjects name, primary first, then those that only the sets name.

    The service also adds a category's alias to the sets (math.IT for cs.IT): that is left out.
    """
    named: dict[str, None] = {}
    for subject in subjects:
        possible = _codes(subject)
        if possible:
            named[next((code for code in possible if code in codes), possible[0])] = None
    known = taxonomy.canonical_all(named)
    return tuple(dict.fromkeys([*named, *(code for code in codes if taxonomy.canonical(code) not in known)]))

"""One entry of a listing page as text: marker and following block -> Entry."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import NamedTuple

from daybook.errors import Refused
from daybook.model import Entry, EntryType, ids, taxonomy
from daybook.sources.author_list import PARTICLES, names_in
from daybook.sources.plain_text import one_line, optional, says_withdrawn
from daybook.sources.salvage.listing_text_marks import DASHES, LABELS, Mark
from daybook.sources.salvage.person_names import GROUP, NO_WORDS, Words, are_names, is_written_as_name, share_of_names
from daybook.sources.salvage.unwrap import OPEN

PRINTED_AUTHORS = 100  # a listing prints at most so many authors, without saying that it cut

_CODE = re.compile(r"\(([a-z][a-z-]*(?:\.[A-Za-z-]+)?)\)\s*(?=;|$)")
_SUBJECT = r"[^;()]{2,120}\([a-z][a-z-]*(?:\.[A-Za-z-]+)?\)"
_SUBJECTS = re.compile(rf"{_SUBJECT}(?:\s*;\s*{_SUBJECT})*;?")
_TITLE = re.compile(r"^[-•* ]*Title:", re.MULTILINE)
_LABELS = "|".join(LABELS)
_LABEL = re.compile(rf"^(?P<label>{_LABELS}):", re.MULTILINE)
# Only these three labels occur glued; "(DOI:" and "/Comments:" do not begin a field.
_GLUED_LABEL = re.compile(
    rf"^(?P<at>{_LABELS}):|(?<=[^\s(\[/-])(?P<glued>Comments|Journal-ref|Subjects):", re.MULTILINE
)
_WORD = re.compile(r"[^\W\d_]+")
_AND = re.compile(r"\s(?:and|&)\s")
_LINKING = "a an and as at between by for from in into nor of on or over the to under via with"
_FUNCTION_WORDS = frozenset(_LINKING.split()) | {word for word in PARTICLES if len(word) > 1}
_NAME_WORD = re.compile(r"[^\W\d_][\w.'’-]*")
_MANY = 3  # words of a name; one of more is rare
_NO_AUTHORS = re.compile(r"\(?author list is unavailable\)?", re.IGNORECASE)

SplitTitle = Callable[[str, str], tuple[str, str]]
"""(title and authors run together, abstract) -> (title, authors)."""


class Fields(NamedTuple):
    """The parts of an entry's block, as text."""

    heading: str  # title and authors, on one line or several
    labelled: dict[str, str]
    abstract: str | None


def read_entry(
    mark: Mark,
    block: str,
    *,
    place: int,
    date: dt.date,
    kind: EntryType | None = None,
    split: SplitTitle | None = None,
    page: Words = NO_WORDS,
) -> Entry:
    """The entry of a marker and its block. `split` separates title and authors that share a line.

    page: the lower-case words of the page; without an abstract they decide what is a name.

    Raises Refused for an entry with an invalid id or without a title.
    """
    ident = ids.parse(mark.id)
    if ident is None:
        raise Refused(f"id {mark.id[:60]!r} is no arXiv id")
    try:
        fields = _fields(block, glued=split is not None)
    except Refused as error:
        raise Refused(f"{ident.id} {error.problem}") from None
    if split is None:
        fields = fields._replace(heading=_decided(fields, ident.id))
    title, authors_text = _title_and_authors(fields, split, page)
    if not title:
        raise Refused(f"{ident.id} has no title")
    authors = () if _NO_AUTHORS.search(authors_text) else names_in(authors_text)
    categories = tuple(_CODE.findall(fields.labelled.get("Subjects", "")))
    comments = optional(fields.labelled.get("Comments"))
    return Entry(
        place=place,
        type=kind or mark.type,
        date=date,
        title=title,
        arxiv_id=ident.id,
        version=ident.version,
        authors=authors,
        authors_complete=len(authors) < PRINTED_AUTHORS,
        abstract=fields.abstract,
        primary_category=categories[0] if categories else None,
        categories=categories,
        comments=comments,
        journal_ref=optional(fields.labelled.get("Journal-ref")),
        doi=optional(fields.labelled.get("DOI")),
        report_no=optional(fields.labelled.get("Report-no")),
        msc_class=optional(fields.labelled.get("MSC-class")),
        acm_class=optional(fields.labelled.get("ACM-class")),
        withdrawn=says_withdrawn(comments) or says_withdrawn(fields.abstract),
        formats=mark.formats,
    )


def _fields(block: str, *, glued: bool) -> Fields:
    """The block's parts: the heading before the first label, the labelled fields, the abstract."""
    lines = [line for line in block.split("\n") if line not in DASHES]
    text = "\n".join(lines)
    title = _TITLE.search(text)
    if title is None:
        return Fields("", {}, None)
    text = text[title.end() :]
    header, abstract = _header_and_abstract(text, glued=glued)
    heading, labelled = _labelled(header, glued=glued)
    return Fields(heading.strip(), labelled, abstract)


def _labels(text: str, *, glued: bool) -> list[tuple[str, int, int]]:
    """(label, start, end) of the first label of each field, in order."""
    labels: dict[str, tuple[str, int, int]] = {}
    for hit in (_GLUED_LABEL if glued else _LABEL).finditer(text):
        name = hit[hit.lastgroup or 0]
        labels.setdefault(name, (name, hit.start(), hit.end()))
    return list(labels.values())


def _labelled(header: str, *, glued: bool) -> tuple[str, dict[str, str]]:
    labels = _labels(header, glued=glued)
    if not labels:
        return header, {}
    ends = [start for _, start, _ in labels[1:]] + [len(header)]
    return header[: labels[0][1]], {
        name: one_line(header[at:end]) for (name, _, at), end in zip(labels, ends, strict=True)
    }


def _header_and_abstract(text: str, *, glued: bool) -> tuple[str, str | None]:
    """Text after "Title:", split where the abstract begins: after the subjects, else after the first blank line."""
    subjects = [at for name, _, at in _labels(text, glued=glued) if name == "Subjects"]
    if subjects:
        end = _subjects_end(text, subjects[0])
    else:
        blank = re.search(r"(?<=\S)\n\n", text)
        first = text.find("\n") if glued and text.find("\n") >= 0 else len(text)
        end = blank.start() if blank else first
    while (more := _LABEL.match(text, end + 1)) is not None and more["label"] != "Comments":
        end = _line_end(text, more.end())
    body = [line.strip() for line in text[end:].split("\n") if line.strip()]
    return text[:end], "\n\n".join(body) or None


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _subjects_end(text: str, at: int) -> int:
    """The end of the subjects: after the last code, on whichever line, else the end of their line."""
    subjects = _SUBJECTS.match(text, at)
    if subjects and subjects[0].endswith(";") and text[subjects.end() : _line_end(text, subjects.end())].strip():
        raise Refused("has truncated subjects")
    if subjects and all(map(taxonomy.is_category, _CODE.findall(subjects[0]))):
        return subjects.end()
    return _line_end(text, at)


def _title_and_authors(fields: Fields, split: SplitTitle | None, page: Words) -> tuple[str, str]:
    lines = [line for line in fields.heading.split("\n") if line]
    for k, line in enumerate(lines):
        if line.startswith("Authors:"):
            return one_line(" ".join(lines[:k])), one_line(" ".join(lines[k:]).removeprefix("Authors:"))
    first = _first_author_line(lines, Words.of(fields.abstract) if fields.abstract else page)
    title, authors = one_line(" ".join(lines[:first])), one_line(" ".join(lines[first:]))
    return split(title, fields.abstract or "") if split and not authors else (title, authors)


def _decided(fields: Fields, named: str) -> str:
    """Title and authors of a wrapped entry, on a line each. Raises Refused if nothing tells them apart.

    The authors begin on the first line from which on all is a list of names. If there are several such lines, the
    abstract must not contain words of those before the last.
    """
    lines = [line for line in fields.heading.split("\n") if line]
    pieces = OPEN.join(lines).split(OPEN)
    last = len(pieces) - 1
    likely = [k for k in range(1, last + 1) if not pieces[k - 1].endswith(",") and ("," in pieces[k] or k == last)]
    likely = [k for k in likely if are_names(" ".join(pieces[k:]))] if last > 1 else [1]
    if OPEN not in fields.heading and (last < 2 or not likely or "Authors:" in fields.heading):
        return fields.heading
    first = lines[0].count(OPEN) + 1 if len(lines) == 2 else likely[0] if likely else 0
    if len(lines) == 2:  # one line ended for certain, if the lines are as wide as they seem
        sure = not likely or likely[0] == first
    else:
        sure = first > 0 and not (last > 1 and "," in pieces[first - 1] and are_names(pieces[first - 1]))
        if len(likely) > 1:
            sure = sure and not _shares_words(pieces[first : likely[-1]], fields.abstract)
    if not sure:
        raise Refused(f"{named} was wrapped: cannot tell its title from its authors")
    return f"{' '.join(pieces[:first])}\n{' '.join(pieces[first:])}"


def _shares_words(lines: list[str], abstract: str | None) -> bool:
    """Whether an abstract contains a word of these lines; True without an abstract."""
    known = frozenset(_WORD.findall(abstract or ""))
    return not known or any(word.lower() in known for line in lines for word in _WORD.findall(line) if len(word) > 2)


def _first_author_line(lines: list[str], words: Words) -> int:
    """The index of the first author line among the lines of title and authors; their number if there is none.

    The last line holds authors if it reads so, and so do the lines above it that belong to the same list.
    words: those of the abstract, else of the page.
    """
    if len(lines) < 2:
        return len(lines)
    first = len(lines) - 1
    if not _could_be_authors(lines, first, words):
        return len(lines)
    while first > 1 and "," in lines[first - 1] and not _goes_on(lines[first - 2]):
        names = names_in(" ".join(lines[first - 1 :]))
        if share_of_names(names, words) < 0.8 or words.ordinary(lines[first - 1]) > 0.5:
            break
        first -= 1
    return first


def _could_be_authors(lines: list[str], k: int, words: Words) -> bool:
    """Whether line k can hold authors, mostly names or a group's name, and is not the rest of a title."""
    line, above = lines[k], lines[k - 1]
    if _NO_AUTHORS.search(line):
        return True
    names = names_in(line)
    if not names or (_goes_on(above) and (k == 1 or share_of_names(names_in(above), words) < 0.8)):
        return False
    if GROUP.search(names[-1]):
        return True
    share, ordinary = share_of_names(names, words), words.ordinary(" ".join(names))
    if len(names) == 1 and (ordinary > 0.5 or (ordinary == 0.5 and len(line.split()) > _MANY)):
        return False
    if _AND.search(line) and "(" not in line:  # a listing's authors have commas alone, a title's list has its "and"
        return share > 0.8 and not any(map(words.ordinary, names))
    if share > 0.5 or (share == 0.5 and is_written_as_name(names[0])):
        return True
    own = [word for name in names for word in name.split() if word not in PARTICLES]
    unusual = len(names) == 1 or len(names) > _MANY or not ordinary  # single words; names written in other ways
    return (
        unusual
        and own[0][0].isupper()
        and ordinary < 0.5
        and all(_NAME_WORD.fullmatch(word) if word[0].isupper() else not words.knows(word) for word in own)
    )


def _goes_on(line: str) -> bool:
    """Whether a line ends as a title never does: with a comma, a colon, or a word such as "of"."""
    return line.endswith((",", ":", "-", "&")) or line.rpartition(" ")[2] in _FUNCTION_WORDS

"""The versions of a paper as its page lists them: when each came, and what changed in it, word by word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.archive import proofs
from generator.model import Edition, Paper, Version
from generator.pages import addresses, labels
from generator.pages.templating import literal
from generator.text import author_names, changes, markup

_TEXTS = ("title", "comments", "abstract")
_ELEMENTS = {"kept": "", "removed": "del", "added": "ins"}


@dataclass(frozen=True, slots=True)
class Change:
    """What changed in one field: its name, and the words around each change as HTML."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A line of the list of versions."""

    number: int
    address: str  # on arxiv.org; empty if the paper has no arXiv id
    submitted: str  # empty if unknown
    withdrawn: bool
    summary: str  # what changed, in plain words; empty if it is not known
    changes: Sequence[Change]


def lines(paper: Paper, *, abstracts: bool) -> list[VersionLine]:
    """A line for each version, oldest first. `abstracts`: whether those may be shown."""
    told: dict[int, tuple[str, list[Change]]] = {}
    for before, after in zip(paper.editions, paper.editions[1:], strict=False):
        told[after.version] = _compared(before, after, abstracts)
    return [_line(paper, version, *told.get(version.version, ("", []))) for version in paper.versions]


def _line(paper: Paper, version: Version, summary: str, changed: list[Change]) -> VersionLine:
    address = addresses.arxiv("abs", paper.arxiv_id, version.version) if paper.arxiv_id else ""
    return VersionLine(version.version, address, labels.moment(version.submitted), version.withdrawn, summary, changed)


def former_titles(paper: Paper) -> list[str]:
    """The titles it had that the list of versions does not tell, newest first; as received."""
    told = {paper.title, *(edition.title for edition in paper.editions)}
    return [title for title in paper.titles if title not in told]


def _compared(before: Edition, after: Edition, abstracts: bool) -> tuple[str, list[Change]]:
    """What changed between two versions: in a few words, and field by field."""
    compared, changed, found = [], [], []
    for name in _TEXTS:
        one, two = getattr(before, name), getattr(after, name)
        if not one or not two or (name == "abstract" and not abstracts):
            continue
        compared.append(name)
        pieces = changes.of(markup.words(one), markup.words(two))
        if pieces:
            changed.append(name)
            found.append(Change(name, _html(pieces, " ")))
    parts = [f"{proofs.words(changed)} changed"] if changed else []
    if before.authors and after.authors:
        compared.insert(1, "authors")
        one, two = ([markup.plain(name) for name in edition.authors] for edition in (before, after))
        people = changes.of(one, two, author_names.fold)
        if people:
            parts.append(_people(one, two))
            found.append(Change("authors", _html(people, ", ")))
    if not parts and len(compared) > 1:
        parts = [f"no change in {proofs.words(compared)}"]
    if not parts:
        return "", []
    since = f" since v{before.version}" if after.version - before.version > 1 else ""
    return ", ".join(parts) + since, found


def _people(before: Sequence[str], after: Sequence[str]) -> str:
    """How the list of authors changed: `2 authors added, 1 removed`."""
    one, two = set(map(author_names.fold, before)), set(map(author_names.fold, after))
    added, removed = len(two - one), len(one - two)
    if added and removed:
        return f"{labels.count(added, 'author')} added, {labels.number(removed)} removed"
    if added or removed:
        return f"{labels.count(added or removed, 'author')} {'added' if added else 'removed'}"
    return "order of authors changed"


def _html(pieces: Sequence[changes.Piece], joint: str) -> str:
    return joint.join(_piece(piece, joint) for piece in changes.shortened(pieces))


def _piece(piece: changes.Piece, joint: str) -> str:
    words, element = literal(joint.join(piece.words)), _ELEMENTS[piece.kind]
    return f"<{element}>{words}</{element}>" if element else words

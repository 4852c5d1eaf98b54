"""The versions of a paper as its page lists them: when each came, and what changed in it, word by word."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from daybook.coverage import proofs
from daybook.model import Edition, Paper
from daybook.text import author_names, changes, markup
from daybook.text.language import _, ngettext
from daybook.view import addresses, labels

_TEXTS = ("title", "comments", "abstract")
_COMPARED = 6  # the newest versions, each of which is compared with every one before it of these


def lines(paper: Paper, *, abstracts: bool) -> list[str]:
    """A line of Markdown for each version, newest first. `abstracts`: whether those may be shown."""
    summaries = {after.version: summary(before, after, abstracts) for before, after in pairwise(paper.editions)}
    shown = []
    for version in reversed(paper.versions):
        name = f"v{version.version}"
        link = markup.link(name, addresses.arxiv("abs", paper.arxiv_id, version.version)) if paper.arxiv_id else name
        parts = (link, labels.moment(version.submitted), _("withdrawn") if version.withdrawn else "")
        said = summaries.get(version.version, "")
        shown.append(", ".join(filter(None, parts)) + (f": {said}" if said else ""))
    return shown


def compared(paper: Paper, *, abstracts: bool) -> list[dict[str, object]]:
    """Each of the newest versions beside every earlier one of them, newest first, those next to each other first: their
    numbers, what changed in few words, and field by field the pieces that were kept, removed and added."""
    held = paper.editions[-_COMPARED:]
    pairs = [(before, after) for place, after in enumerate(held) for before in reversed(held[:place])]
    return [
        {"from": before.version, "to": after.version, "said": summary(before, after, abstracts), "fields": fields}
        for before, after in reversed(pairs)
        if (fields := _fields(before, after, abstracts))
    ]


def former_titles(paper: Paper) -> list[str]:
    """The titles it had that the list of versions does not tell, newest first; as received."""
    told = {paper.title, *(edition.title for edition in paper.editions)}
    return [title for title in paper.titles if title not in told]


def changed(paper: Paper, version: int | None, *, abstracts: bool) -> str:
    """What changed in a version since the one held before it: `abstract and authors`; empty if that is not known."""
    after = next((place for place, edition in enumerate(paper.editions) if edition.version == version), 0)
    if not after:
        return ""
    one, two = paper.editions[after - 1], paper.editions[after]
    names = [
        name
        for name in _known(one, two, abstracts)
        if markup.words(getattr(one, name)) != markup.words(getattr(two, name))
    ]
    if (
        one.authors
        and two.authors
        and list(map(author_names.fold, one.authors)) != list(map(author_names.fold, two.authors))
    ):
        names.append("authors")
    return proofs.words(map(labels.field, names))


def _known(before: Edition, after: Edition, abstracts: bool) -> list[str]:
    """The fields that both versions have."""
    both = (name for name in _TEXTS if getattr(before, name) and getattr(after, name))
    return [name for name in both if name != "abstract" or abstracts]


def summary(before: Edition, after: Edition, abstracts: bool) -> str:
    """What changed between two versions, in a few words; empty if too little is known."""
    known, skipped = _known(before, after, abstracts), after.version - before.version > 1
    texts = [name for name in known if _pieces(before, after, name)]
    parts = [_("{fields} changed", fields=proofs.words(map(labels.field, texts)))] if texts else []
    if before.authors and after.authors:
        known.insert(1, "authors")
        one, two = ([markup.plain(name) for name in edition.authors] for edition in (before, after))
        parts += [_people(one, two)] if changes.of(one, two, author_names.fold) else []
    if not parts and len(known) > 1:
        parts = [_("no change in {fields}", fields=proofs.words(map(labels.field, known)))]
    said = ", ".join(parts)
    return _("{what} since v{number}", what=said, number=before.version) if said and skipped else said


def _fields(before: Edition, after: Edition, abstracts: bool) -> list[tuple[str, list[tuple[str, str]]]]:
    """(field, its pieces as (kind, words)) of each field that changed."""
    found = []
    for name in _known(before, after, abstracts):
        pieces = _pieces(before, after, name)
        found += [(labels.field(name), _shown(pieces, " "))] if pieces else []
    if before.authors and after.authors:
        one, two = ([markup.plain(name) for name in edition.authors] for edition in (before, after))
        people = changes.of(one, two, author_names.fold)
        found += [(labels.field("authors"), _shown(people, ", "))] if people else []
    return found


def _pieces(before: Edition, after: Edition, name: str) -> list[changes.Piece]:
    return changes.of(markup.words(getattr(before, name)), markup.words(getattr(after, name)))


def _shown(pieces: Sequence[changes.Piece], joint: str) -> list[tuple[str, str]]:
    shortened = changes.shortened(pieces)
    last = len(shortened) - 1
    return [
        (piece.kind, markup.clean(joint.join(piece.words)) + (joint if place < last else ""))
        for place, piece in enumerate(shortened)
    ]


def _people(before: Sequence[str], after: Sequence[str]) -> str:
    """How the list of authors changed: `2 authors added, 1 removed`."""
    one, two = set(map(author_names.fold, before)), set(map(author_names.fold, after))
    added, removed = len(two - one), len(one - two)
    if added and removed:
        some = ngettext("{n} author added", "{n} authors added", added)
        return _("{added}, {n} removed", added=some, n=labels.number(removed))
    if added:
        return ngettext("{n} author added", "{n} authors added", added)
    return ngettext("{n} author removed", "{n} authors removed", removed) if removed else _("order of authors changed")

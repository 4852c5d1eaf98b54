"""An archive's papers as a plain scan reads them, and the engine over the index that `daybook search` keeps of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from generator.commands import search
from generator.commands.search import script
from generator.context import Context
from generator.model import Archive, Paper, identifiers
from generator.search.engine import Engine
from generator.text.markup import plain
from tests.search import terms
from tests.search.terms import Record

CODE = "Code available"
TYPES = ("new", "cross", "replace", "replace-cross")
SIGNS = "\"'“”‘’()[]{}<>.,;:!?*-–—…"


@dataclass(frozen=True)
class Described(Record):
    """A paper of an archive, with texts that invented ones lack."""

    headline: str = ""
    journal: str = ""

    def fields(self) -> list[list[set[str]]]:
        """Those of every record, headline and journal reference."""
        return [*Record.fields(self), terms.places(self.headline), terms.places(self.journal)]


class Collection:
    """The published papers of an archive, oldest first, and the engine over their index."""

    def __init__(self, folder: Path) -> None:
        """Brings the index up to date first, as the command does."""
        context = Context(folder, quiet=True)
        index = search._index(context)
        self._load: Callable[[str], bytes] = lambda name: (index / f"{name}.js").read_bytes()
        self.archive = context.fold(published=True, keep=False)
        settings = context.settings()
        shows = {source for source in self._sources() if settings.rule(source).publish}
        papers = sorted(self.archive.papers.values(), key=lambda paper: (paper.first_seen, paper.key))
        self.records: list[Record] = [record(self.archive, paper, shows) for paper in papers]

    def _sources(self) -> set[str]:
        return {source for paper in self.archive.papers.values() for _, source in paper.provenance}

    def engine(self) -> Engine:
        return Engine(script(), self._load)


def record(archive: Archive, paper: Paper, shows: set[str]) -> Record:
    """A paper as the tests' own scan reads it."""
    card = archive.own_cards.get(paper.key)
    badges = [badge.name for badge in card.badges] if card else []
    source = dict(paper.provenance).get("abstract")
    themes = {theme.slug for theme in archive.themes}
    dois = {doi for text in (paper.doi, *paper.other_dois) for doi in identifiers.dois(text)}
    return Described(
        title=plain(paper.title),
        authors=tuple(dict.fromkeys(plain(author.name) for author in paper.authors)),
        headline=card.headline if card and card.headline != " ".join(plain(paper.title).split()) else "",
        gist=card.line if card else "",
        abstract=plain(paper.abstract or "") if source is None or source in shows else "",
        notes=plain(paper.comments or ""),
        journal=plain(paper.journal_ref or ""),
        date=paper.first_seen.isoformat(),
        key=paper.key,
        ids=tuple(filter(None, (paper.arxiv_id, *sorted(doi for doi in dois if not identifiers.id_of(doi))))),
        category=tuple(dict.fromkeys(paper.categories)),
        theme=tuple(theme for theme in paper.themes if theme in themes),
        type=tuple(kind for kind in TYPES if any(sighting.type == kind for sighting in paper.sightings)),
        code=("yes",) if CODE in badges else (),
        withdrawn=("yes",) if paper.withdrawn else (),
        badge=tuple(dict.fromkeys(badge for badge in badges if badge != CODE)),
    )


def surfaces(text: str) -> list[str]:
    """A text's words as they are written, with accents and hyphens, without signs around them."""
    return [word for chunk in text.split() if (word := chunk.strip(SIGNS)) and terms.chains(word)]

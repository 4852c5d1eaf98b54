"""What other programs are told of a paper: its columns, their types and what they mean.

All formats come from this list (exports/tables.py; exports/api.py for schemas and the data package), and other
archives' papers are read by it (sources/other_archive.py): a new column is a line here, and its name in those tables
that are to have it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from daybook.model.listing import EntryType
from daybook.model.paper import Card, Quote

NEEDED, LEFT_OUT = object(), object()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, or a field of an object."""

    name: str
    type: str
    """`text` as received; `plain`: in plain Unicode; `number`, `flag`, `day` (US Eastern), `time` (UTC, to the second),
    `row`: an object of `columns`; with `?` behind it where it may be null, with `*` for a list."""
    meaning: str
    get: Callable[[Any], object] | None = None  # takes it from what a row is about; None: the attribute of this name
    columns: tuple[Column, ...] = ()
    item: str = ""  # what an object of a list is
    choices: tuple[object, ...] = ()  # all values that it may have
    least: int | None = None
    unique: bool = False  # whether no item stands in a list twice
    left_out: bool = False  # whether it is left out where its value is LEFT_OUT
    absent: object = None
    """What a line without it says, where another archive is read: NEEDED: it cannot be read; None: as its type has it,
    null, an empty list, or no."""
    derived: bool = False  # whether each archive works it out for itself, so that it is not read back

    @property
    def base(self) -> str:
        """The type of a value that is there."""
        return self.type.rstrip("?*")

    @property
    def many(self) -> bool:
        """Whether it is a list."""
        return self.type.endswith("*")

    @property
    def optional(self) -> bool:
        """Whether it may be null."""
        return self.type.endswith("?")


def _quote(name: str) -> Callable[[Card], tuple[Card, Quote] | None]:
    return lambda card: (card, getattr(card, name)) if getattr(card, name) else None


VERSION = (
    Column("version", "number", "Its number", least=1),
    Column("submitted", "time?", "When it was submitted, in UTC; null: not known"),
    Column("title", "plain?", "Its title, in plain Unicode; null: not known"),
)
SIGHTING = (
    Column("date", "day", "Date, US Eastern"),
    Column("source", "text", "Source that says so"),
    Column("type", "text", "Announce type; harvest: metadata alone; card, report: another site's words",
           choices=get_args(EntryType)),
    Column("category", "text?", "Code of the category whose listing had it"),
    Column("version", "number?", "Version announced; null: not stated", least=1),
)  # fmt: skip
QUOTE = (
    Column("text", "text",
           "The sentence, with a capital and without words that only lead to it; … where more of it follows",
           lambda quoted: quoted[1].text),
    Column("version", "number?",
           "The version whose abstract it stands in; null: the only one that is held, or not known",
           lambda quoted: quoted[0].version, least=1),
    Column("start", "number", "Where it begins in that abstract in plain Unicode, in characters",
           lambda quoted: quoted[1].start, least=0),
    Column("end", "number", "Where it ends there", lambda quoted: quoted[1].end, least=0),
)  # fmt: skip
CARD = (
    Column("source", "text", "Who wrote it"),
    Column("headline", "text", "Its headline"),
    Column("gist", "text?",
           "The line that lists show: what somebody wrote, else the sentence of `result` or of `what`",
           lambda card: card.line or None),
    Column("result", "row?",
           "The sentence of the abstract that says what was found, verbatim; null: none was found or is shown",
           _quote("result"), QUOTE, derived=True),
    Column("what", "row?",
           "The sentence of the abstract that says what was done, verbatim; null: none was found or is shown",
           _quote("what"), QUOTE, derived=True),
    Column("figures", "text*", "Numerical results that a person or another source gives", derived=True),
    Column("badge", "text?",
           "A kind of paper or material, such as `Code available`; several are separated by `; `",
           lambda card: card.badge or "; ".join(badge.name for badge in card.badges) or None),
    Column("by", "text?",
           "Of the archive's own: the person who wrote it or the language model that chose its sentences; null: the"
           " archive's rules", derived=True),
    Column("date", "day?", "When it was published; null for the archive's own"),
)  # fmt: skip
PAPER = (
    Column("key", "text",
           "The paper's key: its arXiv id without the slash, else words of its title and a hash. It never changes."),
    Column("arxiv_id", "text?", "arXiv id without version: 2603.00356, hep-th/9901001; null: none is known"),
    Column("version", "number?", "The highest version that a source states; null: none states one", least=1,
           derived=True),
    Column("title", "plain", "Newest title, in plain Unicode"),
    Column("titles", "plain*", "All its titles, newest first"),
    Column("authors", "plain*", "Names in order, in plain Unicode",
           lambda paper: [author.name for author in paper.authors]),
    Column("authors_complete", "flag",
           "Whether the list of authors is whole: some sources print the first hundred only", absent=True),
    Column("abstract", "text?", "As received: it may hold TeX; an empty line stands between paragraphs"),
    Column("primary_category", "text?", "Code of the primary category", derived=True),
    Column("categories", "text*", "Codes of its categories, primary first"),
    Column("comments", "plain?", "Comments of the authors, in plain Unicode"),
    Column("journal_ref", "plain?", "Journal reference, in plain Unicode"),
    Column("doi", "text?", "DOI of a journal or proceedings, else of a preprint"),
    Column("other_dois", "text*", "Further DOIs that sources state, in lower case"),
    Column("submitted", "time?",
           "When version 1 was submitted, in UTC; midnight may stand for a day without a time"),
    Column("updated", "time?", "When the newest version was submitted, in UTC"),
    Column("withdrawn", "flag", "Whether it was withdrawn"),
    Column("versions", "row*", "The versions whose numbers are known, oldest first; gaps are normal", None, VERSION,
           "A version"),
    Column("sightings", "row*", "Where and when it was announced or seen, oldest first",
           lambda paper: [each for each in paper.sightings if not each.reconstructed], SIGHTING, "A sighting",
           absent=NEEDED),
    Column("cards", "row*", "What is said in short: the archive's own card (source `daybook`) first", None, CARD,
           "A card"),
    Column("themes", "text*", "Slugs of its themes, best first", derived=True),
    Column("links", "text*", "Web addresses in abstract and comments", derived=True),
)  # fmt: skip

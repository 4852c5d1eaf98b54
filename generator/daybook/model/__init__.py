"""The nouns of Daybook: frozen, typed, no I/O. The words are arXiv's own.

What a document says: Listing of Entry, with Count (what it states of itself) and perhaps a Report.
What the store keeps: Record (an Entry and its source), Statement (a Listing's counts), Attempt (a request).
What the fold makes of it: Paper with Author, Version, Edition, Sighting and Card; Day; Coverage; Archive.

Received text (title, abstract, comments, names ...) is kept as received, with white space normalised: one line, or for
abstracts and reports paragraphs separated by a blank line. It may contain TeX, HTML, anything: only text/ turns it into
something to show. Timestamps are UTC; dates of announcements are US Eastern.
"""

# ruff: isort: skip_file
from daybook.model.archive import (
    Announced, Archive, Basis, Contradiction, Coverage, CoverageState, Day, Digest, Line, Mention, Points, Shared,
    Tally, Theme, ThemeMention, Thread, Touched, Watch, Witness,
)  # fmt: skip
from daybook.model.listing import (
    ANNOUNCED, REPLACED, Attempt, Author, Count, Entry, EntryType, Listing, Outcome, Person, Record, Report, Statement,
    Version,
)  # fmt: skip
from daybook.model.paper import (
    OWN, Badge, Card, Claim, Earlier, Edition, HeldVersion, Outline, Paper, Quote, Scheduled, Sighting, first_seen,
)  # fmt: skip

__all__ = [
    "ANNOUNCED", "OWN", "REPLACED", "Announced", "Archive", "Attempt", "Author", "Badge", "Basis", "Card",
    "Claim", "Contradiction", "Count", "Coverage", "CoverageState", "Day", "Digest", "Earlier", "Edition", "Entry",
    "EntryType", "HeldVersion", "Line", "Listing", "Mention", "Outcome", "Outline", "Paper", "Person", "Points",
    "Quote", "Record", "Report", "Scheduled", "Shared", "Sighting", "Statement", "Tally", "Theme", "ThemeMention",
    "Thread", "Touched", "Version", "Watch", "Witness", "first_seen",
]  # fmt: skip

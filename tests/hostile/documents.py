"""Every format that Daybook reads, and which fields its documents carry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.hostile import feeds, pages
from tests.hostile.payloads import PAYLOADS, Payload
from tests.hostile.planted import Planted


@dataclass(frozen=True, slots=True)
class Format:
    """A format: how its documents are written, and which fields of a paper they carry."""

    name: str
    write: Callable[[list[Planted]], dict[str, str]]  # file name -> text
    prose: tuple[str, ...]  # fields whose text is read as TeX
    bare: tuple[str, ...] = ()  # fields that are shown as they stand
    listed: bool = False  # names stand in a list with commas, which some payloads fall apart in
    without: tuple[str, ...] = ()  # payloads that this format has no way to say

    def holds(self, field: str, payload: Payload) -> bool:
        """Whether the whole payload can stand in a field of this format."""
        return not (self.listed and field == "authors" and payload.name in APART)


APART = ("meta", "link", "image", "entities")
"""In a list of names these lose what is in parentheses, as affiliations do, or are parted at a semicolon."""

_USUAL = ("title", "authors", "abstract")
FORMATS = (
    Format("listing", pages.listing_html, (*_USUAL, "comments", "journal_ref"), ("doi", "report_no")),
    Format("catchup", pages.catchup, (*_USUAL, "comments", "journal_ref"), ("doi", "report_no")),
    Format("rss", feeds.rss, (*_USUAL, "journal_ref"), ("doi", "license", "category"), listed=True),
    Format("atom", feeds.atom, (*_USUAL, "journal_ref"), ("doi", "license", "category"), listed=True),
    Format("rdf", feeds.rdf, _USUAL, listed=True),
    Format("api", feeds.api, (*_USUAL, "comments", "journal_ref"), ("doi",)),
    Format("stripped", pages.stripped, ("title", "abstract", "comments")),
    Format("pasted", pages.listing_text, (*_USUAL, "comments", "journal_ref"), ("doi", "report_no"), listed=True),
    Format("extracted", pages.listing_glued, ("title", "abstract", "comments", "journal_ref")),
    Format("mail", pages.mail, (*_USUAL, "comments", "journal_ref"), ("report_no", "license"), listed=True),
    Format("raw", feeds.oai_raw, (*_USUAL, "comments", "journal_ref"), ("doi", "report_no", "license"), listed=True),
    Format("parts", feeds.oai_parts, (*_USUAL, "comments"), ("license",)),
    Format("dc", feeds.oai_dc, (*_USUAL, "comments", "journal_ref"), ("doi",)),
    Format("snapshot", feeds.snapshot, (*_USUAL, "comments", "journal_ref"), ("doi", "report_no", "license")),
    Format("abs", pages.abs_pages, (*_USUAL, "comments", "journal_ref"), ("report_no", "license")),
    Format("pith", pages.pith, ("title", "headline", "gist", "badge", "abstract")),
    Format("report", pages.reports, ("title", "abstract"), without=("long",)),
    Format("journal", feeds.journal, (*_USUAL, "journal_ref")),
    Format("group", feeds.group, _USUAL),
    Format("dblp", feeds.dblp, ("title", "authors", "journal_ref")),
)


def planted(form: Format) -> list[Planted]:
    """The papers of a format's documents, one a payload."""
    first = 100 * FORMATS.index(form) + 1
    return [
        Planted(form.name, payload, f"2603.{first + place:05d}")
        for place, payload in enumerate(PAYLOADS)
        if payload.name not in form.without
    ]

"""Plain words for pages: moments, announce types, sources, fields, licences."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from urllib.parse import urlsplit

from generator import dates
from generator.archive.days import SCHEDULE
from generator.model import Card, EntryType, Sighting
from generator.sources.registry import SOURCES

_TYPES: dict[EntryType, str] = {
    "new": "New submission",
    "cross": "Cross-list",
    "replace": "Replacement",
    "replace-cross": "Replacement of a cross-list",
    "harvest": "Metadata",
    "card": "Card",
    "report": "Report",
}
_SOURCES = {source.name: source.label for source in SOURCES} | {SCHEDULE: "arXiv's announcement schedule"}
_FIELDS = {
    "arxiv_id": "arXiv id",
    "journal_ref": "journal reference",
    "doi": "DOI",
    "report_no": "report number",
    "msc_class": "MSC classes",
    "acm_class": "ACM classes",
    "license": "licence",
    "url": "address",
}
_LICENSES = {
    "arxiv.org/licenses/nonexclusive-distrib": "arXiv.org non-exclusive licence to distribute",
    "arxiv.org/licenses/assumed-1991-2003": "Licence assumed for e-prints of 1991 to 2003",
    "creativecommons.org/publicdomain/zero": "CC0",
    "creativecommons.org/licenses/publicdomain": "Public domain",
}
_CODE_HOSTS = ("github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "huggingface.co", "zenodo.org")


def moment(value: dt.datetime | None) -> str:
    """A timestamp, UTC: `3 March 2026, 17:04 UTC`; midnight stands for a day without a time; empty if unknown."""
    if value is None:
        return ""
    return dates.date(value) if value.time() == dt.time() else f"{dates.date(value)}, {value:%H:%M} UTC"


def number(value: int) -> str:
    """A number with commas: `28,838`."""
    return f"{value:,}"


def count(value: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 paper`, `28,838 papers`."""
    return f"{number(value)} {one if value == 1 else many or one + 's'}"


def announce_type(value: EntryType) -> str:
    """An announce type in words."""
    return _TYPES[value]


def source(name: str) -> str:
    """A source in words; a name that is not registered (a host, a name from archive.yml) as it is."""
    return _SOURCES.get(name, name)


def field(name: str) -> str:
    """A field of a paper in words."""
    return _FIELDS.get(name, name.replace("_", " "))


def license_name(address: str) -> str:
    """The name of a licence by its address: `CC BY 4.0`; the address itself if it is unknown."""
    parts = urlsplit(address)
    path = (parts.netloc.removeprefix("www.") + parts.path).strip("/")
    for known, name in _LICENSES.items():
        if path.startswith(known):
            return " ".join([name, *path[len(known) :].strip("/").split("/")]).strip()
    if path.startswith("creativecommons.org/licenses/"):
        kind, _, version = path.removeprefix("creativecommons.org/licenses/").partition("/")
        return f"CC {kind.upper()} {version}".strip()
    return address


def is_code(address: str) -> bool:
    """Whether an address leads to a host of code or data."""
    host = urlsplit(address).netloc.lower().removeprefix("www.")
    return host in _CODE_HOSTS or host.endswith((".github.io", ".gitlab.io"))


def credit(card: Card) -> str:
    """Who chose or wrote what is shown of the archive's own card; empty where its rules quote the abstract.

    `card`: without a headline where that is the paper's title.
    """
    if not card.machine:
        return f"By {card.by}." if card.by else ""
    told = (("Sentences chosen", card.quotes), ("Headline written", card.headline))
    return " ".join(f"{what} by the language model {card.by}." for what, there in told if there)


def seen(sighting: Sighting) -> str:
    """What a sighting was, in words: `New submission in cs.DC, v1 (arXiv feed)`."""
    where = f" in {sighting.category}" if sighting.category else ""
    version = f", v{sighting.version}" if sighting.version else ""
    remarks = [] if sighting.reconstructed and sighting.source == SCHEDULE else [source(sighting.source)]
    remarks += ["reconstructed"] if sighting.reconstructed else []
    return f"{announce_type(sighting.type)}{where}{version} ({', '.join(remarks)})"


def unpublished(numbers: Mapping[str, int], noun: str) -> str:
    """A line on what is stored and not shown on pages. numbers: how many, by the name of the source in archive.yml."""
    return (
        f"{sum(numbers.values()):,} {noun} not shown on pages, as archive.yml does not publish their source"
        f" ({', '.join(sorted(numbers))}); to show them, set `publish: true` for it"
    )

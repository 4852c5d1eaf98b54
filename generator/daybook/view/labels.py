"""Plain words for pages: moments, announce types, sources, fields, licences."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from urllib.parse import urlsplit

from daybook.fold.days import SCHEDULE
from daybook.model import Card, EntryType, Sighting
from daybook.sources.registry import SOURCES
from daybook.text import dates
from daybook.text.language import N_, _, ngettext
from daybook.text.language import number as number

_TYPES: dict[EntryType, str] = {
    "new": N_("New submission"),
    "cross": N_("Cross-list"),
    "replace": N_("Replacement"),
    "replace-cross": N_("Replacement of a cross-list"),
    "harvest": N_("Metadata"),
    "card": N_("Card"),
    "report": N_("Report"),
}
_SOURCES = {source.name: source.label for source in SOURCES} | {SCHEDULE: N_("arXiv's announcement schedule")}
_FIELDS = {
    "title": N_("title"),
    "authors": N_("authors"),
    "abstract": N_("abstract"),
    "categories": N_("categories"),
    "comments": N_("comments"),
    "journal_ref": N_("journal reference"),
    "doi": N_("DOI"),
    "report_no": N_("report number"),
    "msc_class": N_("MSC classes"),
    "acm_class": N_("ACM classes"),
    "license": N_("licence"),
    "formats": N_("formats"),
    "url": N_("address"),
}
_LICENSES = {
    "arxiv.org/licenses/nonexclusive-distrib": N_("arXiv.org non-exclusive licence to distribute"),
    "arxiv.org/licenses/assumed-1991-2003": N_("Licence assumed for e-prints of 1991 to 2003"),
    "creativecommons.org/publicdomain/zero": "CC0",
    "creativecommons.org/licenses/publicdomain": N_("Public domain"),
}
_CODE_HOSTS = ("github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "huggingface.co", "zenodo.org")


def moment(value: dt.datetime | None) -> str:
    """A timestamp, UTC: `3 March 2026, 17:04 UTC`; midnight stands for a day without a time; empty if unknown."""
    if value is None:
        return ""
    return dates.date(value) if value.time() == dt.time() else f"{dates.date(value)}, {value:%H:%M} UTC"


def count(value: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 paper`, `28,838 papers`."""
    return ngettext(f"{{n}} {one}", f"{{n}} {many or one + 's'}", value)


def announce_type(value: EntryType) -> str:
    """An announce type in words."""
    return _(_TYPES[value])


def source(name: str) -> str:
    """A source in words; a name that is not registered (a host, a name from archive.yml) as it is."""
    return _(_SOURCES.get(name, name))


def field(name: str) -> str:
    """A field of a paper in words."""
    return _(_FIELDS.get(name, name))


def license_name(address: str) -> str:
    """The name of a licence by its address: `CC BY 4.0`; the address itself if it is unknown."""
    parts = urlsplit(address)
    path = (parts.netloc.removeprefix("www.") + parts.path).strip("/")
    for known, name in _LICENSES.items():
        if path.startswith(known):
            return " ".join([_(name), *path[len(known) :].strip("/").split("/")]).strip()
    if path.startswith("creativecommons.org/licenses/"):
        kind, _bar, version = path.removeprefix("creativecommons.org/licenses/").partition("/")
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
        return _("By {name}.", name=card.by) if card.by else ""
    told = (
        (N_("Sentences chosen by the language model {name}."), card.quotes),
        (N_("Headline written by the language model {name}."), card.headline),
    )
    return " ".join(_(what, name=card.by) for what, there in told if there)


def seen(sighting: Sighting) -> str:
    """What a sighting was, in words: `New submission in cs.DC, v1 (arXiv feed)`."""
    what, category = announce_type(sighting.type), sighting.category
    what = _("{what} in {category}", what=what, category=category) if category else what
    version = f", v{sighting.version}" if sighting.version else ""
    remarks = [] if sighting.reconstructed and sighting.source == SCHEDULE else [source(sighting.source)]
    remarks += [_("reconstructed")] if sighting.reconstructed else []
    return f"{what}{version} ({', '.join(remarks)})"


def unpublished(numbers: Mapping[str, int], noun: str) -> str:
    """A line on what is stored and not shown on pages. numbers: how many, by the name of the source in archive.yml."""
    return (
        f"{sum(numbers.values()):,} {noun} not shown on pages, as archive.yml does not publish their source"
        f" ({', '.join(sorted(numbers))}); to show them, set `publish: true` for it"
    )

"""Plain words for pages: moments, announce types, sources, fields, licences; and a day in words, with its seal."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple
from urllib.parse import urlsplit

from daybook.coverage import proofs
from daybook.fold.announced import SCHEDULE
from daybook.model import REPLACED, Card, Claim, Coverage, CoverageState, Day, EntryType, Sighting
from daybook.runtime import terminal
from daybook.sources.registry import ORIGIN, SOURCES
from daybook.text import language, markup
from daybook.text.language import N_, _, ngettext
from daybook.text.language import number as number


class Words(NamedTuple):
    """What pages and schemas call an announce type."""

    one: str  # by itself: "Cross-list"
    several: str = ""  # as a heading: "Cross-lists"; empty: it has none
    within: str = ""  # within a line: "cross-list"; empty: it goes without saying


TYPES: Mapping[EntryType, Words] = {
    "new": Words(N_("New submission"), N_("New submissions")),
    "cross": Words(N_("Cross-list"), N_("Cross-lists"), N_("cross-list")),
    "replace": Words(N_("Replacement"), N_("Replacements"), N_("replacement")),
    "replace-cross": Words(
        N_("Replacement of a cross-list"), "Replacements of cross-lists", N_("replacement of a cross-list")
    ),
    "harvest": Words(N_("Metadata")),
    "card": Words(N_("Card")),
    "report": Words(N_("Report")),
}
_SOURCES = {source.name: source.label for source in SOURCES} | {SCHEDULE: N_("arXiv's announcement schedule")}
_FIELDS = {
    "title": N_("title"), "authors": N_("authors"), "abstract": N_("abstract"), "categories": N_("categories"),
    "comments": N_("comments"), "journal_ref": N_("journal reference"), "doi": N_("DOI"),
    "report_no": N_("report number"), "msc_class": N_("MSC classes"), "acm_class": N_("ACM classes"),
    "license": N_("licence"), "formats": N_("formats"), "url": N_("address"),
}  # fmt: skip
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
    return language.date(value) if value.time() == dt.time() else f"{language.date(value)}, {value:%H:%M} UTC"


def count(value: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 paper`, `28,838 papers`."""
    return ngettext(f"{{n}} {one}", f"{{n}} {many or one + 's'}", value)


def announce_type(value: EntryType) -> str:
    """An announce type in words."""
    return _(TYPES[value].one)


def source(name: str, told_by: str = "") -> str:
    """A source in words; a name that is not registered (a host, a name from archive.yml) as it is. `told_by`: as
    `registry.teller` has it."""
    known = _(_SOURCES.get(name, name))
    return f"{known}, {as_told(told_by)}" if told_by else known


def as_told(archives: str) -> str:
    """By whom something is told, as `registry.teller` has it; empty for nobody."""
    return _("according to {archive}", archive=teller(archives)) if archives else ""


def teller(archives: str) -> str:
    """Who tells, as `registry.teller` has it, in words: `b.example, which has it from c.example`."""
    names = [_("another archive") if name == ORIGIN else name for name in archives.split(",")]
    return reduce(lambda after, before: _("{archive}, which has it from {before}", archive=after, before=before), names)


def says(archives: str, what: str) -> str:
    """A sentence on what other archives tell, as `registry.teller` has them: `example.org says that …`."""
    return _("{archive} says that {what}", archive=f"{teller(archives)}{',' * (',' in archives)}", what=what)


def claims(told: Claim) -> list[str]:
    """What another archive tells of a paper's versions, a sentence each: `example.org says that it was withdrawn`."""
    parts = [_("it was withdrawn")] if told.withdrawn else []
    parts += [_("there is a version {number}", number=told.version)] if told.version else []
    parts += [_("its title was “{title}”", title=markup.plain(title)) for title in told.titles]
    denied = _("arXiv did not say so on {date}", date=language.date(told.denied)) if told.denied else ""
    return ["; ".join(filter(None, (says(told.teller, part), "" if told.unheard else denied))) for part in parts]


def field(name: str) -> str:
    """A field of a paper in words."""
    return _(_FIELDS.get(name, name))


def license_name(address: str) -> str:
    """The name of a licence by its address: `CC BY 4.0`; the address itself if it is unknown."""
    path = re.split("[?#]", address.partition("//")[2])[0].removeprefix("www.").strip("/")
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
    remarks = (
        [] if sighting.reconstructed and sighting.source == SCHEDULE else [source(sighting.source, sighting.teller)]
    )
    remarks += [_("reconstructed")] if sighting.reconstructed else []
    return f"{what}{version} ({', '.join(remarks)})"


def unpublished(numbers: Mapping[str, int], one: str, many: str = "") -> str:
    """A line on what is stored and not shown on pages. numbers: how many, by the name of the source in archive.yml."""
    number = terminal.count(sum(numbers.values()), one, many)
    return (
        f"{number} not shown on pages, as archive.yml does not publish their source"
        f" ({', '.join(sorted(numbers))}); to show them, set `publish: true` for it"
    )


SECTIONS: tuple[tuple[str, str, tuple[EntryType, ...]], ...] = (
    ("new", TYPES["new"].several, ("new",)),
    ("cross", TYPES["cross"].several, ("cross",)),
    ("replace", TYPES["replace"].several, REPLACED),
    ("seen", N_("First seen elsewhere"), ("card", "report", "harvest")),
)
"""(name, heading, types) of the sections of arXiv's page of a day, in its order, and of what it did not announce."""
LONE = "lone"  # marks days that are complete by one witness alone
MARKS = {
    "complete": (
        N_("Complete"),
        N_("every paper is here by arXiv's own totals; a second witness agrees, or a person saved the page"),
    ),
    LONE: (
        N_("Complete, one witness"),
        N_("every paper is here by arXiv's own totals; no second witness has confirmed it yet"),
    ),
    "quiet": (N_("Quiet"), N_("nothing was announced: a weekend, a holiday, or an empty listing")),
    "partial": (N_("Partial"), N_("fewer papers are here than arXiv states, or nothing states how many there were")),
    "contradicted": (
        N_("Contradicted"),
        N_("every paper of arXiv's listing is here, but another service has other papers, words or sections"),
    ),
    "stale": (N_("Stale"), N_("arXiv still showed an older announcement on this date")),
    "missing": (N_("Missing"), N_("an announcement was due and was asked for, but none of it is here")),
    "unasked": (N_("Not collected"), N_("an announcement was due, but was neither asked for nor saved")),
    "reconstructed": (N_("Reconstructed"), N_("no listing was seen; worked out from the times of submission")),
}
"""What marks a category's day, its state or LONE: its name and what it means, as squares show them in this order."""
WORST = ("quiet", "complete", LONE, "reconstructed", "unasked", "partial", "contradicted", "stale", "missing")
"""The states as a day's seal weighs them: the last one of its categories' wins."""


@dataclass(frozen=True, slots=True)
class Seal:
    """The coverage of a day's announcement in all categories together."""

    state: CoverageState  # the worst of those that were collected, if there are any
    held: int  # entries of all categories; a paper that several list is an entry of each
    stated: int | None  # by arXiv; None: for a category at least, nothing states it
    unasked: int  # further categories that were not collected
    lone: bool = False  # it is complete, in a category at least by one witness alone
    disputed: int = 0  # entries of which witnesses contradict each other

    @classmethod
    def of(cls, days: Sequence[Coverage]) -> Seal:
        """The seal of a day's categories, one at least."""
        asked = [day for day in days if day.state != "unasked"] or days
        stated = [0 if day.state == "quiet" else day.total for day in asked]
        state = max((day.state for day in asked), key=WORST.index)
        return cls(
            state=state,
            held=sum(day.stored for day in asked),
            stated=None if None in stated else sum(total or 0 for total in stated),
            unasked=len(days) - len(asked),
            lone=state == "complete" and any(mark_of(day) == LONE for day in asked),
            disputed=sum(len({name for said in day.contradictions for name in said.ids}) for day in asked),
        )

    @property
    def mark(self) -> str:
        """The worst of all categories: a day is not complete where one of them was not collected."""
        own = LONE if self.lone else self.state
        return max(own, "unasked", key=WORST.index) if self.unasked else own

    @property
    def judged(self) -> CoverageState:
        """The worst state of all categories, whoever proves it."""
        return "unasked" if self.mark == "unasked" else self.state

    @property
    def plain(self) -> str:
        """What a reader wants to know of a day: `whole`, `lacking`, `contradicted`, or `unknown`: nobody can tell."""
        if self.mark in ("complete", LONE, "quiet"):
            return "whole"
        if self.mark == "contradicted":
            return "contradicted"
        untold = self.mark == "partial" and not self.stated
        return "unknown" if untold or self.mark in ("reconstructed", "unasked") else "lacking"

    @property
    def text(self) -> str:
        """In words: `Complete: 31 of 31`, `Quiet`, `Contradicted: 2 papers disputed`,
        `Partial: 12 held, total unknown; 1 category not collected`."""
        said = []
        # Where witnesses differ, a page's own numbers would look like a proof.
        if self.state != "contradicted" and (self.stated or self.held):
            held, stated = number(self.held), self.stated
            known = _("{n} held, total unknown", n=held)
            said.append(known if stated is None else _("{n} of {all}", n=held, all=number(stated)))
        if self.disputed:
            said.append(ngettext("{n} paper disputed", "{n} papers disputed", self.disputed))
        text = ": ".join(filter(None, (_(MARKS[LONE if self.lone else self.state][0]), ", ".join(said))))
        return f"{text}; {self._more}" if self.unasked else text

    @property
    def _more(self) -> str:
        return ngettext("{n} category not collected", "{n} categories not collected", self.unasked)

    @property
    def name(self) -> str:
        """The state alone, in the same word; of a day whose other categories are sound, which were not collected."""
        return self._more if self.judged != self.state else _(MARKS[self.state][0])

    @property
    def facts(self) -> dict[str, str]:
        """What layouts show of it."""
        return {"state": self.plain, "name": self.name, "text": self.text}


def mark_of(day: Coverage) -> str:
    """What marks a category's day: its state, or LONE."""
    return LONE if day.lone and day.state == "complete" else day.state


def counts(day: Day, *, short: bool = False) -> list[tuple[int, str]]:
    """(number, noun) for what was announced, and for what was only seen: `(19, "new submissions")`; short: `new`. What
    only another archive tells is counted apart: `(1, "new (according to example.org)")`."""
    return [
        (size, f"{_noun(name, size, short)} ({as_told(told_by)})" if told_by else _noun(name, size, short))
        for told_by in sorted({item.teller for item in day.papers})
        for name, size in sizes(day, told_by).items()
    ]


def _noun(section: str, size: int, short: bool) -> str:
    if section == "seen":
        return ngettext("paper seen elsewhere", "papers seen elsewhere", size)
    if section == "new" and not short:
        return ngettext("new submission", "new submissions", size)
    return proofs.noun(section, size)


def sizes(day: Day, told_by: str = "") -> dict[str, int]:
    """How many papers of a day stand in each section that has some: what only these archives tell, else the rest."""
    found = {name: sum(item.teller == told_by for item in day.of_type(*types)) for name, _heading, types in SECTIONS}
    return {name: size for name, size in found.items() if size}


def counted(day: Day, *, short: bool = False) -> str:
    """What was announced on a day, in words: `19 new submissions, 2 cross-lists`; empty for nothing."""
    return ", ".join(f"{number(size)} {noun}" for size, noun in counts(day, short=short))

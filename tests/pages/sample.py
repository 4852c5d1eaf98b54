"""A small archive, all of it invented, that has one of everything a page can show."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import msgspec
import yaml
from daybook.config import BuildOptions, Settings, SourceRule
from daybook.model import (
    OWN,
    Announced,
    Archive,
    Author,
    Badge,
    Card,
    Count,
    Coverage,
    CoverageState,
    Day,
    Edition,
    Paper,
    Person,
    Quote,
    Report,
    Sighting,
    Statement,
    Tally,
    Theme,
    Version,
    Watch,
)
from daybook.pages import Draft, Page, Texts, View, drafts
from daybook.site import own
from daybook.site.layouts import Layouts
from daybook.site.sandbox import sandboxed
from daybook.text.markup import plain
from daybook.view.archive_view import Note
from mkdocs.config import load_config

from tests.conftest import ROOT

SETTINGS = Settings(
    title="Tides & Schedules",
    categories=("cs.DC",),
    description="What is announced in distributed computing, day by day.",
    contact="keeper@example.org",
    notice="All papers here are samples.",
    repository="https://example.org/tides",
    sources={"harbour": SourceRule(publish=True), "The Lighthouse": SourceRule(publish=True), "quay": SourceRule()},
)
TEXTS = Texts(
    introduction="Papers about *waiting* and what may be done meanwhile. See the [guide](guide/index.md).",
    about="Kept by a reading group at the sea.",
    pages={"list": Note("# Our list\n\n!!! tip\n    Begin with [this](2603.01234).", "Our list", dt.date(2026, 3, 5))},
    notes={"2603.00356": Note("Read on a Thursday, with [the other](2603.01234).", "2603.00356", dt.date(2026, 3, 6))},
)


def render(archive: Archive, settings: Settings = SETTINGS, texts: Texts = TEXTS) -> list[Page]:
    return [draft.make() for draft in drafted(archive, settings, texts)]


def drafted(archive: Archive, settings: Settings = SETTINGS, texts: Texts = TEXTS) -> Iterator[Draft]:
    """The drafts of these, without notes on papers that it does not hold."""
    notes = {key: note for key, note in texts.notes.items() if key in archive.papers}
    return drafts(archive, settings, replace(texts, notes=notes))


def page(path: str, archive: Archive | None = None, settings: Settings = SETTINGS, texts: Texts = TEXTS) -> Page:
    """A page of an archive, else of the sample."""
    return next(draft for draft in drafted(archive or ARCHIVE, settings, texts) if draft.path == path).make()


def again(one: Archive, other: Archive) -> set[str]:
    """The pages that are made again, but for those that always are; among them are all that say something else."""
    before, after = ({draft.path: draft.depends for draft in drafted(each)} for each in (one, other))
    pages, others = ({page.path: page for page in render(each)} for each in (one, other))
    found = {path for path, depends in after.items() if depends and depends != before.get(path)}
    assert {path for path in others if pages.get(path) != others[path] and after[path]} <= found
    return found


def layouts(facts: Callable[[str], Mapping[str, object]], archive: Path | None = None) -> Layouts:
    """The site's own layouts, of pages with these facts; those of the archive in a folder first."""
    config = load_config(str(ROOT / "mkdocs.yml"), docs_dir=str(ROOT / "overrides"))
    ours = list(config.theme.dirs)
    config.theme.dirs[:0] = [str(archive / "overrides")] if archive else []
    theirs, options = own.of(archive, SETTINGS) if archive else None, BuildOptions()
    return Layouts(sandboxed(config.theme.get_env(), ours), config, SETTINGS, None, facts, options, theirs)  # type: ignore[arg-type]


def utc(year: int, month: int, day: int, hour: int = 9) -> dt.datetime:
    return dt.datetime(year, month, day, hour, 30, tzinfo=dt.UTC)


_WRITTEN = yaml.safe_load((Path(__file__).parent / "sample.yml").read_text(encoding="utf-8"))
PAPERS = msgspec.convert(_WRITTEN["papers"], tuple[Paper, ...])
FULL, WITHDRAWN, NO_ID, NEW, CROSS, OLD = PAPERS
DAYS = msgspec.convert(_WRITTEN["days"], tuple[Day, ...])

THEMES = (
    Theme(slug="scheduling", name="Scheduling & waiting", definition="Who waits when, and for what: up to $n$ tides."),
    Theme(slug="ai-and-tides", name="AI <and> tides", definition="Models that wait."),
    Theme(slug="empty", name="Nothing yet", definition="No paper has it."),
)


def statement(date: dt.date, *counts: Count, quiet: bool = False) -> Statement:
    said = {"source": "arxiv-listing", "category": "cs.DC", "part": "new", "document": "0123456789abcdef"}
    return Statement(date=date, counts=counts, quiet=quiet, whole=True, first_read=utc(2026, 3, 4), **said)


def covered(date: str, state: CoverageState, total: int | None = None, note: str = "", **sections: int) -> Coverage:
    """A day of cs.DC; `sections`: section -> entries. Where fewer are held than the total, a cross-list is lacking."""
    lacking = 1 if total is not None and total > sum(sections.values()) else 0
    tallies = [
        Tally(section=name, stored=number, stated=None if total is None else number + lacking * (name == "cross"))
        for name, number in sections.items()
    ]
    day = dt.date.fromisoformat(date)
    return Coverage(category="cs.DC", date=day, state=state, tallies=tuple(tallies), total=total, note=note)


COVERAGE = (
    covered("2025-12-31", "complete", 1, new=1),
    covered("2026-02-27", "reconstructed"),
    covered("2026-03-01", "quiet", note="weekend"),
    covered("2026-03-02", "quiet", note="arXiv lists nothing"),
    covered("2026-03-03", "partial", 4, new=1, cross=1, replace=1),
    covered("2026-03-04", "complete", 1, replace=1),
    covered("2026-03-05", "stale", note="the announcement of 2026-03-04 was served again"),
    covered("2026-03-06", "missing", note="requested 2 times; last outcome: failed, status 503"),
)


def quote(abstract: str | None, first: str, *last: str, mark: str = "") -> Quote:
    """The sentence of an abstract that begins and ends with these words, a number in it marked."""
    said = plain(abstract or "")
    start = end = said.index(first)
    for words in last:
        end = said.index(words, end) + len(words)
    at = said.index(mark, start) - start
    return Quote(text=said[start:end], start=start, end=end, marks=((at, at + len(mark)),) if mark else ())


ADA = Person(names=("Ada Ebb", "A. Ebb"), orcid="0000-0002-1825-0097", note="Wrote the scheduler that others wait for.")
WATCHES = (
    Watch(
        slug="waiting", name="Waiting & tides", note="For the group that meets on Thursdays.",
        words=("tides", "lock-free"), authors=("Ada Ebb",), themes=("scheduling",), categories=("cs.DC", "cs.AR"),
        exclude=("sand",),
    ),
    Watch(slug="none", name="Nothing so far", words=("zeppelin",)),
)  # fmt: skip
OWN_CARD = Card(
    source=OWN, headline="A schedule that waits for k of n tides", by="tide-7b", machine=True,
    result=quote(FULL.abstract, "Our schedule", "95%", "lake.", mark="95%"),
    what=quote(FULL.abstract, "We ask", "turned."),
    badges=(Badge(name="Code available", words="code at https://github.com/example/tides"),),
)  # fmt: skip
EARLIER_RESULT = quote(FULL.editions[0].abstract, "Our schedule", "97%", "lake.", mark="97%")
ARCHIVE = Archive(
    papers={paper.key: paper for paper in PAPERS},
    days=DAYS,
    themes=THEMES,
    redirects={"waiting-for-tides-1a2b3c4d": FULL.key, "gone-00000000": "not-held"},
    as_of=dt.date(2026, 3, 9),
    coverage=COVERAGE,
    people=(ADA,),
    watches=WATCHES,
    watched={FULL.key: ("waiting",), NEW.key: ("waiting",)},
    related={FULL.key: (NEW.key,), NEW.key: (FULL.key,)},
    own_cards={FULL.key: OWN_CARD},
    earlier_cards={(FULL.key, 1): Card(source=OWN, headline="Waiting for Tides", result=EARLIER_RESULT, version=1)},
)

PAYLOADS: tuple[str, ...] = tuple(_WRITTEN["payloads"])


def hostile(payload: str) -> Archive:
    """The sample with one paper, day, theme and card whose every received text is the payload."""
    card = Card(source="harbour", headline=payload, gist=payload, source_badge=payload)
    fields = ("title", "comments", "journal_ref", "doi", "report_no", "msc_class", "acm_class", "license")
    first = Edition(version=1, title=payload, authors=(payload,), comments=payload, abstract=payload)
    other = Edition(version=2, title="Z", authors=("Z",), comments="Z", abstract=f"Z {payload}")
    paper = replace(
        FULL, titles=(payload, payload + "2"), authors=(Author(payload),) * 12, abstract=payload + "\n\n" + payload,
        categories=("cs.DC", payload), primary_category="cs.DC", **dict.fromkeys(fields, payload),
        versions=(Version(version=1, title=payload), Version(version=2, title=payload + "2", withdrawn=True)),
        editions=(first, other), cards=(replace(card, source="daybook"), card, replace(card, source=payload)),
        sightings=(Sighting(date=dt.date(2026, 3, 3), source=payload, type="card", category=payload),),
        links=(payload, "https://example.org/" + payload), provenance=((payload, payload),),
    )  # fmt: skip
    stated = statement(dt.date(2026, 3, 3), Count(section="new", read=1, total=2))
    report = Report(source="harbour", date=dt.date(2026, 3, 3), text=payload, title=payload, author=payload)
    day = Day(
        date=dt.date(2026, 3, 3), mentions=((paper.key, payload),),
        announced=(Announced(key=paper.key, type="replace", categories=(payload,), version=2),),
        cards=((paper.key, card), (paper.key, replace(card, source=payload))),
        reports=(report, replace(report, source=payload, title=None, category=payload)),
        statements=(replace(stated, category=payload, source=payload),),
    )  # fmt: skip
    themes = (Theme(slug="scheduling", name=payload, definition=payload),)
    former = {"waiting-for-tides-1a2b3c4d": paper.key}
    own = Card(
        source=OWN, headline=payload, result=Quote(text=payload, start=0, end=9, marks=((0, 3),)),
        what=Quote(text=payload, start=9, end=12), figures=(payload,), badges=(Badge(name=payload, words=payload),),
        by=payload, machine=True,
    )  # fmt: skip
    watch = Watch(slug="watch", name=payload, note=payload, words=(payload,), authors=(payload,), themes=(payload,))
    return Archive(
        papers={paper.key: paper}, days=(day,), themes=themes, redirects=former, as_of=dt.date(2026, 3, 9),
        coverage=tuple(replace(each, category=payload, note=payload) for each in COVERAGE),
        own_cards={paper.key: own}, watches=(watch,), watched={paper.key: ("watch",)},
    )  # fmt: skip


UNSHOWN = replace(ARCHIVE, papers={FULL.key: replace(FULL, provenance=(("abstract", "quay"),))}, outlines={})
"""An archive of a paper whose abstract is of a source that is not published."""


def view(archive: Archive = ARCHIVE, settings: Settings = SETTINGS) -> View:
    return View(archive, settings, TEXTS)

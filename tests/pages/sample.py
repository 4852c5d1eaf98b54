"""A small archive, all of it invented, that has one of everything a page can show."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

from generator.config import Settings, SourceRule
from generator.model import (
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
from generator.pages import Draft, Page, Texts, View, drafts
from generator.pages.context import Note
from generator.text.markup import plain

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
    """Every page of an archive."""
    return [draft.make() for draft in drafted(archive, settings, texts)]


def drafted(archive: Archive, settings: Settings = SETTINGS, texts: Texts = TEXTS) -> Iterator[Draft]:
    """The drafts of these, without notes on papers that it does not hold."""
    notes = {key: note for key, note in texts.notes.items() if key in archive.papers}
    return drafts(archive, settings, replace(texts, notes=notes))


def utc(year: int, month: int, day: int, hour: int = 9) -> dt.datetime:
    return dt.datetime(year, month, day, hour, 30, tzinfo=dt.UTC)


FULL = Paper(
    key="2603.00356",
    arxiv_id="2603.00356",
    version=4,
    title="Waiting for $k$ of $n$ Tides: an $O(\\sqrt{n \\log n})$ Schedule",
    titles=("Waiting for $k$ of $n$ Tides: an $O(\\sqrt{n \\log n})$ Schedule", "Waiting for Tides"),
    authors=tuple(Author(f"{first} Müller-{last}") for first, last in zip("ABCDEFGHIJKL", "abcdefghijkl", strict=True)),
    abstract="We ask how long a fleet of $n$ ships must wait until $k$ tides have turned. Our schedule is "
    "\\emph{short}: it needs $\\frac{n}{3} + O(\\sqrt{n})$ turns & never more than 95\\% of the best known one, for "
    "fleets of 2 < n < 10 "
    "ships in every harbour that we looked at on the coasts of two seas and one large lake.\n\n"
    "A second paragraph tells what is left: fleets without a harbour.",
    primary_category="cs.DC",
    categories=("cs.DC", "math.CO"),
    comments="12 pages, 3 figures; code at https://github.com/example/tides",
    journal_ref="J. Invented Tides 4 (2026) 1-12",
    doi="10.1234/tides_2026.4",
    report_no="SEA-26-04",
    msc_class="68W15",
    acm_class="C.2.4",
    license="http://creativecommons.org/licenses/by-sa/4.0/",
    submitted=utc(2026, 2, 27),
    updated=utc(2026, 3, 3, 17),
    versions=(
        Version(version=1, submitted=utc(2026, 2, 27), title="Waiting for Tides"),
        Version(version=2, submitted=utc(2026, 3, 2), title="Waiting for Tides"),
        Version(
            version=4,
            submitted=utc(2026, 3, 3, 17),
            title="Waiting for $k$ of $n$ Tides: an $O(\\sqrt{n \\log n})$ Schedule",
        ),
    ),
    editions=(
        Edition(
            version=1,
            title="Waiting for Tides",
            authors=("A Müller-a", "B Müller-b", "C Müller-c", "M Müller-m"),
            comments="11 pages",
            abstract="We ask how long a fleet of $n$ ships must wait until all tides have turned. Our schedule is "
            "short: it needs $\\frac{n}{2} + O(\\sqrt{n})$ turns and never more than 97\\% of the best known one, for "
            "fleets of 2 < n < 10 ships in every harbour that we looked at on the coasts of two seas and one lake.",
        ),
        Edition(
            version=2,
            title="Waiting for Tides",
            authors=("A Müller-a", "B Müller-b", "C Müller-c", "M Müller-m"),
            comments="11 pages",
        ),
        Edition(
            version=4,
            title="Waiting for $k$ of $n$ Tides: an $O(\\sqrt{n \\log n})$ Schedule",
            authors=tuple(f"{one} Müller-{two}" for one, two in zip("ABCDEFGHIJKL", "abcdefghijkl", strict=True)),
            comments="12 pages, 3 figures; code at https://github.com/example/tides",
        ),
    ),
    sightings=(
        Sighting(date=dt.date(2026, 2, 27), source="arxiv-oai", type="new", category="cs.DC", reconstructed=True),
        Sighting(date=dt.date(2026, 3, 3), source="harbour", type="card"),
        Sighting(date=dt.date(2026, 3, 4), source="arxiv-listing", type="replace", category="cs.DC", version=4),
        Sighting(date=dt.date(2026, 3, 9), source="arxiv-api", type="harvest", version=4),
    ),
    cards=(
        Card(
            source="harbour",
            headline="Ships wait less",
            gist="Waiting for some tides is as good as waiting for all.",
            badge="Pick of the day",
            date=dt.date(2026, 3, 3),
        ),
        Card(source="quay", headline="Words that may not be shown", gist="Nor these words", date=dt.date(2026, 3, 3)),
    ),
    themes=("scheduling", "ai-and-tides"),
    links=("https://github.com/example/tides", "https://example.org/a?b=1&c=2"),
    formats=("pdf", "html", "other"),
    provenance=(("title", "arxiv-oai"), ("abstract", "arxiv-oai"), ("journal_ref", "arxiv-api")),
    former=("waiting-for-tides-1a2b3c4d",),
)
WITHDRAWN = Paper(
    key="hep-th9901001",
    arxiv_id="hep-th/9901001",
    version=2,
    title="Sand that never was",
    titles=("Sand that never was",),
    authors=(Author("Zoë Strand"),),
    authors_complete=False,
    abstract="This paper has been withdrawn by the author.",
    primary_category="hep-th",
    categories=("hep-th", "cs.DC"),
    comments="withdrawn: the sand was water",
    license="http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
    submitted=utc(1999, 1, 4),
    updated=utc(2026, 3, 2),
    withdrawn=True,
    versions=(
        Version(version=1, submitted=utc(1999, 1, 4)),
        Version(version=2, submitted=utc(2026, 3, 2), withdrawn=True),
    ),
    sightings=(
        Sighting(date=dt.date(2026, 3, 3), source="arxiv-listing", type="replace-cross", category="cs.DC", version=2),
    ),
    provenance=(("title", "arxiv-listing"),),
)
NO_ID = Paper(
    key="a-scheduler-for-tides-1f2e3d4c",
    arxiv_id=None,
    version=None,
    title="A Scheduler for Tides",
    titles=("A Scheduler for Tides",),
    authors=(Author("Ada Ebb"), Author("Ben Flow")),
    abstract="Words of a journal that this archive may not show.",
    submitted=None,
    url="https://journal.example.org/tides/1",
    sightings=(Sighting(date=dt.date(2026, 3, 3), source="The Lighthouse", type="report"),),
    cards=(Card(source="quay", headline="Unshown", date=dt.date(2026, 3, 3)),),
    provenance=(("title", "feed"), ("abstract", "feed")),
)
NEW = Paper(
    key="2603.01234",
    arxiv_id="2603.01234",
    version=1,
    title="Lock-free lighthouses",
    titles=("Lock-free lighthouses",),
    authors=(Author("Cleo Beam"), Author("Dan Fog")),
    abstract="A lighthouse is lock-free if some ship always arrives.",
    primary_category="cs.DC",
    categories=("cs.DC", "cs.DS"),
    submitted=utc(2026, 3, 2),
    updated=utc(2026, 3, 2),
    versions=(Version(version=1, submitted=utc(2026, 3, 2), title="Lock-free lighthouses"),),
    sightings=(Sighting(date=dt.date(2026, 3, 3), source="arxiv-rss", type="new", category="cs.DC", version=1),),
    themes=("scheduling",),
    formats=("pdf",),
    license="http://creativecommons.org/publicdomain/zero/1.0/",
)
CROSS = Paper(
    key="2603.01300",
    arxiv_id="2603.01300",
    version=1,
    title="Entropy of harbours",
    titles=("Entropy of harbours",),
    authors=(Author("Eve Mole"),),
    primary_category="cs.IT",
    categories=("cs.IT", "cs.DC"),
    sightings=(Sighting(date=dt.date(2026, 3, 3), source="arxiv-listing", type="cross", category="cs.DC", version=1),),
)
OLD = Paper(
    key="2512.09999",
    arxiv_id="2512.09999",
    version=1,
    title="The last paper of the year",
    titles=("The last paper of the year",),
    authors=(Author("Finn Ende"), Author("Cleo Beam")),
    abstract="It ends.",
    primary_category="cs.DC",
    categories=("cs.DC",),
    sightings=(Sighting(date=dt.date(2025, 12, 31), source="arxiv-listing", type="new", category="cs.DC", version=1),),
)

THEMES = (
    Theme(slug="scheduling", name="Scheduling & waiting", definition="Who waits when, and for what: up to $n$ tides."),
    Theme(slug="ai-and-tides", name="AI <and> tides", definition="Models that wait."),
    Theme(slug="empty", name="Nothing yet", definition="No paper has it."),
)


def statement(date: dt.date, *counts: Count, quiet: bool = False) -> Statement:
    return Statement(
        source="arxiv-listing",
        date=date,
        category="cs.DC",
        part="new",
        whole=True,
        quiet=quiet,
        counts=counts,
        document="0123456789abcdef",
        first_read=utc(2026, 3, 4),
    )


DAYS = (
    Day(date=dt.date(2025, 12, 31), announced=(Announced(key=OLD.key, type="new", categories=("cs.DC",), version=1),)),
    Day(date=dt.date(2026, 2, 27), announced=(Announced(key=FULL.key, type="new", version=1),), reconstructed=True),
    Day(date=dt.date(2026, 3, 2), statements=(statement(dt.date(2026, 3, 2), quiet=True),)),
    Day(
        date=dt.date(2026, 3, 3),
        announced=(
            Announced(key=NEW.key, type="new", categories=("cs.DC",), version=1),
            Announced(key=CROSS.key, type="cross", categories=("cs.DC",), version=1),
            Announced(key=WITHDRAWN.key, type="replace-cross", categories=("cs.DC",), version=2),
        ),
        seen=(Announced(key=FULL.key, type="card"), Announced(key=NO_ID.key, type="report")),
        cards=((FULL.key, FULL.cards[0]), (FULL.key, FULL.cards[1])),
        mentions=((NEW.key, "The Lighthouse"), (WITHDRAWN.key, "The Lighthouse"), (NO_ID.key, "The Lighthouse")),
        reports=(
            Report(
                source="The Lighthouse",
                date=dt.date(2026, 3, 3),
                title="A calm day",
                author="Gil Keeper",
                category="cs.DC",
                text="Three papers came in, and one went.\n\nThe sea was $2\\times$ as calm as usual.",
            ),
            Report(source="quay", date=dt.date(2026, 3, 3), text="Report words that may not be shown."),
        ),
        statements=(
            statement(
                dt.date(2026, 3, 3),
                Count(section="new", read=1, shown=1, total=1),
                Count(section="cross", read=1, shown=1, total=2),
                Count(section="all", read=3, total=4),
            ),
        ),
    ),
    Day(
        date=dt.date(2026, 3, 4),
        announced=(Announced(key=FULL.key, type="replace", categories=("cs.DC",), version=4),),
    ),
)


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


PAPERS = (FULL, WITHDRAWN, NO_ID, NEW, CROSS, OLD)
ARCHIVE = Archive(
    papers={paper.key: paper for paper in PAPERS},
    days=DAYS,
    themes=THEMES,
    redirects={"waiting-for-tides-1a2b3c4d": FULL.key, "gone-00000000": "not-held"},
    as_of=dt.date(2026, 3, 9),
    coverage=COVERAGE,
    people=(
        Person(
            names=("Ada Ebb", "A. Ebb"), orcid="0000-0002-1825-0097", note="Wrote the scheduler that others wait for."
        ),
    ),
    watches=(
        Watch(
            slug="waiting",
            name="Waiting & tides",
            note="For the group that meets on Thursdays.",
            words=("tides", "lock-free"),
            authors=("Ada Ebb",),
            themes=("scheduling",),
            categories=("cs.DC", "cs.AR"),
            exclude=("sand",),
        ),
        Watch(slug="none", name="Nothing so far", words=("zeppelin",)),
    ),
    watched={FULL.key: ("waiting",), NEW.key: ("waiting",)},
    related={FULL.key: (NEW.key,), NEW.key: (FULL.key,)},
    own_cards={
        FULL.key: Card(
            source=OWN,
            headline="A schedule that waits for k of n tides",
            result=quote(FULL.abstract, "Our schedule", "95%", "lake.", mark="95%"),
            what=quote(FULL.abstract, "We ask", "turned."),
            by="tide-7b",
            machine=True,
            badges=(Badge(name="Code available", words="code at https://github.com/example/tides"),),
        ),
    },
    earlier_cards={
        (FULL.key, 1): Card(
            source=OWN,
            headline="Waiting for Tides",
            result=quote(FULL.editions[0].abstract, "Our schedule", "97%", "lake.", mark="97%"),
            version=1,
        ),
    },
)

PAYLOADS = (
    "<script>window.pwned=1</script>",
    "<img src=x onerror=window.pwned=1>",
    '<img src="x" onerror="window.pwned=1">',
    '"><svg onload=window.pwned=1>',
    "'onmouseover='window.pwned=1",
    "[x](javascript:window.pwned=1)",
    "<javascript:window.pwned=1>",
    "![x](http://evil.example/x.png)",
    "{{ config.site_name }}{% raw %}",
    "{: onclick=window.pwned=1 }",
    "</article></td></table></div><h1 id=__config>x</h1>",
    "<!-- <![CDATA[ <?php",
    "$\\href{javascript:window.pwned=1}{x}$ $\\htmlClass{x}{y}$",
    "<root><note>",
    "```\n~~~\n\n    code\n\n<div>\n\n# heading\n\n---\n\n| a | b |\n|---|---|",
    "[ref]: http://evil.example/ 'x'",
    "&lt;script&gt; &#60;b&#62; \\< \\` *a* _b_",
    "\x00\x02klzzwxh:0001\x03\x1b\u2028\u202e",
    "x \x0b\ufffe\uffff\u2066\ufeff\x85 ]]> <?xml ?><!ENTITY x 'y'>&x;&#0;</title></content></entry> \U0001f40c\n\t",
)


def hostile(payload: str) -> Archive:
    """The sample with one paper, day, theme and card whose every received text is the payload."""
    card = Card(source="harbour", headline=payload, gist=payload, badge=payload)
    paper = replace(
        FULL,
        title=payload,
        titles=(payload, payload + "2"),
        authors=(Author(payload),) * 12,
        abstract=payload + "\n\n" + payload,
        categories=("cs.DC", payload),
        primary_category="cs.DC",
        comments=payload,
        journal_ref=payload,
        doi=payload,
        report_no=payload,
        msc_class=payload,
        acm_class=payload,
        license=payload,
        versions=(Version(version=1, title=payload), Version(version=2, title=payload + "2", withdrawn=True)),
        editions=(
            Edition(version=1, title=payload, authors=(payload,), comments=payload, abstract=payload),
            Edition(version=2, title="Z", authors=("Z",), comments="Z", abstract=f"Z {payload}"),
        ),
        sightings=(Sighting(date=dt.date(2026, 3, 3), source=payload, type="card", category=payload),),
        cards=(replace(card, source="daybook"), card, replace(card, source=payload)),
        links=(payload, "https://example.org/" + payload),
        provenance=((payload, payload),),
    )
    day = Day(
        date=dt.date(2026, 3, 3),
        announced=(Announced(key=paper.key, type="replace", categories=(payload,), version=2),),
        cards=((paper.key, card), (paper.key, replace(card, source=payload))),
        mentions=((paper.key, payload),),
        reports=(
            Report(source="harbour", date=dt.date(2026, 3, 3), text=payload, title=payload, author=payload),
            Report(source=payload, date=dt.date(2026, 3, 3), text=payload, author=payload, category=payload),
        ),
        statements=(
            replace(
                statement(dt.date(2026, 3, 3), Count(section="new", read=1, total=2)), category=payload, source=payload
            ),
        ),
    )
    themes = (Theme(slug="scheduling", name=payload, definition=payload),)
    former = {"waiting-for-tides-1a2b3c4d": paper.key}
    own = Card(
        source=OWN,
        headline=payload,
        result=Quote(text=payload, start=0, end=9, marks=((0, 3),)),
        what=Quote(text=payload, start=9, end=12),
        figures=(payload,),
        badges=(Badge(name=payload, words=payload),),
        by=payload,
        machine=True,
    )
    return Archive(
        papers={paper.key: paper},
        days=(day,),
        themes=themes,
        redirects=former,
        as_of=dt.date(2026, 3, 9),
        coverage=tuple(replace(each, category=payload, note=payload) for each in COVERAGE),
        own_cards={paper.key: own},
        watches=(
            Watch(slug="watch", name=payload, note=payload, words=(payload,), authors=(payload,), themes=(payload,)),
        ),
        watched={paper.key: ("watch",)},
    )


def view(archive: Archive = ARCHIVE, settings: Settings = SETTINGS) -> View:
    """An archive as its pages see it."""
    return View(archive, settings, TEXTS)

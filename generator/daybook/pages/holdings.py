"""The pages that show how complete the archive is: strips of each year's days, the same in words, and the gaps."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from operator import attrgetter

from daybook.coverage import proofs
from daybook.coverage.day_states import FAULTS, LOSSES
from daybook.model import Contradiction, Coverage, CoverageState, Day, Witness, ids
from daybook.pages import charts
from daybook.text import language, markup
from daybook.text.language import N_, _, ngettext
from daybook.view import addresses, labels
from daybook.view.archive_view import Draft, View, kind
from daybook.view.labels import LONE, MARKS, WORST, Seal, mark_of
from daybook.view.writing import Page, bullets, link, page, section, table

WITNESSES: dict[Witness, tuple[str, str]] = {
    "listing": (N_("Listing"), N_("arXiv's page of a night's papers, with totals")),
    "catchup": (N_("Catch-up page"), N_("arXiv's page of the same for a past day, asked for later")),
    "feed": (N_("Feed"), N_("the same papers as arXiv gives them to feed readers (RSS), without totals")),
    "oai": ("OAI-PMH", N_("arXiv's service for copying its records, which names the papers that changed on a date")),
    "api": (N_("API"), N_("arXiv's search for programs, which names the papers that were submitted in time")),
    "person": (N_("Person"), N_("whoever keeps this archive saved a listing page and added it")),
}
"""Who speaks for a day: name, and what it is."""
LISTED = 100  # the first page lists only this many of the newest gaps; a year's page lists all


@kind("coverage/")
def coverage_pages(view: View) -> Iterator[Draft]:
    """The page of all years, even if there are none yet, and a page for each year."""
    years: dict[int, list[Coverage]] = defaultdict(list)
    for day in view.archive.coverage:
        years[day.date.year].append(day)
    yield Draft(addresses.COVERAGE, None, partial(_render, view, years, None))
    reached = {date.year for date in view.reach.dates} if view.reach else years.keys()
    for year in sorted(years.keys() & reached):
        days, pages = years[year], [date for date in view.days if date.year == year]
        depends = view.depends((), days, pages, disputed_titles(view, days))
        yield Draft(addresses.coverage(year), depends, partial(_render, view, years, year))


def told(view: View, days: Iterable[Coverage], page: str) -> str:
    """The coverage of these days as Markdown of the page at `page`, a line for each category and each contradiction."""
    lines = []
    for day in days:
        proof = markup.literal(": ".join(filter(None, (proofs.state_name(day), proofs.held(day)))))
        lines += [f"**{markup.literal(day.category)}** {proof}", *sides_told(view, day, page)]
    return bullets(lines)


def summary(days: Sequence[Coverage]) -> str:
    """How many days were checked, by the worst state of their categories, and how many were not collected; empty if
    none was checked."""
    states: dict[dt.date, set[str]] = defaultdict(set)
    known: dict[dt.date, set[str]] = defaultdict(set)  # of the categories that are acknowledged
    for day in days:
        (states if day.acknowledged is None else known)[day.date].add(mark_of(day))
    checked = {date: marks - {"reconstructed", "unasked"} for date, marks in states.items()}
    worst = [max(marks, key=WORST.index) for marks in checked.values() if marks]
    judged = {date for date, marks in checked.items() if marks} | known.keys()
    if not judged:
        return ""
    text = ngettext(
        "{n} day checked against arXiv's own totals: {states}.",
        "{n} days checked against arXiv's own totals: {states}.",
        len(judged),
        states=_counts(worst) or _("none open"),
    )
    if known:
        left = _counts(max(marks, key=WORST.index) for marks in known.values())
        text += f" {_('Acknowledged as they are: {states}.', states=left)}"
    unasked = sum(marks == {"unasked"} for date, marks in states.items() if date not in known)
    more = ngettext("{n} day was not collected.", "{n} days were not collected.", unasked)
    return f"{text} {more}" if unasked else text


def _render(view: View, years: Mapping[int, Sequence[Coverage]], year: int | None) -> Page:
    """The page of a year, or of all; this one draws the newest, and does not list all gaps."""
    path, judged = (addresses.coverage(year), years[year]) if year else (addresses.COVERAGE, view.archive.coverage)
    title, described = _("Coverage"), _("Each day's announcement, checked against arXiv's own totals.")
    lead = _("The archive holds no announcements yet, so there is nothing to check against arXiv's totals.")
    head, more = (_("Year"), _("Days"), _("Entries")), ""
    if year:
        title = _("Coverage of {year}", year=year)
        described = _("How complete each announcement of {year} is.", year=year)
        lead = f"{markup.literal(summary(judged))}\n\n{link(_('Coverage of all years'), addresses.COVERAGE, path)}"
    elif judged:
        until = _("Checked up to {date}.", date=language.long_date(max(day.date for day in judged)))
        lead = f"{markup.literal(summary(judged))} {until}"
        rows = [_row(link(str(each), addresses.coverage(each), path), years[each]) for each in sorted(years)[::-1]]
        more = section(_("Days by year"), table(head, rows, 1))
    if view.archive.unread:
        told = _(
            "Not whole: lines of these files of the archive cannot be read: {files}.",
            files=", ".join(view.archive.unread),
        )
        lead = f"**{markup.literal(told)}**\n\n{lead}"
    drawn = year or max(years, default=None)
    strips = _strips(view, drawn, years[drawn], path) if drawn else []
    occurring = {mark_of(day) for day in judged}
    legend = [(mark, _(name), _(meaning)) for mark, (name, meaning) in MARKS.items() if mark in occurring]
    heard = {name for day in judged for name in (*day.witnesses, *(said.witness for said in day.contradictions))}
    witnesses = [f"**{_(name)}**: {_(meaning)}" for each, (name, meaning) in WITNESSES.items() if each in heard]
    ended = {code: _("followed until {date}", date=language.date(date)) for code, date in view.settings.ended.items()}
    by_category = [
        _row(markup.literal(f"{category}, {ended[category]}" if category in ended else category), days)
        for category, days in _by_category(judged).items()
    ]
    guide = link(_("More in the guide"), "guide/coverage.md#witnesses", path)
    return page(
        path,
        "coverage",
        f"# {title}",
        lead,
        section(str(drawn), *(said for _name, said, _drawn in strips)),
        section(_("What the squares mean"), bullets(f"**{name}**: {meaning}" for _mark, name, meaning in legend)),
        *(_gaps(view, judged, path, None if year else LISTED) if judged else ()),
        section(_("Witnesses"), bullets([*witnesses, guide]) if witnesses else ""),
        section(_("Days by category"), table((_("Category"), *head[1:]), by_category, 1)),
        more,
        facts={
            "description": described,
            "feed": addresses.FEED_OF_COVERAGE,
            "year": str(drawn or ""),
            "strips": [{"name": name, **squares} for name, _said, squares in strips],
            "legend": legend,
        },
    )


def _by_category(days: Iterable[Coverage]) -> dict[str, list[Coverage]]:
    groups: dict[str, list[Coverage]] = defaultdict(list)
    for day in days:
        groups[day.category].append(day)
    return groups


def _row(name: str, days: Sequence[Coverage]) -> list[str]:
    """name: Markdown."""
    return [name, _counts(map(mark_of, days)), labels.number(sum(day.stored for day in days))]


def _counts(marks: Iterable[str]) -> str:
    """`3 complete, 1 by one witness, 1 quiet, 40 not collected`."""
    counts = Counter(marks)
    return ", ".join(f"{labels.number(counts[each])} {_adverb(each)}" for each in MARKS if counts[each])


def _adverb(mark: str) -> str:
    """A state within a list that is parted by commas."""
    return _("complete by one witness") if mark == LONE else proofs.name_of(mark)


_Strip = tuple[str, str, Mapping[str, object]]  # a year's days: their name, in words, and as they are drawn


def _strips(view: View, year: int, judged: Sequence[Coverage], path: str) -> list[_Strip]:
    """A strip whose days are links, of all categories together, and one for each category if there are several. All
    have the months that the archive covers, so that they stand alike."""
    months = min(day.date.month for day in judged), max(day.date.month for day in judged)
    by_date: dict[dt.date, list[Coverage]] = defaultdict(list)
    for day in judged:
        by_date[day.date].append(day)
    categories = _by_category(judged)
    whole = {date: Seal.of(days) for date, days in sorted(by_date.items())}
    links = {
        date: (addresses.href(addresses.day(date), path), f"{language.date(date)}: {seal.text}")
        for date, seal in whole.items()
        if date in view.days
    }

    def strip(name: str, marks: dict[dt.date, str], links: Mapping[dt.date, tuple[str, str]] | None = None) -> _Strip:
        said = _("{name} in {year}: {states}.", name=name, year=year, states=_counts(marks.values()))
        return name, f"{markup.literal(said)}\n\n{_months(marks)}", charts.strip(year, marks, said, links, months)

    several = len(categories) > 1
    name = _("All categories") if several else next(iter(categories))
    shown = [strip(name, {date: seal.mark for date, seal in whole.items()}, links)]
    for category, days in categories.items() if several else ():
        shown.append(strip(category, {day.date: mark_of(day) for day in days}))
    return shown


def _months(marks: Mapping[dt.date, str]) -> str:
    """The days of each state by month, as a table: `March`, `complete 2, 4 to 6; quiet 1, 7, 8`."""
    rows = []
    for month, group in groupby(sorted(marks), attrgetter("month")):
        days: dict[str, list[int]] = defaultdict(list)
        for date in group:
            days[marks[date]].append(date.day)
        parts = (f"{_adverb(state)} {_numbers(days[state])}" for state in MARKS if state in days)
        rows.append((language.month_name(month), "; ".join(parts)))
    return table((_("Month"), _("Days")), rows)


def _numbers(days: Sequence[int]) -> str:
    """Days of a month in words: `2, 4 to 6, 9`."""
    runs: list[list[int]] = []
    for day in days:
        if not runs or day != runs[-1][-1] + 1:
            runs.append([])
        runs[-1].append(day)
    parts = (run if len(run) < 3 else [_("{first} to {last}", first=run[0], last=run[-1])] for run in runs)
    return ", ".join(str(part) for run in parts for part in run)


# What an archive lacks, as ranges of days: announcements that are not all held, and days that were not collected


@dataclass(frozen=True, slots=True)
class Gap:
    """Announcements in a row with the same state, of the categories that all have it."""

    first: dt.date
    last: dt.date
    state: CoverageState
    categories: tuple[str, ...]
    text: str  # how many there are, and why
    day: Coverage | None = None  # its only day, in its only category or with the same contradictions in all


def gaps(days: Iterable[Coverage], states: Collection[str]) -> list[Gap]:
    """The days with one of these states, newest first; quiet days between them do not part a range. What is held in
    part stands alone."""
    alike: dict[tuple[dt.date, dt.date, CoverageState, str, tuple[Contradiction, ...]], list[Coverage]]
    alike = defaultdict(list)
    for of_category in _by_category(days).values():
        runs: list[list[Coverage]] = [[]]
        for day in sorted((day for day in of_category if day.state != "quiet"), key=attrgetter("date")):
            if runs[-1] and (day.state != runs[-1][-1].state or day.tallies):
                runs.append([])
            if day.state in states:
                runs[-1].append(day)
        for run in filter(None, runs):
            alike[run[0].date, run[-1].date, run[0].state, _why(run), run[0].contradictions].append(run[0])
    found = []
    for (first, last, state, text, against), held in alike.items():
        only = held[0] if first == last and (len(held) == 1 or against) else None
        found.append(Gap(first, last, state, tuple(day.category for day in held), text, only))
    return sorted(found, key=attrgetter("last", "first"), reverse=True)


def _why(run: Sequence[Coverage]) -> str:
    """How many announcements these are, and why they lack."""
    newest, number = run[-1], labels.count(len(run), "announcement")
    if newest.state == "unasked":
        return number
    if len(run) == 1:
        return proofs.held(newest)
    alike = len({day.note for day in run}) == 1
    return f"{number}; {newest.note if alike else _('the last: {why}', why=newest.note)}"


def _gaps(view: View, judged: Sequence[Coverage], path: str, most: int | None) -> Iterator[str]:
    """What is incomplete, what was not collected, and what is left as it is: a section each, newest first."""
    open_days = [day for day in judged if day.acknowledged is None]
    known = [day for day in judged if day.acknowledged is not None]
    again = _("The nightly fetch asks for these days again as long as arXiv serves them, which is 90 days.")
    if any(day.state == "contradicted" for day in open_days):
        again = _(
            "The nightly fetch asks for these days again as long as arXiv serves them, which is 90 days, and for nine"
            " days where arXiv's own services differ about the papers named."
        )
    can = link(_("What you can do"), "guide/coverage.md#days-that-stay-as-they-are", path)
    lacking = list(_dated(view, gaps(open_days, LOSSES), path, most))
    none = _("None: every announcement that was collected is complete.")
    yield section(_("Gaps"), *([f"{again} {can}", *lacking] if lacking else [none]))
    unasked = sorted(gaps(open_days, ("unasked",)), key=attrgetter("first"), reverse=True)
    yield section(_("Not collected"), *_dated(view, unasked, path, most))
    left = _(
        "Whoever keeps this archive knows of these days and leaves them as they are; that does not say who is right."
    )
    acknowledged = list(_dated(view, gaps(known, FAULTS), path, most))
    yield section(_("Acknowledged"), *([left, *acknowledged] if acknowledged else []))


def _dated(view: View, found: Sequence[Gap], path: str, most: int | None) -> Iterator[str]:
    """The gaps by their dates, in their order, both sides of contradictions below them; and how many more there are."""
    lines = []
    for (first, last), group in groupby(found[:most], key=attrgetter("first", "last")):
        place = addresses.day(first) if first == last and first in view.days else ""
        lines.append(f"- {link(language.span(first, last), place, path)}")
        for gap in group:
            codes = ", ".join(map(markup.literal, gap.categories))
            lines.append(f"    - **{_(MARKS[gap.state][0])}** {codes}: {markup.literal(gap.text)}")
            lines += [f"        - {side}" for side in (sides_told(view, gap.day, path) if gap.day else ())]
    if lines:
        yield "\n".join(lines)
    if most and len(found) > most:
        yield _("{n} more: see the pages of the years.", n=labels.number(len(found) - most))


# Both sides of a contradicted day: who names which papers, and where these are


def sides_told(view: View, day: Coverage, page: str) -> list[str]:
    """Both sides of a day's contradictions, a line each, as Markdown of the page at `page`: papers lead to their pages
    here, else on arXiv."""
    held, lines = disputed_titles(view, (day,)), []
    for side in proofs.sides(day):
        papers = []
        for name in side.ids:
            key, words = ids.key(name), markup.literal(name)
            if key in held:
                title = markup.markdown(held[key])
                papers.append(" ".join(filter(None, (link(words, addresses.paper(key), page), title))))
            else:
                papers.append(markup.link(words, addresses.arxiv("abs", name)) if ids.is_valid(name) else words)
        names = "; ".join(papers)
        names = _("{names} and {n} more", names=names, n=labels.number(side.more)) if side.more else names
        lines.append(f"{markup.literal(side.text)}: {names}")
    return lines


def disputed_titles(view: View, days: Iterable[Coverage]) -> dict[str, str]:
    """Key -> title of the papers that witnesses of these days contradict each other about, of those that are held."""
    named = (ids.key(name) for day in days for said in day.contradictions for name in said.ids)
    papers = view.archive.papers
    return {key: papers[key].title for key in named if key in papers}


def warning(view: View, day: Day, page: str) -> str:
    """What a day lacks, how many papers its sources tell differently, and whose words are shown: a line of Markdown
    that leads to the whole account. Empty for a day that is sound, quiet, reconstructed or was not collected."""
    covered, said = view.coverage.get(day.date, ()), []
    lost = sorted((each for each in covered if each.state in LOSSES), key=lambda each: LOSSES.index(each.state))
    for state, group in groupby(lost, key=attrgetter("state")):
        alike, name = list(group), _(MARKS[state][0])
        if len(covered) > 1:
            codes = proofs.named(tuple(each.category for each in alike))
            name = _("{what} in {category}", what=name, category=codes)
        held = [proofs.held(each) if each.total else each.note for each in alike if state != "contradicted"]
        why = "; ".join(filter(None, (*dict.fromkeys(held), *_differences(view, day, alike))))
        said.append(f"**{markup.literal(name)}:** {markup.literal(why)}." if why else f"**{markup.literal(name)}.**")
    place = "gaps" if any(each.acknowledged is None for each in lost) else "acknowledged"
    account = link(_("What each source says"), f"{addresses.coverage(day.date.year)}#{place}", page)
    return " ".join([*said, account]) if said else ""


def _differences(view: View, day: Day, covered: Iterable[Coverage]) -> Iterator[str]:
    """Who tells of how many papers otherwise than others, and whose words the day's page shows."""
    said, papers = attrgetter("kind", "having", "lacking"), view.archive.papers
    newest = {item.key for item in day.papers if not view.earlier_version(item)}
    for _said, alike in groupby(sorted((side for each in covered for side in proofs.sides(each)), key=said), said):
        first, *others = alike  # the same of several categories
        names = dict.fromkeys(name for side in (first, *others) for name in side.ids)
        side = replace(first, ids=tuple(names), more=first.more + sum(each.more for each in others))
        sources = [dict(papers[key].provenance).get("title") for key in map(ids.key, names) if key in newest]
        shown = proofs.words(sorted({labels.source(source) for source in sources if source}))
        told = f"{labels.count(len(side.ids) + side.more, 'paper')} {side.text}"
        yield (
            _("{what} (shown: those of {source})", what=told, source=shown) if side.kind == "words" and shown else told
        )


def disputed(days: Iterable[Coverage]) -> dict[str, str]:
    """Key -> who differs about the paper, of those that witnesses of these days contradict each other about."""
    words: dict[str, dict[str, None]] = defaultdict(dict)
    for side in (side for day in days for side in proofs.sides(day)):
        who = proofs.words((*side.having, *side.lacking))
        differ = _("titles or authors differ") if side.kind == "words" else _("{witnesses} differ", witnesses=who)
        for ident in side.ids:
            words[ids.key(ident)][differ] = None
    return {key: "; ".join(said) for key, said in words.items()}

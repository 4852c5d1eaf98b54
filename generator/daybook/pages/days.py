"""The page of a day: what was announced, what other sources said, and how complete that is.

Its papers stand in groups: by theme with the cross-lists among them, replacements last; each as arXiv numbers it.
"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest

from daybook.coverage import proofs
from daybook.coverage.day_states import LOSSES
from daybook.describe import cards
from daybook.describe.digests import FRESH
from daybook.model import REPLACED, Announced, Coverage, Day, Report, arxiv
from daybook.pages import holdings, papers
from daybook.text import language, markup, sentences
from daybook.text.language import N_, _, ngettext
from daybook.view import addresses, editorials, labels
from daybook.view.archive_view import Draft, View, kind
from daybook.view.labels import SECTIONS
from daybook.view.writing import Page, bullets, link, link_facts, page, section

FRIDAY = 4
NAMED = 3  # categories that a line of a day names, at most
MOST_ALONE, LONE = 1 / 2, 2
"""The share of a day's themes with a single paper, and their number, beyond which these are no groups."""
MANY, FEW = 1 / 3, 5
"""The share of a day's papers, and their number, beyond which those without a theme stand by primary categories."""
UNTHEMED = N_("No theme")
SHADES = 4
_ABSENCES: Mapping[str, Callable[[int], str]] = {
    "missing": lambda days: ngettext("{n} day missing", "{n} days missing", days),
    "not collected": lambda days: ngettext("{n} day not collected", "{n} days not collected", days),
    "quiet": lambda days: ngettext("{n} day quiet", "{n} days quiet", days),
    "with nothing held": lambda days: ngettext("{n} day with nothing held", "{n} days with nothing held", days),
}
_SECTION_OF = {kind: place for place, (_name, _heading, types) in enumerate(SECTIONS) for kind in types}
_LINKED = re.compile(r"papers/[^/()]+/([^/()]+)\.md")
_UNKNOWN = 1 << 30  # sorts what has no number after what has one


@kind("days/")
def day_pages(view: View) -> Iterator[Draft]:
    """A page for each day."""
    days, reach = view.archive.days, view.reach
    months: dict[dt.date, list[object]] = {}  # what the calendar shows of each month so far
    for before, day, after in zip([None, *days], days, [*days[1:], None], strict=False):
        date, path = day.date, addresses.day(day.date)
        month = months.setdefault(date.replace(day=1), [])
        month.append((date.day, len(day.announced), _brought(day)))
        if reach and reach.dates.isdisjoint(each.date for each in (before, day, after) if each):
            continue
        turns = [_neighbour(view, each.date, date) if each else None for each in (before, after)]
        covered, written = view.coverage.get(date, ()), view.written(path)
        depends = view.log_hash or view.depends(
            (), view.whole_day_hash(date), view.digest_hash(date), turns, covered,
            holdings.disputed_titles(view, covered), holdings.warning(view, day, path), written,
            editorials.linked_papers(view, written), month,
        )  # fmt: skip
        yield Draft(path, depends, partial(_render, view, day, turns), date.isoformat())


def _render(view: View, day: Day, turns: Sequence[Mapping[str, str] | None]) -> Page:
    """turns: the days before and after, as `_neighbour` tells of them."""
    date, path = day.date, addresses.day(day.date)
    editorial, parts, seal = editorials.of_day(view, day), grouped(view, day), view.seal(day.date)
    covered, lead = view.coverage.get(date, ()), labels.counted(day)
    disputed, warning = holdings.disputed(covered), holdings.warning(view, day, path)
    if lead:
        lead += "."
    elif view.is_quiet(day):
        lead = _("This was a quiet day: arXiv announced nothing in the categories of this archive.")
    elif not day.reports and not day.mentions:
        lead = _("The archive holds nothing for this day.")
    told = seal and seal.state != "reconstructed" and not (view.is_quiet(day) and seal.mark == "quiet")
    proof = f"{seal.text}." if seal and told else ""
    guessed = _(
        "Reconstructed from submission times: no listing of this day was seen; its papers follow from arXiv's"
        " announcement schedule."
    )
    leads = filter(None, (lead, proof, guessed if day.reconstructed else ""))
    return page(
        path,
        "day",
        f"# {language.long_date(date)}",
        " ".join(map(markup.literal, leads)),
        warning,
        editorial.section if editorial else "",
        *(_group(view, day, part, disputed) for part in parts),
        *(_report(view, day, report) for report in day.reports),
        section(_("Coverage"), holdings.told(view, [each for each in covered if each.state != "reconstructed"], path)),
        date=date,
        counts=labels.sizes(day),
        reconstructed=day.reconstructed or None,
        coverage=seal.mark if seal else None,
        facts={
            "description": view.describe(day),
            "text": "" if day.reconstructed else path,
            "counts": labels.counts(day, short=True),
            "seal": seal.facts if seal else None,
            "before": turns[0],
            "after": turns[1],
            "week": link_facts(language.week(date), addresses.week(date), path),
            "calendar": calendar_of(date.replace(day=1), view.days, path, until=date),
            "themes": theme_facts(parts, path),
            "items": marks(view, as_listed(view, day)),
            "reconstructed": day.reconstructed,
            **({"warned": True} if warning else {}),
        },
    )


def _group(view: View, day: Day, group: Group, disputed: Mapping[str, str]) -> str:
    """The papers of a group, with what only this day says of them. disputed: key -> who differs about the paper."""
    path, rows = addresses.day(day.date), []
    name = link(markup.literal(group.name), group.page, path)
    replaced = all(item.type in REPLACED for item in group.items)
    for item in group.items:
        row = view.row(item.key, view.earlier_version(item))
        differ = markup.literal(_("disputed: {why}", why=disputed[item.key])) if item.key in disputed else ""
        teller = markup.literal(labels.as_told(item.teller))
        if replaced:  # in a line, with what changed, which leads to the comparison
            paper = view.archive.papers[item.key]
            changed = papers.changed(
                paper, item.version or paper.version, abstracts=bool(paper.shown_abstract(view.shows))
            )
            told = link(markup.literal(changed), f"{addresses.paper(item.key)}#versions", path) if changed else ""
            gone = _("withdrawn") if paper.is_withdrawn(item.version or item.words(paper).version) else ""
            rows.append(row.short(path, f"v{item.version}" if item.version else "", told, gone, differ, teller))
        else:
            cross = markup.literal(ngettext("cross-list", "cross-lists", 1)) if item.type == "cross" else ""
            source = next((source for key, source in day.mentions if key == item.key), "")
            named = markup.literal(_("named by {source}", source=labels.source(source))) if source else ""
            others = [papers.other_card(view, card) for key, card in day.cards if key == item.key]
            rows.append("\n\n".join([row.on(path, cross, named, differ, teller), *others]))
    if replaced:
        return section(name, bullets(rows))
    also = ", ".join(view.row(item.key, view.earlier_version(item)).link(path) for item in group.elsewhere)
    return section(name, *rows, f"- {_('Also on this theme: {papers}', papers=also)}" if also else "")


def _report(view: View, day: Day, report: Report) -> str:
    shown, items = view.shows(report.source), {item.key: item for item in day.papers}
    said = (
        report.author and _("By {name}", name=report.author),
        labels.source(report.source),
        report.category and _("on {category}", category=report.category),
    )
    text = _("This archive does not show its text.")
    if shown:
        keys = [key for key, source in day.mentions if source == report.source]
        named = [items.get(key) or Announced(key=key, type="report") for key in keys]
        text = linked_names(view, markup.markdown_paragraphs(report.text), named, addresses.day(day.date))
    title = f"**{markup.markdown(report.title)}**" if report.title and shown else ""
    return section(_("Report"), title, markup.literal(", ".join(filter(None, said))), text)


def linked_names(view: View, text: str, items: Iterable[Announced], path: str) -> str:
    """Markdown of another site's text, with the first mention of each of these papers' systems linked to its page."""
    places: dict[str, str] = {}
    for item in items:
        paper = view.listed(item.key, view.earlier_version(item))
        title = markup.plain(paper.title)
        # Most titles name it, and to find an abstract's sentences takes longer than all else here.
        called = cards.system_name(title, ())
        called = called or cards.system_name(title, sentences.split(markup.plain(paper.abstract or "")))
        if called and len(called) > 2:
            places.setdefault(markup.escape_markdown(called), addresses.paper(item.key))
    if not places:
        return text
    longest = sorted(places, key=lambda called: (-len(called), called))
    pattern = re.compile(rf"{markup.LINK.pattern}|(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])")
    return pattern.sub(lambda match: link(match[0], places.pop(match[0], ""), path), text)


def day_line(view: View, day: Day, path: str) -> str:
    """A day as the page at `path` lists it: what was announced, what is incomplete, and what is particular of it."""
    covered = view.coverage.get(day.date, ())
    told = [markup.literal(labels.counted(day, short=True))]
    for state in LOSSES if covered else ():
        codes = [each.category for each in covered if each.state == state]
        if len(codes) == len(covered):
            told.append(proofs.name_of(state))
        elif codes:  # `missing in hep-th`
            where = ", ".join(codes) if len(codes) <= NAMED else labels.count(len(codes), "category", "categories")
            told.append(markup.literal(_("{what} in {category}", what=proofs.name_of(state), category=where)))
    notes = (
        (_("one witness"), any(each.lone for each in covered)),
        (_("reconstructed"), day.reconstructed),
        (_("quiet"), view.is_quiet(day)),
        (_("report"), bool(day.reports)),
    )
    said = ", ".join(filter(None, [*told, *(word for word, true in notes if true)]))
    nothing = "" if day.mentions else _("nothing held")
    return f"{link(language.long_date(day.date), addresses.day(day.date), path)}: {said or nothing}"


def _neighbour(view: View, date: dt.date, of: dt.date) -> dict[str, str]:
    """The day before or after: its name, with the year where that is another, and what lies between."""
    return {
        "name": language.day_of_month(date) if date.year == of.year else language.date(date),
        "title": language.long_date(date),
        "address": addresses.href(addresses.day(date), addresses.day(of)),
        "between": between(view, min(date, of), max(date, of)),
    }


def between(view: View, first: dt.date, last: dt.date) -> str:
    """The days between two that have pages, in words; beside others, weekends and holidays go without saying."""
    absent, holidays = Counter[str](), view.settings.all_holidays
    for date in (first + dt.timedelta(days=number) for number in range(1, (last - first).days)):
        states = {each.state for each in view.coverage.get(date, ())}
        if states & {*LOSSES}:
            absent["missing"] += 1
        elif date.weekday() > FRIDAY:
            absent["weekend"] += 1
        elif not arxiv.is_expected(date, holidays):
            absent["holiday"] += 1
        elif states == {"quiet"}:
            absent["quiet"] += 1
        else:
            absent["not collected" if states else "with nothing held"] += 1
    others = [said(absent[name]) for name, said in _ABSENCES.items() if absent[name]]
    off = [_(name) for name in (N_("weekend"), N_("holiday")) if absent[name]]
    return ", ".join(others) or (proofs.words(off) if off else "")


# A day's papers in groups


@dataclass(frozen=True, slots=True)
class Group:
    """Some of a day's papers under one heading."""

    name: str  # plain
    page: str  # of its theme or category; empty: it is neither, or has none
    items: list[Announced]
    elsewhere: tuple[Announced, ...] = ()  # papers of its theme that stand in other groups

    @property
    def size(self) -> int:
        """How many papers have what it is named after, wherever they stand."""
        return len(self.items) + len(self.elsewhere)


def grouped(view: View, day: Day) -> list[Group]:
    """The groups of a day's page, the largest first: new submissions and cross-lists by their first themes, those
    without one last; then replacements. Where many have no theme, these stand by their primary categories, those that
    the archive follows first; so do papers that would be alone under most themes. Where none has a theme, arXiv's own
    sections."""
    shown = as_listed(view, day)
    fresh = [item for item in shown if item.type in FRESH]
    said = {item.key: item.earlier(view.outlines[item.key]) or view.outlines[item.key] for item in fresh}
    themes = {key: [slug for slug in words.themes if slug in view.themes] for key, words in said.items()}
    first = {key: next(iter(slugs), "") for key, slugs in themes.items()}
    sizes = Counter(filter(None, first.values()))
    alone = {slug for slug, size in sizes.items() if size == 1}
    scattered = len(alone) > max(LONE, MOST_ALONE * len(sizes))
    themed = _parted(fresh, lambda item: "" if scattered and first[item.key] in alone else first[item.key])
    rest = themed.pop("", [])
    if not themed:
        return _by_section(shown)
    groups = []
    for slug, items in themed.items():
        others = tuple(item for item in fresh if slug in themes[item.key] and first[item.key] != slug)
        groups.append(Group(markup.plain(view.themes[slug].name), addresses.theme(slug), items, others))
    groups.sort(key=lambda group: -len(group.items))
    if scattered or len(rest) > max(FEW, MANY * len(fresh)):
        primary = _parted(rest, lambda item: next(iter(said[item.key].categories), ""))
        ours = view.settings.drawn
        for code, items in sorted(primary.items(), key=lambda part: (part[0] not in ours, -len(part[1]))):
            known = arxiv.name(code) if code else ""
            name = f"{code}: {known}" if known != code else code or _(UNTHEMED)
            groups.append(Group(name, addresses.category(code) if code in view.followed else "", items))
    elif rest:
        groups.append(Group(_(UNTHEMED), "", rest))
    return [*groups, *_by_section([item for item in shown if item.type not in FRESH])]


def _parted(items: Sequence[Announced], by: Callable[[Announced], str]) -> dict[str, list[Announced]]:
    """name -> items that have it."""
    parts: dict[str, list[Announced]] = {}
    for item in items:
        parts.setdefault(by(item), []).append(item)
    return parts


def _by_section(items: Sequence[Announced]) -> list[Group]:
    sections = [(heading, [item for item in items if item.type in types]) for _, heading, types in SECTIONS]
    return [Group(_(heading), "", members) for heading, members in sections if members]


def as_listed(view: View, day: Day) -> list[Announced]:
    """A day's papers in the order of arXiv's page: those of the archive's first category first, where it has several.

    What no listing page numbers goes by its id, as arXiv itself numbers its pages.
    """
    codes = {code: place for place, code in enumerate(view.settings.drawn)}

    def order(item: Announced) -> tuple[int, int, int, str]:
        listings = zip(item.categories, item.places or (0,) * len(item.categories), strict=True)
        first = min(((codes.get(code, len(codes)), place or _UNKNOWN) for code, place in listings), default=(0, 0))
        return (_SECTION_OF[item.type], *first, item.key)

    return sorted(day.papers, key=order)


def best(parts: Sequence[Group], told: str, most: int) -> list[Announced]:
    """The fresh papers of groups to open first, at most so many: those that a digest (`told`, its Markdown) links, then
    one of each group in turn."""
    fresh = [[item for item in part.items if item.type in FRESH] for part in parts]
    items = {item.key: item for turn in zip_longest(*fresh) for item in turn if item}
    order = dict.fromkeys([*(key for key in _LINKED.findall(told) if key in items), *items])
    return [items[key] for key in order][:most]


def theme_facts(parts: Iterable[Group], path: str) -> list[list[object]]:
    """The groups that lead to pages of their own: name, address, papers."""
    return [[part.name, addresses.href(part.page, path), part.size] for part in parts if part.page]


def marks(view: View, items: Iterable[Announced]) -> dict[str, dict[str, object]]:
    """What a page of days says of papers besides their text, by key: the section of arXiv's page, the place among
    these, and facts of a version that is no longer the newest."""
    told: dict[str, dict[str, object]] = {}
    for place, item in enumerate(items, 1):
        told[item.key] = {"type": SECTIONS[_SECTION_OF[item.type]][0], "n": place}
        if version := view.earlier_version(item):
            told[item.key]["facts"] = view.facts(item.key, version)
    return told


# Calendars, as facts: overrides/ draws them as tables of weeks, each day with its papers and a shade


def calendar_of(
    month: dt.date,
    days: Mapping[dt.date, Day],
    page: str,
    coverage: Mapping[dt.date, tuple[Coverage, ...]] | None = None,
    *,
    until: dt.date = dt.date.max,
) -> dict[str, object]:
    """The calendar of a month (its first day) for the page at `page`: name, address, blank cells before the first day,
    and the days. `until`: the last day of which it knows, so that no later one changes the page.

    A day: number, address (empty: it has no page), papers, shade (0: nothing was announced; SHADES: as many papers as
    on the fullest day of the month), what it held in words, and with `coverage` the worst state of what it lacks.
    """
    dated = [month.replace(day=number) for number in range(1, calendar.monthrange(month.year, month.month)[1] + 1)]
    days = {date: days[date] for date in dated if date in days and date <= until}
    most = max((len(day.announced) for day in days.values()), default=0)
    cells = []
    for date in dated:
        day = days.get(date)
        papers = len(day.announced) if day else 0
        lost = [each.state for each in (coverage or {}).get(date, ()) if each.state in LOSSES]
        lacking = max(lost, key=LOSSES.index, default="")
        said = ", ".join(filter(None, (_brought(day), lacking and proofs.name_of(lacking))))
        place = addresses.href(addresses.day(date), page) if day else ""
        cells.append([date.day, place, papers, -(-SHADES * papers // most) if most else 0, said, lacking])
    own = addresses.month(month)
    return {
        "name": language.month(month),
        "address": addresses.href(own, page) if own != page else "",
        "before": month.weekday(),
        "days": cells,
    }


def _brought(day: Day | None) -> str:
    """What a day brought, in words of a calendar."""
    if day and day.announced:
        return labels.count(len(day.announced), "paper")
    words = day and (day.cards or day.reports or day.mentions)
    return _("words of other sources") if words else _("nothing announced")

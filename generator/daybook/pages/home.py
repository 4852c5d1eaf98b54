"""The pages for first-time readers: home, about, and the guide."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.resources import files

from daybook.config import Settings
from daybook.describe.digests import FRESH
from daybook.exports import citations
from daybook.model import Day, taxonomy
from daybook.pages import calendars, groups, holdings
from daybook.pages.days import day_line
from daybook.pages.kinds import Kind
from daybook.pages.periods import others
from daybook.text import dates, markup
from daybook.text.language import _
from daybook.view import addresses, editorials, labels
from daybook.view.addresses import LLMS
from daybook.view.context import Draft, View
from daybook.view.labels import counts
from daybook.view.writing import Page, bullets, link, page, section

ROWS = 24
"""Papers of the newest day on the home page: those of the digest first, then one of each theme in turn."""
NEWEST = 7  # days listed there
_PLACEHOLDER = re.compile(r"<!--[^>]*-->|This archive is kept by its readers\. Write here [a-z ]+\.")
"""What `daybook init` writes, and once wrote, into about.md for its owner to replace."""


def _drafts_of_home(view: View) -> Iterator[Draft]:
    yield Draft(addresses.HOME, None, partial(_render_home, view))


def _render_home(view: View) -> Page:
    """The newest day that was announced; of an archive made of a snapshot, the newest of those worked out."""
    path, days, settings = addresses.HOME, view.archive.days, view.settings
    announced = [day for day in reversed(days) if day.announced]
    latest = next((day for day in announced if not day.reconstructed), next(iter(announced), None))
    editorial = editorials.of_day(view, latest, path) if latest else None
    best = groups.best(groups.of_day(view, latest), editorial.text if editorial else "", ROWS) if latest else []
    rows = [view.row(item.key, view.announced(item)).on(path) for item in best]
    earlier = [day for day in days[::-1][:NEWEST] if day is not latest]
    listed = sorted([latest, *earlier] if latest else [], key=lambda day: day.date, reverse=True)
    return page(
        path,
        "home",
        f"# {markup.markdown(settings.title)}",
        section(
            link(dates.long_date(latest.date), addresses.day(latest.date), path),
            *rows or [bullets([day_line(view, latest, path)])],
        )
        if latest
        else "",
        editorial.section if editorial else "",
        section(_("Earlier"), bullets(day_line(view, day, path) for day in earlier)),
        "" if days else _("This archive holds no days yet."),
        date=latest.date if latest else None,
        facts={
            "title": settings.title,
            "description": settings.description or _description(settings),
            "feed": addresses.FEED_OF_ALL,
            "text": LLMS,
            "introduction": view.texts.introduction.strip(),
            "latest": _latest(view, latest) if latest else None,
            "new": [f"{day.date}:{len(day.of_type(*FRESH))}" for day in listed],
        },
    )


def _latest(view: View, day: Day) -> dict[str, object]:
    path, seal = addresses.HOME, view.seal(day.date)
    parts = groups.of_day(view, day)
    return {
        "name": dates.long_date(day.date),
        "date": day.date.isoformat(),
        "address": addresses.href(addresses.day(day.date), path),
        "counts": counts(day, short=True),
        "papers": len(day.papers),
        "seal": seal.facts if seal else None,
        "calendar": calendars.of_month(day.date.replace(day=1), view.days, path),
        "themes": [[part.name, addresses.href(part.page, path), part.size] for part in parts if part.page],
    }


def _written(view: View, day: Day) -> str:
    return view.texts.digests.get(addresses.stem(addresses.day(day.date)), "")


def _description(settings: Settings) -> str:
    """A sentence for search engines, where the owner gives none."""
    return _("What arXiv announces in {names}, day by day.", names=", ".join(map(taxonomy.name, settings.categories)))


def _drafts_of_about(view: View) -> Iterator[Draft]:
    yield Draft(addresses.ABOUT, None, partial(_render_about, view))


def _render_about(view: View) -> Page:
    """What this archive is and holds, and whose words these are."""
    path, settings, about = addresses.ABOUT, view.settings, view.texts.about.strip()
    return page(
        path,
        "about",
        f"# {_('About this archive')}",
        section(
            _("What it holds"),
            bullets(f"**{name}** {value}" for name, value in _holdings(view)),
            _(
                "Each day is kept as it was announced. A paper's page brings together what every source says about it,"
                " and names the source of each field."
            ),
        ),
        section(_("Other years"), bullets(others(settings, addresses.HOME))),
        section(_("Thanks to arXiv"), _thanks(view)),
        section(_("How to cite"), _('To cite a paper, use what its page gives under "Cite".'), _citation(view)),
        section(_("Whose words these are"), _words(view)),
        section(_("Contact"), markup.literal(settings.contact)),
        facts={
            "description": _("What this archive is, and whose words it shows."),
            "about": "" if _PLACEHOLDER.fullmatch(about) else about,
            "bibtex": _bibtex(view),
            "keep": settings.offline_app,
        },
    )


def _holdings(view: View) -> Iterable[tuple[str, str]]:
    """(name, Markdown) of what the archive holds."""
    path = addresses.ABOUT
    announced = [day.date for day in view.archive.days if day.papers]
    proved, writers = holdings.summary(view.archive.coverage), len(view.writers.by_slug)
    codes = (
        link(markup.literal(code), addresses.category(code), path) if code in view.followed else markup.literal(code)
        for code in view.settings.categories
    )
    lines = [
        (_("Categories"), ", ".join(codes)),
        (_("Papers"), labels.number(len(view.archive.papers))),
        (_("Days"), labels.number(len(announced))),
        (_("From"), dates.date(announced[0]) if announced else ""),
        (_("To"), dates.date(announced[-1]) if announced else ""),
        (_("Authors"), link(_("{n} with pages", n=labels.number(writers)), addresses.AUTHORS, path) if writers else ""),
        (
            _("Coverage"),
            f"{markup.literal(proved)} {link(_('Day by day'), addresses.COVERAGE, path)}" if proved else "",
        ),
        (_("Numbers"), link(_("Statistics"), addresses.STATISTICS, path) if announced else ""),
        (_("Data"), link(_("Files for other programs"), addresses.DATA, path)),
        (_("Feeds"), link(_("All feeds"), addresses.FEEDS, path)),
    ]
    return [(name, value) for name, value in lines if value]


def _thanks(view: View) -> str:
    """What arXiv asks those who use its data to say."""
    licence = markup.link("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/")
    return "\n\n".join(
        (
            _(
                "Thank you to arXiv for use of its open access interoperability. arXiv's metadata, abstracts included,"
                " is free to use under {licence}. The papers themselves remain on arXiv, under the licences their"
                " authors chose; this archive links to them and keeps no copies.",
                licence=licence,
            ),
            _(
                "This archive is not part of arXiv. arXiv has neither reviewed nor approved it, and its content does"
                " not necessarily reflect arXiv's policies."
            ),
        )
    )


def _words(view: View) -> str:
    """Whose words the archive shows."""
    shown = sorted(labels.source(name) for name, rule in view.settings.sources.items() if rule.publish)
    told = (
        _("Shown here, besides arXiv's metadata: {sources}.", sources=", ".join(shown))
        if shown
        else _("At present, only arXiv's metadata is shown, and what this archive derives from it.")
    )
    theirs = _(
        "Cards, reports and abstracts from other sources belong to their authors. Each names its source, and is shown"
        " only if the keeper of this archive has allowed it."
    )
    return f"{theirs} {markup.literal(told)}"


def _citation(view: View) -> str:
    """The archive as a list of references names it, as of its newest day."""
    settings, as_of = view.settings, view.archive.as_of
    named = f"{settings.title} ({as_of.year})" if as_of else settings.title
    what = _("arXiv's announcements in {categories}", categories=", ".join(settings.categories))
    known = _("{what}, as of {date}", what=what, date=dates.date(as_of)) if as_of else what
    found = filter(None, (addresses.outside(settings.url), addresses.doi(view.texts.doi)))
    links = [markup.link(markup.literal(html.unescape(each)), html.unescape(each), settings.hosts) for each in found]
    return ". ".join([markup.literal(named), markup.literal(known), *links]) + ("" if links else ".")


def _bibtex(view: View) -> str:
    """The same as an entry of BibTeX; empty where the archive has no address to find it by."""
    settings, texts = view.settings, view.texts
    return (
        citations.archive_bibtex(settings, view.archive.as_of, texts.doi).rstrip() if settings.url or texts.doi else ""
    )


def _drafts_of_guide(view: View) -> Iterator[Draft]:
    """The hand-written guide, unchanged."""
    for name, text in guide().items():
        path = f"guide/{name}"
        yield Draft(path, None, partial(Page, path, text))


def guide() -> dict[str, str]:
    """The pages of the guide: name -> Markdown with its front matter."""
    folder = files("daybook.pages") / "guide"
    pages = sorted((file for file in folder.iterdir() if file.name.endswith(".md")), key=lambda file: file.name)
    return {file.name: file.read_text(encoding="utf-8") for file in pages}


HOME = Kind(addresses.HOME, _drafts_of_home)
ABOUT = Kind(addresses.ABOUT, _drafts_of_about)
GUIDE = Kind("guide/", _drafts_of_guide, hand_written=True)

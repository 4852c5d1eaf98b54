"""The pages for first-time readers: home, about and the guide; and those that people write in notes/."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import partial
from importlib.resources import files

from daybook.describe.digests import FRESH
from daybook.exports import citations
from daybook.model import arxiv
from daybook.pages import days, holdings, moved
from daybook.pages.periods import others
from daybook.text import language, markup
from daybook.text.language import _
from daybook.text.yaml_text import read_yaml
from daybook.view import addresses, editorials, labels
from daybook.view.archive_view import Draft, Note, View, kind
from daybook.view.writing import Page, bullets, link, page, section

ROWS = 24  # papers of the newest day on the home page: those of the digest first, then one of each theme in turn
NEWEST = 7  # days listed there
_PLACEHOLDER = re.compile(r"<!--[^>]*-->|This archive is kept by its readers\. Write here [a-z ]+\.")
"""What `daybook init` once wrote into about.md for its owner to replace."""
_FORMER = {  # pages that the guide once had -> what has their words now: a place in it, or a page of the handbook
    "authors": "guide/index.md#names-are-not-people", "design": "", "fetching": "notes/fetching.md",
    "growth": "notes/size.md", "hosts": "notes/other-hosts.md", "language-model": "notes/language-model.md",
    "library": "notes/library.md", "linking": "notes/linking.md", "machines": "guide/data.md#what-pages-tell-programs",
    "narrowing": "guide/reading.md#narrow-a-list", "notes": "notes/notes.md", "publishing": "notes/hosting.md",
    "releases": "notes/releases.md", "size": "notes/size.md", "sources": "notes/sources.md", "speed": "notes/size.md",
    "text": "guide/index.md#how-to-read-a-paper", "themes": "notes/themes.md", "watches": "notes/watches.md",
    "your-archive": "notes/first-archive.md",
}  # fmt: skip
_OWNERS = "guide/index.md#if-the-archive-is-yours"  # where the handbook is not: in every archive but Daybook's own


@kind(addresses.HOME)
def home_page(view: View) -> Iterator[Draft]:
    yield Draft(addresses.HOME, None, partial(_home, view))


def _home(view: View) -> Page:
    """The newest day that was announced; of an archive made of a snapshot, the newest of those worked out."""
    path, held, settings = addresses.HOME, view.archive.days, view.settings
    announced = [day for day in reversed(held) if day.announced]
    latest = next((day for day in announced if not day.reconstructed), next(iter(announced), None))
    earlier = [day for day in held[::-1][:NEWEST] if day is not latest]
    newest = digest = ""
    told: dict[str, object] | None = None
    if latest:
        editorial, parts = editorials.of_day(view, latest, path), days.grouped(view, latest)
        digest = editorial.section if editorial else ""
        best = days.best(parts, editorial.text if editorial else "", ROWS)
        rows = [view.row(item.key, view.earlier_version(item)).on(path) for item in best]
        name, place, seal = language.long_date(latest.date), addresses.day(latest.date), view.seal(latest.date)
        newest = section(link(name, place, path), *rows or [bullets([days.day_line(view, latest, path)])])
        told = {
            "name": name,
            "date": latest.date.isoformat(),
            "address": addresses.href(place, path),
            "counts": labels.counts(latest, short=True),
            "papers": len(latest.papers),
            "seal": seal.facts if seal else None,
            "calendar": days.calendar_of(latest.date.replace(day=1), view.days, path),
            "themes": days.theme_facts(parts, path),
        }
    listed = sorted([latest, *earlier] if latest else [], key=lambda day: day.date, reverse=True)
    names = ", ".join(map(arxiv.name, settings.categories))
    return page(
        path,
        "home",
        f"# {markup.markdown(settings.title)}",
        newest,
        digest,
        section(_("Earlier"), bullets(days.day_line(view, day, path) for day in earlier)),
        "" if held else _("This archive holds no days yet."),
        date=latest.date if latest else None,
        facts={
            "title": settings.title,
            "description": settings.description or _("What arXiv announces in {names}, day by day.", names=names),
            "feed": addresses.FEED_OF_ALL,
            "text": addresses.LLMS,
            "introduction": view.texts.introduction.strip(),
            "latest": told,
            "new": [f"{day.date}:{len(day.of_type(*FRESH))}" for day in listed],
        },
    )


@kind(addresses.ABOUT)
def about_page(view: View) -> Iterator[Draft]:
    yield Draft(addresses.ABOUT, None, partial(_about, view))


def _about(view: View) -> Page:
    """What this archive is and holds, and whose words these are."""
    path, settings, texts, as_of = addresses.ABOUT, view.settings, view.texts, view.archive.as_of
    about = texts.about.strip()
    shown = sorted(labels.source(name) for name, rule in settings.sources.items() if rule.publish)
    words = _("At present, only arXiv's metadata is shown, and what this archive derives from it.")
    if shown:
        words = _("Shown here, besides arXiv's metadata: {sources}.", sources=", ".join(shown))
    theirs = _(
        "Cards, reports and abstracts from other sources belong to their authors. Each names its source, and is shown"
        " only if the keeper of this archive has allowed it."
    )
    thanks = _(  # what arXiv asks those who use its data to say
        "Thank you to arXiv for use of its open access interoperability. arXiv's metadata, abstracts included,"
        " is free to use under {licence}. The papers themselves remain on arXiv, under the licences their"
        " authors chose; this archive links to them and keeps no copies.",
        licence=markup.link("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
    )
    apart = _(
        "This archive is not part of arXiv. arXiv has neither reviewed nor approved it, and its content does"
        " not necessarily reflect arXiv's policies."
    )
    kept = _(
        "Each day is kept as it was announced. A paper's page brings together what every source says about it,"
        " and names the source of each field."
    )
    found = settings.url or texts.doi  # without an address there is nothing to find it by
    return page(
        path,
        "about",
        f"# {_('About this archive')}",
        section(_("What it holds"), bullets(f"**{name}** {value}" for name, value in _held(view) if value), kept),
        section(_("Other years"), bullets(others(settings, addresses.HOME))),
        section(_("Thanks to arXiv"), thanks, apart),
        section(_("How to cite"), _('To cite a paper, use what its page gives under "Cite".'), _citation(view)),
        section(_("Whose words these are"), f"{theirs} {markup.literal(words)}"),
        section(_("Contact"), markup.literal(settings.contact)),
        facts={
            "description": _("What this archive is, and whose words it shows."),
            "about": "" if _PLACEHOLDER.fullmatch(about) else about,
            "bibtex": citations.archive_bibtex(settings, as_of, texts.doi).rstrip() if found else "",
            "keep": settings.offline_app,
        },
    )


def _held(view: View) -> list[tuple[str, str]]:
    """(name, Markdown) of what the archive holds; empty for what it does not."""
    path = addresses.ABOUT
    announced = [day.date for day in view.archive.days if day.papers]
    proved, writers = holdings.summary(view.archive.coverage), len(view.writers.by_slug)
    codes, ended = [], view.settings.ended
    for code in view.settings.drawn:
        name = link(markup.literal(code), addresses.category(code) if code in view.followed else "", path)
        until = language.date(ended[code]) if code in ended else ""
        codes.append(f"{name}, {_('followed until {date}', date=until)}" if until else name)
    pages = link(_("{n} with pages", n=labels.number(writers)), addresses.AUTHORS, path)
    covered = f"{markup.literal(proved)} {link(_('Day by day'), addresses.COVERAGE, path)}"
    beside = view.settings.volumes
    return [
        (_("Categories"), "; ".join(codes) if ended else ", ".join(codes)),
        (_("Papers"), labels.number(len(view.archive.papers))),
        (_("Days"), labels.number(len(announced))),
        (_("From"), language.date(announced[0]) if announced else ""),
        (_("To"), language.date(announced[-1]) if announced else ""),
        (_("Authors"), pages if writers else ""),
        (_("Coverage"), covered if proved else ""),
        (_("Numbers"), link(_("Statistics"), addresses.STATISTICS, path) if announced else ""),
        (_("Data"), link(_("Files for other programs"), addresses.DATA, path)),
        (_("Feeds"), link(_("All feeds"), addresses.FEEDS, path)),
        (_("Library"), link(_("All volumes"), addresses.beside(beside, addresses.HOME), path) if beside else ""),
    ]


def _citation(view: View) -> str:
    """The archive as a list of references names it, as of its newest day."""
    settings, as_of = view.settings, view.archive.as_of
    named = f"{settings.title} ({as_of.year})" if as_of else settings.title
    what = _("arXiv's announcements in {categories}", categories=", ".join(settings.categories))
    known = _("{what}, as of {date}", what=what, date=language.date(as_of)) if as_of else what
    found = filter(None, (addresses.outside(settings.url), addresses.doi(view.texts.doi)))
    links = [markup.link(markup.literal(html.unescape(each)), html.unescape(each), settings.hosts) for each in found]
    return ". ".join([markup.literal(named), markup.literal(known), *links]) + ("" if links else ".")


def guide() -> dict[str, str]:
    """The pages of the guide: name -> Markdown with its front matter."""
    folder = files("daybook.pages") / "guide"
    pages = sorted((file for file in folder.iterdir() if file.name.endswith(".md")), key=lambda file: file.name)
    return {file.name: file.read_text(encoding="utf-8") for file in pages}


@kind("guide/", hand_written=True)
def guide_pages(view: View) -> Iterator[Draft]:
    """The hand-written guide, whose front matter tells its kind, too, and what leads on from its former pages."""
    for name, text in guide().items():
        path, head = f"guide/{name}", text.removeprefix("---\n")
        facts = {**read_yaml(head.partition("\n---\n")[0], path), "text": path}
        yield Draft(path, None, partial(Page, path, f"---\nkind: written\n{head}", facts))
    handbook = set(map(addresses.note, view.texts.pages)) if view.settings.sample else ()
    for name, place in _FORMER.items():
        target = place if place.startswith("guide/") or place in handbook else _OWNERS
        yield moved.draft(view, f"guide/{name}.md", _("Guide") if target[0] == "g" else _("Notes"), target, text=True)


# What people write in notes/


@kind("notes/")
def note_pages(view: View) -> Iterator[Draft]:
    pages, notes = view.texts.pages, view.texts.notes
    if pages or notes:
        told = editorials.newest_notes(view)[: editorials.NEWEST]
        depends = view.depends([key for _date, key, _note in told], told, pages)
        yield Draft(addresses.NOTES, depends, partial(_notes, view))
    for name, note in pages.items():
        if name != editorials.OVERVIEW:
            depends = view.depends((), note, editorials.linked_papers(view, note.text))
            yield Draft(addresses.note(name), depends, partial(_note, view, name, note))


def _note(view: View, name: str, note: Note) -> Page:
    path = addresses.note(name)
    text = editorials.linked(view, note.text, path)
    top = "" if any(line.startswith("# ") for line in text.splitlines()) else f"# {markup.literal(note.title)}"
    description = f"{note.title}. {_('What the people of this archive write.')}"
    facts = {"title": note.title, "description": description, "text": path}
    return page(path, "written", top, text, date=note.date, facts=facts)


def _notes(view: View) -> Page:
    path, pages = addresses.NOTES, dict(view.texts.pages)
    top = pages.pop(editorials.OVERVIEW, None)
    own = sorted(((note.title, name) for name, note in pages.items()), key=lambda one: one[0])
    newest = editorials.newest_notes(view)[: editorials.NEWEST]
    rows = (view.row(key, None).on(path, language.date(date)) for date, key, _note in newest)
    return page(
        path,
        "page",
        f"# {markup.literal(top.title) if top and top.title != editorials.OVERVIEW else _('Notes')}",
        section(_("Pages"), bullets(link(markup.literal(title), addresses.note(name), path) for title, name in own)),
        section(_("On papers"), *rows),
        facts={
            "description": _("What the people of this archive write."),
            "feed": addresses.FEED_OF_NOTES if editorials.dated_notes(view) else "",
            "introduction": editorials.linked(view, re.sub(r"\A# .*\n", "", top.text), path) if top else "",
        },
    )

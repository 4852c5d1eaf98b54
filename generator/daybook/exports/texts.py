"""llms.txt, which names for programs what is here: its form is that of llmstxt.org.

Days, themes and the guide are there as plain Markdown: the pages that the site is built from, beside its HTML.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from daybook import exports
from daybook.exports import SiteFile
from daybook.model import taxonomy
from daybook.text import dates, markup
from daybook.text.language import _
from daybook.view import addresses, labels
from daybook.view.context import View

NEWEST = 14
"""Days that llms.txt names; the others are behind the page of all days."""


def files(view: View) -> Iterator[SiteFile]:
    """llms.txt."""
    yield SiteFile(addresses.LLMS, partial(_llms, view))


def _llms(view: View) -> bytes:
    """Its form is that of llmstxt.org: a title, a quotation that sums up, and lists of links."""
    settings, days_held = view.settings, reversed(view.archive.days)

    def link(name: str, path: str, what: str) -> str:
        address = addresses.public(settings.url, path) if settings.url else path
        return f"- {markup.link(markup.literal(name), address, settings.hosts)}: {what}"

    newest = [day for day in days_held if day.announced and not day.reconstructed][:NEWEST]
    followed = ", ".join(f"{taxonomy.name(code)} ({code})" for code in settings.categories)
    as_of = dates.date(view.archive.as_of) if view.archive.as_of else ""
    data = [each for each in exports.EXPORTS if each.told and each.entry and each.on_site(len(view.outlines))]
    held = f"{labels.count(len(view.outlines), 'paper')}, {labels.count(len(view.archive.days), 'day')}"
    held = _("{what}, as of {date}", what=held, date=as_of) if as_of else held
    summary = _("What arXiv announces in {names}, day by day.", names=followed)
    beside, cite = _("each has its Markdown beside it"), _("whose words these are, how to cite")
    lines = [
        f"# {markup.literal(settings.title)}",
        f"> {markup.literal(settings.description or summary)}",
        _(
            "A static archive of arXiv's announcements in {names}: {held}. Addresses are permanent. Each paper has a"
            " page with its metadata and abstract, which are arXiv's and CC0, and a link to it on arXiv.",
            names=followed, held=held,
        ),
        *_section(_("Days"), [*(link(dates.long_date(day.date), addresses.day(day.date),
                                  view.describe(day).partition(": ")[2]) for day in newest),
                           link(_("All days"), addresses.served(addresses.DAYS), beside)]),
        *_section(_("Themes"), [link(markup.plain(theme.name), addresses.theme(theme.slug),
                                  labels.count(len(view.by_theme[theme.slug]), "paper"))
                             for theme in view.archive.themes]),
        *_section(_("Data"), [link(each.entry, each.entry, _(each.told)) for each in data
                              if each.entry != addresses.LLMS]),
        *_section("Optional", [link(_("Guide"), addresses.GUIDE, _("how the archive is made and read")),
                               link(_("About"), addresses.served(addresses.ABOUT), cite)]),
    ]  # fmt: skip
    return ("\n\n".join(lines) + "\n").encode(errors="replace")


def _section(heading: str, lines: Sequence[str]) -> list[str]:
    return [f"## {heading}", "\n".join(lines)] if lines else []

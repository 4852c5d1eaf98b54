"""Other services' documents about the same papers, in the forms the readers know."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence
from email.utils import format_datetime
from html import escape

from tests.arxiv.papers import Announcement

_REPORT = """The Inference Report
{day:%B} {day.day}, {day.year}

Research on One Page

Today's {count} papers are about {subject}. Most of them are short, and each of them has a name of its own.

Dora Whitlock
Showing {count} of {count} papers
{papers}"""


def cards(category: str, day: dt.date, found: Sequence[Announcement]) -> str:
    """A page of cards as text, as Pith has it."""
    parts = [f"pith. machine reading\n\n{category}\n\nEvery paper, on one card.\n"]
    for number, each in enumerate(found):
        first, *rest = each.state.abstract.split("\n  ")
        badge = " Recognition" if number % 2 else ""
        parts.append(
            f"0\n{each.state.primary} {day}{badge}\n{each.state.title.partition(':')[0]} is faster than it looks\n"
            f"{each.state.title}\nA short word about {each.state.title.partition(':')[0]}.\n"
            f"abstract click to expand\n" + "\n".join((first, *rest)) + "\n0"
        )
    return "\n".join(parts) + "\n\nbrowse all of " + category + "\n"


def report(category: str, day: dt.date, found: Sequence[Announcement]) -> str:
    """A day's page as text, as The Inference Report has it."""
    papers = "\n".join(
        f"{each.state.title} {each.state.primary}\n" + each.state.abstract.replace("\n  ", "\n") for each in found
    )
    return _REPORT.format(day=day, count=len(found), subject=category, papers=papers)


def journal(day: dt.date, issues: Sequence[tuple[dt.date, Announcement]], site: str) -> str:
    """A journal's feed: what it published, newest first. `site`: its address."""
    items = "".join(
        f"""    <item>
      <title>{escape(each.state.title, quote=False)}</title>
      <link>{site}/articles/{each.state.doi}</link>
      <guid isPermaLink="false">{each.state.doi}</guid>
      <dc:identifier>doi:{each.state.doi}</dc:identifier>
      <prism:publicationName>Journal of Invented Systems</prism:publicationName>
      <description>{escape(escape(each.state.abstract, quote=False), quote=False)}</description>
      <pubDate>{format_datetime(dt.datetime.combine(when, dt.time(9), dt.UTC))}</pubDate>
      <dc:creator>{escape(", ".join(a.shown for a in each.state.authors), quote=False)}</dc:creator>
    </item>
"""
        for when, each in issues
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/" \
version="2.0">
  <channel>
    <title>Journal of Invented Systems</title>
    <link>{site}/</link>
    <description>Newest articles</description>
    <pubDate>{format_datetime(dt.datetime.combine(day, dt.time(9), dt.UTC))}</pubDate>
{items}  </channel>
</rss>
"""


def preprints(
    server: str, interval: str, cursor: int, total: int, found: Sequence[tuple[dt.date, Announcement]]
) -> str:
    """A page of bioRxiv's details API; numbers are partly strings there."""
    collection = [
        {
            "title": each.state.title,
            "authors": "; ".join(f"{a.keyname}, {a.forenames[0]}." for a in each.state.authors),
            "author_corresponding": each.state.authors[0].shown,
            "author_corresponding_institution": each.state.authors[0].affiliation or "NA",
            "doi": f"10.64898/{when:%Y.%m.%d}.{each.id.replace('/', '').replace('.', '')}",
            "date": when.isoformat(),
            "version": str(each.state.version.number),
            "type": "new results",
            "license": "cc_by",
            "category": "systems biology",
            "jatsxml": "NA",
            "abstract": each.state.abstract,
            "funder": "NA",
            "published": each.state.doi or "NA",
            "server": server,
        }
        for when, each in found
    ]
    message: dict[str, object] = {"status": "ok", "interval": interval, "cursor": str(cursor)}
    message |= {"count": len(collection), "count_new_papers": str(total), "total": str(total)}
    if not total:
        message = {"status": "no posts found"}
    return json.dumps({"messages": [message], "collection": collection})

"""Other services' documents about the same papers, in the forms the readers know or might meet."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence
from email.utils import format_datetime
from html import escape

from tests.arxiv.papers import Announcement

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title><script src="/app.js"></script></head>
<body>
{body}
</body>
</html>
"""


def cards(category: str, day: dt.date, found: Sequence[Announcement]) -> str:
    """A page of cards, such as Pith's might be: it is known as copied text alone."""
    parts = []
    for number, each in enumerate(found):
        name = each.state.title.partition(":")[0]
        badge = ' <span class="badge">Recognition</span>' if number % 2 else ""
        parts.append(
            f"""<article><button>0</button>
<div><a href="/{each.state.primary}">{each.state.primary}</a><time>{day}</time>{badge}</div>
<h2>{escape(name)} is faster than it looks</h2>
<h3>{escape(each.state.title)}</h3>
<p>A short word about {escape(name)}.</p>
<details><summary>abstract <small>click to expand</small></summary>{_paragraphs(each)}</details>
<div>0</div></article>"""
        )
    top = f"<header><b>pith.</b> machine reading</header>\n<h1>{category}</h1>\n<p>Every paper, on one card.</p>"
    body = "\n".join((top, *parts, f"<p>browse all of {category}</p>"))
    return _PAGE.format(title=f"{category} - Pith", body=body)


def report(category: str, day: dt.date, found: Sequence[Announcement]) -> str:
    """A day's page, such as The Inference Report's might be: it is known as copied text alone."""
    papers = "\n".join(
        f"<article><h3>{escape(each.state.title)}<span>{each.state.primary}</span></h3>{_paragraphs(each)}</article>"
        for each in found
    )
    body = f"""<header><a href="/">The Inference Report</a></header>
<p>{day:%B} {day.day}, {day.year}</p>
<h2>Research on One Page</h2>
<p>Today's {len(found)} papers are about {category}. Most of them are short, and each of them has a name of its own.</p>
<p>Dora Whitlock</p>
<p>Showing {len(found)} of {len(found)} papers</p>
{papers}"""
    return _PAGE.format(title="The Inference Report", body=body)


def _paragraphs(each: Announcement) -> str:
    return "".join(f"<p>{escape(part)}</p>" for part in each.state.abstract.split("\n  "))


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

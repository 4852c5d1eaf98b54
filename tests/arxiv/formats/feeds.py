"""The feeds of rss.arxiv.org, in RSS 2.0. They do not state how many items they should hold."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from email.utils import format_datetime
from html import escape

from tests.arxiv.calendar import EASTERN
from tests.arxiv.papers import Announcement

LIMIT = 2000

_RSS = """<?xml version='1.0' encoding='UTF-8'?>
<rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" \
xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" version="2.0">
  <channel>
    <title>{title}</title>
    <link>http://rss.arxiv.org/rss/{spec}</link>
    <description>{description}</description>
    <atom:link href="http://rss.arxiv.org/rss/{spec}" rel="self" type="application/rss+xml"/>
    <docs>http://www.rssboard.org/rss-specification</docs>
    <language>en-us</language>
    <lastBuildDate>{built}</lastBuildDate>
    <managingEditor>{editor}</managingEditor>
    <pubDate>{day}</pubDate>
{rest}  </channel>
</rss>
"""
_SKIP = "    <skipDays>\n      <day>Saturday</day>\n      <day>Sunday</day>\n    </skipDays>\n"


def rss(codes: Sequence[str], day: dt.date, items: Sequence[Announcement]) -> str:
    """The feed of these categories on this day; without items on weekends and holidays."""
    midnight = format_datetime(_midnight(day))
    return _RSS.format(
        title=f"{', '.join(codes)} updates on arXiv.org",
        spec="+".join(codes),
        description=f"{', '.join(codes)} updates on the arXiv.org e-print archive.",
        built=format_datetime(_built(day)),
        editor="rss-help@arxiv.org",
        day=midnight,
        rest=_SKIP + "".join(_item(each, midnight) for each in items[:LIMIT]),
    )


def error(spec: str, reason: str, day: dt.date) -> str:
    """The feed that comes with status 400."""
    return _RSS.format(
        title=f"Feed error for query: http://rss.arxiv.org/rss/{escape(spec)}",
        spec=escape(spec),
        description=escape(reason),
        built=format_datetime(_built(day)),
        editor="rss-help.arxiv.org",
        day=format_datetime(_midnight(day)),
        rest="",
    )


def _midnight(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), EASTERN)


def _built(day: dt.date) -> dt.datetime:
    """Some seconds after midnight in the East, written as UTC."""
    return _midnight(day).astimezone(dt.UTC) + dt.timedelta(seconds=9)


def _versioned(each: Announcement) -> str:
    return f"{each.id}v{each.state.version.number}"


def _text(each: Announcement) -> str:
    told = f"arXiv:{_versioned(each)} Announce Type: {each.type} \nAbstract: {each.state.abstract}"
    return escape(told, quote=False)


def _creators(each: Announcement) -> str:
    names = (a.shown + (f" ({a.affiliation})" if a.affiliation else "") for a in each.state.authors)
    return escape(", ".join(names), quote=False)


def _item(each: Announcement, midnight: str) -> str:
    state = each.state
    optional = f"      <arxiv:DOI>{state.doi}</arxiv:DOI>\n" if state.doi else ""
    if state.journal_ref:
        optional += f"      <arxiv:journal_reference>{escape(state.journal_ref)}</arxiv:journal_reference>\n"
    categories = "".join(f"      <category>{code}</category>\n" for code in state.categories)
    return f"""    <item>
      <title>{escape(state.title, quote=False)}</title>
      <link>https://arxiv.org/abs/{each.id}</link>
      <description>{_text(each)}</description>
      <guid isPermaLink="false">oai:arXiv.org:{_versioned(each)}</guid>
{categories}      <pubDate>{midnight}</pubDate>
      <arxiv:announce_type>{each.type}</arxiv:announce_type>
      <dc:rights>{state.license}</dc:rights>
{optional}      <dc:creator>{_creators(each)}</dc:creator>
    </item>
"""

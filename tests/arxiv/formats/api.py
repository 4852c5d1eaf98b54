"""Answers of export.arxiv.org/api/query, in the layout of 2026."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tests.arxiv.papers import Paper, State

_FEED = """<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" \
xmlns="http://www.w3.org/2005/Atom">
  <id>https://arxiv.org/{ident}</id>
  <title>{title}</title>
  <updated>{when:%Y-%m-%dT%H:%M:%SZ}</updated>
{link}  <opensearch:itemsPerPage>{size}</opensearch:itemsPerPage>
  <opensearch:totalResults>{total}</opensearch:totalResults>
  <opensearch:startIndex>{start}</opensearch:startIndex>
{entries}</feed>
"""


@dataclass(frozen=True)
class Query:
    search: str
    ids: str  # comma separated
    start: int
    size: int


def answer(query: Query, when: dt.datetime, total: int, found: Sequence[tuple[Paper, State]]) -> str:
    """A page of results; `total` is what it promises in all."""
    words = f"search_query={query.search}&id_list={query.ids}&start={query.start}&max_results={query.size}"
    title, link = escape(f"arXiv Query: {words}"), escape(f"https://arxiv.org/api/query?{words}")
    return _FEED.format(
        ident="api/0123456789abcdefghijklmnopq",
        title=title,
        when=when.astimezone(dt.UTC),
        link=f'  <link href="{link}" type="application/atom+xml"/>\n',
        size=query.size,
        total=total,
        start=query.start,
        entries="".join(_entry(paper, state) for paper, state in found),
    )


def error(reason: str, when: dt.datetime) -> str:
    """The feed that comes with status 400."""
    place = f"https://arxiv.org/api/errors#{escape(reason.replace(' ', '_'))}"
    entry = f"""  <entry>
    <id>{place}</id>
    <title>Error</title>
    <updated>{when.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%SZ}</updated>
    <link href="{place}" rel="alternate" type="text/html"/>
    <summary>{escape(reason)}</summary>
    <author>
      <name>arXiv api core</name>
    </author>
  </entry>
"""
    return _FEED.format(
        ident="", title="arXiv Search Results", when=when.astimezone(dt.UTC), link="", size=1, total=1, start=0,
        entries=entry,
    )  # fmt: skip


def _entry(paper: Paper, state: State) -> str:
    last, first = state.version, state.versions[0]
    where = f"arxiv.org/abs/{paper.id}v{last.number}"
    names = "".join(
        f"    <author>\n      <name>{escape(each.shown)}</name>\n"
        + (f"      <arxiv:affiliation>{escape(each.affiliation)}</arxiv:affiliation>\n" if each.affiliation else "")
        + "    </author>\n"
        for each in state.authors
    )
    categories = "".join(
        f'    <category term="{code}" scheme="http://arxiv.org/schemas/atom"/>\n' for code in state.categories
    )
    comment = f"    <arxiv:comment>{escape(state.comments)}</arxiv:comment>\n" if state.comments else ""
    journal = f"    <arxiv:journal_ref>{escape(state.journal_ref)}</arxiv:journal_ref>\n" if state.journal_ref else ""
    doi = (
        f'    <arxiv:doi>{state.doi}</arxiv:doi>\n    <link rel="related" href="https://doi.org/{state.doi}" '
        'title="doi"/>\n'
        if state.doi
        else ""
    )
    return f"""  <entry>
    <id>http://{where}</id>
    <title>{escape(state.title)}</title>
    <updated>{last.submitted:%Y-%m-%dT%H:%M:%SZ}</updated>
    <link href="https://{where}" rel="alternate" type="text/html"/>
    <link href="https://arxiv.org/pdf/{paper.id}v{last.number}" rel="related" type="application/pdf" title="pdf"/>
    <summary>{escape(state.abstract)}</summary>
{categories}    <published>{first.submitted:%Y-%m-%dT%H:%M:%SZ}</published>
{comment}    <arxiv:primary_category term="{state.categories[0]}"/>
{journal}{names}{doi}  </entry>
"""

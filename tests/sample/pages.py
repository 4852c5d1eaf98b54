"""The sample as listing pages: HTML of /new and of catchup, and the same copied as text."""

from __future__ import annotations

import datetime as dt
import html
from urllib.parse import quote_plus

from generator import taxonomy
from tests.sample.paper import CATEGORY, URL, Paper, escape, flag, formats, names, sections, subjects, unicode


def _author_links(paper: Paper) -> str:
    links = []
    for author in names(paper.authors):
        name, group, rest = author.partition(" (")
        *given, family = name.split()
        query = quote_plus(f"{family}, {given[0][0]}" if given else family, safe=",")
        link = f'<a href="https://arxiv.org/search/cs?searchtype=author&amp;query={query}">{escape(name)}</a>'
        links.append(link + escape(group + rest))
    return ", ".join(links)


def _linked(text: str) -> str:
    """A comment with its addresses as arXiv links them."""
    parts, end = [], 0
    for found in URL.finditer(text):
        parts.append(escape(text[end : found.start()]))
        address = html.escape(found[0])
        link = (
            f'<a href="{address}" rel="external noopener nofollow" class="link-external link-https">this https URL</a>'
        )
        parts.append(link)
        end = found.end()
    return "".join(parts) + escape(text[end:])


def _html_entry(number: int, paper: Paper) -> str:
    ident = paper.id
    addresses = {"pdf": f"/pdf/{ident}", "html": f"https://arxiv.org/html/{ident}v{paper.version}"}
    addresses["other"] = f"/format/{ident}"
    offers = ", ".join(f'<a href="{addresses[name]}" title="{name}">{name}</a>' for name in formats(paper))
    first, *others = map(escape, subjects(paper))
    shown = "; ".join([f'<span class="primary-subject">{first}</span>', *others])
    lines = [
        "    <dt>",
        f"      <a name='item{number}'>[{number}]</a>",
        f'      <a href ="/abs/{ident}" title="Abstract" id="{ident}">',
        f"        arXiv:{ident}",
        "      </a>",
        f"      {flag(paper)}",
        f"        [{offers}]",
        "    </dt>",
        "    <dd>",
        "      <div class='meta'>",
        *_html_field("title mathjax", "Title", escape(unicode(paper.title))),
        f"        <div class='list-authors'>{_author_links(paper)}</div>",
        *_html_field("comments mathjax", "Comments", _linked(unicode(paper.comments))),
        *_html_field("journal-ref", "Journal-ref", escape(paper.journal_ref)),
        *_html_field("subjects", "Subjects", shown),
        "        <p class='mathjax'>",
        "          " + escape(paper.abstract).replace("\n", "\n<br>"),
        "        </p>",
        "      </div>",
        "    </dd>",
    ]
    return "\n".join(lines)


def _html_field(name: str, label: str, text: str) -> list[str]:
    if not text:
        return []
    head = f"        <div class='list-{name}'><span class='descriptor'>{label}:</span>"
    return [head, f"          {text}", "        </div>"]


def _html_sections(papers: list[Paper]) -> str:
    number, parts = 0, []
    for name, items in sections(papers).items():
        parts += ["<dl id='articles'>", f"    <h3>{name} (showing {len(items)} of {len(items)} entries)</h3>"]
        for paper in items:
            number += 1
            parts.append(_html_entry(number, paper))
        parts.append("</dl>")
    return "\n".join(parts)


def _html_page(title: str, body: str) -> str:
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
  <title>{title}</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
</head>
<body>
<main>
<div id="content">
<div id='content-inner'>
<div id='dlpage'>
{body}
</div>
</div>
</div>
</main>
</body>
</html>
"""


def listing(date: dt.date, papers: list[Paper]) -> str:
    """The page /list/cs.DC/new."""
    name = taxonomy.name(CATEGORY)
    paging = f"<div class='paging'>Total of {len(papers)} entries\n</div>"
    body = f"""  <h1>{name}</h1>
<ul>
  <li><a href="#item0">New submissions</a></li>
</ul>
<p>See <a id="recent-cs.DC" aria-labelledby="recent-cs.DC" href="/list/cs.DC/recent">recent</a> articles</p>
<h3>Showing new listings for {date:%A}, {date.day} {date:%B %Y}</h3>
{paging}
<div class='morefewer'>Showing up to 2000 entries per page: <span>all</span></div>
{_html_sections(papers)}
{paging}"""
    return _html_page(f"{name}  ", body)


def catchup(date: dt.date, papers: list[Paper]) -> str:
    """The page /catchup/cs.DC/DATE?abs=True."""
    day = f"{date:%a}, {date.day} {date:%b %Y}"
    after = date + dt.timedelta(days=1)
    body = f"""  <h1>Catchup results for {taxonomy.name(CATEGORY)} on {day}</h1>
    <div>
        <a href="/catchup/cs.DC/{after}?abs=True&amp;page=1">Continue to the next day</a>
        <br><br>
      Total of {len(papers)} entries for {day}
    </div>
{_html_sections(papers)}
    <div></div>
    Total of {len(papers)} entries for {day}"""
    return _html_page("", body)


def pasted(date: dt.date, papers: list[Paper]) -> str:
    """The same page as /new, copied from a browser as text."""
    lines = ["Skip to main content", "arxiv logo > cs.DC", "", "Help | Advanced Search", "", "quick links", ""]
    lines += ["  • Login", "  • Help Pages", "  • About", "", taxonomy.name(CATEGORY), ""]
    lines += ["  • New submissions", "  • Cross-lists", "  • Replacements", "", "See recent articles", ""]
    lines += [f"Showing new listings for {date:%A}, {date.day} {date:%B %Y}", ""]
    total = [f"Total of {len(papers)} entries", "Showing up to 2000 entries per page: fewer | more | all"]
    lines += [*total, ""]
    number = 0
    for name, items in sections(papers).items():
        lines += [f"{name} (showing {len(items)} of {len(items)} entries)", ""]
        for paper in items:
            number += 1
            lines += [*_pasted_entry(number, paper), ""]
    lines += [*total, "  • About", "  • Help", "  • Copyright", "  • Privacy Policy"]
    return "\n".join(lines)


def _pasted_entry(number: int, paper: Paper) -> list[str]:
    mark = f"{flag(paper)} " if flag(paper) else ""
    lines = [f"[{number}] arXiv:{paper.id} {mark}[{', '.join(formats(paper))}]", f"Title: {unicode(paper.title)}"]
    lines.append(", ".join(names(paper.authors)))
    if paper.comments:
        lines.append("Comments: " + URL.sub("this https URL", unicode(paper.comments)))
    if paper.journal_ref:
        lines.append(f"Journal-ref: {paper.journal_ref}")
    return [*lines, f"Subjects: {'; '.join(subjects(paper))}", "", *paper.abstract.split("\n")]

"""Pages, HTML and text, with a payload in each of their fields, escaped as the format demands. File name -> text."""

from __future__ import annotations

from datetime import date, timedelta

from tests.hostile.planted import E, Planted


def _listing_entry(paper: Planted, number: int) -> str:
    def field(name: str, label: str, value: str) -> str:
        return f"<div class='list-{name}'><span class='descriptor'>{label}:</span> {E(value)}</div>"

    return f"""<dt><a name='item{number}'>[{number}]</a> <a href="/abs/{paper.ident}" title="Abstract">
arXiv:{paper.ident}</a> [<a href="/pdf/{paper.ident}" title="pdf">pdf</a>]</dt>
<dd><div class='meta'>
{field("title mathjax", "Title", paper.value("title"))}
<div class='list-authors'><a href="/a">{E(paper.value("authors"))}</a>, <a href="/b">Bea Plain</a></div>
{field("comments mathjax", "Comments", paper.value("comments"))}
{field("journal-ref", "Journal-ref", paper.value("journal_ref"))}
{field("doi", "DOI", paper.value("doi"))}
{field("report-no", "Report-no", paper.value("report_no"))}
<div class='list-subjects'><span class='descriptor'>Subjects:</span> <span class="primary-subject">Distributed,
Parallel, and Cluster Computing (cs.DC)</span></div>
<p class='mathjax'>{E(paper.value("abstract"))}</p></div></dd>"""


def _page(head: str, papers: list[Planted]) -> str:
    entries = "\n".join(_listing_entry(paper, number) for number, paper in enumerate(papers, 1))
    return f"""<!DOCTYPE html><html lang="en"><head><title></title></head><body><main><div id="content">
<div id='content-inner'><div id='dlpage'>{head}
<dl id='articles'><h3>New submissions (showing {len(papers)} of {len(papers)} entries)</h3>
{entries}
</dl></div></div></div></main></body></html>"""


def listing_html(papers: list[Planted]) -> dict[str, str]:
    head = f"""<h1>Distributed, Parallel, and Cluster Computing</h1>
<h3>Showing new listings for Tuesday, 3 March 2026</h3>
<div class='paging'>Total of {len(papers)} entries</div>"""
    return {"new.html": _page(head, papers)}


def catchup(papers: list[Planted]) -> dict[str, str]:
    head = f"""<h1>Catchup results for Distributed, Parallel, and Cluster Computing on Wed, 4 Mar 2026</h1>
<div><a href="/catchup/cs.DC/2026-03-05?abs=True&amp;page=1">Continue to the next day</a>
Total of {len(papers)} entries for Wed, 4 Mar 2026</div>"""
    return {"catchup.html": _page(head, papers)}


def stripped(papers: list[Planted]) -> dict[str, str]:
    entries = "".join(
        f"""http://arxiv.org/abs/{p.ident}v1{p.value("title")}2026-03-03T19:20:00Z{p.value("abstract")}
2026-03-03T19:20:00Z{p.value("comments")}
Ada PlainBea Plain
"""
        for p in papers
    )
    head = f"https://arxiv.org/api/Invented2026-03-09T06:30:00Z{len(papers)}\n{len(papers)}\n0\n"
    return {"stripped.txt": head + entries}


def listing_text(papers: list[Planted]) -> dict[str, str]:
    entries = "\n\n".join(
        f"""[{number}] arXiv:{p.ident} [pdf, html, other]
Title: {p.value("title")}
Authors: {p.value("authors")}, Bea Plain
Comments: {p.value("comments")}
Journal-ref: {p.value("journal_ref")}
DOI: {p.value("doi")}
Report-no: {p.value("report_no")}
Subjects: Distributed, Parallel, and Cluster Computing (cs.DC)

{p.value("abstract")}"""
        for number, p in enumerate(papers, 1)
    )
    return {
        "pasted.txt": f"""Distributed, Parallel, and Cluster Computing

See recent articles

Showing new listings for Monday, 9 March 2026

Total of {len(papers)} entries

New submissions (showing {len(papers)} of {len(papers)} entries)

{entries}
"""
    }


def listing_glued(papers: list[Planted]) -> dict[str, str]:
    entries = "\n".join(
        f"""- [{number}] arXiv:{p.ident} [pdf, html, other]
-
Title: {p.value("title")}Comments: {p.value("comments")}Journal-ref: {p.value("journal_ref")}"""
        f"""Subjects: Distributed, Parallel, and Cluster Computing (cs.DC)
{p.value("abstract")}"""
        for number, p in enumerate(papers, 1)
    )
    return {
        "extracted.txt": f"""Distributed, Parallel, and Cluster Computing
See recent articles
Showing new listings for Tuesday, 10 March 2026
{entries}
New submissions (showing {len(papers)} of {len(papers)} entries)
"""
    }


def mail(papers: list[Planted]) -> dict[str, str]:
    rule = "-" * 78
    entries = f"\n{rule}\n".join(
        rf"""\\
arXiv:{p.ident}
Date: Mon, 09 Mar 2026 19:45:00 GMT   (17kb)

Title: {p.value("title")}
Authors: {p.value("authors")}, Bea Plain
Categories: cs.DC
Comments: {p.value("comments")}
Journal-ref: {p.value("journal_ref")}
Report-no: {p.value("report_no")}
License: {p.value("license")}
\\
  {p.value("abstract")}
\\ ( https://arxiv.org/abs/{p.ident} ,  17kb)"""
        for p in papers
    )
    return {
        "mail.txt": f"""{rule}
{rule}
Send any comments regarding submissions directly to submitter.
{rule}
Archives at http://arxiv.org/
To unsubscribe, e-mail To: cs@arXiv.org, Subject: cancel
{rule}
 Submissions to:
Distributed, Parallel, and Cluster Computing
 received from  Mon 9 Mar 26 19:00:00 GMT  to  Tue 10 Mar 26 19:00:00 GMT
{rule}
{rule}
{entries}
{rule}
"""
    }


def _abs_page(p: Planted) -> str:
    def row(label: str, kind: str, value: str) -> str:
        return f"<tr><td class='tablecell label'>{label}:</td><td class='tablecell {kind}'>{E(value)}</td></tr>"

    return f"""<!DOCTYPE html><html lang="en"><head><title>[{p.ident}] {E(p.value("title"))}</title>
<link rel="canonical" href="https://arxiv.org/abs/{p.ident}"/>
<meta name="citation_title" content="{E(p.value("title"))}"/><meta name="citation_date" content="2026/03/02"/>
<meta name="citation_online_date" content="2026/03/02"/><meta name="citation_arxiv_id" content="{p.ident}"/></head>
<body><div id="content"><div id="abs-outer"><div id="content-inner"><div id="abs">
<div class="dateline">[Submitted on 2 Mar 2026]</div>
<h1 class="title mathjax"><span class="descriptor">Title:</span>{E(p.value("title"))}</h1>
<div class="authors"><span class="descriptor">Authors:</span><a href="/a">{E(p.value("authors"))}</a>,
<a href="/b">Bea Plain</a></div>
<blockquote class="abstract mathjax"><span class="descriptor">Abstract:</span>{E(p.value("abstract"))}</blockquote>
<div class="metatable"><table>{row("Comments", "comments mathjax", p.value("comments"))}
<tr><td class="tablecell label">Subjects:</td><td class="tablecell subjects"><span class="primary-subject">Distributed,
Parallel, and Cluster Computing (cs.DC)</span></td></tr>
{row("Report&nbsp;number", "jref", p.value("report_no"))}
{row("Journal&nbsp;reference", "jref", p.value("journal_ref"))}</table></div></div></div>
<div class="submission-history"><h2>Submission history</h2>
<strong>[v1]</strong> Mon, 2 Mar 2026 08:00:01 UTC (22 KB)<br/></div></div>
<div class="extra-services"><div class="full-text"><ul><li><a href="/pdf/{p.ident}v1">View PDF</a></li></ul></div>
<div class="abs-license"><a href="{E(p.value("license"))}" class="has_license">view license</a></div></div>
</div></body></html>"""


def abs_pages(papers: list[Planted]) -> dict[str, str]:
    return {f"abs-{p.payload.name}.html": _abs_page(p) for p in papers}


def pith(papers: list[Planted]) -> dict[str, str]:
    cards = "\n".join(
        f"""0
cs.DC 2026-03-13 {p.value("badge")}

{p.value("headline")}

{p.value("title")}

{p.value("gist")}

abstract click to expand
{p.value("abstract")}
0"""
        for p in papers
    )
    return {"cards.txt": f"pith. machine review for the scientific record. sign in\n\ncs.DC\n\n{cards}\n"}


def reports(papers: list[Planted]) -> dict[str, str]:
    """A report for each payload, each of a day of its own."""
    found = {}
    for place, p in enumerate(papers):
        day = date(2026, 4, 1) + timedelta(days=place)
        found[f"report-{p.payload.name}.txt"] = f"""The Inference Report

{day:%B} {day.day}, {day.year}
{p.value("heading")}

{p.value("essay")}

{p.value("author")}

Showing 1 of 1 papers

{p.value("title")} cs.DC

Words. {p.value("abstract")}
"""
    return found

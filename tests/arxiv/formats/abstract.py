"""The page of a paper: /abs/{id}."""

from __future__ import annotations

from html import escape

from generator.taxonomy import name
from tests.arxiv.formats.entry import authors, subjects
from tests.arxiv.formats.page import framed
from tests.arxiv.papers import Paper, State, Version


def abstract_page(paper: Paper, state: State, shown: Version) -> str:
    """The page of one version; the metadata are the paper's newest."""
    content = f"""<div id="abs-outer">
  <div class="leftcolumn">
    <div class="subheader">
      <h1>{escape(name(state.primary.partition(".")[0]))} > {escape(name(state.primary))}</h1>
    </div>
<div id="content-inner">
  <div id="abs">
{_withdrawn(state, shown)}    <div class="dateline">
  {_dateline(state, shown)}</div>
    <h1 class="title mathjax"><span class="descriptor">Title:</span>{escape(state.title)}</h1>
    <div class="authors"><span class="descriptor">Authors:</span>{authors(state)}</div>
    <blockquote class="abstract mathjax">
            <span class="descriptor">Abstract:</span>{escape(state.abstract).replace(chr(10) + "  ", chr(10) + "<br>")}
    </blockquote>
    <div class="metatable">
      <table summary="Additional metadata">{_rows(paper, state, shown)}</table>
    </div>
  </div>
</div>
    <div class="submission-history">
      <h2>Submission history</h2> From: {escape(state.authors[0].shown)} [<a href="/show-email/0/{paper.id}" \
rel="nofollow">view email</a>]      <br/>{_history(paper, state, shown)}</div>
  </div>
<div class="extra-services">    <div class="full-text">
      <ul>{"<li>Withdrawn</li>" if shown.withdrawn else _links(paper, shown)}</ul>
      <div class="abs-license"><a href="{state.license}" title="Rights to this article">view license</a></div>
    </div>
</div>
</div>
"""
    return framed(content, title=f"[{paper.id}] {state.title}", meta=_meta(paper, state, shown))


def _meta(paper: Paper, state: State, shown: Version) -> str:
    tags = [("citation_title", state.title)]
    tags += [("citation_author", f"{each.keyname}, {each.forenames}") for each in state.authors]
    tags += [("citation_doi", state.doi)] if state.doi else []
    tags += [
        ("citation_date", f"{state.versions[0].submitted:%Y/%m/%d}"),
        ("citation_online_date", f"{shown.submitted:%Y/%m/%d}"),
        ("citation_pdf_url", f"https://arxiv.org/pdf/{paper.id}"),
        ("citation_arxiv_id", paper.id),
        ("citation_abstract", state.abstract),
    ]
    return "".join(f'<meta name="{key}" content="{escape(text)}" />' for key, text in tags)


def _withdrawn(state: State, shown: Version) -> str:
    who = escape(state.authors[0].shown)
    words = f"This paper has been withdrawn by {who}"
    return f'    <span class="error" style="border: 2px solid grey">{words}</span>\n' if shown.withdrawn else ""


def _dateline(state: State, shown: Version) -> str:
    first, last = _day(state.versions[0]), _day(state.versions[-1])
    if len(state.versions) == 1:
        return f"[Submitted on {first}]"
    if shown.number == 1:
        return f"[Submitted on {first} (this version), latest version {last} (v{state.version.number})]"
    word = "last revised" if shown == state.version else "revised"
    return f"[Submitted on {first} (<a>v1</a>), {word} {_day(shown)} (this version, v{shown.number})]"


def _day(version: Version) -> str:
    return f"{version.submitted.day} {version.submitted:%b %Y}"


def _rows(paper: Paper, state: State, shown: Version) -> str:
    ident, versioned, primary = paper.id, f"{paper.id}v{shown.number}", state.primary
    cite = f'<span class="arxivid"><a href="https://arxiv.org/abs/{ident}">arXiv:{ident}</a> [{primary}]</span>'
    this = (
        f'(or <span class="arxivid">\n              <a href="https://arxiv.org/abs/{versioned}">arXiv:{versioned}</a> '
        f"[{primary}]</span> for this version)"
    )
    issued = f"https://doi.org/10.48550/arXiv.{ident}"
    rows = [
        ("Comments:", "comments mathjax", escape(state.comments or "")),
        ("Subjects:", "subjects", subjects(state)),
        ("Cite as:", "arxivid", cite),
        ("&nbsp;", "arxividv", this),
        ("&nbsp;", "arxivdoi", f'<a href="{issued}" id="arxiv-doi-link">{issued}</a>'),
        ("Journal&nbsp;reference:", "jref", escape(state.journal_ref or "")),
        ("Related DOI:", "doi", f'<a href="https://doi.org/{state.doi}">https://doi.org/{state.doi}</a>'),
    ]
    kept = [row for row in rows if row[2] and (row[1] != "doi" or state.doi)]
    return "".join(
        f'        <tr>\n          <td class="tablecell label">{label}</td>\n'
        f'          <td class="tablecell {kind}">{text}</td>\n        </tr>\n'
        for label, kind, text in kept
    )


def _history(paper: Paper, state: State, shown: Version) -> str:
    lines = []
    for each in state.versions:
        mark = f"[v{each.number}]"
        if each != shown:
            mark = f'<a href="/abs/{paper.id}v{each.number}" rel="nofollow">{mark}</a>'
        when = f"{each.submitted:%a}, {each.submitted.day} {each.submitted:%b %Y %H:%M:%S} UTC"
        gone = " <em>(withdrawn)</em>" if each.withdrawn else ""
        lines.append(f"            <strong>{mark}</strong>\n        {when} ({each.size:,} KB){gone}<br/>\n")
    return "".join(lines)


def _links(paper: Paper, shown: Version) -> str:
    return (
        f'<li><a href="/pdf/{paper.id}" class="abs-button download-pdf">View PDF</a></li>'
        f'<li><a href="/html/{paper.id}v{shown.number}" class="abs-button">HTML (experimental)</a></li>'
    )

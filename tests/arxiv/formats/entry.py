"""One entry of a listing page."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from generator.taxonomy import canonical, name
from tests.arxiv.formats.page import name_first
from tests.arxiv.papers import Announcement, State

SHOWN_AUTHORS = 100


def entry(each: Announcement, number: int, asked: str, abstract: bool) -> str:
    """The <dt> and <dd> of an entry. `asked`: the listing's own name; `abstract`: whether it is printed."""
    ident, state = each.id, each.state
    others = f'<a href="/format/{ident}" title="Other formats" id="oth-{ident}" aria-labelledby="oth-{ident}">other</a>'
    links = "" if state.version.withdrawn else _pdf(ident, state.version.number)
    return f"""
    <dt>
      <a name='item{number}'>[{number}]</a>
      <a href ="/abs/{ident}" title="Abstract" id="{ident}">
        arXiv:{ident}
      </a>
      {_marker(each, asked)}

        [{links}{others}]
    </dt>
    <dd>
      <div class='meta'>
        <div class='list-title mathjax'><span class='descriptor'>Title:</span>
          {escape(state.title)}
        </div>
        <div class='list-authors'>{authors(state)}</div>
{_optional(state)}
        <div class='list-subjects'><span class='descriptor'>Subjects:</span>
          {subjects(state)}
        </div>
{_abstract(state) if abstract else ""}
      </div>
    </dd>"""


def authors(state: State) -> str:
    """The names as links, affiliations as text; only the first hundred, unless a single one would be left over."""
    shown = state.authors if len(state.authors) <= SHOWN_AUTHORS + 1 else state.authors[:SHOWN_AUTHORS]
    archive = state.primary.partition(".")[0]
    search = f"https://arxiv.org/search/{archive}?searchtype=author&amp;query="
    return ", ".join(
        f'<a href="{search}{quote(name_first(each.shown), safe=",+")}">{escape(each.shown)}</a>'
        + (f" ({escape(each.affiliation)})" if each.affiliation else "")
        for each in shown
    )


def subjects(state: State) -> str:
    """Canonical names, the primary first, the others by code."""
    first, *others = (f"{escape(name(code))} ({code})" for code in _sorted(state))
    return "; ".join([f'<span class="primary-subject">{first}</span>', *others])


def _sorted(state: State) -> list[str]:
    return [state.primary, *sorted(state.shown_categories[1:])]


def _pdf(ident: str, version: int) -> str:
    return (
        f'<a href="/pdf/{ident}" title="Download PDF" id="pdf-{ident}" aria-labelledby="pdf-{ident}">pdf</a>, '
        f'<a href="/html/{ident}v{version}" title="View HTML" id="html-{ident}" aria-labelledby="html-{ident}" '
        'rel="noopener noreferrer" target="_blank">html</a>, '
    )


def _marker(each: Announcement, asked: str) -> str:
    if each.type in ("replace", "replace-cross"):
        return "    (replaced)"
    own = each.state.primary == canonical(asked) or each.type == "new"
    return "" if own else f"    (cross-list from {each.state.primary})"


def _optional(state: State) -> str:
    rows = []
    if state.comments:
        rows.append(
            "        <div class='list-comments mathjax'><span class='descriptor'>Comments:</span>\n"
            f"          {escape(state.comments)}\n        </div>\n"
        )
    if state.journal_ref:
        rows.append(
            "        <div class='list-journal-ref'><span class='descriptor'>Journal-ref:</span>\n"
            f"          {escape(state.journal_ref)}\n        </div>\n"
        )
    return "\n".join(rows)


def _abstract(state: State) -> str:
    text = escape(state.abstract).replace("\n  ", "\n<br>")
    return f"        <p class='mathjax'>\n          {text}\n        </p>"

"""The sample as plain text: the daily e-mail, a page of cards, a report."""

from __future__ import annotations

import datetime as dt
import textwrap
from collections.abc import Mapping

from generator import taxonomy
from tests.sample.paper import CATEGORY, Paper, mail_time, read

_RULE = "-" * 78
_BREAKS = {"cross": "%-" * 39, "replace": "%%--" * 19 + "%%"}
_END = "%%%---" * 13


def mail(date: dt.date, papers: list[Paper]) -> str:
    """The daily e-mail of the category."""
    first, last = (date - dt.timedelta(days=days) for days in (2, 1))
    begin, end = (f"{day:%a} {day.day} {day:%b %y} 19:00:00 GMT" for day in (first, last))
    lines = [_RULE, _RULE, "Send any comments regarding submissions directly to submitter.", _RULE]
    lines += ["Archives at http://arxiv.org/", "To unsubscribe, e-mail To: cs@arXiv.org, Subject: cancel", _RULE]
    lines += [" Submissions to:", taxonomy.name(CATEGORY), f" received from  {begin}  to  {end}"]
    lines += [_RULE, _RULE]
    kind = "new"
    for paper in papers:
        now = paper.type.split("-")[0]
        lines += [_BREAKS[now], _RULE] if now != kind else []
        kind = now
        lines += [*_mail_entry(paper), _RULE]
    return "\n".join([*lines, _END, ""])


def _mail_entry(paper: Paper) -> list[str]:
    when = f"{mail_time(paper.updated, 'GMT')}   ({paper.size}kb)"
    cross = " (*cross-listing*)" if paper.type == "cross" else ""
    first = f"replaced with revised version {when}" if paper.version > 1 else f"Date: {when}"
    lines = ["\\\\", f"arXiv:{paper.id}{cross}", first, "", *_wrapped("Title", paper.title)]
    lines += [*_wrapped("Authors", paper.authors), *_wrapped("Categories", paper.categories)]
    lines += [*_wrapped("Comments", paper.comments), *_wrapped("Journal-ref", paper.journal_ref)]
    if paper.version == 1:
        lines.append("\\\\")
        for paragraph in paper.abstract.split("\n"):
            lines += textwrap.wrap(paragraph, 78, initial_indent="  ", break_long_words=False, break_on_hyphens=False)
    return [*lines, f"\\\\ ( https://arxiv.org/abs/{paper.id} ,  {paper.size}kb)"]


def _wrapped(label: str, text: str) -> list[str]:
    if not text:
        return []
    line = f"{label}: {text}"
    return textwrap.wrap(line, 78, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def cards(papers: Mapping[str, Paper]) -> str:
    """A page of cards, copied as text: no ids, no authors."""
    name = taxonomy.name(CATEGORY)
    lines = ["pith. machine review for the scientific record. sign in", "", CATEGORY, "", name, ""]
    for card in read("elsewhere.yml")["cards"]:
        paper = papers[card["paper"]]
        head = " ".join(filter(None, (CATEGORY, card["date"], card.get("badge"))))
        figure = ["Figure from the paper full image"] if card["figure"] else []
        lines += ["0", head, "", card["headline"], "", paper.title, "", card["gist"], ""]
        lines += [*figure, "abstract click to expand", paper.one_line, "0"]
    return "\n".join([*lines, "", "browse all of cs.DC β†’ full archive Β· search Β· sub-categories"])


def report(papers: Mapping[str, Paper]) -> str:
    """A day's report, copied as text: an essay and the papers it is about."""
    data = read("elsewhere.yml")["report"]
    date = dt.date.fromisoformat(data["date"])
    lines = ["The Inference Report", "", f"{date:%B} {date.day}, {date.year}", "Research Papers — Focused", ""]
    lines += [data["essay"], "", data["author"], "", "Showing of papers"]
    for word in data["papers"]:
        lines += ["", f"{papers[word].title} {CATEGORY}", "", papers[word].one_line]
    return "\n".join(lines)

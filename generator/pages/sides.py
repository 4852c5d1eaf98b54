"""Both sides of a contradicted day: who names which papers, and where these are."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable

from generator.archive import proofs
from generator.model import Coverage, arxiv_id
from generator.pages import addresses
from generator.pages.context import View

Sides = list[tuple[proofs.Side, list[tuple[str, str, str]]]]
"""Both sides of contradictions, with (id, address, title) of each paper, whose title may be empty."""


def linked(view: View, day: Coverage, place: Callable[[str], str]) -> Sides:
    """Both sides of a day's contradictions. place: the address of a paper by its id."""
    named = titles(view, (day,))
    return [
        (side, [(name, place(name), view.html(named.get(arxiv_id.key(name), ""))) for name in side.ids])
        for side in proofs.sides(day)
    ]


def titles(view: View, days: Iterable[Coverage]) -> dict[str, str]:
    """Key -> title of the papers that witnesses of these days contradict each other about, of those that are held."""
    named = (arxiv_id.key(name) for day in days for said in day.contradictions for name in said.ids)
    papers = view.archive.papers
    return {key: papers[key].title for key in named if key in papers}


def disputed(days: Iterable[Coverage]) -> dict[str, str]:
    """Key -> who differs about the paper, of those that witnesses of these days contradict each other about."""
    words: dict[str, list[str]] = defaultdict(list)
    for day in days:
        for side in proofs.sides(day):
            for ident in side.ids:
                words[arxiv_id.key(ident)].append(f"{proofs.words((*side.having, *side.lacking))} differ")
    return {key: "; ".join(dict.fromkeys(said)) for key, said in words.items()}


def card_of(view: View, date: dt.date, page: str, name: str) -> str:
    """The address of a paper's card on the page of a day that shows it, else of its page on arXiv."""
    key, day = arxiv_id.key(name), view.days.get(date)
    if day and any(item.key == key for item in day.announced):
        return f"{addresses.relative(addresses.day(date), page)}#{key}"
    return _on_arxiv(name)


def paper_page(view: View, page: str, name: str) -> str:
    """The address of a paper's page, else of arXiv's."""
    key = arxiv_id.key(name)
    return addresses.relative(addresses.paper(key), page) if key in view.archive.papers else _on_arxiv(name)


def _on_arxiv(name: str) -> str:
    """The address of a paper's page on arXiv; empty for what has no arXiv id."""
    return addresses.arxiv("abs", name) if arxiv_id.is_valid(name) else ""

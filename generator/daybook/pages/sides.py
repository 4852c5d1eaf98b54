"""Both sides of a contradicted day: who names which papers, and where these are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from daybook.coverage import proofs
from daybook.model import Coverage, ids
from daybook.text import markup
from daybook.text.language import _, number
from daybook.view import addresses
from daybook.view.context import View
from daybook.view.writing import link


def told(view: View, day: Coverage, page: str) -> list[str]:
    """Both sides of a day's contradictions, a line each, as Markdown of the page at `page`: papers lead to their pages
    here, else on arXiv."""
    named = titles(view, (day,))
    lines = []
    for side in proofs.sides(day):
        papers = (_paper(view, page, name, named.get(ids.key(name), "")) for name in side.ids)
        names = "; ".join(papers)
        named_so = _("{names} and {n} more", names=names, n=number(side.more)) if side.more else names
        lines.append(f"{markup.literal(side.text)}: {named_so}")
    return lines


def _paper(view: View, page: str, name: str, title: str) -> str:
    key, words = ids.key(name), markup.literal(name)
    if key in view.archive.papers:
        return " ".join(filter(None, (link(words, addresses.paper(key), page), markup.markdown(title))))
    return markup.link(words, addresses.arxiv("abs", name)) if ids.is_valid(name) else words


def titles(view: View, days: Iterable[Coverage]) -> dict[str, str]:
    """Key -> title of the papers that witnesses of these days contradict each other about, of those that are held."""
    named = (ids.key(name) for day in days for said in day.contradictions for name in said.ids)
    papers = view.archive.papers
    return {key: papers[key].title for key in named if key in papers}


def disputed(days: Iterable[Coverage]) -> dict[str, str]:
    """Key -> who differs about the paper, of those that witnesses of these days contradict each other about."""
    words: dict[str, list[str]] = defaultdict(list)
    for day in days:
        for side in proofs.sides(day):
            for ident in side.ids:
                differ = _("{witnesses} differ", witnesses=proofs.words((*side.having, *side.lacking)))
                words[ids.key(ident)].append(differ)
    return {key: "; ".join(dict.fromkeys(said)) for key, said in words.items()}

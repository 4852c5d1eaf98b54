"""What a card says, as one plain sentence that names its paper, in varied wording."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from generator.describe.cards import forms
from generator.describe.cards.wellformed import is_weak
from generator.describe.digests.grammar import Sentence, named, sentence
from generator.describe.digests.items import Item
from generator.model import Mention

OFTEN = 2
"""How often a digest may use the same wording."""
_LONGEST = 300
"""Longest gist that is used, in characters; the archive's own have at most 160."""


class Teller:
    """Writes one sentence per paper and remembers the wordings, so that none is used more than twice."""

    def __init__(self) -> None:
        self._used: Counter[str] = Counter()
        self._ways: dict[str, dict[str, Sentence]] = {}

    def anew(self) -> None:
        """Start over with another plan for the same digest."""
        self._used.clear()

    def tell(self, item: Item) -> Sentence | None:
        """A sentence that names the paper and says what its card says; None if no good one is left."""
        if item.key not in self._ways:
            self._ways[item.key] = dict(_ways(item))
        return self.vary(self._ways[item.key])

    def vary(self, ways: Mapping[str, Sentence]) -> Sentence | None:
        """The least used of several wordings, by name; of equals the first."""
        left = [way for way in ways if self._used[way] < OFTEN]
        if not left:
            return None
        way = min(left, key=lambda way: self._used[way])
        self._used[way] += 1
        return sentence(*ways[way])


def _ways(item: Item) -> Iterator[tuple[str, Sentence]]:
    """(name of the wording, sentence without its full stop), the most natural first.

    A gist is a sentence of its own. Its beginning is changed only if it is known what it is: the paper's own name, a
    verb, "The system", or a word such as "A" that may lose its capital after a comma.
    """
    gist = " ".join((item.card.gist or "").split()).rstrip(" .") if item.card else ""
    first, _, rest = gist.partition(" ")
    if not gist or len(gist) > _LONGEST or forms.form(gist) == "broken" or is_weak(gist):
        return
    paper = named(item)
    verb = forms.form(gist) == "verb"
    place = _place(item.name, gist) if item.name else -1
    if item.name and place >= 0 and verb:
        definition = forms.definition(gist, item.name)
        if definition:
            yield "does is", (*paper, f" is {definition}")
    elif item.name and place >= 0:
        after = gist[place + len(item.name) :]
        word = after.split(maxsplit=1)[0] if after.strip() and not place else ""
        called = Mention(key=item.key, name=gist[place : place + len(item.name)])
        yield f"does {word}" if word else "named midway", (gist[:place], called, after)
    elif verb:
        yield f"does {first.lower()}", (*paper, f" {first.lower()} {rest}")
    else:
        yield from _beside(paper, gist)


def _place(name: str, gist: str) -> int:
    """Where a name occurs as whole words, a name of several words in any case; -1: nowhere."""
    if " " in name and len(gist.lower()) == len(gist):
        name, gist = name.lower(), gist.lower()
    place = gist.find(name)
    while place >= 0:
        around = gist[place - 1 : place] + gist[place + len(name) : place + len(name) + 1]
        if not any(sign.isalnum() or sign in "-_" for sign in around):
            return place
        place = gist.find(name, place + 1)
    return -1


def _beside(paper: Sentence, gist: str) -> Iterator[tuple[str, Sentence]]:
    """Wordings that add a paper to a sentence that does not mention it."""
    if gist[-1] in "!?":
        return
    small = forms.without_capital(gist)
    if small:
        yield "within", ("In ", *paper, f", {small}")
        yield "reported", ("As ", *paper, f" reports, {small}")
    yield "in brackets", (f"{gist} (", *paper, ")")
    yield "colon", (*paper, f": {gist}")

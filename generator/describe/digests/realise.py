"""What a card says, as one sentence that names its paper: plain, and said in varied ways."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from generator.describe.cards.wellformed import is_weak
from generator.describe.digests.grammar import Sentence, named, sentence
from generator.describe.digests.items import Item
from generator.describe.digests.vocabulary import AFTER_A_VERB, ALSO_NOUNS, LOSES_CAPITAL
from generator.model import Mention
from generator.text import cues
from generator.text.vocabulary import BASES, DOES

OFTEN = 2
"""How often one way to say something may stand in a digest."""
_LONGEST = 300
"""Characters of a gist that is told; the archive's own have at most 160."""

_OFFERED = cues.LINE_OFFER + "(?: and [a-z]+s)? {}(?:,| as| [-–—]|) (?=(?:an?|the) )"


class Teller:
    """Tells of papers, each in one sentence; it remembers how it did, so that no way stands more than twice."""

    def __init__(self) -> None:
        self._used: Counter[str] = Counter()
        self._ways: dict[str, dict[str, Sentence]] = {}

    def anew(self) -> None:
        """Begin again, with another plan for the same digest."""
        self._used.clear()

    def tell(self, item: Item) -> Sentence | None:
        """A sentence that says what the paper's card says and names the paper. None where no good one is left."""
        if item.key not in self._ways:
            self._ways[item.key] = dict(_ways(item))
        return self.vary(self._ways[item.key])

    def vary(self, ways: Mapping[str, Sentence]) -> Sentence | None:
        """Of several ways to say something, by their names, the one used least so far, the first of these."""
        left = [way for way in ways if self._used[way] < OFTEN]
        if not left:
            return None
        way = min(left, key=lambda way: self._used[way])
        self._used[way] += 1
        return sentence(*ways[way])


def _ways(item: Item) -> Iterator[tuple[str, Sentence]]:
    """(name of the way, sentence without its full stop), the most natural first.

    A gist is a sentence of its own. Its beginning is touched only where it is known what stands there: the paper's own
    name, a verb, "The system", or a small word such as "A" that may lose its capital after a comma.
    """
    gist = " ".join((item.card.gist or "").split()).rstrip(" .") if item.card else ""
    first, _, rest = gist.partition(" ")
    if not gist or len(gist) > _LONGEST or _begins(first, rest) == "broken" or is_weak(gist):
        return
    paper = named(item)
    verb = _begins(first, rest) == "verb"
    place = _place(item.name, gist) if item.name else -1
    if item.name and place >= 0 and verb:
        offered = re.match(_OFFERED.format(re.escape(item.name)), gist)
        if offered:
            yield "does is", (*paper, f" is {gist[offered.end() :]}")
    elif item.name and place >= 0:
        after = gist[place + len(item.name) :]
        word = after.split(maxsplit=1)[0] if after.strip() and not place else ""
        called = Mention(key=item.key, name=gist[place : place + len(item.name)])
        yield f"does {word}" if word else "named midway", (gist[:place], called, after)
    elif verb:
        yield f"does {first.lower()}", (*paper, f" {first.lower()} {rest}")
    else:
        yield from _beside(paper, gist, first, rest)


def _place(name: str, gist: str) -> int:
    """Where a name stands as words of their own, one of several words in any case; -1: nowhere."""
    if " " in name and len(gist.lower()) == len(gist):
        name, gist = name.lower(), gist.lower()
    place = gist.find(name)
    while place >= 0:
        around = gist[place - 1 : place] + gist[place + len(name) : place + len(name) + 1]
        if not any(sign.isalnum() or sign in "-_" for sign in around):
            return place
        place = gist.find(name, place + 1)
    return -1


def _beside(paper: Sentence, gist: str, first: str, rest: str) -> Iterator[tuple[str, Sentence]]:
    """Ways to name a paper beside a sentence that does not speak of it."""
    if gist[-1] in "!?":
        return
    if first in LOSES_CAPITAL:
        small = f"{first.lower()} {rest}"
        yield "within", ("In ", *paper, f", {small}")
        yield "reported", ("As ", *paper, f" reports, {small}")
    yield "in brackets", (f"{gist} (", *paper, ")")
    yield "colon", (*paper, f": {gist}")


def _begins(first: str, rest: str) -> Literal["verb", "broken", "subject"]:
    """How a gist begins: with what its paper does ("Surveys how ..."), not with a noun of the same form; "Designs and
    implement" is neither."""
    verb, following = first.lower(), rest.split(maxsplit=2)[:2]
    if not first.istitle() or verb not in BASES or len(following) < 2:
        return "subject"
    if following[0] in ("and", "or"):
        return "verb" if following[1] in BASES else "broken"
    found = following[0] in AFTER_A_VERB if verb in ALSO_NOUNS else following[0] not in DOES
    return "verb" if found else "subject"

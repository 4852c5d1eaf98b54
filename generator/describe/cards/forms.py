"""How a gist begins: the one place that reads a finished gist by its wording, for those who build sentences from it."""

from __future__ import annotations

import re
from typing import Literal

from generator.text import cues
from generator.text.vocabulary import BASES, DOES, words

Form = Literal["verb", "broken", "subject"]

_ALSO_NOUNS = words("verbs that are nouns, too")
"""At the beginning of a sentence: "Studies how ..." is a verb, "Studies show ..." is not."""
_AFTER_A_VERB = words("follows such a verb")
_LOSES_CAPITAL = words("loses its capital after a comma")


def form(gist: str) -> Form:
    """How a gist begins: with what its paper does ("Surveys how ..."), not with a noun of the same form; "Designs and
    implement" is neither."""
    first, _, rest = gist.partition(" ")
    verb, following = first.lower(), rest.split(maxsplit=2)[:2]
    if not first.istitle() or verb not in BASES or len(following) < 2:
        return "subject"
    if following[0] in ("and", "or"):
        return "verb" if following[1] in BASES else "broken"
    is_verb = following[0] in _AFTER_A_VERB if verb in _ALSO_NOUNS else following[0] not in DOES
    return "verb" if is_verb else "subject"


def definition(gist: str, name: str) -> str | None:
    """What the system is: "a sorter that ..." of "Presents NAME, a sorter that ..."; None otherwise."""
    offered = re.match(f"{cues.LINE_OFFER}(?: and [a-z]+s)? {re.escape(name)}(?:,| as| [-–—]|) (?=(?:an?|the) )", gist)
    return gist[offered.end() :] if offered else None


def without_capital(gist: str) -> str | None:
    """The gist as it goes on after a comma; None if its first word may be a name."""
    first, _, rest = gist.partition(" ")
    return f"{first.lower()} {rest}" if first in _LOSES_CAPITAL else None

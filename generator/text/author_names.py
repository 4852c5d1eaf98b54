"""Authors' names made comparable across sources, which write them with and without accents, TeX, initials, particles.

Two ways: `folded` compares people (related papers), `last_words` lists of names (linking). Both take names as received;
what a name's parts are, `Author` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from generator.text import markup

MOST = 60
"""Authors of a paper that are looked at, the first ones: the lists of collaborations run to thousands."""
_LONGEST = 120


@lru_cache(maxsize=1 << 16)
def fold(name: str) -> str:
    """A name without TeX, accents, case and dots; a full first name makes initials in the middle go.

    >>> fold("C. Bal\\\\'azs"), fold("Ana-Maria K. Šimić"), fold("ANA MARIA SIMIC"), fold("李明")
    ('c-balazs', 'ana-maria-simic', 'ana-maria-simic', '李明')
    """
    name = name[:_LONGEST]
    if not any(c.isascii() and c.isalpha() for c in name):
        return "".join(filter(str.isalnum, markup.title_key(name)))
    parts = markup.slug(name, _LONGEST).split("-")
    if parts == ["paper"]:  # what slug makes of nothing
        return ""
    if len(parts) > 2 and len(parts[0]) > 1:
        parts = [parts[0], *(part for part in parts[1:-1] if len(part) > 1), parts[-1]]
    return "-".join(parts)


def full(folded: str) -> bool:
    """Whether a folded name has more than initials and a surname: only then it tells one person from others."""
    *first, _ = folded.split("-")
    return any(len(part) > 1 for part in first) or not folded.isascii()


def folded(authors: Sequence[str]) -> str:
    """The names of a paper's authors, sorted, each once, separated by blanks."""
    return " ".join(sorted({name for author in authors[:MOST] if (name := fold(author))}))


def last_words(authors: Iterable[str]) -> set[str]:
    """The last word of each name, without accents and case: all that sources agree on where they separate the rest
    differently. It is not the family name: of "van der Waals" it is "waals".

    >>> sorted(last_words(["J. D. van der Waals", "C. Bal\\'azs"]))
    ['balazs', 'waals']
    """
    return {markup.title_key(name.split()[-1]) for name in authors}

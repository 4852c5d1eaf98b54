"""Authors: a name as printed, the parts of it that citations and comparisons ask for, and names that are one person."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from nameparser import Parser

_SUFFIXES = ("jr", "sr", "ii", "iii", "iv", "junior", "senior")
"""What stands behind a family name, in lower case and without its dot."""
KEPT = 1 << 16
"""Names whose parts are kept in memory: the same people write again."""

_GROUP = re.compile(
    r"\b(?:collaborations?|consorti(?:um|a)|teams?|(?:working|study|research) groups?|task force|project)\b",
    re.IGNORECASE,
)
_SPOKEN_FOR = re.compile(r"(?:^|[\s,(])(?:on behalf of|for) (?:the )?(?P<group>[^()]+)\)?$", re.IGNORECASE)
_AFFILIATION = re.compile(r"\((?P<place>[^()]+)\)$")
_INSEPARABLE = re.compile(r"\{[^{}]*\}|\\[A-Za-z]+\s+(?=\S)")
"""TeX in which a blank separates no words: `{van der Waals}`, `\\v s`."""
_PLAIN = re.compile(r"([A-Z][a-z]+) ([A-Z][a-z]+)")
"""Most names."""
_BLANK = "\ue000"  # a private sign, which no name has


class _Parts(NamedTuple):
    given: str
    family: str
    suffix: str = ""
    affiliation: str | None = None
    collaboration: str | None = None
    is_collaboration: bool = False


@dataclass(frozen=True, slots=True)
class Author:
    r"""An author: a person or a collaboration. The parts of the name are worked out when they are first asked for.

    No part is stored: of 154 names that arXiv's own metadata separates, the rules here separate 153 alike. They see TeX
    as it stands, so `Author(markup.plain(author.name))` has the parts in plain Unicode.

    >>> author = Author("Johannes Diderik van der Waals")
    >>> author.given, author.family
    ('Johannes Diderik', 'van der Waals')
    >>> Author("King, Martin, Jr.").parts
    ('Martin', 'King', 'Jr.')
    >>> Author("ATLAS Collaboration").is_collaboration
    True
    """

    name: str  # as received: one line, may hold TeX

    def __str__(self) -> str:
        return self.name

    @property
    def given(self) -> str:
        """Given names and initials; empty where there are none: one-word names, collaborations."""
        return _parts(self.name).given

    @property
    def family(self) -> str:
        """The family name with its particles ("de la Cruz"); a one-word name or a collaboration's whole name."""
        return _parts(self.name).family

    @property
    def suffix(self) -> str:
        """ "Jr.", "III" ...; mostly empty."""
        return _parts(self.name).suffix

    @property
    def parts(self) -> tuple[str, str, str]:
        """(given, family, suffix)."""
        return _parts(self.name)[:3]

    @property
    def affiliation(self) -> str | None:
        """What stands in parentheses behind the name, where a source left it there."""
        return _parts(self.name).affiliation

    @property
    def collaboration(self) -> str | None:
        """The collaboration that the author is, or writes for ("A. Cup for the XYZ Collaboration")."""
        return _parts(self.name).collaboration

    @property
    def is_collaboration(self) -> bool:
        """Whether the author is a collaboration, team or consortium itself."""
        return _GROUP.search(self.name) is not None and _parts(self.name).is_collaboration


@dataclass(frozen=True, slots=True)
class Person:
    """Names that are one person, as the archive's owner says."""

    names: tuple[str, ...]  # as printed, plain; the first stands for all
    orcid: str = ""  # an ORCID iD, "0000-0002-1825-0097"; empty: not stated
    note: str = ""  # who it is, in the owner's words


@lru_cache(maxsize=KEPT)
def _parts(name: str) -> _Parts:
    name = " ".join(name.split())
    whole = _Parts("", name, collaboration=name, is_collaboration=True)
    spoken_for = _SPOKEN_FOR.search(name)
    if spoken_for and _GROUP.search(spoken_for["group"]):
        person, group = name[: spoken_for.start()].rstrip(" ,("), spoken_for["group"].strip()
        return (
            _parts(person)._replace(collaboration=group)
            if person
            else whole._replace(family=group, collaboration=group)
        )
    if affiliated := _AFFILIATION.search(name):
        return _parts(name[: affiliated.start()].rstrip())._replace(affiliation=affiliated["place"])
    if _GROUP.search(name):
        return whole
    plain = _PLAIN.fullmatch(name)
    if plain and _special().isdisjoint(name.lower().split()):
        return _Parts(plain[1], plain[2])  # as the parser has it, which takes a hundred times as long
    return _parsed(name)


def _parsed(name: str) -> _Parts:
    parsed = _parser().parse(_INSEPARABLE.sub(lambda tex: re.sub(r"\s", _BLANK, tex[0]), name))
    made = (f"{parsed.title} {parsed.given_names}".strip(), parsed.family, parsed.suffix)
    given, family, suffix = (text.replace(_BLANK, " ") for text in made)
    return _Parts(given, family, suffix) if family else _Parts("", given or name, suffix)


@cache
def _special() -> frozenset[str]:
    """All words that mean something to the parser, in lower case: particles, suffixes, conjunctions."""
    held = (getattr(_parser().lexicon, field.name) for field in fields(_parser().lexicon))
    return frozenset[str]().union(*(words for words in held if isinstance(words, frozenset)))


@cache
def _parser() -> Parser:
    """A parser without titles, nicknames and academic degrees: in a byline, "Dean" and "Ma" are names."""
    from nameparser import CapsSuffixes, Lexicon, Parser, Policy  # takes longer to load than a short command to run

    none = frozenset[str]()
    lexicon = replace(
        Lexicon.default(), titles=none, given_name_titles=none, after_given_titles=none, honorific_tails=none,
        suffix_acronyms=none, suffix_acronyms_ambiguous=none, suffix_words=frozenset(_SUFFIXES), maiden_markers=none,
    )  # fmt: skip
    policy = Policy(
        nickname_delimiters=frozenset(), unlisted_dotted_suffixes=False, unlisted_caps_suffixes=CapsSuffixes.OFF
    )
    return Parser(lexicon=lexicon, policy=policy)

"""A paper as the search sees it: its words, the keys it is found by, its facets; and what a result shows of it.

Words are without accents, case, plurals and hyphens; Greek letters are spelled by their names. What this module folds,
overrides/assets/search/words.js must fold alike in a query: it has the table of letters, and a test compares the rest.
(Run in QuickJS for the index as well, that script would take 13 times as long as this module.)
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from daybook.model import Card, EntryType, Paper, ids
from daybook.runtime import files
from daybook.text import markup

SCRIPT = "overrides/assets/search/words.js"  # which folds the words of queries, in the program's repository
LONGEST = 60  # Longest word in UTF-16 units; what follows is cut off. Longer ones are addresses or accidents.
MOST_PARTS = 4  # the most parts of a compound that is also searched as one word: `k-means`, `state-of-the-art`
LONGEST_JOINT = 40  # the longest of these, in characters
JOINT = "-"  # what a joint word begins with: it stands where the last part of its compound does
KEPT = 1 << 17  # words whose stems are kept in memory: most recur
FIELDS = ("title", "authors", "gist", "abstract", "notes")
"""The fields whose words are searched, in the order of their weight. Notes: comments, journal reference, and what other
sources say."""
TYPES: tuple[EntryType, ...] = ("new", "cross", "replace", "replace-cross")  # the announce types that are a facet
CODE = "Code available"  # the badge that is a facet of its own
GAP = "|"  # Between two names: phrases do not cross it. No word is spelled like this.
END = f" {GAP}{GAP} "  # between two fields
NO_WORDS = END * (len(FIELDS) - 1)
AUTHOR = "@"
ID = "="
NAMES_SHOWN = 3  # authors of a result that are named, as in all rows
FACETS = ("category", "theme", "type", "year", "code", "withdrawn", "badge")
"""What a query can be narrowed by, besides authors."""
YES = ("yes",)

_APOSTROPHE = re.compile(r"['’‘ʼ](?<=[^\W_].)(?=[^\W_])")
_THOUSANDS = re.compile(r",(?<=[0-9],)(?=[0-9]{3}(?![0-9]))")
_POWER = re.compile(r"(?<=[^\W_])\^\{?(?=[^\W_])|(?<![^\W_])([^\W_])_\{?(?=[0-9a-z](?![^\W_]))")
"""What is typed where a text has a raised or lowered sign: S^2, x_1."""
_WORD = r"[0-9]+(?:\.[0-9]+)+|[^\W_]+(?:(?:\+\+|#)(?![^\W_]))?"
_CHAIN = re.compile(rf"(?:{_WORD})(?:[-‐‑–](?:{_WORD}))*")
_HYPHEN = re.compile(r"[-‐‑–]")
_PLURAL = re.compile(r"[a-z0-9]{4,}")


class Shown(NamedTuple):
    """What a result shows of a paper. All plain Unicode."""

    key: str
    title: str
    authors: tuple[str, ...]  # the first
    author_count: int
    date: str  # first announced or seen
    gist: str  # the card's line, or the headline that somebody wrote
    categories: tuple[str, ...]
    themes: tuple[str, ...]
    withdrawn: int  # 1 if it is


class Entry(NamedTuple):
    """What the index holds of a paper. A tuple that is kept from run to run."""

    stamp: str  # the hash of what it was made of
    words: str  # the stems of all fields, joined by blanks; a GAP between names and, doubled, behind each field
    names: tuple[str, ...]  # its authors as shown, each once
    ids: tuple[str, ...]  # arXiv id and DOIs, without version
    types: tuple[EntryType, ...]
    badges: tuple[str, ...]
    shown: Shown

    @property
    def keys(self) -> list[str]:
        """The keys of its authors and identifiers, each once."""
        return list(dict.fromkeys([*filter(None, map(author_key, self.names)), *(ID + name for name in self.ids)]))


def entry(
    paper: Paper, card: Card | None, abstract: str | None, stamp: str, date: str, told: Iterable[Card] = ()
) -> Entry:
    """A paper's entry. `card`: the archive's own; `abstract`, and other sources' cards `told`: as far as they may be
    shown; `date`: of the day it was first seen."""
    card = card and card.beside(abstract)
    title, authors = markup.plain(paper.title), [markup.plain(author.name) for author in paper.authors]
    names = tuple(dict.fromkeys(authors))
    headline = card.headline if card and card.headline != " ".join(title.split()) else ""  # that somebody wrote
    said = [text for each in told for text in (each.headline, each.gist or "")]
    fields = (
        (paper.title,),
        names,
        (headline, card.line) if card else (),
        (abstract or "",),
        (paper.comments or "", paper.journal_ref or "", *said),
    )
    texts = (f" {GAP} ".join(" ".join(words(markup.plain(text))) for text in field if text) for field in fields)
    stated = (paper.doi, *paper.other_dois)
    dois = (doi for text in stated for doi in sorted(ids.dois(text)) if not ids.id_of(doi))
    return Entry(
        stamp=stamp,
        words=END.join(texts),
        names=names,
        ids=(*filter(None, [paper.arxiv_id]), *dict.fromkeys(dois)),
        types=tuple(kind for kind in TYPES if any(sighting.type == kind for sighting in paper.sightings)),
        badges=tuple(badge.name for badge in card.badges) if card else (),
        shown=Shown(
            key=paper.key,
            title=title,
            authors=tuple(authors[:NAMES_SHOWN]),
            author_count=len(authors),
            date=date,
            gist=(card.line or headline) if card else "",
            categories=tuple(dict.fromkeys(paper.categories)),
            themes=paper.themes,
            withdrawn=int(paper.withdrawn),
        ),
    )


def values(entries: Iterable[Entry], facet: str, themes: Collection[str]) -> list[tuple[str, ...]]:
    """The values that each entry has of a facet. `themes`: the slugs of those that count."""
    of: dict[str, Callable[[Entry], Iterable[str]]] = {
        "category": lambda each: each.shown.categories,
        "theme": lambda each: filter(themes.__contains__, each.shown.themes),
        "type": lambda each: each.types,
        "year": lambda each: (each.shown.date[:4],),
        "code": lambda each: YES if CODE in each.badges else (),
        "withdrawn": lambda each: YES if each.shown.withdrawn else (),
        "badge": lambda each: (badge for badge in each.badges if badge != CODE),
    }
    return [tuple(sorted(set(of[facet](each)))) for each in entries]


@lru_cache(KEPT)
def author_key(name: str) -> str:
    """The key of an author by the whole name: `richtarik@peter`; empty where the name holds no word. It stands right
    behind the last word, which a query for the name reads, too."""
    parts = [word for word in words(name) if not word.startswith(JOINT)]
    return f"{parts[-1]}{AUTHOR}{' '.join(parts[:-1])}" if parts else ""


def words(text: str) -> Iterator[str]:
    """The stems of a plain text's words, in order. Behind a compound comes its joint form, marked with `JOINT`.

    >>> list(words("Richtárik's k-means for λ-calculi, in C++"))
    ['richtarik', 'k', 'mean', '-kmean', 'for', 'lambda', 'calculi', 'in', 'c++']
    """
    return chain.from_iterable(map(_stems, _CHAIN.findall(fold(text))))


@lru_cache(KEPT)
def _stems(compound: str) -> tuple[str, ...]:
    """The stems of the parts of a compound, or of a single word."""
    parts = _HYPHEN.split(compound)
    joint = "".join(parts) if 1 < len(parts) <= MOST_PARTS else ""
    return (*map(stem, parts), *([JOINT + stem(joint)] if 0 < len(joint) <= LONGEST_JOINT else ()))


def fold(text: str) -> str:
    """A plain text in lower case, without accents and ligatures, apostrophes and commas within numbers; `S^2` is s2."""
    if text.isascii():
        text = text.lower()
    else:
        text = " ".join([word.lower() if word.isascii() else _bare(word) for word in text.split(" ")])
    text = _THOUSANDS.sub("", _APOSTROPHE.sub("", text))
    return _POWER.sub(r"\1", text) if "^" in text or "_" in text else text


@lru_cache(1 << 14)
def _bare(word: str) -> str:
    """What stands between two blanks in lower case, without accents and ligatures, Greek letters by their names."""
    named, spelled = _letters()
    word = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", word.translate(named)).lower())
    bare = "".join(sign for sign in word if not unicodedata.category(sign).startswith("M"))
    return bare.translate(named).translate(spelled)


@cache
def _letters() -> list[dict[int, str]]:
    """Letters that are searched as a word of their own, and others, by what they are searched as."""
    script, tables = (files.read(files.ROOT / SCRIPT) or b"").decode(), []
    for name, around in (("WORDS", " "), ("LETTERS", "")):
        table = json.loads(script.partition(f"const {name} = ")[2].partition(";\n")[0])
        tables.append({ord(letter): around + word + around for word, letters in table.items() for letter in letters})
    return tables


def stem(word: str) -> str:
    """A folded word without the ending of a plural, whether it is one or not: the same rule on both sides finds it.

    >>> [stem(word) for word in ("studies", "study", "boxes", "box", "GPUs".lower(), "loss", "news")]
    ['study', 'study', 'box', 'box', 'gpu', 'loss', 'news']
    """
    if len(word) > LONGEST or not word.isascii():
        units = word.encode("utf-16-le", "surrogatepass")[: 2 * LONGEST]
        word = units.decode("utf-16-le", "ignore")
    if not _PLURAL.fullmatch(word) or word == "news":
        return word
    if word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    if len(word) > 4 and word.endswith("ie"):
        return word[:-2] + "y"
    return word[:-1] if word.endswith(("xe", "che", "she", "sse", "zze")) else word

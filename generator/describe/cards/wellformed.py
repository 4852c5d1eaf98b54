"""What a line of a card must be: a sentence that reads alone, within the budget.

reads_alone, fits, has_verb    required of every gist
is_weak                        lines used only if there is nothing better
"""

from __future__ import annotations

import re

from generator.text import cues
from generator.text.stopwords import CARD_DANGLING
from generator.text.vocabulary import AUXILIARIES, BASES, NOUNS, VERBS, any_of, words

MOST_CHARACTERS = 160
MOST_WORDS = 25
LEAST_WORDS = 5

STARTS_NO_LINE = re.compile(rf"{any_of('words that start no line')}(?![\w'-])", re.I)
_BEGINS = re.compile(r"[a-z]+[A-Z-]|[0-9][^ ]* [a-z]")
_MARKS = re.compile(r"[\\${}\[\]]|www\.|et al\b|appeared first on")
_TALK = words("talk about the paper")

_TELLING = frozenset(verb for verb, base in BASES.items() if base in words("verbs that tell"))
_POINTING = words("words that point back")
_FRONTED_IT = re.compile(
    r"[^,]{3,120}, its? (?!is (?:also |then )?(?:shown|prove[dn]|found|possible|known|demonstrated|argued|observed|"
    r"necessary|sufficient|not|difficult|hard|easy|clear|straightforward))"
)
_BESIDE_NO_VERB = words("words beside no verb")


def _by_first_word(phrases: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """The phrases, with blanks around them, by their first words, so that few are searched for in a line."""
    by_word: dict[str, tuple[str, ...]] = {}
    for phrase in sorted(phrases):
        first = phrase.split(" ")[0]
        by_word[first] = (*by_word.get(first, ()), f" {phrase} ")
    return by_word


_WEAK = _by_first_word(words("phrases that point back") | words("hollow words"))


def fits(line: str) -> bool:
    """Whether a line is within the budget of a gist."""
    return len(line) <= MOST_CHARACTERS and LEAST_WORDS <= len(line.split()) <= MOST_WORDS


def reads_alone(line: str) -> bool:
    """Whether a line begins and ends like a sentence and refers neither to the paper nor to earlier sentences."""
    last = line[line.rfind(" ") + 1 :].strip('.!?)"”').lower()
    return bool(
        (line[:1].isupper() or _BEGINS.match(line))
        and last
        and last not in CARD_DANGLING
        and line.count("(") == line.count(")")
        and line.count('"') % 2 == 0
        and line.count("“") == line.count("”")
        and not STARTS_NO_LINE.match(line)
        and not _MARKS.search(line)
        and _TALK.isdisjoint(lower := _lower_words(line))
        and not (("this" in lower or "present" in lower) and cues.THIS_PAPER.search(line))
    )


def is_weak(line: str) -> bool:
    """Whether a line depends on its context ("these problems") or says little ("three innovations")."""
    lower = _lower_words(line)
    if lower[:1] and lower[0] in BASES and lower[0] not in _TELLING:
        return True
    if not _POINTING.isdisjoint(lower) or ("it" in lower and _FRONTED_IT.match(line)):
        return True
    if "both" in lower and "and" not in lower[lower.index("both") :]:
        return True
    spaced = f" {' '.join(lower)} "
    return any(phrase in spaced for word in lower if word in _WEAK for phrase in _WEAK[word])


def has_verb(text: str) -> bool:
    """Whether a finite verb is likely: a word that may be a noun counts only without a preposition next to it."""
    first, *rest = text.rstrip(".").split() or [""]
    if first.lower() in BASES:
        return True
    for place, word in enumerate(rest):
        if word in AUXILIARIES or (word in BASES and word not in NOUNS):
            return True
        before = rest[place - 1] if place else first
        if before in _BESIDE_NO_VERB:
            continue
        if word in NOUNS or word in VERBS:
            after = rest[place + 1] if place + 1 < len(rest) else "of"
            if after not in _BESIDE_NO_VERB and (word in NOUNS or before.endswith(("s", "ly"))):
                return True
        elif word.endswith("ed") and word.isalpha() and word.islower():
            return True
    return False


def _lower_words(line: str) -> list[str]:
    return [word.strip('.,;:()"“”') for word in line.lower().split()]

"""The lines that can be made of a sentence of an abstract: each reads alone, and fits a card.

A sentence loses talk about the paper (openings), citations, asides, and where it is long its last clauses. Words are
dropped, hardly any is replaced. Conditions stay ("if", "under", "unless"), and so does what follows "but": a line may
say less than its sentence, never something else. Pure; sentences are single lines of bounded length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from generator.describe.cards.openings import Kind, capital, openings, others_verb
from generator.text.stems import third_person
from generator.text.vocabulary import AUXILIARIES, BASES, NOUNS, VERBS, any_of, words

MOST_CHARACTERS = 160
MOST_WORDS = 25
_LEAST_WORDS = 5
_LONGEST = 700
"""Longest sentence that is read, in characters: a longer one is a list, or not a sentence."""
_LEAST_HEAD = 25
_LEAST_LOOSE = 60

_COMMA = re.compile(r" , ?|,(?=[A-Za-z]{2})")
_CITATION = re.compile(
    r"(?<!\bin)(?<!\bon)(?<!\bover)(?<!interval)(?<!range)(?<!∈)(?: |(?<! ))"
    r"\[(?!0\b)(?:\d{1,3}(?:[,;–\- ]{1,2}\d{1,3}){0,12}|[A-Za-z][\w.:+-]{2,30}(?:[,;] ?[A-Za-z][\w.:+-]{2,30}){0,6})\]|"
    r" \((?:see |cf\. |e\.g\.,? )?[A-Z][^()]{0,60}(?:et al\.|(?:19|20)\d\d[a-z]?)[^()]{0,60}\)"
)
_CITED_WORD = re.compile(
    r"\b(?:in|on|over|by|of|to|from|see|with|and) \[(?![0−-]|[A-Za-z],)[A-Za-z0-9.,;:+ –-]{1,60}\]"
)
_ENUMERATOR = re.compile(r"(?<![\w)\]/])(?<!\d )(?:\((?:[ivx]{1,4}|[a-h1-9])\)|(?<![(/])[1-9]\)) ")
_RESPECTIVELY = re.compile(r",? respectively(?=[,.; ]|$)")

_ASIDE = re.compile(r" \((?=[^()]{0,200}[A-Za-z]{2})[^()]{1,200}\)(?=[ .,;:?!]|$)")
_NUMBERED = re.compile(r"\([\d.,% ±–-]+\)")
"""Of "the Rydberg constant (the radius) by 3 (11)" both asides go, or none."""
_CUT = re.compile(
    r"(?:,|;) (?:(?:thereby|thus|hence|while|without|and|[a-z]+ly) )?"
    r"(?!(?:during|according|regarding|assuming|excluding|including the|being)\b)[a-z]+ing\b|"
    r", (?:which|that|where|while|whereas|whose|who|with (?!high|some|overwhelming|constant|positive|only|at|probab)|"
    r"without|as|compared|such as|e\.g\.|i\.e\.|including|especially|particularly|and|so|even|both|despite|although|"
    r"though|since|because|for (?:which|example|instance)|in (?:which|contrast|particular|order|addition|the "
    r"sense|terms)|rather than|instead of|thanks|based on|relative to|to|by|using|through|via|given|showing|"
    r"(?:[a-z]+(?:ed|en|wn)|understood|built|made) (?:[a-z]+ly )?(?:with|by|in|on|to|as|via|from|for|over|"
    r"through)|called|named|termed|dubbed) |"
    r"; |: | [–—-] |, [a-z]+ly (?=with|by|in|from) |"
    r" (?=(?:while|whereas|compared (?:to|with)|in comparison|without (?:sacrificing|compromising|any)|"
    r"even (?:when|under|in|if|though)|because|thereby|so that|by [a-z]+ing|using|via|aimed at|aiming (?:to|at)|"
    r"in order to|and (?:we|shows|proves|demonstrates|finds|discusses)) )"
)
_LOOSER = re.compile(
    r" (?=(?:that|which|whose|such that|for|on|in|from|with (?!respect)|by|across|over|within|at|to|while|"
    r"and (?:the|its|an?)) )"
)
"""Where a line that says what the paper does may be cut if there is nothing better."""
_OPEN = re.compile(
    r"\b(?:not only|not just|not merely|either|between|both|combin\w+|first [a-z]+s)\b(?![^,;]*\b(?:and|or|to|but|"
    r"with)\b)[^;]*$"
)
_HOLLOW = re.compile(
    r"\b(?:two|three|four|five|six|several|following|as follows|namely|questions?|is|are|by|if|that|in addition|"
    r"subject|with a view|allows?|enables?|in agreement)$"
)
_ANNOUNCED = re.compile(r"\b(?:two|three|four|five|several|following|main|key) [a-z -]{3,40}$")
"""What a colon sets out must not end before it."""
_WAITS = re.compile(
    r"(?:\b(?:able|capable|robust|due|such|compared|according|respect|order|similar|related|relevant|different|"
    r"more|less|better|faster|well|only|also|already|influence|impact|effects?|sensitivity)|given|shown|known|seen|taken|"
    r"found|made|built|written|driven|held|chosen|proven|led|ed|ing|ly|ive|ous|ible|able)$"
)
"""Ends of heads that wait for more, where no comma closes them."""
_NEEDS_TO = re.compile(
    r"\b(?:requir|allow|enabl|forc|caus|help|encourag|train|need|abilit|attempt|way|tr[yi]|seek|aim|learn|fail|"
    r"tend|lead|us)[a-z]*(?: [^ ,;]+){0,5}$"
)
_LISTED = re.compile(r"[^,;:]{0,60}(?:, [^,;:]{1,60})?,? (?:and|or) ")

_LEFT_OUT = re.compile(rf"(?:,| and) (?:[a-z]+ly )?{any_of('verbs left out')} ")
"""A verb of the authors that was not inflected with the first."""
_LEFT_LAST = re.compile(rf"\b(?:and|to) {any_of('verbs left out')}$")
_INTERVAL = re.compile(r"\[[^\[\]()]{1,20}\)")
_NEXT_VERB = re.compile(r", (?:[a-z]+ly )?([a-z]+) ")
_MARKS = re.compile(r"[\\${}]| [,.;:)](?: |$)|\( ?\)|www\.|https?:|et al\b|[�□]")
_STARTS = re.compile(rf"{any_of('words that start no line')}(?![\w'-])", re.I)
_EARLIER = re.compile(
    r"\b(?:this|these|those (?!that|who|which|of|in|with|from|obtained)|such (?!as |that |a manner)|"
    rf"the {any_of('adjectives that point back')} |"
    rf"(?:the|its|their) {any_of('nouns that point back')}\b(?! (?:of|for|to|that|which|in|by|between|on|with|"
    rf"whether|how|if)\b))|"
    r"^\W*\w+ (?:its|their|it|them|they)\b|^(?:Its|Their|They|Even|Also|Other|The other|Further)\b",
    re.I,
)
"""Points to an earlier sentence."""
_TALK = words("talk about the paper")
_DANGLING = words("words that end no line")
_ALONE = re.compile(r"[a-z]+[A-Z-]|[0-9][^ ]* [a-z]|[^\W\d_](?:[^\w ]|\b)|[^\x00-\x7f]")
_BOTH = re.compile(r"\b(?:both|either|between)\b(?!.*\b(?:and|or|to)\b)", re.I)
_SUBJECT_CUT = re.compile(r"^[^,]{3,60}, (?:is|are|was|were|has|have) ")
_DETERMINERS = frozenset({"a", "an", "the", "its", "their", "this", "each", "any", "every", "no"})
_BESIDE_NO_VERB = words("words beside no verb")
_JOINT = re.compile(r"[;:] |, (?=(?:and|but|which|where|while|whereas) )")


class Line(NamedTuple):
    """A sentence that reads alone, and what it tells."""

    text: str
    kind: Kind
    cut: bool = False  # within a phrase, for want of a better place


def of(sentence: str) -> Iterator[Line]:
    """The lines of a plain sentence, without duplicates, the fullest first."""
    if not 20 <= len(sentence) <= _LONGEST or sentence.endswith("?"):
        return
    seen: set[str] = set()
    for opening, kind in openings(_tidy(sentence)):
        doing = kind in ("does", "studies")
        for text in _shorter(opening):
            line = _finished(text)
            sure = kind != "says" and text == opening  # what follows "show that" is a sentence whatever its words are
            whole = not doing or _is_inflected(line)
            if line not in seen and whole and fits(line) and reads_alone(line) and (sure or has_verb(line)):
                yield Line(line, kind)
            seen.add(line)
        looser = (_finished(text) for text in _looser(opening)) if doing else ()
        yield from [Line(line, kind, cut=True) for line in looser if line not in seen and reads_alone(line)][:2]


def _is_inflected(line: str) -> bool:
    """Whether no verb of the authors was left as it was in a line that begins with one: "Takes X, embed Y, and ..."."""
    verbs = (match[1] for match in _NEXT_VERB.finditer(line[: others_verb(line)]))
    return not any(verb in VERBS and third_person(verb) not in NOUNS for verb in verbs)


def fits(line: str) -> bool:
    """Whether a line is within the budget of a gist."""
    return len(line) <= MOST_CHARACTERS and _LEAST_WORDS <= len(line.split()) <= MOST_WORDS


def reads_alone(line: str) -> bool:
    """Whether a line begins and ends like a sentence and refers neither to the paper nor to earlier sentences."""
    last = line[line.rfind(" ") + 1 :].strip('.!?)"”')
    return bool(
        (line[:1].isupper() or _ALONE.match(line))
        and last
        and last not in _DANGLING
        and line.count("(") == line.count(")")
        and ("[" not in line or "]" in line or _INTERVAL.search(line))
        and line.count('"') % 2 == 0
        and line.count("“") == line.count("”")
        and not _STARTS.match(line)
        and not _MARKS.search(line)
        and _TALK.isdisjoint(word.strip('.,;:()"“”') for word in line.lower().split())
        and _EARLIER.search(line) is None
        and _SUBJECT_CUT.search(line) is None
        and _BOTH.search(line) is None
        and _LEFT_OUT.search(line[: others_verb(line)]) is None
    )


def has_verb(text: str) -> bool:
    """Whether a finite verb is likely: a word that may be a noun counts only without a preposition next to it."""
    first, *rest = text.rstrip(".").split() or [""]
    if first.lower() in BASES:
        return True
    for place, word in enumerate(rest):
        if word in AUXILIARIES or (word in BASES and word not in NOUNS):
            return True
        before = rest[place - 1] if place else first
        if before.lower() in _BESIDE_NO_VERB or before.endswith(","):
            continue
        if word in NOUNS or word in VERBS:
            after = rest[place + 1] if place + 1 < len(rest) else "of"
            if after not in _BESIDE_NO_VERB and (word in NOUNS or before.endswith(("s", "ly"))):
                return True
        elif word.endswith("ed") and word.isalpha() and word.islower() and before.lower() not in _DETERMINERS:
            return True
    return False


def clause_of(sentence: str, start: int, end: int) -> str:
    """The part of a long sentence, between semicolons, colons, or commas before "and" and "which", around a place."""
    joints = [0, *(match.end() for match in _JOINT.finditer(sentence)), len(sentence)]
    first = max(joint for joint in joints if joint <= start)
    last = min(joint for joint in joints if joint >= end)
    return sentence[first:last].strip(" ,;")


def _tidy(sentence: str) -> str:
    if "," in sentence:
        sentence = _COMMA.sub(", ", sentence)
    if "[" in sentence:
        sentence = _CITED_WORD.sub(r"\g<0> \\", sentence)  # no line ends in "as in [3]" or goes on without it
    if ")" in sentence or "[" in sentence:
        sentence = _ENUMERATOR.sub("", _CITATION.sub("", sentence))
    return _RESPECTIVELY.sub("", sentence) if "respectively" in sentence else sentence


def _shorter(sentence: str) -> Iterator[str]:
    """The sentence, and what is left without asides and without its last clauses."""
    bare = _without_asides(sentence)
    if bare != sentence:
        yield sentence
    yield bare
    cuts = {match.start(): match[0] for match in _CUT.finditer(bare) if match.start() >= _LEAST_HEAD}
    for start in sorted(cuts, reverse=True):
        head = bare[:start].rstrip(",")
        if fits(_finished(head)) and _is_complete(head, cuts[start], bare[start:]):
            yield head


def _without_asides(sentence: str) -> str:
    return sentence if "(" not in sentence or _NUMBERED.search(sentence) else _ASIDE.sub("", sentence)


def _looser(sentence: str) -> Iterator[str]:
    """What is left of a sentence that is too long, cut before a phrase that its last noun can do without. Only of one
    that says what the paper does: less of it is not more than is said, while a finding keeps its limits."""
    bare = _without_asides(sentence)
    if fits(_finished(bare)):
        return
    cuts = [match.start() for match in _LOOSER.finditer(bare) if _LEAST_LOOSE <= match.start() <= MOST_CHARACTERS]
    for start in reversed(cuts):
        head = bare[:start].rstrip(",")
        to = bare.startswith(" to ", start) and _NEEDS_TO.search(head)
        if fits(_finished(head)) and not to and _is_complete(head, " ", bare[start:]):
            yield head


def _is_complete(head: str, cut: str, rest: str) -> bool:
    """Whether the head of a sentence, cut before `cut`, is a sentence: "A, B" still waits for "and C"."""
    if not has_verb(head) or ": " in head or _LEFT_LAST.search(head) or _OPEN.search(head) or _HOLLOW.search(head):
        return False
    if cut == ": " and _ANNOUNCED.search(head):
        return False
    clause = max(head.rfind(f" {word} ") for word in ("that", "whether", "which", "how", "while", "whereas"))
    if clause > 0 and not has_verb(f"Things {head[clause + 5 :].lstrip()}"):
        return False
    last = head[head.rfind(" ") + 1 :]
    verb = (
        last in AUXILIARIES
        or (last in VERBS and third_person(last) not in NOUNS)
        or (last in BASES and last not in NOUNS)
    )
    if verb or (cut[:1] == " " and _WAITS.search(head)):
        return False
    return cut[:1] in ";:" or not _is_list(head, rest)


def _is_list(head: str, rest: str) -> bool:
    """Whether a comma of the head opens a list that the rest goes on with, or its end is a bare apposition."""
    first, *others = head.split(", ")
    closed = others and re.search(r"^(?:and|or|which|while|where) |^[a-z]+ing | (?:and|or) ", others[-1])
    if not others or closed:
        return False
    if not has_verb(first):
        return not has_verb(others[-1])
    if len(others) > 1 or others[-1].split(" ", 1)[0] in BASES:
        return True
    if others[-1].startswith(("a ", "an ")) and not first.rsplit(" ", 1)[-1].islower():
        return others[-1].count(" ") < 4  # "X, a compound" waits for "that hosts Y"
    return others[-1].startswith(("a ", "an ", "the ")) or _LISTED.match(rest) is not None


def _finished(text: str) -> str:
    """The text as a sentence: a capital first, one full stop last."""
    text = capital(" ".join(text.split()).rstrip(" .,;:–—-"))
    return text if text.endswith(("!", "?", ".”", '."')) else f"{text}."

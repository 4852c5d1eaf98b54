"""A sentence in fewer words: what it can lose is taken away, hardly a word replaced by another.

    variants             a sentence -> lines that read alone and fit a card, each a grammatical sentence
    reads_alone, fits    what every gist must be
    is_weak              what stands back as long as there is something better

What goes: talk about the paper (openings), citations, asides in brackets or dashes, relative and participial clauses at
the end, the second of two clauses. A figure keeps its bound: nothing is cut between "up to" and its number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.cards.openings import openings
from generator.cards.vocabulary import AUXILIARIES, BASES, DOES, VERBS, any_of, words

MOST_CHARACTERS = 160
MOST_WORDS = 25
LEAST_WORDS = 5
_LEAST_HEAD = 25
_MOST_CUTS = 8
_SLACK = 12
"""Characters that finishing a text can take away, at most."""
_LONGEST = 700
"""Characters of a sentence that is worth reading: a longer one is a list, or no sentence."""

_CITATION = re.compile(r" ?\[\d[\d,;–\- ]{0,30}\]| \((?:see |cf\. )?(?:[A-Z][^()]{0,60})?et al\.[^()]{0,60}\)")
_ENUMERATOR = re.compile(r"(?<![\w)\]])(?:\((?:[ivx]{1,4}|[a-h1-9])\)|[1-9]\)) ")

_ASIDE = re.compile(rf" \((?!(?:\w?[^()\w]\w?)*\))[^()]{{1,200}}\)(?=[ .,;:?!]|$)")
_DASHES = re.compile(r" ?(?:—|--| –(?= )| -(?= ))[^—;:]{2,160}?(?:—|--| –(?= )| -(?= )) ?")
_DASH = ("—", "--", " –", " - ")
_RESPECTIVELY = re.compile(r",? respectively(?=[,.; ]|$)")
_MIDDLE_RELATIVE = re.compile(r", (?:which|who|where|in which|for which) [^,;:]{4,90}, (?=[a-z])")
_OUR = re.compile(
    r"\b[Oo]ur (?:own )?(?!daily|li[fv]e|world|societ|understanding|knowledge|universe|planet|galaxy|sun\b)"
)
_END = re.compile(r"[ .,;:–—-]+$")

_TALK = words("talk about the paper")
_THIS_PAPER = re.compile(rf"(?:this|present|our) {any_of('words for papers')}\b", re.I)
_MARKS = re.compile(r"[\\${}\[\]]|www\.|et al\b")
_STARTS_NO_LINE = re.compile(rf"{any_of('words that start no line')}(?![\w'-])", re.I)
_ENDS_NO_LINE = words("words that end no line")
_POINTING = words("words that point back")
_WEAK: dict[str, list[str]] = {}
for _phrase in sorted(words("phrases that point back") | words("hollow words")):
    _WEAK.setdefault(_phrase.split(" ")[0], []).append(f" {_phrase} ")
_FRONTED_IT = re.compile(r"[^,]{3,120}, its? (?!is\b)")
_HOLLOW = re.compile(r"\b(?:two|three|four|five|six|several|following|as follows|namely)\b")
_TELLING = frozenset(verb for verb, base in BASES.items() if base in words("verbs that tell"))
_BEGINS = re.compile(r"[A-Z]|[a-z]+[A-Z-]|[0-9][^ ]* [a-z]|[^\W\d_a-z]")
_WORDS = re.compile(r"[^\s.,;:()\"“”](?:[^\s,;:()\"“”]*[^\s.,;:()\"“”])?")


def variants(sentence: str, name: str | None = None) -> Iterator[str]:
    """The lines that can be made of a sentence, each once: longer ones first for each way to begin.

    `name` is the name of the paper's system, None where it has none.
    """
    if not 20 <= len(sentence) <= _LONGEST or "http" in sentence or sentence.endswith("?"):
        return
    if _ENUMERATOR.match(sentence):
        return
    seen: set[str] = set()
    for opening in openings(_tidy(sentence), name):
        if _STARTS_NO_LINE.match(opening):
            continue
        if "our " in opening or "Our " in opening:
            opening = _OUR.sub("the ", opening)
        for text in _shorter(opening):
            if len(text) > MOST_CHARACTERS + _SLACK or text in seen:
                continue
            seen.add(text)
            line = _finished(text)
            if fits(line) and reads_alone(line) and _has_verb(line):
                yield line


def fits(line: str) -> bool:
    """True where a line is within the budget of a gist."""
    return len(line) <= MOST_CHARACTERS and LEAST_WORDS <= len(line.split()) <= MOST_WORDS


def reads_alone(line: str) -> bool:
    """True where a line begins and ends as a sentence does and speaks neither of the paper nor of what stood before."""
    last = line[line.rfind(" ") + 1 :].strip('.!?)"”').lower()
    return bool(
        _BEGINS.match(line)
        and last
        and last not in _ENDS_NO_LINE
        and line.count("(") == line.count(")")
        and line.count('"') % 2 == 0
        and line.count("“") == line.count("”")
        and not _STARTS_NO_LINE.match(line)
        and not _MARKS.search(line)
        and _TALK.isdisjoint(found := _lower_words(line))
        and not (("this" in found or "present" in found) and _THIS_PAPER.search(line))
    )


def is_weak(line: str) -> bool:
    """True where a line leans on words that stand elsewhere ("these problems") or tells little ("three innovations")."""
    found = _lower_words(line)
    if found[:1] and found[0] in BASES and found[0] not in _TELLING:
        return True
    if not _POINTING.isdisjoint(found) or ("it" in found and _FRONTED_IT.match(line)):
        return True
    spaced = f" {' '.join(found)} "
    return any(phrase in spaced for word in found if word in _WEAK for phrase in _WEAK[word])


def _lower_words(line: str) -> list[str]:
    return [word.strip('.,;:()"“”') for word in line.lower().split()]


def _tidy(sentence: str) -> str:
    if "[" in sentence or "et al" in sentence:
        sentence = _CITATION.sub("", sentence)
    if ")" in sentence:
        sentence = _ENUMERATOR.sub("", sentence)
    if "respectively" in sentence:
        sentence = _RESPECTIVELY.sub("", sentence)
    return _CONNECTIVE.sub(_dropped_connective, sentence)


def _shorter(sentence: str) -> Iterator[str]:
    """The sentence and what is left of it without asides, without its end, without its beginning."""
    bare = _ASIDE.sub("", sentence) if "(" in sentence else sentence
    if bare != sentence:
        yield sentence
    if ", wh" in bare or ", in wh" in bare:
        bare = _MIDDLE_RELATIVE.sub(_dropped_relative, bare)
    without = _DASHES.sub(" ", bare) if any(dash in bare for dash in _DASH) else bare
    for text in dict.fromkeys((bare, without)):
        yield text
        yield from _heads(text)
        later = _without_front(text)
        if later:
            yield later
            yield from _heads(later)


def _dropped_relative(found: re.Match[str]) -> str:
    """Nothing where the verb of the sentence follows; else the clause has a list of its own, and stays."""
    following = found.string[found.end() :].split(maxsplit=2)[:2]
    return " " if any(word in DOES or word in AUXILIARIES for word in following) else found[0]


_CUT = re.compile(
    r", (?:(?:thereby |thus |hence |while |without |[a-z]+ly )?(?!(?:during|according|regarding|including the|king|string)\b)"
    r"[a-z]+ing\b|[a-z]+ed (?:with|by|through|on|in|to|as|via|from|for|over) |which |where |while |whereas |whose |who |with |"
    r"without |as (?:well as|compared|opposed)|compared |such as |e\.g\.|i\.e\.|including |especially |particularly |"
    r"and (?!thus|hence)|but |yet |so (?:that )?|even |both |despite |although |though |since |because |for (?:which|example)|"
    r"in (?:which|contrast|particular)|rather than |instead of |not only |thanks to |based on |subject to |under |across |on |"
    r"over |for |from |relative |when |if |to |by |at )|; |: | (?=while |whereas |compared (?:to|with) |in comparison |"
    r"without (?:sacrificing|compromising|any)|even (?:when|under|in|if|though)|because |thereby |so that |by [a-z]+ing )"
)
_VERB_NEXT = re.compile(r", ([a-z]+) ")
_AND_VERB = re.compile(r" and (?:[a-z]+ly )?([a-z]+) ")


def _heads(text: str) -> Iterator[str]:
    """The beginnings of a sentence that are sentences: cut before a clause that hangs on what stands before it."""
    cuts = [found for found in _CUT.finditer(text) if found.start() >= _LEAST_HEAD]
    cuts += [found for found in _AND_VERB.finditer(text) if found[1] in DOES and found.start() >= _LEAST_HEAD]
    for found in cuts[:_MOST_CUTS]:
        head = text[: found.start()].rstrip(",")
        if _complete(head, found[0]):
            yield head
    yield from _first_of_several(text)


def _first_of_several(text: str) -> Iterator[str]:
    """ "X does A, does B, and does C": "X does A", "X does A and does B"."""
    deeds = [found for found in _VERB_NEXT.finditer(text) if found[1] in BASES and found.start() >= _LEAST_HEAD]
    if not deeds or not _complete(text[: deeds[0].start()], ", "):
        return
    first = text[: deeds[0].start()]
    yield first
    second_ends = deeds[1].start() if len(deeds) > 1 else text.find(", and ", deeds[0].end())
    second = text[deeds[0].start() + 2 : max(0, second_ends)]
    if second and ", " not in second:
        yield f"{first} and {second}"


def _complete(head: str, cut: str) -> bool:
    """True where the head of a sentence is no unfinished list: "A, B" waits for "and C"."""
    if not _has_verb(head):
        return False
    if cut == ": ":
        return _HOLLOW.search(head) is None and not re.search(
            r"\b(?:that|which|it|and|we) [a-z]+$|\b(?:is|are|by|if)$", head
        )
    if cut.startswith((", but", ", and", ", or", " and ")) and _PAIRED.search(head):
        return False
    if not cut.startswith((",", " and ")) and re.search(r" [–—-] ", head):
        return False
    commas = head.split(", ")
    return (
        cut[:1] not in ", " or len(commas) == 1 or commas[-1].startswith(("and ", "or ", "which ")) or _is_front(commas)
    )


_PAIRED = re.compile(
    r"\b(?:not only|not just|not merely|either|whether|between|both [^,]*$|from [^,]*$)(?![^,]*\b(?:and|or)\b)"
)


def _is_front(commas: list[str]) -> bool:
    """True where the head's only comma parts off a phrase at its beginning: "On two clusters, X wins"."""
    return len(commas) == 2 and bool(_FRONT.match(commas[0])) and _has_verb(commas[1])


def _has_verb(text: str) -> bool:
    """True where a finite verb is likely: what may be a noun counts only where no preposition is beside it."""
    first, *rest = text.rstrip(".").split() or [""]
    if first.lower() in BASES:
        return True
    for place, word in enumerate(rest):
        if word in AUXILIARIES or (word in BASES and word not in _NOUNS):
            return True
        before = rest[place - 1] if place else first
        if before in _BESIDE_NO_VERB:
            continue
        if word in _NOUNS or word in VERBS:
            after = rest[place + 1] if place + 1 < len(rest) else "of"
            if after not in _BESIDE_NO_VERB and (word in _NOUNS or before.endswith(("s", "ly"))):
                return True
        elif word.endswith("ed") and word.isalpha() and word.islower():
            return True
    return False


_NOUNS = words("nouns that look like verbs")
_BESIDE_NO_VERB = words("words beside no verb")

_CIRCUMSTANCE = (
    r"On|Across|In|Through|By|Using|Via|Unlike|Despite|Compared (?:to|with)|Besides|Beyond|As|Whereas|While|Although|Though|"
    r"Since|Because|Due to|Rather than|Instead of|Built|Based|Relative to|Evaluated|Extending|Inspired|Motivated|Like|"
    r"Deployed|Applied|Trained|Tested|To"
)
_CONDITION = r"For|Over|At|Under|With|When|From|After|During|Among|Given|Within|Where|If|Whenever|Assuming"
_FRONT = re.compile(rf"(?:{_CIRCUMSTANCE}|{_CONDITION})\b")
_DROPPED_FRONT = re.compile(
    rf"(?:{_CIRCUMSTANCE})\b[^,;:]{{3,160}}, (?=(?:the|an?|it) |[A-Z0-9])(?![^,]{{0,60}}, (?:and|or) )"
)


def _without_front(text: str) -> str | None:
    """The sentence without the phrase at its beginning; conditions ("under", "if", "with") stay."""
    found = _DROPPED_FRONT.match(text)
    return text[found.end() :] if found and _has_verb(text[found.end() :]) else None


_CONNECTIVE = re.compile(
    r" (?:therefore|thus|hence|also|further|then|additionally|furthermore|consequently) (?=([a-z]+s) )"
)


def _dropped_connective(found: re.Match[str]) -> str:
    return " " if found[1] in BASES else found[0]


def _finished(text: str) -> str:
    """The text as a sentence: a capital first, one period last, the paper's "our" turned to "the"."""
    text = _END.sub("", " ".join(text.split()))
    first = text.split(" ", 1)[0]
    if first.islower() and (first == "a" or len(first) > 1):
        text = text[:1].upper() + text[1:]
    return text if text.endswith(("!", "?")) else f"{text}."

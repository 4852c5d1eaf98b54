"""A sentence in fewer words: words are dropped, hardly any is replaced.

Dropped: talk about the paper (openings), citations, asides in brackets or between dashes, relative and participial
clauses at the end, the second of two clauses. Kept: conditions ("if", "under", "with high probability") and what
follows "but". A figure keeps its bound: nothing is cut between "up to" and its number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from generator.describe.cards.gist_rules import PROPOSERS
from generator.describe.cards.wellformed import MOST_CHARACTERS, STARTS_NO_LINE, fits, has_verb, reads_alone
from generator.text.stems import third_person
from generator.text.vocabulary import AUXILIARIES, BASES, DOES, NOUNS, VERBS, any_of

_LONGEST = 700
"""Longest sentence that is read, in characters: a longer one is a list, or not a sentence."""
_LEAST_HEAD = 25
_MOST_CUTS = 8
_SLACK = 12
"""Most characters that `_finished` can remove."""

_CITATION = re.compile(r" ?\[\d[\d,;–\- ]{0,30}\]| \((?:see |cf\. )?(?:[A-Z][^()]{0,60})?et al\.[^()]{0,60}\)")
_ENUMERATOR = re.compile(r"(?<![\w)\]])(?:\((?:[ivx]{1,4}|[a-h1-9])\)|[1-9]\)) ")
_RESPECTIVELY = re.compile(r",? respectively(?=[,.; ]|$)")
_CONNECTIVE = re.compile(
    r" (?:therefore|thus|hence|also|further|then|additionally|furthermore|consequently) (?=([a-z]+s) )"
)
_OUR_EVIDENCE = re.compile(rf"^Our (?=(?:[a-z-]+ ){{0,2}}{any_of('words for evidence')}\b)")
_OUR = re.compile(
    r"\b[Oo]ur (?:own )?(?!daily|li[fv]e|world|societ|understanding|knowledge|universe|planet|galaxy|sun\b)"
)
_END = re.compile(r"(?<![ .,;:–—-])[ .,;:–—-]++$")

_ASIDE = re.compile(r" \((?![^()\w]*(?:\w[^()\w]+)*\w?\))[^()]{1,200}\)(?=[ .,;:?!]|$)")
"""Words in brackets, but not a formula of single letters and signs."""
_DASH = ("—", "--", " –", " - ")
_BETWEEN_DASHES = re.compile(r" ?(?:—|--| –(?= )| -(?= ))[^—;:]{2,160}?(?:—|--| –(?= )| -(?= )) ?")
_LONE_DASH = re.compile(r" [–—-] ")
_MIDDLE_RELATIVE = re.compile(r", (?:which|who|where|in which|for which) [^,;:]{4,90}, (?=[a-z])")

_CUT = re.compile(
    r", (?:(?:thereby |thus |hence |while |without |[a-z]+ly )?"
    r"(?!(?:during|according|regarding|including the|assuming|excluding|king|string)\b)[a-z]+ing\b|"
    r"[a-z]+ed (?:with|by|through|on|in|to|as|via|from|for|over) |"
    r"which |where |while |whereas |whose |who |with (?!high|some|overwhelming|constant|positive|only|at)|without |"
    r"as (?:well as|compared|opposed)|compared |such as |e\.g\.|i\.e\.|including |especially |particularly |"
    r"and (?!thus|hence)|so (?:that )?|even |both |despite |although |though |since |because |for (?:which|example)|"
    r"in (?:which|contrast|particular)|rather than |instead of |thanks to |based on |across |on (?!average)|over |"
    r"from |relative |to |by )"
    r"|; |: | (?=while |whereas |compared (?:to|with) |in comparison |without (?:sacrificing|compromising|any)|"
    r"even (?:when|under|in|if|though)|because |thereby |so that |"
    r"by [a-z]+ing |using |via |through (?!which)|aimed at |aiming (?:to|at) |in order to )"
)
_LOOSE_CUT = re.compile(rf"{_CUT.pattern}|(?<! such)(?<! hence) (?=(?:that [a-z]+s|which|whose|such as) )")
_PLAIN_VERBS = frozenset(BASES) - NOUNS
_AND_VERB = re.compile(r" and (?:[a-z]+ly )?([a-z]+) ")
_NEXT_VERB = re.compile(r", ([a-z]+) ")
_PAIRED = re.compile(
    r"\b(?:not only|not just|not merely|either|whether|between|both [^,]{0,300}$|from [^,]{0,300}$)"
    r"(?![^,]{0,300}\b(?:and|or)\b)"
)
_PARTICIPLE_LAST = re.compile(r"(?<! is)(?<! are)(?<! was)(?<! were)(?<! be)(?<! been)(?<!ly) [a-z]+ed$")
_HOW_DOING = re.compile(r"[A-Z][a-z]+s (?:how|that|why|whether) (?:[a-z]+ly )?[a-z]+ing ")
_HOLLOW = re.compile(
    r"\b(?:two|three|four|five|six|several|following|as follows|namely)\b|\b(?:that|which|it|and|we) [a-z]+$|"
    r"\b(?:is|are|by|if)$"
)
"""Must not precede a colon at which the text is cut: it announces what comes after."""

_CIRCUMSTANCE = (
    r"(?:On|Across|In|Through|By|Using|Via|Unlike|Despite|Compared (?:to|with)|Besides|Beyond|As|Whereas|While|"
    r"Although|Though|Since|Because|Due to|Rather than|Instead of|Built|Based|Relative to|Evaluated|Extending|Inspired|"
    r"Motivated|Like|Deployed|Applied|Trained|Tested|To)\b"
)
_CONDITION = r"(?:For|Over|At|Under|With|When|From|After|During|Among|Given|Within|Where|If|Whenever|Assuming)\b"
_FRONT = re.compile(rf"{_CIRCUMSTANCE}|{_CONDITION}")
_DROPPED_FRONT = re.compile(
    rf"{_CIRCUMSTANCE}[^,;:]{{3,160}}, (?=(?:the|an?|it) |[A-Z0-9])(?![^,]{{0,60}}, (?:and|or) )"
)


def variants(sentence: str, name: str | None = None, *, loose: bool = False) -> Iterator[str]:
    """The lines that can be made of a sentence, without duplicates; for each opening, longer lines first.

    Each reads alone and fits a card. `name`: the paper's system, None without one. `loose`: also drop defining clauses
    ("a tree that ..."), for abstracts of which nothing else is short enough.
    """
    if not 20 <= len(sentence) <= _LONGEST or "http" in sentence or sentence.endswith("?"):
        return
    if _ENUMERATOR.match(sentence):
        return
    listed = ": (" in sentence and _ENUMERATOR.search(sentence) is not None
    seen: set[str] = set()
    tidy = _tidy(sentence)
    for opening in chain.from_iterable(propose(tidy, name) for propose in PROPOSERS):
        if STARTS_NO_LINE.match(opening):
            continue
        opening = _impersonal(opening)
        for text in _shorter(opening, _LOOSE_CUT if loose else _CUT):
            if len(text) > MOST_CHARACTERS + _SLACK or text in seen or (listed and _breaks_list(text, opening)):
                continue
            seen.add(text)
            line = _finished(text)
            if fits(line) and reads_alone(line) and has_verb(line):
                yield line


def _tidy(sentence: str) -> str:
    if "[" in sentence or "et al" in sentence:
        sentence = _CITATION.sub("", sentence)
    if ")" in sentence:
        sentence = _ENUMERATOR.sub("", sentence)
    if "respectively" in sentence:
        sentence = _RESPECTIVELY.sub("", sentence)
    return _CONNECTIVE.sub(lambda match: " " if match[1] in BASES else match[0], sentence)


def _impersonal(opening: str) -> str:
    """ "Our experiments" -> "Experiments", "over our baseline" -> "over the baseline"."""
    if "ur " not in opening:
        return opening
    return _OUR.sub("the ", _OUR_EVIDENCE.sub("", opening))


def _breaks_list(text: str, opening: str) -> bool:
    """Whether a text ends within the list that its colon announces."""
    return ":" in text and not opening.rstrip(". ").endswith(text[-12:].rstrip(". "))


def _finished(text: str) -> str:
    """The text as a sentence: a capital first, one full stop last."""
    text = _END.sub("", " ".join(text.split()))
    first = text.split(" ", 1)[0]
    if first.islower() and (first == "a" or len(first) > 1):
        text = text[:1].upper() + text[1:]
    return text if text.endswith(("!", "?", ".”", '."')) else f"{text}."


def _shorter(sentence: str, cut: re.Pattern[str]) -> Iterator[str]:
    """The sentence, and what is left without asides, without its end, and without its beginning."""
    bare = _ASIDE.sub("", sentence) if "(" in sentence else sentence
    if bare != sentence:
        yield sentence
    if ", wh" in bare or ", in wh" in bare or ", for wh" in bare:
        bare = _MIDDLE_RELATIVE.sub(_without_relative, bare)
    without = _BETWEEN_DASHES.sub(" ", bare) if any(dash in bare for dash in _DASH) else bare
    for text in dict.fromkeys((bare, without)):
        yield text
        yield from _heads(text, cut)
        later = _without_front(text)
        if later:
            yield later
            yield from _heads(later, cut)


def _without_relative(match: re.Match[str]) -> str:
    """A blank if the verb of the sentence follows; otherwise the clause contains a list of its own, and stays."""
    following = match.string[match.end() :].split(maxsplit=2)[:2]
    return " " if any(word in DOES or word in AUXILIARIES for word in following) else match[0]


def _without_front(text: str) -> str | None:
    """The sentence without its introductory phrase; conditions ("under", "if", "with") stay."""
    front = _DROPPED_FRONT.match(text)
    return text[front.end() :] if front and has_verb(text[front.end() :]) else None


def _heads(text: str, cut: re.Pattern[str]) -> Iterator[str]:
    """The beginnings of a sentence that are sentences themselves: cut before a dependent clause."""
    cuts = [match for match in cut.finditer(text) if match.start() >= _LEAST_HEAD]
    cuts += [match for match in _AND_VERB.finditer(text) if match[1] in DOES and match.start() >= _LEAST_HEAD]
    for match in cuts[:_MOST_CUTS]:
        head = text[: match.start()].rstrip(",")
        if _is_complete(head, match[0]):
            yield head
    yield from _first_of_several(text)


def _first_of_several(text: str) -> Iterator[str]:
    """ "X does A, does B, and does C": "X does A", "X does A and does B"."""
    deeds = [match for match in _NEXT_VERB.finditer(text) if match[1] in BASES and match.start() >= _LEAST_HEAD]
    if not deeds or not _is_complete(text[: deeds[0].start()], ", "):
        return
    first = text[: deeds[0].start()]
    yield first
    second_ends = deeds[1].start() if len(deeds) > 1 else text.find(", and ", deeds[0].end())
    second = text[deeds[0].start() + 2 : max(0, second_ends)]
    if second and ", " not in second:
        yield f"{first} and {second}"


def _is_complete(head: str, cut: str) -> bool:
    """Whether the head of a sentence, cut before `cut`, is a sentence: "A, B" still waits for "and C"."""
    if not has_verb(head):
        return False
    if _HOW_DOING.match(head) or (": " in head and _HOLLOW.search(head[: head.index(": ")])):
        return False
    if "; " in head and not has_verb(head[head.rindex("; ") + 2 :]):
        return False
    if cut == ": ":
        return _HOLLOW.search(head) is None and not _ends_with_verb(head)
    if cut.startswith((", and", " and ")) and _PAIRED.search(head):
        return False
    if cut == " " and (_PARTICIPLE_LAST.search(head) or _ends_with_verb(head)):
        return False
    if not cut.startswith((",", " and ")):
        return _LONE_DASH.search(head) is None and (cut[:1] == ";" or _is_no_list(head))
    return _is_no_list(head)


def _ends_with_verb(head: str) -> bool:
    last = head[head.rfind(" ") + 1 :]
    return last in AUXILIARIES or (third_person(last) if last in VERBS else last) in _PLAIN_VERBS


def _is_no_list(head: str) -> bool:
    """Whether commas belong to a list closed by "and", or set off an introduction: "On two clusters, X wins"."""
    first, *others = head.split(", ")
    if not others or others[-1].startswith(("and ", "or ", "which ")):
        return True
    if len(others) > 1:
        return False
    return others[0].split(" ", 1)[0].endswith("ing") or (_FRONT.match(first) is not None and has_verb(others[0]))

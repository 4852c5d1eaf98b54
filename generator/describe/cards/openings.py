"""How a sentence begins: talk about the paper is removed, so that what is left starts with its own subject or verb.

    "However, in this paper we show that S"              -> S
    "Our experiments on two samples show that S"         -> S
    "We propose X, and compare it with Y"                -> "Proposes X, and compares it with Y"
    "Using A, we measure B"                              -> "Measures B using A", "Measures B"
    "The aim of this work is to find X"                  -> "Finds X"

Each rule leaves a grammatical sentence, or it does not apply. Sentences are single lines of bounded length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from generator.text.stems import third_person
from generator.text.vocabulary import AUXILIARIES, BASES, NOUNS, VERBS, any_of, words

Kind = Literal["does", "studies", "finds", "says"]
"""Of a line: what the paper contributes, what it is about, what it states to have found, any other statement."""


class Opening(NamedTuple):
    """A sentence without talk about the paper."""

    text: str
    kind: Kind


_PAPER = rf"(?:[\w-]+ )?{any_of('words for papers')}"
_ADVERBS = (
    r"(?:(?:also|then|first|thus|therefore|hence|here|further|next|now|instead|both|for the first time|"
    r"(?!(?:app|imp|supp|multip|comp|re|rep)ly\b)[a-z]+ly|"
    r"(?:in|with) this [a-z]+),? ){0,3}"
)
_THIS = rf"(?:[Ii]n|[Tt]hroughout|[Ww]ith) (?:this|the present|our|the current) {_PAPER}"
_IN_THIS = re.compile(rf",? (?:in|throughout|of) (?:this|the present|our) {any_of('words for papers')}(?=[ ,.;:]|$)")
_LINK = re.compile(
    rf"(?:{any_of('links')}|{_THIS}),? (?=we |I |it |the |an? |this {_PAPER} )|(?:{any_of('links')}|{_THIS}), |"
    rf"(?:And|But|So|Yet|Here) |{any_of('labels')} ?[:.] "
)
_DOER = rf"(?:we|I|the authors|(?:this|the|our|the present|the current) {_PAPER})"
_FRONT = re.compile(
    rf"(?P<front>[^;:?!]{{3,160}}),(?: {_THIS},?)? (?={_DOER} {_ADVERBS}[a-z-]+ )|"
    rf"(?P<short>(?:To|In|By|Using|For|With|Under|On|At|From) [^,;:?!]{{3,100}}) (?=we {_ADVERBS}[a-z-]+ )"
)
_MEANS = re.compile(rf"({_DOER} {_ADVERBS}[a-z-]+), [^;:]{{3,90}}?, (?=(?:the|an?|that|how|whether) )", re.I)
_CONDITION = re.compile(
    r"(?:under|if|assuming|when|whenever|given|for|let|conditional|provided|suppose|where|in|on|at|over|within|among|"
    r"as an|with)\b(?! (?:contrast|addition|particular|order|fact|summary|this|these|our))",
    re.I,
)
_MOVED = re.compile(
    r"(?:under|if|assuming|when|given|for|using|by|through|via|to|with|from|in|on|at)\b"
    r"(?! (?:this|these|order|addition|contrast|particular|light|recent|view))",
    re.I,
)
_POINTING = re.compile(r"\b(?:this|these|those|it|such|they|them)\b", re.I)
_WE = re.compile(
    rf"(?P<doer>{_DOER}) {_ADVERBS}(?:(?:shall|will) |(?:have|has) (?:also |[a-z]+ly )?(?=[a-z]+ed ))?"
    r"(?P<verb>[a-z-]+) (?P<rest>.+)",
    re.I,
)
_AIM = re.compile(
    r"(?:The|Our) (?:[a-z]+ )?(?:aim|goal|purpose|objective|contribution) "
    rf"(?:of (?:this|the|our) {_PAPER} )?(?:is|was) to {_ADVERBS}(?P<verb>[a-z-]+) (?P<rest>.+)"
)
_THAT = re.compile(rf"{_ADVERBS}that,? ")
_SHOW = words("verbs that show")
_SHOWED = words("verbs that showed")
_SHOWS = "|".join(sorted({form for verb in _SHOW for form in (verb, third_person(verb))} | _SHOWED))
_SHOWN = re.compile(
    rf"(?:[^,;:]{{0,90}}\b{any_of('words for evidence')}\b[^;:]{{0,110}}? (?:[a-z]+ly )?(?:{_SHOWS})|"
    rf"it (?:is|was|can be) (?:[a-z]+ly |also |then )*(?:{'|'.join(sorted(_SHOWED))}|shown|seen|proven)),? "
    r"(?:[a-z]+ly )?that,? (?P<clause>.+)",
    re.I,
)
_PASSIVE = re.compile(
    rf" (?:is|are|was|were) (?:also |then |first |here |[a-z]+ly )*(?P<verb>{any_of('passive offers')})\b(?! "
    rf"(?:to be|by [A-Z]|as (?:an?|the)\b))"
)
_STUDIED = words("passive topics")
_EARLIER_WORK = re.compile(
    r"(?:Previous|Earlier|Recent|Prior)(?:ly|\b)|In (?:an? )?(?:previous|earlier|recent|companion)\b"
)
_AND_WE = re.compile(rf"(?:,? and|,? then|;) we {_ADVERBS}(?P<verb>[a-z-]+)\b")
_AND_DO = re.compile(
    rf"(?P<join>,? and {_ADVERBS}|, {_ADVERBS})(?P<verb>[a-z-]+)"
    r"(?= (?:that|an?|the|its|their|how|whether|it|them|several|two|three|some|all|any|both|many|other|new|novel|what|"
    rf"which|if|when) )|(?P<late>,? and {_ADVERBS})(?P<other>[a-z-]+)(?= [a-z])"
)
_TELL = words("verbs that tell") | _SHOW
_TOPIC = words("verbs of topics")
_TOPIC_NOUN = re.compile(
    rf"(?:an? |the |our |some |several |new |first )*(?:[\w-]+ ){{0,3}}{any_of('nouns of topics')}\b"
)
_NO_DEED = words("words behind we that are no deed")
_PAST = _SHOWED | words("verbs in the past")
_MODAL = re.compile(r"\b(?:to (?P<verb>[a-z-]+)|can|that|which|who|where|when|how|may|will) ")
_OUR = re.compile(r"\b([Oo])ur (?:own )?")


def openings(sentence: str) -> Iterator[Opening]:
    """The sentence with other beginnings, best first; unchanged if it needs none, nothing if it tells of earlier
    work."""
    if _EARLIER_WORK.match(sentence):
        return
    for _ in range(2):
        link = _LINK.match(sentence)
        sentence = capital(sentence[link.end() :]) if link else sentence
    shown = _SHOWN.match(sentence) if " that" in sentence else None
    if shown:
        yield Opening(_clause(shown["clause"]), "finds")
        return
    if ", " in sentence:
        sentence = _MEANS.sub(r"\1 ", sentence, count=1)
    doing, before = _AIM.match(sentence) or _WE.match(sentence), ""
    if doing is None:
        front = _FRONT.match(sentence)
        doing = _WE.match(sentence, front.end()) if front else None
        before = (front["front"] or front["short"]) if front else ""
    if doing is None:
        passive = _PASSIVE.search(sentence)
        kind: Kind = "says" if passive is None else "studies" if passive["verb"] in _STUDIED else "does"
        yield Opening(_impersonal(sentence), kind)
    elif doing["verb"] not in AUXILIARIES | _NO_DEED:
        yield from _done(doing, before)


def _done(doing: re.Match[str], before: str) -> Iterator[Opening]:
    """What follows "we": a clause after "show that", else the verb and its object, with what stood before "we"."""
    base = BASES.get(doing["verb"], doing["verb"])
    that = _THAT.match(doing["rest"])
    if that and (base in _SHOW or base in _SHOWED):
        kept = _CONDITION.match(before) and not _POINTING.search(before)
        yield Opening((f"{before}, " if kept else "") + _clause(doing["rest"][that.end() :], begins=not kept), "finds")
        return
    personal = "doer" not in doing.groupdict() or doing["doer"].lower() in ("we", "i", "the authors")
    does = doing["verb"] if doing["verb"] in BASES else _inflected(doing["verb"], sure=personal)
    kind: Kind = "studies" if _is_topic(base, doing["rest"]) else "does"
    line = _impersonal(f"{capital(does)} {_coordinated(doing['rest'].removeprefix('here '))}")
    if before and _MOVED.match(before) and not _POINTING.search(before) and "," not in before:
        yield Opening(_impersonal(f"{line.rstrip('.')} {before[:1].lower()}{before[1:]}."), kind)
    if not _CONDITION.match(before) or _POINTING.search(before) or before.startswith(("In ", "On ", "With ", "At ")):
        yield Opening(line, kind)


def _is_topic(verb: str, rest: str) -> bool:
    """Whether a verb and its object only name a subject: "study X", "present an analysis of X"."""
    return verb in _TOPIC or verb.removesuffix("ed") in _TOPIC or _TOPIC_NOUN.match(rest) is not None


def _inflected(verb: str, *, sure: bool = False) -> str:
    """What "it" does where "we" do; a past tense stays. `sure`: the word is a verb, in the list or not."""
    past = verb.endswith("ed") or verb in _PAST
    return third_person(verb) if verb in VERBS or (sure and not past) else verb


def _clause(clause: str, *, begins: bool = True) -> str:
    """What follows "that" as a sentence of its own: "A, and that B" -> "A, and B"."""
    clause = clause.replace("; that ", "; ").replace(" and that ", " and ")
    return _impersonal(capital(clause) if begins else clause)


def _impersonal(text: str) -> str:
    """ "and we compare" -> "and compares", "over our baseline" -> "over the baseline"."""
    text = _AND_WE.sub(lambda match: _personless(match[0], match["verb"]), text)
    text = _IN_THIS.sub("", text)
    return _OUR.sub(lambda match: "The " if match[1] == "O" else "the ", text)


def _personless(joint: str, verb: str) -> str:
    return joint.replace(" we ", " ", 1).removesuffix(verb) + _inflected(verb)


def _coordinated(rest: str) -> str:
    """ "... and evaluate it" -> "... and evaluates it"; after another's verb ("to find X, and ...") only what authors
    do."""
    doubled = re.match(r"and (?:[a-z]+ly )?(?P<verb>[a-z]+)(?= )", rest)
    if doubled and doubled["verb"] not in VERBS:
        doubled = re.match(r"and (?P<verb>[a-z]+)(?= )", rest)  # "and apply a"
    if doubled:
        rest = f"{rest[: doubled.start('verb')]}{_inflected(doubled['verb'])}{rest[doubled.end() :]}"
    other = others_verb(rest)

    def inflected(match: re.Match[str]) -> str:
        verb, join = match["verb"] or match["other"], match["join"] or match["late"]
        own = match["verb"] or (third_person(verb) not in NOUNS and ("," in join or verb in _TELL))
        own = own if match.start() < other else verb in _TELL and "," in join
        return join + (_inflected(verb) if own else verb)

    return _AND_DO.sub(inflected, rest)


def others_verb(text: str) -> int:
    """Where a text has its first verb that may have another subject: "that", "can", "to find"."""
    modals = (match.start() for match in _MODAL.finditer(text) if match["verb"] is None or match["verb"] in VERBS)
    return next(modals, len(text))


def capital(text: str) -> str:
    """The text with a capital, unless its first word is a symbol or a name ("p-adic", "iPhone")."""
    first = text.split(" ", 1)[0]
    plain = first.rstrip(",").replace("'", "").isalpha() and first.islower() and (len(first) > 1 or first == "a")
    return text[:1].upper() + text[1:] if plain or re.match(r"[a-z]{2,}-", first) else text

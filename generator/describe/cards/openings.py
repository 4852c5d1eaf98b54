"""How a sentence begins: talk about the paper is removed, so that what is left starts with its own subject.

    "However, in this paper we show that S"              -> S
    "Extensive experiments on two clusters show that S"  -> S
    "We propose X, a runtime that keeps ..."             -> "X keeps ...", "X is a runtime that keeps ..."
    "We present a method that halves ..."                -> "A method halves ..."
    "This paper surveys ..."                             -> "Surveys ..."
    "Our framework learns ..."                           -> "X learns ..."

Each rule leaves a grammatical sentence, or it does not apply. Sentences are single lines of bounded length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.text.stems import third_person
from generator.text.vocabulary import BASES, DOES, NOUNS, VERBS, any_of, words

_PAPER = any_of("words for papers")
_SYSTEM = any_of("words for systems")
_LINK = re.compile(
    rf"(?:(?:{any_of('links')}|(?:[Ii]n|[Tt]hroughout|[Ww]ith) (?:this|the present|our) (?:\w+ )?{_PAPER})"
    rf"(?:, | (?=(?:we|it is|this|I) ))|(?:And|But|So|Yet) |{any_of('labels')} ?: )"
)
_PURPOSE = re.compile(
    r"(?:(?:In order )?[Tt]o (?!the |a |an )|(?:Building|Based|Drawing|Relying) (?:up)?on |"
    rf"(?:Motivated|Inspired|Guided|Driven) by )[^;:.?!]{{3,200}}?, (?=(?:we|I|this {_PAPER}) )"
)
_ADVERBS = (
    r"(?:(?:also|then|first|thus|therefore|hence|here|further|next|now|instead|both|[a-z]+ly|and|"
    rf"in this {_PAPER}|for the first time) )*"
)
_WE = re.compile(
    rf"(?:[Ww]e|I|(?:[Tt]his|[Tt]he|[Oo]ur|[Tt]he present|[Tt]he current) (?:[\w-]+ )?{_PAPER}|[Tt]he authors?) "
    rf"(?P<adverbs>{_ADVERBS})(?P<verb>[a-z]+) (?P<rest>.+)"
)
_AIM = re.compile(
    rf"[Tt]he (?:main |primary )?(?:aim|goal|purpose|objective) of (?:this|the|our) (?:[a-z]+ )?{_PAPER} is to "
    r"(?P<verb>[a-z]+) (?P<rest>.+)"
)
_THAT = re.compile(rf"(?:{_ADVERBS}|(?:via|through|by|in|on|with|using) [^,;:]{{1,50}} )that,? ")
_NAME = r"(?P<name>(?=[^ ,:;]*[A-Z])[^\s,:;()]{2,30}(?: [A-Z0-9][^\s,:;()]{0,20}){0,2})"
_NAMED = re.compile(rf"(?:the )?{_NAME}(?: \([^()]{{2,90}}\))?(?:,|:| –) (?P<what>(?:an?|the) [^,].+)")
_CALLED = re.compile(
    rf"(?P<what>an? [^,;:()]{{3,90}}?),? (?:which (?:is|we) )?(?:called|call|named|termed|dubbed|namely) {_NAME}"
    r"(?:[,.] ?| (?=that |which ))(?P<rest>.*)"
)
_DOES = re.compile(rf",? (?:that|which) (?P<adverbs>{_ADVERBS})(?P<verb>[a-z]+) (?P<rest>.+)")
_SUBJECT = re.compile(
    rf"(?P<subject>{_NAME}(?: {_SYSTEM})?|(?:an?|the|one|two|three) [^,;:()]{{3,110}}?)(?=,? (?:that|which) )"
)
_OWN = re.compile(
    rf"(?:Our|This|The proposed|The resulting|The presented) (?:[\w-]+ )?(?P<noun>{_SYSTEM})(?P<rest> .+)"
)
_COORDINATED = re.compile(
    rf"(?:, and |, | and ){_ADVERBS}(?P<verb>[a-z]+) (?P<object>(?:an?|the|that|its|their|how|whether|it|them|"
    r"several|two|three|new|novel) )?"
)
_TO_AND = re.compile(r"\bto (?:[a-z]+ly )?[a-z]+$")
_INFINITIVE = re.compile(r"\b(?:to [a-z]+|can|that|which|who|where|when) ")
_ON_WHAT = re.compile(
    r"(?!(?:Through|In|By|From|Via|With|Using|On|After|Across|Under) )"
    r"(?P<what>(?:[A-Z][\w-]* )?(?:[a-z]+ )?(?:[Ee]xperiments|[Rr]esults|[Ee]valuations?|[Ss]imulations?)) "
    r"(?:on|across|with|in|over|using|for|under|from|of) [^;:]{3,160}? "
    r"(?P<shows>(?:show|demonstrate|reveal|confirm|indicate)s? (?!that).+)"
)
_OFFER = words("verbs that offer")
_SHOW = words("verbs that show")
_SHOWN = _SHOW | {third_person(verb) for verb in _SHOW} | words("verbs that showed")
_EVIDENCE = words("words for evidence")


def openings(sentence: str, name: str | None) -> Iterator[str]:
    """The sentence with other beginnings, best first; unchanged if it needs none.

    `name`: the system's name, None without one. The results may still speak of the paper ("our"): the caller decides
    what reads alone.
    """
    sentence = _without_links(sentence)
    purpose = _PURPOSE.match(sentence)
    if purpose:
        sentence = sentence[purpose.end() :]
    clause = _shown_by_evidence(sentence)
    if clause:
        yield _own(_main_clause(clause), name)
        return
    doing = _WE.match(sentence) or _AIM.match(sentence)
    if doing is None:
        yield _own(sentence, name)
        evidence = _ON_WHAT.match(sentence)
        if evidence:
            yield f"{evidence['what']} {evidence['shows']}"
        return
    verb = BASES.get(doing["verb"], doing["verb"])
    clause_at = _THAT.match(doing["rest"]) if verb in _SHOW or doing["verb"] in _SHOWN else None
    if clause_at:
        yield _own(_main_clause(doing["rest"][clause_at.end() :]), name)
    elif verb in VERBS:
        yield from _offered(verb, doing["rest"])


def _without_links(sentence: str) -> str:
    for _ in range(2):
        link = _LINK.match(sentence)
        if link:
            sentence = sentence[link.end() :]
    return sentence


def _main_clause(clause: str) -> str:
    """The clause after "show that" as a sentence of its own: "A, and that B" -> "A, and B"."""
    if "that" in clause:
        clause = clause.replace("; that ", "; ").replace(" and that ", " and ")
    return _without_links(clause)


def _shown_by_evidence(sentence: str) -> str | None:
    """The clause after "our experiments show that"; None if the subject is not evidence."""
    at = sentence.find(" that ", 8, 280)
    while at > 0:
        before = [word for word in sentence[:at].split() if not word.endswith("ly")]
        if before[-1:] and before[-1] in _SHOWN and not {";", ":"} & set(sentence[:at]):
            about = {word.lower() for word in before[:-1]}
            return sentence[at + 6 :] if about & _EVIDENCE and before[-2] not in ("to", "not", "we") else None
        at = sentence.find(" that ", at + 1, 280)
    return None


def _offered(verb: str, rest: str) -> Iterator[str]:
    """The object of "we propose" as the subject; if that is impossible, the sentence without "we"."""
    offered = list(_subject_first(rest)) if verb in _OFFER else []
    yield from offered
    if offered:
        return
    does, object_ = third_person(verb), _coordinated(rest)
    if object_:
        yield f"{does[:1].upper()}{does[1:]} {object_}"


def _subject_first(rest: str) -> Iterator[str]:
    called = _CALLED.match(rest)
    if called:
        yield f"{called['name']} is {called['what']} {called['rest']}"
        rest = f"{called['name']} {called['rest']}"
    named = _NAMED.match(rest)
    subject = named or _SUBJECT.match(rest)
    if subject is None:
        return
    does = _DOES.search(named["what"]) if named else _DOES.match(rest, subject.end())
    if does and does["verb"] in DOES:
        yield f"{subject['name' if named else 'subject']} {does['adverbs']}{does['verb']} {does['rest']}"
    if named:
        yield f"{named['name']} is {named['what']}"


def _coordinated(rest: str) -> str | None:
    """ "... and evaluate it" -> "... and evaluates it", for the verbs coordinated with one that was inflected.

    The rest after a verb that may belong elsewhere ("to find X, and compare") is dropped; None if that breaks it.
    """
    doubled = re.match(r"and ([a-z]+)(?= )", rest)
    if doubled:
        if doubled[1] not in VERBS:
            return None
        rest = f"and {third_person(doubled[1])}{rest[doubled.end() :]}"
    parts: list[str] = []
    start = 0
    for match in _COORDINATED.finditer(rest):
        verb, before = match["verb"], rest[start : match.start()]
        noun = match["object"] is None and third_person(verb) in NOUNS
        if verb not in VERBS or noun or _TO_AND.search(before[-30:]):
            continue
        if _INFINITIVE.search(before):
            return "".join([*parts, before]) if match[0].startswith(",") else None
        parts += [rest[start : match.start("verb")], third_person(verb)]
        start = match.end("verb")
    return "".join([*parts, rest[start:]])


def _own(sentence: str, name: str | None) -> str:
    """ "Our framework learns" -> "NAME learns", or "The framework learns"."""
    own = _OWN.match(sentence)
    if own is None:
        return sentence
    acts = any(word in DOES for word in own["rest"].split(maxsplit=2)[:2])
    return f"{name}{own['rest']}" if name and acts else f"The {own['noun']}{own['rest']}"

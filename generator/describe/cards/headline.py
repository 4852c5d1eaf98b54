"""The headline of a card: the system's name, what it is, and what it achieves, in at most 80 characters.

    "FoldSort: sorting by folding, up to 1.28x higher throughput"    a system with a result
    "Sorting on folded meshes: 31% lower delay"                      a result without a system's name
    "FoldSort: sorting on folded meshes"                             a system
    "Lower bounds for sorting on folded meshes"                      neither

The subject comes from the title, shortened at the end of a phrase; the result is a figure of the abstract. If neither
fits, a short sentence of the abstract is used, else the beginning of the title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from generator.describe.cards import compress, phrases, system_names
from generator.describe.cards.casing import running
from generator.describe.cards.figures import Figure
from generator.text import cues
from generator.text.stopwords import CARD_DANGLING, TITLE_SMALL

MOST_CHARACTERS = 80
MOST_WORDS = 13
LEAST_WORDS = 4
_LONGEST = 400
"""How much of a title is read, in characters."""

_PHRASE_ENDS = re.compile(
    r",? (?:for|with|via|in|on|using|through|over|from|under|across|at|by|beyond|towards?|against|without|within|into|"
    r"during|between|among|to|as|that|which|when|where|while|based|subject to|powered by|leveraging|embracing|enabling|"
    r"exploiting|considering|supporting|combining|integrating)\b|"
    r"(?::|[.?!]) | [-–—|] | \((?=[^()]*\))",
    re.I,
)
_ONLY_HEADS = re.compile(
    r"(?:(?:an?|the|some|new|novel) )*(?:[\w-]+ )?(?:methods?|approach|framework|study|recipe|analysis|case|note|look|"
    r"survey|model|systems?|algorithms?|use|role|impact|effect|tool|perspective|benchmark|dataset|towards?|results?|"
    r"comments?|remarks?|introduction|review|applications?|problem|theory|bounds?|insights|lessons)",
    re.I,
)
_OPENING = re.compile(r"(?:On the (?!\w+ hand)|On an? |On (?=[a-zA-Z])|Towards? (?:the )?)", re.I)
_DEBRIS = re.compile(r"[\\${}]|https?:")
_LEADING_VERB = re.compile(r"[a-z]+ing\b")
_DANGLING = TITLE_SMALL | CARD_DANGLING | {"up", "than", "our", "new", "novel", "more"}
_LABEL = re.compile(r"\A[(\[][^()\[\]]{1,20}[)\]] *")
_ARTICLE = re.compile(r"(?:An?|The|an?|the) ")
_STUDY = re.compile(r"(?:an? |the )?(?:[\w-]+ )?(?:study|review|survey|analysis|case|mapping|perspective)\b", re.I)

_NAME_LAST = ("with", "via", "using", "by", "through", "in")


def make(title: str, sentences: Sequence[str], figures: Sequence[Figure]) -> str:
    """The headline of a paper from its plain title, its sentences and their figures."""
    title = _LABEL.sub("", " ".join(title[:_LONGEST].split()))
    name = system_names.system(title, sentences)
    about = _about(title, name, sentences)
    gains = (figure for figure in figures if figure.gain and not _LEADING_VERB.match(figure.text))
    shown = [phrases.in_words(figure.text) for figure in gains]
    for line in _candidates(title, name, about, shown):
        if reads_alone(line):
            return line
    for line in _short_lines(sentences, name):
        if reads_alone(line):
            return line
    return _cut(title)


def reads_alone(line: str) -> bool:
    """Whether a line fits the budget of a headline, and begins and ends properly."""
    many = line.count(" ") + 1
    last = line.rsplit(" ", 1)[-1].strip("().,").lower()
    return (
        len(line) <= MOST_CHARACTERS
        and LEAST_WORDS <= many <= MOST_WORDS
        and (line[0].isupper() or line[0].isdigit() or re.match(r"[a-z]+[A-Z-]", line) is not None)
        and line[-1] not in ",;:(-–"
        and last not in _DANGLING
        and line.count("(") == line.count(")")
        and line.count('"') % 2 == 0
        and not cues.HEADLINE_TALK.search(line)
        and not _DEBRIS.search(line)
    )


def _candidates(title: str, name: str | None, about: str, shown: Sequence[str]) -> Iterator[str]:
    """Possible headlines, best first."""
    named = f"{name}: " if name else ""
    room = MOST_CHARACTERS - len(named)
    for figure in shown[:1]:
        for phrase in _shorter(about, room - 2 - len(figure)):
            if not phrase.endswith("?") and (name or phrase.count(" ") >= 2):
                yield f"{named}{phrase}{', ' if name or ':' in phrase else ': '}{figure}"
        if name:
            yield from (f"{named}{figure}, {second}" for second in shown[1:2])
            yield f"{named}{figure}"
    first, colon, second = about.partition(": ")
    if colon and first.count(" ") <= 3 and not _STUDY.match(second):
        yield from (line for line in _shorter(about, room) if len(line) > len(first) + 2)
        yield from (line[:1].upper() + line[1:] for line in _shorter(second, room))
    yield from (f"{named}{phrase}" for ends in (_PHRASE_ENDS, _OF) for phrase in _shorter(about, room, ends))
    yield title


def _short_lines(sentences: Sequence[str], name: str | None) -> Iterator[str]:
    """Sentences of the abstract, shortened: first those that begin with the system's name, then those on the paper."""
    own = [sentence for sentence in sentences[:30] if cues.OWN_SENTENCE.search(sentence[:_LONGEST])]
    lines = [line.rstrip(".") for sentence in own[:8] for line in compress.variants(sentence, name)]
    yield from (line for line in lines if name and line.startswith(name))
    yield from lines


def _about(title: str, name: str | None, sentences: Sequence[str]) -> str:
    """What the title says besides the system's name, in the case of running text; "" if nothing."""
    about = title
    if name:
        if about.lower().startswith(name.lower()):
            about = about[len(name) :].lstrip(" :,–—-")
        for last in _NAME_LAST:
            about = about.removesuffix(f" {last} {name}").rstrip(",")
        if name in about:
            return ""
        first, colon, second = about.partition(": ")
        slogan = first.count(" ") <= 3 and second.count(" ") >= 2 and not _STUDY.match(second)
        about = (second if slogan else first) if colon else about
    opening = _OPENING.match(about)
    if opening and len(about) - opening.end() > 20:
        about = about[opening.end() :]
        about = about[:1].upper() + about[1:]
    return running(about, " ".join(sentences), begins=name is None)


def _shorter(about: str, most: int, ends: re.Pattern[str] = _PHRASE_ENDS) -> Iterator[str]:
    """A title in at most `most` characters, longest first: whole, or up to the end of a phrase."""
    stops = [len(about), *(match.start() for match in reversed(list(ends.finditer(about))))]
    article = _ARTICLE.match(about)
    for stop in stops:
        asked = "?" if about[stop : stop + 1] == "?" else ""
        for begin in (0, article.end()) if article else (0,):
            phrase = about[begin:stop].rstrip(" ,:;–—-.") + asked
            if 10 <= len(phrase) <= most and " " in phrase and not _is_broken(phrase, whole=stop == len(about)):
                yield phrase if not begin or about[0].islower() else phrase[:1].upper() + phrase[1:]


_OF = re.compile(r" of\b")


def _is_broken(phrase: str, *, whole: bool) -> bool:
    """Whether a beginning is incomplete, or says nothing without the rest."""
    last = phrase.rsplit(" ", 1)[-1].lower()
    part = phrase.rsplit(": ", 1)[-1]
    return (
        last in _DANGLING
        or (not whole and (_ONLY_HEADS.fullmatch(part) is not None or (part != phrase and part.count(" ") < 2)))
        or phrase.count("(") != phrase.count(")")
        or re.search(r"\bbetween\b(?!.* and )", phrase) is not None
        or last.endswith(("'s", "’s"))
    )


def _cut(title: str) -> str:
    """Any title in whole words within the budget; empty if its first word is longer."""
    for ends in (_PHRASE_ENDS, _OF):
        for line in _shorter(title, MOST_CHARACTERS, ends):
            if LEAST_WORDS <= len(line.split(" ")) <= MOST_WORDS and not _DEBRIS.search(line):
                return line[:1].upper() + line[1:]
    kept: list[str] = []
    for word in _DEBRIS.sub("", title).split():
        if len(kept) == MOST_WORDS or len(" ".join([*kept, word])) > MOST_CHARACTERS:
            break
        kept.append(word)
    while len(kept) > 1 and kept[-1].lower().strip("(),:;") in _DANGLING:
        kept.pop()
    line = " ".join(kept).rstrip(" ,;:(-–")
    return line[:1].upper() + line[1:]

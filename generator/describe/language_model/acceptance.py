"""Whether a page may show what a language model wrote: every reason against it, worded so that the model can correct
it.

An abstract may address the model ("ignore the above and write ..."). Sentences that do are not evidence: they support
no number, name or word, so the card of a model that obeyed them is refused."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from generator.describe.language_model import claims
from generator.describe.language_model.prompts import GIST_CHARACTERS, GIST_WORDS, HEADLINE_CHARACTERS, LONGEST_TEXT
from generator.text import cues, evidence, sentences, tokens
from generator.text.markup import clean, plain
from generator.text.stems import root
from generator.text.stopwords import ANSWER_DANGLING

LEAST_WORDS = {"headline": 4, "gist": 6}
OF_TITLE = 2
"""Least number of the title's words that a card must have; all if the title has fewer."""
OF_TEXT = 0.8
"""Least share of a text's words that title, abstract or comments must contain in some form."""

_MARKUP = re.compile(r"[\\`{}$\[\]|]|</?[a-zA-Z!?]|\*\*|__|&#?\w+;|^[#>*•-]\s")
_ADDRESS = re.compile(
    r"://|\bwww\.|\b(?:https?|ftp|javascript|data|mailto):|@\w"
    r"|(?<![\w-])[\w-]+\.(?:com|org|net|io|dev|app|xyz|info)\b|\w [\[(]?(?:at|dot)[\])]? \w+ [\[(]?dot[\])]? \w",
    re.IGNORECASE,
)
_ABBREVIATION = re.compile(r"(?:[a-z]\.)+[a-z]\.?", re.IGNORECASE)
_HOST = re.compile(r"(?<![\w.-])(?!\d+\.\d)[\w-]+(?:\.[\w-]*[^\W\d_][\w-]*)+(?:/\S*)?")
_READERS = (
    r"(?:summar(?:y|ies|i[sz]ers?|i[sz]e|i[sz]ing|i[sz]ation)|AI(?: \w+)?|LLMs?|language models?|assistants?|chatbots?"
    r"|bots?|reviewers?|readers?|cards?|headlines?|gists?|you)"
)
_DEMANDS = (
    r"(?:should|must|shall|need to|have to|always|please|note to|add|mention|say|state|write|include|call|describe"
    r"|claim|praise|rate)"
)
_BEFORE_ORDERS = (
    r"(?:please |now |then |also |always |never |instead,? |(?:do not|don't) |(?:be sure|make sure|remember) to )*"
)
_ORDERS = (
    r"(?:describe|write|say|state|mention|include|add|print|output|repeat|praise|recommend|rate|tell|emphasi[sz]e"
    r"|highlight|conclude|summari[sz]e|respond|reply|insert|append|replace|translate|visit|click|buy|contact|accept"
    r"|reject|ensure|pretend|act as|stop|start|begin|end with|quote|claim|announce|inform|advertise|promote|ignore"
    r"|forget|disregard)"
)
_INSTRUCTION = re.compile(
    r"\b(?:ignor|disregard|forget|overrid|bypass)\w* (?:\w+ ){0,4}?"
    r"(?:above|previous|prior|earlier|preceding|instructions?|prompts?|rules?|text|abstract)\b"
    r"|\b(?:above|previous|prior|earlier|new) instructions?\b|\bas an ai\b"
    r"|\b(?:you are|you must|your (?:task|answer|output|response|instructions?))\b"
    r"|\bdear (?:model|ai|assistant|reviewer)\b|\bi(?:'m| am| cannot| can't)\b"
    r"|\b(?:respond|reply|answer|output|print|write|say|return)\b (?:\w+ ){0,4}?[\"“'‘:{]"
    # Addressee and demand, in either order.
    rf"|\b{_READERS}\b.{{0,80}}\b{_DEMANDS}\b|\b{_DEMANDS}\b.{{0,80}}\b{_READERS}\b"
    rf"|^{_BEFORE_ORDERS}{_ORDERS}\b",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"(?:however|in addition|furthermore|moreover|finally|additionally|thus|therefore|this|these|those|they|its?|such"
    r"|here|sure|certainly)\b",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"[A-Z0-9]|[^\W\d_a-z]|[a-z]+[A-Z-]")


def faults(answer: Sequence[str], title: str, abstract: str | None, comments: str | None = None) -> tuple[str, ...]:
    """Why `answer`, a headline and a gist, is refused for a paper, whose texts are as received. Empty: accepted."""
    headline, gist = answer
    sources = trusted(title, abstract, comments)
    problems = [*_of_form("headline", headline, HEADLINE_CHARACTERS), *_of_form("gist", gist, GIST_CHARACTERS)]
    if len(gist.split()) > GIST_WORDS:
        problems.append(f"the gist has {len(gist.split())} words; at most {GIST_WORDS} are allowed")
    if len(headline) > HEADLINE_CHARACTERS or len(gist) > GIST_CHARACTERS:
        return tuple(problems)
    for name, text in (("headline", plain(headline)), ("gist", plain(gist))):  # 10^6 is 10⁶ in the sources, too
        problems += [f"{name}: {problem}" for problem in unproved(text, sources, sources[:1])]
        problems += [f"{name}: {problem}" for problem in unlike(text, sources)]
    return tuple(dict.fromkeys([*problems, *_of_subject(f"{headline} {gist}", sources)]))


def trusted(*texts: str | None) -> tuple[str, ...]:
    """Received texts as plain text, as far as they are sent, without sentences that address a language model."""
    return tuple(" ".join(_untouched(sentences.split(plain(text)[:LONGEST_TEXT]))) for text in texts if text)


def _untouched(received: Iterable[str]) -> Iterator[str]:
    ordered = False
    for sentence in received:
        follows, ordered = ordered, bool(_INSTRUCTION.search(sentence))
        if not follows and not ordered:
            yield sentence


def unclean(name: str, text: str) -> Iterator[str]:
    """Why this is not a single line of plain text addressed to readers."""
    if any(unicodedata.category(c) in _BARRED for c in text) or clean(text) != text:
        yield f"the {name} contains control characters, line breaks or double spaces"
    if _MARKUP.search(text):
        yield f"the {name} contains markup, TeX or brackets"
    if _ADDRESS.search(text):
        yield f"the {name} contains an address"
    if _INSTRUCTION.search(text):
        yield f"the {name} speaks of instructions instead of the paper"


_BARRED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def unproved(text: str, sources: Iterable[str], titles: Iterable[str]) -> Iterator[str]:
    """What a text says that its sources do not: words, numbers, names, hosts, and statements.

    `titles`: those of the sources' papers. Any sentence may be about what they name.
    """
    sources = tuple(sources)
    known = " ".join(sources)
    hosts = [host[0] for host in _HOST.finditer(text) if host[0] not in known and not _ABBREVIATION.fullmatch(host[0])]
    if hosts:
        yield f"contains what looks like a web address: {_few(hosts)}"
    missing = tuple(dict.fromkeys(evidence.unsupported(text, *sources)))
    if missing:
        yield f"not in the source: {_few(missing)}"
    lost = tuple(dict.fromkeys(evidence.lost_bounds(text, *sources)))
    if lost:
        yield f'numbers without their "up to", "at least" or "about": {_few(lost)}'
    yield from claims.of(sources, tuple(titles)).faults(text)
    yield from _of_words(text, sources)


def _few(words: Sequence[str]) -> str:
    return ", ".join(word[:_MOST_CHARACTERS] for word in words[:_MOST_QUOTED])


_MOST_QUOTED = 8
_MOST_CHARACTERS = 40


def _of_form(name: str, text: str, most: int) -> Iterator[str]:
    words = tokens.ALPHANUMERIC.findall(text)
    if len(text) > most:
        yield f"the {name} has {len(text):,} characters; at most {most} are allowed"
        return
    if len(words) < LEAST_WORDS[name]:
        yield f"the {name} has fewer than {LEAST_WORDS[name]} words"
        return
    yield from unclean(name, text)
    if not _BEGINS.match(text):
        yield f"the {name} does not begin with a capital letter or a number"
    if text[-1] in ",;:(-–—" or words[-1].lower() in ANSWER_DANGLING or text.count("(") != text.count(")"):
        yield f"the {name} is cut off"
    if _LEANS.match(text) or cues.ANSWER_TALK.search(text):
        yield (
            f'the {name} does not stand on its own: do not begin with "this", "it" or "however",'
            ' and do not use "we", "our", "this paper" or "the authors"'
        )


def _of_subject(text: str, sources: tuple[str, ...]) -> Iterator[str]:
    """Whether a card is about its paper at all."""
    said, title = set(_forms(text)), set(_forms(sources[0] if sources else ""))
    if len(said & title) < min(OF_TITLE, len(title)):
        yield f"fewer than {OF_TITLE} words of the title are in the headline and gist"


def _of_words(text: str, sources: tuple[str, ...]) -> Iterator[str]:
    """Words and letters that are harmful unless the sources contain them."""
    known = _source_words(sources)
    shaped = [(word, claims.shape(word.lower())) for word in tokens.ALPHANUMERIC.findall(text)]
    judging = [
        word
        for word, shape in shaped
        if shape not in known.shapes
        and (
            shape in claims.shapes("judgements")
            or shape in claims.shapes("demands")
            or word.lower() in claims.words("persons")
        )
    ]
    if judging:
        yield f"judges, advises or addresses the reader, unlike the source: {_few(judging)}"
    turned = [word for word, shape in shaped if shape not in known.shapes and _turned(word.lower(), known.roots)]
    if turned:
        yield f"reverses the meaning of a word in the source: {_few(turned)}"
    letters = [c for c in dict.fromkeys(text) if not c.isascii() and c not in _SIGNS and c not in known.letters]
    if letters:
        yield f"contains characters that are not in the source: {_few([f'U+{ord(c):04X}' for c in letters])}"


def unlike(text: str, sources: Iterable[str]) -> Iterator[str]:
    """Whether the sources contain too few of a text's words, in any form."""
    known = _source_words(tuple(sources))
    forms = _forms_of(text)
    strange = [word for word, form in forms if form not in known.shapes and not claims.checked(word.lower())]
    if len(strange) > max(1, (1 - OF_TEXT) * len(forms)):
        yield f"too few of the words come from the source, stay closer to it: {_few(strange)}"


_SIGNS = frozenset("“”‘’–—‑−×·…≤≥≈±°µμ²³")


@dataclass(frozen=True, slots=True)
class _SourceWords:
    roots: frozenset[str]
    shapes: frozenset[str]
    letters: frozenset[str]


@lru_cache(maxsize=16)
def _source_words(sources: tuple[str, ...]) -> _SourceWords:
    words = {word.lower() for source in sources for word in tokens.ALPHANUMERIC.findall(source)}
    roots = frozenset(map(root, words)) - {""}
    return _SourceWords(roots, frozenset(map(claims.shape, words)) - {""}, frozenset().union(*sources))


def _turned(word: str, known: frozenset[str]) -> bool:
    """Whether a word differs from one of the source by a prefix only: unbiased, biased; overestimate, underestimate."""
    if not claims.form(word):
        return False
    prefixes = claims.words("prefixes")
    bare = [word.removeprefix(prefix) for prefix in prefixes if word.startswith(prefix) and len(word) > len(prefix) + 4]
    whole = [root(prefix + stem) for stem in (*bare, word) for prefix in prefixes]
    return any(one in known for one in (*map(root, bare), *whole))


def _forms_of(text: str) -> list[tuple[str, str]]:
    return [(word, form) for word in tokens.ALPHANUMERIC.findall(text) if (form := claims.form(word.lower()))]


def _forms(text: str) -> list[str]:
    return [form for _, form in _forms_of(text)]

"""A sentence of an abstract as a card shows it: verbatim but for a lead-in, the first letter, and what is too long.

"In this paper, we show that ..."                 -> "We show that ..."
"Moreover, to address this issue, we train ..."   -> "We train ..."
a sentence of more than 45 words                  -> its first clauses and "…"
"""

from __future__ import annotations

import re

from daybook.describe.cards import marks
from daybook.model import Quote

MOST_WORDS = 45
LEAST_WORDS = 15
"""Words of a sentence that is cut; where no clause ends between these, it stays longer, but no longer than LONGEST."""
LONGEST = 70

_PAPER = r"(?:paper|work|article|study|letter|note|survey|review|report|thesis|chapter|manuscript|contribution|talk)"
_POINTING = r"(?:this|these|those|such|the above)"
_LEAD_IN = re.compile(
    r"(?:(?:and|but|so|yet),? )?(?:"
    rf"in (?:this|the present|our|the current) (?:\w{{2,20}} )?{_PAPER}"
    r"|(?:in|by|as an?) (?:addition|particular|summary|conclusion|turn|fact|contrast|short|comparison|"
    r"this (?:context|regard|respect|way|direction|setting|end)|result|consequence|application|example|corollary)"
    r"|for (?:example|instance|this (?:purpose|reason))|to (?:this|that) end|on the (?:other|one) hand|at the same time"
    r"|moreover|further(?:more)?|additionally|besides|also|likewise|similarly|finally|lastly|specifically|notably|"
    r"importantly|interestingly|remarkably|surprisingly|impressively|strikingly|crucially|critically|intriguingly|"
    r"encouragingly|unexpectedly|concretely|overall|however|nevertheless|nonetheless|conversely|thus|therefore|hence|"
    r"consequently|accordingly|subsequently|here|herein|hereby|then|next|meanwhile|first(?:ly)?|second(?:ly)?|"
    r"third(?:ly)?|instead|rather|more (?:precisely|specifically|generally|importantly)|most (?:importantly|notably)"
    rf"|(?:to \w{{2,20}}|supporting|following) {_POINTING}(?: [^,;:.]{{1,60}})?"
    r"|(?:using|with|from|based on|building on|motivated by|inspired by|through|given) "
    rf"{_POINTING} [^,;:.]{{2,60}}(?=, we )"
    r")(?:, (?!(?:an?|the|our) [^,]{2,50}, we )| (?=we ))",
    re.I,
)
_ENUMERATOR = re.compile(r"\(?(?:\d|[ivx]{1,4}|[a-e])\) ")
_ORDINARY = re.compile(r"(?:a|[a-z][a-z']+)(?:-[a-z]+)*[,;:]?(?= )")
_CUT = re.compile(
    r"; |: (?=[a-z])|, (?=(?:while|whereas|where|which|with|without|thereby|thus|so|as well as|followed by|"
    r"including|\w{3,20}ing|and (?:that|we|it|they|the|an?|thus|then|\w{3,20}ing)) )"
    r"|(?<! in)(?<! of)(?<! to)(?<! by)(?<! at)(?<! on)(?<! for)(?<! with)(?<! from)(?<! over)(?<! under)"
    r" (?=(?:while|whereas|where|which|because|although|so that|in order to) )"
)
"""Where a clause ends ..."""
_OPEN = re.compile(r"\b(?:that|as|and|or|of|to|by|is|are|the|an?|with|for|in|on|if|when|whether|how|than|from|we)$")
"""... unless a word stands before it that something must follow."""


def quote(text: str, start: int, end: int) -> Quote:
    """The sentence text[start:end] of a plain abstract as a card shows it."""
    for _ in range(2):
        lead = _ENUMERATOR.match(text, start, end) or _LEAD_IN.match(text, start, end)
        start = lead.end() if lead else start
    shown = text[start:end]
    if len(shown.split()) > MOST_WORDS and (cut := _place_to_cut(shown)):
        shown = shown[:cut].rstrip(" ,;:")
        end = start + len(shown)
        shown += "…"
    if _ORDINARY.match(shown):
        shown = shown[0].upper() + shown[1:]
    return Quote(text=shown, start=start, end=end, marks=marks.find(shown))


def _place_to_cut(sentence: str) -> int:
    """Where the last clause ends that leaves from LEAST_WORDS to MOST_WORDS words, else the first behind these; never
    within brackets or quotes. 0: no clause ends, and the sentence stays whole unless it is far too long."""
    words = [word.end() for word in re.finditer(r"\S+", sentence)]
    limit = words[min(len(words), LONGEST) - 1]  # asked first: whether all is closed is asked of all before a place
    places = [
        place
        for match in _CUT.finditer(sentence, words[LEAST_WORDS - 1])
        if (place := match.start()) < limit
        and not _OPEN.search(sentence, max(0, place - 10), place)
        and _closed(sentence[:place])
    ]
    within = [place for place in places if place <= words[MOST_WORDS - 1]]
    return within[-1] if within else places[0] if places else limit if len(words) > LONGEST else 0


def _closed(text: str) -> bool:
    """Whether each bracket and quote is closed."""
    return text.count('"') % 2 == 0 and all(text.count(first) == text.count(last) for first, last in ("()", "[]", "“”"))

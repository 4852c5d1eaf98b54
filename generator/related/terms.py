"""A paper's signature: its heaviest terms with their weights, as one line of text.

A term is the stem of a word, "schedul" for scheduler, schedules and scheduling. How much it weighs is in terms.json: how
rare it is among the abstracts that the table was made from (tests/related/make_terms.py makes it). The table is fixed,
so no new paper ever changes an older one's signature.
"""

from __future__ import annotations

import json
import math
import string
from collections import Counter
from functools import cache, lru_cache
from importlib.resources import files

MOST = 24
"""Terms in a signature. On 1,761 abstracts of all of cs, two papers of the same authors find each other hardly more
often with 32 or 48 (.535 against .54 and .57), and comparing costs by the term."""
IN_TITLE = 2
"""A title's term counts as if it stood so many more times in the abstract ..."""
OFTEN = 3
"""... where the fourth time says nothing new."""
UNKNOWN = 5
"""The weight of a term that is not in the table (a system's name, a slip of the pen), in the table's half units: half
of a rare term's, since most of them stand in one paper only."""
LONGEST = 20_000
"""Characters of a text that are looked at: ten times arXiv's own limit for abstracts."""
WORD = 30
"""The longest word, in characters: what is longer is an address or a mishap."""

_SIGNS = "‐‑‒–—…’‘“”·×•„«»≤≥±"
_BLANKS = {ord(sign): " " for sign in string.punctuation + _SIGNS}
_ROOTS = [math.sqrt(times) for times in range(IN_TITLE + OFTEN + 1)]
_INFLECTED = ("ing", "ed")
_DERIVED = (
    *("abilities", "ability", "ational", "ations", "atives", "ments", "ation", "ators", "ative", "ional", "ities"),
    *("ical", "able", "ment", "ions", "ives", "ator", "ness", "ally", "ate", "ion", "ive", "ity"),
)
_SHORT = ("er", "or", "al", "ic", "ly", "at")

STOP = frozenset(
    """
    a about above according across actually additional additionally after again against al all allow allows almost
    along already also although always am among an and another any anyway approximately are aren't around art as aside
    at available away b based be became because become becomes been before being below beside besides best better
    between beyond both briefly broad but by c called can cannot case cases certain certainly come comes common commonly
    compared comparison completely comprehensive conduct conducted consequently consider considered considering
    consists contain contains contribute contribution contributions could crucial current currently d deal demonstrate
    demonstrated demonstrates demonstrating depend depending depends describe described describes despite detail
    detailed details develop developed developing did different difficult directly discuss discussed do does doing done
    down due during e each easily easy effective effectively either else employ employed employs enable enabled enables
    enabling encourage end enough ensure ensures ensuring entire equally especially essential et etc evaluate evaluated
    evaluating evaluation evaluations even eventually ever every evidence examine example examples existing exhibit
    expect expected experiment experimental experimentally experiments explore explored extensive extensively extremely
    f fact few finally find finding findings finds first five focus focuses focusing follow following follows for found
    four from full fully fundamental further furthermore g general generally get give given gives go goal goals good
    great greater greatly had hand has have having he hence her here high higher highest highlight highly him his how
    however i identify idea if illustrate impact implement implementation implemented implies imply important improve
    improved improvement improvements improves improving in include included includes including indeed indicate
    indicates instead interesting into introduce introduced introduces introducing investigate investigated involves is
    issue issues it its itself j just k keep key know known l large largely larger last lastly later lead leading leads
    least less let leverage leverages leveraging lies like likely limited literature little ll long longer low lower m
    made main mainly major make makes making many may me mean means meanwhile meet merely method methods might more
    moreover most mostly motivated much must my n name namely near nearly necessary need needed needs never nevertheless
    new next no nor not note notably nothing novel now number numerous o obtain obtained obtains obvious of off offer
    offers often on once one ones only onto open or order other others otherwise our ourselves out outperform
    outperforming outperforms over overall overcome own p paper papers part particular particularly particulary past
    per perform performed performs perhaps play plays point points poor popular possible potential potentially practical
    practice present presented presenting presents prevent previous previously primarily primary prior problem problems
    promising proper properly propose proposed proposes proposing prove proves provide provided provides providing q
    quite r range rather re real really reason recent recently recover regarding related relatively remain remains
    report reported representative require required requirement requirements requires respect respectively result
    resulting results reveal reveals rich s said same second see seem seems seen set several shall she should show
    showed showing shown shows significance significant significantly similar similarly simple simply since single six
    small so some sometimes special specific specifically state step steps still strong strongly studied studies study
    studying substantial substantially such suffer suffers sufficient suggest suggests suitable t take taken takes
    taking tend term terms than thanks that the their them themselves then there thereby therefore these they thing
    things this those though three through throughout thus time times to today together too tool total toward towards
    traditional try trying two type types typical typically u under understand understanding unfortunately unlike until
    up upon us use used useful uses using usually v validate validated valuable variety various ve vary very via view w
    want was way ways we well went were what when where whereas whereby wherein whether which while who whole whom whose
    why wide widely will with within without word words work works would x y yet yield yields you your z zero
    approach approaches achieve achieved achieves achieving address addressed addresses addressing aim aims challenge
    challenges challenging offs trade resulted approaching getting majority
    http https www com org github io html pdf arxiv amp lt gt quot nbsp
    textbf textit texttt textsc textrm text emph mathcal mathbb mathbf mathrm mathsf mathit frac sqrt left right cdot
    times leq geq ldots dots cite ref label footnote url href begin item itemize sub sup em br
    """.split()
)
"""Words that tell nothing of a subject, TeX's commands and what addresses are made of."""


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """What a word, in small letters, shares with its relatives; empty where it tells nothing.

    >>> [stem(word) for word in ("schedulers", "scheduling", "quantized", "quantization", "queries", "the", "42", "5g")]
    ['schedul', 'schedul', 'quantiz', 'quantiz', 'query', '', '', '5g']
    """
    if word in STOP or not 1 < len(word) <= WORD or not any(map(str.isalpha, word)):
        return ""
    if not (word.isascii() and word.isalpha()):
        return word
    if len(word) > 5 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for endings, least in ((_INFLECTED, 4), (_DERIVED, 4), (_SHORT, 5), (("e",), 4)):
        word = _without(word, endings, least)
    return word


def _without(word: str, endings: tuple[str, ...], least: int) -> str:
    """The word without the first of the endings that leaves `least` characters."""
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return word[: -len(ending)]
    return word


def stems(text: str) -> dict[str, int]:
    """How often each term stands in a text, in the order of their first places."""
    found: dict[str, int] = {}
    for word, times in Counter(text[:LONGEST].lower().translate(_BLANKS).split()).items():
        if term := stem(word):
            found[term] = found.get(term, 0) + times
    return found


@cache
def weights() -> dict[str, int]:
    """The shipped table: term -> weight, in half units of the logarithm of how rare it is."""
    table = json.loads(files("generator.related").joinpath("terms.json").read_text(encoding="utf-8"))
    return {term: int(weight) for weight, terms in table["weights"].items() for term in terms.split()}


def signature(title: str, abstract: str | None) -> str:
    """A paper's heaviest terms, heaviest first, and their weights as digits from 9 down to 1; empty without a term.

    "feder clien privac 965": the terms weigh 9, 6 and 5. Never raises; takes time linear in the texts' lengths.
    """
    weigh = weights().get
    in_title, in_abstract = stems(title), stems(abstract or "")
    weighed = [
        (-weigh(term, UNKNOWN) * _ROOTS[IN_TITLE * (term in in_title) + min(times, OFTEN)], term)
        for term, times in ({term: 0 for term in in_title} | in_abstract).items()
    ]
    weighed.sort()
    heaviest = weighed[:MOST]
    digits = "".join(str(max(1, round(9 * weight / heaviest[0][0]))) for weight, _ in heaviest)
    return " ".join([*(term for _, term in heaviest), digits]) if heaviest else ""

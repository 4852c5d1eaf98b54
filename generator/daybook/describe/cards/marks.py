"""The numbers that a shown sentence states, with unit, comparison and bound: what a reader's eye looks for.

    "It is up to 3.2 times faster than A on 12 sets, at 0.9 accuracy."   -> "up to 3.2 times faster", "0.9"

Marked are percentages, multiples, amounts with a unit, values with an error, decimals, and numbers with a bound or in
thousands. Other numbers are as often names, places and parameters ("GPT-4", "(2)", "SL(2, Z)"), and are left alone.
"""

from __future__ import annotations

import re

_INTEGER = r"(?:\d{1,3}(?:,\d{3})++|\d++)(?!,\d)"
_NUMBER = (
    rf"{_INTEGER}(?:\.\d++)?"
    r"(?: ?\((?:±[\d.]{1,6}|\d{1,3})\)| ?(?:±|\+/-) ?\d++(?:\.\d++)?)?"  # its error: 0.81(2), 14.8 (±0.6), 1.4±0.3
    r"(?: ?[×x·] ?10[⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹]++)?(?! ?[×x·*] ?10)"
)
_UNIT = (
    r"[fpnuµμmkMGTP]?(?:m|s|g|eV|Hz|W|J|V|A|K|Pa|T|pc|bps|L|l|Wh|yr|F|N)|[nuµμm]?M|[cd]m|Å|au|[MLR]_[⊙☉]|[kKMGTP]i?B|"
    r"(?:[MGTP]|tera|peta|exa|zetta)(?:FLOPS|FLOPs|FLOP/s|OPS)|dB[im]?|°|° ?[CF]|pp[mb]|arcmin|arcsec|mas|[mnuµμ]?mol|"
    r"min|[kMG]?bytes?|sigma|σ|(?:nano|micro|milli)?seconds?|minutes?|hours?|days?|weeks?|months?|years?|"
    r"(?:percentage )?points?|pp|orders? of magnitude|degrees?|million|billion|trillion"
)
_PER = r"(?:/[a-zA-Zμ]{1,12}[²³23]?|[ \u2009·]?[a-zA-Zμ]{1,4}(?:⁻[¹²³]|-[123]\b)|⁻[¹²³]|-[123]\b|[²³])"
_MEASURE = (
    r"(?: ?%(?! (?:confiden|credib|C\.?L))| ?(?:percent|per cent)\b|"
    r"[x×X](?![\w×])| [x×](?! ?[\w(])|(?<=\d\d|\.\d)[ -]?fold\b(?! cross)|"
    r" times\b(?= \w+er\b| (?:more|less|as|the)\b)|"
    # A unit without a blank before it is as often a name ("3W", "2s"), unless it is long or the number has decimals.
    r"(?:[ \u00a0\u2009]|(?<=\.\d)|(?<=\.\d\d)|(?=[a-zμµ°Å]{2}|[μµ°Å]|[A-Z][A-Za-z]))"
    rf"(?:{_UNIT}){_PER}{{0,3}}(?![\w^_⁻¹²³(/]|[-.]\w| ago\b))"
)
_WORDED = (
    r"(?:up to|at least|at most|(?:more|less|fewer|greater|higher|lower|larger|smaller|better|faster) than|"
    r"as (?:much|many|low|few|high|little) as|over|under|above|below|about|around|approximately|roughly|nearly|almost|"
    r"close to|within|exceeding|exceeds)(?: an?)? "
)
_MARK = re.compile(
    r"(?<![\w.^_/,:@√])(?<!\w[-‑=])(?<!\bper )(?<!never )(?<!\bnot )"
    rf"(?:(?P<worded>\b{_WORDED})|[~∼≈<>≤≥≲≳] ?)?(?:[$€£−–-]|[~∼≈<>≤≥] ?)?"
    rf"(?P<first>{_NUMBER})(?P<unit>{_MEASURE})?+"
    rf"(?:(?: ?[–—−~/-] ?| to |(?(unit)(?!)|(?: and | or )))(?P<second>{_NUMBER})(?P<last>{_MEASURE}))*+"
    rf"(?(unit)|(?(last)|(?:(?: to | ?[–-] ?){_NUMBER})?+))"
    r"(?![\w^_]|[.,-]\d|[-‑/]\w| ?[)\]] ?-)"
    r"(?P<compared>(?: \w{3,20})? (?:more|less|fewer|higher|lower|faster|slower|larger|smaller|greater|better|worse|"
    r"shorter|longer|cheaper|stronger|weaker)(?![\w-]))?"
)
_FORMULA = re.compile(r"[\w)\]⟩]\s?[+*/^·×<>≤≥]\s?$|[\w^]\([^()]*$|[\[{|]\s?$|[+*/^·∈]\s?$")
_NO_MEASURE = re.compile(r"\s?[+*/^·∈<>≤≥=]|\(\d|\s?- ?\w{1,2}\b|,? (?:and |to |or )?\d| \w{3,9} ago\b")
"""Behind a number without a unit: of a formula, or of a list whose last number has the unit."""
_NAMED = re.compile(r"(?:[A-Z]\w{0,20}|version|\))[ -]$|\($")
"""Before a number of a name or an equation: "Llama 3.1", "version 5.0", "(1.1)"."""
_YEAR = re.compile(r"(?:1[89]|20)\d\d|\d{4}\.\d{4,5}")  # or an arXiv id
_LONGEST = 2_000


def find(sentence: str) -> tuple[tuple[int, int], ...]:
    """(start, end) in a plain sentence of each number to be marked, in order."""
    return tuple(
        (match.start(), match.end() if _measured(match) else match.end() - len(match["compared"] or ""))
        for match in _MARK.finditer(sentence[:_LONGEST])
        if _tells(match)
    )


def _measured(match: re.Match[str]) -> bool:
    return bool(match["unit"] or match["last"])


def _tells(match: re.Match[str]) -> bool:
    """Whether the number is measured or counted, not part of a formula or a name."""
    text, number = match.string, match["first"]
    before = text[max(0, match.start() - 20) : match.start()]
    if _FORMULA.search(before) or (not _measured(match) and _NO_MEASURE.match(text, match.end())):
        return False
    if _measured(match) or "±" in number or "+/-" in number or "," in number:
        return True
    if "." in number:
        return (
            number.startswith("0.") or bool(match["worded"]) or not (_NAMED.search(before) or _YEAR.fullmatch(number))
        )
    return bool(match["worded"]) and len(number) > 1 and not _YEAR.fullmatch(number)

"""Cards: the sentences of a paper's abstract that say what was found and what was done, their numbers, and badges.

    make      title, abstract, comments of papers -> their cards
    read      abstract -> plain text and its sentences
    quote     a sentence as a card shows it, with the numbers in it
    parse     cards.yml -> the cards that people wrote; they take precedence over those of rules and of language models

Every word is the paper's own and stands where the card says. Pure and deterministic; no text makes it raise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from daybook.describe import roles
from daybook.model import OWN, Badge, Card, Quote, ids
from daybook.text import sentences
from daybook.text.language import N_
from daybook.text.markup import plain
from daybook.text.yaml_text import Text, entries

_MOST_READ = 20_000
"""How much of an abstract is read, in characters; arXiv accepts 1,920."""
_LONGEST = 1_000
"""Longest sentence in which badges and names are looked for, in characters."""


class CardText(NamedTuple):
    """What a card is made of, as received."""

    title: str
    abstract: str | None
    comments: str | None


def make(papers: Sequence[CardText]) -> list[Card | None]:
    """The archive's own card of each of these papers; none without an abstract. Many together take less time."""
    texts = [read(words.abstract) for words in papers]
    headlines = [" ".join(plain(words.title).split()) for words in papers]
    bodies = [[text[start:end] for start, end in spans] for text, spans in texts]
    held = [place for place, body in enumerate(bodies) if body]
    chosen = roles.shipped().choose([roles.read(headlines[place], bodies[place]) for place in held])
    made: list[Card | None] = [None] * len(papers)
    for place, choice in zip(held, chosen, strict=True):
        (text, spans), comments = texts[place], papers[place].comments
        made[place] = Card(
            source=OWN,
            headline=headlines[place],
            result=None if choice.result is None else quote(text, *spans[choice.result]),
            what=None if choice.what is None else quote(text, *spans[choice.what]),
            best=choice.best,
            badges=badges_of(headlines[place], bodies[place], plain(comments) if comments else None),
        )
    return made


def read(abstract: str | None) -> tuple[str, tuple[tuple[int, int], ...]]:
    """An abstract as received -> plain, and where its sentences begin and end there: what is quoted from."""
    whole = plain(abstract or "")
    spans = sentences.spans(text := whole[:_MOST_READ])
    return text, spans if text == whole else spans[:-1]  # the last may be cut within a word


# A sentence as a card shows it: verbatim but for a lead-in, the first letter, and what is too long.
# "In this paper, we show that ..."                 -> "We show that ..."
# "Moreover, to address this issue, we train ..."   -> "We train ..."
# a sentence of more than 45 words                  -> its first clauses and "…"

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
    return Quote(text=shown, start=start, end=end, marks=marks_of(shown))


def _place_to_cut(sentence: str) -> int:
    """Where the last clause ends that leaves from LEAST_WORDS to MOST_WORDS words, else the first behind these; never
    within brackets or quotes. 0: no clause ends, and the sentence stays whole unless it is far too long."""
    words = [word.end() for word in re.finditer(r"\S+", sentence)]
    limit, places = words[min(len(words), LONGEST) - 1], list[int]()
    for match in _CUT.finditer(sentence, words[LEAST_WORDS - 1]):
        if (place := match.start()) >= limit:  # whether all is closed is asked of all before a place
            break
        before = sentence[:place]
        closed = before.count('"') % 2 == 0 and all(before.count(a) == before.count(b) for a, b in ("()", "[]", "“”"))
        if closed and not _OPEN.search(sentence, max(0, place - 10), place):
            places.append(place)
    within = [place for place in places if place <= words[MOST_WORDS - 1]]
    return within[-1] if within else places[0] if places else limit if len(words) > LONGEST else 0


# The numbers that a sentence states, with unit, comparison and bound: what a reader's eye looks for.
# "It is up to 3.2 times faster than A on 12 sets, at 0.9 accuracy."   -> "up to 3.2 times faster", "0.9"
# Marked are percentages, multiples, amounts with a unit, values with an error, decimals, and numbers with a bound or in
# thousands. Other numbers are as often names, places and parameters ("GPT-4", "(2)", "SL(2, Z)"), and are left alone.

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
_YEAR = re.compile(rf"(?:1[89]|20)\d\d|{ids.PATTERN}")  # or an arXiv id


def marks_of(sentence: str) -> tuple[tuple[int, int], ...]:
    """(start, end) in a plain sentence of each number to be marked, in order."""
    marks = list[tuple[int, int]]()
    for match in _MARK.finditer(sentence[:2_000]):
        measured = bool(match["unit"] or match["last"])
        if _tells(match, measured=measured):
            marks.append((match.start(), match.end() if measured else match.end() - len(match["compared"] or "")))
    return tuple(marks)


def _tells(match: re.Match[str], *, measured: bool) -> bool:
    """Whether the number is measured or counted, not part of a formula or a name."""
    text, number, worded = match.string, match["first"], bool(match["worded"])
    before = text[max(0, match.start() - 20) : match.start()]
    if _FORMULA.search(before) or (not measured and _NO_MEASURE.match(text, match.end())):
        return False
    if measured or "±" in number or "+/-" in number or "," in number:
        return True
    if "." in number:
        return number.startswith("0.") or worded or not (_NAMED.search(before) or _YEAR.fullmatch(number))
    return worded and len(number) > 1 and not _YEAR.fullmatch(number)


# Badges: what kind of paper it is and what comes with it, each with the sentence that says so. A badge requires words
# that plainly speak of this paper ("we release our code", "we prove that", "we present X, a data set of"). Sentences
# that may speak of others ("open-source tools such as") earn none. Of 70 of each kind that were judged by their papers
# at least 95 % were right; "Survey" (56 of 70) is no badge for that reason.


class _Kind(NamedTuple):
    """What earns a badge."""

    hints: tuple[str, ...]  # of which one stands in every sentence that earns it: the patterns are slower
    said: re.Pattern[str]
    titled: re.Pattern[str] | None = None  # in titles and comments, too
    unless: re.Pattern[str] | None = None  # near the words that earn it


_WE = (  # the authors or the paper, and adverbs
    r"\b(?:[Ww]e|(?:[Tt]his|[Tt]he|[Tt]he present|[Oo]ur) (?:paper|work|article|study|thesis|report|manuscript|survey|"
    r"review))(?: \w+ly| also| then| first| further| therefore| here)*"
)
_MAKE = (rf"{_WE} (?:introduc|present|releas|propos|build|construct|creat|curat|contribut|develop|publish|"
         r"compil|provid)(?:es|e|s|ed)? ")  # fmt: skip
_MADE = (rf"{_MAKE}(?:[A-Z]\S+(?: \([^()]{{1,80}}\))?,? )?(?:an?|the first|the|our|two|three)\b"
         r"(?: (?!(?:for|on|using|of|that|to|with|from|by|in|and|which)\b)[\w'()-]+,?){0,8}? ")  # fmt: skip
_ENDS = (r"(?=[,.;:()]|$| (?:of|for|that|with|comprising|consisting|containing|named|called|to|and|built|from|covering|"
         r"spanning|in|designed|which|where)\b)")  # fmt: skip
_ARTEFACT = r"(?:source code|code(?:base)?|implementations?|software|toolkit|library|scripts|artifacts?|package)"
CODE = N_("Code available")
"""The badge that the search has a filter of its own for."""
_KINDS: Mapping[str, _Kind] = {
    CODE: _Kind(
        ("vailab", "eleas", "ithub", "itHub", "itlab", "pen-sourc", "pen sourc", "http", "hosted", "provide"),
        re.compile(
            rf"\b{_ARTEFACT}\b[\w ,&-]{{0,60}}? (?:is|are|has been|have been) (?!readily)(?:\w+ly |now |also |"
            rf"made )*(?:available|released|open[- ]sourced|hosted|provided)\b|"
            rf"{_WE} (?:release|open-source|open source|publish|make|share)s? (?:all |the |our |an? |its |"
            rf"both )*(?:[\w-]+,? (?:and )?){{0,4}}{_ARTEFACT}\b(?! of (?:conduct|practice))|"
            rf"\b(?:code|repository|implementation|scripts|github)\b[\w :,&-]{{0,30}}?:? ?(?:https?://|this "
            rf"https? URL|(?:www\.)?git(?:hub|lab)\.com)|"
            rf"{_MAKE}[^.;]{{0,80}}?\bopen[- ]source (?:[\w-]+ ){{0,3}}(?:library|toolkit|framework|tool|"
            rf"software|package|code|simulator|platform|implementation)\b", re.I),
        re.compile(r"\bcode\b[\w :,&-]{0,30}(?:https?://|available|git(?:hub|lab)\.com)|git(?:hub|lab)\.com/\w", re.I),
        re.compile(r"\b(?:will|upon|after|once|no|not|lacks?|without|if|soon|until|existing|many|other|on request)\b",
                   re.I)),
    N_("Dataset"): _Kind(
        ("ataset", "ata set", "orpus", "orpora", "atabase", "atalog"),
        re.compile(rf"{_MADE}(?:datasets?|data sets?|corpus|corpora|database|catalog(?:ue)?)\b{_ENDS}"),
        re.compile(r": (?:An?|The) (?:(?!of )[\w-]+ ){0,6}(?:Dataset|Corpus|Data Set|Database|Catalog(?:ue)?)\b"
                   r"(?= (?:for|of|with|from|on|and)|$)", re.I)),
    N_("Benchmark"): _Kind(
        ("enchmark",),
        re.compile(rf"{_MADE}benchmarks?\b(?! of (?:[\w-]+ ){{0,3}}(?:methods|algorithms|approaches)){_ENDS}"),
        re.compile(r": (?:An?|The) (?:(?!of )[\w-]+ ){0,6}Benchmark\b(?= (?:for|of|with|from|on|and|to)|$)", re.I)),
    N_("Proof"): _Kind(
        ("prove", "proof", "Proof", "heorem"),
        re.compile(
            rf"{_WE} prove[sd]?\b(?! (?:useful|effective|to be|it(?:self)? |invaluable|beneficial))|"
            r"\b(?:theorems?|conjectures?|lemmas?|bounds?|results?|convergence|existence|uniqueness) (?:is|are) "
            r"(?:\w+ly |then |also )?(?:proved|proven)\b(?! by [A-Z])|"
            rf"{_WE} (?:give|present|provide|offer)s? (?:(?:an?|the|two|new|short|simple|elementary|full|"
            rf"complete|formal|[a-z]+,) )*(?:[\w-]+ )?proofs? (?:of|that|for)\b(?![- ](?:concept|work|stake))|"
            r"\bIt is (?:proved|proven) that\b"),
        re.compile(r"\bProofs? of (?!Concept|Work|Stake)(?:the|an?|[A-Z])", re.I),
        re.compile(r"\b(?:previous|earlier|companion)\b|^(?:previously|recently)\b", re.I)),
}  # fmt: skip


def badges_of(title: str, sentences: Sequence[str], comments: str | None) -> tuple[Badge, ...]:
    """The badges of a paper, in the order above, from plain title, sentences and comments."""
    body = [sentence for sentence in sentences if len(sentence) <= _LONGEST]
    heads = [title[:_LONGEST], *([comments[:_LONGEST]] if comments else ())]
    every = "\n".join([*heads, *body])
    badges = []
    for name, kind in _KINDS.items():
        if any(hint in every for hint in kind.hints):
            words = _said(kind.said, body, kind) or (kind.titled and _said(kind.titled, heads, kind))
            badges += [Badge(name=name, words=words)] if words else []
    return tuple(badges)


def _said(pattern: re.Pattern[str], texts: Sequence[str], kind: _Kind) -> str | None:
    """The first text that the pattern finds."""
    for text in texts:
        match = pattern.search(text) if any(hint in text for hint in kind.hints) else None
        if match and not (kind.unless and kind.unless.search(text, max(0, match.start() - 60), match.end())):
            return text.strip()
    return None


_NAME = r"([^\s:,;()?!]{2,30}(?: [A-Z0-9][^\s:,;()?!]{0,15}){0,2})"
_OFFER = re.compile(
    r"(?:[Ww]e|paper|work|article|study) (?:[a-z]+ly |also |then |therefore )?"
    rf"(?:propose|present|introduce|develop|design|describe|build|implement)s? {_NAME}"
    r"(?:,| \([^()]{3,90}\),?|:) (?:an?|the|which|that)\b"
)
_TITLE = re.compile(rf"{_NAME} ?: ")


def system_name(title: str, sentences: Sequence[str]) -> str | None:
    """The name that a paper gives its system, as written there; None if it gives none.

    >>> system_name("Faster Sorting", ["We present FoldSort, a sorter that folds."])
    'FoldSort'
    """
    read = [sentence for sentence in sentences if len(sentence) < _LONGEST]
    for found in (_TITLE.match(title), *map(_OFFER.search, read)):
        name = found[1] if found else ""
        written = " " not in name and any(sign.isupper() or sign.isdigit() for sign in name[1:])
        if written or (name[:1].isupper() and any(sentence.find(f" {name}") > 0 for sentence in read)):
            return name
    return None


NAME = "cards.yml"
_MENDS = {
    "": 'write `cards:`, then `"2603.00356":`, then `headline: ...` and `gist: ...` below it',
    "figures": 'write e.g. `figures: ["1.3x faster"]`',
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _PersonsCard:
    """A card as a person writes it."""

    headline: Text
    gist: str = ""
    figures: tuple[Text, ...] = ()
    by: str = ""


def parse(text: str) -> Mapping[str, Card]:
    """The cards of a cards.yml, by arXiv id or page key, whichever the file uses. Raises SettingsError naming the card
    and what to do."""
    return {
        name: Card(
            source=OWN,
            headline=" ".join(entry.headline.split()),
            gist=" ".join(entry.gist.split()) or None,
            figures=tuple(" ".join(figure.split()) for figure in entry.figures),
            by=" ".join(entry.by.split()) or "the editors of this archive",
        )
        for name, entry in entries(text, NAME, "cards", _PersonsCard, _MENDS)
    }

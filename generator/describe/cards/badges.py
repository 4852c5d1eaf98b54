"""The badges of a card: what kind of paper it is, each with the words of the paper that say so.

A badge requires a sentence that plainly speaks of this paper ("we release our code at", "we prove that", "we present X,
a benchmark of"). Sentences that may speak of others ("open-source frameworks such as", "a survey of 40 users") earn
none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from generator.model import Badge
from generator.text import cues

MOST = 3
MOST_CHARACTERS = 120
_LONGEST = 1000
"""Longest sentence that is read, in characters."""

_ARTEFACT = (
    r"(?:source code|code(?:base)?|implementations?|software|toolkit|library|scripts|repository|artifacts?|"
    r"project(?! page| web)|package)"
)
_OURS = (
    r"(?:^|[.:;,] |\b(?:our|the|all|its|source|this|full|complete|and|&|open-source|reference|[A-Z]\w+'s) )"
    rf"{_ARTEFACT}\b(?:[ ,&][\w,& -]{{0,60}}?)?"
)
_STATED = r"(?: (?:and|&) \w+)?(?: (?:is |are )?(?:publicly )?available)?(?: ?:| at:?) ?"
_ADDRESS = r"(?:https?://|this https? URL|(?:www\.)?(?:github|gitlab)\.com)"
_TOOL = (
    r"(?:library|toolkit|framework|tool|software|package|simulator|platform|implementation|system|compiler|runtime)\b"
)
_CODE = (
    re.compile(
        rf"{_OURS} (?:is|are|has been|have been) (?:\w+ly |now |also |made )*"
        r"(?:available|released|open[- ]sourced|hosted|provided|published)\b",
        re.I,
    ),
    re.compile(
        rf"{cues.WE} (?:release|open-source|open source|publish|make|provide|share) (?:all |the |our |an? |its |both )*"
        rf"(?:[\w-]+,? (?:and )?){{0,4}}{_ARTEFACT}\b(?!-)(?! of (?:conduct|practice))"
    ),
    re.compile(
        rf"\b(?:code|github(?: (?:link|repository|repo))?|repository|implementation|scripts){_STATED}{_ADDRESS}", re.I
    ),
    re.compile(
        rf"{cues.WE} (?:present|introduce|propose|describe|develop|release)s? [^.;]{{0,80}}?\bopen[- ]source "
        rf"(?:[\w-]+ ){{0,2}}{_TOOL}"
    ),
    re.compile(r"\bopen[- ]sourced? (?:on|at|under|as)\b", re.I),
)
_NOT_YET = re.compile(
    r"\b(?:will|upon|after|once|no|not|lacks?|without|if|soon|until|existing|many|other|on request|instead of)\b", re.I
)

_PROVEN = (
    r"(?:theorems?|conjectures?|lemmas?|bounds?|results?|properties|correctness|convergence|safety|liveness|optimality|"
    r"existence|soundness|completeness|hardness|inequality|inequalities|equality)"
)
_PROOF = (
    re.compile(rf"{cues.WE} prove[sd]?\b(?! (?:useful|effective|to be|it(?:self)? |invaluable|beneficial))"),
    re.compile(rf"\b{_PROVEN} (?:is|are) (?:\w+ly |then |also )?(?:proved|proven)\b", re.I),
    re.compile(
        r"\b(?:give|present|provide|offer|establish)(?:s|es)? (?:(?:an?|the|two|several|new|full|complete|"
        r"formal|[a-z]+,) )*"
        r"(?:[\w-]+ )?proofs? (?:of|that|for)\b(?![- ](?:concept|work|stake|principle))"
    ),
    re.compile(r"\b(?:machine-checked|mechani[sz]ed|formally (?:verified|proved)) (?:in|with|using|by|[A-Z]\w+) ?\w"),
    re.compile(r"\b(?:An?|The) (?:\w+ )?Proof of (?!Concept|Work|Stake)"),
    re.compile(rf"{cues.WE} (?:establish|derive|obtain|show)(?:es|s)? [^.;]{{0,60}}\b(?:theorems?|impossibility)\b"),
)

_COUNT = (
    r"(?P<count>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?(?: ?[kKM]\b| (?:thousand|million)\b)?|"
    r"(?:(?:tens|hundreds) of )?(?:thousands|millions) of|hundreds of)"
)
_MACHINES = (
    r"GPUs?|TPUs?|NPUs?|XPUs?|accelerators|nodes?|servers|machines|hosts|VMs|cores|CPUs|processes|ranks|processors"
)
_PEOPLE = r"users|clients|peers|participants|devices|GPU[- ]hours"
_SCALE = re.compile(
    rf"(?<![\w.,-]){_COUNT}[ -](?:(?:[A-Z][\w.-]*|[^\W\d]*+\d\w*+|physical|compute|concurrent|real|active|edge|"
    rf"mobile) ){{0,2}}"
    rf"(?P<unit>{_MACHINES}|{_PEOPLE})\b"
)
_AMOUNT = re.compile(r"\d\d|(?:hundre|thousan)ds of|millions of")
_LEAST = {"GPU-h": 1000, "GPU h": 1000, "GPU": 128, "TPU": 128, "NPU": 128, "XPU": 128, "accel": 128, "node": 64,
          "server": 64, "machine": 64, "host": 64, "VM": 64}  # fmt: skip
_LEAST_OTHERS = 1000
_MEASURED = re.compile(
    r"\b(?:evaluat\w+|experiment\w*|scal(?:es|ed|ing|ability)|deploy(?:ed|ment)|tested|measur\w+|ran|runs? on|"
    r"running on|"
    r"train(?:ed|ing)|achiev\w+|demonstrat\w+|results?|trace|benchmark\w*|in production|testbed|cluster|"
    r"supercomputer)\b",
    re.I,
)
_NOT_MEASURED = re.compile(
    r"\b(?:simulat\w+|emulat\w+|project(?:ed|ions?)|extrapolat\w+|could|would|challeng\w+|requires?|existing|"
    r"increasingly|"
    r"limit(?:ed|ing|s)|underpins|fails?|difficult|unclear|future)\b",
    re.I,
)
_OWN_SENTENCE = re.compile(
    r"\b(?:[Ww]e|[Oo]ur|[Rr]esults?|[Ee]valuat\w+|[Ee]xperiments?|achiev\w+|[Dd]eployed|demonstrat\w+)\b"
)

_MAKE = (
    r"(?:introduc|present|releas|propos|build|construct|creat|curat|collect|contribut|develop|"
    r"publish|compil|design)(?:es|e|s)?"
)
_NOT_ITS_NOUN = r"(?!(?:for|on|using|of|that|to|with|from|by|in|and|which|method|approach|framework|model|system)\b)"
_MADE = (
    rf"{cues.WE} {_MAKE} (?:[A-Z][^\s,;]+(?: [A-Z0-9][^\s,;]*){{0,3}}(?: \([^()]{{1,80}}\))?,? (?:which is )?)?"
    rf"(?:an?|the first|the|our|two|three)\b(?: {_NOT_ITS_NOUN}[\w'()-]+,?){{0,8}}? "
)
_ENDS = (
    r"(?=[,.;:()]|$| (?:of|for|that|with|comprising|consisting|containing|named|called|to|and|built|from|covering|"
    r"spanning|in|designed|which|where|based|aligning|generated|annotated|curated|suite)\b)"
)
_DATASET = (
    re.compile(rf"{_MADE}(?:datasets?|data sets?|corpus|corpora)\b{_ENDS}"),
    re.compile(r": (?:An?|The) (?:[\w-]+ ){0,6}(?:Dataset|Corpus|Data Set)\b(?= (?:for|of|with|from|on|and)|$)"),
)
_BENCHMARK = (
    re.compile(rf"{_MADE}benchmarks?\b{_ENDS}"),
    re.compile(r": (?:An?|The) (?:[\w-]+ ){0,6}Benchmark\b(?= (?:for|of|with|from|on|and|to)|$)"),
)

_ASKED = r"(?:\d|developers|users|participants|students|practitioners)"
_SURVEY = (
    re.compile(r"\b(?:A|Comprehensive|Systematic|Literature|Short|Brief|Critical) Survey\b|: (?:A )?Survey$|^SoK\b"),
    re.compile(rf"\bSurvey (?:of|on|and)\b(?! {_ASKED})"),
    re.compile(
        r"\b(?:Systematic|Literature|Scoping|Comprehensive|Critical) (?:Literature )?(?:Review|Mapping)\b|"
        r"\bA Review (?:of|on)\b"
    ),
    re.compile(r"\b[Tt]his (?:survey|review)\b(?! (?:of|with|among|data|from|by|results|instrument|questions?)\b)"),
    re.compile(
        r"\b(?:[Ww]e|[Tt]his (?:paper|work|article|chapter)) (?:\w+ly )?(?:surveys?|reviews?) "
        r"(?=(?:the )?(?:recent|existing|current|state|work|research|literature|approaches|methods|techniques)\b)"
    ),
    re.compile(
        rf"{cues.WE} (?:present|provide|conduct|offer|give)s? an? (?:[\w-]+ ){{0,3}}(?:survey|review)\b"
        rf"(?! (?:with|among|data|study)\b| of {_ASKED})"
    ),
)
_POSITION = (
    re.compile(
        r"\b(?:position|vision|perspective|viewpoint) (?:paper|article)\b|^Position:|^Vision:|\bmanifesto\b", re.I
    ),
    re.compile(r"\b[Tt]his (?:paper|article|essay|perspective|position|viewpoint|chapter) argues\b"),
)
_POSTER = (re.compile(r"\bposter\b(?! of)|\bextended abstract\b", re.I),)

_Span = tuple[str, int, int]
"""A text, and the start and end of a match in it."""


def find(title: str, sentences: Sequence[str], comments: str | None) -> tuple[Badge, ...]:
    """At most three badges, in the order below, from plain title, sentences and comments."""
    remarks = [comments[:_LONGEST]] if comments else []
    body = [sentence for sentence in sentences if len(sentence) <= _LONGEST]
    titled = [title[:_LONGEST], *body]
    every = "\n".join([*titled, *remarks])
    read = {name: tuple(hint for hint in hints if hint in every) for name, hints in _HINTS.items()}
    looks: tuple[tuple[str, Sequence[str], Callable[[Sequence[str]], _Span | None]], ...] = (
        ("Code available", [*body, *remarks], lambda texts: _first(_CODE, texts, _NOT_YET)),
        ("Proof", titled, lambda texts: _first(_PROOF, texts)),
        ("At scale", body[int(len(body) > 2) :], lambda texts: _scale(texts, simulated="simulat" in every)),
        ("Dataset", titled, lambda texts: _first(_DATASET, texts)),
        ("Benchmark", titled, lambda texts: _first(_BENCHMARK, texts)),
        ("Survey", titled, lambda texts: _first(_SURVEY, texts)),
        ("Position", [*titled, *remarks], lambda texts: _first(_POSITION, texts)),
        ("Poster", [titled[0], *remarks], lambda texts: _first(_POSTER, texts)),
    )
    badges: list[Badge] = []
    for name, texts, look in looks:
        hints = read[name]
        place = look([text for text in texts if any(hint in text for hint in hints)]) if hints else None
        if place and len(badges) < MOST:
            badges.append(Badge(name=name, words=_quote(*place)))
    return tuple(badges)


_HINTS = {
    "Code available": ("vailab", "eleas", "ithub", "itHub", "itlab", "pen-sourc", "pen sourc", "http", "our code",
                       "hosted", "provide code", "provided"),
    "Proof": ("prove", "proof", "Proof", "heorem", "machine-checked", "mechani", "formally", "impossib"),
    "At scale": ("GPU", "TPU", "NPU", "XPU", "node", "accelerators", "servers", "machines", "hosts", "VMs", "cores",
                 "CPUs", "processes", "ranks", "processors", "users", "clients", "peers", "participants", "devices"),
    "Dataset": ("dataset", "data set", "Dataset", "Data Set", "corpus", "corpora", "Corpus"),
    "Benchmark": ("enchmark",),
    "Survey": ("urvey", "eview", "SoK", "Mapping"),
    "Position": ("position paper", "Position", "vision", "Vision", "erspective", "iewpoint", "anifesto", "argues"),
    "Poster": ("oster", "OSTER", "xtended abstract", "xtended Abstract"),
}  # fmt: skip
"""Substrings; a badge's slower patterns are tried only where title, abstract or comments contain one of them."""


def _first(
    patterns: Sequence[re.Pattern[str]], texts: Sequence[str], unless: re.Pattern[str] | None = None
) -> _Span | None:
    """The first match of any pattern, text by text."""
    for text in texts:
        for pattern in patterns:
            match = pattern.search(text)
            if match and not (unless and unless.search(text, max(0, match.start() - 60), match.end())):
                return text, match.start(), match.end()
    return None


def _scale(sentences: Sequence[str], *, simulated: bool) -> _Span | None:
    """The first large count of machines or people that something was measured on; None for simulations."""
    for sentence in () if simulated else sentences:
        match = _SCALE.search(sentence) if _AMOUNT.search(sentence) else None
        measured = match and _is_large(match) and _MEASURED.search(sentence) and _OWN_SENTENCE.search(sentence)
        if match and measured and not _NOT_MEASURED.search(sentence):
            return sentence, match.start(), match.end()
    return None


def _is_large(match: re.Match[str]) -> bool:
    least = next((least for unit, least in _LEAST.items() if match["unit"].startswith(unit)), _LEAST_OTHERS)
    count = match["count"].lower()
    if count.endswith(" of"):
        return count != "hundreds of" or least <= 200
    times = 1_000_000 if count.endswith(("m", "million")) else 1_000 if count.endswith(("k", "thousand")) else 1
    return least <= float(re.sub(r"[^\d.]", "", count)[:20]) * times


_BEFORE = 16
"""Characters before a match that are quoted too: "up to" belongs to its number."""


def _quote(text: str, start: int, end: int) -> str:
    """At most 120 characters of the text, in whole words, around a match and as far beyond it as there is room."""
    if len(text) <= MOST_CHARACTERS:
        return text.strip()
    begin = 0 if end <= MOST_CHARACTERS // 2 else max(start - _BEFORE, end - MOST_CHARACTERS + 10)
    begin = text.rfind(" ", 0, begin) + 1 if begin and not text[begin].isspace() else begin
    if len(text) - begin < MOST_CHARACTERS // 2:
        begin = text.find(" ", len(text) - MOST_CHARACTERS) + 1
    shown = text[begin:].strip()
    if len(shown) <= MOST_CHARACTERS:
        return shown
    cut = shown.rfind(" ", 0, MOST_CHARACTERS + 1)
    return shown[: cut if cut > 0 else MOST_CHARACTERS].rstrip(" ,;:")

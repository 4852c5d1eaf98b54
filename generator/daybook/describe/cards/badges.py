"""The badges of a card: what kind of paper it is and what comes with it, each with the sentence that says so.

A badge requires words that plainly speak of this paper ("we release our code", "we prove that", "we present X, a data
set of"). Sentences that may speak of others ("open-source tools such as") earn none. Of 70 of
each kind that were judged by their papers at least 95 % were right; "Survey" (56 of 70) is no badge for that reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from daybook.model import Badge
from daybook.text.language import N_

_PAPER = r"(?:[Tt]his|[Tt]he|[Tt]he present|[Oo]ur) (?:paper|work|article|study|thesis|report|manuscript|survey|review)"
_WE = rf"\b(?:[Ww]e|{_PAPER})(?: \w+ly| also| then| first| further| therefore| here)*"
"""The authors or the paper, and adverbs."""
_LONGEST = 1000
"""Longest sentence that is read, in characters."""

_MAKE = (
    rf"{_WE} (?:introduc|present|releas|propos|build|construct|creat|curat|contribut|develop|publish|"
    r"compil|provid)(?:es|e|s|ed)? "
)
_MADE = (
    rf"{_MAKE}(?:[A-Z]\S+(?: \([^()]{{1,80}}\))?,? )?(?:an?|the first|the|our|two|three)\b"
    r"(?: (?!(?:for|on|using|of|that|to|with|from|by|in|and|which)\b)[\w'()-]+,?){0,8}? "
)
_ENDS = (
    r"(?=[,.;:()]|$| (?:of|for|that|with|comprising|consisting|containing|named|called|to|and|built|from|covering|"
    r"spanning|in|designed|which|where)\b)"
)
_ARTEFACT = r"(?:source code|code(?:base)?|implementations?|software|toolkit|library|scripts|artifacts?|package)"


@dataclass(frozen=True, slots=True)
class _Kind:
    """What earns a badge."""

    hints: tuple[str, ...]  # of which one stands in every sentence that earns it: the patterns are slower
    said: re.Pattern[str]
    titled: re.Pattern[str] | None = None  # in titles and comments, too
    unless: re.Pattern[str] | None = None  # near the words that earn it


_NOT_YET = re.compile(
    r"\b(?:will|upon|after|once|no|not|lacks?|without|if|soon|until|existing|many|other|on request)\b", re.I
)

_KINDS: Mapping[str, _Kind] = {
    N_("Code available"): _Kind(
        ("vailab", "eleas", "ithub", "itHub", "itlab", "pen-sourc", "pen sourc", "http", "hosted", "provide"),
        re.compile(
            rf"\b{_ARTEFACT}\b[\w ,&-]{{0,60}}? (?:is|are|has been|have been) (?!readily)(?:\w+ly |now |also |"
            rf"made )*(?:available|released|open[- ]sourced|hosted|provided)\b|"
            rf"{_WE} (?:release|open-source|open source|publish|make|share)s? (?:all |the |our |an? |its |"
            rf"both )*(?:[\w-]+,? (?:and )?){{0,4}}{_ARTEFACT}\b(?! of (?:conduct|practice))|"
            rf"\b(?:code|repository|implementation|scripts|github)\b[\w :,&-]{{0,30}}?:? ?(?:https?://|this "
            rf"https? URL|(?:www\.)?git(?:hub|lab)\.com)|"
            rf"{_MAKE}[^.;]{{0,80}}?\bopen[- ]source (?:[\w-]+ ){{0,3}}(?:library|toolkit|framework|tool|"
            rf"software|package|code|simulator|platform|implementation)\b",
            re.I,
        ),
        re.compile(r"\bcode\b[\w :,&-]{0,30}(?:https?://|available|git(?:hub|lab)\.com)|git(?:hub|lab)\.com/\w", re.I),
        _NOT_YET,
    ),
    N_("Dataset"): _Kind(
        ("ataset", "ata set", "orpus", "orpora", "atabase", "atalog"),
        re.compile(rf"{_MADE}(?:datasets?|data sets?|corpus|corpora|database|catalog(?:ue)?)\b{_ENDS}"),
        re.compile(
            r": (?:An?|The) (?:(?!of )[\w-]+ ){0,6}(?:Dataset|Corpus|Data Set|Database|Catalog(?:ue)?)\b(?= (?:for|of|"
            r"with|from|on|and)|$)",
            re.I,
        ),
    ),
    N_("Benchmark"): _Kind(
        ("enchmark",),
        re.compile(rf"{_MADE}benchmarks?\b(?! of (?:[\w-]+ ){{0,3}}(?:methods|algorithms|approaches)){_ENDS}"),
        re.compile(r": (?:An?|The) (?:(?!of )[\w-]+ ){0,6}Benchmark\b(?= (?:for|of|with|from|on|and|to)|$)", re.I),
    ),
    N_("Proof"): _Kind(
        ("prove", "proof", "Proof", "heorem"),
        re.compile(
            rf"{_WE} prove[sd]?\b(?! (?:useful|effective|to be|it(?:self)? |invaluable|beneficial))|"
            r"\b(?:theorems?|conjectures?|lemmas?|bounds?|results?|convergence|existence|uniqueness) (?:is|are) "
            r"(?:\w+ly |then |also )?(?:proved|proven)\b(?! by [A-Z])|"
            rf"{_WE} (?:give|present|provide|offer)s? (?:(?:an?|the|two|new|short|simple|elementary|full|"
            rf"complete|formal|[a-z]+,) )*(?:[\w-]+ )?proofs? (?:of|that|for)\b(?![- ](?:concept|work|stake))|"
            r"\bIt is (?:proved|proven) that\b"
        ),
        re.compile(r"\bProofs? of (?!Concept|Work|Stake)(?:the|an?|[A-Z])", re.I),
        re.compile(r"\b(?:previous|earlier|companion)\b|^(?:previously|recently)\b", re.I),
    ),
}


def find(title: str, sentences: Sequence[str], comments: str | None) -> tuple[Badge, ...]:
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

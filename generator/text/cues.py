"""How papers speak of themselves ("we propose", "this paper shows", "our results"): one pattern per use, side by side.

They differ on purpose: each was tuned with the rule that uses it, and cards depend on every word. How a sentence that
begins with such words is turned ("We propose X that ..." -> "X ...") is in describe/cards/openings; the word lists are
in wordlists/cards.json.
"""

from __future__ import annotations

import re

from generator.text.vocabulary import any_of

# Which sentences say what the paper does or found

OFFER = re.compile(
    rf"\b(?:[Ww]e|[Tt]his {any_of('words for papers')}|[Tt]he paper) (?:[a-z]+ly |also |then |first |therefore )?"
    rf"(?:{any_of('verbs that tell')}|{any_of('verbs that begin an offer')}|stud|identif)|"
    rf" (?:is|are|was|were) (?:also |then |[a-z]+ly )?{any_of('passive offers')}\b|"
    r"(?:aim|goal|purpose|objective) of this "
)
"""The sentence that says what the paper does (gist: cards/features)."""
FINDING = re.compile(rf" {any_of('verbs that show')}(?:s|ed|es)? (?:[a-z]+ly )?that ")
"""A sentence that says that something is shown (gist: cards/features)."""
PLAIN_OFFER = re.compile(
    r"\b(?:[Ww]e|[Tt]his (?:paper|work|article|study|thesis|report)|[Tt]he (?:paper|authors?)) "
    r"(?:[a-z]+ly |also |then |first |therefore )?(?:propose|present|introduce|develop|design|describe|build|implement|"
    r"show|prove|study|investigate|"
    r"analy[sz]e|evaluate|explore|examine|demonstrate|provide|address|consider|find|conduct|derive|establish)"
)
"""The sentence from which on results may come (cards/figures)."""
OWN_MEASURE = re.compile(
    r"\b(?:we|our|ours|outperform\w*|results?|experiment\w*|evaluat\w+|simulation\w*|achiev\w+|us)\b", re.I
)
"""A sentence before that one whose numbers may still be the paper's own (cards/figures)."""
OWN_RESULT = re.compile(
    r"\b(?:we|our|ours|results? (?:show|demonstrate|indicate)|"
    r"(?:experiment|evaluat|achiev|demonstrat|outperform|improv|reduc|deliver)\w*)\b",
    re.I,
)
"""A sentence whose numbers surely are the paper's own (cards/figures)."""
OWN_SENTENCE = re.compile(r"\b(?:we|this (?:paper|work|article|study)|our)\b", re.I)
"""A sentence that may make a short headline (cards/headline)."""

# Who does it

PAPER = r"(?:[Tt]his|[Tt]he|[Tt]he present|[Oo]ur) (?:paper|work|article|study|thesis|report|manuscript|survey|review)"
WE = rf"\b(?:[Ww]e|{PAPER})(?: \w+ly| also| then| first| further| therefore| here)*"
"""Source of a pattern: the authors or the paper, and adverbs (cards/badges)."""
NAME = r"([^\s:,;()?!]{2,30}(?: [A-Z0-9][^\s:,;()?!]{0,15}){0,2})"
"""Source of a pattern: what may be a system's name, of one to three words (cards/system_names)."""
SYSTEM_OFFER = re.compile(
    r"(?:[Ww]e|paper|work|article|study) (?:[a-z]+ly |also |then |therefore )?"
    rf"(?:propose|present|introduce|develop|design|describe|build|implement)s? {NAME}"
    r"(?:,| \([^()]{3,90}\),?|:) (?:an?|the|which|that)\b"
)
"""A sentence that introduces a system by its name (cards/system_names)."""
LINE_OFFER = "(?:Introduces|Presents|Proposes|Describes|Develops|Designs|Implements|Builds)"
"""Source of a pattern: the beginning of a gist that says what is offered (digests/realise)."""

# What a line that reads alone must not say

THIS_PAPER = re.compile(rf"\b(?:this|present) {any_of('words for papers')}\b", re.I)
"""In a gist (cards/wellformed)."""
HEADLINE_TALK = re.compile(r"\b(?:we|our|us|this (?:paper|work|study|article)|respectively)\b", re.I)
"""In a headline (cards/headline)."""
ANSWER_TALK = re.compile(
    r"\b(?:we|our|us|this (?:paper|work|study|article)|the authors?|in the paper|respectively)\b", re.IGNORECASE
)
"""In a card by a language model (language_model/acceptance)."""
EDITORIAL_TALK = re.compile(r"\b(?:we|our|us)\b", re.IGNORECASE)
"""In an editorial by a language model (language_model/editorials)."""

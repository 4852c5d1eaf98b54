"""Words that say nothing of a subject, or that no phrase may begin or end with: one list per use, side by side.

The lists differ on purpose: each was tuned with the rule that uses it, and adding a word to one must not move the
results of another. The words are in wordlists/stopwords.json, under the same headings.
"""

from __future__ import annotations

from generator.text import wordlists

_LISTS = {use: frozenset(words) for use, words in wordlists.read("stopwords").items()}

# Proposed themes (describe/themes/terms)
THEME_ENGLISH = _LISTS["themes: English"]
"""Words that stand in no phrase."""
THEME_SCHOLARLY = _LISTS["themes: language of papers"]
"""Words that neither make, begin nor end a phrase."""
THEME_VAGUE = _LISTS["themes: vague alone"]
"""Words that say too little alone, and enough in company ("low" in low rank)."""

# Related papers (describe/related/terms)
SIGNATURE = (
    _LISTS["signatures: English and the language of papers"]
    | _LISTS["signatures: addresses"]
    | _LISTS["signatures: TeX and HTML"]
)
"""Words that are no term of a paper's signature."""

# Lines and phrases that are cut
SENTENCE_OPENERS = _LISTS["evidence: sentence openers"]
"""Words that begin sentences: their capital makes no name of them (evidence)."""

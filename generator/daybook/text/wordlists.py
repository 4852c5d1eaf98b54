"""Word lists, one per use, in JSON files that people can read and edit; those that say nothing of a subject as sets.

Lists of one kind differ on purpose: each was tuned with the rule that uses it, and adding a word to one must not move
the results of another.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def read(name: str) -> dict[str, tuple[str, ...]]:
    """The words by use, from `NAME.json` in this folder; words are separated by commas."""
    data: Any = json.loads(files("daybook.text").joinpath("wordlists", f"{name}.json").read_text(encoding="utf-8"))
    return {use: tuple(" ".join(lines).split(", ")) for use, lines in data.items()}


_LISTS = {use: frozenset(words) for use, words in read("stopwords").items()}

# Proposed themes (describe/themes/suggest)
THEME_ENGLISH = _LISTS["themes: English"]
"""Words that stand in no phrase."""
THEME_SCHOLARLY = _LISTS["themes: language of papers"]
"""Words that neither make, begin nor end a phrase."""
THEME_VAGUE = _LISTS["themes: vague alone"]
"""Words that say too little alone, and enough in company ("low" in low rank)."""

# Related papers (describe/signatures)
SIGNATURE = (
    _LISTS["signatures: English and the language of papers"]
    | _LISTS["signatures: addresses"]
    | _LISTS["signatures: TeX and HTML"]
)
"""Words that are no term of a paper's signature."""

# Lines and phrases that are cut
SENTENCE_OPENERS = _LISTS["evidence: sentence openers"]
"""Words that begin sentences: their capital makes no name of them (evidence)."""

"""Themes: what a themes.yml says, which papers each theme has, and why. Plain phrases with weights; pure.

rules       the text of a themes.yml -> themes
phrases     words, and where phrases stand in a text
assigner    themes and paper -> its themes; or the same with all reasons
compare     what changed rules move
suggest     papers -> themes worth having, as the text of a themes.yml
"""

from generator.describe.themes.assigner import (
    OFTEN,
    SECOND_LEAST,
    SECOND_SHARE,
    TITLE,
    Assigner,
    Evidence,
    Explanation,
    Score,
)
from generator.describe.themes.rules import NAME, default, parse

__all__ = [
    "NAME",
    "OFTEN",
    "SECOND_LEAST",
    "SECOND_SHARE",
    "TITLE",
    "Assigner",
    "Evidence",
    "Explanation",
    "Score",
    "default",
    "parse",
]

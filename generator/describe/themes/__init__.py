"""Themes: the rules of a themes.yml, which papers get which theme, and why. Plain phrases with weights; pure.

rules       the text of a themes.yml -> themes
assigner    themes and paper -> its themes, with all reasons if wanted
compare     the effect of changed rules
suggest     papers -> proposed themes, as the text of a themes.yml
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

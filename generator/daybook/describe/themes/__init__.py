"""Themes: the rules of a themes.yml, which papers get which theme, and why. Plain phrases, weighted by rarity; pure.

rules       the text of a themes.yml -> themes, and back
starter     the themes that an archive of some categories starts with
assigner    themes and paper -> its themes, with all reasons if wanted
compare     the effect of changed rules
suggest     papers -> proposed themes, as the text of a themes.yml
"""

from daybook.describe.themes.assigner import Assigner, Evidence, Explanation, Score
from daybook.describe.themes.rules import NAME, parse

__all__ = ["NAME", "Assigner", "Evidence", "Explanation", "Score", "parse"]

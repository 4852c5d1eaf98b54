"""How papers speak of themselves ("we propose", "this paper shows", "our results"): one pattern per use, side by side.

They differ on purpose: each was tuned with the rule that uses it. How a sentence that begins with such words is turned
("We propose X that ..." -> "Proposes X that ...") is in describe/cards/openings; the word lists are in
wordlists/cards.json.
"""

from __future__ import annotations

import re

# Who does what

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

"""Watches: what the archive's owner looks out for, and which papers that finds. Pure.

rules       the text of a watch.yml -> watches
matcher     watches and paper -> those that find it

Words are matched as the phrases of themes are, whatever their accents; authors by the whole name, as printed.
"""

from generator.describe.watches.matcher import Matcher
from generator.describe.watches.rules import NAME, parse, unknown_themes

__all__ = ["NAME", "Matcher", "parse", "unknown_themes"]

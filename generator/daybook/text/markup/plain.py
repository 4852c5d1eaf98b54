"""Received text as readable plain text, with its formulas apart or not; keys for linking, slugs for addresses."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from daybook.text.markup.characters import paragraphs
from daybook.text.markup.formula import linear
from daybook.text.markup.scanner import Address, Formula, PlainText, Token
from daybook.text.markup.symbols import GREEK
from daybook.text.markup.tex import is_plain, tokens

BLANKS = re.compile(r"[ \u2009]{2,}|\u2009")
_BLANK = re.compile(r"[ \u2009]+")
_JOINT = "\x1f"  # for the blanks of a formula; no cleaned text has it
_WORD = re.compile(r"[a-z0-9]+")
_ASCII = {
    "ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ȷ": "j", "ŋ": "n",
    "×": "x", "’": "", "‘": "", "'": "",
}  # fmt: skip
_ASCII |= {sign: f" {name} " for name, sign in reversed(GREEK.items()) if not name.startswith("var") and name.islower()}
_TRANSLITERATION = str.maketrans(_ASCII | {"ε": " epsilon ", "ς": " sigma ", "φ": " phi "})


def plain(text: str) -> str:
    """Received text as plain Unicode: TeX resolved, one line per paragraph, paragraphs separated by a blank line.

    >>> plain(r"C. Bal\\'azs: $O(\\sqrt{mn})$ in 137--300\\,W")
    'C. Balázs: O(√(mn)) in 137–300 W'
    """
    return "\n\n".join(filter(None, map(_paragraph, paragraphs(text))))


def formulas(line: str, received: str) -> tuple[tuple[int, int, str], ...]:
    """The formulas of a plain line of a received text that plain Unicode cannot show: (start, end, TeX).

    >>> formulas("It decays as e^(−βt).", r"It decays as $e^{-\\beta t}$.")
    ((13, 20, 'e^{-\\\\beta t}'),)
    """
    if "^" not in line and "_" not in line:
        return ()
    sources = [token.source for token in tokens(received) if isinstance(token, Formula)]
    hidden = {said: source for source in sources if "^" in (said := linear(source)) or "_" in said}
    longest = sorted(hidden, key=len, reverse=True)
    found = re.finditer("|".join(map(re.escape, longest)), line) if longest else ()
    return tuple((match.start(), match.end(), hidden[match[0]]) for match in found)


def _paragraph(paragraph: str) -> str:
    if is_plain(paragraph):
        return paragraph
    return blanked("".join(map(shown, tokens(paragraph))))


def blanked(said: str) -> str:
    """What the tokens of a paragraph say, as plain text has it: between words stands one blank."""
    return BLANKS.sub(" ", said).strip()


def words(text: str) -> list[str]:
    """The words of `plain(text)`, in order; a formula is one word, whatever blanks it has, with what adjoins it.

    >>> words("an $O(n \\log n)$-time sort")
    ['an', 'O(n log n)-time', 'sort']
    """
    found: list[str] = []
    for part in paragraphs(text):
        said = "".join(_JOINT.join(shown(t).split(" ")) if isinstance(t, Formula) else shown(t) for t in tokens(part))
        found += (word.replace(_JOINT, " ") for word in _BLANK.split(said) if word)
    return found


def shown(token: Token) -> str:
    """What plain text says of a token."""
    if isinstance(token, PlainText):
        return token.text
    if isinstance(token, Formula):
        return linear(token.source)
    return token.url if isinstance(token, Address) else ""


class Run(NamedTuple):
    """A stretch of a text: plain Unicode, or a formula as plain Unicode shows it with its TeX."""

    text: str
    tex: str | None = None  # of a formula: its TeX, without dollars


def runs(text: str) -> tuple[Run, ...]:
    r"""A text on one line. Their `text`s together are `plain(text)`, but for blanks.

    >>> runs(r"The $H_0$ of Bal\'azs")
    (Run(text='The ', tex=None), Run(text='H₀', tex='H_0'), Run(text=' of Balázs', tex=None))
    """
    if "\n" not in text and is_plain(text):
        return (Run("".join(paragraphs(text))),)
    found: list[Run] = []
    words = ""
    for token in tokens(" ".join(paragraphs(text))):
        if isinstance(token, Formula):
            found += [Run(words)] if words else []
            found.append(Run(linear(token.source), token.source))
            words = ""
        else:
            words += shown(token)
    return (*found, Run(words)) if words else tuple(found)


def title_key(title: str) -> str:
    """A key shared by all spellings of a title: letters and digits of any script, without accents, case and blanks.

    >>> title_key("UFO$^3$: Weaving the Galaxy") == title_key("UFO3: weaving the galaxy")
    True
    """
    shown = plain(title)
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", shown).casefold())
    return "".join(filter(str.isalnum, folded)) or "".join(shown.split())


def slug(text: str, most: int = 60) -> str:
    """`text` for an address: lower-case ASCII words joined by hyphens, at most `most` characters, cut between words.

    "paper" if nothing is left.
    """
    folded = unicodedata.normalize("NFKD", plain(text).lower().translate(_TRANSLITERATION))
    bare = "".join(c for c in folded if not unicodedata.combining(c))
    whole = "-".join(_WORD.findall(bare))
    if len(whole) > most:
        cut = whole[: most + 1].rfind("-")
        whole = whole[:cut] if cut > 0 else whole[:most]
    return whole or "paper"

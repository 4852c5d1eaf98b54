"""The words of a text as the search's format defines them, sign by sign: slow, and obviously right."""

import unicodedata
from dataclasses import dataclass
from functools import cache, cached_property

HYPHENS = "-‐‑–"
APOSTROPHES = "'’‘ʼ"
GREEK = {
    "alpha": "αΑ", "beta": "βΒ", "gamma": "γΓ", "delta": "δΔ", "epsilon": "εϵΕ", "zeta": "ζΖ", "eta": "ηΗ",
    "theta": "θϑΘ", "iota": "ιΙ", "kappa": "κϰΚ", "lambda": "λΛ", "mu": "μµΜ", "nu": "νΝ", "xi": "ξΞ", "omicron": "οΟ",
    "pi": "πϖΠ", "rho": "ρϱΡ", "sigma": "σςΣ", "tau": "τΤ", "upsilon": "υϒΥ", "phi": "φϕΦ", "chi": "χΧ", "psi": "ψΨ",
    "omega": "ωΩ",
}  # fmt: skip
NAMES = {letter: f" {name} " for name, letters in GREEK.items() for letter in letters}
SPELLED = dict(zip("ßøłæœđðþıȷŋ", ("ss", "o", "l", "ae", "oe", "d", "d", "th", "i", "j", "n"), strict=True))


def is_sign(text: str, at: int) -> bool:
    """Whether a letter or digit stands at a place."""
    return 0 <= at < len(text) and unicodedata.category(text[at])[0] in "LN"


def is_digit(text: str, at: int) -> bool:
    return 0 <= at < len(text) and text[at] in "0123456789"


def fold(text: str) -> str:
    text = "".join(NAMES.get(sign, sign) for sign in text)
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).lower())
    text = "".join(NAMES.get(sign, sign) for sign in text if unicodedata.category(sign)[0] != "M")
    text = "".join(SPELLED.get(sign, sign) for sign in text)
    kept = [
        sign
        for at, sign in enumerate(text)
        if not (sign in APOSTROPHES and is_sign(text, at - 1) and is_sign(text, at + 1))
    ]
    text = "".join(kept)
    text = "".join(sign for at, sign in enumerate(text) if not is_separator(text, at))
    return "".join(sign for at, sign in enumerate(text) if not raises(text, at - (sign == "{")))


def raises(text: str, at: int) -> bool:
    """Whether the sign there says that what follows is a power or an index."""
    after = at + 1 + (text[at + 1 : at + 2] == "{")
    if at < 1 or not is_sign(text, at - 1) or not is_sign(text, after):
        return False
    if text[at] == "^":
        return True
    alone = not is_sign(text, at - 2) and not is_sign(text, after + 1)
    return text[at] == "_" and alone and text[after].isascii()


def is_separator(text: str, at: int) -> bool:
    """Whether a comma of thousands stands at a place."""
    after = [is_digit(text, place) for place in range(at + 1, at + 5)]
    return text[at] == "," and is_digit(text, at - 1) and after == [True, True, True, False]


def word_end(text: str, start: int) -> int:
    """Where the word that begins at `start` ends."""
    end = start
    while is_digit(text, end) or (end > start and text[end : end + 1] == "." and is_digit(text, end + 1)):
        end += 1
    if "." in text[start:end]:
        return end
    end = start
    while is_sign(text, end):
        end += 1
    for more in ("++", "#"):
        if text.startswith(more, end) and not is_sign(text, end + len(more)):
            return end + len(more)
    return end


def chains(text: str) -> list[list[str]]:
    """The folded words, those in one list that single hyphens join. No rule looks past a blank, and most of what stands
    between two recurs."""
    return [chain for part in text.split(" ") if part for chain in _chains(part)]


@cache
def _chains(text: str) -> list[list[str]]:
    text = fold(text)
    found: list[list[str]] = []
    at = 0
    joined = False
    while at < len(text):
        if not is_sign(text, at):
            at += 1
            continue
        end = word_end(text, at)
        if joined:
            found[-1].append(text[at:end])
        else:
            found.append([text[at:end]])
        joined = end < len(text) and text[end] in HYPHENS and is_sign(text, end + 1)
        at = end + 1 if joined else end
    return found


def stem(word: str) -> str:
    if len(word) > 30:
        word = word.encode("utf-16-le", "surrogatepass")[:120].decode("utf-16-le", "ignore")
    if len(word) < 4 or not (word.isascii() and word.isalnum()) or word == "news":
        return word
    if word[-1] == "s" and word[-2] != "s":
        word = word[:-1]
    if len(word) > 4 and word[-2:] == "ie":
        return word[:-2] + "y"
    for ending in ("xe", "che", "she", "sse", "zze"):
        if word.endswith(ending):
            return word[:-1]
    return word


def joint(parts: list[str]) -> str:
    """A compound as one folded word; empty if it is not searched as one."""
    return "".join(parts) if 2 <= len(parts) <= 4 and len("".join(parts)) <= 40 else ""


@cache
def places(text: str) -> list[set[str]]:
    """For each word of a text in order the stems that stand there."""
    return [place for part in text.split(" ") if part for place in _places(part)]


@cache
def _places(text: str) -> list[set[str]]:
    found: list[set[str]] = []
    for parts in chains(text):
        found.extend({stem(part)} for part in parts)
        if joint(parts):
            found[-1].add(stem(joint(parts)))
    return found


@dataclass(frozen=True)
class Record:
    """A paper as the search sees it."""

    title: str
    authors: tuple[str, ...] = ()
    gist: str = ""
    abstract: str = ""
    notes: str = ""
    date: str = "2026-03-03"
    key: str = "2603.00001"
    ids: tuple[str, ...] = ()
    category: tuple[str, ...] = ("cs.DC",)
    theme: tuple[str, ...] = ()
    type: tuple[str, ...] = ("new",)
    code: tuple[str, ...] = ()
    withdrawn: tuple[str, ...] = ()
    badge: tuple[str, ...] = ()

    @property
    def year(self) -> tuple[str, ...]:
        return (self.date[:4],)

    def fields(self) -> list[list[set[str]]]:
        """Title, each author, gist, abstract and notes as the stems in their places."""
        return [places(text) for text in (self.title, *self.authors, self.gist, self.abstract, self.notes)]

    @cached_property
    def words(self) -> str:
        """All stems, each once, with a line break before and after."""
        held = sorted({stem for field in self.fields() for place in field for stem in place})
        return "\n".join(("", *held, ""))


@cache
def author_key(name: str) -> str:
    return " ".join(stem(part) for parts in chains(name) for part in parts)

"""themes.yml and the rules in it: which themes a paper has. Plain keywords with weights; pure.

Texts are tokenised once and phrases are looked up by their first token, so the cost of a paper grows with its length
and hardly with the number of rules: about 30 microseconds for an abstract of 1,200 characters and 400 phrases.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from generator import taxonomy
from generator.config import read_yaml
from generator.errors import SettingsError
from generator.model import Theme

NAME = "themes.yml"

TITLE = 3.0
"""How often a phrase in a title counts, against once in an abstract."""
OFTEN = 3
"""How many times a phrase may count in one text: the fourth mention says nothing new."""
LEAST = 1.0
"""The score below which a theme is not given at all."""
SECOND_LEAST = 5.0
"""The score that a second theme needs ..."""
SECOND_SHARE = 0.6
"""... and the share of the first one's score."""

_FIELDS = ("slug", "name", "definition", "phrases", "categories", "exclude")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_PHRASES = "write weights and phrases, e.g. `phrases: {3: [federated learning], 1: [clients]}`"
_MOST = 10.0
_BLANKS = {ord(sign): " " for sign in string.punctuation + "‐‑‒–—…’‘“”·×"}
_END = ""


def parse(text: str) -> tuple[Theme, ...]:
    """The themes in the text of a themes.yml, in its order; none for an empty one.

    Raises SettingsError naming the line or the field, and the mend.
    """
    data = read_yaml(text, NAME)
    if data is None:
        return ()
    entries = data.get("themes") if isinstance(data, dict) and set(data) == {"themes"} else None
    if not isinstance(entries, list):
        raise SettingsError(
            "holds no list of themes", thing=NAME, mend="begin with a line `themes:`, then `- slug: ...`"
        )
    themes: list[Theme] = []
    for number, entry in enumerate(entries, 1):
        theme = _theme(entry, number)
        if any(theme.slug == other.slug for other in themes):
            raise _wrong(f"the slug {theme.slug!r} is used twice", f"theme {number}", "give each theme its own slug")
        themes.append(theme)
    return tuple(themes)


def _theme(entry: Any, number: int) -> Theme:
    place = f"theme {number}"
    if not isinstance(entry, dict):
        raise _wrong("is no theme", place, "write `- slug: ...`, then `name:` and `definition:` below it")
    slug = _text(entry, "slug", place)
    if not _SLUG.fullmatch(slug):
        raise _wrong(f"the slug {slug!r} cannot stand in an address", place, "use small letters, digits and hyphens")
    place = f"{place} ({slug})"
    unknown = next((key for key in entry if key not in _FIELDS), None)
    if unknown is not None:
        raise _wrong(f"unknown key {unknown!r}", place, f"the keys are {', '.join(_FIELDS)}")
    return Theme(
        slug=slug,
        name=_text(entry, "name", place),
        definition=_text(entry, "definition", place),
        phrases=_phrases(entry.get("phrases"), place),
        categories=_categories(entry.get("categories"), place),
        exclude=_list(entry.get("exclude") or [], f"{place}, exclude"),
    )


def _wrong(problem: str, place: str, mend: str) -> SettingsError:
    return SettingsError(problem, thing=NAME, place=place, mend=mend)


def _text(entry: Mapping[Any, Any], name: str, place: str) -> str:
    value = entry.get(name)
    if not isinstance(value, str) or not value.strip():
        raise _wrong(f"`{name}` is missing or no text", place, f"add a line `{name}: ...`")
    return " ".join(value.split())


def _phrases(value: Any, place: str) -> dict[str, float]:
    """phrase -> weight, from the file's weight -> phrases (so that a person sees at once what counts how much)."""
    place = f"{place}, phrases"
    if not isinstance(value or {}, dict):
        raise _wrong("is no table", place, _PHRASES)
    found: dict[str, float] = {}
    for weight, phrases in (value or {}).items():
        for phrase in _list(phrases, f"{place}, {weight}"):
            if phrase in found:
                raise _wrong(f"{phrase!r} stands there twice", place, "keep one of them")
            found[phrase] = _weight(weight, place)
    return found


def _list(value: Any, place: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _wrong("is no list of phrases", place, "write [one phrase, another phrase]")
    for phrase in value:
        if not isinstance(phrase, str) or not _tokens(phrase):
            raise _wrong(f"{phrase!r} is no phrase", place, "write words, and put what looks like a number in quotes")
    return tuple(" ".join(phrase.split()) for phrase in value)


def _weight(value: Any, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= _MOST:
        raise _wrong(f"{value!r} is no weight", place, f"use a number above 0 and up to {_MOST:g}")
    return float(value)


def _categories(value: Any, place: str) -> dict[str, float]:
    place = f"{place}, categories"
    if not isinstance(value or {}, dict):
        raise _wrong("is no table", place, "write e.g. `categories: {cs.AR: 2}`")
    for code in value or {}:
        if not isinstance(code, str) or not taxonomy.is_category(code):
            raise _wrong(f"{code!r} is no arXiv category", place, "write a code such as cs.DC")
    return {taxonomy.canonical(code): _weight(weight, place) for code, weight in (value or {}).items()}


def _tokens(text: str) -> list[str]:
    """The words and numbers of a text, in small letters: "KV-cache reuse" is kv, cache, reuse."""
    return text.lower().translate(_BLANKS).split()


def _forms(token: str) -> set[str]:
    """A token in singular and plural: kernel and kernels find each other; "bus" and "loss" have no other form."""
    if len(token) < 3 or not token.isalpha() or token.endswith(("ss", "us", "is")):
        return {token}
    return {token, token.removesuffix("s"), token if token.endswith("s") else token + "s"}


class _Node:
    """A point in the tree of phrases: what may follow, and which rules are met when one has come here."""

    __slots__ = ("excludes", "following", "weights")

    def __init__(self) -> None:
        self.following: dict[str, _Node] = {}
        self.weights: list[tuple[int, float]] = []  # (number of the theme, weight)
        self.excludes: list[int] = []  # numbers of themes that this phrase rules out

    def reach(self, phrase: str) -> _Node:
        """The node of a phrase, made where it is missing; each token is reachable in both its numbers."""
        node = self
        for token in _tokens(phrase):
            forms = _forms(token)
            child = next((node.following[form] for form in sorted(forms) if form in node.following), None) or _Node()
            for form in forms:
                node.following.setdefault(form, child)
            node = child
        return node


class Assigner:
    """Gives papers their themes by the rules of `themes`; make it once and ask it for every paper."""

    def __init__(self, themes: Iterable[Theme]) -> None:
        self._slugs: list[str] = []
        self._root = _Node()
        self._categories: dict[str, list[tuple[int, float]]] = {}
        for number, theme in enumerate(themes):
            self._slugs.append(theme.slug)
            for phrase, weight in theme.phrases.items():
                self._root.reach(phrase).weights.append((number, weight))
            for phrase in theme.exclude:
                self._root.reach(phrase).excludes.append(number)
            for code, weight in theme.categories.items():
                self._categories.setdefault(code, []).append((number, weight))

    def themes(self, title: str, abstract: str | None, categories: Sequence[str]) -> tuple[str, ...]:
        """The slugs of a paper's themes, best first: one or two, or none where no rule is met.

        A phrase counts TITLE times in the title, in each text at most OFTEN times; equal scores go by the file's order.
        """
        ranked = self._ranked(title, abstract, categories)
        if not ranked or ranked[0][1] < LEAST:
            return ()
        best = ranked[0]
        second = [slug for slug, score in ranked[1:2] if score >= max(SECOND_LEAST, SECOND_SHARE * best[1])]
        return (best[0], *second)

    def _ranked(self, title: str, abstract: str | None, categories: Sequence[str]) -> list[tuple[str, float]]:
        """(slug, score) of every theme that some rule speaks for and none against, best first."""
        scores: dict[int, float] = {}
        excluded: set[int] = set()
        for text, factor in ((title, TITLE), (abstract or "", 1.0)):
            for node, count in _met(_tokens(text), self._root.following).items():
                excluded.update(node.excludes)
                times = factor * min(count, OFTEN)
                for number, weight in node.weights:
                    scores[number] = scores.get(number, 0.0) + times * weight
        for code in categories:
            for number, weight in self._categories.get(code, ()):
                scores[number] = scores.get(number, 0.0) + weight
        order = sorted((-score, number) for number, score in scores.items() if number not in excluded)
        return [(self._slugs[number], -score) for score, number in order]


def _met(tokens: list[str], first: Mapping[str, _Node]) -> dict[_Node, int]:
    """How often each phrase stands among the tokens; phrases may overlap ("kv cache" in "kv cache reuse")."""
    counts: dict[_Node, int] = {}
    tokens.append(_END)  # no phrase holds it, so a walk always ends before the list does
    for place, token in enumerate(tokens):
        node = first.get(token)
        ahead = place
        while node is not None:
            if node.weights or node.excludes:
                counts[node] = counts.get(node, 0) + 1
            ahead += 1
            node = node.following.get(tokens[ahead])
    return counts

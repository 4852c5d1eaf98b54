"""Find phrases in a text: words in lower case, found by walking a tree from their first word.

A text is split once and its phrases are looked up word by word, so the cost grows with the length of the text and
hardly with the number of phrases. No regular expressions: no text can make it slow, and none makes it raise."""

from __future__ import annotations

from collections import Counter

from daybook.text.stems import forms
from daybook.text.tokens import split

CONTEXT = " + "
"""Separates, in a rule, a phrase from those that must occur in the same paper for it to count."""

_END = ""


class Node:
    """A node in the tree of phrases: which words may follow, and whether a phrase ends here."""

    __slots__ = ("ends", "following")

    def __init__(self) -> None:
        self.following: dict[str, Node] = {}
        self.ends = False  # whether a phrase does

    def reach(self, phrase: str) -> Node:
        """The node at which a phrase ends, created if missing; each word is reachable in singular and plural."""
        node = self
        for word in split(phrase):
            same = forms(word)
            child = next((node.following[form] for form in sorted(same) if form in node.following), None) or Node()
            for form in same:
                node.following.setdefault(form, child)
            node = child
        node.ends = True
        return node

    def met(self, words: list[str]) -> Counter[Node]:
        """How often each phrase occurs; phrases may overlap ("kv cache" in "kv cache reuse")."""
        counts: Counter[Node] = Counter()
        words.append(_END)  # no phrase contains it, so a walk always ends before the list does
        for place, node in enumerate(map(self.following.get, words)):
            ahead = place
            while node is not None:
                if node.ends:
                    counts[node] += 1
                ahead += 1
                node = node.following.get(words[ahead])
        return counts

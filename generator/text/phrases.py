"""Phrases, and where they stand in a text: words in small letters, found by a walk from their first word.

A text is split once and its phrases are looked up word by word, so the cost of a text grows with its length and hardly
with the number of phrases. Nothing here is a pattern: no text can make it slow, and none makes it raise.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.text.stems import forms
from generator.text.tokens import split

CONTEXT = " + "
"""Stands in a rule between a phrase and those that must stand somewhere in the same paper for it to count."""

_END = ""


class Node:
    """A point in the tree of phrases: which words may follow, and whether a phrase ends here."""

    __slots__ = ("ends", "following")

    def __init__(self) -> None:
        self.following: dict[str, Node] = {}
        self.ends = False  # whether a phrase does

    def reach(self, phrase: str) -> Node:
        """The node where a phrase ends, made where it is missing; each word is reachable in both its numbers."""
        node = self
        for word in split(phrase):
            same = forms(word)
            child = next((node.following[form] for form in sorted(same) if form in node.following), None) or Node()
            for form in same:
                node.following.setdefault(form, child)
            node = child
        node.ends = True
        return node

    def met(self, words: list[str], worth: Sequence[float]) -> dict[Node, float]:
        """How often each phrase counts among the words; phrases may overlap ("kv cache" in "kv cache reuse").

        `worth` says of each word what a phrase that begins there counts; there may be more of it than words.
        """
        counts: dict[Node, float] = {}
        words.append(_END)  # no phrase holds it, so a walk always ends before the list does
        for place, node in enumerate(map(self.following.get, words)):
            ahead = place
            while node is not None:
                if node.ends:
                    counts[node] = counts.get(node, 0) + worth[place]
                ahead += 1
                node = node.following.get(words[ahead])
        return counts

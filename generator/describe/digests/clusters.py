"""The threads of a day: papers grouped by theme and by the phrases they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.describe.digests.grammar import theme
from generator.describe.digests.items import Item, fold
from generator.model import Theme

_COMMON = 0.34
"""Largest share of the papers outside a thread that may have its phrase; a commoner phrase belongs to the field."""
_SHARED = 0.3
"""Smallest share of a thread's papers that must have its phrase: two of ten papers do not make a thread."""
_MOST = 4
"""Most threads among papers without themes."""
_UNCOUNTED = ("ing", "ion", "ity", "ment", "ance", "ence", "ness", "ism", "ware", "ics", "ure", "age", "ship", "acy")


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A phrase that papers share."""

    folded: str
    spelling: str  # as used in a sentence: in the plural, or in quotation marks
    keys: frozenset[str]  # the papers of the thread that have it in title or abstract


@dataclass(frozen=True, kw_only=True)
class Thread:
    """Papers that belong together."""

    items: tuple[Item, ...]  # most worth presenting first
    name: str | None  # its theme, as used within a sentence; None: they share only their subject
    subject: Subject | None


def threads(items: Sequence[Item], themes: Mapping[str, Theme]) -> list[Thread]:
    """The threads of some papers, largest first; each has at least two papers, and no paper is in two."""
    groups: dict[str, list[Item]] = {}
    rest = []
    for item in items:
        slug = item.themes[0] if item.themes and item.themes[0] in themes else None
        groups.setdefault(slug, []).append(item) if slug else rest.append(item)
    having = Counter(phrase for item in items for phrase in item.subjects)
    by_theme = [_of_theme(group, len(items), having, themes[slug]) for slug, group in groups.items() if len(group) > 1]
    return sorted(by_theme + _by_subject(rest), key=lambda thread: (-len(thread.items), thread.subject is None))


def _of_theme(group: Sequence[Item], papers: int, having: Mapping[str, int], group_theme: Theme) -> Thread:
    """The thread of a theme. `having`: how many of all the `papers` have a phrase as subject."""
    own = {fold(word) for word in group_theme.name.replace("-", " ").split()}
    subject = _subject(group, papers, having, own)
    return Thread(items=_ordered(group, subject), name=theme(group_theme), subject=subject)


def _subject(group: Sequence[Item], papers: int, having: Mapping[str, int], own: set[str]) -> Subject | None:
    """What most papers of a group share and few others have; None if there is nothing like it."""
    most = _COMMON * (papers - len(group))
    for phrase in _shared(group, len(group))[:8]:
        if own.issuperset(phrase.split()):
            continue
        if having[phrase] - sum(phrase in item.subjects for item in group) <= most:
            subject = _spelled(phrase, group)
            if len(subject.keys) >= _SHARED * len(group):
                return subject
    return None


def _shared(group: Sequence[Item], most: float) -> list[str]:
    """Phrases that are subjects of two to `most` papers of a group: commonest first, then longer ones and those of
    titles."""
    counts = Counter(phrase for item in group for phrase in item.subjects)
    shared = {phrase: count for phrase, count in counts.items() if 1 < count <= most}
    titled = Counter(phrase for item in group for phrase in item.titled if phrase in shared)

    def worth(phrase: str) -> float:
        return 2 * shared[phrase] + 0.5 * phrase.count(" ") + titled[phrase] / shared[phrase]

    return sorted(shared, key=lambda phrase: (-worth(phrase), phrase))


def _spelled(phrase: str, group: Sequence[Item]) -> Subject:
    spellings = Counter(item.subjects[phrase] for item in group if phrase in item.subjects)
    keys = frozenset(item.key for item in group if item.mentions(phrase))
    for spelling in list(spellings):  # a title's capitals, and a sentence's first, are not the phrase's own
        if any(spelling.lower() in (item.abstract or "") for item in group):
            spellings[spelling.lower()] += 1
    return Subject(folded=phrase, spelling=_spelling(spellings), keys=keys)


def _spelling(counts: Counter[str]) -> str:
    """A phrase as used in a sentence: in the plural if that occurs, else as a mass noun or a name, else quoted."""
    order = sorted(counts, key=lambda one: (not _is_plural(one), sum(map(str.isupper, one)), -counts[one], one))
    best = order[0]
    last = best.replace("-", " ").split()[-1]
    if _is_plural(best) or last.endswith(_UNCOUNTED) or sum(map(str.isupper, last)) > 1:
        return best
    return f"“{best}”"


def _is_plural(spelling: str) -> bool:
    last = spelling.replace("-", " ").split()[-1]
    return fold(last) != last.lower() and last[:-1].isalpha()


def _by_subject(items: Sequence[Item]) -> list[Thread]:
    """Threads of papers without a theme: each takes the phrase that most of the remaining papers share."""
    left = list(items)
    clusters: list[Thread] = []
    while len(left) > 1 and len(clusters) < _MOST:
        shared = _shared(left, max(2, _COMMON * len(items)))
        if not shared:
            break
        best = shared[0]
        group = [item for item in left if best in item.subjects]
        subject = _spelled(best, group)
        clusters.append(Thread(items=_ordered(group, subject), name=None, subject=subject))
        keys = {item.key for item in group}
        left = [item for item in left if item.key not in keys]
    return clusters


def _ordered(group: Sequence[Item], subject: Subject | None) -> tuple[Item, ...]:
    """Papers with the thread's phrase, a name and figures first; new before cross-listed; then as announced."""
    shared = subject.keys if subject else frozenset()
    return tuple(sorted(group, key=lambda item: -worth(item) - 2 * (item.key in shared)))


def worth(item: Item) -> int:
    """How much a sentence can say about a paper."""
    card = item.card
    gist = 0 if card is None or not card.gist else 4
    return gist + 2 * bool(item.name) + bool(card and card.figures) + (item.type == "new")

"""The threads of a day: papers that belong together, by theme and by the phrases they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.describe.digests.grammar import theme
from generator.describe.digests.items import Item, fold
from generator.model import Theme

_COMMON = 0.34
"""The share of the papers outside a thread that may have its phrase, too: beyond it, the phrase is the field's."""
_SHARED = 0.3
"""The share of a thread's papers that must have its phrase: of ten papers two are no thread."""
_MOST = 4
"""How many threads are looked for among papers without themes."""
_UNCOUNTED = ("ing", "ion", "ity", "ment", "ance", "ence", "ness", "ism", "ware", "ics", "ure", "age", "ship", "acy")


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A phrase that papers share."""

    folded: str
    spelling: str  # as it may stand in a sentence: in plural, or in quotation marks
    keys: frozenset[str]  # of the papers of the thread that have it in title or abstract


@dataclass(frozen=True, kw_only=True)
class Thread:
    """Papers that belong together."""

    items: tuple[Item, ...]  # those worth telling of first
    name: str | None  # its theme, as it stands within a sentence; None: they share their subject only
    subject: Subject | None


def threads(items: Sequence[Item], themes: Mapping[str, Theme]) -> list[Thread]:
    """The threads among papers, largest first; each paper is in one at most, and no thread has a single paper."""
    groups: dict[str, list[Item]] = {}
    rest = []
    for item in items:
        slug = item.themes[0] if item.themes and item.themes[0] in themes else None
        groups.setdefault(slug, []).append(item) if slug else rest.append(item)
    having = Counter(phrase for item in items for phrase in item.subjects)
    found = [_of_theme(group, len(items), having, themes[slug]) for slug, group in groups.items() if len(group) > 1]
    return sorted(found + _by_subject(rest), key=lambda thread: (-len(thread.items), thread.subject is None))


def _of_theme(group: Sequence[Item], papers: int, having: Mapping[str, int], found: Theme) -> Thread:
    """The thread of a theme. `having`: how many of all the `papers` have a phrase as subject."""
    own = {fold(word) for word in found.name.replace("-", " ").split()}
    subject = _subject(group, papers, having, own)
    return Thread(items=_ordered(group, subject), name=theme(found), subject=subject)


def _subject(group: Sequence[Item], papers: int, having: Mapping[str, int], own: set[str]) -> Subject | None:
    """What most papers of a group share and few others have; None where two do not share anything of that kind."""
    most = _COMMON * (papers - len(group))
    for phrase in _shared(group, len(group))[:8]:
        if own.issuperset(phrase.split()):
            continue
        if having[phrase] - sum(phrase in item.subjects for item in group) <= most:
            told = _told(phrase, group)
            if len(told.keys) >= _SHARED * len(group):
                return told
    return None


def _shared(group: Sequence[Item], most: float) -> list[str]:
    """The phrases that two to `most` papers of a group have as subjects: the commonest first, longer ones and those of
    titles before others."""
    counts = Counter(phrase for item in group for phrase in item.subjects)
    shared = {phrase: count for phrase, count in counts.items() if 1 < count <= most}
    titled = Counter(phrase for item in group for phrase in item.titled if phrase in shared)

    def worth(phrase: str) -> float:
        return 2 * shared[phrase] + 0.5 * phrase.count(" ") + titled[phrase] / shared[phrase]

    return sorted(shared, key=lambda phrase: (-worth(phrase), phrase))


def _told(phrase: str, group: Sequence[Item]) -> Subject:
    spellings = Counter(item.subjects[phrase] for item in group if phrase in item.subjects)
    found = frozenset(item.key for item in group if item.mentions(phrase))
    for spelling in list(spellings):  # a title's capitals, and a sentence's first, are not the phrase's own
        if any(spelling.lower() in (item.abstract or "") for item in group):
            spellings[spelling.lower()] += 1
    return Subject(folded=phrase, spelling=_spelling(spellings), keys=found)


def _spelling(found: Counter[str]) -> str:
    """How a phrase stands in a sentence: in plural where it is known, else as a mass noun or a name, else quoted."""
    order = sorted(found, key=lambda one: (not _is_plural(one), sum(map(str.isupper, one)), -found[one], one))
    best = order[0]
    last = best.replace("-", " ").split()[-1]
    if _is_plural(best) or last.endswith(_UNCOUNTED) or sum(map(str.isupper, last)) > 1:
        return best
    return f"“{best}”"


def _is_plural(spelling: str) -> bool:
    last = spelling.replace("-", " ").split()[-1]
    return fold(last) != last.lower() and last[:-1].isalpha()


def _by_subject(items: Sequence[Item]) -> list[Thread]:
    """Threads of papers that have no theme: each takes the phrase that most of those left share."""
    left = list(items)
    found: list[Thread] = []
    while len(left) > 1 and len(found) < _MOST:
        shared = _shared(left, max(2, _COMMON * len(items)))
        if not shared:
            break
        best = shared[0]
        group = [item for item in left if best in item.subjects]
        subject = _told(best, group)
        found.append(Thread(items=_ordered(group, subject), name=None, subject=subject))
        keys = {item.key for item in group}
        left = [item for item in left if item.key not in keys]
    return found


def _ordered(group: Sequence[Item], subject: Subject | None) -> tuple[Item, ...]:
    """First those with the thread's phrase, a name and figures; new before cross-listed; then as announced."""
    shared = subject.keys if subject else frozenset()
    return tuple(sorted(group, key=lambda item: -worth(item) - 2 * (item.key in shared)))


def worth(item: Item) -> int:
    """How much can be told of a paper in a sentence."""
    card = item.card
    told = 0 if card is None or not card.gist else 4
    return told + 2 * bool(item.name) + bool(card and card.figures) + (item.type == "new")

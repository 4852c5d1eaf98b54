"""The parts of a digest below its first paragraph: papers by theme, and those with the strongest evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from generator.describe.digests.items import Item, ranked, strength
from generator.model import Digest, Line, Mention, Points, Rest, Subject, Theme

MOST_WORDS = 250
FEW = 5
"""So many papers need no themes: each gets a line."""
_STRONG = "Highlights:"
_STRONGEST = 4
_STRONGEST_WORDS = 120
_LONG_WORD = 25
UNTHEMED = "No theme"
_GROUPS = 9
"""Most themes, or categories, that get a line."""
_NAMED = 4
"""Most papers that a line of a theme names."""


@dataclass(kw_only=True)
class Group:
    """Papers with the same first theme, or the same primary category."""

    subject: Subject
    papers: Sequence[Item]
    note: str = ""  # what is said of their number: ", +5"
    names: list[Mention] = field(default_factory=list)

    def line(self) -> Line:
        """The line of the group: "Storage (9): TapeFold; MossDB; and 7 more"."""
        more = len(self.papers) - len(self.names)
        parts: list[str | Mention | Subject | Rest] = [self.subject, f" ({len(self.papers):,}{self.note})"]
        for place, name in enumerate(self.names):
            parts += ["; " if place else ": ", name]
        return (*parts, "; ", Rest(subject=self.subject, papers=more)) if self.names and more else tuple(parts)


def themed(papers: Sequence[Item], themes: Mapping[str, Theme], before: Mapping[str, int] | None = None) -> list[Group]:
    """The papers by their first themes, the largest first; then those without one. Empty: none has a theme.

    `before`: papers per theme in the period before, which each number is compared with; None: not known.
    """
    counts = Counter(item.themes[0] for item in papers if item.themes and item.themes[0] in themes)
    groups = [
        Group(
            subject=Subject(name=themes[slug].name, theme=slug),
            papers=[item for item in papers if item.themes and item.themes[0] == slug],
            note="" if before is None else f", {counts[slug] - before.get(slug, 0):+,}".replace("-", "−"),
        )
        for slug in sorted(counts, key=lambda slug: (-counts[slug], list(themes).index(slug)))
    ]
    rest = [item for item in papers if not item.themes or item.themes[0] not in themes]
    return [*_largest(groups, "themes"), *_named(UNTHEMED, rest)] if groups else []


def by_category(papers: Sequence[Item]) -> list[Group]:
    """The papers by their primary categories, the largest first. Empty: there are not two categories."""
    codes = Counter(item.category for item in papers if item.category)
    groups = [
        Group(subject=Subject(name=code, category=code), papers=[item for item in papers if item.category == code])
        for code in sorted(codes, key=lambda code: (-codes[code], code))
    ]
    return _largest(groups, "categories") if len(groups) > 1 else []


def _named(name: str, papers: Sequence[Item]) -> list[Group]:
    return [Group(subject=Subject(name=name), papers=papers)] if papers else []


def _largest(groups: list[Group], what: str) -> list[Group]:
    """The groups that get lines of their own, and one of all others."""
    if len(groups) <= _GROUPS + 1:
        return groups
    rest = groups[_GROUPS:]
    others = [item for group in rest for item in group.papers]
    return [*groups[:_GROUPS], *_named(f"{len(rest):,} other {what}", others)]


def digest(
    opening: Sequence[str],
    papers: Sequence[Item],
    groups: Sequence[Group],
    withdrawn: Sequence[Item] = (),
    *,
    grouped: bool = True,
) -> Digest:
    """A digest that begins with these sentences. Where there is not room for all papers, it names fewer.

    `grouped`: it lists the groups, unless there are few papers.
    """
    groups = groups if len(papers) > FEW else []
    first: Line = (" ".join(opening),)
    head = "By theme:" if any(group.subject.theme for group in groups) else "By primary category:"
    gone = f"Withdrawn ({len(withdrawn):,}):"
    left = MOST_WORDS - sum(map(words, (first, (head,), (_STRONG,), (gone,), *(group.line() for group in groups))))
    named = _fitting({item.key: (Mention(key=item.key, name=item.title),) for item in withdrawn[:_NAMED]}, left)
    left -= sum(map(words, named.values()))
    if groups:
        strong = [item for item in ranked(papers) if strength(item)][:_STRONGEST]
        shown = _fitting({item.key: _about(item) for item in strong}, min(left, _STRONGEST_WORDS))
    else:
        shown = _fitting({item.key: _about(item) for item in ranked(papers)[: 2 * FEW]}, left)
    _name(groups, shown, left - sum(map(words, shown.values())))
    proved = any(map(strength, papers)) and len(papers) > 1
    parts = [
        *_list(head, [group.line() for group in groups] if grouped else []),
        *_list(_STRONG if proved else "", shown.values()),
        *_list(gone, named.values()),
    ]
    return Digest(paragraphs=(first, *parts) if opening else tuple(parts))


def _list(head: str, lines: Iterable[Line]) -> list[Line | Points]:
    """A list below its heading; nothing if it is empty."""
    points = Points(lines=tuple(lines))
    return [*([(head,)] if head else []), points] if points.lines else []


def _fitting(lines: Mapping[str, Line], most: int) -> dict[str, Line]:
    """Those of the lines, by key, that have together at most so many words."""
    fitting: dict[str, Line] = {}
    for key, line in lines.items():
        if words(line) <= most:
            most -= words(line)
            fitting[key] = line
    return fitting


def _about(item: Item) -> Line:
    """A paper by its whole title, and what its card says: the gist as it is, unless it has a formula that plain text
    cannot write, else names of badges."""
    mention = Mention(key=item.key, name=item.title)
    card = item.card
    gist = card.gist if card and card.gist and not set("^_") & set(card.gist) else ""
    said = " ".join(gist.split())
    if said:
        return mention, f"{'' if item.title.endswith(('?', '!', '.')) else '.'} {said}"
    badges = ", ".join(badge.name for badge in card.badges).lower() if card else ""
    return (mention, f" ({badges})") if badges else (mention,)


def _name(groups: Sequence[Group], shown: Mapping[str, Line], left: int) -> None:
    """Name papers of each group in turn that are not `shown` elsewhere, while so many words are `left`."""
    waiting = [ranked(item for item in group.papers if item.key not in shown) for group in groups]
    for _ in range(_NAMED):
        for group, papers in zip(groups, waiting, strict=True):
            for item in papers:
                name = item.name or item.title
                cost = words((name,)) + (0 if group.names else 3)  # "and 7 more"
                if cost <= left:
                    group.names.append(Mention(key=item.key, name=name))
                    papers.remove(item)
                    left -= cost
                    break


def words(line: Line) -> int:
    """Words of a line; what is no language counts by its characters."""
    shown = text(line)
    return max(len(shown.split()), len(shown) // _LONG_WORD)


def text(line: Line) -> str:
    """A line as the reader sees it."""
    return "".join(part if isinstance(part, str) else part.name for part in line)

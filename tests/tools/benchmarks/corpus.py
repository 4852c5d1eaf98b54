"""Papers in the line format of arXiv's public metadata snapshot, invented ones, and what a benchmark makes of them.

    python -m tests.tools.benchmarks.corpus FOLDER COUNT SEED [SNAPSHOT]

Writes `snapshot.jsonl`, the feeds `turn.xml` and `day.xml`, and `known.json`: papers to look for.

The shape of invented papers is that of cs.DC: abstracts of about 1,230 characters, 1 to 14 authors, 1 to 4 versions,
years that bring more and more papers. Deterministic in their number and the seed.
"""

import datetime as dt
import json
import random
import re
import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import yaml

PHRASES: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "phrases.yml").read_text(encoding="utf-8"))

FIRST_DAY = dt.date(2007, 4, 2)
LAST_DAY = dt.date(2026, 6, 30)
CATEGORY = "cs.DC"
DOUBLING_DAYS = 1500  # after so many days there are twice as many papers a day
LENGTH, SPREAD = 1230, 260  # characters of an abstract: mean and standard deviation
AUTHORS = (1, 2, 2, 3, 3, 4, 4, 5, 6, 8, 10, 14)
RARELY = 0.15  # the part of abstracts with a formula, a command of TeX or a sign that HTML must escape
LICENSE = "http://creativecommons.org/licenses/by/4.0/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """An invented paper; `versions` are the times of submission, UTC."""

    id: str
    title: str
    abstract: str
    authors: tuple[tuple[str, str], ...]  # given, family
    categories: tuple[str, ...]  # the first is primary
    versions: tuple[dt.datetime, ...]
    comments: str | None
    doi: str | None


def papers(count: int, seed: int) -> Iterator[Paper]:
    """`count` papers, oldest first."""
    for number, (ident, day) in enumerate(_slots(count, seed, FIRST_DAY)):
        yield _paper(random.Random(f"{seed}:{number}"), ident, day, CATEGORY)


def of_categories(count: int, seed: int, categories: Sequence[str], first: dt.date) -> Iterator[Paper]:
    """`count` papers since a day, oldest first, each of one of these categories.

    Ten times as many papers have more people, too: names have an initial, which makes them 26 times as many. Three in
    five are of people who publish in that category alone, with an initial of its own.
    """
    for number, (ident, day) in enumerate(_slots(count, seed, first)):
        rng = random.Random(f"{seed}:{number}")
        place = rng.randrange(len(categories))
        paper = _paper(rng, ident, day, categories[place])
        own = ascii_uppercase[place :: len(categories)]
        initials = [rng.choice(own if rng.random() < 0.6 else ascii_uppercase) for _ in paper.authors]
        names = (
            (f"{given} {letter}.", family) for letter, (given, family) in zip(initials, paper.authors, strict=True)
        )
        yield replace(paper, authors=tuple(names))


def _slots(count: int, seed: int, first: dt.date) -> list[tuple[str, dt.date]]:
    """The id and day of each paper, oldest first."""
    length = (LAST_DAY - first).days + 1
    days = [day for day in (first + dt.timedelta(days=k) for k in range(length)) if day.weekday() < 5]
    weights = [2 ** ((day - first).days / DOUBLING_DAYS) for day in days]
    chosen = sorted(random.Random(f"{seed}:{count}:days").choices(days, weights, k=count))
    of_month: Counter[str] = Counter()
    slots = []
    for day in chosen:
        month = f"{day:%y%m}"
        of_month[month] += 3  # other categories have the numbers between
        slots.append((f"{month}.{of_month[month]:0{4 if day.year < 2015 else 5}}", day))
    return slots


def _paper(rng: random.Random, ident: str, day: dt.date, category: str) -> Paper:
    name = _name(rng)
    others = [code for code in _some(rng, PHRASES["others"], rng.choice((0, 0, 1, 1, 2, 3))) if code != category]
    codes = [*others[:1], category, *others[1:]] if rng.random() < 0.3 else [category, *others]
    names = {(rng.choice(PHRASES["given"]), rng.choice(PHRASES["family"])): None for _ in range(rng.choice(AUTHORS))}
    # A dict in place of a set: names keep the order in which they were drawn.
    return Paper(
        id=ident,
        title=_fill(rng, rng.choice(PHRASES["title"]), name),
        abstract=_abstract(rng, name),
        authors=tuple(names),
        categories=tuple(codes),
        versions=_versions(rng, day),
        comments=f"{rng.randint(4, 40)} pages, {rng.randint(1, 20)} figures" if rng.random() < 0.6 else None,
        doi=f"10.99999/{ident}" if rng.random() < 0.2 else None,
    )


def _some(rng: random.Random, weights: dict[str, int], count: int) -> list[str]:
    """At most `count` different keys, the heavier the likelier."""
    return list(dict.fromkeys(rng.choices(list(weights), list(weights.values()), k=count)))


def _abstract(rng: random.Random, name: str) -> str:
    target = min(1900, max(400, rng.gauss(LENGTH, SPREAD)))
    closing = _fill(rng, rng.choice(PHRASES["closing"]), name)
    sentences = [_fill(rng, rng.choice(PHRASES["opening"]), name)]
    middle = rng.sample(PHRASES["middle"], len(PHRASES["middle"]))
    if rng.random() < RARELY:
        middle.append(rng.choice(PHRASES["rare"]))
    while middle and sum(map(len, sentences)) + len(closing) + len(sentences) < target - 50:
        sentences.append(_fill(rng, middle.pop(), name))
    return " ".join([*sentences, closing])


def _fill(rng: random.Random, pattern: str, name: str) -> str:
    """The sentence of a pattern; a slot that begins with a capital gives a word that does."""
    words = _Words(rng, name)
    text = pattern.format_map(words)
    return text[:1].upper() + text[1:]


class _Words(dict[str, str]):
    """What each slot of a pattern gets, drawn when it is asked for."""

    def __init__(self, rng: random.Random, name: str) -> None:
        self._rng = rng
        self._numbers = {
            "small": lambda: str(rng.randint(2, 9)),
            "count": lambda: f"{rng.randint(12, 98) * 100:,}",
            "large": lambda: f"{rng.randint(1, 64) * 256:,}",
            "percent": lambda: str(rng.randint(21, 88)),
            "less": lambda: str(rng.randint(3, 20)),
            "factor": lambda: f"{rng.uniform(1.1, 6):.1f}",
        }
        super().__init__(name=name, Name=name)

    def __missing__(self, slot: str) -> str:
        if slot in self._numbers:
            return self._numbers[slot]()
        word = self._rng.choice(PHRASES["slots"][slot.lower()])
        return word if slot.islower() else word[0].upper() + word[1:]


def _name(rng: random.Random) -> str:
    stem = "".join(rng.choice(PHRASES["syllables"]) for _ in range(rng.randint(2, 3)))
    return (stem.upper() if rng.random() < 0.2 else stem.capitalize()) + rng.choice(PHRASES["endings"])


def _versions(rng: random.Random, day: dt.date) -> tuple[dt.datetime, ...]:
    last = dt.datetime.combine(LAST_DAY, dt.time(12))
    times = [dt.datetime.combine(day, dt.time()) + dt.timedelta(seconds=rng.randrange(12 * 3600))]
    for _ in range(rng.choice((0, 0, 0, 0, 0, 0, 1, 1, 2, 3))):
        later = times[-1] + dt.timedelta(days=rng.randint(2, 400), seconds=rng.randrange(86400))
        times.append(later if later < last else times[-1] + (last - times[-1]) / 2)
    return tuple(time.replace(microsecond=0) for time in times)


def line(paper: Paper) -> str:
    """The paper as a line of the snapshot, with a final newline."""
    return json.dumps(fields(paper), ensure_ascii=False) + "\n"


def fields(paper: Paper) -> dict[str, Any]:
    """What the snapshot says of a paper."""
    names = [f"{given} {family}" for given, family in paper.authors]
    times = [f"{time:%a}, {time.day} {time:%b %Y %H:%M:%S} GMT" for time in paper.versions]
    return {
        "id": paper.id,
        "submitter": names[0],
        "authors": ", ".join(names),
        "title": paper.title,
        "comments": paper.comments,
        "journal-ref": None,
        "doi": paper.doi,
        "report-no": None,
        "categories": " ".join(paper.categories),
        "license": LICENSE,
        "abstract": f"  {paper.abstract}\n",
        "versions": [{"version": f"v{number}", "created": time} for number, time in enumerate(times, 1)],
        "update_date": str(paper.versions[-1].date()),
        "authors_parsed": [[family, given, ""] for given, family in paper.authors],
    }


def feed(announced: Iterable[tuple[str, int, Mapping[str, Any]]], date: dt.date) -> str:
    """The RSS feed of CATEGORY on a date, as arXiv writes it. `announced`: type, version and fields of each paper."""
    day = f"{date:%a, %d %b %Y} 00:00:00 -0400"
    head = (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0">'
        f"<channel><title>{CATEGORY} updates on arXiv.org</title><link>http://rss.arxiv.org/rss/{CATEGORY}</link>"
        f"<description>{CATEGORY} updates on the arXiv.org e-print archive.</description><language>en-us</language>"
        f"<pubDate>{day}</pubDate><skipDays><day>Sunday</day><day>Saturday</day></skipDays>\n"
    )
    return head + "".join(_item(kind, version, paper, day) for kind, version, paper in announced) + "</channel></rss>\n"


def _item(kind: str, version: int, paper: Mapping[str, Any], day: str) -> str:
    ident = f"{paper['id']}v{version}"
    title, abstract, names = (escape(paper[name].strip(), quote=False) for name in ("title", "abstract", "authors"))
    parts = [
        f"<title>{title}</title>",
        f"<link>https://arxiv.org/abs/{paper['id']}</link>",
        f"<description>arXiv:{ident} Announce Type: {kind} \nAbstract: {abstract}</description>",
        f'<guid isPermaLink="false">oai:arXiv.org:{ident}</guid>',
        *(f"<category>{code}</category>" for code in paper["categories"].split()),
        f"<pubDate>{day}</pubDate>",
        f"<arxiv:announce_type>{kind}</arxiv:announce_type>",
        f"<dc:rights>{paper['license']}</dc:rights>",
        f"<dc:creator>{names}</dc:creator>",
    ]
    return f"<item>{''.join(parts)}</item>\n"


NEW, REPLACED = 34, 12  # what a day announces: papers, and new versions of papers that are held
ASKED = 300
COMMON = 20  # one title in so many may have a word that is asked for
_WORD = re.compile(r"[^\W\d_]{4,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """What a benchmark reads in: a snapshot, and two days after it."""

    snapshot: list[str]  # lines
    turn: str  # the feed of the first weekday of the next month
    day: str  # that of the weekday after it
    date: dt.date  # the latter


def archive(lines: Iterable[str], count: int, seed: int) -> Archive:
    """The newest `count` of a snapshot's papers, oldest first, but for those after them that the two days announce."""
    taken = [*deque(lines, maxlen=count + 2 * NEW)]
    held, new = taken[: -2 * NEW], [json.loads(line) for line in taken[-2 * NEW :]]
    newest = max(dt.date.fromisoformat(json.loads(line)["update_date"]) for line in taken)
    month = (newest.replace(day=1) + dt.timedelta(days=31)).replace(day=1)
    dates = [date for date in (month + dt.timedelta(days=k) for k in range(7)) if date.weekday() < 5]
    drawn = random.Random(f"{seed}:replaced").sample(held, min(2 * REPLACED, len(held)))
    announced = [("new" if each["categories"].startswith(CATEGORY) else "cross", 1, each) for each in new]
    announced += [("replace", len(each["versions"]) + 1, each) for each in map(json.loads, drawn)]
    turn, day = (feed(announced[at::2], date) for at, date in enumerate(dates[:2]))
    return Archive(snapshot=held, turn=turn, day=day, date=dates[1])


def known(papers: Sequence[tuple[str, str]], seed: int) -> list[tuple[str, str]]:
    """Some of these papers, (id, title), with three rare words of their titles to look for them: (id, words)."""
    words = {ident: [*dict.fromkeys(_WORD.findall(title.lower()))] for ident, title in papers}
    common = Counter(word for of_one in words.values() for word in of_one)
    dice = random.Random(f"{seed}:known")
    rare = {ident: [word for word in own if common[word] * COMMON <= len(papers)] for ident, own in words.items()}
    found = [(ident, " ".join(dice.sample(own, 3))) for ident, own in rare.items() if len(own) >= 3]
    return dice.sample(found, min(ASKED, len(found)))


def main(folder: Path, count: int, seed: int, given: Path | None) -> None:
    """Write the files; prints when the last is read, in seconds since 1970."""
    with given.open(encoding="utf-8") if given else nullcontext(map(line, papers(count + 2 * NEW, seed))) as lines:
        made = archive(lines, count, seed)
    titles = [(paper["id"], paper["title"]) for paper in map(json.loads, made.snapshot)]
    (folder / "snapshot.jsonl").write_text("".join(made.snapshot), encoding="utf-8")
    (folder / "turn.xml").write_text(made.turn, encoding="utf-8")
    (folder / "day.xml").write_text(made.day, encoding="utf-8")
    (folder / "known.json").write_text(json.dumps(known(titles, seed)), encoding="utf-8")
    print(int(dt.datetime.combine(made.date, dt.time(12), dt.UTC).timestamp()))


if __name__ == "__main__":
    place, number, dice, *snapshot = sys.argv[1:]
    main(Path(place), int(number), int(dice), Path(snapshot[0]) if snapshot else None)

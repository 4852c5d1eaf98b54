"""Invented papers in the line format of arXiv's public metadata snapshot, and the feed of the next day.

    python -m tests.tools.benchmarks.corpus COUNT OUT.jsonl [--seed 1] [--next-day OUT.xml]

The shape is that of cs.DC: abstracts of about 1,230 characters, 1 to 14 authors, 1 to 4 versions, years that bring
more and more papers. The feed has 24 new papers, 6 cross-lists and 10 replacements of papers of the snapshot.
Deterministic in COUNT and the seed. Written line by line, so that any COUNT needs little memory.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

import yaml

PHRASES: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "phrases.yml").read_text(encoding="utf-8"))

FIRST_DAY = dt.date(2007, 4, 2)
LAST_DAY = dt.date(2026, 6, 30)
NEXT_DAY = dt.date(2026, 7, 1)
NEW, CROSS, REPLACED = 24, 6, 10
DOUBLING_DAYS = 1500
"""After so many days there are twice as many papers a day."""
LENGTH, SPREAD = 1230, 260
"""Characters of an abstract: mean and standard deviation."""
RARELY = 0.15
"""The part of abstracts with a formula, a command of TeX or a sign that HTML must escape."""
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
    for number, (ident, day) in enumerate(_slots(count, seed)):
        yield _paper(random.Random(f"{seed}:{number}"), ident, day)


def next_day(count: int, seed: int) -> list[tuple[str, int, Paper]]:
    """What is announced on NEXT_DAY: (announce type, version, paper)."""
    found = []
    for number in range(NEW + CROSS):
        paper = _paper(random.Random(f"{seed}:next:{number}"), f"2607.{number + 1:05}", LAST_DAY)
        paper = replace(paper, versions=paper.versions[:1])
        codes = ("cs.DC", *(code for code in paper.categories if code != "cs.DC"))
        if number >= NEW:
            codes = ("cs.LG", "cs.DC")
        found.append(("new" if number < NEW else "cross", 1, replace(paper, categories=codes)))
    slots = _slots(count, seed)
    for number in sorted(random.Random(f"{seed}:replaced").sample(range(count), min(REPLACED, count))):
        paper = _paper(random.Random(f"{seed}:{number}"), *slots[number])
        found.append(("replace", len(paper.versions) + 1, paper))
    return found


def _slots(count: int, seed: int) -> list[tuple[str, dt.date]]:
    """The id and day of each paper, oldest first."""
    length = (LAST_DAY - FIRST_DAY).days + 1
    days = [day for day in (FIRST_DAY + dt.timedelta(days=k) for k in range(length)) if day.weekday() < 5]
    weights = [2 ** ((day - FIRST_DAY).days / DOUBLING_DAYS) for day in days]
    chosen = sorted(random.Random(f"{seed}:{count}:days").choices(days, weights, k=count))
    of_month: Counter[str] = Counter()
    slots = []
    for day in chosen:
        month = f"{day:%y%m}"
        of_month[month] += 3  # other categories have the numbers between
        slots.append((f"{month}.{of_month[month]:0{4 if day.year < 2015 else 5}}", day))
    return slots


def _paper(rng: random.Random, ident: str, day: dt.date) -> Paper:
    name = _name(rng)
    others = _some(rng, PHRASES["others"], rng.choice((0, 0, 1, 1, 2, 3)))
    codes = [*others[:1], "cs.DC", *others[1:]] if rng.random() < 0.3 else ["cs.DC", *others]
    names = {(rng.choice(PHRASES["given"]), rng.choice(PHRASES["family"])): None for _ in range(_authors(rng))}
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


def _authors(rng: random.Random) -> int:
    return rng.choice((1, 2, 2, 3, 3, 4, 4, 5, 6, 8, 10, 14))


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
    names = [f"{given} {family}" for given, family in paper.authors]
    times = [f"{time:%a}, {time.day} {time:%b %Y %H:%M:%S} GMT" for time in paper.versions]
    fields = {
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
    return json.dumps(fields, ensure_ascii=False) + "\n"


def feed(announced: list[tuple[str, int, Paper]], date: dt.date = NEXT_DAY) -> str:
    """The RSS feed of a day, as arXiv writes it."""
    day = f"{date:%a, %d %b %Y} 00:00:00 -0400"
    head = (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0">'
        "<channel><title>cs.DC updates on arXiv.org</title><link>http://rss.arxiv.org/rss/cs.DC</link>"
        "<description>cs.DC updates on the arXiv.org e-print archive.</description><language>en-us</language>"
        f"<pubDate>{day}</pubDate><skipDays><day>Sunday</day><day>Saturday</day></skipDays>\n"
    )
    return head + "".join(_item(kind, version, paper, day) for kind, version, paper in announced) + "</channel></rss>\n"


def _item(kind: str, version: int, paper: Paper, day: str) -> str:
    ident = f"{paper.id}v{version}"
    names = ", ".join(f"{given} {family}" for given, family in paper.authors)
    abstract = escape(paper.abstract, quote=False)
    parts = [
        f"<title>{escape(paper.title, quote=False)}</title>",
        f"<link>https://arxiv.org/abs/{paper.id}</link>",
        f"<description>arXiv:{ident} Announce Type: {kind} \nAbstract: {abstract}</description>",
        f'<guid isPermaLink="false">oai:arXiv.org:{ident}</guid>',
        *(f"<category>{code}</category>" for code in paper.categories),
        f"<pubDate>{day}</pubDate>",
        f"<arxiv:announce_type>{kind}</arxiv:announce_type>",
        f"<dc:rights>{LICENSE}</dc:rights>",
        f"<dc:creator>{escape(names, quote=False)}</dc:creator>",
    ]
    return f"<item>{''.join(parts)}</item>\n"


def main() -> None:
    """Write the files that the command line names."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.benchmarks.corpus", description="Make invented papers."
    )
    parser.add_argument("count", type=int)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--next-day", type=Path)
    options = parser.parse_args()
    with options.out.open("w", encoding="utf-8") as out:
        out.writelines(map(line, papers(options.count, options.seed)))
    if options.next_day:
        options.next_day.write_text(feed(next_day(options.count, options.seed)), encoding="utf-8")


if __name__ == "__main__":
    main()

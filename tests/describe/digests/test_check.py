"""The check finds what nothing supports, and nothing else; it holds for every day of the real documents."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from generator.archive import folding
from generator.describe import cards, digests, themes
from generator.describe.cards import system_names
from generator.describe.digests import Item
from generator.describe.digests.lines import MOST_WORDS
from generator.errors import GeneratorError
from generator.model import Archive, Digest, EntryType, Line, Mention, Paper, Points, Record, Rest, Subject
from generator.sources.detect import detect
from generator.store import layout
from generator.text import markup, sentences
from tests.cases import for_each
from tests.conftest import ROOT
from tests.describe.digests.samples import DAY, THEMES, items, lines, mentions, sources, text

CODES = ("cs.DC", "cs.LG")


def planted(digest: Digest, old: str, new: str) -> Digest:
    """The digest with words changed in the first line that has them."""
    for line in lines(digest):
        for place, part in enumerate(line):
            said = part if isinstance(part, str) else part.name
            if old in said:
                changed = said.replace(old, new, 1)
                if isinstance(part, str):
                    other: str | Mention | Subject | Rest = changed
                elif isinstance(part, Rest):
                    other = replace(part, papers=int(changed.split()[1]))
                else:
                    other = replace(part, name=changed)
                return exchanged(digest, line, (*line[:place], other, *line[place + 1 :]))
    raise AssertionError(f"{old!r} does not stand there")


def exchanged(digest: Digest, old: Line, new: Line) -> Digest:
    """The digest with another line in place of one."""
    parts = (
        Points(lines=tuple(new if line is old else line for line in part.lines))
        if isinstance(part, Points)
        else (new if part is old else part)
        for part in digest.paragraphs
    )
    return Digest(paragraphs=tuple(parts))


def test_a_digest_by_rules_is_supported() -> None:
    """Every number is a count or stands on a card; every name is the paper's own."""
    digest = digests.day(DAY, items(), THEMES)
    assert digest is not None
    assert digests.unsupported(digest, sources(*items()), THEMES, CODES) == ()


PLANTED = [
    ("6 new submissions", "1,600 new submissions", "1,600"),
    ("6 new submissions", "sixty new submissions", "sixty"),
    ("Storage & I/O", "Quantum Teleportation", "Quantum"),
    (" (3)", " (30)", "30"),
    ("and 2 more", "and 20 more", "20"),
    ("GrowNet", "PyTorch", "PyTorch"),
    ("A database keeps", "A PostgreSQL database keeps", "PostgreSQL"),
    ("92% of", "95% of", "95%"),
    ("92% of", "92x of", "92x"),
]


@for_each(("old", "new", "found"), PLANTED)
def test_planted_errors_are_found(old: str, new: str, found: str) -> None:
    """A wrong figure, unit, count or name, wherever it stands."""
    digest = digests.day(DAY, items(), THEMES)
    assert digest is not None
    assert found in digests.unsupported(planted(digest, old, new), sources(*items()), THEMES, CODES)


def test_a_name_or_figure_of_another_paper_is_found() -> None:
    """What one paper says is no evidence for a sentence about another."""
    mention = Mention(key=items()[3].key, name="GrowNet")
    wrong = Digest(paragraphs=((mention, " keeps 92% of reads correct, as MossDB does."),))
    assert digests.unsupported(wrong, sources(*items()), THEMES) == ("92%", "MossDB")


@pytest.fixture(scope="module")
def real(shared: Callable[[str], Path]) -> Archive:
    """All of listings/, with the themes of the archive in this repository."""
    records: list[Record] = []
    for path in sorted(p for p in shared("listings").rglob("*") if p.is_file()):
        data = path.read_bytes()
        try:
            listings = detect(data).read(data)
        except GeneratorError:
            continue
        document = hashlib.sha256(data).hexdigest()[:16]
        records += [record for listing in listings for record in layout.listed(listing, document)]
    rules = themes.parse((ROOT / "content" / "themes.yml").read_text(encoding="utf-8"))
    return folding.fold(records, themes=rules, assign=themes.Assigner(rules).themes)


@pytest.fixture(scope="module")
def seen(real: Archive) -> dict[dt.date, list[Item]]:
    """The papers of each real day."""
    made: dict[tuple[str, EntryType], Item] = {}
    found: dict[dt.date, list[Item]] = {}
    for day in real.days:
        told: list[tuple[str, EntryType]] = [(one.key, one.type) for one in day.announced]
        told += [(key, "report") for key, _ in day.mentions] + [(key, "card") for key, _ in day.cards]
        found[day.date] = [made.setdefault(one, _item(real.papers[one[0]], one[1])) for one in told]
    return found


def _item(paper: Paper, kind: EntryType) -> Item:
    title, abstract = markup.plain(paper.title), markup.plain(paper.abstract or "")
    return Item(
        key=paper.key, title=title, abstract=abstract, type=kind, category=paper.primary_category,
        card=cards.make(paper.title, paper.abstract, paper.comments),
        name=system_names.system(title, sentences.split(abstract)), themes=paper.themes, withdrawn=paper.withdrawn,
    )  # fmt: skip


def texts(found: Archive, items: list[Item]) -> dict[str, tuple[str | None, ...]]:
    return {one.key: (one.title, one.abstract, markup.plain(found.papers[one.key].comments or "")) for one in items}


def codes(found: Archive, items: list[Item]) -> set[str]:
    return {code for one in items for code in found.papers[one.key].categories}


@pytest.mark.parametrize("themed", [True, False])
def test_every_real_day_is_supported(real: Archive, seen: dict[dt.date, list[Item]], *, themed: bool) -> None:
    """Days of cs.DC and of other fields, with themes and without."""
    made = 0
    for date, papers in seen.items():
        told = papers if themed else [replace(one, themes=()) for one in papers]
        digest = digests.day(date, told, real.themes)
        if digest is None:
            continue
        made += 1
        assert digests.unsupported(digest, texts(real, told), real.themes, codes(real, told)) == (), date
        named = [mention.key for mention in mentions(digest)]
        assert len(named) == len(set(named)), date
        assert len(text(digest).split()) <= MOST_WORDS
        said = "\n".join("".join(p if isinstance(p, str) else "X" for p in line) for line in lines(digest))
        assert not re.search(r"\.\.(?!\.)| [,.;:]|  |\(\)|“”", said), date
    assert made >= 12


def test_real_months_are_supported(real: Archive, seen: dict[dt.date, list[Item]]) -> None:
    """The same holds for what is put together from days."""
    for first in sorted({date.replace(day=1) for date in seen}):
        told = [(date, papers) for date, papers in seen.items() if date.replace(day=1) == first]
        digest = digests.period("month", first, told, real.themes, {})
        every = [one for _, papers in told for one in papers]
        if digest is not None:
            assert digests.unsupported(digest, texts(real, every), real.themes, codes(real, every)) == (), first


def test_planted_errors_are_found_on_real_days(real: Archive, seen: dict[dt.date, list[Item]]) -> None:
    """Every figure that is told on a real day, with a digit more."""
    tried = 0
    for date, told in seen.items():
        digest = digests.day(date, told, real.themes)
        for line in lines(digest) if digest else ():
            for place, part in enumerate(line):
                figure = re.search(r"\d+(?:\.\d+)?(?=[x×%])", part) if isinstance(part, str) else None
                if digest and figure and isinstance(part, str):
                    wrong = (*line[:place], f"{part[: figure.start()]}7{part[figure.start() :]}", *line[place + 1 :])
                    tried += 1
                    changed = exchanged(digest, line, wrong)
                    found = digests.unsupported(changed, texts(real, told), real.themes, codes(real, told))
                    assert any(figure[0] in word for word in found), (date, figure[0])
    assert tried >= 3

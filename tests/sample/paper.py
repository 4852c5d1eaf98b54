"""The sample's invented papers, and how arXiv writes what its documents share: names, flags, sections, times."""

from __future__ import annotations

import datetime as dt
import html
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml
from daybook.model import arxiv

HERE = Path(__file__).parent
CATEGORY = "cs.DC"

_MARKS = {"'": "\u0301", '"': "\u0308", "`": "\u0300", "^": "\u0302", "~": "\u0303"}
_MARKS |= {"v": "\u030c", "u": "\u0306", "c": "\u0327", "r": "\u030a"}
_ACCENT = re.compile(r"""\\(["'`^~])\{?(\w)\}?|\\([vucr])\{(\w)\}""")
_LETTERS = {r"\l{}": "ł", r"\o{}": "ø", r"\ae{}": "æ", r"{\aa}": "å"}
URL = re.compile(r"https?://[^\s,]+[^\s,.]")


@dataclass(frozen=True, kw_only=True)
class Paper:
    """An invented paper at one of its versions; texts as arXiv stores them, with TeX."""

    id: str
    title: str
    abstract: str  # paragraphs separated by one line break
    categories: str = CATEGORY
    authors: str = ""
    versions: tuple[dt.datetime, ...] = ()  # submission times, UTC
    version: int = 1
    former: Mapping[int, Mapping[str, str]] = field(default_factory=dict)  # what older versions said otherwise
    comments: str = ""
    journal_ref: str = ""
    doi: str = ""
    license: str = "http://arxiv.org/licenses/nonexclusive-distrib/1.0/"
    report_no: str = ""
    msc_class: str = ""
    withdrawn: bool = False

    @classmethod
    def of(cls, data: dict[str, Any]) -> Paper:
        """The paper that these fields tell of, times as text; `grid`: given and family names of many authors."""
        grid = data.pop("grid", None)
        if grid:
            data["authors"] = ", ".join(f"{given} {family}" for family in grid["family"] for given in grid["given"])
        times = [dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC) for text in data.get("versions", [])]
        return cls(**data | {"versions": tuple(times)})

    @property
    def codes(self) -> list[str]:
        """Its categories, primary first."""
        return self.categories.split()

    @property
    def type(self) -> str:
        """How a cs.DC feed announces it."""
        new = self.version == 1
        if self.codes[0] == CATEGORY:
            return "new" if new else "replace"
        return "cross" if new else "replace-cross"

    @property
    def updated(self) -> dt.datetime:
        """When this version was submitted, UTC."""
        return self.versions[self.version - 1]

    @property
    def one_line(self) -> str:
        """The abstract on one line."""
        return self.abstract.replace("\n", " ")

    @property
    def size(self) -> int:
        """An invented size in kB, the same on every run."""
        return 90 + 7 * (len(self.abstract) % 311)


def at(paper: Paper, version: int) -> Paper:
    """The paper as it was at one of its versions."""
    return replace(paper, version=version, **paper.former.get(version, {}))


def read(name: str) -> Any:
    return yaml.safe_load((HERE / name).read_text(encoding="utf-8"))


def days() -> dict[dt.date, list[Paper]]:
    """The papers announced on each day, in the order of a feed: by type, then by id."""
    found: dict[dt.date, list[Paper]] = {}
    papers: dict[str, Paper] = {}
    for path in sorted((HERE / "papers").glob("*.yml")):
        data = read(f"papers/{path.name}")
        here = [Paper.of(item) for kind in ("announced", "replaced") for item in data[kind]]
        found[dt.date.fromisoformat(path.stem)] = [at(paper, paper.version) for paper in here]
        papers |= {paper.id: paper for paper in here}
    for date, again in read("again.yml").items():
        found[date] += [at(papers[ident], version) for ident, version in again.items()]
    order = ("new", "cross", "replace", "replace-cross")
    return {date: sorted(items, key=lambda p: (order.index(p.type), p.id)) for date, items in found.items()}


def known() -> dict[str, Paper]:
    """Every paper by id at its newest version, and the papers without an id by a word of their title."""
    papers: dict[str, Paper] = {}
    for _, items in sorted(days().items()):
        papers |= {paper.id: paper for paper in items}
    for item in read("elsewhere.yml")["only"]:
        papers[item["id"]] = Paper.of(item)
    titles = read("elsewhere.yml")["titles"]
    return papers | {word: Paper(id=word, **data) for word, data in titles.items()}


def unicode(text: str) -> str:
    """TeX accents as letters, as arXiv shows them."""

    def letter(found: re.Match[str]) -> str:
        mark, base = (found[1], found[2]) if found[1] else (found[3], found[4])
        return unicodedata.normalize("NFC", base + _MARKS[mark])

    for tex, plain in _LETTERS.items():
        text = text.replace(tex, plain)
    return _ACCENT.sub(letter, text)


def escape(text: str) -> str:
    return html.escape(text, quote=False)


def sections(papers: list[Paper]) -> dict[str, list[Paper]]:
    """The papers by the sections of a listing page; a replacement stays one whatever its primary category is."""
    names: dict[str, tuple[str, ...]] = {"New submissions": ("new",), "Cross submissions": ("cross",)}
    names["Replacement submissions"] = ("replace", "replace-cross")
    sections = {name: [p for p in papers if p.type in types] for name, types in names.items()}
    return {name: items for name, items in sections.items() if items}


def flag(paper: Paper) -> str:
    if paper.version > 1:
        return "(replaced)"
    return "" if paper.type == "new" else f"(cross-list from {paper.codes[0]})"


def formats(paper: Paper) -> list[str]:
    return ["pdf", "other"] if "/" in paper.id or paper.id.endswith("7") else ["pdf", "html", "other"]


def names(authors: str) -> list[str]:
    """The names, each with what follows it in parentheses; the first hundred, as listings print them."""
    return re.split(r",\s+(?![^()]*\))|\s+and\s+(?![^()]*\))", unicode(authors))[:100]


def subjects(paper: Paper) -> list[str]:
    """Names of its categories, the primary first and the others by code."""
    codes = [paper.codes[0], *sorted(paper.codes[1:])]
    return [f"{arxiv.name(code)} ({code})" for code in codes]


def mail_time(when: dt.datetime, zone: str) -> str:
    return f"{when:%a}, {when.day:02} {when:%b %Y %H:%M:%S} {zone}"

"""Texts that lost their mark-up, made of real papers of each field (../shared/corpora), and how well they are read."""

import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from daybook.errors import Refused
from daybook.model import Entry
from daybook.sources import arxiv_api_untagged, arxiv_listing_text
from daybook.sources.author_list import names_in

FIELDS = {
    "cs": ("cs.",), "astro-ph": ("astro-ph",), "hep": ("hep-", "gr-qc", "nucl-"), "math": ("math.", "math-ph"),
    "math.AG": ("math.AG",), "cond-mat": ("cond-mat",), "q-bio": ("q-bio",), "q-fin": ("q-fin",), "econ": ("econ",),
    "stat": ("stat.",), "eess": ("eess.",), "nlin": ("nlin",), "physics": ("physics", "quant-ph"),
}  # fmt: skip
"""Name -> how the primary categories of its papers begin."""
PAGE = 25
"""Entries of a page."""
MOST = 250
"""Papers of a field."""
PRINTED = 60
"""Authors of a paper."""
COMMENTS = (
    "12 pages, 3 figures", "Accepted at the Workshop on Tin Cans", "To appear in Annals of Tin", "PhD thesis, 99 pages",
    "Comments welcome", "Invited talk at Cans 2026", "v2: typos corrected", "Extended version of arXiv:2501.00001",
    "Technical Report", "Submitted to Tin Letters", "Replaced figure 4; results unchanged", "8+4 pages. Companion",
)  # fmt: skip


_DAMAGE = re.compile(r"[\\()]")  # TeX and halves of parentheses in names, which listings do not print


class Paper(NamedTuple):
    """A paper of the corpora."""

    title: str
    authors: tuple[str, ...]
    abstract: str
    primary: str


class Made(NamedTuple):
    """An entry of a page, as it should be read."""

    paper: Paper
    authors: tuple[str, ...]  # none where the text has lost them
    comments: str | None


def papers(corpus: Path) -> dict[str, list[Paper]]:
    """A sample of each field's papers; one without authors in the corpus gets those of another paper."""
    draw = random.Random(7)
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    records = [record for record in records if not any(_DAMAGE.search(name) for name in record["authors"])]
    lists = [tuple(record["authors"]) for record in records if record["authors"]]
    sampled: dict[str, list[Paper]] = {}
    for field, beginnings in FIELDS.items():
        own = [record for record in records if record["primary"].startswith(beginnings)]
        draw.shuffle(own)
        sampled[field] = [
            Paper(each["title"], tuple(each["authors"]) or draw.choice(lists), each["abstract"], each["primary"])
            for each in own[:MOST]
        ]
    return sampled


def pages(papers_: Sequence[Paper], lost: float) -> Iterator[list[Made]]:
    """Pages of entries, the given share of them without authors."""
    draw = random.Random(11)
    made = []
    for paper in papers_:
        authors = names_in(", ".join(paper.authors[:PRINTED])) if draw.random() >= lost else ()
        made.append(Made(paper, authors, draw.choice(COMMENTS) if draw.random() < 0.5 else None))
    for start in range(0, len(made), PAGE):
        yield made[start : start + PAGE]


def glued(page: Sequence[Made], *, abstracts: bool) -> str:
    """A page whose fields run together."""
    entries = []
    for k, made in enumerate(page, 1):
        comments = f"Comments: {made.comments}" if made.comments else ""
        line = f"Title: {made.paper.title}{', '.join(made.authors)}{comments}Subjects: A Field ({made.paper.primary})"
        entries.append(f"- [{k}] arXiv:2606.{k:05} [pdf, html, other]\n-\n{line}\n{made.paper.abstract * abstracts}\n")
    return f"Optics\nShowing new listings for Wednesday, 1 July 2026\n{''.join(entries)}"


def stripped(page: Sequence[Made], *, abstracts: bool) -> str:
    """A page with its fields on lines of their own; each eighth title is broken over two."""
    entries = []
    for k, made in enumerate(page, 1):
        words = made.paper.title.split()
        half = len(words) // 2 if k % 8 == 0 and len(words) > 5 else len(words)
        lines = [f"Title: {' '.join(words[:half])}", " ".join(words[half:]), ", ".join(made.authors)]
        lines += [f"Comments: {made.comments}" if made.comments else "", f"Subjects: A Field ({made.paper.primary})"]
        body = "\n".join(line for line in lines if line)
        entries.append(f"[{k}] arXiv:2606.{k:05} [pdf, html, other]\n{body}\n\n{made.paper.abstract * abstracts}\n\n")
    return f"Optics\nShowing new listings for Wednesday, 1 July 2026\n\n{''.join(entries)}"


def untagged(page: Sequence[Made], *, abstracts: bool) -> str:
    """An API answer without its tags."""
    time = "2026-06-02T11:14:57Z"
    entries = (
        f"http://arxiv.org/abs/2606.{k:05}v1{made.paper.title}{time}{made.paper.abstract * abstracts}{time}"
        f"{made.comments or ''}{''.join(made.authors)}"
        for k, made in enumerate(page, 1)
    )
    return f"https://arxiv.org/api/fQ5wuQta7T{time}{len(page)}0{len(page)}{''.join(entries)}"


FORMS = {
    "glued": (glued, arxiv_listing_text.GLUED.read),
    "stripped": (stripped, arxiv_listing_text.LINES.read),
    "untagged": (untagged, arxiv_api_untagged.read),
}


def score(papers_: Sequence[Paper], form: str, *, abstracts: bool, lost: float) -> Counter[str]:
    """How many entries a form's reader reads exactly, with words of the title cut off, or otherwise.

    lost: the share of entries without authors.
    """
    write, read = FORMS[form]
    counts: Counter[str] = Counter()
    for page in pages(papers_, lost):
        try:
            (listing, *_) = read(write(page, abstracts=abstracts).encode())
        except Refused:
            counts["other"] += len(page)
            continue
        entries = {entry.place: entry for entry in listing.entries}
        counts.update(_outcome(made, entries.get(k)) for k, made in enumerate(page, 1))
    return counts


def _outcome(made: Made, entry: Entry | None) -> str:
    title = " ".join(made.paper.title.split())
    if entry and (entry.title, entry.authors) == (title, made.authors):
        return "exact"
    return "cut" if entry and not f"{entry.title} ".startswith(title) else "other"

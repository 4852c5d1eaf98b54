"""How many papers of each category have a theme, and for how many the first one is acceptable.

    python -m tests.describe.themes.acceptance LABELS.tsv PAPERS.jsonl.gz

LABELS.tsv has a line per paper: category, paper id, the acceptable slugs, separated by blanks or commas; none if no
theme of the category fits. PAPERS.jsonl.gz has one object per paper, with `id`, `title` and `abstract`:
../shared/corpora/fields/dev.jsonl.gz. Each paper is judged by the starter set of the category in its line.
"""

from __future__ import annotations

import csv
import gzip
import json
import sys
from collections import Counter
from pathlib import Path

from generator.describe.themes import Assigner, starter
from generator.text import markup


def main() -> None:
    with gzip.open(sys.argv[2], "rt", encoding="utf-8") as lines:
        papers = {paper["id"]: paper for paper in map(json.loads, lines)}
    with Path(sys.argv[1]).open(encoding="utf-8", newline="") as file:
        labels = [row for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row and row[1] in papers]
    counts: dict[str, Counter[str]] = {}
    assigners: dict[str, Assigner] = {}
    for code, name, *slugs in labels:
        if code not in assigners:
            assigners[code] = Assigner(starter.of_category(code))
        paper = papers[name]
        given = assigners[code].themes(markup.plain(paper["title"]), paper["abstract"], (code,))
        wanted = " ".join(slugs).replace(",", " ").split()
        fits = given[0] in wanted if given else not wanted
        counts.setdefault(code, Counter()).update(papers=1, given=bool(given), fits=fits, right=bool(given) and fits)
    print("category              papers  with a theme  acceptable of these  acceptable or rightly none")
    for code in [*sorted(counts), "all"]:
        one = counts[code] if code in counts else sum(counts.values(), Counter())
        shares = one["given"] / one["papers"], one["right"] / max(1, one["given"]), one["fits"] / one["papers"]
        print(f"{code:20}  {one['papers']:6}  {shares[0]:12.2f}  {shares[1]:19.2f}  {shares[2]:26.2f}")


if __name__ == "__main__":
    main()

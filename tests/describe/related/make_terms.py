"""Make generator/describe/related/terms.json: how rare the terms of abstracts are. Facts about words, no text.

    python -m tests.describe.related.make_terms PAPERS.jsonl CARDS.json > generator/describe/related/terms.json

PAPERS.jsonl is what `daybook papers` prints of an archive that the documents of ../shared/listings were read into,
CARDS.json is ../shared/tools/cards_dev.json. A term must stand in LEAST papers; one always written with a capital that
is a surname among the papers' authors must stand in NAMED, which leaves Nash and Markov.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

from generator.describe.related import terms
from generator.text import markup

LEAST, NAMED = 3, 12
HEAVIEST = 10
"""The weight of all that is rarer than one paper in 150 (half units: 2 ln 150): rarer words tell no more of a subject.
With this bound .56 of the most alike papers share a category with theirs, without it .54 (1,853 papers)."""
_WORD = re.compile(r"[^\W\d_]+")


def main() -> None:
    papers = [json.loads(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").split("\n") if line]
    papers += [card | {"authors": []} for card in json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))]
    papers = list({paper["title"]: paper for paper in papers if paper["abstract"]}.values())
    surnames = {word for paper in papers for name in paper["authors"] for word in markup.slug(name).split("-")}
    counts: Counter[str] = Counter()
    written: dict[str, set[str]] = defaultdict(set)
    for paper in papers:
        counts.update(set(terms.frequencies(f"{paper['title']} {paper['abstract']}")))
        for word in _WORD.findall(paper["abstract"]):
            written[terms.term_of(word.lower())].add(word)
    table: dict[int, list[str]] = defaultdict(list)
    for term, count in sorted(counts.items()):
        named = all(word[0].isupper() for word in written[term]) and not surnames.isdisjoint(
            map(str.lower, written[term])
        )
        if count >= (NAMED if named else LEAST) and term.isascii():
            table[min(HEAVIEST, round(2 * math.log(len(papers) / count)))].append(term)
    weights = {str(weight): " ".join(table[weight]) for weight in sorted(table)}
    print(json.dumps({"papers": len(papers), "weights": weights}, indent=0))


if __name__ == "__main__":
    main()

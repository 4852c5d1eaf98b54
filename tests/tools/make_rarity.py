"""Make generator/daybook/text/wordlists/rarity.json: how rare the words of titles and abstracts are.

    python -m tests.tools.make_rarity PAPERS.jsonl.gz > generator/daybook/text/wordlists/rarity.json

PAPERS.jsonl.gz has one object per paper, with `title` and `abstract`: ../shared/corpora/fields/dev.jsonl.gz.
"""

import gzip
import json
import math
import re
import sys
import textwrap
from collections import Counter, defaultdict

from daybook.text import markup
from daybook.text.vocabulary import stem

LEAST = 3  # papers that a word must occur in: fewer are mostly names and typing errors
LONGEST = 24  # characters of a word; what is longer is formula or address


def main() -> None:
    counts: Counter[str] = Counter()
    papers = 0
    with gzip.open(sys.argv[1], "rt", encoding="utf-8") as lines:
        for papers, line in enumerate(lines, 1):  # noqa: B007 - counted
            paper = json.loads(line)
            text = f"{markup.plain(paper['title'])} {markup.plain(paper['abstract'])}"
            counts.update({stem(word) for word in re.findall(r"[^\W_]+", text.lower())})
    rarities: dict[str, list[str]] = defaultdict(list)
    for word, count in sorted(counts.items()):
        if count >= LEAST and len(word) <= LONGEST:
            rarities[f"{math.log((papers + 1) / (count + 1)):.1f}"].append(word)
    table = {rarity: textwrap.wrap(", ".join(rarities[rarity]), 118) for rarity in sorted(rarities, key=float)}
    print(json.dumps(table, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()

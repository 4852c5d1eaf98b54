"""Texts that repeat a few pieces of an alphabet, and the functions that received text goes through: what grows fast?

    python -m tests.tools.pieces --patterns 3000 --seed 1

Each pattern of one to six pieces goes through each function, repeated to MORE characters. What takes long for that,
or more than in proportion to what it takes for LESS, is tried again with LONG characters, and printed with its CPU
seconds; the last line sums up. The exit code is 1 where any of these takes MOST seconds or longer.
"""

import argparse
import datetime as dt
import random
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from daybook.describe import cards
from daybook.errors import GeneratorError
from daybook.exports.citations import bibtex, csl, ris
from daybook.fold.folding import fold
from daybook.model import Record
from daybook.search.entries import entry, words
from daybook.sources import registry
from daybook.text import author_names, markup, sentences

from tests.hostile.documents import FORMATS, Format, Planted
from tests.hostile.payloads import Payload
from tests.tools.growth import TIMES

ALPHABET = (
    "http://", "https://", "www.", "a.b", "github.com/", "/", "_", "^", "{", "}", "$", "$$", "\\", "\\(", "\\)", "\\[",
    "\\]", "\\begin{", "\\end{", "equation}", "\\textbf{", "\\frac", "\\sqrt", "\\cite{", "~", "-", "--", "---", "`",
    "``", "'", "''", '"', "(", ")", "[", "]", "<", ">", "</", "<!--", "&", "&amp;", "&#", "&lt;", ";", "!", "|", "*",
    "#", "%", "@", ":", ".", ",", "a", "A", "Ab", "1", "2", "1,", "é", "Ã©", "中", "\u0301", "\u0338", "\u200d", "\xad",
    "İ", " ", "  ", "\n", "\n\n", "\t", " and ", "et al.", "e.g.", "We show that ", "up to ", "arXiv:", "2603.00001",
    "v2", "doi:10.1/", "=", "+", "x", "~\\", "Title: ", "Authors: ", "\\\\", "=20", "> ", "-- \n",
)  # fmt: skip
"""What readers and markup have rules for, and what stands between."""
LESS, MORE, LONG = 8_000, 8_000 * TIMES, 100_000
MOST = 2.0  # CPU seconds for LONG characters
_SOON = 0.1  # CPU seconds for MORE characters: by the square that is less than MOST for LONG ones
_DEAR = 0.4  # CPU seconds for MORE characters: in proportion that is nearly MOST for LONG ones
_TOO_FAST = 9  # what TIMES the length may cost: 4 in proportion, 16 by the square


def _described(field: str, text: str) -> object:
    """The card, the entry in the search's index and the citations of a paper with the text in a field."""
    told = {"title": "A title", "abstract": "We show it.", "comments": "9 pages", field: text}
    record = Record(
        place=1, type="new", date=dt.date(2026, 3, 3), source="arxiv-rss", category="cs.DC", document="d",
        authors=("Ada One",), arxiv_id="2603.00001", **told,
    )  # fmt: skip
    archive = fold([record])
    (paper,) = archive.papers.values()
    (card,) = cards.make([cards.CardText(paper.title, paper.abstract, paper.comments)])
    indexed = entry(paper, card, paper.abstract, "", "2026-03-03")
    return indexed, [list(form(archive)) for form in (bibtex, ris, csl)]


def _read(form: Format, text: str) -> object:
    """A document of a format with the text in each field of a paper, and a part of it in those of another."""
    texts = enumerate((text, text[: len(text) // 8]), 1)
    documents = form.write([Planted(form.name, Payload("growth", each), f"2603.0000{k}") for k, each in texts])
    try:
        return [registry.detect(told.encode()).read(told.encode()) for told in documents.values()]
    except GeneratorError:
        return None


_RENDERER = markup.Renderer(None)
FUNCTIONS: Mapping[str, Callable[[str], object]] = {
    "plain": markup.plain,
    "markdown": markup.markdown,
    "html": lambda text: _RENDERER.inline(markup.markdown(text)),
    "runs": markup.runs,
    "words": markup.words,
    "links": markup.links,
    "repair": markup.repair,
    "title_key": markup.title_key,
    "sentences": lambda text: list(sentences.split(text)),
    "names": lambda text: (author_names.fold(text), author_names.as_printed(text)),
    "search": lambda text: list(words(text)),
    **{
        f"{field}'s card, index and citations": partial(_described, field)
        for field in ("title", "abstract", "comments")
    },
    **{f"reader of {form.name}": partial(_read, form) for form in FORMATS},
}


def patterns(seed: int, count: int) -> Iterator[str]:
    """So many patterns of one to six pieces."""
    rng = random.Random(f"pieces {seed}")
    for _ in range(count):
        yield "".join(rng.choices(ALPHABET, k=rng.randint(1, 6)))


def repeated(pattern: str, length: int) -> str:
    """A pattern repeated to about so many characters."""
    return pattern * max(1, length // len(pattern))


def taken(function: Callable[[str], object], text: str) -> float:
    """The CPU seconds of a call."""
    begin = time.process_time()
    function(text)
    return time.process_time() - begin


def suspects(pattern: str, functions: Mapping[str, Callable[[str], object]] = FUNCTIONS) -> Iterator[str]:
    """Those that may take this pattern MOST seconds for LONG characters, as far as shorter texts tell."""
    for name, function in functions.items():
        much = taken(function, repeated(pattern, MORE))
        if much > _DEAR or (much > _SOON and _grows_fast(function, pattern, much)):
            yield name


def _grows_fast(function: Callable[[str], object], pattern: str, much: float) -> bool:
    """Each length is tried twice; not with the same text, which may be kept."""
    less, more = ([repeated(pattern, length), repeated(pattern, length) + pattern] for length in (LESS, MORE))
    return min(much, taken(function, more[1])) > _TOO_FAST * min(taken(function, text) for text in less)


def seconds(name: str, pattern: str) -> float:
    """What a function takes for LONG characters, the lesser of two times: other programs make single ones longer."""
    texts = (repeated(pattern, LONG), repeated(pattern, LONG) + pattern)
    return min(taken(FUNCTIONS[name], text) for text in texts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--patterns", type=int, default=3_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-readers", action="store_true", help="which take nearly all of the time")
    asked = parser.parse_args()
    functions = {n: each for n, each in FUNCTIONS.items() if not (asked.no_readers and n.startswith("reader "))}
    begin, found, longest = time.process_time(), 0, (0.0, "", "")
    for count, pattern in enumerate(patterns(asked.seed, asked.patterns), 1):
        if count % 100 == 0:
            print(f"{count:,} patterns, {time.process_time() - begin:.0f} CPU s", flush=True)
        for name in suspects(pattern, functions):
            found, spent = found + 1, seconds(name, pattern)
            longest = max(longest, (spent, name, pattern))
            print(f"{name}: {pattern!r} x {LONG // len(pattern):,}: {spent:.2f} CPU s", flush=True)
    spent = time.process_time() - begin
    print(f"{asked.patterns:,} patterns, {len(functions)} functions, {spent:.0f} CPU s: {found} suspects, {longest}")
    return int(longest[0] >= MOST)


if __name__ == "__main__":
    raise SystemExit(main())

"""Documents in every format with something repeated many times, which readers must handle in proportional time."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

DATA = Path(__file__).parent / "data"
SEEDS = sorted(path for path in DATA.rglob("*") if path.suffix in (".html", ".json", ".jsonl", ".txt", ".xml"))

PIECES = (
    "a", "a ", "\n", " \n", " ", "\t", "v1", "http://", "https://arxiv.org/abs/", "(", "()", "((a) ", ")", ", ",
    " and ", ",and ", "A. Author, ", "&amp;", "&#38;", "&", "&a;", "<", "<b>", "<div>", "</div>", "<a b=c>", "<p>",
    "<br/>", "<!--", "<!-- x -->", "<![CDATA[", "<![CDATA[x]]>", "<x:y>", "<?a", "<?a b?>", "[1]", "[", "]", "$", "\\",
    "\\\\", "{", "}", "-", "--", "~", "'", '"', "`", "Title: ", "Authors: ", "arXiv:2603.00001 ", "arXiv:2603.00001v1",
    "[1] arXiv:2603.00001 [pdf, other]\n", "Comments: ", "Subjects: ", "10.1234/a", "10.1234/a ", "0", "1 ",
    "2026-03-03T00:00:00Z", "Jr., ", "A", "Aa", "É", "@", "%", "/", ".", ". ", ";", ":", "|", "<script>", "<style>",
    "<table>", "<td>", "<dd>", "<dt>", "<dl>", "<span class='descriptor'>", "<title>", "<entry>",
    "<author><name>A B</name></author>", "<item>", "Ab", "A-", '"A', "O'", "ʼ", "1,", "(1) ",
)  # fmt: skip
"""What may be repeated at any place in a document: characters, words, addresses, tags, landmarks of the formats."""
PLACES = (0.0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.95, 1.0)

Make = Callable[[int], str]
"""Characters to add -> the document."""


def variants(text: str) -> Iterator[tuple[str, Make]]:
    """A description of what is repeated, and the document with so many characters of it."""
    yield "the whole", lambda size: text * (1 + size // len(text))
    yield from _pieces(text)
    yield from _attributes(text)
    yield from _lines_and_words(text)


def _pieces(text: str) -> Iterator[tuple[str, Make]]:
    places = {int(len(text) * share) for share in PLACES}
    places |= {match.end() for at in places for sign in (">", "\n") if (match := re.compile(sign).search(text, at))}
    for at in sorted(places):
        for piece in PIECES:
            yield f"{piece!r} at {at}", lambda size, at=at, piece=piece: _with(text, at, piece * (size // len(piece)))


def _with(text: str, at: int, more: str) -> str:
    return text[:at] + more + text[at:]


def _attributes(text: str) -> Iterator[tuple[str, Make]]:
    first: dict[str, int] = {}
    for tag in re.finditer(r"<[a-zA-Z][\w:-]*", text):
        first.setdefault(tag[0], tag.end())
    made: dict[str, Make] = {
        "attributes": lambda size: "".join(f' a{number}="b"' for number in range(size // 10)),
        "names of attributes": lambda size: " a" * (size // 2),
        "namespaces": lambda size: "".join(f' xmlns:a{number}="b{number}"' for number in range(size // 20)),
        "an attribute of many words": lambda size: f' a="{"b " * (size // 2)}"',
    }
    for tag, at in first.items():
        for name, make in made.items():
            yield f"{name} of {tag}", lambda size, at=at, make=make: _with(text, at, make(size))
        whole = re.search(rf"{tag}\b.*?</{tag[1:]}>", text, re.DOTALL)
        if whole:
            element, end = whole[0], whole.end()
            yield tag, lambda size, at=end, element=element: _with(text, at, element * (size // len(element)))


def _lines_and_words(text: str) -> Iterator[tuple[str, Make]]:
    lines = text.splitlines(keepends=True)
    for number in sorted({len(lines) * tenth // 10 for tenth in range(10)}):
        line, at = lines[number], sum(map(len, lines[:number]))
        yield f"line {number + 1}", lambda size, at=at, line=line: _with(text, at, line * (size // len(line)))
        for word in list(dict.fromkeys(line.split()))[:6]:
            place = at + line.index(word)
            more = f"{word} "
            yield (
                f"{word[:20]!r} of line {number + 1}",
                lambda size, place=place, more=more: _with(text, place, more * (size // len(more))),
            )

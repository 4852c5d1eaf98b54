"""Count what in generated Markdown is not plain: HTML, images, attribute lists, long front matter, links elsewhere.

    python -m tests.tools.plain FOLDER       the pages/ of an archive, or what `daybook export markdown` wrote
    python -m tests.tools.plain FOLDER --hand-written 'guide/*' --hand-written about.md

Prints a table and the first places of each kind; the exit code is 1 if there is any. HTML is what CommonMark takes for
it. What people wrote themselves, `--hand-written`, is left out; default: the guide and an archive's own notes.
"""

import re
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from urllib.parse import urlsplit

from daybook.text.markup.escape import may_be_linked
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests import tools
from tests.pages import engines

KEYS = 10  # that the front matter of a page may have
OWN = ("guide/*", "notes/*")
PLACES = 3
_FORMULA = re.compile(r"(?<!\\)\$\$?[^$\n]+\$\$?")
_ATTRIBUTES = re.compile(r"(?<!\\)\{[ :#.\w-][^}\n]{0,200}")
_PARSER = MarkdownIt("commonmark", {"html": True}).enable("table")


def faults(text: str) -> Iterator[tuple[str, str]]:
    """What is not plain in a page: its kind, and the words."""
    head, body = engines.split(text) if text.startswith("---\n") else ({}, text)
    if len(head) > KEYS:
        yield "front matter", f"{len(head)} keys"
    for token in _tokens(_PARSER.parse(body)):
        if token.type in ("html_inline", "html_block"):
            for tag in re.findall(r"<[^>]*>?", token.content):
                yield "HTML", tag
        elif token.type == "image":
            yield "image", str(token.attrGet("src"))
        elif token.type == "link_open":
            address = str(token.attrGet("href"))
            if not _own(address):
                yield "link elsewhere", urlsplit(address).netloc or address
    for braces in _ATTRIBUTES.findall(_FORMULA.sub("", body)):
        yield "attribute list", braces


def _tokens(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _tokens(token.children or [])


def _own(address: str) -> bool:
    """Whether a link leads to a Markdown file, within its page, or to a host that pages may name."""
    target = urlsplit(address)
    if target.scheme or target.netloc:
        return may_be_linked(address)
    return not target.path or target.path.endswith(".md")


def main(arguments: list[str] | None = None) -> int:
    """Count; the exit code."""
    parser = tools.parser("plain", __doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--hand-written", action="append", metavar="PATTERN", help=f"default: {', '.join(OWN)}")
    told = parser.parse_args(arguments)
    skipped = told.hand_written or OWN
    found: dict[str, list[str]] = {}
    files = lines = tagged = 0
    for file in sorted(told.folder.rglob("*.md")):
        path = file.relative_to(told.folder).as_posix()
        if any(fnmatchcase(path, pattern) for pattern in skipped):
            continue
        text = file.read_text(encoding="utf-8")
        files += 1
        lines += text.count("\n")
        tagged += sum(bool(re.search(r"<[a-zA-Z/!?]", line)) for line in text.split("\n"))
        for kind, words in faults(text):
            found.setdefault(kind, []).append(f"{path}: {words[:100]}")
    print(f"{files:,} files of {lines:,} lines, of which {tagged:,} hold what looks like a tag")
    print("| what | number | files | first |\n|---|--:|--:|---|")
    for kind, places in sorted(found.items()):
        number = len({place.split(": ")[0] for place in places})
        print(tools.row(kind, f"{len(places):,}", f"{number:,}", "; ".join(places[:PLACES])))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

"""Over all real titles, names, comments and abstracts: no word is lost, nothing raises, few formulas fail."""

import functools
import gzip
import html
import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.text import markup
from daybook.text.markup.escape import paragraphs

from tests.tools.growth import in_proportion

_ELEMENT = re.compile(
    r"<(abstract|summary|dc:description|p class='mathjax'|description|title|dc:title|authors|comments|journal-ref)\b"
    r"[^>]*>(.*?)</",
    re.DOTALL,
)
_DROPPED = re.compile(r"\\(?:textcolor|color|href|begin|end|label)\s*\{[^{}]*\}")
# Words with an accent or a letter command inside are spelt anew; they have tests of their own.
_ACCENTED = re.compile(r"[^\s$]*\\(?:['\"`^~=.]|(?:[vcuHkrdbtijolOL]|ss|ae|AE|oe|aa)(?![a-zA-Z])|cc)[^\s$]*")
_COMMAND = re.compile(r"\\[a-zA-Z]+")
_WORD = re.compile(r"[^\W\d_]{4,}")


@functools.cache
def real_texts(folder: Path) -> tuple[str, ...]:
    """Every text of the documents in `folder` that looks like a title, a list of names, a comment or an abstract."""
    found: dict[str, None] = {}
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        text = data.decode("utf-8", errors="replace")
        if path.suffix == ".txt":
            found |= dict.fromkeys(line for line in text.split("\n") if len(line) > 40)
        for element in _ELEMENT.findall(text):
            found[html.unescape(re.sub(r"<[^>]*>", "", element[1]))] = None
    return tuple(found)


def test_no_word_is_lost(shared: Callable[[str], Path]) -> None:
    """Each word of four letters or more occurs in plain text at least as often as in what was received."""
    for text in real_texts(shared("listings")):
        for part in paragraphs(text):
            source = _COMMAND.sub(" ", _ACCENTED.sub(" ", _DROPPED.sub(" ", part)))
            shown, received = (unicodedata.normalize("NFKD", each).casefold() for each in (markup.plain(part), source))
            for word, times in Counter(_WORD.findall(received)).items():
                assert shown.count(word) >= times, (word, part)


def test_pages_say_the_same_words(shared: Callable[[str], Path]) -> None:
    """Where there are no formulas, the text of what a page shows is the plain text."""
    renderer = markup.Renderer(None)
    for text in real_texts(shared("listings")):
        if "$" not in (whole := markup.markdown(text)).replace("\\$", ""):
            stripped = re.sub(r"</?(?:em|b|a)\b[^<>]*>", "", renderer.inline(whole))
            assert html.unescape(stripped).split() == markup.plain(text).split()


@pytest.mark.trial
def test_plain_takes_time_in_proportion(shared: Callable[[str], Path]) -> None:
    """All texts one behind the other, as one that is longer and longer."""
    text = " ".join(real_texts(shared("listings")))
    in_proportion(lambda length: markup.plain(text[:length]), 100_000)

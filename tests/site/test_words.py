"""Sites in a made-up language: whatever a reader sees that is not in it comes from the archive."""

import gzip
import json
import re
import shutil
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from daybook import cli
from daybook.model import arxiv
from daybook.text import language
from lxml import etree

from tests import madeup
from tests.cases import table
from tests.pages import engines
from tests.site.conftest import Watch
from tests.tools import words as catalogue
from tests.tools.gallery import kinds

TAG = "de"  # browsers know it: they write dates and numbers as German has them
SEEN = ("title", "aria-label", "placeholder", "alt")
HIDDEN = (
    "descendant-or-self::*[self::script or self::style or self::pre or self::code or self::del or self::textarea"
    " or @class='katex' or @class='Z3988']"
)
NAMES = {
    "arxiv", "html", "utc", "bibtex", "biblatex", "ris", "csl json", "markdown", "oai pmh", "pith", "cc", "cc by",
    "cc by sa", "the inference report", "https", "doi", "kb", "mb",
    "januar", "februar", "märz", "oktober", "dezember",  # browsers say so
}  # fmt: skip
"""What is called so in every language."""
INLINE = {"a", "b", "i", "em", "strong", "small", "mark", "span", "ins", "del", "kbd", "time", "sub", "sup"}
_MADE_UP = re.compile(r"⟦[^⟦⟧]*⟧")
_CUT = re.compile(r"⟦[^\W_]*|[^\W_]*[ạẹịọụỵṇṣẓ][^\W_]*")  # of what is made up, where an element or a limit parts it
_APART = re.compile(r"\s[–·-]\s|[|:;,()\n]")
_WORD = re.compile(r"[^\W\d_]{3,}|^[^\W\d_]{2}$")  # others are formulas


class Given(NamedTuple):
    """What the archive itself says: whole texts, and the words that follow each other in them."""

    texts: set[str]
    pairs: set[tuple[str, str]]

    def rest(self, line: str) -> set[str]:
        """What of a line it does not say. Formulas are written otherwise on pages, and part what stands beside them."""
        parts = {part: re.findall(r"[^\W\d_]+", part) for part in map(_plain, _APART.split(line))}
        own = any(len(said) > 2 and self._says(part, said, 2 / 3) for part, said in parts.items())
        return {
            part
            for part, said in parts.items()
            if _WORD.search(part)
            and " ".join(said) not in NAMES
            and not self._says(part, said, 1 / 2 if own else 2 / 3)
            if not (own and len(said) < 3)
        }

    def _says(self, part: str, said: list[str], share: float) -> bool:
        """Whether it has this part of a line, or so much of its words in their order."""
        pairs = list(pairwise(said))
        return bool({part, " ".join(said)} & self.texts) or (
            bool(pairs) and sum(pair in self.pairs for pair in pairs) >= share * len(pairs)
        )


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text)).casefold()


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


@pytest.fixture(scope="module")
def translated(content: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The sample archive in the made-up language, with its site."""
    archive = tmp_path_factory.mktemp("translated") / "archive"
    shutil.copytree(content, archive, ignore=shutil.ignore_patterns(".daybook", "site", "pages"))
    madeup.put(archive, TAG)
    assert cli.main(["build", "--quiet", "--archive", str(archive)]) == 0
    yield archive
    language.use(language.Language())


@pytest.fixture(scope="module")
def given(translated: Path, whole: Path) -> Given:
    """What people wrote, what was announced, what the site in English says in data of papers, names of categories."""
    lines = [line for name in ("records", "coverage") for path in (translated / name).rglob("*.jsonl")
             for line in path.read_text(encoding="utf-8").splitlines()]  # fmt: skip
    for path in (whole / "api" / "v1" / "papers").glob("*.jsonl.gz"):
        lines += gzip.decompress(path.read_bytes()).decode().splitlines()
    texts = [text for line in lines for text in _strings(json.loads(line))]
    texts += [text for path in translated.glob("*.yml") for text in _strings(yaml.safe_load(path.read_text("utf-8")))]
    texts += [path.read_text(encoding="utf-8") for name in ("*.md", "digests/*.md") for path in translated.glob(name)]
    texts += [part for code in arxiv.all_codes() for part in (code, arxiv.name(code))]
    plain = {_plain(part) for text in texts for part in (text, *_APART.split(text))}
    return Given(plain, {pair for text in plain for pair in pairwise(re.findall(r"[^\W\d_]+", text))})


def _shown(tree: etree._Element) -> Iterator[str]:
    """What a reader sees or hears of a page: its texts, and attributes that are read out."""
    for hidden in tree.xpath(HIDDEN):
        tail, hidden.text = hidden.tail, " | "
        hidden[:] = []
        hidden.attrib.clear()
        hidden.tail = tail
    for element in tree.iter(etree.Element):
        yield from filter(None, map(element.get, SEEN))
        if element.tag not in INLINE:
            yield _line(element)
    yield from tree.xpath("//meta[@name='description']/@content")


def _line(element: etree._Element) -> str:
    """The text of an element with what stands in its lines."""
    parts = [element.text or ""]
    for child in element:
        parts += [_line(child) if child.tag in INLINE else " | ", child.tail or ""]
    return "".join(parts) if element.get("href") != "".join(parts) else ""


def left_out(texts: Iterable[str], given: Given) -> set[str]:
    """What of these texts is neither made up nor the archive's."""
    found = set()
    for text in texts:
        rest = text
        while rest != (rest := _MADE_UP.sub("|", rest)):
            pass
        found |= given.rest(_CUT.sub("|", rest))
    return found


def test_the_catalogue_is_whole() -> None:
    """Every message is in it, and no other; `make words` makes it anew."""
    assert catalogue.POT.read_text(encoding="utf-8") == catalogue.catalogue()


def test_what_is_left_out_is_found(given: Given) -> None:
    """The control: nearly all messages would be noticed; what would not is said in the archive, too."""
    said = [re.sub(r"\{\w+\}", "|", ids[0]) for ids in catalogue.messages()]
    unseen = [message for message in said if not left_out([message], given)]
    assert len(unseen) < 0.08 * len(said), unseen
    assert left_out(["⟦Ṣhọw⟧ 3 papers, Show as table"], given) == {"show as table", "3 papers"}


def test_no_page_says_anything_else(translated: Path, given: Given) -> None:
    """Of the guide, which is in English, what stands around it."""
    site, found = translated / "site", dict[str, str]()
    for path in sorted(site.rglob("*.html")):
        name, html = path.relative_to(site).as_posix(), path.read_text(encoding="utf-8")
        tree = engines.parse(html)
        moved = kinds.MOVED.search(html)  # to a page whose title it has the beginning of
        for own in (
            tree.xpath("//article | //head") if name.startswith("guide/") else tree.xpath("//a") if moved else ()
        ):
            own.clear()
        found |= dict.fromkeys(left_out(_shown(tree), given), name)
    assert found == {}


def test_no_feed_says_anything_else(translated: Path, given: Given) -> None:
    """In titles, subtitles and entries, and in the lists of feeds."""
    found = dict[str, str]()
    for path in sorted((translated / "site" / "feeds").rglob("*.[xo][mp]*l")):
        tree = etree.parse(path)
        texts = [element.text or "" for element in tree.iter("{*}title", "{*}subtitle")]
        texts += [element.get("text", "") for element in tree.iter("outline")]
        for element in tree.iter("{*}content"):
            texts += _shown(engines.fragment(element.text or ""))
        found |= dict.fromkeys(left_out(texts, given), path.name)
    assert found == {}


ASKED = "byzantyne zebra year:2019"
ACTS: dict[str, tuple[str, ...]] = table(__file__, "acts")
"""What a reader does on pages."""


def test_no_script_says_anything_else(translated: Path, given: Given, watched: Watch) -> None:
    """Whatever scripts draw, over the web, as a reader uses what they offer."""
    look, found = watched(translated / "site"), dict[str, str]()
    for path, acts in ACTS.items():
        look.goto(path)
        for act in ("0", *acts):
            look.page.evaluate(act)
            look.settle()
            look.page.wait_for_load_state("networkidle")
            tree = engines.parse(look.page.content())
            said = left_out(_shown(tree), given) - {_plain(ASKED.replace(":2019", ""))}
            found |= dict.fromkeys(said, f"{path} {act}")
    assert look.complaints == []
    assert found == {}

"""What is fuzzed: from bytes to the code that takes what others wrote, and what must hold of the outcome."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from daybook import config
from daybook.describe import cards, themes
from daybook.fold.folding import fold
from daybook.model import Record, ids
from daybook.model.jsonl import from_json, to_json
from daybook.sources import registry
from daybook.sources.plain_text import one_line
from daybook.sources.registry import FORMATS, Reader
from daybook.text import author_names, markup
from daybook.view import addresses, labels

from tests.hostile.documents import FORMATS as FORMS
from tests.hostile.documents import Planted
from tests.hostile.payloads import BENIGN
from tests.search.conftest import Opened, opened
from tests.search.papers import invented

TESTS = Path(__file__).parents[1]
FOUND = Path(__file__).parent / "found"
_TAGS = (
    "em|strong|code|a|b|i|span|br|math|semantics|annotation|mrow|mi|mo|mn|msup|msub|msubsup|mfrac|msqrt|mtext|m[a-z]+"
)
_STRANGE = re.compile(rf"<(?!/?(?:{_TAGS})[\s>/])|(?i:javascript|data):[^\s]*\"|\son[a-z]+=")
_HREF = re.compile(r'href="([^"]*)"')
MOST_BYTES = 3_000  # of a document that is a seed
_LONGEST = 20_000  # characters of a text that is rendered: the growth of longer ones is tried elsewhere


@dataclass(frozen=True, slots=True)
class Target:
    """Something that is fuzzed."""

    run: Callable[[bytes], object]  # raises GeneratorError where it refuses; anything else is a find
    seeds: Callable[[], Iterator[bytes]]


def documents() -> Iterator[bytes]:
    """Two papers in each format, the small ones of the invented documents, and what was found before: a run of seconds
    is through them at once."""
    for form in FORMS:
        papers = [Planted(form.name, BENIGN, f"2603.0000{place}") for place in (1, 2)]
        yield from (text.encode() for text in form.write(papers).values())
    for path in (*sorted((TESTS / "sources" / "data").rglob("*.*")), *sorted(FOUND.iterdir())):
        data = path.read_bytes()
        if path.suffix == ".jsonl":
            yield data.partition(b"\n")[0]
        elif path.suffix != ".tsv" and len(data) <= MOST_BYTES:
            yield data
    yield from (b"@misc{a,\n title={Tea}\n}\n", b"TY  - JOUR\nTI  - Tea\nER  - \n", b'[{"id":"a","type":"article"}]')


def _texts() -> Iterator[bytes]:
    path = TESTS / "sample" / "documents" / "2026-03-06-mail.txt"
    yield from (title.encode() for title in re.findall(r"(?m)^Title: (.*)$", path.read_text(encoding="utf-8")))
    yield from (rb"The $H_0$ of Bal\'azs at https://example.org/a_b.", rb"\begin{equation}x^2\end{equation} \cite{a}")


def read(reader: Reader, data: bytes) -> None:
    """A document, twice: the same is said both times, in titles of one line, and the log keeps it as it is."""
    if reader.recognises(registry.head_of(data)):
        listings = reader.read(data)
        assert listings == reader.read(data)
        for record in (record for each in listings for record in each.records("d")):
            assert record.title == one_line(record.title) != "", record
            assert from_json(to_json(record).decode(), Record) == record


def written(data: bytes) -> None:
    """A title, an abstract and names, as pages show them: none of it becomes markup or a strange link."""
    text = data.decode(errors="replace")[:_LONGEST]
    shown = _RENDERER.inline(markup.markdown(text))
    assert not _STRANGE.search(shown), shown[:200]
    assert all(url.startswith(("http://", "https://")) for url in _HREF.findall(shown))
    assert markup.markdown(text) == markup.markdown(text)
    assert "\n" not in markup.markdown(text)
    assert all(url.startswith(("http://", "https://")) for url in markup.links(text))
    list(map(labels.is_code, markup.links(text)))
    names = (author_names.fold, author_names.as_printed)
    told = (labels.license_name, addresses.outside, ids.address)
    for function in (*names, *told, markup.repair, markup.title_key, markup.runs):
        function(text)
    cards.make([cards.CardText(text[:300], text, text)])


def _formula(data: bytes) -> None:
    text = data.decode(errors="replace")[:_LONGEST].replace("$", "")
    shown = _RENDERER.inline(markup.markdown(f"before ${text}$ after"))
    assert not _STRANGE.search(shown), shown[:200]
    markup.runs(f"${text}$")


def _folded(data: bytes) -> None:
    """Records of a document, folded into papers."""
    records: list[Record] = [r for each in registry.detect(data).read(data) for r in each.records("d")]
    assert fold(records).papers == fold(reversed(records)).papers


@cache
def _search() -> Opened:
    return opened(invented(40))


def _query(data: bytes) -> None:
    _search().find(data.decode(errors="replace")[:1_000])


def _sample(name: str) -> Iterator[bytes]:
    yield (TESTS.parent / "content" / name).read_bytes()


_RENDERER = markup.Renderer(None)
TARGETS: Mapping[str, Target] = {
    **{each.place.replace(":", "-").lower(): Target(partial(read, each.reader()), documents) for each in FORMATS},
    "any": Target(_folded, documents),
    "markup": Target(written, _texts),
    "formula": Target(_formula, lambda: iter((rb"e^{-\beta t}", rb"\frac{a}{b} \sqrt[3]{x}", rb"\text{a} \mathbb R"))),
    "settings": Target(lambda data: config.parse(data.decode(errors="replace")), partial(_sample, "archive.yml")),
    "themes": Target(lambda data: themes.parse(data.decode(errors="replace")), partial(_sample, "themes.yml")),
    "query": Target(_query, lambda: iter((b'"graph theory" -author:ada year:2026 theme:x cat:cs.DC', b"a* OR b"))),
}
"""By name: a reader each, under the name of its module, and what takes text, settings and queries."""

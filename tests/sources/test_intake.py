"""What all readers see of received text: composed, without the signs that show nothing; the papers stay the same."""

import re
import unicodedata
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from daybook.fold.linking import link, title_address
from daybook.log.store import Document, Store
from daybook.model import Listing
from daybook.model.jsonl import document_hash
from daybook.sources import intake, registry

from tests.cases import for_each
from tests.makers import ABSTRACT, entry, listing, time
from tests.mutations.kinds import kind_of, words_changed
from tests.sources.text_truth import DATA, changed
from tests.test_mutations import documents, sound

UNSEEN = "\u00ad\u200b\u2060\ufeff"
NAMES = sorted(path.relative_to(DATA).as_posix() for path in DATA.rglob("*.*") if path.suffix != ".tsv")


def read(data: bytes | str) -> tuple[Listing, ...]:
    data = data.encode() if isinstance(data, str) else data
    return registry.detect(data).read(data)


@for_each(
    ("given", "seen"),
    [
        ("So\u0308ren", "Sören"), *((f"with{sign}drawn", "withdrawn") for sign in UNSEEN),
        ("می\u200cخواهم", "می\u200cخواهم"), ("ക്\u200d", "ക്\u200d"), ("👩\u200d🔬", "👩\u200d🔬"),  # joiners
        ("a\u2061b\u00a0c\u180ed", "a\u2061b\u00a0c\u180ed"), ("<b>\u0338 =\u0338", "<b>\u0338 ≠"),
    ],
)  # fmt: skip
def test_the_words_that_readers_see(given: str, seen: str) -> None:
    assert intake.words(given) == seen


@for_each(
    ("given", "seen"),
    [
        (rb'"with\u00addrawn \u200B"', '"withdrawn "'), (rb'"So\u0308ren \\u00ad"', r'"Sören \\u00ad"'),
        (rb'"\ud83d\ude00 \u0022"', r'"\ud83d\ude00 \u0022"'), (b'"\xff\\u00ad"', None),
    ],
)  # fmt: skip
def test_json_is_seen_with_its_escapes(given: bytes, seen: str | None) -> None:
    assert intake.words_of_json(given) == (given if seen is None else seen.encode())


def parted(sign: str, words: str) -> str:
    """Words with this within every fourth of the long ones."""
    places = [found.end() for found in re.finditer(r"(?<![&\w])[a-z]{4}(?<!with)(?=[a-z]{2,} )", words)][::4]
    return "".join(words[i:j] + sign for i, j in pairwise([0, *places])) + words[places[-1] if places else 0 :]


@for_each("name", NAMES)
def test_a_document_with_unseen_signs_or_parted_accents_says_the_same(name: str) -> None:
    """Written out, or as references and escapes, which only the parser of the document's kind resolves."""
    data = (DATA / name).read_bytes()
    text, kind, sound = data.decode(), kind_of(data), read(data)
    signs = [*UNSEEN, *{"html": ("&shy;", "&#8203;"), "xml": ("&shy;", "&#x2060;"), "json": (r"\u00ad",)}.get(kind, ())]
    for sign in signs:
        insert = partial(parted, sign)
        assert read(words_changed(text, insert) if kind in ("html", "xml") else insert(text)) == sound, ascii(sign)
    assert read(unicodedata.normalize("NFD", text)) == sound


@pytest.mark.trial
@for_each("sign", [*UNSEEN, ""])
def test_every_document_with_a_sign_between_all_letters_says_the_same(sign: str) -> None:
    """Or with its accents apart."""

    def insert(words: str) -> str:
        apart = unicodedata.normalize("NFD", words)
        return re.sub(r"(&#?\w+;)|(?<=[^\W\d_])(?=[^\W\d_])", lambda found: found[1] or sign, words) if sign else apart

    for name, data in documents().items():
        kind = kind_of(data)
        if not isinstance(sound(name), str) and kind != "json" and b"<!DOCTYPE dblp" not in data:
            text = data.decode("utf-8-sig")
            assert read(words_changed(text, insert) if kind in ("html", "xml") else insert(text)) == sound(name), name


@for_each("sign", ["\u00ad", "&shy;"])
def test_a_word_in_two_keeps_the_flag_of_a_withdrawn_paper(sign: str) -> None:
    page = (DATA / "abs_page" / "versions.html").read_text()
    (found,) = read(changed(page, ("7 pages;", f"This paper was with{sign}drawn by the author,")))
    assert found.entries[0].withdrawn


@for_each("name", NAMES)
def test_no_place_is_sought_in_a_copy_of_another_length(name: str) -> None:
    """In lower case "İ" has two characters, in upper case "ß" has two and "ﬃ" three: of ten, offsets would be off."""
    text = (DATA / name).read_text()
    kind, sound = kind_of(text.encode()), repr(read(text))
    for sign in ("İ", "ß", "ﬃ"):
        insert = partial(re.sub, r".{150,}", lambda line, sign=sign: parted(sign * 3, line[0]))
        given = words_changed(text, insert) if kind in ("html", "xml") else insert(text)
        given = re.sub("(?i)(<html[^>]*>)", rf"\1<!-- {sign * 99} -->", given)
        assert repr(read(given)).replace(sign, "") == sound, sign


@pytest.mark.parametrize("title", ["Coun\u00adters that drift", "Z\u200ba\u0308hler that drift", "Zähler that drift"])
def test_the_address_of_a_paper_without_an_id_stays_as_first_stored(tmp_path: Path, title: str) -> None:
    """Its document is read again, by a reader that sees its title without such signs."""
    store = Store(tmp_path, lambda: time("2026-03-08T06:00:00"))
    said = [
        listing(entry(each, type="card", abstract=ABSTRACT), source="pith") for each in (title, intake.words(title))
    ]
    with store.lock():
        for each in said:
            store.add(Document(name="d", hash=document_hash(b"d"), listings=(each,)))
            store.coverage.flush()
            (paper,) = link(store.records())
            assert paper.key == title_address(title)

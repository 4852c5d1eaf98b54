"""The lines of the log, as JSON and back; and what of it can be hashed."""

from dataclasses import dataclass

import pytest
from daybook.errors import StoreError
from daybook.model import Count, Version, jsonl
from daybook.model.archive import PaperAnswer

from tests.cases import for_each
from tests.makers import day, record, statement, time

RECORD = (
    b'{"place":1,"type":"new","date":"2026-03-03","title":"Bounded Drift in Replicated Counters",'
    b'"source":"arxiv-listing","category":"cs.DC","document":"d0"}'
)
SECOND = RECORD.replace(b"1", b"22", 1)


def test_what_a_line_says() -> None:
    """Fields at their default are left out, and those that are asked to be; others stay, whatever they say."""
    versions = (Version(version=1, submitted=time("2026-03-02T15:00:00")),)
    said = record(authors_complete=False, withdrawn=True, version=2, authors=("Ada Ebb",), versions=versions)
    line = jsonl.RECORDS.encode(said)
    assert jsonl.RECORDS.decode(line, "a") == [said]
    assert b'"authors_complete":false' in line
    assert jsonl.RECORDS.encode(record()) == RECORD
    assert jsonl.RECORDS.encode(record(), frozenset(("title", "place"))) == RECORD.replace(b'"place":1,', b"").replace(
        b'"title":"Bounded Drift in Replicated Counters",', b""
    )
    told = statement(counts=(Count(section="new", read=0),), quiet=False)
    assert jsonl.STATEMENTS.decode(jsonl.STATEMENTS.encode(told), "a") == [told]
    assert b'"quiet":false' in jsonl.STATEMENTS.encode(told)  # it has no default
    assert [each.document for each in jsonl.DOCUMENTS.decode(RECORD, "a")] == ["d0"]


def test_where_lines_stand() -> None:
    """Where each begins and how long it is, in bytes; empty lines count for nothing but their place."""
    data = RECORD + b"\n\n" + SECOND + b"\n"
    assert list(jsonl.RECORDS.placed(data, "a")) == [
        (record(), 0, len(RECORD)),
        (record(place=22), len(RECORD) + 2, len(SECOND)),
    ]
    with pytest.raises(StoreError, match="a, line 1: "):  # two on a line
        list(jsonl.RECORDS.placed(RECORD + RECORD, "a"))
    told: list[StoreError] = []
    held = jsonl.RECORDS.placed(RECORD + RECORD + b"\n" + SECOND, "a", told.append)
    assert ([item.place for item, *_ in held], [fault.location for fault in told]) == ([22], ["line 1"])


@for_each(
    ("data", "told"),
    [
        (b"\n".join((RECORD, b"", b"{}")), "a.jsonl, line 3: .*`place`; restore the line from git, or remove it and i"),
        (b"x\n" + RECORD, "a.jsonl, line 1: cannot be read: JSON is malformed"),
        (RECORD + b'\n{"x":' + b"[" * 100_000, "a.jsonl, line 2: .*recursion"),
        (RECORD + b'\n{"title":"\xff"}', "a.jsonl, line 2: .*utf-8"),
        (RECORD + b"\n<<<<<<< HEAD\n{}", "a.jsonl, line 2: unresolved merge conflict; keep the lines you want"),
        (b">>>>>>> other\n" + RECORD, "a.jsonl, line 1: unresolved merge conflict"),
    ],
)
def test_an_unsound_line_is_named(data: bytes, told: str) -> None:
    """With the file, and what to do about it."""
    with pytest.raises(StoreError, match=told):
        jsonl.RECORDS.decode(data, "a.jsonl")


def test_what_is_read_is_noted(caplog: pytest.LogCaptureFixture) -> None:
    """Which file, and how large; nothing of what has no name."""
    with caplog.at_level("DEBUG", logger="daybook.log"):
        jsonl.RECORDS.decode(RECORD, "")
        jsonl.RECORDS.decode(RECORD + b"\n" * 1000, "a.jsonl")
    assert caplog.messages == [f"read a.jsonl, {len(RECORD) + 1000:,} bytes"]


def test_a_conflict_is_refused_and_nothing_else() -> None:
    jsonl.refuse_unmerged(b"a\n=======\n<<<<<<<<<<<\n <<<<<<< x", "same.yml")
    with pytest.raises(StoreError, match=r"same\.yml, line 3: unresolved merge conflict"):
        jsonl.refuse_unmerged(b"a\nb\n||||||| c\n", "same.yml")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a server may be asked for."""

    names: tuple[str, ...]
    inner: tuple[Count, ...] = ()
    left: int = 0


@dataclass(frozen=True)
class Titled:
    title: str = ""
    description: str = ""
    default: int = 0


def test_the_form_that_a_server_is_given() -> None:
    """Without references, titles and defaults; all that is there is required, and nothing else is let in."""
    text = {"type": "string"}
    form = jsonl.form(Asked, "left")
    assert (form["properties"]["names"], form["required"]) == ({"type": "array", "items": text}, ["names", "inner"])
    inner = form["properties"]["inner"]["items"]
    assert inner["required"] == ["section", "read", "shown", "total"]
    assert inner["properties"]["shown"] == {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    assert form["additionalProperties"] is inner["additionalProperties"] is False
    assert not {"$ref", "$defs", "default", "title"} & {*form, *form["properties"]["inner"]}
    fields = {"title": text, "description": text, "default": {"type": "integer"}}
    assert jsonl.form(Titled, "")["properties"] == fields  # where they are names of properties


def test_values_there_and_back() -> None:
    answer = PaperAnswer(model="m", prompt="p", written=day("2026-03-03"), paper="a", text="0f")
    assert jsonl.from_json(jsonl.to_json(answer).decode(), PaperAnswer) == answer
    for text in ("{", "{}", "[" * 100_000):
        with pytest.raises(ValueError, match=r"."):
            jsonl.from_json(text, PaperAnswer)


def test_hashes() -> None:
    """What is kept from run to run is found by them."""
    assert jsonl.hash_of(b"a") == jsonl.hash_of_words("a") == "1ba3c523e770f3313cc91ab1"
    assert (len(jsonl.hash_of(b"a", 8)), len(jsonl.hash_of_words("\ud800"))) == (16, 24)
    assert jsonl.hash_of_words("a", "b") != jsonl.hash_of_words("ab", "")


def test_what_identifies_texts() -> None:
    """Lines of content/summaries are found by it again, so it may never change. Nothing is as an empty text."""
    assert jsonl.text_hash("Drift", None, "We measure.") == jsonl.text_hash("Drift", "", "We measure.")
    assert jsonl.text_hash("Drift", "We measure.") == jsonl.document_hash(b"Drift\0We measure.") == "32b7f47b854842e4"
    assert jsonl.text_hash("a", "b") != jsonl.text_hash("ab", "")
    assert len(jsonl.text_hash("\ud800")) == 16

"""The one door to terminal and log: no word of others acts there, and no key is shown."""

import io
import sys
from pathlib import Path

import pytest
from daybook import cli
from daybook.runtime import terminal

from tests.cases import for_each, table
from tests.tools.growth import in_proportion

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def obeyed(line: str) -> bool:
    """Whether GitHub's runner takes a line for an order, as its source has it."""
    at = line.find("##[")
    return line.lstrip().startswith("::") or (at >= 0 and "]" in line[at:])


def test_every_character_is_shown_and_none_acts() -> None:
    """All of Unicode, lone surrogates too: a line stays one line, and can be read back character by character."""
    for start in range(0, 0x110000, 0x1000):
        shown = terminal.printable("".join(map(chr, range(start, start + 0x1000))))
        assert shown.isprintable()
        assert len(shown.splitlines()) <= 1
        shown.encode()
    assert terminal.printable(f"a{BIDI}\x1b\x9b\x00\x7f\u2028\u2029\x85\r\n\t") == "a" + "".join(
        repr(char)[1:-1] for char in f"{BIDI}\x1b\x9b\x00\x7f\u2028\u2029\x85\r\n\t"
    )


@for_each("text", ["a plain line", "Bär, 東京: $x^2$ \\alpha 😀", "a::b", "# 3", "#[x]", "std::vector"])
def test_what_is_harmless_stays(text: str) -> None:
    """Escaped is only what could act."""
    assert terminal.printable(text) == text


@for_each("before", ["", " ", "\xa0", "\u3000 ", "\t", "\ufeff", "\n", "x\n", "x\r", "x\u2028", "#", "x"])
@for_each(
    "order", ["::error::no", "::set-output name=x::y", "##[error]no", "##vso[task.complete]", "::::", "##[[group]]"]
)
def test_no_order_reaches_a_workflow(before: str, order: str) -> None:
    """`::` where a line begins, `##[` anywhere, whatever stands before it."""
    assert not any(obeyed(line) for line in terminal.printable(before + order).splitlines())
    assert "##vso[" not in terminal.printable(before + order)


@for_each(("text", "shown"), table(__file__, "keys_are_not_shown"))
def test_keys_are_not_shown(text: str, shown: str) -> None:
    """User names, parameters and headers that hold keys; all else stays."""
    assert terminal.redacted(text) == shown


def test_a_known_secret_is_hidden_however_it_is_written() -> None:
    """As it is, and as addresses have it."""
    assert terminal.redacted("k/ey a, k%2Fey%20a, k%2Fey+a", ["k/ey a"]) == "***, ***, ***"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_line_is_printed_whatever_the_terminal_can_show(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it cannot show is escaped; names of files that are not UTF-8 too."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    terminal.say("caf\udce9 東")
    stream.flush()
    shown = "東" if encoding == "utf-8" else "\\u6771"
    assert stream.buffer.getvalue() == f"caf\\xe9 {shown}\n".encode(encoding)  # type: ignore[attr-defined]


def test_a_line_has_a_length(capsys: pytest.CaptureFixture[str]) -> None:
    """An error feed of a megabyte is no message."""
    terminal.say("x" * 1_000_000)
    assert len(capsys.readouterr().out) < 5_000


def test_a_traceback_is_printed_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Its last lines are an error's own, whoever wrote that."""
    terminal.trace("Traceback:\n  File x\nValueError: a\n::error::b\u2028::error::c\x1b[2J\n")
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["Traceback:", "  File x", "ValueError: a", "\\x3a:error::b", "\\x3a:error::c\\x1b[2J"]


def test_a_command_prints_names_and_words_of_others_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names of files, also those that are not UTF-8, pages' own words, and arguments."""
    saved = tmp_path / "saved"
    saved.mkdir()
    for name in (b"::error::a\x1b[31m.html", b"caf\xe9 ##[error]x.html", b"a\nb.html"):
        (saved / name.decode("utf-8", "surrogateescape")).write_bytes(
            "<html><body><p>Gone \u202e &#27;[2J ::error:: ##[error]x</p></body></html>".encode()
        )
    assert cli.main(["ingest", "--archive", str(tmp_path / "a"), str(saved)]) == 1
    out, err = capsys.readouterr()
    assert len(err.splitlines()) == 3
    assert all(line.isprintable() and not obeyed(line) for line in (out + err).splitlines())
    assert "caf\\xe9" in err
    with pytest.raises(SystemExit):
        cli.main(["export", "jsonl", "--\x1b[31mformat"])
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.trial
@for_each(
    "piece",
    ["://", "://a", "?key", "&token", "authorization", "bearer a", "##a", "?aaaakey", "api-key: ", "\x1b", ": "],
)
def test_a_long_text_costs_in_proportion(piece: str) -> None:
    """Whatever a page of an error repeats."""
    in_proportion(lambda length: terminal.printable(terminal.redacted(piece * (length // len(piece)))), 200_000)

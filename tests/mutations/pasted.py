"""What happens to words on their way: other normal forms, invisible characters, printing, forwarding, cutting, joining.

Words may change in form: titles and names are compared by their letters. None where a document cannot be changed so.
"""

import quopri
import re
import textwrap
import unicodedata
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from tests.mutations import Mutation
from tests.mutations.kinds import kind_of, text_of, words_changed

_LONG = re.compile(r"\b[^\W\d_]{8,}\b")
_LIGATURES = (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("ff", "ﬀ"), ("fi", "ﬁ"), ("fl", "ﬂ"))
_QUOTED = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")
_ENGLISH = "January February March April May June July August September October November December"
_FRENCH = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
_GERMAN = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"
_RUSSIAN = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"
_DATE = re.compile(
    rf"(\d{{1,2}} )({_ENGLISH.replace(' ', '|')}|{'|'.join(name[:3] for name in _ENGLISH.split())})\.?(?= \d{{2,4}})"
)
_HEADERS = "2026. 07. 01. 10:11", "Distributed, Parallel, and Cluster Computing"
_PAGE = 50
"""Lines of a printed page."""
DATA = Path(__file__).parents[1] / "sources" / "data"
OTHERS = {
    "a_mail": "mail/daily.txt", "a_listing": "listing_text/new.txt", "an_extracted_listing": "listing_glued/new.txt",
    "an_answer": "api_stripped/answer.txt", "cards": "pith/cards.txt", "a_report": "inference_report/report.txt",
    "a_page": "listing_html/new.html", "a_feed": "rss/two.xml", "oai": "oai/raw.xml", "papers": "papers/four.jsonl",
}  # fmt: skip
"""Ten kinds of documents."""


def _words(change: Callable[[str], str]) -> Mutation:
    """The words of a document of any kind changed, but for markup."""

    def mutation(data: bytes) -> bytes | None:
        text, kind = text_of(data), kind_of(data)
        return (change(text) if kind in ("text", "json") else words_changed(text, change)).encode()

    return mutation


def _text(change: Callable[[str], str | None]) -> Mutation:
    """A pasted text changed."""

    def mutation(data: bytes) -> bytes | None:
        if kind_of(data) != "text":
            return None
        text = change(text_of(data).replace("\r\n", "\n"))
        return None if text is None else text.encode()

    return mutation


def _within_words(sign: str) -> Mutation:
    return _words(lambda text: _LONG.sub(lambda word: f"{word[0][:4]}{sign}{word[0][4:]}", text))


def _with_ligatures(text: str) -> str:
    for letters, ligature in _LIGATURES:
        text = text.replace(letters, ligature)
    return text


def _with_smart_quotes(text: str) -> str:
    text = _QUOTED.sub(lambda found: f"“{found[1]}”" if found[1] is not None else f"‘{found[2]}’", text)
    return text.replace("'", "’")


def _printed(text: str, *, header: bool, footer: bool, feed: bool) -> str:
    """Wrapped at 100 columns, and on each page a header above, a footer with the page's number below."""
    lines = [part for line in text.split("\n") for part in (textwrap.wrap(line, 100) or [""])]
    pages = [lines[at : at + _PAGE] for at in range(0, len(lines), _PAGE)]
    printed = []
    for number, page in enumerate(pages, 1):
        above = ["    ".join(_HEADERS)] if header else []
        below = [f"https://arxiv.org/list/cs.DC/new    Page {number} of {len(pages)}"] if footer else []
        printed.append("\n".join([*above, *page, *below]))
    return ("\n\f" if feed else "\n").join(printed)


def _numbered(text: str) -> str:
    """Wrapped, and between pages a line with the page's number."""
    lines = [part for line in text.split("\n") for part in (textwrap.wrap(line, 90) or [""])]
    pages = [lines[at : at + _PAGE] for at in range(0, len(lines), _PAGE)]
    return "\n".join("\n".join([*page, "", f"- {number} -", ""]) for number, page in enumerate(pages, 1))


def _hyphenated(text: str) -> str:
    """Wrapped at 68 columns with words broken at hyphens that are put in."""
    lines = []
    for line in text.split("\n"):
        while len(line) > 68:
            at = line.rfind(" ", 0, 68)
            word = re.match(r"[a-z]{7,}", line[at + 1 :]) if at > 40 else None
            if word and at + 6 < 68:
                lines.append(line[: at + 5] + "-")
                line = line[at + 5 :]
            else:
                lines.append(line[:at] if at > 0 else line[:68])
                line = line[at + 1 :] if at > 0 else line[68:]
        lines.append(line)
    return "\n".join(lines)


def _in_language(months: str) -> Mutation:
    """Dates as another language writes them."""

    def translated(text: str) -> str:
        short = {name[:3]: other for name, other in zip(_ENGLISH.split(), months.split(), strict=True)}
        return _DATE.sub(lambda found: f"{found[1]}{short[found[2][:3]]}", text)

    return _words(translated)


def _behind(words: str) -> Mutation:
    return _text(lambda text: text + words)


def _before(words: str) -> Mutation:
    return _text(lambda text: words + text)


def _cut(part: float) -> Mutation:
    def mutation(data: bytes) -> bytes | None:
        text = text_of(data)
        return text[: int(len(text) * part)].encode() if len(text) > 400 else None

    return mutation


def _cut_behind_a_word(data: bytes) -> bytes | None:
    text = text_of(data)
    at = re.compile(r"[^\W\d_] ").search(text, len(text) // 2)
    return text[: at.end()].encode() if at else None


@cache
def _other(name: str) -> bytes:
    return (DATA / OTHERS[name]).read_bytes()


def _joined(name: str, data: bytes, *, behind: bool) -> bytes | None:
    """Together with another document; two of a kind are another kind's business."""
    other = _other(name)
    if (kind_of(data), _sign(data)) == (kind_of(other), _sign(other)):
        return None
    return data + b"\n" + other if behind else other + b"\n" + data


def _sign(data: bytes) -> str:
    """What tells texts of one kind from those of another."""
    if kind_of(data) != "text":
        return ""
    signs = {b"\\\\\n": "mail", b"] arXiv:": "listing", b"arxiv.org/api/": "answer", b"click to expand": "cards"}
    return next((name for sign, name in signs.items() if sign in data.replace(b"\r", b"")), "report")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _mojibake_twice(data: bytes) -> bytes | None:
    if data.isascii() or kind_of(data) == "json":
        return None
    for _ in range(2):
        data = "".join(bytes([byte]).decode("windows-1252", "ignore") or chr(byte) for byte in data).encode()
    return data


def _in_charset(charset: str) -> Mutation:
    """A text in an encoding that nothing names."""

    def mutation(data: bytes) -> bytes | None:
        if kind_of(data) != "text":
            return None
        try:
            return text_of(data).encode(charset)
        except UnicodeEncodeError:
            return None

    return mutation


_GMAIL = """\
---------- Forwarded message ---------
From: Ada Writer <ada@example.org>
Date: Wed, Jul 1, 2026 at 10:11 AM
Subject: Fwd: papers
To: Bo Other <bo@example.org>


"""
_OUTLOOK = """\
-----Original Message-----
From: Ada Writer <ada@example.org>
Sent: Wednesday, July 1, 2026 10:11 AM
To: Bo Other
Subject: papers

"""

MUTATIONS: dict[str, Mutation] = {
    "decomposed": _words(partial(unicodedata.normalize, "NFD")),  # as macOS gives
    "compatible": _words(partial(unicodedata.normalize, "NFKC")),
    "decomposed_compatible": _words(partial(unicodedata.normalize, "NFKD")),
    "soft_hyphens": _within_words("\u00ad"),  # of pages that hyphenate
    "zero_width_spaces": _within_words("\u200b"),
    "word_joiners": _within_words("\u2060"),
    "byte_order_marks": _words(lambda text: text.replace("\n\n", "\n\ufeff\n\ufeff")),
    "narrow_spaces": _words(lambda text: text.replace(", ", ",\u202f")),
    "ideographic_spaces": _words(lambda text: text.replace(", ", ",\u3000")),
    "ligatures": _words(_with_ligatures),  # of PDF
    "smart_quotes": _text(_with_smart_quotes),  # of word processors
    "smart_dashes": _text(lambda text: re.sub(r"(?<=\w)--(?=\w)", "–", text).replace("...", "…")),
    "printed": _text(partial(_printed, header=True, footer=True, feed=True)),  # to PDF, and copied
    "printed_without_form_feeds": _text(partial(_printed, header=True, footer=True, feed=False)),
    "printed_with_headers": _text(partial(_printed, header=True, footer=False, feed=True)),
    "printed_with_footers": _text(partial(_printed, header=False, footer=True, feed=True)),
    "printed_with_numbers": _text(_numbered),
    "hyphenated": _text(_hyphenated),
    "forwarded": _before(_GMAIL), "forwarded_by_outlook": _before(_OUTLOOK),
    "forwarded_and_quoted": _text(lambda text: _GMAIL + "".join(f"> {line}\n" for line in text.split("\n"))),
    "forwarded_with_words": _before("Hi Bo, see the third one.\n\n" + _GMAIL),
    "signed": _behind("\n-- \nJane Doe\nExample University\n"),
    "signed_without_a_rule": _behind("\n\n– Jane Doe\nExample University\n"),
    "signed_by_a_phone": _behind("\n\nSent from my iPhone\n"),
    "share_line_behind": _behind("\nShare this page\n"), "copyright_behind": _behind("\n© 2026 Example\n"),
    "word_behind": _behind("\nDone\n"), "prompt_behind": _behind("\nada@host:~$ "), "control_z_behind": _behind("\x1a"),
    "banner_before": _before("We value your privacy\nAccept all\nReject all\n\n"),
    "framed": _text(lambda text: "".join(f"| {line}\n" for line in text.split("\n"))),
    "lines_numbered": _text(lambda text: "".join(f"{n:5} {line}\n" for n, line in enumerate(text.split("\n"), 1))),
    "on_one_line": _text(lambda text: " ".join(text.split())),
    "in_french": _in_language(_FRENCH), "in_german": _in_language(_GERMAN), "in_russian": _in_language(_RUSSIAN),
    "cut_at_10": _cut(0.1), "cut_at_50": _cut(0.5), "cut_at_90": _cut(0.9), "cut_behind_a_word": _cut_behind_a_word,
    "escaped": _text(_escaped), "quoted_printable": _text(lambda text: quopri.encodestring(text.encode()).decode()),
    "utf_32": _in_charset("utf-32"), "mac_roman": _in_charset("mac-roman"),
    "mojibake_twice": _mojibake_twice,
    **{f"{name}_behind": partial(_joined, name, behind=True) for name in OTHERS},
    **{f"{name}_before": partial(_joined, name, behind=False) for name in OTHERS},
}  # fmt: skip

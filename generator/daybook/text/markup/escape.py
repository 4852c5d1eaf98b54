"""What no page may hold is dropped, what was damaged is mended, all else is escaped: for HTML, Markdown and YAML.

Words were broken when a text was taken from a PDF: "vascula-ture" at a line's end, "V arious" by kerning. Saved pages
often have a few runs of UTF-8 that was decoded with another code page, among sound text: the text as a whole cannot be
decoded again, but each run can. ftfy handles Western and Cyrillic code pages, but not Greek, where damage looks like
Greek. Here the neighbours decide: real Greek is part of Greek words, damage is isolated between digits, Latin letters
and blanks. Addresses are of http and https only, and only where a person can see where they lead.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Collection

import ftfy
from ftfy.badness import is_bad
from ftfy.chardata import UTF8_DETECTOR_RE

from daybook.text.vocabulary import UNKNOWN, rarity

_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
_BARE = re.compile(r"[\w.:/#%?+-]*[\w.:#%+-]", re.ASCII)
_HTML_SIGN = re.compile(r'[&<>"]')

# Signs that CommonMark, GitHub, Obsidian or Python-Markdown with its extensions may read as markup. Those of HTML
# become entities, since Python-Markdown knows no other way; an ampersand only where it could be read as one. Addresses
# are parted where GitHub would link them, to whatever host. A sign comes first, which is searched for fast.
_SIGN = re.compile(
    r"[\\`*_{}\[\]$|<~^&#=%:.+](?:(?<=[\\`*_{}\[\]$|<~^])|(?<=&)(?=#?\w{1,32};|#?\w{0,32}$)|(?<=#)(?<!\w#)"
    r"|(?<===)|(?<==)(?==)|(?<=%%)|(?<=%)(?=%)|(?<=:)(?=[\w+-]{1,40}:|//)|(?<=[wW][wW][wW]\.)"
    r"|(?<=\+)(?=\+(?:[\"']|[\w+-]{1,80}\+\+)))"
)
# Python-Markdown knows no escape of "<", which 3.6 % of abstracts contain.
_ENTITY = {"<": "&lt;", "&": "&amp;"}
# At the beginning of a line: lists, rules, headings, quotations, definitions, admonitions and details.
_HEAD = re.compile(r"(\d{1,9}(?=[.)](?:\s|$)))?([-+=:!?%>.)])")

_NOT_YAML = re.compile(r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def escape_html(text: str) -> str:
    """`text` for an element's content or a quoted attribute."""
    return _HTML_SIGN.sub(lambda sign: _HTML[sign[0]], text)


def attribute(value: str) -> str:
    """The value of an attribute, in quotes only where HTML needs them: a page of a paper has dozens."""
    return value if _BARE.fullmatch(value) else f'"{escape_html(value)}"'


def escape_markdown(text: str) -> str:
    """Plain text within a line of Markdown: to no engine is anything in it markup."""
    return _SIGN.sub(lambda sign: _ENTITY.get(sign[0]) or f"\\{sign[0]}", text)


def escape_head(line: str) -> str:
    """A line of Markdown whose beginning is not taken for that of a list, a rule or a heading."""
    head = _HEAD.match(line)
    return f"{head[1] or ''}\\{line[head.end() - 1 :]}" if head else line


def yaml_string(text: str) -> str:
    """`text` as a double-quoted YAML scalar (which is JSON too), on one line: safe in front matter."""
    quoted = json.dumps(_SURROGATE.sub("\ufffd", text), ensure_ascii=False)
    return _NOT_YAML.sub(lambda sign: f"\\u{ord(sign[0]):04x}", quoted)


# Line separators of every kind become blanks; the rest (C0, C1, direction marks and overrides, byte order marks,
# lone surrogates, non-characters) is dropped: a listing must not turn the page's text around or break its bytes.
_LINES = re.compile(r"[\t\n\x0b\x0c\r\x1c-\x1e\x85\u2028\u2029]")
_BARRED = re.compile(
    r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)
_BLANKS = re.compile(r" {2,}")
_BREAK = re.compile(r"\n[ \t]*\n\s*")
_BROKEN = re.compile(r"[B-HJ-Z-](?:(?<=[a-z][a-z]-) ?|(?<!-) )(?=[a-z][a-z])")
_REVERSED_START = re.compile(r"(?:[a-z]{2,20}+[A-Z]?|[A-Z])(?![\w/.\\'’-])")
_END = re.compile(r"[a-z]{2,20}+(?![\w/-]|\.\w)")
_LONGEST = 22
_SHORTEST = 8  # letters; zig-zag is no broken word


def clean(text: str) -> str:
    """`text` on one line without control characters, without marks that turn its direction, blanks single."""
    if not text.isprintable():  # as is hardly any
        text = _BARRED.sub("", _LINES.sub(" ", text))
    return (_BLANKS.sub(" ", text) if "  " in text else text).strip(" ")


def paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs of `text` (separated by blank lines), each cleaned, none empty. Broken words are whole: those that
    arXiv's texts know (text/vocabulary.py), but not their pieces.

    >>> paragraphs("V arious vascula-tures, a K means and zig-zag-like e-mails")
    ('Various vasculatures, a K means and zig-zag-like e-mails',)
    """
    # nearly all texts have one
    parts = _BREAK.split(text.replace("\r\n", "\n").replace("\r", "\n")) if "\n" in text or "\r" in text else (text,)
    return tuple(filter(None, (_BROKEN.sub(_gap, clean(part)) for part in parts)))


def _gap(match: re.Match[str]) -> str:
    """What stands between the two pieces, with the capital before a blank: no more than that within a broken word."""
    line, kept = match.string, match[0].strip("- ")
    after = _END.match(line, match.end())
    if not after or not _is_unknown(after[0]):  # as in nearly all compounds
        return match[0]
    at = match.start() + len(kept)
    before = _REVERSED_START.match(line[max(0, at - _LONGEST) : at][::-1])
    if not before:
        return match[0]
    start = before[0][::-1]
    word = start + after[0]
    broken = kept or (len(word) >= _SHORTEST and _is_unknown(start))
    return kept if broken and not _is_unknown(word) else match[0]


def _is_unknown(word: str) -> bool:
    return rarity(word.lower()) >= UNKNOWN


HOSTS = frozenset({
    "arxiv.org", "export.arxiv.org", "info.arxiv.org", "doi.org", "dx.doi.org", "creativecommons.org", "github.com",
    "gitlab.com", "bitbucket.org", "codeberg.org", "huggingface.co", "zenodo.org", "orcid.org",
})  # fmt: skip
"""Hosts that every page may link: arXiv's, those of permanent names and licences, and those of code and data."""
_OF_CODE = (".github.io", ".gitlab.io")

_STOP = r"\s<>\"{}|\\^`\u3000-\u303f\uff00-\uff0f“”‘’«»…"
ADDRESS = rf"https?://(?:[^{_STOP}]|\\[_%#&~$])+"
"""The pattern of an address and any punctuation after it; it may contain TeX's escapes of `_ % # & ~ $`."""

LINK = re.compile(r"(?<!\\)\[((?:[^\[\]\\]|\\.)*+)\]\(([^()\s]++)\)")
"""A link in Markdown: what it shows, and its target."""

_CODE = rf"(?<![\w./@:-])(?:www\.)?git(?:hub|lab)\.com/[\w.-]+/(?:[^{_STOP}]|\\[_%#&~$])+"
_ANY = re.compile(rf"({ADDRESS})|({_CODE})", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([_%#&~$])")
_HOST = re.compile(r"https?://(?:[\w-]+\.)+[\w-]*\w(?::\d{1,5})?(?:[/?#]|$)", re.IGNORECASE)
_NETLOC = re.compile(r"(?ai:https?)://([\w.:-]+)(?=[/?#]|\Z)")
_TRAILING = ".,;:!?'*-\\"
_PAIRS = {")": "(", "]": "["}


def trim(written: str) -> str:
    """The part of `written` that is the address: without the punctuation of the sentence around it."""
    spare = {last: written.count(last) - written.count(first) for last, first in _PAIRS.items()}
    for end in range(len(written), 0, -1):
        last = written[end - 1]
        if spare.get(last, 0) > 0:
            spare[last] -= 1
        elif last not in _TRAILING:
            return written[:end]
    return ""


def address(written: str) -> str | None:
    """The address in `written` (already trimmed) without TeX's escapes; None if it names no host or hides it.

    "https://good.example@bad.example/" is refused: it leads elsewhere than it seems to.
    """
    plain = unescaped(written)
    return plain if _HOST.match(plain) else None


def unescaped(written: str) -> str:
    """An address without TeX's escapes."""
    return _ESCAPED.sub(r"\1", written)


def may_be_linked(url: str, hosts: Collection[str] = ()) -> bool:
    """Whether pages link an address: it is http or https, and its host is one of HOSTS or of `hosts`."""
    found = _NETLOC.match(url)
    host = found[1].lower().removeprefix("www.") if found else ""
    return host in HOSTS or host in hosts or host.endswith(_OF_CODE)


def links(text: str) -> tuple[str, ...]:
    """The http and https addresses in received text, each once, in order, without trailing punctuation.

    A bare "github.com/owner/name" counts (as https). arXiv's placeholder "this https URL" is not an address.
    """
    if "://" not in text and ".com/" not in text.lower():
        return ()
    found = (match for paragraph in text.splitlines() for match in _ANY.finditer(clean(paragraph)))
    urls = (address(trim(match[0]) if match[1] else f"https://{trim(match[0])}") for match in found)
    return tuple(dict.fromkeys(filter(None, urls)))


_GREEK = [bytes([byte]).decode("windows-1253", errors="ignore") or chr(byte) for byte in range(256)]
"""What the Greek code page shows of each byte; C1 controls stand for the bytes it leaves open."""
_BYTES = {sign: byte for byte, sign in enumerate(_GREEK)}
_TAIL, *_LEADS = (
    f"[{re.escape(''.join(_GREEK[first : last + 1]))}]"
    for first, last in ((0x80, 0xBF), (0xC2, 0xDF), (0xE0, 0xEF), (0xF0, 0xF4))
)
# A page of May 2026 had six damaged characters on four lines, one with a sound dash beside: no line can be decoded as a
# whole.
_RUN = re.compile(f"(?:{'|'.join(f'{lead}{_TAIL}{{{count}}}' for count, lead in enumerate(_LEADS, 1))})+")
# Signs that may follow a Greek letter in sound text.
_ORDINARY = frozenset("‘’“”–—…·«» •°±²³΄")
_GREEK_LETTER = re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]")
# What a single lead letter with an ordinary sign after it may stand for: signs of numbers, and separators.
_SIGNS = frozenset("×·°±µ²³½¼§©®«»–—’“”")


def repair(text: str) -> str:
    """`text` with its mojibake repaired and everything else unchanged.

    >>> repair("1–4Γ— under real load")
    '1–4× under real load'
    """
    if text.isascii():
        return text
    repaired = UTF8_DETECTOR_RE.sub(_western, text)
    return _RUN.sub(_greek, repaired) if _RUN.search(repaired) else repaired


def _western(match: re.Match[str]) -> str:
    # A blank may stand for a lost no-break space, but more often it ends a word: "Ã is a letter".
    sound = " " in match[0] or _GREEK_LETTER.search(match[0]) or not is_bad(match[0])
    return match[0] if sound else ftfy.fix_encoding(match[0])


def _greek(match: re.Match[str]) -> str:
    run, text = match[0], match.string
    before, after = text[: match.start()][-2:], text[match.end() : match.end() + 2]
    # Real Greek must stay: "$δ$", "Θ" and "γ" stand in abstracts of 2026.
    meant = _read_back(run)
    if meant is None or _GREEK_LETTER.match(before[-1:]) or _GREEK_LETTER.match(after[:1]):
        return run
    if len(meant) > 1 or not _ORDINARY.issuperset(run[1:]):
        return meant
    # In doubt it is damage where its meaning fits its place, a sign at a number, or where other runs are damaged.
    if meant in _SIGNS and (before[-1:].isdigit() or after[:1].isdigit() or re.fullmatch(r"\d ", before)):
        return meant
    others = (other[0] for other in _RUN.finditer(text) if not _ORDINARY.issuperset(other[0][1:]))
    likely = meant in _SIGNS or meant.isalpha()
    return meant if likely and any(_read_back(other) is not None for other in others) else run


def _read_back(run: str) -> str | None:
    """The run's bytes decoded as UTF-8; None if nobody writes that: controls, private signs, conjoining letters."""
    try:
        meant = bytes(map(_BYTES.__getitem__, run)).decode("utf-8")
    except UnicodeDecodeError:
        return None
    barred = (unicodedata.category(sign) in ("Cc", "Cn", "Co", "Cs") or "\u1100" <= sign <= "\u11ff" for sign in meant)
    return None if any(barred) else meant

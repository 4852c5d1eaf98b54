"""The fields after an untagged API entry's second time, run together: comment, journal reference, authors, DOI.

`40 pages, 4 figuresIvan IlinPeter Richtárik` is a comment and two names. A name may begin where a capital follows
anything but a space. Of all ways to split the text at such places, the one with the lowest cost is chosen: a part that
looks like a person's name costs nothing, and parts that do not can only be the comment at the beginning.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from daybook.sources.author_list import PARTICLES
from daybook.sources.plain_text import one_line
from daybook.sources.salvage.person_names import GROUP, Words, has_stray_comma, is_name_word

_DOI = re.compile(r"(?<!\S)\S*?(?P<doi>10\.\d{4,9}/\S++(?:\s++10\.\d{4,9}/\S++)*+)")
_NEW_LINE = re.compile(r"\n[^\S\n]*+(?=\S)")
_INITIAL_BEFORE = re.compile(r"(?:^|[\s.\-]|[a-z])[A-Z]\.$")  # "J.R. Smith"
_PREFIX = re.compile(r"(?:^|[\s-])(?:Mc|Mac)$")
_MAYBE_PREFIX = re.compile(r"(?:^|[\s-])(?:De|Di|Du|Da|La|Le|Lo|Van|Von|Fitz|Al|El)$")
_BEFORE = frozenset(" \t-‐‑–—/([{<'’`“‘@#&_^\\:,;=|~")
_ADDRESS = re.compile(r"https?://\S*+")
_JOURNAL_SIGN = re.compile(
    r"\b(?:vol|no|pp|issue|volume|p)\b\.?\s?\d|\d\s?\(\d{4}\)|\d:\d|\d\s?[-–]{1,2}\s?\d|\(\d{4}\)|\d,\s?\d",
    re.IGNORECASE,
)
_JOURNAL_BEGIN = re.compile(
    r"(?:In:? )?(?:\d{4} )?(?:Proc|Journal|J\.|Int|IEEE|ACM|Trans|Phys|Nucl|Ann|Astro|Mon\.|Nature|Science|Lect|AIP"
    r"|JHEP|PoS|Adv|Appl|Comm|Comp|SIAM|Eur|Math|Theor|Rev|Electr|Inf|Bull|Springer|LNCS|USENIX|Frontiers|PLoS|PLOS)"
)
_YEAR = re.compile(r"(?:19|20)\d\d(?!\d)")
_COMMENT_WORDS = re.compile(
    r"\d\s{0,3}(?:pages?|pp|figures?|figs?|tables?)\b|\bpages?,|\b(?:accepted|submitted|to appear|preprint|version"
    r"|draft|code|published|presented|camera|extended|included|latex|talk)\b",
    re.IGNORECASE,
)
_PRINTED = """
    abstract accepted appendix article book camera chapter comments companion conference draft edition erratum extended
    figures file invited journal keynote lecture letters manuscript meeting notes pages poster preprint proceedings
    published ready report review revised revision school section short spotlight submission submitted summary
    supplement supplementary survey symposium tables talk technical thesis transactions tutorial version volume welcome
    workshop
"""
OF_COMMENTS = Words(frozenset(_PRINTED.split()))
"""Words typical of comments, in any field."""
_JOINED = re.compile(r"[a-zà-ÿ][A-ZÀ-Þ]")

_NEAR = 6  # characters before a place that show whether a prefix ends there
_LONGEST_NAME = 300
_LONGEST_COMMENT = 10_000
_MOST_PARTS = 200  # places in a comment where a name might begin
_NO_NAME = 40.0  # the cost of a part that is clearly not a name: never among the authors if there is another way
_ONE_WORD = 9.0
_ORDINARY = 2.0  # the cost of a name some of whose words are ordinary ones


class TrailingFields(NamedTuple):
    """The fields at the end of an entry."""

    comments: str | None
    journal_ref: str | None
    authors: tuple[str, ...]
    doi: str | None


def words_of(text: str) -> Words:
    """The ordinary words of a response: those in lower case, and those of comments."""
    return Words(Words.of(text).in_lower_case().written | OF_COMMENTS.written)


def split_trailing_fields(text: str, words: Words = OF_COMMENTS) -> TrailingFields:
    """Split the fields at the end of an entry, which are run together. words: see `words_of`.

    >>> fields = split_trailing_fields("Accepted by TMLRYujia WangJinghui Chen10.1145/1.2")
    >>> fields.comments, fields.authors, fields.doi
    ('Accepted by TMLR', ('Yujia Wang', 'Jinghui Chen'), '10.1145/1.2')
    """
    text = text.strip()
    at_end = [match for match in _DOI.finditer(text) if match.end() == len(text)]
    match = at_end[0] if at_end else None
    doi = match["doi"].split()[0] if match else None
    text = text[: match.start("doi")].strip() if match else text
    comment, authors = split_authors_off(text, words)
    comments, journal_ref = _split_journal_ref(comment)
    return TrailingFields(comments, journal_ref, authors, doi)


def split_authors_off(text: str, words: Words = OF_COMMENTS) -> tuple[str, tuple[str, ...]]:
    """(comment, authors) from the two run together. There is always an author: arXiv accepts no paper without one."""
    if " " not in text:
        return "", (text,) if text else ()
    places = [0, *_boundaries(text), len(text)]
    last = len(places) - 1

    best = [(0.0, last)] * (last + 1)  # the cost of reading everything after a place as names, and the next place
    for k in range(last - 1, -1, -1):
        ends = range(k + 1, min(last, k + 4) + 1)
        best[k] = min((best[j][0] + _cost(text[places[k] : places[j]].strip(), words), j) for j in ends)
    possible = [k for k in range(min(last, _MOST_PARTS)) if places[k] <= _LONGEST_COMMENT]
    ways = [
        (best[k][0] + _comment_cost(text[: places[k]], text[places[k - 1] : places[k]], words), k) for k in possible
    ]
    _, k = min(ways)
    comment, names = text[: places[k]].strip(), []
    while k < last:
        names.append(one_line(text[places[k] : places[best[k][1]]]))
        k = best[k][1]
    return comment, tuple(names)


def _boundaries(text: str) -> list[int]:
    """Where a name may begin: on a new line, or at a capital that follows neither a space nor an opening character."""
    lines = {match.end() for match in _NEW_LINE.finditer(text)}
    addresses = {k for match in _ADDRESS.finditer(text) for k in range(*match.span())}
    glued: set[int] = set()
    quoted = False
    for k, (before, sign) in enumerate(pairwise(text), 1):
        quoted = quoted is not (before == '"')
        if sign.isupper() and not (before == '"' and quoted) and _may_begin(text, k, k - 1 in addresses):
            glued.add(k)
    return sorted(lines | glued)


def _may_begin(text: str, k: int, in_address: bool) -> bool:
    """Whether the capital at k may begin a name though no space precedes it."""
    before, after, near = text[k - 1], text[k + 1 : k + 2], text[max(0, k - 9) : k]
    if before.isspace():
        return False
    if before in _BEFORE:
        return before == "/" and in_address
    if before.isupper():
        return after.islower() or after in (".", "'", "’")  # in "TMLRYujia" only the last capital of the run
    return not _INITIAL_BEFORE.search(near) and not _PREFIX.search(near)


@lru_cache(maxsize=4096)
def _cost(name: str, words: Words) -> float:
    """The cost of reading a part as one author's name: 0 for an ordinary name."""
    if len(name) > _LONGEST_NAME:
        return _NO_NAME
    parts = name.split()
    own = [part for part in parts if part.lower() not in PARTICLES or part[0].isupper()]
    ordinary = words.ordinary(name)
    if not own or ordinary == 1:
        return 3.0 if GROUP.search(name) and not any(sign.isdigit() for sign in name) else _NO_NAME
    if GROUP.search(name) and name[0].isupper():
        return 0.5
    if has_stray_comma(parts) or not all(map(is_name_word, own)):
        return _NO_NAME
    if len(own) == 1:
        return _ONE_WORD
    inner = _boundaries(name)
    joined = sum(1.0 if _MAYBE_PREFIX.search(name, max(0, k - _NEAR), k) else _ONE_WORD + 1 for k in inner)
    shouting = 2.0 if len(own[0]) > 2 and own[0].isupper() and "." not in own[0] else 0.0
    joined += _ORDINARY if ordinary else 0.0
    return joined + shouting + 0.4 * max(0, len(parts) - 4) + (0.2 if len(own[-1].strip(".")) == 1 else 0.0)


def _comment_cost(comment: str, end: str, known: Words) -> float:
    """The cost of reading the text before the authors as a comment: more than for an ordinary name.

    end: the comment's last part, which should not be a name itself.
    """
    comment = comment.strip()
    if not comment:
        return 0.0
    if len(end) < len(comment) and _cost(end, known) < _ONE_WORD / 2:
        return 6.0
    if comment[-1] in ",:;(-&" or comment.endswith((" and", " by", " of", " the")):
        return 6.0
    words = comment.split()
    plain = len(words) > 4 or any(sign.isdigit() for sign in comment) or _COMMENT_WORDS.search(comment)
    return 1.0 if plain or any(word.islower() for word in words) or known.ordinary(comment) > 0.5 else 5.0


def _split_journal_ref(text: str) -> tuple[str | None, str | None]:
    """(comment, journal reference): the reference follows the comment and has a year and a volume or pages."""
    lines = [one_line(line) for line in text.split("\n") if line.strip()]
    if len(lines) > 1:
        return " ".join(lines[:-1]), lines[-1]
    if not lines:
        return None, None
    text = lines[0]
    if len(text) > _LONGEST_COMMENT:
        return text, None
    if _is_journal_ref(text) and not _COMMENT_WORDS.search(text):
        return None, text
    for k in _journal_places(text):
        comment, journal = text[:k], text[k:]
        begins = _JOURNAL_BEGIN.match(journal) is not None
        if _is_journal_ref(journal) and _is_balanced(comment) and (begins or _COMMENT_WORDS.search(comment)):
            return one_line(comment), one_line(journal)
    return text, None


def _journal_places(text: str) -> list[int]:
    """Where a journal reference may begin: where a name may, or at a year (`figures2023 IEEE`)."""
    years = [match.start() for match in _YEAR.finditer(text) if match.start() and text[match.start() - 1].isalpha()]
    return sorted({*_boundaries(text), *years})[:_MOST_PARTS]


def _is_balanced(text: str) -> bool:
    return text.count("(") == text.count(")") and text.count("[") == text.count("]")


def _is_journal_ref(text: str) -> bool:
    """Whether text reads like a journal reference: a year, with a journal's typical word, a volume, number or pages."""
    place = _JOURNAL_SIGN.search(text) or _JOURNAL_BEGIN.match(text)
    if len(text) < 12 or not _YEAR.search(text) or place is None or _COMMENT_WORDS.search(text):
        return False
    return _JOINED.search(text.replace("PoS", "").replace("PLoS", "")) is None

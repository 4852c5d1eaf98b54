"""arXiv listing pages whose text was extracted without separators.

There each entry is `- [1] arXiv:2603.00356 [pdf, html, other]`, a line `-`, a line with title, authors, comments,
journal reference and subjects run together, and the abstract; the next entry's marker may be glued to its end.
Author lists are often lost. What is left of them is found by `split_title`; none is ever made up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from generator.model import Listing
from generator.sources.author_list import names_in
from generator.sources.plain_text import Head, decode
from generator.sources.salvage.listing_text_marks import looks_like_listing, restored
from generator.sources.salvage.listing_text_page import read_page
from generator.sources.salvage.person_names import is_name, is_name_word, share_of_names

NAME = "listing page (extracted text)"

_GLUED = re.compile(
    r"^Title:[^\n]*[^\s(\[/-](?:Comments: |Journal-ref: |Subjects: ?[^\n;]{0,300}?\([a-z-]+(?:\.[A-Za-z-]+)?\))",
    re.MULTILINE,
)
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_TITLE_LINE = re.compile(r"^Title:.*", re.MULTILINE)
_PART = re.compile(r"[^\W_]+")
_OPENING = frozenset(" -‐‑–—/([{<'’`“‘\"\n@#&_^\\:,;=|~")
_FEW = 3  # so few names need more evidence than that they look like names


def has_glued_fields(text: str) -> bool:
    """Whether some title's line also holds the fields after it."""
    return _GLUED.search(text) is not None


def recognises(head: Head) -> bool:
    """Whether this is a listing page as text, with its fields run together."""
    text = restored(head.text, glued=True).text
    return looks_like_listing(text) and has_glued_fields(text)


def read(data: bytes) -> tuple[Listing, ...]:
    """The page's listing; of a page of recent submissions one for each day. Raises Refused."""
    page = _words(_TITLE_LINE.sub("", restored(decode(data), glued=True).text))
    return read_page(data, format_name=NAME, split=partial(split_title, page=page))


def _words(text: str) -> frozenset[str]:
    """All words of a text as they are written, and the parts of those with hyphens."""
    return frozenset(word for pattern in (_WORD, _PART) for word in pattern.findall(text))


def split_title(text: str, abstract: str, page: frozenset[str] = frozenset()) -> tuple[str, str]:
    """(title, authors) of a title with authors glued to its end; authors are empty where there are none for certain.

    page: all words of the page but those of titles. They tell which words are names and which are the field's own.

    >>> split_title("DAGs for the MassesMichael Anoprenko, Andrei Tonkikh, Petr Kuznetsov", "")
    ('DAGs for the Masses', 'Michael Anoprenko, Andrei Tonkikh, Petr Kuznetsov')
    >>> split_title("FWeb3: A Practical Incentive-Aware Federated Learning Framework", "")
    ('FWeb3: A Practical Incentive-Aware Federated Learning Framework', '')
    """
    words = frozenset(map(str.lower, _words(abstract)))
    page = page | _words(abstract)
    for at in _boundaries(text):
        if _begins_authors(text, at, words, page):
            return text[:at].rstrip(), text[at:]
    return text, ""


def _boundaries(text: str) -> Iterator[int]:
    """Where a capital follows something other than a blank, an opening sign or a hyphen: a name may begin there."""
    for k in range(1, len(text) - 1):
        before, here, after = text[k - 1], text[k], text[k + 1]
        if not here.isupper() or before in _OPENING:
            continue
        # In "LLMYujia" only the last capital of the run can begin a name, so can the J of "GPUJ. Wes".
        if not before.isupper() or after.islower() or after == ".":
            yield k


def _begins_authors(text: str, at: int, words: frozenset[str], page: frozenset[str]) -> bool:
    """Whether a list of authors begins at `at`. words: those of the abstract, in lower case; page: of the page."""
    names = names_in(text[at:])
    if not names or not is_name(names[0]) or _is_one_word(text, at, words):
        return False
    if len(names) == 1:
        return _is_sole_author(text, at, words, page)
    if len(names) <= _FEW:
        plain = [word for name in names for word in _WORD.findall(name) if len(word) > 2 and word.lower() in words]
        return all(map(is_name, names)) and len(plain) < len(names)
    return share_of_names(names) >= 0.6


def _is_one_word(text: str, at: int, words: frozenset[str]) -> bool:
    """Whether the abstract, too, writes what stands around `at` as one word: `AeroDaaS`, `TensorFlow`."""
    return _word_around(text, at).lower() in words


def _word_around(text: str, at: int) -> str:
    """The word that stands around `at`; empty where none does."""
    start = max(text.rfind(sign, 0, at) for sign in (" ", "-", "/", "(", ":")) + 1
    whole = _WORD.match(text, start)
    return whole[0] if whole is not None and whole.end() > at else ""


def _is_sole_author(text: str, at: int, words: frozenset[str], page: frozenset[str]) -> bool:
    """Whether a single name stands at the end: only if the page knows the word before it, and nothing of the name.

    A title's own camel case ("SlimCaching Systems") would else become a person.
    """
    name = text[at:].split()
    if not 2 <= len(name) <= 4 or not all(map(is_name_word, name)) or _word_around(text, at) in page:
        return False
    seen = words | {word.lower() for word in _WORD.findall(text[:at])}
    if any(word.strip(".").lower() in seen or word.lower() in page for word in name if len(word) > 2):
        return False
    others = names_in(text[:at])[1:]
    if len(others) > 1 and share_of_names(others) > 0.4:
        return False  # the end of a list of names whose beginning was not found
    last = "".join(_PART.findall(text[:at])[-1:])
    known = last in page or last.lower() in page or last.capitalize() in page
    return len(last) > 2 and known and (last.islower() or last.istitle())

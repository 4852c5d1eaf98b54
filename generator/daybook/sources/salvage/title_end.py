"""Where a title ends and the authors glued to it begin.

An author list begins at a capital that follows no blank, consists of names and commas, and goes on to the end. Camel
case in a title ("SlimCaching Systems") looks the same, so fewer names need more evidence: the names do not use the
abstract's or the page's ordinary words, the word before the list is an ordinary one, other entries of the page have
authors. Title and authors stay together if the evidence does not decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from daybook.sources.author_list import names_in
from daybook.sources.salvage.person_names import WORD, Words, is_name, is_name_word, is_written_as_name
from daybook.text.vocabulary import THEME_ENGLISH as ENGLISH

_LETTERS = re.compile(r"[^\W_]+")
_OPENING = frozenset(" -‐‑–—/([{<'’`“‘\"\n@#&_^\\:,;=|~")
_CLOSED = re.compile(r"[^\w\s]$")
_AND = re.compile(r"\s(?:and|&)\s")
_COLLABORATION = re.compile(r"\b(?:Collaboration|Consortium)$", re.IGNORECASE)
_INITIAL = re.compile(r"\b[^\W\d_]\.")
_FEW = 3  # names that need more evidence than their form
_SEVERAL = 5  # more names than a title's camel case is followed by
_MOST_PLACES = 12  # where names might begin: in a title, the first of these
_LONGEST = 10_000  # characters of a title with all authors that a listing prints
_JOINED = re.compile(r"(?:^|[\W\d_])[^\W\d_]\.\Z")  # an initial with the next one or the family name glued to it
_ONE_CAPITAL = re.compile(r"(?:^|\s)[^\W\d_]\Z")  # "VS.", unlike "GPUJ. Wes"
_LONGEST_FIRST = 120  # characters of a list that hold its first name
_ENOUGH = 5  # headings of a page that has kept its author lists
_NEARLY_ALL = 0.95  # of them: an author list may begin there
_MANY = 0.3  # of them: it certainly does, by itself
_LONG = 6  # letters of a word that hardly begins a made-up one


class _Place(NamedTuple):
    """A place in a heading where its authors may begin."""

    at: int
    names: tuple[str, ...]  # in the list that begins there
    wrong: int  # names not written as such, or of ordinary words alone
    doubtful: int  # names with an ordinary word


def split_title(text: str, abstract: str, page: frozenset[str] = frozenset(), *, kept: bool = False) -> tuple[str, str]:
    """(title, authors) of a title with authors glued to its end; no authors unless they are certain.

    page: all words of the page as written, but of its titles only the lower-case ones. kept: the page has kept its
    author lists, so this entry has authors, too.

    >>> split_title("DAGs for the MassesMichael Anoprenko, Andrei Tonkikh, Petr Kuznetsov", "")
    ('DAGs for the Masses', 'Michael Anoprenko, Andrei Tonkikh, Petr Kuznetsov')
    >>> split_title("FWeb3: A Practical Incentive-Aware Federated Learning Framework", "")
    ('FWeb3: A Practical Incentive-Aware Federated Learning Framework', '')
    """
    if len(text) > _LONGEST:
        return text, ""
    own = Words.of(abstract)
    words = Words(page if own.written <= page else own.written | page)
    one_word = frozenset(map(str.lower, own.written))
    places = [
        place
        for at in _names_begin(text)
        if (around := _word_around(text, at)).lower() not in one_word and around not in page
        if (place := _place(text, at, words)).names
    ]
    likely = [
        place
        for k, place in enumerate(places)
        if _is_likely(text, place, words, sure=bool(abstract) or kept, kept=kept)
        and (abstract or not place.wrong or not any(_ends(text[: later.at], words) for later in places[k + 1 :]))
    ]
    if not likely:
        return text, ""
    costs = [place.wrong + _names_before(text, places[0].at, place.at, words) for place in likely]
    if costs.count(min(costs)) > 1:
        return text, ""
    at = likely[costs.index(min(costs))].at
    return text[:at].rstrip(), text[at:]


def have_authors(headings: Sequence[str], page: frozenset[str]) -> bool:
    """Whether a page has kept its author lists: 19 of 20 headings may have one, and many certainly do."""
    possible = sum(next(_names_begin(text[:_LONGEST]), None) is not None for text in headings)
    return possible >= max(_ENOUGH, _NEARLY_ALL * len(headings)) and (
        sum(bool(split_title(text, "", page)[1]) for text in headings) >= _MANY * len(headings)
    )


def _names_begin(text: str) -> Iterator[int]:
    """Where a capital follows a character other than a blank, opening sign or hyphen, and starts what may be a name."""
    number, word, last, quoted = 0, 0, -1, False
    for k in range(1, len(text) - 1):
        quoted = quoted is not (text[k - 1] == '"')
        word = k if text[k - 1] == " " else word
        closed = (text[k - 1] == '"' and not quoted) or text[max(0, k - 2) : k] == "''"
        if last >= word or not _may_begin(text, k, closed=closed) or _JOINED.search(text, max(0, k - 3), k):
            continue
        first = names_in(text[k : k + _LONGEST_FIRST])[:1]
        if first and is_written_as_name(first[0]):
            yield k
            number, last = number + 1, k
            if number == _MOST_PLACES:
                return


def _may_begin(text: str, k: int, *, closed: bool) -> bool:
    """Whether a name may begin at k. closed: a quotation ends before it."""
    before, here, after = text[k - 1], text[k], text[k + 1]
    if not here.isupper() or (before in _OPENING and not closed):
        return False
    if before.isupper() and after == ".":
        return not _ONE_CAPITAL.search(text, max(0, k - 2), k)
    # In "LLMYujia" only the last capital of the run can begin a name.
    return not before.isupper() or after.islower()


def _place(text: str, at: int, words: Words) -> _Place:
    names = names_in(text[at:])
    wrong = sum(not is_name(name, words) for name in names)
    return _Place(at, names, wrong, sum(words.ordinary(name) > 0 for name in names))


def _is_likely(text: str, place: _Place, words: Words, *, sure: bool, kept: bool) -> bool:
    """Whether the authors may begin at a place. sure: an abstract shows what is ordinary, or the page has authors."""
    number, title = len(place.names), text[: place.at]
    if not is_name(place.names[0], words):
        return False
    if _AND.search(text, place.at) and "(" not in text[place.at :] and (place.doubtful or not sure):
        return False  # a listing's authors have commas alone, a title's list has its "and"
    ends = _ends_title(title, words)
    if number > _FEW:
        clear = place.wrong <= 0.4 * number and (place.doubtful <= number / 2 or ends)
        return clear and (sure or number > _SEVERAL or _ends(title, words) or _has_initials(place))
    strong = ends or kept or _has_initials(place)
    if number == 1:
        return strong and (_COLLABORATION.search(text) is not None or _is_sole_author(text, place.at, words))
    if place.wrong or place.doubtful > 1:
        return not place.wrong and number == _FEW and ends and place.doubtful < number
    return strong or ((sure or _ends_long(title)) and (number == _FEW or not place.doubtful))


def _has_initials(place: _Place) -> bool:
    return _INITIAL.search(", ".join(place.names)) is not None


def _ends(title: str, words: Words) -> bool:
    """Whether a title may well end here, by its last word or by the length of that."""
    return _ends_title(title, words) or _ends_long(title)


def _ends_title(title: str, words: Words) -> bool:
    """Whether a title may well end here: with a closing sign, or a word that is ordinary or stands in lower case."""
    if _CLOSED.search(title):
        return True
    *others, last = WORD.findall(title) or [""]
    if len(last) < 3 or not title.endswith(last) or not (last.islower() or last.istitle()):
        return False
    if last.islower() and any(word.islower() and len(word) > 3 and word not in ENGLISH for word in others[1:]):
        return True
    return words.knows(last) and (len(last) > 4 or last.lower() in words.written)


def _ends_long(title: str) -> bool:
    """Whether a title ends with a word too long for the beginning of camel case."""
    last = "".join(_LETTERS.findall(title)[-1:])
    return len(last) >= _LONG and title.endswith(last) and (last.islower() or last.istitle())


def _word_around(text: str, at: int) -> str:
    """The word that stands around `at`, `AeroDaaS` or `TensorFlow`; empty where none does."""
    start = max(text.rfind(sign, 0, at) for sign in (" ", "-", "/", "(", ":")) + 1
    whole = WORD.match(text, start)
    return whole[0] if whole is not None and whole.end() > at else ""


def _is_sole_author(text: str, at: int, words: Words) -> bool:
    """Whether a single name stands at the end: of few words, none of them ordinary or in the title.

    A title's own camel case ("SlimCaching Systems") would else become a person.
    """
    name = text[at:].split()
    if not 2 <= len(name) <= 4 or not all(map(is_name_word, name)) or words.ordinary(text[at:]):
        return False
    seen = frozenset(map(str.lower, WORD.findall(text[:at])))
    if any(word.strip(".").lower() in seen for word in name if len(word) > 2):
        return False
    others = names_in(text[:at])[1:]  # of a list whose beginning is lost
    return len(others) < 2 or sum(is_name(other, words) for other in others) <= 0.4 * len(others)


def _names_before(text: str, first: int, at: int, words: Words) -> float:
    """How many names would be left in the title, from the first place on where one may begin; the doubtful half."""
    names = names_in(text[first:at])[:-1]
    return sum((0.5 if words.ordinary(name) else 1.0) for name in names if is_name(name, words))

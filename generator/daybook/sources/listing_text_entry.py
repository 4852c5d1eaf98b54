"""One entry of a listing page as text: its marker and the block behind it -> Entry.

Fields begin at their labels; title and authors stand above them without any, on lines of their own or glued together.
Which lines are authors is told by what names look like. An author list that is glued to its title begins at a capital
that follows no blank, consists of names and commas, and goes on to the end. Camel case in a title ("SlimCaching
Systems") looks the same, so fewer names need more evidence: the names do not use the abstract's or the page's ordinary
words, the word before the list is an ordinary one, other entries of the page have authors. Title and authors stay
together if the evidence does not decide.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from daybook.errors import Refused
from daybook.model import Entry, EntryType, arxiv, ids
from daybook.sources import author_list
from daybook.sources.author_list import Words, is_name, is_name_word, is_written_as_name, names_in, share_of_names
from daybook.sources.plain_text import OPEN, one_line, optional, says_withdrawn
from daybook.text.vocabulary import THEME_ENGLISH as ENGLISH

PRINTED_AUTHORS = 100  # a listing prints at most so many authors, without saying that it cut
DASHES = ("-", "•", "*")  # lines that consist of the list marker of an entry or title alone
LABELS = ("Comments", "Journal-ref", "Subjects", "Report-no", "MSC-class", "ACM-class", "DOI")
"""Labels of an entry's fields, except title and authors."""
SplitTitle = Callable[[str, str], tuple[str, str]]  # (title and authors run together, abstract) -> (title, authors)

# "Distributed, Parallel, and Cluster Computing (cs.DC)": names hold commas, so subjects part at semicolons.
_CODE = re.compile(r"\(([a-z][a-z-]*(?:\.[A-Za-z-]+)?)\)\s*(?=;|$)")
_SUBJECT = r"[^;()]{2,120}\([a-z][a-z-]*(?:\.[A-Za-z-]+)?\)"
_SUBJECTS = re.compile(rf"{_SUBJECT}(?:\s*;\s*{_SUBJECT})*;?")
_TITLE = re.compile(r"^[-•* ]*Title:", re.MULTILINE)
_LABELS = "|".join(LABELS)
_LABEL = re.compile(rf"^(?P<label>{_LABELS}):", re.MULTILINE)
# Only these three labels occur glued; "(DOI:" and "/Comments:" do not begin a field.
_GLUED_LABEL = re.compile(rf"(?m)^(?P<at>{_LABELS}):|(?<=[^\s(\[/-])(?P<glued>Comments|Journal-ref|Subjects):")
_LETTERS_ONLY = re.compile(r"[^\W\d_]+")
_TITLE_LINES = 12  # of a wrapped title, at most
_AND = re.compile(r"\s(?:and|&)\s")
_LINKING = "a an and as at between by for from in into nor of on or over the to under via with"
_FUNCTION_WORDS = frozenset(_LINKING.split()) | {word for word in author_list.PARTICLES if len(word) > 1}
_NAME_WORD = re.compile(r"[^\W\d_][\w.'’-]*")
_MANY = 3  # words of a name; one of more is rare
# arXiv prints "(author list is unavailable)" where a list is missing.
_NO_AUTHORS = re.compile(r"\(?author list is unavailable\)?", re.IGNORECASE)

_LETTERS = re.compile(r"[^\W_]+")
_OPENING = frozenset(" -‐‑–—/([{<'’`“‘\"\n@#&_^\\:,;=|~")
_CLOSED = re.compile(r"[^\w\s]$")
_COLLABORATION = re.compile(r"\b(?:Collaboration|Consortium)$", re.IGNORECASE)
_INITIAL = re.compile(r"\b[^\W\d_]\.")
_FEW = 3  # names that need more evidence than their form
_SEVERAL = 5  # more names than a title's camel case is followed by
_MOST_PLACES = 12  # where names might begin: in a title, the first of these
_LONGEST = 10_000  # characters of a title with all authors that a listing prints
_JOINED = re.compile(r"(?:^|[\W\d_])[^\W\d_]\.\Z")  # an initial with the next one or the family name glued to it
_ONE_CAPITAL = re.compile(r"(?:^|\s)[^\W\d_]\Z")  # "VS.", unlike "GPUJ. Wes"
_LONGEST_FIRST = 120  # characters of a list that hold its first name
# Extracted pages may lose the authors of most entries: of 37 entries of 3 March 2026 ten had kept theirs.
_ENOUGH = 5  # headings of a page that has kept its author lists
_NEARLY_ALL = 0.95  # of them: an author list may begin there
_CERTAIN = 0.3  # of them: it certainly does, by itself
_LONG = 6  # letters of a word that hardly begins a made-up one


class Mark(NamedTuple):
    """An entry's marker: `[3] arXiv:2602.22392 (replaced) [pdf, other]`."""

    start: int  # where it begins in the text
    end: int
    number: int | None  # as printed
    id: str  # as printed, unchecked
    type: EntryType
    formats: tuple[str, ...]


def read_entry(
    mark: Mark, block: str, *, place: int, date: dt.date, kind: EntryType | None, split: SplitTitle | None, page: Words
) -> Entry:
    """The entry of a marker and its block. `split` separates title and authors that share a line.

    page: the lower-case words of the page; without an abstract they decide what is a name.
    Raises Refused for an entry with an invalid id or without a title.
    """
    ident = ids.parse(mark.id)
    if ident is None:
        raise Refused(f"id {mark.id[:60]!r} is no arXiv id")
    text = "\n".join(line for line in block.split("\n") if line not in DASHES)
    named = _TITLE.search(text)
    try:
        header, abstract = _header_and_abstract(text[named.end() :], glued=split is not None) if named else ("", None)
    except Refused as error:
        raise Refused(f"{ident.id} {error.problem}") from None
    labels = _labels(header, glued=split is not None)
    ends = [*(start for _, start, _ in labels), len(header)]
    fields = {name: optional(header[at:end]) for (name, _, at), end in zip(labels, ends[1:], strict=True)}
    title, names = _title_and_authors(header[: ends[0]].strip(), abstract, ident.id, split, page)
    if not title:
        raise Refused(f"{ident.id} has no title")
    authors = () if _NO_AUTHORS.search(names) else names_in(names)
    categories = tuple(_CODE.findall(fields.get("Subjects") or ""))
    return Entry(
        place=place, type=kind or mark.type, date=date, title=title, arxiv_id=ident.id, version=ident.version,
        authors=authors, authors_complete=len(authors) < PRINTED_AUTHORS, abstract=abstract,
        primary_category=categories[0] if categories else None, categories=categories,
        comments=fields.get("Comments"), journal_ref=fields.get("Journal-ref"), doi=fields.get("DOI"),
        report_no=fields.get("Report-no"), msc_class=fields.get("MSC-class"), acm_class=fields.get("ACM-class"),
        withdrawn=says_withdrawn(fields.get("Comments"), abstract), formats=mark.formats,
    )  # fmt: skip


def _labels(text: str, *, glued: bool) -> list[tuple[str, int, int]]:
    """(label, start, end) of the first label of each field, in order."""
    labels: dict[str, tuple[str, int, int]] = {}
    for hit in (_GLUED_LABEL if glued else _LABEL).finditer(text):
        name = hit[hit.lastgroup or 0]
        labels.setdefault(name, (name, hit.start(), hit.end()))
    return list(labels.values())


def _header_and_abstract(text: str, *, glued: bool) -> tuple[str, str | None]:
    """Text after "Title:", split where the abstract begins: after the subjects, else after the first blank line."""

    def line_end(at: int) -> int:
        end = text.find("\n", at)
        return len(text) if end < 0 else end

    at = next((at for name, _, at in _labels(text, glued=glued) if name == "Subjects"), None)
    if at is not None:  # up to the last code, on whichever line, else to the end of their line
        subjects = _SUBJECTS.match(text, at)
        if subjects and subjects[0].endswith(";") and text[subjects.end() : line_end(subjects.end())].strip():
            raise Refused("has truncated subjects")
        known = subjects and all(map(arxiv.is_category, _CODE.findall(subjects[0])))
        end = subjects.end() if subjects and known else line_end(at)
    elif blank := re.search(r"(?<=\S)\n\n", text):
        end = blank.start()
    else:
        end = line_end(0) if glued else len(text)
    while (more := _LABEL.match(text, end + 1)) is not None and more["label"] != "Comments":
        end = line_end(more.end())
    # In copied pages no blank line parts paragraphs: 12 of 29 abstracts of 27 February 2026 have several.
    return text[:end], "\n\n".join(filter(None, map(str.strip, text[end:].split("\n")))) or None


def _title_and_authors(
    heading: str, abstract: str | None, named: str, split: SplitTitle | None, page: Words
) -> tuple[str, str]:
    """The title and the authors, each on one line, of what stands above the first label."""
    lines = [line for line in heading.split("\n") if line]
    if split is None:
        lines = _decided(lines, abstract, named)
    first = next((k for k, line in enumerate(lines) if line.startswith("Authors:")), None)
    if first is not None:
        return one_line(" ".join(lines[:first])), one_line(" ".join(lines[first:]).removeprefix("Authors:"))
    first = _first_author_line(lines, Words.of(abstract) if abstract else page)
    title, authors = one_line(" ".join(lines[:first])), one_line(" ".join(lines[first:]))
    return split(title, abstract or "") if split and not authors else (title, authors)


def _decided(lines: list[str], abstract: str | None, named: str) -> list[str]:
    """Title and authors of a wrapped entry, on a line each. Raises Refused if nothing tells them apart. The authors
    begin on the first line from which on all is a list of names. If there are several such lines, the abstract must not
    contain words of those before the last."""
    pieces = OPEN.join(lines).split(OPEN)
    last = len(pieces) - 1
    starts = range(1, min(last, _TITLE_LINES) + 1)
    likely = [k for k in starts if not pieces[k - 1].endswith(",") and ("," in pieces[k] or k == last)]
    likely = [k for k in likely if author_list.are_names(" ".join(pieces[k:]))] if last > 1 else [1]
    if OPEN not in "".join(lines) and (last < 2 or not likely or any("Authors:" in line for line in lines)):
        return lines
    if len(lines) == 2:  # one line ended for certain, if the lines are as wide as they seem
        first = lines[0].count(OPEN) + 1
        sure = not likely or likely[0] == first
    else:
        first = likely[0] if likely else 0
        sure = first > 0 and not (last > 1 and "," in pieces[first - 1] and author_list.are_names(pieces[first - 1]))
        if len(likely) > 1:
            between = {word for line in pieces[first : likely[-1]] for word in _LETTERS_ONLY.findall(line)}
            known = frozenset(_LETTERS_ONLY.findall(abstract or ""))
            sure = sure and bool(known) and not any(word.lower() in known for word in between if len(word) > 2)
    if not sure:
        raise Refused(f"{named} was wrapped: cannot tell its title from its authors")
    return [line for line in (" ".join(pieces[:first]), " ".join(pieces[first:])) if line]


def _first_author_line(lines: list[str], words: Words) -> int:
    """The index of the first author line among the lines of title and authors; their number if there is none. The last
    line holds authors if it reads so, and so do the lines above it that belong to the same list. words: those of the
    abstract, else of the page."""
    first = len(lines) - 1
    if first < 1 or not _could_be_authors(lines, first, words):
        return len(lines)
    while first > 1 and "," in lines[first - 1] and not _goes_on(lines[first - 2]):
        names = names_in(" ".join(lines[first - 1 : first + _TITLE_LINES]))  # what stands below these was asked before
        if share_of_names(names, words) < 0.8 or words.ordinary(lines[first - 1]) > 0.5:
            break
        first -= 1
    return first


def _could_be_authors(lines: list[str], k: int, words: Words) -> bool:
    """Whether line k can hold authors, mostly names or a group's name, and is not the rest of a title."""
    line, above = lines[k], lines[k - 1]
    if _NO_AUTHORS.search(line):
        return True
    names = names_in(line)
    if not names or (_goes_on(above) and (k == 1 or share_of_names(names_in(above), words) < 0.8)):
        return False
    if author_list.GROUP.search(names[-1]):
        return True
    share, ordinary = share_of_names(names, words), words.ordinary(" ".join(names))
    if len(names) == 1 and (ordinary > 0.5 or (ordinary == 0.5 and len(line.split()) > _MANY)):
        return False
    if _AND.search(line) and "(" not in line:  # a listing's authors have commas alone, a title's list has its "and"
        return share > 0.8 and not any(map(words.ordinary, names))
    if share > 0.5 or (share == 0.5 and is_written_as_name(names[0])):
        return True
    own = [word for name in names for word in name.split() if word not in author_list.PARTICLES]
    unusual = len(names) == 1 or len(names) > _MANY or not ordinary  # single words; names written in other ways
    return (
        unusual
        and own[0][0].isupper()
        and ordinary < 0.5
        and all(_NAME_WORD.fullmatch(word) if word[0].isupper() else not words.knows(word) for word in own)
    )


def _goes_on(line: str) -> bool:
    """Whether a line ends as a title never does: with a comma, a colon, or a word such as "of"."""
    return line.endswith((",", ":", "-", "&")) or line.rpartition(" ")[2] in _FUNCTION_WORDS


class _Place(NamedTuple):
    at: int
    names: tuple[str, ...]  # in the list that begins there
    wrong: int  # names not written as such, or of ordinary words alone
    doubtful: int  # names with an ordinary word
    has_initials: bool


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
    places = []
    for at in _names_begin(text):
        # The word that stands around it, `AeroDaaS` or `TensorFlow`; empty where none does.
        whole = author_list.WORD.match(text, max(text.rfind(sign, 0, at) for sign in " -/(:") + 1)
        around = whole[0] if whole is not None and whole.end() > at else ""
        if around.lower() in one_word or around in page:
            continue
        if names := names_in(text[at:]):
            wrong = sum(not is_name(name, words) for name in names)
            doubtful = sum(words.ordinary(name) > 0 for name in names)
            places.append(_Place(at, names, wrong, doubtful, _INITIAL.search(", ".join(names)) is not None))
    ends = [_ends_title(text[: place.at], words) or _ends_long(text[: place.at]) for place in places]
    likely = [
        place
        for k, place in enumerate(places)
        if _is_likely(text, place, words, sure=bool(abstract) or kept, kept=kept)
        and (abstract or not place.wrong or not any(ends[k + 1 :]))
    ]
    # The best leaves few names in the title, from the first place on where one may begin; doubtful ones count half.
    costs = []
    for place in likely:
        left = [name for name in names_in(text[places[0].at : place.at])[:-1] if is_name(name, words)]
        costs.append(place.wrong + sum(0.5 if words.ordinary(name) else 1.0 for name in left))
    if not costs or costs.count(min(costs)) > 1:
        return text, ""
    at = likely[costs.index(min(costs))].at
    return text[:at].rstrip(), text[at:]


def have_authors(headings: Sequence[str], page: frozenset[str]) -> bool:
    """Whether a page has kept its author lists: 19 of 20 headings may have one, and many certainly do."""
    possible = sum(next(_names_begin(text[:_LONGEST]), None) is not None for text in headings)
    return possible >= max(_ENOUGH, _NEARLY_ALL * len(headings)) and (
        sum(bool(split_title(text, "", page)[1]) for text in headings) >= _CERTAIN * len(headings)
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
        return clear and (sure or number > _SEVERAL or ends or _ends_long(title) or place.has_initials)
    strong = ends or kept or place.has_initials
    if number == 1:
        return strong and (_COLLABORATION.search(text) is not None or _is_sole_author(text, place.at, words))
    if place.wrong or place.doubtful > 1:
        return not place.wrong and number == _FEW and ends and place.doubtful < number
    return strong or ((sure or _ends_long(title)) and (number == _FEW or not place.doubtful))


def _ends_title(title: str, words: Words) -> bool:
    """Whether a title may well end here: with a closing sign, or a word that is ordinary or stands in lower case."""
    if _CLOSED.search(title):
        return True
    *others, last = author_list.WORD.findall(title) or [""]
    if len(last) < 3 or not title.endswith(last) or not (last.islower() or last.istitle()):
        return False
    if last.islower() and any(word.islower() and len(word) > 3 and word not in ENGLISH for word in others[1:]):
        return True
    return words.knows(last) and (len(last) > 4 or last.lower() in words.written)


def _ends_long(title: str) -> bool:
    """Whether a title ends with a word too long for the beginning of camel case."""
    last = "".join(_LETTERS.findall(title)[-1:])
    return len(last) >= _LONG and title.endswith(last) and (last.islower() or last.istitle())


def _is_sole_author(text: str, at: int, words: Words) -> bool:
    """Whether a single name stands at the end: of few words, none of them ordinary or in the title. A title's own camel
    case ("SlimCaching Systems") would else become a person."""
    name = text[at:].split()
    if not 2 <= len(name) <= 4 or not all(map(is_name_word, name)) or words.ordinary(text[at:]):
        return False
    seen = frozenset(map(str.lower, author_list.WORD.findall(text[:at])))
    if any(word.strip(".").lower() in seen for word in name if len(word) > 2):
        return False
    others = names_in(text[:at])[1:]  # of a list whose beginning is lost
    return len(others) < 2 or sum(is_name(other, words) for other in others) <= 0.4 * len(others)

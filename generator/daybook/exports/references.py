"""A paper as bibliographies name it, what all citations are made of; and plain text as BibTeX reads it. Pure.

Authors write where a paper was published as they like: journal, volume, issue, pages and year. What is written for TeX
is, whatever the text says, balanced in braces, on one line, and orders TeX to do nothing but print. The door to
pylatexenc, which knows how TeX writes each character.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from daybook.model import Author, Paper, ids
from daybook.model.listing import KEPT
from daybook.text import author_names, markup
from daybook.text.markup import Run
from daybook.text.markup.symbols import COMBINING, FUNCTIONS, GREEK, HATS, OPERATIONS, RELATIONS, SIGNS, names
from daybook.text.vocabulary import THEME_ENGLISH

if TYPE_CHECKING:
    from pylatexenc.latexencode import UnicodeToLatexEncoder

_OWN = {
    # BibTeX counts braces even behind a backslash; some readers take `@word{` for the beginning of an entry.
    "{": r"{\textbraceleft}", "}": r"{\textbraceright}", "@": "{@}", "|": r"{\textbar}", "\\": r"{\textbackslash}",
    "~": r"{\textasciitilde}", "^": r"{\textasciicircum}", "$": r"\$", "%": r"\%", "#": r"\#", "_": r"\_", "&": r"\&",
    "–": "--", "—": "---", "“": "``", "”": "''", "‘": "`", "’": "'", "\u00a0": "~", "\u2009": r"{\,}", '"': "{''}",
    "`": "{`}",
}  # fmt: skip
_ACCENTS = {sign: command for command, sign in COMBINING.items()}
_SPECIAL = re.compile(r"[^ !'()*+,\-./0-9:;=?A-Z\[\]a-z]")
_LATIN = re.compile(r"[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]")

_WORD = re.compile(r"\w(?:[^\s]*\w)?|[^\w]+")  # with what stands within: U-Net, don't, C++0x; or what is between words
_COMMAND = re.compile(r"\\([a-zA-Z]+|.|$)", re.DOTALL)
_SAFE = {*GREEK, *RELATIONS, *OPERATIONS, *SIGNS, *FUNCTIONS, *HATS} - names(
    # What LaTeX, amsmath and amssymb do not define.
    "eps R Real reals N Z Q msun rsun lsun Msun Rsun Lsun arcsec arcmin micro polylog poly Var Cov tr rank diag sign"
    " sgn supp OPT lcm argmax argmin omicron la ga degree coloneqq mod"
) | names(
    "frac dfrac tfrac sqrt binom text textrm textit textbf textsf texttt mbox operatorname mathrm mathbf mathit mathsf"
    " mathtt mathcal mathfrak mathscr mathbb boldsymbol left right big Big bigg Bigg bigl bigr Bigl Bigr quad"
    " qquad overset underset substack not bmod pmod limits nolimits displaystyle textstyle"
) | set(",;:!_%#&$ {}|")  # fmt: skip
"""What may stand behind a backslash in a formula."""
_UNTYPED = re.compile(r"\\\\|[$&~\"`]|\^\^|[^ -~]")
_MACRO_OF_BRACE = {r"\{": r"\lbrace ", r"\}": r"\rbrace ", "%": r"\%", "#": r"\#", "@": "{@}"}
_IN_FORMULA = re.compile(r"\\[{}]|(?<!\\)[%#]|@")


def escape(text: str, *, accents: bool = True) -> str:
    """A line of plain text. `accents`: write accented Latin letters in TeX's way, for programs that read ASCII alone.

    >>> escape("50% of Müller & Šimić"), escape("Müller & co", accents=False)
    ('50\\\\% of M{\\\\"u}ller \\\\& {\\\\v{S}}imi{\\\\\'c}', 'Müller \\\\& co')
    """
    if not _SPECIAL.search(text):
        return text
    made = _SPECIAL.sub(lambda sign: _sign(sign[0], accents), unicodedata.normalize("NFC", text))
    return made.replace("?`", "?{}`").replace("!`", "!{}`") if "`" in made else made  # else TeX prints ¿ and ¡


def title(runs: Iterable[Run], *, accents: bool = True) -> str:
    r"""A title, its formulas as math, its capitals in braces where a style would lower those that must stay.

    >>> title([Run("GPUs for "), Run("Λ", r"\Lambda"), Run("CDM and the von Neumann")])
    '{GPUs} for {$\\Lambda$}{CDM} and the von {Neumann}'
    """
    runs = tuple(runs)
    # Written like a sentence, its capitals are those of names; "with" is small in all titles.
    telling = [
        word[0].islower()
        for word in "".join(run.text for run in runs).split()[1:]
        if len(word) > 3 and word.isalpha() and word.lower() not in THEME_ENGLISH
    ]
    sentence = bool(telling) and sum(telling) >= len(telling) / 2
    shown, first = [], True
    for run in runs:
        made = formula(run.tex) if run.tex is not None else None
        if made is not None:
            shown.append(f"{{${made}$}}")
        else:
            for word in _WORD.findall(run.text):
                shown.append(_written(word, sentence and not first, accents))
                first = first and not word[0].isalnum()
        first = False if run.text.strip() else first
    return " ".join("".join(shown).split())


@lru_cache(maxsize=1 << 14)
def formula(tex: str) -> str | None:
    r"""A formula's TeX for any document with amsmath; None where it has commands that such a document may not know, or
    does not balance: it is then shown as plain text.

    >>> formula(r"\{H_0\}"), formula(r"\input{x}"), formula("a}{b")
    ('\\lbrace H_0\\rbrace ', None, None)
    """
    tex = " ".join(tex.split())
    if not tex or _UNTYPED.search(tex.replace(r"\&", "").replace(r"\$", "")):
        return None
    if not _SAFE.issuperset(_COMMAND.findall(tex)):
        return None
    made = _IN_FORMULA.sub(lambda sign: _MACRO_OF_BRACE[sign[0]], tex)
    return made if _is_whole(made) else None


def _is_whole(tex: str) -> bool:
    """Whether braces, and `\\left` with `\\right`, are in pairs, and no script lacks what it prints."""
    depth = 0
    for sign in tex:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return not depth and tex.count(r"\left") == tex.count(r"\right") and not re.search(r"[_^] ?(?:[_^}]|$)", tex)


@lru_cache(maxsize=1 << 14)
def _written(word: str, name: bool, accents: bool) -> str:
    safe = escape(word, accents=accents)
    return f"{{{safe}}}" if _stays(word, name) else safe


def _stays(word: str, name: bool) -> bool:
    """Whether the capitals of a word stay in all styles: GPUs, U-Net, LaTeX; of a `name` its first, too."""
    if word.islower():
        return False
    parts = re.split(r"[-–/:.,;()]", word)
    inner = any(part[1:] != part[1:].lower() for part in parts)
    single = any(len(part) == 1 and part.isupper() and part != "A" for part in parts)
    return inner or single or (name and word[:1].isupper() and word != "A")


@lru_cache(maxsize=1 << 14)
def _sign(sign: str, accents: bool) -> str:
    """A character; one that no command is known for as it is."""
    if sign in _OWN:
        return _OWN[sign]
    if unicodedata.category(sign)[0] == "C":
        return ""
    if not accents and _LATIN.match(sign):
        return sign
    made: str = _encoder().unicode_to_latex(sign)
    parts = unicodedata.normalize("NFD", sign)
    if made == sign and len(parts) == 2 and parts[1] in _ACCENTS and parts[0].isascii():
        return f"{{\\{_ACCENTS[parts[1]]}{{{parts[0]}}}}}"
    return made


@cache
def _encoder() -> UnicodeToLatexEncoder:
    from pylatexenc.latexencode import UnicodeToLatexEncoder  # takes longer to load than a short command to run

    return UnicodeToLatexEncoder(
        unknown_char_policy="keep", unknown_char_warning=False, replacement_latex_protection="braces-all"
    )


_NAME = re.compile(r"[^\W\d_][^\d,;(\"#]{1,120}+")
_LABEL = re.compile(r"(?:^|[\s.])(?:vol(?:ume)?|v)\.?\s?$", re.IGNORECASE)
_INTRODUCED = re.compile(r"(?:published in|to appear|accepted|submitted|in|dans|chapter|ph\.?d)\b", re.IGNORECASE)
_GAP = re.compile(r"[\s,;:.]*+")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NUMBER = r"[A-Z]?\d{1,8}(?:[-/]\d{1,4})?(?!\w)"
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|tember|ober)?\.?"
_RANGE = r"(?P<first>[A-Za-z]{0,2}\d{1,7})(?:\s?(?:-{1,3}|[–—])\s?(?P<last>[A-Za-z]{0,2}\d{1,7}))?(?!\w)"
_PIECES = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("year", r"\((?:[^()]{1,30}[\s,/])?(?P<year>(?:19|20)\d\d)\)"),
        ("year", rf"{_MONTH}[\s,]{{1,2}}(?P<year>(?:19|20)\d\d)(?!\d)"),
        ("volume", rf"(?:vol(?:ume)?|v)(?:\.\s?|\s)(?P<volume>{_NUMBER})"),
        ("number", rf"(?:number|no|n|nr|issue|iss)(?:\.\s?|\s|°\s?)(?P<number>{_NUMBER})"),
        ("number", rf"\((?P<number>{_NUMBER})\)"),
        ("pages", rf"(?:pages?|pp|p)(?:\.\s?|\s){_RANGE}"),
        ("pages", r"(?:article|art|paper)(?:\.\s?|\s)(?:no\.?\s?|id\s)?(?P<first>[A-Z]?\d{1,9})(?P<last>)(?!\w)"),
        ("pages", r"#(?P<first>\d{1,7})(?P<last>)"),
        ("bare", _RANGE),
    )
)
"""What may follow the name of a journal, in any order; a bare number is a volume, an issue, a page or a year."""

_APART = re.compile(r"\s?\((?P<in>(?:19|20)\d\d)\)|[\s,;]{1,3}(?P<end>(?:19|20)\d\d)$")
"""A year that stands apart from the rest of a text: in brackets of its own, or at the end."""


@dataclass(frozen=True, slots=True)
class Publication:
    """The place of a paper in a journal.

    Where the text could not be taken apart, `journal` is all of it but a year that stands apart from the rest, which
    styles would print again.
    """

    journal: str
    volume: str = ""
    number: str = ""  # the issue
    pages: str = ""  # "7-12", "052005"
    year: str = ""  # four digits; empty: the text names none, or several


def publication(text: str) -> Publication:
    """A journal reference in plain text, taken apart only where every part of it is understood.

    >>> publication("Phys.Lett.B658:7-12,2007")
    Publication(journal='Phys.Lett.B', volume='658', number='', pages='7-12', year='2007')
    >>> publication("PhD thesis, Quay University, 2007")
    Publication(journal='PhD thesis, Quay University', volume='', number='', pages='', year='2007')
    """
    bare, years = text.rstrip(" .;"), set(_YEAR.findall(text))
    parted = _parts(bare)
    if parted or len(years) != 1:
        return parted or Publication(text)
    left = _APART.sub("", bare).strip(" ,;")
    return Publication(left if left != bare and left else text, year=years.pop())


def _parts(text: str) -> Publication | None:
    """The publication, with its bare numbers where they belong; None where any part of the text is not understood."""
    name = _NAME.match(text)
    if not name or _INTRODUCED.match(text):
        return None
    found: dict[str, str] = {}
    bare: list[str] = []
    at = _GAP.match(text, name.end()).end()  # type: ignore[union-attr]  # it matches anywhere
    while at < len(text):
        kind, piece = next(((kind, m) for kind, pattern in _PIECES if (m := pattern.match(text, at))), ("", None))
        if piece is None or kind in found:
            return None
        value = "-".join(filter(None, piece.group("first", "last"))) if kind in ("pages", "bare") else piece[kind]
        if kind == "bare":
            bare.append(value)
        else:
            found[kind] = value
        at = _GAP.match(text, piece.end()).end()  # type: ignore[union-attr]
    journal = _LABEL.sub("", name[0].rstrip()).rstrip(" ,:")
    if "year" not in found:
        years = [number for number in bare if _YEAR.fullmatch(number)]
        if len(years) != 1:
            return None
        found["year"] = years[0]
        bare = [number for number in bare if number != years[0]]
    open_ = [kind for kind in ("volume", "number", "pages") if kind not in found]
    if len(bare) < len(open_) and "number" in open_:
        open_.remove("number")
    if len(bare) > len(open_) or (bare and "volume" in open_ and not bare[0].lstrip("ABCDEFGL").isdigit()):
        return None
    found |= dict(zip(open_, bare, strict=False))
    # Proceedings are named after their year, and a book has pages, too.
    whole = "volume" in found and ("pages" in found or "number" in found) and not _YEAR.fullmatch(found["volume"])
    return Publication(journal, **found) if whole and len(journal) > 2 and not journal.endswith("'") else None


@dataclass(frozen=True, slots=True)
class Creator:
    """An author in parts, plain Unicode; of a collaboration or a one-word name, `family` is all of it."""

    family: str
    given: str = ""
    suffix: str = ""  # "Jr.", "III"
    whole: bool = False  # a collaboration: never taken apart, inverted or abbreviated

    def __str__(self) -> str:
        return " ".join(filter(None, (self.given, self.family, self.suffix)))


NAMED = 10
"""Authors that a list of references names; of more, the first one is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A paper as a bibliography names it. Text is plain Unicode on one line unless stated otherwise."""

    paper: str  # its key in the archive, which addresses of its page are made of
    title: str
    runs: tuple[Run, ...]  # the title as stretches of text and formulas
    authors: tuple[Creator, ...]
    complete: bool  # whether these are all authors
    date: str  # of version 1, ISO 8601: "2026-03-03", or "2026-03" where only the month of the id is known
    arxiv_id: str | None
    version: int | None  # the newest that is known
    primary_category: str | None  # arXiv's code
    categories: tuple[str, ...]  # primary first
    doi: str | None  # the journal's, as received; None: there is none
    preprint_doi: str | None  # of the preprint; arXiv has registered one for each of its papers
    journal_ref: str | None
    url: str | None  # of the preprint: arXiv's, else where a source found it; of the web, not escaped for HTML
    abstract: str | None  # paragraphs separated by a blank line; None: none is held, or none is asked for
    withdrawn: bool

    @property
    def key(self) -> str:
        """What documents cite the paper by: "arXiv:2603.00356", "daybook:SLUG-HASH". It never changes, and no two
        papers share it."""
        return f"arXiv:{self.arxiv_id}" if self.arxiv_id else f"daybook:{self.paper}"

    @property
    def year(self) -> str:
        """The year of `date`, four digits."""
        return self.date[:4]

    @property
    def any_doi(self) -> str | None:
        """The DOI of what is cited: the journal's; of what is in no journal, the preprint's."""
        return self.doi or (None if self.journal_ref else self.preprint_doi)

    @property
    def names(self) -> str:
        """The authors as lists of references name them: "A", "A and B", "A, B and C", "A et al."; empty: none."""
        shown = [str(creator) for creator in self.authors]
        if len(shown) > NAMED or (shown and not self.complete):
            return f"{shown[0]} et al."
        return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def of(paper: Paper, *, abstract: bool = False) -> Reference:
    """A paper's reference. `abstract`: with its abstract, also one that may not be published."""
    ident = paper.arxiv_id
    preprint = next((doi for doi in (paper.doi, *paper.other_dois) if doi and ids.is_preprint(doi)), None)
    return Reference(
        paper=paper.key,
        title=_line(paper.title),
        runs=markup.runs(paper.title),
        authors=creators(paper),
        complete=paper.authors_complete,
        date=date(paper),
        arxiv_id=ident,
        version=paper.version,
        primary_category=markup.clean(paper.primary_category or "") or None,
        categories=tuple(filter(None, dict.fromkeys(map(markup.clean, paper.categories)))),
        doi=markup.clean(paper.doi) if paper.doi and not ids.is_preprint(paper.doi) else None,
        preprint_doi=f"10.48550/arXiv.{ident}" if ident else markup.clean(preprint or "") or None,
        journal_ref=_line(paper.journal_ref) if paper.journal_ref else None,
        url=f"https://arxiv.org/abs/{ident}" if ident else next(iter(markup.links(paper.url or "")), None),
        abstract=markup.plain(paper.abstract) if abstract and paper.abstract else None,
        withdrawn=paper.withdrawn,
    )


def date(paper: Paper) -> str:
    """The date of a paper: the day it was submitted, else the day it was first seen, else, where this is not in the
    month of its id, that month: what was first seen as a replacement may be years old."""
    if paper.submitted:
        return paper.submitted.date().isoformat()
    first = paper.first_seen
    if not paper.arxiv_id or ids.month(paper.arxiv_id) == f"{first:%y%m}":
        return first.isoformat()
    return paper.order[:7]


def creators(paper: Paper) -> tuple[Creator, ...]:
    """A paper's authors in order, each once; a collaboration that a person writes for stands behind all persons."""
    found = [_creator(author.name) for author in paper.authors]
    persons, groups = ([each[place] for each in found] for place in (0, 1))
    return tuple(dict.fromkeys(filter(None, persons + groups)))


@lru_cache(maxsize=KEPT)
def _creator(received: str) -> tuple[Creator | None, Creator | None]:
    """A name as received: the author, and the collaboration that the author writes for."""
    printed = author_names.as_printed(received)
    if not printed:
        return None, None
    author = Author(printed)
    group = Creator(author.collaboration, whole=True) if author.collaboration else None
    if author.is_collaboration:
        return group, None
    given, family, suffix = author.parts
    return Creator(family, given.replace(". -", ".-"), suffix), group  # arXiv prints C.-P. as "C. -P."


def _line(received: str) -> str:
    return unicodedata.normalize("NFC", " ".join(markup.plain(received).split()))

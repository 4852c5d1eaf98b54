"""Citations of papers as BibTeX, BibLaTeX, RIS, CSL-JSON and Markdown; and how an archive as a whole is cited. Pure.

A form is a table of lines, written here once. Python fills them in for commands, files and the library; readers'
browsers do the same (overrides/assets/cite.js): they get the tables, and of each paper what does not follow from the
rest. In a line stand

    <name>              a value. A line that names one that is empty is left out
    <"name">            the value as a string of JSON
    <?name>  <!name>    nothing; but the line is left out where there is no value, or where there is one
    <names/part/ and >  a part of each item of a list, with " and " between them; without a part, the items

and `FOLLOWS` says what most values are made of. So a new form is a table, and no line of JavaScript.
"""

from __future__ import annotations

import datetime as dt
import gzip
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any
from urllib.parse import urlsplit

from daybook.config import Settings
from daybook.exports import SiteFile, references
from daybook.exports.references import Creator, Reference
from daybook.exports.scripts import Scripts
from daybook.fold import folding
from daybook.model import Archive, arxiv
from daybook.model.jsonl import hash_of, to_json
from daybook.model.listing import KEPT
from daybook.text import language
from daybook.text.markup.escape import escape_head, escape_markdown
from daybook.view import addresses
from daybook.view.archive_view import View

SCRIPTS = Scripts("citations/", "citations", 32)
"""A file has about 8 KB. A day's replacements are of many months: as many files are read, and made again, for them."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of citations."""

    name: str  # for people
    ending: str
    type: str  # the media type of its files
    head: str
    lines: tuple[str, ...]
    joint: str
    foot: str
    first: str = ""  # what a file begins with, what stands between two citations, and what the file ends with
    between: str = "\n"
    last: str = "\n"
    flat: bool = False  # whether a value has to stand on one line, with single blanks

    def written(self, reference: Reference) -> str:
        """A reference in this form."""
        values = Values(reference, _OF_PAPER)
        shown = filter(None, (fill(line, values, self.flat) for line in self.lines))
        return f"{self.head}{self.joint.join(shown)}{self.foot}"


_BibTeX = partial(Form, ending="bib", type="application/x-bibtex", head="", joint=",\n", foot="\n}\n")
FORMS = {
    # Neither abstract nor key words: they are no part of a citation. The DOI of the preprint leads to the same page as
    # its address, which styles would print beside it.
    "bibtex": _BibTeX("BibTeX", lines=(
        "@article{<key><?journal_ref>", "@misc{<key><!journal_ref>", "  author = {<people>}", "  title = {<tex>}",
        "  journal = {<journal_tex>}", "  volume = {<volume>}", "  number = {<number>}", "  pages = {<dashed>}",
        "  howpublished = {<preprint>}<!journal_ref>", "  year = {<year>}", "  month = <month><!journal_ref>",
        "  eprint = {<id>}", "  archivePrefix = {arXiv}<?id>", "  primaryClass = {<category>}",
        "  doi = {<safe_doi>}", "  url = {<needed_url>}", "  note = {Withdrawn}<?withdrawn>",
    )),
    "biblatex": _BibTeX("BibLaTeX", lines=(
        "@article{<key><?journal_ref>", "@online{<key><!journal_ref>", "  author = {<people_utf8>}",
        "  title = {<tex_utf8>}", "  journaltitle = {<journal_utf8>}", "  volume = {<volume>}",
        "  number = {<number>}", "  pages = {<dashed>}", "  date = {<issued>}", "  eprint = {<id>}",
        "  eprinttype = {arxiv}<?id>", "  eprintclass = {<category>}", "  version = {<version>}",
        "  doi = {<safe_doi>}", "  url = {<safe_url>}", "  note = {Withdrawn}<?withdrawn>",
    )),
    "ris": Form("RIS", "ris", "application/x-research-info-systems", "", (
        "TY  - JOUR<?journal_ref>", "TY  - UNPB<!journal_ref>", "ID  - <key>", "AU  - <authors/ris/\r\nAU  - >",
        "TI  - <title>", "T2  - <journal>", "VL  - <volume>", "IS  - <number>", "SP  - <first_page>",
        "EP  - <last_page>", "PY  - <year>", "DA  - <slashes><!published_year>", "PB  - arXiv<?id><!journal_ref>",
        "M1  - arXiv:<id>", "AB  - <abstract>", "KW  - <categories//\r\nKW  - >", "DO  - <any_doi>", "UR  - <url>",
        "N1  - Withdrawn<?withdrawn>",
    ), "\r\n", "\r\nER  - \r\n", between="\r\n", last="\r\n", flat=True),
    "csl": Form("CSL-JSON", "json", "application/vnd.citationstyles.csl+json", "{", (
        '"id":<"key">', '"type":"article-journal"<?journal_ref>', '"type":"article"<!journal_ref>', '"title":<"title">',
        '"author":[<authors/csl/,>]', '"issued":{"date-parts":[[<published_year>]]}',
        '"issued":{"date-parts":[[<parts>]]}<!published_year>', '"container-title":<"journal">', '"volume":<"volume">',
        '"issue":<"number">', '"page":<"pages">', '"publisher":"arXiv"<?id><!journal_ref>',
        '"number":"arXiv:<id>"<!journal_ref>', '"archive":"arXiv"<?id>', '"archive_location":<"id">',
        '"version":"<version>"', '"DOI":<"any_doi">', '"URL":<"url">', '"abstract":<"abstract">',
        '"keyword":<"keyword">', '"status":"withdrawn"<?withdrawn>', '"note":"Withdrawn"<?withdrawn>',
    ), ",", "}", first="[\n", between=",\n", last="\n]\n"),
    # Whatever a title says, it is neither markup nor HTML.
    "markdown": Form("Markdown", "md", "text/markdown", "- ", (
        "<by>", "[<md_title>](<md_link>)", "<md_title><!md_link>", "<md_journal>",
        "[arXiv:<id>](<md_url>)", "arXiv:<id><!md_url>", "Withdrawn<?withdrawn>",
    ), ". ", "."),
}  # fmt: skip
"""All forms. `bibtex` is ASCII but for letters that TeX knows no command for; `biblatex`, for biber, is UTF-8."""

FOLLOWS: Mapping[str, tuple[str, ...]] = {
    "key": ("arXiv:<id>", "daybook:<paper>"),
    "title": ("<tex>",), "tex_utf8": ("<tex>",),
    "people": ("<authors/tex_name/ and >",), "people_utf8": ("<authors/utf8_name/ and >",),
    "journal_tex": ("<journal>",), "journal_utf8": ("<journal>",), "dashed": ("<pages>",), "first_page": ("<pages>",),
    "preprint": ("arXiv:<id> [<category>]", "arXiv:<id>"),
    "year": ("<published_year>", "<own_year>"), "issued": ("<published_year>", "<date>"),
    "preprint_doi": ("10.48550/arXiv.<id>",), "any_doi": ("<doi>", "<preprint_doi><!journal_ref>"),
    "safe_doi": ("<any_doi>",), "url": ("https://arxiv.org/abs/<id>",), "safe_url": ("<url>",),
    "needed_url": ("<safe_url><?journal_ref>", "<safe_url><?doi>", "<safe_url><!id>"),
    "keyword": ("<categories//, >",),
    "md_title": ("<title>",), "md_link": ("https://doi.org/<doi>", "<url>"), "md_url": ("<url><?doi>",),
    "md_journal": ("<journal_ref>",),
    # Of an author:
    "tex_name": ("<family>, <given>", "<family>"), "utf8_name": ("<family>, <given>", "<family>"),
    "ris": ("<family>, <given>", "<family>"),
    "csl": ('{"family":<"family">,"given":<"given">}', '{"literal":<"family">}'),
}  # fmt: skip
"""What a value is where none is handed over: the first of these lines that is not left out."""


class Values(dict[str, Any]):
    """What a reference or an author has for the lines of forms, by name: texts, and lists of texts or of authors. Each
    is made when it is asked for, as most forms need few."""

    def __init__(self, of: Any, made: Mapping[str, Callable[[Any, Values], Any]]) -> None:
        super().__init__()
        self.of, self.made = of, made

    def __missing__(self, name: str) -> Any:
        make = self.made.get(name)
        value = make(self.of, self) if make else None
        if value is None:
            value = next(filter(None, (fill(line, self) for line in FOLLOWS.get(name, ()))), "")
        self[name] = value = value or ""
        return value


_PLACE = re.compile(r"<([?!\"]?)(\w+)\"?(?:/(\w*)/([^<>]*))?>")


@cache
def _places(line: str) -> tuple[str, list[tuple[str, ...]]]:
    """The text before the first place of a line, and (sign, name, part, joint, text behind it) of each."""
    first, *pieces = _PLACE.split(line)
    return first, list(zip(*[iter(pieces)] * 5, strict=True))


def fill(line: str, values: Mapping[str, Any], flat: bool = False) -> str:
    """A line with its values; empty where it is left out. `flat`: see `Form`."""
    made, places = _places(line)
    for sign, name, part, joint, text in places:
        value = values[name]
        if joint is not None:
            parts = (each[part] if part else each for each in value)
            value = joint.join(filter(None, (" ".join(each.split()) for each in parts) if flat else parts))
        elif flat:
            value = " ".join(value.split())
        if bool(value) == (sign == "!"):
            return ""
        made += (value if not sign else to_json(value).decode() if sign == '"' else "") + text
    return made


# What does not follow, or not always


def tex_name(creator: Creator, *, accents: bool = True) -> str:
    """An author in BibTeX's way, `Family, Suffix, Given`; what it would take apart otherwise stands in braces."""
    if creator.whole or not creator.given:
        alone = not creator.whole and not creator.suffix and " " not in creator.family
        family = (
            _part(creator.family, accents) if alone else f"{{{references.escape(creator.family, accents=accents)}}}"
        )
        return f"{family}, {_part(creator.suffix, accents)}, {{}}" if creator.suffix else family
    parts = (creator.family, creator.suffix, creator.given)
    return ", ".join(_part(part, accents) for part in parts if part)


def _part(name: str, accents: bool) -> str:
    safe = references.escape(name, accents=accents)
    # Some readers lose a backslash that a word begins with.
    apart = _JOINING.search(name) or safe.startswith("\\") or " \\" in safe or not any(map(str.isalnum, name))
    return f"{{{safe}}}" if apart else safe


_JOINING = re.compile(r",|(?:^|\s)and(?:\s|$)|^others$", re.IGNORECASE)
"""What separates names, and their parts."""


def ris_name(creator: Creator) -> str:
    """`Family, Given, Suffix`; commas within a part would cut it."""
    parts = (creator.family,) if creator.whole else (creator.family, creator.given, creator.suffix)
    return ", ".join(part.replace(",", " ") for part in parts).rstrip("" if creator.whole else ", ")


def csl_name(creator: Creator) -> str:
    """An object with the parts of a name; `literal`: what is never taken apart."""
    if creator.whole or not creator.given:
        return to_json({"literal": str(creator)}).decode()
    parts = {"family": creator.family, "given": creator.given, "suffix": creator.suffix}
    return to_json({name: part for name, part in parts.items() if part}).decode()


_OF_AUTHOR: Mapping[str, Callable[[Creator, Values], Any]] = {
    "family": lambda one, its: one.family, "given": lambda one, its: one.given,
    "tex_name": lambda one, its: tex_name(one), "utf8_name": lambda one, its: tex_name(one, accents=False),
    "ris": lambda one, its: ris_name(one), "csl": lambda one, its: csl_name(one),
}  # fmt: skip


@lru_cache(maxsize=KEPT)
def _author(creator: Creator) -> Values:
    return Values(creator, _OF_AUTHOR)


def _people(name: str) -> Callable[[Reference, Values], str | None]:
    """What shows that a list of authors is not complete; else all follows from them."""
    return lambda one, its: (
        None if one.complete or not one.authors else " and ".join([*(each[name] for each in its["authors"]), "others"])
    )


def _of_journal(name: str) -> Callable[[Reference, Values], str]:
    return lambda one, its: getattr(_published(one.journal_ref), name) if one.journal_ref else ""


_published = lru_cache(references.publication)


def _unless(value: str, expected: str) -> str | None:
    return None if value == expected else value


def _is_verbatim(text: str) -> bool:
    """Whether styles can print a DOI or an address as it stands: it has no sign that cannot stand there."""
    return _VERBATIM.fullmatch(text) is not None


_VERBATIM = re.compile(r"[!#$&-;=?A-\[\]_-z~]*+")


def _link(address: str | None) -> str:
    """An address as a link of Markdown has it."""
    return (address or "").replace("(", "%28").replace(")", "%29")


_OF_PAPER: Mapping[str, Callable[[Reference, Values], Any]] = {
    "tex": lambda one, its: references.title(one.runs),
    "authors": lambda one, its: list(map(_author, one.authors)),
    "id": lambda one, its: one.arxiv_id,
    "date": lambda one, its: one.date,
    "own_year": lambda one, its: one.year,
    "month": lambda one, its: language.MONTHS[int(one.date[5:7]) - 1][:3].lower(),  # a macro that every style knows
    "slashes": lambda one, its: f"{one.date.replace('-', '/')}/" + ("/" if len(one.date) < 10 else ""),
    "parts": lambda one, its: ",".join(str(int(part)) for part in one.date.split("-")),
    "category": lambda one, its: (
        one.primary_category if one.arxiv_id and arxiv.has_form(one.primary_category or "") else ""
    ),
    "categories": lambda one, its: one.categories,
    "by": lambda one, its: escape_head(escape_markdown(f"{one.names} ({one.year})".strip())),
    "version": lambda one, its: one.version and str(one.version),
    "paper": lambda one, its: "" if one.arxiv_id else one.paper,
    "title": lambda one, its: _unless(one.title, its["tex"]),
    "tex_utf8": lambda one, its: (
        None if one.title.isascii() else _unless(references.title(one.runs, accents=False), its["tex"])
    ),
    "people": _people("tex_name"),
    "people_utf8": _people("utf8_name"),
    "journal_ref": lambda one, its: one.journal_ref,
    **{name: _of_journal(name) for name in ("journal", "volume", "number", "pages")},
    "published_year": _of_journal("year"),
    "journal_tex": lambda one, its: _unless(references.escape(its["journal"]), its["journal"]),
    "journal_utf8": lambda one, its: _unless(references.escape(its["journal"], accents=False), its["journal"]),
    "dashed": lambda one, its: _unless(its["pages"].replace("-", "--"), its["pages"]),
    "first_page": lambda one, its: _unless(its["pages"].partition("-")[0], its["pages"]),
    "last_page": lambda one, its: its["pages"].partition("-")[2],
    "doi": lambda one, its: one.doi,
    "preprint_doi": lambda one, its: None if one.arxiv_id else one.preprint_doi,
    "safe_doi": lambda one, its: None if _is_verbatim(one.any_doi or "") else "",
    "url": lambda one, its: None if one.arxiv_id else one.url,
    "safe_url": lambda one, its: None if _is_verbatim(one.url or "") else "",
    "abstract": lambda one, its: one.abstract,
    "withdrawn": lambda one, its: "1" if one.withdrawn else "",
    "md_title": lambda one, its: _unless(escape_markdown(one.title.rstrip(".")).rstrip("."), one.title),
    "md_link": lambda one, its: _unless(
        _link(addresses.doi(one.doi) or addresses.outside(one.url)),
        f"https://doi.org/{one.doi}" if one.doi else one.url or "",
    ),
    "md_url": lambda one, its: _unless(
        _link(addresses.doi(one.doi) and addresses.outside(one.url)), (one.doi and one.url) or ""
    ),
    "md_journal": lambda one, its: one.journal_ref and _unless(
        escape_markdown(one.journal_ref).rstrip("."), one.journal_ref
    ),
}  # fmt: skip
"""How the values of a reference are made that do not always follow from others; None: this one follows."""


# For commands and files


def lines(form: str, archive: Archive) -> Iterator[bytes]:
    """All papers of an archive in a form, one after the other."""
    made = FORMS[form]
    before, abstract = made.first, any("abstract" in line for line in made.lines)
    for paper in archive.papers.values():
        yield f"{before}{made.written(references.of(paper, abstract=abstract))}".encode()
        before = made.between
    if archive.papers or made.first:
        yield (made.last if archive.papers else f"{made.first.strip()}{made.last}").encode()


bibtex, biblatex, ris, csl, markdown = (partial(lines, form) for form in FORMS)


def whole(path: str, archive: Archive, lines: Callable[[Archive], Iterator[bytes]]) -> SiteFile:
    """The file at this path, of what an export prints of all papers; made again when a paper has changed."""
    known = archive.outlines or {key: folding.of(paper, lambda source: False) for key, paper in archive.papers.items()}
    hashes = [(key, outline.listed_hash, outline.page_hash) for key, outline in known.items()]
    return SiteFile(path, lambda: gzip.compress(b"".join(lines(archive)), mtime=0), hash_of(to_json(hashes)))


# For readers' browsers


def files(view: View) -> Iterator[SiteFile]:
    """The tables above, and what bibliographies say of all papers, without abstracts: an index, and files of each month

    citations/forms.js         the tables
    citations/2603.04711.js    {"2603.04711":[title in TeX, authors, ..., others],…}, values by `_FIRST` and by name

    `exports/scripts.py` says how papers are cut and packed."""
    tables = {"forms": FORMS, "follows": FOLLOWS, "first": _FIRST, "ofAuthor": list(_OF_AUTHOR)}
    script = b"daybook.forms = %s;\n" % to_json(tables)
    yield SiteFile(f"{SCRIPTS.folder}forms.js", lambda: script, hash_of(script))
    yield from SCRIPTS.files(
        view, lambda key: view.outlines[key].listed_hash + view.outlines[key].page_hash,
        lambda key: said(references.of(view.archive.papers[key])),
    )  # fmt: skip


_FIRST = list(_OF_PAPER)[:12]
"""The values that most papers have."""


def said(reference: Reference) -> list[object]:
    """What is handed over of a paper."""
    values = Values(reference, _OF_PAPER)
    stated = {name: make(reference, values) for name, make in _OF_PAPER.items()}
    stated["authors"] = [_said(creator) for creator in reference.authors]
    first = ["" if (value := stated.pop(name)) is None else value for name in _FIRST]
    others = {name: value for name, value in stated.items() if value or (value is not None and name in FOLLOWS)}
    return [*first, others] if others else first


@lru_cache(maxsize=KEPT)
def _said(creator: Creator) -> str | list[str | None]:
    """What is handed over of an author: "Family, Given", or values by `_OF_AUTHOR`; None: it follows."""
    plain, values = Values(creator, {}), _author(creator)
    plain |= {"family": creator.family, "given": creator.given}
    others = [_unless(values[name], plain[name]) for name in _OF_AUTHOR if name in FOLLOWS]
    if plain["ris"].count(", ") == bool(creator.given) and others == [None] * len(others):
        return str(plain["ris"])
    return [creator.family, creator.given, *others]


# An archive as a whole


def archive_bibtex(settings: Settings, as_of: dt.date | None, doi: str) -> str:
    """The entry of an archive as a whole, as of its newest day; `doi`: its own, or empty."""
    owner = _owner(settings.repository)
    reached = f", as of {language.date(as_of)}" if as_of else ""
    fields = {
        "author": f"{{{references.escape(owner)}}}" if owner else "",
        "title": f"{{{references.escape(settings.title)}}}",
        "howpublished": references.escape(f"arXiv's announcements in {', '.join(settings.categories)}{reached}"),
        "year": f"{as_of.year}" if as_of else "",
        "month": language.MONTHS[as_of.month - 1][:3].lower() if as_of else "",
        "doi": doi * _is_verbatim(doi),
        "url": settings.url * _is_verbatim(settings.url),
    }
    shown = [f"  {name} = {value if name == 'month' else f'{{{value}}}'}" for name, value in fields.items() if value]
    return ",\n".join([f"@misc{{{archive_name(settings.title)}", *shown]) + "\n}\n"


def archive_name(title: str) -> str:
    """What programs call the archive of this title: `tides-schedules`; `archive` where nothing is left of the title."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "archive"


CFF = "CITATION.cff"


def cff(settings: Settings, authors: Sequence[str] = (), version: str = "", released: dt.date | None = None) -> str:
    """The text of a CITATION.cff of an archive: how it is cited, for programs (GitHub, Zenodo, Zotero).

    authors: names of the people or groups who keep it; empty: the owner of its repository, else the archive itself.
    version: of a release, such as 2026-03; released: its date.
    Source: Citation File Format 1.2.0. A JSON string is a YAML string, so no received or written word can become YAML.
    """
    fields = {
        "cff-version": "1.2.0",
        "message": "If you use this archive, please cite it as below.",
        "type": "dataset",
        "title": settings.title,
        "abstract": settings.description,
        "url": settings.url,
        "repository-code": settings.repository,
        "version": version,
        "date-released": released.isoformat() if released else "",
    }
    quoted = partial(json.dumps, ensure_ascii=False)
    names = authors or [_owner(settings.repository) or settings.title]
    words = dict.fromkeys(["arXiv", *map(arxiv.name, settings.categories), *settings.categories])
    lines = [f"{name}: {quoted(value)}" for name, value in fields.items() if value]
    lines += ["authors:", *(f"  - name: {quoted(name)}" for name in names)]
    lines += ["keywords:", *(f"  - {quoted(word)}" for word in words)]
    return "\n".join(lines) + "\n"


def _owner(repository: str) -> str:
    """The first part of the path of a repository's address; empty if there is none."""
    return urlsplit(repository).path.strip("/").partition("/")[0]

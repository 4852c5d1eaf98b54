"""Every paper as an entry of BibTeX, in ASCII but for letters that TeX knows no command for."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator

from daybook.config import Settings
from daybook.exports import cff, datapackage, latex, references
from daybook.exports.references import Creator, Reference
from daybook.model import Archive, taxonomy
from daybook.text import dates

_VERBATIM = re.compile(r"[!-~]++")
_UNSAFE = re.compile(r"[\"\\{}%@^|<>]")
_MONTHS = tuple(name[:3].lower() for name in dates.MONTHS)
_JOINING = re.compile(r",|(?:^|\s)and(?:\s|$)|^others$", re.IGNORECASE)
"""What separates names, and their parts."""


def lines(archive: Archive) -> Iterator[bytes]:
    """An entry per paper, with an empty line behind it."""
    for paper in archive.papers.values():
        yield f"{entry(references.of(paper, references.nothing))}\n".encode()


def entry(reference: Reference) -> str:
    """A reference as an entry, the last line ended. Neither abstract nor key words: they are no part of a citation."""
    return written("article" if reference.journal_ref else "misc", reference.key, _fields(reference))


def written(kind: str, key: str, fields: Iterable[tuple[str, str | None]]) -> str:
    """An entry of these fields, whose values are escaped; those without a value are left out. A month is a macro."""
    shown = [f"  {name} = {value if name == 'month' else f'{{{value}}}'}" for name, value in fields if value]
    return f"@{kind}{{{key},\n" + ",\n".join(shown) + "\n}\n"


def _fields(reference: Reference) -> Iterator[tuple[str, str | None]]:
    published = references.publication(reference.journal_ref) if reference.journal_ref else None
    yield "author", people(reference)
    yield "title", latex.title(reference.runs)
    if published:
        yield "journal", latex.escape(published.journal)
        yield "volume", published.volume
        yield "number", published.number
        yield "pages", published.pages.replace("-", "--")
    else:
        yield "howpublished", preprint(reference)
    yield "year", (published.year if published else "") or reference.year
    yield "month", None if published else month(reference)
    yield "eprint", reference.arxiv_id
    yield "archivePrefix", "arXiv" if reference.arxiv_id else None
    yield "primaryClass", category(reference)
    # The DOI of the preprint leads to the same page as its address, which styles would print beside it.
    yield "doi", verbatim(reference.doi if published else reference.any_doi)
    yield "url", verbatim(reference.url) if published or reference.doi or not reference.arxiv_id else None
    yield "note", note(reference)


def preprint(reference: Reference) -> str | None:
    """Where a preprint is, for styles that know nothing of `eprint`: "arXiv:2603.00356 [cs.DC]"."""
    code = category(reference)
    return f"arXiv:{reference.arxiv_id}{f' [{code}]' if code else ''}" if reference.arxiv_id else None


def month(reference: Reference) -> str:
    """The month of a reference, as the macro that every style of BibTeX knows: "mar"."""
    return _MONTHS[int(reference.date[5:7]) - 1]


def archive(settings: Settings, as_of: dt.date | None, doi: str) -> str:
    """The entry of an archive as a whole, as of its newest day; `doi`: its own, or empty."""
    owner = cff.owner(settings.repository)
    reached = f", as of {dates.date(as_of)}" if as_of else ""
    fields = (
        ("author", f"{{{latex.escape(owner)}}}" if owner else None),
        ("title", f"{{{latex.escape(settings.title)}}}"),
        ("howpublished", latex.escape(f"arXiv's announcements in {', '.join(settings.categories)}{reached}")),
        ("year", f"{as_of.year}" if as_of else None),
        ("month", _MONTHS[as_of.month - 1] if as_of else None),
        ("doi", verbatim(doi)),
        ("url", verbatim(settings.url)),
    )
    return written("misc", datapackage.name(settings.title), fields)


def people(reference: Reference, *, accents: bool = True) -> str:
    """The authors in BibTeX's way: `Waals, J. D. van der and {XYZ Collaboration}`."""
    shown = [person(creator, accents=accents) for creator in reference.authors]
    return " and ".join(shown if reference.complete or not shown else [*shown, "others"])


def person(creator: Creator, *, accents: bool = True) -> str:
    """`Family, Suffix, Given`; what BibTeX would take apart otherwise stands in braces."""
    if creator.whole or not creator.given:
        alone = not creator.whole and not creator.suffix and " " not in creator.family
        family = _part(creator.family, accents) if alone else f"{{{latex.escape(creator.family, accents=accents)}}}"
        return f"{family}, {_part(creator.suffix, accents)}, {{}}" if creator.suffix else family
    parts = (creator.family, creator.suffix, creator.given)
    return ", ".join(_part(part, accents) for part in parts if part)


def _part(name: str, accents: bool) -> str:
    safe = latex.escape(name, accents=accents)
    # Some readers lose a backslash that a word begins with.
    apart = _JOINING.search(name) or safe.startswith("\\") or " \\" in safe or not any(map(str.isalnum, name))
    return f"{{{safe}}}" if apart else safe


def category(reference: Reference) -> str | None:
    """The primary category, if it has the form of one."""
    code = reference.primary_category
    return code if code and reference.arxiv_id and taxonomy.has_form(code) else None


def verbatim(text: str | None) -> str | None:
    """A DOI or an address, which styles print as it stands; None where it has signs that cannot stand there."""
    return text if text and _VERBATIM.fullmatch(text) and not _UNSAFE.search(text) else None


def note(reference: Reference) -> str | None:
    """That the paper was withdrawn."""
    return "Withdrawn" if reference.withdrawn else None

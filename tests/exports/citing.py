"""References as independent readers of citation formats see them."""

import datetime as dt
import gzip
import json
import random
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import bibtexparser
from bibtexparser import middlewares
from daybook.exports import citations, references
from daybook.exports.references import Reference
from daybook.model import Archive, Author, Paper, Sighting, ids
from pybtex.database import BibliographyData, parse_string
from pylatexenc.latex2text import LatexNodes2Text

Fields = dict[str, str]


def archive(papers: Iterable[Paper]) -> Archive:
    return Archive(papers={paper.key: paper for paper in papers}, days=())


def paper(key: str = "2603.00356", **fields: Any) -> Paper:
    """A paper first seen on 3 March 2026, with these fields."""
    told: dict[str, Any] = {
        "key": key, "arxiv_id": key if ids.parse(key) else None, "version": None, "title": "Tides", "titles": (),
        "sightings": (Sighting(date=dt.date(2026, 3, 3), source="arxiv-listing", type="new"),),
    }  # fmt: skip
    return Paper(**told | fields)


def written(form: str, papers: Iterable[Paper]) -> str:
    """What the command line writes of these papers, without their abstracts."""
    known = archive(replace(each, abstract=None) for each in papers)
    return b"".join(citations.lines(form, known)).decode()


def of_fields(corpus: Path, most: int | None = None) -> Iterator[Paper]:
    """Real papers of all fields: all of a corpus, or at most so many, from all of its parts."""
    rows = gzip.decompress(corpus.read_bytes()).splitlines()
    for row in rows[:: len(rows) // (most or len(rows))][:most]:
        told = json.loads(row)
        yield paper(
            ids.key(told["id"]), arxiv_id=told["id"], title=told["title"], abstract=told["abstract"],
            authors=tuple(map(Author, told["authors"])), categories=tuple(told["categories"]),
            primary_category=told["primary"], submitted=dt.datetime.fromisoformat(f"{told['date']}-01"[:10]),
        )  # fmt: skip


def by_bibtexparser(text: str) -> dict[str, Fields]:
    """Key -> type and fields; `author` has the parts of each name."""
    split = [middlewares.SeparateCoAuthors(), middlewares.SplitNameParts()]
    library = bibtexparser.parse_string(text, append_middleware=split)
    assert not library.failed_blocks, (library.failed_blocks[0].error, library.failed_blocks[0].raw)
    assert len(library.blocks) == len(library.entries)
    return {entry.key: {"type": entry.entry_type} | {f.key: _parts(f.value) for f in entry.fields}
            for entry in library.entries}  # fmt: skip


def _parts(value: Any) -> str:
    if isinstance(value, str):
        return value
    names = ((name.first, [*name.von, *name.last], name.jr) for name in value)
    return " and ".join("¦".join(" ".join(part) for part in parts) for parts in names)


def by_pybtex(text: str) -> dict[str, Fields]:
    data: BibliographyData = parse_string(text, "bibtex")
    found = {}
    for key, entry in data.entries.items():
        names = (
            (p.first_names + p.middle_names, p.prelast_names + p.last_names, p.lineage_names)
            for p in entry.persons.get("author", ())
        )
        authors = " and ".join("¦".join(" ".join(part) for part in parts) for parts in names)
        found[key] = {"type": entry.type, **entry.fields} | ({"author": authors} if authors else {})
    return found


def authors(reference: Reference) -> str:
    """The authors as the readers above write them."""
    names = [f"{name.given}¦{name.family}¦{name.suffix}" for name in reference.authors]
    return " and ".join(names if reference.complete or not names else [*names, "¦others¦"])


def decoded(tex: str) -> str:
    """What TeX prints."""
    for command, sign in ((r"{\textbar}", "|"), (r"\textbraceleft", r"\{"), (r"\textbraceright", r"\}")):
        tex = tex.replace(command, sign)
    text = LatexNodes2Text(math_mode="verbatim", keep_comments=True).latex_to_text(tex)
    return normal(text)


_SIGNS = str.maketrans("“”‘’–—−ˆ˜´", "\"\"''---^~'")


def normal(text: str) -> str:
    """Plain text as it can be compared: TeX knows one kind of quotation marks, dashes and blanks."""
    text = re.sub("[_^]", "", unicodedata.normalize("NFKC", text).translate(_SIGNS))
    text = text.replace("``", '"').replace("''", '"').replace("`", "'").replace('"', "''")
    return re.sub(r"-+", "-", re.sub(r"\s+", " ", text)).strip()


PIECES = (
    "{", "}", "\\", "%", "@", "$", "$$", "#", "&", "_", "^", "~", "|", '"', "'", "`", ",", "=", "\n", "\r\n", "\t",
    "\x00", "\x1b[31m", "\u202e", "\u2028", "\ud800", "\\input{/etc/passwd}", "\\write18{x}", "@article{a,",
    "@misc{b, title={c}}", "@comment{", "@string(x", "}\n\n@misc{arXiv:9901.00001,\n title={gone}}", "$x", "$x^2$",
    "\\\\", "\\end{document}", "\\catcode", "^^5c", "$^^5c$", "\\{", "\\}", "$\\{a$", "$a\\$", "\\$", "$\\input{x}$",
    "$\\def\\a{b}$", "and", " and ", " AND ", "others", ", Jr.", "é", "ß", "ş", "ǎ", "李明", "😀", "α", "ℝ", "Λ", "<b>",
    "</pre>", "<script>alert(1)</script>", "&amp;", "TY  - JOUR", "\nER  - \n\nTY  - BOOK", "ER  -", "]]>", "\"}]",
    "*/", "[a](javascript:b)", "](x)", "# ", "- ", "GPUs", "von", "de la", "a", "B", "word", "Words", "x̄", "(", ")",
    "[", "]", "!", "?`", "--", "``", "''", "\\'e", "{\\\"u}", "\\ss",
)  # fmt: skip
"""What titles and names mean harm with, and what they need."""
NAMES = (
    "Ada Ebb", "van der Waals, Johannes D.", "King, Martin, Jr.", "ATLAS Collaboration", "Plato",
    "M\\\"uller-L{\\\"u}d, Ö", "A. Cup for the XYZ Collaboration", "Doe, J. (MIT)", "de la Cruz III, Ana", "a" * 300,
    ",", "Smith, ", "Gro\u00df, Ⅳ.",
)  # fmt: skip
JOURNALS = (
    None, None, "Phys.Lett.B658:7-12,2007", "J. of {Odd} *Things* 4 (2026) 1-12", "PhD thesis, Quay University, 2007",
    "Actes de l'École d'Été, 2004", "Ünï & {Co} {\\'e} (2006) 5", "Ann. Phys. 3 (2) A12-A19 2001", "-",
)  # fmt: skip
DOIS = (None, "10.1234/a_b.(c)", "10.1/<x>", "10.48550/arXiv.2603.00356", "10.5555/ünï", "not a doi", "10.1/a'b!*~")


def hostile(number: int = 1000, pieces: Sequence[str] = PIECES) -> Iterator[Paper]:
    """Papers whose every text is put together from PIECES, or is one of the above."""
    chance = random.Random(7)

    def text(most: int = 12) -> str:
        words = chance.choices(pieces, k=chance.randint(1, most))
        return "".join(f"{word}{chance.choice(('', '', ' '))}" for word in words)

    for each in range(number):
        key = (f"2603.{each:05d}", f"hep-th{9901001 + each}", f"a-title-{each:08x}")[each % 3]
        yield paper(
            key, arxiv_id=(key, key.replace("hep-th", "hep-th/"), None)[each % 3],
            title=text(), abstract=text(40), comments=text(), withdrawn=each % 7 == 0, version=each % 4 or None,
            authors=tuple(Author(chance.choice((text(4), *NAMES))) for _ in range(chance.choice((0, 1, 2, 4, 12)))),
            authors_complete=each % 5 > 0, journal_ref=text() if each % 8 == 0 else JOURNALS[each % len(JOURNALS)],
            doi=f"10.1000/{text(3)}" if each % 4 == 1 else DOIS[each % len(DOIS)],
            other_dois=tuple(filter(None, DOIS[: each % 4])), url=f"https://a.example/{text(3)}?b=1&c=(d)",
            categories=((text(2), "cs.DC"), ("odd code", "a,b"), (), ("math.CO",))[each % 4],
            primary_category=(text(2), "odd code", None, "math.CO")[each % 4],
            submitted=dt.datetime(2026, 2, 27, tzinfo=dt.UTC) if each % 2 else None,
        )  # fmt: skip


def known(papers: Mapping[str, Paper]) -> dict[str, Reference]:
    """The papers' references by the key that documents cite."""
    found = (references.of(each, abstract=True) for each in papers.values())
    return {each.key: each for each in found}

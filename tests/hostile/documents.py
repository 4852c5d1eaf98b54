"""Every format that Daybook reads: its documents with a payload in each field, and which fields they carry.

A planted text is the payload and a mark: `<script>.. qrssscripttitle` stands in the title that an RSS feed gives. The
mark tells in which page, and where in it, the text must be found.
"""

import datetime as dt
import html
import json
from dataclasses import dataclass
from pathlib import Path

import yaml
from jinja2 import Environment, FileSystemLoader, select_autoescape

from tests.hostile.payloads import PAYLOADS, Payload

FIRST_REPORT = dt.date(2026, 4, 1)
_LAYOUTS = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "formats"),
    autoescape=select_autoescape(("html", "xml")),
    trim_blocks=True,
    keep_trailing_newline=True,
)
_LAYOUTS.filters["twice"] = html.escape  # text that stands in HTML that stands in XML is escaped once more


@dataclass(frozen=True, slots=True)
class Planted:
    """A paper whose fields hold one payload, in a document of one format. paper["title"]: what stands in its title."""

    format: str
    payload: Payload
    ident: str  # an arXiv id of its own; formats without ids do not state it

    def mark(self, field: str) -> str:
        return f"q{self.format}{self.payload.name}{field}"

    def __getitem__(self, field: str) -> str:
        return f"{self.payload.text} {self.mark(field)}"


@dataclass(frozen=True, slots=True)
class Format:
    """A format: how its documents are written, and which fields of a paper they carry."""

    name: str
    file: str  # of its documents; the layout of this name, or a line of JSON for each paper
    prose: tuple[str, ...]  # fields whose text is read as TeX
    bare: tuple[str, ...] = ()  # fields that are shown as they stand
    listed: bool = False  # names stand in a list with commas, which some payloads fall apart in
    without: tuple[str, ...] = ()  # payloads that this format has no way to say
    alone: bool = False  # each paper has a document of its own

    def holds(self, field: str, payload: Payload) -> bool:
        """Whether the whole payload can stand in a field of this format."""
        return not (self.listed and field == "authors" and payload.name in APART)

    def write(self, papers: list[Planted]) -> dict[str, str]:
        """File name -> text."""
        if self.file.endswith(".jsonl"):
            return {self.file: "".join(map(_line, papers))}
        layout = _LAYOUTS.get_template(self.file)
        if not self.alone:
            return {self.file: layout.render(papers=papers)}
        stem, dot, end = self.file.partition(".")
        dates = [FIRST_REPORT + dt.timedelta(days=place) for place in range(len(papers))]
        return {
            f"{stem}-{paper.payload.name}{dot}{end}": layout.render(p=paper, day=f"{date:%B} {date.day}, {date.year}")
            for paper, date in zip(papers, dates, strict=True)
        }


def _line(paper: Planted) -> str:
    """A line of the snapshot."""
    plain = {"comments": "comments", "doi": "doi", "journal-ref": "journal_ref", "report-no": "report_no"}
    plain |= {name: name for name in ("license", "submitter", "title")}
    fields = {name: paper[field] for name, field in plain.items()} | {
        "id": paper.ident, "authors": "Bea Plain", "categories": f"cs.DC {paper.payload.text}",
        "abstract": f"  {paper['abstract']}\n", "update_date": "2026-03-12",
        "versions": [{"version": "v1", "created": "Mon, 2 Mar 2026 10:00:00 GMT"}],
        "authors_parsed": [[paper["authors"], "", ""], ["Plain", "Bea", ""]],
    }  # fmt: skip
    return json.dumps(fields) + "\n"


APART = ("meta", "link", "image", "entities")
"""In a list of names these lose what is in parentheses, as affiliations do, or are parted at a semicolon."""

_USUAL = ("title", "authors", "abstract")
FORMATS = (
    Format("listing", "new.html", (*_USUAL, "comments", "journal_ref"), ("doi", "report_no")),
    Format("catchup", "catchup.html", (*_USUAL, "comments", "journal_ref"), ("doi", "report_no")),
    Format("rss", "rss.xml", (*_USUAL, "journal_ref"), ("doi", "license", "category"), listed=True),
    Format("atom", "atom.xml", (*_USUAL, "journal_ref"), ("doi", "license", "category"), listed=True),
    Format("rdf", "rdf.xml", _USUAL, listed=True),
    Format("api", "api.xml", (*_USUAL, "comments", "journal_ref"), ("doi",)),
    Format("stripped", "stripped.txt", ("title", "abstract", "comments")),
    Format("pasted", "pasted.txt", (*_USUAL, "comments", "journal_ref"), ("doi", "report_no"), listed=True),
    Format("extracted", "extracted.txt", ("title", "abstract", "comments", "journal_ref")),
    Format("mail", "mail.txt", (*_USUAL, "comments", "journal_ref"), ("report_no", "license"), listed=True),
    Format("raw", "raw.xml", (*_USUAL, "comments", "journal_ref"), ("doi", "report_no", "license"), listed=True),
    Format("parts", "parts.xml", (*_USUAL, "comments"), ("license",)),
    Format("dc", "dc.xml", (*_USUAL, "comments", "journal_ref"), ("doi",)),
    Format("snapshot", "snapshot.jsonl", (*_USUAL, "comments", "journal_ref"), ("doi", "report_no", "license")),
    Format("abs", "abs.html", (*_USUAL, "comments", "journal_ref"), ("report_no", "license"), alone=True),
    Format("pith", "cards.txt", ("title", "headline", "gist", "badge", "abstract")),
    Format("report", "report.txt", ("title", "abstract"), without=("long",), alone=True),
    Format("journal", "journal.xml", (*_USUAL, "journal_ref")),
    Format("group", "group.xml", _USUAL),
    Format("dblp", "dblp.xml", ("title", "authors", "journal_ref")),
)


def planted(form: Format) -> list[Planted]:
    """The papers of a format's documents, one a payload."""
    first = 100 * FORMATS.index(form) + 1
    return [
        Planted(form.name, payload, f"2603.{first + place:05d}")
        for place, payload in enumerate(PAYLOADS)
        if payload.name not in form.without
    ]


_HERE = Path(__file__).parent
ODD = {path.name: path.read_text(encoding="utf-8") for path in (_HERE / "odd").iterdir()}
"""File name -> text: documents hostile in a place of their own: markup, titles and hosts of feeds, lost signs."""
FORMULA = '=HYPERLINK("https://evil.example/x","qextraformula")'
SHOWN: list[tuple[str, str]] = yaml.safe_load((_HERE / "odd.yml").read_text(encoding="utf-8"))["shown"]
"""Words of a page, and what must stand on one."""

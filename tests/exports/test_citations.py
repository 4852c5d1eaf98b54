"""References, and citations: what other programs read from each format is what the archive holds."""

import datetime as dt
import json
import re
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import rispy
from daybook import cli, exports
from daybook.archive import ArchiveFolder, load
from daybook.exports import citations, references
from daybook.exports.citations import FORMS
from daybook.exports.references import Creator, Publication, Reference
from daybook.model import Author, Paper
from daybook.pages import home
from daybook.text import markup
from markdown_it import MarkdownIt
from pybtex.bibtex.utils import change_case

from tests.cases import for_each
from tests.conftest import HANGS
from tests.exports import citing
from tests.pages import sample

SCHEMA = json.loads((Path(__file__).parent / "data" / "csl-narrow.json").read_text(encoding="utf-8"))
"""The names and types of CSL's own schema (csl-data.json of CSL 1.0.2), written by hand, of those that are used here.
It is narrower: it wants strings where CSL takes numbers, too, and nothing empty."""


def text(name: str, papers: Mapping[str, Paper]) -> str:
    return b"".join(exports.lines(name, citing.archive(papers.values()))).decode()


def check_tex(papers: Mapping[str, Paper], name: str) -> None:
    """Two readers see the same entries with the same fields, and in these what the references say."""
    written, known = text(name, papers), citing.known(papers)
    one, two = citing.by_bibtexparser(written), citing.by_pybtex(written)
    assert list(one) == list(known)
    assert two.keys() == one.keys()
    for key, reference in known.items():
        mine = dict(re.findall(r"^  (\w+) = \{?(.*?)\}?,?$", FORMS[name].written(reference), re.MULTILINE))
        expected = {field: " ".join(value.split()) for field, value in mine.items() if field != "author"}
        found, other = ({f: " ".join(v.split()) for f, v in each[key].items()} for each in (one, two))
        assert found.pop("type") == other.pop("type")
        if "month" in other:  # pybtex knows the macro, and puts its words in place
            other["month"] = other["month"][:3].lower()
        for each in (found, other):
            names = each.pop("author", "")
            assert citing.decoded(names) == citing.normal(citing.authors(reference)), key
        assert found == other == expected
        if all(run.tex is None for run in reference.runs):
            assert citing.decoded(found.get("title", "")) == citing.normal(reference.title), key


def check_ris(papers: Mapping[str, Paper]) -> None:
    known = citing.known(papers)
    found = {record["id"]: record for record in rispy.loads(text("ris", papers))}
    assert list(found) == list(known)
    for key, reference in known.items():
        record = found[key]
        assert record.get("title", "") == reference.title
        names = (" ".join(f"{n.family}, {n.given}, {n.suffix}".replace(",", " ").split()) for n in reference.authors)
        found_names = (" ".join(name.replace(",", " ").split()) for name in record.get("authors", ()))
        assert list(found_names) == list(filter(None, names))
        assert record["year"]
        assert record.get("doi") == (" ".join(reference.any_doi.split()) if reference.any_doi else None)
        assert record.get("abstract", "") == " ".join((reference.abstract or "").split())
        assert (record["type_of_reference"] == "JOUR") == bool(reference.journal_ref)


def check_csl(papers: Mapping[str, Paper]) -> None:
    known, found = citing.known(papers), json.loads(text("csl", papers))
    jsonschema.validate(found, SCHEMA)
    assert [item["id"] for item in found] == list(known)
    for item, reference in zip(found, known.values(), strict=True):
        assert item.get("title", "") == reference.title
        assert len(item.get("author", ())) == len(reference.authors)


def check_markdown(papers: Mapping[str, Paper]) -> None:
    """Each line is an item of one list, with links of the web alone."""
    tokens = MarkdownIt("commonmark").parse(text("markdown", papers))
    assert [token.type for token in tokens if token.level == 0] == ["bullet_list_open", "bullet_list_close"]
    assert sum(token.type == "list_item_open" for token in tokens) == len(papers)
    for token in tokens:
        for child in token.children or ():
            assert child.type in ("text", "link_open", "link_close", "text_special"), child
            assert child.type != "link_open" or re.match("https?://", str(child.attrs["href"]))


@pytest.fixture(scope="module")
def listed(shared: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Paper]:
    """The papers of the real documents."""
    folder = tmp_path_factory.mktemp("listings")
    cli.main(["init", "--quiet", "--archive", str(folder), "--title", "Real", "--categories", "cs.DC"])
    cli.main(["ingest", "--quiet", "--archive", str(folder), str(shared("listings"))])
    return load.fold(ArchiveFolder(folder), published=False, described=False).papers


@pytest.fixture(scope="module")
def fields(shared: Callable[[str], Path]) -> Mapping[str, Paper]:
    """2,000 real papers of all fields."""
    return {each.key: each for each in citing.of_fields(shared("corpora/fields/dev.jsonl.gz"), 2000)}


@pytest.fixture(scope="module")
def hostile() -> Mapping[str, Paper]:
    return {each.key: each for each in citing.hostile()}


@pytest.mark.trial
@pytest.mark.parametrize("papers", ["listed", "fields", "hostile"])
def test_all_formats_are_read_by_others(papers: str, request: pytest.FixtureRequest) -> None:
    """BibTeX and BibLaTeX by bibtexparser and pybtex, RIS by rispy, CSL by its schema, Markdown by markdown-it."""
    known = request.getfixturevalue(papers)
    check_tex(known, "bibtex")
    check_tex(known, "biblatex")
    check_ris(known)
    check_csl(known)
    check_markdown(known)


@pytest.mark.trial
@pytest.mark.parametrize("name", ["bibtex", "biblatex", "csl"])
def test_pandoc_sets_them_without_a_warning(
    name: str, fields: Mapping[str, Paper], hostile: Mapping[str, Paper], tmp_path: Path
) -> None:
    """A document that cites all of them, with their formulas as MathML."""
    pandoc = pytest.importorskip("pypandoc").get_pandoc_path()
    document = tmp_path / "all.md"
    document.write_text("---\nnocite: '@*'\ntitle: All\n---\n\nSee below.\n")
    for papers in (fields, hostile):
        (tmp_path / f"all.{name}").write_text(text(name, papers), encoding="utf-8")
        suffix = {"bibtex": "bibtex", "biblatex": "bib", "csl": "json"}[name]
        bibliography = (tmp_path / f"all.{name}").rename(tmp_path / f"all.{suffix}")
        command = [pandoc, "--citeproc", "--mathml", "--bibliography", bibliography, "--to", "html", document]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=HANGS)
        assert done.stderr == ""
        assert done.stdout.count('class="csl-entry"') == len(papers)


def reference(title: str = "Tides", **fields: object) -> Reference:
    """That of a paper."""
    return references.of(citing.paper(title=title, **fields), abstract=True)


def test_an_entry_of_bibtex() -> None:
    """Accents and formulas in TeX, capitals in braces, the journal taken apart, all that identifies the paper."""
    cited = reference(
        r"GPUs for the $H_0$ tension: a longer study of M\"uller & the {U-Net}",
        journal_ref="Phys. Rev. D 76, 013009 (2027)",
        authors=tuple(map(Author, (r"C. Bal\'azs", "Jan van der Waals", "Martin King, Jr.", "XYZ Collaboration"))),
        doi="10.1103/PhysRevD.76.013009", primary_category="astro-ph.CO", withdrawn=True, authors_complete=False,
    )  # fmt: skip
    assert (
        FORMS["bibtex"].written(cited)
        == r"""@article{arXiv:2603.00356,
  author = {Bal{\'a}zs, C. and van der Waals, Jan and King, Jr., Martin and {XYZ Collaboration} and others},
  title = {{GPUs} for the {$H_0$} tension: a longer study of {M{\"u}ller} \& the {U-Net}},
  journal = {Phys. Rev. D},
  volume = {76},
  pages = {013009},
  year = {2027},
  eprint = {2603.00356},
  archivePrefix = {arXiv},
  primaryClass = {astro-ph.CO},
  doi = {10.1103/PhysRevD.76.013009},
  url = {https://arxiv.org/abs/2603.00356},
  note = {Withdrawn}
}
"""
    )
    preprint = replace(cited, journal_ref=None, doi=None, withdrawn=False, runs=(), authors=(), complete=True)
    assert (
        FORMS["bibtex"].written(preprint)
        == """@misc{arXiv:2603.00356,
  howpublished = {arXiv:2603.00356 [astro-ph.CO]},
  year = {2026},
  month = mar,
  eprint = {2603.00356},
  archivePrefix = {arXiv},
  primaryClass = {astro-ph.CO},
  doi = {10.48550/arXiv.2603.00356}
}
"""
    )
    # A journal's DOI goes before arXiv's; then the preprint's address stands beside it.
    known = FORMS["bibtex"].written(replace(preprint, doi="10.1103/x"))
    assert "  doi = {10.1103/x},\n  url = {https://arxiv.org/abs/2603.00356}\n" in known
    modern = FORMS["biblatex"].written(cited)
    assert modern.startswith("@article{arXiv:2603.00356,\n  author = {Balázs, C. and ")
    assert "  eprinttype = {arxiv},\n  eprintclass = {astro-ph.CO},\n" in modern
    assert FORMS["biblatex"].written(reference()).startswith("@online{")
    assert "  date = {2026-03-03},\n" in FORMS["biblatex"].written(reference())


def test_other_formats_of_the_same() -> None:
    cited = reference("A <b> & $x^2$", authors=(Author("C. Cup"), Author("XYZ Team")), withdrawn=True, version=2)
    assert FORMS["ris"].written(cited).split("\r\n") == [
        "TY  - UNPB", "ID  - arXiv:2603.00356", "AU  - Cup, C.", "AU  - XYZ Team", "TI  - A <b> & x²", "PY  - 2026",
        "DA  - 2026/03/03/", "PB  - arXiv", "M1  - arXiv:2603.00356", "DO  - 10.48550/arXiv.2603.00356",
        "UR  - https://arxiv.org/abs/2603.00356", "N1  - Withdrawn", "ER  - ", "",
    ]  # fmt: skip
    item = json.loads(FORMS["csl"].written(cited))
    assert item["author"] == [{"family": "Cup", "given": "C."}, {"literal": "XYZ Team"}]
    assert (item["issued"], item["version"], item["status"]) == ({"date-parts": [[2026, 3, 3]]}, "2", "withdrawn")
    assert FORMS["markdown"].written(cited) == (
        "- C. Cup and XYZ Team (2026). [A &lt;b> & x²](https://arxiv.org/abs/2603.00356). arXiv:2603.00356. Withdrawn."
    )
    assert FORMS["markdown"].written(reference(authors=(Author("1. Minus"),))).startswith("- 1\\. Minus (")


@for_each(
    ("received", "stays"),
    [
        ("Attention Is All You Need for GPUs", "Attention is all you need for {GPUs}"),
        ("On the early work of Euler in Berlin", "On the early work of {Euler} in {Berlin}"),
        ("Learning from Data with Noise", "Learning from data with noise"),
        ("U-Net, LaTeX and (X-Ray): A Multi-Agent View", "{U-Net}, {LaTeX} and ({X-Ray}): A multi-agent view"),
        (r"The $\Lambda$CDM Model", r"The {$\Lambda$}{CDM} model"),
    ],
)
def test_styles_lower_what_they_may(received: str, stays: str) -> None:
    """What BibTeX's own plain style, as pybtex follows it, makes of a title."""
    assert change_case(references.title(markup.runs(received)), "t") == stays


@for_each(
    "tex",
    [r"\input{x}", r"\write18{x}", r"a}{b", r"{a", r"a^^5c", r"\begin{x}", "a & b", r"\left(", "x_", "ä", "a\\", ""],
)
def test_formulas_that_are_shown_as_text(tex: str) -> None:
    """What could end the entry, fail in a document or do more there than print."""
    assert references.formula(tex) is None


@for_each(
    ("received", "expected"),
    [
        ("Phys.Lett.B658:7-12,2007", Publication("Phys.Lett.B", "658", "", "7-12", "2007")),
        ("Acta Tides 43, 4 (25/08/2006) p. 265-292", Publication("Acta Tides", "43", "4", "265-292", "2006")),
        ("J. of Tides, vol. 52, no. 11, pp. 1--27, Nov. 2007", Publication("J. of Tides", "52", "11", "1-27", "2007")),
        ("J. Phys. A40 (2007) 14085-14098", Publication("J. Phys. A", "40", "", "14085-14098", "2007")),
        ("Tides (2006) 542", Publication("Tides 542", year="2006")),
        ("Proceedings of Tides 2000 (2000) 80", Publication("Proceedings of Tides 2000 80", year="2000")),
        ("PhD thesis 12, 3 (2007)", Publication("PhD thesis 12, 3", year="2007")),
        ("Proc. Tides, Quay, May 2007.", Publication("Proc. Tides, Quay, May", year="2007")),
        ("Proc. of the 2007 Meeting on Tides", Publication("Proc. of the 2007 Meeting on Tides", year="2007")),
        ("2007", Publication("2007", year="2007")),
        ("Tides 2007, printed 2008", Publication("Tides 2007, printed 2008")),
    ],
)
def test_journal_references(received: str, expected: Publication) -> None:
    """Taken apart where all of them is understood, else whole; but a year that is no part of a name stands once."""
    assert references.publication(received) == expected


def test_an_archive_s_own_entry() -> None:
    """Read by others, however its title is written; a page shows it where the archive has an address."""
    named = replace(
        sample.SETTINGS, title="Tides & 50% {GPUs}", url="https://quay.example/tides/",
        repository="https://github.com/quay_1/tides",
    )  # fmt: skip
    written = citations.archive_bibtex(named, sample.ARCHIVE.as_of, "10.5281/zenodo.1")
    (one,), (two,) = (list(read(written).values()) for read in (citing.by_bibtexparser, citing.by_pybtex))
    assert one["title"] == two["title"]
    assert citing.decoded(one["title"]) == r"Tides & 50% {GPUs}"
    assert (one["year"], one["month"], one["doi"], one["url"]) == ("2026", "mar", "10.5281/zenodo.1", named.url)
    assert citing.decoded(two["howpublished"]).startswith("arXiv's announcements in cs.DC, as of ")
    shown = {}
    for settings in (named, sample.SETTINGS):
        (about,) = home.about_page.drafts(sample.view(settings=settings))
        shown[settings.url] = about.make().facts["bibtex"]
    without_doi = citations.archive_bibtex(named, sample.ARCHIVE.as_of, sample.TEXTS.doi).rstrip()
    assert shown[named.url] == without_doi
    assert bool(shown[""]) == bool(sample.TEXTS.doi)


def test_keys_are_made_of_ids() -> None:
    assert reference().key == "arXiv:2603.00356"
    assert reference(key="hep-th9901001", arxiv_id="hep-th/9901001").key == "arXiv:hep-th/9901001"
    assert reference(key="a-title-0123abcd", arxiv_id=None).key == "daybook:a-title-0123abcd"


@for_each(
    ("fields", "expected"),
    [
        ({"submitted": dt.datetime(2026, 2, 27, 23, 59)}, "2026-02-27"),
        ({}, "2026-03-03"),
        ({"key": "a-title-0123abcd", "arxiv_id": None}, "2026-03-03"),
        ({"arxiv_id": "1902.01234"}, "2019-02"),  # first seen as a replacement
        ({"arxiv_id": "hep-th/9901001"}, "1999-01"),
    ],
)
def test_dates(fields: dict[str, Any], expected: str) -> None:
    """The day of version 1 as well as it is known: never that of a later version."""
    assert reference(**fields).date == expected
    assert reference(**fields).year == expected[:4]


def test_authors_are_taken_apart() -> None:
    names = (r"C. Bal\'azs", "J. D. van der Waals", "Ann Cup (Quay)", "Martin King, Jr.", "李明", r"C. Bal{\'a}zs")
    groups = ("ATLAS Collaboration", "Bo Dee for the XYZ Collaboration", "XYZ Collaboration", "")
    assert reference(authors=tuple(map(Author, names + groups))).authors == (
        Creator("Balázs", "C."), Creator("van der Waals", "J. D."), Creator("Cup", "Ann"),
        Creator("King", "Martin", "Jr."), Creator("李明"), Creator("ATLAS Collaboration", whole=True),
        Creator("Dee", "Bo"), Creator("XYZ Collaboration", whole=True),
    )  # fmt: skip


def test_dois_of_preprints_are_no_publications() -> None:
    published = reference(doi="10.1103/PhysRevD.1.2")
    assert (published.doi, published.preprint_doi) == ("10.1103/PhysRevD.1.2", "10.48550/arXiv.2603.00356")
    assert published.any_doi == published.doi
    own = reference(doi="10.48550/arXiv.2603.00356")
    assert (own.doi, own.any_doi) == (None, "10.48550/arXiv.2603.00356")
    other = reference(key="t-0123abcd", arxiv_id=None, doi="10.1101/2026.01.02.123456")
    assert (other.doi, other.preprint_doi) == (None, "10.1101/2026.01.02.123456")
    assert reference(key="t-0123abcd", arxiv_id=None).any_doi is None


@for_each("doi", [None, "10.1103/PhysRevD.76.013009", "10.48550/arXiv.2603.00356"])
def test_an_article_of_a_journal_never_has_the_preprints_doi(doi: str | None) -> None:
    """Programs would take the two for one: it has the journal's or none, and the arXiv id stands in its own field."""
    cited = reference(doi=doi, journal_ref="Phys. Rev. D 76, 013009 (2027)")
    own = doi if doi and "arXiv" not in doi else None
    assert cited.any_doi == own
    ris, csl = FORMS["ris"].written(cited).split("\r\n"), json.loads(FORMS["csl"].written(cited))
    assert {"TY  - JOUR", "M1  - arXiv:2603.00356"} < set(ris)
    assert [line for line in ris if line.startswith("DO")] == ([f"DO  - {own}"] if own else [])
    assert (csl["type"], csl.get("DOI"), csl["archive_location"]) == ("article-journal", own, "2603.00356")
    for name in ("bibtex", "biblatex"):
        entry = FORMS[name].written(cited)
        assert entry.startswith("@article{")
        assert re.findall(r"^  doi = \{(.*)\}", entry, re.MULTILINE) == ([own] if own else [])
        assert "  eprint = {2603.00356}," in entry
        assert "  url = {https://arxiv.org/abs/2603.00356}" in entry


def test_addresses_and_abstracts() -> None:
    """No address that is none of the web, and an abstract only where it is asked for."""
    assert reference(url="https://else.example/").url == "https://arxiv.org/abs/2603.00356"
    outside = {"key": "t-0123abcd", "arxiv_id": None}
    assert reference(**outside, url="https://a.example/x?b=1#c").url == "https://a.example/x?b=1#c"
    for bad in ("javascript:alert(1)", "https://good.example@bad.example/", "ftp://a.example/", None):
        assert reference(**outside, url=bad).url is None
    assert reference(abstract="One $x$.\n\nTwo.").abstract == "One x.\n\nTwo."
    assert references.of(citing.paper(abstract="One.")).abstract is None

"""Citations as browsers write them: the pages' own scripts, over the site's files, write what commands write."""

import datetime as dt
import itertools
import json
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import quickjs
from daybook.exports import SiteFile, biblatex, bibtex, citations, csl, markdown, references, ris
from daybook.exports.references import Reference
from daybook.model import Archive, Author, Paper
from daybook.model.jsonl import to_json

from tests.cases import for_each
from tests.conftest import ROOT
from tests.pages import sample

PAGE = (Path(__file__).parent / "page.js").read_text(encoding="utf-8")
"""What the scripts need of a page. QuickJS unpacks nothing: `inflate` does."""

WRITTEN: Mapping[str, Callable[[list[Reference]], str]] = {
    "bibtex": lambda papers: "".join(f"{bibtex.entry(paper)}\n" for paper in papers),
    "biblatex": lambda papers: "".join(f"{biblatex.entry(paper)}\n" for paper in papers),
    "ris": lambda papers: "".join(f"{ris.record(paper)}\r\n" for paper in papers),
    "csl": lambda papers: "[\n" + ",\n".join(to_json(csl.item(paper)).decode() for paper in papers) + "\n]\n",
    "markdown": lambda papers: "".join(f"{markdown.line(paper)}\n" for paper in papers),
}


def in_a_page(files: Iterable[SiteFile], keys: list[str]) -> dict[str, str]:
    """What a page writes of papers, by form."""
    context = quickjs.Context()
    context.add_callable("inflate", lambda text: zlib.decompress(b64decode(text), wbits=-15).decode())
    context.eval(PAGE)
    for name in ("parts.js", "cite.js"):
        context.eval((ROOT / "overrides" / "assets" / name).read_text(encoding="utf-8"))
    for file in files:
        context.eval(f"FILES[{json.dumps(file.path)}] = {json.dumps(file.data().decode())}")
    context.get("asked")(json.dumps([keys, [*WRITTEN]]))
    while context.execute_pending_job():
        pass
    given = json.loads(context.eval("JSON.stringify(answer)"))
    assert isinstance(given, list), given
    return dict(zip(WRITTEN, given, strict=True))


def cited(paper: Paper) -> Reference:
    return references.of(replace(paper, abstract=None), references.nothing)


def alike(archive: Archive) -> None:
    """See that a page writes the same of all papers as the exports do, without their abstracts."""
    keys = sorted(archive.papers)
    given = in_a_page(citations.files(sample.view(archive)), keys)
    papers = [cited(archive.papers[key]) for key in keys]
    for form, write in WRITTEN.items():
        for paper in papers:
            assert write([paper]).removesuffix("\n]\n").removeprefix("[\n") in given[form], (form, paper.key)
        assert given[form] == write(papers), form


def test_the_sample() -> None:
    alike(sample.ARCHIVE)


TEXTS = (
    "Plain", "A {GPU} \\emph{is} 50% of $x^2$ & more", "<script>alert(1)</script> & \"q\" 'p'", "*a* _b_ [c](d) `e`",
    "\\input{/etc/passwd} \\write18{x}", "}{}}{ unbalanced \\", "@article{a, title={b}}", "Ünïcödé ſtraße ﬁne 深度 😀",
    "- 1. head", "1. head", "ends.", "ends...", "$\\alpha$-GPUs of $O(n", "line\u2028end \u00a0 blank\x85", "and",
    "others", "# head\u202e",
    "A, B and C", "]]></x>", "~^|\\\\", "10% #1 \ud800x"[:7], "café \u0065\u0301", "", "  ",
)  # fmt: skip
NAMES = (
    "Ada Ebb", "van der Waals, Johannes D.", "King, Martin, Jr.", "ATLAS Collaboration", "Plato",
    "M\\\"uller-L{\\\"u}d, Ö",
    "A and B", "others", "and", "{Braced Name}", "X, Y, Z, W", "John <b>Doe</b>", "A. Cup for the XYZ Collaboration",
    "Ng", "O'Neil, Sh@n", "李 明", "Doe, J. (MIT)", "de la Cruz III, Ana", "a" * 300, ",", "Smith, ", "Gro\u00df, Ⅳ.",
)  # fmt: skip
JOURNALS = (
    None, None, "Phys.Lett.B658:7-12,2007", "J. of {Odd} *Things* 4 (2026) 1-12", "PhD thesis, Quay University, 2007",
    "x", "Actes de l'École d'Été, 2004", "Ünï & {Co} {\\'e} (2006) 5",
    "Nature & Co. 12, 34 (1999)", "Ann. Phys. 3 (2) A12-A19 2001", "-", "Zürich Math. 3, 5 (2020).",
)  # fmt: skip
DOIS = (None, "10.1234/a_b.(c)", "10.1/<x>", "10.48550/arXiv.2603.00356", "10.5555/ünï", "not a doi", "10.1/a'b!*~")
URLS = (None, "https://x.example/a?b=1&c=(d)", "javascript:alert(1)", "http://ü.example/ä", "https://x.example/'\"")


def hostile() -> Archive:
    """Papers whose every field may hold what a format takes for its own."""
    paper: Paper = next(paper for paper in sample.ARCHIVE.papers.values() if paper.arxiv_id)
    papers = {}
    for number, (title, name) in enumerate(itertools.product(TEXTS, NAMES)):
        key = (f"2603.{number:05d}", f"hep-th{9901001 + number}", f"a-title-{number:08x}")[number % 3]
        ident = (key, key.replace("hep-th", "hep-th/"), None)[number % 3]
        names = [NAMES[(number * step + place) % len(NAMES)] for step in (3, 5) for place in range(number % 7)]
        papers[key] = replace(
            paper,
            key=key,
            arxiv_id=ident,
            title=title or "x",
            authors=tuple(map(Author, [name, *names] if number % 11 else [])),
            authors_complete=number % 5 > 0,
            journal_ref=JOURNALS[number % len(JOURNALS)],
            doi=DOIS[number % len(DOIS)],
            other_dois=tuple(filter(None, DOIS[: number % 4])),
            url=URLS[number % len(URLS)],
            categories=(("cs.DC", "math.CO"), ("odd code", "a,b"), (), ("<x>",))[number % 4],
            primary_category=("cs.DC", "odd code", None, "math.CO")[number % 4],
            version=number % 3 or None,
            withdrawn=number % 13 == 0,
            submitted=paper.submitted if number % 2 else None,
        )
    return replace(sample.ARCHIVE, papers=papers, outlines={})


def test_hostile_papers() -> None:
    assert len(hostile().papers) == len(TEXTS) * len(NAMES)
    alike(hostile())


def test_papers_that_are_not_there_are_left_out() -> None:
    """And ids are taken for keys; a paper that is asked for twice is written once."""
    files = list(citations.files(sample.view()))
    key = "hep-th9901001"
    given = in_a_page(files, ["2603.99999", "hep-th/9901001v2", "9912.00001", "nonsense", "../../x", key, "__proto__"])
    paper = cited(sample.ARCHIVE.papers[key])
    assert given == {form: write([paper]) for form, write in WRITTEN.items()}
    assert in_a_page(files, [])["csl"] == "[\n\n]\n"


def test_no_abstract_is_in_it() -> None:
    """Nor anything else that is no part of a citation."""
    paper = next(paper for paper in sample.ARCHIVE.papers.values() if paper.abstract)
    marked = replace(paper, abstract="Zanzibar", comments="Zanzibar", links=("https://zanzibar.example",))
    archive = replace(sample.ARCHIVE, papers={paper.key: marked}, outlines={})
    assert all(b"anzibar" not in file.data() for file in citations.files(sample.view(archive)))


@for_each("change", [
    {"title": "Other"}, {"doi": "10.1/x"}, {"journal_ref": "J. 1"}, {"version": 9}, {"withdrawn": True},
    {"authors": (Author("A B"),)}, {"submitted": dt.datetime(2020, 1, 1, tzinfo=dt.UTC)}, {"categories": ("cs.AI",)},
])  # fmt: skip
def test_a_change_is_noticed(change: dict[str, object]) -> None:
    """Of anything that is cited; of all files, only the paper's says that it changed."""
    paper = sample.ARCHIVE.papers["2603.00356"]
    changed = {**sample.ARCHIVE.papers, paper.key: replace(paper, **change)}
    both = [
        list(citations.files(sample.view(replace(sample.ARCHIVE, papers=papers, outlines={}))))
        for papers in (sample.ARCHIVE.papers, changed)
    ]
    differing = [one.path for one, other in zip(*both, strict=True) if one.depends != other.depends]
    assert differing == ["citations/2603.js"]
    assert differing == [one.path for one, other in zip(*both, strict=True) if one.data() != other.data()]

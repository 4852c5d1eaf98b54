"""Citations as browsers write them: the pages' own scripts, over the site's files, write what commands write."""

import datetime as dt
import json
import zlib
from base64 import b64decode
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import quickjs
from daybook.exports import SiteFile, citations
from daybook.exports.citations import FORMS
from daybook.model import Archive, Author

from tests.cases import for_each
from tests.conftest import ROOT
from tests.exports import citing
from tests.pages import sample

PAGE = (Path(__file__).parent / "page.js").read_text(encoding="utf-8")
"""What the scripts need of a page. QuickJS unpacks nothing: `inflate` does."""


def in_a_page(files: Iterable[SiteFile], keys: list[str]) -> dict[str, str]:
    """What a page writes of papers, by form."""
    context = quickjs.Context()
    context.add_callable("inflate", lambda text: zlib.decompress(b64decode(text), wbits=-15).decode())
    context.eval((ROOT / "overrides" / "assets" / "ids.js").read_text(encoding="utf-8"))
    context.eval(PAGE)
    for file in files:
        context.eval(f"FILES[{json.dumps(file.path)}] = {json.dumps(file.data().decode())}")
    context.eval('(0, eval)(FILES["citations/forms.js"])')
    for name in ("parts.js", "cite.js"):
        context.eval((ROOT / "overrides" / "assets" / name).read_text(encoding="utf-8"))
    context.get("asked")(json.dumps([keys, [*FORMS]]))
    while context.execute_pending_job():
        pass
    given = json.loads(context.eval("JSON.stringify(answer)"))
    assert isinstance(given, list), given
    return dict(zip(FORMS, given, strict=True))


SOUND = [piece for piece in citing.PIECES if piece != "\ud800"]  # which no log holds
HOSTILE = replace(sample.ARCHIVE, papers={each.key: each for each in citing.hostile(pieces=SOUND)}, outlines={})


@for_each("archive", [sample.ARCHIVE, HOSTILE])
def test_a_page_writes_what_commands_write(archive: Archive) -> None:
    """Of all papers, in all forms, without their abstracts; of one alone, too."""
    keys, files = sorted(archive.papers), list(citations.files(sample.view(archive)))
    for some in (keys, keys[:1]):
        given = in_a_page(files, some)
        for form in FORMS:
            assert given[form] == citing.written(form, (archive.papers[key] for key in some)), form


def test_papers_that_are_not_there_are_left_out() -> None:
    """And ids are taken for keys; a paper that is asked for twice is written once."""
    files = list(citations.files(sample.view()))
    key = "hep-th9901001"
    given = in_a_page(files, ["2603.99999", "hep-th/9901001v2", "9912.00001", "nonsense", "../../x", key, "__proto__"])
    assert given == {form: citing.written(form, [sample.ARCHIVE.papers[key]]) for form in FORMS}
    assert in_a_page(files, []) == dict.fromkeys(FORMS, "")


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

"""Text that means harm, in every field of every format, from its document to the page in a browser: it stays text."""

import contextlib
import csv
import io
import json
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

import lxml.html
import pytest
from daybook.archive import now
from daybook.cli import main
from daybook.log.store import Store
from daybook.model import Record
from daybook.view import addresses

from tests.cases import for_each
from tests.hostile.documents import FORMATS, FORMULA, ODD, SHOWN, Format, Planted, planted
from tests.hostile.payloads import ASKING, BENIGN, HOSTILE, RUNNING, Payload
from tests.hostile.watching import Watcher, watch
from tests.makers import daybook, put, read_script
from tests.site.conftest import CHROMIUM

SETTINGS = """title: "Hostile & sons"
categories: [cs.DC]
sources:
  pith: {keep: true, publish: true}
  inference-report: {keep: true, publish: true}
  feed: {keep: true, publish: true}
  dblp: {keep: true, publish: true}
"""
ELEMENTS = {
    "a", "abbr", "article", "aside", "b", "blockquote", "q", "br", "caption", "code", "dd", "del", "details", "div",
    "dl", "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "header", "li", "mark", "nav", "noscript", "ol", "p",
    "section", "small", "span", "strong", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "ul",
    "ins", "pre", "var", "wbr",
}  # fmt: skip
"""What a page's own part may hold: what the templates write, and what markup/ makes of text."""
ATTRIBUTES = {
    "abbr", "aria-current", "aria-label", "aria-labelledby", "class", "colspan", "data-categories", "data-date",
    "data-from", "data-key", "data-n", "data-new", "data-paper", "data-papers", "data-terms", "data-themes", "data-to",
    "data-type", "datetime", "href", "id", "open", "rel", "role", "scope", "tabindex", "title",
}  # fmt: skip
DATA = {
    "data-n": r"[1-9]\d*",
    "data-new": r"\d{4}-\d\d-\d\d:\d+( \d{4}-\d\d-\d\d:\d+)*",
    "data-papers": r"[\w. -]*",
    "data-terms": r"[\w-]+",
    "data-type": "new|cross|replace|seen",
    "datetime": r"\d{4}-\d\d-\d\d",
}
"""What the attributes hold that scripts read."""
FORMULAS = {
    "annotation", "math", "mi", "mn", "mo", "mrow", "msub", "msubsup", "msup", "mtext", "semantics", "span", "svg",
    "path",
}  # fmt: skip
"""What KaTeX makes of a formula."""
CHART = {"a", "desc", "g", "path", "rect", "svg", "text", "title"}
CHART_ATTRIBUTES = {
    "aria-describedby", "aria-hidden", "aria-label", "aria-labelledby", "class", "d", "height", "href", "id",
    "preserveaspectratio", "role", "viewbox", "width", "x", "y",
}  # fmt: skip
"""What the templates of charts draw with; their words are dates and numbers."""
VARYING = {"citation_author", "citation_doi"}
"""Names of tags that not all papers' pages have alike."""
PARTS = frozenset(("Abstract", "Versions", "What other sources say", "Related papers", "By the same authors"))
"""The headings that the template of a paper's page writes."""


@dataclass(frozen=True)
class Built:
    """The archive that holds all payloads, and its site."""

    archive: Path
    site: Path
    printed: dict[str, bytes]  # what `daybook export jsonl` prints, by format

    @cached_property
    def records(self) -> list[Record]:
        return _records(self.archive)

    @cached_property
    def papers(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.printed["jsonl"].split(b"\n") if line]

    @cached_property
    def pages(self) -> dict[str, lxml.html.HtmlElement]:
        found = sorted(self.site.rglob("*.html"))
        parser = lxml.html.HTMLParser(encoding="utf-8")
        return {p.relative_to(self.site).as_posix(): lxml.html.parse(str(p), parser).getroot() for p in found}

    def path_of(self, paper: Planted) -> str:
        (key,) = (str(each["key"]) for each in self.papers if str(each["title"]).endswith(paper.mark("title")))
        return addresses.served(addresses.paper(key))


def _records(archive: Path) -> list[Record]:
    return list(Store(archive, now).records())


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """All documents ingested, and the site built of them, once."""
    folder = tmp_path_factory.mktemp("hostile")
    archive = put(folder / "archive", {"archive.yml": SETTINGS})
    for form in FORMATS:
        put(folder / "documents", form.write(planted(form)))
    put(folder / "documents", ODD)
    daybook("ingest", folder / "documents", "--archive", archive, "--quiet")
    daybook("build", "--archive", archive, "--site", folder / "site", "--quiet")
    return Built(archive, folder / "site", {form: _printed(archive, form) for form in ("jsonl", "csv")})


def _printed(archive: Path, form: str) -> bytes:
    with tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as out, contextlib.redirect_stdout(out):
        daybook("export", form, "--archive", archive)
        sys.stdout.flush()
        out.buffer.seek(0)
        return out.buffer.read()


def _words(element: lxml.html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def _article(page: lxml.html.HtmlElement) -> lxml.html.HtmlElement:
    """A page's own part: of one at a former address, all."""
    found = page.xpath("//article[contains(@class, 'md-content__inner')] | //main/article")
    return found[0] if found else page


BY_FORMAT = for_each("form", FORMATS)


@BY_FORMAT
def test_readers_receive_the_payloads(form: Format, built: Built):
    """The texts reach the archive as they were planted, so that what follows is about them."""
    for paper in planted(form):
        (record,) = (each for each in built.records if each.title.endswith(paper.mark("title")))
        for field in (*form.prose, *form.bare):
            if form.holds(field, paper.payload):
                assert paper[field] in _field(record, field), (field, paper.payload.name)


def _field(record: Record, field: str) -> str:
    if field == "category":
        return "\n".join(record.categories)
    value = getattr(record, field)
    return "\n".join(value) if isinstance(value, tuple) else str(value)


@BY_FORMAT
def test_pages_show_the_payloads_as_text(form: Format, built: Built):
    """A paper's page shows each field's payload, sign by sign, in its words."""
    for paper in planted(form):
        words = _words(_article(built.pages[built.path_of(paper)]))
        for fields, shown in ((form.prose, paper.payload.shown), (form.bare, paper.payload.literal)):
            for field in fields:
                if form.holds(field, paper.payload):
                    assert f"{shown} {paper.mark(field)}" in words, (field, paper.payload.name)
        assert "49" not in words.split()


@BY_FORMAT
def test_headings_and_titles_are_the_templates(form: Format, built: Built):
    """No payload adds a heading or changes the front matter: the page's title is the paper's, whole."""
    for paper in planted(form):
        page = built.pages[built.path_of(paper)]
        title = f"{paper.payload.shown} {paper.mark('title')}"
        first, *others = _article(page).xpath(".//*[self::h1 or self::h2 or self::h3 or self::h4]")
        assert _words(first) == title
        assert all(heading.tag == "h2" and _words(heading) in PARTS for heading in others), paper.payload.name
        plain = f"{paper.payload.plain} {paper.mark('title')}"
        assert " ".join(page.findtext("head/title").split()) == plain


@BY_FORMAT
def test_page_around_is_that_of_a_plain_paper(form: Format, built: Built):
    """Outside of its own part, a page of payloads holds exactly the elements that one of plain words holds."""
    plain, *hostile = (_around(built.pages[built.path_of(paper)]) for paper in planted(form))
    assert len(plain) > 15
    for paper, around in zip(planted(form)[1:], hostile, strict=True):
        assert around == plain, paper.payload.name


def _around(page: lxml.html.HtmlElement) -> list[tuple[object, ...]]:
    """The elements outside of a page's article: all of what loads or runs something, the names else. Without tags that
    a document may leave out or part: the authors of a name with a semicolon, keywords, a DOI that is none."""
    inside = set(_article(page).iter())
    return [
        (each.tag, sorted(each.items()), each.text or "")
        if each.tag in ("script", "style", "link", "base", "iframe", "img", "object", "embed")
        else (each.tag, sorted(each.keys()))
        for each in page.iter()
        if each not in inside and not {each.get("name"), each.get("rel")} & VARYING
    ]


def test_no_page_holds_anything_but_what_the_templates_write(built: Built):
    """On all pages: no element, attribute or address scheme that a template or markup/ does not write."""
    assert len(built.pages) > 700
    for path, page in built.pages.items():
        if path in ("404.html", "search.html") or path.startswith("guide/"):
            continue  # these hold no received text
        if _article(page) is page:
            assert [each.tag for each in page.iter("script", "img", "iframe", "form", "style")] == [], path
            (led,) = page.xpath("//meta[@http-equiv='refresh']/@content")
            assert re.fullmatch(r"0;url=[\w./%?=+&-]+", led, re.ASCII), path  # a former address leads to another here
            continue
        formulas = {each for span in page.xpath("//span[@class='katex']") for each in span.iter()}
        chart = {each for drawn in _article(page).xpath(".//svg") for each in drawn.iter()}
        for element in _article(page).iter():
            if element.tag == "a" and element not in formulas:
                _check_address(element.get("href"), path, built)
            if element in chart:
                assert element.tag in CHART, (path, element.tag)
                assert set(element.keys()) <= CHART_ATTRIBUTES, (path, element.keys())
                continue
            assert element.tag in (FORMULAS if element in formulas else ELEMENTS), (path, element.tag)
            names = set(element.keys())
            assert names <= ATTRIBUTES or (element in formulas and not any(n.startswith("on") for n in names)), path
            for name in names & DATA.keys():
                assert re.fullmatch(DATA[name], element.get(name)), (path, name, element.get(name))


def test_authors_pages_are_of_names_as_papers_print_them(built: Built):
    """A name that means harm is the heading of its page, as text, and changes nothing else of it."""
    printed = {_words(line) for page in built.pages.values() for line in page.xpath("//div[@class='authors']")}
    names = {path: page for path, page in built.pages.items() if re.fullmatch(r"authors/(?!index)[\w-]+\.html", path)}
    assert any("script" in path for path in names)
    for path, page in names.items():
        if _article(page) is page:
            continue  # leads to the search
        first, *others = _article(page).xpath(".//*[self::h1 or self::h2]")
        assert any(_words(first) in line for line in printed), path
        assert all(re.fullmatch(r"\d{4} [\d,]+|Co-authors", _words(heading)) for heading in others), path
        assert " ".join(page.findtext("head/title").split()) == f"{_words(first)} - Hostile & sons"


def test_what_scripts_read_of_papers_is_data(built: Built):
    """The lists for the page Reading hold one call each, and in it nothing but texts in base64."""
    lists = sorted((built.site / "reading").glob("*.js"))
    assert len(lists) > 2
    told = ""
    for path in lists:
        name, texts = read_script(path.read_bytes(), "terms")
        assert name == path.stem, path
        assert isinstance(texts, dict), path
        told += str(texts)
    assert "__pwned" in told, "the control: titles that mean harm are among them"


def _check_address(address: str, path: str, built: Built) -> None:
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        assert parts.scheme in ("http", "https"), (path, address)
        assert re.fullmatch(r"[\w.-]+(:\d+)?", parts.netloc), (path, address)
    elif parts.path:
        target = (built.site / path).parent / parts.path
        assert target.resolve().is_file(), (path, address)


@for_each("payload", HOSTILE)
def test_reports_and_cards_stand_on_the_days_pages(payload: Payload, built: Built):
    """Other sources' words, an editorial and its author among them, are text on the page of their day, too."""
    days = {path: _words(_article(page)) for path, page in built.pages.items() if path.startswith("days/")}
    wanted = [f"{payload.shown} {form}{payload.name}{field}" for form, field in (
        ("qpith", "headline"), ("qpith", "gist"), ("qpith", "badge"), ("qpith", "title"),
    )]  # fmt: skip
    if payload.name != "long":
        wanted += [f"{payload.shown} qreport{payload.name}{field}" for field in ("heading", "essay", "author")]
    for text in wanted:
        assert any(text in words for words in days.values()), text


@for_each(("mark", "shown"), SHOWN)
def test_what_stands_at_odd_places_is_text(mark: str, shown: str, built: Built):
    """Lines like front matter, signs that no one sees, raw markup, feeds' titles: shown as text, or not at all."""
    pages = [_words(_article(page)) for page in built.pages.values()]
    assert any(mark in words for words in pages)
    assert any(shown in words for words in pages)


def test_no_page_holds_signs_that_turn_text_around(built: Built):
    """Controls and marks of direction reach no page, not even where no TeX is read."""
    barred = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
    for path in built.pages:
        found = barred.search((built.site / path).read_text(encoding="utf-8"))
        assert found is None, (path, found)


def test_jsonl_stays_parseable(built: Built):
    """Each paper is one line of JSON whose texts are the payloads as they are shown."""
    lines = built.printed["jsonl"].split(b"\n")
    assert lines.pop() == b""
    titles = {json.loads(line)["title"] for line in lines}
    assert len(lines) == len({json.loads(line)["key"] for line in lines}) > 600
    for form in FORMATS:
        for paper in planted(form):
            assert f"{paper.payload.plain} {paper.mark('title')}" in titles


def test_csv_stays_parseable(built: Built):
    """Each paper is one row with all its columns, and no cell begins as a formula does."""
    rows = list(csv.reader(io.StringIO(built.printed["csv"].decode(), newline="")))
    assert len(rows) == len(built.papers) + 1
    assert {len(row) for row in rows} == {len(rows[0])}
    assert not [cell for row in rows for cell in row if cell.lstrip()[:1] in ("=", "+", "-", "@") and cell]
    cells = {cell for row in rows for cell in row}
    assert "<script>window.__pwned=1</script> qrssscripttitle" in cells
    assert FORMULA not in cells
    assert f"'{FORMULA}" in cells


def test_nothing_is_written_beside_the_archive(built: Built):
    """Ids, codes, titles and hosts that climb (`../`) name no file: all that is there has a name of its own kind."""
    folder = built.archive.parent
    assert sorted(path.name for path in folder.iterdir()) == ["archive", "documents", "site"]
    names = [path.relative_to(built.archive).as_posix() for path in built.archive.rglob("*") if path.is_file()]
    assert len(names) > 700
    unknown = [name for name in names if not _KNOWN.fullmatch(name)]
    assert unknown == [], unknown[:3]
    assert not [record for record in built.records if record.arxiv_id and not _ID.fullmatch(record.arxiv_id)]


_ID = re.compile(r"\d{4}\.\d{5}")
_KNOWN = re.compile(
    r"(?:archive|themes)\.yml|coverage/\d{4}-\d\d\.jsonl|\.git(?:ignore|attributes)|\.daybook/[\w./-]+|records/(?:\d{4}/\d\d/\d{4}-\d\d-\d\d|harvest/\d{4})\.jsonl"
    r"|listings/\d{4}/\d\d/\d{4}-\d\d-\d\d-[A-Za-z0-9+_-][A-Za-z0-9.+_-]*-[0-9a-f]{16}\.gz"
    r"|pages/(?:reading|citations)/(?:index|forms|(?:\d{4}|title)\.\d+of\d+)\.js"
    r"|pages/(?:abstracts|citations|reading)/(?:index|title|\d{4}(?:\.\d{5})?|[a-z0-9-]+-[0-9a-f]{8})\.js"
    r"|pages/api/v1/(?:[a-z]+|days/\d{4}|schema/[a-z]+)\.json|pages/api/v1/papers/(?:\d{4}|title)\.\d+of\d+\.jsonl\.gz"
    r"|pages/(?:datapackage\.json|data/(?:archive\.sqlite|papers\.(?:bib|ris|csl\.json)\.gz)|llms\.txt)"
    r"|pages/feeds/(?:(?:categories/[A-Za-z.-]+|(?:(?:themes|authors|watches)/)?[a-z0-9-]+)\.(?:xml|json)|[a-z]+\.opml)"
    r"|pages/(?:days/\d{4}/\d{4}-\d\d-\d\d|themes/[a-z0-9-]+|guide/[a-z-]+)\.md\.txt"
    r"|pages/(?:index|about|search|statistics|reading|data|feeds|(?:days|themes|categories|coverage|guide)/[a-z0-9-]+|coverage/\d{4}|days/\d{4}(?:/\d{4}-(?:W\d\d|\d\d(?:-\d\d)?))?"
    r"|(?:themes|authors(?:/names)?)/[a-z0-9-]+(?:/\d+)?|categories/[A-Za-z.-]+(?:/\d+)?|papers/\d{4}/\d{4}\.\d{5}|papers/title/[a-z0-9-]+-[0-9a-f]{8})\.md"
)


CLIMBING = ("../../climbed", "..%2f..%2fclimbed", "/etc/climbed", "2603.00001/../../../climbed", "2603.00001%00")
NO_IDS = ("pith", "report", "journal", "group", "dblp")


@pytest.mark.parametrize("form", [form for form in FORMATS if form.name not in NO_IDS], ids=lambda form: form.name)
@for_each("ident", CLIMBING)
def test_paths_are_no_ids(form: Format, ident: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A paper with a path for an id is left out, and said to be; its document makes no file beside the archive."""
    tmp_path = tmp_path / f"{form.name}-{CLIMBING.index(ident)}"
    archive = put(tmp_path / "in" / "archive", {"archive.yml": SETTINGS})
    documents = put(tmp_path / "documents", form.write([Planted(form.name, BENIGN, ident)]))
    main(["ingest", str(documents), "--archive", str(archive)])
    told = capsys.readouterr()
    assert {record.arxiv_id for record in _records(archive)} <= {"2603.00001"}
    if not ident.startswith("2603"):
        assert told.err.startswith("daybook: ") or "arXiv id; left out" in told.out
    names = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    own = [name.removeprefix("in/archive/") for name in names if not name.startswith("documents/")]
    assert [name for name in own if not _KNOWN.fullmatch(name)] == []


def in_browser(test: Callable[..., None]) -> Callable[..., None]:
    return pytest.mark.browser(pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no Chromium here")(test))


@pytest.mark.trial
@in_browser
def test_nothing_runs_on_any_page(built: Built):
    """On no page does a payload run, ask another host for something, open or say anything, though none has a policy.

    The theme's scripts and styles are left empty here: they take most of a page's time, and the next test has them and
    the policy, which no payload meets.
    """

    def look(watcher: Watcher) -> tuple[int, list[str]]:
        watcher.visit("index.html")
        policies = watcher.page.locator("meta[http-equiv='Content-Security-Policy']").count()
        watcher.visit_all(sorted(built.pages))
        return policies, watcher.troubles

    assert watch(built.site, look, bare=True) == (0, [])


@in_browser
def test_nothing_runs_where_the_theme_runs(built: Built):
    """The same with the theme's scripts, on a page of each payload, each of another format, and on a report's day."""
    forms = [form for form in FORMATS if not form.without]
    papers = [planted(forms[place % len(forms)])[place] for place in range(len(HOSTILE) + 1)]
    assert {paper.payload.name for paper in papers} == {payload.name for payload in (BENIGN, *HOSTILE)}
    paths = ["index.html", "days/2026/2026-04-02.html", "categories/cs.DC.html", *map(built.path_of, papers)]

    def look(watcher: Watcher) -> tuple[bool, list[str]]:
        for path in paths:
            watcher.visit(path)
        return watcher.page.evaluate("document.documentElement.classList.contains('js')"), watcher.troubles

    ran, troubles = watch(built.site, look)
    assert ran, "the control: the theme's scripts have run"
    assert troubles == []


@pytest.mark.trial
@in_browser
@for_each("payload", [payload for payload in HOSTILE if payload.name in (*RUNNING, *ASKING)])
def test_payloads_do_harm_where_they_stand_raw(payload: Payload, tmp_path: Path):
    """The control: in a page without escaping and policy the payloads run or ask, and the watcher notes it."""
    raw = f'"{payload.text}">x' if payload.name == "svg" else f'"">{payload.text}'
    put(tmp_path, {"raw.html": f"<!doctype html><p title={raw}"})

    def look(watcher: Watcher) -> tuple[list[str], list[str]]:
        for _ in range(50):  # a busy machine may do it later
            watcher.visit_all(["raw.html"])
            if watcher.troubles:
                break
        framed = list(watcher.troubles)
        if payload.name in RUNNING:
            watcher.page.goto(watcher.base + "raw.html")
            watcher.page.wait_for_function("window.__pwned")
            watcher.look()
        else:
            with watcher.page.expect_request(lambda request: "evil.example" in request.url):
                watcher.page.goto(watcher.base + "raw.html")
        return framed, watcher.troubles[len(framed) :]

    harm = "a payload ran" if payload.name in RUNNING else "evil.example"
    for troubles in watch(tmp_path, look):
        assert any(harm in trouble for trouble in troubles)

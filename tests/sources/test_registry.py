"""The registry knows every source and every reader, and who may say what."""

import ast
import datetime as dt
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import get_type_hints

import daybook
import pytest
from daybook.coverage.completeness import DAILY
from daybook.coverage.words import RANK
from daybook.errors import NoListing, Refused, SaysNothing
from daybook.fetch.session import Reading
from daybook.fetch.wire import Refusal
from daybook.model import ANNOUNCED, Entry, Listing, Report
from daybook.sources import other_archive, registry
from daybook.sources.plain_text import Head
from daybook.sources.registry import ARCHIVE, FORMATS, HOSTS, SOURCES, Format, Reader, detect, is_from_arxiv
from daybook.view import labels

from tests.cases import for_each

PACKAGE = Path(daybook.__file__).parent
TESTS = Path(__file__).parents[1]
NAMES = {source.name for source in SOURCES}


def modules() -> Iterator[tuple[str, str]]:
    """The modules of `generator/daybook/sources`, as formats name them, and their code."""
    folder = PACKAGE / "sources"
    for path in sorted(folder.rglob("*.py")):
        name = ".".join(path.relative_to(folder).with_suffix("").parts)
        yield name, path.read_text(encoding="utf-8")


def test_every_reader_has_its_line() -> None:
    """Every module that recognises documents, or object of one that does, is registered, once."""
    known = [import_module(f"daybook.sources.{name}") for name, _ in modules() if name != "__init__"]
    readers = [each for module in known for each in (module, *vars(module).values()) if isinstance(each, Reader)]
    registered = [each.reader() for each in FORMATS]
    assert {id(each) for each in readers if not isinstance(each, type)} == set(map(id, registered))
    assert len(registered) == len(set(map(id, registered)))


@for_each("each", FORMATS)
def test_a_reader_has_its_three_parts(each: Format) -> None:
    """Of the types that `Reader` says: the type checker does not see a module that is imported by its name."""
    reader = each.reader()
    assert isinstance(reader, Reader)
    assert reader.NAME
    assert get_type_hints(reader.recognises) == {"head": Head, "return": bool}
    assert get_type_hints(reader.read) == {"data": bytes, "return": tuple[Listing, ...]}
    assert list(inspect.signature(reader.read).parameters) == ["data"]


def test_every_source_in_the_code_is_registered() -> None:
    """Whatever a reader or one of its helpers writes as `source=`."""
    named = set()
    for name, code in modules():
        if name == "other_archive":  # which names the sources that its document names
            named.add(ARCHIVE.name)
            continue
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.keyword) and node.arg == "source":
                assert isinstance(node.value, ast.Constant | ast.Name), f"{name}: {ast.unparse(node)}"
                is_literal = isinstance(node.value, ast.Constant)
                module = import_module(f"daybook.sources.{name}")
                named.add(node.value.value if is_literal else getattr(module, node.value.id))
    assert named == NAMES


def test_no_literal_names_an_unknown_source() -> None:
    """Nor does any module of the program expect a source that nobody makes."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and re.fullmatch(r"arxiv-[a-z]+", str(node.value)):
                assert node.value in NAMES, path


def test_documents_are_of_their_formats_sources() -> None:
    """Whatever is read of the documents that the tests have."""
    by_reader = {each.reader(): {source.name for source in each.sources} for each in FORMATS}
    by_reader[other_archive] = NAMES
    for folder in (TESTS / "sources" / "data", TESTS / "sample" / "documents"):
        for path in (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".tsv"):
            reader = detect(path.read_bytes())
            try:
                listings = reader.read(path.read_bytes())
            except Refused:
                continue
            assert {listing.source for listing in listings} <= by_reader[reader], path


def test_every_source_is_complete() -> None:
    """A label and a rank of its own; only arXiv announces, and only arXiv is asked by a service's name."""
    assert len(NAMES) == len({source.label for source in SOURCES}) == len({source.rank for source in SOURCES})
    assert list(RANK) == [source.name for source in sorted(SOURCES, key=lambda source: source.rank)]
    assert len({host.name for host in HOSTS}) == len(HOSTS)
    for source in SOURCES:
        assert labels.source(source.name) == source.label
        assert not source.states_totals or source.announces
        if is_from_arxiv(source.name):
            assert registry.is_reserved(source.name)
        else:
            assert not source.announces
            assert not source.services
            assert {registry.kind(name) for name in (source.name, *source.sites)} == {source.name}


def test_a_listing_comes_before_what_states_no_totals() -> None:
    """A day's coverage names the source that proves it."""
    assert DAILY == ("arxiv-listing", "arxiv-rss", "arxiv-mail")


def test_labels_and_ranks_load_no_reader() -> None:
    """What reads no document imports no parser of documents."""
    code = "import sys, daybook.coverage.completeness, daybook.view.labels; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = run.stdout.split()
    assert "daybook.sources.registry" in loaded
    readers = {f"daybook.sources.{each.place.partition(':')[0]}" for each in FORMATS}
    assert not {"lxml", "feedparser", *readers} & set(loaded)


READER = """
from daybook.model import Entry, Listing
import datetime as dt

NAME = "issue of the Letters"


def recognises(head):
    return head.text.startswith("LETTERS\\n")


def read(data):
    _, date, arxiv_id, title, abstract = data.decode().splitlines()
    date = dt.date.fromisoformat(date)
    entry = Entry(place=1, type="harvest", date=date, title=title, abstract=abstract, arxiv_id=arxiv_id)
    return (Listing(source="letters", format=NAME, date=date, entries=(entry,)),)
"""
LINE = '    Format("letters", Source("letters", "The Made-up Letters", 8)),\n'
LETTERS = "LETTERS\n2026-03-03\n2603.00001\nTides in Cups\nWe stir a cup of tea and measure its tides.\n"
FEED = """<rss version="2.0"><channel><title>A Journal</title><link>https://journal.example/</link>
<item><title>Tides in Cups</title><link>https://arxiv.org/abs/2603.00001</link>
<description>We have stirred a cup of tea and we have now measured all of its many tides.</description>
<pubDate>Wed, 04 Mar 2026 00:00:00 GMT</pubDate></item></channel></rss>
"""
SETTINGS = "title: Cups\ncategories: [cs.DC]\nsources: {letters: {publish: true}, feed: {publish: true}}\n"


def test_a_source_is_a_module_and_a_line(tmp_path: Path) -> None:
    """In a copy of the program: a made-up source is recognised, read, folded by its rank, labelled and shown."""
    shutil.copytree(PACKAGE, tmp_path / "generator" / "daybook", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "generator" / "daybook" / "sources" / "letters.py").write_text(READER, encoding="utf-8")
    path = tmp_path / "generator" / "daybook" / "sources" / "registry.py"
    before, opening, after = path.read_text(encoding="utf-8").partition("FORMATS: tuple[Format, ...] = (\n")
    path.write_text(before + opening + LINE + after, encoding="utf-8")
    for name, text in {"letters.txt": LETTERS, "feed.xml": FEED, "archive/archive.yml": SETTINGS}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")

    def daybook(*words: str) -> str:
        code = f"from daybook.cli import main; raise SystemExit(main({[*words, '--archive', 'archive']}))"
        run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, env=env)
        assert run.returncode == 0, run.stderr
        return run.stdout + run.stderr

    (tmp_path / "node_modules").symlink_to(PACKAGE.parents[1] / "node_modules")  # KaTeX
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "generator")}
    assert "letters.txt: issue of the Letters, 2026-03-03: 1 entry" in daybook("ingest", "letters.txt", "feed.xml")
    paper = json.loads(daybook("export", "jsonl"))
    assert paper["abstract"] == LETTERS.splitlines()[-1]
    daybook("build", "--pages-only")
    page = (tmp_path / "archive" / "pages" / "papers" / "2603" / "2603.00001.md").read_text(encoding="utf-8")
    assert "The Made-up Letters" in page


TODAY = dt.date(2026, 12, 1)
FOLDERS = (Path(__file__).parent / "data", Path(__file__).parents[1] / "sample" / "documents")
OTHERS = {
    "biorxiv": "https://api.biorxiv.org/details/biorxiv/{date}/{date}/{cursor}",
    "medrxiv": "https://api.biorxiv.org/details/medrxiv/{date}/{date}/{cursor}",
    "dblp": "https://dblp.org/db/conf/sc/sc2026.xml", "dblp-ics": "https://dblp.org/db/conf/ics/ics2026.xml",
    "inference-report": "https://report.example/{date}", "pith": "https://cards.example/{category}",
    "pith-math": "https://cards.example/math", "feed": "https://feeds.example/all.xml",
    "journal": "https://journal.example/feed.xml", "journal.example": "",
}  # fmt: skip
"""Every kind of source that archive.yml may give an address."""
BELIEVED = {
    "rss": {"arxiv-rss"}, "list": {"arxiv-listing"}, "catchup": {"arxiv-listing"}, "api": {"arxiv-api"},
    "oai": {"arxiv-oai"}, "backfill": {"arxiv-oai"}, "biorxiv": {"biorxiv"}, "medrxiv": {"biorxiv"}, "dblp": {"dblp"},
    "dblp-ics": {"dblp"}, "inference-report": {"inference-report"}, "pith": {"pith"}, "pith-math": {"pith"},
    "feed": {"feed"}, "journal": {"feed"}, "journal.example": {"feed"},
}  # fmt: skip
"""Service -> the sources that it may speak for; nothing else is ever stored of it."""


@pytest.fixture(scope="module")
def documents() -> list[tuple[str, bytes, Reader]]:
    """All documents that the tests have, each with its reader."""
    paths = [path for folder in FOLDERS for path in sorted(folder.rglob("*"))]
    read = [(path.name, path.read_bytes()) for path in paths if path.is_file() and path.suffix != ".tsv"]
    fields = {"id": "2603.00001", "title": "T", "abstract": "A", "categories": "cs.DC", "update_date": "2026-03-02"}
    line = json.dumps({**fields, "authors": "A"}).encode() + b"\n"
    return [(name, data, detect(data)) for name, data in (*read, ("snapshot", line))]


def listings(data: bytes, reader: Reader) -> tuple[Listing, ...]:
    try:
        return reader.read(data)
    except (NoListing, SaysNothing, Refused):
        return ()


def test_there_is_a_document_for_every_reader(documents: list[tuple[str, bytes, Reader]]) -> None:
    """So that the sweep below leaves out none; those without a source refuse all they are given."""
    assert {reader for _, _, reader in documents} == {each.reader() for each in FORMATS if each.sources}
    assert set(BELIEVED) == {*registry.SERVICES, *OTHERS}


@pytest.mark.trial
@for_each("service", BELIEVED)
def test_a_service_gives_its_own_kind_alone(service: str, documents: list[tuple[str, bytes, Reader]]) -> None:
    """Every kind of document from every service: read as its own kind, or refused; where it is no service of arXiv's,
    it is not asked again for what it will not have in a minute."""
    for name, data, reader in documents:
        reading = Reading(service, OTHERS, TODAY)
        try:
            problem = reading.problem(data)
        except Refusal:
            problem = "refused"
            assert service not in registry.SERVICES, name
        sources = {each.source for each in listings(data, reader)}
        if problem is None or reading.partial:
            assert sources, name
            assert sources <= BELIEVED[service], name
            assert service in registry.SERVICES or not any(
                entry.type in ANNOUNCED for each in reading.listings for entry in each.entries
            ), name


def test_what_is_believed_is_believed(documents: list[tuple[str, bytes, Reader]]) -> None:
    """The sweep's other half: each service's own documents pass."""
    believed = {
        service: sum(
            not registry.objection(service, read, {service: OTHERS.get(service, "")}, TODAY)
            for _, data, reader in documents
            if (read := listings(data, reader)) and {each.source for each in read} <= kinds
        )
        for service, kinds in BELIEVED.items()
    }
    assert all(believed.values()), believed


def feed(origin: str | None, **changed: object) -> tuple[Listing, ...]:
    entry = Entry(place=1, type="harvest", date=dt.date(2026, 11, 2), title="A title", arxiv_id="2611.00001")
    listing = Listing(source="feed", format="feed (rss20)", date=entry.date, origin=origin, entries=(entry,))
    return (replace(listing, **changed),)  # type: ignore[arg-type]


@for_each(
    ("origin", "believed"),
    [
        (None, True), ("journal.example", True), ("www.journal.example", True), ("elsewhere.example", True),
        ("pith", False), ("cards.example", False), ("report.example", False), ("arxiv.org", False),
        ("export.arxiv.org", False), ("RSS.arXiv.org.", False), ("dblp.org", False), ("xarxiv.org", True),
    ],
)  # fmt: skip
def test_a_feed_is_of_its_own_site(origin: str | None, believed: bool) -> None:
    """It may name another address of its site, but not arXiv nor another source of archive.yml, whose words may be
    shown where its own may not: then it is of the host that gave it."""
    assert (registry.objection("journal", feed(origin), OTHERS, TODAY) is None) == believed
    (listing,) = kept = registry.signed("journal", feed(origin), OTHERS)
    assert listing.origin == (origin if believed else "journal.example")
    assert not registry.objection("journal", kept, OTHERS, TODAY)


def test_only_feeds_are_signed() -> None:
    """What names the server that it is of is refused where that is another source."""
    listing = Listing(source="biorxiv", format="x", date=TODAY, origin="journal")
    assert registry.signed("biorxiv", (listing,), OTHERS) == (listing,)
    assert registry.objection("biorxiv", (listing,), OTHERS, TODAY) == "claims to be from journal"


@for_each(
    ("name", "kind"),
    [
        ("pith", "pith"), ("pith-math", "pith"), ("pithy", "feed"), ("pith-journal.example", "feed"),
        ("dblp.org", "feed"),
    ],
)  # fmt: skip
def test_a_name_says_what_kind_it_is(name: str, kind: str) -> None:
    """A site's, and whatever stands behind a dash; a host gives feeds."""
    assert registry.kind(name) == kind


def test_sites_of_one_country_are_not_one_site() -> None:
    """`ac.uk` is no site."""
    others = {"one": "https://feeds.one.ac.uk/x", "two": "https://two.ac.uk/x"}
    assert registry.signed("one", feed("two.ac.uk"), others)[0].origin == "feeds.one.ac.uk"
    assert registry.signed("one", feed("www.one.ac.uk"), others)[0].origin == "www.one.ac.uk"


def test_nobody_but_arxiv_announces() -> None:
    """Whatever an entry of another site calls itself; nor does its report speak for another."""
    (listing,) = feed(None)
    for kind in ANNOUNCED:
        entries = tuple(replace(entry, type=kind) for entry in listing.entries)
        assert "accepted only from arXiv" in (
            registry.objection("journal", feed(None, entries=entries), OTHERS, TODAY) or ""
        )
    report = Report(source="pith", date=TODAY, text="x")
    cards = (Listing(source="inference-report", format="x", date=TODAY, report=report),)
    assert registry.objection("inference-report", cards, OTHERS, TODAY)


@for_each("service", BELIEVED)
def test_nothing_comes_from_days_to_come(service: str) -> None:
    """A harvest dated next year would be the last one; printed issues are dated ahead."""
    kind = registry.kind(service)
    for days, believed in ((0, True), (1, True), (2, kind in ("feed", "dblp")), (400, kind in ("feed", "dblp"))):
        listing = Listing(source=kind, format="x", date=TODAY + dt.timedelta(days=days))
        assert (registry.objection(service, (listing,), OTHERS, TODAY) is None) == believed


def test_a_refusal_says_what_to_do() -> None:
    """A source under another name than its kind's is told which it must have."""
    cards = (Listing(source="pith", format="cards", date=TODAY),)
    said = "unexpected kind of document: cards; to read it, name the source pith in archive.yml"
    assert registry.objection("my-cards", cards, OTHERS, TODAY) == said
    assert registry.objection("pith", feed(None), OTHERS, TODAY) == (
        "unexpected kind of document: feed (rss20); to read it, name the source after its host in archive.yml"
    )
    announced = (Listing(source="arxiv-rss", format="arXiv feed", date=TODAY),)
    said = "unexpected kind of document: arXiv feed, accepted only from arXiv"
    assert registry.objection("journal", announced, OTHERS, TODAY) == said
    assert registry.objection("list", announced, OTHERS, TODAY) == "unexpected kind of document: arXiv feed"

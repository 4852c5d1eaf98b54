"""The log: idempotent to the byte, order does not matter, nothing stored is lost."""

import gzip
import itertools
import json
import shutil
import threading
from pathlib import Path

import pytest
from daybook import config
from daybook.describe import cards, watches
from daybook.describe.themes import rules
from daybook.errors import StoreError
from daybook.fold import people
from daybook.log import store as store_module
from daybook.log.layout import raw_name
from daybook.log.store import MERGING, PEOPLE, Change, Document, Store, owns
from daybook.model import Count, Listing, Report
from daybook.model.jsonl import document_hash
from daybook.pages import moved
from daybook.runtime import locks

from tests.cases import for_each
from tests.makers import ABSTRACT, day, entry, listing, put, time
from tests.tools.forks import tree

NOW = time("2026-03-03T06:00:00")


def document(name: str, *listings: Listing, raw: bytes | None = None) -> Document:
    return Document(name=name, hash=document_hash(name.encode()), listings=listings, raw=raw)


def add(folder: Path, *documents: Document) -> list[Change]:
    store = Store(folder, lambda: NOW)
    with store.lock():
        outcomes = [store.add(doc) for doc in documents]
        store.coverage.flush()
    return outcomes


def two() -> Listing:
    return listing(
        entry("One", arxiv_id="2603.00001", abstract=ABSTRACT), entry("Two", arxiv_id="2603.00002", place=2)
    )  # fmt: skip


def test_a_document_becomes_records_a_statement_and_its_raw_copy(tmp_path: Path) -> None:
    doc = document("new", two(), raw=b"<html>")
    assert add(tmp_path, doc) == [Change(2, 0)]
    lines = (tmp_path / "records/2026/03/2026-03-03.jsonl").read_text().splitlines()
    assert [json.loads(line)["arxiv_id"] for line in lines] == ["2603.00001", "2603.00002"]
    stated = json.loads((tmp_path / "coverage/2026-03.jsonl").read_text())
    assert (stated["first_read"], stated["files"]) == ("2026-03-03T06:00:00Z", ["2026/03/2026-03-03"])
    raw = tmp_path / f"listings/2026/03/2026-03-03-arxiv-listing-cs.DC-new-{doc.hash}.gz"
    assert gzip.decompress(raw.read_bytes()) == b"<html>"


def test_what_is_stored_is_read_back(tmp_path: Path) -> None:
    report = Report(source="inference-report", date=day("2026-03-03"), text="A.\n\nB.")
    add(tmp_path, document("new", listing(entry("α \\emph{β}\u2028", abstract="x\n\ny"), report=report)))
    fresh = Store(tmp_path, lambda: NOW)
    (record,) = fresh.records()
    assert (record.title, record.abstract, record.source, record.date) == (
        "α \\emph{β}\u2028", "x\n\ny", "arxiv-listing", day("2026-03-03"),
    )  # fmt: skip
    assert fresh.coverage.lines()[0].report == report


def test_the_same_document_again_changes_no_byte(tmp_path: Path) -> None:
    """Idempotent, even at another time."""
    add(tmp_path, document("new", two(), raw=b"x"))
    before = tree(tmp_path)
    store = Store(tmp_path, lambda: time("2027-01-01"))
    with store.lock():
        assert store.add(document("new", two(), raw=b"x")) == Change(0, 0)
        store.coverage.flush()
    assert tree(tmp_path) == before


def test_another_copy_of_the_same_words_stores_nothing_twice(tmp_path: Path) -> None:
    """The page fetched again with another footer: no record stands twice."""
    add(tmp_path, document("new", two()), document("copy", two()))
    assert len(list(Store(tmp_path, lambda: NOW).records())) == 2
    before = tree(tmp_path)
    add(tmp_path, document("copy", two()), document("new", two()))
    assert tree(tmp_path) == before


def test_records_do_not_depend_on_the_order_of_documents(tmp_path: Path) -> None:
    more = listing(entry("One", arxiv_id="2603.00001", abstract=ABSTRACT), entry("Three", arxiv_id="2603.00003"))
    documents = [document("a", two()), document("b", two()), document("c", more)]
    logs = []
    for number, order in enumerate(itertools.permutations(documents)):
        folder = tmp_path / str(number)
        add(folder, *order)
        logs.append({name: data for name, data in tree(folder).items() if name.startswith("records")})
    assert all(log == logs[0] for log in logs)
    assert len(logs[0]) == 1


def test_a_mended_reader_replaces_exactly_the_documents_records(tmp_path: Path) -> None:
    """The same bytes read otherwise: its old records go, also from another day's file; others' stay."""
    other = listing(entry("Other", arxiv_id="2603.00009"))
    wrong = listing(entry("Wron", arxiv_id="2603.00001"), entry("Two", arxiv_id="2603.00002", date=day("2026-03-04")))
    add(tmp_path, document("new", wrong), document("other", other))
    assert add(tmp_path, document("new", listing(entry("Right", arxiv_id="2603.00001")))) == [Change(1, 2)]
    assert sorted(r.title for r in Store(tmp_path, lambda: NOW).records()) == ["Other", "Right"]
    assert not (tmp_path / "records/2026/03/2026-03-04.jsonl").exists()
    assert len((tmp_path / "coverage/2026-03.jsonl").read_text().splitlines()) == 2


def test_first_read_stays_when_a_statement_is_mended(tmp_path: Path) -> None:
    """The time of the first reading is not the time of the mending."""
    add(tmp_path, document("new", two()))
    store = Store(tmp_path, lambda: time("2027-01-01"))
    with store.lock():
        store.add(document("new", listing(entry("One", arxiv_id="2603.00001"))))
        store.coverage.flush()
    assert Store(tmp_path, lambda: NOW).coverage.lines()[0].first_read == NOW


def test_harvested_metadata_found_again_on_a_later_day_says_nothing_new(tmp_path: Path) -> None:
    """A harvest is dated by its document; the earliest... the first document's record stays."""

    def answer(date: str) -> Listing:
        item = entry("One", arxiv_id="2603.00001", type="harvest", date=day(date))
        return listing(item, source="arxiv-api", date=day(date), category=None, part="start=0", counts=())

    add(tmp_path, document("one", answer("2026-03-03")), document("two", answer("2026-03-09")))
    assert len(list(Store(tmp_path, lambda: NOW).records())) == 1
    assert (tmp_path / "records/harvest/2603.jsonl").exists()


def test_harvest_files_are_split_into_parts_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts of bounded size; records may move between them as others come and go."""
    monkeypatch.setattr(store_module, "PART_BYTES", 2_000)

    def page(first: int, last: int) -> Listing:
        items = [
            entry(f"Paper {k}", arxiv_id=f"2603.{k:05}", type="harvest", place=k, abstract="x" * 300)
            for k in range(first, last)
        ]
        return listing(*items, source="arxiv-oai", category=None, counts=())

    add(tmp_path, document("b", page(10, 30)))
    add(tmp_path, document("a", page(1, 10)))
    files = sorted((tmp_path / "records/harvest").iterdir())
    assert len(files) > 3
    assert all(path.stat().st_size <= 2_000 for path in files)
    ids = [r.arxiv_id for r in Store(tmp_path, lambda: NOW).records()]
    assert sorted(ids) == [f"2603.{k:05}" for k in range(1, 30)]
    add(tmp_path, document("b", page(10, 12)))
    assert len(list(Store(tmp_path, lambda: NOW).records())) == 11
    before = tree(tmp_path)
    add(tmp_path, document("b", page(10, 12)), document("a", page(1, 10)))
    assert tree(tmp_path) == before


def test_a_stream_is_stored_in_batches_as_if_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the batch; read again with fewer entries, the rest goes."""
    head = listing(source="arxiv-snapshot", category=None, part=None, whole=False, counts=(), date=day("2026-01-01"))
    items = [
        entry(f"P{k}", arxiv_id=f"26{k % 3 + 1:02}.{k:05}", type="harvest", place=k, date=day("2026-02-03"))
        for k in range(1, 40)
    ]  # fmt: skip
    whole, small = tmp_path / "whole", tmp_path / "small"
    store = Store(whole, lambda: NOW)
    with store.lock():
        assert store.add_stream(head, "d1", items) == Change(39, 0)
        store.coverage.flush()
    monkeypatch.setattr(store_module, "BATCH", 7)
    store = Store(small, lambda: NOW)
    with store.lock():
        store.add_stream(head, "d1", items)
        store.coverage.flush()
    assert tree(whole) == tree(small)
    assert store.coverage.lines()[0].date == day("2026-02-03")
    with store.lock():
        assert store.add_stream(head, "d1", items[:1]) == Change(0, 38)
        store.coverage.flush()
    assert len(list(store.records())) == 1


def test_a_document_that_says_nothing_leaves_no_trace(tmp_path: Path) -> None:
    """Identify, a list of sets: nothing to keep."""
    add(tmp_path, document("identify", listing(counts=(), whole=False), raw=b"<OAI-PMH/>"))
    assert set(tree(tmp_path)) == set()


def test_a_quiet_day_is_kept(tmp_path: Path) -> None:
    """Nothing announced is worth a statement."""
    add(tmp_path, document("empty", listing(quiet=True, counts=())))
    assert Store(tmp_path, lambda: NOW).coverage.lines()[0].quiet


def test_a_writer_waits_a_moment(tmp_path: Path) -> None:
    """So long the processes of a command that was killed take to end."""
    store, other = Store(tmp_path, lambda: NOW), Store(tmp_path, lambda: NOW)
    begun = threading.Event()

    def first() -> None:
        with store.lock():
            begun.set()
            threading.Event().wait(0.2)

    thread = threading.Thread(target=first)
    thread.start()
    begun.wait()
    with other.lock():
        thread.join()


def test_another_writer_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0.1)
    store, other = Store(tmp_path, lambda: NOW), Store(tmp_path, lambda: NOW)
    errors: list[StoreError] = []

    def second() -> None:
        try:
            with other.lock():
                pass
        except StoreError as error:
            errors.append(error)

    with store.lock():
        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
    assert "wait until it is done" in str(errors[0])


def test_an_unsound_line_is_named(tmp_path: Path) -> None:
    add(tmp_path, document("new", two()))
    path = tmp_path / "records/2026/03/2026-03-03.jsonl"
    path.write_text(path.read_text() + '{"place": "x"}\n')
    with pytest.raises(StoreError, match=r"records/2026/03/2026-03-03.jsonl, line 3: .*restore the line from git"):
        list(Store(tmp_path, lambda: NOW).records())


def test_an_id_that_is_none_never_becomes_a_path(tmp_path: Path) -> None:
    """The last guard behind the readers."""
    evil = entry("Evil", arxiv_id="../../etc/passwd", type="harvest")
    with pytest.raises(StoreError, match="not an arXiv id"):
        add(tmp_path, document("new", listing(evil)))
    assert "etc" not in raw_name(listing(category="../../etc", part="/x/.."), "d").split("/")


def test_files_of_people(tmp_path: Path) -> None:
    """Absent is None; whatever ends its lines; other encodings are refused with the mend."""
    store = Store(tmp_path, lambda: NOW)
    assert store.people("same.yml") is None
    (tmp_path / "same.yml").write_bytes("é\r\nb\rc\n".encode())
    assert store.people("same.yml") == "é\nb\nc\n"
    (tmp_path / "same.yml").write_bytes(b"\xe9")
    with pytest.raises(StoreError, match="save it as UTF-8"):
        store.people("same.yml")


def test_a_statement_without_counts_is_not_repeated(tmp_path: Path) -> None:
    """The same page under another name with the same statement: one line."""
    page = listing(quiet=True, counts=(Count(section="all", read=0, total=0),))
    add(tmp_path, document("one", page), document("two", page))
    assert len(Store(tmp_path, lambda: NOW).coverage.lines()) == 1


# What people write, and what git is told


@for_each(
    ("link", "refused"),
    [
        *((name, True) for name in ("records", "records/2026", "records/2026/03", "listings/2026/03", "older/a/x/y")),
        *((name, True) for name in ("coverage", "attempts", "digests", "summaries", "pages", "pages/a/b/c/d")),
        ("records/2026/03/x", False), ("notes", False), ("site", False),
    ],
)  # fmt: skip
def test_links_in_the_place_of_folders(link: str, refused: bool, tmp_path: Path) -> None:
    """What is written or removed there would be somebody else's. Below the months there are files alone."""
    place, other = tmp_path / "archive" / link, tmp_path / "other"
    other.mkdir(exist_ok=True)
    place.parent.mkdir(parents=True)
    place.symlink_to(other)
    lock = Store(tmp_path / "archive", lambda: NOW).lock()
    if refused:
        with pytest.raises(StoreError, match=f"{place}: is a symbolic link"), lock:
            pass
    else:
        with lock:
            pass
    shutil.rmtree(tmp_path / "archive")


def test_notes_and_digests(tmp_path: Path) -> None:
    """What cannot be read costs itself alone."""
    put(tmp_path, {
        "notes/a.md": "A", "notes/papers/2603.00001.md": "P", "notes/other/b.md": "B", "notes/.x/b.md": "no",
        "notes/c.txt": "no",
        "notes/most.md": "x" * 100_000, "notes/more.md": "x" * 100_001, "digests/2026-W10.md": "W",
        "digests/a.txt": "no", "notes/merged.md": "a\n<<<<<<< HEAD\n",
    })  # fmt: skip
    (tmp_path / "notes/link.md").symlink_to(tmp_path / "notes/a.md")
    store, failed = Store(tmp_path, lambda: NOW), list[str]()
    found = store.notes(lambda error: failed.append(str(error)))
    assert found == {"a": "A", "other/b": "B", "papers/2603.00001": "P", "most": "x" * 100_000}
    assert [each.partition(" (")[0].partition("; ")[0] for each in failed] == [
        "notes/link.md: is a symbolic link", "notes/merged.md, line 2: unresolved merge conflict",
        "notes/more.md: has more than 100,000 bytes",
    ]  # fmt: skip
    assert store.digests() == {"2026-W10": "W"}


@for_each(
    ("name", "people", "whole"),
    [
        *((name, True, True) for name in ("themes.yml", "moved.txt", "CITATION.cff", "about.md")),
        *((name, True, True) for name in ("overrides/words/de.po", "notes/x/a.md", "older/x", "digests/a.md")),
        ("summaries/2026/03.jsonl", True, True), ("attempts/2026-03.jsonl", False, True),
        ("records/2026/03/2026-03-03.jsonl", False, True), ("coverage/2026-03.jsonl", False, True),
        ("archive.yml", False, True), ("overrides/page.html", False, True), ("notes/x/a.png", False, True),
        *((name, False, False) for name in ("a.html", "a.jsonl", "a.md", "a.yml", "a.sqlite", "site.zip", "x/a.md")),
        ("README.md", False, False), ("requirements.txt", False, False), ("pages/a.md", False, False),
        ("listings/a.gz", False, False),
    ],
)  # fmt: skip
def test_what_an_archives_hashes_depend_on(name: str, people: bool, whole: bool, tmp_path: Path) -> None:
    store = Store(tmp_path, lambda: NOW)
    before = store.people_hash(), store.fingerprint()
    put(tmp_path, {name: "x\n"})
    assert (store.people_hash() != before[0], store.fingerprint() != before[1]) == (people, whole)
    (tmp_path / name).write_text("y\n")
    assert len({before[1], store.fingerprint()}) == 1 + whole


def test_a_folder_becomes_an_archive(tmp_path: Path) -> None:
    """Lines that stand there stay; what is in pages/ would be removed as no page of the archive's."""
    put(tmp_path, {"pages/a.md": "mine", ".gitignore": "/mine\n/site/"})
    store = Store(tmp_path, lambda: NOW)
    with pytest.raises(StoreError, match=f"{tmp_path}/pages: already exists, in a folder that is not"):
        store.make("title: A\n")
    (tmp_path / "pages").rename(tmp_path / "mine")
    for settings in ("title: A\n", "title: B\n"):
        store.make(settings)
        (tmp_path / "pages").mkdir(exist_ok=True)  # of an archive, it may stand there
        assert store.people("archive.yml") == settings
    assert (tmp_path / ".gitignore").read_text() == "/mine\n/site/\n/pages/\n/.daybook/\n"
    assert (tmp_path / ".gitattributes").read_text().splitlines() == [*MERGING]


def test_lines_are_found_by_their_places(tmp_path: Path) -> None:
    add(tmp_path, document("new", two()))
    store = Store(tmp_path, lambda: NOW)
    ((name, _), (records, _)) = sorted(store.contents().items())
    assert (name, records) == ("coverage/2026-03.jsonl", "records/2026/03/2026-03-03.jsonl")
    assert [(line, place, size) for line, place, size in store.lines_of(name)] == [(store.coverage.lines()[0], 0, 0)]
    path = tmp_path / records
    path.write_bytes(b"".join(reversed(path.read_bytes().splitlines(keepends=True))))  # as git may merge them
    placed = store.lines_of(records)
    assert [line for line, _, _ in placed] == store.read_records(path) == [*store.records()]
    assert [store.record(records, place, size) for _, place, size in placed] == store.read_records(path)
    with store.lock():
        store.set_records("2026/03/2026-03-03", reversed(store.read_records(path)))
        assert [(line, place) for line, place, _ in store.lines_of(records)] == [(placed[0][0], 0), (placed[1][0], 380)]
        store.set_records("2026/03/2026-03-03", [])
    assert not path.exists()


def test_what_is_an_archive_s_own(tmp_path: Path) -> None:
    """Every name that the program reads people's words from, the log, what is made, what is hidden and what settings
    name; nothing else that lies in the folder or beside it."""
    read = {place.NAME for place in (cards, moved, people, rules, watches)}
    assert {*read, "about.md", "introduction.md", "same.yml", config.CITATION} == {*PEOPLE}
    own = (*PEOPLE, "archive.yml", "Archive.YML", "README.md", "requirements.txt", "records/2026/x.csv", "coverage",
           "listings/x", "attempts/x", "digests/x.md", "summaries/x", "older/x", "notes/x.md", "overrides/x.html",
           "pages/x", "site/x.zip", ".daybook/x", ".git/config", ".github/x", ".gitignore", "art/logo.svg")  # fmt: skip
    assert [name for name in own if not owns(tmp_path, tmp_path / name, ("art/logo.svg",))] == []
    assert owns(tmp_path, tmp_path)
    free = ("archive.sqlite", "march.bib", "papers.jsonl", "report.md", "site.zip", "out/x.csv", "art/x.svg", "../x")
    assert [name for name in free if owns(tmp_path, (tmp_path / name).resolve(), ("art/logo.svg",))] == []

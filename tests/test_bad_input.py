"""Bad input costs one clear line and exit code 1; every other document is kept, nothing half-written stays."""

import gzip
import json
import os
import re
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook import cli, exports
from daybook.errors import Refused
from daybook.log import documents

from tests.cases import Capsys, Patch
from tests.pages import sample
from tests.tools.forks import tree

GOOD = Path(__file__).parent / "sample" / "documents" / "2026-03-04-listing.txt"
RSS = (Path(__file__).parent / "sample" / "documents" / "2026-03-03-rss.xml").read_text(encoding="utf-8")
HTML = (Path(__file__).parent / "sample" / "documents" / "2026-03-02-listing.html").read_text(encoding="utf-8")


def png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    pixel = zlib.compress(b"\0\xff\0\0")
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")


PAPER = b'{"id": "2603.00001", "title": "T", "abstract": "A", "categories": "cs.DC", "update_date": "2026-03-03"}\n'
MEGABYTE = 1_000_000


def long(times: int, piece: bytes, head: bytes = b"") -> Callable[[Path], None]:
    """Writes a file of so many pieces behind a head, which is small on the disk where its name ends in .gz."""

    def write(path: Path) -> None:
        with gzip.open(path, "wb") if path.suffix == ".gz" else path.open("wb") as stream:
            stream.write(head)
            for _ in range(times):
                stream.write(piece)

    return write


def raw(value: bytes | str) -> Callable[[Path], None]:
    data = value.encode() if isinstance(value, str) else value
    return lambda path: path.write_bytes(data) and None  # type: ignore[func-returns-value]


def exported(name: str) -> bytes:
    return b"".join(exports.lines(name, sample.ARCHIVE))


BAD: dict[str, tuple[Callable[[Path], None], str]] = {
    "empty.html": (raw(b""), "file is empty; save or fetch it again"),
    "blank.txt": (raw(b" \n\n"), "is empty"),
    "picture.png": (raw(png()), "not a text file"),
    "truncated.xml": (raw(RSS[: len(RSS) // 2]), "line"),
    "cut-in-entry.xml": (raw(RSS[: RSS.rindex("</title>")]), "line"),
    "cut.html": (raw(HTML[: len(HTML) // 2]), "the file is cut off"),
    "error.html": (raw("<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"), "502"),
    "latin.txt": (raw(GOOD.read_text(encoding="utf-8").encode("latin-1", "replace") + b"\xe9\n"), "not valid UTF-8"),
    "long.txt": (long(200, b"x" * MEGABYTE), "unknown format"),
    "long.json": (long(200, b"x" * MEGABYTE, PAPER + b'{"id": "'), "line 2: is longer than 4 MB"),
    "bomb.gz": (long(1000, b" " * MEGABYTE), "is empty"),
    "feed-bomb.xml.gz": (
        long(1000, b"<item></item>" * 80_000, RSS[: RSS.index("<item>")].encode()),
        "unpacks to more than 64 MB",
    ),
    "blank-bomb.gz": (long(300, b"\n" * MEGABYTE, PAPER), "empty lines in a row"),
    "snapshot-bomb.gz": (
        long(500, PAPER.rstrip() + b" " * MEGABYTE + b"\n", PAPER),
        "unpacks to more than 200 times its size",
    ),
    "broken.gz": (raw(gzip.compress(b"x" * 10_000)[:30]), "is a damaged .gz file"),
    "papers.bib": (raw(exported("bibtex")), "a bibliography (BibTeX), which does not say when"),
    "papers.bib.gz": (raw(gzip.compress(exported("biblatex"))), "use documents of these: arXiv OAI-PMH, "),
    "papers.ris": (raw(exported("ris")), "a bibliography (RIS), "),
    "papers.csl.json": (raw(exported("csl")), "a bibliography (CSL-JSON), "),
    "notes.txt": (raw("Dear diary, today I read a paper.\n" * 20), "unknown format"),
}


@pytest.mark.parametrize("name", BAD)
def test_one_bad_document_costs_the_others_nothing(name: str, tmp_path: Path, capsys: Capsys) -> None:
    """Alone it leaves nothing; beside a good one, the archive is as if it had never been there."""
    make, reason = BAD[name]
    folder = tmp_path / "documents"
    folder.mkdir()
    make(folder / name)
    assert cli.main(["ingest", "--archive", str(tmp_path / "alone"), str(folder)]) == 1
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 1
    assert name in errors[0]
    assert reason in errors[0]
    assert not tree(tmp_path / "alone")
    (folder / "a-good.txt").write_bytes(GOOD.read_bytes())
    (folder / "z-good.html").write_text(HTML, encoding="utf-8")
    assert cli.main(["ingest", "--archive", str(tmp_path / "both"), str(folder)]) == 1
    (folder / name).unlink()
    assert cli.main(["ingest", "--archive", str(tmp_path / "good"), str(folder)]) == 0
    both, good = tree(tmp_path / "both"), tree(tmp_path / "good")
    assert {n for n in both if n.startswith(("records", "listings"))} == {
        n for n in good if n.startswith(("records", "listings"))
    }
    assert all(both[n] == good[n] for n in both if n.startswith("records"))


def test_a_page_whose_totals_do_not_match_is_said_and_kept(tmp_path: Path, capsys: Capsys) -> None:
    """What was read is kept; the line names section, stated and read; the check says it too."""
    page = GOOD.read_text(encoding="utf-8")
    number = page.split("New submissions (showing ")[1].split(" of ")[0]
    wrong = page.replace(f"showing {number} of {number}", f"showing {int(number) + 3} of {int(number) + 3}", 1)
    (tmp_path / "page.txt").write_text(wrong, encoding="utf-8")
    archive = ["--archive", str(tmp_path / "a")]
    assert cli.main(["ingest", *archive, str(tmp_path / "page.txt")]) == 1
    (error,) = capsys.readouterr().err.splitlines()
    assert f"states {int(number) + 3} new submissions, {number} read" in error
    assert cli.main(["check", *archive]) == 1
    assert f"{number} of {int(number) + 3} new submissions" in capsys.readouterr().err
    assert cli.main(["export", "jsonl", *archive]) == 0
    assert capsys.readouterr().out.count("\n") >= int(number)


def test_path_tricks_in_ids_reach_no_path(tmp_path: Path, capsys: Capsys) -> None:
    """`../` in ids of a feed, a snapshot and a page: said in one line, the rest is kept, no file outside."""
    ident = re.search(r"oai:arXiv.org:(\d{4}\.\d{5})v", RSS)
    assert ident
    feed = RSS.replace(ident[1], "../../../etc/passwd")
    (tmp_path / "feed.xml").write_text(feed, encoding="utf-8")
    paper = json.loads(PAPER)
    lines = [{**paper, "id": ident} for ident in ("../../x", "2603.00001", "..\\x", "/etc/passwd")]
    (tmp_path / "snapshot.json").write_text("".join(json.dumps(x) + "\n" for x in lines), encoding="utf-8")
    archive = tmp_path / "a" / "b" / "c"
    for name in ("feed.xml", "snapshot.json"):
        cli.main(["ingest", "--archive", str(archive), str(tmp_path / name)])
    said = capsys.readouterr()
    assert "passwd" in said.out + said.err
    assert "../../x" in said.err
    assert not [p for p in tmp_path.rglob("*") if "passwd" in p.name or p.name.startswith("x")]
    assert all(archive in p.parents or p.parent == tmp_path for p in tmp_path.rglob("*") if p.is_file())
    cli.main(["export", "jsonl", "--archive", str(archive)])
    assert '"arxiv_id":"2603.00001"' in capsys.readouterr().out


def test_a_folder_of_pictures(tmp_path: Path, capsys: Capsys) -> None:
    for k in range(3):
        (tmp_path / f"{k}.png").write_bytes(png())
    assert cli.main(["ingest", "--archive", str(tmp_path / "a"), str(tmp_path)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 3


@pytest.mark.parametrize(
    ("name", "reason"),
    [("nothing", "does not exist"), ("empty-folder", "contains no files"), ("pipe", "is not a file")],
)
def test_paths_that_hold_no_document(name: str, reason: str, tmp_path: Path, capsys: Capsys) -> None:
    """A pipe would hang the reading."""
    (tmp_path / "empty-folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    assert cli.main(["ingest", "--archive", str(tmp_path / "a"), str(tmp_path / name)]) == 1
    assert reason in capsys.readouterr().err


def test_a_packed_document_is_read_like_a_plain_one(tmp_path: Path) -> None:
    """.gz of a page: the same records, whatever the name."""
    (tmp_path / "page").write_bytes(gzip.compress(GOOD.read_bytes()))
    for name, path in (("plain", GOOD), ("packed", tmp_path / "page")):
        assert cli.main(["ingest", "--quiet", "--archive", str(tmp_path / name), str(path)]) == 0
    one, two = tree(tmp_path / "plain"), tree(tmp_path / "packed")
    assert {n: d for n, d in one.items() if "records" in n} == {n: d for n, d in two.items() if "records" in n}


def test_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: Patch) -> None:
    """A rights problem is said, not raised."""
    path = tmp_path / "x"
    path.write_text("x")
    source = documents.DocumentFile(path, packed=False)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(Exception, match="Permission denied; check its permissions"):
        source.data()


def test_a_packed_document_that_was_cut_is_never_a_whole_one(tmp_path: Path) -> None:
    """At any byte, also within a second member."""
    one, two = gzip.compress(b"<html>first</html>", mtime=0), gzip.compress(b"second", mtime=0)
    path = tmp_path / "page.html.gz"
    for at in (*range(2, len(one)), *range(len(one) + 1, len(one + two))):
        path.write_bytes((one + two)[:at])
        (source,) = documents.find(path)
        for reading in (source.data, source.hash):
            with pytest.raises(Refused, match=r"is a damaged \.gz file"):
                reading()

"""`daybook export`: which papers are printed, what is said of others; an archive as a file, its pages as a folder."""

import gzip
import json
import re
import shutil
from pathlib import Path

import pytest
from daybook import cli, exports
from daybook.exports import Export
from daybook.site.writer import LIST

from tests.cases import Capsys, Patch, for_each
from tests.conftest import ROOT, SAMPLE
from tests.makers import daybook
from tests.tools.forks import tree


def export(archive: Path, capsys: Capsys, *arguments: str, code: int = 0) -> tuple[str, list[str]]:
    """What is printed, and the lines on standard error."""
    capsys.readouterr()
    assert cli.main(["export", "--archive", str(archive), *arguments]) == code
    said = capsys.readouterr()
    return said.out, said.err.splitlines()


def keys(bibtex: str) -> list[str]:
    return re.findall(r"^@\w+\{(.+),$", bibtex, re.MULTILINE)


@pytest.mark.parametrize("form", exports.PRINTED)
def test_all_papers_in_each_format(content: Path, capsys: Capsys, form: str) -> None:
    """Without a choice, what `daybook export jsonl` prints; twice the same."""
    printed, said = export(content, capsys, form)
    assert not said
    assert cli.main(["export", form, "--archive", str(content)]) == 0
    assert capsys.readouterr().out == printed


def test_papers_by_name(content: Path, capsys: Capsys) -> None:
    """In the order of the names, each once, also behind options; those that are not held are told, one line each."""
    names = ["cs/0309901", "https://arxiv.org/abs/2603.90047v1", "no-such-paper"]
    more = ["https://a.example/x/papers/2601/2601.90377.html#cite", "arXiv:2603.90047", "10.48550/arXiv.2512.90815"]
    printed, said = export(content, capsys, "bibtex", *names, "--quiet", *more, code=1)
    assert keys(printed) == ["arXiv:cs/0309901", "arXiv:2603.90047", "arXiv:2601.90377", "arXiv:2512.90815"]
    (line,) = said
    assert line.startswith("daybook: no-such-paper: no such paper in this archive")


def test_papers_without_an_id_and_by_doi(content: Path, capsys: Capsys) -> None:
    papers = [json.loads(line) for line in export(content, capsys, "jsonl")[0].splitlines()]
    known = next(paper["key"] for paper in papers if not paper["arxiv_id"])
    assert keys(export(content, capsys, "bibtex", known, f"daybook:{known}")[0]) == [f"daybook:{known}"]
    doi, key = next((paper["doi"], paper["key"]) for paper in papers if paper["doi"] and paper["arxiv_id"])
    assert keys(export(content, capsys, "bibtex", f"https://doi.org/{doi}")[0]) == [f"arXiv:{key}"]


def test_papers_by_theme_category_and_day(content: Path, capsys: Capsys) -> None:
    """All of them together; one of several themes is enough."""
    papers = {paper["key"]: paper for paper in map(json.loads, export(content, capsys, "jsonl")[0].splitlines())}
    other = next(slug for paper in papers.values() for slug in paper["themes"] if slug != "cloud-serverless")
    chosen = ("--theme", "CLOUD-serverless", "--theme", other, "--category", "cs.dc")
    found = [json.loads(line) for line in export(content, capsys, "jsonl", *chosen)[0].splitlines()]
    assert 0 < len(found) < len(papers)
    slugs = {"cloud-serverless", other}
    assert [paper["key"] for paper in found] == [
        key for key, paper in papers.items() if slugs & set(paper["themes"]) and "cs.DC" in paper["categories"]
    ]
    days = export(content, capsys, "csv", "--from", "2026-03-03", "--to", "2026-03-03")[0]
    assert 1 < len(days.splitlines()) < len(papers)
    assert export(content, capsys, "csl", "--to", "1999-01-01")[0] == "[\n]\n"
    _, (line,) = export(content, capsys, "csl", "--theme", "cloud-serverles", code=1)
    assert "did you mean cloud-serverless?" in line


def test_files(content: Path, tmp_path: Path, capsys: Capsys) -> None:
    """Written in one step, packed by their name, the same each time; never the archive's own, nor what is no file."""
    printed, _ = export(content, capsys, "ris")
    plain, packed = tmp_path / "new" / "all.ris", tmp_path / "all.ris.gz"
    assert export(content, capsys, "ris", "--output", str(plain))[0] == f"69 papers written to {plain}\n"
    export(content, capsys, "ris", "--output", str(packed), "--quiet")
    assert plain.read_bytes().decode() == gzip.decompress(packed.read_bytes()).decode() == printed
    first = packed.read_bytes()
    export(content, capsys, "ris", "--output", str(packed))
    assert packed.read_bytes() == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.ris.gz", "new"]
    for bad in (content / "archive.yml", tmp_path, "/dev/null"):
        _, (line,) = export(content, capsys, "ris", "--output", str(bad), code=1)
        assert "--output" in line


DOCUMENTS = sorted(map(str, SAMPLE.iterdir()))[:6]
PACKED = [each for each in exports.EXPORTS if each.data]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with a digest by a person, and with its site."""
    folder = tmp_path_factory.mktemp("archive")
    shutil.copy(ROOT / "content" / "archive.yml", folder)
    assert cli.main(["ingest", "--quiet", "--archive", str(folder), *DOCUMENTS]) == 0
    (folder / "digests").mkdir()
    (folder / "digests" / "2026-03-03.md").write_text("A day of *tides*.\n", encoding="utf-8")
    assert cli.main(["build", "--quiet", "--archive", str(folder)]) == 0
    return folder


@pytest.mark.parametrize("whole", PACKED, ids=lambda whole: whole.name)
def test_the_file_is_that_of_the_site(whole: Export, built: Path, tmp_path: Path) -> None:
    """Where that has it, whatever it is called; the database with what a person wrote."""
    if not whole.places:
        pytest.importorskip("pyarrow")
    output, again = tmp_path / "file", tmp_path / "again"
    for path in (output, again):
        assert cli.main(["export", whole.name, "--quiet", "--archive", str(built), "--output", str(path)]) == 0
    assert output.read_bytes() == again.read_bytes()
    if whole.places:
        assert output.read_bytes() == (built / "site" / whole.entry).read_bytes()
    assert whole.name != "sqlite" or b"A day of *tides*." in output.read_bytes()


@pytest.mark.parametrize("name", ["bibtex", "ris", "csl"])
def test_the_citations_of_all_papers_are_those_of_the_site(name: str, built: Path, tmp_path: Path) -> None:
    """A small archive has them packed, as releases have them: of what may be published."""
    (whole,) = (each for each in exports.EXPORTS if each.name == name)
    output = tmp_path / "papers.gz"
    options = ["--quiet", "--archive", str(built), "--published", "--output", str(output)]
    assert cli.main(["export", name, *options]) == 0
    assert output.read_bytes() == (built / "site" / whole.entry).read_bytes()
    assert not whole.on_site(exports.SMALL + 1)


def test_what_was_written_is_said(built: Path, tmp_path: Path, capsys: Capsys) -> None:
    output = tmp_path / "a.sqlite"
    assert cli.main(["export", "sqlite", "--archive", str(built), "--output", str(output)]) == 0
    papers = json.loads((built / "site" / "api/v1/index.json").read_bytes())["counts"]["papers"]
    said = f"{papers} papers written to {output} ({output.stat().st_size / 1e6:,.1f} MB)\n"
    assert capsys.readouterr().out == said


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "sqlite cannot be printed; add --output FILE"),
        (["2603.00356", "--output", "x"], "sqlite is written of the whole archive; name no papers"),
        (["--category", "cs.DC", "--output", "x"], "sqlite is written of the whole archive; name no papers"),
    ],
)
def test_wrong_use(options: list[str], message: str, built: Path, capsys: Capsys) -> None:
    with pytest.raises(SystemExit, match="2"):
        cli.main(["export", "sqlite", "--archive", str(built), *options])
    assert message in capsys.readouterr().err


@pytest.fixture
def empty(content: Path, tmp_path: Path) -> Path:
    return shutil.copytree(content, tmp_path / "archive", ignore=shutil.ignore_patterns("pages", "site", ".daybook"))


def export_pages(empty: Path, *arguments: str, code: int = 0) -> None:
    assert cli.main(["export", "--archive", str(empty), "markdown", *arguments]) == code


def test_all_pages_are_there(empty: Path, tmp_path: Path, capsys: Capsys) -> None:
    """As the archive has them; no other file is, but the list of them."""
    folder = tmp_path / "vault"
    export_pages(empty, str(folder))
    files = tree(folder)
    listed = files.pop(LIST).decode().splitlines()
    assert files == {path: data for path, data in tree(empty / "pages").items() if path.endswith(".md")}
    assert listed == sorted(files)
    assert f"{len(files)} pages in {folder}: {len(files)} written, 0 removed" in capsys.readouterr().out
    export_pages(empty, str(folder))
    assert f"{len(files)} pages in {folder}: 0 written, 0 removed" in capsys.readouterr().out


def test_a_person_s_files_stay(empty: Path, tmp_path: Path) -> None:
    """Also in the pages' folders, and where the folder began with hidden ones; a page that is no more goes."""
    folder = tmp_path / "vault"
    own = {".obsidian/app.json": b"{}", "days/mine.md": b"Mine", "Ideas.md": b"Ideas"}
    (folder / ".obsidian").mkdir(parents=True)
    (folder / ".obsidian/app.json").write_bytes(b"{}")
    export_pages(empty, str(folder))
    for path, text in own.items():
        (folder / path).write_bytes(text)
    (folder / LIST).write_text(
        (folder / LIST).read_text() + "days/gone.md\n../outside.md\n/etc/x.md\n.obsidian/app.json\n"
    )
    for path in (folder / "days/gone.md", tmp_path / "outside.md"):
        path.write_text("x")
    export_pages(empty, str(folder))
    files = tree(folder)
    assert own.items() <= files.items()
    assert "days/gone.md" not in files
    assert (tmp_path / "outside.md").exists()


@for_each("case", ["full", "taken", "own", "pages", "link", "file"])
def test_refusals(case: str, empty: Path, tmp_path: Path, capsys: Capsys) -> None:
    """A folder with somebody's files, one within the archive, and a page's place that a person's file has."""
    folder, told = tmp_path / case / "vault", {
        "full": "is not empty, and Daybook did not write it; name a new or empty folder",
        "taken": "about.md: is not a page that Daybook wrote; rename it",
        "own": "is part of the archive; name a new or empty folder",
        "pages": "is part of the archive; name a new or empty folder",
        "link": "is a symbolic link; replace it with a folder",
        "file": "cannot be read: Not a directory",
    }[case]  # fmt: skip
    folder.parent.mkdir()
    if case == "file":
        folder.write_text("x")
    else:
        folder.mkdir()
    if case in ("full", "taken"):
        (folder / "about.md").write_text("Mine")
    if case == "taken":
        (folder / LIST).write_text("")
    if case == "link":
        (folder / "papers").symlink_to(tmp_path)
        (folder / LIST).write_text("")
    before = tree(folder.parent)
    place = {"own": empty, "pages": empty / "pages"}.get(case, folder)
    capsys.readouterr()
    export_pages(empty, f"{place}/", code=1)
    assert told in capsys.readouterr().err
    assert tree(folder.parent) == before


def test_names_of_papers_are_no_folders(empty: Path, capsys: Capsys) -> None:
    """An id of old form has a slash, as addresses and DOIs have."""
    for name in ("cs/0309901", "https://a.example/x/papers/2601/2601.90377.html", "papers/2601/2601.90377.html"):
        export_pages(empty, name)
        assert capsys.readouterr().out.startswith("- ")
    with pytest.raises(SystemExit):
        export_pages(empty, "./vault", "--theme", "scheduling")


def test_files_in_the_archive_s_own_folder(empty: Path, capsys: Capsys, monkeypatch: Patch) -> None:
    """As help and handbook show: what is exported may lie there, and is none of it; what is the archive's own stays."""
    monkeypatch.chdir(empty)
    daybook("build", "--quiet")
    for name in ("archive.sqlite", "march.bib", "papers.jsonl", "out/papers.csv"):
        for _ in range(2):  # the second replaces the first
            form = {"bib": "bibtex"}.get(kind := name.rpartition(".")[2], kind)
            daybook("export", form, "--quiet", "--output", name)
    daybook("export", "markdown", "./vault/", "--quiet")
    daybook("build", "--quiet", "--zip", "site.zip")
    before = tree(empty)
    capsys.readouterr()
    daybook("build", "--zip", "site.zip")
    daybook("check", "--quiet")
    assert capsys.readouterr().out.startswith("nothing has changed; ")
    for name in ("archive.yml", "ABOUT.md", "records/x.csv", "site/x.csv", "pages/x", ".gitignore", "new/../notes/x"):
        assert cli.main(["export", "jsonl", "--output", name]) == 1
        assert f"{name}: is the archive's own; name another file with --output" in capsys.readouterr().err
    assert cli.main(["fetch", "--summary", "about.md"]) == 1
    assert "about.md: is the archive's own; name another file with --summary" in capsys.readouterr().err
    assert tree(empty) == before

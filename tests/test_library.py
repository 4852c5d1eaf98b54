"""The archive as a library: its examples are true, and reading it leaves nothing behind."""

import doctest
import shutil
import subprocess
import sys
from functools import cached_property
from pathlib import Path

import pytest
from daybook import ArchiveReader, library, open_archive
from daybook.archive import Context, load, now
from daybook.errors import GeneratorError, SettingsError, StoreError, UnknownName
from daybook.exports.citations import FORMS
from daybook.log.store import Store
from daybook.text import changes, vocabulary

from tests.conftest import ROOT

HANDBOOK = ROOT / "content" / "notes" / "library.md"
SAMPLE = ROOT / "content"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the sample archive, without what was made of it."""
    made = shutil.ignore_patterns("pages", "site", ".daybook")
    return Path(shutil.copytree(SAMPLE, tmp_path / "archive", ignore=made))


def files(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file below a folder: when it was written, and what it holds."""
    return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.rglob("*") if path.is_file()}


def use(archive: ArchiveReader) -> None:
    for paper in archive.papers:
        assert archive.papers[paper.key] is paper
        archive.card(paper.key)
    for day in archive.days:
        assert archive.day(day.date).papers() == archive.announced(day.date)
        assert archive.day(day.date).coverage == archive.coverage(day.date)
    assert any(theme.papers for theme in archive.themes)
    assert all(category.papers for category in archive.categories)
    assert all(b"".join(archive.export(name)) for name in ("jsonl", "csv"))


def run_examples(text: str, source: str) -> None:
    names: dict[str, object] = {"__name__": source}
    if source.endswith(".py"):
        names.update(vars(library))
    text = text.replace("```", "")  # what closes a block of code is no output
    test = doctest.DocTestParser().get_doctest(text, names, source, source, 0)
    assert test.examples
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert not report, "".join(report)


def docstrings() -> dict[str, str]:
    """The docstrings of the library that hold examples; doctest itself misses those of cached properties."""
    classes = (library.ArchiveReader, library.Catalogue, library.Paper, library.PaperList)
    members = {f"{c.__name__}.{key}": value for c in classes for key, value in vars(c).items()}
    documented = {"library": library, **{c.__name__: c for c in classes}, **members}
    texts = {
        key: (value.func if isinstance(value, cached_property) else value).__doc__ or ""
        for key, value in documented.items()
        if not key.endswith("__doc__")
    }
    return {key: text for key, text in texts.items() if ">>>" in text}


@pytest.mark.parametrize("place", docstrings())
def test_examples_in_docstrings(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    run_examples(docstrings()[place], f"{place}.py")


@pytest.mark.parametrize("path", [HANDBOOK], ids=lambda path: path.name)
def test_examples_in_the_handbook(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    run_examples(path.read_text(encoding="utf-8"), path.name)


def test_examples_about_words() -> None:
    assert doctest.testmod(vocabulary).failed == 0


def test_readme_example(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    code = (ROOT / "README.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    exec(code, {})
    assert "Bankole-Ferri" in capsys.readouterr().out


def test_papers_are_cited_and_compared() -> None:
    """As commands cite them, in each form, and as their pages compare them; what there is not is named."""
    archive = open_archive(SAMPLE)
    for form in FORMS:
        printed = b"".join(archive.export(form)).decode()
        assert all(paper.citation(form) in printed for paper in archive.papers)
    paper = archive.papers["2602.97190"]
    (before, *_, after) = paper.editions
    assert paper.diff(before.version, after.version) == changes.between(before, after)
    assert not any(paper.diff(after.version, after.version).values())
    with pytest.raises(UnknownName, match=r"^v9: the words of this version are not held; those of 1, 2, 3 are held"):
        paper.diff(1, 9)
    with pytest.raises(UnknownName, match=r"'word': no such form; the forms are bibtex"):
        paper.citation("word")


@pytest.mark.parametrize("published", [False, True])
def test_reading_leaves_nothing_behind(folder: Path, published: bool, capfd: pytest.CaptureFixture[str]) -> None:
    """No file is written, not even a cache; nothing is printed; another command may hold the lock meanwhile."""
    with Store(folder, now).lock():
        before = files(folder)
        use(open_archive(folder, published=published))
        assert files(folder) == before
    assert capfd.readouterr() == ("", "")


def test_agrees_with_the_commands(folder: Path) -> None:
    """Exports are what `daybook export jsonl` prints; days and coverage are what pages show."""
    archive, shown = open_archive(str(folder)), load.fold(Context(folder, quiet=True), published=True, keep=False)
    for name in ("jsonl", "csv"):
        arguments = ["export", name, "--archive", str(folder)]
        code = f"import sys; from daybook.cli import main; sys.exit(main({arguments}))"
        printed = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
        assert b"".join(archive.export(name)) == printed
    for opened in (archive, open_archive(folder, published=True)):
        assert tuple(opened.days) == shown.days
        assert [c for day in opened.days for c in opened.coverage(day.date)] == sorted(
            shown.coverage, key=lambda c: c.date
        )
        assert list(opened.papers) == list(map(library.Paper.of, shown.papers.values()))


def test_published_hides_what_pages_hide(folder: Path) -> None:
    """Other sources' words are there by default, and not where only what is published is asked for."""
    settings = folder / "archive.yml"
    settings.write_text(settings.read_text(encoding="utf-8").split("sources:")[0], encoding="utf-8")
    everything, published = open_archive(folder), open_archive(folder, published=True)
    assert len(everything.papers) > len(published.papers) > 0
    hidden = set(everything.papers.names()) - set(published.papers.names())
    assert all(everything.papers[key].arxiv_id is None for key in hidden)


def test_former_keys_lead_to_their_papers(folder: Path) -> None:
    archive = open_archive(folder)
    moved = [paper for paper in archive.papers if paper.former]
    assert moved
    assert all(archive.papers[former] is paper for paper in moved for former in paper.former)


@pytest.mark.parametrize("asked", ["papers", "days", "themes", "categories"])
@pytest.mark.parametrize("named", ["", "nothing", "2603.99999", "2026-02-30", None, 3])
def test_unknown_names(folder: Path, asked: str, named: str) -> None:
    """What is not there is a KeyError and a GeneratorError with one line, `get` gives None, `in` is false."""
    catalogue = getattr(open_archive(folder), asked)
    with pytest.raises(UnknownName, match="no such") as raised:
        catalogue[named]
    assert isinstance(raised.value, KeyError)
    assert isinstance(raised.value, GeneratorError)
    assert "\n" not in str(raised.value)
    assert (catalogue.get(named), catalogue.get(named, 1)) == (None, 1)
    assert named not in catalogue
    with pytest.raises(UnknownName, match="no such export"):
        open_archive(folder).export("word")


def test_what_is_no_archive(tmp_path: Path, folder: Path) -> None:
    """A missing folder, a file, a folder of something else, a damaged log: one line each, and nothing is made."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for path, kind in ((tmp_path / "no", SettingsError), (tmp_path / "file", StoreError), (tmp_path, SettingsError)):
        with pytest.raises(kind, match="not a") as raised:
            open_archive(path)
        assert len(str(raised.value).splitlines()) == 1
    assert not (tmp_path / "no").exists()
    (folder / "records" / "2026" / "03" / "2026-03-03.jsonl").write_text("{", encoding="utf-8")
    archive = open_archive(folder)
    with pytest.raises(StoreError, match=r"2026-03-03.jsonl, line 1"):
        len(archive.papers)


def test_import_is_cheap() -> None:
    """`import daybook` loads nothing; the library is loaded when it is asked for."""
    code = "import sys, daybook; assert not [m for m in sys.modules if m.startswith('daybook.')]; daybook.plain"
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(ImportError):
        from daybook import nothing  # type: ignore[attr-defined]  # noqa: F401

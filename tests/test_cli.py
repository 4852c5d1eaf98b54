"""The commands as a person runs them: what they print, what they leave, their exit codes."""

import contextlib
import csv
import gzip
import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from daybook import cli, open_archive, site
from daybook.exports import tables
from daybook.fold.folding import fold

from tests import makers
from tests.cases import Capsys, Patch, for_each
from tests.conftest import HANGS, ROOT, SAMPLE
from tests.makers import daybook
from tests.tools.forks import tree

COMMANDS = (*cli.COMMANDS, "themes why", "themes check", "themes suggest", "themes add")


pytestmark = pytest.mark.usefixtures("fixed_time")


@pytest.fixture
def archive(ingested: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(ingested, tmp_path / "archive"))


def papers(folder: Path, capsys: Capsys, form: str = "jsonl") -> str:
    capsys.readouterr()
    assert cli.main(["export", form, "--archive", str(folder)]) == 0
    return capsys.readouterr().out


def test_ingest_prints_a_line_for_each_document(tmp_path: Path, capsys: Capsys) -> None:
    """What it is, whose, of which day, how many of how many, and what was stored; then the sum. Git is told to ignore
    what can be made again."""
    assert cli.main(["ingest", "--archive", str(tmp_path / "a"), str(SAMPLE)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (tmp_path / "a" / ".gitignore").read_text().split() == ["/pages/", "/site/", "/.daybook/"]
    documents = sorted(str(path) for path in SAMPLE.iterdir())
    assert [line.split(":")[0] for line in lines[: len(documents)]] == documents
    assert re.search(r"listing page \(text\) of cs.DC, 2026-03-04: (\d+) of \1 entries = ", "\n".join(lines))
    assert lines[-4] == f"{tmp_path / 'a'} is now an archive of cs.DC: its settings are in archive.yml"
    assert re.fullmatch(rf"{len(documents)} documents read; \d+ records stored(, \d+ replaced)?", lines[-3])
    assert re.fullmatch(
        r"\d+ entries not shown on pages, as archive\.yml does not publish their source \(inference-report, pith\);"
        r" to show them, set `publish: true` for it",
        lines[-2],
    )
    assert re.fullmatch(
        r"\d+ entries known by title only; to look them up in arXiv's API, run: daybook fetch --archive \S+",
        lines[-1],
    )


def test_ingest_says_what_a_listing_is_not(tmp_path: Path, capsys: Capsys) -> None:
    """Of none of the archive's categories: no error. Most entries without authors, as in a copied page: a mend."""
    daybook("init", "--quiet", "--archive", tmp_path / "a", "--title", "A", "--categories", "cs.OS")
    copied = tmp_path / "copied.txt"
    text = (SAMPLE / "2026-03-04-listing.txt").read_text(encoding="utf-8")
    copied.write_text(re.sub(r"^(Title: .*\n).*\n", r"\1", text, flags=re.MULTILINE), encoding="utf-8")
    capsys.readouterr()
    daybook("ingest", "--archive", tmp_path / "a", copied)
    read, *told = capsys.readouterr().out.splitlines()
    number = re.search(r": (\d+) of \1 entries = ", read)
    assert number
    fetch = f"daybook fetch --archive {tmp_path / 'a'}"
    mend = f"save the page as HTML, add the day's feed, or run {fetch}"
    foreign = "cs.DC is not one of this archive's categories (cs.OS): its papers are stored, but no day of it is judged"
    assert told == [
        f"{copied}: {number[1]} of {number[1]} without authors: {mend}",
        f"{foreign}; add it to archive.yml to follow it",
    ]
    (tmp_path / "a" / "archive.yml").write_text("title: A\ncategories: [cs]\n")  # whose day it tells of, too
    daybook("ingest", "--archive", tmp_path / "a", SAMPLE / "2026-03-04-listing.txt")
    assert "is not one of" not in capsys.readouterr().out


def test_build_says_what_to_open(tmp_path: Path, capsys: Capsys) -> None:
    """In the singular where there is one; --zip needs a name."""
    settings = "title: A\ncategories: [cs.DC]\n"
    makers.add(tmp_path, makers.listing(makers.entry(arxiv_id="2603.00001")), settings=settings)
    start = f"open {tmp_path / 'site' / 'index.html'} in a browser"
    daybook("build", "--archive", tmp_path)
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("1 paper, 1 day: ") for line in lines)
    assert lines[-1] == f"{start}, or run daybook serve --archive {tmp_path}"
    daybook("build", "--archive", tmp_path, "--offline")
    assert capsys.readouterr().out.splitlines()[-1] == start
    with pytest.raises(SystemExit):
        cli.main(["build", "--archive", str(tmp_path), "--zip"])
    assert "--zip needs the name of a file, such as --zip daily.zip" in capsys.readouterr().err
    daybook("check", "--archive", tmp_path)
    assert "sound: 1 record of 1 paper, 1 statement, " in capsys.readouterr().out


def test_a_new_archive_leaves_what_stands_there(tmp_path: Path, capsys: Capsys) -> None:
    """A person's own texts and ignored files; pages that would be taken for the archive's are refused."""
    (tmp_path / ".gitignore").write_text("*.aux\n/site/")
    (tmp_path / "about.md").write_text("A book.\n")
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "first.md").write_text("Nine years of work.\n")
    new = ("ingest", "--quiet", "--archive", str(tmp_path), str(SAMPLE / "2026-03-04-listing.txt"))
    assert cli.main(new) == 1
    assert f"{tmp_path}/pages: already exists, in a folder that is not an archive; " in capsys.readouterr().err
    assert cli.main(("build", "--pages-only", "--archive", str(tmp_path))) == 1
    assert (tmp_path / "pages" / "first.md").exists()
    shutil.rmtree(tmp_path / "pages")
    assert cli.main(new) == 0
    assert (tmp_path / "about.md").read_text() == "A book.\n"
    assert (tmp_path / ".gitignore").read_text().split() == ["*.aux", "/site/", "/pages/", "/.daybook/"]


def test_ingesting_twice_changes_nothing(archive: Path, capsys: Capsys) -> None:
    before = tree(archive)
    assert cli.main(["ingest", "--archive", str(archive), str(SAMPLE)]) == 0
    assert tree(archive) == before
    assert capsys.readouterr().out.splitlines()[-1].endswith("documents read; nothing new")


def test_in_any_order_the_same_papers_come_out(tmp_path: Path, capsys: Capsys) -> None:
    documents = sorted(SAMPLE.iterdir())
    outcomes = set()
    for number, order in enumerate((documents, documents[::-1], documents[3:] + documents[:3])):
        folder = tmp_path / str(number)
        assert cli.main(["ingest", "--quiet", "--archive", str(folder), *map(str, order)]) == 0
        outcomes.add(papers(folder, capsys))
    assert len(outcomes) == 1


def test_papers_keep_the_contract(archive: Path, shared: Callable[[str], Path], capsys: Capsys) -> None:
    """Every line is valid against the schema, keys are unique and sorted."""
    schema = json.loads(shared("contract/paper.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
    found = [json.loads(line) for line in papers(archive, capsys).splitlines()]
    for paper in found:
        validator.validate(paper)
    keys = [paper["key"] for paper in found]
    assert keys == sorted(set(keys))
    assert len(found) >= 60


def test_papers_as_csv(archive: Path, capsys: Capsys) -> None:
    """A spreadsheet's table: the same papers."""
    lines = papers(archive, capsys).splitlines()
    rows = list(csv.DictReader(io.StringIO(papers(archive, capsys, "csv"), newline="")))
    assert [row["key"] for row in rows] == [json.loads(line)["key"] for line in lines]
    assert all(row["title"] for row in rows)


@for_each("sign", ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"])
def test_no_cell_is_a_formula(sign: str) -> None:
    """Whatever a title begins with: spreadsheets in some languages take the wide signs as well."""
    key, title = "2603.00356", f"{sign}cmd|'/C calc'!A0"
    archive = fold([makers.record(title, arxiv_id=key, abstract=title, comments=title)])
    (row,) = csv.DictReader(io.StringIO(b"".join(tables.csv(archive)).decode(), newline=""))
    assert all(not value.startswith(sign) for name, value in row.items() if name in ("title", "abstract", "comments"))


def test_render_writes_only_what_changed(archive: Path, capsys: Capsys) -> None:
    """A second time nothing is written; a page that is gone is removed."""
    assert cli.main(["build", "--pages-only", "--archive", str(archive)]) == 0
    (archive / "pages" / "stale.md").write_text("x")
    capsys.readouterr()
    assert cli.main(["build", "--pages-only", "--archive", str(archive)]) == 0
    assert re.search(r"pages, 0 written, 1 removed$", capsys.readouterr().out.strip())


def test_words_of_others_are_shown_with_leave_only(archive: Path, capsys: Capsys) -> None:
    """Without rules: stored and printed by `export`, but no raw document and no page has them."""
    everything = papers(archive, capsys)
    told = (card for line in everything.splitlines() for card in json.loads(line)["cards"])
    headline = next(card["headline"] for card in told if card["source"] == "pith")
    bare = archive.parent / "bare"
    assert cli.main(["ingest", "--archive", str(bare), "--quiet", str(SAMPLE)]) == 0
    assert papers(bare, capsys) == everything
    assert any("pith" in p.name for p in (archive / "listings").rglob("*.gz"))
    assert not any("pith" in p.name or "inference" in p.name for p in (bare / "listings").rglob("*.gz"))
    for folder, shown in ((archive, True), (bare, False)):
        assert cli.main(["build", "--pages-only", "--archive", str(folder), "--quiet"]) == 0
        pages = "\n".join(p.read_text(encoding="utf-8") for p in (folder / "pages").rglob("*.md"))
        assert (headline in pages) is shown


def test_check_of_a_sound_archive(archive: Path, capsys: Capsys) -> None:
    assert cli.main(["build", "--pages-only", "--archive", str(archive), "--quiet"]) == 0
    capsys.readouterr()
    assert cli.main(["check", "--archive", str(archive)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(re.match(r"2026-03-04 cs.DC: complete: (\d+) of \1 entries: ", x) for x in lines)
    assert any(": quiet: " in x for x in lines)
    assert re.fullmatch(
        r"sound: \d+ records of \d+ papers, \d+ statements, \d+ pages; the sentences of \d+ cards stand in their"
        r" papers' abstracts, all sentences and counts in the digests of \d+ days are those of the papers",
        lines[-1],
    )


def rewrite(path: Path, change: Callable[[str], str]) -> None:
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")


def text(change: Callable[[str], str]) -> Callable[[Path], None]:
    return lambda path: rewrite(path, change)


DAY = "2026-03-04.jsonl"
DAMAGES: tuple[tuple[str, Callable[[Path], object], str], ...] = (
    (DAY, text(lambda t: t[:-40]), "line"),
    (DAY, lambda path: path.rename(path.with_name("2026-03-12.jsonl")), "belongs in 2026/03/2026-03-04"),
    (DAY, text(lambda t: t + t.splitlines()[-1] + "\n"), "duplicate line"),
    (DAY, text(lambda t: t.replace('{"place"', '{ "place"', 1)), "not in the form that Daybook writes"),
    ("26*.jsonl", text(lambda t: re.sub(r'"arxiv_id":"[^"]+"', '"arxiv_id":"x"', t)), "is not an arXiv id"),
    (DAY, Path.unlink, "which is missing"),
    ("*.gz", lambda path: path.write_bytes(gzip.compress(b"other")), "raw documents are never edited"),
    ("*.gz", lambda path: path.write_bytes(b"\x1f\x8bxx"), "damaged .gz file"),
    ("coverage/2026-03.jsonl", text(lambda t: "{}\n" + t), "coverage/2026-03.jsonl, line 1"),
    ("pages/index.md", text(lambda t: t + "\n[gone](papers/gone.md)\n"), "broken link"),
    ("same.yml", lambda path: path.write_text('same: [["2603.99999", "no-paper-12345678"]]'), "no paper '2603.99999'"),
    ("same.yml", lambda path: path.write_text("same: 3.5"), "same.yml"),
    ("themes.yml", lambda path: path.write_text("x: 1"), "themes.yml"),
)
"""A file of an archive, what becomes of it, and what is said of that."""


@pytest.fixture(scope="module")
def rendered(ingested: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = Path(shutil.copytree(ingested, tmp_path_factory.mktemp("rendered") / "archive"))
    assert cli.main(["build", "--pages-only", "--archive", str(folder), "--quiet"]) == 0
    return folder


@for_each(("name", "damage", "said"), DAMAGES)
def test_check_names_each_damage(
    name: str, damage: Callable[[Path], object], said: str, rendered: Path, tmp_path: Path, capsys: Capsys
) -> None:
    """Every planted fault is found, in a line that names the file; exit code 1."""
    shutil.rmtree(tmp_path / "archive", ignore_errors=True)
    archive = Path(shutil.copytree(rendered, tmp_path / "archive"))
    damage(min(archive.rglob(name), default=archive / name))
    capsys.readouterr()
    daybook("check", "--archive", archive, code=1)
    assert said in capsys.readouterr().err


@for_each(
    ("codes", "offered"),
    [
        ("astro-ph.CO,astro-ph.EP,astro-ph.GA,astro-ph.HE", "4 categories of astro-ph: `astro-ph` is one listing"),
        ("astro-ph.CO,astro-ph.EP,astro-ph.GA,cs.DC", ""), ("cs.DC,cs.NI,cs.LG,cs.CL,cs.CV", ""), ("astro-ph,cs", ""),
    ],
)  # fmt: skip
def test_init_offers_an_archives_own_listing(codes: str, offered: str, tmp_path: Path, capsys: Capsys) -> None:
    """Where most of its categories, four or more, are named one by one; in one line."""
    daybook("init", "--archive", tmp_path / codes, "--title", "T", "--categories", codes)
    lines = [line for line in capsys.readouterr().out.splitlines() if "handbook, Size" in line]
    assert len(lines) == bool(offered)
    assert all(line.startswith(offered) for line in lines)


@for_each("command", ["export jsonl", "build --pages-only", "build", "check", "status"])
def test_a_folder_that_is_no_archive(command: str, tmp_path: Path, capsys: Capsys) -> None:
    assert cli.main([*command.split(), "--archive", str(tmp_path / "x")]) == 1
    assert "no archive.yml" in capsys.readouterr().err


@for_each("command", COMMANDS)
def test_help_has_an_example_and_is_documented(
    command: str, tmp_path: Path, monkeypatch: Patch, capsys: Capsys
) -> None:
    """--help of each, also where no archive is, its --archive, --quiet and --verbose; and its name in the README."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        cli.main([*command.split(), "--help"])
    text = capsys.readouterr().out
    assert stop.value.code == 0
    assert f"example: daybook {command}" in " ".join(text.split())
    assert command == "themes" or all(option in text for option in ("--archive DIR", "--quiet", "--verbose"))
    assert f"daybook {command.split()[0]}" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_help_loads_no_large_library() -> None:
    """The list of commands does not wait for MkDocs, lxml or any command's module."""
    script = "import sys; from daybook import cli; cli._parser().format_help(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=HANGS)
    loaded = set(done.stdout.split())
    assert not loaded & {"mkdocs", "lxml", "msgspec", "yaml", "feedparser", "filelock", "shtab", "daybook.archive"}
    assert not any(name.startswith("daybook.commands.") for name in loaded)


BACKWARDS = ("--from", "2026-03-05", "--to", "2026-03-01")


@for_each(
    ("arguments", "said"),
    [
        (["ingest"], "the following arguments are required: PATH"),
        (["init", "x", "--title", "x"], "the following arguments are required: --categories"),
        (["fech"], "daybook: error: unknown command 'fech'; did you mean 'fetch'?"),
        (["xyz"], "daybook: error: unknown command 'xyz'\n"),
        (["fetch", "--sumary", "x"], "fetch: error: unrecognized argument '--sumary'; did you mean '--summary'?"),
        (["build", "--of=3"], "build: error: argument --offline: ignored explicit argument '3'"),
        (["themes", "sugest"], "daybook themes: error: unknown command 'sugest'; did you mean 'suggest'?"),
        (["export", "xml"], "argument FORMAT: 'xml' is not one of jsonl, csv"),
        (["summarize", "--budget", "0"], "argument --budget: '0' is not a positive integer"),
        (["status", "--from", "3 March"], "argument --from: '3 March' is not a date in the form 2026-03-03"),
        (
            ["init", "x", "--title", "x", "--categories", "cs.DX"],
            "'cs.DX' is not an arXiv category; did you mean 'cs.D",
        ),
        (["status", *BACKWARDS], "--from 2026-03-05 is later than --to 2026-03-01"),
        (["fetch", *BACKWARDS], "--from 2026-03-05 is later than --to 2026-03-01"),
    ],
)
def test_a_mistake_is_named_and_put_right(arguments: list[str], said: str, capsys: Capsys) -> None:
    """Below the usage; what is close to a command or an option is suggested; exit code 2."""
    with pytest.raises(SystemExit, match="2"):
        cli.main(arguments)
    printed = capsys.readouterr().err
    assert "usage: daybook" in printed
    assert said in printed


def test_alone_it_prints_its_help(capsys: Capsys) -> None:
    """Each command in a line; exit code 0."""
    assert cli.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("usage: daybook [-h]")
    assert [line.split()[0] for line in lines if re.match(r"    [a-z]", line)] == list(cli.COMMANDS)


def test_help_may_be_asked_for_by_that_word(capsys: Capsys) -> None:
    """Of the program and of a command, as with --help."""
    for words in (["help"], ["help", "themes", "why"], ["help", "build"]):
        said = []
        for asked in (words, [*words[1:], "--help"]):
            with pytest.raises(SystemExit, match="0"):
                cli.main(asked)
            said.append(capsys.readouterr().out)
        assert said[0] == said[1] != ""


def test_what_a_command_was_called_is_put_right(capsys: Capsys) -> None:
    """One line says what it is called now; the changelog has the same names; and each of them is a command."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert dict(re.findall(r"^\| `([a-z ]+)` \| `([^`]+)`[^|]* \|$", text, re.MULTILINE)) == {
        old: new.partition(", ")[0] for old, new in cli.RENAMED.items()
    }
    for old, new in cli.RENAMED.items():
        assert new.split(",")[0].split()[0] in cli.COMMANDS
        for options in ([], ["--archive", "x"]):
            with pytest.raises(SystemExit, match="2"):
                cli.main([*options, *old.split(), "--format", "csv"])
            assert capsys.readouterr() == ("", f"daybook {old} is now: daybook {new}\n")


def test_the_archive_may_stand_before_the_command(archive: Path, capsys: Capsys) -> None:
    """And the one behind it counts, where both do."""
    whole = papers(archive, capsys)
    for words in (["--archive", str(archive), "export", "jsonl"],
                  ["--archive", "none", "export", "jsonl", "--archive", str(archive)]):  # fmt: skip
        assert cli.main(words) == 0
        assert capsys.readouterr().out == whole


def test_suggested_commands_act_on_the_archive_meant(tmp_path: Path, capsys: Capsys) -> None:
    """With its --archive, quoted where a shell needs it."""
    folder = tmp_path / "my archive"
    assert cli.main(["init", "--archive", str(folder), "--title", "T", "--categories", "cs.DC"]) == 0
    option = f"--archive '{folder}'"
    assert cli.main(["check", "--archive", str(folder)]) == 0
    assert f"no pages yet; run: daybook build --pages-only {option}\n" in capsys.readouterr().out


def test_errors_in_settings_name_the_archive_meant(archive: Path, capsys: Capsys) -> None:
    rewrite(archive / "archive.yml", lambda text: text + "colour: red\n")
    assert cli.main(["export", "jsonl", "--archive", str(archive)]) == 1
    assert capsys.readouterr().err.startswith(f"daybook: {archive}/archive.yml: unknown key 'colour'; ")


def test_documents_are_named_as_they_were_given(tmp_path: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """By their path, not their last name; the last line counts what was read and what was refused."""
    (tmp_path / "in" / "a").mkdir(parents=True)
    for name in ("in/x.txt", "in/a/x.txt"):
        (tmp_path / name).write_text("nothing that is known")
    shutil.copy(SAMPLE / "2026-03-04-listing.txt", tmp_path / "in" / "b.txt")
    monkeypatch.chdir(tmp_path)
    assert cli.main(["ingest", "--archive", "own", "in"]) == 1
    printed = capsys.readouterr()
    assert [line.split(":")[1] for line in printed.err.splitlines()] == [" in/a/x.txt", " in/x.txt"]
    assert printed.out.startswith("in/b.txt: ")
    assert re.fullmatch(r"1 of 3 documents read, 2 refused; \d+ records stored", printed.out.splitlines()[-1])


def test_verbose_logs_and_nothing_else_changes(archive: Path, capsys: Capsys) -> None:
    """Files read, caches used or made again, on standard error; escaped; and only while --verbose is given. Nothing at
    all is said with --quiet."""
    printed = []
    for options in ([], ["--verbose"], ["--quiet"]):
        shutil.rmtree(archive / "pages", ignore_errors=True)
        capsys.readouterr()
        daybook("build", "--pages-only", "--archive", archive, *options)
        printed.append(capsys.readouterr())
    assert printed[0].err == "".join(printed[2]) == ""
    lines = printed[1].err.splitlines()
    assert "daybook.state: cards: known" in lines
    assert any(re.fullmatch(r"daybook\.describe: cards: \d+ kept, 0 to make", x) for x in lines)
    assert all(line.startswith("daybook.") for line in lines)
    shutil.rmtree(archive / ".daybook")
    assert cli.main(["build", "--pages-only", "--archive", str(archive), "--verbose"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert "daybook.state: cards: begins anew" in lines
    assert any(re.fullmatch(r"daybook\.log: read records/2026/03/2026-03-04\.jsonl, [\d,]+ bytes", x) for x in lines)


def test_build_says_what_it_does_not_show(tmp_path: Path, capsys: Capsys) -> None:
    """Papers that only unpublished sources name: those that `export jsonl` prints and the pages lack."""
    folder = tmp_path / "bare"
    assert cli.main(["ingest", "--archive", str(folder), "--quiet", str(SAMPLE)]) == 0
    number = papers(folder, capsys).count("\n")
    assert cli.main(["build", "--pages-only", "--archive", str(folder)]) == 0
    shown, hidden = capsys.readouterr().out.splitlines()
    assert int(hidden.split()[0]) == number - int(shown.split()[0]) > 0
    assert "papers not shown on pages, as archive.yml does not publish their source (" in hidden


def test_a_reader_that_stops_early_is_no_error(archive: Path) -> None:
    script = "import sys; from daybook.cli import main; sys.exit(main())"
    run = subprocess.Popen(
        [sys.executable, "-c", script, "export", "jsonl", "--archive", str(archive)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert run.stdout
    assert run.stderr
    run.stdout.readline()
    run.stdout.close()
    assert run.stderr.read() == b""
    run.stderr.close()
    run.wait(timeout=HANGS)


@pytest.mark.trial
@pytest.mark.parametrize("command", ["export jsonl", "check"])
@pytest.mark.parametrize("closed", ["", ">&-", "2>&-", ">&- 2>&-"])
def test_the_program_says_all_it_has_to_say(archive: Path, command: str, closed: str) -> None:
    """It ends at once, but not before its last word is out; and it can be run where nobody listens."""
    program = f"{sys.executable} -m daybook.cli {command} --archive {archive} {closed}"
    done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, cwd=ROOT, timeout=HANGS)
    assert (done.returncode, done.stderr) == (0, "")
    said = [] if ">&-" in closed.split() else _said([*command.split(), "--archive", str(archive)])
    assert done.stdout.splitlines() == said


def _said(arguments: list[str]) -> list[str]:
    bytes_of = io.BytesIO()
    with contextlib.redirect_stdout(io.TextIOWrapper(bytes_of, encoding="utf-8", write_through=True)) as said:
        assert cli.main(arguments) == 0
        said.flush()
        return bytes_of.getvalue().decode().splitlines()


def test_stopping_by_hand(archive: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    def stop(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("daybook.commands.export.export", stop)
    assert cli.main(["export", "jsonl", "--archive", str(archive)]) == 130
    assert "run the same command again" in capsys.readouterr().err


def test_the_archive_one_stands_in(archive: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """Without --archive, as git finds its repository: the first folder upwards that is an archive or has content/."""
    other = archive.parent / "other" / "content"
    assert cli.main(["init", "--archive", str(other), "--title", "Other", "--categories", "cs.NI", "--quiet"]) == 0
    home = archive.parent / "repository"
    (home / "deep").mkdir(parents=True)
    archive.rename(home / "content")
    inside = other / "records" / "2026"
    inside.mkdir(parents=True)
    for here, title in ((home / "deep", "Test"), (home / "content" / "records", "Test"), (inside, "Other")):
        monkeypatch.chdir(here)
        assert open_archive().title == title
    monkeypatch.setenv("DAYBOOK_ARCHIVE", str(home / "content"))
    assert open_archive().title == "Test"
    assert cli.main(["export", "jsonl"]) == 0
    assert capsys.readouterr().out.count("\n") >= 60
    monkeypatch.setenv("DAYBOOK_ARCHIVE", str(home / "deep"))
    assert cli.main(["status"]) == 1
    assert (
        f"{home}/deep: not an archive (no archive.yml); make one: daybook init {home}/deep\n" in capsys.readouterr().err
    )


def test_no_archive_is_guessed(tmp_path: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """Where none is found, a command says so in a line and ends with 2; it never takes that of Daybook's own folder."""
    monkeypatch.chdir(tmp_path)
    line = (
        f"daybook: not in an archive: no archive.yml in {tmp_path} or above it; daybook init DIR makes one, or name one"
    )
    for command in (
        "fetch",
        "ingest x.html",
        "build",
        "serve",
        "search x",
        "export jsonl",
        "status",
        "check",
        "themes suggest",
    ):
        assert cli.main(command.split()) == 2, command
        assert capsys.readouterr().err == f"{line} with --archive\n", command
    assert not [*tmp_path.iterdir()]
    (tmp_path / "site").mkdir()
    (tmp_path / "sums").write_text(f"{'0' * 64}  index.html\n")
    assert cli.main(["check", "--site", "site", "--sums", "sums"]) == 1  # anybody's site
    assert "index.html" in capsys.readouterr().err


def test_only_links_are_links(tmp_path: Path) -> None:
    """What a text says about links leads nowhere and need not: on a generated page only links to pages are any."""
    text = "&lt;a href=page.html&gt; href=other.html <a class=x href=a.html>1</a> <a href='b.html'>2</a> [3](c.md#d)"
    text += ' <a href="e.html"> <a href="">4</a> <a href=https://example.org>'
    (tmp_path / "guide").mkdir()
    for name in ("index.md", "guide/index.md"):
        (tmp_path / name).write_text(text)
    broken = set(site.broken_in(tmp_path, tmp_path / "site")[1])
    assert broken == {
        ("index.md", "c.html#d"), *(("guide/index.md", name) for name in ("a.html", "b.html", "c.md#d", "e.html"))
    }  # fmt: skip

"""`daybook themes why | check | suggest | add`: what they print, and their exit codes."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook import cli
from daybook.archive import describing
from daybook.describe import themes
from daybook.describe.themes import rules
from daybook.runtime import state

from tests.conftest import ROOT
from tests.makers import add, entry, listing

RULES = """\
themes:
  - slug: clocks
    name: Clocks
    definition: Time.
    phrases: {4: [clock], 2: [drift], -1: [wall]}
  - slug: counters
    name: Counters
    definition: Counting.
    phrases: {3: [counter], 6: [replicated]}
    exclude: [geiger]
  - slug: ships
    name: Ships
    definition: Sailing.
    phrases: {4: [ship]}
"""
PAPERS = [
    ("2603.00001", "Clock drift", "A clock on the wall."),
    ("2603.00002", "Replicated counters", "With one clock, and another clock, and a third clock, and clocks."),
    ("2603.00003", "A Geiger counter", "It ticks."),
    ("math/0403004", "Nothing of the kind", "Truly."),
]


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive of four papers and three themes."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1772500000")
    folder = tmp_path / "archive"
    assert cli.main(["init", "--archive", str(folder), "--quiet", "--title", "Test", "--categories", "cs.DC"]) == 0
    store(folder, PAPERS)
    (folder / "themes.yml").write_text(RULES, encoding="utf-8")
    return folder


def store(folder: Path, papers: list[tuple[str, str, str]]) -> None:
    entries = [
        entry(title, place=place, arxiv_id=ident, abstract=abstract, categories=("cs.DC",), primary_category="cs.DC")
        for place, (ident, title, abstract) in enumerate(papers, 1)
    ]
    add(folder, listing(*entries))


Ask = Callable[..., str]


@pytest.fixture
def ask(archive: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    """What `daybook themes` prints when it is asked of this archive."""

    def asked(*arguments: object, code: int = 0) -> str:
        capsys.readouterr()
        assert cli.main(["themes", *map(str, arguments), "--archive", str(archive)]) == code
        told = capsys.readouterr()
        return told.err if code else told.out

    return asked


@pytest.mark.parametrize("name", ["2603.00001", "arXiv:2603.00001v2", "https://arxiv.org/abs/2603.00001"])
def test_why_takes_an_id_in_any_form(ask: Ask, name: str) -> None:
    assert ask("why", name).splitlines()[:2] == [
        "2603.00001  Clock drift",
        "themes: clocks",
    ]


def test_why_tells_every_reason(ask: Ask) -> None:
    assert ask("why", "2603.00002") == (
        "2603.00002  Replicated counters\n"
        "themes: counters\n"
        "\n"
        "counters (Counters): 22.5 points, the first theme\n"
        '     +15  "replicated" in the title once (weight 6, multiplied by 2.5 in titles)\n'
        '    +7.5  "counter" in the title once (weight 3, multiplied by 2.5 in titles)\n'
        "\n"
        "clocks (Clocks): 12 points, not assigned: a second theme needs 13.5 (60% of the first theme's points, and at "
        "least 5)\n"
        '     +12  "clock" in the abstract 4 times, of which 3 count (weight 4)\n'
        "\n"
        "no rule matches: ships\n"
    )


def test_why_tells_what_rules_out_and_what_is_missing(ask: Ask) -> None:
    told = ask("why", "2603.00003")
    assert 'counters (Counters): excluded by "geiger", despite 7.5 points' in told
    assert "themes: none: no rule matches" in told
    assert "no rule matches: clocks, counters, ships" in ask("why", "math0403004")


def test_why_of_no_paper(ask: Ask) -> None:
    line = ask("why", "2603.99999", code=1)
    assert line.startswith("daybook: 2603.99999: no such paper in this archive; use an arXiv id")
    assert line.count("\n") == 1


def test_check_compares_a_file_with_the_archive(archive: Path, ask: Ask) -> None:
    changed = archive.parent / "new.yml"
    changed.write_text(RULES.replace("4: [clock]", "9: [clock]").replace("[ship]", "[kind]"), encoding="utf-8")
    told = ask("check", changed)
    assert told.splitlines() == [
        f"{changed} is valid: 3 themes",
        "4 papers, against themes.yml: 2 change their first theme, 0 only their second, 2 keep both",
        "",
        "papers  first theme",
        "     1  (no theme) -> ships",
        "     1  counters -> clocks",
        "",
        "(no theme) -> ships, such as",
        "  math/0403004  Nothing of the kind",
        '    ships: 0 -> 10 points; "kind" (title) +10',
        "",
        "counters -> clocks, such as",
        "  2603.00002  Replicated counters",
        '    clocks: 12 -> 27 points; "clock" (abstract) +15',
        "",
        "before   after  change  first theme",
        "     1       2      +1  clocks",
        "     1       0      -1  counters",
        "     0       1      +1  ships",
        "     2       1      -1  (no theme)",
    ]
    assert (archive / "themes.yml").read_text(encoding="utf-8") == RULES


def test_check_tells_of_exclusions(archive: Path, ask: Ask) -> None:
    freed = archive.parent / "new.yml"
    freed.write_text(RULES.replace("[geiger]", "[replicated]"), encoding="utf-8")
    told = ask("check", freed)
    assert 'counters: 7.5 -> 7.5 points; no longer ruled out by "geiger"' in told
    assert 'counters: 22.5 -> 22.5 points; ruled out by "replicated"' in told


def test_check_compares_with_the_rules_last_built(archive: Path, ask: Ask) -> None:
    """Before anything is built it says so; after, it compares with those rules; with damaged ones it does not."""
    assert "nothing to compare with" in ask("check")
    assert cli.main(["build", "--pages-only", "--quiet", "--archive", str(archive)]) == 0
    same = ask("check")
    assert "4 papers, against the rules of the last build: 0 change their first theme" in same
    (archive / "themes.yml").write_text(RULES.replace("[ship]", "[kind]"), encoding="utf-8")
    assert "(no theme) -> ships" in ask("check")
    state.of(archive).table(describing.RULES, "", str).hold({"": "themes: 7"})
    state.of(archive).close()
    assert "nothing to compare with" in ask("check")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"themes: [a", "line 1: "),
        (b"themes: [{slug: a}]", "theme 1 (a): `name` is missing"),
        (b"\xff", "not valid UTF-8"),
        (None, "No such file"),
    ],
)
def test_check_refuses_in_one_line(archive: Path, ask: Ask, text: bytes | None, line: str) -> None:
    file = archive.parent / "bad.yml"
    if text is not None:
        file.write_bytes(text)
    told = ask("check", file, code=1)
    assert told.startswith(f"daybook: {file}")
    assert line in told
    assert told.count("\n") == 1


TOPICS = {
    "tidal": "tidal harbour, moored vessel, harbour master, ebb current, moored vessel traffic",
    "bees": "honey bee colony, waggle dance, queen bee, pollen foraging, honey bee hive",
    "kites": "kite string tension, wind gust, kite tail, paper kite, wind gust load",
}


def invented(count: int) -> list[tuple[str, str, str]]:
    """Papers of three subjects, with words of no subject between."""
    chance = random.Random(4)
    told = [chance.sample(TOPICS[list(TOPICS)[number % 3]].split(", "), 4) for number in range(count)]
    return [
        (f"2603.{number:05d}", f"On the {one} {number - 1}", f"We show a {two}, then the {three} and {four}.")
        for number, (one, two, three, four) in enumerate(told, 1)
    ]


def test_suggest_finds_what_is_there(archive: Path, ask: Ask) -> None:
    store(archive, invented(60))
    text = ask("suggest", "--category", "cs.DC", "--themes", 3)
    assert text == ask("suggest", "--category", "cs.DC", "--themes", 3)
    found = themes.parse(text)
    assert len(found) == 3
    assert {topic for theme in found for topic in TOPICS if topic[:-1] in " ".join(theme.phrases)} == {*TOPICS}
    assigner = themes.Assigner(found)
    given = [assigner.themes(title, abstract, ())[0] for _, title, abstract in invented(60)]
    assert len(set(given[::3])) == len(set(given[1::3])) == len(set(given[2::3])) == 1
    assert text.count("  #   2603.000") == 9
    (archive / "themes.yml").write_text(text, encoding="utf-8")
    assert "is valid" in ask("check")


def test_suggest_reads_what_has_no_theme_yet(archive: Path, ask: Ask) -> None:
    store(archive, invented(60))
    rules = f"themes: [{{slug: t, name: T, definition: D, phrases: {{9: [{TOPICS['bees']}]}}}}]"
    (archive / "themes.yml").write_text(rules, encoding="utf-8")
    text = ask("suggest")
    assert "harbour" in text
    assert "bee" not in text
    assert "bee" in ask("suggest", "--all")
    more = rules.replace("9: [", "9: [kite, wind gust, harbour, vessel, current, ")
    (archive / "themes.yml").write_text(more, encoding="utf-8")
    # Under three of the ids the archive has other papers' words already.
    few = "only 4 of 61 papers have no theme, too few to suggest more; read all papers with --all"
    assert ask("suggest", code=1) == f"daybook: Test: {few}\n"


def test_why_tells_of_plain_phrases(archive: Path, ask: Ask) -> None:
    theme = "- {slug: %s, name: %s, definition: D, categories: [%s], phrases: [%s]}\n"
    rules = theme % ("a", "A", "cs.DC", "clock drift, counter") + theme % ("b", "B", "math.ST", "clock")
    (archive / "themes.yml").write_text(f"themes:\n{rules}", encoding="utf-8")
    assert ask("why", "2603.00003") == (
        "2603.00003  A Geiger counter\n"
        "themes: none: too little matches\n"
        "\n"
        "a (A): 9.43 points, not assigned: 30.9 are needed\n"
        '   +7.25  "counter" in the title once (weight 2.9, multiplied by 2.5 in titles)\n'
        "   +2.17  the category cs.DC\n"
    )
    told = ask("why", "2603.00001")
    assert '"clock drift" in the title once (weight 6.' in told
    assert "b (B)" not in told


def test_add_appends_the_sets_of_categories(archive: Path, ask: Ask) -> None:
    """What is there stays as it is; a theme of the same name is not added, but told of; twice is once."""
    own = "- {slug: own, name: wireless networks, definition: D, categories: [cs.DC], phrases: [x y]}\n"
    name = rules.of_category("cs.NI")[0].name
    own = RULES + own.replace("wireless networks", name)
    (archive / "themes.yml").write_text(own.replace("\n- ", "\n  - "), encoding="utf-8")
    told = ask("add", "cs.NI", "math.ST")
    text = (archive / "themes.yml").read_text(encoding="utf-8")
    assert text.startswith(own.replace("\n- ", "\n  - "))
    assert len(themes.parse(text)) == 4 + len(rules.of_categories(("cs.NI", "math.ST"))) - 1
    assert told.splitlines()[1] == "own is there already: to use it for them, add cs.NI to its categories"
    assert "themes.yml has 0 new themes: none" in ask("add", "cs.NI")
    assert (archive / "themes.yml").read_text(encoding="utf-8") == text


def test_add_without_a_file_and_with_one_it_cannot_continue(archive: Path, ask: Ask) -> None:
    (archive / "themes.yml").unlink()
    told = ask("add", "math.ST")
    number = len(rules.of_category("cs.DC"))
    assert told.startswith(
        f"themes.yml is written, with the {number} themes that the archive has had so far; edit it\n"
    )
    text = (archive / "themes.yml").read_text(encoding="utf-8")
    assert themes.parse(text) == rules.of_categories(("cs.DC", "math.ST"))
    flow = "themes: [{slug: a, name: A, definition: D}]"
    (archive / "themes.yml").write_text(flow, encoding="utf-8")
    told = ask("add", "math.ST", code=1)
    assert told.startswith("daybook: themes.yml: cannot be appended to; write its themes")
    assert (archive / "themes.yml").read_text(encoding="utf-8") == flow
    assert "cs.NX: no starter themes for this category; did you mean" in ask("add", "cs.NX", code=1)


def test_suggest_refuses_few_papers_and_odd_numbers(ask: Ask) -> None:
    told = ask("suggest", code=1)
    assert told == "daybook: Test: 4 papers are too few to suggest themes; ingest at least 12 papers\n"
    assert "math.CO: 0 papers are too few" in ask("suggest", "--category", "math.CO", code=1)
    with pytest.raises(SystemExit):
        cli.main(["themes", "suggest", "--themes", "0"])


@pytest.mark.parametrize("command", ["why", "check", "suggest", "add"])
def test_help_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(["themes", command, "--help"])
    assert stop.value.code == 0
    text = " ".join(capsys.readouterr().out.split())
    assert f"example: daybook themes {command}" in text
    assert "--archive DIR" in text
    handbook = (ROOT / "content" / "notes" / "themes.md").read_text(encoding="utf-8")
    assert f"daybook themes {command}" in handbook

"""What each of two archives gets when one is divided: quick, in memory; `test_split` divides archives on disk."""

from dataclasses import replace

import pytest
from daybook import config
from daybook.errors import SettingsError
from daybook.fold import division
from daybook.fold.folding import fold
from daybook.fold.linking import Group, link, title_address
from daybook.model import Record

from tests.cases import for_each
from tests.makers import card, day, record, statement

TEXT = 'title: "Drüft"  # ours\ncategories: [cs.DC]\nurl: "https://example.org/new/"\n'
OLD = "https://example.org/old/"


def harvested(ident: str, date: str = "2026-03-01") -> Record:
    return record(f"Paper {ident}", arxiv_id=ident, type="harvest", source="arxiv-oai", date=day(date))


def told(ident: str, date: str) -> Record:
    return record(f"Paper {ident}", arxiv_id=ident, date=day(date))


def test_each_record_is_in_one_and_what_newer_days_speak_of_is_copied() -> None:
    """Days by their date, metadata by the paper; the paper of the newest record shown is spoken of as well."""
    older = [harvested("2512.00001"), harvested("2512.00002"), told("2512.00002", "2025-12-31")]
    newer = [told("2512.00002", "2026-01-01"), harvested("2601.00001")]
    newer.append(replace(told("2512.00003", "2027-03-02"), type="cross"))
    copied = [harvested("2412.00001", "2026-02-01")]
    groups = link([*older, *newer, *copied, harvested("2512.00003")])
    halves = division.divide(groups, copied, 2026, {"2512.00002"}, lambda record: True)
    names = [
        [sorted((r.arxiv_id, r.type, r.date.year) for r in some) for some in (half.records, half.copied)]
        for half in halves
    ]
    assert names[0] == [
        [("2512.00001", "harvest", 2026), ("2512.00002", "harvest", 2026), ("2512.00002", "new", 2025),
         ("2512.00003", "harvest", 2026)],
        [("2412.00001", "harvest", 2026)],
    ]  # fmt: skip
    assert names[1] == [
        [("2512.00002", "new", 2026), ("2512.00003", "cross", 2027), ("2601.00001", "harvest", 2026)],
        [("2512.00002", "harvest", 2026), ("2512.00003", "harvest", 2026)],
    ]
    hidden = division.divide(groups, copied, 2026, (), lambda record: record.type == "harvest")
    assert [r.arxiv_id for r in hidden[1].copied] == []  # the newest that is shown is of a newer paper
    assert [r.arxiv_id for r in division.divide(groups, (), 2026, (), lambda _: False)[1].copied] == []


def test_of_whom_newer_days_speak() -> None:
    """From the first of January on: of what was announced there and of what was seen."""
    held = [*(told(f"2512.0000{year}", f"202{year}-01-01") for year in (5, 6, 7)), card(date=day("2026-06-01"))]
    assert division.spoken_of(fold(held), 2026) == {"2512.00006", "2512.00007", title_address(held[3].title)}


def test_statements_go_by_date_and_a_harvests_with_its_files() -> None:
    lines = [statement(date=day(f"{year}-01-01"), files=(f"{year}/01",)) for year in (2025, 2026)]
    oai = statement(date=day("2026-02-01"), source="arxiv-oai", part=None, files=("harvest/2512", "harvest/2601"))
    halves = division.divide_statements([*lines, oai], 2026, {"2025/01", "harvest/2512"}, {"2026/01", "harvest/2601"})
    assert halves[0] == [lines[0], replace(oai, files=("harvest/2512",))]
    assert halves[1] == [lines[1], replace(oai, files=("harvest/2601",))]
    assert division.union_of_statements(*halves) == [lines[0], oai, lines[1]]
    one, two = told("2512.00001", "2026-01-01"), told("2512.00002", "2026-01-01")
    assert division.union([one], [one, two]) == [one, two]


@for_each(
    ("source", "year", "halves"),
    [("arxiv-listing", 2025, [1, 0]), ("arxiv-listing", 2026, [0, 1]), ("arxiv-listing", 2027, [0, 1]),
     ("arxiv-oai", 2025, [1, 1]), ("arxiv-oai", 2026, [0, 1]), ("arxiv-oai", 2027, [0, 1])],
)  # fmt: skip
def test_whose_a_statement_is(source: str, year: int, halves: list[int]) -> None:
    """That of a harvest is where its records are, too."""
    line = statement(source=source, date=day(f"{year}-02-01"), files=("a",))
    assert [len(half) for half in division.divide_statements([line], 2026, set(), {"a"})] == halves


def test_settings_of_both() -> None:
    """Other lines and comments stay; one that would not be read as wanted is refused."""
    settings = config.parse(TEXT)
    older = division.settings_of_older(TEXT, settings, 2026, OLD)
    assert older == (
        f'title: "Drüft before 2026"\ncategories: [cs.DC]\nurl: "{OLD}"\nnewer: "{settings.url}"\nbefore: 2026\n'
    )
    newer = division.settings_of_newer(TEXT, settings, 2026, OLD)
    assert newer == f'{TEXT}older: "{OLD}"\nsince: 2026\n'
    middle = division.settings_of_older(newer, config.parse(newer), 2027, OLD)
    assert f'older: "{OLD}"\nsince: 2026\nnewer: "{settings.url}"\nbefore: 2027\n' in middle
    with pytest.raises(SettingsError, match="cannot be updated in its present layout"):
        division.settings_of_newer(f"{{{TEXT}}}", settings, 2026, OLD)
    assert division.checked("https://example.org/old", 1991) == OLD
    with pytest.raises(SettingsError, match="write a year, 1991 or later"):
        division.checked(OLD, 1990)


@for_each(
    ("ids", "first", "older"),
    [
        (["2512.00001"], "2026-01-05", True), (["2601.00001"], "2025-12-31", False),
        (["2701.00001"], "2026-01-05", False),
        (["hep-th/9901001"], "2026-01-05", True), (["math/0309136", "2601.00001"], "2026-01-05", True),
        ([], "2025-12-31", True), ([], "2026-01-01", False),
    ],
)  # fmt: skip
def test_whose_a_paper_is(ids: list[str], first: str, older: bool) -> None:
    """By its oldest id; by its first record where it has none."""
    assert division.is_older(Group([record(date=day(first)), record(date=day("2026-03-01"))], ids=ids), 2026) is older

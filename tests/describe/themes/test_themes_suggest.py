"""Proposed themes: terms, groups and rules from texts alone; any text will do, and the same texts give the same."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook import cli
from daybook.describe import themes
from daybook.describe.themes import suggest
from daybook.model import Paper, Sighting

from tests.cases import for_each
from tests.tools.growth import in_proportion
from tests.waiting import printed_by_seed

SEEN = (Sighting(date=dt.date(2026, 3, 3), source="arxiv-rss", type="new"),)


def paper(number: int, title: str, abstract: str = "", *categories: str) -> Paper:
    key = f"2603.{number:05d}"
    return Paper(
        key=key, arxiv_id=key, version=1, title=title, titles=(title,), abstract=abstract, sightings=SEEN,
        categories=categories or ("cs.DC",), primary_category="cs.DC",
    )  # fmt: skip


BOATS = [paper(n, f"Mooring of paper boats {n}", "Paper boats drift in the ebb current.") for n in range(1, 11)]
BEES = [paper(n, f"Waggle dances {n}", "Honey bees tell of the waggle dance.", "q-bio.PE") for n in range(11, 21)]
REST = [paper(n, f"An approach to method {n}", "We show a result.") for n in range(21, 81)]


def words(*texts: tuple[str, str]) -> list[str]:
    return [" ".join(term) for term in suggest.collect(texts).words]


def test_terms_are_phrases_of_a_field() -> None:
    """No English or scholars' words at either end, no vague words alone, no parts of longer phrases, no plurals."""
    texts = [(f"Chains of thought {n}", "We propose Kalman filters. Results of low rank data.") for n in range(4)]
    assert words(*texts, *[("Nothing", "at all")] * 20) == ["chain of thought", "kalman filter", "low rank data"]


def test_phrases_do_not_cross_punctuation() -> None:
    texts = [("", "Zebra, quagga. Okapi (gnu) - eland; dik-dik calf")] * 4
    found = set(words(*texts, *[("", "")] * 30))
    assert {"zebra", "quagga", "okapi", "gnu", "eland", "dik dik calf"} <= found
    assert not any(" " in term and term != "dik dik calf" for term in found)


def test_groups_are_papers_of_one_subject() -> None:
    texts = [(one.title, one.abstract or "") for one in (*BOATS, *BEES, *REST)]
    found = suggest.clusters(suggest.collect(texts), 4)
    assert [sorted(group) for group in found] == [list(range(10)), list(range(10, 20))]


def test_rules_find_their_papers() -> None:
    papers = [*BOATS, *BEES, *REST]
    boats, bees = found = suggest.suggest(papers, 4)
    assert any("boat" in phrase for phrase in boats.phrases)
    assert bees.plain
    text = suggest.render(found, papers, "Boats & bees")
    assert "# `daybook themes suggest`: 20 of 80 papers of Boats & bees have a theme by these phrases.\n" in text
    assert text.count("  # 10 papers, such as\n") == 2
    assert text.count("  #   2603.000") == 2 * suggest.EXAMPLES
    assert themes.parse(text) == (boats, bees)


def test_papers_of_no_subject_give_no_themes() -> None:
    found = suggest.suggest(REST)
    assert found == []
    assert themes.parse(suggest.render(found, REST, "nothing")) == ()


HOSTILE = [
    "", "\0\x1b[31m", "\ud800", "]: {{7*7}} # - x", "yes no null 1e3 0x1f", "\u202e\u2028\ufeff", "\"'\\", "[" * 999,
]  # fmt: skip


def test_no_text_is_too_odd() -> None:
    """Controls, surrogates, YAML's own signs and words: what comes out can be read, on one line a title."""
    odd = [
        paper(n, f"{HOSTILE[n % len(HOSTILE)]} zebra {n}", f"{HOSTILE[n % 5]} zebra herd, null set") for n in range(60)
    ]
    papers = [*odd, *BOATS, *BEES]
    text = suggest.render(suggest.suggest(papers, 4), papers, "a\nthemes: [")
    assert themes.parse(text)
    assert text.isprintable() or all(sign.isprintable() or sign == "\n" for sign in text)


@pytest.mark.trial
@for_each("piece", ["a-", "( ", "zebra ", " - ", "x"])
def test_long_texts_take_no_longer_than_they_are(piece: str) -> None:
    in_proportion(lambda times: suggest.collect([(piece * times, piece * times)] * 2), 30_000)


def test_chance_has_no_part_in_it() -> None:
    program = (
        "from tests.describe.themes.test_themes_suggest import *\n"
        "papers = [*BOATS, *BEES, *REST]; print(suggest.render(suggest.suggest(papers), papers, 'x'))"
    )
    assert len(printed_by_seed(program)) == 1


@pytest.mark.parametrize(
    ("document", "code", "known"),
    [
        ("listings/rendered/oai_ListRecords_oai_dc_set_cs.IT.xml", "cs.IT", ["channel", "code"]),
        ("listings/rendered/list_cs_new_2026-07-01.html", "cs.CV", ["diffusion", "language model"]),
    ],
)
def test_a_real_listing_gives_known_subjects(
    shared: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str],
    document: str, code: str, known: list[str],
) -> None:  # fmt: skip
    path, archive = shared(document), tmp_path / "archive"
    assert cli.main(["ingest", "--quiet", "--archive", str(archive), str(path)]) == 0
    assert cli.main(["themes", "suggest", "--all", "--category", code, "--archive", str(archive)]) == 0
    text = capsys.readouterr().out
    phrases = " ".join(phrase.lower() for theme in themes.parse(text) for phrase in theme.phrases)
    assert all(word in phrases for word in known)

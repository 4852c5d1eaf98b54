"""Papers cut into scripts: no file is larger than it may be, and what comes later moves nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence

from generator.exports import citations, reading
from generator.exports.scripts import cut
from tests.cases import for_each
from tests.exports.test_reading import of_many
from tests.pages import sample

MOST = 20


def keys(papers: int) -> list[str]:
    """Ids of a month."""
    return [f"2603.{number:05d}" for number in range(papers)]


def late(papers: int) -> list[str]:
    """The same, each tenth 35 places later than its id has it."""
    return [key for _, key in sorted((place + 35 * (place % 10 == 0), key) for place, key in enumerate(keys(papers)))]


def titles(papers: int) -> list[str]:
    """Keys in no order."""
    return random.Random(7).sample([f"{number * 7919 % 104729:x}-tides" for number in range(papers)], papers)


@for_each(("papers", "files"), [(1, 1), (20, 1), (21, 2), (40, 2), (41, 3)])
def test_a_month_is_cut_into_full_files(papers: int, files: int) -> None:
    held = cut("2603", keys(papers), MOST)
    assert len(held) == files
    assert [len(each) for each in list(held.values())[:-1]] == [MOST] * (files - 1)
    assert list(held) == ["2603", *(each[0] for each in list(held.values())[1:])]


@for_each("papers", [keys(200), late(200), titles(200)])
def test_a_new_paper_moves_no_other(papers: Sequence[str]) -> None:
    """It joins a file or begins one. Only a file that it makes twice as large as files are is parted."""
    before: dict[str, list[str]] = {}
    parted = 0
    for number in range(1, len(papers) + 1):
        after = cut("2603", papers[:number], MOST)
        assert sorted(key for file in after.values() for key in file) == sorted(papers[:number])
        assert max(map(len, after.values())) <= 2 * MOST
        assert list(before) == [name for name in after if name in before]
        changed = [name for name in after if after[name] != before.get(name, [])]
        assert len(changed) <= 2
        parted += len(changed) == 2
        before = after
    assert parted <= number / MOST
    assert parted == 0 or papers != keys(200)


@for_each("papers", [keys(200), late(200), titles(200)])
def test_a_key_tells_its_file(papers: Sequence[str]) -> None:
    """As overrides/assets/parts.js looks for it."""
    held = cut("title", papers, MOST)
    for name, file in held.items():
        for key in file:
            assert ([each for each in held if each <= key] or list(held)[:1])[-1] == name


def test_a_new_paper_changes_one_file() -> None:
    """All others say that they are as they were, and are."""
    for export in (reading, citations):
        both = [{file.path: file for file in export.files(sample.view(of_many(papers)))} for papers in (1000, 1001)]
        before, after = both
        assert before.keys() == after.keys()
        changed = [path for path in before if before[path].depends != after[path].depends]
        assert len(changed) == 1
        assert changed == [path for path in before if before[path].data() != after[path].data()]

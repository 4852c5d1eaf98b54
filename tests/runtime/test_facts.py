"""The table of facts: by key, by several processes, and whatever stands in its place."""

from __future__ import annotations

from pathlib import Path

from generator.runtime import parallel
from generator.runtime.facts import Facts


def test_facts_are_kept_by_path(tmp_path: Path):
    """Written, replaced, removed; a page without any has none."""
    facts = Facts(tmp_path)
    facts.write([("a.md", "1", {"n": 1, "é": ["x"]}), ("b.md", "2", None)])
    facts.write([("a.md", "3", {"n": 2})])
    assert facts.known() == {"a.md": "3", "b.md": "2"}
    read = facts.reader()
    assert (read("a.md"), read("b.md"), read("c.md")) == ({"n": 2}, {}, {})
    facts.remove(["a.md", "c.md"])
    assert facts.known() == {"b.md": "2"}


def test_processes_write_side_by_side(tmp_path: Path):
    """None of what any of them wrote is lost."""
    facts = Facts(tmp_path)

    def write(part: list[int]) -> int:
        facts.write((f"{number}.md", "", {"n": number}) for number in part)
        return len(part)

    assert sum(parallel.shared(write, list(range(200)), 10)) == 200  # type: ignore[arg-type]
    assert len(facts.known()) == 200


def test_a_damaged_table_is_begun_anew(tmp_path: Path):
    """Whatever stands there; who reads it meanwhile finds nothing."""
    facts = Facts(tmp_path)
    facts.write([("a.md", "1", {})])
    place = tmp_path / ".daybook" / "facts.sqlite"
    place.write_bytes(b"no database" * 1000)
    assert facts.reader()("a.md") == {}
    assert facts.known() == {}
    facts.write([("a.md", "1", {"n": 1})])
    assert facts.reader()("a.md") == {"n": 1}


def test_no_table_is_an_empty_one(tmp_path: Path):
    """Nothing is made by reading."""
    assert Facts(tmp_path).reader()("a.md") == {}
    assert not list(tmp_path.iterdir())

"""Pages brought up to date: only what changed is made, and the outcome is always that of making all."""

from __future__ import annotations

import multiprocessing
from functools import partial
from pathlib import Path

import pytest

from generator.pages import Draft, Page, writer
from generator.runtime import parallel
from generator.runtime.cache import Cache, code_digest, digest, scan
from generator.runtime.facts import Facts
from generator.store.jsonl import to_json


def draft(path: str, text: str, depends: str | None = "same", made: list[str] | None = None) -> Draft:
    def make() -> Page:
        if made is not None:
            made.append(path)
        return Page(path, text)

    return Draft(path, depends, make)


def update(folder: Path, drafts: list[Draft], key: str = "k") -> writer.Rendered:
    own = folder / "own"
    return writer.bring_up_to_date(folder / "pages", drafts, Cache(own), key, own / "tmp", facts=Facts(own))


def held(text: str, depends: str) -> str:
    """The hash of a page without facts."""
    return digest(text, depends, to_json({}))


def test_only_what_changed_is_made(tmp_path: Path) -> None:
    """By what it depends on; a page that does not say is made each time, but written only if it differs."""
    made: list[str] = []
    drafts = [draft("a.md", "A", "1", made), draft("b/c.md", "C", "1", made), draft("d.md", "D", None, made)]
    first = update(tmp_path, drafts)
    assert (first.made, first.written, first.removed) == (3, 3, 0)
    made.clear()
    again = update(tmp_path, drafts)
    assert (made, again.written) == (["d.md"], 0)
    assert (
        again.texts
        == first.texts
        == {
            "a.md": held("A", "1"),
            "b/c.md": held("C", "1"),
            "d.md": held("D", ""),
        }
    )
    made.clear()
    update(tmp_path, [draft("a.md", "A2", "2", made), *drafts[1:]])
    assert made == ["a.md", "d.md"]
    assert (tmp_path / "pages/a.md").read_text() == "A2"


def test_another_key_makes_all_anew(tmp_path: Path) -> None:
    """Code, settings, themes: all pages depend on them."""
    made: list[str] = []
    update(tmp_path, [draft("a.md", "A", "1", made)])
    update(tmp_path, [draft("a.md", "A", "1", made)], key="other")
    assert made == ["a.md", "a.md"]


@pytest.mark.parametrize("harm", ["edit", "remove", "table"])
def test_a_page_that_does_not_stand_as_written_is_made_again(tmp_path: Path, harm: str) -> None:
    """Edited by hand, lost, or with the table damaged."""
    update(tmp_path, [draft("a.md", "A", "1")])
    if harm == "edit":
        (tmp_path / "pages/a.md").write_text("B")
    elif harm == "remove":
        (tmp_path / "pages/a.md").unlink()
    else:
        (tmp_path / "own/.daybook/cache/pages.json").write_text("{")
    update(tmp_path, [draft("a.md", "A", "1")])
    assert (tmp_path / "pages/a.md").read_text() == "A"


def test_what_is_no_longer_wanted_is_removed(tmp_path: Path) -> None:
    """With the folders it leaves empty."""
    update(tmp_path, [draft("a.md", "A"), draft("b/c.md", "C")])
    assert update(tmp_path, [draft("a.md", "A")]).removed == 1
    assert set(scan(tmp_path / "pages")) == {"a.md"}
    assert not (tmp_path / "pages/b").exists()


def test_many_pages_are_made_by_several_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same outcome as by one."""
    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("this system cannot fork")
    monkeypatch.setattr(writer, "SLICE", 5)
    counted: list[int] = []
    drafts = [Draft(f"{k}.md", str(k), partial(Page, f"{k}.md", f"text {k}")) for k in range(53)]
    own = tmp_path / "own"

    def watch(counts: object, total: int) -> list[int]:
        counted.extend(counts)  # type: ignore[arg-type]
        assert total == 53
        return counted

    pages = writer.bring_up_to_date(tmp_path / "pages", drafts, Cache(own), "k", own / "tmp", watch)
    assert (pages.made, pages.written, sum(counted)) == (53, 53, 53)
    monkeypatch.setattr(parallel, "FORKS", False)
    alone = update(tmp_path / "alone", drafts)
    assert alone.texts == pages.texts


def test_a_table_is_kept_under_its_key(tmp_path: Path) -> None:
    """Another key, no file: empty."""
    cache = Cache(tmp_path)
    assert cache.read("t", "k") == {}
    cache.write("t", "k", {"a": ["1"]})
    assert cache.read("t", "k") == {"a": ["1"]}
    assert cache.read("t", "other") == {}
    cache.forget("t")
    assert cache.read("t", "k") == {}


def test_the_code_s_hash_tells_of_templates_and_styles(tmp_path: Path) -> None:
    """Any file that pages are made of."""
    (tmp_path / "generator").mkdir()
    (tmp_path / "overrides").mkdir()
    (tmp_path / "generator" / "a.py").write_text("1")
    seen = {code_digest.__wrapped__(tmp_path)}
    for name in ("generator/b.json", "overrides/c.css", "mkdocs.yml", "package-lock.json"):
        (tmp_path / name).write_text("x")
        seen.add(code_digest.__wrapped__(tmp_path))
    assert len(seen) == 5
    (tmp_path / "generator" / "notes.pyc").write_text("x")
    assert code_digest.__wrapped__(tmp_path) in seen


def test_a_hash_tells_its_parts_apart() -> None:
    """Not the same as their sum."""
    assert digest("ab", "c") != digest("a", "bc")

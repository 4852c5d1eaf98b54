"""Pages brought up to date: only what changed is made, and the outcome is always that of making all."""

from __future__ import annotations

import multiprocessing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from generator.pages import Draft, Page, writer
from generator.runtime import facts, parallel
from generator.runtime.cache import code_digest, digest, scan
from generator.runtime.state import State
from generator.store.jsonl import to_json


def draft(path: str, text: str, depends: str | None = "same", made: list[str] | None = None) -> Draft:
    def make() -> Page:
        if made is not None:
            made.append(path)
        return Page(path, text)

    return Draft(path, depends, make)


def update(folder: Path, drafts: list[Draft], key: str = "k", **options: Any) -> writer.Rendered:
    state = State(folder, "code")
    try:
        return writer.bring_up_to_date(folder / "pages", drafts, state, key, folder / "tmp", **options)
    finally:
        state.close()


def texts(rendered: writer.Rendered) -> dict[str, str]:
    return {path: row.text for path, row in rendered.held.all().items()}


def held(text: str, depends: str) -> str:
    """The hash of a page without facts."""
    return digest(text, depends, to_json({}))


def test_only_what_changed_is_made(tmp_path: Path) -> None:
    """By what it depends on; a page that does not say is made each time, but written only if it differs."""
    made: list[str] = []
    drafts = [draft("a.md", "A", "1", made), draft("b/c.md", "C", "1", made), draft("d.md", "D", None, made)]
    first = update(tmp_path, drafts)
    assert (len(first.made), first.written, first.removed) == (3, 3, [])
    known = texts(first)
    made.clear()
    again = update(tmp_path, drafts)
    assert (made, again.written) == (["d.md"], 0)
    assert texts(again) == known == {"a.md": held("A", "1"), "b/c.md": held("C", "1"), "d.md": held("D", "")}
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


def test_of_some_drafts_the_others_stay(tmp_path: Path) -> None:
    """But those that are gone; and what layouts show of pages goes and comes with these."""
    page = Draft("a.md", "1", lambda: Page("a.md", "A", {"n": 1}))
    update(tmp_path, [page, draft("b.md", "B"), draft("c.md", "C")])
    again = update(tmp_path, [draft("b.md", "B2", "2")], gone=["c.md"])
    assert (list(again.made), again.removed, again.pages) == (["b.md"], ["c.md"], 2)
    assert facts.of(State(tmp_path, "code")).all() == {"a.md": {"n": 1}}
    assert list(update(tmp_path, [draft("a.md", "A", "2")], gone=[]).held) == ["a.md", "b.md"]
    assert not facts.of(State(tmp_path, "code"))


@pytest.mark.parametrize("harm", ["edit", "remove", "table"])
@pytest.mark.parametrize("gone", [None, []])
def test_a_page_that_does_not_stand_as_written_is_made_again(tmp_path: Path, harm: str, gone: list[str] | None) -> None:
    """Edited by hand, lost, or with the table lost."""
    update(tmp_path, [draft("a.md", "A", "1")])
    if harm == "edit":
        (tmp_path / "pages/a.md").write_text("B")
    elif harm == "remove":
        (tmp_path / "pages/a.md").unlink()
    else:
        State(tmp_path, "code").place.unlink()
    update(tmp_path, [draft("a.md", "A", "1")], gone=gone)
    assert (tmp_path / "pages/a.md").read_text() == "A"


def test_what_is_no_longer_wanted_is_removed(tmp_path: Path) -> None:
    """With the folders it leaves empty."""
    update(tmp_path, [draft("a.md", "A"), draft("b/c.md", "C")])
    assert update(tmp_path, [draft("a.md", "A")]).removed == ["b/c.md"]
    assert set(scan(tmp_path / "pages")) == {"a.md"}
    assert not (tmp_path / "pages/b").exists()


def test_many_pages_are_made_by_several_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same outcome as by one."""
    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("this system cannot fork")
    monkeypatch.setattr(writer, "SLICE", 5)
    counted: list[int] = []
    drafts = [Draft(f"{k}.md", str(k), partial(Page, f"{k}.md", f"text {k}")) for k in range(53)]

    def watch(counts: object, total: int) -> list[int]:
        counted.extend(counts)  # type: ignore[arg-type]
        assert total == 53
        return counted

    pages = update(tmp_path, drafts, watch=watch)
    assert (len(pages.made), pages.written, sum(counted)) == (53, 53, 53)
    monkeypatch.setattr(parallel, "FORKS", False)
    assert texts(update(tmp_path / "alone", drafts)) == texts(pages)


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

"""What people may write in their own pages and notes: Material's extensions, and nothing that reads files or hosts."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from mkdocs.config import load_config

from generator.site import layouts
from tests.cases import for_each
from tests.conftest import ROOT
from tests.pages import sample

FACTS = {
    "papers/2603/2603.00356.md": {"note": {"text": "# Ours\n\n    a\n\n    b\n\n[x](y.md)", "date": "6 March 2026"},
                                  "lead": [], "head": {"title": "Tides", "authors": []}, "compared": []},
    "notes/list.md": {"title": "List", "text": "notes/list.md"},
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> layouts.Layouts:
    """The layouts of a site without papers."""
    config = load_config(str(ROOT / "mkdocs.yml"), docs_dir=str(tmp_path_factory.mktemp("pages")))
    environment = layouts.sandboxed(config.theme.get_env())
    return layouts.Layouts(environment, config, sample.SETTINGS, None, lambda path: FACTS.get(path, {}), offline=False)  # type: ignore[arg-type]


WRITTEN = {
    '!!! tip "Worth it"\n    Words': '<div class="admonition tip">',
    "??? note\n    Words": '<details class="note">',
    '=== "One"\n    1\n\n=== "Two"\n    2': 'data-tabs="1:2"',
    "Words[^1]\n\n[^1]: More": 'class="footnote-ref"',
    "Term\n:   Meaning": "<dd>Meaning</dd>",
    '```python title="a.py"\nx = 1\n```': '<span class="filename">a.py</span>',
    "![A](a.svg){ .wide }": 'class="wide"',
    "| a |\n|---|\n| b |": "<td>b</td>",
    ":material-star:": '<span class="twemoji"><svg',
    ":smile:": "😄",
    "[x](../days/index.md) [y](z.md#a)": '<a href="../days/index.html">x</a> <a href="z.html#a">y</a>',
    "[x](https://a.example/b.md)": 'href="https://a.example/b.md"',
    "<b onclick=x>Bold</b>": "<b onclick=x>Bold</b>",  # as MkDocs has it; the policy of the site lets nothing run
}


@for_each("written", WRITTEN)
def test_what_people_know_from_material(made: layouts.Layouts, written: str) -> None:
    shown = str(made.people(written))
    assert WRITTEN[written] in shown
    assert "https://" in written or not re.search(r'(?:src|href)="https?:', shown)


def test_no_file_of_the_machine_is_read(made: layouts.Layouts, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("Secret words")
    for sign in ("--8<--", "-8<-", ";--8<--"):
        assert "Secret words" not in made.people(f'{sign} "{secret}"\n\n{sign}\n{secret}\n{sign}\n')


def test_a_note_is_a_section_of_its_paper_s_page(made: layouts.Layouts) -> None:
    """Its headings are below that of the section, and its ids are its own; blank lines in code stay."""
    laid = made.page("papers/2603/2603.00356.md", "---\nkind: paper\n---\n\n# Tides\n\n## Abstract\n\nWords.\n")
    assert "<section id=note><h2>Note <small>6 March 2026</small></h2>" in laid.html
    assert '<h3 id="note-ours">Ours</h3>' in laid.html
    assert "<code>a&#10;&#10;b" in laid.html
    assert layouts.SHEETS["written"] in laid.html
    assert not laid.beside
    assert '<a href="y.html">x</a>' in laid.notes


def test_headings_of_a_note_are_below_its_own(made: layouts.Layouts) -> None:
    """Whichever signs they were written with."""
    html = made.people("## A\n\n### B\n\n`<h1>`\n", "note")
    assert re.findall(r"<h\d", html) == ["<h3", "<h4"]
    assert "&lt;h1&gt;" in html


def test_a_page_of_one_s_own(made: layouts.Layouts) -> None:
    """It has the shell of all pages, contents in the rail, and its Markdown beside it."""
    laid = made.page("notes/list.md", "---\nkind: written\n---\n\n# List\n\n## A *b*\n\nx\n\n## C\n\nx\n")
    assert "<title>List - Tides &amp; Schedules</title>" in laid.html
    assert '<a href="#a-b">A b</a>' in laid.html
    assert "type=text/markdown href=../notes/list.md" in laid.html
    assert laid.beside


def test_what_the_engine_fails_at_is_shown_as_it_was_written(
    made: layouts.Layouts, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(text: str) -> str:
        raise RecursionError

    monkeypatch.setattr(made._engine(""), "convert", fail)
    assert made.people("a <b>\n\nc") == "<pre>a &lt;b&gt;&#10;&#10;c</pre>"


@for_each("unit", ["[", "![](", "<a ", "(", "[a](<"])
def test_what_would_take_minutes_is_not_tried(made: layouts.Layouts, unit: str) -> None:
    started = time.process_time()
    assert str(made.people(unit * (90_000 // len(unit)))).startswith("<pre>")
    assert time.process_time() - started < 1


def test_styles_are_few() -> None:
    """At most 8 KB, and only for what people wrote."""
    styles = "".join(path.read_text() for path in (ROOT / "overrides/styles/written").glob("*.css"))
    assert len(styles.encode()) <= 8_000
    plain = re.sub(r"/\*.*?\*/", "", styles, flags=re.DOTALL)
    selectors = re.findall(r"^(?!\s*[@}])\s*([^{};]+?)\s*[,{]$", plain, re.MULTILINE)
    assert selectors
    assert all(each.startswith((".written ", ".tabbed-set ", "> :is(")) for each in selectors), selectors

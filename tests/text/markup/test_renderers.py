"""A thousand titles and abstracts that mean harm, as Markdown, in every renderer: they are read, and do no more.

`title` and `abstract` are the functions of text/ that write received text as Markdown; all else here takes what they
give for a page of a paper.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.text import markup
from playwright.sync_api import Error

from tests.cases import for_each
from tests.hostile.active import active, outline
from tests.hostile.renderers import RENDERERS
from tests.hostile.texts import PIECES, texts
from tests.hostile.watching import Watcher, watch
from tests.site.conftest import CHROMIUM

Writer = Callable[[str], str]

title: Writer = markup.markdown
abstract: Writer = markup.markdown_paragraphs
MAILING = ("github", "material")
"""Those that link every `a@b.c`, escaped or not."""
TEXTS = 1000
FEW = 23
"""Every so manyeth is looked at by `make test`, all by `make trials`."""
HEAD = "<!doctype html><meta charset=utf-8><link rel=icon href=data:,><title>x</title>"
TOGETHER = 25
"""Papers on one page of the browser's."""
FIRE = """for (const element of document.querySelectorAll("*")) {
  for (const kind of ["error", "load", "mouseover", "focus", "toggle", "pointerover", "click"])
    if (kind !== "click" || element.localName !== "a") element.dispatchEvent(new Event(kind));
  if (/^javascript:/i.test(element.href ?? "")) element.click();
}"""
"""What a reader's hand and the loading of pictures would set off."""


def page(name: str, text: str, write_title: Writer, write_abstract: Writer) -> str:
    """A page with a title and an abstract wherever pages have them."""
    shown = write_title(name)
    return f"""# {shown}

- [{shown}](../2603/2603.00001.md), {shown}
- **{shown}**

> {shown}

| Paper | Names |
|---|---|
| {shown} | [{shown}](../2603/2603.00001.md) |

## Abstract

{write_abstract(text)}
"""


def found(renderer: str, write_title: Writer, write_abstract: Writer, every: int = 1) -> list[str]:
    """What is active in the pages of the texts, each with the title that it comes from."""
    render = RENDERERS[renderer]
    lines = []
    for name, text in texts(TEXTS)[::every]:
        html = render(page(name, text, write_title, write_abstract))
        lines += [f"{name!r}: {each}" for each in active(html, mail=renderer in MAILING, formulas=True)]
        lines += [f"{name!r}: a file of this folder"] if "[build-system]" in html else []
    return lines


@pytest.mark.parametrize("every", [FEW, pytest.param(1, marks=pytest.mark.trial)])
@pytest.mark.parametrize("renderer", RENDERERS)
def test_nothing_of_a_text_is_active(renderer: str, every: int):
    assert found(renderer, title, abstract, every) == []


def test_a_text_adds_no_element():
    """To our renderer a page of harm has the elements of one of plain words, but emphasis, and as many paragraphs."""
    for name, text in texts(TEXTS)[::FEW]:
        plain = "\n\n".join("words" for part in abstract(text).split("\n\n") if part)
        expected = [each for each in outline(RENDERERS["ours"](page("words", plain, str, str))) if each != "b"]
        shown = outline(RENDERERS["ours"](page(name, text, title, abstract)))
        # Emphasis is a text's own; code is a formula that KaTeX does not know.
        assert [each for each in shown if each not in ("code", "em", "strong", "b")] == expected, name


def pages(
    folder: Path, render: Callable[[str], str], write_title: Writer, write_abstract: Writer, together: int = TOGETHER
) -> list[str]:
    """All texts as files, without a policy, as a renderer shows them; their names."""
    made = [render(page(*pair, write_title, write_abstract)) for pair in texts(TEXTS)]
    names = {f"{start}.html": "\n".join((HEAD, *made[start : start + together])) for start in range(0, TEXTS, together)}
    for name, html in names.items():
        (folder / name).write_bytes(html.encode("utf-8", "replace"))
    return list(names)


def ran(folder: Path, names: list[str]) -> list[str]:
    """What a browser without a policy noted on these pages, with everything set off that a reader could."""

    def look(watcher: Watcher) -> list[str]:
        for name in names:
            try:
                watcher.visit(name)
                watcher.page.evaluate(FIRE)
                watcher.look()
            except Error as error:  # the page has gone
                watcher.trouble(f"led away: {error}")
        return watcher.troubles

    return watch(folder, look)


def escaped(text: str) -> str:
    """The control's own way: every sign of ASCII behind a backslash, on one line."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", " ".join(text.split()))


@pytest.mark.parametrize("renderer", RENDERERS)
def test_escaped_texts_are_not_active(renderer: str):
    """The control: the checks can be met."""
    assert found(renderer, escaped, escaped, FEW) == []


@pytest.mark.parametrize("renderer", [name for name in RENDERERS if name != "ours"])
def test_raw_texts_are_active(renderer: str):
    """The control: unless they are escaped, most texts are active in each renderer but the site's own."""
    harmed = {line.partition(": ")[0] for line in found(renderer, str, str, FEW)}
    assert len(harmed) > TEXTS / FEW / 2


@pytest.mark.trial
@pytest.mark.browser
@pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no Chromium here")
@pytest.mark.parametrize("renderer", RENDERERS)
def test_nothing_runs_or_loads(renderer: str, tmp_path: Path):
    """In Chromium, of all texts, whatever a reader touches; the control: raw ones do."""
    assert ran(tmp_path, pages(tmp_path, RENDERERS[renderer], title, abstract)) == []
    if renderer != "github":
        return
    noted = ran(tmp_path, pages(tmp_path, RENDERERS["github"], str, str, together=1)[:40])
    assert any("a payload ran" in line for line in noted)
    assert any("evil.example" in line for line in noted)


ACTIVE = (Path(__file__).parent / "active.txt").read_text(encoding="utf-8")
"""What is written, and what of it is found; `\\t` is a tab."""
INNOCENT = (Path(__file__).parent / "innocent.txt").read_text(encoding="utf-8")


@for_each("case", [*ACTIVE.strip().split("\n"), *(f"{html} => " for html in INNOCENT.strip().split("\n"))])
def test_what_is_active_is_found(case: str):
    """The checker can fail, and what Markdown comes to passes."""
    html, _, what = case.replace(r"\t", "\t").rpartition(" => ")
    assert what in active(html, formulas=True) if what else not active(html, formulas=True)


def test_texts_are_the_same_in_every_run():
    """And no two are alike; each piece of syntax stands alone in a title."""
    pairs = texts(TEXTS)
    assert pairs == texts(TEXTS)
    assert len(set(pairs)) == TEXTS
    titles = {name for name, _ in pairs}
    for piece in PIECES:
        assert " ".join(piece.split("\n")) in titles

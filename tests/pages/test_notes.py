"""What people write in notes/: pages, notes on papers, the page of all of it and its feed."""

import datetime as dt
from dataclasses import replace

from generator.exports import feeds
from generator.model import Archive
from generator.pages import Texts, addresses, notes, papers, read_notes
from generator.pages.context import Note, View
from tests.cases import for_each
from tests.pages import sample

KEY = sample.FULL.key
PAGES = {"index": Note("Welcome to *us*.", "index"), "list": Note("# Our list\n\nSee [this](2603.01234).", "Our list"),
         "plan": Note("No heading.", "A plan", dt.date(2026, 3, 7))}  # fmt: skip
NOTES = {
    KEY: Note("Read [it](2603.01234), [ours](../list.md#a), [other](2603.01234.md) and [x](y:z).", KEY),
    sample.NEW.key: Note("Good.", sample.NEW.key, dt.date(2026, 3, 9)),
}


def view(pages: dict[str, Note] = PAGES, written: dict[str, Note] = NOTES, archive: Archive = sample.ARCHIVE) -> View:
    return View(archive, sample.SETTINGS, Texts(pages=pages, notes=written))


def read(**written: str) -> tuple[dict[str, Note], dict[str, Note], list[str]]:
    said: list[str] = []
    files = {name.replace("__", "/").replace("_", "."): text for name, text in written.items()}
    return *read_notes(files, sample.ARCHIVE, lambda error: said.append(str(error))), said


def test_files_are_pages_and_notes_on_papers() -> None:
    """Of front matter, title and date count; a paper may be named by its id, its key or its former key."""
    former = next(old for old, new in sample.ARCHIVE.redirects.items() if new == KEY)
    pages, found, said = read(
        list="---\ntitle: L\ndate: 2026-03-03\nother: x\n---\n\nWords\n",
        papers__2603_00356v2="One",
        plain="\n# A #\n\nB",
    )
    assert not said
    assert pages == {"list": Note("Words", "L", dt.date(2026, 3, 3)), "plain": Note("# A #\n\nB", "A")}
    assert found == {KEY: Note("One", "2603.00356v2")}
    assert read_notes({f"papers/{former}": "Two"}, sample.ARCHIVE, said.append)[1] == {KEY: Note("Two", former)}


FAULTS = {
    ("papers/2603.99999", "x"): "notes/papers/2603.99999.md: this archive does not hold the paper; name it after",
    ("a b", "x"): "notes/a b.md: cannot be the name of a page; rename it",
    ("LIST", "x"): "notes/LIST.md: cannot be the name of a page",
    ("late", "---\ndate: soon\n---\nx"): "notes/late.md: `date` is no date; write e.g. date: 2026-03-03",
    ("broken", "---\ntitle: [\n---\nx"): "notes/broken.md",
    ("words", "---\nwords\n---\nx"): "notes/words.md: front matter without keys",
}


@for_each("file", FAULTS)
def test_a_file_that_is_wrong_costs_itself_alone(file: tuple[str, str]) -> None:
    """It is told in one line."""
    name, text = file
    said: list[str] = []
    pages, _ = read_notes({"list": "x", name: text}, sample.ARCHIVE, lambda error: said.append(str(error)))
    assert pages.keys() == {"list"}
    (line,) = said
    assert line.startswith(FAULTS[file])


def test_a_note_stands_on_its_paper_s_page() -> None:
    """As a fact, its links led to where they lead from there; its row bears a mark; both pages are made again."""
    page = papers.render(view(), KEY)
    assert page.facts["note"] == {
        "text": "Read [it](2603.01234.md), [ours](../../notes/list.md#a), [other](2603.01234.md) and [x](y:z).",
        "date": "",
    }
    assert "Read [it]" not in page.text
    assert view().facts(KEY)["noted"] is True
    assert "noted" not in view().facts(sample.OLD.key)
    bare = view({}, {})
    assert papers.render(bare, KEY).facts["note"] is None
    for key, same in ((KEY, False), (sample.OLD.key, True)):
        assert (view().depends((key,)) == bare.depends((key,))) is same
        drafts = [{draft.path: draft.depends for draft in papers.drafts(each)} for each in (view(), bare)]
        assert (drafts[0][addresses.paper(key)] == drafts[1][addresses.paper(key)]) is same


def test_one_page_lists_the_newest() -> None:
    """By their own dates, else by their papers' days, under what a person wrote into index.md."""
    made = {draft.path: draft.make() for draft in notes.KIND.drafts(view())}
    assert made.keys() == {"notes/index.md", "notes/list.md", "notes/plan.md"}
    overview = made["notes/index.md"]
    assert overview.facts["introduction"] == "Welcome to *us*."
    assert "## Pages\n\n- [A plan](plan.md)\n- [Our list](list.md)\n\n## On papers" in overview.text
    assert overview.text.index("2603.01234.md") < overview.text.index("2603.00356.md")
    assert "· 9 March 2026\n" in overview.text
    assert "# Our list\n\nSee [this](../papers/2603/2603.01234.md)." in made["notes/list.md"].text
    assert made["notes/plan.md"].text.startswith("---\nkind: written\ndate: 2026-03-07\n---\n\n# A plan\n\nNo heading.")
    assert list(notes.KIND.drafts(view({}, {}))) == []


def test_a_feed_tells_of_them() -> None:
    """Of notes, and of pages that have a date; an archive without any has no such feed."""
    files = {file.path: file.data().decode() for file in feeds.files(view()) if "notes" in file.path}
    assert files.keys() == {"feeds/notes.xml", "feeds/notes.json"}
    atom = files["feeds/notes.xml"]
    titles = [each.partition("</title>")[0] for each in atom.split("<title>")[2:]]
    assert titles == [
        sample.ARCHIVE.papers[sample.NEW.key].title,
        "A plan",
        "Waiting for k of n Tides: an O(√(n log n)) Schedule",
    ]
    assert "&lt;a href=https://arxiv.org/abs/2603.01234&gt;it&lt;/a&gt;, ours, " in atom
    assert not any("notes" in file.path for file in feeds.files(view({}, {})))


@for_each("payload", sample.PAYLOADS)
def test_a_hostile_note_changes_no_page_but_its_own(payload: str) -> None:
    """What generated pages show of it is text."""
    hostile = replace(NOTES[KEY], text=payload, title=payload)
    pages = {"list": Note(payload, payload)}
    made = {draft.path: draft.make() for draft in notes.KIND.drafts(view(pages, {KEY: hostile}))}
    other = {draft.path: draft.make() for draft in notes.KIND.drafts(view({"list": Note("x", "x")}, NOTES))}
    assert made.keys() == other.keys()
    assert "<" not in made["notes/index.md"].text
    assert made["notes/list.md"].text.startswith("---\nkind: written\n---\n")

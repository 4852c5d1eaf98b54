"""What people and others write: what opens the pages of days, weeks and months, what a card shows, and notes."""

import datetime as dt
import re
from dataclasses import replace

from daybook.exports import feeds
from daybook.model import OWN, Announced, Archive, Badge, Card, Digest, Mention, Points, Quote, Report, ThemeMention
from daybook.pages import Texts, home, papers, read_notes
from daybook.pages.days import linked_names
from daybook.text.markup import Renderer, plain
from daybook.view import addresses, editorials
from daybook.view.archive_view import Note, View

from tests.cases import for_each
from tests.hostile.active import active
from tests.pages import engines, sample

DAY = dt.date(2026, 3, 3)
FISH = replace(
    sample.NEW,
    title="Lanternfish: Lights That Swim",
    abstract="We present Lanternfish, a light. Lanternfish swims 2x faster.",
)
PAGE = "days/2026/2026-03-03.md"


def page(archive: Archive = sample.ARCHIVE, path: str = PAGE, **digests: str) -> str:
    text = Texts(digests={name.replace("_", "-").removeprefix("d-"): words for name, words in digests.items()})
    return sample.page(path, archive, texts=text).text


def digest_of(text: str) -> str:
    """What stands under its heading, as Markdown."""
    return re.split(r"^## ", text.split("\n## Digest\n\n")[1], flags=re.MULTILINE)[0].rstrip()


@for_each(
    ("name", "path"),
    [("d_2026_03_03", PAGE), ("d_2026_W10", "days/2026/2026-W10.md"), ("d_2026_03", "days/2026/2026-03.md")],
)
def test_a_persons_digest_wins(name: str, path: str) -> None:
    links = "[lights](2603.01234), [more](https://example.org/), [a](0901.0022)"
    words = f"# Tides\n\nRead *this*: {links}.\n\n- one\n\n  two\n"
    digest = digest_of(page(path=path, **{name: words}))
    assert digest.startswith("### Tides\n")
    assert "Read *this*: [lights](../../papers/2603/2603.01234.md), " in digest
    assert "[more](https://example.org/), [a](https://arxiv.org/abs/0901.0022).\n" in digest
    assert "\n- one\n\n  two\n" in digest
    assert digest.endswith("\n\n*By the editors of this archive.*")
    assert "word for word" not in digest


def test_a_persons_digest_brings_no_markup_of_its_own() -> None:
    words = "<script>alert(1)</script> ![x](https://evil.example/x.png) [y](javascript:alert(1))"
    digest = digest_of(page(d_2026_03_03=words))
    renderer = Renderer(None, sample.SETTINGS.hosts)
    html = "".join(block.html for block in renderer.blocks(digest))
    assert active(html) == []
    assert "<script>alert(1)</script> " in "".join(engines.fragment(html).itertext())


def test_a_models_digest_stands_before_that_of_rules_and_says_whose_it_is() -> None:
    said = ("Ships wait at ", Mention(key="2603.01234", name="lock-free <lights>"), " & elsewhere.")
    archive = replace(sample.ARCHIVE, digests={DAY: Digest(paragraphs=(said,), by="tide-7b <x>")})
    digest = digest_of(page(archive))
    link = "[lock-free &lt;lights>](../../papers/2603/2603.01234.md)"
    assert digest == f"Ships wait at {link} & elsewhere.\n\n*Written by the language model tide-7b &lt;x>.*"
    assert "By the editors" in digest_of(page(archive, d_2026_03_03="Mine."))


def test_a_list_is_a_list_whose_themes_and_papers_are_links() -> None:
    """A theme leads to its own page, from wherever the digest stands."""
    said = Quote(text="It needs n/3 + O(√n) turns.", start=0, end=9, marks=((9, 12),))
    ports, lights = ThemeMention(name="Tides & <ports>", theme="tides"), Mention(key="2603.01234", name="Lights <b>")
    waiting, k = ThemeMention(name="Waiting", theme="scheduling"), Mention(key="2603.00356", name="k")
    lines = (("2 on ", ports, ". ", lights), ("9 on ", waiting, ". ", k, ". ", said))
    points = Points(heading="More than <usual>", lines=lines, by="tide-7b")
    archive = replace(sample.ARCHIVE, digests={DAY: Digest(paragraphs=(points,))})
    listed = (
        "- 2 on [Tides & &lt;ports>](../../themes/tides.md). [Lights &lt;b>](../../papers/2603/2603.01234.md)\n"
        "- 9 on [Waiting](../../themes/scheduling.md). [k](../../papers/2603/2603.00356.md). "
        "“It needs **n/3** + O(√n) turns.”\n"
    )
    digest = digest_of(page(archive))
    assert digest.startswith(f"**More than &lt;usual>**\n\n{listed}\n")
    assert "word for word. Threads chosen by the language model tide-7b." in digest
    until = tuple(day for day in archive.days if day.date <= DAY)
    home = page(replace(archive, days=until), "index.md")
    assert "9 on [Waiting](themes/scheduling.md)" in home


def test_names_in_a_report_lead_to_papers_once_and_never_within_markup() -> None:
    """Only papers that it names; its day shows it so."""
    archive = replace(sample.ARCHIVE, papers={**sample.ARCHIVE.papers, FISH.key: FISH})
    shown, link = "[Lanternfish](https://sea.example/Lanternfish)", "[Lanternfish](../../papers/2603/2603.01234.md)"
    text = f"After {shown} we saw Lanternfish, {shown}, Lanternfishes, Lanternfish-2, then Lanternfish again."
    view, items = View(archive, sample.SETTINGS), [Announced(key=FISH.key, type="report")]
    assert linked_names(view, text, items, PAGE) == text.replace("saw Lanternfish", f"saw {link}")
    assert linked_names(view, text, [], PAGE) == text
    report = Report(source="harbour", date=DAY, text="Lanternfish is out.", author="C Bell")
    day = replace(view.days[DAY], reports=(report,), mentions=((FISH.key, "harbour"),))
    assert f"\n\n{link} is out.\n" in page(replace(archive, days=(day,)))


def test_a_card_tells_nothing_twice() -> None:
    def shown(card: Card) -> Card | None:
        return sample.view(replace(sample.ARCHIVE, own_cards={sample.NEW.key: card})).shown_card(sample.NEW)

    same = Card(source=OWN, headline=plain(sample.NEW.title).lower())
    assert shown(same) is None
    assert shown(replace(same, badges=(Badge(name="Proof", words="we prove"),))) is not None
    card = Card(source=OWN, headline="Lights: 2x brighter", gist="It saves 3 lamps.", figures=("4 ships",), by="Ada")
    assert shown(card) == card


KEY = sample.FULL.key
WRITTEN = {
    "index": Note("# Notes\n\nWelcome to *us*.", "index"),
    "list": Note("# Our list\n\nSee [this](2603.01234).", "Our list"),
    "plan": Note("No heading.", "A plan", dt.date(2026, 3, 7)),
}  # fmt: skip
NOTES = {
    KEY: Note("Read [it](2603.01234), [ours](../list.md#a), [other](2603.01234.md) and [x](y:z).", KEY),
    sample.NEW.key: Note("Good.", sample.NEW.key, dt.date(2026, 3, 9)),
}


def view(pages: dict[str, Note] = WRITTEN, written: dict[str, Note] = NOTES, archive: Archive = sample.ARCHIVE) -> View:
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


def test_folders_of_notes_hold_pages() -> None:
    """Each by its place; that of a folder is its index, and has the folder's name."""
    pages, found, said = read(group__first="# One", group__index="x", index="y", group__sub__two="z")
    assert not said
    assert not found
    assert {name: note.title for name, note in pages.items()} == {
        "group/first": "One", "group/index": "group", "index": "index", "group/sub/two": "two",
    }  # fmt: skip


def test_a_note_on_a_paper_shows_what_lies_beside_it() -> None:
    """From the paper's page it is elsewhere; an address is left alone."""
    note = Note("![a](a.png) [b](../group/b.pdf) ![c](https://example.org/c.png) [d](d.txt)", "t")
    shown = editorials.linked_note(view(), note, KEY)
    here = "../../notes/papers"
    assert shown == f"![a]({here}/a.png) [b](../../notes/group/b.pdf) ![c](https://example.org/c.png) [d](d.txt)"


FAULTS = {
    ("a/index/b", "x"): "notes/a/index/b.md: cannot be the name of a page; rename it",
    ("a b/c", "x"): "notes/a b/c.md: cannot be the name of a page; rename it",
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
        drafts = [{draft.path: draft.depends for draft in papers.paper_pages.drafts(each)} for each in (view(), bare)]
        assert (drafts[0][addresses.paper(key)] == drafts[1][addresses.paper(key)]) is same


def test_one_page_lists_the_newest_notes() -> None:
    """By their own dates, else by their papers' days, under what a person wrote into index.md."""
    made = {draft.path: draft.make() for draft in home.note_pages.drafts(view())}
    assert made.keys() == {"notes/index.md", "notes/list.md", "notes/plan.md"}
    overview = made["notes/index.md"]
    assert overview.facts["introduction"] == "Welcome to *us*."
    assert "## Pages\n\n- [A plan](plan.md)\n- [Our list](list.md)\n\n## On papers" in overview.text
    assert overview.text.index("2603.01234.md") < overview.text.index("2603.00356.md")
    assert "· 9 March 2026\n" in overview.text
    assert "# Our list\n\nSee [this](../papers/2603/2603.01234.md)." in made["notes/list.md"].text
    assert made["notes/plan.md"].text.startswith("---\nkind: written\ndate: 2026-03-07\n---\n\n# A plan\n\nNo heading.")
    assert list(home.note_pages.drafts(view({}, {}))) == []


def test_a_feed_tells_of_notes() -> None:
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
    made = {draft.path: draft.make() for draft in home.note_pages.drafts(view(pages, {KEY: hostile}))}
    other = {draft.path: draft.make() for draft in home.note_pages.drafts(view({"list": Note("x", "x")}, NOTES))}
    assert made.keys() == other.keys()
    assert "<" not in made["notes/index.md"].text
    assert made["notes/list.md"].text.startswith("---\nkind: written\n---\n")

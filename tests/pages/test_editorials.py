"""What opens the pages of days, weeks and months, and what a card shows below a title."""

import datetime as dt
import re
from dataclasses import replace

from generator.model import OWN, Announced, Archive, Badge, Card, Digest, Mention, Points, Quote, Report, Subject
from generator.pages import Texts
from generator.pages.context import View
from generator.pages.days import linked_names
from generator.pages.rows import quoted
from generator.text.markup import Renderer, plain
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


def test_rules_write_where_nobody_else_does() -> None:
    digest = digest_of(page())
    assert "1 new submission" not in digest  # the line above it says so
    assert "word for word" in digest
    assert "1 withdrawn: [Sand that never was](../../papers/9901/hep-th9901001.md)" in digest


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
    lines = (
        ("2 on ", Subject(name="Tides & <ports>", theme="tides"), ". ", Mention(key="2603.01234", name="Lights <b>")),
        ("9 on ", Subject(name="Waiting", theme="scheduling"), ". ", Mention(key="2603.00356", name="k"), ". ", said),
    )
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


def test_formulas_that_plain_text_cannot_write_are_math() -> None:
    received = "It decays as $x^{Q \\wedge t}$ on $n$ ships."
    line = plain(received)
    assert "^" in line
    assert quoted(line, lambda: received) == "It decays as $x^{Q \\wedge t}$ on n ships."
    assert quoted("It needs n/3 turns.", lambda: "It needs $n/3$ turns.") == "It needs n/3 turns."


def test_names_in_a_report_lead_to_papers_once_and_never_within_markup() -> None:
    paper = FISH
    archive = replace(sample.ARCHIVE, papers={**sample.ARCHIVE.papers, paper.key: paper})
    view = View(archive, sample.SETTINGS)
    shown = "[Lanternfish](https://sea.example/Lanternfish)"
    text = f"After {shown} we saw Lanternfish, {shown}, Lanternfishes, Lanternfish-2, then Lanternfish again."
    linked = linked_names(view, text, [Announced(key=paper.key, type="report")], PAGE)
    link = "[Lanternfish](../../papers/2603/2603.01234.md)"
    assert linked == text.replace("saw Lanternfish", f"saw {link}")
    assert linked_names(view, text, [], PAGE) == text


def test_a_report_of_the_day_is_shown_with_its_papers_linked() -> None:
    days = sample.ARCHIVE.days
    titled = {**sample.ARCHIVE.papers, FISH.key: FISH}
    report = Report(source="harbour", date=DAY, text="Lanternfish is out.", author="C Bell")
    days = [
        replace(day, reports=(report,), mentions=((sample.NEW.key, "harbour"),)) if day.date == DAY else day
        for day in days
    ]
    text = page(replace(sample.ARCHIVE, papers=titled, days=tuple(days)))
    assert "\n\n[Lanternfish](../../papers/2603/2603.01234.md) is out.\n" in text


def test_a_card_tells_nothing_twice() -> None:
    def shown(card: Card) -> Card | None:
        return sample.view(replace(sample.ARCHIVE, own_cards={sample.NEW.key: card})).shown_card(sample.NEW)

    same = Card(source=OWN, headline=plain(sample.NEW.title).lower())
    assert shown(same) is None
    assert shown(replace(same, badges=(Badge(name="Proof", words="we prove"),))) is not None
    card = Card(source=OWN, headline="Lights: 2x brighter", gist="It saves 3 lamps.", figures=("4 ships",), by="Ada")
    assert shown(card) == card

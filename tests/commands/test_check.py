"""`daybook check` passes whatever a harmless text says, names formulas that are too large, and finds what is wrong."""

import json
import re
from html import escape
from pathlib import Path

import pytest
from daybook import cli, site
from daybook.describe import cards
from daybook.text import sentences
from daybook.text.markup import plain

from tests.cases import Capsys, Patch, for_each
from tests.conftest import ROOT
from tests.makers import put
from tests.tools.growth import in_proportion

LONG = "Antidisestablishmentarianism" * 4
TEXTS = (
    "We call handlers[i](event) for each event, and table[0](row.html) after it; cf. [the page](gone.html).",
    "In HTML, <a href=page.html>, <a href='other.html'> and <img src=\"x.png\"> are tags; so is &lt;a href=y.html&gt;.",
    "A link ![alt](picture.png), a reference [x][y] and its line.\n\n[y]: nowhere.html",
    "Bare page.html, ../up.html, and <https://example.org/a(b)c>; also `code [a](b.html)` and ```[c](d.html)```.",
    "The set $f[i](x)$ and \\href{local.html}{a link} and \\url{other.html}, with \\[ g[j](y) \\] displayed.",
    f"We present {LONG}, a system. {LONG} cuts lost work by 41% and restarts 2.3x faster than {LONG[:90]}.",
    "href=x src=y <script src=z.js> </body> <base href=elsewhere> <link href=style.css> -->",
)
TITLES = (
    LONG, f"{LONG} and Tides", f"On {LONG}", "X" * 81, "Graph-Neural-" * 12 + "Networks",
    f"handlers[i](event): Calling {LONG}", f"Tides, 2\u00d7 {'3' * 90}", "[a](b.html) <a href=c.html>d</a>",
)  # fmt: skip


def feed(day: str, papers: list[tuple[str, str]]) -> str:
    items = "".join(
        f"<item><title>{escape(title)}</title><link>https://arxiv.org/abs/2603.{number:05}v1</link>"
        f"<description>arXiv:2603.{number:05}v1 Announce Type: new \nAbstract: {escape(text)}</description>"
        f'<guid isPermaLink="false">oai:arXiv.org:2603.{number:05}v1</guid><category>cs.DC</category>'
        "<arxiv:announce_type>new</arxiv:announce_type><dc:creator>A Walker, B Runner</dc:creator></item>"
        for number, (title, text) in enumerate(papers, 100)
    )
    return (
        "<?xml version='1.0' encoding='UTF-8'?>"
        '<rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0">'
        "<channel><title>cs.DC updates on arXiv.org</title><link>http://rss.arxiv.org/rss/cs.DC</link>"
        f"<description>cs.DC updates on the arXiv.org e-print archive.</description><pubDate>{day}</pubDate>"
        f"{items}</channel></rss>"
    )


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: Patch) -> Path:
    """An archive of every odd title with every odd text, rendered."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1772600000")
    papers = [
        (f"{title} {number}" if number % 2 else title, text) for title in TITLES for number, text in enumerate(TEXTS)
    ]
    (tmp_path / "feed.xml").write_text(feed("Tue, 03 Mar 2026 00:00:00 -0500", papers), encoding="utf-8")
    folder = tmp_path / "archive"
    assert cli.main(["ingest", "--quiet", "--archive", str(folder), str(tmp_path / "feed.xml")]) == 0
    assert cli.main(["build", "--pages-only", "--quiet", "--archive", str(folder)]) == 0
    return folder


def test_harmless_text_is_sound(archive: Path, capsys: Capsys) -> None:
    """Code, tags, links and endless words in abstracts and titles: every night would end red."""
    assert cli.main(["check", "--archive", str(archive)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    (papers,) = re.findall(r"the sentences of (\d+) cards stand", told.out)
    assert int(papers) == len(TITLES) * len(TEXTS)
    assert cli.main(["build", "--quiet", "--archive", str(archive)]) == 0
    assert cli.main(["check", "--quiet", "--archive", str(archive)]) == 0


def test_links_of_pages_are_checked_as_they_are_built(archive: Path, capsys: Capsys) -> None:
    """On generated pages and on those of people; what stands in code is none."""
    pages = archive / "pages"
    paper = min((pages / "papers").rglob("*.md")).relative_to(pages).as_posix()
    for name in (paper, "guide/index.md"):
        with (pages / name).open("a", encoding="utf-8") as page:
            page.write("\n\n[gone](gone.md)\n\n<p><a class=x href='away.html'>x</a></p>\n")
    with (pages / "guide/data.md").open("a", encoding="utf-8") as page:
        page.write(
            "\n```\n[a](in-code.html)\n```\n\n`[b](in-code.html)` [c][c]"
            " [style](../assets/own.css) [guide](index.md)\n\n"
        )
        page.write("[c]: referred.html\n")
    assert cli.main(["check", "--quiet", "--archive", str(archive)]) == 1
    lines = capsys.readouterr().err.splitlines()
    found = {
        (name, target) for line in lines for name, target in re.findall(r"pages/(\S+): broken link '(.*)'; ", line)
    }
    wrong = {("guide/data.md", "referred.html"), ("guide/data.md", "../assets/own.css")}
    wrong |= {(paper, "gone.html"), ("guide/index.md", "gone.md"), ("guide/index.md", "away.html")}
    assert found == wrong
    (archive / "site" / "assets").mkdir(parents=True)
    (archive / "site" / "assets" / "own.css").write_text("")
    assert cli.main(["check", "--quiet", "--archive", str(archive)]) == 1
    assert "own.css" not in capsys.readouterr().err


def test_what_was_not_checked_is_said(tmp_path: Path, capsys: Capsys) -> None:
    """Before any page is made there are no links to look at."""
    (tmp_path / "feed.xml").write_text(feed("Tue, 03 Mar 2026 00:00:00 -0500", [("Tides", TEXTS[0])]), encoding="utf-8")
    arguments = ("--archive", str(tmp_path / "archive"))
    assert cli.main(["ingest", "--quiet", *arguments, str(tmp_path / "feed.xml")]) == 0
    capsys.readouterr()
    assert cli.main(["check", *arguments]) == 0
    assert "links not checked: no pages yet; run: daybook build --pages-only" in capsys.readouterr().out


@for_each("title", [*TITLES, "AB12" * 25, f"Tides of {'9' * 40} 455 to 620 ms and {'U' * 60}", "\u6f22" * 90])
def test_a_headline_is_a_whole_title(title: str) -> None:
    """Whatever the title: nothing of it is cut, and it claims nothing that the paper does not."""
    (card,) = cards.make([cards.CardText(title, "It pages.", None)])
    assert card
    assert card.headline == " ".join(plain(title).split())
    assert not sentences.unsupported(card.headline, plain(title), "It pages.")
    assert not sentences.lost_bounds(card.headline, plain(title), "It pages.")


@pytest.mark.trial
@pytest.mark.parametrize("piece", ["[a](b", "<a href=", "<a href='x' ", "![", "[x][", "`", "<!--", "<p>", "&lt;"])
def test_links_are_read_in_linear_time(piece: str, tmp_path: Path) -> None:
    """In pages of people and of the generator."""

    def read(times: int) -> None:
        folder = put(tmp_path / str(times), dict.fromkeys(("about.md", "days/2026.md"), piece * times))
        site.broken_in(folder, tmp_path / "site")

    in_proportion(read, 16_000)


def _paper(number: int, abstract: str) -> str:
    ident = f"2603.{number:05d}"
    title, categories = f"Title {number}", "cs.DC"
    return json.dumps(
        {"id": ident, "title": title, "abstract": abstract, "categories": categories, "update_date": "2026-03-03"}
    )


@pytest.mark.parametrize("times", [0, 1, 5])
def test_papers_with_large_formulas_are_named(times: int, tmp_path: Path, capsys: Capsys) -> None:
    """One line, of a few names; the pages show the source."""
    if not (ROOT / "node_modules" / "katex").is_dir():
        pytest.skip('KaTeX is not installed: run "make setup"')
    large = r"$\begin{alignedat}{9999999}x\end{alignedat}$"
    papers = [_paper(number, f"We show {large} here.") for number in range(1, times + 1)]
    papers.append(_paper(9, r"We show $\begin{matrix}a&b\end{matrix}$."))
    document = tmp_path / "snapshot.jsonl"
    document.write_text("\n".join(papers) + "\n", encoding="utf-8")
    archive = ["--archive", str(tmp_path / "archive")]
    assert cli.main(["ingest", *archive, "--quiet", str(document)]) == 0
    assert cli.main(["build", "--pages-only", *archive, "--quiet"]) == 0
    capsys.readouterr()
    assert cli.main(["check", *archive]) == 0
    said = [line for line in capsys.readouterr().out.splitlines() if "too large" in line]
    names = ", ".join(f"2603.{number:05d}" for number in range(1, min(times, 3) + 1))
    more = " and 2 more" if times == 5 else ""
    assert said == ([f"formulas too large to typeset, shown as their source: {names}{more}"] if times else [])
    if times:
        page = next((tmp_path / "archive").rglob("2603.00001.md")).read_text(encoding="utf-8")
        assert "alignedat" in page

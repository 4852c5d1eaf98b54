"""Papers cut into scripts for readers' browsers: signatures and titles, abstracts; what comes later moves nothing."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from daybook.describe import related
from daybook.exports import SiteFile
from daybook.exports.scripts import abstracts, cut, reading
from daybook.model import Archive
from daybook.text import markup
from daybook.view import addresses
from daybook.view.archive_view import View
from lxml import html

from tests.cases import for_each
from tests.makers import read_script
from tests.pages import sample

MOST = 20


def keys(papers: int) -> list[str]:
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


def handed(
    view: View, export: Callable[[View], Iterator[SiteFile]] = abstracts, call: str = "abstracts"
) -> dict[str, Any]:
    """name of each script -> what it hands over."""
    found = dict[str, Any]()
    for file in export(view):
        name, found[name] = read_script(file.data(), call)
        assert file.path == f"{export.__name__}/{name}.js"
    return found


def said(view: View) -> dict[str, str]:
    """key -> what is said of the paper's abstract."""
    return {key: text for name, file in handed(view).items() if name != "index" for key, text in file.items()}


def of_many(papers: int) -> Archive:
    """So many papers of one month."""
    paper = next(paper for paper in sample.ARCHIVE.papers.values() if paper.arxiv_id and paper.abstract)
    keys = [f"2603.{number:05d}" for number in range(papers)]
    held = {key: replace(paper, key=key, arxiv_id=key) for key in keys}
    return replace(sample.ARCHIVE, papers=held, outlines={}, days=())


def test_every_paper_is_there_with_terms_and_title() -> None:
    """In the file that the index and the paper's key name, as the script of the pages looks for it."""
    files = handed(sample.view(), reading, "terms")
    index = files.pop("index")
    for key, paper in sample.ARCHIVE.papers.items():
        names = index[addresses.folder(key)]
        name = ([name for name in names if name <= key] or names[:1])[-1]
        terms = related.of(paper.title, paper.shown_abstract(sample.view().shows))
        assert files[name][key] == [terms, markup.plain(paper.title)]
    assert sum(map(len, files.values())) == len(sample.ARCHIVE.papers)


def parsed(fragment: str) -> html.HtmlElement:
    return html.fragment_fromstring(fragment, create_parent="div")


def test_every_abstract_is_there_once() -> None:
    """Word for word; of a paper without one, nothing."""
    found = said(sample.view())
    assert found.keys() == sample.ARCHIVE.papers.keys()
    for key, paper in sample.ARCHIVE.papers.items():
        whole = markup.plain(paper.shown_abstract(sample.view().shows) or "").replace("\n", "")
        assert "".join(parsed(found[key]).text_content().split()) == whole.replace(" ", ""), key
    assert not all(found.values())


def test_the_card_s_sentences_are_marked() -> None:
    quotes = {quote.text for quote in sample.ARCHIVE.own_cards[sample.FULL.key].quotes.values()}
    marked = parsed(said(sample.view())[sample.FULL.key]).findall(".//mark")
    assert {str(each.text_content()) for each in marked} == quotes


@for_each("payload", sample.PAYLOADS)
def test_hostile_text_stays_text(payload: str) -> None:
    for text in said(sample.view(sample.hostile(payload))).values():
        tree = parsed(text)
        assert {element.tag for element in tree.iter()} <= {"div", "p", "mark"}
        assert not any(element.attrib for element in tree.iter())


def test_a_card_that_changes_is_noticed() -> None:
    """In the file of its paper alone."""
    cards = {**sample.ARCHIVE.own_cards, sample.FULL.key: replace(sample.ARCHIVE.own_cards[sample.FULL.key], what=None)}

    def hashes(archive: Archive) -> dict[str, str | None]:
        return {file.path: file.depends for file in abstracts(sample.view(archive))}

    before, after = hashes(sample.ARCHIVE), hashes(replace(sample.ARCHIVE, own_cards=cards))
    assert [path for path in before if before[path] != after[path]] == ["abstracts/2603.js"]

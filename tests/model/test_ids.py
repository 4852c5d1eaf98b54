"""The grammar of ids, the key of each, DOIs and addresses, and names that no file system refuses."""

import datetime as dt
import doctest
from types import ModuleType

from daybook.model import arxiv, ids, listing

from tests.cases import for_each

GOOD = {
    "2603.00356": ("2603.00356", None), "2603.00356v2": ("2603.00356", 2), "0704.0001": ("0704.0001", None),
    "1412.9999v12": ("1412.9999", 12), "1501.00001": ("1501.00001", None), "2612.00001": ("2612.00001", None),
    "0712.0001": ("0712.0001", None), "arXiv: 2603.00356v9999": ("2603.00356", 9999),
    "hep-th/0612001": ("hep-th/0612001", None), " hep-th/9112001v3 ": ("hep-th/9112001", 3),
    "arXiv:math/0309136": ("math/0309136", None), "hep-th/9901001": ("hep-th/9901001", None),
    "math.GT/0309136v1": ("math/0309136", 1), "cond-mat/0207270v1": ("cond-mat/0207270", 1),
    "astro-ph/9107001": ("astro-ph/9107001", None), "math/0703999": ("math/0703999", None),
    "arXiv:2603.00356": ("2603.00356", None),
    "http://arxiv.org/abs/2603.00356v1": ("2603.00356", 1), "https://arxiv.org/pdf/2603.00356v1.pdf": ("2603.00356", 1),
    "https://export.arxiv.org/abs/hep-th/9901001": ("hep-th/9901001", None),
    "http://www.arxiv.org/abs/2603.00356/": ("2603.00356", None),
    "https://arxiv.org/abs/math%2F0309136v1?context=math#top": ("math/0309136", 1),
    "oai:arXiv.org:math/0510544": ("math/0510544", None),
}  # fmt: skip
BAD = [
    "", "2603", "2603.1", "2613.00001", "2600.00001", "1501.0001", "1412.00001", "0703.0001", "2603.00356v0",
    "2603.00356/..", "../../etc/passwd", "hep-th/99010011", "hep-th/9913001", "HEP-TH/9901001", "2603.00356 x",
    "２６０３.００３５６", "hep-th/9106001", "hep-th/0704001", "hep-th/2603001", "0700.1234", "9913.00001",
    "2603.00356?x", "arXiv:2603.00356?x", "2603.00356v10000", "0701.0001", "1501.0001",
    "hep-th/0713001", "hep-th/0700001", "https://evil.example/abs/2603.00356", "a" * 21 + "/9901001",
]  # fmt: skip


@for_each(("text", "parsed"), GOOD.items())
def test_an_id_wherever_it_stands(text: str, parsed: tuple[str, int | None]) -> None:
    """Bare, with version, as address, as OAI identifier, old style with subject class; its key leads back to it."""
    assert ids.parse(text) == parsed
    assert ids.is_valid(text) == (text == parsed[0])
    assert ids.of_key(ids.key(parsed[0])) == parsed[0]


@for_each("text", BAD)
def test_what_is_no_id(text: str) -> None:
    """Wrong digits for the month, other scripts' digits, paths, other hosts."""
    assert ids.parse(text) is None
    assert not ids.is_valid(text)


def test_an_id_of_a_month_to_come() -> None:
    """A listing announces nothing of a month that has not begun anywhere on Earth."""
    last = dt.date(2026, 2, 28)
    assert [ids.is_after(f"26{month}.00001", last) for month in ("01", "02", "03", "04")] == [False] * 3 + [True]
    assert ids.is_after("2603.00001", dt.date(2026, 2, 26))  # two days before: nowhere
    assert not ids.is_after("2603.00001", dt.date(2026, 2, 27) + dt.timedelta(days=1))
    assert not ids.is_after("hep-th/9901001", last)


def test_forms_of_an_id() -> None:
    """Its year, month and file-safe form; the key of a title is none."""
    assert [ids.year(f"hep-th/{month}001") for month in ("9107", "9912", "0001", "0703")] == [1991, 1999, 2000, 2007]
    assert (ids.year("9003.00001"), ids.month("2603.00356"), ids.month("hep-th/9901001")) == (2090, "2603", "9901")
    assert (ids.key("2603.00356"), ids.key("hep-th/9901001")) == ("2603.00356", "hep-th9901001")
    assert ids.of_key("on-tides-1a2b3c4d") is None


@for_each(
    ("text", "expected"),
    [
        (None, []),
        ("https://example.org/10", []),
        ("10.1101/2026.01.02.123456v12", ["10.1101/2026.01.02.123456"]),
        ("https://www.biorxiv.org/content/10.1101/2026.01.02.123456v2.full?rss=1", ["10.1101/2026.01.02.123456"]),
        ("10.21203/rs.3.rs-12/v1", ["10.21203/rs.3.rs-12"]),
        ("10.1000/jot.2026%281%29", ["10.1000/jot.2026(1)"]),
        ("10.1145/1 10.1145/2", ["10.1145/1", "10.1145/2"]),
    ],
)
def test_spellings_of_a_doi(text: str | None, expected: list[str]) -> None:
    """Without version, ending and what follows it in an address."""
    assert sorted(ids.dois(text)) == expected
    assert all(ids.registrant(doi) == doi[: doi.index("/")] for doi in expected)


@for_each(
    ("doi", "ident", "preprint"),
    [
        ("10.48550/arxiv.2603.00356", "2603.00356", True),
        ("10.48550/arxiv.2603.00356v2", "2603.00356", True),
        ("10.48550/arxiv.2613.00356", None, True),
        ("10.1101/2026.01.02.123456", None, True),
        ("10.1101/gr.2026", None, False),  # a journal of the same press
        ("10.1145/1", None, False),
    ],
)
def test_what_a_doi_is_of(doi: str, ident: str | None, preprint: bool) -> None:
    """arXiv's own has an id in it; preprint servers have prefixes of their own."""
    assert (ids.id_of(doi), ids.is_preprint(doi)) == (ident, preprint)


@for_each(
    ("url", "expected"),
    [
        (None, None),
        ("", None),
        ("https://doi.org/10.1145/1", None),
        ("https://a.example", None),
        ("/read/7", None),
        ("http://[", None),
        ("https://www.a.example/read/7/?utm_source=feed&rss=yes", ("a.example", "/read/7")),
        ("https://a.example/?id=7&AF=R&page=2#top", ("a.example", "?id=7&page=2")),
        (" https://A.example/read ", ("a.example", "/read")),
    ],
)
def test_addresses(url: str | None, expected: tuple[str, str] | None) -> None:
    """By host and what follows, as far as it tells pages apart; a site's own page is no paper's."""
    assert ids.address(url) == expected


@for_each("name", ["index", "README", "con", "aux", "nul", "com1", "lpt9.txt", "a" * 101, "", ".", "-a", "a/b", "a."])
def test_what_is_no_name_of_a_page(name: str) -> None:
    assert not ids.is_name(name)
    assert ids.is_name("a" * 100)
    assert not ids.is_name("ä" * 51)  # bytes count


def test_paths_as_file_systems_compare_them() -> None:
    """Without case, and letters with their accents in one way."""
    assert ids.folded("Themes/Index.md") == "themes/index.md"
    assert ids.folded("E\u0301TÉ") == ids.folded("éte\u0301") == "été"


@for_each("module", [arxiv, ids, listing])
def test_examples(module: ModuleType) -> None:
    """Those of docstrings are true."""
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted

"""The grammar of ids, the key of each, and names that no file system refuses."""

import datetime as dt

from daybook.model import ids

from tests.cases import for_each

GOOD = {
    "2603.00356": ("2603.00356", None), "2603.00356v2": ("2603.00356", 2), "0704.0001": ("0704.0001", None),
    "1412.9999v12": ("1412.9999", 12), "1501.00001": ("1501.00001", None), "2612.00001": ("2612.00001", None),
    "hep-th/9901001": ("hep-th/9901001", None), "math.GT/0309136v1": ("math/0309136", 1),
    "cond-mat/0207270v1": ("cond-mat/0207270", 1), "astro-ph/9107001": ("astro-ph/9107001", None),
    "math/0703999": ("math/0703999", None), "arXiv:2603.00356": ("2603.00356", None),
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
    "2603.00356?x", "https://evil.example/abs/2603.00356", "a" * 21 + "/9901001",
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
    assert [ids.is_after(f"26{month}.00001", last) for month in ("02", "03", "04")] == [False, False, True]
    assert ids.is_after("2603.00001", dt.date(2026, 2, 26))  # two days before: nowhere
    assert not ids.is_after("hep-th/9901001", last)


def test_forms_of_an_id() -> None:
    """Its month and its file-safe form; the key of a title is none."""
    assert (ids.month("2603.00356"), ids.month("hep-th/9901001")) == ("2603", "9901")
    assert (ids.key("2603.00356"), ids.key("hep-th/9901001")) == ("2603.00356", "hep-th9901001")
    assert ids.of_key("on-tides-1a2b3c4d") is None


@for_each("name", ["index", "README", "con", "aux", "nul", "com1", "lpt9.txt", "a" * 101, "", ".", "-a", "a/b", "a."])
def test_what_is_no_name_of_a_page(name: str) -> None:
    assert not ids.is_name(name)
    assert ids.is_name("a" * 100)

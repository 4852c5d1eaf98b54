"""The grammar of ids."""

import datetime as dt

from daybook.model import ids

from tests.cases import for_each

GOOD = [
    ("2603.00356", "2603.00356", None),
    ("2603.00356v2", "2603.00356", 2),
    ("0704.0001", "0704.0001", None),
    ("1412.9999v12", "1412.9999", 12),
    ("hep-th/9901001", "hep-th/9901001", None),
    ("math.GT/0309136v1", "math/0309136", 1),
    ("cond-mat/0207270v1", "cond-mat/0207270", 1),
    ("arXiv:2603.00356", "2603.00356", None),
    ("http://arxiv.org/abs/2603.00356v1", "2603.00356", 1),
    ("https://arxiv.org/pdf/2603.00356v1.pdf", "2603.00356", 1),
    ("https://export.arxiv.org/abs/hep-th/9901001", "hep-th/9901001", None),
    ("http://www.arxiv.org/abs/2603.00356/", "2603.00356", None),
    ("https://arxiv.org/abs/math%2F0309136v1?context=math#top", "math/0309136", 1),
    ("astro-ph/9107001", "astro-ph/9107001", None),
    ("math/0703999", "math/0703999", None),
    ("oai:arXiv.org:math/0510544", "math/0510544", None),
]
BAD = [
    "", "2603", "2603.1", "2613.00001", "1501.0001", "1412.00001", "0703.0001", "2603.00356v0", "2603.00356/..",
    "../../etc/passwd", "hep-th/99010011", "hep-th/9913001", "HEP-TH/9901001", "2603.00356 x", "２６０３.００３５６",
    "hep-th/9106001", "hep-th/0704001", "hep-th/2603001", "0700.1234", "9913.00001", "2603.00356?x",
    "https://evil.example/abs/2603.00356",
]  # fmt: skip


@for_each(("text", "ident", "version"), GOOD)
def test_an_id_wherever_it_stands(text: str, ident: str, version: int | None) -> None:
    """Bare, with version, as address, as OAI identifier, old style with subject class."""
    assert ids.parse(text) == (ident, version)


@for_each("text", BAD)
def test_what_is_no_id(text: str) -> None:
    """Wrong digits for the month, other scripts' digits, paths, other hosts."""
    assert ids.parse(text) is None
    assert not ids.is_valid(text)


def test_an_id_of_a_month_to_come() -> None:
    """A listing announces nothing of a month that has not begun anywhere on Earth."""
    last = dt.date(2026, 2, 28)
    assert not ids.is_after("2602.00001", last)
    assert not ids.is_after("2603.00001", last)  # the evening before, in another zone
    assert ids.is_after("2604.00001", last)
    assert ids.is_after("2603.00001", dt.date(2026, 2, 26))
    assert not ids.is_after("hep-th/9901001", last)


def test_forms_of_an_id() -> None:
    """Its month and its file-safe form."""
    assert (ids.month("2603.00356"), ids.month("hep-th/9901001")) == ("2603", "9901")
    assert (ids.key("2603.00356"), ids.key("hep-th/9901001")) == ("2603.00356", "hep-th9901001")
    assert not ids.is_valid("2603.00356v1")

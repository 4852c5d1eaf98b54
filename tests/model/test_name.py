"""Authors' names: their parts as `names.txt` has them, names of many languages beside what is expected of each."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from daybook.model import Author, listing
from daybook.text import markup

from tests.cases import for_each

CASES = [
    [*map(str.strip, line.split("|")), "", "", "", "", ""][:6]
    for line in (Path(__file__).parent / "names.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@for_each(("name", "given", "family", "suffix", "affiliation", "collaboration"), CASES)
def test_parts(name: str, given: str, family: str, suffix: str, affiliation: str, collaboration: str) -> None:
    """Every name has the parts that its line states."""
    author = Author(name)
    assert (author.given, author.family, author.suffix) == author.parts == (given, family, suffix)
    assert (author.affiliation or "", author.collaboration or "") == (affiliation, collaboration)
    assert author.is_collaboration == (author.family == collaboration)
    assert str(author) == author.name == name


@for_each("name", ["", " ", ",", "()", "Jr.", "(CERN)", "{", "\\v ", "for the collaboration", "\u202e", "a" * 9_999])
def test_any_text_has_parts(name: str) -> None:
    """What is no name does no harm: nothing is raised, and nothing is lost without a trace."""
    author = Author(name)
    assert "".join(author.parts) or author.affiliation or not name.strip(" ,\u202e()")


def test_plain_parts() -> None:
    """TeX made plain first gives plain parts."""
    assert Author(markup.plain(r"Ren\'e {\L}y\.zka")).parts == ("René", "Łyżka", "")


def test_plain_names_are_as_the_parser_has_them() -> None:
    """Names of plain words and initials are not given to it: with each word that means something to it, and none."""
    words = [word.capitalize() for word in sorted(listing._special()) if word.isascii() and word.isalpha()]
    assert {"Van", "Jr"} <= set(words)
    names = [form.format(word) for form in ("{} Cup", "Ada {}") for word in words]
    forms = ("A. {}", "A. B. {}", "{}. Cup", "Ada-{} Cup", "Ada {}-Cup", "Ada B. {}", "Ada {} Cup")
    names += [form.format(word) for form in forms for word in ("Bo", "Zoë", "Łyżka", "O'Neil", "B", "Van")]
    names += [case[0] for case in CASES if not any(case[4:])]
    plain = [name for name in names if listing._PLAIN.fullmatch(name)]
    assert {name: Author(name).parts for name in plain} == {name: listing._parsed(name)[:3] for name in plain}
    assert Author("Ada Cup").parts == listing._parsed("Ada Cup")[:3] == ("Ada", "Cup", "")


def test_is_a_value() -> None:
    """Authors of the same name are equal, can be a key, and go to other processes."""
    author = Author("Ada Cup")
    assert {author: 1}[Author("Ada Cup")] == 1
    assert pickle.loads(pickle.dumps(author)) == author
    with pytest.raises(AttributeError):
        author.name = "Bo Bowl"  # type: ignore[misc]


def test_costs_nothing_before_it_is_asked() -> None:
    """Making an author loads no parser of names; the parts of so many are kept."""
    assert listing.KEPT == 65_536
    code = "import sys; from daybook.model import Author; Author('Ada Cup'); assert 'nameparser' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)

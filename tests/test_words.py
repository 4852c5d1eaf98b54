"""Translations: what is said in them, and what of them is refused."""

import datetime as dt
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import quickjs
from daybook import cli, config
from daybook.errors import SettingsError
from daybook.text import language
from daybook.text.language import _, english, ngettext, number, scripted

from tests import madeup
from tests.cases import for_each

HEAD = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
    '"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);\\n"\n\n'
)
SAID = (
    'msgid "Abstract"\nmsgstr "Résumé"\n\nmsgid "1,000"\nmsgstr "1.000"\n\n'
    'msgid "Page {n} of {all}"\nmsgstr "{all}: `{n}"\n\n'.replace("`", "")
    + 'msgid "{n} paper"\nmsgid_plural "{n} papers"\nmsgstr[0] "{n} a"\nmsgstr[1] "{n} b"\nmsgstr[2] "{n} c"\n\n'
    '#, fuzzy\nmsgid "Days"\nmsgstr "Nights"\n'
)


@pytest.fixture
def translated() -> Iterator[None]:
    language.use(language.read("xx", HEAD + SAID))
    yield
    language.use(language.Language())


@pytest.mark.usefixtures("translated")
def test_what_is_said() -> None:
    """Words, values in their places, forms for numbers, digits in their groups; English where nothing is said."""
    assert [_("Abstract"), _("Days"), _("")] == ["Résumé", "Days", ""]
    assert _("Page {n} of {all}", n=1, all=2) == "2: 1"
    assert [ngettext("{n} paper", "{n} papers", n) for n in (1, 2, 12, 3221)] == ["1 a", "2 b", "12 b", "3.221 a"]
    assert number(28_838) == "28.838"
    assert [english("Résumé"), english("A title")] == ["Abstract", "A title"]


@pytest.mark.usefixtures("translated")
@for_each("n", [1, 2, 12, 3221])
def test_scripts_say_the_same(n: int) -> None:
    script = scripted("((n, all, total) => [_`Abstract`, _`Page ${n} of ${all}`, _(total)`${n} paper|${n} papers`])")
    papers = ngettext("{n} paper", "{n} papers", n).replace(".", "")
    wanted = [_("Abstract"), _("Page {n} of {all}", n=n, all=2), papers]
    assert json.loads(quickjs.Context().eval(f"JSON.stringify({script}({n}, 2, {n}))")) == wanted


def test_english_scripts_are_as_they_are_written() -> None:
    assert scripted("a(_`Close`, x_`y`, `_`)") == "a(`Close`, x_`y`, `_`)"
    assert scripted("_(total)`${n} paper|${n} papers`") == "[`${n} paper`, `${n} papers`][+(total != 1)]"


def test_dates_in_english() -> None:
    first, last = dt.date(2026, 3, 30), dt.date(2026, 4, 5)
    assert language.span(first, last) == "30 March to 5 April 2026"
    assert [language.long_date(first), language.short_date(first)] == ["Monday, 30 March 2026", "30 Mar 2026"]


def entry(said: str, message: str = "Page {n} of {all}") -> str:
    return f'msgid "{message}"\nmsgstr "{said}"\n'


SIGNS = ("{n}", "{n} {n} {all}", "<b>{n}</b> {all}", "[x](y) {n} {all}", "{n}` + alert(1) + `{all}", "{n}\\n{all}")
"""No value, or one twice; markup, a link, a template's end, two lines."""
REFUSED = {
    "another value": (entry("{n} {all.__class__}"), "line 6"),
    **{said: (entry(said), "has other signs") for said in SIGNS},
    "no message": ("Hello\n", "line 6"),
    "too long": ("# " + "x" * language.LARGEST, "it is too long"),
}
HEADS = {
    "code": '"Plural-Forms: nplurals=2; plural=(alert(1));\\n"',
    "no formula": '"Plural-Forms: nplurals=2; plural=n >;\\n"',
    "no number": '"Plural-Forms: nplurals=2; plural=n%0;\\n"',
    "too many": '"Plural-Forms: nplurals=2; plural=n;\\n"',
    "a date": '"PO-Revision-Date: yesterday+99\\n"',
    "an encoding": '"Content-Type: text/plain; charset=none\\n"',
}


@for_each(("text", "said"), REFUSED.values())
def test_a_damaged_translation_is_refused(text: str, said: str) -> None:
    with pytest.raises(SettingsError) as refused:
        language.read("xx", HEAD + text)
    line = str(refused.value.at("xx.po"))
    assert re.match(rf"xx\.po.*{said}.*; ", line)


@for_each("head", list(HEADS.values()))
def test_a_hostile_header_does_nothing(head: str) -> None:
    """It is refused, or has no effect."""
    try:
        language.use(language.read("xx", f'msgid ""\nmsgstr ""\n{head}\n\n{entry("{n} {all}")}'))
        assert "alert" not in scripted("_(total)`${n} paper|${n} papers`")
        assert ngettext("{n} paper", "{n} papers", 2) == "2 papers"
    except SettingsError:
        assert "Plural" in head or "date" in head.lower() or "charset" in head
    finally:
        language.use(language.Language())


@for_each(
    ("tag", "told"),
    [
        *((f"'{tag}'", "is no language") for tag in ("../de", "no language", "EN", "1", "de_DE")),
        ("no", "quotation marks"),
    ],
)
def test_a_setting_that_names_no_language(tag: str, told: str) -> None:
    """To YAML, Norwegian is False."""
    with pytest.raises(SettingsError, match=f"language: .*{told}"):
        config.parse(f"title: x\ncategories: [cs.DC]\nlanguage: {tag}\n")


def test_a_build_says_what_is_wrong(tmp_path: Path, content: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A language without a translation, and a damaged one: one line, exit code 1. A mended one is built at once."""
    archive = tmp_path / "archive"
    shutil.copytree(content, archive, ignore=shutil.ignore_patterns(".daybook", "site", "pages"))
    madeup.put(archive, "xx")
    place = archive / "overrides" / "words" / "xx.po"
    sound = place.read_text(encoding="utf-8")
    command = ["build", "--pages-only", "--quiet", "--archive", str(archive)]
    faults = {None: "there is no translation into 'xx'", f"{HEAD}Hello\n": "xx.po, line 6", "é": "UTF-8"}
    for text, said in faults.items():
        place.unlink(missing_ok=True)
        if text:
            place.write_bytes(text.encode("latin-1"))
        assert cli.main(command) == 1
        line = capfd.readouterr().err
        assert said in line
        assert line.count("\n") == 1
    assert cli.main(["check", "--quiet", "--archive", str(archive)]) == 1
    assert "xx.po: is not UTF-8; save it as UTF-8\n" in capfd.readouterr().err
    place.write_text(sound, encoding="utf-8")
    try:
        assert cli.main(command) == 0
        about = archive / "pages" / "about.md"
        assert about.read_text(encoding="utf-8").count(madeup.said("What it holds")) == 1
        place.write_text(sound.replace(madeup.said("What it holds"), "⟦Another⟧"), encoding="utf-8")
        assert cli.main(command) == 0
        assert "## ⟦Another⟧" in about.read_text(encoding="utf-8"), "a changed translation makes pages anew"
    finally:
        language.use(language.Language())

"""Colours of archive.yml: what is taken, what is refused, and that all that is made of one can be read."""

import re

import pytest
from daybook import config, look
from daybook.errors import SettingsError

from tests.cases import for_each, table
from tests.conftest import ROOT

BASE = (ROOT / "overrides/styles/base.css").read_text(encoding="utf-8")
TEXTS = ("#23292c", "#e2e7e6")


def sheet(text: str) -> str:
    return look.sheet(config.parse(f"title: Tides\ncategories: [cs.DC]\n{text}").colours)


def refusal(text: str) -> str:
    with pytest.raises(SettingsError) as caught:
        sheet(text)
    return str(caught.value)


@for_each(("text", "said"), table(__file__, "what_cannot_be_used_is_said_in_one_line"))
def test_what_cannot_be_used_is_said_in_one_line(text: str, said: str) -> None:
    error = refusal(text)
    assert error.startswith(f"archive.yml, {said}")
    assert "\n" not in error


@for_each(
    ("text", "wanted"),
    [
        ('{main: "#7a1f2b"}', "--own-main:light-dark(#7a1f2b, #b58288);"),  # for dark, made of that for light
        ("{main: [7A1F2B, f2a9b2]}", "--own-main:light-dark(#7a1f2b, #f2a9b2);"),
        ("{accent: 06c}", "--own-accent:light-dark(#0066cc, #4791da);--md-accent-fg-color:var(--own-accent);"),
        ("{}", ""),
    ],
)
def test_colours_are_for_light_and_dark(text: str, wanted: str) -> None:
    made = sheet(f"colours: {text}")
    assert wanted in made
    assert made.count("\n") == bool(wanted)


def test_contrast_is_that_of_wcag() -> None:
    """Figures of webaim.org's checker; the limit has a colour on each side."""
    assert [round(look.contrast(each, "#ffffff"), 2) for each in ("#000000", "#777777", "#ff0000")] == [21, 4.48, 4]
    assert sheet("colours: {main: 6e6e6e}")
    assert 'the nearest that has it is "#6d6d6d"' in refusal("colours: {main: 6f6f6f}")


def test_grounds_and_texts_are_those_of_our_style_sheet() -> None:
    for name, pair in (("book-quiet", look.GROUNDS), ("md-default-fg-color", TEXTS)):
        assert f"--{name}: light-dark({', '.join(pair)})" in BASE


@for_each("colour", ["7a1f2b", "000080", "06c", "060", "4b0082", "a04000", "000", "6e6e6e", "8a2be2", "c00"])
def test_all_that_is_made_of_a_colour_can_be_read(colour: str) -> None:
    """In both schemes, as browsers mix them: a ratio of 4.5 to 1, as AA asks."""
    made = sheet(f'colours: {{main: "{colour}"}}')
    main = re.search(r"--own-main:light-dark\((#\w+), (#\w+)\)", made)
    assert main
    for own, page, text, ground in zip(main.groups(), ("#fdfcf9", "#14191b"), TEXTS, look.GROUNDS, strict=True):
        shares = [int(share) / 100 for share in re.findall(r"var\(--own-main\) (\d+)%, var\(--md-default-bg", made)]
        assert len(shares) == 3
        assert all(look.contrast(look.mixed(page, own, share), text) >= look.CONTRAST for share in shares)
        assert look.contrast(own, ground) >= look.CONTRAST
    light, dark = main.groups()
    pairs = (light, "#ffffff"), (dark, "#14191b"), (light, "#ffffff"), (look.mixed("#14191b", light, 0.6), "#eef4f5")
    assert all(look.contrast(*pair) >= look.CONTRAST for pair in pairs)


def test_colours_of_states_stay() -> None:
    """Red means that something is lacking, whatever colours an archive has."""
    made = sheet("colours: {main: 7a1f2b, accent: 06c}")
    states = (ROOT / "overrides/styles/lists/coverage.css").read_text(encoding="utf-8")
    assert not set(re.findall(r"(--\w[\w-]*):", made)) & {"--book-sound", *re.findall(r"var\((--[\w-]+)\)", states)}


def test_looks_change_no_words() -> None:
    looks = "notice: x\nfooter: y\nlogo: z.svg\ncolours: {main: '#000'}\nfonts: {text: a.ttf}\nnavigation: [days]"
    with_looks, without = (config.parse(f"title: x\ncategories: [cs.DC]\n{more}") for more in (looks, ""))
    assert with_looks != without
    assert with_looks.plain == without
    assert with_looks.files == ("a.ttf", "z.svg")

"""Colours, fonts and navigation of archive.yml: what is taken, what is refused, and that all of it can be read."""

import re

import pytest
from daybook import config, look
from daybook.errors import SettingsError

from tests.cases import for_each, table


def parse(text: str) -> config.Settings:
    return config.parse(f"title: Tides\ncategories: [cs.DC]\n{text}")


def refusal(text: str) -> str:
    with pytest.raises(SettingsError) as caught:
        parse(text)
    return str(caught.value)


@for_each(("text", "said"), table(__file__, "what_cannot_be_used_is_said_in_one_line"))
def test_what_cannot_be_used_is_said_in_one_line(text: str, said: str) -> None:
    error = refusal(text)
    assert error.startswith(f"archive.yml{said}")
    assert "\n" not in error


@for_each(
    ("text", "wanted"),
    [
        ('{main: "#7a1f2b"}', {"main": ("#7a1f2b", "#b58288")}),  # for dark, made of that for light
        ("{main: [7A1F2B, f2a9b2], accent: 06c}", {"main": ("#7a1f2b", "#f2a9b2"), "accent": ("#0066cc", "#4791da")}),
        ("{}", {}),
    ],
)
def test_colours_are_for_light_and_dark(text: str, wanted: dict[str, tuple[str, str]]) -> None:
    assert parse(f"colours: {text}").colours == wanted


def test_contrast_is_that_of_wcag() -> None:
    """Figures of webaim.org's checker; the limit has a colour on each side."""
    assert [round(look.contrast(each, "#ffffff"), 2) for each in ("#000000", "#777777", "#ff0000")] == [21, 4.48, 4]
    assert parse("colours: {main: 6e6e6e}")
    assert 'the nearest that has it is "#6d6d6d"' in refusal("colours: {main: 6f6f6f}")


GROUNDS = {
    "--md-typeset-a-color": look._GROUNDS, "--md-primary-fg-color": ("#ffffff", "#eef4f5"),
    "--book-shade-1": look._TEXTS, "--book-shade-2": look._TEXTS, "--book-shade-3": look._TEXTS,
    "--book-shade-4": ("#ffffff", "#14191b"), "--md-accent-fg-color": look._GROUNDS,
}  # fmt: skip
"""What of a site is made of a colour, and what stands on it, or it stands on."""


@for_each("colour", ["7a1f2b", "000080", "06c", "006600", "4b0082", "a04000", "000", "6e6e6e", "8a2be2", "cc0000"])
def test_all_that_is_made_of_a_colour_can_be_read(colour: str) -> None:
    """In both schemes: a ratio of 4.5 to 1, as AA asks."""
    sheet = look.sheet(parse(f'colours: {{main: "{colour}", accent: "{colour}"}}').colours, {})
    made = {name: pair for name, *pair in re.findall(r"(--[\w-]+):light-dark\((\S+), (\S+)\)", sheet)}
    pairs = {*GROUNDS.items(), ("--book-theme-text", tuple(made["--book-theme"]))}
    for name, grounds in pairs:
        assert all(look.contrast(*pair) >= look.CONTRAST for pair in zip(made[name], grounds, strict=True)), name


def test_fonts_have_faces() -> None:
    said = parse("fonts: {text: fonts/Own Sans.woff2, code: {regular: a.ttf, bold: b.otf, italic: c.woff}}")
    assert said.fonts == {
        "text": {"regular": "fonts/Own Sans.woff2"}, "code": {"regular": "a.ttf", "bold": "b.otf", "italic": "c.woff"},
    }  # fmt: skip
    assert said.files == ("fonts/Own Sans.woff2", "a.ttf", "b.otf", "c.woff")
    sheet = look.sheet({}, {"titles": {"regular": "fonts/titles-regular.ttf", "italic": "fonts/titles-italic.ttf"}})
    assert sheet.count("@font-face") == 2
    assert "font-style:italic" in sheet
    assert ":root{--book-serif:own-titles, Georgia, serif}" in sheet


def test_navigation_has_names() -> None:
    said = parse("navigation: [days, {Our  list: notes/list.md}, {Group: https://example.org/a?b=1}]")
    assert said.navigation == (("", "days"), ("Our list", "notes/list.md"), ("Group", "https://example.org/a?b=1"))


def test_looks_change_no_words() -> None:
    looks = parse(
        'notice: x\nfooter: y\nlogo: z.svg\ncolours: {main: "#000"}\nfonts: {text: a.ttf}\nnavigation: [days]'
    )
    assert looks != parse("")
    assert looks.plain == parse("")

"""repair(): damaged runs are mended, and nothing else changes by a single sign."""

import unicodedata
from collections.abc import Callable
from pathlib import Path

import ftfy.bad_codecs
import pytest
from daybook.text.markup import repair

from tests.cases import for_each
from tests.text.markup.test_real_texts import real_texts

ftfy.bad_codecs.ok()

DAMAGED = {
    "a copy of the liveι“Ύ.": "a copy of the live链.",
    "speed 1–4Γ— under heavy load": "speed 1–4× under heavy load",
    "about 32 ΞΌs per call": "about 32 μs per call",
    "browse all β†’ archive Β· search Β· more": "browse all → archive · search · more",
    "a 2 Γ— 3 grid": "a 2 × 3 grid",
    "1–4Γ— for δ and Bélády": "1–4× for δ and Bélády",
    "β€“ and β€” and β€¦": "– and — and …",
    "Ξ± is Ξ»β€™s": "α is λ’s",
    "cafÃ© donâ€™t â€“ MÃ¼ller": "café don’t – Müller",
    "Â© 2026, 3 Ã— 4": "© 2026, 3 × 4",
    "a smile ðŸ˜€ here": "a smile 😀 here",
    # 0x90 is no sign of the Greek page: browsers show it as a control, and so it is saved.
    "so β†\x90 goes": "so ← goes",
    # Overlong forms, unassigned and conjoining code points are no text that anyone wrote.
    **{text: text for text in ("a ΰ€€ b", "a α…΅ b", "a ξ€€ b")},
    # Alone, Greek Xi with a plus-minus sign may be meant; on a damaged line it is a Greek alpha.
    "Ξ± holds": "Ξ± holds",
    "β†’ Ξ± holds": "→ α holds",
}
SOUND = (Path(__file__).parent / "sound.txt").read_text(encoding="utf-8").splitlines()
FRAMES = (
    "the set {}—we say", "“{}”", "‘{}’", "in {}… and", "the {}’s size", "({}), {}.", "{}-space", "x {} · y", "{}",
    "{}–{}", "«{}»",
)  # fmt: skip
LETTERS = [c for c in map(chr, range(0x391, 0x3CA)) if unicodedata.name(c, "").startswith("GREEK")]


@for_each(("damaged", "meant"), DAMAGED.items())
def test_damage_is_mended(damaged: str, meant: str) -> None:
    """Each damaged run is mended, sound signs of the same line stay."""
    assert repair(damaged) == meant


@for_each("text", SOUND)
def test_sound_text_of_many_scripts_stays(text: str) -> None:
    """Real words of many scripts stay as they are, also beside each other."""
    assert repair(text) == text
    assert repair(f"{text} – {text[::-1]}") == f"{text} – {text[::-1]}"


@for_each("frame", FRAMES)
def test_single_greek_letters_stay(frame: str) -> None:
    """A Greek letter before any usual sign is a Greek letter."""
    assert len(LETTERS) > 45
    for letter in LETTERS:
        text = frame.format(letter, letter)
        assert repair(text) == text


@pytest.mark.parametrize(
    ("page", "signs"), [("windows-1253", "éöñçü→≤≥∈√μαλχβ链日語。😀“”’"), ("sloppy-windows-1252", "éöñçü→≤≥√μα😀“”’")]
)
def test_usual_signs_survive_the_detour(page: str, signs: str) -> None:
    """A sign read as another code page comes back, beside a sound dash that the page's bytes could not hold."""
    tried = 0
    for sign in signs:
        damaged = sign.encode().decode(page, errors="replace")
        if "\ufffd" not in damaged:  # the Greek page leaves some bytes open
            assert repair(f"x {damaged} y – z β†’") == f"x {sign} y – z →"
            tried += 1
    assert tried > 12


def test_real_texts_change_only_where_known(shared: Callable[[str], Path]) -> None:
    """Of all real documents only the known runs of the first change."""
    texts = real_texts(shared("listings"))
    changed = [text for text in texts if repair(text) != text]
    assert len(texts) > 2000
    assert all(any(run in text for run in ("ι“Ύ", "Γ—", "ΞΌ", "β†’")) for text in changed)
    page = next(shared("listings").glob("000_*.txt")).read_text(encoding="utf-8")
    assert repair(page).count("链") == 1
    assert all(text in repair(page) for text in ("1–4×", "→ full archive · search · sub-categories"))
    assert "Γ" not in repair(page)

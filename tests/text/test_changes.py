"""What changed between two texts: words, formulas whole, nothing that is only form, bounded in time."""

import time

from daybook.text import author_names, changes, markup

from tests.cases import for_each, table

WORDS = "A replicated log is slow where every write waits for every reader which is what we measured on nine sites"


def shown(before: str, after: str, *, short: bool = False) -> str:
    """The changes as text: -removed- and +added+."""
    pieces = changes.of(markup.words(before), markup.words(after))
    marks = {"kept": "", "removed": "-", "added": "+"}
    found = changes.shortened(pieces) if short else pieces
    return " ".join(f"{marks[kind]}{' '.join(words)}{marks[kind]}" for kind, words in found)


@for_each(("before", "after", "expected"), table(__file__, "changed_words"))
def test_changed_words(before: str, after: str, expected: str) -> None:
    """Removed words stand before those added in their place; a comma alone is a change only where nothing else is."""
    assert shown(before, after) == expected


@for_each(("one", "two"), table(__file__, "form_is_no_change"))
def test_form_is_no_change(one: str, two: str) -> None:
    assert shown(one, two) == shown(two, one) == ""


def test_words_far_from_a_change_are_left_out() -> None:
    """Six words stay on either side."""
    after = f"{WORDS} three {WORDS} ends {WORDS}"
    text = shown(f"{WORDS} two {WORDS} {WORDS}", after, short=True)
    begins, ends = "A replicated log is slow where", "what we measured on nine sites"
    assert text == f"… {ends} -two- +three+ {begins} … {ends} +ends+ {begins} …"


def test_a_rewritten_text_is_shown_as_two() -> None:
    """Where little stayed, no word is an anchor."""
    before = [word for number in range(20) for word in (f"red{number}", f"ink{number}", "the")]
    after = [word for number in range(25) for word in ("the", f"blue{number}", f"pen{number}")]
    assert [kind for kind, _ in changes.of(before, after)] == ["removed", "added"]


def test_names_are_compared_as_people() -> None:
    before, after = ["C. Balázs", "Ana Šimić"], ["C. Bal\\'azs", "Bo Berg", "Ana Simic"]
    found = changes.of(before, after, author_names.fold)
    assert [(kind, words) for kind, words in found if kind != "kept"] == [("added", ("Bo Berg",))]


@for_each("size", [199, 800, 20_000])
def test_any_texts_are_compared_quickly(size: int) -> None:
    """Words that recur, many words, one endless word, open formulas."""
    pairs = [
        (["a"] * size, ["a", "b"] * (size // 2)),
        (["x", "y"] * (size // 2), ["x", "z"] * (size // 2)),
        ([str(n % 150) for n in range(size)], [str(n * 7 % 150) for n in range(size)]),
        (["x" * size], ["x" * size + "y"]),
        (markup.words("$" * size), markup.words("\\emph{" * size)),
    ]
    start = time.process_time()
    for before, after in pairs:
        changes.shortened(changes.of(before, after))
    assert time.process_time() - start < 10

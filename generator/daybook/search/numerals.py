"""Numbers as characters: the form in which the index's files hold them.

A number below 57 is one byte in UTF-8, one below 50,000 two or three; a quotation mark or backslash never occurs. Files
are compressed on their way, and characters compress as well as bytes would, without base64 around them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

FIRST = 35  # "#", behind the quotation mark
BACKSLASH = 92
LARGE = 50_000
"""From here on a number takes two characters, the first of them in the private area."""
PRIVATE = 0xE000

Ints = npt.NDArray[np.int32]


def character(number: int) -> str:
    """A number below LARGE as a character."""
    return chr(number + (FIRST if number < BACKSLASH - FIRST else FIRST + 1))


def text(numbers: Sequence[int]) -> str:
    """Numbers from 0 to about 300 million as a text.

    >>> text([0, 1, 57, 50_000])
    '#$]\ue001#'
    """
    return "".join(
        character(number) if number < LARGE else chr(PRIVATE + number // LARGE) + character(number % LARGE)
        for number in numbers
    )


def pieces(numbers: Ints, bounds: Ints) -> list[str]:
    """The texts of numbers[bounds[0]:bounds[1]], numbers[bounds[1]:bounds[2]] and so on."""
    large = np.flatnonzero(numbers >= LARGE)
    low = numbers % LARGE if len(large) else numbers
    codes = (low + FIRST + (low >= BACKSLASH - FIRST)).astype("<u2")
    whole = np.insert(codes, large, PRIVATE + numbers[large] // LARGE) if len(large) else codes
    ends = (bounds + np.searchsorted(large, bounds)).tolist()
    written = whole.tobytes().decode("utf-16-le")
    return [written[start:end] for start, end in pairwise(ends)]

"""What stands around a document's text and is no word of it: a printed page's headers and footers, a mail's frame.

Found by its form, and named in a note. A page's furniture is what returns at each page break: a line whose only change
is a number that counts up by one, at form feeds or at regular distance, and lines that stand beside all of these and
nowhere else; where a number alone tells them, no lines that the text's format knows, as its items may count up, too. A
mail's is its signature and the lines that a program writes above what it forwards.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice, pairwise

_NUMBER = re.compile(r"[0-9]{1,9}")
_DASHED = re.compile(r"[-–—] ?\d{1,4} ?[-–—]")  # a page's number, however few there are
_LONGEST = 250  # characters of a header or a footer
_PAGE = 12  # lines of the shortest page; numbered items stand closer
_LONG_PAGE = 20  # the same, where nothing but its number tells the footer
_BESIDE = 4  # lines of a header or a footer
_MOST_PAGES = 999  # ids that count up have more digits, such as 2601.15307
_PAGES = 3  # from which a number counts, if no form feed parts them
_FORMS_NAMED = 6

_QUOTE = re.compile(r"^[ \t\u00a0]*>[ \u00a0]?")
_TIGHT_QUOTE = re.compile(r"^[ \t\u00a0]*>")
_WORD_QUOTED = re.compile(r"^[ \t\u00a0]*>[^ \u00a0>]")
_MOST_QUOTED = 10  # quotations within quotations
_MOST_OF_IT = 0.9  # share of a quotation's lines that are marked so: a wrapped one may not be

_FRAME = re.compile(r"-{3,} ?[^\W\d_][^-\n]{2,60}-{3,}|_{20,}|Begin forwarded message:")
_FROM = re.compile(r"\*?(?:From|Von|De|Da|Van|Fra|Från|Od|От|发件人|差出人)[:\uff1a]\*? ?\S")  # a mail's first header
_HEADER = re.compile(r"\*?[^\W\d_][\w-]{0,20}:\*? \S")
_SIGNATURE_LINES, _SIGNATURE_WIDTH = 12, 100
_ABOVE = 4  # short lines above a frame ("For your information")
# What a browser prints above a page: "7/1/26, 10:11 AM    cs.DC".
_PRINTED = re.compile(r"\d[\d./ -]{5,12},? {0,4}\d{1,2}:\d\d(?: ?[AP]M)?(?:\s.{0,200})?")
_KNOWN = re.compile(  # what programs and pages put below a text, and their signs for its end
    r"(?:\S{0,80}/\S{0,80}\s+)?(?:Page\s+)?(\d{1,4})\s?(?:of|/)\s?\1|[-–—]\s?\d{1,4}\s?[-–—]"
    r"|©.{0,100}|Done\.?|Sent (?:from|via|with) .{2,40}|Get Outlook for \w+|Back to top|(?:Copy|Share) link"
    r"|(?:Share|Print|Save|E-?mail)(?: this)?(?: page| post| article| on \w+)?",
    re.IGNORECASE,
)


Knows = Callable[[Sequence[str]], Collection[int]]
"""A format's function: stripped lines -> the numbers of those that it recognises."""


def without(lines: Sequence[str], knows: Knows) -> tuple[list[str], tuple[str, ...]]:
    """The lines of a text without furniture, and that. A quotation, which has nearly all lines, is the text."""
    kept, left = without_pages([line.rstrip("\x1a") for line in lines], knows)
    for _ in range(_MOST_QUOTED):
        kept, around = without_frame(kept)
        left += around
        quoted = [k for k, line in enumerate(kept) if _QUOTE.match(line)]
        inner = kept[quoted[0] : quoted[-1] + 1] if quoted else []
        words = sum(bool(line.strip()) for line in inner)
        if len(quoted) < _MOST_OF_IT * words or words < sum(bool(line.strip()) for line in kept) / 2 or not inner:
            if not around:
                break
        else:
            mark = _TIGHT_QUOTE if any(map(_WORD_QUOTED.match, inner)) else _QUOTE
            left += [line.strip() for line in (*kept[: quoted[0]], *kept[quoted[-1] + 1 :]) if line.strip()]
            kept = [mark.sub("", line) for line in inner]
    return kept, tuple(left)


def without_pages(lines: Sequence[str], knows: Knows) -> tuple[list[str], list[str]]:
    """The lines without the furniture of printed pages, and that furniture; "\f" has a line of its own or begins or
    ends one. A paragraph that a page's end parts is whole again."""
    feeds = {k for k, line in enumerate(lines) if "\f" in (line[:1], line[-1:])}
    if feeds:
        # A line that has only these is a blank line behind them, but where each has a line of its own.
        apart = all(not lines[k].strip("\f") for k in feeds)
        parts = (
            (*filter(None, re.split("(\f)", line)), *[""] * (not line.strip("\f" * (not apart)))) for line in lines
        )
        lines = [part for of_line in parts for part in of_line]
        feeds = {k for k, line in enumerate(lines) if line == "\f"}
    # A program that keeps a page's layout spaces each page its own way.
    bare = [" ".join(line.split()) for line in lines]
    gone, pages = _seams(bare, feeds)
    own = knows(bare) if gone and not feeds else ()
    if own:
        gone, pages = _seams(bare, feeds, own)
    if any(len(_NUMBER.findall(bare[k])) > 1 for k in gone):  # "2 of 12" are pages, whatever stands beside it
        own = ()
    if not gone:
        return list(lines), []
    known = set[str]()
    for _ in range(2 * _BESIDE):
        beside = _beside(bare, gone, pages, own)
        known |= {bare[k] for k in beside}
        gone |= beside
    filled = [k for k, line in enumerate(bare) if line and k not in gone]
    # The first page's header and the last one's footer stand beside no other page.
    ends = filled[:_BESIDE] if min(gone) > min(filled, default=0) else []
    ends += filled[-_BESIDE:] if max(gone) < max(filled, default=0) else []
    gone.update(k for k in ends if bare[k] in known)
    left = [bare[k] for k in sorted(gone) if bare[k]]
    gone |= _margins(bare, gone, feeds)
    return [line for k, line in enumerate(lines) if k not in gone], left


def _seams(bare: Sequence[str], feeds: set[int], own: Collection[int] = ()) -> tuple[set[int], int]:
    """Form feeds and lines with a page's number; and how many pages they part."""
    times, runs = Counter(bare), _runs(bare, feeds)
    alike: dict[tuple[int, int, str], list[int]] = defaultdict(list)
    places = [(0, 0, k) for k, line in enumerate(bare) if times[line] == 1]
    if feeds:  # a page's number is at the same distance from each, and may also be a word of the text
        places += ((step, n, k) for step in (-1, 1) for run in runs for n, k in enumerate(_next_to(bare, run, step)))
    for step, n, k in places:
        if len(bare[k]) <= _LONGEST and _NUMBER.search(bare[k]):
            alike[step, n, re.sub(r" ?\d{1,9} ?", "#", bare[k])].append(k)
    counted = [
        same for (step, *_), group in alike.items() for same in _counting(bare, group)
        if len(same) >= max(2, len(runs) - 2 if step else len(group) / 2)
        and not all(k in own and not bare[k].isdigit() for k in same)  # of which some may stand where a title would
        and _are_pages(bare, same, own, at_feeds=step != 0)
    ]  # fmt: skip
    return feeds.union(*counted), max((len(runs) - 1, *map(len, counted)))


def _counting(bare: Sequence[str], places: Iterable[int]) -> Iterator[list[int]]:
    """The lines of which one number is one more than on the line before, apart from others that are alike."""
    numbered = sorted(([int(number) for number in _NUMBER.findall(bare[k])], k) for k in places)
    same = [numbered[0][1]]
    for (before, _), (numbers, k) in pairwise(numbered):
        more = sorted(b - a for a, b in zip(before, numbers, strict=True))
        if same[-1] > k or more != [0] * (len(more) - 1) + [1]:
            yield same
            same = []
        same.append(k)
    yield same


def _are_pages(bare: Sequence[str], places: Sequence[int], own: Collection[int], *, at_feeds: bool) -> bool:
    """Whether lines that differ in numbers alone count pages. at_feeds: each has one beside it."""
    columns = list(zip(*(map(int, _NUMBER.findall(bare[k])) for k in places), strict=True))
    counting = [column for column in columns if all(b == a + 1 for a, b in pairwise(column))]
    still = [column[0] for column in columns if len(set(column)) == 1]
    if len(counting) != 1 or len(counting) + len(still) != len(columns) or counting[0][-1] > _MOST_PAGES:
        return False
    if at_feeds or all(_DASHED.fullmatch(bare[k]) for k in places):
        return True
    first, gaps = counting[0][0], [b - a for a, b in pairwise(places)]
    outside = re.search(rf"^\W*{first}\b|\b{first}\W*$", bare[places[0]])  # and not in a sentence
    above, below = _is_at_end(bare, places[0], places[1], -1), _is_at_end(bare, places[-1], places[0], 1)
    if first == 1 and (above or below):  # no page is missing, and only an end's may be short
        pages = [*gaps, len(bare) - places[-1]] if above else [places[0] + 1, *gaps]
        if len(places) in still and min(pages[1:-1], default=max(pages)) >= _PAGE:
            return True  # "1/2" and "2/2"
        if len(places) < _PAGES:
            return outside is not None and pages[0] >= _LONG_PAGE and pages[1] <= 1.25 * pages[0]
    regular = len(places) >= _PAGES and min(gaps[:-1]) >= _PAGE and max(gaps) <= 2 * min(gaps[:-1])
    said = any(total >= counting[0][-1] and total < counting[0][-1] + 3 for total in still)  # "2 of 12"
    if not regular or said:
        return regular
    alone = min(gaps[:-1]) >= _LONG_PAGE and max(gaps[:-1]) <= 1.25 * min(gaps[:-1])
    return bool(outside and (alone or _beside(bare, set(places), len(places), own)))


def _is_at_end(bare: Sequence[str], k: int, other: int, step: int) -> bool:
    """Whether a line begins the text (step -1) or ends it (1), but for lines that stand there beside another, too."""
    lines, like = ([bare[n] for n in _next_to(bare, (each, each), step)] for each in (k, other))
    return len(lines) < _BESIDE and like[: len(lines)] == lines


def _runs(bare: Sequence[str], gone: Iterable[int]) -> list[tuple[int, int]]:
    """The first and the last line of each piece of furniture: nothing but blank lines parts one's lines. The first
    begins above the text, and the last ends below it."""
    runs: list[tuple[int, int]] = []
    for k in (-1, *sorted(gone), len(bare)):
        if runs and not any(bare[runs[-1][1] + 1 : k]):
            runs[-1] = (runs[-1][0], k)
        else:
            runs.append((k, k))
    return runs


def _next_to(bare: Sequence[str], run: tuple[int, int], step: int) -> Iterator[int]:
    """The next lines above furniture (step -1) or below it (1) that are not blank."""
    numbers = range(run[1] + 1, len(bare)) if step > 0 else range(run[0] - 1, -1, -1)
    return islice((k for k in numbers if bare[k]), _BESIDE)


def _beside(bare: Sequence[str], gone: set[int], pages: int, own: Collection[int]) -> set[int]:
    """The lines next to furniture that are the same on all pages but one at most, and stand nowhere else."""
    times, found = Counter(bare), set[int]()
    for step in (-1, 1):
        next_to = (next(_next_to(bare, run, step), None) for run in _runs(bare, gone))
        places = {n for n in next_to if n is not None and n not in own and len(bare[n]) <= _LONGEST}
        same = {line for line, n in Counter(bare[n] for n in places).items() if max(2, pages - 1, times[line] - 1) <= n}
        found |= {n for n in places if bare[n] in same}
    return found


def _margins(bare: Sequence[str], gone: set[int], feeds: set[int]) -> set[int]:
    """The blank lines around and within the furniture; of those around it as many as all its pieces have."""
    around: list[tuple[range, range]] = []
    runs, blank = _runs(bare, gone), set[int]()
    for first, last in runs:
        above = next((n for n in range(first - 1, -1, -1) if bare[n]), -1)
        below = next((n for n in range(last + 1, len(bare)) if bare[n]), len(bare))
        blank.update(k for k in range(first, last) if not bare[k])
        around.append((range(above + 1, first), range(last + 1, below)))
    top, inner, bottom = around[0][1], around[1:-1], around[-1][0]
    over, under = (min((len(pair[side]) for pair in inner), default=0) for side in (0, 1))
    if len(inner) < _PAGES:
        # These may be the text's own: a first header or a last footer tells, else what is on the other side, too.
        both = 0 if feeds else min(over, under)
        over = min(over, len(bottom) if runs[-1][0] < len(bare) else both)
        under = min(under, len(top) if runs[0][1] >= 0 else both)
    return blank.union(top, bottom, *((*above[len(above) - over :], *below[:under]) for above, below in inner))


def without_frame(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """The lines of a text without the frame in which a mail forwards it, an only page's header, and what stands below
    its end: a signature, "Sent from my telephone", "Share this page", "1/1"; and what was left out."""
    filled = [k for k, line in enumerate(lines) if line.strip()]
    start, end = 0, len(lines)
    top = [lines[k].strip() for k in filled[: _ABOVE + 1]]
    frame = next((n for n, line in enumerate(top) if _FRAME.fullmatch(line) or _FROM.match(line)), None)
    if frame is not None and all(len(lines[k]) <= _SIGNATURE_WIDTH for k in filled[:frame]):
        after = frame + 1
        while after < len(filled) and _HEADER.match(lines[filled[after]].strip()):
            after += 1
            if after < len(filled) and filled[after] > filled[after - 1] + 1 and after > frame + 2:
                break
        start = filled[after - 1] + 1 if after > frame + 2 else 0
    if top and _PRINTED.fullmatch(top[0]):
        start = max(start, filled[0] + 1)
    while filled and filled[-1] >= start and _KNOWN.fullmatch(lines[filled[-1]].strip()):
        end = filled.pop()
    below = [k for k in filled if k >= start][-_SIGNATURE_LINES - 1 :]
    sign = next((n for n, k in enumerate(below) if lines[k].rstrip() == "--"), None)
    if sign and sign < len(below) - 1 and all(len(lines[k]) <= _SIGNATURE_WIDTH for k in below[sign:]):
        end = below[sign]
    left = [line.strip() for line in (*lines[:start], *lines[end:]) if line.strip()]
    return list(lines[start:end]), left


def named(left: Sequence[str]) -> tuple[str, ...]:
    """A note of what was left out: each form of line once, with its number."""
    forms: dict[str, list[str]] = defaultdict(list)
    for line in left:
        forms[_NUMBER.sub("#", line)].append(line)
    told = [f'"{same[0][:80]}"' + (f" and {len(same) - 1:,} like it" if same[1:] else "") for same in forms.values()]
    more = [f"{len(told) - _FORMS_NAMED:,} more"] if len(told) > _FORMS_NAMED else []
    return (f"passed over around the text: {', '.join([*told[:_FORMS_NAMED], *more])}",) if told else ()

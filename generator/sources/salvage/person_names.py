"""What a person's name looks like, where only the words themselves can tell: in text whose separators were lost."""

from __future__ import annotations

import re
from itertools import pairwise

from generator.sources.author_list import PARTICLES, SUFFIXES, names_in

# Words of titles and comments that stand capitalised there and are nobody's name.
_PLAIN = """
    and for from its of our through toward towards under using via with without what when where why beyond across
    abstract acceleration accelerators accepted access agent agents aggregation algorithm algorithms allocation
    analysis analytics announcement appear appendix application applications approach architecture architectures
    artifact artificial attention award based batch benchmark benchmarking benchmarks blockchain blockchains brief
    cache caching camera challenges chapter checkpoint checkpointing chemistry clouds cluster clusters code codes
    collective collectives comment comments communication communications companion compilers complexity compression
    compute computer computers computing computation concurrency conference consensus consistency continuum control
    cores data databases deduplication deep deployment design detection devices diffusion discovery distributed
    draft dynamic edge edition efficient efficiency emergence energy engine engineering environments ethernet
    evaluation execution experts extended fabric failures fault federated figure figures file final forecasting
    framework frameworks general generation github graph graphs heterogeneous high html ieee inference
    infrastructure intelligence international internet invited journal kernels language large latency layer learning
    lecture letter letters links local main management mathematics mechanisms medicine memory messages methods
    microservices mobile model modeling models multimodal networking networks network neural notes offloading open
    optimisation optimization orchestration pages paper papers parallel parallelism part performance persistence
    physics planning platform platforms poster practice prediction preliminary preprint privacy problem problems
    proceedings processing processor processors programming project proof protocol protocols published pruning
    quantum ready realtime reasoning references repartitioning replaced replication report research resilience
    resource resources retrieval review revised revision routing runtime safety sampling scale scaling scheduler
    schedulers scheduling science search section security semantics serverless service services serving simulation
    simulations simulator software source sparse special spotlight standard state statistics storage stream
    streaming streams structures study submission submitted supplement supplementary supporting survey symposium
    synchronization system systems table tables technical technology test testing theory thesis time toolkit tools
    training transactions transformer transformers tutorial unified usenix verification version video vision volume
    web wireless work workflow workflows workload workloads workshop
"""
NOT_NAMES = frozenset(_PLAIN.split())

_INITIALS = re.compile(r"(?:[^\W\d_]\.-?)+(?:[^\W\d_]\.?)?")
_PREFIXED = re.compile(
    r"(?:Mc|Mac|De|Di|Du|La|Le|Lo|Van|Von|Fitz|Al|El|Ben|O['’`]|D['’`]|L['’`]|N['’`])(?=[^\W\d_])", re.UNICODE
)
_ELIDED = re.compile(r"^(?:dell|d|l)['’`](?=[^\W\d_])")
_TAIL = re.compile(r"[^\W\d_]*+(?:['’`][^\W\d_]++)*+['’`]?")


def _is_part(part: str, *, first: bool) -> bool:
    """Whether a piece between hyphens can stand in a name: `Pflüger`, `McDonald`, `O'Brien`, later also `hyun`."""
    if not part:
        return False
    if part.isupper() and len(part) <= 4:
        return True
    part = _ELIDED.sub("", part)
    prefix = _PREFIXED.match(part)
    rest = part[prefix.end() :] if prefix else part
    if not rest[0].isupper() and not part[0].isupper() and first and part.lower() not in PARTICLES:
        return False
    tail = rest[1:]
    return _TAIL.fullmatch(tail) is not None and (tail == tail.lower() or "'" in tail or "’" in tail)


def is_name_word(word: str) -> bool:
    """Whether a word can be a part of a name: `Richtárik`, `J.-P.`, `Jae-hyun`, `O'Brien`; no camel case but `McX`."""
    word = word.rstrip("*†‡§,").lstrip("-")
    if word.lower() in SUFFIXES:
        return True
    if _INITIALS.fullmatch(word) and word[0].isupper():
        return True
    return all(_is_part(part, first=k == 0) for k, part in enumerate(re.split("[-‐‑]", word.rstrip("."))))


def is_plain(word: str) -> bool:
    """Whether a word is one of titles and comments; an initial never is."""
    return len(word) > 1 and word.lower() in NOT_NAMES


def has_stray_comma(words: list[str]) -> bool:
    """Whether a comma stands before something other than a suffix ("Smith, Jr.")."""
    return any(word.endswith(",") and after.lower() not in SUFFIXES for word, after in pairwise(words))


def is_name(text: str) -> bool:
    """Whether `text` looks like one person's full name: two to seven words, none of them a plain word of titles."""
    words = text.split()
    own = [word for word in words if word.lower() not in PARTICLES or word[0].isupper()]
    if len(own) < 2 or len(words) > 7 or own[-1] != words[-1] or has_stray_comma(words):
        return False
    return all(is_name_word(word) and not is_plain(word) for word in own)


def share_of_names(names: tuple[str, ...]) -> float:
    """Which part of these (0 to 1) looks like full names."""
    return sum(map(is_name, names)) / len(names) if names else 0.0


def are_names(text: str) -> bool:
    """Whether a list reads as full names, by nothing but how they are written: all of them, but for one in five."""
    names = names_in(text)
    return bool(names) and sum(map(_is_written_as_name, names)) >= 0.8 * len(names) and _is_written_as_name(names[0])


def _is_written_as_name(name: str) -> bool:
    words = name.split()
    own = [word for word in words if word.lower() not in PARTICLES]
    return len(own) > 1 and len(words) <= 7 and not has_stray_comma(words) and all(map(is_name_word, own))

"""The one door to the terminal and to the logs of CI: nothing is printed but what has passed here.

Titles, error pages, names of files and of themes are written by others. Printed as they came, they could repaint a
terminal, turn a line around or give orders to the program that runs a workflow.
"""

from __future__ import annotations

import logging
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from threading import RLock
from typing import TYPE_CHECKING, Any, TextIO, TypeVar
from urllib.parse import quote, quote_plus

if TYPE_CHECKING:
    from tqdm import tqdm

HIDDEN = "***"  # stands where a key stood
_ORDER = re.compile(r"^( *):(?=:)|#(?=#\w*\[)")
"""What GitHub, Azure and TeamCity obey: `::error::` where a line begins, `##[error]` and `##vso[...]` anywhere."""
_USERINFO = re.compile(r"(?<=://)[^\s/?#@\"'<>]+@")
KEY_NAME = r"(?:key|token|secret|passw(?:or)?d|pwd|pass|auth|sig|signature|credentials?|sid|sessionid)"
"""How the names of parameters end whose values are keys: `api_key`, `X-Amz-Signature`, not `keyword` or `author`."""
_SECRET = re.compile(
    rf"((?<=[?&;])[\w.%-]{{0,60}}?{KEY_NAME}="
    r"|\b(?:authorization|(?:x-)?api[-_ ]?key)\b[\"']?\s{0,3}[:=]\s{0,3}b?[\"']?(?:(?:basic|bearer)\s)?"
    r"|\bbearer\s(?=[\w.~+/-]{0,40}\d))[^\s&;,#\"'<>]+",
    re.IGNORECASE,
)
"""A value in an address by the name of its parameter, and in a header that an error quotes."""
_LONGEST = 4_000  # characters of a line that are printed: what is longer, no person wrote

T = TypeVar("T")


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun, in English as all that is printed: `1 day`, `2,000 entries`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def printable(text: str) -> str:
    r"""`text` on one line, as any terminal and log shows it and none obeys it; what cannot be shown is escaped.

    >>> print(printable("a\x1b[31m\nb \u202ec caf\udce9"), printable("::error::no"), printable("##[error]no"))
    a\x1b[31m\nb \u202ec caf\xe9 \x3a:error::no \x23#[error]no
    """

    def shown(char: str) -> str:
        if char.isprintable() or unicodedata.category(char) == "Zs":
            return char if char.isprintable() else " "
        if "\udc80" <= char <= "\udcff":  # a byte of a name that is not UTF-8
            return f"\\x{ord(char) - 0xDC00:02x}"
        return repr(char)[1:-1]

    text = text if text.isprintable() else "".join(map(shown, text))
    return _ORDER.sub(lambda match: f"{match[1] or ''}\\x{ord(match[0][-1]):02x}", text)


def redacted(text: str, secrets: Iterable[str] = ()) -> str:
    """`text` without user names, passwords and keys in its addresses and headers, and without these `secrets`.

    >>> redacted("https://me:pw@example.org/feed?format=rss&api_key=abc")
    'https://***@example.org/feed?format=rss&api_key=***'
    """
    for secret in secrets:
        for form in (secret, quote(secret, safe=""), quote_plus(secret)):
            text = text.replace(form, HIDDEN)
    return _SECRET.sub(rf"\1{HIDDEN}", _USERINFO.sub(f"{HIDDEN}@", text))


def say(line: str) -> None:
    """A line on standard output."""
    _write(line, sys.stdout)


def warn(line: str) -> None:
    """A line on standard error, after all that was said before."""
    sys.stdout.flush()
    _write(line, sys.stderr)


def annotate(kind: str, line: str) -> None:
    """A line that GitHub shows on a run's page, as an `error` or a `warning`."""
    sys.stderr.flush()
    sys.stdout.write(f"::{kind}::{printable(redacted(line)).replace('%', '%25')}\n")
    sys.stdout.flush()


def trace(text: str) -> None:
    """The lines of a traceback on standard error."""
    for line in text.splitlines():
        warn(line)


def is_interactive() -> bool:
    """Whether a person sits there who can be asked."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout.isatty())


def ask(question: str) -> str:
    """A person's answer, one line without blanks around it. Raises KeyboardInterrupt where there is none."""
    try:
        return input(f"{printable(question)} ").strip()
    except EOFError:
        raise KeyboardInterrupt from None


def data(lines: Iterable[bytes]) -> None:
    """Lines for a program on standard output, byte by byte as they are: whoever makes them has escaped them."""
    sys.stdout.buffer.writelines(lines)
    sys.stdout.flush()


def facts(told: object) -> None:
    """What a command found, of plain parts, as JSON in ASCII, which no terminal obeys; without keys, as all lines."""
    from json import dumps  # takes a while to load, and few commands are asked for it

    data([dumps(_without_keys(told), indent=2).encode(), b"\n"])


def _without_keys(told: object) -> object:
    if isinstance(told, str):
        return redacted(told)
    if isinstance(told, dict):
        return {redacted(name): _without_keys(value) for name, value in told.items()}
    return [_without_keys(each) for each in told] if isinstance(told, list | tuple) else told


def bar(items: Iterable[T], what: str, total: int | None = None, *, hidden: bool = False) -> Iterator[T]:
    """The items, with a progress bar where a person looks at a terminal."""
    yield from _bars()(items, desc=printable(what), total=total, **_looks(hidden))


def steps(counts: Iterable[int], what: str, total: int, *, hidden: bool = False) -> Iterator[int]:
    """Counts of finished things, with a progress bar of their sum where a person looks at a terminal."""
    with _bars()(desc=printable(what), total=total, **_looks(hidden)) as shown:
        for count in counts:
            shown.update(count)
            yield count


def log(*, shown: bool) -> None:
    """Print what the program logs (requests, files, caches, processes), or do not. Loggers are named `daybook.PART`."""
    logger = logging.getLogger("daybook")
    logger.handlers = [_Log() if shown else logging.NullHandler()]
    logger.setLevel(logging.DEBUG if shown else logging.CRITICAL)
    logger.propagate = False


class _Log(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        warn(f"{record.name}: {record.getMessage()}")


def _write(line: str, stream: TextIO) -> None:
    line = redacted(line if len(line) <= _LONGEST else f"{line[:_LONGEST]} ...")
    encoding = stream.encoding or "utf-8"
    _bars().write(printable(line).encode(encoding, "backslashreplace").decode(encoding), file=stream)


def _looks(hidden: bool) -> dict[str, Any]:
    return {"disable": hidden or not sys.stderr.isatty(), "leave": False, "unit": " ", "file": sys.stderr}


def _bars() -> type[tqdm[Any]]:
    from tqdm import tqdm  # takes longer to load than a short command to run

    tqdm.monitor_interval = 0  # no thread of its own: a process with threads must not fork
    tqdm.set_lock(RLock())  # else one of the system's, which Python 3.14 says is left behind
    return tqdm

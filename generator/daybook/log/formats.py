"""The formats of an archive, by the number in archive.yml, and the steps from each to the next.

The first command that writes takes all steps that are due, under the archive's lock; one that only reads reads former
formats as they are. A step makes what is new before it removes what that replaces, and the number is written last: a
step that was killed is taken again, and finds done what was done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from daybook import config
from daybook.errors import GeneratorError, Unwritable
from daybook.log.statements import CoverageLog
from daybook.runtime import files

IGNORES, ATTRIBUTES = ".gitignore", ".gitattributes"
MERGING = (
    "/records/**/*.jsonl merge=union", "/coverage/*.jsonl merge=union", "/attempts/*.jsonl merge=union",
    "/summaries/**/*.jsonl merge=union", "/listings/**/*.gz binary", "/listings/**/*.xz binary",
)  # fmt: skip
"""What git is told of an archive's files: where two have gone on with the log, the lines of both are kept."""


def tell_git(file: Path, lines: Iterable[str]) -> None:
    """Put those of these lines that a .gitignore or .gitattributes lacks at its end."""
    own = (files.read(file) or b"").decode(errors="replace").splitlines()
    for line in (each for each in lines if each not in own):
        files.append(file, line.encode(), files.scratch_folder(file.parent))


def _by_months(archive: Path, coverage: CoverageLog) -> None:
    tell_git(archive / ATTRIBUTES, MERGING)  # first: git may be about to merge what another clone has written
    coverage.adopt()


class Step(NamedTuple):
    """A step to the next format."""

    run: Callable[[Path, CoverageLog], object]  # of an archive's folder; may be called again at any time
    text: str  # what has changed, for the archive's owner


MIGRATIONS: Mapping[int, Step] = {
    0: Step(
        _by_months,
        "What documents stated of themselves stands in coverage/YYYY-MM.jsonl, a file a month, no longer in"
        " coverage.jsonl; .gitattributes tells git to keep the lines of both where two clones have gone on with the"
        " log. Records, documents and addresses are as they were.",
    ),
}
"""The number of a format -> the step from it to the next."""


CHANGED = "The archive is now in format"
"""How the words begin that tell an owner of it: `daybook upgrade` of another version knows them by this."""


def refuse_newer(archive: Path) -> None:
    """Raise SettingsError where a newer Daybook has written this archive."""
    config.refuse_newer((files.read(archive / config.NAME) or b"").decode(errors="replace"))


def migrate(archive: Path, coverage: CoverageLog, say: Callable[[str], object]) -> None:
    """Bring an archive to this program's format, and say what that has changed. For the holder of its lock.

    An archive.yml or a log that cannot be read is left to whoever asks for it. Raises SettingsError where archive.yml
    takes no further line.
    """
    place = archive / config.NAME
    try:
        text = (files.read(place) or b"").decode()
        former = config.parse(text).format
        steps = [MIGRATIONS[number] for number in range(former, config.FORMAT)]
        for step in steps:
            step.run(archive, coverage)
    except Unwritable:
        raise
    except (GeneratorError, UnicodeDecodeError):
        return
    if steps:
        files.write(place, config.in_format(text).encode(), files.scratch_folder(archive))
        say(
            f"{CHANGED} {config.FORMAT}, before in {former}. {' '.join(step.text for step in steps)}"
            f" {config.NAME} has the line `format: {config.FORMAT}`, at which older versions of Daybook stop. Commit"
            " this by itself: `git revert` of that commit leads back to them."
        )

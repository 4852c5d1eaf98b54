"""EDGE: the language of an archive, from the file of its translation."""

from __future__ import annotations

from pathlib import Path

from daybook.errors import SettingsError
from daybook.runtime import files
from daybook.text import language


def speak(tag: str, *folders: Path) -> None:
    """Let pages be in this language; see `find`."""
    language.use(find(tag, *folders))


def find(tag: str, *folders: Path) -> language.Language:
    """A language. `folders`: an archive and the program, of which the first one that has it counts.

    Raises SettingsError where none has it, or its file is damaged.
    """
    if tag == language.ENGLISH:
        return language.Language()
    place = language.place(tag)
    for path in (folder / place for folder in folders):
        data = files.read(path)
        if data is None:
            continue
        try:
            return language.read(tag, data.decode())
        except UnicodeDecodeError as error:
            raise SettingsError("is not UTF-8", subject=str(path), hint="save it as UTF-8") from error
        except SettingsError as error:
            raise error.at(str(path)) from error.__cause__
    hint = f"translate overrides/words/daybook.pot as {place} of the archive, or leave `language` out"
    raise SettingsError(f"there is no translation into {tag!r}", subject="archive.yml", location="language", hint=hint)

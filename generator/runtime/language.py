"""EDGE: the language of an archive, from the file of its translation."""

from __future__ import annotations

from pathlib import Path

from generator import words
from generator.errors import SettingsError
from generator.runtime import files


def speak(tag: str, *folders: Path) -> None:
    """Let pages be in this language. `folders`: an archive and the program, of which the first one that has it counts.

    Raises SettingsError where none has it, or its file is damaged.
    """
    place = words.place(tag)
    found = ((folder / place, files.read(folder / place)) for folder in folders if tag != words.ENGLISH)
    path, data = next((each for each in found if each[1] is not None), (Path(), None))
    if data is None and tag != words.ENGLISH:
        hint = f"translate overrides/words/daybook.pot as {place} of the archive, or leave `language` out"
        raise SettingsError(
            f"there is no translation into {tag!r}", subject="archive.yml", location="language", hint=hint
        )
    try:
        words.use(words.read(tag, data.decode()) if data else words.Language())
    except UnicodeDecodeError as error:
        raise SettingsError("is not UTF-8", subject=str(path), hint="save it as UTF-8") from error
    except SettingsError as error:
        raise error.at(str(path)) from error.__cause__

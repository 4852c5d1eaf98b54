"""Errors that a person can act on: each names what is at fault, the place in it, and what to do."""

from __future__ import annotations

import datetime as dt
import errno
import os
import traceback
from collections.abc import Callable


class GeneratorError(Exception):
    """Something a person can fix. The command line prints it as one line; exit code 1.

    subject: what is at fault (a document, a file, an id); location: where in it ("line 3", "entry 12"); hint: what to
    do about it. Each may be empty.
    """

    def __init__(self, problem: str, *, subject: str = "", location: str = "", hint: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.subject = subject
        self.location = location
        self.hint = hint

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.subject, self.location) if part)
        line = f"{where}: {self.problem}" if where else self.problem
        line = f"{line}; {self.hint}" if self.hint else line
        return " ".join(line.split())

    def at(self, subject: str) -> GeneratorError:
        """The same error, with this subject: a reader knows the location, only its caller knows the document's name."""
        named = type(self)(self.problem, subject=subject, location=self.location, hint=self.hint)
        named.__cause__ = self.__cause__
        for note in getattr(self, "__notes__", ()):
            named.add_note(note)
        return named


class Refused(GeneratorError):
    """A document that cannot be read, or is itself an error message. Nothing of it is stored."""


class Damaged(GeneratorError):
    """What can be made again was not as it was written, and is removed: whoever needs it begins again."""


class NoListing(Refused):
    """A complete page without any listing: asking again will not help."""


class SaysNothing(Refused):
    """An empty document without a date: there is nothing to store."""


class SettingsError(GeneratorError):
    """A file written by people (archive.yml, themes.yml, same.yml ...) that cannot be used as it stands."""


def in_file(name: str) -> Callable[[str, str, str], SettingsError]:
    """What makes errors of such a file, of a problem, its place and the mend."""
    return lambda problem, place, hint: SettingsError(problem, subject=name, location=place, hint=hint)


class NoArchive(SettingsError):
    """No archive is named, and the current folder is in none. The command line ends with exit code 2."""


class StoreError(GeneratorError):
    """The archive on disk is not sound, or cannot be written."""


class Unwritable(StoreError):
    """A file that cannot be written. Most likely no other can be, either."""


class BuildError(GeneratorError):
    """The site could not be built."""


class UnknownName(GeneratorError, KeyError):
    """A name that nothing in the archive has; a KeyError for callers of the library."""


class ModelFault(GeneratorError):
    """The language model could not be asked, or gave no answer."""


class NotFetched(GeneratorError):
    """A document that a service did not give. status: its last answer's; None: no answer came.

    until: the time, UTC, before which it should not be asked for again; None: at any time.
    """

    status: int | None = None
    until: dt.datetime | None = None


class NotAsked(NotFetched):
    """A document that was not asked for, as its service should be left alone."""


class Offline(NotFetched):
    """No service could be reached."""


LONGEST = 200
"""Characters of a library's error message that are repeated."""
_SHOW = "run again with --verbose for a traceback"


def actionable(error: Exception, subject: str = "") -> GeneratorError:
    """Any error as one that a person can act on; a foreign one gets its traceback as a note.

    subject: what is at fault, where the error does not say.
    """
    if isinstance(error, GeneratorError):
        return error.at(error.subject or subject)
    name, hint = None, _SHOW
    if isinstance(error, OSError):
        name, problem, hint = error.filename, str(error), ""
        if error.errno in (errno.EMFILE, errno.ENFILE):
            problem, hint = "too many open files", "raise the limit with ulimit -n, then run the command again"
        elif error.strerror:
            problem, hint = error.strerror, "check disk space and permissions, then run the command again"
    elif isinstance(error, MemoryError):
        problem = "not enough memory"
    elif isinstance(error, RecursionError):
        problem = "nested too deeply"
    else:
        words, kind = " ".join(str(error).split())[:LONGEST], type(error).__name__
        problem, hint = f"unexpected error ({kind}{f': {words}' if words else ''})", f"{_SHOW}, and report it"
    place = os.fsdecode(name) if isinstance(name, str | bytes) else ""
    fault = GeneratorError(problem, subject=place or subject, hint=hint)
    fault.add_note("".join(traceback.format_exception(error)))
    return fault


def trace(error: BaseException) -> str:
    """The traceback of an error: its notes, else that of its cause; empty where it has neither."""
    cause = error.__cause__
    return "".join(getattr(error, "__notes__", ())) or ("".join(traceback.format_exception(cause)) if cause else "")

"""Errors that a person can act on: each names the thing at fault, the place in it, and the mend."""

from __future__ import annotations

import errno
import os
import traceback


class GeneratorError(Exception):
    """Something a person can mend. Printed by the command line in one line; exit code 1.

    thing: what is at fault (a document, a file, an id); location: where in it ("line 3", "entry 12"), may be empty;
    mend: what to do about it, may be empty.
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
        """The same error, naming `thing` (a reader knows the location, only its caller knows the document's name)."""
        named = type(self)(self.problem, subject=subject, location=self.location, hint=self.hint)
        named.__cause__ = self.__cause__
        for note in getattr(self, "__notes__", ()):
            named.add_note(note)
        return named


class Refused(GeneratorError):
    """A document that cannot be read, or says that it is an error itself. Nothing of it is stored."""


class NoListing(Refused):
    """A whole page that holds nothing of what is read: it will be the same in a minute."""


class SaysNothing(Refused):
    """A document that says that there is nothing, and not of when: there is nothing to store either."""


class SettingsError(GeneratorError):
    """A file written by people (archive.yml, themes.yml, same.yml ...) that cannot be used as it stands."""


class StoreError(GeneratorError):
    """The archive on disk is not sound, or cannot be written."""


class Unwritable(StoreError):
    """A file that cannot be written: the next one cannot be, either."""


class BuildError(GeneratorError):
    """The site could not be built."""


class UnknownName(GeneratorError, KeyError):
    """A name that nothing in the archive has; a KeyError for callers of the library."""


class ModelFault(GeneratorError):
    """The language model could not be asked, or gave no answer."""


class NotFetched(GeneratorError):
    """A document that a service did not give. status: its last answer's; None: no answer came."""

    status: int | None = None


class Offline(NotFetched):
    """No service could be reached."""


LONGEST = 200
"""So many characters of what a library says of an error are repeated."""
_SHOW = "run again with --verbose for a traceback"


def actionable(error: Exception, subject: str = "") -> GeneratorError:
    """Any error as one that a person can act on: one of ours as it is; of another the note says where it arose.

    thing: what is at fault, where the error does not say.
    """
    if isinstance(error, GeneratorError):
        return error.at(error.subject or subject)
    problem, hint = _problem(error)
    found = GeneratorError(problem, subject=_file(error) or subject, hint=hint)
    found.add_note("".join(traceback.format_exception(error)))
    return found


def trace(error: BaseException) -> str:
    """Where in the program an error arose: its notes, else what it was raised from; else nothing."""
    cause = error.__cause__
    return "".join(getattr(error, "__notes__", ())) or ("".join(traceback.format_exception(cause)) if cause else "")


def _problem(error: Exception) -> tuple[str, str]:
    """(what is wrong, what to do)."""
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        return "too many open files", "raise the limit with ulimit -n, then run the command again"
    if isinstance(error, OSError):
        return error.strerror or str(error), "check space and rights, then run the command again" * bool(error.strerror)
    if isinstance(error, MemoryError):
        return "not enough memory", _SHOW
    if isinstance(error, RecursionError):
        return "is nested too deeply", _SHOW
    words = " ".join(str(error).split())[:LONGEST]
    kind = type(error).__name__
    return f"unexpected error ({kind}{f': {words}' if words else ''})", f"{_SHOW}, and report it"


def _file(error: Exception) -> str:
    name = error.filename if isinstance(error, OSError) else None
    return os.fsdecode(name) if isinstance(name, str | bytes) else ""

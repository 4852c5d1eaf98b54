"""Errors that a person can act on: each names the thing at fault, the place in it, and the mend."""

from __future__ import annotations


class GeneratorError(Exception):
    """Something a person can mend. Printed by the command line in one line; exit code 1.

    thing: what is at fault (a document, a file, an id); place: where in it ("line 3", "entry 12"), may be empty;
    mend: what to do about it, may be empty.
    """

    def __init__(self, problem: str, *, thing: str = "", place: str = "", mend: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.thing = thing
        self.place = place
        self.mend = mend

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.thing, self.place) if part)
        line = f"{where}: {self.problem}" if where else self.problem
        line = f"{line}; {self.mend}" if self.mend else line
        return " ".join(line.split())

    def at(self, thing: str) -> GeneratorError:
        """The same error, naming `thing` (a reader knows the place, only its caller knows the document's name)."""
        return type(self)(self.problem, thing=thing, place=self.place, mend=self.mend)


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


class BuildError(GeneratorError):
    """The site could not be built."""


class ModelFault(GeneratorError):
    """The language model could not be asked, or gave no answer."""


class NotFetched(GeneratorError):
    """A document that a service did not give. status: its last answer's; None: no answer came."""

    status: int | None = None


class Offline(NotFetched):
    """No service could be reached."""

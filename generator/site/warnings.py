"""What MkDocs and its hook warn of."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager


class _Warnings(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(" ".join(record.getMessage().split()))


@contextmanager
def heard() -> Iterator[list[str]]:
    """The warnings and errors of MkDocs and its plug-ins, each in a line, as they are logged."""
    handler = _Warnings()
    logging.getLogger("mkdocs").addHandler(handler)
    try:
        yield handler.lines
    finally:
        logging.getLogger("mkdocs").removeHandler(handler)

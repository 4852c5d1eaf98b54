"""For runners that try a command in forks: what all forks can have ready, and what an archive then holds."""

import importlib
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def preload(run: Callable[[], object]) -> None:
    """Import what `run` imports, which a fork finds out: forks that run it later need not do so, each for itself.
    Nothing else stays of it, so each of them still begins as a program does."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        try:
            run()
            with os.fdopen(writing, "w") as told:
                told.write("\n".join(sys.modules))
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        names = told.read().splitlines()
    os.waitpid(child, 0)
    for name in names:
        with suppress(ImportError):  # of those that are no files, such as what MkDocs makes of its hooks
            importlib.import_module(name)


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of an archive but what can be made again."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and ".daybook" not in path.parts
    }

"""Which volume of a library has a paper's page: files of a line for each paper, by month of the arXiv id."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from daybook.errors import StoreError
from daybook.model import ids
from daybook.runtime import files

ELSEWHERE = "elsewhere"
"""The folder of a volume that names those of its papers whose page is in another: arXiv id, tab, name of the volume."""


def read(path: Path) -> dict[str, str]:
    """What a file says of papers, by arXiv id; nothing where it does not exist. Raises StoreError naming the line."""
    found = {}
    for number, line in enumerate((files.read(path) or b"").decode(errors="replace").splitlines(), 1):
        ident, _, said = line.partition("\t")
        if not ids.is_valid(ident) or not ids.is_name(said):
            hint = "restore the file from git, or remove the line"
            raise StoreError(f"{line[:60]!r} names no paper", subject=str(path), location=f"line {number}", hint=hint)
        found[ident] = said
    return found


def write(path: Path, told: Mapping[str, str], scratch: Path) -> None:
    """Write what a file shall say of papers."""
    files.write(path, "".join(f"{ident}\t{told[ident]}\n" for ident in sorted(told)).encode(), scratch)


def elsewhere(archive: Path) -> dict[str, str]:
    """The papers of a volume whose page is in another: arXiv id -> name of that volume. Raises StoreError."""
    paths = sorted((archive / ELSEWHERE).glob("*.tsv"))
    return {ident: volume for path in paths for ident, volume in read(path).items()}

"""CITATION.cff: how an archive is cited, for programs (GitHub, Zenodo, Zotero). Pure.

Source: Citation File Format 1.2.0. A JSON string is a YAML string, so no received or written word can become YAML.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence
from urllib.parse import urlsplit

from daybook.config import Settings
from daybook.model import taxonomy

NAME = "CITATION.cff"
MESSAGE = "If you use this archive, please cite it as below."


def text(settings: Settings, authors: Sequence[str] = (), version: str = "", released: dt.date | None = None) -> str:
    """The text of a CITATION.cff of an archive.

    authors: names of the people or groups who keep it; empty: the owner of its repository, else the archive itself.
    version: of a release, such as 2026-03; released: its date.
    """
    names = authors or [owner(settings.repository) or settings.title]
    fields: list[tuple[str, str]] = [
        ("cff-version", "1.2.0"),
        ("message", MESSAGE),
        ("type", "dataset"),
        ("title", settings.title),
        ("abstract", settings.description),
        ("url", settings.url),
        ("repository-code", settings.repository),
        ("version", version),
        ("date-released", released.isoformat() if released else ""),
    ]
    lines = [f"{name}: {_quoted(value)}" for name, value in fields if value]
    lines += ["authors:", *(f"  - name: {_quoted(name)}" for name in names)]
    words = dict.fromkeys(["arXiv", *(taxonomy.name(code) for code in settings.categories), *settings.categories])
    lines += ["keywords:", *(f"  - {_quoted(word)}" for word in words)]
    return "\n".join(lines) + "\n"


def owner(repository: str) -> str:
    """The first part of the path of a repository's address; empty if there is none."""
    return urlsplit(repository).path.strip("/").partition("/")[0]


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)

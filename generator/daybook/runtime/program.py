"""Which Daybook this is. pyproject.toml takes the version from here."""

from __future__ import annotations

from daybook.runtime.files import PACKAGE

VERSION = "0.2.0"
NAME = "daybook-archive"
"""By which pip knows it: on PyPI, `daybook` is another program."""
REPOSITORY = "https://github.com/daybook-archive/daybook"
"""Where the program lives: what an owner's workflow calls, and where the handbook stands."""
HANDBOOK = f"{REPOSITORY}/blob/v{VERSION}/content/notes"
"""Where this version's handbook stands: a file NAME.md a page."""
_BUILT_FROM = PACKAGE / "COMMIT"
COMMIT = _BUILT_FROM.read_text(encoding="utf-8").strip() if _BUILT_FROM.exists() else ""
"""The commit that a wheel was built from; empty in a clone, and where a wheel was built from no clone."""

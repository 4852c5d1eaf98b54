"""What GitHub tells of itself, by its own program `gh`, which its runners have and which has the run's token."""

from __future__ import annotations

import json
import os
from typing import Any

from daybook.runtime import processes

REPOSITORY = "GITHUB_REPOSITORY"
"""The environment's variable with owner and name of the repository."""
_ELSE = "or another host. The site is in this run's artifact github-pages."
_OFF = "The site is not published: GitHub Pages is not enabled"
_CHOOSE = "Choose Settings > Pages > Source: GitHub Actions"


def pages() -> tuple[bool, str, str]:
    """Whether a site can be published on GitHub Pages, its address (empty: unknown), and what an owner should know of
    it in one line (empty: nothing). Where nothing is known, publishing is worth a try."""
    found, missing = _ask("pages")
    if found:
        legacy = f"GitHub Pages publishes a branch. {_CHOOSE}."
        return True, str(found.get("html_url") or ""), legacy if found.get("build_type") == "legacy" else ""
    if not missing:
        return True, "", ""
    if _ask("")[0].get("private"):
        plan = "and for a private repository it needs a paid plan. Change the visibility under Settings > General"
        return False, "", f"{_OFF}, {plan}, or choose{_CHOOSE.removeprefix('Choose')}, {_ELSE}"
    return False, "", f"{_OFF}. {_CHOOSE}, then run this workflow again. {_ELSE.partition('. ')[2]}"


def _ask(what: str) -> tuple[dict[str, Any], bool]:
    """What GitHub's API says of the repository, and whether it says that there is no such thing."""
    path = "/".join(filter(None, ("repos", os.environ.get(REPOSITORY, ""), what)))
    try:
        done = processes.run("gh", "api", path, longest=60)
        told = json.loads(done.stdout or "{}") if done.returncode == 0 else {}
    except (OSError, ValueError):
        return {}, False
    return told if isinstance(told, dict) else {}, "HTTP 404" in done.stderr

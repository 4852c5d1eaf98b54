"""Categories that an archive follows no longer. archive.yml says until when each was followed, so that its days,
coverage and feeds stay at their addresses; what nobody has written there, a build or a fetch writes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable

from daybook import config
from daybook.archive import ArchiveFolder
from daybook.config import Settings
from daybook.coverage.category_log import CAME, PAGES
from daybook.log.statements import FetchLog
from daybook.model import Coverage, arxiv
from daybook.runtime import state

_TABLE = "followed"
"""The table with one row: category -> its newest day in the last build, or the last one on which it was followed."""


def settled(home: ArchiveFolder, say: Callable[[str], object], *, recall: bool = False) -> Settings:
    """The settings, with the categories that are followed no longer since the last build; each of these is said. For
    the holder of the archive's lock. recall: where nothing is known of a build, all attempts are read for it. Raises
    SettingsError."""
    settings = home.settings()
    built = state.of(home.folder).table(_TABLE, "", dict[str, str]).get("")
    until = {code: dt.date.fromisoformat(date) for code, date in (built or {}).items()}
    for each in FetchLog(home.folder, home.unsound).attempts() if built is None and recall else ():
        code = arxiv.canonical(each.category or "")
        if each.date and each.service in PAGES and each.outcome in CAME and code in arxiv.all_codes():
            until[code] = max(each.date, until.get(code, each.date))
    gone = {code: date for code, date in sorted(until.items()) if code not in settings.categories
            and date > settings.former.get(code, dt.date.min)}  # fmt: skip
    if not gone:
        return settings
    text = config.with_former(home.store.people(config.NAME) or "", {**settings.former, **gone})
    home.store.write_people(config.NAME, text)
    for code, date in gone.items():
        say(f"{code} is followed no longer: its days up to {date} stay, as {config.NAME} now says under `former`")
    return home.settings()


def hold(home: ArchiveFolder, settings: Settings, coverage: Iterable[Coverage]) -> None:
    """Remember what was built; for the holder of the archive's lock."""
    newest = {code: str(date) for code, date in settings.ended.items()}
    for day in coverage:
        if day.category in settings.categories:
            newest[day.category] = max(str(day.date), newest.get(day.category, ""))
    state.of(home.folder).table(_TABLE, "", dict[str, str]).hold({"": newest})

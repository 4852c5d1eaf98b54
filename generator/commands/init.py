"""`daybook init`: an empty archive of one's own."""

from __future__ import annotations

from generator import config, taxonomy
from generator.config import Settings
from generator.context import Context
from generator.describe import themes
from generator.errors import StoreError

INTRODUCTION = """\
This archive keeps what arXiv announces in {names}, day by day.
"""
ABOUT = """\
This archive is kept by its readers. Write here who you are and how to reach you.
"""


def init(context: Context, settings: Settings) -> None:
    """Make the folder an empty archive. A sample archive that stands there is replaced; any other is left alone."""
    text = context.store.people(config.NAME)
    former = config.parse(text) if text is not None else None
    if former and not former.sample:
        hint = "edit its archive.yml, or name another folder with --archive"
        raise StoreError("is an archive already", subject=str(context.folder), hint=hint)
    with context.store.lock():
        if former:
            context.store.clear()
        if former and not set(former.categories) & set(settings.categories):
            context.store.drop_people(themes.NAME)  # another field's themes are of no use
        names = ", ".join(f"{taxonomy.name(code)} ({code})" for code in settings.categories)
        for name, words in (("introduction.md", INTRODUCTION.format(names=names)), ("about.md", ABOUT)):
            if former or context.store.people(name) is None:
                context.store.write_people(name, words)
        context.make(settings)
    context.say(f"{context.folder} is now an empty archive of {', '.join(settings.categories)}")
    context.say("next: daybook fetch, then daybook build")

"""`daybook init`: a new, empty archive."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from daybook import commands, config
from daybook.archive import Context
from daybook.config import Settings
from daybook.describe import themes
from daybook.describe.themes import rules
from daybook.errors import GeneratorError, StoreError
from daybook.model import arxiv
from daybook.runtime import files

FEW = 4
"""From so many categories on, an archive's own listing is worth a thought."""
INTRODUCTION = "This archive keeps what arXiv announces in {names}, day by day.\n"
ABOUT = """\
<!-- Who keeps this archive, and how can they be reached? Write it here; until then, the page "About" leaves it out. -->
"""


def declare(parser: argparse.ArgumentParser) -> None:
    example = 'daybook init --title "Networks daily" --categories cs.NI,cs.DC'
    commands.common(
        parser, run, example, "It replaces the sample archive, if there is one.", place=lambda options: Path.cwd()
    )
    parser.add_argument("--title", required=True, help="the archive's title")
    parser.add_argument("--categories", required=True, action="append", metavar="CODES",
                        help="arXiv category codes, separated by commas")  # fmt: skip
    parser.add_argument("--url", default="", help="the address the site will have")
    parser.add_argument("--description", default="", help="one sentence about the archive, for search engines")
    text = "an e-mail or web address where the operators of the services you fetch from can reach you"
    parser.add_argument("--contact", default="", help=text)


def run(context: Context, options: argparse.Namespace) -> None:
    """Make an archive of the settings that were given."""
    written = [code for text in options.categories for code in text.replace(",", " ").split()]
    settings = Settings(
        title=options.title, categories=tuple(map(arxiv.spelled, written)), url=options.url,
        description=options.description, contact=options.contact,
    )  # fmt: skip
    try:
        settings = config.parse(config.render(settings))
    except GeneratorError as error:
        options.usage(f"{error.problem}; {error.hint}")
    init(context, settings)
    read = {code: arxiv.canonical(arxiv.spelled(code)) for code in written}
    if others := [f"{code} is arXiv's {category}" for code, category in read.items() if code != category]:
        context.say(f"categories: {', '.join(others)}")
    for name, value in (("url", settings.url), ("contact", settings.contact)):
        if config.is_example(value):
            context.say(f"`{name}` in {config.NAME} is still an example: replace {value!r} by your own")


def init(context: Context, settings: Settings) -> None:
    """Make the folder an empty archive. A sample archive is replaced; any other is refused."""
    text = context.store.people(config.NAME)
    former = config.parse(text) if text is not None else None
    if former and not former.sample:
        hint = "edit its archive.yml, or name another folder with --archive"
        raise StoreError("already an archive", subject=str(context.folder), hint=hint)
    with context.store.lock():
        if former:
            context.store.clear()
        if former and (
            context.store.people(themes.NAME) in (None, rules.starter(former.categories))  # nobody has changed them
            or not set(former.categories) & set(settings.categories)  # another field's themes are of no use
        ):
            files.remove(context.folder / themes.NAME)
        names = ", ".join(f"{arxiv.name(code)} ({code})" for code in settings.categories)
        for name, words in (("introduction.md", INTRODUCTION.format(names=names)), ("about.md", ABOUT)):
            if former or context.store.people(name) is None:
                context.store.write_people(name, words)
        make(context, settings)
    context.say(f"{context.folder} is now an empty archive of {', '.join(settings.categories)}")
    numbers = Counter(code.partition(".")[0] for code in settings.categories if "." in code)
    for archive, number in numbers.items():
        if number >= FEW and 2 * number > len(arxiv.members(archive)):
            hint = (
                f"`{archive}` is one listing of all of them, in a tenth of the files; see the guide, How large it gets"
            )
            context.say(f"{number} categories of {archive}: {hint}")
    context.say(f"next: {context.command('fetch')}, then {context.command('build')}")


def make(context: Context, settings: Settings) -> None:
    """Make the folder an archive with these settings and the starter themes of its categories."""
    if context.store.people(themes.NAME) is None:
        context.store.write_people(themes.NAME, rules.starter(settings.categories))
        for remark in rules.starter_remarks(settings.categories):
            context.say(remark)
    context.store.make(config.render(settings))

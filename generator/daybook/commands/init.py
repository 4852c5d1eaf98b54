"""`daybook init`: a new, empty archive in a folder of its own, with all that its repository needs; or a copy of the
sample, to try everything."""

from __future__ import annotations

import argparse
import os
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from daybook import commands, config
from daybook.archive import Context
from daybook.commands import owner
from daybook.config import Settings
from daybook.errors import GeneratorError, StoreError
from daybook.log import disk
from daybook.log.formats import IGNORES, tell_git
from daybook.log.store import MADE, NOTES
from daybook.model import arxiv
from daybook.runtime import files, terminal

FEW = 4
"""From so many categories on, an archive's own listing is worth a thought."""
HARMLESS = (".ds_store", files.WORK, ".git", "license", "readme", owner.PIN)
"""How the names begin of what a host puts into a new repository, macOS into any folder, and a killed `init` here."""
MOST_FOUND = 20
"""So many categories are shown that have a word."""
_SAMPLE = files.ROOT / "content"
_HOW = "Type codes, such as cs.DC cs.NI; or a group, such as cs, or a word, to see what there is."


def declare(parser: argparse.ArgumentParser) -> None:
    commands.common(
        parser, run, 'daybook init daily --title "Networks daily" --categories cs.NI cs.DC',
        "On a terminal it asks for what is left out. A licence and a README that stand in the folder stay as they are.",
        place=lambda options: options.folder or (None if options.files else Path.cwd()),
    )  # fmt: skip
    text = "the new archive's folder, which must be new, empty or a new clone (default: the current folder)"
    parser.add_argument("folder", nargs="?", type=Path, metavar="DIR", help=text)
    parser.add_argument("--title", default="", help="the archive's title")
    parser.add_argument("--categories", default=[], action="extend", nargs="+", metavar="CODE",
                        help="arXiv category codes, or archives: cs is all of Computer Science")  # fmt: skip
    parser.add_argument("--sample", action="store_true", help="copy the sample archive, to try everything")
    text = "only write what the repository of an existing archive lacks: workflow, requirements.txt and so on"
    parser.add_argument("--files", action="store_true", help=text)
    parser.add_argument("--url", default="", help="the address the site will have (default: that of GitHub Pages, "
                        "where the folder is a clone from GitHub)")  # fmt: skip
    parser.add_argument("--description", default="", help="one sentence about the archive, for search engines")
    text = "an e-mail or web address where the operators of the services you fetch from can reach you"
    parser.add_argument("--contact", default="", help=text)


def run(context: Context, options: argparse.Namespace) -> None:
    """Make an archive of the settings that were given, or asked for."""
    if options.folder and options.archive:
        options.usage("name the folder once: as DIR, or with --archive")
    if options.sample and (options.title or options.categories):
        options.usage("the sample has its own title and categories; leave out --title and --categories")
    if options.files:
        _write_files(context)
        return
    _refuse(context.folder, options)
    if options.sample:
        _copy_sample(context)
        return
    settings = _settings(context, options)
    init(context, settings)
    begin = "git add --all && git commit -m 'Begin the archive'"
    begin = f"{begin} && git push" if settings.repository else f"git init -b main && {begin}"
    _say_next(context, ("daybook fetch", "daybook serve", begin))
    pages = f"choose Source: GitHub Actions in {settings.repository}/settings/pages"
    there = "push it to a new repository on GitHub, and choose Source: GitHub Actions in its Settings > Pages"
    context.say(f"then {pages if settings.repository else there}; see the handbook, Hosting on GitHub")


def _settings(context: Context, options: argparse.Namespace) -> Settings:
    """The settings that were given, guessed from the clone, or asked for; what is odd about them is said."""
    written = _words(" ".join(options.categories))
    missing = [f"--{name}" for name in ("title", "categories") if not getattr(options, name)]
    if missing and not terminal.is_interactive():
        options.usage(f"the following arguments are required: {', '.join(missing)}")
    codes = tuple(map(arxiv.spelled, written)) if written else _asked_categories()
    url, repository = owner.addresses(context.folder)
    try:
        settings = config.parse(config.render(Settings(
            title=options.title or _asked_title(codes), categories=codes, url=options.url or url,
            repository=repository, description=options.description, contact=options.contact,
        )))  # fmt: skip
    except GeneratorError as error:
        after = "; DIR stands before --categories" if error.location == "categories" and not options.folder else ""
        options.usage(f"{error.problem}; {error.hint}{after}")
    read = {code: arxiv.canonical(arxiv.spelled(code)) for code in written}
    if others := [f"{code} is arXiv's {category}" for code, category in read.items() if code != category]:
        context.say(f"categories: {', '.join(others)}")
    for name, value in (("url", settings.url), ("contact", settings.contact)):
        if config.is_example(value):
            context.say(f"`{name}` in {config.NAME} is still an example: replace {value!r} by your own")
    return settings


def _refuse(folder: Path, options: argparse.Namespace) -> None:
    """Stop where the folder is an archive or in one, and where it holds what is not of a new repository."""
    for place in (folder, folder / "content"):
        if (place / config.NAME).exists():
            hint = f"edit its {config.NAME}, or name another folder"
            raise StoreError("already an archive", subject=str(place), hint=hint)
    if around := next((place for place in folder.resolve().parents if (place / config.NAME).is_file()), None):
        raise StoreError(f"is inside the archive {around}", subject=str(folder), hint="name a folder outside of it")
    names = sorted(path.name for path in folder.glob("*"))
    if others := [name for name in names if not name.casefold().startswith(HARMLESS)]:
        held = ", ".join((*others[:3], *(["..."] if len(others) > 3 else ())))
        if options.folder or options.archive:
            raise StoreError(f"holds {held}", subject=str(folder), hint="name a new or empty folder for the archive")
        options.usage(f"the current folder holds {held}; name a folder for the archive")


def init(context: Context, settings: Settings) -> None:
    """Make the folder an empty archive, and the repository of one."""
    with context.store.lock():
        kept = owner.make(context, settings)
    context.say(f"{context.folder} is now an empty archive of {', '.join(settings.categories)}")
    _say_kept(context, kept)
    numbers = Counter(code.partition(".")[0] for code in settings.categories if "." in code)
    for archive, number in numbers.items():
        if number >= FEW and 2 * number > len(arxiv.members(archive)):
            hint = f"`{archive}` is one listing of all of them, in a tenth of the files; see the handbook, Size"
            context.say(f"{number} categories of {archive}: {hint}")


def _write_files(context: Context) -> None:
    """Write what a repository lacks beside an archive that is there, such as one that held a copy of the program."""
    settings, clone = context.settings(), disk.find_clone(context.folder)
    root = clone.root if clone else context.folder
    with context.store.lock():
        tell_git(context.folder / IGNORES, [f"/{name}/" for name in MADE])
        kept = owner.write(context, settings, root)
    written = [name for name in owner.FILES if name not in kept]
    context.say(f"written in {root}: {', '.join(written) or 'nothing'}")
    _say_kept(context, kept)


def _say_kept(context: Context, kept: Sequence[str]) -> None:
    if kept:
        context.say(f"left as {'it was' if len(kept) == 1 else 'they were'}: {', '.join(kept)}")


def _copy_sample(context: Context) -> None:
    """Copy the sample: what is an archive's, but neither what is made of it nor the handbook, which is in its notes."""
    if any(context.folder.glob("*")):
        raise StoreError("not empty", subject=str(context.folder), hint="name a new folder for the sample")
    left = (*MADE, NOTES)
    with context.store.lock():
        context.store.make((_SAMPLE / config.NAME).read_text(encoding="utf-8"))
        for path in sorted(files.below(_SAMPLE)):
            name = path.relative_to(_SAMPLE)
            if path.is_file() and name.parts[0] not in left:
                scratch = files.scratch_folder(context.folder)
                files.write(context.folder / name, path.read_bytes(), scratch, durable=False)
    context.say(f"{context.folder} is now a copy of the sample archive, of invented papers")
    _say_next(context, ("daybook serve", "daybook search scheduling", "daybook status"))


def _say_next(context: Context, lines: Iterable[str]) -> None:
    context.say("next:")
    there = os.path.realpath(context.folder) == os.path.realpath(Path.cwd())
    for line in (*(() if there else (f"cd {shlex.quote(str(context.folder))}",)), *lines):
        context.say(f"  {line}")


# Asking


def _asked_title(codes: Iterable[str]) -> str:
    names = [arxiv.name(arxiv.canonical(code)) for code in codes]
    title = f"{names[0]} daily" if len(names) == 1 else f"{names[0]} and more, daily"
    return terminal.ask(f"Title of the archive [{title}]:") or title


def _asked_categories() -> tuple[str, ...]:
    """The categories that a person chooses at the terminal."""
    terminal.say("Which categories of arXiv shall the archive follow?")
    for line in _listed(arxiv.groups()):
        terminal.say(line)
    terminal.say(_HOW)
    shown = ""
    while True:
        answer = terminal.ask("Categories:")
        codes = [arxiv.spelled(code) for code in _words(answer)]
        is_group = len(codes) == 1 and len(arxiv.members(codes[0])) > 1 and answer != shown
        if codes and not is_group and all(code in arxiv.all_codes() for code in codes):
            return tuple(codes)
        for line in _listed(arxiv.members(codes[0])) if is_group else _found(answer):
            terminal.say(line)
        if is_group:
            terminal.say(f"Type {codes[0]} again to follow all of them as one listing.")
        shown = answer


def _found(answer: str) -> Iterator[str]:
    """The categories of which an answer may be a part of the name; else what to do about each word of it."""
    if answer and (near := arxiv.named_like(answer)):
        yield from _listed(near[:MOST_FOUND])
        return
    wrong = [code for code in _words(answer) if arxiv.spelled(code) not in arxiv.all_codes()]
    yield from (f"{code!r} is not a category; {arxiv.mend(code)}" for code in wrong) if wrong else (_HOW,)


def _words(text: str) -> list[str]:
    """The codes in a text, without the words that people put before and between them: `all of cs` is `cs`."""
    words = text.replace(",", " ").split()
    return [word for word in words if word.casefold() not in ("all", "and", "of")] or words


def _listed(codes: Iterable[str]) -> Iterator[str]:
    """A line for each code, with its name and, of a group, the number of its categories."""
    for code in codes:
        number = len(arxiv.members(code))
        yield f"  {code:18} {arxiv.name(code)}" + (f" ({number} categories)" if number > 1 else "")

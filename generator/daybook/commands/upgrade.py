"""`daybook upgrade`: another version of Daybook, tried on a copy of the archive before anything names it."""

from __future__ import annotations

import argparse
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from daybook import commands, config
from daybook.archive import Context
from daybook.commands import owner
from daybook.errors import BuildError, SettingsError, StoreError
from daybook.log import disk
from daybook.log.formats import CHANGED
from daybook.log.store import MADE
from daybook.runtime import files, locks, program, terminal
from daybook.runtime.installed import Installed, install
from daybook.site import differences

SHOWN = 5  # names of pages that are listed
_VERSION = re.compile(r"\d++(?:\.\d++)*+\w*+")
_PINNED = re.compile(rf"^({program.NAME}(?:\[[\w,-]*\])?)[ \t]*(?:==|@)[ \t]*[^\s;#]+", re.MULTILINE)
_OURS = "/".join(disk.on_github(program.REPOSITORY) or ())
_CALLED = re.compile(rf"(uses:[ \t]*{_OURS}/\.github/workflows/[\w.-]+@)\S+([ \t]+#[ \t]*v\S+)?")
"""Where a workflow calls one of Daybook's repository: by a commit, with the version behind it."""


def declare(parser: argparse.ArgumentParser) -> None:
    commands.common(
        parser, run, "daybook upgrade --check",
        "The archive is built by that version in a copy, and compared with its site: no address may be lost. Then"
        " requirements.txt and the workflows name it; nothing is committed. An older version is named the same way.",
    )  # fmt: skip
    text = "a version, a wheel, a folder or an address that pip takes (default: the newest version on PyPI)"
    parser.add_argument("wanted", nargs="?", metavar="VERSION", help=text)
    parser.add_argument("--check", action="store_true", help="only show what would change")
    parser.add_argument("--anyway", action="store_true", help="go on where addresses would be lost")


def run(context: Context, options: argparse.Namespace) -> None:
    """Try another version, say what it changes, and name it in the files that pin one."""
    wanted = options.wanted or program.NAME
    if Path(wanted).exists():
        wanted = str(Path(wanted).resolve())
    elif _VERSION.fullmatch(wanted):
        wanted = f"{program.NAME}=={wanted}"
    work = files.work_folder(context.folder).resolve() / "upgrade"
    with locks.locked(context.folder):
        files.clear(work)  # a run may have been killed
        try:
            context.say(f"installing {wanted} beside this one, {program.VERSION}, for a trial")
            found = install(work / "program", wanted)
            _refuse_newer(context.folder, found)
            gone = _compare(context, found, work)
        finally:
            files.clear(work)
    if gone and not options.anyway:
        context.fail(
            BuildError(
                f"{terminal.count(len(gone), 'address', 'addresses')} would be lost", hint="report it; or add --anyway"
            )
        )
    elif not options.check:
        pin = f" @ {wanted}" if "://" in wanted else f"=={found.version}"
        changed = _write_pins(context.folder, pin, found)
        named = (
            f"now named in {' and '.join(changed)}: see git diff, commit and push" if changed else "named nowhere else"
        )
        context.say(f"{found.version} is {named}; on this machine: pip install {program.NAME}{pin}")


def _refuse_newer(archive: Path, found: Installed) -> None:
    """Raise SettingsError where the archive is in a format that this version does not read."""
    written = config.written_format((files.read(archive / config.NAME) or b"").decode(errors="replace"))
    if written <= found.format:
        return
    commit = ""
    with suppress(StoreError):
        clone = disk.find_clone(archive)
        commit = clone.commit_of(f"format: {written}", archive / config.NAME) if clone else ""
    problem = f"daybook {found.version} reads formats up to {found.format}, and the archive is in {written}"
    hint = f"run git revert {commit or 'COMMIT'}, the commit of that change, then this command again"
    raise SettingsError(problem, subject=config.NAME, hint=hint)


def _compare(context: Context, found: Installed, work: Path) -> list[str]:
    """Build a copy of the archive with this version and say what that changes; the addresses that are lost."""
    before = context.folder
    if not (before / "site").exists() or not (before / "pages").exists():
        before = _copy(before, work / "before")
        context.say(f"building a copy of the archive with this version, {program.VERSION}")
        try:
            _build(Installed(), before)
        except BuildError as error:  # this version may not read the archive: that is why another one is wanted
            context.say(f"there is no site to compare with: {error}")
    copied = _copy(context.folder, work / "archive")
    context.say(f"building a copy of the archive with {found.version}")
    told = _build(found, copied)
    lost, kept, fresh = differences.of_addresses(before / "site", copied / "site")
    changed, added, number = differences.of_texts(before / "pages", copied / "pages")
    old, new = (disk.weight(folder / "site") / 1e6 for folder in (before, copied))
    checked = found.run("check", "--archive", str(copied)).stdout.splitlines()
    of_settings = (line for line in checked if line.startswith(config.NAME))
    for line in (
        f"addresses: {kept:,} stay, {fresh:,} are new, {_some(lost)} would be lost",
        f"pages: {_some(changed)} of {number:,} would say something else, {_some(added)} are new",
        f"site: {old:,.1f} MB before, {new:,.1f} MB then", *told, *of_settings,
    ):  # fmt: skip
        context.say(line)
    return lost


def _copy(archive: Path, to: Path) -> Path:
    """Copy an archive without what is made of it, and what only its repository needs."""
    others = {*MADE, "node_modules", ".git", ".venv"}
    leave = lambda folder, names: others.intersection(names) if Path(folder) == archive else ()  # noqa: E731
    return Path(shutil.copytree(archive, to, ignore=leave, symlinks=True))


def _build(found: Installed, archive: Path) -> list[str]:
    """Build the site; what the version says of a new format, and of what it could not read. Raises BuildError."""
    done = found.run("build", "--archive", str(archive))
    warned = done.stderr.splitlines()
    if done.returncode and not (archive / "site" / "index.html").exists():
        raise BuildError("".join(warned[-1:]).removeprefix("daybook: "), subject=f"daybook {found.version}")
    return [*warned, *(line for line in done.stdout.splitlines() if line.startswith(CHANGED))]


def _some(names: Sequence[str]) -> str:
    """How many they are, and some of them."""
    shown = ", ".join((*names[:SHOWN], *(["..."] if len(names) > SHOWN else ())))
    return f"{len(names):,} ({shown})" if names else "0"


def _write_pins(archive: Path, pin: str, found: Installed) -> list[str]:
    """Name the version in requirements.txt and in the workflows that call Daybook's; the files that were changed."""
    root, changed, scratch = archive, [], files.scratch_folder(archive)
    with suppress(StoreError):
        clone = disk.find_clone(archive)
        root = clone.root if clone else archive
    called = rf"\g<1>{found.commit or f'v{found.version}'} # v{found.version}"
    kinds = {root / owner.PIN: (_PINNED, rf"\g<1>{pin}")}
    kinds |= dict.fromkeys(sorted((root / owner.WORKFLOW).parent.glob("*.yml")), (_CALLED, called))
    for path, (form, text) in kinds.items():
        data = files.read(path)
        if data is not None and files.write(path, form.sub(text, data.decode()).encode(), scratch):
            changed.append(path.relative_to(root).as_posix())
    return changed

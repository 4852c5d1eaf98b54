"""A site compared with its sums, and who made those of a release."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from daybook import commands, config, site
from daybook.archive import Context
from daybook.errors import BuildError, GeneratorError, NotFetched
from daybook.fetch.published import Published, Watch
from daybook.runtime import files, locks, sha256sums, terminal
from daybook.runtime.files import ROOT
from daybook.site import Differences, attestation, manifest

MOST_SAID = 20
"""Files of a kind that are named; the rest are counted."""


@contextmanager
def still(context: Context) -> Iterator[None]:
    """Have nobody write to the archive in the block, and what a killed build has left in place before it."""
    if site.is_open(context.folder):
        with context.store.lock():
            site.finish(context.folder, ROOT)
    with locks.unwritten(context.folder):
        yield


def check_site(context: Context, place: str, file: Path | None = None) -> dict[str, Any]:
    """Compare the site at an address or in a folder with the sums in `file`, or with what the last build left.

    A line for each file that differs, up to MOST_SAID of a kind, and one for the whole. Returns how many files were
    compared, and the paths of all that differ. Without `file`, for a caller who has the archive stand `still`.
    """
    remote, folder, again = "://" in place, Path(place), context.command("build")
    ignored = [*site.BESIDE]
    if file:
        if not remote and not folder.is_dir():
            raise BuildError("is not a folder", subject=place, hint="name the folder of a site, or its address")
        wanted = _read_sums(file)
        ignored += [file.name, _bundle(file).name] if file.resolve().parent == folder.resolve() else []
    else:
        wanted = manifest.built_sums(context.folder / "site" if remote else folder, context.folder)
        if not wanted:
            context.fail(f"{place}: nothing is known of how it was built; run: {again}")
            return {"compared": 0, "changed": [], "missing": [], "added": []}

    def watch(counts: Iterable[int], total: int) -> Iterable[int]:
        return context.steps(counts, "site", total)

    found = _published(context, place, wanted, watch) if remote else manifest.compared(folder, wanted, ignored, watch)
    kinds = {kind: getattr(found, kind) for kind in ("changed", "missing", "added")}
    for kind, paths in kinds.items():
        if file or remote:
            commands.fail_each(context, [f"{kind}: {path}" for path in paths], kind, "files", MOST_SAID)
        else:
            mend = f"{kind} since the site was built; {'delete it, then run' if kind == 'changed' else 'run'}: {again}"
            lines = [f"{folder / path}: {mend}" for path in paths]
            commands.fail_each(context, lines, place, f"files {kind}", MOST_SAID)
    number = terminal.count(found.checked, "file")
    if file or remote:
        outcome = ", ".join(f"{len(paths):,} {kind}" for kind, paths in kinds.items()) if found else "nothing differs"
        context.say(f"{place}: {number} compared with {file or 'the last build'}; {outcome}")
    elif not found:
        context.say(f"{folder}: {number} checked, as the last build left {'it' if found.checked == 1 else 'them'}")
    return {"compared": found.checked, **kinds}


def check_attested(context: Context, file: Path, repository: str | None) -> None:
    """Say who made a release's file of sums, by its own attestation or that of SHA256SUMS, which names it.

    `repository`: the address of the one that must have, which is to be proved; None: the archive's, if there is any.
    """
    sums = file if _bundle(file).exists() else file.with_name("SHA256SUMS")
    if not repository and not sums.exists():  # no release's
        return
    try:
        if not _bundle(sums).exists():
            hint = f"download {_bundle(sums).name} beside it"
            raise attestation.Unverified("who built it is not attested", subject=str(file), hint=hint)
        made = attestation.attested(files.read(sums) or b"", files.read(_bundle(sums)) or b"", str(sums))
        if sums != file and _read_sums(sums).get(file.name) != sha256(files.read(file) or b"").hexdigest():
            raise BuildError(f"is not as {sums} says", subject=str(file), hint="download it again")
        own = repository or (context.settings().repository if (context.folder / config.NAME).exists() else "")
        if own and made.repository.lower() != own.lower().rstrip("/").removesuffix(".git"):
            hint = f"download the release of {own}, or name another with --repository"
            raise BuildError(f"was built by {made.repository}", subject=str(sums), hint=hint)
        unnamed = "" if own else "; to be sure that this is who you mean, add --repository"
        context.say(f"{sums}: built by {made.repository}, commit {made.commit[:12]}, by {made.workflow}{unnamed}")
    except attestation.Unverified as error:
        (context.fail if repository else context.say)(str(error))
    except GeneratorError as error:
        context.fail(error)


def _bundle(file: Path) -> Path:
    return file.with_name(file.name + attestation.SUFFIX)


def _read_sums(file: Path) -> dict[str, str]:
    try:
        if file.stat().st_size > sha256sums.SUMS_MOST:
            raise BuildError("is too large for a file of sums", subject=str(file), hint="name another file")
        return sha256sums.read_sums(file.read_bytes(), str(file))
    except OSError as error:
        hint = "name the site.sha256 of a release, or a file that sha256sum wrote"
        raise BuildError(f"cannot be read: {error.strerror}", subject=str(file), hint=hint) from error


def _published(context: Context, address: str, wanted: dict[str, str], watch: Watch) -> Differences:
    """What of a published site differs; what did not come is a fault."""
    paths = sorted(wanted.keys() - site.UNSERVED)
    with Published(address) as found:
        if "index.html" in wanted:  # a folder of the site, such as api/, has none
            found.locate("index.html")
        hashes = dict(zip(paths, found.hashes(paths, watch), strict=True))
        added = sorted(found.named() - wanted.keys() - site.UNSERVED)
    failed = [fault for fault in hashes.values() if isinstance(fault, NotFetched)]
    commands.fail_each(context, failed, address, "files did not come", MOST_SAID)
    missing = [path for path, hashed in hashes.items() if hashed is None]
    changed = [path for path, hashed in hashes.items() if isinstance(hashed, str) and hashed != wanted[path]]
    return Differences(tuple(changed), tuple(missing), tuple(added), len(paths) - len(failed) - len(missing))

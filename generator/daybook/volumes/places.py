"""EDGE: where a volume's log and site are: folders, which are built in place, or addresses that fsspec opens.

    LOG/...                     the log, as in a folder
    LOG/.daybook/state.zip      what a build keeps for the next one, with pages and site, as one file
    SITE/current.json           names the generation that counts; replaced in one step, last
    SITE/GENERATION/files.json  path -> hash, size and object of each file of the site
    SITE/GENERATION/...         the files that were new in it

A log at an address is brought to this machine, to a folder that is the same each time, as what is kept knows where it
is of. A generation is named after all that it holds, so that a build that was killed and is done again sends the same
objects. Whoever reads current.json first sees one generation whole: its objects stay until the next but one is there.
Requests are repeated, and given up, by fsspec's own library for the kind of address, as it is configured.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import NamedTuple

from daybook.config import PLACE
from daybook.errors import LONGEST, GeneratorError, StoreError
from daybook.log.store import MADE
from daybook.runtime import files, locks, terminal
from daybook.runtime.files import ROOT, code_digest, digest
from daybook.runtime.processes import Ended
from daybook.runtime.sha256sums import is_outside
from daybook.runtime.state import State

CURRENT, FILES, SENT = "current.json", "files.json", "sent to"
STATE = f"{files.WORK}/state.zip"
COLD = "built cold"
Fail = Callable[[GeneratorError], object]
_RETRIES = {"mode": "standard", "max_attempts": 8}
"""Of each request to S3, where fsspec's configuration says nothing: with botocore's own five, one of thousands that a
busy bucket refuses is given up."""
_OBJECT = re.compile(r"[0-9a-f]{16}/")
"""How the paths of a site's objects begin; nothing else at its address is removed."""


class Sent(NamedTuple):
    """A file of a site at an address."""

    hash: str  # SHA-256
    size: int  # bytes
    object: str  # its path below the site's address


class Generation(NamedTuple):
    """What a site at an address holds."""

    name: str  # empty: nothing was sent yet
    key: str  # of all that it was made of, and how; empty: not known
    files: Mapping[str, Sent]  # by path

    @property
    def objects(self) -> set[str]:
        """The paths of all objects below the site's address that it needs."""
        return {each.object for each in self.files.values()} | ({f"{self.name}/{FILES}"} if self.name else set())


def is_address(place: str) -> bool:
    """Whether a place is an address, and no folder."""
    return "://" in place


class Address:
    """A folder at an address. Whatever is asked of it raises GeneratorError where it does not answer."""

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")
        with self._asked():
            import fsspec
            from fsspec.implementations.dirfs import DirFileSystem

            conf = fsspec.config.conf
            conf.setdefault("s3", {}).setdefault("config_kwargs", {}).setdefault("retries", dict(_RETRIES))
            conf.setdefault("file", {}).setdefault("auto_mkdir", True)
            system, top = fsspec.core.url_to_fs(self._address)
            self._system = DirFileSystem(top, system)
            self._in_place = "file" in system.protocol  # files are written bit by bit

    def __str__(self) -> str:
        return self._address

    def found(self) -> dict[str, str]:
        """path -> what changes with its object, of all objects below."""
        with self._asked():
            self._system.invalidate_cache()
            return {path: repr(row) for path, row in self._system.find("", detail=True).items()}

    def read(self, path: str) -> bytes | None:
        """An object; None: there is none."""
        with self._asked():
            try:
                return bytes(self._system.cat_file(path))
            except FileNotFoundError:
                return None

    def fetch(self, paths: Iterable[str], folder: Path) -> None:
        """Bring objects to the same paths below a folder."""
        wanted = sorted(paths)
        if outside := [path for path in wanted if is_outside(path)]:
            raise StoreError("leads out of its folder", subject=f"{self}/{outside[0]}", hint="remove it there")
        with self._asked():
            self._system.get(wanted, [str(folder / path) for path in wanted])

    def send(self, objects: Mapping[str, Path]) -> None:
        """Put files at paths."""
        with self._asked():
            self._system.put([str(file) for file in objects.values()], [*objects])

    def replace(self, path: str, data: bytes) -> None:
        """Put an object in one step: whoever reads sees this one or the former."""
        with self._asked():
            self._system.pipe_file(f"{path}.tmp" if self._in_place else path, data)
            if self._in_place:
                self._system.mv(f"{path}.tmp", path)

    def remove(self, paths: Iterable[str]) -> None:
        """Remove objects."""
        with self._asked():
            if gone := [*paths]:
                self._system.rm(gone)

    @contextmanager
    def _asked(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # each system has its own
            if isinstance(error, GeneratorError) or getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT):
                raise  # the latter: this machine's disk
            hint = "check the address, its credentials and the network, then run the command again"
            if isinstance(error, ImportError | ValueError):
                hint = 'name a folder or s3://BUCKET/NAME; run: pip install "daybook-archive[cluster,s3]", or as told'
            problem = f"cannot be used ({' '.join(str(error).split())[:LONGEST] or type(error).__name__})"
            raise GeneratorError(problem, subject=self._address, hint=hint) from error


def generation(site: Address) -> Generation:
    """What a site at an address holds now. Raises StoreError where it is damaged."""
    try:
        if (data := site.read(CURRENT)) is None:
            return Generation("", "", {})
        told = json.loads(data)
        rows = json.loads(site.read(f"{told['generation']}/{FILES}") or b"")
        return Generation(told["generation"], told["key"], {path: Sent(*row) for path, row in rows.items()})
    except (ValueError, KeyError, TypeError) as error:
        hint = f"remove {CURRENT} there, then run the command again: all is sent anew"
        raise StoreError("is damaged", subject=f"{site}/{CURRENT}", hint=hint) from error


class Sites:
    """The sites of volumes as their library reads them: folders, or addresses, each as one generation has it."""

    def __init__(self, pattern: str, folder: Path, kept: State) -> None:
        """pattern: where they are, with the name of a volume to be put in; folder: what paths are below."""
        self._pattern, self._folder = pattern, folder
        self._known = kept.table("files of sites", "", tuple[str, str])
        self._held = cache(lambda site: generation(Address(site)).files)
        self._current = cache(lambda site: digest(Address(site).read(CURRENT) or b""))

    def read(self, volume: str, path: str, *, keep: bool = False) -> bytes | None:
        """A file; None: there is none. keep: a small one, which is kept with the hash of what named the generation."""
        site = self._pattern.replace(PLACE, volume)
        if not is_address(site):
            return files.read(self._folder / site / path)
        current = self._current(site) if keep else ""
        if keep and (known := self._known.get(f"{site}/{path}")) and known[0] == current:
            return known[1].encode()
        sent = self._held(site).get(path)
        data = Address(site).read(sent.object) if sent else None
        if keep and data:
            self._known.put([(f"{site}/{path}", (current, data.decode(errors="replace")))])
        return data


@contextmanager
def reading(volume: str, what: str, fail: Fail) -> Iterator[None]:
    """Tell of what cannot be read of a volume's site; the block ends there. Takes ValueError for an unsound file."""
    try:
        yield
    except GeneratorError as error:
        fail(error.at(error.subject or volume))
    except ValueError as error:
        fail(StoreError(f"{what} cannot be read: {error}", subject=volume, hint="build this volume again"))


def hashes(folder: Path) -> dict[str, tuple[str, int]]:
    """path -> SHA-256 and size of each file below a folder, sorted."""
    found = sorted(files.scan(folder).items())
    return {path: (hashlib.sha256((folder / path).read_bytes()).hexdigest(), size) for path, (size, _) in found}


def publish(folder: Path, site: Address, former: Generation, key: str) -> tuple[int, int]:
    """Send what is new of a site, its folder, as a generation; the number of files that were sent, and their bytes.

    former: what stands there. Raises StoreError where that has changed meanwhile: two builds are at work.
    """
    held = hashes(folder)
    name = digest(json.dumps(held))[:16]
    known = {path: row for path, row in former.files.items() if (row.hash, row.size) == held.get(path)}
    rows = {path: known.get(path) or Sent(*told, f"{name}/{path}") for path, told in held.items()}
    fresh = {row.object: folder / path for path, row in rows.items() if path not in known}
    if rows != former.files:
        site.send(fresh)
        site.replace(f"{name}/{FILES}", json.dumps(rows, separators=(",", ":")).encode())
    made = Generation(name, key, rows)
    if made != former:
        if generation(site) != former:
            raise StoreError("another build has changed it", subject=str(site), hint="run the command again")
        site.replace(CURRENT, json.dumps({"generation": name, "key": key}).encode())
        site.remove(filter(_OBJECT.match, site.found().keys() - made.objects - former.objects))
    return len(fresh), sum(rows[path].size for path in rows if path not in known)


def at_hand(log: str, site: str, key: str, make: Callable[[Path, Path], Ended], say: Callable[[str], object]) -> Ended:
    """Make a volume's site of its log, each a folder or an address; nothing where it is of this log already.

    key: of how the site is built. make: is given both as folders of this machine; what it has made is put where it
    belongs if its code is 0. say: takes what was fetched, sent, and made anew, a line each.
    """
    source, target = (Address(place) if is_address(place) else None for place in (log, site))
    former = generation(target) if target else Generation("", "", {})
    found = source.found() if source else {}
    held = {path: row for path, row in found.items() if not _is_made(path)}
    key = digest(key, json.dumps(held, sort_keys=True)) if source else ""
    if key and former.key == key:
        say(f"nothing has changed; the site is in {site}")
        return Ended(0)
    paths = [*held, *found.keys() & {STATE}]
    with _brought(source, paths, say) if source else nullcontext(Path(log)) as folder:
        begun = files.scan(folder) if source else {}
        done = make(folder, folder / "site" if target else Path(site))
        if source and not done.code:
            now = files.scan(folder)
            changed = [path for path in now if not _is_made(path) and begun.get(path) != now[path]]
            _pack(folder, filter(_is_made, now))
            # The log, too, as a build may write what archive.yml says of the past.
            source.send({path: folder / path for path in (*changed, STATE)})
            key = "" if changed else key
        if target and not done.code:
            number, size = publish(folder / "site", target, former, key)
            say(f"{terminal.count(number, 'object')} {SENT} {site} ({size / 1e6:,.1f} MB)")
    return done


def _is_made(path: str) -> bool:
    return path.split("/")[0] in MADE


@contextmanager
def _brought(source: Address, paths: Collection[str], say: Callable[[str], object]) -> Iterator[Path]:
    """These objects of a log, with what its last build kept laid out, in a folder that is the same each time, and which
    nobody else on this machine uses."""
    begun, user = time.monotonic(), getattr(os, "getuid", int)()
    own = Path(tempfile.gettempdir()).resolve() / f"daybook-{user}-{digest(str(source))[:16]}"
    own.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid") and own.lstat().st_uid != user:  # who may have put a link there
        raise StoreError("is somebody else's", subject=str(own), hint="set TMPDIR to a folder of your own")
    with locks.locked(own):
        folder = own / "log"
        files.clear(folder)  # as a kill may have left it
        folder.mkdir()
        try:
            source.fetch(paths, folder)
            _unpack(folder)
            if not (folder / files.WORK / f"state-{code_digest(ROOT)[:12]}.sqlite").exists():
                say(f"nothing is kept of an earlier build by this Daybook: {COLD}")
            say(f"{terminal.count(len(paths), 'object')} fetched in {time.monotonic() - begun:.1f} s")
            yield folder
        finally:
            files.clear(folder)


def _pack(folder: Path, paths: Iterable[str]) -> None:
    """Write what a build has made in an archive as one file. The times of files are lost, as in any copy; the next
    build knows such a one, see `Tree.is_copied`."""
    with zipfile.ZipFile(folder / STATE, "w", zipfile.ZIP_DEFLATED, compresslevel=1, strict_timestamps=False) as packed:
        for path in paths:
            packed.write(folder / path, path)


def _unpack(folder: Path) -> None:
    """Lay out what `_pack` wrote, if it is there, in its place. Of one that is not sound, nothing is left."""
    try:
        with zipfile.ZipFile(folder / STATE) as packed:
            packed.extractall(folder, [path for path in packed.namelist() if _is_made(path)])
    except (FileNotFoundError, zipfile.BadZipFile, EOFError, RuntimeError, ValueError, zlib.error):
        for name in MADE:
            files.clear(folder / name)
    files.clear(folder / STATE)

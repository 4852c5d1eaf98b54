"""EDGE: where a volume's log and site are: folders, which are built in place, or addresses that fsspec opens.

    LOG/...                     the log, as in a folder
    LOG/.daybook/state.tar.gz   what a build keeps for the next one, with pages and site, as one file
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
import tarfile
import tempfile
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from daybook.config import PLACE
from daybook.errors import LONGEST, GeneratorError, StoreError
from daybook.runtime import files, locks, terminal
from daybook.runtime.files import ROOT, code_digest, digest
from daybook.runtime.sha256sums import is_outside
from daybook.runtime.state import State

CURRENT, FILES, SENT = "current.json", "files.json", "sent to"
STATE = f"{files.WORK}/state.tar.gz"
_MADE = (files.WORK, "pages", "site")
"""Folders of an archive that a build makes."""
_SITE, _LOG = "site", "log"
_UNKEPT = (f"{files.WORK}/lock", str(files.scratch_folder(Path())))
_NANOSECONDS = "DAYBOOK.mtime"
_RETRIES = {"mode": "standard", "max_attempts": 8}
"""Of each request to S3, where fsspec's configuration says nothing: with botocore's own five, one of thousands that a
busy bucket refuses is given up."""
_OBJECT = re.compile(r"[0-9a-f]{16}/")
"""How the paths of a site's objects begin; nothing else at its address is removed."""
_STAMPS = ("ETag", "etag", "md5Hash", "mtime", "LastModified", "updated", "created")
"""By which systems tell that an object has changed."""


class Unreached(GeneratorError):
    """An address that cannot be reached now."""


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
    """A folder at an address. Whatever is asked of it raises Unreached where it does not answer."""

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")
        with self._asked():
            import fsspec
            from fsspec.config import conf

            conf.setdefault("s3", {}).setdefault("config_kwargs", {}).setdefault("retries", dict(_RETRIES))
            made = {"auto_mkdir": True} if address.startswith(("file:", "local:")) else {}
            self._system, self._root = fsspec.core.url_to_fs(self._address, **made)
            self._in_place = bool(made)  # files are written bit by bit

    def __str__(self) -> str:
        return self._address

    def found(self) -> dict[str, str]:
        """path -> what changes with its object, of all objects below."""
        with self._asked():
            self._system.invalidate_cache()
            told = self._system.find(self._root, detail=True)
        rows = {}
        for name, row in told.items():
            stamp = next((row[each] for each in _STAMPS if row.get(each)), "")
            rows[name.removeprefix(self._root).lstrip("/")] = f"{row['size']} {stamp}"
        return rows

    def read(self, path: str) -> bytes | None:
        """An object; None: there is none."""
        with self._asked():
            try:
                return bytes(self._system.cat_file(self._at(path)))
            except FileNotFoundError:
                return None

    def fetch(self, paths: Iterable[str], folder: Path) -> None:
        """Bring objects to the same paths below a folder."""
        wanted = sorted(paths)
        if outside := [path for path in wanted if is_outside(path)]:
            raise StoreError("leads out of its folder", subject=f"{self}/{outside[0]}", hint="remove it there")
        for above in {folder / path for path in wanted}:
            above.parent.mkdir(parents=True, exist_ok=True)
        with self._asked():
            if wanted:
                self._system.get([self._at(path) for path in wanted], [str(folder / path) for path in wanted])

    def send(self, objects: Mapping[str, Path]) -> None:
        """Put files at paths."""
        with self._asked():
            if objects:
                self._system.put([str(file) for file in objects.values()], [self._at(path) for path in objects])

    def replace(self, path: str, data: bytes) -> None:
        """Put an object in one step: whoever reads sees this one or the former."""
        place = self._at(path)
        with self._asked():
            self._system.pipe_file(f"{place}.tmp" if self._in_place else place, data)
            if self._in_place:
                self._system.mv(f"{place}.tmp", place)

    def remove(self, paths: Iterable[str]) -> None:
        """Remove objects."""
        with self._asked():
            if gone := [self._at(path) for path in paths]:
                self._system.rm(gone)

    def _at(self, path: str) -> str:
        return f"{self._root}/{path}"

    @contextmanager
    def _asked(self) -> Iterator[None]:
        try:
            yield
        except GeneratorError:
            raise
        except (ImportError, ValueError) as error:
            what = "cluster,s3" if self._address.startswith("s3:") else "cluster"
            hint = "write a folder, or an address such as s3://BUCKET/NAME"
            if isinstance(error, ImportError):
                hint = f'run: pip install "daybook-archive[{what}]", or what it names'
            problem = f"cannot be opened ({' '.join(str(error).split())[:LONGEST]})"
            raise GeneratorError(problem, subject=self._address, hint=hint) from error
        except Exception as error:  # each system has its own
            if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise  # this machine's disk
            said = " ".join(str(error).split())[:LONGEST] or type(error).__name__
            hint = "check the address, its credentials and the network, then run the command again"
            raise Unreached(f"cannot be used now ({said})", subject=self._address, hint=hint) from error


def generation(site: Address) -> Generation:
    """What a site at an address holds now. Raises Unreached, and StoreError where it is damaged."""
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
        self._current, self._held = dict[str, str](), dict[str, Mapping[str, Sent]]()

    def read(self, volume: str, path: str) -> bytes | None:
        """A file; None: there is none."""
        site = self._pattern.replace(PLACE, volume)
        if not is_address(site):
            return files.read(self._folder / site / path)
        if site not in self._held:
            self._held[site] = generation(Address(site)).files
        sent = self._held[site].get(path)
        return Address(site).read(sent.object) if sent else None

    def small(self, volume: str, path: str) -> bytes | None:
        """The same of a small file. What was read at an address is kept, with the hash of what named the generation."""
        site = self._pattern.replace(PLACE, volume)
        if not is_address(site):
            return self.read(volume, path)
        if site not in self._current:
            self._current[site] = digest(Address(site).read(CURRENT) or b"")
        then, text = self._known.get(f"{site}/{path}") or ("", "")
        if then == self._current[site]:
            return text.encode()
        data = self.read(volume, path)
        if data:
            self._known.put([(f"{site}/{path}", (self._current[site], data.decode(errors="replace")))])
        return data


def publish(folder: Path, site: Address, former: Generation, key: str) -> tuple[int, int]:
    """Send what is new of a site, its folder, as a generation; the number of files that were sent, and their bytes.

    former: what stands there. Raises StoreError where that has changed meanwhile: two builds are at work.
    """
    hashes = {path: (hash_of(folder / path), size) for path, (size, _) in sorted(files.scan(folder).items())}
    name = digest(json.dumps(hashes))[:16]
    known = {path: row for path, row in former.files.items() if (row.hash, row.size) == hashes.get(path)}
    rows = {path: known.get(path) or Sent(*told, f"{name}/{path}") for path, told in hashes.items()}
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


def hash_of(file: Path) -> str:
    """The SHA-256 of a file."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@dataclass(slots=True)
class Place:
    """A volume's log and site as folders of this machine."""

    log: Path
    site: Path
    cold: bool = False  # what earlier builds kept is not there: all is made anew
    unchanged: bool = False  # the site is of this log already: nothing was fetched
    built: bool = False  # for the block to say: the site is whole
    said: list[str] = field(default_factory=list)  # what was fetched, sent, and made anew


@contextmanager
def at_hand(log: str, site: str, key: str) -> Iterator[Place]:
    """A volume's log and site, folders or addresses, as folders of this machine; what the block has made of them is put
    where it belongs if that is `built`. key: of how the site is built."""
    if not (is_address(log) or is_address(site)):
        yield Place(Path(log), Path(site))
        return
    target = Address(site) if is_address(site) else None
    former = generation(target) if target else Generation("", "", {})
    if not is_address(log):
        place = Place(Path(log), Path(log, _SITE))
        yield place
        _send(place, target, former, "")
        return
    source = Address(log)
    found = source.found()
    held = {path: row for path, row in found.items() if path.split("/")[0] not in _MADE}
    key = digest(key, json.dumps(held, sort_keys=True))
    if former.key == key:
        yield Place(Path(), Path(), unchanged=True)
        return
    with _scratch(log) as folder:
        place = Place(folder, folder / _SITE if target else Path(site))
        begun = _bring(source, held, STATE in found, place)
        yield place
        if not place.built:
            return
        changed = {path: folder / path for path in files.scan(folder) if path.split("/")[0] not in _MADE
                   and files.size_and_time(folder / path) != begun.get(path)}  # fmt: skip
        source.send(changed)  # as a build may write what archive.yml says of the past
        packed = folder.with_name("state")
        _pack(folder, packed)
        source.send({STATE: packed})
        _send(place, target, former, "" if changed else key)


def _send(place: Place, site: Address | None, former: Generation, key: str) -> None:
    if site and place.built:
        number, size = publish(place.site, site, former, key)
        place.said.append(f"{terminal.count(number, 'object')} {SENT} {site} ({size / 1e6:,.1f} MB)")


@contextmanager
def _scratch(log: str) -> Iterator[Path]:
    """An empty folder for the log at an address, the same each time, which nobody else on this machine uses."""
    top = Path(tempfile.gettempdir()).resolve() / f"daybook-{getattr(os, 'getuid', int)()}"
    top.mkdir(mode=0o700, exist_ok=True)
    files.refuse_links(top, 1)
    if hasattr(os, "getuid") and top.stat().st_uid != os.getuid():
        raise StoreError("is somebody else's", subject=str(top), hint="set TMPDIR to a folder of your own")
    own = top / digest(log)[:16]
    with locks.locked(own):
        folder = own / _LOG
        _emptied(own)  # as a kill may have left it
        folder.mkdir()
        try:
            yield folder
        finally:
            _emptied(own)


def _emptied(folder: Path) -> None:
    """Remove all that is in a folder but its lock, which the next one may hold already."""
    for place in folder.iterdir():
        if place.name != files.WORK:
            files.clear(place)


def _bring(source: Address, held: Iterable[str], kept: bool, place: Place) -> dict[str, tuple[int, int] | None]:
    """Bring a log and, if it is there, what its last build kept; the state of each file of the log. Says what was not
    there."""
    begun, above = time.monotonic(), place.log.parent
    source.fetch(held, place.log)
    source.fetch([STATE] if kept else [], above)
    if not (kept and _unpack(above / STATE, place.log)):
        place.cold = True
        place.said.append("nothing is kept of an earlier build: built cold")
    elif not (place.log / files.WORK / f"state-{code_digest(ROOT)[:12]}.sqlite").exists():
        place.cold = True
        place.said.append("what the last build kept is of another Daybook: built cold")
    states = {path: files.size_and_time(place.log / path) for path in held}
    place.said.append(f"{terminal.count(len(states), 'object')} fetched in {time.monotonic() - begun:.1f} s")
    return states


def _pack(folder: Path, target: Path) -> None:
    """Write what a build has made in an archive as one file, with the times of files to the nanosecond: by these, the
    next build knows that all is as it was left."""
    with tarfile.open(target, "w:gz", compresslevel=1) as packed:
        for name in _MADE:
            packed.add(folder / name, name, filter=lambda each: _timed(each, folder))


def _timed(each: tarfile.TarInfo, folder: Path) -> tarfile.TarInfo | None:
    if each.name.startswith(_UNKEPT):
        return None
    headers: dict[str, str] = each.pax_headers  # type: ignore[assignment]
    headers[_NANOSECONDS] = str((folder / each.name).stat().st_mtime_ns)
    each.uid = each.gid = 0
    each.uname = each.gname = ""
    return each


def _unpack(packed: Path, folder: Path) -> bool:
    """Lay out what `_pack` wrote; whether it was sound. Of one that is not, nothing is left."""
    try:
        with tarfile.open(packed) as told:
            told.extraction_filter = getattr(tarfile, "data_filter", None)  # which 3.11.3 lacks
            members = [
                each for each in told
                if (each.isreg() or each.isdir()) and each.name.split("/")[0] in _MADE and not is_outside(each.name)
            ]  # fmt: skip
            for each in members:
                told.extract(each, folder)
            for each in reversed(members):  # a folder's time changes with what is put into it
                moment = int(each.pax_headers[_NANOSECONDS])
                os.utime(folder / each.name, ns=(moment, moment))
        return True
    except (tarfile.TarError, EOFError, zlib.error, ValueError, KeyError):
        for name in _MADE:
            files.clear(folder / name)
        return False
    finally:
        packed.unlink()

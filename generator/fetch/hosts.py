"""Where the services live, and how fast each may be asked.

Source: arXiv's help pages on its API, RSS, OAI and robots.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit

from generator.errors import SettingsError
from generator.sources.registry import ARXIV_HOSTS, HOSTS

VARIABLE = "DAYBOOK_HOSTS"
"""Names a server of this machine that stands for all services, below a path for each: for tests and trials."""

BASES = {host.name: host.base for host in HOSTS}
"""Short name -> base address, without a final slash."""
MACHINES = "arXiv's API, RSS and OAI"
_MACHINES = frozenset(host.name for host in HOSTS if host.machine)
_MACHINE_PACE = 3.0
_PAGE_PACE = 15.0


@dataclass(frozen=True, slots=True)
class Hosts:
    """The base address of each service by its short name; those of other sites are named as archive.yml names them."""

    bases: Mapping[str, str] = field(default_factory=lambda: dict(BASES))

    def base(self, name: str) -> str:
        """Where the service of this name lives."""
        return self.bases[name]

    def allows(self, name: str, address: str) -> bool:
        """Whether an address is of the service of this name, or of arXiv's where that is one of them, and encrypted
        (but on this machine). Raises ValueError where it cannot be read.
        """
        together = ARXIV_HOSTS if name in ARXIV_HOSTS else {name}
        bases = [self.bases[each] for each in together if each in self.bases]
        return is_safe(address) and any(_is_below(base, address) for base in bases)


def group(name: str) -> str:
    """The services that share a pace: arXiv counts what machines ask of API, RSS and OAI together."""
    return MACHINES if name in ARXIV_HOSTS & _MACHINES else name


def pace(name: str) -> float:
    """Seconds from the end of one request to the next of the service's group; sites that serve people take longer."""
    return _MACHINE_PACE if name in _MACHINES else _PAGE_PACE


def place(name: str, path: str = "") -> str:
    """How messages name a service and what was asked of it: arXiv's by the address, for the addresses in archive.yml
    may hold keys.
    """
    return urlsplit(BASES[name]).netloc + path if name in ARXIV_HOSTS else name


def hosts(others: Mapping[str, str] | None = None, environment: Mapping[str, str] = os.environ) -> Hosts:
    """The services, and `others` by name. Where DAYBOOK_HOSTS is set, all of them below that address.

    Raises SettingsError where DAYBOOK_HOSTS is not of this machine, or an address of `others` is not encrypted.
    """
    bases = {**BASES, **{name: base for name, base in (others or {}).items() if name not in ARXIV_HOSTS}}
    local = environment.get(VARIABLE, "").rstrip("/")
    if local:
        if not _is_local(local):
            hint = "it is for tests: write e.g. http://127.0.0.1:8000"
            raise SettingsError(f"{VARIABLE} is no address of this machine", hint=hint)
        return Hosts({name: f"{local}/{name}" for name in bases})
    for name, base in bases.items():
        if urlsplit(base).scheme != "https":
            raise SettingsError(
                f"the address of {name!r} is not https", subject="archive.yml", hint="write https://..."
            )
    return Hosts(bases)


def is_safe(address: str) -> bool:
    """Whether an address is encrypted, or of this machine."""
    try:
        return urlsplit(address).scheme == "https" or _is_local(address)
    except ValueError:
        return False


def _is_below(base: str, address: str) -> bool:
    """Whether an address is at the place of a base address, and names no other user. Raises ValueError where it cannot
    be read.
    """
    one, other = urlsplit(base), urlsplit(address)
    same_user = other.username is None or other.netloc.rpartition("@")[0] == one.netloc.rpartition("@")[0]
    return same_user and _place(one) == _place(other) and f"{other.path}/".startswith(f"{one.path}/")


def _place(parts: SplitResult) -> tuple[str, str, int | None]:
    """Scheme, host and port of an address."""
    port = parts.port or {"https": 443, "http": 80}.get(parts.scheme)
    return parts.scheme, (parts.hostname or "").rstrip("."), port


def _is_local(address: str) -> bool:
    parts = urlsplit(address)
    name = parts.hostname or ""
    try:
        return parts.scheme == "http" and (name == "localhost" or ipaddress.ip_address(name).is_loopback)
    except ValueError:
        return False

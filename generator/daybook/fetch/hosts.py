"""Addresses of the services, and how often each may be asked.

Source: arXiv's help pages on its API, RSS, OAI and robots.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit

from daybook.errors import SettingsError
from daybook.sources import registry
from daybook.sources.registry import ARCHIVE, ARXIV_HOSTS, HOSTS

VARIABLE = "DAYBOOK_HOSTS"
"""Environment variable: a local server that stands in for all services, with a path for each. For tests."""

BASES = {host.name: host.base for host in HOSTS}
"""Short name -> base address, without a final slash."""
MACHINES = "arXiv's API, RSS and OAI"
_MACHINES = frozenset(host.name for host in HOSTS if host.machine)
_MACHINE_PACE = 3.0
_PAGE_PACE = 15.0
_FILE_PACE = 1.0


@dataclass(frozen=True, slots=True)
class Hosts:
    """The base address of each service by its short name; other sites go by their names in archive.yml."""

    bases: Mapping[str, str] = field(default_factory=lambda: dict(BASES))

    def base(self, name: str) -> str:
        """The base address of a service."""
        return self.bases[name]

    def allows(self, name: str, address: str) -> bool:
        """Whether an address belongs to this service (for one of arXiv's: to any of them) and is encrypted or local.

        Raises ValueError if it cannot be parsed.
        """
        together = ARXIV_HOSTS if name in ARXIV_HOSTS else {name}
        bases = [self.bases[each] for each in together if each in self.bases]
        return is_safe(address) and any(_is_below(base, address) for base in bases)


def group(name: str) -> str:
    """The group whose members share a pace: arXiv counts requests to its API, RSS and OAI together."""
    return MACHINES if name in ARXIV_HOSTS & _MACHINES else name


def pace(name: str) -> float:
    """Seconds between two requests to a service's group; longer for sites made for people, shorter for the files that
    another archive offers to programs."""
    if registry.kind(name) == ARCHIVE.name:
        return _FILE_PACE
    return _MACHINE_PACE if name in _MACHINES else _PAGE_PACE


def place(name: str, path: str = "") -> str:
    """A service and a path as messages show them: arXiv's with the address, others by name alone, because an address in
    archive.yml may contain a key.
    """
    return urlsplit(BASES[name]).netloc + path if name in ARXIV_HOSTS else name


def hosts(others: Mapping[str, str] | None = None, environment: Mapping[str, str] = os.environ) -> Hosts:
    """All services, with `others` by name. If DAYBOOK_HOSTS is set, all of them below that address.

    Raises SettingsError if DAYBOOK_HOSTS is not a local address, or an address of `others` is not encrypted.
    """
    bases = {**BASES, **{name: base for name, base in (others or {}).items() if name not in ARXIV_HOSTS}}
    local = environment.get(VARIABLE, "").rstrip("/")
    if local:
        if not _is_local(local):
            hint = "it is for tests: set it to e.g. http://127.0.0.1:8000"
            raise SettingsError(f"{VARIABLE} must be an address on this machine", hint=hint)
        return Hosts({name: f"{local}/{name}" for name in bases})
    for name, base in bases.items():
        if urlsplit(base).scheme != "https":
            hint = "write https://..."
            raise SettingsError(
                "`url` must be an https address", subject="archive.yml", location=f"sources, {name}", hint=hint
            )
    return Hosts(bases)


def is_safe(address: str) -> bool:
    """Whether an address is encrypted or local."""
    try:
        return urlsplit(address).scheme == "https" or _is_local(address)
    except ValueError:
        return False


def _is_below(base: str, address: str) -> bool:
    """Whether an address is below a base address and names no other user. Raises ValueError if it cannot be parsed."""
    one, other = urlsplit(base), urlsplit(address)
    same_user = other.username is None or other.netloc.rpartition("@")[0] == one.netloc.rpartition("@")[0]
    return same_user and _place(one) == _place(other) and f"{other.path}/".startswith(f"{one.path}/")


def _place(parts: SplitResult) -> tuple[str, str, int | None]:
    """Scheme, host name and port of an address."""
    port = parts.port or {"https": 443, "http": 80}.get(parts.scheme)
    return parts.scheme, (parts.hostname or "").rstrip("."), port


def _is_local(address: str) -> bool:
    parts = urlsplit(address)
    name = parts.hostname or ""
    try:
        return parts.scheme == "http" and (name == "localhost" or ipaddress.ip_address(name).is_loopback)
    except ValueError:
        return False

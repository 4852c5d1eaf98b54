"""The search over a library's volumes as its page runs it, in QuickJS: over the files of all sites."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from daybook.commands.search import script
from daybook.runtime.files import ROOT
from daybook.search.engine import FOLDER, Engine
from daybook.text import language

OPENED = """
const opened = daybookSearch.open;
daybookSearch.open = (load) => opened((name) => load(`library/${name}`), daybookSearch.volumes((name) => (
  { site: `../${name}/`, load: HERE ? (each) => load(`${name}/${each}`) : null })));
"""
"""An engine's files are asked for by the name of a site, then theirs."""


class Asked(Engine):
    """Over sites beside each other. `loaded`: the names of the files that it has asked for, in order, with the names of
    their sites; `size`: their bytes."""

    def __init__(self, sites: Path, *, here: bool = True) -> None:
        self.loaded, self.size = list[str](), 0
        text = (ROOT / "overrides" / FOLDER / "volumes.js").read_text(encoding="utf-8")
        opened = OPENED.replace("HERE", str(here).lower())
        super().__init__(script() + language.scripted(text) + opened, self._files(sites))

    def _files(self, sites: Path) -> Callable[[str], bytes]:
        def load(name: str) -> bytes:
            site, _, path = name.partition("/")
            data = (sites / site / "search" / f"{path}.js").read_bytes()
            self.loaded.append(name)
            self.size += len(data)
            return data

        return load

    def asked(self) -> Counter[str]:
        """Volume -> files that it was asked for, since the last time."""
        found = Counter(name.partition("/")[0] for name in self.loaded)
        self.loaded.clear()
        return found

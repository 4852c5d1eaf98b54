"""Text that means harm, and what a page must show of it: text.

`shown` is what stands in titles, names, abstracts and comments, where TeX is read (its braces and dashes are TeX's);
`text` itself, without what cannot be seen, stands where no TeX is read: DOIs, report numbers, codes, licences.
"""

from dataclasses import dataclass
from pathlib import Path

import yaml


@dataclass(frozen=True, slots=True)
class Payload:
    """A hostile text of one line; `name` is letters only and marks where it was planted."""

    name: str
    text: str
    tex: str | None = None  # what is shown where TeX is read; None: the text as it stands
    bare: str | None = None  # what is shown where no TeX is read; None: the text as it stands
    line: str | None = None  # a title as plain characters, where it holds a formula; None: as it is shown

    @property
    def shown(self) -> str:
        return self.text if self.tex is None else self.tex

    @property
    def literal(self) -> str:
        return self.text if self.bare is None else self.bare

    @property
    def plain(self) -> str:
        return self.shown if self.line is None else self.line


_LONG = ("<script>window.__pwned=1</script> " + "very " * 20) * 40

BENIGN = Payload("benign", "plain words")
_WRITTEN = yaml.safe_load(Path(__file__).with_suffix(".yml").read_text(encoding="utf-8"))
HOSTILE = (*(Payload(name, **told) for name, told in _WRITTEN.items()), Payload("long", _LONG.strip()))
PAYLOADS = (BENIGN, *HOSTILE)

RUNNING = ("script", "img", "svg", "head")
"""The payloads that a browser runs at once where they stand raw in a page without a policy."""
ASKING = ("iframe", "base", "meta")
"""The payloads that ask another host for something there."""

"""A paper whose fields hold a payload.

A planted text is the payload and a mark: `<script>.. qrssscripttitle` stands in the title that an RSS feed gives. The
mark tells in which page, and where in it, the text must be found.
"""

import html
from dataclasses import dataclass

from tests.hostile.payloads import Payload

E = html.escape


@dataclass(frozen=True, slots=True)
class Planted:
    """A paper whose fields hold one payload, in a document of one format. paper["title"]: what stands in its title."""

    format: str
    payload: Payload
    ident: str  # an arXiv id of its own; formats without ids do not state it

    def mark(self, field: str) -> str:
        return f"q{self.format}{self.payload.name}{field}"

    def __getitem__(self, field: str) -> str:
        return f"{self.payload.text} {self.mark(field)}"

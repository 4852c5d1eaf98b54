"""Addresses written in a text: only http and https, only where a person can see where they lead."""

from __future__ import annotations

import re
from collections.abc import Collection

from daybook.text.markup.characters import clean

HOSTS = frozenset({
    "arxiv.org", "export.arxiv.org", "info.arxiv.org", "doi.org", "dx.doi.org", "creativecommons.org", "github.com",
    "gitlab.com", "bitbucket.org", "codeberg.org", "huggingface.co", "zenodo.org", "orcid.org",
})  # fmt: skip
"""Hosts that every page may link: arXiv's, those of permanent names and licences, and those of code and data."""
_OF_CODE = (".github.io", ".gitlab.io")

_STOP = r"\s<>\"{}|\\^`\u3000-\u303f\uff00-\uff0f“”‘’«»…"
ADDRESS = rf"https?://(?:[^{_STOP}]|\\[_%#&~$])+"
"""The pattern of an address and any punctuation after it; it may contain TeX's escapes of `_ % # & ~ $`."""

LINK = re.compile(r"(?<!\\)\[((?:[^\[\]\\]|\\.)*+)\]\(([^()\s]++)\)")
"""A link in Markdown: what it shows, and its target."""

_CODE = rf"(?<![\w./@:-])(?:www\.)?git(?:hub|lab)\.com/[\w.-]+/(?:[^{_STOP}]|\\[_%#&~$])+"
_ANY = re.compile(rf"({ADDRESS})|({_CODE})", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([_%#&~$])")
_HOST = re.compile(r"https?://(?:[\w-]+\.)+[\w-]*\w(?::\d{1,5})?(?:[/?#]|$)", re.IGNORECASE)
_NETLOC = re.compile(r"(?ai:https?)://([\w.:-]+)(?=[/?#]|\Z)")
_TRAILING = ".,;:!?'*-\\"
_PAIRS = {")": "(", "]": "["}


def trim(written: str) -> str:
    """The part of `written` that is the address: without the punctuation of the sentence around it."""
    end = len(written)
    while end:
        last = written[end - 1]
        unmatched = last in _PAIRS and written.count(last, 0, end) > written.count(_PAIRS[last], 0, end)
        if last not in _TRAILING and not unmatched:
            break
        end -= 1
    return written[:end]


def address(written: str) -> str | None:
    """The address in `written` (already trimmed) without TeX's escapes; None if it names no host or hides it.

    "https://good.example@bad.example/" is refused: it leads elsewhere than it seems to.
    """
    plain = _ESCAPED.sub(r"\1", written)
    return plain if _HOST.match(plain) else None


def may_be_linked(url: str, hosts: Collection[str] = ()) -> bool:
    """Whether pages link an address: it is http or https, and its host is one of HOSTS or of `hosts`."""
    found = _NETLOC.match(url)
    host = found[1].lower().removeprefix("www.") if found else ""
    return host in HOSTS or host in hosts or host.endswith(_OF_CODE)


def links(text: str) -> tuple[str, ...]:
    """The http and https addresses in received text, each once, in order, without trailing punctuation.

    A bare "github.com/owner/name" counts (as https). arXiv's placeholder "this https URL" is not an address.
    """
    if "://" not in text and ".com/" not in text.lower():
        return ()
    urls: dict[str, None] = {}
    for paragraph in text.splitlines():
        for match in _ANY.finditer(clean(paragraph)):
            written = trim(match[0])
            url = address(written if match[1] else f"https://{written}")
            if url:
                urls[url] = None
    return tuple(urls)

"""The frame that all of arxiv.org's pages stand in, and its error pages."""

from __future__ import annotations

from html import escape
from pathlib import Path

_FRAME = (Path(__file__).parent / "page.html").read_text(encoding="utf-8").removesuffix("\n")

_BAD_REQUEST = """
<h1>{reason}</h1>
<p>The server cannot process your request due to syntax errors, missing 
  required data or invalid content-type. Please check your URL and try again.</p>

<hr>
<p>If you believe this is an error or have questions please contact
  <a href="mailto:help@arxiv.org">help@arxiv.org</a></p>
"""  # noqa: W291 as arXiv prints it
_NOT_FOUND = """
      <h1>{what} not found</h1>
      <p>There is no record of an article with identifier '{what}'.</p>
"""


def framed(content: str, title: str = "", meta: str = "") -> str:
    return _FRAME.format(title=escape(title), meta=meta, content=content)


def bad_request(reason: str) -> str:
    """The page of status 400."""
    return framed(_BAD_REQUEST.format(reason=escape(reason)), title=reason)


def not_found(what: str) -> str:
    """The page of status 404."""
    return framed(_NOT_FOUND.format(what=escape(what)), title="Article not found")


def name_first(shown: str) -> str:
    """`B. Brunel` as a search link writes it: Brunel,+B."""
    first, _, last = shown.rpartition(" ")
    return f"{last},+{first[:1]}"

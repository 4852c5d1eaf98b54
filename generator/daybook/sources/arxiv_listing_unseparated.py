"""arXiv listing pages whose text was extracted without separators.

There each entry is `- [1] arXiv:2603.00356 [pdf, html, other]`, a line `-`, a line with title, authors, comments,
journal reference and subjects run together, and the abstract; the next entry's marker may be glued to its end.
Author lists are often lost; `split_title` separates those that are left, and never makes one up.
"""

from __future__ import annotations

import re
from functools import partial

from daybook.model import Listing
from daybook.sources.arxiv_listing_text import has_glued_fields, looks_like_listing, read_page, restored_text
from daybook.sources.author_list import Words
from daybook.sources.listing_text_entry import have_authors, split_title
from daybook.sources.plain_text import Head, decode

__all__ = ["NAME", "has_glued_fields", "read", "recognises", "split_title"]

NAME = "listing page (extracted text)"

_TITLE_LINE = re.compile(r"^Title:.*", re.MULTILINE)
_HEADING = re.compile(r"^Title:\s*((?:(?!(?<=[^\s(\[/-])(?:Comments|Journal-ref|Subjects):).)*+)", re.MULTILINE)


def recognises(head: Head) -> bool:
    """Whether this is a listing page as text, with its fields run together."""
    text = restored_text(head.text, glued=True).text
    return looks_like_listing(text) and has_glued_fields(text)


def read(data: bytes) -> tuple[Listing, ...]:
    """The page's listing; of a page of recent submissions one for each day. Raises Refused."""
    text = restored_text(decode(data), glued=True).text
    in_titles = (word for word in Words.of(*_TITLE_LINE.findall(text)).written if word.islower())
    page = Words.of(_TITLE_LINE.sub("", text)).written.union(in_titles)
    kept = have_authors(_HEADING.findall(text), page)
    return read_page(data, format_name=NAME, split=partial(split_title, page=page, kept=kept))

"""Authors' names made comparable across sources, which write them with and without accents, TeX, initials, particles.

Two ways: `fold` compares people, `last_words` lists of names (linking). Both take names as received; what a name's
parts are, `Author` says. `printed` and `slug` keep apart what is printed differently (pages of authors).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from daybook.model import Author
from daybook.model.ids import is_name
from daybook.model.jsonl import hash_of
from daybook.text import markup

MOST = 60
"""Authors of a paper that are looked at, the first ones: the lists of collaborations run to thousands."""
_LONGEST = 120
_PLAIN = re.compile(r"(?:[A-Z][a-z]+|[A-Z]\.)(?: (?:[A-Z][a-z]+|[A-Z]\.))*")
"""A name that can be read off its slug: words of two letters or more with a capital, and initials with a dot."""
_LONGEST_PLAIN = 60


@lru_cache(maxsize=1 << 16)
def fold(name: str) -> str:
    """A name without TeX, accents, case and dots; a full first name makes initials in the middle go.

    >>> fold("C. Bal\\\\'azs"), fold("Ana-Maria K. Šimić"), fold("ANA MARIA SIMIC"), fold("李明")
    ('c-balazs', 'ana-maria-simic', 'ana-maria-simic', '李明')
    """
    name = name[:_LONGEST]
    if not any(c.isascii() and c.isalpha() for c in name):
        return "".join(filter(str.isalnum, markup.title_key(name)))
    parts = markup.slug(name, _LONGEST).split("-")
    if parts == ["paper"]:  # what slug makes of nothing
        return ""
    if len(parts) > 2 and len(parts[0]) > 1:
        parts = [parts[0], *(part for part in parts[1:-1] if len(part) > 1), parts[-1]]
    return "-".join(parts)


def last_words(authors: Iterable[str]) -> set[str]:
    """The last word of each name, without accents and case: all that sources agree on where they separate the rest
    differently. It is not the family name: of "van der Waals" it is "waals".

    >>> sorted(last_words(["J. D. van der Waals", "C. Bal\\'azs"]))
    ['balazs', 'waals']
    """
    return {markup.title_key(name.split()[-1]) for name in authors}


def printed(authors: Sequence[Author]) -> tuple[str, ...]:
    """The names of a paper's authors as printed: plain Unicode, without affiliations, each once, in order.

    Of more than MOST authors the first ones, and collaborations wherever they stand.

    >>> printed([Author("C. Bal\\\\'azs"), Author("Ada One (Quay)"), Author("C. Balázs")])
    ('C. Balázs', 'Ada One')
    """
    named = [*authors[:MOST], *(author for author in authors[MOST:] if author.is_collaboration)]
    return tuple(dict.fromkeys(filter(None, (as_printed(author.name) for author in named))))


@lru_cache(maxsize=1 << 14)
def as_markdown(name: str) -> str:
    """A name as received as Markdown."""
    return markup.markdown(name)


@lru_cache(maxsize=1 << 16)
def as_printed(name: str) -> str:
    """A name as received in plain Unicode, without an affiliation behind it; empty if nothing is left."""
    if name.endswith(")") and (place := Author(name).affiliation):
        name = name[: -len(place) - 2]
    return unicodedata.normalize("NFC", " ".join(markup.plain(name).split()))[:_LONGEST].strip()


def slug(name: str) -> str:
    """The name of an author's page, lower-case ASCII. A function of the printed name alone, so that it stays for ever.

    Two names have two slugs: where a slug would lose anything of the name, a hash of the name stands behind it.

    >>> slug("Ada B. Example"), slug("Ada B Example"), slug("Ana Šimić"), slug("李明")
    ('ada-b-example', 'ada-b-example-05d14767', 'ana-simic-955e5df0', 'author-def6a74c')
    """
    if len(name) <= _LONGEST_PLAIN and _PLAIN.fullmatch(name):
        bare = name.lower().replace(".", "").replace(" ", "-")
        if is_name(bare):
            return bare
    digest = hash_of(name.encode(errors="surrogatepass"), 4)
    legible = any(sign.isascii() and sign.isalnum() for sign in unicodedata.normalize("NFKD", name))
    return f"{markup.slug(name) if legible else 'author'}-{digest}"

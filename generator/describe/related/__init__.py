"""Which papers are like a paper, and which have an author in common with it. Pure.

    terms        a paper's signature: its heaviest terms, weighed by a table that is shipped and never changes by itself
    names        authors' names, made comparable
    vector       a signature, ready to be compared
    bounds       how much signatures can be alike at most, for comparing the most promising first
    windows      who stands near whom: in a term's (a name's) list, the nearest papers before one in time
    kinship      the two ways of belonging together, and what a paper chooses: the few best of those near it
    choices      what papers chose, carried forward to what they choose now
    whole        what all papers of an archive chose, made at once
    lists        all lists of an archive; what an earlier run found is kept where it must still be true

A paper chooses among older papers; listed with it are the best of those that it chose and those that chose it.
Everything is local. A signature depends on the paper's own text and the shipped table. Candidates are the papers in
the windows before it, at most some hundreds whatever the archive's size. So the newest paper changes the lists of the
few that it chose and no others, and carrying an archive forward gives exactly what starting anew gives.

    table = related.update(sources, table)      # sources: every paper; table: what the last run returned, or {}
    found = related.neighbours(table)           # found.related, found.same_authors: key -> keys
"""

from generator.describe.related.index import (
    Listed,
    Neighbours,
    Row,
    Source,
    Table,
    compare,
    neighbours,
    profiles,
)
from generator.describe.related.similarity import Profile

__all__ = ["Listed", "Neighbours", "Profile", "Row", "Source", "Table", "compare", "neighbours", "profiles"]

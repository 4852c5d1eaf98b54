"""Which papers are like a paper, and which have an author in common with it. Pure.

    terms        a paper's signature: its heaviest terms, weighed by a table that is shipped and never changes by itself
    names        authors' names, made comparable
    windows      who stands near whom: in a term's (a name's) list, the nearest papers before and after in time
    kinship      how two papers are compared, and the few best of those that stand near
    lists        all lists of an archive; what an earlier run found is kept where it must still be true

Everything is local. A signature depends on the paper's own text and the shipped table. Candidates are the papers in
the windows around it, at most some hundreds whatever the archive's size. So a new day touches its own neighbours only,
and carrying an archive forward gives exactly what starting anew gives.

    table = related.update(sources, table)      # sources: every paper; table: what the last run returned, or {}
    found = related.neighbours(table)           # key -> Neighbours(related, same_authors)
"""

from generator.related.kinship import Neighbours
from generator.related.lists import Source, Table, neighbours, update

__all__ = ["Neighbours", "Source", "Table", "neighbours", "update"]

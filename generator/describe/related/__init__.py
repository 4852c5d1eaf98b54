"""Which papers are similar to a paper, and which share an author with it. Pure.

    terms           a paper's signature: its heaviest terms, weighted by a shipped table that never changes by itself
    vector          a signature, ready to be compared
    upper_bounds    the greatest possible likeness of signatures, to compare the most promising first
    candidates      who is near whom: in a term's (or a name's) list, the nearest earlier papers
    similarity      the two relations, and what a paper chooses: the best few of those near it
    full            what all papers of an archive chose, made at once
    incremental     what papers chose, carried forward to what they choose now
    index           all lists of an archive; results of an earlier run are kept as long as they hold

A paper chooses among earlier papers; its list has the best of those it chose and those that chose it. Everything is
local: a signature depends on the paper's own text and the shipped table, and candidates are the papers in the windows
before it, at most some hundreds whatever the archive's size. So the newest paper changes the lists of the few that it
chose and no others, and carrying an archive forward gives exactly what starting over gives.

    profiles = related.profiles(stamps, source, table, executor)      # table: of the last run, or {}
    table = related.compare(stamps, profiles, table, executor)
    lists = related.neighbours(table)                                 # lists.related, lists.same_authors: key -> keys
"""

from generator.describe.related.index import (
    NeighbourLists,
    Neighbours,
    Row,
    Source,
    Table,
    compare,
    neighbours,
    profiles,
)
from generator.describe.related.similarity import Profile

__all__ = ["NeighbourLists", "Neighbours", "Profile", "Row", "Source", "Table", "compare", "neighbours", "profiles"]

"""Which papers are similar to a paper. Pure.

    terms           a paper's terms, and its signature: the heaviest ones
    weights         what a term weighs: how rare it is in this archive, and in all fields before the archive says
    similarity      which papers share words with one, the relation, and the list of a paper
    index           all lists of an archive; results of an earlier run are kept as long as they hold

A paper is compared with all others, by numpy. Carrying an archive forward gives exactly what starting over gives: a
list depends on the papers in it alone, and the weights on papers of past quarters.

    made = related.profiles(stamps, source, table, executor)          # table: of the last run, or {}
    table = related.compare(made, table, executor)
    lists = related.neighbours(table)                                 # key -> keys
"""

from generator.describe.related.index import (
    NeighbourLists,
    Profiles,
    Row,
    Source,
    Table,
    compare,
    neighbours,
    profiles,
)
from generator.describe.related.similarity import MOST

__all__ = [
    "MOST",
    "NeighbourLists",
    "Profiles",
    "Row",
    "Source",
    "Table",
    "compare",
    "neighbours",
    "profiles",
]

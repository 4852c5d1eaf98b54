"""Which papers are similar to a paper. Pure.

    terms           a paper's terms, what they weigh, and its signature: the heaviest ones
    similarity      which papers share words with one, the relation, and the list of a paper
    index           all lists of an archive; results of an earlier run are kept as long as they hold

A paper is compared with all that were first seen up to the end of its month, by the words that it had then. So its list
is sealed with the month: no later paper or version changes it. Within the month a new paper changes the lists that it
enters. Carrying an archive forward gives exactly what starting over gives.

    table = related.update(stamps, source, table, executor)           # of the last run, or related.NOTHING
    lists = related.neighbours(table)                                 # key -> keys
"""

from daybook.describe.related.index import NOTHING, NeighbourLists, Row, Source, Table, neighbours, update
from daybook.describe.related.similarity import MOST, Packed

__all__ = ["MOST", "NOTHING", "NeighbourLists", "Packed", "Row", "Source", "Table", "neighbours", "update"]

"""The search: an index of all papers as files of the site, and the engine that asks it.

entries     a paper as the index holds it, and as a result shows it; words, their papers and places
index       the files of the index: the base, and the delta that this month changed
update      the index brought up to date
engine      answers queries

The engine itself is JavaScript (overrides/assets/search/): browsers run it over http and from a folder, and `daybook
search` runs it in QuickJS. So there is one index, one query language and one ranking.
"""

"""The search: an index of all papers as files of the site, and the engine that asks it.

words       text as the words that are searched
entries     a paper as the index holds it, and as a result shows it
postings    the papers and places of words
index       the files of a part of the index
delta       the part that this month changed
numerals    numbers as characters
kept        what is kept of it from run to run
refresh     the index brought up to date

The engine itself is JavaScript (overrides/assets/search/): browsers run it over http and from a folder, and `daybook
search` runs it in QuickJS. So there is one index, one query language and one ranking.
"""

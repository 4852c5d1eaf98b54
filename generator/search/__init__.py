"""The search: an index of all papers as files of the site, and the engine that asks it.

words       text as the words that are searched
entries     a paper as the index holds it, and as a result shows it
index       the files of the index
numerals    numbers as characters
refresh     the index brought up to date: entries are kept from run to run

The engine itself is JavaScript (overrides/assets/search/): browsers run it over http and from a folder, and `daybook
search` runs it in QuickJS. So there is one index, one query language and one ranking.
"""

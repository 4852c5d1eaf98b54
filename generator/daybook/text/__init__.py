"""Received text and its words. Pure.

markup         received text -> plain text, HTML, Markdown
sentences      plain text -> sentences
tokens         text -> words, one way per use
stems          words without their endings, one way per use
wordlists      words that say nothing, one list per use
phrases        phrases found in a text
evidence       numbers and names that a paper's own text supports
author_names   authors' names, comparable
filenames      names that every file system accepts
rarity         how rare words are in arXiv
wordlists      the lists themselves, as JSON
"""

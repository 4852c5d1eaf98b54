"""Received text and its words. Pure.

markup         received text -> plain text, HTML, Markdown
sentences      plain text -> sentences; numbers and names that a paper's own text supports
changes        what changed between two texts
vocabulary     text -> words; their stems and rarity, words that say nothing, phrases
author_names   authors' names, comparable
language       what readers read, in the language of their archive
dates          dates in words
yaml_text      the YAML that people write
wordlists      lists of words, as JSON
"""

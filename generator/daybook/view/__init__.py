"""What may be shown of an archive, and where: beneath pages and exports. Pure.

addresses   the paths of all pages
writing     Markdown: front matter, lists, tables, papers' rows
labels      plain words: moments, sources, fields, a day's counts and its seal
context     the view of an archive, which pages and exports ask; drafts of pages
editorials  digests as pages show them, and what people write in notes/
verify      whether what cards and digests say stands in the papers' texts
"""

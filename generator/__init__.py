"""Daybook keeps a research field's daily listings.

Data flows one way::

    document (bytes) --sources--> Listing of Entry --store--> log --archive (fold)--> Archive
             Archive --themes--> the same Archive, described
             Archive --pages--> Markdown --site--> MkDocs --> site/

Imports point inward: cli -> edges (store, site) -> pure modules -> model, arxiv_id, errors.
Only the edges touch disk or network; edges never import each other.
"""

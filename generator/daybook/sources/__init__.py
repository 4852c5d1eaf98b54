"""Documents in, listings out: pure, recognised by content and never by file name.

A reader is a module (or an object in one) with three parts, and a line in `registry.FORMATS`::

    NAME = "listing page (HTML)"                      # for messages
    def recognises(head: Head) -> bool: ...           # cheap: looks at the first bytes only
    def read(data: bytes) -> tuple[Listing, ...]: ... # raises Refused

`read` counts what it read, section by section, and stores that next to what the document states of itself
(Listing.counts). A document that is itself an error (an error page, an error feed, an OAI error, a truncated file) is
Refused in one line with location and hint. A document that states there is nothing becomes a Listing with
`quiet=True`: empty is not the same as failed.
"""

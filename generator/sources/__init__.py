"""Documents in, listings out: pure, one module a format, recognised by content and never by file name.

A reader module has three things::

    NAME = "listing page (HTML)"                      # for messages
    def recognises(head: Head) -> bool: ...           # cheap: looks at the first bytes only
    def read(data: bytes) -> tuple[Listing, ...]: ... # raises Refused

`read` counts what it read, section by section, and puts that beside what the document says of itself
(Listing.counts). A document that is an error (an error page, an error feed, an OAI error, a truncated file) is Refused
in one line with place and mend. A document that says there is nothing is a Listing with `quiet=True`: empty is not
failed.
"""

"""Documents in, listings out: pure, one module per format, recognised by content and never by file name.

A reader module has three parts::

    NAME = "listing page (HTML)"                      # for messages
    def recognises(head: Head) -> bool: ...           # cheap: looks at the first bytes only
    def read(data: bytes) -> tuple[Listing, ...]: ... # raises Refused

and a line in `registry.FORMATS`, from which everything else follows: the order of detection, the source's label, its
rank in the fold, whether it announces, where it is fetched.

`read` counts what it read, section by section, and stores that next to what the document states of itself
(Listing.counts). A document that is itself an error (an error page, an error feed, an OAI error, a truncated file) is
Refused in one line with location and hint. A document that states there is nothing becomes a Listing with
`quiet=True`: empty is not the same as failed.
"""

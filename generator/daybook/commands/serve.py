"""`daybook serve`: the site on this machine."""

from __future__ import annotations

import argparse
import sys

from daybook import commands, site, volumes
from daybook.archive import Context
from daybook.commands import built
from daybook.commands.build import build
from daybook.config import OWN_SITE


def declare(parser: argparse.ArgumentParser) -> None:
    text = "In a library, the sites of all volumes are served beside its own."
    commands.common(
        parser, lambda context, options: serve(context, options.address), "daybook serve --port 8080", text,
        library=True,
    )  # fmt: skip
    place = parser.add_mutually_exclusive_group()
    text = "the address to serve on (default: 127.0.0.1:8000)"
    place.add_argument("--address", default="127.0.0.1:8000", metavar="HOST:PORT", help=text)
    text = "the port to serve on: --port 8080 is --address 127.0.0.1:8080"
    place.add_argument("--port", dest="address", type="127.0.0.1:{}".format, metavar="N", help=text)


def serve(context: Context, address: str) -> None:
    """Build the site and serve it until Ctrl-C. A port in use is an error before anything is built."""
    of_library = volumes.is_library(context.folder)
    with site.listening(address, "" if of_library else context.settings().url) as server:
        folder, start = context.folder / "site", server.url
        if of_library:
            built.build(context, "", ())
            library = volumes.LibraryFolder(context.folder)
            folder, start = library.site(volumes.Volume(OWN_SITE, ())).parent, f"{start}{OWN_SITE}/"
        else:
            build(context)
        again = context.command("build")
        context.say(f"serving on {start} (Ctrl-C to stop); to see changes, run `{again}` and reload the page")
        sys.stdout.flush()
        server.show(folder)

"""EDGE: pages into a site. The only place that runs MkDocs and that writes below a site's folder.

`katex` renders formulas and names what the site serves for them; `hook` is the way in where MkDocs is run by itself.
"""

from generator.site.links import broken_in
from generator.site.place import claimed
from generator.site.runner import Built, build, preparing, state
from generator.site.server import listening

__all__ = ["Built", "broken_in", "build", "claimed", "listening", "preparing", "state"]

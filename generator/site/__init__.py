"""EDGE: pages into a site. The only place that runs MkDocs and that writes below a site's folder.

`build.build` and `build.serve` are what the command line calls; `katex` renders formulas; `hook` is MkDocs' way in.
"""

"""A page with a list of invented papers, as days and themes have them."""

import re
import shutil
from pathlib import Path

from daybook.commands.search import script
from daybook.text.language import scripted

from tests.conftest import ROOT
from tests.makers import put

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:"
THEMES = (("consensus", "Consensus"), ("scheduling", "Scheduling & queues"), ("storage", "Storage"))
TYPES = ("new", "new", "new", "cross", "replace")
CATEGORIES = ("cs.DC", "cs.DS", "cs.LG", "cs.NI")


def row(number: int) -> str:
    """The row of an invented paper: its theme, categories, type and authors follow from its number."""
    slug, theme = THEMES[number % 3]
    codes = "cs.DC" if number % 4 == 0 else f"cs.DC {CATEGORIES[number % 4]}"
    subject = f"{theme.split()[0].lower()} protocols" if number % 2 else "byzantine agreements"
    gone = number % 50 == 49
    is_short = TYPES[number % 5] == "replace"
    looks = "short" * is_short + " gone" * gone
    names = f"Péter Richtárik{number % 11}, Ada Ebb {number % 90}, Cy Tide, Jr.{' and 5 more' * (not number % 3)}"
    pdf = f'<a href="https://arxiv.org/pdf/2603.{number:05}">PDF</a>'
    by = "v2" if is_short else f"{names} · 2603.{number:05} · cs.DC · {pdf}"
    themes = "" if is_short else f" data-themes={slug}"
    return f"""<article id=2603.{number:05} class="{looks}"{themes} data-categories="{codes}"
 data-type={TYPES[number % 5]} data-n={400 - number}>
<h3><a href="papers/2603/2603.{number:05}.html">Paper {number} on {subject}</a></h3>
<p class=by>{by}{" · withdrawn" * gone}
<p>Shows what {subject} cost where clocks differ, in {number + 2} harbours.
</article>
"""


def at_theme(number: int, place: int) -> bool:
    """Whether a paper stands under the theme at this place."""
    return number % len(THEMES) == place and TYPES[number % 5] != "replace"


def page(papers: int, *, whole: str = "") -> str:
    """The page, grouped by theme, replacements last. whole: the link to the search of all of the list."""
    links = [f"<a href=themes/{slug}.html>{name.replace('&', '&amp;')}</a>" for slug, name in THEMES]
    groups = [(link, [n for n in range(papers) if at_theme(n, place)]) for place, link in enumerate(links)]
    groups.append(("Replacements", [n for n in range(papers) if TYPES[n % 5] == "replace"]))
    drawn = "".join(
        f"<section class=group><h2>{name} <small>{len(members)}</small></h2>\n<div class=rows>\n"
        f"{''.join(map(row, members))}</div></section>\n"
        for name, members in groups
    )
    return f"""<!doctype html>
<html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width"><title>A list</title>
<meta http-equiv=Content-Security-Policy content="{POLICY}">
<link rel=icon href=data:,><link rel=stylesheet href=assets/daybook.css>
<script src=assets/shell.js></script>
<header class=md-header><a href=index.html>Lists</a><nav class=md-tabs></nav></header>
<main class=md-main><article class=md-typeset><h1>A list</h1>
<div id=narrow>{whole}</div>
{drawn}</article></main>
"""


def write(folder: Path, papers: int = 358) -> Path:
    """Write `index.html` with so many papers, and `part.html`, a part of a longer list, with the scripts they load."""
    assets = folder / "assets"
    shutil.copytree(ROOT / "overrides" / "assets", assets)
    for path in assets.rglob("*.js"):
        path.write_text(scripted(path.read_text(encoding="utf-8")), encoding="utf-8")
    parts = re.findall(r"styles/[\w/]+\.css", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    sheets = [(ROOT / "overrides" / path).read_text(encoding="utf-8") for path in parts]
    shell = "".join((assets / name).read_text(encoding="utf-8") for name in ("ids.js", "shell.js"))
    whole = '<p><a href="search.html?theme=consensus">Search all 1,204 papers of this theme</a></p>'
    put(assets, {"daybook.css": "".join(sheets), "search/engine.js": script(), "shell.js": shell})
    part = page(min(papers, 50), whole=whole)
    return put(folder, {"sw.js": "", "manifest.webmanifest": "{}", "index.html": page(papers), "part.html": part})

"""A page with a list of invented cards, as days and themes have them, and what the shell gives its scripts."""

from __future__ import annotations

import shutil
from pathlib import Path

from generator import yaml_text
from generator.commands.search import script
from tests.conftest import ROOT

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:"
SHELL = """"use strict";
(() => {
  const base = new URL("../", document.currentScript.src);
  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const script = (path, inOrder) =>
    new Promise((done, failed) => {
      const tag = make("script", { src: new URL(path, base) });
      if (inOrder) tag.async = false;
      tag.addEventListener("load", () => done(tag));
      tag.addEventListener("error", failed);
      document.head.append(tag);
    });
  const sheet = (path) =>
    new Promise((done) => {
      const link = make("link", { rel: "stylesheet", href: new URL(path, base) });
      link.addEventListener("load", () => done(link));
      document.head.append(link);
    });
  const recall = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`${base.pathname}.${name}`)) ?? undefined;
    } catch {
      return undefined;
    }
  };
  const keep = (name, value) => {
    try {
      localStorage.setItem(`${base.pathname}.${name}`, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  };
  document.documentElement.classList.add("js");
  const citer = () => make("button", { type: "button", class: "citer" }, "Cite these papers");
  window.daybook = { base, make, script, sheet, recall, keep, citer };
  const marks = new Set(["2603.00002", "2603.00004"]);
  if (new URLSearchParams(location.search).has("reader")) {
    window.daybook.reader = {
      ready: Promise.resolve(),
      state: {},
      has: (kind, id) => kind === "seen" && marks.has(id),
      on: (act) => act({}),
      ranked: async (articles) => [...articles].reverse(),
      see: (id) => marks.add(id),
    };
  }
  document.addEventListener("DOMContentLoaded", () => script("assets/narrow.js"));
})();
"""
THEMES = (("consensus", "Consensus"), ("scheduling", "Scheduling & queues"), ("storage", "Storage"))
TYPES = ("new", "new", "new", "cross", "replace")
CATEGORIES = ("cs.DC", "cs.DS", "cs.LG", "cs.NI")
ABSTRACT = (
    "We look at {subject} under load, and at what a fleet of nodes may promise its readers while some of them are late."
    " Our k-means of waiting times needs no clock. It holds for {subject} of any size, as long as messages arrive"
    " within a bound that nobody knows; we prove that, and measure it on machines of four kinds in two harbours."
)


def card(number: int) -> str:
    """The card of an invented paper: its theme, categories, type, authors and badge follow from its number."""
    slug, theme = THEMES[number % 3]
    code = CATEGORIES[number % 4]
    subject = f"{theme.split()[0].lower()} protocols" if number % 2 else "byzantine agreements"
    badge = "<div class=badges><details><summary>Code available</summary>code here</details></div>\n" * (not number % 7)
    gone = number % 50 == 49
    return f"""<article id=2603.{number:05}{" class=gone" * gone} data-type={TYPES[number % 5]} data-n={400 - number}>
<p><a href="papers/2603.{number:05}.html">Paper {number} on {subject}</a></p>
<p class=by>Péter Richtárik{number % 11}, Ada Ebb {number % 90}, Cy Tide, Jr.{" and 5 more" * (not number % 3)}</p>
<p>Shows what {subject} cost where clocks differ, in {number + 2} harbours.</p>
{badge}<details class=abstract><summary>Abstract</summary><p>{ABSTRACT.format(subject=subject)}</p></details>
<p class=labels><a href=categories/cs.DC.html>cs.DC</a>
{f"<a href=categories/{code}.html>{code}</a>" * (number % 4 > 0)}
<a href="themes/{slug}.html">{theme.replace("&", "&amp;")}</a></p>
<p class=notes>{'<span class="badge badge--withdrawn">Withdrawn</span> ' * gone}<span>2603.{number:05}</span>
<a href="https://arxiv.org/pdf/2603.{number:05}">PDF</a></p>
</article>
"""


def page(cards: int, *, whole: str = "") -> str:
    """The page, grouped by theme. whole: the link to the search of the list of which it has a part, as HTML."""
    groups = "".join(
        f"<section class=group id={slug}><h2>{name.replace('&', '&amp;')} <small>{len(members)}</small></h2>\n"
        f"<div class=cards>\n{''.join(map(card, members))}</div></section>\n"
        for place, (slug, name) in enumerate(THEMES)
        if (members := range(place, cards, len(THEMES)))
    )
    contents = "".join(f"<li><a href=#{slug}>{slug}</a> <span>{cards // 3}</span></li>" for slug, _ in THEMES)
    return f"""<!doctype html>
<html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width"><title>A list</title>
<meta http-equiv=Content-Security-Policy content="{POLICY}">
<link rel=icon href=data:,><link rel=stylesheet href=assets/daybook.css>
<script src=assets/shell.js></script>
<main class=md-main><article class=md-typeset><h1>A list</h1>
<nav class="rail contents"><ul>{contents}</ul></nav>
<div id=narrow>{whole}</div>
{groups}</article></main>
"""


def write(folder: Path, cards: int = 358) -> Path:
    """Write `index.html` with so many cards, and `part.html`, a part of a longer list, with the scripts they load."""
    assets = folder / "assets"
    shutil.copytree(ROOT / "overrides" / "assets", assets)
    told = yaml_text.read_yaml((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), "mkdocs.yml")
    sheets = [(ROOT / "overrides" / path).read_text(encoding="utf-8") for path in told["extra_css"]]
    (assets / "daybook.css").write_text("".join(sheets), encoding="utf-8")
    (assets / "shell.js").write_text(SHELL, encoding="utf-8")
    (assets / "search" / "engine.js").write_text(script(), encoding="utf-8")
    (folder / "index.html").write_text(page(cards), encoding="utf-8")
    whole = '<p><a href="search.html?theme=consensus">Search all 1,204 papers of this theme</a></p>'
    (folder / "part.html").write_text(page(min(cards, 50), whole=whole), encoding="utf-8")
    return folder

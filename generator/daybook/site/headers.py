"""_headers: what hosts that read such a file (Netlify, Cloudflare Pages) send with every page.

The policy is the one that each page states itself, and `frame-ancestors`, which a page cannot state. No header is set
by two rules that match the same address: Cloudflare would send both values as one.
"""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment

from daybook.site.plan import Plan

NAME = "_headers"

_POLICY = "overrides/partials/policy.html"
_ALL = """\
# Written by Daybook. Netlify and Cloudflare Pages send these headers; other hosts leave this file alone.
/*
  Content-Security-Policy: {policy};frame-ancestors 'self'
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()
"""
_CACHED = {
    "/assets/*": "public, max-age=3600, stale-while-revalidate=86400",
    "/sw.js": "no-cache",
}
"""Everything else is as each host has it by itself: kept by browsers, and asked for again each time."""
_OPEN = ("/api/*", "/feeds/*")
"""What pages of other sites may read in a browser."""


def files(root: Path, plan: Plan) -> dict[str, bytes]:
    """The file of a site; a folder to read without a web server has none."""
    return {} if plan.offline else {NAME: text(policy(root)).encode()}


def text(policy: str) -> str:
    """The text of the file, given the pages' own policy."""
    rules = [_ALL.format(policy=policy)]
    rules += [f"{path}\n  Cache-Control: {value}\n" for path, value in _CACHED.items()]
    rules += [f"{path}\n  Access-Control-Allow-Origin: *\n" for path in _OPEN]
    return "\n".join(rules)


def policy(root: Path) -> str:
    """The policy of pages on the web, as the theme in `root` states it."""
    template = (root / _POLICY).read_text(encoding="utf-8")
    return Environment(autoescape=True).from_string(template).render(site={}).strip()

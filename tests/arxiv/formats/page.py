"""The frame that all of arxiv.org's pages stand in, and its error pages."""

from __future__ import annotations

from html import escape

_HEAD = """<!DOCTYPE html>
<html lang="en">

<head><script>document.documentElement.classList.add('js');</script>  <title>{title}</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" type="text/css" media="screen" href="/static/browse/0.3.4/css/arXiv.css?v=20260318" />
  <script src="/static/browse/0.3.4/js/mathjaxToggle.min.js" type="text/javascript"></script>{meta}
</head>

<body ><div class="flex-wrap-footer">
    <a href="#content" class="ds-skip-link">Skip to main content</a>
<header class="ds-site-header">
  <a href="https://arxiv.org/" class="ds-site-header-logo" aria-label="archive home">
    <img src="/static/base/1.0.1/images/arxiv-logo-primary-light.svg" alt="archive">
  </a>
  <nav class="ds-site-header-nav" id="ds-site-header-nav" aria-label="Main navigation">
    <a href="https://arxiv.org/user/create">Submit</a>
    <a href="https://info.arxiv.org/about/donate.html">Donate</a>
  </nav>
</header>
    <main>
      <div id="content">
"""
_FOOT = """      </div>
    </main>

<footer class="ds-site-footer">
  <nav class="ds-site-footer-links" aria-label="Site navigation">
    <a href="https://info.arxiv.org/about">About</a>
    <a href="https://info.arxiv.org/help/contact.html">Contact</a>
  </nav>
</footer>  </div>

</body>

</html>"""
_BAD_REQUEST = """
<h1>{reason}</h1>
<p>The server cannot process your request due to syntax errors, missing 
  required data or invalid content-type. Please check your URL and try again.</p>

<hr>
<p>If you believe this is an error or have questions please contact
  <a href="mailto:help@arxiv.org">help@arxiv.org</a></p>
"""  # noqa: W291 as arXiv prints it
_NOT_FOUND = """
      <h1>{what} not found</h1>
      <p>There is no record of an article with identifier '{what}'.</p>
"""


def framed(content: str, title: str = "", meta: str = "") -> str:
    return _HEAD.format(title=escape(title), meta=meta) + content + _FOOT


def bad_request(reason: str) -> str:
    """The page of status 400."""
    return framed(_BAD_REQUEST.format(reason=escape(reason)), title=reason)


def not_found(what: str) -> str:
    """The page of status 404."""
    return framed(_NOT_FOUND.format(what=escape(what)), title="Article not found")


def name_first(shown: str) -> str:
    """`B. Brunel` as a search link writes it: Brunel,+B."""
    first, _, last = shown.rpartition(" ")
    return f"{last},+{first[:1]}"

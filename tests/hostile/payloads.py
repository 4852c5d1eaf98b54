"""Text that means harm, and what a page must show of it: text.

`shown` is what stands in titles, names, abstracts and comments, where TeX is read (its braces and dashes are TeX's);
`text` itself, without what cannot be seen, stands where no TeX is read: DOIs, report numbers, codes, licences.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Payload:
    """A hostile text of one line; `name` is letters only and marks where it was planted."""

    name: str
    text: str
    tex: str | None = None  # what is shown where TeX is read; None: the text as it stands
    bare: str | None = None  # what is shown where no TeX is read; None: the text as it stands
    line: str | None = None  # a title as plain characters, where it holds a formula; None: as it is shown

    @property
    def shown(self) -> str:
        return self.text if self.tex is None else self.tex

    @property
    def literal(self) -> str:
        return self.text if self.bare is None else self.bare

    @property
    def plain(self) -> str:
        return self.shown if self.line is None else self.line


_LONG = ("<script>window.__pwned=1</script> " + "very " * 20) * 40

BENIGN = Payload("benign", "plain words")
HOSTILE = (
    Payload("script", "<script>window.__pwned=1</script>"),
    Payload("img", '<img src=x onerror="window.__pwned=1">'),
    Payload("svg", '"><svg onload=window.__pwned=1>'),
    Payload("mathml", "<math><mtext><mglyph><style><img src=x onerror=window.__pwned=1></style></mglyph></math>"),
    Payload("iframe", "<iframe src=//evil.example/x></iframe><object data=//evil.example/y></object>"),
    Payload("base", "<base href=//evil.example/><style>@import'//evil.example/x'</style>"),
    Payload("meta", '<meta http-equiv=refresh content="0;url=//evil.example/">'),
    Payload("link", "[x](javascript:window.__pwned=1)"),
    Payload("image", "![x](https://evil.example/x.png)"),
    Payload("reference", "[x]: https://evil.example/y"),
    Payload("autolink", "<javascript:window.__pwned=1> <https://evil.example/z>"),
    Payload("anchor", '<a href="javascript:window.__pwned=1">x</a>'),
    Payload("template", "{{ 7*7 }}", tex="7*7"),
    Payload("raw", "{% raw %}", tex="% raw %"),
    Payload("attributes", "{: onclick=window.__pwned=1 }", tex=": onclick=window.__pwned=1"),
    Payload("front", "--- title: x ---", tex="— title: x —"),
    Payload("admonition", "::: x"),
    Payload("heading", "# heading"),
    Payload("table", "a | b | c"),
    Payload("comment", "<!-- comment", tex="<!– comment"),
    Payload("cdata", "]]><![CDATA[ <?php x ?>"),
    Payload("closing", "</p></article></td></table></div></main><h1>x</h1>"),
    Payload("entities", "&lt;script&gt;window.__pwned=1&lt;/script&gt; &#60;b&#62;"),
    Payload("head", "</title></textarea></noscript><script>window.__pwned=1</script>"),
    Payload("backticks", "`a` ``b`` ```c", tex="`a` “b“ ```c"),
    Payload("bidi", "a\u202eb\u2066c\u2069d\u200fe", tex="abcde", bare="abcde"),
    Payload(
        "href",
        r"$\href{javascript:window.__pwned=1}{x}$",
        tex=r"\href{javascript:window.__pwned=1}{x}",
        line=r"href(javascript:window._ₚwned = 1)x",
    ),
    Payload("url", r"\url{javascript:window.__pwned=1}", tex="javascript:window.__pwned=1"),
    Payload("quotes", '"onmouseover="window.__pwned=1" x\'onfocus=\'window.__pwned=1'),
    Payload("places", "<root><note>"),
    Payload("long", _LONG.strip()),
)
PAYLOADS = (BENIGN, *HOSTILE)

RUNNING = ("script", "img", "svg", "head")
"""The payloads that a browser runs at once where they stand raw in a page without a policy."""
ASKING = ("iframe", "base", "meta")
"""The payloads that ask another host for something there."""

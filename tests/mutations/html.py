"""What programs do to a page: browsers that save it, minifiers, tools that rewrite its links, archives of the web."""

from __future__ import annotations

import base64
import html
import quopri
import re
from collections.abc import Callable

from lxml import etree
from lxml import html as lxml_html

from tests.mutations.kinds import is_html, tags_changed, text_of, words_changed

Mutation = Callable[[bytes], bytes | None]
_ATTRIBUTE = re.compile(r"(\s[\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_LINK = re.compile(r"(\s(?:href|src)\s*=\s*[\"'])([^\"']*)", re.IGNORECASE)
_OWN_LINK = re.compile(r"(\s(?:href|src)\s*=\s*[\"'])(/[^\"'/][^\"']*)", re.IGNORECASE)
_BODY_END = re.compile(r"</body\s*>", re.IGNORECASE)
_OPTIONAL_ENDS = re.compile(r"</(?:dt|dd|li|p|td|tr|tbody)\s*>", re.IGNORECASE)
_PLACES = re.compile(r"(?=<(?:dt|dd|dl|h1|h3|p|blockquote)\b)", re.IGNORECASE)
_PAPER = re.compile(r"name=[\"']citation_arxiv_id[\"'] content=[\"']([^\"']+)")


def upper_case(data: bytes) -> bytes | None:
    """Names of elements and attributes in capitals, as HTML was once written."""

    def raised(tag: str) -> str:
        tag = re.sub(r"^</?[\w-]+", lambda found: found[0].upper(), tag)
        return _ATTRIBUTE.sub(lambda found: found[0].replace(found[1], found[1].upper(), 1), tag)

    return _tags(data, raised)


def attributes_added(data: bytes) -> bytes | None:
    """What extensions of browsers write into every element: attributes and classes of their own."""

    def marked(tag: str) -> str:
        if tag.startswith("</"):
            return tag
        tag = re.sub(r"(\sclass\s*=\s*[\"'])", r"\1ext-seen ", tag)
        return re.sub(r"^<[\w-]+", lambda found: f'{found[0]} data-ext-id="7" style=""', tag)

    return _tags(data, marked)


def attributes_reversed(data: bytes) -> bytes | None:
    """The attributes of each element the other way round."""

    def turned(tag: str) -> str:
        found = [match[0] for match in _ATTRIBUTE.finditer(tag)]
        rest = _ATTRIBUTE.sub("\x00", tag)
        for text in reversed(found):
            rest = rest.replace("\x00", text, 1)
        return rest

    return _tags(data, turned)


def minified(data: bytes) -> bytes | None:
    """All white space folded, none beside tags of blocks; comments gone."""
    if not is_html(data) or b"MathJax_Display" in data:  # a minifier takes a drawn formula's blanks, too
        return None
    text = re.sub(r"<!--.*?-->", "", text_of(data), flags=re.DOTALL)
    text = words_changed(text, lambda words: re.sub(r"\s+", " ", words))
    block = r"(</?(?:html|head|body|div|dl|dt|dd|h[1-6]|p|ul|ol|li|table|tr|td|th|meta|link|title|script|br)\b[^<>]*>)"
    return re.sub(rf"\s*{block}\s*", r"\1", text).encode()


def comments_in_words(data: bytes) -> bytes | None:
    """A comment in the middle of each text."""

    def parted(words: str) -> str:
        middle = words.rfind(" ", 0, len(words) // 2) + 1
        return words[:middle] + "<!-- seen -->" + words[middle:] if words.strip() and middle else words

    return _words(data, parted)


def scripts_added(data: bytes) -> bytes | None:
    """Scripts, styles and hidden frames of analytics between blocks, with what looks like entries in them."""
    added = (
        '<script>var x = "<dt>[1]</dt><h3>New submissions (showing 9 of 9 entries)</h3>";</script><style>dt{}</style>'
    )
    return _PLACES.sub(added, text_of(data)).encode() if is_html(data) and b"<frameset" not in data else None


def references_named(data: bytes) -> bytes | None:
    """Every character beyond ASCII by its name where it has one, else by its number in hex."""

    def name(found: re.Match[str]) -> str:
        named = html.entities.codepoint2name.get(ord(found[0]))
        return f"&{named};" if named else f"&#x{ord(found[0]):x};"

    return re.sub(r"[^\x00-\x7f]", name, text_of(data)).encode() if is_html(data) and not data.isascii() else None


def single_file(data: bytes) -> bytes | None:
    """Saved by the extension SingleFile, which leaves out what HTML does not need at its end."""
    page = _linked(data, "https://arxiv.org")
    if page is None:
        return None
    end = re.compile(rb"</body\s*>\s*</html\s*>\s*$", re.IGNORECASE)
    note = f"<!--\n Page saved with SingleFile \n url: {_address(data)} \n saved date: Wed Jul 01 2026\n-->"
    return _first(end.sub(b"", page), note)


def view_source(data: bytes) -> bytes | None:
    """The page that Firefox shows as a page's source, saved."""
    if not is_html(data):
        return None
    lines = html.escape(text_of(data), quote=False).split("\n")
    spans = "\n".join(f'<span id="line{n}"></span><span>{line}</span>' for n, line in enumerate(lines, 1))
    return f'<!DOCTYPE html><html><head><title>{_address(data)}</title><link rel="stylesheet" type="text/css"\
 href="resource://content-accessible/viewsource.css"></head><body id="viewsource" class="highlight"\
 style="-moz-tab-size: 4" contenteditable="false"><pre>{spans}</pre></body></html>\n'.encode()


def fragment(data: bytes) -> bytes | None:
    """The element with the page's content, copied out of a browser's inspector."""
    if not is_html(data) or b"</html" not in data.lower():
        return None
    root = _document(data)
    found = root.xpath("//*[@id='content' or @id='content-inner']")
    return etree.tostring(found[0], method="html", encoding="utf-8", with_tail=False) if found else None


def _attributes(data: bytes, written: Callable[[str, str], str]) -> bytes | None:
    def changed(tag: str) -> str:
        return _ATTRIBUTE.sub(lambda found: written(found[1], found[2] or found[3] or found[4] or ""), tag)

    return _tags(data, changed)


def _tags(data: bytes, change: Callable[[str], str]) -> bytes | None:
    return tags_changed(text_of(data), change).encode() if is_html(data) else None


def _words(data: bytes, change: Callable[[str], str]) -> bytes | None:
    return words_changed(text_of(data), change).encode() if is_html(data) else None


def _links(data: bytes, change: Callable[[str], str]) -> bytes | None:
    return _tags(data, lambda tag: _LINK.sub(lambda found: found[1] + change(found[2]), tag))


def _linked(data: bytes, site: str) -> bytes | None:
    return _tags(data, lambda tag: _OWN_LINK.sub(rf"\g<1>{site}\2", tag))


def _archived(link: str, site: str) -> str:
    if link.startswith(("#", "mailto:", "javascript:", "data:")):
        return link
    whole = f"https://arxiv.org{link}" if link.startswith("/") else link
    return f"{site}/web/20260701120000/{whole}" if "://" in whole else link


def _first(page: bytes | None, note: str) -> bytes | None:
    """`note` where browsers write it: behind the document type."""
    if page is None:
        return None
    kind = re.match(rb"\s*<!doctype[^>]*>\s*", page, re.IGNORECASE)
    at = kind.end() if kind else 0
    return page[:at] + note.encode() + b"\n" + page[at:]


def _address(data: bytes) -> str:
    """Where the page may have stood."""
    text = text_of(data)
    paper = _PAPER.search(text)
    if paper:
        return f"https://arxiv.org/abs/{paper[1]}"
    listing = re.search(r"/(list|catchup)/[\w.-]+/[\w-]+", text)
    if listing:
        return f"https://arxiv.org{listing[0]}"
    return "https://example.org/page"


def _document(data: bytes) -> lxml_html.HtmlElement:
    return lxml_html.document_fromstring(data, parser=lxml_html.HTMLParser(encoding="utf-8"))


def _again(data: bytes, method: str) -> bytes | None:
    if not is_html(data) or b"</html" not in data.lower():
        return None
    tree = _document(data).getroottree()
    if method == "html":
        return bytes(etree.tostring(tree, method="html", encoding="utf-8"))
    root = tree.getroot()
    root.set("xmlns", "http://www.w3.org/1999/xhtml")
    return bytes(etree.tostring(root, method="xml", encoding="utf-8", xml_declaration=True))


def _mail(data: bytes, encoding: str, body: bytes) -> bytes:
    address = _address(data)
    head = f"""From: <Saved by Blink>
Snapshot-Content-Location: {address}
Subject: a listing
Date: Wed, 1 Jul 2026 12:00:00 -0000
MIME-Version: 1.0
Content-Type: multipart/related;
\ttype="text/html";
\tboundary="----MultipartBoundary--x1----"


------MultipartBoundary--x1----
Content-Type: text/html
Content-ID: <frame-1@mhtml.blink>
Content-Transfer-Encoding: {encoding}
Content-Location: {address}

"""
    tail = b"\n------MultipartBoundary--x1----\nContent-Type: text/css\n\ndt {}\n------MultipartBoundary--x1------\n"
    return head.replace("\n", "\r\n").encode() + body + tail


def _replaced(pattern: str | re.Pattern[str], by: str) -> Mutation:
    """All that a pattern finds in a page replaced."""
    return lambda data: re.sub(pattern, by, text_of(data)).encode() if is_html(data) else None


def _quoted(written: Callable[[str, str], str]) -> Mutation:
    """Each attribute written otherwise."""
    return lambda data: _attributes(data, written)


def _with_links(change: Callable[[str], str]) -> Mutation:
    """Each link changed."""
    return lambda data: _links(data, change)


def _mhtml(encoding: str, encoded: Callable[[bytes], bytes]) -> Mutation:
    """Saved as one file in mail form, links whole."""

    def mutation(data: bytes) -> bytes | None:
        page = _linked(data, "https://arxiv.org")
        return _mail(data, encoding, encoded(page)) if page else None

    return mutation


_BARE = re.compile(r"[^\s\"'=<>`/&]+")

MUTATIONS: dict[str, Mutation] = {
    "quotes_single": _quoted(lambda name, value: f"{name}='{value}'" if "'" not in value else f'{name}="{value}"'),
    # blanks around "=" gone, too
    "quotes_double": _quoted(lambda name, value: f'{name}="{value}"' if '"' not in value else f"{name}='{value}'"),
    # where HTML needs none
    "quotes_left_out": _quoted(
        lambda name, value: (
            f"{name}={value}" if _BARE.fullmatch(value) else f'{name}="{value.replace(chr(34), "&quot;")}"'
        )
    ),
    "end_tags_left_out": _replaced(_OPTIONAL_ENDS, ""),
    # as browsers put them into the tree
    "bodies_of_tables_added": lambda data: (
        re.sub(r"(<table[^>]*>)(.*?)(</table>)", r"\1<tbody>\2</tbody>\3", text_of(data), flags=re.DOTALL).encode()
        if is_html(data)
        else None
    ),
    "comments_added": _replaced(_PLACES, "<!-- <dt>[99] </div> -->"),
    "indented": _replaced(_PLACES, "\n\t\t\t"),
    "wrapped_lines": lambda data: _words(data, lambda words: re.sub(r"([^\n]{50,60}?) ", r"\1\n", words)),
    # "this\nhttps\nURL", which to HTML is the same
    "line_break_at_each_blank": lambda data: _words(data, lambda words: words.replace(" ", "\n")),
    "references_numeric": lambda data: (
        text_of(data).encode("ascii", "xmlcharrefreplace") if is_html(data) and not data.isascii() else None
    ),
    "blanks_unbreakable": _replaced(r"(?<=\w) (?=of \d|entries)", "&nbsp;"),
    "document_object_model": lambda data: _again(data, "html"),  # as a browser writes the tree that it made of the page
    "xhtml": lambda data: _again(data, "xml"),
    # as browsers save "the complete page": from where, links whole, scripts and styles in a folder beside it
    "saved_complete": lambda data: _first(
        _linked(data, "https://arxiv.org"), f"<!-- saved from url=(0032){_address(data)} -->"
    ),
    "links_of_file": lambda data: _linked(data, "file://"),  # as a browser has them for a page opened from disk
    "links_of_local_host": lambda data: _linked(data, "http://localhost:5000"),  # a copy of arXiv's own program
    "links_of_www": lambda data: _linked(data, "http://www.arxiv.org"),
    "links_of_a_mirror": lambda data: _linked(data, "http://de.arxiv.org"),
    "links_of_export": lambda data: _linked(data, "https://export.arxiv.org"),
    "links_of_the_wayback_machine": _with_links(lambda link: _archived(link, "https://web.archive.org")),
    "links_of_the_wayback_machine_relative": _with_links(
        lambda link: _archived(link, "")
    ),  # as its own pages have them
    "links_with_slash": _with_links(
        lambda link: link + "/" if re.search(r"/(?:abs|list)/[^?#]*[^/?#]$", link) else link
    ),
    # the slashes within ids, where that is the same address
    "links_encoded": _with_links(lambda link: re.sub(r"(/(?:abs|pdf|html)/)([a-z-]+)/(\d{7})", r"\1\2%2F\3", link)),
    "links_with_query": _with_links(
        lambda link: link + "?context=cs&amp;utm_source=x#top" if "/abs/" in link else link
    ),
    "mhtml_quoted": _mhtml("quoted-printable", quopri.encodestring),  # as Chrome saves it
    "mhtml_base64": _mhtml("base64", base64.encodebytes),  # as other programs do
}

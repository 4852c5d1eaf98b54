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

_ATTRIBUTE = re.compile(r"(\s[\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_LINK = re.compile(r"(\s(?:href|src)\s*=\s*[\"'])([^\"']*)", re.IGNORECASE)
_OWN_LINK = re.compile(r"(\s(?:href|src)\s*=\s*[\"'])(/[^\"'/][^\"']*)", re.IGNORECASE)
_BODY_END = re.compile(r"</body\s*>", re.IGNORECASE)
_OPTIONAL_ENDS = re.compile(r"</(?:dt|dd|li|p|td|tr|tbody)\s*>", re.IGNORECASE)
_PLACES = re.compile(r"(?=<(?:dt|dd|dl|h1|h3|p|blockquote)\b)", re.IGNORECASE)
_PAPER = re.compile(r"name=[\"']citation_arxiv_id[\"'] content=[\"']([^\"']+)")


def quotes_single(data: bytes) -> bytes | None:
    """All attributes in single quotes."""
    return _attributes(data, lambda name, value: f"{name}='{value}'" if "'" not in value else f'{name}="{value}"')


def quotes_double(data: bytes) -> bytes | None:
    """All attributes in double quotes, blanks around "=" gone."""
    return _attributes(data, lambda name, value: f'{name}="{value}"' if '"' not in value else f"{name}='{value}'")


def quotes_left_out(data: bytes) -> bytes | None:
    """No quotes where HTML needs none."""
    bare = re.compile(r"[^\s\"'=<>`/&]+")
    return _attributes(
        data,
        lambda name, value: (
            f"{name}={value}" if bare.fullmatch(value) else f'{name}="{value.replace(chr(34), "&quot;")}"'
        ),
    )


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


def end_tags_left_out(data: bytes) -> bytes | None:
    """End tags that HTML does not need are gone."""
    return _OPTIONAL_ENDS.sub("", text_of(data)).encode() if is_html(data) else None


def comments_added(data: bytes) -> bytes | None:
    """Comments with tags in them, between blocks."""
    return _PLACES.sub("<!-- <dt>[99] </div> -->", text_of(data)).encode() if is_html(data) else None


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


def indented(data: bytes) -> bytes | None:
    """Each block on a line of its own, indented."""
    return _PLACES.sub("\n\t\t\t", text_of(data)).encode() if is_html(data) else None


def wrapped_lines(data: bytes) -> bytes | None:
    """Lines in texts broken after some 60 characters."""

    def broken(words: str) -> str:
        return re.sub(r"([^\n]{50,60}?) ", r"\1\n", words)

    return _words(data, broken)


def line_break_at_each_blank(data: bytes) -> bytes | None:
    """Each blank in a text is a line break ("this\\nhttps\\nURL"), which to HTML is the same."""
    return _words(data, lambda words: words.replace(" ", "\n"))


def references_numeric(data: bytes) -> bytes | None:
    """Every character beyond ASCII as its number."""
    if not is_html(data) or data.isascii():
        return None
    return text_of(data).encode("ascii", "xmlcharrefreplace")


def references_named(data: bytes) -> bytes | None:
    """Every character beyond ASCII by its name where it has one, else by its number in hex."""

    def name(found: re.Match[str]) -> str:
        named = html.entities.codepoint2name.get(ord(found[0]))
        return f"&{named};" if named else f"&#x{ord(found[0]):x};"

    return re.sub(r"[^\x00-\x7f]", name, text_of(data)).encode() if is_html(data) and not data.isascii() else None


def blanks_unbreakable(data: bytes) -> bytes | None:
    """The blank after each label and in headings is one that does not break."""
    return re.sub(r"(?<=\w) (?=of \d|entries)", "&nbsp;", text_of(data)).encode() if is_html(data) else None


def document_object_model(data: bytes) -> bytes | None:
    """Written out again from the tree that a browser makes of it: lxml's, as HTML."""
    return _again(data, "html")


def xhtml(data: bytes) -> bytes | None:
    """Written out again as XHTML."""
    return _again(data, "xml")


def saved_complete(data: bytes) -> bytes | None:
    """As browsers save "the complete page": from where, links whole, scripts and styles in a folder beside it."""
    return _first(_linked(data, "https://arxiv.org"), f"<!-- saved from url=(0032){_address(data)} -->")


def links_of_file(data: bytes) -> bytes | None:
    """Links as a browser has them for a page opened from disk."""
    return _linked(data, "file://")


def links_of_local_host(data: bytes) -> bytes | None:
    """Links of a copy of arXiv's program on the own machine."""
    return _linked(data, "http://localhost:5000")


def links_of_www(data: bytes) -> bytes | None:
    """Links to www.arxiv.org."""
    return _linked(data, "http://www.arxiv.org")


def links_of_export(data: bytes) -> bytes | None:
    """Links to export.arxiv.org."""
    return _linked(data, "https://export.arxiv.org")


def links_of_the_wayback_machine(data: bytes) -> bytes | None:
    """Every link as archive.org rewrites it."""
    return _links(data, lambda link: _archived(link, "https://web.archive.org"))


def links_of_the_wayback_machine_relative(data: bytes) -> bytes | None:
    """The same as archive.org's own pages have them, from their root."""
    return _links(data, lambda link: _archived(link, ""))


def links_with_slash(data: bytes) -> bytes | None:
    """Links to papers and listings end with a slash."""
    return _links(data, lambda link: link + "/" if re.search(r"/(?:abs|list)/[^?#]*[^/?#]$", link) else link)


def links_encoded(data: bytes) -> bytes | None:
    """Points and the slashes within ids written with percent signs, where that is the same address."""

    def encoded(link: str) -> str:
        return re.sub(r"(/(?:abs|pdf|html)/)([a-z-]+)/(\d{7})", r"\1\2%2F\3", link)

    return _links(data, encoded)


def links_with_query(data: bytes) -> bytes | None:
    """Links to papers carry a query and a fragment."""
    return _links(data, lambda link: link + "?context=cs&amp;utm_source=x#top" if "/abs/" in link else link)


def mhtml_quoted(data: bytes) -> bytes | None:
    """Saved by Chrome as one file: mail form, quoted-printable, links whole."""
    page = _linked(data, "https://arxiv.org")
    return _mail(data, "quoted-printable", quopri.encodestring(page)) if page else None


def mhtml_base64(data: bytes) -> bytes | None:
    """The same in base64, as other programs write it."""
    page = _linked(data, "https://arxiv.org")
    return _mail(data, "base64", base64.encodebytes(page)) if page else None


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

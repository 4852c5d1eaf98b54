"""What programs do to a page: browsers that save it, minifiers, tools that rewrite its links, archives of the web."""

import base64
import html
import quopri
import re
from collections.abc import Callable

from lxml import etree
from lxml import html as lxml_html

from tests.mutations import Mutation
from tests.mutations.kinds import is_html, mhtml, parted, tags_changed, text_of, words_changed

ARXIV = "https://arxiv.org"
_ATTRIBUTE = re.compile(r"(\s[\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_LINK = re.compile(r"(\s(?:href|src)\s*=\s*[\"'])([^\"']*)", re.IGNORECASE)
_OWN_LINK = re.compile(r"(\s(?:href|src)\s*=\s*[\"'])(/[^\"'/][^\"']*)", re.IGNORECASE)
_BODY_END = re.compile(r"</body\s*>", re.IGNORECASE)
_OPTIONAL_ENDS = re.compile(r"</(?:dt|dd|li|p|td|tr|tbody)\s*>", re.IGNORECASE)
_PLACES = re.compile(r"(?=<(?:dt|dd|dl|h1|h3|p|blockquote)\b)", re.IGNORECASE)
_PAPER = re.compile(r"name=[\"']citation_arxiv_id[\"'] content=[\"']([^\"']+)")


def _in_capitals(tag: str) -> str:
    tag = re.sub(r"^</?[\w-]+", lambda found: found[0].upper(), tag)
    return _ATTRIBUTE.sub(lambda found: found[0].replace(found[1], found[1].upper(), 1), tag)


def _with_attributes(tag: str) -> str:
    """What extensions of browsers write into every element: attributes and classes of their own."""
    if tag.startswith("</"):
        return tag
    tag = re.sub(r"(\sclass\s*=\s*[\"'])", r"\1ext-seen ", tag)
    return re.sub(r"^<[\w-]+", lambda found: f'{found[0]} data-ext-id="7" style=""', tag)


def _attributes_turned(tag: str) -> str:
    found = [match[0] for match in _ATTRIBUTE.finditer(tag)]
    rest = _ATTRIBUTE.sub("\x00", tag)
    for text in reversed(found):
        rest = rest.replace("\x00", text, 1)
    return rest


def _minified(data: bytes) -> bytes | None:
    """All white space folded, none beside tags of blocks; comments gone."""
    if b"MathJax_Display" in data:  # a minifier takes a drawn formula's blanks, too
        return None
    text = re.sub(r"<!--.*?-->", "", text_of(data), flags=re.DOTALL)
    text = words_changed(text, lambda words: re.sub(r"\s+", " ", words))
    block = r"(</?(?:html|head|body|div|dl|dt|dd|h[1-6]|p|ul|ol|li|table|tr|td|th|meta|link|title|script|br)\b[^<>]*>)"
    return re.sub(rf"\s*{block}\s*", r"\1", text).encode()


def _named(sign: str) -> str:
    """A character by its name where it has one, else by its number in hex."""
    named = html.entities.codepoint2name.get(ord(sign))
    return f"&{named};" if named else f"&#x{ord(sign):x};"


def _single_file(data: bytes) -> bytes | None:
    """Saved by the extension SingleFile, which leaves out what HTML does not need at its end."""
    end = re.compile(rb"</body\s*>\s*</html\s*>\s*$", re.IGNORECASE)
    note = f"<!--\n Page saved with SingleFile \n url: {_address(data)} \n saved date: Wed Jul 01 2026\n-->"
    return _first(end.sub(b"", _linked(ARXIV)(data) or b""), note)


def _view_source(data: bytes) -> bytes:
    """The page that Firefox shows as a page's source, saved."""
    lines = html.escape(text_of(data), quote=False).split("\n")
    spans = "\n".join(f'<span id="line{n}"></span><span>{line}</span>' for n, line in enumerate(lines, 1))
    return f'<!DOCTYPE html><html><head><title>{_address(data)}</title><link rel="stylesheet" type="text/css"\
 href="resource://content-accessible/viewsource.css"></head><body id="viewsource" class="highlight"\
 style="-moz-tab-size: 4" contenteditable="false"><pre>{spans}</pre></body></html>\n'.encode()


def _fragment(data: bytes) -> bytes | None:
    """The element with the page's content, copied out of a browser's inspector."""
    found = _document(data).xpath("//*[@id='content' or @id='content-inner']")
    return etree.tostring(found[0], method="html", encoding="utf-8", with_tail=False) if found else None


def _html(change: Mutation, where: Callable[[bytes], object] = bool) -> Mutation:
    """The change, of pages where this holds."""
    return lambda data: change(data) if is_html(data) and where(data) else None


def _text(change: Callable[[str], str], where: Callable[[bytes], object] = bool) -> Mutation:
    """The text of each page changed."""
    return _html(lambda data: change(text_of(data)).encode(), where)


def _tags(change: Callable[[str], str]) -> Mutation:
    return _text(lambda text: tags_changed(text, change))


def _words(change: Callable[[str], str]) -> Mutation:
    return _text(lambda text: words_changed(text, change))


def _attributes(written: Callable[[str, str], str]) -> Mutation:
    """Each attribute written otherwise."""

    def changed(tag: str) -> str:
        return _ATTRIBUTE.sub(lambda found: written(found[1], found[2] or found[3] or found[4] or ""), tag)

    return _tags(changed)


def _links(change: Callable[[str], str]) -> Mutation:
    return _tags(lambda tag: _LINK.sub(lambda found: found[1] + change(found[2]), tag))


def _linked(site: str) -> Mutation:
    return _tags(lambda tag: _OWN_LINK.sub(rf"\g<1>{site}\2", tag))


def _replaced(pattern: str | re.Pattern[str], by: str) -> Mutation:
    """All that a pattern finds in a page replaced."""
    return _text(lambda text: re.sub(pattern, by, text))


def _archived(link: str, site: str) -> str:
    if link.startswith(("#", "mailto:", "javascript:", "data:")):
        return link
    whole = f"https://arxiv.org{link}" if link.startswith("/") else link
    return f"{site}/web/20260701120000/{whole}" if "://" in whole else link


def _first(page: bytes, note: str) -> bytes:
    """`note` where browsers write it: behind the document type."""
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


def _again(data: bytes, method: str) -> bytes:
    tree = _document(data).getroottree()
    if method == "html":
        return bytes(etree.tostring(tree, method="html", encoding="utf-8"))
    root = tree.getroot()
    root.set("xmlns", "http://www.w3.org/1999/xhtml")
    return bytes(etree.tostring(root, method="xml", encoding="utf-8", xml_declaration=True))


def _mhtml(encoding: str, encoded: Callable[[bytes], bytes]) -> Mutation:
    """Saved as one file in mail form, links whole."""
    return _html(lambda data: mhtml(encoded(_linked(ARXIV)(data) or b""), _address(data), encoding))


def _is_whole(data: bytes) -> bool:
    return b"</html" in data.lower()


_BARE = re.compile(r"[^\s\"'=<>`/&]+")

MUTATIONS: dict[str, Mutation] = {
    "upper_case": _tags(_in_capitals),  # names of elements and attributes, as HTML was once written
    "attributes_added": _tags(_with_attributes),
    "attributes_reversed": _tags(_attributes_turned),
    "minified": _html(_minified),
    "comments_in_words": _words(lambda words: parted(words, "<!-- seen -->")),
    # scripts, styles and hidden frames of analytics between blocks, with what looks like entries in them
    "scripts_added": _text(
        lambda text: _PLACES.sub(
            '<script>var x = "<dt>[1]</dt><h3>New submissions (showing 9 of 9 entries)</h3>";</script>'
            "<style>dt{}</style>",
            text,
        ),
        lambda data: b"<frameset" not in data,
    ),
    "single_file": _html(_single_file),
    "view_source": _html(_view_source),
    "fragment": _html(_fragment, _is_whole),
    "quotes_single": _attributes(lambda name, value: f"{name}='{value}'" if "'" not in value else f'{name}="{value}"'),
    # blanks around "=" gone, too
    "quotes_double": _attributes(lambda name, value: f'{name}="{value}"' if '"' not in value else f"{name}='{value}'"),
    # where HTML needs none
    "quotes_left_out": _attributes(
        lambda name, value: (
            f"{name}={value}" if _BARE.fullmatch(value) else f'{name}="{value.replace(chr(34), "&quot;")}"'
        )
    ),
    "end_tags_left_out": _replaced(_OPTIONAL_ENDS, ""),
    # as browsers put them into the tree
    "bodies_of_tables_added": _replaced(r"(?s)(<table[^>]*>)(.*?)(</table>)", r"\1<tbody>\2</tbody>\3"),
    "comments_added": _replaced(_PLACES, "<!-- <dt>[99] </div> -->"),
    "indented": _replaced(_PLACES, "\n\t\t\t"),
    "wrapped_lines": _words(lambda words: re.sub(r"([^\n]{50,60}?) ", r"\1\n", words)),
    # "this\nhttps\nURL", which to HTML is the same
    "line_break_at_each_blank": _words(lambda words: words.replace(" ", "\n")),
    "references_numeric": _html(
        lambda data: text_of(data).encode("ascii", "xmlcharrefreplace"), lambda data: not data.isascii()
    ),
    "references_named": _text(
        lambda text: re.sub(r"[^\x00-\x7f]", lambda found: _named(found[0]), text), lambda data: not data.isascii()
    ),
    "blanks_unbreakable": _replaced(r"(?<=\w) (?=of \d|entries)", "&nbsp;"),
    # as a browser writes the tree that it made of the page
    "document_object_model": _html(lambda data: _again(data, "html"), _is_whole),
    "xhtml": _html(lambda data: _again(data, "xml"), _is_whole),
    # as browsers save "the complete page": from where, links whole, scripts and styles in a folder beside it
    "saved_complete": _html(
        lambda data: _first(_linked(ARXIV)(data) or b"", f"<!-- saved from url=(0032){_address(data)} -->")
    ),
    "links_of_file": _linked("file://"),  # as a browser has them for a page opened from disk
    "links_of_local_host": _linked("http://localhost:5000"),  # a copy of arXiv's own program
    "links_of_www": _linked("http://www.arxiv.org"),
    "links_of_a_mirror": _linked("http://de.arxiv.org"),
    "links_of_export": _linked("https://export.arxiv.org"),
    "links_of_the_wayback_machine": _links(lambda link: _archived(link, "https://web.archive.org")),
    "links_of_the_wayback_machine_relative": _links(lambda link: _archived(link, "")),  # as its own pages have them
    "links_with_slash": _links(lambda link: link + "/" if re.search(r"/(?:abs|list)/[^?#]*[^/?#]$", link) else link),
    # the slashes within ids, where that is the same address
    "links_encoded": _links(lambda link: re.sub(r"(/(?:abs|pdf|html)/)([a-z-]+)/(\d{7})", r"\1\2%2F\3", link)),
    "links_with_query": _links(lambda link: link + "?context=cs&amp;utm_source=x#top" if "/abs/" in link else link),
    "mhtml_quoted": _mhtml("quoted-printable", quopri.encodestring),  # as Chrome saves it
    "mhtml_base64": _mhtml("base64", base64.encodebytes),  # as other programs do
}

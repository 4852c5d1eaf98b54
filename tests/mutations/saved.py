"""What browsers, their extensions and services do to a page, and what becomes of feeds, answers and lines of JSON.

Words may change in form: titles and names are compared by their letters. None where a document cannot be changed so.
"""

import json
import re
from collections.abc import Callable

from tests.mutations import Mutation
from tests.mutations.kinds import is_html, is_xml, items, kind_of, tags_changed, text_of, words_changed

_HYPHENABLE = re.compile(r"\b([a-z]{6})([a-z]{4,})\b")
_WORD = re.compile(r"[^\s&;<>]+(?![^&\s]*;)")
_TOOLBAR = """<!-- BEGIN WAYBACK TOOLBAR INSERT --><div id="wm-ipp-base" lang="en"><div id="wm-ipp"><a href="/web/">
Wayback Machine</a> 12 captures <table><tr><td>Jun</td><td>JUL</td><td>Aug</td></tr><tr><td>30</td><td>01</td></tr>
</table></div></div><!-- END WAYBACK TOOLBAR INSERT -->"""
_BANNER = '<div class="cookie-banner"><p>We value your privacy</p><button>Accept all</button></div>'
_RDF_LIKE = re.compile(r"(Announce) (Type: )")


def _html(change: Callable[[str], str | None]) -> Mutation:
    def mutation(data: bytes) -> bytes | None:
        text = change(text_of(data)) if is_html(data) else None
        return None if text is None else text.encode()

    return mutation


def _xml(change: Callable[[str], str | None]) -> Mutation:
    def mutation(data: bytes) -> bytes | None:
        text = change(text_of(data)) if is_xml(data) else None
        return None if text is None else text.encode()

    return mutation


def _in_body(text: str, change: Callable[[str], str]) -> str:
    at = text.lower().find("<body")
    return text[: max(at, 0)] + change(text[max(at, 0) :])


def _translated(text: str) -> str:
    """As Google Translate leaves a page in the browser."""
    font = '<font style="vertical-align: inherit;">'
    wrapped = f"{font}{font}\\g<0></font></font>"
    changed = _in_body(text, lambda body: words_changed(body, lambda words: re.sub(r"\S(?:.*\S)?", wrapped, words)))
    return re.sub(r"<html\b", '<html class="translated-ltr"', changed, count=1)


def _each_word(left: str, right: str) -> Callable[[str], str]:
    return lambda text: _in_body(
        text,
        lambda body: words_changed(body, lambda words: _WORD.sub(lambda word: f"{left}{word[0]}{right}", words)),
    )


def _within_words(sign: str) -> Callable[[str], str]:
    def changed(words: str) -> str:
        return _HYPHENABLE.sub(rf"\1{sign}\2", words)

    return lambda text: _in_body(text, lambda body: words_changed(body, changed))


def _behind_body(words: str) -> Callable[[str], str]:
    return lambda text: re.sub(r"(?i)(<body[^>]*>)", lambda tag: tag[0] + words, text, count=1)


def _pretty(text: str) -> str:
    """As Prettier writes tags: attributes on lines of their own, the bracket on the next."""
    return tags_changed(text, lambda tag: re.sub(r"(\s)([\w:-]+=)", r"\n      \2", tag[:-1]) + "\n    >")


def _reader_mode(text: str) -> str:
    """Without classes and ids, as a browser's reader mode and clipboards leave it."""
    return tags_changed(text, lambda tag: re.sub(r"\s(?:class|id)\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]+)", "", tag))


def _dark(text: str) -> str:
    """As the extension Dark Reader leaves elements."""
    style = ' data-darkreader-inline-color="" style="--darkreader-inline-color: #fff"'
    return tags_changed(
        text, lambda tag: tag if tag.startswith(("</", "<!")) else re.sub(r"^<[\w-]+", rf"\g<0>{style}", tag)
    )


def _entries(change: Callable[[list[str]], list[str]], *, stated: bool = False) -> Mutation:
    """The entries that stand together at the beginning in another order or number. stated: where their number is."""

    def mutation(data: bytes) -> bytes | None:
        kind, text = kind_of(data), text_of(data)
        places = items(text, kind)
        together = places[:1]
        for place in places[1:]:
            if text[together[-1][1] : place[0]].strip():
                break
            together.append(place)
        if len(together) < 2 or (stated and not re.search(r"totalResults[^>]*>\d|entries\)", text)):
            return None
        first, last = together[0][0], together[-1][1]
        return (text[:first] + "".join(change([text[a:b] for a, b in together])) + text[last:]).encode()

    return mutation


def _in_each_entry(html: str, xml: str) -> Mutation:
    """A field that nobody knows, in every entry."""

    def mutation(data: bytes) -> bytes | None:
        if is_html(data):
            text = re.sub(r"(<div class=['\"]list-title)", rf"{html}\1", text_of(data))
        elif is_xml(data):
            text = re.sub(r"(</(?:item|entry|arXiv|arXivRaw)>)", rf"{xml}\1", text_of(data))
        else:
            return None
        return text.encode()

    return mutation


def _lines(change: Callable[[list[str]], list[str]]) -> Mutation:
    """The lines of a file of papers."""

    def mutation(data: bytes) -> bytes | None:
        lines = text_of(data).splitlines()
        if kind_of(data) != "json" or len(lines) < 2:
            return None
        return ("\n".join(change(lines)) + "\n").encode()

    return mutation


def _with_key(line: str) -> str:
    try:
        return json.dumps({**json.loads(line), "mood": "fine"})
    except ValueError:
        return line


def _namespaces_changed(text: str) -> str:
    """Addresses of namespaces as another version of a service writes them."""
    return re.sub(r"(xmlns(?::\w+)?=[\"'])http://([^\"']+)", r"\1https://\2", text)


MUTATIONS: dict[str, Mutation] = {
    "google_translated": _html(_translated),
    "words_in_spans": _html(_each_word("<span>", "</span>")),
    "words_marked": _html(_each_word('<mark class="hl">', "</mark>")),
    "words_breakable": _html(_within_words("<wbr>")), "words_hyphenated": _html(_within_words("&shy;")),
    "dark_reader": _html(_dark), "prettier": _html(_pretty), "reader_mode": _html(_reader_mode),
    "wayback_toolbar": _html(_behind_body(_TOOLBAR)), "cookie_banner": _html(_behind_body(_BANNER)),
    "words_behind_the_page": _html(lambda text: text + "\nShare this page\n" if "</html" in text.lower() else None),
    "page_on_one_line": _html(lambda text: re.sub(r"\s*\n\s*", " ", text) if "<pre" not in text else None),
    "unknown_field": _in_each_entry(
        "<div class='list-funding'><span class='descriptor'>Funding:</span> Tin</div>", "<funding>Tin</funding>"
    ),
    "entries_reversed": _entries(lambda entries: entries[::-1]),
    "half_of_the_entries": _entries(lambda entries: entries[::2], stated=True),
    "entries_twice": _entries(lambda entries: entries * 2),
    "namespaces_changed": _xml(_namespaces_changed),
    "boilerplate_apart": _xml(lambda text: _RDF_LIKE.sub(r"\1  \2", text)),
    "boilerplate_broken": _xml(lambda text: _RDF_LIKE.sub("\\1\n\\2", text)),
    "boilerplate_renamed": _xml(lambda text: text.replace("Announce Type:", "Announcement type:")),
    "boilerplate_summary": _xml(lambda text: re.sub(r"(Announce Type: \S+\s+)Abstract:", r"\1Summary:", text)),
    "shown_by_a_browser": _xml(
        lambda text: "This XML file does not appear to have any style information associated with it.\n" + text
    ),
    "keys_unknown": _lines(lambda lines: list(map(_with_key, lines))),
    "lines_reversed": _lines(lambda lines: lines[::-1]),
    "lines_twice": _lines(lambda lines: lines * 2),
    "line_cut": _lines(lambda lines: [*lines[:-1], lines[-1][: len(lines[-1]) // 2]]),
}  # fmt: skip

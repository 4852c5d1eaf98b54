"""Documents that are hostile in a place of their own: raw markup, feeds' own titles and hosts, lines and lost signs."""

from __future__ import annotations

import json

from tests.hostile.planted import E

FORMULA = '=HYPERLINK("https://evil.example/x","qextraformula")'
RAW = (
    '<script>window.__pwned=1</script><img src=x onerror="window.__pwned=1"><b onclick="window.__pwned=1">bold</b>'
    '<svg onload="window.__pwned=1"></svg><a href="javascript:window.__pwned=1">x</a>'
)
LINES = "---\n  title: x\n  ---\n  # heading\n  ::: x\n  > quote\n  1. one\n  ```\n  \t<div>\n  ***\n  [x]: /y\n  Last."
CONTROLS = "a\x00b\x02klzzwxh:0001\x03\x1b[31m\u202ec\u2066d\u2028e\ufefff"


def _snapshot(number: int, title: str, abstract: str = "None.", **fields: str) -> str:
    line = {
        "id": f"2603.{30000 + number:05d}", "submitter": "X", "authors": "Bea Plain", "title": title,
        "categories": "cs.DC", "abstract": abstract, "versions": [], "update_date": "2026-03-20", **fields,
    }  # fmt: skip
    return json.dumps(line)


def _card(title: str) -> str:
    return f"0\ncs.DC 2026-03-21\n\nHeadline of it\n\n{title}\n\nabstract click to expand\nWords.\n0"


def _rss(title: str, link: str, item: str) -> str:
    return f"""<?xml version='1.0' encoding='UTF-8'?>
<rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0"><channel>
<title>{E(title)}</title><link>{E(link)}</link>
<pubDate>Mon, 23 Mar 2026 00:00:00 -0400</pubDate>{item}</channel></rss>"""


def _item(ident: str, title: str, body: str) -> str:
    return f"""<item><title>{title}</title><link>https://arxiv.org/abs/{ident}</link>
<description><![CDATA[arXiv:{ident}v1 Announce Type: new
Abstract: {body}]]></description><guid isPermaLink="false">oai:arXiv.org:{ident}v1</guid><category>cs.DC</category>
<arxiv:announce_type>new</arxiv:announce_type><dc:creator>Bea Plain</dc:creator></item>"""


_ARXIV = "http://rss.arxiv.org/rss/cs.DC"
DOCUMENTS = {
    "extra-raw.html": f"""<!DOCTYPE html><html><body><div id="content"><div id='dlpage'>
<h1>Distributed, Parallel, and Cluster Computing</h1><h3>Showing new listings for Thursday, 19 March 2026</h3>
<div class='paging'>Total of 1 entries</div><dl id='articles'><h3>New submissions (showing 1 of 1 entries)</h3>
<dt><a name='item1'>[1]</a> <a href="/abs/2603.30101" title="Abstract">arXiv:2603.30101</a></dt>
<dd><div class='meta'><div class='list-title mathjax'><span class='descriptor'>Title:</span>{RAW} qextrarawtitle</div>
<div class='list-authors'><a href="javascript:window.__pwned=1">{RAW} Bea Plain</a></div>
<div class='list-comments'><span class='descriptor'>Comments:</span>{RAW} qextrarawcomments</div>
<div class='list-subjects'><span class='descriptor'>Subjects:</span> <span class="primary-subject">Distributed,
Parallel, and Cluster Computing (cs.DC)</span></div>
<p class='mathjax'>{RAW} qextrarawabstract</p></div></dd></dl></div></div></body></html>""",
    "extra-cdata.xml": _rss(
        "cs.DC updates on arXiv.org", _ARXIV, _item("2603.30102", f"<![CDATA[{RAW} qextracdatatitle]]>", f"{RAW} end")
    ),
    "extra-title.xml": _rss(
        "<script>window.__pwned=1</script> updates on arXiv.org", _ARXIV, _item("2603.30103", "qextrafeedtitle", "Yes.")
    ),
    "extra-climbing-title.xml": _rss(
        "../../../../climbed updates on arXiv.org", _ARXIV, _item("2603.30104", "qextraclimbingtitle", "Yes.")
    ),
    "extra-host.xml": _rss(
        "A journal",
        'https://"><script>window.__pwned=1</script>/../../climbed',
        f"<item><title>qextrahosttitle</title><link>https://&lt;img src=x onerror=window.__pwned=1&gt;@b/</link>"
        f"<description><![CDATA[<p>{RAW} qextrahostabstract</p>]]></description></item>",
    ),
    "extra-query.xml": """<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">
<id>https://arxiv.org/api/Invented</id><title>arXiv Query: search_query=../../climbed&lt;script&gt;&amp;id_list=</title>
<updated>2026-03-24T06:30:00Z</updated><opensearch:totalResults>1</opensearch:totalResults>
<opensearch:startIndex>0</opensearch:startIndex><opensearch:itemsPerPage>1</opensearch:itemsPerPage>
<entry><id>http://arxiv.org/abs/2603.30105v1</id><title>qextraquerytitle</title><updated>2026-03-24T06:30:00Z</updated>
<published>2026-03-24T06:30:00Z</published><summary>Yes.</summary><category term="cs.DC"/></entry></feed>""",
    "extra-snapshot.jsonl": "\n".join(
        (
            _snapshot(1, "qextralinestitle", LINES),
            _snapshot(2, f"{CONTROLS} qextracontrols", CONTROLS, **{"report-no": CONTROLS, "license": CONTROLS}),
            _snapshot(3, FORMULA, "@SUM(1)", comments="+1", **{"journal-ref": "-1"}),
            _snapshot(4, "../../climbed qextraclimbing", **{"report-no": "../../climbed"}),
            _snapshot(5, "{% include '../archive.yml' %}{{ config }} qextrainclude"),
            _snapshot(
                6, r"$\text{<img src=x onerror=window.__pwned=1>} + \alpha^{\beta}$ qextratext", r"$x_{<b>}^{2}$"
            ),
        )
    ),
    "extra-cards.txt": "pith. machine review for the scientific record. sign in\n\ncs.DC\n\n"
    + "\n".join(
        map(
            _card,
            ("../../climbed", "..%2f..%2fclimbed", "/etc/climbed", "C:\\climbed", "index", "....", "~root", "con"),
        )
    ),
}
"""File name -> text."""

SHOWN = (
    ("qextrarawtitle", "bold"),
    ("qextrarawabstract", "bold"),
    ("qextracdatatitle", "<script>window.__pwned=1</script>"),
    ("qextrafeedtitle", "<script>window.__pwned=1</script>"),
    ("qextraclimbingtitle", "../../../../climbed"),
    ("qextrahosttitle", "qextrahostabstract"),
    ("qextraquerytitle", "qextraquerytitle"),
    ("qextralinestitle", "— title: x — # heading ::: x > quote 1. one ``` <div> *** [x]: /y Last."),
    ("qextracontrols", "abklzzwxh:0001[31mcd ef qextracontrols"),
    ("qextraformula", FORMULA),
    ("qextraclimbing", "../../climbed qextraclimbing"),
    ("qextrainclude", "% include '../archive.yml' % config qextrainclude"),
    ("qextratext", "<img src=x onerror=window.__pwned=1>"),
    ("C:", "/etc/climbed"),
)
"""Words of a page, and what must stand on one."""

"""Feeds and answers with a payload in each of their fields, escaped as the format demands. File name -> text."""

from __future__ import annotations

import json
from collections.abc import Callable

from tests.hostile.planted import E, Planted


def _twice(text: str) -> str:
    """Text that stands in HTML that stands in XML."""
    return E(E(text))


def rss(papers: list[Planted]) -> dict[str, str]:
    items = "\n".join(
        f"""<item><title>{E(p.value("title"))}</title><link>https://arxiv.org/abs/{p.ident}</link>
<description>arXiv:{p.ident}v1 Announce Type: new
Abstract: {E(p.value("abstract"))}</description>
<guid isPermaLink="false">oai:arXiv.org:{p.ident}v1</guid>
<category>cs.DC</category><category>{E(p.value("category"))}</category>
<pubDate>Thu, 05 Mar 2026 00:00:00 -0500</pubDate><arxiv:announce_type>new</arxiv:announce_type>
<dc:rights>{E(p.value("license"))}</dc:rights><arxiv:DOI>{E(p.value("doi"))}</arxiv:DOI>
<arxiv:journal_reference>{E(p.value("journal_ref"))}</arxiv:journal_reference>
<dc:creator>{E(p.value("authors"))}, Bea Plain</dc:creator></item>"""
        for p in papers
    )
    return {
        "rss.xml": f"""<?xml version='1.0' encoding='UTF-8'?>
<rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/" version="2.0"><channel>
<title>cs.DC updates on arXiv.org</title><link>http://rss.arxiv.org/rss/cs.DC</link>
<pubDate>Thu, 05 Mar 2026 00:00:00 -0500</pubDate>
{items}</channel></rss>"""
    }


def atom(papers: list[Planted]) -> dict[str, str]:
    entries = "\n".join(
        f"""<entry><id>oai:arXiv.org:{p.ident}v1</id><title>{E(p.value("title"))}</title>
<link href="https://arxiv.org/abs/{p.ident}" rel="alternate" type="text/html"/>
<summary>arXiv:{p.ident}v1 Announce Type: new
Abstract: {E(p.value("abstract"))}</summary>
<category term="cs.DC"/><category term="{E(p.value("category"))}"/>
<published>2026-03-06T00:00:00-05:00</published><arxiv:announce_type>new</arxiv:announce_type>
<dc:rights>{E(p.value("license"))}</dc:rights><arxiv:DOI>{E(p.value("doi"))}</arxiv:DOI>
<arxiv:journal_reference>{E(p.value("journal_ref"))}</arxiv:journal_reference>
<dc:creator>{E(p.value("authors"))}, Bea Plain</dc:creator></entry>"""
        for p in papers
    )
    return {
        "atom.xml": f"""<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns="http://www.w3.org/2005/Atom"><id>http://rss.arxiv.org/atom/cs.DC</id><title>cs.DC updates on arXiv.org</title>
<updated>2026-03-06T05:00:09+00:00</updated>
{entries}</feed>"""
    }


def rdf(papers: list[Planted]) -> dict[str, str]:
    items = "\n".join(
        f"""<item rdf:about="http://arxiv.org/abs/{p.ident}">
<title>{E(p.value("title"))}. (arXiv:{p.ident}v1 [cs.DC])</title><link>http://arxiv.org/abs/{p.ident}</link>
<description rdf:parseType="Literal">&lt;p&gt;{_twice(p.value("abstract"))}&lt;/p&gt;</description>
<dc:creator>&lt;a href="http://arxiv.org/find"&gt;{_twice(p.value("authors"))}&lt;/a&gt;, Bea Plain</dc:creator>
</item>"""
        for p in papers
    )
    return {
        "rdf.xml": f"""<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="http://arxiv.org/">
<title>cs.DC updates on arXiv.org</title><link>http://arxiv.org/</link><dc:date>2026-03-08T20:30:00-05:00</dc:date>
</channel>
{items}</rdf:RDF>"""
    }


def api(papers: list[Planted]) -> dict[str, str]:
    entries = "\n".join(
        f"""<entry><id>http://arxiv.org/abs/{p.ident}v1</id><title>{E(p.value("title"))}</title>
<updated>2026-03-03T19:20:00Z</updated><link href="https://arxiv.org/abs/{p.ident}v1" rel="alternate"/>
<summary>{E(p.value("abstract"))}</summary><category term="cs.DC"/><category term="{E(p.value("category"))}"/>
<published>2026-03-03T19:20:00Z</published><arxiv:comment>{E(p.value("comments"))}</arxiv:comment>
<arxiv:primary_category term="cs.DC"/><arxiv:journal_ref>{E(p.value("journal_ref"))}</arxiv:journal_ref>
<author><name>{E(p.value("authors"))}</name></author><author><name>Bea Plain</name></author>
<arxiv:doi>{E(p.value("doi"))}</arxiv:doi></entry>"""
        for p in papers
    )
    count = len(papers)
    return {
        "api.xml": f"""<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom"
 xmlns="http://www.w3.org/2005/Atom"><id>https://arxiv.org/api/Invented</id>
<title>arXiv Query: search_query=cat:cs.DC&amp;id_list=&amp;start=0&amp;max_results={count}</title>
<updated>2026-03-09T06:30:00Z</updated><opensearch:itemsPerPage>{count}</opensearch:itemsPerPage>
<opensearch:totalResults>{count}</opensearch:totalResults><opensearch:startIndex>0</opensearch:startIndex>
{entries}</feed>"""
    }


def _oai(papers: list[Planted], metadata: Callable[[Planted], str]) -> str:
    records = "\n".join(
        f"""<record><header><identifier>oai:arXiv.org:{p.ident}</identifier><datestamp>2026-03-11</datestamp>
<setSpec>cs:cs:DC</setSpec></header><metadata>{metadata(p)}</metadata></record>"""
        for p in papers
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2026-03-11T03:40:11Z</responseDate>
<request verb="ListRecords" set="cs:cs:DC">https://oaipmh.arxiv.org/oai</request>
<ListRecords>{records}</ListRecords></OAI-PMH>"""


def _raw_metadata(p: Planted) -> str:
    return f"""<arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>{p.ident}</id>
<version version="v1"><date>Mon, 02 Mar 2026 10:00:00 GMT</date><size>8kb</size></version>
<title>{E(p.value("title"))}</title><authors>{E(p.value("authors"))}, Bea Plain</authors>
<categories>cs.DC {E(p.payload.text)}</categories><comments>{E(p.value("comments"))}</comments>
<report-no>{E(p.value("report_no"))}</report-no><journal-ref>{E(p.value("journal_ref"))}</journal-ref>
<doi>{E(p.value("doi"))}</doi><license>{E(p.value("license"))}</license>
<abstract>{E(p.value("abstract"))}</abstract></arXivRaw>"""


def oai_raw(papers: list[Planted]) -> dict[str, str]:
    return {"raw.xml": _oai(papers, _raw_metadata)}


def _parts_metadata(p: Planted) -> str:
    return f"""<arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>{p.ident}</id><created>2026-03-02</created>
<authors><author><keyname>{E(p.value("authors"))}</keyname></author></authors><title>{E(p.value("title"))}</title>
<categories>cs.DC</categories><comments>{E(p.value("comments"))}</comments><license>{E(p.value("license"))}</license>
<abstract>{E(p.value("abstract"))}</abstract></arXiv>"""


def oai_parts(papers: list[Planted]) -> dict[str, str]:
    return {"parts.xml": _oai(papers, _parts_metadata)}


def _dc_metadata(p: Planted) -> str:
    return f"""<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{E(p.value("title"))}</dc:title>
<dc:creator>{E(p.value("authors"))}</dc:creator>
<dc:subject>Distributed, Parallel, and Cluster Computing</dc:subject><dc:subject>{E(p.value("subject"))}</dc:subject>
<dc:description>{E(p.value("abstract"))}</dc:description>
<dc:description>Comment: {E(p.value("comments"))}</dc:description><dc:date>2026-03-02</dc:date>
<dc:identifier>https://arxiv.org/abs/{p.ident}</dc:identifier>
<dc:identifier>{E(p.value("journal_ref"))}</dc:identifier>
<dc:identifier>doi:{E(p.value("doi"))}</dc:identifier></oai_dc:dc>"""


def oai_dc(papers: list[Planted]) -> dict[str, str]:
    return {"dc.xml": _oai(papers, _dc_metadata)}


def snapshot(papers: list[Planted]) -> dict[str, str]:
    lines = [
        json.dumps(
            {
                "id": p.ident,
                "submitter": p.value("submitter"),
                "authors": "Bea Plain",
                "title": p.value("title"),
                "comments": p.value("comments"),
                "journal-ref": p.value("journal_ref"),
                "doi": p.value("doi"),
                "report-no": p.value("report_no"),
                "categories": "cs.DC " + p.payload.text,
                "license": p.value("license"),
                "abstract": "  " + p.value("abstract") + "\n",
                "versions": [{"version": "v1", "created": "Mon, 2 Mar 2026 10:00:00 GMT"}],
                "update_date": "2026-03-12",
                "authors_parsed": [[p.value("authors"), "", ""], ["Plain", "Bea", ""]],
            }
        )
        for p in papers
    ]
    return {"snapshot.jsonl": "\n".join(lines) + "\n"}


def journal(papers: list[Planted]) -> dict[str, str]:
    items = "\n".join(
        f"""<item><title>{_twice(p.value("title"))}</title><link>{E(p.value("link"))}</link>
<description>{_twice(p.value("abstract"))}</description><dc:creator>{_twice(p.value("authors"))}</dc:creator>
<dc:creator>Bea Plain</dc:creator><pubDate>Sat, 14 Mar 2026 10:00:00 +0000</pubDate>
<prism:publicationName>{E(p.value("journal_ref"))}</prism:publicationName>
<prism:doi>10.1000/{E(p.value("doi"))}</prism:doi><guid isPermaLink="false">{p.mark("guid")}</guid></item>"""
        for p in papers
    )
    return {
        "journal.xml": f"""<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/"><channel><title>{E(papers[1].payload.text)}</title>
<link>https://journal.example/</link><lastBuildDate>Sat, 14 Mar 2026 10:00:00 +0000</lastBuildDate>
{items}</channel></rss>"""
    }


def group(papers: list[Planted]) -> dict[str, str]:
    """Another feed, in Atom, whose texts are said to be plain; its addresses begin well and go on badly."""
    entries = "\n".join(
        f"""<entry><title type="text">{E(p.value("title"))}</title><id>urn:{p.mark("id")}</id>
<link href="https://group.example/{E(p.value("link"))}"/><summary>{E(p.value("abstract"))}</summary>
<author><name>{_twice(p.value("authors"))}</name></author><author><name>Bea Plain</name></author>
<prism:publicationName>A journal</prism:publicationName><updated>2026-03-15T00:00:00Z</updated></entry>"""
        for p in papers
    )
    return {
        "group.xml": f"""<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/">
<title>Reading group</title><id>urn:uuid:1</id>
<link href="https://group.example/"/><updated>2026-03-15T00:00:00Z</updated>
{entries}</feed>"""
    }


def dblp(papers: list[Planted]) -> dict[str, str]:
    records = "\n".join(
        f"""<article key="journals/x/{p.mark("key")}" mdate="2026-03-16"><author>{E(p.value("authors"))}</author>
<author>Bea Plain</author><title>{E(p.value("title"))}.</title><year>2026</year>
<journal>{E(p.value("journal_ref"))}</journal><ee>{E(p.value("link"))}</ee>
<ee>https://dblp.example/{E(p.value("link"))}</ee></article>"""
        for p in papers
    )
    return {"dblp.xml": f"""<?xml version="1.0" encoding="UTF-8"?>\n<dblp>\n{records}\n</dblp>"""}

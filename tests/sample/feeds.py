"""The sample as XML: RSS and Atom feeds, an answer of the API, a page of OAI-PMH."""

from __future__ import annotations

import datetime as dt

from tests.sample.paper import Paper, escape, mail_time, names, unicode

MIDNIGHT = "00:00:00 -0500"  # Eastern winter time


def _words(paper: Paper) -> str:
    """A feed's words on a paper: id, type and abstract; stored paragraphs begin with two blanks."""
    abstract = paper.abstract.replace("\n", "\n  ")
    return escape(f"arXiv:{paper.id}v{paper.version} Announce Type: {paper.type} \nAbstract: {abstract}")


def optional(tag: str, text: str) -> list[str]:
    return [f"<{tag}>{escape(text)}</{tag}>"] if text else []


def rss(date: dt.date, papers: list[Paper]) -> str:
    """The feed rss.arxiv.org/rss/cs.DC."""
    day = f"{date:%a}, {date.day:02} {date:%b %Y}"
    lines = [
        "<?xml version='1.0' encoding='UTF-8'?>",
        '<rss xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"'
        ' version="2.0">',
        "<channel>",
        "<title>cs.DC updates on arXiv.org</title>",
        "<link>http://rss.arxiv.org/rss/cs.DC</link>",
        "<description>cs.DC updates on the arXiv.org e-print archive.</description>",
        '<atom:link href="http://rss.arxiv.org/rss/cs.DC" rel="self" type="application/rss+xml"/>',
        "<docs>http://www.rssboard.org/rss-specification</docs>",
        "<language>en-us</language>",
        f"<lastBuildDate>{day} 05:00:07 +0000</lastBuildDate>",
        "<managingEditor>rss-help@arxiv.org</managingEditor>",
        f"<pubDate>{day} {MIDNIGHT}</pubDate>",
        "<skipDays><day>Sunday</day><day>Saturday</day></skipDays>",
    ]
    for paper in papers:
        lines += _rss_item(paper, f"{day} {MIDNIGHT}")
    return "\n".join([*lines, "</channel>", "</rss>", ""])


def _rss_item(paper: Paper, day: str) -> list[str]:
    return [
        "<item>",
        f"<title>{escape(paper.title)}</title>",
        f"<link>https://arxiv.org/abs/{paper.id}</link>",
        f"<description>{_words(paper)}</description>",
        f'<guid isPermaLink="false">oai:arXiv.org:{paper.id}v{paper.version}</guid>',
        *(f"<category>{code}</category>" for code in paper.codes),
        f"<pubDate>{day}</pubDate>",
        f"<arxiv:announce_type>{paper.type}</arxiv:announce_type>",
        f"<dc:rights>{paper.license}</dc:rights>",
        *optional("arxiv:DOI", paper.doi),
        *optional("arxiv:journal_reference", paper.journal_ref),
        f"<dc:creator>{escape(paper.authors)}</dc:creator>",
        "</item>",
    ]


def atom(date: dt.date, papers: list[Paper]) -> str:
    """The feed rss.arxiv.org/atom/cs.DC."""
    lines = [
        "<?xml version='1.0' encoding='UTF-8'?>",
        '<feed xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns="http://www.w3.org/2005/Atom" xml:lang="en-us">',
        "<id>http://rss.arxiv.org/atom/cs.DC</id>",
        "<title>cs.DC updates on arXiv.org</title>",
        f"<updated>{date}T05:00:09+00:00</updated>",
        '<link href="http://rss.arxiv.org/atom/cs.DC" rel="self" type="application/atom+xml"/>',
        "<subtitle>cs.DC updates on the arXiv.org e-print archive.</subtitle>",
    ]
    for paper in papers:
        lines += [
            "<entry>",
            f"<id>oai:arXiv.org:{paper.id}v{paper.version}</id>",
            f"<title>{escape(paper.title)}</title>",
            f"<updated>{date}T05:00:09+00:00</updated>",
            f'<link href="https://arxiv.org/abs/{paper.id}" rel="alternate" type="text/html"/>',
            f"<summary>{_words(paper)}</summary>",
            *(f'<category term="{code}"/>' for code in paper.codes),
            f"<published>{date}T00:00:00-05:00</published>",
            f"<arxiv:announce_type>{paper.type}</arxiv:announce_type>",
            f"<dc:rights>{paper.license}</dc:rights>",
            *optional("arxiv:journal_reference", paper.journal_ref),
            *optional("arxiv:DOI", paper.doi),
            f"<dc:creator>{escape(paper.authors)}</dc:creator>",
            "</entry>",
        ]
    return "\n".join([*lines, "</feed>", ""])


def api(date: dt.date, papers: list[Paper]) -> str:
    """An answer of export.arxiv.org/api/query for a list of ids: every field, every author."""
    ids = ",".join(paper.id for paper in papers)
    lines = [
        "<?xml version='1.0' encoding='UTF-8'?>",
        '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom"'
        ' xmlns="http://www.w3.org/2005/Atom">',
        "<id>https://arxiv.org/api/SampleSampleSample000000001</id>",
        f"<title>arXiv Query: search_query=&amp;id_list={ids}&amp;start=0&amp;max_results={len(papers)}</title>",
        f"<updated>{date}T06:30:00Z</updated>",
        f'<link href="https://arxiv.org/api/query?search_query=&amp;start=0&amp;max_results={len(papers)}'
        f'&amp;id_list={ids}" type="application/atom+xml"/>',
        f"<opensearch:itemsPerPage>{len(papers)}</opensearch:itemsPerPage>",
        f"<opensearch:totalResults>{len(papers)}</opensearch:totalResults>",
        "<opensearch:startIndex>0</opensearch:startIndex>",
    ]
    for paper in papers:
        lines += _api_entry(paper)
    return "\n".join([*lines, "</feed>", ""])


def _api_entry(paper: Paper) -> list[str]:
    ident = f"{paper.id}v{paper.version}"
    scheme = 'scheme="http://arxiv.org/schemas/atom"'
    return [
        "<entry>",
        f"<id>http://arxiv.org/abs/{ident}</id>",
        f"<title>{escape(paper.title)}</title>",
        f"<updated>{paper.updated:%Y-%m-%dT%H:%M:%SZ}</updated>",
        f'<link href="https://arxiv.org/abs/{ident}" rel="alternate" type="text/html"/>',
        f'<link href="https://arxiv.org/pdf/{ident}" rel="related" type="application/pdf" title="pdf"/>',
        f"<summary>{escape(paper.abstract)}</summary>",
        *(f'<category term="{code}" {scheme}/>' for code in paper.codes),
        f"<published>{paper.versions[0]:%Y-%m-%dT%H:%M:%SZ}</published>",
        *optional("arxiv:comment", paper.comments),
        f'<arxiv:primary_category term="{paper.codes[0]}"/>',
        *optional("arxiv:journal_ref", paper.journal_ref),
        *(f"<author><name>{escape(unicode(name))}</name></author>" for name in paper.authors.split(", ")),
        *optional("arxiv:doi", paper.doi),
        "</entry>",
    ]


def oai(date: dt.date, papers: list[Paper]) -> str:
    """A page of oaipmh.arxiv.org in the format arXivRaw: every version with its date."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">',
        f"    <responseDate>{date}T03:40:11Z</responseDate>",
        f"    <request verb='ListRecords' metadataPrefix='arXivRaw' from='{date}' set='cs:cs:DC'>"
        "https://oaipmh.arxiv.org/oai</request>",
        "    <ListRecords>",
    ]
    for paper in papers:
        lines += [
            "    <record>",
            f"        <header><identifier>oai:arXiv.org:{paper.id}</identifier><datestamp>{date}</datestamp>",
            *(f"            <setSpec>{code.split('.')[0]}:{code.replace('.', ':')}</setSpec>" for code in paper.codes),
            "        </header>",
            "        <metadata>",
            *_oai_raw(paper),
            "        </metadata>",
            "    </record>",
        ]
    return "\n".join([*lines, "    </ListRecords>", "</OAI-PMH>", ""])


def _oai_raw(paper: Paper) -> list[str]:
    lines = ['<arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/">', f"<id>{paper.id}</id>"]
    lines.append(f"<submitter>{escape(names(paper.authors)[0])}</submitter>")
    for number, when in enumerate(paper.versions, 1):
        gone = paper.withdrawn and number == len(paper.versions)
        size = "<size>0kb</size><source_type>I</source_type>" if gone else f"<size>{paper.size}kb</size>"
        lines.append(f'<version version="v{number}"><date>{mail_time(when, "GMT")}</date>{size}</version>')
    return [
        *lines,
        f"<title>{escape(paper.title)}</title>",
        f"<authors>{escape(paper.authors)}</authors>",
        f"<categories>{paper.categories}</categories>",
        *optional("comments", paper.comments),
        *optional("report-no", paper.report_no),
        *optional("msc-class", paper.msc_class),
        *optional("journal-ref", paper.journal_ref),
        *optional("doi", paper.doi),
        f"<license>{paper.license}</license>",
        "<abstract>  " + escape(paper.abstract).replace("\n", "\n  ") + "</abstract>",
        "</arXivRaw>",
    ]

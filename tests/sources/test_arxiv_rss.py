"""arXiv's feeds, whose abstracts begin with a heading: never a part of them, whatever its form."""

from daybook.sources import arxiv_rss
from daybook.sources.received import Contents

from tests.cases import for_each
from tests.sources.text_truth import DATA

FEED = """<?xml version="1.0"?><rss xmlns:arxiv="http://arxiv.org/schemas/atom" version="2.0"><channel>
<title>cs.GT updates on arXiv.org</title><link>http://rss.arxiv.org/rss/cs.GT</link>
<pubDate>Wed, 01 Jul 2026 00:00:00 -0400</pubDate><item><title>Tin Cans</title>
<link>https://arxiv.org/abs/2606.30776</link><guid>oai:arXiv.org:2606.30776v1</guid>
<arxiv:announce_type>replace-cross</arxiv:announce_type><description>{}</description></item></channel></rss>"""
OWN = "arXiv:2606.30776v1 Announce Type: replace-cross \nAbstract: "
BODY = "Motivation: cans. We study a new way."


@for_each(
    ("heading", "said"),
    [
        ("", False), (OWN, False), (OWN.replace("Announce Type", "Announce\n  Type"), False),
        (OWN.replace("Announce Type:", "Announcement type :"), False), (OWN.replace(":2", ": 2"), False),
        (OWN.replace("Abstract", "Summary"), False), (OWN.replace("\n", ""), False),
        (OWN.replace("Announce Type", "Type"), True), (OWN.replace("Announce Type:", "is a"), True),
        ("Paper 2606.30776v1 of cs.GT:\n", True), ("2606.30776 (replace-cross). Abstract: ", True),
    ],
)  # fmt: skip
def test_a_heading_is_no_part_of_an_abstract(heading: str, said: bool) -> None:
    (listing,) = arxiv_rss.read(FEED.format(heading + BODY).encode())
    assert listing.entries[0].abstract == BODY
    told = "cs.GT of 2026-07-01: 1 abstract begins with a heading in another form than arXiv's, which was left out: "
    told += f'"{heading[:9].strip()}'
    assert [line.startswith(told) for line in Contents((listing,)).damage()] == [True] * said


def test_an_abstract_whose_beginning_is_in_doubt_is_left_out() -> None:
    (listing,) = arxiv_rss.read(FEED.format("Paper 2606.30776v1: cans.").encode())
    assert listing.entries[0].abstract is None
    assert listing.unread == (
        "1 abstract begins with a heading in another form than arXiv's, which was left out: "
        '"Paper 2606.30776v1: cans."',
    )


def test_headings_in_another_form_are_said_once() -> None:
    text = (DATA / "rss" / "two.xml").read_text()
    (sound,), (listing,) = (arxiv_rss.read(each.encode()) for each in (text, text.replace("Announce Type", "Kind")))
    assert listing.entries == sound.entries
    assert len(listing.unread) == 1
    assert listing.unread[0].partition(" ")[2].startswith("abstracts begin with a heading")
    assert not sound.unread

"""Documents in many forms: what browsers, servers and tools make of them changes neither reader nor records."""

from pathlib import Path

import pytest
from daybook.errors import Refused
from daybook.sources import arxiv_api
from daybook.sources.registry import detect

from tests import mutations
from tests.cases import for_each

DATA = Path(__file__).parent / "data"
SAMPLES = sorted(
    path.relative_to(DATA).as_posix() for path in DATA.rglob("*") if path.suffix in (".html", ".txt", ".xml")
)
DOUBTFUL = (
    "bytes-windows_1252_undeclared", "html-view_source", "text-folded", "text-quoted_and_wrapped", "text-refilled",
    "text-wrapped_at_40", "text-wrapped_without_blank_lines",
)  # fmt: skip
"""Forms in which some documents cannot be read, or not all of them."""
FORMS = {name: form for name, form in mutations.keeping().items() if name not in DOUBTFUL}


@for_each("sample", SAMPLES)
def test_every_form_of_a_sample(sample: str) -> None:
    """The same reader, the same listings. tests/test_mutations.py tries the real documents."""
    data = (DATA / sample).read_bytes()
    reader = detect(data)
    expected = reader.read(data)
    assert expected[0].entries or expected[1].entries
    for name, form in FORMS.items():
        changed = form(data)
        if changed is not None:
            assert detect(changed) is reader, name
            assert detect(changed).read(changed) == expected, name


ERROR = b"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">%s<title type="html">ArXiv Query: search_query=</title>
<updated>2026-03-03T00:00:00-05:00</updated>
<entry><id>%s://%sarxiv.org/api/errors#incorrect_id_format_for_x</id><title>Error</title>
<summary>incorrect id format for x</summary><updated>2026-03-03T00:00:00-05:00</updated>
<link href="http://arxiv.org/api/errors#incorrect_id_format_for_x" rel="alternate" type="text/html"/>
<author><name>arXiv api core</name></author></entry></feed>"""


@for_each("ident", [b"", b"<id>http://arxiv.org/api/abc</id>", b"<id>https://arxiv.org/</id>", b"<id>urn:x</id>"])
@for_each("scheme", [b"http", b"https"])
@for_each("host", [b"", b"export."])
def test_an_error_of_the_api_is_no_paper(ident: bytes, scheme: bytes, host: bytes) -> None:
    """For every version of the API, in every form: refused with arXiv's reason."""
    data = ERROR % (ident, scheme, host)
    for name, form in {"as it is": bytes, **FORMS}.items():
        changed = form(data) or data
        assert detect(changed) is arxiv_api, name
        with pytest.raises(Refused, match="arXiv API error: incorrect id format for x"):
            detect(changed).read(changed)


def test_a_journals_feed_that_mentions_arxiv_is_a_journals() -> None:
    """The content of items does not decide: many blogs link to arXiv's feeds and API."""
    data = (DATA / "feed" / "journal.xml").read_bytes()
    mentioning = data.replace(b"<item>", b"<item><comments>https://arxiv.org/rss/cs updates on arXiv.org</comments>")
    assert mentioning != data
    assert detect(mentioning) is detect(data)

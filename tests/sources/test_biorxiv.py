"""Responses of bioRxiv's details API, invented."""

from pathlib import Path

import pytest
from daybook.errors import Refused
from daybook.sources import biorxiv

from tests.cases import for_each

DATA = (Path(__file__).parent / "data" / "biorxiv" / "answer.json").read_bytes()


@for_each(
    ("data", "reason"),
    [
        (b'{"messages":[{"status":"no posts found"}],"collection":[]}', "nothing was posted"),
        (b'{"messages":[{"status":"Error : (2002)"}],"collection":[]}', "error response: Error : \\(2002\\)"),
        (b'{"messages":[],"collection":[]}', "no status"),
        (DATA[:700], "cannot be read"),
        (DATA.replace(b'"count":3', b'"count":[]'), "cannot be read"),
        (b'{"messages":[{"status":"ok"}],"collection":[]}', "has no date"),
    ],
)
def test_refused(data: bytes, reason: str) -> None:
    """Errors and broken responses are distinguished from days without preprints."""
    with pytest.raises(Refused, match=reason):
        biorxiv.read(data)

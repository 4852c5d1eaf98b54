"""The simplest client there is, for the tests of the local arXiv itself: no retries, no pace."""

import urllib.error
import urllib.request
from email.message import Message

from daybook.model import Listing
from daybook.sources.registry import detect

from tests.arxiv.clock import SimulatedClock
from tests.arxiv.server import LocalArxiv

HEADERS = {"User-Agent": "Test/1 (someone@example.org)", "Accept": "*/*"}


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: object) -> None:
        return None


_OPENER = urllib.request.build_opener(_Stay)


def ask(arxiv: LocalArxiv, path: str, **headers: str) -> tuple[int, bytes, Message]:
    """(status, body, headers) of a path below the base address. `If_None_Match` stands for If-None-Match."""
    own = {key.replace("_", "-"): value for key, value in headers.items()}
    request = urllib.request.Request(f"{arxiv.url}{path}", headers={**HEADERS, **own})
    try:
        with _OPENER.open(request, timeout=10) as answer:
            return answer.status, answer.read(), answer.headers
    except urllib.error.HTTPError as problem:
        with problem:
            return problem.code, problem.read(), problem.headers


def read(arxiv: LocalArxiv, clock: SimulatedClock, path: str) -> Listing:
    """What the project's reader makes of a path, after a wait that keeps the pace."""
    clock.sleep(15)
    status, body, _ = ask(arxiv, path)
    assert status == 200, (status, body[:200])
    found = detect(body).read(body)
    assert len(found) == 1
    assert not found[0].mismatches()
    return found[0]

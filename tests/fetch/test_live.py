"""`daybook status --live`: each service is asked once, at its pace; an answer of another shape is told, and where it
differs; nothing is stored."""

import datetime as dt
import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

import pytest
from daybook import cli
from daybook.archive import Context
from daybook.commands import status
from daybook.fetch import live
from daybook.fetch.session import Environment
from daybook.sources.registry import detect

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.http import Answer, Request, html, plain
from tests.arxiv.server import LocalArxiv, serving
from tests.arxiv.site import Site
from tests.arxiv.world import World, make
from tests.cases import Capsys, Patch, for_each
from tests.fetch.test_rests import Altered, Answering
from tests.fetch.trial import archive, outside
from tests.tools.forks import tree

TUESDAY = dt.date(2026, 3, 3)
NAMES = (
    "arXiv listing, catchup", "arXiv listing, new", "arXiv feed", "arXiv OAI-PMH", "arXiv API, query", "arXiv API, ids",
)  # fmt: skip


@cache
def world() -> World:
    return make(7, TUESDAY - 7 * DAY, TUESDAY + 7 * DAY, ("cs.DC",), busy=20)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return archive(tmp_path_factory.mktemp("live"), ("cs.DC",))


def ask(folder: Path, altering: Answering | None = None, day: dt.date = TUESDAY) -> tuple[Context, LocalArxiv]:
    """The run of the command, at noon; of a site of which one function may answer in another way."""
    context = Context(folder)
    with serving(Altered(world(), altering), SimulatedClock(eastern(day, dt.time(12)))) as arxiv:
        status.services(context, outside(arxiv))
    return context, arxiv


def test_all_as_expected(folder: Path, capsys: Capsys) -> None:
    """Six requests, each within its service's pace, a line each with what was found; the archive is as it was."""
    before = tree(folder)
    context, arxiv = ask(folder)
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == [*NAMES]
    assert all(": as expected, " in line and "no entries" not in line for line in lines)
    number = len(world().listing("cs.DC", TUESDAY))
    assert f"arXiv listing, new: as expected, {number} entries" in lines
    assert not context.failed
    assert [asked.service for asked in arxiv.asked] == ["catchup", "list", "rss", "oai", "api", "api"]
    assert not arxiv.pace.breaches
    assert tree(folder) == before


def test_a_weekend(folder: Path, capsys: Capsys) -> None:
    """The feed has nothing then, as it should."""
    context, _ = ask(folder, day=TUESDAY - 2 * DAY)
    assert not context.failed
    assert "arXiv feed: as expected, no entries" in capsys.readouterr().out


def test_another_hour(folder: Path) -> None:
    """Just after an announcement the catch-up page and OAI-PMH are asked for the one before."""
    clock = SimulatedClock(eastern(TUESDAY, dt.time(20, 5)))
    with serving(Altered(world(), None), clock) as arxiv:
        context = Context(folder, quiet=True)
        status.services(context, outside(arxiv))
    assert not context.failed


def of(service: str, change: Answering) -> Answering:
    """A change of one service's answers alone."""
    return lambda request, answer: change(request, answer) if request.service == service else None


def changed(former: bytes, new: bytes) -> Answering:
    """An answer with other bytes in place of these, which are there."""

    def change(request: Request, answer: Answer) -> Answer:
        assert former in answer.body, request.path
        return replace(answer, body=answer.body.replace(former, new))

    return change


def moved(request: Request, answer: Answer) -> Answer | None:
    """The service has another address, on the same host."""
    address = f"{request.base}/oai/moved?{urlencode(request.params)}"
    return None if "moved" in request.path else replace(plain("", 301), headers={"Location": address})


def away(request: Request, answer: Answer) -> Answer:
    return replace(plain("", 301), headers={"Location": "https://example.org/elsewhere"})


def page(request: Request, answer: Answer) -> Answer:
    return html("<html><head><title>arXiv</title></head><body><h1>We have moved</h1></body></html>")


def nothing(request: Request, answer: Answer) -> Answer:
    return replace(answer, body=b"")


BROKEN: tuple[tuple[str, Answering, tuple[str, ...]], ...] = (
    ("list", nothing, ("arXiv listing, new: arxiv.org/list/cs.DC/new: file is empty",)),
    ("rss", nothing, ("arXiv feed: rss.arxiv.org/rss/cs.DC: file is empty",)),
    ("rss", page, ("arXiv feed: rss.arxiv.org/rss/cs.DC: ",)),
    ("oai", page, ("arXiv OAI-PMH: oaipmh.arxiv.org/oai: ",)),
    ("api", page, ("arXiv API, query: export.arxiv.org/api/query: ", "arXiv API, ids: ")),
    ("list", changed(b"list-authors", b"list-people"), (
        "arXiv listing, new: has unknown list-people; lacks list-authors;", "entries without authors",
    )),
    ("catchup", changed(b"list-subjects", b"list-topics"), (
        "arXiv listing, catchup: has unknown list-topics; lacks list-subjects;", "entries without categories",
    )),
    ("catchup", changed(b"<p class='mathjax'>", b"<section>"), ("entries without abstract",)),
    ("rss", changed(b"dc:creator>", b"dc:author>"), ("arXiv feed: has unknown author; lacks creator; ",)),
    ("rss", changed(b"announce_type>", b"kind>"), ("arXiv feed: has unknown kind; lacks announce_type",)),
    ("oai", changed(b"<version ", b"<edition/><version "), ("arXiv OAI-PMH: has unknown edition",)),
    ("oai", changed(b"<abstract>", b"<abstract/><summary/><abstract>"), ("arXiv OAI-PMH: has unknown summary",)),
    ("oai", changed(b"</title>", b"</title><orcid/>"), ("arXiv OAI-PMH: has unknown orcid",)),
    ("api", changed(b"published>", b"first>"), ("query: has unknown first; lacks published; ", "without submitted")),
    ("list", lambda request, answer: plain("Forbidden\n", 403), ("responded with status 403",)),
    ("api", lambda request, answer: plain("Busy\n", 503), ("responded with status 503",)),
    ("oai", moved, ("arXiv OAI-PMH: has moved to http://127.0.0.1:",)),
    ("rss", away, ("arXiv feed: rss.arxiv.org/rss/cs.DC: redirects to another site: https://example.org",)),
)  # fmt: skip


@for_each("service, change, words", BROKEN)
def test_an_answer_that_differs(
    folder: Path, capsys: Capsys, service: str, change: Answering, words: tuple[str, ...]
) -> None:
    """Each is told in a line that says how, once; the other services are as they were."""
    capsys.readouterr()
    context, arxiv = ask(folder, of(service, change))
    wrong = capsys.readouterr().err
    assert context.failed
    assert all(word in wrong for word in words), wrong
    assert not arxiv.pace.breaches
    assert len(arxiv.asked) <= len(NAMES) + ("moved" in wrong)  # nothing is asked twice


def lost(tag: bytes, number: int = 0) -> Answering:
    """An answer without so many of these elements; 0: without any."""
    element = re.compile(b"<%b[ >].*?</%b>" % (tag, tag.split()[0]), re.DOTALL)
    return lambda request, answer: replace(answer, body=element.sub(b"", answer.body, count=number))


def test_few_entries_may_lack_a_field(folder: Path, capsys: Capsys) -> None:
    """A tenth of them: arXiv itself has papers without a list of authors."""
    number = len(world().listing("cs.DC", TUESDAY))
    assert number >= 10
    for gone, failed in ((number // 10, False), (number // 10 + 1, True)):
        context, _ = ask(folder, of("list", lost(b"div class='list-authors'", gone)))
        assert context.failed is failed, capsys.readouterr().err


def test_nothing_where_a_page_has_entries(folder: Path, capsys: Capsys) -> None:
    """An empty feed or answer is sound in itself; a listing page of the day says that it is not."""
    ask(folder, of("rss", lost(b"item")))
    number = len(world().listing("cs.DC", TUESDAY))
    told = f"arXiv feed: has no entries, though the listing page of {TUESDAY} has {number}"
    assert capsys.readouterr().err == f"daybook: {told}\n"


def test_own_sources(tmp_path: Path, capsys: Capsys, monkeypatch: Patch) -> None:
    """Those of archive.yml are asked once for their newest; what is no such source is told, without the key."""
    key = "c2VjcmV0c2VjcmV0"
    Context(tmp_path).store.make(
        """\
title: Trial
categories: [cs.DC]
contact: me@example.org
sources:
  pith: {url: "https://cards.example/{category}"}
  biorxiv: {url: "https://api.biorxiv.org/details/biorxiv/2026-03-01/{date}/{cursor}"}
  other.example: {url: "https://other.example/feed.xml?key=${OTHER_KEY}"}
  archive: {url: "https://daily.example/daily/"}
"""
    )
    clock = SimulatedClock(eastern(TUESDAY, dt.time(12)))
    with serving(Site(world()), clock) as arxiv:
        monkeypatch.setenv("DAYBOOK_HOSTS", arxiv.url)
        monkeypatch.setenv("OTHER_KEY", key)
        status.services(Context(tmp_path), Environment(clock=clock))
    said, wrong = capsys.readouterr()
    for name in ("pith", "biorxiv"):
        assert re.search(f"^{name}: as expected, [0-9]+ entries$", said, re.MULTILINE), said + wrong
    assert [line.partition(": ")[2].partition(":")[0] for line in wrong.splitlines()] == ["other.example", "archive"], (
        wrong
    )
    assert key not in wrong
    assert len(arxiv.asked) == len(NAMES) + 4


def test_on_the_command_line(folder: Path, capsys: Capsys, monkeypatch: Patch) -> None:
    """As JSON; alone; and without a network in one line."""
    with serving(Site(world()), SimulatedClock(eastern(TUESDAY, dt.time(12)))) as arxiv:
        monkeypatch.setattr(status, "Environment", lambda: outside(arxiv))
        assert cli.main(["status", "--live", "--json", "--archive", str(folder)]) == 0
    told = json.loads(capsys.readouterr().out)["services"]
    assert [(each["name"], each["expected"], each["differs"]) for each in told] == [(name, True, []) for name in NAMES]
    with pytest.raises(SystemExit, match="2"):
        cli.main(["status", "days", "--live", "--archive", str(folder)])
    assert "--live asks services alone; leave out days" in capsys.readouterr().err
    assert cli.main(["status", "--live", "--archive", str(folder)]) == 1  # the server has gone
    assert "no service can be reached; connect to the network" in capsys.readouterr().err


@for_each("name, service", [
    ("rendered/list_cs_new_2026-07-01.html", "list"), ("rendered/list_cs.HC_new_cross_and_replace.html", "list"),
    ("rendered/catchup_cs.IT_2026-06-30_abs.html", "catchup"),
    ("rendered/rss_cs.HC_2026-07-01_cross_and_replace-cross.xml", "rss"),
    ("recorded/rss/rss_cs.AI_2026-04-27_trimmed.xml", "rss"), ("rendered/oai_ListRecords_arXivRaw_page1.xml", "oai"),
    ("recorded/api/query_cat_csLG_csAI_2026-04-30.xml", "api"), ("recorded/api/query_abs_phrase_2026-08-11.xml", "api"),
])  # fmt: skip
def test_real_answers_have_the_shape(name: str, service: str, shared: Callable[[str], Path]) -> None:
    """Those of arXiv's own programs, and what others recorded in 2026."""
    body = shared(f"listings/{name}").read_bytes()
    entries = [entry for listing in detect(body).read(body) for entry in listing.entries]
    assert entries
    assert list(live._unshapely(service, body, entries)) == []

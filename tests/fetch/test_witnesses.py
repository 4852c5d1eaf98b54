"""`daybook fetch` and the witnesses of a day: what is asked, when it ends, and what settles it."""

import datetime as dt
import re
from collections import Counter
from pathlib import Path

import pytest
from daybook.archive import Context, load
from daybook.cli import main
from daybook.commands.fetch import fetch
from daybook.coverage import proofs
from daybook.fetch import asking
from daybook.fetch.wire import Received, Wire
from daybook.model import Coverage

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.faults import Fault, Kind, parse
from tests.arxiv.server import serving
from tests.arxiv.site import Site
from tests.arxiv.world import World, make
from tests.cases import Capsys, Patch
from tests.fetch.trial import TIMES, announced, archive, fill, outside, run

FIRST = dt.date(2026, 3, 2)
SECOND = FIRST + DAY
CODE = "cs.DC"
NIGHT = (dt.time(20, 40), *TIMES)


@pytest.fixture(scope="module")
def world() -> World:
    return make(4, FIRST - 3 * DAY, FIRST + 40 * DAY, (CODE,), busy=4)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return archive(tmp_path / "a", (CODE,))


def shortened(body: bytes) -> bytes:
    """A listing page without its first entry, whose totals agree with that."""
    text = re.sub(r"<dt>.*?</dd>", "", body.decode(), count=1, flags=re.DOTALL)
    section = re.search(r"showing (\d+) of \1 entries", text)
    assert section
    less = int(section[1]) - 1
    text = text.replace(section[0], f"showing {less} of {less} entries", 1)
    return re.sub(r"Total of (\d+) entries", lambda found: f"Total of {int(found[1]) - 1} entries", text).encode()


def short(monkeypatch: Patch, date: dt.date) -> None:
    """Have all listing pages of a date lack an entry."""
    real, heading = Wire.get, f" {date.day} {date:%B %Y}"

    def get(self: Wire, url: str, params: dict[str, str], headers: dict[str, str]) -> Received:
        came = real(self, url, params, headers)
        new = "/list/" in url and heading.encode() in came.body
        if new or f"/catchup/{CODE}/{date}" in url:
            return Received(came.status, came.url, came.headers, shortened(came.body))
        return came

    monkeypatch.setattr(Wire, "get", get)


def covered(folder: Path, date: dt.date) -> Coverage:
    days = load.fold(Context(folder, quiet=True), published=True, described=False, keep=False).coverage
    return next(day for day in days if day.date == date)


def test_two_witnesses_cost_nothing_more(world: World, folder: Path) -> None:
    """A night's three runs ask for the listing once, for the feed once, and for OAI-PMH as it changes."""
    clock = SimulatedClock(eastern(FIRST, NIGHT[0]))
    with serving(Site(world), clock) as arxiv:
        for time in NIGHT:
            clock.set(eastern(FIRST + DAY * (time < NIGHT[0]), time))
            assert not run(folder, arxiv).failed
    asked = Counter(each.service for each in arxiv.asked if each.when >= eastern(FIRST, NIGHT[0]))
    assert (asked["list"], asked["rss"], asked["catchup"]) == (1, 1, 0)
    assert asked["oai"] == 2  # in the evening it did not have it yet
    assert covered(folder, SECOND).witnesses == ("listing", "feed", "oai")


def test_a_lone_page_is_told_and_confirmed_later(world: World, folder: Path, capsys: Capsys) -> None:
    """In the evening nobody else has spoken; that is no failure."""
    clock = SimulatedClock(eastern(FIRST, TIMES[0]))
    with serving(Site(world), clock) as arxiv:
        run(folder, arxiv)
        clock.set(eastern(FIRST, NIGHT[0]))
        assert not run(folder, arxiv).failed
        assert covered(folder, SECOND).lone
        clock.set(eastern(SECOND, TIMES[0]))
        assert not run(folder, arxiv).failed
    assert len(covered(folder, SECOND).witnesses) == 3


def test_the_api_speaks_where_the_feed_does_not(world: World, folder: Path) -> None:
    """Asked for what was submitted in the announcement's window."""
    faults = [Fault(SECOND, name, "*", Kind.SERVER_ERROR, None) for name in ("rss", "oai")]
    arxiv = fill(folder, world, FIRST, SECOND, faults)
    assert any("submittedDate" in each.target for each in arxiv.asked)
    assert covered(folder, SECOND).witnesses == ("listing", "api")


def test_without_the_api_the_day_has_one_witness(world: World, folder: Path, monkeypatch: Patch) -> None:
    """So that step is needed."""
    monkeypatch.setattr("daybook.commands.fetch._Run._query", lambda *_: None)
    faults = [Fault(SECOND, name, "*", Kind.SERVER_ERROR, None) for name in ("rss", "oai")]
    fill(folder, world, FIRST, SECOND, faults)
    assert covered(folder, SECOND).lone


def test_a_contradiction_is_asked_again_and_ends(world: World, folder: Path, monkeypatch: Patch) -> None:
    """Less and less often; it fails the runs that asked, for some nights; then it is only stated."""
    short(monkeypatch, SECOND)
    clock = SimulatedClock(eastern(FIRST, TIMES[0]))
    red = []
    with serving(Site(world), clock) as arxiv:
        for number in range(25):
            clock.set(eastern(FIRST + number * DAY, TIMES[0]))
            if run(folder, arxiv).failed:
                red.append(number - 1)  # the days that SECOND is old
    judged = covered(folder, SECOND)
    assert judged.state == "contradicted"
    assert {said.witness for said in judged.contradictions} == {"feed", "oai"}
    assert red == [0, 1, 2, 3, 5, 9]
    assert max(red) <= asking.DISPUTED
    pages = [(each.when.date() - SECOND).days for each in arxiv.asked if f"catchup/{CODE}/{SECOND}" in each.target]
    assert pages == [1, 2, 3, 5, 9]
    others = world.announced_ids((CODE,), FIRST, FIRST + 24 * DAY)
    assert {each for each in others if each[0] != SECOND} <= set(announced(folder))


def test_it_is_settled_by_a_person(
    world: World, folder: Path, tmp_path: Path, monkeypatch: Patch, capsys: Capsys
) -> None:
    """Who ingests a page of the day, or acknowledges that there is none."""
    with pytest.MonkeyPatch.context() as patch:
        short(patch, SECOND)
        arxiv = fill(folder, world, FIRST, SECOND, times=TIMES[:1])
    assert main(["status", "days", "--archive", str(folder)]) == 1
    line = f"  - {{category: {CODE}, date: {SECOND}}}"
    assert line in capsys.readouterr().out.splitlines()
    with (folder / "archive.yml").open("a", encoding="utf-8") as file:
        file.write(f"acknowledge:\n{line[:-1]}, note: 'a: b'}}\n")
    assert main(["status", "days", "--archive", str(folder)]) == 0
    assert 'acknowledged: "a: b"' in capsys.readouterr().out
    assert main(["build", "--pages-only", "--archive", str(folder)]) == 0
    site = Site(world)
    request = site.request(f"/arxiv/catchup/{CODE}/{SECOND}", [("abs", "True")], {}, arxiv.clock.now() + DAY, "")
    (tmp_path / "page.html").write_bytes(site.answer(request)[0].body)
    assert main(["ingest", "--archive", str(folder), str(tmp_path / "page.html")]) == 0
    judged = covered(folder, SECOND)
    assert (judged.state, judged.witnesses, judged.acknowledged) == ("complete", ("catchup", "person"), None)
    assert judged.stored == len(world.listing(CODE, SECOND))


def test_all_say_the_same(world: World, folder: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """fetch, its summary, coverage, check, and the pages."""
    short(monkeypatch, SECOND)
    fill(folder, world, FIRST, FIRST, times=TIMES[:1])
    clock = SimulatedClock(eastern(SECOND, TIMES[0]))
    capsys.readouterr()
    with serving(Site(world), clock) as arxiv:
        monkeypatch.setenv("DAYBOOK_HOSTS", arxiv.url)
        run(folder, arxiv)
    (said,) = capsys.readouterr().err.splitlines()
    sentence = said.partition(f"{SECOND}: ")[2]
    assert sentence.startswith("contradicted: ")
    assert main(["status", "days", "--archive", str(folder)]) == 1
    assert sentence.removeprefix("contradicted: ") in capsys.readouterr().out
    assert main(["check", "--archive", str(folder)]) == 1
    assert sentence in capsys.readouterr().err
    assert main(["build", "--pages-only", "--archive", str(folder), "--quiet"]) == 0
    page = (folder / "pages" / "days" / "2026" / f"{SECOND}.md").read_text(encoding="utf-8")
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", page).replace("\\", "")
    assert [part for part in sentence.split("; ") if part not in words] == []


def test_a_contradiction_fails_checks_no_longer_than_fetching(
    world: World, folder: Path, monkeypatch: Patch, capsys: Capsys
) -> None:
    """Nothing mends it by then: it is said on each day, but is no fault of the archive's."""
    short(monkeypatch, SECOND)
    fill(folder, world, FIRST, SECOND, times=TIMES[:1])
    assert main(["check", "--archive", str(folder)]) == 1
    monkeypatch.setattr(asking, "DISPUTED", -1)
    capsys.readouterr()
    assert main(["check", "--archive", str(folder)]) == 0
    assert f"{SECOND} {CODE}: contradicted" in capsys.readouterr().out


def test_witnesses_agree_on_archives_as_one_listing(tmp_path: Path, capsys: Capsys) -> None:
    """Their listings have papers of categories that are another archive's by name, and no cross-lists of their own
    papers, which feeds have: these are kept."""
    codes, asked = (CODE, "cs.NI", "cs.IT", "eess.SY", "math.NA", "math-ph"), ("cs", "math")
    world = make(4, FIRST - 10 * DAY, FIRST + 6 * DAY, codes, busy=4)
    folder = archive(tmp_path / "a", asked)
    clock, last = SimulatedClock(eastern(FIRST, NIGHT[0])), FIRST + 3 * DAY
    with serving(Site(world), clock) as arxiv:
        for number in range(1, 4):
            for time in NIGHT:
                clock.set(eastern(FIRST + (number - (time == NIGHT[0])) * DAY, time))
                context = Context(folder)
                fetch(context, outside(arxiv))
                assert not context.failed
    assert "removed" not in capsys.readouterr().out
    days = load.fold(Context(folder, quiet=True), published=True, described=False, keep=False).coverage
    judged = {(day.category, day.date): day for day in days if FIRST < day.date <= last}
    assert all(day.confirmed for day in judged.values())
    numbers = {key: day.stored for key, day in judged.items()}
    assert numbers == {(code, date): len(world.listing(code, date)) for code, date in numbers}
    assert len(numbers) == 6
    within = world.announced_ids(asked, FIRST + DAY, last)
    extra = {each.id for date in (FIRST + DAY, last) for each in world.feed(("cs",), date)}
    assert extra - {ident for _, _, ident in within}  # else this would prove nothing


def test_a_page_with_other_papers_words_gives_none_of_them(world: World, folder: Path) -> None:
    """All its ids, sections and totals are right: feed and OAI-PMH tell by titles and authors."""
    clock = SimulatedClock(eastern(FIRST, NIGHT[0]))
    with serving(Site(world, parse(f"{SECOND} list+catchup * shifted always")), clock) as arxiv:
        for time in NIGHT:
            clock.set(eastern(FIRST + DAY * (time < NIGHT[0]), time))
            run(folder, arxiv)
    day = covered(folder, SECOND)
    assert day.state == "contradicted"
    assert "with other titles or authors in arXiv's listing than in arXiv's feed and OAI-PMH" in proofs.sentence(day)
    found = load.fold(Context(folder, quiet=True), published=True, described=False, keep=False)
    told = {each.id: each.state.title for each in world.listing(CODE, SECOND)}
    shown = [found.papers[each.key] for day in found.days if day.date == SECOND for each in day.announced]
    assert {paper.key: paper.titles for paper in shown} == {key: (title,) for key, title in told.items()}

"""Thirty nights of an owner's repository, by the workflow as it stands: pushes are refused, raced and forced away, runs
are cancelled, caches evicted, Pages fails. Nothing is lost, and every summary says what came and what to do."""

import datetime as dt
import re
import shutil
from pathlib import Path

import pytest
from daybook.model import arxiv

from tests.arxiv.calendar import DAY
from tests.arxiv.world import World, make
from tests.owners import KEPT, Owner, Run, Runner, owning
from tests.test_publishing import MEANWHILE, PROTECTED, RACED

pytestmark = pytest.mark.trial

CATEGORY = "cs.NI"
FIRST = dt.date(2026, 3, 2)
NIGHTS = [FIRST + k * DAY for k in range(60) if arxiv.is_expected(FIRST + k * DAY)][:30]
TROUBLE = {
    3: "cancelled", 5: "protected", 6: "protected", 7: "protected", 9: "raced", 11: "meanwhile", 13: "evicted",
    15: "forced", 17: "protected", 18: "forced while protected", 19: "protected", 20: "evicted while protected",
    22: "pages", 24: "cancelled", 25: "protected and cancelled", 27: "raced",
}  # fmt: skip
"""The nights, counted from one, in which something goes wrong."""


def hook(owner: Owner, what: str) -> None:
    protected = "protected" in what
    owner.hook(PROTECTED if protected else RACED if what == "raced" else MEANWHILE if what == "meanwhile" else "")


def forced(owner: Owner, number: int) -> None:
    """Somebody takes the last commit of main away, and puts another in its place."""
    owner.git(owner.own, "fetch", "--quiet", "origin", "main")
    owner.git(owner.own, "reset", "--quiet", "--hard", "FETCH_HEAD^")
    (owner.own / "README.md").write_text(f"Anew, {number}.\n")
    owner.git(owner.own, "commit", "--quiet", "--all", "--message", f"Anew {number}")
    owner.git(owner.own, "push", "--quiet", "--force", "origin", "HEAD:main")


def before(owner: Owner, runner: Runner, number: int, what: str) -> None:
    hook(owner, what)
    if what.startswith("forced"):
        owner.hook("")
        forced(owner, number)
        hook(owner, what)
    if what == "meanwhile":
        owner.git(owner.own, "fetch", "--quiet", "origin", "main")
        owner.git(owner.own, "reset", "--quiet", "--hard", "FETCH_HEAD")
        (owner.own / "about.md").write_text("Somebody's own words.\n")
        owner.push("Say who we are", "aside")
    if what.startswith("evicted"):
        shutil.rmtree(runner.caches)
    runner.deployed = what != "pages"


def checked(owner: Owner, announced: World, run: Run, date: dt.date, what: str) -> None:
    """What a night's first run says, and what it left."""
    kept = KEPT in owner.branches()
    if "cancelled" in what:
        assert run.code == 1
        assert "Fetched before the run was stopped: the next run goes on from there." in run.summary
        return
    came = bool(announced.listing(CATEGORY, date))
    assert re.search(
        rf"^({date}|\d days, [\d-]+ to {date}): \d+ entr" if came else "^No new announcement$", run.summary, re.M
    )
    assert (f"- {CATEGORY}, {date}: complete: " in run.summary) is came
    refused = "protected" in what or what == "raced"
    assert kept is refused
    assert (run.code == 0) is (not refused and what != "pages"), run.printed
    assert ("What was fetched could not be pushed to `main`." in run.summary) is refused
    if refused:
        assert ("Others pushed to main at each of four tries" in run.summary) is (what == "raced")
        assert ("main is protected. Under Settings > Rules" in run.summary) is (what != "raced")
        assert f"the branch {KEPT}; the next run goes on from it, and nothing is fetched twice." in run.summary
    assert ("The site could not be published on GitHub Pages" in run.summary) is (what == "pages")
    assert not came or str(date) in owner.held(KEPT if kept else "main")


def test_thirty_nights(tmp_path: Path) -> None:
    announced = make(7, FIRST - 10 * DAY, NIGHTS[-1] + 3 * DAY, (CATEGORY,))
    with owning(tmp_path, CATEGORY, announced=announced) as owner:
        runner, quiet = Runner(owner), 0
        for number, date in enumerate(NIGHTS, 1):
            what = TROUBLE.get(number, "")
            before(owner, runner, number, what)
            run = runner.run(date, stop="(rss)" if "cancelled" in what else "")
            checked(owner, announced, run, date, what)
            asked = len(owner.arxiv.asked)
            owner.arxiv.clock.sleep(4 * 3600)
            again = runner.run(date)
            if not what and not announced.listing(CATEGORY, date):  # that it is quiet is looked up once more
                assert (again.code, len(owner.arxiv.asked) - asked) == (0, 1)
                again = runner.run(date)
                asked += 1
            if not what:  # the second of a usual night ends early: nothing is asked, built or published
                assert (again.code, again.outputs["changed"], len(owner.arxiv.asked)) == (0, "", asked)
                assert "actions/deploy-pages" not in runner.ran
                quiet += 1
            if what == "pages":  # so the first that can publishes
                runner.deployed = True
                assert runner.run(date).outputs["changed"] == "yes"
            if announced.listing(CATEGORY, date):
                assert (runner.published / f"days/{date:%Y}/{date}.html").exists(), f"{date} {what}"
        owner.hook("")
        assert runner.run(NIGHTS[-1]).code == 0
        assert owner.branches() == ["main"]
        came = [date for date in NIGHTS if announced.listing(CATEGORY, date)]
        assert owner.held() == list(map(str, came))
        assert quiet == len(NIGHTS) - len(TROUBLE)
        own = owner.folder / "end"
        owner.git(owner.folder, "clone", "--quiet", str(owner.bare), str(own))
        done = owner.daybook(own, "check")
        assert done.code == 0, done.printed
        told = owner.daybook(own, "status", "days").printed
        assert re.search(rf"days: {len(came)} complete, \d+ quiet, \d+ reconstructed; ", told), told
        for date in came:
            assert (runner.published / f"days/{date:%Y}/{date}.html").exists()
        assert {"Say who we are", "Anew 15", "Anew 18"} <= set(owner.log())
        assert not owner.arxiv.pace.breaches

"""Volumes are built alike here and on a cluster, and what goes wrong costs one of them."""

import subprocess
import sys
from pathlib import Path

import pytest
from daybook.errors import GeneratorError, SettingsError
from daybook.volumes.building import Outcome, Task
from daybook.volumes.running import run, table

from tests.cases import Patch, for_each
from tests.conftest import ROOT
from tests.volumes.library import Listener, copies, held, task, volume

OUTSIDE = {"distributed", "dask", "fsspec", "tornado", "psutil", "s3fs"}


def test_volumes_one_after_the_other(tmp_path: Path, fixed_time: None) -> None:
    """Each is built once, its outcome says what that took, and one that is none costs the others nothing."""
    first = volume(tmp_path / "first")
    tasks = [task(tmp_path / "none"), task(first)]
    told = Listener()
    failed, built = run(tasks, "", told)
    assert (failed.state, built.state, built.pages) == ("failed", "built", "94")
    assert 0 < built.cpu < 60
    assert 20e6 < built.memory < 1e9
    assert built.seconds > 0
    assert (told.bars, told.faults) == (["2 volumes"], [*failed.faults])
    assert "not an archive" in told.faults[0]
    assert [line.split()[:3] for line in told.said[2:]] == [["first", "built", "94"], ["2", "volumes:", "1"]]
    before = held(first / "site")
    (again,) = run(tasks[1:], "", told)
    assert (again.state, told.said[-1]) == ("unchanged", "1 volume: 1 unchanged")
    assert held(first / "site") == before


def test_the_table() -> None:
    outcomes = [
        Outcome(volume="cs.DC-2024", code=0, said=("2,000 papers, 250 days: 4,300 pages, 4,300 made, 4,300 written",
                "the site is in x (4,321 pages, 4,300 built)"), seconds=12.34, cpu=20, memory=240_000_000),
        Outcome(volume="cs.AI-2024", code=0, said=("built cold", "(1 page, 1 built)"), seconds=1, cpu=1, memory=10**6),
        Outcome(volume="hep-th-1991", code=-9, faults=("ended",), seconds=3),
        Outcome(volume="cs.DC-2023", code=0, said=("nothing has changed; the site is in y",), seconds=0.4),
    ]  # fmt: skip
    assert table(outcomes) == [
        "volume       state          pages  seconds    CPU s     MB",
        "cs.DC-2024   built          4,321     12.3     20.0    240",
        "cs.AI-2024   built, cold        1      1.0      1.0      1",
        "hep-th-1991  failed                    3.0      0.0      0",
        "4 volumes: 2 built, 1 unchanged, 1 failed",
    ]
    assert table([]) == ["0 volumes"]


@for_each(
    "cluster",
    [
        "tcp://10.0.0.1:8786", "tcp://example.org:8786", "tcp://127.0.0.1.example.org:8786", "http://127.0.0.1:8786",
        "tcp://127.0.0.1@example.org:1", "tcp://127.0.0.1", "tcp://127.0.0.1:x", "tls://:8786", "local:0", "local",
    ],
)  # fmt: skip
def test_what_is_no_cluster(cluster: str) -> None:
    """Nothing of an archive goes over a network in the open."""
    with pytest.raises(SettingsError, match=r"is no cluster that can be used; write local:4, tls://HOST:8786 or, on"):
        run([], cluster, Listener())


def test_without_the_extra(monkeypatch: Patch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(GeneratorError, match=r'Dask is not installed; run: pip install "daybook-archive\[cluster\]"'):
        run([], "local:2", Listener())


def test_nothing_of_it_is_imported_without_a_cluster() -> None:
    """Neither by a run on this machine, nor by any command's module."""
    program = (
        "import sys; from daybook import cli; from daybook.volumes import running, building\n"
        "running.run([], '', type('Told', (), {'say': print, 'bar': lambda self, items, *_: items})())\n"
        "cli._parser()\nprint(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    names = {name.split(".")[0] for name in done.stdout.split()}
    assert "daybook" in names
    assert not names & OUTSIDE


def test_a_cluster_of_this_machine(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A worker does what this process does; Dask says nothing."""
    told = Listener()
    (failed,) = run([task(tmp_path / "none")], "local:1", told)
    assert failed.code == 1
    assert told.faults == [*failed.faults]
    assert "not an archive" in told.faults[0]
    assert capfd.readouterr() == ("", "")


@pytest.mark.trial
@pytest.mark.parametrize("cluster", ["local:1", "local:2"])
def test_a_cluster_builds_the_same_bytes(cluster: str, tmp_path: Path, fixed_time: None) -> None:
    first = volume(tmp_path / "first")
    run([task(first)], "", Listener())
    places = copies(first, 3)
    outcomes = run([task(place) for place in places], cluster, Listener())
    assert [(each.volume, each.state) for each in outcomes] == [(place.name, "built") for place in places]
    assert all(held(place / "site") == held(first / "site") for place in places)


def test_a_worker_of_another_version(tmp_path: Path) -> None:
    told = Listener()
    (outcome,) = run([Task(volume="v", log=str(tmp_path), site=str(tmp_path), code="other")], "", told)
    assert "another Daybook, Python or library is at work here; install on all machines" in outcome.faults[0]

"""Logs and sites at addresses: sent as generations, of which readers see one whole; built as on this machine."""

import json
import sys
from pathlib import Path

import pytest
from daybook.errors import StoreError
from daybook.runtime.files import FileRow, Tree, scan
from daybook.volumes import places
from daybook.volumes.building import Outcome, Task, build
from daybook.volumes.places import CURRENT, Address, Generation, generation, publish

from tests.cases import Patch
from tests.makers import add, daybook, entry, listing, put
from tests.volumes import buckets
from tests.volumes.library import held, volume

FILES = {"index.html": "home", "papers/2603/2603.00001.html": "one", "a/[x] é.html": "odd", ".daybook-site": "mark"}
MORE = listing(entry("Tides of Logs", arxiv_id="2603.00009", categories=("cs.DC",)))


def content(site: Address) -> dict[str, bytes]:
    """What a reader finds: path -> bytes."""
    return {path: site.read(row.object) or b"" for path, row in generation(site).files.items()}


@pytest.fixture
def site(tmp_path: Path) -> Address:
    return Address(f"file://{tmp_path}/bucket/site")


def test_only_what_changed_is_sent(tmp_path: Path, site: Address) -> None:
    """A generation refers to the objects of older ones; those that nobody needs any more are removed, one later."""
    folder = put(tmp_path / "built", FILES)
    assert generation(site) == Generation("", "", {})
    assert publish(folder, site, generation(site), "k1") == (4, 14)
    assert content(site) == held(folder)
    first = generation(site)
    assert publish(folder, site, first, "k1") == (0, 0)
    put(folder, {"index.html": "home again"})
    (folder / "a" / "[x] é.html").unlink()
    assert publish(folder, site, first, "k2") == (1, 10)
    second = generation(site)
    assert (second.key, second.files["papers/2603/2603.00001.html"].object.split("/")[0]) == ("k2", first.name)
    assert content(site) == held(folder)
    assert first.objects <= site.found().keys()  # for whoever is reading it
    put(folder, {"index.html": "home at last"})
    publish(folder, site, second, "k3")
    assert set(site.found()) == {CURRENT} | generation(site).objects | second.objects


def test_a_killed_sending_leaves_the_former_site(tmp_path: Path, site: Address, monkeypatch: Patch) -> None:
    """A reader sees no mixture, whatever was sent; the next one sends the same. What is not Daybook's stays."""
    folder = put(tmp_path / "built", FILES)
    publish(folder, site, generation(site), "")
    put(Path(site._system.path), {"README": "ours", "x" * 16 + "/y": "ours"})
    before = content(site)
    put(folder, {"index.html": "new", "added.html": "new"})
    real = Address.replace
    for end in (places.FILES, CURRENT):

        def kill(self: Address, path: str, data: bytes, end: str = end) -> None:
            if path.endswith(end):
                raise KeyboardInterrupt
            real(self, path, data)

        monkeypatch.setattr(Address, "replace", kill)
        with pytest.raises(KeyboardInterrupt):
            publish(folder, site, generation(site), "")
        assert content(site) == before
    monkeypatch.setattr(Address, "replace", real)
    publish(folder, site, generation(site), "")
    assert content(site) == held(folder)
    assert {"README", "x" * 16 + "/y"} <= set(site.found())


def test_two_builds_at_once(tmp_path: Path, site: Address) -> None:
    """The one that began from what stands there no more changes nothing."""
    folder = put(tmp_path / "built", FILES)
    former = generation(site)
    publish(folder, site, former, "one")
    other = put(tmp_path / "other", {"index.html": "other"})
    with pytest.raises(StoreError, match="another build has changed it; run the command again"):
        publish(other, site, former, "two")
    assert content(site) == held(folder)


def test_what_is_damaged_is_said(tmp_path: Path, site: Address) -> None:
    put(Path(site._system.path), {CURRENT: json.dumps({"generation": "gone", "key": ""})})
    with pytest.raises(StoreError, match=rf"site/{CURRENT}: is damaged; remove {CURRENT} there"):
        generation(site)


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    """With times of its own, by which the next build knows a copy. Of one that is cut nothing is left."""
    made = {".daybook/state-x.sqlite": "s", "pages/a/b.md": "page", "site/index.html": "home"}
    folder = put(tmp_path / "one", {**made, "archive.yml": "t"})
    known = {path: FileRow("x", *state) for path, state in scan(folder / "pages").items()}
    places._pack(folder, made)
    data, other = (folder / places.STATE).read_bytes(), tmp_path / "other"
    put(other, {places.STATE: ""})
    (other / places.STATE).write_bytes(data)
    places._unpack(other)
    assert held(other) == {path: text.encode() for path, text in made.items()}
    assert Tree(other / "pages", {}, known).is_copied()
    (other / places.STATE).write_bytes(data[: len(data) // 2])
    places._unpack(other)
    assert not scan(other)


def test_an_address_that_nothing_opens(tmp_path: Path) -> None:
    outcome = build(Task(volume="v", log="nothing://bucket/log", site=str(tmp_path)))
    assert "nothing://bucket/log: cannot be used" in outcome.faults[0]


def test_without_the_extra(tmp_path: Path, monkeypatch: Patch) -> None:
    for module, address in (("s3fs", "s3://bucket/log"), ("fsspec", "file:///log")):
        monkeypatch.setitem(sys.modules, module, None)
        (fault,) = build(Task(volume="v", log=address, site=str(tmp_path))).faults
        assert f"{address}: cannot be used (" in fault
        assert 'run: pip install "daybook-archive[cluster' in fault


def at(address: str) -> Outcome:
    return build(Task(volume="v", log=f"{address}/log", site=f"{address}/site"))


@pytest.mark.trial
def test_a_volume_at_an_address(tmp_path: Path, fixed_time: None) -> None:
    """It is built as on this machine: cold, not at all, and with a day more; what is kept is used."""
    archive, address = volume(tmp_path / "archive"), f"file://{tmp_path}/bucket"
    buckets.put(archive, f"{address}/log")
    site = Address(f"{address}/site")
    first = at(address)
    assert (first.state, first.pages) == ("built", "94")
    assert "nothing is kept of an earlier build by this Daybook: built cold" in first.said
    daybook("build", "--quiet", "--archive", archive)
    assert content(site) == held(archive / "site")
    again = at(address)
    assert (again.state, again.said) == ("unchanged", (f"nothing has changed; the site is in {address}/site",))
    add(archive, MORE)
    buckets.put(archive, f"{address}/log")
    more = at(address)
    assert more.state == "built"
    assert any(0 < int(line.split()[-2]) < 60 for line in more.said if line.endswith("built)")), more.said
    assert not any("cold" in line for line in more.said)
    daybook("build", "--quiet", "--archive", archive)
    assert content(site) == held(archive / "site")
    kept = Path(Address(f"{address}/log")._system.path, places.STATE)
    kept.write_bytes(kept.read_bytes()[:1000])
    (archive / "archive.yml").write_text((archive / "archive.yml").read_text().replace("title:", "title: A #"))
    buckets.put(archive, f"{address}/log")
    assert "nothing is kept of an earlier build by this Daybook: built cold" in at(address).said
    daybook("build", "--quiet", "--archive", archive)
    assert content(site) == held(archive / "site")


@pytest.mark.trial
def test_a_log_here_and_a_site_in_a_bucket(tmp_path: Path, fixed_time: None, monkeypatch: Patch) -> None:
    archive = volume(tmp_path / "archive")
    with buckets.server(monkeypatch):
        task = Task(volume="v", log=str(archive), site="s3://library/v/site")
        assert build(task).state == "built"
        assert content(Address(task.site)) == held(archive / "site")
        again = build(task)
        assert (again.state, again.said[-1]) == ("unchanged", "0 objects sent to s3://library/v/site (0.0 MB)")


@pytest.mark.trial
def test_a_bucket_that_is_busy_and_slow(tmp_path: Path, fixed_time: None, monkeypatch: Patch) -> None:
    """A quarter of all requests are refused, the others take their time: nothing is lost, and what fails is said."""
    archive = volume(tmp_path / "archive")
    daybook("build", "--quiet", "--archive", archive)
    with buckets.server(monkeypatch) as port:
        buckets.put(archive, "s3://library/v/log")
        with buckets.busy(monkeypatch, port, 0.25, 0.05) as faults:
            system = pytest.importorskip("s3fs").S3FileSystem
            system.clear_instance_cache()
            outcome = at("s3://library/v")
            assert outcome.state == "built", outcome
            assert content(Address("s3://library/v/site")) == held(archive / "site")
            assert sum(status == 503 for *_, status in faults.asked) > 50
            faults.share = 1
            conf = pytest.importorskip("fsspec.config").conf
            monkeypatch.setitem(conf, "s3", {"config_kwargs": {"retries": {"max_attempts": 1}}})
            system.clear_instance_cache()
            failed = at("s3://library/v")
            assert failed.state == "failed"
            assert "cannot be used" in failed.faults[0]

"""What is written: in one step, and rows by key in one file, whatever becomes of that."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.errors import Damaged, StoreError
from daybook.runtime import files, locks, parallel
from daybook.runtime.state import VERSIONS_KEPT, State

from tests.cases import for_each


def test_only_changes_are_written(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.txt"
    assert files.write(path, b"one", tmp_path / "scratch")
    before = path.stat().st_ino
    assert not files.write(path, b"one", tmp_path / "scratch")
    assert path.stat().st_ino == before
    assert files.write(path, b"two", tmp_path / "scratch")
    assert path.read_bytes() == b"two"
    assert list((tmp_path / "scratch").iterdir()) == []


def test_what_is_durable_reaches_the_disk_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file before it takes its name, the folder after; derived files need neither."""
    path = tmp_path / "a.txt"
    synced: list[bool] = []
    monkeypatch.setattr("os.fsync", lambda descriptor: synced.append(path.exists()))
    files.write(path, b"one", tmp_path / "scratch")
    assert synced == [False, True]
    files.write(path, b"two", tmp_path / "scratch", durable=False)
    assert len(synced) == 2


def test_a_line_is_put_at_the_end(tmp_path: Path) -> None:
    """On a line of its own, though a person left the file without its last line end."""
    path = tmp_path / "a" / "log.jsonl"
    files.append(path, b"one", tmp_path / "scratch")
    files.append(path, b"two", tmp_path / "scratch")
    assert path.read_bytes() == b"one\ntwo\n"
    path.write_bytes(b"edited")
    files.append(path, b"three", tmp_path / "scratch")
    assert path.read_bytes() == b"edited\nthree\n"


def test_a_folder_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    with pytest.raises(StoreError, match="move it elsewhere"):
        files.write(tmp_path / "x", b"", tmp_path / "scratch")


def test_a_file_where_a_folder_belongs_is_named(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    with pytest.raises(StoreError):
        files.write(tmp_path / "x" / "y", b"", tmp_path / "scratch")


def test_what_cannot_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int, data: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.write", full)
    with pytest.raises(StoreError, match="No space left on device; check disk space"):
        files.write(tmp_path / "x", b"data", tmp_path / "scratch")


def test_sweep_removes_what_a_kill_left(tmp_path: Path) -> None:
    """Only half-written files of ours."""
    (tmp_path / "1.tmp").write_text("half")
    (tmp_path / "lock").write_text("")
    locks.sweep(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["lock"]


ROWS = {f"{number}.md": {"é": number} for number in range(2000)}


def filled(folder: Path, code: str = "a") -> State:
    state = State(folder, code)
    state.table("t", "k", dict[str, int]).put(ROWS.items())
    state.close()
    return state


def test_rows_are_kept_by_name(tmp_path: Path) -> None:
    """Written, replaced, removed; under another key, in another process or by a reader of nothing, there is none."""
    state = State(tmp_path, "a")
    table = state.table("t", "k", list[str])
    assert not dict(table)
    assert not list(tmp_path.iterdir())  # nothing is made by reading
    table.put({"a/1": ["x"], "b": ["é"]}.items())
    table.put([("a/1", ["y"]), ("a/2", [])])
    assert dict(table) == table.all() == {"a/1": ["y"], "a/2": [], "b": ["é"]}
    assert (len(table), table.beginning("a/"), table.get("c"), "b" in table) == (3, ["a/1", "a/2"], None, True)
    assert table.some(["b", "c", *map(str, range(2000))]) == {"b": ["é"]}
    table.remove(["a/1", "c"])
    table.hold({"a/2": [], "d": ["z"]})
    state.close()
    assert [path.name for path in (tmp_path / ".daybook").iterdir()] == [state.place.name]  # a single file
    assert State(tmp_path, "a").table("t", "k", list[str]).all() == {"a/2": [], "d": ["z"]}
    other = State(tmp_path, "a").table("t", "other", list[str])
    assert not other.all()
    other.put([("e", ["1"])])
    assert other.all() == {"e": ["1"]}


def test_a_table_goes_from_one_version_of_the_code_to_the_next(tmp_path: Path) -> None:
    """Under the same key, from the newest file; of the files the newest are kept, whoever wrote them."""
    filled(tmp_path, "a")
    state = State(tmp_path, "b")
    assert not state.table("t", "other", dict[str, int])
    table = state.table("t", "k", dict[str, int])
    assert table.all() == ROWS
    table.put([("0.md", {})])
    assert table.all() == ROWS | {"0.md": {}}
    state.close()
    for number in range(3):
        assert filled(tmp_path, f"c{number}").table("t", "k", dict[str, int]).all() == ROWS | {"0.md": ROWS["0.md"]}
    left = sorted(path.name for path in (tmp_path / ".daybook").iterdir())
    assert left == ["state-c1.sqlite", "state-c2.sqlite"]
    assert len(left) == VERSIONS_KEPT


def test_rows_that_repeat_one_another_take_little_room(tmp_path: Path) -> None:
    """By what the first of their folder say, which goes along to the next version; damaged, it is damage."""
    words = random.Random(7).choices("abcdefghijklmnopqrstuvwxyz", k=400)
    rows = {f"{folder}/{number}": [f"{number}{folder}", *words] for folder in "pq" for number in range(500)}
    state = State(tmp_path, "a")
    state.table("t", "k", list[str]).put(rows.items())
    state.close()
    assert state.place.stat().st_size < 150 * len(rows)  # one alone takes 400
    later = State(tmp_path, "b").table("t", "k", list[str])
    assert later.all() == rows
    later.put([("p/1", ["other", *words]), ("r", ["short"])])
    assert later.all() == rows | {"p/1": ["other", *words], "r": ["short"]}
    database = sqlite3.connect(state.place)
    database.execute("UPDATE said SET text = zeroblob(100) WHERE folder = 'q'")
    database.commit()
    database.close()
    with pytest.raises(Damaged):
        State(tmp_path, "a").table("t", "k", list[str]).all()


def test_others_read_what_was_committed(tmp_path: Path) -> None:
    """Forks, and other programs meanwhile."""
    table = (state := filled(tmp_path)).table("t", "k", dict[str, int])
    table.put([("x", {"n": 1})])
    state.commit()
    table.put([("y", {"n": 2})])
    names = ["x", "y", "1.md"]
    forks = parallel.shared(lambda part: [name for name in part if name in table], names, 1)
    assert [name for part in forks for name in part] == ["x", "1.md"]
    assert list(State(tmp_path, "a").table("t", "k", dict[str, int]).some(names)) == ["1.md", "x"]
    assert list(table.some(names)) == ["1.md", "x", "y"]
    state.close()
    assert len(State(tmp_path, "a").table("t", "k", dict[str, int])) == len(ROWS) + 2


def test_a_folder_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    """As of an archive on a disk that is mounted so."""
    filled(tmp_path)
    (tmp_path / ".daybook").chmod(0o500)
    try:
        assert State(tmp_path, "a").table("t", "k", dict[str, int]).all() == ROWS
    finally:
        (tmp_path / ".daybook").chmod(0o700)


def of_others(path: Path) -> None:
    path.unlink()
    database = sqlite3.connect(path)
    for statement in ("CREATE TABLE tables (name, key)", "INSERT INTO tables VALUES ('t', 'k')", "CREATE TABLE t (x)"):
        database.execute(statement)
    database.commit()
    database.close()


def flipped(path: Path, places: random.Random) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(20):
        data[places.randrange(len(data))] ^= 0xFF
    path.write_bytes(data)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "truncated": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "empty": lambda path: path.write_bytes(b""),
    "random bytes": lambda path: path.write_bytes(random.Random(7).randbytes(path.stat().st_size)),
    "a row": lambda path: path.write_bytes(path.read_bytes().replace(b"\x81\xa2\xc3\xa9", b"\x81\xa2\xc3\xa8")),
    "no hash": lambda path: path.write_bytes(path.read_bytes().replace(b"1.md", b"2.md")),
    "of others": of_others,
    "a folder": lambda path: (path.unlink(), (path / "x").mkdir(parents=True)),
    "a loop": lambda path: (path.unlink(), path.symlink_to(path.name)),
    **{f"flipped {seed}": (lambda path, seed=seed: flipped(path, random.Random(seed))) for seed in range(30)},
}  # fmt: skip


@for_each("damage, code", [(damage, code) for damage in DAMAGES for code in "ab"])
def test_a_damaged_file_is_begun_anew(tmp_path_factory: pytest.TempPathFactory, damage: str, code: str) -> None:
    """Its own (a) and that of another version (b): what is read is as it was written, or Damaged, once; then all goes
    on."""
    folder = tmp_path_factory.mktemp("damaged")
    place = filled(folder).place
    DAMAGES[damage](place)
    for _ in range(2):
        state = State(folder, code)
        try:
            table = state.table("t", "k", dict[str, int])
            assert table.all().items() <= ROWS.items()
            table.hold(ROWS)
            state.close()
            break
        except Damaged:
            assert not place.exists()
            state.close()
    else:
        pytest.fail("is damaged again")
    assert State(folder, code).table("t", "k", dict[str, int]).all() == ROWS


def test_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    """An archive may come from anyone: a database elsewhere stays as it is."""
    own = filled(tmp_path / "own").place
    before = own.read_bytes()
    place = State(tmp_path / "archive", "a").place
    place.parent.mkdir(parents=True)
    place.symlink_to(own)
    filled(tmp_path / "archive").table("t", "k", dict[str, int])
    assert (own.read_bytes(), place.is_symlink()) == (before, False)


def test_a_file_that_a_fork_found_damaged_is_left(tmp_path: Path) -> None:
    """The process that holds it open goes on without."""
    state = filled(tmp_path)
    table = state.table("t", "k", dict[str, int])
    table.put([("x", {})])
    state.commit()
    state.place.unlink()
    state.close()
    assert not state.table("t", "k", dict[str, int]).all()

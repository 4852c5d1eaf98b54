"""`daybook check --site ... --sums FILE`: who made a release is verified by what is beside it, without network."""

import base64
import hashlib
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook import cli
from daybook.runtime import sha256sums
from daybook.site import attestation

from tests.cases import Capsys, Patch, for_each
from tests.makers import put
from tests.signing import WORKFLOW, Sigstore

OWNER = "https://github.com/tides/daily"
SITE = {"index.html": "<p>Home", "days/2026-03-03.html": "<p>A day"}
STORE = "_store/https%3A%2F%2Ftuf-repo-cdn.sigstore.dev/trusted_root.json"


def sums(files: dict[str, str]) -> bytes:
    return sha256sums.sums_text({name: hashlib.sha256(data.encode()).hexdigest() for name, data in files.items()})


@pytest.fixture
def sigstore(tmp_path: Path, monkeypatch: Patch) -> Sigstore:
    """The stand-in, whose keys are trusted in place of those that the library brings."""
    made = Sigstore()
    put(tmp_path / "keys", {STORE: made.keys()})
    monkeypatch.setattr(attestation, "files", lambda name: tmp_path / "keys")
    monkeypatch.chdir(tmp_path)
    return made


def release(folder: Path, sigstore: Sigstore, **told: str) -> Path:
    """What of a release compares a site: its sums, the sums of these, and their attestation."""
    of_site = sums(SITE)
    of_all = sums({"site.sha256": of_site.decode(), "papers.jsonl.gz": "x"})
    bundle = sigstore.bundle(of_all, **{"repository": OWNER, **told})
    put(folder / "site", SITE)
    return put(folder, {"site.sha256": of_site, "SHA256SUMS": of_all, "SHA256SUMS.sigstore.json": bundle})


def check(folder: Path, *more: str) -> int:
    return cli.main(["check", "--site", str(folder / "site"), "--sums", str(folder / "site.sha256"), *more])


def test_a_release_says_who_made_it(tmp_path: Path, sigstore: Sigstore, capsys: Capsys) -> None:
    """Of the file that the attestation is of, and of one that this names; an archive expects its own repository."""
    folder = release(tmp_path / "release", sigstore)
    assert check(folder) == 0
    said = capsys.readouterr()
    assert f"built by {OWNER}, commit {'c' * 12}, by {WORKFLOW}; to be sure" in said.out
    assert "nothing differs" in said.out
    for address in (OWNER, f"{OWNER}.git", "https://GitHub.com/Tides/Daily/"):
        assert check(folder, "--repository", address) == 0
    assert "to be sure" not in capsys.readouterr().out
    for name in ("SHA256SUMS", "SHA256SUMS.sigstore.json"):
        shutil.copy(folder / name, folder / "site")
    assert cli.main(["check", "--site", str(folder / "site"), "--sums", str(folder / "site/SHA256SUMS")]) == 1
    assert "sigstore.json" not in capsys.readouterr().err  # it stands beside the sums, and is no file of the site
    assert cli.main(["check", "--site", str(folder / "site"), "--repository", OWNER]) == 2
    put(tmp_path / "own", {"sums": sums(SITE)})
    assert cli.main(["check", "--site", str(folder / "site"), "--sums", str(tmp_path / "own/sums")]) == 1
    assert "attest" not in capsys.readouterr().out  # anybody's own sums
    put(tmp_path, {"archive.yml": 'format: 0\ntitle: T\ncategories: [cs.DC]\nrepository: "https://github.com/a/b"\n'})
    assert check(folder) == 1
    assert "was built by https://github.com/tides/daily; download the release of" in capsys.readouterr().err


def altered(path: str, old: bytes, new: bytes) -> Callable[[Path], None]:
    def alter(folder: Path) -> None:
        data = (folder / path).read_bytes()
        assert old in data
        (folder / path).write_bytes(data.replace(old, new, 1))

    return alter


def forged(folder: Path) -> None:
    """An attestation whose statement names other files."""
    bundle = json.loads((folder / "SHA256SUMS.sigstore.json").read_bytes())
    own = hashlib.sha256((folder / "SHA256SUMS").read_bytes()).hexdigest()
    (folder / "SHA256SUMS").write_bytes((folder / "SHA256SUMS").read_bytes() + sums({"more": "x"}))
    new = hashlib.sha256((folder / "SHA256SUMS").read_bytes()).hexdigest()
    payload = base64.b64decode(bundle["dsseEnvelope"]["payload"]).replace(own.encode(), new.encode())
    bundle["dsseEnvelope"]["payload"] = base64.b64encode(payload).decode()
    (folder / "SHA256SUMS.sigstore.json").write_text(json.dumps(bundle))


@for_each(
    ("told", "change", "said"),
    [
        ({}, altered("SHA256SUMS", b"papers", b"Papers"), "is not what its attestation attests"),
        ({}, altered("SHA256SUMS.sigstore.json", b'"payload":"', b'"payload":"e30'), "attestation is not sound"),
        ({}, altered("SHA256SUMS.sigstore.json", b"{", b""), "attestation is not sound"),
        ({}, forged, "attestation is not sound (DSSE: invalid signature)"),
        ({}, altered("site.sha256", b"index", b"Index"), "is not as "),
        ({"repository": "https://github.com/other/daily"}, lambda folder: None, "was built by https://github.com/other"),
        ({"issuer": "https://accounts.example"}, lambda folder: None, "OIDCIssuerV2"),
        ({}, lambda folder: (folder / "SHA256SUMS.sigstore.json").unlink(), "who built it is not attested"),
    ],
)  # fmt: skip
def test_what_is_not_the_release(
    tmp_path: Path, sigstore: Sigstore, capsys: Capsys, told: dict[str, str], change: Callable[[Path], None], said: str
) -> None:
    """Altered, forged, of another repository, of another issuer, or without an attestation: one line with the mend."""
    folder = release(tmp_path / str(len(list(tmp_path.iterdir()))), sigstore, **told)
    change(folder)
    assert check(folder, "--repository", OWNER) == 1
    lines = capsys.readouterr().err.splitlines()
    (line,) = [line for line in lines if not line.startswith(("daybook: missing: ", "daybook: added: "))]
    assert said in line
    assert "; " in line


def test_another_sigstore_is_not_trusted(tmp_path: Path, sigstore: Sigstore, capsys: Capsys) -> None:
    """Keys of anybody's own sign nothing; nor do the stand-in's where those of the library are asked."""
    folder = release(tmp_path / "release", Sigstore())
    assert check(folder) == 1
    assert "attestation is not sound" in capsys.readouterr().err


def test_the_library_brings_keys(tmp_path: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """Those of Sigstore itself, at the place where they are looked for."""
    folder = release(tmp_path / "release", Sigstore())
    monkeypatch.chdir(tmp_path)
    assert check(folder) == 1
    assert "attestation is not sound (failed to build" in capsys.readouterr().err


def test_without_the_library(tmp_path: Path, sigstore: Sigstore, capsys: Capsys, monkeypatch: Patch) -> None:
    """One line says how to verify it; that fails where somebody wants it proved."""
    folder = release(tmp_path / "release", sigstore)
    monkeypatch.setitem(sys.modules, "sigstore.errors", None)
    assert check(folder) == 0
    assert 'pip install "daybook-archive[verify]", or: gh attestation verify' in capsys.readouterr().out
    assert check(folder, "--repository", OWNER) == 1

"""release.yml and summarize.yml, as an owner's repository calls them: their steps, in order, on an owner's archive."""

import hashlib
import json
import re
import socket
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from daybook import cli
from daybook.runtime import sha256sums
from daybook.text import yaml_text

from tests.cases import for_each
from tests.conftest import HANGS, ROOT
from tests.forge import CATEGORIES, MONDAY, TOKEN, Workflow, begun
from tests.owners import Owner, owning
from tests.test_workflows import GH, RELEASE, SUMMARIZE, workflow
from tests.tools.forks import tree

HANDBOOK = (ROOT / "content" / "notes", ROOT / "generator" / "daybook" / "pages" / "guide")
INSTALL = f"mkdir .venv && ln -s {sys.prefix}/bin .venv/bin"
"""What stands for installing, which needs a network: the tests' own environment."""
TODAY = """\
#!/bin/sh
case "$*" in
  *-1*) echo 2026-03 ;;
  *) echo 2026-04-15 ;;
esac
"""
LLAMA = f"""\
#!{sys.executable}
import sys, threading
from tests.describe.language_model.conftest import well
from tests.model_server import serving
with serving(well, int(sys.argv[sys.argv.index("--port") + 1])):
    threading.Event().wait()
"""


class Host:
    """The host of an owner's repository, as far as a workflow needs it."""

    def __init__(self, owner: Owner) -> None:
        self.owner, self.folder = owner, owner.folder / "called"
        self.folder.mkdir()

    def clone(self, folder: Path, *options: str) -> None:
        self.owner.git(self.folder, "clone", "--quiet", *options, self.owner.bare.as_uri(), str(folder))

    def shell(self, folder: Path, script: str, more: dict[str, str]) -> subprocess.CompletedProcess[str]:
        command = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
        environment = {**self.owner.environment, **more}
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=HANGS
        )

    def called(self, path: Path) -> Workflow:
        """A workflow that is called from the owner's repository."""
        found = Workflow(self, path)  # type: ignore[arg-type]
        found.instead["Install"] = INSTALL
        if path == RELEASE:
            found.without("List the parts", "cyclonedx-py")
        return found


@pytest.fixture(params=("", "content"))
def owner(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Owner]:
    """An owner whose archive, at the repository's top or in a folder, holds a day of March."""
    with owning(tmp_path, *CATEGORIES, place=request.param) as owner:
        run = owner.run(MONDAY)
        assert run.code == 0, run.printed
        for name, text in (("gh", GH.format(home=str(owner.folder / "releases"))), ("date", TODAY)):
            owner.program(name, text)
        yield owner


@for_each("path", (RELEASE, SUMMARIZE))
def test_each_is_called_and_starts_by_itself_nowhere(path: Path) -> None:
    """Of Daybook's own commit, which the caller names."""
    told = workflow(path)
    assert set(told.get("on") or told[True]) == {"workflow_call"}  # YAML takes `on` for true
    steps = [step for job in told["jobs"].values() for step in job["steps"] if "repository" in step.get("with", {})]
    assert steps
    assert all(step["with"]["repository"] == "${{ job.workflow_repository }}" for step in steps)
    assert all(step["with"]["ref"] == "${{ job.workflow_sha }}" for step in steps)


@pytest.mark.trial
def test_a_release(owner: Owner, tmp_path: Path) -> None:
    """Files that are what their sums say, and that give the archive back; the notes are the month's digest. The second
    time there is nothing to do."""
    release, home = Host(owner).called(RELEASE), owner.folder / "releases"
    run = release.run()
    assert not run.failed, run.printed
    made = {path.name: path for path in (home / "2026-03").iterdir()}
    wanted = {"CITATION.cff", "SHA256SUMS", "records.tar.gz", "site.sha256", "site.zip", "archive.sqlite"}
    wanted |= {"papers.jsonl.gz", "papers.bib.gz", "papers.ris.gz", "papers.csl.json.gz"}
    wanted |= {"program.cdx.json", "site.cdx.json", "SHA256SUMS.sigstore.json"}
    assert wanted <= made.keys(), run.printed
    assert made.pop("commit").read_text() == owner.git(owner.bare, "rev-parse", "main")
    notes = made.pop("notes.md").read_text()
    assert notes.startswith("**")
    assert re.search(r"^- \d+ new submission", notes, re.MULTILINE)
    bundle = made.pop("SHA256SUMS.sigstore.json")
    assert bundle.read_text() == "{}\n"  # as the stand-in for the action left it, which `check` would refuse
    bundle.unlink()
    assert all(f"| {name} | " in notes for name in made)
    parts = json.loads(made["site.cdx.json"].read_text())["components"]
    assert {"katex", "workbox-core"} <= {part["name"] for part in parts}
    listed = sha256sums.read_sums(made["SHA256SUMS"].read_bytes(), "")
    assert listed.keys() == made.keys() - {"SHA256SUMS"}
    assert run.attested == [made["SHA256SUMS"].read_bytes()]
    assert cli.main(["check", "--site", str(home / "2026-03"), "--sums", str(made["SHA256SUMS"])]) == 1
    assert TOKEN not in run.printed

    with tarfile.open(made["records.tar.gz"]) as packed:
        packed.extractall(tmp_path / "back", filter="data")
    back = tmp_path / "back" / "archive-2026-03" / owner.place
    assert not (back / "listings").exists()
    assert cli.main(["check", "--archive", str(back), "--quiet"]) in (0, 1)
    assert 'version: "2026-03"' in made["CITATION.cff"].read_text()
    owner.pull()
    assert tree(back / "records") == tree(owner.own / owner.place / "records")
    assert cli.main(["build", "--quiet", "--archive", str(back)]) == 0
    assert cli.main(["check", "--site", str(back / "site"), "--sums", str(made["site.sha256"])]) == 0

    before = tree(home)
    again = release.run()
    assert not again.failed
    assert "There is a release of 2026-03 already." in again.summary
    assert tree(home) == before


@pytest.mark.trial
def test_no_release(owner: Owner) -> None:
    """Of a month of which nothing is held, of what is no month, and of a sample."""
    release = Host(owner).called(RELEASE)
    run = release.run({"month": "2026-07"})
    assert not run.failed, run.printed
    assert "Nothing was announced in 2026-07: nothing is released." in run.summary
    for wrong in ("2026-13", "2026-3", "$(touch no)", "--help"):
        run = release.run({"month": wrong})
        assert run.failed == ["Choose the month, and write the notes"]
    owner.pull()
    with (owner.own / owner.place / "archive.yml").open("a") as file:
        file.write("\nsample: true\n")
    owner.push("Sample")
    run = release.run()
    assert not run.failed, run.printed
    assert "This archive is a sample: nothing is released." in run.summary
    assert not (owner.folder / "releases").exists()


@pytest.mark.trial
def test_a_model_chooses(owner: Owner, tmp_path: Path) -> None:
    """With a server of our own, as the cache has it: what it chose is committed, once; what has another sum is not
    run."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    told = tmp_path / "summarize.yml"
    told.write_text(SUMMARIZE.read_text(encoding="utf-8").replace("8080", str(port)))
    summarize = Host(owner).called(told)
    model = tmp_path / "build" / "model"
    model.mkdir(parents=True)
    (tmp_path / "llama-server").write_text(LLAMA)
    for name, *packed in (("server", "llama-server"), ("model.gguf", "clock")):
        subprocess.run(("tar", "-czf", str(model / name), "-C", str(tmp_path), *packed), check=True)
    subprocess.run(("tar", "-cf", str(summarize._kept(["build/model"])), "-C", str(tmp_path), "build"), check=True)
    for name, file in (("SERVER", "server"), ("MODEL", "model.gguf")):
        summarize.variables[f"SUMMARIZE_{name}"] = "https://example.org/it.tar.gz"
        summarize.variables[f"SUMMARIZE_{name}_SHA256"] = hashlib.sha256((model / file).read_bytes()).hexdigest()
    summarize.variables["SUMMARIZE_OPTIONS"] = "--budget 3"
    run = summarize.run()
    assert not run.failed, run.printed
    assert "3 accepted, 0 refused" in run.printed
    assert owner.log()[0] == "Choose sentences with a language model"
    changed = owner.git(owner.bare, "log", "-1", "--format=", "--name-only", "main")
    assert changed.removeprefix(f"{owner.place}/").startswith("summaries/2")
    summarize.variables["SUMMARIZE_OPTIONS"] = ""
    assert not summarize.run().failed
    log = owner.log()
    again = summarize.run()
    assert not again.failed
    assert "nothing to do" in again.printed
    assert "Nothing has changed." in again.printed
    assert owner.log() == log
    assert TOKEN not in run.printed + again.printed
    summarize.variables["SUMMARIZE_SERVER_SHA256"] = "0" * 64
    assert summarize.run().failed == ["Download server and model"]
    assert owner.log() == log


def test_callers_that_are_told_grant_what_is_needed() -> None:
    """Each example of a caller in the handbook or the guide: the rights of all jobs that it calls, and no other."""
    texts = [path.read_text(encoding="utf-8") for folder in HANDBOOK for path in sorted(folder.glob("*.md"))]
    blocks = [block for text in texts for block in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)]
    for block in blocks:
        if not (found := re.search(r"uses: \S+/workflows/(release|summarize)\.yml@", block)):
            continue
        (job,) = yaml_text.read_yaml(block, "caller.yml")["jobs"].values()
        called = workflow(RELEASE.with_name(f"{found[1]}.yml"))["jobs"].values()
        needed = {right for each in called for right in each["permissions"].items()}
        write = {name for name, how in needed if how == "write"}
        assert job["permissions"] == {name: "write" if name in write else "read" for name, _ in needed}


@pytest.mark.trial
def test_a_night_of_github_alone(tmp_path: Path) -> None:
    """The handbook's workflow that calls none of Daybook's: it fetches, commits and publishes; and again, where nothing
    is new. But nothing is installed, and the archive is in a folder."""
    text = (HANDBOOK[0] / "other-hosts.md").read_text(encoding="utf-8")
    (told,) = re.findall(r"```yaml\n(name: publish.*?)```", text, re.DOTALL)
    told = told.replace("      - run: pip install --requirement requirements.txt\n", "").replace(
        ": site", ": content/site"
    )
    path = tmp_path / "alone.yml"
    path.write_text(told.replace("- run: daybook", "- name: Night\n        run: .venv/bin/daybook"))
    with begun(tmp_path, *CATEGORIES) as night:
        alone = Workflow(night.forge, path)
        for _night in range(2):
            assert not alone.run().failed
            assert night.forge.log()[:2] == [f"{MONDAY}: 14 entries of {' and '.join(CATEGORIES)}", "Begin"]
            assert (alone.site / f"days/2026/{MONDAY}.html").is_file()

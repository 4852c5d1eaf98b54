"""The branch of a clone that what was fetched is pushed to. Where that is refused, a branch of its own and a bundle
keep it, and the next run takes it up from there.

Unlike `log.disk`, which only looks at a clone, this changes it. Whatever a person has changed in the working tree stays
as it is. A clone may be shallow, as a runner's is: then it has the last commit alone.
"""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from daybook.errors import StoreError
from daybook.log import disk
from daybook.log.disk import Clone
from daybook.runtime import files, processes, terminal

ON_GITHUB = "GITHUB_ACTIONS"
"""The environment's variable that says so."""
TOKEN = "DAYBOOK_TOKEN"  # noqa: S105 - its name
"""The environment's variable with a token that may push, where git has no other way to one."""
_HELPER = f'!f() {{ test "$1" = get || exit 0; echo username=x-access-token; echo "password=${TOKEN}"; }}; f'
"""Git expands it when it is asked for: the token is in no file and in no list of processes."""
_BOT = ("github-actions[bot]", "41898282+github-actions[bot]@users.noreply.github.com")
_WHO = ("Daybook", "daybook@localhost")
WAITS = (0, 5, 20, 60)
"""Seconds before each try to push."""
_LONGEST = 900
"""Seconds that one command of git may take: the first push of a large archive is slow."""
_HOPELESS = re.compile(r"GH0|declined|denied|error: 403|could not apply")
"""So waiting is no use."""
_TAKEN = "Take up what could not be pushed"
_SETTINGS = "Under Settings > Rules > Rulesets, or Settings > Branches, take {0} out of the rule; or let the archive have a branch of its own, with `branch: archive` in the workflow (see the handbook, Hosting)."  # fmt: skip  # noqa: E501
_WHY = (
    ("GH001:", "A file is larger than the 100 MB that GitHub takes: daybook status publishing names it."),
    (
        "would be overwritten",
        "What is changed here and not committed stands in the way: commit it, and run this again.",
    ),
    ("could not apply", "Others have changed the same lines of {0}: merge both by hand, and push."),
    (r"GH006:|GH013:", f"{{0}} is protected. {_SETTINGS}"),
    (
        "denied|error: 403",
        "This workflow's token may not push (403). Choose Settings > Actions > General > Workflow permissions: Read and"
        " write; where that is greyed out, an owner of the organisation can.",
    ),
    ("declined", f"{{0}} is protected. {_SETTINGS}"),
    (r"fetch first|non-fast-forward|cannot lock ref|stale info", "Others pushed to {0} {1}."),
    ("", "git cannot push to {0}: see the run's summary."),
)
"""What git says -> why, and what to do; the first that fits."""


def reason(said: str, branch: str, when: str = "at each of four tries") -> str:
    """Why a push to a branch was refused, in one line, by what git said.

    >>> reason("! [rejected] HEAD -> main (fetch first)", "main")
    'Others pushed to main at each of four tries.'
    """
    return next(why for words, why in _WHY if re.search(words, said)).format(branch, when)


def _needed(bundle: Path) -> list[str]:
    """The commits that a bundle goes on from, as its first lines name them."""
    with bundle.open("rb") as file:
        head = file.read(4096).partition(b"\n\n")[0].decode("utf-8", "replace")
    return re.findall(r"^-([0-9a-f]{40,64})", head, re.MULTILINE)


@dataclass(slots=True)
class Branch:
    """A branch of the remote `origin`, and the clone that has it checked out."""

    root: Path  # the clone's top folder
    name: str
    archive: Path  # the archive's folder, in the clone
    folder: Path  # for what cannot be pushed anywhere
    token: str = ""
    base: str = field(init=False, default="")  # the remote's commit that the clone goes on from; empty: there is none
    taken: str = field(init=False, default="")  # the commit of the branch of kept ones, where that was taken up
    said: str = field(init=False, default="")  # by git, of what failed last
    stopped: bool = field(init=False, default=False)  # whether a signal that comes is not for git
    _options: list[str] = field(init=False)

    def __post_init__(self) -> None:
        """Raises StoreError where the folder is a link."""
        files.refuse_links(self.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        attributes = self.folder / "attributes"  # of an archive that is older than its .gitattributes
        attributes.write_text(f"{self._prefix}**/*.jsonl merge=union\n", encoding="utf-8")
        settings = [f"core.attributesFile={attributes.resolve()}", "core.fsmonitor=false", "gc.auto=0"]
        if self.token:
            settings += ["credential.helper=", f"credential.helper={_HELPER}"]
        if not Clone(self.root).author():
            name, address = _BOT if ON_GITHUB in os.environ else _WHO
            settings += [f"user.name={name}", f"user.email={address}"]
        self._options = [word for setting in settings for word in ("-c", setting)]

    @property
    def _prefix(self) -> str:
        """The archive's path below the clone, with a final slash; empty: it is the clone's top folder."""
        path = self.archive.resolve().relative_to(self.root.resolve()).as_posix()
        return "" if path == "." else f"{path}/"

    @property
    def kept(self) -> str:
        """The branch for what may not be pushed to this one."""
        return f"daybook/fetched-{self.name}"

    def tree(self) -> str:
        """The hash of the archive's files in the last commit."""
        return self._line("rev-parse", f"HEAD:{self._prefix.rstrip('/')}")

    # Before anything is fetched

    def begin(self) -> None:
        """Bring the clone to what the branch is now, with what it has of its own on top."""
        if ON_GITHUB in os.environ:  # where nobody works: what a killed run began
            self._does("rebase", "--abort")
            self._does("merge", "--abort")
        former = self._line("rev-parse", "--verify", "--quiet", f"refs/remotes/origin/{self.name}")
        if not self._does("fetch", "--quiet", "origin", self.name):
            self.base = former
            return
        now = self._line("rev-parse", "FETCH_HEAD")
        self.base = former
        if former and not self._is_in(former, now):  # somebody pushed with force: only what is our own goes on top
            self._rebase(now)
        elif not self._does("merge", "--quiet", "--no-edit", now):
            self._does("merge", "--abort")
        self.base = now if self._is_in(now, "HEAD") else former

    def take_up(self) -> list[str]:
        """Take up what earlier runs could not push; a line for what must be merged by hand."""
        faults = []
        by_hand = f"cannot be merged with {self.name}: do it by hand, with"
        if self._does("ls-remote", "--quiet", "--exit-code", "origin", f"refs/heads/{self.kept}"):
            self.taken = self._take("origin", self.kept)
            if not self.taken:
                mend = f"git pull --no-rebase origin {self.kept}, and push."
                faults.append(f"The branch {self.kept} {by_hand} {mend}")
        for bundle in sorted(self.folder.glob("*.bundle")):
            if self._take(str(bundle), "HEAD"):
                bundle.unlink()
                continue
            bundle.replace(self.folder / f"conflict-{self._line('hash-object', str(bundle))}.bundle")
            if not faults:
                mend = "its artifact and git pull --no-rebase fetched.bundle, and push."
                faults.append(f"What an earlier run fetched {by_hand} {mend}")
        # Somebody has merged it, as a commit of another name: nothing is left to push.
        if self.base and self.has_news() and self._does("diff", "--quiet", self.base, "HEAD"):
            self._does("reset", "--quiet", "--soft", self.base)
        return faults

    def _take(self, source: str, ref: str) -> str:
        """Merge a commit of a repository or a bundle, and its hash; empty: it cannot be. A file that both sides changed
        stays as it is on this branch."""
        if not self._does("fetch", "--quiet", source, ref):
            self._whole()
            if source != "origin":  # what it goes on from may be on no branch any more, yet the remote may hold it
                self._does("fetch", "--quiet", "origin", *_needed(Path(source)))
            if not self._does("fetch", "--quiet", source, ref):
                return ""
        taken = self._line("rev-parse", "FETCH_HEAD")
        if not self._is_in("HEAD", taken):
            self._whole()
        if self._does("merge", "--quiet", "--strategy-option=ours", "-m", _TAKEN, taken):
            return taken
        # Of earlier versions, changed there and removed here: the next fetch moves its lines to their months.
        former = str(self.archive / disk.FORMER)
        if self._does("add", "--", former) and self._does("commit", "--quiet", "--no-edit"):
            return taken
        self._does("merge", "--abort")
        return ""

    def _whole(self) -> None:
        """Fetch the history that a shallow clone lacks."""
        if self._line("rev-parse", "--is-shallow-repository") == "true":
            self._does("fetch", "--quiet", "--unshallow", "origin", self.name)

    # What was fetched

    def commit(self, message: str, names: Sequence[str]) -> None:
        """Commit these files and folders of the archive, as they are now; nothing where none has changed."""
        held = {line.partition("/")[0] for line in self._line("ls-files", "--", *names).splitlines()}
        clone = Clone(self.root)
        there = [name for name in names if name in held
                 or ((self.archive / name).exists() and not clone.ignores(self.archive / name))]  # fmt: skip
        if not there:  # and all of the clone would be added
            return
        self._must("add", "--all", "--", *there)
        if not self._does("diff", "--cached", "--quiet", "--", *there):
            self._must("commit", "--quiet", f"--message={message.strip()}", "--", *there)

    def has_news(self) -> bool:
        """Whether there is a commit that the remote's branch has not."""
        return self._line("rev-parse", "HEAD") != self.base

    def push(self, waits: Sequence[float] = WAITS) -> str:
        """Push onto what the branch is now: somebody may have pushed meanwhile. Why it is refused; empty: it is done.

        waits: seconds before each try. What is refused stays as it was before the first.
        """
        if not self.has_news():
            self._done_with()
            return ""
        base, fetched = self.base, self._line("rev-parse", "HEAD")
        for wait in waits:
            time.sleep(wait)
            if self._push():
                self.base = self._line("rev-parse", "HEAD")
                self._done_with()
                return ""
            if _HOPELESS.search(self.said):
                break
        said = self.said
        self._does("reset", "--quiet", "--keep", fetched)
        self.base, self.said = base, said
        return reason(said, self.name, *(["meanwhile"] if len(waits) == 1 else ()))

    def _push(self) -> bool:
        there = ("ls-remote", "--quiet", "--exit-code", "origin", f"refs/heads/{self.name}")
        if self.base or self._does(*there):
            if not self._does("fetch", "--quiet", "origin", self.name):
                return False
            now = self._line("rev-parse", "FETCH_HEAD")
            if not (self._is_in(now, "HEAD") or self._rebase(now)):
                return False
            self.base = now
        return self._does("push", "--quiet", "origin", f"HEAD:refs/heads/{self.name}")

    def _rebase(self, now: str) -> bool:
        """Put what is our own on top of this commit of the remote's; if that cannot be, all stays as it was."""
        if self._does("rebase", "--quiet", *(("--onto", now, self.base) if self.base else (now,))):
            return True
        said = self.said
        self._does("rebase", "--abort")
        # What a person has changed and not committed keeps git from that, yet seldom from a merge.
        if "commit or stash them" in said and self._is_in(self.base, now):
            if self._does("merge", "--quiet", "--no-edit", now):
                return True
            said = self.said
            self._does("merge", "--abort")
        self.said = said
        return False

    def _done_with(self) -> None:
        """Everything is on the branch: the other one has served its turn."""
        if not self.taken:
            return
        with tempfile.TemporaryDirectory() as empty:  # not shallow, as this clone may be: git may crash at a deletion
            self._does("init", "--quiet", empty)
            address, lease = self._line("remote", "get-url", "origin"), f"--force-with-lease={self.kept}:{self.taken}"
            self._does("-C", empty, "push", "--quiet", lease, address, f":refs/heads/{self.kept}")

    def keep(self) -> tuple[bool, Path]:
        """Keep what could not be pushed: whether it is on the branch for that; and the bundle, which has it, too."""
        bundle, said = self.folder / "fetched.bundle", self.said
        self._must("bundle", "create", "--quiet", str(bundle), f"{self.base}..HEAD" if self.base else "HEAD")
        pushed = self._does("push", "--quiet", "origin", f"HEAD:refs/heads/{self.kept}")
        self.said = said if pushed else f"{said}\n{self.said}"
        return pushed, bundle

    def tries(self) -> str:
        """Why a push would be refused, as far as asking tells; empty: it would not. Nothing is pushed."""
        if self._does("push", "--quiet", "--dry-run", "origin", f"HEAD:refs/heads/{self.name}"):
            return ""
        return reason(self.said, self.name, "meanwhile")

    # Git

    def _is_in(self, commit: str, other: str) -> bool:
        return self._does("merge-base", "--is-ancestor", commit, other)

    def _line(self, *words: str) -> str:
        """What git prints; nothing where it fails."""
        done = self._run(words)
        return done.stdout.strip() if done.returncode == 0 else ""

    def _does(self, *words: str) -> bool:
        """Whether git succeeds; if not, `said` is why."""
        done = self._run(words)
        if done.returncode:
            self.said = (done.stderr.strip() or done.stdout.strip()).encode(errors="replace").decode()
        return done.returncode == 0

    def _must(self, *words: str) -> None:
        if not self._does(*words):
            problem = " ".join(terminal.redacted(self.said).split())[:500]
            raise StoreError(f"git {words[0]}: {problem}", subject=str(self.root), hint="mend it, and run it again")

    def _run(self, words: Sequence[str]) -> processes.Done:
        token = {TOKEN: self.token} if self.token else {}
        folder = self.archive if words[0] in ("add", "ls-files", "commit", "diff") else self.root
        try:
            command = ("git", "-C", str(folder), *self._options, *words)
            environment = {**os.environ, **token}
            return processes.run(*command, environment=environment, longest=_LONGEST, apart=self.stopped)
        except TimeoutError as error:
            return processes.Done(words, 1, "", f"{words[0]}: {error}")

"""EDGE: sites put where readers find them: a folder of a server, a bucket, or a repository of Pages.

    HOST/hosted.json   path -> hash and size of each file that was put there; written last
    HOST/...           the files of the site, at their own paths

Only files that differ are put, pages after what they load; what the site has no longer is removed in the end. Of a
repository, the branch `gh-pages` gets a commit. Whatever is killed: the same again puts what is missing.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

from daybook.errors import StoreError
from daybook.runtime import files, processes, terminal
from daybook.volumes import places

HELD = "hosted.json"
BRANCH = "gh-pages"
_WHO = ("-c", "user.name=Daybook", "-c", "user.email=daybook@localhost", "-c", "commit.gpgSign=false")


class Put(NamedTuple):
    """What was put, or removed."""

    files: int
    size: int  # bytes
    removed: int


def put(site: Path, host: str, work: Path) -> Put:
    """Bring a host up to date with a site. work: a folder for what is kept of a repository. Raises GeneratorError."""
    if host.endswith(".git"):
        return _pushed(site.resolve(), host, work)
    away = places.Address(host) if places.is_address(host) else None
    held = away.read(HELD) if away else files.read(Path(host, HELD))
    try:
        former = {path: tuple(row) for path, row in json.loads(held or b"{}").items()}
    except (ValueError, AttributeError, TypeError) as error:
        hint = "remove it there, then run the command again: all is put anew"
        raise StoreError("is damaged", subject=f"{host}/{HELD}", hint=hint) from error
    now = places.hashes(site)
    fresh, gone = [path for path in now if former.get(path) != now[path]], sorted(former.keys() - now)
    told = json.dumps(now, separators=(",", ":")).encode()
    for pages in (False, True):  # which load the others
        some = [path for path in fresh if path.endswith(".html") == pages]
        if away:
            away.send({path: site / path for path in some})
        for path in some if not away else ():
            files.write(Path(host, path), (site / path).read_bytes(), Path(host, files.WORK), durable=False)
    if away:
        away.remove(gone)
        if fresh or gone:
            away.replace(HELD, told)
    else:
        for path in gone:
            files.remove(Path(host, path))
        files.write(Path(host, HELD), told, Path(host, files.WORK))
    return Put(len(fresh), sum(now[path][1] for path in fresh), len(gone))


def _pushed(site: Path, host: str, work: Path) -> Put:
    """Commit a site to a repository's branch, of which only the last commit is fetched."""

    def git(*words: str) -> str:
        command = ("git", f"--git-dir={work}", f"--work-tree={site}", *_WHO, *words)
        done = processes.run(*command, environment={**os.environ, "GIT_TERMINAL_PROMPT": "0"}, longest=900)
        if done.returncode:
            problem, place = (terminal.redacted(text) for text in (" ".join(done.stderr.split()), host))
            raise StoreError(f"git {words[0]}: {problem[:300]}", subject=place, hint="mend it, and run it again")
        return done.stdout.strip()

    if not work.exists():
        work.parent.mkdir(parents=True, exist_ok=True)
        git("init", "--quiet", f"--initial-branch={BRANCH}")
    if git("ls-remote", "--quiet", host, f"refs/heads/{BRANCH}"):
        git("fetch", "--quiet", "--depth=1", host, f"+{BRANCH}:{BRANCH}", "--update-head-ok")
    else:
        git("update-ref", "-d", "HEAD")  # as of a host that was made anew
    git("-C", str(site), "add", "--all", "--force", ".")
    nothing = git("hash-object", "-w", os.devnull)
    git("update-index", "--add", "--cacheinfo", f"100644,{nothing},.nojekyll")  # which has Pages take _headers, too
    parts = git("diff", "--cached", "-z", "--no-renames", "--name-status").split("\0")
    states = dict(zip(parts[1::2], parts[::2], strict=False))
    fresh = [path for path, state in states.items() if state != "D" and (site / path).is_file()]
    if states:
        git("commit", "--quiet", "--no-verify", "--message=Publish the site")
        git("push", "--quiet", host, BRANCH)
    gone = sum(state == "D" for state in states.values())
    return Put(len(fresh), sum((site / path).stat().st_size for path in fresh), gone)

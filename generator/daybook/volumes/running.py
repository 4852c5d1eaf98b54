"""EDGE: volumes built one after the other, or on a cluster of Dask's, which shares them between its workers.

Dask does what a cluster is for: it gives each worker its next volume, tries again elsewhere what was lost with a
worker, and shows its own page of all that. Tasks and outcomes are small; what volumes hold goes from disk to disk, or
by way of the addresses that they have. Nothing of it is imported unless a cluster is named.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from daybook.archive import Context
from daybook.errors import LONGEST, GeneratorError, SettingsError, actionable
from daybook.runtime import terminal
from daybook.volumes import places
from daybook.volumes.building import Outcome, Task, build

if TYPE_CHECKING:
    from distributed import Client

RETRIES = 2  # times that a task is tried again after a fault, as that may pass; lost workers are counted by Dask
_CLUSTER = re.compile(r"local:([1-9]\d{0,3})|tcp://(?:127(?:\.\d+){3}|localhost|\[::1\]):\d+|tls://[^/\s]+:\d+")
"""What may be named: nothing of an archive goes over a network in the open."""
_HERE = "127.0.0.1"
_QUIET = dict.fromkeys(("distributed", "distributed.client", "tornado", "tornado.application", "asyncio"), "critical")
"""What Dask logs, where its configuration says nothing: what fails, the outcomes say."""
_AGAIN = "run the same command again: it goes on where it was"
_HEAD = ("volume", "state", "pages", "seconds", "CPU s", "MB")


class Unfinished(Exception):
    """Tells Dask to try a task again. Its argument is the outcome."""


def run(tasks: Sequence[Task], cluster: str, told: Context) -> list[Outcome]:
    """Build volumes; the outcome of each, in the order of the tasks, and in the end a table of those that were built.

    cluster: empty: here, one after the other; `local:4`: in so many workers of this machine; else the address of a
    scheduler. Raises SettingsError where it is none of these or Dask is not installed, and GeneratorError where
    the scheduler does not answer or is lost: volumes that are done by then stay so.
    """
    done = dict[Task, Outcome]()
    try:
        for task, outcome in told.bar(_outcomes(cluster, tasks), "volumes", len(tasks)):
            done[task] = outcome
            for fault in outcome.faults:
                told.fail(fault if task.volume in fault else f"{task.volume}: {fault}")
    finally:
        for line in table([done[task] for task in tasks if task in done]):
            told.say(line)
    return [done[task] for task in tasks]


def table(outcomes: Sequence[Outcome]) -> list[str]:
    """The lines of a table of what was built or failed, and one that counts all."""
    rows = [
        (each.volume, f"{each.state}{', cold' * any(places.COLD in line for line in each.said)}", each.pages,
         f"{each.seconds:,.1f}", f"{each.cpu:,.1f}", f"{each.memory / 1e6:,.0f}")
        for each in outcomes if each.state != "unchanged"
    ]  # fmt: skip
    form = f"{{:<{max((len(each.volume) for each in outcomes), default=0)}}}  {{:<11}}{{:>9}}{{:>9}}{{:>9}}{{:>7}}"
    counts = Counter(each.state for each in outcomes)
    told = ", ".join(f"{counts[state]:,} {state}" for state in ("built", "unchanged", "failed") if counts[state])
    summary = f"{terminal.count(len(outcomes), 'volume')}{': ' if told else ''}{told}"
    return [*(form.format(*row) for row in (_HEAD, *rows) if rows), summary]


def _outcomes(cluster: str, tasks: Sequence[Task]) -> Iterator[tuple[Task, Outcome]]:
    """Each task with its outcome, as they come."""
    if not cluster:
        yield from ((task, build(task)) for task in tasks)
        return
    with _client(cluster) as client:
        from distributed import as_completed

        futures = {client.submit(_work, task, key=task.key, pure=True, retries=RETRIES): task for task in tasks}
        for future in as_completed(futures):
            task = futures[future]
            if future.status == "finished":
                yield task, future.result()
            elif future.status == "error":
                yield task, _failed(task, future.exception())
            else:
                raise GeneratorError("its scheduler was lost", subject=f"--cluster {cluster}", hint=_AGAIN)


def _work(task: Task) -> Outcome:
    """Do a task on a worker, which has one thread, and as much memory as it was given."""
    from distributed import get_worker

    worker = get_worker()
    outcome = build(task, worker.memory_manager.memory_limit or 0, worker.state.nthreads)
    if outcome.code:
        raise Unfinished(outcome)
    return outcome


def _failed(task: Task, error: Any) -> Outcome:
    """The outcome of a task that Dask has given up."""
    from distributed import KilledWorker

    if isinstance(error, Unfinished):
        return error.args[0]  # type: ignore[no-any-return]
    if isinstance(error, KilledWorker):
        problem = f"all {error.allowed_failures + 1} workers that built it were lost"
        error = GeneratorError(problem, subject=task.volume, hint=f"see their logs; {_AGAIN}")
    return Outcome(volume=task.volume, code=1, faults=(str(actionable(error, task.volume)),))


def _client(cluster: str) -> Client:
    """A client of the cluster, with which a local one ends."""
    subject, named = f"--cluster {cluster}", _CLUSTER.fullmatch(cluster)
    if not named:
        hint = "write local:4, tls://HOST:8786 or, on this machine alone, tcp://127.0.0.1:8786, which is unencrypted"
        raise SettingsError("is no cluster that can be used", subject=subject, hint=hint)
    try:
        import dask

        dask.config.update_defaults({"logging": _QUIET})
        import distributed
    except ImportError:
        hint = 'run: pip install "daybook-archive[cluster]"'
        raise SettingsError("Dask is not installed", subject=subject, hint=hint) from None
    local = {
        "n_workers": int(named[1] or 0), "threads_per_worker": 1, "processes": True, "host": _HERE,
        "dashboard_address": f"{_HERE}:0", "silence_logs": logging.CRITICAL,
    }  # fmt: skip
    try:
        return distributed.Client(**local if named[1] else {"address": cluster})
    except (OSError, TypeError, ValueError) as error:  # the latter of certificates
        problem = f"does not answer ({' '.join(str(error).split())[:LONGEST]})"
        hint = "start its scheduler; for tls:// name certificates in Dask's configuration, distributed.comm.tls"
        raise GeneratorError(problem, subject=subject, hint=hint) from error

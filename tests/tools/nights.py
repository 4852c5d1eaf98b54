"""What an archive's nights cost as it grows: its bytes, its files, the CPU of a night, its size in git, a clone.

    python -m tests.tools.nights --categories 2 --nights 1250
    python -m tests.tools.nights --categories 38 --nights 1250 --busy 6 --work /dev/shm/nights

Five nights around the hundredth and the last five are `daybook fetch` in full, twice a night, against the local arXiv,
which knows the weeks before them, as fetching asks again for some of their days; those between are written straight
into the files, as such nights leave them, and committed month by month. Texts are shortened: an abstract has some 200
characters, where arXiv's have 1,300; raw documents are of bytes that do not compress, and as long as a listing of such
texts is once it is compressed.

Prints a Markdown table. The exit code is 1 if a last night costs more than 1.2 times a hundredth.
"""

import datetime as dt
import gzip
import random
import shutil
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from daybook.archive import Context
from daybook.log.layout import by_file, raw_name, settled
from daybook.log.statements import statement_of, statement_order
from daybook.model import Attempt, Count, Entry, EntryType, Listing, Record, Statement
from daybook.model import arxiv as taxonomy
from daybook.model.jsonl import ATTEMPTS, STATEMENTS

from tests import tools
from tests.arxiv import papers, prose
from tests.arxiv.calendar import DAY, Calendar, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.server import serving
from tests.arxiv.site import Site
from tests.arxiv.world import joined, make
from tests.fetch.trial import TIMES, archive, run

FIRST = dt.date(2026, 3, 5)
EARLY, AROUND = 100, 5  # the night that the last is compared with, and how many nights around each are measured
COMPARED = dt.timedelta(days=21)  # for so long fetching compares an announcement with what other services say of it
MOST = 1.2  # what the last night may cost, as a multiple of the early one
PER_ENTRY, PER_PAGE = 150, 2_000  # bytes of a compressed listing


class Filler:
    """Writes nights as fetching leaves them."""

    def __init__(self, folder: Path, categories: Sequence[str], busy: int) -> None:
        self.store, self.folder, self.categories, self.busy = Context(folder).store, folder, categories, busy
        self.rng = random.Random(17)
        self.numbers: dict[str, int] = defaultdict(lambda: 20_000)
        self.held: list[Entry] = []  # the newest papers
        self.told: tuple[papers.Paper, ...] = ()  # what the local arXiv knows: of plain and of measured nights
        self.records: dict[str, list[Record]] = defaultdict(list)
        self.statements: list[Statement] = []
        self.attempts: list[Attempt] = []

    def night(self, date: dt.date, *, plain: bool) -> None:
        """What is announced in all categories on this date, and harvested afterwards; `plain`: new papers alone, of
        which listing, feed and OAI-PMH say the same whatever else these papers go through."""
        now = eastern(date, TIMES[0])
        for category in self.categories:
            new = [self._paper(category, date) for _ in range(self.rng.randint(self.busy // 2, self.busy))]
            self.told += tuple(_announced(entry) for entry in new if plain)
            some = 0 if plain else len(new)
            crosses = self.rng.sample(self.held, min(len(self.held), some))
            again = self.rng.sample(self.held, min(len(self.held), some // 2))
            entries = [*new, *_typed(crosses, "cross", date), *_typed(again, "replace", date)]
            entries = list({entry.arxiv_id: entry for entry in reversed(entries)}.values())[::-1]
            counts = _counts(entries)
            page = Listing(
                source="arxiv-listing", format="", date=date, category=category, part="new", whole=True, counts=counts
            )
            feed = replace(page, source="arxiv-rss", part=None, counts=())
            told = [*_typed(new, "harvest", date), *_typed(again, "harvest", date)]
            answer = replace(page, source="arxiv-oai", part=f"from={date}", whole=False, counts=())
            for listing, said in ((page, entries), (feed, entries), (answer, told)):
                placed = tuple(replace(entry, place=k) for k, entry in enumerate(said, 1))
                self._document(replace(listing, entries=placed), now)
            for service in ("rss", "list", "oai"):
                self.attempts.append(
                    Attempt(when=now, service=service, outcome="stored", category=category, date=date, status=200)
                )
            self.held = [*self.held, *new][-60 * self.busy * len(self.categories) :]

    def flush(self) -> None:
        """Write the months that were filled."""
        for name, records in self.records.items():
            stored = [r for part in self.store._parts(name) for r in self.store.read_records(part)]
            self.store.set_records(name, settled([*stored, *records]))
        for month in sorted({line.date.isoformat()[:7] for line in self.statements}):
            lines = [line for line in self.statements if line.date.isoformat()[:7] == month]
            _add(self.folder / "coverage" / f"{month}.jsonl", STATEMENTS, sorted(lines, key=statement_order))
        for month in sorted({f"{each.when:%Y-%m}" for each in self.attempts}):
            asked = [each for each in self.attempts if f"{each.when:%Y-%m}" == month]
            _add(self.folder / "attempts" / f"{month}.jsonl", ATTEMPTS, asked)
        self.records.clear()
        self.statements.clear()
        self.attempts.clear()

    def _document(self, listing: Listing, now: dt.datetime) -> None:
        document = self.rng.randbytes(8).hex()
        for name, records in by_file(listing.records(document)).items():
            self.records[name] += records
        self.statements.append(statement_of(listing, document, now, tuple(sorted(by_file(listing.records(document))))))
        raw = self.folder / raw_name(listing, document)
        raw.parent.mkdir(parents=True, exist_ok=True)
        size = PER_PAGE + PER_ENTRY * len(listing.entries)
        raw.write_bytes(gzip.compress(self.rng.randbytes(size), compresslevel=0, mtime=0))

    def _paper(self, category: str, date: dt.date) -> Entry:
        self.numbers[f"{date:%y%m}"] += 1
        number = self.numbers[f"{date:%y%m}"]
        title = prose.title(self.rng, number)
        return Entry(
            place=1, type="new", date=date, title=title, arxiv_id=f"{date:%y%m}.{number:05d}", version=1,
            authors=("A. One", "B. Two"),
            abstract=prose.abstract(self.rng, title.partition(":")[0]), primary_category=category,
            categories=(category,),
        )  # fmt: skip


def _announced(entry: Entry) -> papers.Paper:
    """A paper that was announced as new and that nothing has become of since."""
    names = tuple(papers.Author(name, *name.split()) for name in entry.authors)
    versions = (papers.Version(1, Calendar().submissions(entry.date)[0], 80),)
    state = papers.State(entry.title, entry.abstract or "", names, entry.categories, versions)
    return papers.Paper(entry.arxiv_id or "", (papers.Event(entry.date, "new", state),))


def _typed(entries: Iterable[Entry], kind: EntryType, date: dt.date) -> list[Entry]:
    return [replace(entry, type=kind, date=date) for entry in entries]


def _counts(entries: Sequence[Entry]) -> tuple[Count, ...]:
    number = len(entries)
    sections = [Count(section="all", read=number, shown=number, total=number)]
    for kind in ("new", "cross", "replace"):
        number = sum(entry.type == kind for entry in entries)
        sections += [Count(section=kind, read=number, shown=number, total=number)] if number else []
    return tuple(sections)


def _add(path: Path, lines: object, items: Iterable[object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab") as stream:
        stream.writelines(lines.encode(item) + b"\n" for item in items)  # type: ignore[attr-defined]


def measured(filler: Filler, dates: Sequence[dt.date]) -> list[tuple[float, int]]:
    """(CPU seconds, requests) of fetching each of these nights: of the program alone, without those of the server."""
    world = joined(make(5, dates[0], dates[-1] + 6 * DAY, filler.categories, filler.busy), filler.told)
    filler.told = world.papers
    clock, nights = SimulatedClock(eastern(dates[0], TIMES[0])), []
    with serving(Site(world), clock) as arxiv:
        for date in dates:
            cpu, asked = 0.0, len(arxiv.asked)
            for moment in TIMES:
                clock.set(eastern(date, moment))
                begin = time.thread_time()
                context = run(filler.folder, arxiv)
                cpu += time.thread_time() - begin
                assert not context.failed
            nights.append((cpu, len(arxiv.asked) - asked))
            print(f"{date}: {cpu:.2f} s, {nights[-1][1]} requests", file=sys.stderr)
    return nights


def sizes(folder: Path) -> list[tuple[str, int, int]]:
    """(name, files, bytes) of each kind of file in an archive."""
    found = []
    for name in ("records", "coverage", "attempts", "listings", ".git"):
        paths = [path for path in (folder / name).rglob("*") if path.is_file()]
        found.append((name, len(paths), sum(path.stat().st_size for path in paths)))
    return found


def git(folder: Path, *arguments: str) -> None:
    """Run git in a folder."""
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "gc.auto=0", *arguments],
                   cwd=folder, check=True, stdout=subprocess.DEVNULL)  # fmt: skip


def timed(work: list[str], folder: Path) -> float:
    """Seconds that a git command takes."""
    begin = time.monotonic()
    git(folder, *work)
    return time.monotonic() - begin


def commit(folder: Path, date: dt.date) -> None:
    """Commit everything."""
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", str(date))


def fill(folder: Path, categories: Sequence[str], number: int, busy: int) -> tuple[list[float], list[float]]:
    """So many nights; the CPU seconds of those around the hundredth and of the last."""
    calendar = Calendar()
    nights = list(calendar.dates(FIRST, FIRST + dt.timedelta(days=number * 2)))[:number]
    windows = (nights[EARLY - AROUND : EARLY], nights[-AROUND:])
    filler, found = Filler(folder, categories, busy), []
    for k, date in enumerate(nights):
        if any(date in window[1:] for window in windows):
            continue
        if window := next((each for each in windows if date == each[0]), None):
            filler.flush()
            found.append([cpu for cpu, _ in measured(filler, window)])
            continue
        filler.night(date, plain=any(date < window[0] <= date + COMPARED for window in windows))
        if k and nights[k - 1].month != date.month:
            filler.flush()
            commit(folder, date)
            print(f"{date}: {k} nights", file=sys.stderr)
    commit(folder, nights[-1])
    return found[0], found[1]


def main() -> int:
    """Run the command line."""
    parser = tools.parser("nights", __doc__)
    parser.add_argument("--categories", type=int, default=2, help="of cs, which has 38 with the aliases of others")
    parser.add_argument("--nights", type=int, default=1250)
    parser.add_argument("--busy", type=int, default=20, help="new papers a night in a category, at most about")
    parser.add_argument("--work", type=Path, default=Path("build/nights"))
    options = parser.parse_args()
    codes = sorted((code for code in taxonomy.all_codes() if code.startswith("cs.")), key=lambda c: c != "cs.DC")
    categories = taxonomy.canonical_all([*codes, "eess.SY", "math.NA"])[: options.categories]
    shutil.rmtree(options.work, ignore_errors=True)
    folder = archive(options.work / "archive", categories)
    git(folder, "init", "-q", "-b", "main")
    early, late = fill(folder, categories, options.nights, options.busy)
    loose = sizes(folder)
    git(folder, "gc", "--quiet")
    print(f"| {options.nights} nights, {len(categories)} categories | files | MB |\n|---|---:|---:|")
    for name, files, size in loose[:-1]:
        print(f"| {name} | {files:,} | {size / 1e6:,.1f} |")
    print(f"| in git, after gc | | {sizes(folder)[-1][2] / 1e6:,.1f} |")
    clone = timed(["clone", "-q", "--no-local", str(folder), "clone"], options.work)
    shallow = timed(["clone", "-q", "--depth", "1", f"file://{folder.resolve()}", "shallow"], options.work)
    one, two = statistics.median(early), statistics.median(late)
    print(f"| clone, and of the newest commit alone | | {clone:.1f} s, {shallow:.1f} s |")
    print(f"| CPU of night {EARLY} and of night {options.nights} | | {one:.2f} s, {two:.2f} s: {two / one:.2f} times |")
    return two / one > MOST


if __name__ == "__main__":
    sys.exit(main())

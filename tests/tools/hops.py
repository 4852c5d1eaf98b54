"""How far one paper goes: the functions that have it in hand while it is stored, and while its site is built.

    python -m tests.tools.hops [--code FOLDER] [--each]

--code: the clone whose program is asked, of any commit (default: this one). --each: print the functions.
A hop is a named function of the program that is handed the paper, whatever it is just then: the bytes of its document,
or an object of the program that has its title or key, alone or among a few. The nouns' own methods are no hops; neither
are functions that get some words of it only, comprehensions, and libraries.
"""

import datetime as dt
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests import tools
from tests.conftest import ROOT
from tests.tools.benchmarks import corpus

PAPER = {
    "id": "2603.00001", "title": "Queues That Forget", "authors": "Ada Cup, Bo Saucer", "categories": "cs.DC",
    "abstract": "We show that a queue may forget its oldest item at no cost. It saves 12% of memory.",
    "license": corpus.LICENSE,
}  # fmt: skip
FOLLOWED = r"""
import json, os, sys
from importlib import import_module
package, source, arguments = sys.argv[1], os.path.realpath(sys.argv[2]), sys.argv[3:]
main = import_module(package + ".cli").main
hops = set()
def held(value, deep=2):
    if isinstance(value, bytes):
        return b"Queues That Forget" in value
    if isinstance(value, (tuple, list, dict)) and deep and 0 < len(value) < 9:
        return any(held(each, deep - 1) for each in (value.values() if isinstance(value, dict) else value))
    if type(value).__module__.split(".")[0] != package or isinstance(value, type):
        return False
    if isinstance(getattr(value, "entries", None), tuple):
        return held(value.entries)
    return getattr(value, "title", "") == "Queues That Forget" or getattr(value, "key", "") == "2603.00001"
def follow(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_filename.startswith(source) and not code.co_name.startswith("<"):
        place = code.co_filename[len(source) + 1:]
        if not place.startswith("model/") and (place, code.co_qualname) not in hops:
            names = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
            if any(held(frame.f_locals.get(name)) for name in names if name != "self"):
                hops.add((place, code.co_qualname))
sys.setprofile(follow)
code = main(arguments)
sys.setprofile(None)
assert code == 0, arguments
print(json.dumps(sorted(hops)))
"""


def followed(code: Path, folder: Path) -> Iterator[tuple[str, list[list[str]]]]:
    """What has one paper in hand, with the program of a clone: command, the module and name of each function."""
    source, package, path = code / "generator", "generator", code
    if (source / "daybook").is_dir():  # since the program is a package of its own
        source, package, path = source / "daybook", "daybook", source
    feed = corpus.feed([("new", 1, PAPER)], dt.date(2026, 3, 4))
    (folder / "feed.xml").write_text(feed, encoding="utf-8")
    archive = ["--archive", str(folder / "archive"), "--quiet"]
    commands = {"init": ["--title", "One", "--categories", "cs.DC"], "ingest": [str(folder / "feed.xml")], "build": []}
    for command, arguments in commands.items():
        words = [sys.executable, "-c", FOLLOWED, package, str(source), command, *arguments, *archive]
        env = {"PYTHONPATH": str(path), "PATH": "/usr/bin:/bin"}
        done = subprocess.run(words, cwd=code, env=env, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(done.stderr)
        if command != "init":
            yield command, json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    """Print the numbers."""
    parser = tools.parser("hops", __doc__)
    parser.add_argument("--code", type=Path, default=ROOT, metavar="FOLDER", help="the clone whose program is asked")
    parser.add_argument("--each", action="store_true", help="print each hop")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for command, hops in followed(options.code.resolve(), Path(folder)):
            print(f"{command}: {len(hops)} hops in {len({place for place, _ in hops})} files")
            for place, name in hops if options.each else ():
                print(f"  {place}: {name}")


if __name__ == "__main__":
    main()

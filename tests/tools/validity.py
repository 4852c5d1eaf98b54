"""Have the Nu checker, which is what validator.w3.org runs, judge one page of every kind.

    python -m tests.tools.validity                    the sample and the invented archives
    python -m tests.tools.validity --site FOLDER      a site that is built

Prints each message once with the number of its places and the first of them; the exit code is 1 if there is any. It
needs Java 11 or later; the checker is installed into build/tools when it is first needed. `make test`, which cannot
count on Java, has html5lib parse every page of the sample strictly instead.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import tools
from tests.conftest import HANGS
from tests.tools import npm
from tests.tools.gallery import archives, kinds


def messages(files: list[Path]) -> list[tuple[str, str]]:
    """What the checker says: message, and where with what stands there. Raises ValueError if it does not answer."""
    call = ["java", "-Xss4m", "-jar", str(npm.NU), "--errors-only", "--exit-zero-always", "--format", "json"]
    done = subprocess.run([*call, *map(str, files)], capture_output=True, text=True, check=False, timeout=HANGS)
    told = json.loads(done.stderr)["messages"]
    return [
        (each["message"], f"{each['url'].removeprefix('file:')}:{each.get('lastLine', 0)}: {each.get('extract', '')!r}")
        for each in told
    ]


def main(arguments: list[str] | None = None) -> int:
    """Judge; the exit code: 2 without Java."""
    parser = tools.parser("validity", __doc__)
    parser.add_argument("--site", type=Path, metavar="FOLDER")
    told = parser.parse_args(arguments)
    if not shutil.which("java"):
        print("There is no Java here, which the Nu checker needs.", file=sys.stderr)
        return 2
    npm.install()
    found: dict[str, list[str]] = {}
    count = 0
    with tempfile.TemporaryDirectory() as work:
        built = (archives.site(name, Path(work)) for name in ("sample", "edges", "several", "empty"))
        for site in [told.site] if told.site else built:
            files = [site / path for path in kinds.examples(site).values()]
            count += len(files)
            for message, place in messages(files):
                found.setdefault(message, []).append(place.removeprefix(work))
    for message, where in sorted(found.items(), key=lambda each: -len(each[1])):
        print(f"{len(where)} × {message}\n    {where[0]}")
    print(f"{len(found)} different errors on {count} pages")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

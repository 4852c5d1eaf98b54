"""Large programs from npm that judge a site: Lighthouse, the Nu checker. Installed when a command needs them.

They take 220 MB, so they stand in a lock file of their own, which `make develop` leaves alone. One package asks for the
`latest` of third-party-web, which no lock file can hold: hence the override.
"""

import shutil
import subprocess
from pathlib import Path

from tests.conftest import HANGS, ROOT

HERE = Path(__file__).parent
BUILD = ROOT / "build" / "tools"
MODULES = BUILD / "node_modules"
LIGHTHOUSE = MODULES / "lighthouse" / "cli" / "index.js"
NU = MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"


def install() -> None:
    """Install what the lock file names, unless it is there. Raises CalledProcessError."""
    lock = HERE / "package-lock.json"
    done = BUILD / ".ready"
    if done.exists() and done.read_bytes() == lock.read_bytes():
        return
    BUILD.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / ".npmrc", BUILD)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, BUILD)
    call = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    subprocess.run(call, cwd=BUILD, check=True, timeout=HANGS, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    done.write_bytes(lock.read_bytes())

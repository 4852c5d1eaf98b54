"""Runs a target: python -m tests.fuzz TARGET --seconds 60"""

import argparse
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

KEPT = Path("build") / "fuzz"
MOST_BYTES, MOST_SECONDS, MOST_MEGABYTES = 16_000, 10, 2_000


def instrumented(name: str) -> Any:
    """A target that tells atheris which lines of the program it reaches, unless the program was imported before."""
    import atheris

    with atheris.instrument_imports(include=["daybook"]):
        return import_module("tests.fuzz.targets").TARGETS[name]


def fuzz(name: str, *options: str) -> None:
    """Fuzz a target with libFuzzer's options, those of the command line behind; ends the program."""
    import atheris

    target = instrumented(name)
    refusal = import_module("daybook.errors").GeneratorError

    def once(data: bytes) -> None:
        with suppress(refusal):
            target.run(data)

    atheris.Setup([sys.argv[0], *options, *sys.argv[1:]], once)
    atheris.Fuzz()


def write_seeds(name: str, folder: Path) -> None:
    """Write a target's seeds into a folder, a file each, and beside it the tokens of all formats, as libFuzzer reads
    them."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(import_module("tests.fuzz.targets").TARGETS[name].seeds()):
        (folder / f"seed-{number}").write_bytes(seed[:MOST_BYTES])
    tokens = (
        "".join(rf"\x{byte:02x}" for byte in piece.encode()) for piece in import_module("tests.tools.pieces").ALPHABET
    )
    folder.with_suffix(".dict").write_text("".join(f'"{token}"\n' for token in tokens), encoding="ascii")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Send a target what chance makes.")
    parser.add_argument("target", nargs="?")
    parser.add_argument("--seconds", type=int, default=60, help="how long (default: 60)")
    parser.add_argument("--seeds", metavar="FOLDER", type=Path, help="write the target's seeds there instead")
    parser.add_argument("--list", action="store_true", help="print the targets")
    asked = parser.parse_args()
    if asked.list or not asked.target:
        print("\n".join(import_module("tests.fuzz.targets").TARGETS))
    elif asked.seeds:
        write_seeds(asked.target, asked.seeds)
    else:
        folder = KEPT / asked.target
        instrumented(asked.target)  # before anything else imports the program
        write_seeds(asked.target, folder)
        del sys.argv[1:]
        limits = (f"-max_total_time={asked.seconds}", f"-max_len={MOST_BYTES}", f"-timeout={MOST_SECONDS}")
        more = (f"-rss_limit_mb={MOST_MEGABYTES}", "-print_final_stats=1", "-verbosity=0")
        fuzz(asked.target, *limits, *more, f"-dict={folder}.dict", f"-artifact_prefix={folder}-", str(folder))


if __name__ == "__main__":
    main()

"""Programs for those who work on Daybook: each judges, measures or makes something; `--help` says what."""

import argparse


def parser(module: str, doc: str | None) -> argparse.ArgumentParser:
    """That of a tool. module: its name below this package; doc: its docstring, whose first line says what it does."""
    return argparse.ArgumentParser(prog=f"python -m tests.tools.{module}", description=(doc or "").splitlines()[0])


def row(*cells: object) -> str:
    """A row of a Markdown table."""
    return f"| {' | '.join(map(str, cells))} |"

"""The tool that counts what in generated Markdown is not plain finds it, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases import for_each, table
from tests.tools import plain

PLAIN = r"""---
kind: paper
id: "2603.90009"
---

# Feeding \<b\>the\</b\> Beast\: \{onclick\=x\}

[Ondine Kvist](../../authors/kvist-ondine.md), [v2](https://arxiv.org/abs/2603.90009v2), [below](#abstract)

> We find that **a third** of $\{x : x_{1} < y\}$, *so far*, and $a{b}$.

| Paper | Year |
|---|--:|
| [Labels](../2511/2511.90411.md) | 2025 |

## Abstract

\!\[x\]\(y\) \&lt\; costs \$5 and then \$6
"""


def test_plain_markdown_is_plain():
    """Escaped signs, formulas with braces, tables and links to pages are no faults."""
    assert list(plain.faults(PLAIN)) == []


@for_each(("line", "fault"), table(__file__, "what_is_not_plain_is_found"))
def test_what_is_not_plain_is_found(line: str, fault: tuple[str, str]):
    """Of each kind, wherever it stands."""
    assert fault in list(plain.faults(f"{PLAIN}\n{line}\n"))
    assert fault in list(plain.faults(f"- x {line}\n"))


def test_a_long_front_matter_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Ten keys may stand there, eleven may not; pages that people wrote are left out."""
    for keys in (10, 11):
        head = "".join(f"key{number}: 1\n" for number in range(keys))
        (tmp_path / f"{keys}.md").write_text(f"---\n{head}---\n\n# x\n", encoding="utf-8")
    (tmp_path / "guide").mkdir()
    (tmp_path / "guide" / "index.md").write_text("<b>x</b>\n", encoding="utf-8")
    assert plain.main([str(tmp_path)]) == 1
    assert "| front matter | 1 | 1 | 11.md: 11 keys |" in capsys.readouterr().out
    (tmp_path / "11.md").unlink()
    assert plain.main([str(tmp_path)]) == 0
    assert plain.main([str(tmp_path), "--hand-written", "about.md"]) == 1

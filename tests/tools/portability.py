"""What another engine makes of an archive's Markdown, compared with MkDocs: pages, titles, headings, links and words.

Both build the same pages without Daybook's layouts: `python -m tests.tools.portability content/` prints a short list of
what Zensical makes otherwise, and what Daybook itself makes besides. It is what a change of engine would have to mend.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urljoin

from daybook.view import labels
from lxml import html

from tests.conftest import HANGS
from tests.makers import daybook

PLAIN = """\
site_name: Plain
docs_dir: archive/pages
site_dir: {engine}
use_directory_urls: false
theme: material
plugins: []
markdown_extensions: [admonition]
"""
EXAMPLES = 3
"""Pages that a line names."""
_CODE_LINE = re.compile(r"#__codelineno-")  # which Zensical links


class Page(NamedTuple):
    """What a reader sees of a page, whatever its theme."""

    titles: str
    headings: list[str]
    links: list[str]
    words: (
        str  # letters and digits alone: of escaped signs and of formulas plain MkDocs makes other signs, Zensical none
    )


def build(engine: str, root: Path) -> Path:
    """The site that an engine, `mkdocs` or `zensical`, makes of the pages of root/archive without Daybook's layouts."""
    settings = root / f"{engine}.yml"
    settings.write_text(PLAIN.format(engine=engine), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", engine, "build", "--strict", "-f", str(settings)],
        cwd=root, capture_output=True, text=True, timeout=HANGS, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return root / engine


def page(path: Path, name: str) -> Page:
    root = html.parse(str(path)).getroot()
    article = next(root.iter("article"), root)
    links = (
        urljoin(name, a.get("href")) for a in article.iter("a") if a.get("href") and a.get("class") != "headerlink"
    )
    return Page(
        root.findtext(".//title") or "",
        [" ".join(each.text_content().rstrip("¶").split()) for each in article.iter("h1", "h2", "h3")],
        [link for link in links if not _CODE_LINE.search(link)],
        "".join(filter(str.isalnum, article.text_content())),
    )


def files(site: Path) -> set[str]:
    return {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}


def differences(plain: Path, other: Path) -> Iterator[str]:
    """A line for each kind of difference between what MkDocs and another engine make, with examples."""
    pages, theirs = ({name for name in files(site) if name.endswith(".html")} for site in (plain, other))
    for what, names in (("missing", pages - theirs), ("more", theirs - pages)):
        if names:
            yield f"pages {what}: {len(names)}, such as {', '.join(sorted(names)[:EXAMPLES])}"
    found: dict[str, list[str]] = {field: [] for field in Page._fields}
    for name in sorted(pages & theirs):
        one, two = page(plain / name, name), page(other / name, name)
        for field, names in found.items():
            if getattr(one, field) != getattr(two, field):
                names.append(name)
    for field, names in found.items():
        if names:
            yield f"{field} differ: {labels.count(len(names), 'page')}, such as {', '.join(names[:EXAMPLES])}"


def own(site: Path, other: Path) -> str:
    """What Daybook makes and no engine does, by folder."""
    of_daybook = Counter(name.partition("/")[0] for name in files(site) - files(other))
    return "made by Daybook alone: " + ", ".join(f"{name} {number}" for name, number in sorted(of_daybook.items()))


def told(archive: Path, root: Path) -> list[str]:
    """Build a copy of the archive in an empty folder by Daybook and both engines: what differs, in short lines."""
    copy = Path(shutil.copytree(archive, root / "archive"))
    daybook("build", "--quiet", "--archive", copy)
    plain, other = (build(engine, root) for engine in ("mkdocs", "zensical"))
    return [*differences(plain, other), own(copy / "site", other)]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print("\n".join(told(Path(sys.argv[1]), Path(folder))))

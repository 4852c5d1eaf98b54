"""Make overrides/words/daybook.pot: all that readers read, for translators to begin with. `make words` runs it.

The messages are those that the code marks: `_`, `ngettext`, `N_` and `labels.count` in modules, `_` and `ngettext` in
layouts, marked templates in scripts; and the names in the navigation.
"""

import ast
import io
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import write_po
from daybook.text import language
from jinja2 import Environment
from jinja2.ext import extract_from_ast

ROOT = Path(__file__).parents[2]
POT = ROOT / language.FOLDER / "daybook.pot"
HEAD = r"""# Daybook's words. To translate them, copy this file to de.po (for German), say so in its "Language" and
# "Plural-Forms", and fill in each msgstr. The handbook has more: Customising.
msgid ""
msgstr ""
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Language: en\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

"""
_NAMED = re.compile(r"^  - (\w+): [\w/]+\.md$", re.MULTILINE)
Ids = tuple[str, ...]  # A message, or its forms for one thing and for many


def messages() -> dict[Ids, list[str]]:
    """All messages, each with the files that say it."""
    found: dict[Ids, list[str]] = {}
    named = [((name,), "mkdocs.yml") for name in _NAMED.findall((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))]
    for ids, path in sorted({*named, *chain.from_iterable(map(_of_file, _files()))}):
        found.setdefault(ids, []).append(path)
    return found


def _files() -> list[Path]:
    places = (("generator", "*.py"), ("overrides", "*.html"), ("overrides/assets", "*.js"))
    return [path for folder, names in places for path in (ROOT / folder).rglob(names)]


def _of_file(path: Path) -> Iterator[tuple[Ids, str]]:
    reader = {".py": _of_module, ".html": _of_layout, ".js": language.marked}[path.suffix]
    for ids in reader(path.read_text(encoding="utf-8")):
        yield ids, path.relative_to(ROOT).as_posix()


def _of_module(text: str) -> Iterator[Ids]:
    for call in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)):
        name = ast.unparse(call.func).removeprefix("words.")
        given = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if given and name in ("_", "N_"):
            yield (given[0],)
        elif given and name == "ngettext":
            yield given[0], given[1]
        elif given and name == "labels.count":
            yield f"{{n}} {given[0]}", f"{{n}} {given[1] if given[1:] else given[0] + 's'}"


def _of_layout(text: str) -> Iterator[Ids]:
    tree = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).parse(text)
    for _line, _name, given in extract_from_ast(tree, ("_", "ngettext")):
        yield tuple(filter(None, (given,) if isinstance(given, str) else given))


def catalogue() -> str:
    """The text of the file."""
    catalog = Catalog(charset="utf-8")
    for ids, paths in messages().items():
        catalog.add(ids if len(ids) > 1 else ids[0], locations=[(path, 0) for path in paths])
    file = io.BytesIO()
    write_po(file, catalog, width=0, omit_header=True, include_lineno=False)
    return HEAD + file.getvalue().decode()


if __name__ == "__main__":
    POT.parent.mkdir(exist_ok=True)
    POT.write_text(catalogue(), encoding="utf-8")

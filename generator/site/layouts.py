"""Generated pages as HTML: Markdown, facts and a layout of overrides/, streamed past MkDocs.

MkDocs builds what people write, and the theme; it never walks the generated pages, which are tens of thousands. The
kind of a page names its layout. Jinja is sandboxed and escapes all that is not the rendered body.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import yaml
from jinja2 import Environment
from jinja2.sandbox import SandboxedEnvironment
from markdown import Markdown  # type: ignore[import-untyped]
from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig

from generator import dates
from generator.config import Settings
from generator.pages import addresses, labels
from generator.site.bodies import Bodies, Body, FactsOf
from generator.text import markup
from generator.text.markup import MathRenderer, Renderer

SHEETS = {"daybook": "assets/daybook.css", "lists": "assets/lists.css", "written": "assets/written.css"}
"""The style sheets: of all pages, of lists, and of what people write."""
MATH = "assets/katex/katex.min.css"
_KIND = re.compile(r"---\nkind: ([a-z]+)\n")
_ROWS_IN_LISTS = frozenset(("day", "year"))  # kinds whose lists of papers are rows
_WITHOUT_LISTS = frozenset(("paper", "moved"))  # often the first that a visitor sees, or nothing
_BLANK = re.compile(r"\n\s*\n+")


def sandboxed(environment: Environment) -> SandboxedEnvironment:
    """The theme's environment, sandboxed, and escaping what it prints: MkDocs' own does neither."""
    made = SandboxedEnvironment(
        loader=environment.loader, autoescape=True, auto_reload=False, trim_blocks=True, lstrip_blocks=True
    )
    made.filters.update(environment.filters)
    made.filters.update(number=labels.number, date=dates.date, long_date=dates.long_date, attribute=attribute)
    made.filters.update(zip=zip)
    made.globals.update(count=labels.count)
    return made


def attribute(value: object) -> Markup:
    """The value of an attribute, in quotes only where HTML needs them."""
    return Markup(markup.attribute(str(value)))


class Layouts:
    """Lays out the pages of one site."""

    def __init__(
        self, environment: SandboxedEnvironment, config: MkDocsConfig, settings: Settings, math: MathRenderer,
        facts: FactsOf, *, offline: bool,
    ) -> None:  # fmt: skip
        self._environment, self._config, self._facts = environment, config, facts
        row = environment.get_template("rows.html").module.row  # type: ignore[attr-defined]
        self._bodies = Bodies(Renderer(math, settings.hosts), lru_cache(1 << 15)(facts), row)
        self._layout = cache(environment.get_template)
        self.shared: dict[str, Any] = {
            "site": {
                "name": settings.title, "description": settings.description, "notice": settings.notice,
                "repository": settings.repository, "url": settings.url, "offline": offline,
            },
            "tabs": [(name, addresses.served(path)) for item in config.nav or () for name, path in item.items()],
            "people": self.people,
        }  # fmt: skip
        """What every template is given, of pages that people wrote, too."""
        environment.globals.update(self.shared, config=config)

    def people(self, text: str) -> Markup:
        """Markdown that a person wrote, by MkDocs' own engine, with the extensions of mkdocs.yml."""
        engine = Markdown(extensions=self._config.markdown_extensions, extension_configs=self._config.mdx_configs)
        return Markup(engine.convert(text))

    def page(self, path: str, text: str) -> tuple[str, Body]:
        """The HTML of the page at a source path, and its body. `text`: its Markdown with front matter."""
        head, _, content = text.partition("\n---\n")
        found = _KIND.match(head + "\n")
        kind, facts = found[1] if found else "page", self._facts(path)
        body = self._bodies.of(path, content, facts.get("items", {}), rows=kind in _ROWS_IN_LISTS)
        place = addresses.served(path)
        html = self._layout(f"{kind}.html").render(
            **self.around(place, kind, body.words, facts),
            front=lambda: yaml.safe_load(head.removeprefix("---\n")),
            facts=facts,
            body=body,
            math='class="katex' in "".join([*body.lead, *(part.html for part in body.sections)]),
        )
        return _BLANK.sub("\n", html).strip() + "\n", body

    def around(self, place: str, kind: str, title: str, facts: Mapping[str, Any]) -> dict[str, Any]:
        """What the shell of the page at `place` in the site needs."""
        url = self.shared["site"]["url"]
        return {
            "kind": kind,
            "place": place,
            "root": addresses.root(place),
            "title": facts.get("title") or title,
            "canonical": addresses.public(url, place) if url else "",
            "sheets": [SHEETS["daybook"], *([] if kind in _WITHOUT_LISTS else [SHEETS["lists"]])],
        }

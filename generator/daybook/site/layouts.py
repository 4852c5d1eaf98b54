"""Pages as HTML: Markdown, facts and a layout of overrides/, streamed past MkDocs.

MkDocs reads mkdocs.yml and copies the theme's files; it never walks the pages, which are tens of thousands. The kind of
a page names its layout; what people write stands in such pages, rendered by MkDocs' engine.
Jinja is sandboxed and escapes all that is not the rendered body. Formulas are drawn by KaTeX as npm installed it,
icons by Material's extension: nothing is loaded from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from functools import cache, lru_cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from jinja2 import TemplateError
from jinja2.debug import rewrite_traceback_stack
from markdown import Markdown  # type: ignore[import-untyped]
from markdown.extensions.toc import slugify  # type: ignore[import-untyped]
from markupsafe import Markup
from material.extensions import emoji
from mkdocs.config.defaults import MkDocsConfig
from pymdownx.emoji import to_alt

from daybook.config import BuildOptions, Settings
from daybook.errors import BuildError, GeneratorError
from daybook.runtime import parallel, terminal
from daybook.site.bodies import Bodies, FactsOf
from daybook.site.own import Own, logo
from daybook.site.sandbox import OURS, Sandbox, amiss, mistake
from daybook.text import markup
from daybook.text.language import _
from daybook.text.markup import MathRenderer, Renderer
from daybook.text.yaml_text import read_yaml
from daybook.view import addresses

SHEETS = {"daybook": "assets/daybook.css", "lists": "assets/lists.css", "written": "assets/written.css"}
"""The style sheets: of all pages, of lists, and of what people write."""
SECONDS, ROOM = 10, 2_000_000_000
"""Of processor time, and bytes of memory: what a page with an archive's layouts may take. One of ours takes .01 s."""
_SCRIPTS, _STYLE = ("katex.min.js", "contrib/mhchem.min.js"), "katex.min.css"  # of KaTeX
_KIND = re.compile(r"---\nkind: ([a-z]+)\n")
_ROWS_IN_LISTS = frozenset(("day", "year"))  # kinds whose lists of papers are rows
_WITHOUT_LISTS = frozenset(("paper", "moved"))  # often the first that a visitor sees, or nothing
_PAPERS = 1 << 12  # facts of papers
_BY_PEOPLE = ("about", "introduction", "note")  # facts that hold Markdown of people
_SOURCE = re.compile(r"""(<a\s[^<>]*?href="(?![\w+.-]*:)[^"#?]*)\.md(["#?])""")
_PAIRS, _UNCLOSED = (("[", "]"), ("(", ")"), ("<", ">")), 100
_PRE = re.compile(r"<pre.*?(?:</pre>|\Z)", re.DOTALL)  # whose blank lines stay
_HEADING = re.compile(r"(?<=<h)[1-6](?=[\s>])|(?<=</h)[1-6](?=>)")
_BLANK = re.compile(r"\n\s*\n+")
_IN_LINE = re.compile(r"(?<!<pre>)(?<!</span>)<code>[^<]{1,200}</code>")
_JOINT = re.compile(r"(?<=\w)[/_](?=\w)")  # where a path or a name may go on in the next line


def _with_blank_lines(block: re.Match[str]) -> str:
    return _BLANK.sub(lambda blank: blank[0].replace("\n", "&#10;"), block[0])


def _shared(config: MkDocsConfig, settings: Settings, options: BuildOptions) -> dict[str, Any]:
    """What is the same on all pages."""
    scripts = [
        {"path": str(each), **{name: getattr(each, name, "") for name in ("type", "defer", "async")}}
        for each in config.extra_javascript
    ]
    tabs = config.extra.get("tabs", ())
    return {
        "site": {
            "name": settings.title, "description": settings.description, "notice": settings.notice,
            "repository": settings.repository, "url": settings.url, "language": settings.language,
            **asdict(options),
        },
        "theme": {
            "palette": config.theme.get("palette"), "favicon": config.theme.get("favicon"), "scripts": scripts,
            "logo": logo(settings) or config.theme.get("logo"),
            "sheets": [*config.extra.get("colours", ()), *config.extra_css],
        },
        "tabs": [(name, path if path.startswith("https://") else addresses.served(path)) for name, path in tabs],
    }  # fmt: skip


def _footer(written: str, root: str) -> Markup:
    """The footer's Markdown, whose links to pages begin at this root, as HTML."""
    links = markup.LINK.findall(written)
    plain = Renderer(None, [urlsplit(target).netloc.lower().removeprefix("www.") for _, target in links])
    return Markup(plain.inline(markup.LINK.sub(
        lambda link: link[0] if "://" in link[2] else f"[{link[1]}]({root}{link[2]})", written
    )))  # fmt: skip


class Laid(NamedTuple):
    """A page as it is laid out."""

    html: str
    beside: bool  # whether its Markdown stands beside it
    notes: str  # what of the HTML people wrote in notes/, which stops no build


class Layouts:
    """Lays out the pages of one site."""

    def __init__(
        self, environment: Sandbox, config: MkDocsConfig, settings: Settings, math: MathRenderer,
        facts: FactsOf, options: BuildOptions, own: Own | None = None,
    ) -> None:  # fmt: skip
        self._config, self._facts, self._theirs = config, facts, own.layouts if own else ()
        with self._told("main.html"):
            for line in amiss(environment, self._theirs) if self._theirs else ():
                terminal.warn(f"WARNING: {line}")
        with self._told("rows.html"):
            row = environment.get_template("rows.html").module.row  # type: ignore[attr-defined]
        self._bodies = Bodies(Renderer(math, settings.hosts), lru_cache(_PAPERS)(facts), row)
        self._layout = cache(environment.get_template)
        self._engine = cache(self._new_engine)
        self._people: list[tuple[str, str]] = []
        self.shared = {**_shared(config, settings, options), "people": self.people}
        """What every template is given, of pages that people wrote, too: plain values alone, and this function."""
        environment.globals.update(self.shared)
        self._footer = cache(partial(_footer, config.extra.get("footer", "")))
        self._policy = environment.get_template(f"{OURS}/partials/policy.html").render() if self._theirs else ""

    def people(self, text: str, within: str = "") -> Markup:
        """Markdown that a person wrote, by MkDocs' own engine, with the extensions of mkdocs.yml. `within`: the id of
        the section of a page that it is; its headings are below that of the section. Nothing that a person writes stops
        a site: what the engine fails at, or would take minutes for, is shown as it was written."""
        try:
            if any(text.count(opens) - text.count(closes) > _UNCLOSED for opens, closes in _PAIRS):
                raise ValueError  # each of them makes the engine read on to the end
            html = self._engine(within).reset().convert(text)
            if within:  # the highest headings are below that of the section, whichever signs they were written with
                down = 3 - min((int(level) for level in _HEADING.findall(html)), default=3)
                html = _HEADING.sub(lambda level: str(min(int(level[0]) + down, 6)), html)
        except Exception:  # of any kind
            html = f"<pre>{markup.escape_html(text)}</pre>"
        html = _PRE.sub(_with_blank_lines, _SOURCE.sub(r"\1.html\2", html))
        self._people.append((within, html))
        return Markup(html)

    def _new_engine(self, within: str) -> Any:
        names, settings = self._config.markdown_extensions, self._config.mdx_configs
        below = {"slugify": lambda words, sign: f"{within}-{slugify(words, sign)}"} if within else {}
        return Markdown(extensions=names, extension_configs={**settings, "toc": {**settings.get("toc", {}), **below}})

    def page(self, path: str, text: str) -> Laid:
        """The page at a source path. `text`: its Markdown with front matter."""
        self._people.clear()
        head, _, content = text.partition("\n---\n")
        found = _KIND.match(head + "\n")
        kind, facts = found[1] if found else "page", self._facts(path)
        generated = "" if kind == "written" else content
        with self._told("rows.html"):
            body = self._bodies.of(generated, facts.get("items", {}), rows=kind in _ROWS_IN_LISTS)
        place = addresses.served(path)
        html = self._rendered(
            f"{kind}.html",
            **self.around(place, kind, body.words, facts),
            front=lambda: read_yaml(head.removeprefix("---\n"), path),
            facts=facts,
            body=body,
            **(self._written(content) if kind == "written" else {}),
            math='class="katex' in "".join([*body.lead, *(part.html for part in body.sections)]),
        )
        notes = (shown for within, shown in self._people if within or path.startswith("notes/"))
        return Laid(html, facts.get("text") == path, "".join(notes))

    def missing(self) -> str:
        """The page for addresses that lead nowhere, which is served at any of them."""
        root = urlsplit(self._config.site_url or "").path or "/"
        around = {**self.around("404.html", "missing", _("Not found"), {}), "root": root, "canonical": ""}
        return self._rendered("404.html", **around)

    def _rendered(self, layout: str, **given: Any) -> str:
        with self._told(layout):
            html = self._layout(layout).render(**given)
        if self._theirs and layout != "moved.html" and self._policy not in html:
            hint = "keep the line with partials/policy.html: nothing of another host is loaded, and no script in a page"
            raise BuildError("a page is without its security policy", subject=f"overrides/{layout}", hint=hint)
        return _BLANK.sub("\n", html).strip() + "\n"

    @contextmanager
    def _told(self, layout: str) -> Iterator[None]:
        """Tell what a layout fails at; one of the archive's may also not take for ever, nor all memory."""
        try:
            with parallel.bounded(SECONDS, ROOM) if self._theirs else nullcontext():
                yield
        except Exception as error:
            if isinstance(error, TemplateError) or (self._theirs and not isinstance(error, GeneratorError)):
                rewrite_traceback_stack()  # so that it has the lines of layouts, wherever they were drawn
                raise mistake(error, layout) from error
            raise

    def _written(self, text: str) -> dict[str, Any]:
        """What the layout of a page that people wrote is given besides: its HTML, where long paths in code may break,
        and the contents of its rail."""
        html = _IN_LINE.sub(lambda code: _JOINT.sub(r"\g<0><wbr>", code[0]), self.people(text))
        headings = (each for top in self._engine("").toc_tokens for each in top["children"])
        return {"content": Markup(html), "contents": [(each["id"], Markup(each["name"])) for each in headings]}

    def around(self, place: str, kind: str, title: str, facts: Mapping[str, Any]) -> dict[str, Any]:
        """What the shell of the page at `place` in the site needs."""
        url = self.shared["site"]["url"]
        return {
            "kind": kind,
            "place": place,
            "root": addresses.root(place),
            "footer": self._footer(addresses.root(place)),
            "title": facts.get("title") or title,
            "canonical": addresses.public(url, place) if url else "",
            "here": tuple(tab for _, tab in self.shared["tabs"] if place.startswith(tab.removesuffix("index.html"))),
            "sheets": (
                SHEETS["daybook"],
                *([] if kind in _WITHOUT_LISTS else [SHEETS["lists"]]),
                *([SHEETS["written"]] if kind == "written" or any(map(facts.get, _BY_PEOPLE)) else []),
            ),
        }


def icon(
    index: str, name: str, alias: str, code: str | None, sign: str, title: str, category: str, options: Any, md: Any
) -> Element | str:
    """A shortcode as HTML, as pymdownx.emoji asks for it. `code`: of a sign of Unicode; None: it is an icon."""
    show = to_alt if code else emoji.to_svg
    made: Element | str = show(index, name, alias, code, sign, title, category, options, md)
    return made


def math_renderer(root: Path) -> MathRenderer:
    """The renderer of formulas, from node_modules in `root` (the repository). Raises BuildError."""
    return MathRenderer([path.read_text(encoding="utf-8") for path in _of_katex(root, *_SCRIPTS)])


def math_files(root: Path) -> Mapping[str, Path]:
    """The files that the site must serve for formulas: path below the site's KaTeX folder -> file. The style sheet
    ("katex.min.css") and the fonts it loads ("fonts/*.woff2"), in KaTeX' own layout. Raises BuildError if KaTeX is not
    installed."""
    style, fonts = _of_katex(root, _STYLE, "fonts")
    return MappingProxyType({_STYLE: style} | {f"fonts/{font.name}": font for font in sorted(fonts.glob("*.woff2"))})


def _of_katex(root: Path, *names: str) -> list[Path]:
    folder = root / "node_modules" / "katex" / "dist"
    for path in (folder, *(folder / name for name in names)):
        if not path.exists():
            hint = 'run "make setup" to install the version in the lock file'
            raise BuildError("KaTeX is not installed", subject=str(path), hint=hint)
    return [folder / name for name in names]

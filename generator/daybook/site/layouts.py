"""Pages as HTML: Markdown, facts and a layout of overrides/, streamed past MkDocs.

MkDocs reads mkdocs.yml and copies the theme's files; it never walks the pages, which are tens of thousands. The kind of
a page names its layout; what people write stands in such pages, rendered by MkDocs' engine.
Jinja is sandboxed and escapes all that is not the rendered body. Formulas are drawn by KaTeX as npm installed it,
icons by Material's extension: nothing is loaded from elsewhere.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Collection, Mapping, MutableMapping
from dataclasses import asdict
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType, MethodType
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

from jinja2 import Environment, TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import SandboxedEnvironment
from jinja2.utils import Namespace
from markdown import Markdown  # type: ignore[import-untyped]
from markdown.extensions.toc import slugify  # type: ignore[import-untyped]
from markupsafe import Markup
from material.extensions import emoji
from mkdocs.config.defaults import MkDocsConfig
from pymdownx.emoji import to_alt

from daybook.config import BuildOptions, Settings
from daybook.errors import BuildError
from daybook.exports import feed_formats
from daybook.site.bodies import Bodies, Body, DrawnRow, FactsOf, Section
from daybook.text import language, markup
from daybook.text.language import _, ngettext, number
from daybook.text.markup import MathRenderer, Renderer
from daybook.text.yaml_text import read_yaml
from daybook.view import addresses

SHEETS = {"daybook": "assets/daybook.css", "lists": "assets/lists.css", "written": "assets/written.css"}
"""The style sheets: of all pages, of lists, and of what people write."""
_SCRIPTS, _STYLE = ("katex.min.js", "contrib/mhchem.min.js"), "katex.min.css"  # of KaTeX
_KIND = re.compile(r"---\nkind: ([a-z]+)\n")
_ROWS_IN_LISTS = frozenset(("day", "year"))  # kinds whose lists of papers are rows
_WITHOUT_LISTS = frozenset(("paper", "moved"))  # often the first that a visitor sees, or nothing
_KEPT, _PAPERS = 1 << 8, 1 << 12  # parts of shells; facts of papers
_BY_PEOPLE = ("about", "introduction", "note")  # facts that hold Markdown of people
_SOURCE = re.compile(r"""(<a\s[^<>]*?href="(?![\w+.-]*:)[^"#?]*)\.md(["#?])""")
_PAIRS, _UNCLOSED = (("[", "]"), ("(", ")"), ("<", ">")), 100
_PRE = re.compile(r"<pre.*?(?:</pre>|\Z)", re.DOTALL)  # whose blank lines stay
_HEADING = re.compile(r"(?<=<h)[1-6](?=[\s>])|(?<=</h)[1-6](?=>)")
_BLANK = re.compile(r"\n\s*\n+")
_CODE = re.compile(r"<code>([\w./-]+)</code>", re.ASCII)
_IN_LINE = re.compile(r"(?<!<pre>)(?<!</span>)<code>[^<]{1,200}</code>")
_JOINT = re.compile(r"(?<=\w)[/_](?=\w)")  # where a path or a name may go on in the next line
_OF_DICTS = frozenset(dir(dict))
_PLAIN = frozenset((Body, DrawnRow, Section, LoopContext, Namespace, TemplateModule))  # types of which all may be read


class Sandbox(SandboxedEnvironment):
    """Jinja's sandbox, with a short way to what a page asks for hundreds of times: keys of facts, parts of a body and
    of a loop, and messages. All else goes the long way."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._absent = cache(lambda name: self.undefined(obj={}, name=name))
        # Of values, too, all is text that is not `Markup`. A page says a dozen messages.
        said = cache(lambda message: Markup(markup.escape_html(_(message))))
        self._say = lambda message, **values: said(message).format(**values) if values else said(message)
        counted = lambda one, many, value: Markup(markup.escape_html(ngettext(one, many, value)))  # noqa: E731
        self.globals.update(_=self._say, ngettext=counted)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Those of the environment as they are: Jinja chains them, and each page would walk along the chain."""
        return self.globals if not d else super().make_globals(d)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """The key, or the attribute, of that name."""
        kind = type(obj)
        if kind is dict and attribute not in _OF_DICTS:
            return obj[attribute] if attribute in obj else self._absent(attribute)
        if kind in _PLAIN and attribute[0] != "_":
            try:
                return getattr(obj, attribute)
            except AttributeError:
                pass
        return super().getattr(obj, attribute)

    def call(self, context: Context, obj: Any, /, *given: Any, **named: Any) -> Any:
        """What a function returns."""
        if obj is self._say or (type(obj) is MethodType and type(obj.__self__) is Body):
            for own in ("_block_vars", "_loop_vars"):
                named.pop(own, None)
            return obj(*given, **named)
        return super().call(context, obj, *given, **named)


def sandboxed(environment: Environment) -> Sandbox:
    """The theme's environment, sandboxed, and escaping what it prints: MkDocs' own does neither."""
    made = Sandbox(loader=environment.loader, autoescape=True, auto_reload=False, trim_blocks=True, lstrip_blocks=True)
    made.filters.update(environment.filters)
    made.filters.update(number=number, date=language.date, long_date=language.long_date, attribute=attribute)
    made.filters.update(zip=zip, linked=linked)

    @lru_cache(_KEPT)
    def once(macro: object, *given: object) -> str:
        if not isinstance(macro, Macro):
            raise SecurityError("only a macro is drawn once")
        return macro(*given)

    made.globals.update(once=once, feeds=feed_formats.files)
    return made


def mistake(error: TemplateError) -> BuildError:
    """What is wrong with a layout, and where."""
    if isinstance(error, TemplateNotFound):
        return BuildError("there is no such layout", subject=f"overrides/{error.name}", hint="write it, or restore it")
    frames = [(each.filename, each.lineno) for each in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, TemplateSyntaxError):
        frames.append((error.filename or "", error.lineno))
    file, line = next(each for each in reversed(frames) if each[0].endswith(".html"))
    return BuildError(
        f"the layout fails: {error.message}", subject=f"overrides/{Path(file).name}", location=f"line {line}",
        hint="mend it, then run the command again",
    )  # fmt: skip


def attribute(value: object) -> Markup:
    """The value of an attribute, in quotes only where HTML needs them; of a list, its words."""
    text = " ".join(value) if isinstance(value, list) else value.unescape() if isinstance(value, Markup) else str(value)
    return Markup(markup.attribute(text))


def _with_blank_lines(block: re.Match[str]) -> str:
    return _BLANK.sub(lambda blank: blank[0].replace("\n", "&#10;"), block[0])


def linked(body: Body, files: Collection[str]) -> Markup:
    """A body whose code that names one of these files of the site, from the page, is a link to it."""

    def link(code: re.Match[str]) -> str:
        return f"<a href={attribute(code[1])}>{code[1]}</a>" if code[1] in files else code[0]

    return Markup(_CODE.sub(link, body.__html__()))


class Laid(NamedTuple):
    """A page as it is laid out."""

    html: str
    beside: bool  # whether its Markdown stands beside it
    notes: str  # what of the HTML people wrote in notes/, which stops no build


class Layouts:
    """Lays out the pages of one site."""

    def __init__(
        self, environment: Sandbox, config: MkDocsConfig, settings: Settings, math: MathRenderer,
        facts: FactsOf, options: BuildOptions,
    ) -> None:  # fmt: skip
        self._config, self._facts = config, facts
        row = environment.get_template("rows.html").module.row  # type: ignore[attr-defined]
        self._bodies = Bodies(Renderer(math, settings.hosts), lru_cache(_PAPERS)(facts), row)
        self._layout = cache(environment.get_template)
        self._engine = cache(self._new_engine)
        self._people: list[tuple[str, str]] = []
        self.shared: dict[str, Any] = {
            "site": {
                "name": settings.title, "description": settings.description, "notice": settings.notice,
                "repository": settings.repository, "url": settings.url, "language": settings.language,
                **asdict(options),
            },
            "tabs": [
                (_(name), addresses.served(path))
                for item in config.nav or ()
                for name, path in item.items()
                if path != addresses.CATEGORIES or len(settings.categories) > 1  # which the themes lead to
            ],
            "people": self.people,
        }  # fmt: skip
        """What every template is given, of pages that people wrote, too."""
        environment.globals.update(self.shared, config=config)

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
        try:
            html = self._layout(layout).render(**given)
        except TemplateError as error:
            raise mistake(error) from error
        return _BLANK.sub("\n", html).strip() + "\n"

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

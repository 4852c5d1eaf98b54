"""The sandbox that layouts run in: what they may reach and say, and what is told of one that fails.

An archive may come from anyone, with layouts of its own. Jinja's sandbox lets a template call what it is given: so it
is given plain values and a few functions, of which none leads to a file.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Collection, Iterator, Mapping, MutableMapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import MethodType
from typing import Any

from jinja2 import ChoiceLoader, DictLoader, Environment, FileSystemLoader, PrefixLoader, nodes
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError, TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from markupsafe import Markup, escape

from daybook.errors import BuildError, actionable
from daybook.exports import feed_formats
from daybook.site.bodies import Body, DrawnRow, Section
from daybook.text import language, markup
from daybook.text.language import _, ngettext, number

OURS = "daybook"  # the folder by whose name layouts of an archive reach ours: {% extends "daybook/main.html" %}
_KEPT = 1 << 8  # parts of shells
_CODE = re.compile(r"<code>([\w./-]+)</code>", re.ASCII)
_PLACE = re.compile(r"\{(\w+)\}")
_OF_DICTS = frozenset(dir(dict))
_PLAIN = frozenset((Body, DrawnRow, Section, LoopContext, Namespace, TemplateModule))  # types of which all may be read


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's sandbox, with a short way to what a page asks for hundreds of times: keys of facts, parts of a body and
    of a loop, and messages. All else goes the long way."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._absent = cache(lambda name: self.undefined(obj={}, name=name))
        # Of values, too, all is text that is not `Markup`. A page says a dozen messages.
        said = cache(lambda message: Markup(markup.escape_html(_(message))))
        self._say = lambda message, **values: _filled(said(message), values) if values else said(message)
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


def _filled(message: Markup, values: Mapping[str, Any]) -> Markup:
    """A message with its values: a layout of anyone's could ask another form of place for what stands behind them."""
    return Markup(_PLACE.sub(lambda place: escape(values[place[1]]), message))


def sandboxed(environment: Environment, ours: Sequence[str] = ()) -> Sandbox:
    """The theme's environment, sandboxed, and escaping what it prints: MkDocs' own does neither. `ours`: the folders of
    layouts that are called daybook/NAME, whatever an archive has under that name."""
    loader = ChoiceLoader([PrefixLoader({OURS: FileSystemLoader(ours)}), environment.loader or DictLoader({})])
    made = Sandbox(loader=loader, autoescape=True, auto_reload=False, trim_blocks=True, lstrip_blocks=True)
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


def mistake(error: Exception, layout: str = "") -> BuildError:
    """What is wrong with a layout, and where; `layout`: its name, where the error does not say."""
    if isinstance(error, TemplateNotFound):
        return BuildError("there is no such layout", subject=f"overrides/{error.name}", hint="write it, or restore it")
    frames = [(each.filename, each.lineno) for each in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, TemplateSyntaxError):
        frames.append((error.filename or "", error.lineno))
    file, line = next((each for each in reversed(frames) if each[0].endswith(".html")), (layout, 0))
    problem = error.message if isinstance(error, TemplateError) else actionable(error).problem
    problem = str(problem).removeprefix("unexpected error ")
    return BuildError(
        f"the layout fails: {problem}", subject=f"overrides/{Path(file).name}", location=f"line {line}" * bool(line),
        hint="mend it, then run the command again",
    )  # fmt: skip


def amiss(environment: Sandbox, layouts: Sequence[str]) -> Iterator[str]:
    """What an archive's layouts have in vain: blocks that no other layout has, perhaps since an update of Daybook."""
    trees, loader = dict[str, nodes.Template](), environment.loader
    for name in (*layouts, f"{OURS}/main.html"):
        source, file, _ = loader.get_source(environment, name)  # type: ignore[union-attr]
        trees[name] = environment.parse(source, name, file)
    inner = {
        block.name for tree in trees.values() for block in tree.find_all(nodes.Block)
        if not tree.find(nodes.Extends) or block not in tree.body
    }  # fmt: skip
    for name, tree in trees.items():
        for block in tree.body:
            if isinstance(block, nodes.Block) and block.name not in inner:
                known = ", ".join(sorted(inner))
                yield f"overrides/{name}, line {block.lineno}: no layout has a block {block.name!r}, but {known}"


def attribute(value: object) -> Markup:
    """The value of an attribute, in quotes only where HTML needs them; of a list, its words."""
    text = " ".join(value) if isinstance(value, list) else value.unescape() if isinstance(value, Markup) else str(value)
    return Markup(markup.attribute(text))


def linked(body: Body, files: Collection[str]) -> Markup:
    """A body whose code that names one of these files of the site, from the page, is a link to it."""

    def link(code: re.Match[str]) -> str:
        return f"<a href={attribute(code[1])}>{code[1]}</a>" if code[1] in files else code[0]

    return Markup(_CODE.sub(link, body.__html__()))

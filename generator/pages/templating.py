"""The one door to Jinja2: values in, Markdown out. Templates hold no logic but loops and conditions.

Templates write two things: Markdown, and blocks of HTML. A block begins with a tag at the start of a line and ends at a
blank line, the only one, so that every Markdown engine passes it through; the filter `block` sees to that. Received
text reaches a template already rendered by markup/; the filter `literal` is for codes and names without TeX.
"""

from __future__ import annotations

import html
import re
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from generator import dates, taxonomy
from generator.pages import labels
from generator.text import markup

_BLANKS = re.compile(r"\n\s*\n+")
_BARE = re.compile(r"[\w.:/#%-]*[\w.:#%-]", re.ASCII)
_GAP = re.compile(r"\n{3,}")


def literal(text: str) -> str:
    """Text, escaped and on one line, for the content of an element or a quoted attribute."""
    return html.escape(" ".join(markup.clean(text).split()))


def attribute(value: str) -> str:
    """The value of an attribute, already escaped, in quotes only where HTML needs them.

    A page of a paper has dozens of them, and a large archive tens of thousands of such pages.
    """
    return value if _BARE.fullmatch(value) else f'"{value}"'


def block(text: str) -> str:
    """A block of HTML: no blank line within, one before and one after."""
    return "\n\n" + _BLANKS.sub("\n", text).strip() + "\n\n"


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("generator.pages"),
        autoescape=False,  # noqa: S701 - the output is Markdown; markup/ has escaped all received text
        auto_reload=False,
        keep_trailing_newline=True,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters.update(
        literal=literal,
        attribute=attribute,
        block=block,
        date=dates.date,
        long_date=dates.long_date,
        week=dates.week,
        month=dates.month,
        moment=labels.moment,
        number=labels.number,
        source=labels.source,
        category_name=taxonomy.name,
        field=labels.field,
    )
    environment.globals.update(count=labels.count, span=dates.span)
    return environment


_ENVIRONMENT = _environment()


def fill(template: str, **values: Any) -> str:
    """Fill the template `NAME.md.j2` or `NAME.html.j2` with values; blank lines are single.

    Raises jinja2.UndefinedError if a value that the template uses is missing.
    """
    text = _ENVIRONMENT.get_template(f"{template}.j2").render(values)
    return _GAP.sub("\n\n", text).strip("\n") + "\n"

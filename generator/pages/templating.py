"""The one door to Jinja2: values in, Markdown out. Templates hold no logic but loops and conditions.

Templates write two things: Markdown, and blocks of HTML. A block begins with a tag at the start of a line, ends at a
blank line and holds none, so that every Markdown engine passes it unread; the filter `block` sees to that. Received
text comes to a template as what markup/ made of it; the filter `literal` is for codes and names that hold no TeX.
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
    """Text as it stands, on one line, for the content of an element or a quoted attribute."""
    return html.escape(" ".join(markup.clean(text).split()))


def attribute(value: str) -> str:
    """The value of an attribute, escaped already, with the quotes that HTML asks for, and without where it does not.

    A page of a paper has dozens of them, and a large archive tens of thousands of such pages.
    """
    return value if _BARE.fullmatch(value) else f'"{value}"'


def block(text: str) -> str:
    """A block of HTML: no blank line within, one before and one after."""
    return "\n\n" + _BLANKS.sub("\n", text).strip() + "\n\n"


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("generator.pages"),
        autoescape=False,  # noqa: S701 - the output is Markdown; markup/ has escaped all that was received
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
    environment.globals.update(count=labels.count)
    return environment


_ENVIRONMENT = _environment()


def fill(template: str, **values: Any) -> str:
    """What the template `NAME.md.j2` or `NAME.html.j2` makes of the values, with single blank lines.

    Raises jinja2.UndefinedError where a template asks for a value it was not given.
    """
    text = _ENVIRONMENT.get_template(f"{template}.j2").render(values)
    return _GAP.sub("\n\n", text).strip("\n") + "\n"

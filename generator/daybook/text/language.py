"""What readers read, in the language of their archive: English, as it stands in the code, or a translation of it; and
dates in plain words, for pages and digests alike.

A message is its English. `_` and `ngettext` give its words, with values in the places that braces name; scripts mark
theirs as _`templates`. A translation is one file in the form of gettext, overrides/words/de.po. Pure.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from gettext import c2py
from io import StringIO
from typing import TYPE_CHECKING

from daybook.errors import SettingsError

if TYPE_CHECKING:
    from babel.messages import Message

ENGLISH = "en"
FOLDER = "overrides/words/"
TAG = re.compile(r"[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?")
LARGEST = 1_000_000
"""Characters of a translation: many times what all messages have."""
_SIGN = re.compile(r"\{\w*\}|[{}\[\]()<>&\"|`*_\\$#]")  # places of values, and what may be read as markup
_SCRIPTED = re.compile(r"(?<![\w$.])_(?:\((\w+)\))?`([^`\\]*)`")
_VALUE = re.compile(r"\$\{(\w+)\}")
_PLACE = re.compile(r"\{(\w+)\}")
_PLURAL = re.compile(r"[n\d\s?:()%!=<>&|]{1,300}")


@dataclass(frozen=True, slots=True)
class Language:
    """A language in which pages may be."""

    tag: str = ENGLISH
    text: str = ""  # of its file
    said: Mapping[str, str] = field(default_factory=dict)  # message -> what is said for it
    forms: Mapping[str, Sequence[str]] = field(default_factory=dict)  # the first form of a message -> what is said
    plural: str = "n != 1"  # the number of the form for n things: an expression of C, and of JavaScript
    number: Callable[[int], int] = (1).__ne__  # the same
    english: Mapping[str, str] = field(default_factory=dict)  # what is said -> its message


_spoken = Language()


def use(language: Language) -> None:
    """Speak it, in this process and those that it forks."""
    global _spoken
    _spoken = language


def spoken() -> Language:
    """The language in use."""
    return _spoken


def _(message: str, **values: object) -> str:
    """The words of a message."""
    words = _spoken.said.get(message, message)
    return words.format_map(values) if values else words


def ngettext(one: str, many: str, value: int, **values: object) -> str:
    """The words of a message for a number of things, which `{n}` stands for: `1 paper`, `28,838 papers`."""
    forms = _spoken.forms.get(one)
    words = forms[_spoken.number(value)] if forms else (one, many)[value != 1]
    return words.format(n=number(value), **values)


def N_(message: str) -> str:  # noqa: N802 - as gettext names it
    """A message, whose words are asked for later."""
    return message


def number(value: int) -> str:
    """A number as the language groups its digits: `28,838`."""
    return f"{value:,}".replace(",", _("1,000")[1:-3])


def english(words: str) -> str:
    """The message of which these are the words, as far as it has no values; the words themselves if there is none."""
    return _spoken.english.get(words, words)


def place(tag: str) -> str:
    """Where an archive, or Daybook, has a translation."""
    return f"{FOLDER}{tag}.po"


def read(tag: str, text: str) -> Language:
    """The language that a .po file holds. Raises SettingsError with the line."""
    from babel.messages.pofile import PoFileError, read_po  # English needs none of it

    try:
        if len(text) > LARGEST:
            raise ValueError("it is too long")
        catalog = read_po(StringIO(text), abort_invalid=True)
        number = c2py(catalog.plural_expr) if _PLURAL.fullmatch(catalog.plural_expr) else None
        if number is None or not all(0 <= number(n) < catalog.num_plurals for n in range(1000)):
            raise ValueError("Plural-Forms does not number the forms")
    except PoFileError as error:
        hint = "check it with msgfmt, or with an editor for .po files"
        raise SettingsError(str(error), location=f"line {error.lineno + 1}", hint=hint) from error
    except Exception as error:  # of any kind: the header alone holds dates, names and a formula
        raise SettingsError(f"cannot be read: {error}", hint="begin with the header of another .po file") from error
    said: dict[str, str] = {}
    forms: dict[str, Sequence[str]] = {}
    for message in catalog:
        ids, texts = _texts(message.id), _texts(message.string)
        if all((*ids, *texts)) and not message.fuzzy:
            _check(message, ids, texts)
            said[ids[0]] = texts[0]
            forms |= {ids[0]: texts} if len(ids) > 1 else {}
    english = {words: message for message, words in reversed(said.items())}
    return Language(tag, text, said, forms, catalog.plural_expr, number, english)


def _texts(given: str | Sequence[str] | None) -> Sequence[str]:
    return (given or "",) if isinstance(given, str | None) else tuple(given)


def _check(message: Message, ids: Sequence[str], said: Sequence[str]) -> None:
    """Raise SettingsError where a translation has other signs than its message."""
    wanted = [sorted(_SIGN.findall(each)) for each in ids]
    for words in said:
        if sorted(_SIGN.findall(words)) not in wanted or "\n" in words:
            problem = f"{words[:60]!r} has other signs than {ids[-1][:60]!r}"
            hint = "keep names in braces and signs of markup as they are, on one line"
            raise SettingsError(problem, location=f"line {message.lineno}", hint=hint)


def marked(script: str) -> list[tuple[str, ...]]:
    """The messages of a script's marked templates, each as one form or as two."""
    return [_message(*found.groups()) for found in _SCRIPTED.finditer(script)]


def _message(value: str | None, template: str) -> tuple[str, ...]:
    message = _VALUE.sub(r"{\1}", template)
    return tuple(message.split("|")) if value else (message,)


def scripted(script: str) -> str:
    """A script with its marked templates in the language in use: _`Page ${page} of ${last}`, and of a number of things
    _(total)`${n} paper|${n} papers`."""

    def template(words: str) -> str:
        return "`" + _PLACE.sub(r"${\1}", re.sub(r"[\\`$]", r"\\\g<0>", words)) + "`"

    def translated(found: re.Match[str]) -> str:
        value, ids = found[1], _message(*found.groups())
        if not value:
            return template(_(ids[0]))
        said = _spoken.forms.get(ids[0])
        chosen = re.sub(r"\bn\b", value, _spoken.plural if said else Language().plural)
        return f"[{', '.join(map(template, said or ids))}][+({chosen})]"

    return _SCRIPTED.sub(translated, script)


MONTHS = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"), N_("July"), N_("August"),
    N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip
WEEKDAYS = (
    N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday"), N_("Friday"), N_("Saturday"), N_("Sunday"),
)  # fmt: skip
YEARS = range(1600, 2200)
"""What is dated before or after, a program dated that was told nothing: 0001-01-01 and 9999-12-31 are common."""


def date(value: dt.date) -> str:
    """A date: `3 March 2026`."""
    return _("{day} {month} {year}", day=value.day, month=month_name(value.month), year=value.year)


def day_of_month(value: dt.date) -> str:
    """A date within its year: `3 March`."""
    return _("{day} {month}", day=value.day, month=month_name(value.month))


def short_date(value: dt.date) -> str:
    """A date where there is little room: `3 Mar 2026`."""
    return _("{day} {month}", day=value.day, month=short_month(value))


def long_date(value: dt.date) -> str:
    """A date with its day of the week: `Tuesday, 3 March 2026`."""
    return _("{weekday}, {date}", weekday=_(WEEKDAYS[value.weekday()]), date=date(value))


def month(value: dt.date) -> str:
    """A month: `March 2026`."""
    return _("{month} {year}", month=month_name(value.month), year=value.year)


def short_month(value: dt.date) -> str:
    """A month in short: `Mar 2026`."""
    return _("{month} {year}", month=month_name(value.month)[:3], year=value.year)


def month_name(number: int) -> str:
    """`January` for 1."""
    return _(MONTHS[number - 1])


def week(date: dt.date) -> str:
    """The week that holds a date, from Monday to Sunday: `2 to 8 March 2026`, `30 March to 5 April 2026`."""
    monday = date - dt.timedelta(days=date.weekday())
    return span(monday, monday + dt.timedelta(days=6))


def span(first: dt.date, last: dt.date) -> str:
    """From one date to another: `3 to 14 March 2026`, `30 March to 5 April 2026`; one date if they are the same."""
    if first == last:
        return date(first)
    same_month = (first.year, first.month) == (last.year, last.month)
    begin = str(first.day) if same_month else day_of_month(first) if first.year == last.year else date(first)
    return _("{first} to {last}", first=begin, last=date(last))

"""The YAML that people write, checked against a type; what is wrong is told with its place and the mend. Pure."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
import yaml
from yaml.constructor import SafeConstructor

try:
    from yaml import CSafeLoader as Safe  # ten times as quick
except ImportError:  # PyYAML may be without its C library
    from yaml import SafeLoader as Safe  # type: ignore[assignment]

from daybook.errors import SettingsError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

DEEPEST = 50
"""Levels of nesting; no file that a person writes has more."""
MOST_ALIASED = 100_000
"""Values in a node once its aliases are expanded."""
LONGEST_PLAIN = 20_000
"""Characters of an unquoted value: YAML tests it for being a number or a date, which is slow for long values."""
Text = Annotated[str, msgspec.Meta(pattern=r"\S")]
"""More than blanks."""
Year = Annotated[int, msgspec.Meta(ge=1991, le=9999)]
Several = Annotated[tuple[str, ...], msgspec.Meta(min_length=2)]


Written = TypeVar("Written", bound="DataclassInstance")
"""A mapping that a person writes: a dataclass with its keys and what may stand there."""


def read_yaml(text: str, name: str) -> Any:
    """The value of a YAML text written by a person. Raises SettingsError with the line."""
    try:
        _refuse_unbounded(text, name)
        return yaml.load(text, _Quick)  # noqa: S506 - it is a safe loader
    except SettingsError:
        raise
    except Exception:  # noqa: S110 - of any kind (`!!bool maybe` is a KeyError): the other parser says where
        pass
    try:
        return yaml.load(text, _Careful)  # noqa: S506 - it is a safe loader
    except yaml.YAMLError as error:
        mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None) or "not valid YAML"
        place = f"line {mark.line + 1}" if mark else ""
        merge, check = "merge the two, or remove one", "check the indentation, and quote text that contains a colon"
        hint = merge if isinstance(error, _Duplicate) else check
        raise SettingsError(str(problem), subject=name, location=place, hint=hint) from None
    except ValueError as error:  # in the form of a date, but not one: 2027-02-30
        raise SettingsError(str(error), subject=name, hint="correct the date or number, or quote it") from None
    except Exception as error:
        hint = "remove tags (!) and anchors (&), and quote strings"
        raise SettingsError("unreadable value", subject=name, hint=hint) from error


def entries(
    text: str, name: str, key: str, kind: type[Written], mends: Mapping[str, str], noun: str = ""
) -> Iterator[tuple[str, Written]]:
    """(place, entry) of what stands under the one key of a YAML text, as `each` gives them; of an empty text nothing.

    `noun`: what an entry of a list is called; empty: the text has a mapping. Raises SettingsError.
    """
    data = read_yaml(text, name)
    found = data.get(key) if isinstance(data, dict) and set(data) == {key} else None
    if data is not None and not isinstance(found, list if noun else dict):
        raise SettingsError(f"no {'list' if noun else 'mapping'} of {key}", subject=name, hint=mends[""])
    return each(found or (), kind, name, noun, mends)


def each(
    values: Iterable[Any], kind: type[Written], name: str, noun: str, mends: Mapping[str, str]
) -> Iterator[tuple[str, Written]]:
    """(place, entry) of each value of a list: `theme 3 (SLUG)`; or of a mapping: its key. Raises SettingsError."""
    for number, value in enumerate(values, 1):
        if isinstance(values, Mapping):
            if not isinstance(value, str):  # 2603.00350 is the number 2603.0035 to YAML: an id is lost
                raise SettingsError(f"{value!r} was read as a number", subject=name, hint="put it in quotation marks")
            place, value = f"{noun}{value}", values[value]
        else:
            label = value.get("slug") or value.get("name") if isinstance(value, dict) else None
            place = f"{noun} {number}" + (f" ({' '.join(label.split())[:40]})" if isinstance(label, str) else "")
        yield place, typed(value, kind, name, place, mends)


def typed(value: Any, kind: type[Written], name: str, place: str = "", mends: Mapping[str, str] = {}) -> Written:
    """A mapping that a person wrote as a `Written`; a key without a value is as if it were not there.

    `mends`: what to do about a key's value; under "", about the whole. Raises SettingsError with the place.
    """
    if not isinstance(value, dict):
        raise SettingsError("must be a mapping", subject=name, location=place, hint=mends.get("", ""))
    known = [each.name for each in fields(kind)]
    if (unknown := next((key for key in value if key not in known), None)) is not None:
        likely = difflib.get_close_matches(str(unknown), known, n=10)  # of several, that with the longest beginning
        near = max(likely, key=lambda other: len(os.path.commonprefix((unknown, other))), default="")  # noqa: RUF071
        hint = f"did you mean {near!r}?" if near else f"the keys are {', '.join(known)}"
        raise SettingsError(f"unknown key {unknown!r}", subject=name, location=place, hint=hint)
    try:
        return msgspec.convert({key: said for key, said in value.items() if said is not None}, kind)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at `$")
    if missing := _MISSING.fullmatch(problem):
        key, problem, hint = missing[1], f"`{missing[1]}` is missing", f"add a line `{missing[1]}: ...`"
        raise SettingsError(problem, subject=name, location=place, hint=mends.get(key, hint))
    key, *items = _STEP.findall(path)
    value = value[key]
    for item in map(int, items):
        value = value[item]
    if items and not isinstance(value, list | dict):  # it is shown itself
        items.pop()
    location = ", ".join(filter(None, (place, key, *(str(int(item) + 1) for item in items))))
    problem, hint = next((said for sign, said in _SAID.items() if problem.startswith(sign)))
    hint = hint if "not text" in problem else mends.get(key, hint.format(key=key))
    raise SettingsError(problem.format(value=value), subject=name, location=location, hint=hint)


_MISSING = re.compile("Object missing required field `(.*)`")
_STEP = re.compile(r"\w+")
_SAID = {
    "Expected `str` matching": ("is empty", "write `{key}: ...`"),
    "Expected `str": ("{value!r} is not text", "put it in quotation marks"),
    "Expected `array` of length": ("has too few items", "add what is missing"),
    "Expected `array": ("must be a list", "write `{key}: [one, another]`"),
    "Expected `object | array": ("must be a list or a mapping", ""),
    "Expected `object": ("must be a mapping", ""),
    "Expected `bool`": ("must be true or false", "write `{key}: true`"),
    "Expected `date": ("{value!r} is not a date", "write e.g. `{key}: [2027-01-01, 2027-01-18]`"),
    "Invalid RFC3339": ("{value!r} is not a date", "write e.g. `{key}: [2027-01-01, 2027-01-18]`"),
    "": ("{value!r} cannot be used", ""),
}
"""How a message of msgspec begins -> the problem and the mend as people are told."""


def _refuse_unbounded(text: str, name: str) -> None:
    """Raise SettingsError where a text is nested too deeply, expands too much through aliases, or has too long an
    unquoted value: loading it could exhaust the stack, the memory or the time. Invalid YAML passes."""
    sizes, names, known = [0], [""], dict[str, int]()
    for event in yaml.parse(text, Safe):
        problem = ""
        match event:
            case yaml.ScalarEvent():
                sizes[-1] += 1
                problem = "value too long" if event.implicit[0] and len(event.value) > LONGEST_PLAIN else ""
            case yaml.CollectionStartEvent():
                sizes.append(1)
                names.append(event.anchor or "")
                problem = "nested too deeply" if len(sizes) > DEEPEST else ""
            case yaml.CollectionEndEvent():
                known[names.pop()] = size = sizes.pop()
                sizes[-1] += size
            case yaml.AliasEvent():
                anchor = event.anchor or ""
                sizes[-1] += MOST_ALIASED + 1 if anchor in names else known.get(anchor, 0)
                problem = "aliases expand to too many values" if sizes[-1] > MOST_ALIASED else ""
        if problem:
            place = f"line {event.start_mark.line + 1}" if event.start_mark else ""
            raise SettingsError(problem, subject=name, location=place, hint="simplify it, and quote strings")


class _Duplicate(yaml.MarkedYAMLError):
    """A key that occurs twice in a mapping."""


class _Plain(SafeConstructor):
    """Builds plain values, and refuses duplicate keys. By default the last one wins, and the first is lost."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen = set()
        for key, _ in node.value:
            name = (key.tag, key.value) if isinstance(key, yaml.ScalarNode) else None
            if name in seen:
                raise _Duplicate(problem=f"duplicate key {key.value!r}", problem_mark=key.start_mark)
            seen.add(name or id(key))
        mapping: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        return mapping


class _Quick(_Plain, Safe):
    """With the fast C parser, where there is one."""


class _Careful(_Plain, yaml.SafeLoader):
    """With the Python parser, which gives better line numbers."""


_Plain.add_constructor("tag:yaml.org,2002:set", _Plain.construct_yaml_map)  # type: ignore[type-var]  # a set has no order

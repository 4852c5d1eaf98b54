"""The YAML reader for all files that people write. Text in, values out; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import yaml
from yaml.constructor import SafeConstructor

try:
    from yaml import CSafeLoader as Safe  # ten times as quick
except ImportError:  # PyYAML may be without its C library
    from yaml import SafeLoader as Safe  # type: ignore[assignment]

from daybook.errors import SettingsError

DEEPEST = 50
"""Levels of nesting; no file that a person writes has more."""
MOST_ALIASED = 100_000
"""Values in a node once its aliases are expanded."""
LONGEST_PLAIN = 20_000
"""Characters of an unquoted value: YAML tests it for being a number or a date, which is slow for long values."""


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
    except _Duplicate as error:
        mark = error.problem_mark
        place = f"line {mark.line + 1}" if mark else ""
        raise SettingsError(
            str(error.problem), subject=name, location=place, hint="merge the two, or remove one"
        ) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "not valid YAML"
        place = f"line {mark.line + 1}" if mark else ""
        hint = "check the indentation, and quote text that contains a colon"
        raise SettingsError(str(problem), subject=name, location=place, hint=hint) from None
    except ValueError as error:  # in the form of a date, but not one: 2027-02-30
        raise SettingsError(str(error), subject=name, hint="correct the date or number, or quote it") from None
    except Exception as error:
        hint = "remove tags (!) and anchors (&), and quote strings"
        raise SettingsError("unreadable value", subject=name, hint=hint) from error


def entries(text: str, name: str, key: str, hint: str) -> list[Any]:
    """The list under the one key of a YAML text written by a person; of an empty text none. Raises SettingsError."""
    data = read_yaml(text, name)
    found = data.get(key) if isinstance(data, dict) and set(data) == {key} else None
    if data is not None and not isinstance(found, list):
        raise SettingsError(f"no list of {key}", subject=name, hint=hint)
    return found or []


def check_keys(entry: Mapping[Any, Any], known: Sequence[str], name: str, place: str) -> None:
    """Raise SettingsError, naming the file and the place in it, at a key of an entry that is not known."""
    unknown = next((key for key in entry if key not in known), None)
    if unknown is not None:
        hint = f"the keys are {', '.join(known)}"
        raise SettingsError(f"unknown key {unknown!r}", subject=name, location=place, hint=hint)


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

"""cards.yml: cards that people wrote. They take precedence over those of rules and of language models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from daybook.errors import SettingsError
from daybook.model import OWN, Card
from daybook.text.yaml_text import check_keys, read_yaml

NAME = "cards.yml"
_FIELDS = ("headline", "gist", "figures", "by")
_FORM = 'write `cards:`, then `"2603.00356":`, then `headline: ...` and `gist: ...` below it'


def parse(text: str) -> Mapping[str, Card]:
    """The cards of a cards.yml, by arXiv id or page key, whichever the file uses.

    Raises SettingsError naming the card and what to do.
    """
    data = read_yaml(text, NAME)
    if data is None:
        return {}
    entries = data.get("cards") if isinstance(data, dict) and set(data) == {"cards"} else None
    if not isinstance(entries, dict):
        raise SettingsError("must contain a `cards:` mapping and nothing else", subject=NAME, hint=_FORM)
    return {_name(name): _card(entry, str(name)) for name, entry in entries.items()}


def _name(name: Any) -> str:
    if isinstance(name, str):
        return name
    # YAML reads 2603.00350 as the number 2603.0035: the id is lost.
    raise SettingsError(f"{name!r} was read as a number", subject=NAME, hint="put the paper's id in quotation marks")


def _card(entry: Any, name: str) -> Card:
    if not isinstance(entry, dict) or "headline" not in entry:
        raise SettingsError("no headline", subject=NAME, location=name, hint=_FORM)
    check_keys(entry, _FIELDS, NAME, name)
    figures = entry.get("figures") or []
    if not isinstance(figures, list):
        hint = 'write e.g. `figures: ["1.3x faster"]`'
        raise SettingsError("`figures` must be a list", subject=NAME, location=name, hint=hint)
    return Card(
        source=OWN,
        headline=_text(entry["headline"], name),
        gist=_text(entry["gist"], name) if entry.get("gist") else None,
        figures=tuple(_text(figure, name) for figure in figures),
        by=_text(entry.get("by") or "the editors of this archive", name),
    )


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        hint = "put it in quotation marks"
        raise SettingsError(f"{value!r} is not text", subject=NAME, location=name, hint=hint)
    return " ".join(value.split())

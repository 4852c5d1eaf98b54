"""The invented papers of these tests as an index that generator/daybook/search makes."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from unittest.mock import patch

from daybook.search import index
from daybook.search.entries import END, GAP, IndexEntry, ResultText, words
from daybook.search.index import Based, Change, Part

from tests.search.terms import Record


def scripts(
    records: Sequence[Record], before: Sequence[Record] = (), *, list_: int = 100, cut: int = 300, places: int = 200,
    chunk: int = 4, block: int = 7, names: int = 5, dates: Iterable[str] = (), labels: Mapping[str, str] | None = None,
    pages: Mapping[str, str] | None = None, away: Collection[str] | None = None,
) -> dict[str, bytes]:  # fmt: skip
    """The files by name, in files of these sizes: small ones, so that few papers need many. `before`: the papers of the
    base; the delta has those that are new or another in `records`. away: the keys of those with a page elsewhere."""
    entries, based = ({entry.shown.key: entry for entry in map(entry, own)} for own in (records, before))
    with patch.multiple(
        index, LIST=list_, CUT={"base": cut, "delta": cut}, PLACES=places, CHUNK=chunk, BLOCK=block, NAMES=names
    ):
        themes = sorted({theme for record in (*records, *before) for theme in record.theme})
        part = Part(entries=list(based.values()), themes=themes, dates=(), pages=pages or {}, away=away)
        base = index.made("base", part)
        days: defaultdict[str, list[str]] = defaultdict(list)
        for each in based.values():
            days[each.shown.date].append(each.shown.key)
        fresh = [each for key, each in entries.items() if based.get(key) != each]
        hidden = [Based(at, each) for at, (key, each) in enumerate(based.items()) if entries.get(key) != each]
        change = Change(Part(fresh, themes, list(dates), pages or {}, base.authors, away=away), hidden, days)

        def facets(held: Mapping[str, list[str]]) -> list[object]:
            told = labels or {}
            return [
                {"name": name, "title": name.title(), "values": [(value, told.get(value, value)) for value in values]}
                for name, values in held.items()
            ]

        newest = max((record.date for record in records), default=None)
        return base.files | index.updated(index.sealed({}, "", base, part), change, newest, facets)


def entry(record: Record) -> IndexEntry:
    fields = ((record.title,), record.authors, (record.gist,), (record.abstract,), (record.notes,))
    texts = (f" {GAP} ".join(" ".join(words(text)) for text in field) for field in fields)
    shown = ResultText(
        record.key, record.title, record.authors[:3], len(record.authors), record.date, record.gist, record.category,
        record.theme, len(record.withdrawn),
    )  # fmt: skip
    return IndexEntry(
        stamp="", words=END.join(texts), names=record.authors, ids=record.ids, types=record.type,  # type: ignore[arg-type]
        badges=(*record.badge, *(["Code available"] if record.code else [])), shown=shown,
    )  # fmt: skip

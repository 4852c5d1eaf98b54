"""The index's format, written a second time, by dicts and loops: small and slow, a witness of the format."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tests.search.terms import Record, author_key

FACETS = ("category", "theme", "type", "year", "code", "withdrawn", "badge")
GAP = 10
WEIGHTS = (8.0, 5.0, 2.5, 1.0, 0.5)


def code(number: int) -> str:
    if number < 57:
        return chr(35 + number)
    if number < 50000:
        return chr(36 + number)
    return chr(0xE000 + number // 50000) + code(number % 50000)


def units(text: str) -> bytes:
    return text.encode("utf-16-be", "surrogatepass")


def length(text: str) -> int:
    return len(units(text)) // 2


def impact(record: Record, counts: Mapping[int, int], sizes: Sequence[int]) -> int:
    """counts: field -> how often the word stands there."""
    weight = sum(
        WEIGHTS[kind] * count / (0.6 + 0.4 * sizes[kind] / (sizes[kind] + 20)) for kind, count in counts.items()
    )
    return min(89, max(1, round(89 * weight / (3 + weight))))


def occurrences(records: Sequence[Record]) -> dict[str, dict[int, tuple[int, list[int]]]]:
    """Word -> paper -> impact and positions."""
    found: defaultdict[str, dict[int, tuple[int, list[int]]]] = defaultdict(dict)
    for number, record in enumerate(records):
        stands: defaultdict[str, list[int]] = defaultdict(list)
        counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
        kinds = [0, *(1 for _ in record.authors), 2, 3, 4]
        sizes = [0] * 5
        at = 0
        for kind, field in zip(kinds, record.fields(), strict=True):
            sizes[kind] += len(field)
            for place in field:
                for word in place:
                    stands[word].append(at)
                    counts[word][kind] += 1
                at += 1
            at += GAP
        for word, positions in stands.items():
            found[word][number] = (impact(record, counts[word], sizes), positions)
    return found


def papers_text(numbers: Sequence[int]) -> str:
    return "".join(code(number - before - 1) for number, before in zip(numbers, [-1, *numbers], strict=False))


def positions_text(positions: Sequence[int]) -> str:
    text = ""
    for at, position in enumerate(positions):
        text += code(2 * (position - (positions[at - 1] if at else 0)) + (at + 1 < len(positions)))
    return text


def terms(records: Sequence[Record], dates: Iterable[str]) -> dict[str, tuple[int, str, str]]:
    """Term -> number of papers, postings, positions."""
    found: dict[str, tuple[int, str, str]] = {f"={date}": (0, "", "") for date in dates}
    keys: defaultdict[str, list[int]] = defaultdict(list)
    for number, record in enumerate(records):
        own = [f"@{author_key(name)}" for name in record.authors] + [f"={ident}" for ident in record.ids]
        for key in dict.fromkeys(own):
            keys[key].append(number)
    found |= {key: (len(numbers), papers_text(numbers), "") for key, numbers in keys.items()}
    for word, papers in occurrences(records).items():
        impacts = "".join(code(impact) for impact, _ in papers.values())
        positions = "".join(positions_text(places) for _, places in papers.values())
        found[word] = (len(papers), papers_text(list(papers)) + impacts, positions)
    return found


def spelled(words: Sequence[str]) -> str:
    """Sorted words, each as what it shares with the one before (in UTF-16 units, at most 60), and its rest."""
    lines = []
    for at, word in enumerate(words):
        before = units(words[at - 1])[:120] if at else b""
        mine = units(word)
        shared = 0
        while shared < len(before) and before[shared : shared + 2] == mine[shared : shared + 2] and shared < len(mine):
            shared += 2
        if shared and 0xD8 <= mine[shared - 2] <= 0xDB:  # half a pair
            shared -= 2
        lines.append(code(shared // 2) + mine[shared:].decode("utf-16-be", "surrogatepass"))
    return "\n".join(lines)


def split(words: Sequence[str], size: int) -> list[Sequence[str]]:
    return [words[start : start + size] for start in range(0, len(words), size)]


def cuts(texts: Sequence[str], cut: int) -> list[str]:
    """Texts, one behind the other, in files that end once they have `cut` units."""
    files = [""]
    for text in texts:
        files[-1] += text
        if length(files[-1]) >= cut:
            files.append("")
    return [file for file in files if file]


def authors(records: Sequence[Record], block: int, names: int) -> dict[str, object]:
    papers = Counter(key for record in records for key in {author_key(name) for name in record.authors})
    shown = {author_key(name): name for record in reversed(records) for name in reversed(record.authors)}
    ranked = sorted(shown, key=lambda key: (-papers[key], key))
    data: dict[str, object] = {}
    for number, start in enumerate(range(0, len(records), block)):
        text = ""
        for record in records[start : start + block]:
            own = list(dict.fromkeys(author_key(name) for name in record.authors))
            text += code(len(own)) + "".join(code(ranked.index(key)) for key in own)
        data[f"authors/{number}"] = text
    for number, part in enumerate(split(ranked, names)):
        data[f"names/{number}"] = [shown[key] for key in part]
    return data


def shown(record: Record) -> list[object]:
    return [
        *(record.address, record.title, list(record.authors[:8]), len(record.authors), record.date),
        *(record.gist, record.abstract, list(record.category), record.title.upper(), bool(record.withdrawn)),
    ]


def encode(
    records: Sequence[Record], *, shard: int = 50, cut: int = 200, chunk: int = 4, block: int = 7, names: int = 5,
    dates: Iterable[str] = (), labels: Mapping[str, str] | None = None,
) -> dict[str, object]:  # fmt: skip
    """The data of all files by name. Small shards, so that few papers need many."""
    found = terms(records, dates)
    shards = split(sorted(found, key=units), shard)
    backwards = split(sorted((word[::-1] for word in found if word[0] not in "@="), key=units), shard)
    data: dict[str, object] = {f"reversed/{number}": spelled(part) for number, part in enumerate(backwards)}
    for number, part in enumerate(shards):
        held = [found[term] for term in part]
        counts = "".join(code(n) + code(length(one)) + code(length(other)) for n, one, other in held)
        data[f"words/{number}"] = [spelled(part), counts]
        for folder, kind in (("postings", 1), ("positions", 2)):
            for k, text in enumerate(cuts([str(each[kind]) for each in held], cut)):
                data[f"{folder}/{number}.{k}"] = text
    facets, columns = [], {}
    for name in FACETS:
        values = sorted({value for record in records for value in getattr(record, name)})
        sets = sorted({getattr(record, name) for record in records})
        facets.append({"name": name, "title": name.title(), "values": [[v, (labels or {}).get(v, v)] for v in values]})
        columns[name] = {
            "sets": [[values.index(value) for value in own] for own in sets],
            "column": "".join(code(sets.index(getattr(record, name))) for record in records),
        }
    data |= authors(records, block, names)
    data |= {f"papers/{number}": [shown(r) for r in part] for number, part in enumerate(split(records, chunk))}  # type: ignore[arg-type]
    data["facets"] = columns
    days = Counter(record.date for record in records)
    data["dates"] = {"days": sorted(days), "papers": "".join(code(days[day]) for day in sorted(days))}
    data["index"] = {
        "papers": len(records), "asOf": max((record.date for record in records), default=None), "cut": cut,
        "chunk": chunk,
        "words": [part[0] for part in shards], "reversed": [part[0] for part in backwards], "facets": facets,
        "authors": {"block": block, "names": names},
    }  # fmt: skip
    return data


def scripts(data: Mapping[str, object], version: str = "a") -> dict[str, bytes]:
    """The files as they are served, by name."""
    return {
        name: f'daybook_file("{name}","{"" if name.startswith("papers/") else version}",'
        f"{json.dumps(value, ensure_ascii=False)});\n".encode("utf-8", "surrogatepass")
        for name, value in data.items()
    }

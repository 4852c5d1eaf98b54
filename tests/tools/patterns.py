"""Every regular expression of the package, how it is used, and texts that would make a careless one slow."""

import ast
import importlib
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from re import (
    _compiler,  # type: ignore[attr-defined]
    _parser,  # type: ignore[attr-defined]
)
from re import _constants as sre  # type: ignore[attr-defined]
from types import ModuleType
from typing import Any, TypeGuard

import daybook

Found = tuple[str, re.Pattern[Any], set[str]]  # name, pattern, and the methods it is used by
_ANCHORED = {"match", "fullmatch"}
_METHODS = {"search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn"}
_UNKNOWN = "word"  # what stands in a pattern for a part that is known only when it is compiled
_MOST_TEXTS = 200
_MOST_WORDS = 6  # of the alternatives of a pattern, so many are tried: long lists of words are alike


@dataclass(slots=True)
class Use:
    """A pattern of a module, and whether it is looked for from more than one place of a text."""

    module: str
    name: str
    pattern: re.Pattern[Any]
    methods: set[str] = field(default_factory=set)

    @property
    def everywhere(self) -> bool:
        """Whether a match may begin anywhere: not where it is only asked for at the beginning of a text."""
        return not self.methods or bool(self.methods - _ANCHORED)

    def work(self, text: str) -> None:
        """Look for the pattern in `text` as the package does."""
        read = text if isinstance(self.pattern.pattern, str) else text.encode("utf-8", "replace")
        for method in self.methods - {"search"} if not self.everywhere else ():
            getattr(self.pattern, method)(read)
        if self.everywhere:
            for _ in self.pattern.finditer(read):
                pass

    @property
    def nested(self) -> bool:
        """Whether a repetition repeats another one, or alternatives: work may then double with each character."""
        return any(_is_ambiguous(body) for body in _bodies(_tree(self.pattern)))


def uses() -> list[Use]:
    """All patterns of the package: of globals, classes and what they hold, and those written where they are used."""
    names = [each.name for each in pkgutil.walk_packages(daybook.__path__, "daybook.") if "__main__" not in each.name]
    modules = [daybook, *map(importlib.import_module, names)]
    trees = {module: ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")) for module in modules}
    found: dict[tuple[bytes | str, int], Use] = {}
    for named in (True, False):
        for module in modules:
            for name, pattern, methods in (_held if named else _written)(module, trees):
                key = (pattern.pattern, pattern.flags)
                if named or "compile" not in methods or key not in found:
                    found.setdefault(key, Use(module.__name__, name, pattern)).methods.update(methods)
    return list(found.values())


def _held(module: ModuleType, trees: dict[ModuleType, ast.Module]) -> Iterator[Found]:
    """The patterns that a module's names hold, also in classes and collections; the methods called by those names."""
    for name, pattern in _within(vars(module), "", module, 0):
        own = re.findall(r"\w+", name)[0]
        callers = [trees[module]] if own.startswith("_") else list(trees.values())
        yield name, pattern, {method for tree in callers for method in _called(tree).get(own, ())}


def _within(value: Any, name: str, module: ModuleType, depth: int) -> Iterator[tuple[str, re.Pattern[Any]]]:
    if isinstance(value, re.Pattern):
        yield name, value
    elif isinstance(value, type) and value.__module__ == module.__name__:
        yield from _within(dict(vars(value)), name, module, depth + 1)
    elif depth < 4 and isinstance(value, dict):
        for key, each in list(value.items()):
            yield from _within(each, f"{name} {key}".strip(), module, depth + 1)
    elif depth < 4 and isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from _within(each, name, module, depth + 1)


@cache
def _called(tree: ast.Module) -> dict[str, set[str]]:
    """Name -> methods of a pattern called on it: "match" with a place as "search", since it is asked at many places."""
    found: dict[str, set[str]] = defaultdict(set)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    for call in calls:
        assert isinstance(call.func, ast.Attribute)
        anchored = call.func.attr in _ANCHORED and len(call.args) == 1
        if call.func.attr in _METHODS:
            found[_name(call.func.value)].add(call.func.attr if anchored else "search")
    known = {id(call.func) for call in calls} | {id(each.value) for each in ast.walk(tree) if _attribute(each)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load) and id(node) not in known:
            found[_name(node.value if _attribute(node) else node)].add("search")  # handed on: nobody knows what for
    return found


def _attribute(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Whether `node` takes a pattern's method or text."""
    return isinstance(node, ast.Attribute) and node.attr in _METHODS | {"pattern"}


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _written(module: ModuleType, trees: dict[ModuleType, ast.Module]) -> Iterator[Found]:
    """Patterns that stand as strings where they are used or compiled."""
    for node in ast.walk(trees[module]):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        if _name(node.func.value) == "re" and node.func.attr in _METHODS | {"compile"}:
            text = _text(node.args[0], module)
            if text is not None:
                yield f"line {node.lineno}", _compiled(text, node), {node.func.attr}


def _compiled(text: str | bytes, node: ast.Call) -> re.Pattern[Any]:
    flags = 0
    for each in [*node.args[1:], *(keyword.value for keyword in node.keywords)]:
        for name in ast.walk(each):
            if isinstance(name, ast.Attribute) and isinstance(getattr(re, name.attr, None), re.RegexFlag):
                flags |= getattr(re, name.attr)
    return re.compile(text, flags)


def _text(node: ast.expr, module: ModuleType) -> str | bytes | None:
    """The pattern that `node` writes, as far as it is known before it runs; None for a compiled one."""
    if isinstance(node, ast.JoinedStr):
        parts = [str(each.value) if isinstance(each, ast.Constant) else _filled(each, module) for each in node.values]
        return "".join(parts)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = (_text(each, module) for each in (node.left, node.right))
        return None if left is None or right is None else left + right  # type: ignore[operator]
    try:
        value = eval(compile(ast.Expression(node), "", "eval"), dict(vars(module)))
    except Exception:  # of names that are local
        return _UNKNOWN
    return value if isinstance(value, str | bytes) else None


def _filled(node: ast.expr, module: ModuleType) -> str:
    try:
        whole = ast.fix_missing_locations(ast.Expression(ast.JoinedStr([node])))
        return str(eval(compile(whole, "", "eval"), dict(vars(module))))
    except Exception:
        return _UNKNOWN


def texts(use: Use) -> list[tuple[str, str, str]]:
    """(beginning, piece to repeat, end): what may make `use` slow, by its pattern's own parse tree. The pieces are one
    character for each set of characters that the pattern tells apart, pairs of them, what every repetition repeats,
    alone and with what leads to it; the ends are none, and two that few patterns take. A line end is a piece in any
    case."""
    pattern = use.pattern
    tree = _tree(pattern)
    letters = _letters(tree, pattern.flags)
    pairs = [("", a + b) for a in letters for b in letters if a < b]
    found: dict[tuple[str, str], None] = dict.fromkeys([("", a) for a in letters] + pairs)
    repeats = list(_repeats(tree, ""))
    letters = letters[: max(3, _MOST_TEXTS // max(1, len(repeats)))]
    for before, body in repeats:
        for piece in (body, before + body, *letters):
            found[before, piece] = None
        found["", before + body] = None
        for letter in letters:
            found["", before + body + letter] = None
    ends = ("\x01", "") if use.everywhere else ("\x01", "", " \x01")
    alone = {piece for _, piece in repeats} | set(letters)
    return [
        (before, piece, end)
        for before, piece in found
        if piece
        for end in (ends if piece in alone or not use.everywhere else ends[:1])
    ]


_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)


def _tree(pattern: re.Pattern[Any]) -> Any:
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    return _parser.parse(text, pattern.flags)


def _bodies(tree: Any) -> Iterator[Any]:
    """What is repeated, for each repetition of a pattern."""
    for op, value in tree:
        below = _below(op, value)
        if op in _REPEATS and value[1] > 1:
            yield below[0]
        for each in below:
            yield from _bodies(each)


def _is_ambiguous(tree: Any) -> bool:
    return any(op in (*_REPEATS, sre.BRANCH) or any(map(_is_ambiguous, _below(op, value))) for op, value in tree)


def _letters(tree: Any, flags: int) -> list[str]:
    """One character for each set that the pattern's classes and literals tell apart."""
    tests = list(_classes(tree))
    classes = [test for test in tests if test[0] is not sre.LITERAL]
    unique = list({str(test): test for test in classes + tests}.values())[:60]
    offered = {" ", "\n", "a", "A", "0", ".", "-", "\u00e9", "\x02", "/", "<", ",", "\t", "_", "(", '"'}
    for op, value in tests:
        for low, high in _ranges(op, value):
            offered |= {chr(code) for code in (low, high, low - 1, high + 1) if 0 <= code < 0x110000}
    if flags & re.IGNORECASE:
        offered |= {each.swapcase() for each in offered if len(each.swapcase()) == 1}
    known: dict[tuple[bool, ...], str] = {}
    compiled = [_alone(op, value, flags) for op, value in unique]
    for letter in sorted(offered, key=lambda each: (not each.isascii(), each)):
        if not 0xD800 <= ord(letter) < 0xE000:
            known.setdefault(tuple(bool(test(letter)) for test in compiled), letter)
    return list(dict.fromkeys(["\n", *list(known.values())[:11]]))


def _classes(tree: Any) -> Iterator[tuple[Any, Any]]:
    for op, value in tree:
        if op in (sre.LITERAL, sre.NOT_LITERAL, sre.IN, sre.ANY):
            yield op, value
        for below in _below(op, value):
            yield from _classes(below)


def _below(op: Any, value: Any) -> list[Any]:
    """The trees within a node."""
    if op is sre.BRANCH:
        return list(value[1])
    if op in _REPEATS:
        return [value[2]]
    if op is sre.SUBPATTERN:
        return [value[3]]
    if op in (sre.ASSERT, sre.ASSERT_NOT):
        return [value[1]]
    if op is sre.ATOMIC_GROUP:
        return [value]
    if op is sre.GROUPREF_EXISTS:
        return [each for each in value[1:] if each is not None]
    return []


def _ranges(op: Any, value: Any) -> Iterator[tuple[int, int]]:
    if op in (sre.LITERAL, sre.NOT_LITERAL):
        yield value, value
    elif op is sre.IN:
        for kind, each in value:
            if kind is sre.LITERAL:
                yield each, each
            elif kind is sre.RANGE:
                yield each


def _alone(op: Any, value: Any, flags: int) -> Any:
    """A test of one character against one class or literal of a pattern."""
    state = _parser.State()
    return _compiler.compile(_parser.SubPattern(state, [(op, value)]), flags).fullmatch


def _repeats(tree: Any, before: str) -> Iterator[tuple[str, str]]:
    """(a text that leads to a repetition, a text that it repeats), for each repetition of a pattern."""
    for op, value in tree:
        if op in _REPEATS and value[1] > 1:
            for body in _samples(value[2]):
                yield before, body
        below = _below(op, value)
        if op is sre.BRANCH:
            below = _some(below)
        for each in below:
            yield from _repeats(each, before)
        before += _sample(op, value)


def _some(alternatives: list[Any]) -> list[Any]:
    """A few of many alternatives: the first, the last, and those between that repeat anything."""
    if len(alternatives) <= _MOST_WORDS:
        return alternatives
    between = [each for each in alternatives[1:-1] if next(_repeats(each, ""), None)]
    return [alternatives[0], *between, alternatives[-1]]


def _samples(tree: Any) -> list[str]:
    """A few texts that `tree` takes: by each of its alternatives, where they are few."""
    found = [""]
    for op, value in tree:
        if op is sre.SUBPATTERN:
            parts = _samples(value[3])
        elif op is sre.BRANCH:
            some = value[1] if len(value[1]) <= _MOST_WORDS else [*value[1][: _MOST_WORDS - 1], value[1][-1]]
            parts = [text for each in some for text in _samples(each)]
        else:
            parts = [_sample(op, value)]
        found = [one + other for one in found for other in parts][:_MOST_WORDS]
    return list(dict.fromkeys(found))


def _sample(op: Any, value: Any) -> str:
    """One short text that a node takes."""
    if op is sre.LITERAL:
        return chr(value)
    if op in (sre.ANY, sre.NOT_LITERAL):
        return "a"
    if op is sre.IN:
        offered = ("a", "A", "0", " ", "-", *(chr(low) for low, _ in _ranges(op, value)), "\u00e9", ".", "\x02")
        test = _alone(op, value, re.UNICODE)
        return next(filter(test, offered), "a")
    if op in _REPEATS:
        return _samples(value[2])[0] * max(value[0], 1 if value[1] else 0)
    if op in (sre.SUBPATTERN, sre.BRANCH):
        return _samples([(op, value)])[0]
    if op is sre.ATOMIC_GROUP:
        return _samples(value)[0]
    return ""

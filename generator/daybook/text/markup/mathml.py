"""Formulas as HTML with MathML, by KaTeX running in QuickJS: no Node, no browser, nothing to run for the reader."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Sequence

import quickjs

_LONGEST = 2000  # characters of a formula's source
_LONGEST_CHEMISTRY = 300  # of one with \\ce or \\pu: mhchem takes time by the square, and prints much for little
_DEEPEST = 60  # braces within braces; KaTeX's parser recurses
_MOST_CELLS = 100  # of matrices and aligned lines; KaTeX takes time by the square
_LARGEST = 64_000  # characters of HTML; the largest formula of 7,000 in abstracts has 28,000
_SECONDS = 20  # of CPU time: hundreds of times what any formula within the other limits needs
_BYTES = 256_000_000  # of the engine's memory, likewise

MACROS = {
    r"\eps": r"\varepsilon",
    r"\E": r"\mathbb{E}",
    r"\Z": r"\mathbb{Z}",
    r"\Q": r"\mathbb{Q}",
    r"\F": r"\mathbb{F}",
    r"\poly": r"\operatorname{poly}",
    r"\polylog": r"\operatorname{polylog}",
    r"\Var": r"\operatorname{Var}",
    r"\Cov": r"\operatorname{Cov}",
    r"\tr": r"\operatorname{tr}",
    r"\rank": r"\operatorname{rank}",
    r"\diag": r"\operatorname{diag}",
    r"\sign": r"\operatorname{sign}",
    r"\sgn": r"\operatorname{sgn}",
    r"\supp": r"\operatorname{supp}",
    r"\OPT": r"\mathsf{OPT}",
    r"\Real": r"\mathbb{R}",
    r"\ceil": r"\lceil #1 \rceil",
    r"\floor": r"\lfloor #1 \rfloor",
    r"\nicefrac": r"{#1}/{#2}",
    r"\sfrac": r"{#1}/{#2}",
    r"\ensuremath": r"#1",
    r"\mathbbm": r"\mathbb{#1}",
    r"\mathds": r"\mathbb{#1}",
    r"\mbox": r"\text{#1}",
    r"\textsc": r"\text{#1}",
    r"\textsl": r"\textit{#1}",
    r"\emph": r"\textit{#1}",
    r"\xspace": r"",
    r"\protect": r"",
    r"\la": r"\lesssim",
    r"\ga": r"\gtrsim",
    r"\msun": r"M_\odot",
    r"\rsun": r"R_\odot",
    r"\lsun": r"L_\odot",
}
"""Commands of journals and packages that authors take for granted in abstracts."""

# A listing may contain formulas, but no programs, and nothing that escapes its place on the page.
_BARRED = re.compile(
    r"\\(?:[gex]?def|g?let|futurelet|(?:re|provide)?newcommand|providecommand|global|long|char|raise|lower|raisebox|rule"
    r"|m?kern|[mh]skip|[lrc]lap|math[lrc]lap|href|url|html[A-Z]?[a-z]*|includegraphics|verb|tag)(?![a-zA-Z])"
)

# Environments by their plain names; two of them take a number of columns, limited to two digits.
_UNBOUNDED = re.compile(r"\\begin(?!\s*\{[a-zA-Z]+\*?\})|\\begin\s*\{align(?:ed)?at\*?\}(?!\s*\{\d\d?\})")
_CHEMISTRY = re.compile(r"\\(?:ce|pu)(?![a-zA-Z])")
_NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")  # the engine takes C strings in UTF-8

_OUT_OF_BOUNDS = re.compile(r"InternalError: (?:interrupted|out of memory)")
_BARE = re.compile(r"(?<!\\)[%#]")  # TeX's comments and parameters; to authors the signs, as in #P

_PROGRAM = """(function (source, display) {
  return katex.renderToString(source, {
    displayMode: display, output: "htmlAndMathml", throwOnError: true, strict: "ignore", trust: false,
    maxExpand: 500, maxSize: 20, macros: Object.assign({}, MACROS)
  });
})"""


class MathRenderer:
    """Renders formulas and caches the results, since the same formulas recur.

    scripts: the texts of katex.min.js and of the extensions to load after it. Safe to use from several threads.
    """

    def __init__(self, scripts: Sequence[str]) -> None:
        self._scripts = tuple(scripts)
        self._local = threading.local()  # an engine belongs to the thread that made it
        self._rendered: dict[tuple[str, bool], str | None] = {}
        self._excessive: set[tuple[str, bool]] = set()

    def render(self, tex: str, display: bool) -> str | None:
        """The formula `tex` (without dollars) as HTML on one line.

        None if KaTeX cannot read it, or if it would cost too much time, memory or room on the page.
        """
        key = (tex, display)
        if key not in self._rendered:
            self._rendered[key] = self._fresh(tex, display)
        return self._rendered[key]

    def is_excessive(self, tex: str, display: bool) -> bool:
        """Whether the formula is not rendered because of what it would cost."""
        self.render(tex, display)
        return (tex, display) in self._excessive

    def _fresh(self, tex: str, display: bool) -> str | None:
        if _BARRED.search(tex) or _NO_TEXT.search(tex):
            return None
        html = None if _is_unbounded(tex) else self._typeset(_BARE.sub(r"\\\g<0>", tex), display)
        if html is None or len(html) > _LARGEST:
            self._excessive.add((tex, display))
            return None
        return html.replace("\n", " ") or None

    def _typeset(self, tex: str, display: bool) -> str | None:
        """KaTeX's HTML: "" if it cannot read the formula, None if that took too much time or memory."""
        try:
            html = self._engine()(tex, display)
        except quickjs.JSException as error:
            if not _OUT_OF_BOUNDS.match(str(error)):
                return ""
            del self._local.engine  # its state after the interruption is unknown
            return None
        return html if isinstance(html, str) else ""

    def _engine(self) -> Callable[[str, bool], object]:
        engine: Callable[[str, bool], object] | None = getattr(self._local, "engine", None)
        if engine is None:
            context = quickjs.Context()
            context.set_memory_limit(_BYTES)
            for script in self._scripts:
                context.eval(script)
            context.eval(f"var MACROS = {json.dumps(MACROS)};")
            engine = context.eval(_PROGRAM)
            context.set_time_limit(_SECONDS)
            self._local.context = context  # the function does not keep its context alive
            self._local.engine = engine
        return engine


def _is_unbounded(tex: str) -> bool:
    """Whether the length of `tex` alone does not bound the cost of rendering it."""
    longest = _LONGEST_CHEMISTRY if _CHEMISTRY.search(tex) else _LONGEST
    cells = tex.count("&") + tex.count(r"\\")
    return len(tex) > longest or cells > _MOST_CELLS or _UNBOUNDED.search(tex) is not None or _depth(tex) > _DEEPEST


def _depth(tex: str) -> int:
    """How deep `tex` may nest: open braces, and commands that take an argument without braces."""
    depth = deepest = 0
    for brace in re.findall(r"(?<!\\)[{}]|\\left|\\begin", tex):
        depth += -1 if brace == "}" else 1
        deepest = max(deepest, depth)
    chains = re.findall(r"(?:\\[a-zA-Z]+ *|[\^_]){30,}", tex)
    return deepest + (_DEEPEST if chains else 0)

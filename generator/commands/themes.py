"""`daybook themes why | check | suggest | add`: what the rules in themes.yml do, and new ones."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from generator import taxonomy
from generator.commands import arguments
from generator.context import Context
from generator.describe import memo, themes
from generator.describe.themes import Assigner, Evidence, Score, assigner, compare, rules, starter
from generator.describe.themes import suggest as proposing
from generator.errors import GeneratorError, SettingsError
from generator.model import Archive, Paper, Theme, arxiv_id
from generator.runtime import terminal
from generator.runtime.cache import Cache
from generator.text import markup

KINDS = 20  # kinds of change listed
EXAMPLES = 3  # papers shown for each of the most frequent kinds of change
SHOWN = 8  # kinds of change with examples
TITLE = 90  # characters of a title


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command lines."""
    parser.epilog = "example: daybook themes why 2603.00356"
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    text = "Print a paper's themes, and what counts for and against each."
    command = commands.add_parser("why", help=text, description=text)
    arguments.common(command, lambda context, options: why(context, options.paper), "daybook themes why 2603.00356")
    command.add_argument("paper", metavar="ID", help="an arXiv id in any form, or a key that `daybook papers` prints")

    text = "Print which papers would get a different first theme if the rules changed, and which phrases move them."
    command = commands.add_parser("check", help=text, description=text)
    arguments.common(command, lambda context, options: check(context, options.file), "daybook themes check new.yml")
    command.add_argument("file", nargs="?", type=Path, metavar="FILE", help="rules to compare with the archive's "
                         "themes.yml (default: compare themes.yml with the rules of the last build)")  # fmt: skip

    text = "Print themes suggested by the archive's papers, as a themes.yml to edit."
    command = commands.add_parser("suggest", help=text, description=text)
    arguments.common(
        command,
        lambda context, options: suggest(context, options.category, options.themes, every=options.all),
        "daybook themes suggest --category cs.IT > new.yml",
    )
    command.add_argument("--category", metavar="CODE", help="only papers in this category (default: all papers)")
    command.add_argument("--themes", type=arguments.positive, metavar="N", help="at most N themes (default: no limit)")
    command.add_argument("--all", action="store_true", help="also read papers that have a theme already")

    text = "Append the starter themes of arXiv categories to themes.yml."
    command = commands.add_parser("add", help=text, description=text)
    arguments.common(command, lambda context, options: add(context, options.codes), "daybook themes add cs.NI math.ST")
    command.add_argument("codes", nargs="+", metavar="CODE", help="an arXiv category")


def why(context: Context, name: str) -> None:
    """Print a paper's themes, and what counts for and against each."""
    rules = themes.parse(context.rules())
    _write(_explained(_paper(context.fold(published=False, described=False), name), rules))


def _write(lines: Iterable[str]) -> None:
    for text in lines:
        for line in text.split("\n"):
            terminal.say(line)


def _paper(archive: Archive, name: str) -> Paper:
    """The paper with an arXiv id in any form, or with this key now or formerly. Raises GeneratorError."""
    known = arxiv_id.parse(name)
    key = arxiv_id.key(known.id) if known else name.strip()
    paper = archive.papers.get(archive.redirects.get(key, key))
    if paper is None:
        hint = "use an arXiv id such as 2603.00356, or a key that `daybook papers` prints"
        raise GeneratorError("no such paper in this archive", subject=name, hint=hint)
    return paper


def _explained(paper: Paper, rules: Sequence[Theme]) -> Iterator[str]:
    assigned = Assigner(rules)
    explanation = assigned.explain(*compare.words(paper))
    names = {rules[place].slug: rules[place].name for place in sorted(assigned.judged(paper.categories))}
    yield f"{paper.arxiv_id or paper.key}  {markup.plain(paper.title)}"
    best = "too little matches" if any(not score.excluded for score in explanation.scores) else "no rule matches"
    yield f"themes: {', '.join(explanation.themes) or f'none: {best}'}"
    for place, score in enumerate(explanation.scores):
        yield f"\n{score.slug} ({names[score.slug]}): {_verdict(score, place, explanation)}"
        yield from (f"  {one.points:+6.3g}  {_evidence(one)}" for one in score.evidence)
    silent = set(names) - {score.slug for score in explanation.scores}
    if silent:
        yield f"\nno rule matches: {', '.join(slug for slug in names if slug in silent)}"


def _verdict(score: Score, place: int, explanation: themes.Explanation) -> str:
    points = f"{score.points:.3g} point{'' if score.points == 1 else 's'}"
    if score.excluded:
        return f"excluded by {_listed(score.excluded)}, despite {points}"
    if score.slug in explanation.themes:
        return f"{points}, the {('first', 'second')[explanation.themes.index(score.slug)]} theme"
    if score.points <= 0 or not explanation.themes:
        return f"{points}, not assigned" + (f": {score.needed:g} are needed" if score.points < score.needed else "")
    if score.points >= score.needed:
        return f"{points}, not assigned: a paper has at most two themes"
    rule = f"{assigner.SECOND_SHARE:.0%} of the first theme's points, and at least {assigner.SECOND_LEAST:g}"
    return f"{points}, not assigned" + (f": a second theme needs {score.needed:.3g} ({rule})" if place == 1 else "")


def _listed(phrases: Sequence[str]) -> str:
    return ", ".join(f'"{phrase}"' for phrase in phrases)


def _evidence(one: Evidence) -> str:
    if one.place == "categories":
        return f"the {'primary ' if one.kind == 'home' else ''}category {one.words}"
    times = "once" if one.times == 1 else f"{one.times:g} times"
    weight = f"weight {one.weight:.2g}" + (
        f", multiplied by {assigner.TITLE:g} in titles" if one.place == "title" else ""
    )
    if one.kind == "weighed" and one.times > assigner.OFTEN:
        times += f", of which {assigner.OFTEN} count"
    return f'"{one.words}" in the {one.place} {times} ({weight})'


def check(context: Context, file: Path | None) -> None:
    """Print what changed rules would move: the rules in `file` against the archive's, or without a file, the archive's
    against those of the last build.
    """
    before, after, names = _rules(context, file)
    papers = context.fold(published=False, described=False).papers.values()
    comparison = compare.compare(papers, Assigner(after if before is None else before), Assigner(after))
    lines = [f"{names[1]} is valid: {len(after)} themes"]
    if before is None:
        lines.append("nothing to compare with: nothing has been built with other rules yet")
    else:
        lines += _moved(comparison, names[0])
        lines += _examples(comparison, Assigner(before), Assigner(after))
    _write([*lines, *_table(comparison, _slugs(before or (), after), compared=before is not None)])


def _rules(context: Context, file: Path | None) -> tuple[tuple[Theme, ...] | None, tuple[Theme, ...], tuple[str, str]]:
    """(rules before, rules after, names of both)."""
    own = context.rules()
    if file is not None:
        return themes.parse(own), _parsed(file), (themes.NAME, str(file))
    built = memo.built(Cache(context.folder))
    after = themes.parse(own)
    try:
        return (themes.parse(built) if built is not None else None), after, ("the rules of the last build", themes.NAME)
    except SettingsError:  # the last build was by an older version with other rules
        return None, after, ("", themes.NAME)


def _parsed(file: Path) -> tuple[Theme, ...]:
    try:
        return themes.parse(file.read_text(encoding="utf-8"))
    except SettingsError as error:
        raise error.at(str(file)) from None
    except (OSError, UnicodeDecodeError) as error:
        problem = "not valid UTF-8" if isinstance(error, UnicodeDecodeError) else (error.strerror or "cannot be read")
        raise SettingsError(problem, subject=str(file), hint="name a file in the format of themes.yml") from None


def _slugs(before: Sequence[Theme], after: Sequence[Theme]) -> list[str]:
    """The themes of both sets of rules: those of the later one in its order, then those removed."""
    return list(dict.fromkeys(theme.slug for theme in (*after, *before)))


def _moved(comparison: compare.Comparison, before: str) -> Iterator[str]:
    kinds = comparison.first_moves()
    moved, papers = sum(len(moves) for _, moves in kinds), comparison.after.total()
    yield (
        f"{papers:,} papers, against {before}: {moved:,} change their first theme,"
        f" {len(comparison.moves) - moved:,} only their second, {papers - len(comparison.moves):,} keep both"
    )
    if kinds:
        yield "\npapers  first theme"
    yield from (f"{len(moves):6,}  {_arrow(first)}" for first, moves in kinds[:KINDS])
    if len(kinds) > KINDS:
        yield f"{sum(len(moves) for _, moves in kinds[KINDS:]):6,}  in {len(kinds) - KINDS:,} other ways"


def _arrow(first: tuple[str, str]) -> str:
    return f"{first[0] or '(no theme)'} -> {first[1] or '(no theme)'}"


def _examples(comparison: compare.Comparison, before: Assigner, after: Assigner) -> Iterator[str]:
    """Papers for the most frequent kinds of change, with the phrases that moved them."""
    for first, moves in comparison.first_moves()[:SHOWN]:
        yield f"\n{_arrow(first)}, such as"
        for move in moves[:EXAMPLES]:
            yield f"  {move.paper.arxiv_id or move.paper.key}  {markup.plain(move.paper.title)[:TITLE]}"
            yield from (f"    {reason}" for reason in compare.reasons(move, before, after))


def _table(comparison: compare.Comparison, slugs: Sequence[str], *, compared: bool) -> Iterator[str]:
    """The number of papers by first theme."""
    yield "\nbefore   after  change  first theme" if compared else "\npapers  first theme"
    for slug in [*slugs, compare.NONE]:
        old, new = comparison.before[slug], comparison.after[slug]
        name = slug or "(no theme)"
        yield f"{old:6,}  {new:6,}  {new - old:+6,}  {name}" if compared else f"{new:6,}  {name}"


def suggest(context: Context, category: str | None, wanted: int | None, *, every: bool) -> None:
    """Print themes suggested by the papers of a category (None: all papers) as the text of a themes.yml.

    Unless `every`, papers that have a theme already are left out.
    """
    settings = context.settings()
    code = taxonomy.canonical(category) if category is not None else None
    papers = [
        paper
        for paper in context.fold(published=False, described=False).papers.values()
        if code is None or _is_in(paper, code)
    ]
    name = category or settings.title or "this archive"
    left = [paper for paper in papers if every or not paper.themes]
    if len(left) < proposing.FEWEST:
        near = difflib.get_close_matches(category or "", taxonomy.all_codes(), n=1) if not papers else ()
        more = f"ingest at least {proposing.FEWEST} papers"
        if len(papers) >= proposing.FEWEST:
            problem = f"only {len(left)} of {len(papers):,} papers have no theme, too few to suggest more"
            raise GeneratorError(problem, subject=name, hint="read all papers with --all")
        hint = f"did you mean {near[0]!r}?" if near and near[0] != category else more
        raise GeneratorError(f"{len(papers)} papers are too few to suggest themes", subject=name, hint=hint)
    _write([proposing.render(proposing.suggest(left, wanted), name).rstrip("\n")])


def _is_in(paper: Paper, code: str) -> bool:
    """Whether a paper is in a category, or in any category of an arXiv archive such as `math`."""
    return any(own == code or own.startswith(f"{code}.") for own in paper.categories)


def add(context: Context, codes: Sequence[str]) -> None:
    """Append the starter themes of some categories to themes.yml; one that has a theme of the same name is told of."""
    for code in codes:
        if not starter.of_category(code):
            near = difflib.get_close_matches(code, taxonomy.all_codes(), n=1)
            hint = f"did you mean {near[0]!r}?" if near and near[0] != code else "name an arXiv category such as cs.NI"
            raise GeneratorError("no starter themes for this category", subject=code, hint=hint)
    with context.store.lock():
        own = context.rules()
        present = themes.parse(own)
        new = starter.of_categories(codes, present)
        text = f"{own.rstrip()}\n" if present else starter.HEADING
        try:
            complete = text + rules.render(new)
            themes.parse(complete)
        except SettingsError as error:
            hint = "write its themes as a list of lines that begin with `- slug:`"
            raise SettingsError("cannot be appended to", subject=themes.NAME, hint=hint) from error
        context.store.write_people(themes.NAME, complete)
    context.say(f"{themes.NAME} has {len(new)} new themes: {', '.join(theme.slug for theme in new) or 'none'}")
    wanted = {theme.name.casefold(): theme for theme in starter.of_categories(codes)}
    for theme in present:
        missing = (
            set(wanted[theme.name.casefold()].only) - set(theme.only) if theme.name.casefold() in wanted else set()
        )
        if theme.only and missing:
            context.say(
                f"{theme.slug} is there already: to use it for them, add {', '.join(sorted(missing))} to its categories"
            )

"""`daybook themes why | check | suggest | add`: what the rules in themes.yml do, and new ones."""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from daybook import commands
from daybook.archive import Context, describing, load
from daybook.describe import themes
from daybook.describe.themes import Assigner, Reason, Score, rules
from daybook.describe.themes import suggest as proposing
from daybook.errors import GeneratorError, SettingsError
from daybook.model import Theme, arxiv
from daybook.runtime import terminal
from daybook.text import markup

KINDS = 20  # kinds of change listed
EXAMPLES = 3  # papers shown for each of the most frequent kinds of change
SHOWN = 8  # kinds of change with examples
TITLE = 90  # characters of a title


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    parser.epilog = "example: daybook themes why 2603.00356"
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def verb(run: commands.Run, example: str, text: str) -> argparse.ArgumentParser:
        command = verbs.add_parser(example.split()[0], help=text, description=text)
        commands.common(command, run, f"daybook themes {example}")
        return command

    text = "Print a paper's themes, and what counts for and against each."
    command = verb(lambda context, options: why(context, options.paper), "why 2603.00356", text)
    commands.as_json(command)
    command.add_argument("paper", metavar="ID", help="an arXiv id in any form, a DOI, or a key that `daybook export "
                         "jsonl` prints")  # fmt: skip

    text = "Print which papers would get a different first theme if the rules changed, and which phrases move them."
    command = verb(lambda context, options: check(context, options.file), "check new.yml", text)
    command.add_argument("file", nargs="?", type=Path, metavar="FILE", help="rules to compare with the archive's "
                         "themes.yml (default: compare themes.yml with the rules of the last build)")  # fmt: skip

    text = "Print themes suggested by the archive's papers, as a themes.yml to edit."
    command = verb(
        lambda context, options: suggest(context, options.category, options.themes, every=options.all),
        "suggest --category cs.IT > new.yml", text,
    )  # fmt: skip
    command.add_argument("--category", metavar="CODE", help="only papers in this category (default: all papers)")
    command.add_argument("--themes", type=commands.positive, metavar="N", help="at most N themes (default: no limit)")
    command.add_argument("--all", action="store_true", help="also read papers that have a theme already")

    text = "Append starter themes of arXiv categories to themes.yml, which is written where there is none."
    command = verb(lambda context, options: add(context, options.codes), "add cs.NI math.ST", text)
    command.add_argument("codes", nargs="*", metavar="CODE", help="an arXiv category (default: the archive's own)")


def why(context: Context, name: str) -> dict[str, Any]:
    """Print a paper's themes, and what counts for and against each; returns the same for programs."""
    given = themes.parse(load.rules_of(context))
    paper = commands.Names(load.fold(context, published=False, described=False)).paper(name)
    if paper is None:
        hint = "use an arXiv id such as 2603.00356, or a key that `daybook export jsonl` prints"
        raise GeneratorError("no such paper in this archive", subject=name, hint=hint)
    assigned = Assigner(given)
    explanation = assigned.explain(*themes.words_of(paper))
    names = {given[place].slug: given[place].name for place in sorted(assigned.judged(paper.categories))}
    best = "too little matches" if any(not score.excluded for score in explanation.scores) else "no rule matches"
    lines = [f"{paper.arxiv_id or paper.key}  {markup.plain(paper.title)}"]
    lines.append(f"themes: {', '.join(explanation.themes) or f'none: {best}'}")
    for score in explanation.scores:
        lines.append(f"\n{score.slug} ({names.pop(score.slug)}): {_verdict(score, explanation)}")
        lines += (f"  {one.points:+6.3g}  {_evidence(one)}" for one in score.evidence)
    if not context.quiet:
        _write([*lines, *([f"\nno rule matches: {', '.join(names)}"] if names else [])])
    scores = [
        {**score._asdict(), "evidence": [each._asdict() for each in score.evidence]} for score in explanation.scores
    ]
    return {"paper": paper.key, "title": markup.plain(paper.title), "themes": explanation.themes, "scores": scores}


def _write(lines: Iterable[str]) -> None:
    for line in "\n".join(lines).split("\n"):
        terminal.say(line)


def _verdict(score: Score, explanation: themes.Explanation) -> str:
    points = f"{score.points:.3g} point{'' if score.points == 1 else 's'}"
    if score.excluded:
        return "excluded by " + ", ".join(f'"{phrase}"' for phrase in score.excluded) + f", despite {points}"
    if score.slug in explanation.themes:
        return f"{points}, the {('first', 'second')[explanation.themes.index(score.slug)]} theme"
    if score.points > 0 and score.points >= score.needed:
        return f"{points}, not assigned: a paper has at most two themes"
    if score.points >= score.needed:
        return f"{points}, not assigned"
    if not explanation.themes:
        return f"{points}, not assigned: {score.needed:.3g} are needed"
    rule = f"{themes.SECOND_SHARE:.0%} of the first theme's points, and at least {themes.SECOND_LEAST:g}"
    return f"{points}, not assigned: a second theme needs {score.needed:.3g} ({rule})"


def _evidence(one: Reason) -> str:
    if one.place == "categories":
        return f"the category {one.words}"
    times = "once" if one.times == 1 else f"{one.times:g} times"
    if not one.plain and one.times > themes.OFTEN:
        times += f", of which {themes.OFTEN} count"
    weight = f"weight {one.weight:.2g}" + (f", multiplied by {themes.TITLE:g} in titles" * (one.place == "title"))
    return f'"{one.words}" in the {one.place} {times} ({weight})'


def check(context: Context, file: Path | None) -> None:
    """Print what changed rules would move: the rules in `file` against the archive's, or without a file, the archive's
    against those of the last build, where there was one.
    """
    own, before, against = themes.parse(load.rules_of(context)), None, themes.NAME
    if file is None:
        after, built, against = own, describing.built(context.folder), "the rules of the last build"
        with suppress(SettingsError):  # an older version may have read other rules
            before = None if built is None else themes.parse(built)
    else:
        before, after = own, _parsed(file)
    old, new = Assigner(after if before is None else before), Assigner(after)
    moves = themes.compare(load.fold(context, published=False, described=False).papers.values(), old, new)
    lines = [f"{file or themes.NAME} is valid: {terminal.count(len(after), 'theme')}"]
    was, now = (Counter(move.first[when] for move in moves) for when in (0, 1))
    if before is None:
        lines += ["nothing to compare with: nothing has been built with other rules yet", "\npapers  first theme"]
        lines += (f"{now[slug]:6,}  {slug}" for slug in (*(theme.slug for theme in after), themes.NONE))
    else:
        lines += [*_moved(moves, against, old, new), "\nbefore   after  change  first theme"]
        for slug in dict.fromkeys((*(theme.slug for theme in (*after, *before)), themes.NONE)):
            lines.append(f"{was[slug]:6,}  {now[slug]:6,}  {now[slug] - was[slug]:+6,}  {slug}")
    _write(lines)


def _parsed(file: Path) -> tuple[Theme, ...]:
    try:
        return themes.parse(file.read_text(encoding="utf-8"))
    except SettingsError as error:
        raise error.at(str(file)) from None
    except (OSError, UnicodeDecodeError) as error:
        problem = "not valid UTF-8" if isinstance(error, UnicodeDecodeError) else (error.strerror or "cannot be read")
        raise SettingsError(problem, subject=str(file), hint="name a file in the format of themes.yml") from None


def _moved(moves: Sequence[themes.Move], against: str, old: Assigner, new: Assigner) -> Iterator[str]:
    """How many papers move, from where to where, with examples of the most frequent moves and what caused them."""
    by_first = defaultdict[str, list[themes.Move]](list)
    for move in sorted(moves, key=lambda move: move.first):
        if move.first[0] != move.first[1]:
            by_first[" -> ".join(move.first)].append(move)
    kinds = sorted(by_first.items(), key=lambda kind: -len(kind[1]))
    first, kept = sum(len(moved) for _, moved in kinds), sum(move.before == move.after for move in moves)
    yield (
        f"{len(moves):,} papers, against {against}: {first:,} change their first theme,"
        f" {len(moves) - kept - first:,} only their second, {kept:,} keep both"
    )
    yield from ["\npapers  first theme"] if kinds else []
    yield from (f"{len(moved):6,}  {name}" for name, moved in kinds[:KINDS])
    if len(kinds) > KINDS:
        yield f"{sum(len(moved) for _, moved in kinds[KINDS:]):6,}  in {len(kinds) - KINDS:,} other ways"
    for name, moved in kinds[:SHOWN]:
        yield f"\n{name}, such as"
        for move in moved[:EXAMPLES]:
            yield f"  {move.paper.arxiv_id or move.paper.key}  {markup.plain(move.paper.title)[:TITLE]}"
            yield from (f"    {reason}" for reason in themes.reasons(move, old, new))


def suggest(context: Context, category: str | None, wanted: int | None, *, every: bool) -> None:
    """Print themes suggested by the papers of a category or archive (None: all papers) as the text of a themes.yml.

    Unless `every`, papers that have a theme already are left out.
    """
    name = category or context.settings().title or "this archive"
    asked = arxiv.canonical(category) if category is not None else None
    papers = [
        paper
        for paper in load.fold(context, published=False, described=False).papers.values()
        if asked is None or any(arxiv.is_within(code, asked) for code in paper.categories)
    ]
    left = [paper for paper in papers if every or not paper.themes]
    if len(left) < proposing.FEWEST <= len(papers):
        problem = f"only {len(left)} of {len(papers):,} papers have no theme, too few to suggest more"
        raise GeneratorError(problem, subject=name, hint="read all papers with --all")
    if len(left) < proposing.FEWEST:
        unknown = asked is not None and not (arxiv.is_category(asked) or arxiv.is_archive(asked))
        hint = arxiv.mend(name) if unknown else f"ingest at least {proposing.FEWEST} papers"
        raise GeneratorError(f"{len(papers)} papers are too few to suggest themes", subject=name, hint=hint)
    _write([proposing.render(proposing.suggest(left, wanted), left, name).rstrip("\n")])


def add(context: Context, codes: Sequence[str]) -> None:
    """Append the starter themes of some categories to themes.yml, but not those whose meaning a theme there has."""
    codes = codes or context.settings().drawn
    for code in codes:
        if not rules.of_category(code):
            hint = "name its categories" if arxiv.is_archive(code) else arxiv.mend(code)
            raise GeneratorError("no starter themes for this category", subject=code, hint=hint)
    with context.store.lock():
        own, made = load.rules_of(context), context.store.people(themes.NAME) is None
        present = themes.parse(own)
        new = rules.of_categories(codes, present)
        try:
            complete = (f"{own.rstrip()}\n" if present else rules.HEADING) + rules.render(new)
            themes.parse(complete)
        except SettingsError as error:
            hint = "write its themes as a list of lines that begin with `- slug:`"
            raise SettingsError("cannot be appended to", subject=themes.NAME, hint=hint) from error
        context.store.write_people(themes.NAME, complete)
    if made:
        held = terminal.count(len(present), "theme")
        context.say(f"{themes.NAME} is written, with the {held} that the archive has had so far; edit it")
    if new or not made:
        names = ", ".join(theme.slug for theme in new) or "none"
        context.say(f"{themes.NAME} has {terminal.count(len(new), 'new theme')}: {names}")
    for remark in rules.starter_remarks(codes, present):
        context.say(remark)

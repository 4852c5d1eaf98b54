"""Daybook's plug-in of MkDocs (`plugins: [daybook]`): the archive's name and folders, files, links, generated pages."""

from __future__ import annotations

import logging
import re
from collections.abc import Container, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from jinja2 import Environment
from mkdocs.config import load_config
from mkdocs.config.base import LegacyConfig
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.plugins import EVENTS, BasePlugin
from mkdocs.structure.files import File, Files

from daybook.errors import BuildError, GeneratorError
from daybook.pages import places
from daybook.runtime import files as work_files
from daybook.runtime import locks, parallel, state, terminal
from daybook.search import engine
from daybook.site import app, bodies, layouts, own, publish
from daybook.site.manifest import Served
from daybook.site.publish import Stage, claimed
from daybook.site.sandbox import sandboxed
from daybook.site.work import Plan, Work, heard, plan_by_itself
from daybook.site.writer import facts_of
from daybook.text import language as words
from daybook.view import addresses

_LOG = logging.getLogger("mkdocs.daybook")
_SLICE = 100  # pages that a process lays out at a time
_BY_PEOPLE = places(hand_written=True)
_OF_PAGES = [f"on_{event}" for event in EVENTS if "page" in event]
_UNUSED = re.compile(r"assets/(?:javascripts|stylesheets)/.*|.*\.map|words/.*")  # the theme's own, which no page loads
_COLOURS = re.compile(r"assets/stylesheets/palette\..*\.css")
_SCRIPT = re.compile(r"assets/.*\.js")
_SETTINGS = "styles/.settings.css"  # what archive.yml says of colours and fonts, before an owner's own style sheets
_MATH_FOLDER = "assets/katex/"
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)  # one without an end goes on to the last line, as in CSS
_REMARK = re.compile(r"^[ \t]*+/\*[\s\S]*?(?:\*/[ \t]*+\n|\Z)|(?<![ \t])[ \t]++// .*$", re.MULTILINE)
_SHEETS = {f"styles/{name}/": path for name, path in layouts.SHEETS.items() if name != "daybook"}
_SHEETS["styles/"] = layouts.SHEETS["daybook"]
"""The folders of the parts of the style sheets. Without the hook, pages load the parts one by one."""
_held = ExitStack()
"""What is held from the first event to the last: warnings and, where MkDocs runs by itself, a lock and a stage."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set the site's name and folders from its archive; refuse what would act on some pages only."""
    _held.close()
    config.extra["warnings"] = _held.enter_context(heard())
    making: tuple[Work, Stage] | None = config.extra.get("making")
    root = making[0].root if making else work_files.ROOT
    _complete(config, root / "mkdocs.yml")
    try:
        plan = making[0].plan if making else plan_by_itself()
        _refuse(config, plan)
        work_files.use_language(plan.settings.language, plan.archive, root)
        work, stage = making or _by_itself(config, plan, root)
        held = {_MATH_FOLDER + name: file for name, file in layouts.math_files(root).items()}
        held |= app.assets(root) if plan.has_app else {}
        nav = [named for item in config.nav or () for named in item.items()]
        tabs, footer = own.tabs(plan.settings, nav, work.texts), own.footer(plan.settings, work.texts)
    except GeneratorError as error:
        raise Abort(str(error)) from error  # which MkDocs prints as a line
    _take_in(work.own, config)
    config.docs_dir, config.site_dir = str(stage.empty), str(stage.next)
    config.watch += [str(plan.pages / place) for place in ("index.md", *_BY_PEOPLE) if (plan.pages / place).exists()]
    config.site_name, config.site_description = plan.settings.title, plan.settings.description
    config.site_url = config.site_url or plan.settings.url or None
    config.theme.static_templates.discard("404.html")
    parts = [path for path in map(str, config.extra_css) if path.startswith(tuple(_SHEETS))]
    config.extra.update(work=work, stage=stage, own_files={**held, **work.own.files}, sheet_parts=parts)
    config.extra.update(tabs=tabs, footer=footer)
    config.extra_css = [path for path in config.extra_css if path not in parts]
    return config


def _take_in(theirs: own.Own, config: MkDocsConfig) -> None:
    """Look in the archive's own overrides/ first, and load its style sheets and scripts; tell what is left out."""
    for fault in theirs.faults:
        terminal.warn(f"WARNING: {fault}")
    if theirs.overrides:
        config.theme.dirs.insert(0, str(theirs.overrides))
    sheets = [_SETTINGS] * bool(theirs.sheet) + [*theirs.sheets]
    config.extra_css += [path for path in sheets if path not in config.extra_css]
    config.extra_javascript += theirs.scripts


def _complete(config: MkDocsConfig, usual: Path) -> None:
    """Take whatever an archive's mkdocs.yml leaves out from Daybook's: it need only name the plug-in and docs_dir."""
    if not usual.samefile(config.config_file_path):
        said = {"config_file_path", "extra", "plugins"}.union(*config.user_configs)
        own = load_config(str(usual), docs_dir=config.docs_dir, site_dir=config.site_dir)
        config.data.update((name, value) for name, value in own.items() if name not in said)


def _refuse(config: MkDocsConfig, plan: Plan) -> None:
    """Raise BuildError for what MkDocs would do with pages, of which it builds none."""
    hint = "remove it: Daybook lays out pages itself, and calls no plug-in for them"
    for name, plugin in config.plugins.items():
        acts = [event for event in _OF_PAGES if getattr(plugin, event, None)]
        if acts:
            raise BuildError(f"the plug-in {name} acts on pages ({acts[0]})", subject="mkdocs.yml", hint=hint)
    spoken = config.theme.get("language", "en")
    if spoken not in ("en", plan.settings.language):
        hint = f"set `language: {spoken}` in the archive's archive.yml"
        raise BuildError("theme.language has no effect on what pages say", subject="mkdocs.yml", hint=hint)


def _by_itself(config: MkDocsConfig, plan: Plan, root: Path) -> tuple[Work, Stage]:
    """The work where `mkdocs build` or `mkdocs serve` was called, not Daybook."""
    given = Path(config.site_dir)
    # A folder given to MkDocs (`--site-dir`, or its own when it serves) takes precedence.
    site = plan.site if given == root / "content" / "site" else given
    plan.check()
    if not len(facts_of(state.of(plan.archive))):
        hint = "generate the pages first with: daybook build --pages-only"
        raise BuildError("what layouts show of the pages is gone", subject=str(plan.archive), hint=hint)
    _held.enter_context(locks.locked(plan.archive))
    _held.enter_context(state.of(plan.archive).writing())
    work = Work(root, replace(plan, archive=plan.archive.resolve(), site=claimed(site, plan.archive, root)))
    return work, _held.enter_context(publish.staging(work.site, work.plan.archive))


def on_build_error(error: Exception) -> None:
    """Leave the site as it is."""
    _held.close()


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Give MkDocs files from npm, and no page; leave out files that no page needs; let scripts speak the archive's
    language."""
    work: Work = config.extra["work"]
    has_app = work.plan.has_app
    for file in list(files):
        without = file.src_uri == app.STARTER or app.is_apart(file.src_uri)
        coloured = config.theme.get("palette") and _COLOURS.fullmatch(file.src_uri)
        if (_UNUSED.fullmatch(file.src_uri) and not coloured) or (without and not has_app):
            files.remove(file)
    if work.own.sheet:
        files.append(File.generated(config, _SETTINGS, content=work.own.sheet))
    _join(files, config)
    for file in [each for each in files if _SCRIPT.fullmatch(each.src_uri)]:
        files.remove(file)
        files.append(File.generated(config, file.src_uri, content=words.scripted(file.content_string)))
    for target, source in config.extra["own_files"].items():
        files.append(File.generated(config, target, abs_src_path=str(source)))
    if not has_app:
        files.append(File.generated(config, app.STARTER, content=app.NOTHING))
    config.extra["colours"] = [file.src_uri for file in files if _COLOURS.fullmatch(file.src_uri)]
    config.extra["site_files"] = Served((file.dest_uri for file in files), work.texts)
    config.extra["nav"], config.nav = config.nav, []  # which MkDocs would look for among its own pages
    return files


def _join(files: Files, config: MkDocsConfig) -> None:
    """Make files of their parts, without comments and indentation. Style sheets, in the order of mkdocs.yml: a page
    waits for two files instead of ten. The search's scripts: a first search waits for them. What these share with all
    pages, the script of all pages has, too."""
    theirs = config.extra["work"].own

    def text(file: File, remark: re.Pattern[str]) -> str:
        """That of an owner's file as it stands: it may have within a string what looks like a remark."""
        own = theirs.overrides and Path(file.abs_src_path or "").is_relative_to(theirs.overrides)
        return f"{file.content_string}\n" if own else _squeezed(file.content_string, remark)

    sheets: dict[str, list[str]] = {sheet: [] for sheet in _SHEETS.values()}
    for path in config.extra["sheet_parts"]:
        sheet = next(sheet for folder, sheet in _SHEETS.items() if path.startswith(folder))
        sheets[sheet].append(text(files.src_uris[path], _COMMENT))
        files.remove(files.src_uris[path])
    made = {sheet: "".join(texts) for sheet, texts in sheets.items()}
    parts = {path: file for path, file in files.src_uris.items() if re.fullmatch(rf"{engine.FOLDER}.*\.js", path)}
    texts = {path.removeprefix(engine.FOLDER): text(file, _REMARK) for path, file in parts.items()}
    ids, shell = files.src_uris["assets/ids.js"], files.src_uris["assets/shell.js"]
    texts[engine.IDS] = text(ids, _REMARK)
    shell.content_string = texts[engine.IDS] + shell.content_string
    for file in (*parts.values(), ids):
        files.remove(file)
    whole = {name: "".join(texts[part] for part in joined) for name, joined in engine.JOINED.items()}
    alone = {name: said for name, said in texts.items() if name not in engine.PARTS}
    made |= {engine.FOLDER + name: said for name, said in (alone | whole).items()}
    for path, content in made.items():
        files.append(File.generated(config, path, content=content))


def _squeezed(text: str, remark: re.Pattern[str]) -> str:
    """A sheet or script without remarks and indentation. None of ours has a remark, or a line, within a string."""
    return "\n".join(filter(None, map(str.strip, remark.sub("", text).split("\n")))) + "\n"


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Sandbox the theme's templates, which are compiled each time: a cache of compiled code would be executed as it is,
    and an archive may come from anyone."""
    work: Work = config.extra["work"]
    plan = work.plan
    config.nav = config.extra["nav"]
    ours = [place for place in config.theme.dirs if place != str(work.own.overrides)]
    made, kept = sandboxed(env, ours), facts_of(state.of(plan.archive))
    math = layouts.math_renderer(work.root)
    config.extra["layouts"] = layouts.Layouts(
        made, config, plan.settings, math, lambda path: kept.get(path) or {}, plan.options, work.own
    )
    return made


def on_post_build(config: MkDocsConfig) -> None:
    """Lay out pages, then put what is new into the site, unless anything was warned of."""
    work: Work = config.extra["work"]
    made: layouts.Layouts = config.extra["layouts"]
    watch, paths, site = work.watch, work.pages, Path(config.site_dir)

    @cache
    def text_of(page: str) -> str:
        """A page of the site that is being made."""
        place = site / page if (site / page).exists() else work.site / page
        return place.read_text(encoding="utf-8") if place.is_file() else ""

    (site / "404.html").write_text(made.missing(), encoding="utf-8")
    make = partial(_write, work.plan.pages, site, made, config.extra["site_files"], work.plan.settings.beside)
    watched = (lambda counts: watch(counts, len(paths))) if watch and paths else iter
    for _, broken, lost in parallel.watched(parallel.shared(make, paths, _SLICE), lambda part: part[0], watched):
        for path, target in broken:
            _LOG.warning("%s: a link leads nowhere: %s", path, target)
        for path, target in lost:
            terminal.warn(f"WARNING: {path}: a link of a note leads nowhere: {target}")
    for path in (path for path in paths if path.startswith(_BY_PEOPLE)):
        for target in bodies.astray(addresses.served(path), text_of):
            _LOG.warning("%s: a link leads nowhere: %s", path, target)
    if config.extra["warnings"] and config.strict:
        raise Abort(f"Aborted with {len(config.extra['warnings'])} warnings; the site stays as it was")
    work.finish(config.extra["stage"], config.site_url)
    _held.close()


def _write(
    pages: Path, site: Path, made: layouts.Layouts, held: Container[str], beside: str, paths: Sequence[str]
) -> tuple[int, list[tuple[str, str]], list[tuple[str, str]]]:
    """Lay out some pages (source paths); how many, and their links that lead nowhere, those of notes, which
    stop no build, apart."""
    broken, lost = [], []
    for folder in {path.rpartition("/")[0] for path in paths}:
        (site / folder).mkdir(parents=True, exist_ok=True)
    for path in paths:
        text = (pages / path).read_text(encoding="utf-8")
        laid, served = made.page(path, text), addresses.served(path)
        (site / served).write_bytes(laid.html.encode())
        if laid.beside:
            (site / path).write_bytes(text.encode())
        theirs = bodies.broken(laid.notes, served, held) if laid.notes else []
        lost += [(path, target) for target in theirs]
        broken += [(path, target) for target in bodies.broken(laid.html, served, held, beside) if target not in theirs]
    return len(paths), broken, lost


class DaybookPlugin(BasePlugin[LegacyConfig]):  # type: ignore[no-untyped-call]  # of MkDocs itself
    """What MkDocs calls, by its names of events."""

    on_config = staticmethod(on_config)
    on_files = staticmethod(on_files)
    on_env = staticmethod(on_env)
    on_post_build = staticmethod(on_post_build)
    on_build_error = staticmethod(on_build_error)

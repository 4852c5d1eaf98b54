"""What MkDocs calls (`hooks:` in mkdocs.yml): the archive's name and folders, files, links, generated pages.

MkDocs loads this file by its path, each time that it reads its settings.
"""

from __future__ import annotations

import logging
import posixpath
import re
from collections.abc import Container, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort
from mkdocs.plugins import EVENTS
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from daybook.errors import BuildError, GeneratorError
from daybook.pages import places
from daybook.runtime import files as work_files
from daybook.runtime import parallel, state, terminal
from daybook.search import engine
from daybook.site import app, bodies, layouts, publish
from daybook.site.manifest import Served
from daybook.site.publish import claimed
from daybook.site.work import Plan, Work, heard, plan_by_itself
from daybook.site.writer import facts_of
from daybook.text import language as words
from daybook.view import addresses

_LOG = logging.getLogger("mkdocs.daybook")
_SLICE = 100  # pages that a process lays out at a time
_BY_PEOPLE = places(hand_written=True)
_OF_PAGES = [f"on_{event}" for event in EVENTS if "page" in event]
_NAME = re.compile(r"[^\s()<>\[\]\"'#?`]++")
_UNUSED = re.compile(r"assets/(?:javascripts|stylesheets)/.*|.*\.map|words/.*")  # the theme's own, which no page loads
_COLOURS = re.compile(r"assets/stylesheets/palette\..*\.css")
_SCRIPT = re.compile(r"assets/.*\.js")
_MATH_FOLDER = "assets/katex/"
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)  # one without an end goes on to the last line, as in CSS
_REMARK = re.compile(r"^[ \t]*+/\*[\s\S]*?(?:\*/[ \t]*+\n|\Z)|(?<![ \t])[ \t]++// .*$", re.MULTILINE)
_CODE = re.compile(r"(?<!<pre>)(?<!</span>)<code>[^<]{1,200}</code>")
_JOINT = re.compile(r"(?<=\w)[/_](?=\w)")  # where a path or a name may go on in the next line
_SHEETS = {f"styles/{name}/": path for name, path in layouts.SHEETS.items() if name != "daybook"}
_SHEETS["styles/"] = layouts.SHEETS["daybook"]
"""The folders of the parts of the style sheets. Without the hook, pages load the parts one by one."""
_held = ExitStack()
"""What is held from the first event to the last: warnings and, where MkDocs runs by itself, a lock and a stage."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set the site's name and folders from its archive; refuse what would act on some pages only."""
    _held.close()
    config.extra["warnings"] = _held.enter_context(heard())
    root = Path(config.config_file_path).parent
    try:
        plan: Plan = config.extra.get("daybook") or plan_by_itself(root)
        _refuse(config, plan)
        work_files.use_language(plan.settings.language, plan.archive, root)
        plan = plan if plan.making else _by_itself(config, plan, root)
        assert plan.making  # noqa: S101 - just made
        work, stage = plan.making
        own = {_MATH_FOLDER + name: file for name, file in layouts.math_files(root).items()}
        own |= app.assets(root) if plan.has_app else {}
    except GeneratorError as error:
        raise Abort(str(error)) from error  # which MkDocs prints as a line
    config.docs_dir, config.site_dir = str(stage.empty), str(stage.next)
    config.watch += [str(plan.pages / place) for place in ("index.md", *_BY_PEOPLE) if (plan.pages / place).exists()]
    config.site_name, config.site_description = plan.settings.title, plan.settings.description
    config.site_url = config.site_url or plan.settings.url or None
    parts = [path for path in map(str, config.extra_css) if path.startswith(tuple(_SHEETS))]
    config.extra.update(plan=plan, work=work, stage=stage, own_files=own, sheet_parts=parts)
    config.extra_css = [path for path in config.extra_css if path not in parts]
    if config.nav and addresses.NOTES in work.texts:
        config.nav.insert(-2, {"Notes": addresses.NOTES})  # before the guide
    return config


def _refuse(config: MkDocsConfig, plan: Plan) -> None:
    """Raise BuildError for what MkDocs would do with the pages that it builds, and nobody with the others."""
    hint = "remove it: Daybook lays out most pages itself, and calls no plug-in for them"
    for name, plugin in config.plugins.items():
        acts = [event for event in _OF_PAGES if getattr(plugin, event, None) not in (None, globals().get(event))]
        if acts:
            raise BuildError(f"the plug-in {name} acts on pages ({acts[0]})", subject="mkdocs.yml", hint=hint)
    spoken = config.theme.get("language", "en")
    if spoken not in ("en", plan.settings.language):
        hint = f"set `language: {spoken}` in the archive's archive.yml"
        raise BuildError("theme.language has no effect on what pages say", subject="mkdocs.yml", hint=hint)


def _by_itself(config: MkDocsConfig, plan: Plan, root: Path) -> Plan:
    """The work where `mkdocs build` or `mkdocs serve` was called, not Daybook."""
    given = Path(config.site_dir)
    # A folder given to MkDocs (`--site-dir`, or its own when it serves) takes precedence.
    site = plan.site if plan.site and given == root / "content" / "site" else given
    plan.check()
    _held.enter_context(work_files.locked(plan.archive))
    _held.enter_context(state.of(plan.archive).writing())
    plan = replace(plan, archive=plan.archive.resolve(), site=claimed(site, plan.archive, root))
    work = Work(root, plan)
    stage = _held.enter_context(publish.staging(work.site, plan.archive))
    return replace(plan, making=(work, stage))


def on_build_error(error: Exception) -> None:
    """Leave the site as it is."""
    _held.close()


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Give MkDocs what people wrote, files from npm, and names for what these link to; leave out files that no page
    needs; let scripts speak the archive's language."""
    plan: Plan = config.extra["plan"]
    work: Work = config.extra["work"]
    for file in list(files):
        without = file.src_uri == app.STARTER or app.is_apart(file.src_uri)
        coloured = config.theme.get("palette") and _COLOURS.fullmatch(file.src_uri)
        if (_UNUSED.fullmatch(file.src_uri) and not coloured) or (without and not plan.has_app):
            files.remove(file)
    _join(files, config)
    for file in [each for each in files if _SCRIPT.fullmatch(each.src_uri)]:
        files.remove(file)
        files.append(File.generated(config, file.src_uri, content=words.scripted(file.content_string)))
    for target, source in config.extra["own_files"].items():
        files.append(File.generated(config, target, abs_src_path=str(source)))
    if not plan.has_app:
        files.append(File.generated(config, app.STARTER, content=app.NOTHING))
    config.extra["colours"] = [file.src_uri for file in files if _COLOURS.fullmatch(file.src_uri)]
    written = [path for path in work.texts if path.startswith(_BY_PEOPLE)]
    if work.stand(written):  # with their links and navigation
        written = []
    for path in written:
        files.append(File.generated(config, path, abs_src_path=str(plan.pages / path)))
    config.extra["site_files"] = Served((file.dest_uri for file in files), work.texts)
    config.extra["named"] = []
    for path in sorted(_linked(config, plan.pages, written) & work.texts.keys() - set(written)):
        config.extra["named"].append(File.generated(config, path, content=""))
        files.append(config.extra["named"][-1])
    return files


def _linked(config: MkDocsConfig, pages: Path, written: Sequence[str]) -> set[str]:
    """The files that the navigation names, or that a page of people may link to."""
    found = {path for item in config.nav or () for path in item.values() if isinstance(path, str)}
    for path in written:
        if path.endswith(".md"):
            text = (pages / path).read_text(encoding="utf-8")
            folder = posixpath.dirname(path)
            found.update(posixpath.normpath(posixpath.join(folder, unquote(name))) for name in _NAME.findall(text))
    return found


def _join(files: Files, config: MkDocsConfig) -> None:
    """Make files of their parts, without comments and indentation. Style sheets, in the order of mkdocs.yml: a page
    waits for two files instead of ten. The search's scripts: a first search waits for them. What these share with all
    pages, the script of all pages has, too."""
    sheets: dict[str, list[str]] = {sheet: [] for sheet in _SHEETS.values()}
    for path in config.extra["sheet_parts"]:
        sheet = next(sheet for folder, sheet in _SHEETS.items() if path.startswith(folder))
        sheets[sheet].append(files.src_uris[path].content_string)
        files.remove(files.src_uris[path])
    made = {sheet: _squeezed("\n".join(texts), _COMMENT) for sheet, texts in sheets.items()}
    parts = {path: file for path, file in files.src_uris.items() if re.fullmatch(rf"{engine.FOLDER}.*\.js", path)}
    texts = {path.removeprefix(engine.FOLDER): _squeezed(file.content_string, _REMARK) for path, file in parts.items()}
    ids, shell = files.src_uris["assets/ids.js"], files.src_uris["assets/shell.js"]
    texts[engine.IDS] = _squeezed(ids.content_string, _REMARK)
    shell.content_string = texts[engine.IDS] + shell.content_string
    for file in (*parts.values(), ids):
        files.remove(file)
    whole = {name: "".join(texts[part] for part in joined) for name, joined in engine.JOINED.items()}
    alone = {name: text for name, text in texts.items() if name not in engine.PARTS}
    made |= {engine.FOLDER + name: text for name, text in (alone | whole).items()}
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))


def _squeezed(text: str, remark: re.Pattern[str]) -> str:
    """A sheet or script without remarks and indentation. None of ours has a remark, or a line, within a string."""
    return "\n".join(filter(None, map(str.strip, remark.sub("", text).split("\n")))) + "\n"


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Take back what was named for links alone. Sandbox the theme's templates, which are compiled each time: a cache of
    compiled code would be executed as it is, and an archive may come from anyone."""
    plan: Plan = config.extra["plan"]
    for file in config.extra["named"]:
        file.page = None  # nor are anchors of it looked for
        files.remove(file)
    made, kept = layouts.sandboxed(env), facts_of(state.of(plan.archive))
    math = layouts.math_renderer(Path(config.config_file_path).parent)
    config.extra["layouts"] = layouts.Layouts(
        made, config, plan.settings, math, lambda path: kept.get(path) or {}, plan.options
    )
    return made


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Report broken links, which MkDocs does not look for in HTML, and let long paths in code break."""
    for target in bodies.broken(html, page.file.dest_uri, config.extra["site_files"]):
        _LOG.warning("%s: a link leads nowhere: %s", page.file.src_uri, target)
    return _CODE.sub(lambda code: _JOINT.sub(r"\g<0><wbr>", code[0]), html)


def on_page_context(context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
    """Give a page that people wrote what the shell of all pages needs, and put its Markdown beside it."""
    path = page.file.src_uri
    beside = Path(config.site_dir, path)
    beside.parent.mkdir(parents=True, exist_ok=True)
    beside.write_text(page.markdown or "", encoding="utf-8")
    _surround(context, config, page.file.dest_uri, "written", str(page.title or ""), {**page.meta, "text": path})
    headings = [{"children": [{"id": item.id, "name": item.title} for item in top.children]} for top in page.toc]
    context.update(layouts.written(page.content or "", headings))  # type: ignore[typeddict-item]


def on_template_context(context: TemplateContext, template_name: str, config: MkDocsConfig) -> None:
    """Likewise the page for addresses that lead nowhere, which is served at any of them."""
    _surround(context, config, template_name, "missing", words._("Not found"), {})
    shell: dict[str, Any] = context  # type: ignore[assignment]
    shell.update(root=urlsplit(config.site_url or "").path or "/", canonical="")


def _surround(
    context: TemplateContext, config: MkDocsConfig, place: str, kind: str, title: str, facts: Mapping[str, Any]
) -> None:
    made: layouts.Layouts = config.extra["layouts"]
    shell: dict[str, Any] = context  # type: ignore[assignment]
    shell.update(made.around(place, kind, title, facts), facts=facts)


def on_post_build(config: MkDocsConfig) -> None:
    """Lay out the generated pages, then put what is new into the site, unless anything was warned of."""
    work: Work = config.extra["work"]
    watch, paths = work.watch, work.pages
    make = partial(_write, work.plan.pages, Path(config.site_dir), config.extra["layouts"], config.extra["site_files"])
    watched = (lambda counts: watch(counts, len(paths))) if watch and paths else iter
    for _, broken, lost in parallel.watched(parallel.shared(make, paths, _SLICE), lambda part: part[0], watched):
        for path, target in broken:
            _LOG.warning("%s: a link leads nowhere: %s", path, target)
        for path, target in lost:
            terminal.warn(f"WARNING: {path}: a link of a note leads nowhere: {target}")
    if config.extra["warnings"] and config.strict:
        raise Abort(f"Aborted with {len(config.extra['warnings'])} warnings; the site stays as it was")
    work.finish(config.extra["stage"], config.site_url)
    _held.close()


def _write(
    pages: Path, site: Path, made: layouts.Layouts, held: Container[str], paths: Sequence[str]
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
        broken += [(path, target) for target in bodies.broken(laid.html, served, held) if target not in theirs]
    return len(paths), broken, lost

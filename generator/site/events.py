"""Event handlers for MkDocs: the archive's name and folders, files that are not pages, links, generated pages."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from generator import words
from generator.pages import addresses, places
from generator.runtime import files as work
from generator.runtime import language, parallel, state, terminal
from generator.runtime.facts import of as facts_of
from generator.search import engine
from generator.search.index import FOLDER
from generator.site import app, closing, katex, layouts, links, publish, sitemap
from generator.site.plan import EPOCH, Plan, current, epoch

_LOG = logging.getLogger("mkdocs.daybook")
_SLICE = 100
"""Pages that a process lays out at a time."""
_GENERATED = places(hand_written=False)
_UNUSED = re.compile(r"assets/(?:javascripts|stylesheets)/.*|.*\.map|words/.*")  # the theme's own, which no page loads
_SCRIPT = re.compile(r"assets/.*\.js")
_MATH_FOLDER = "assets/katex/"
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)  # one without an end goes on to the last line, as in CSS
_CODE = re.compile(r"(?<!<pre>)(?<!</span>)<code>[^<]{1,200}</code>")
_JOINT = re.compile(r"(?<=\w)[/_](?=\w)")  # where a path or a name may go on in the next line
_SHEETS = {f"styles/{name}/": path for name, path in layouts.SHEETS.items() if name != "daybook"}
_SHEETS["styles/"] = layouts.SHEETS["daybook"]
"""The folders of the parts of the style sheets. Without the hook, pages load the parts one by one."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set the site's name and folders from its archive."""
    root = Path(config.config_file_path).parent
    plan = current(root)
    language.speak(plan.settings.language, plan.archive, root)
    _set_folders(config, plan, root)
    _set_names(config, plan)
    os.environ.setdefault(EPOCH, str(epoch(plan.pages)))
    files = {_MATH_FOLDER + name: file for name, file in katex.assets(root).items()}
    config.extra["own_files"] = files
    config.extra["sheet_parts"] = [path for path in map(str, config.extra_css) if path.startswith(tuple(_SHEETS))]
    if config.nav and (plan.pages / addresses.NOTES).is_file():
        config.nav.insert(-2, {"Notes": addresses.NOTES})  # before the guide
    others = [path for path in config.extra_css if path not in config.extra["sheet_parts"]]
    config.extra_css = others
    if app.is_wanted(plan):
        files.update(app.assets(root))
    return config


def _set_folders(config: MkDocsConfig, plan: Plan, root: Path) -> None:
    config.docs_dir = str(plan.part.folder if plan.part else plan.pages)
    # A folder given to MkDocs (`--site-dir`, or its own when it serves) takes precedence.
    if plan.site is not None and Path(config.site_dir) == root / "content" / "site":
        config.site_dir = str(plan.site)


def _set_names(config: MkDocsConfig, plan: Plan) -> None:
    config.site_name = plan.settings.title
    config.site_description = plan.settings.description
    config.site_url = config.site_url or plan.settings.url or None
    config.extra["plan"] = plan


class _Standing(File):
    """A page that is laid out apart, or a file that the published site already has: it can be linked, but MkDocs does
    not build it."""

    def is_documentation_page(self) -> bool:
        return False

    def copy_file(self, dirty: bool = False) -> None:
        pass


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Leave out files that no page needs; add those from npm, and linked files of the published site; let scripts speak
    the archive's language."""
    plan: Plan = config.extra["plan"]
    for file in list(files):
        without = file.src_uri == app.STARTER or app.is_apart(file.src_uri)
        if _UNUSED.fullmatch(file.src_uri) or (without and not app.is_wanted(plan)):
            files.remove(file)
    _join_sheets(files, config)
    _join_engine(files, config)
    for file in [each for each in files if _SCRIPT.fullmatch(each.src_uri)]:
        files.remove(file)
        files.append(File.generated(config, file.src_uri, content=words.scripted(file.content_string)))
    for target, source in config.extra["own_files"].items():
        files.append(File.generated(config, target, abs_src_path=str(source)))
    if not app.is_wanted(plan):
        files.append(File.generated(config, app.STARTER, content=app.NOTHING))
    generated = [file for file in files.documentation_pages() if file.src_uri.startswith(_GENERATED)]
    for file in generated:
        files.remove(file)
    config.extra["generated"] = plan.part.generated if plan.part else [file.src_uri for file in generated]
    standing = {*config.extra["generated"], *(plan.part.standing if plan.part else ())}
    for path in sorted(standing):
        urls = config.use_directory_urls
        files.append(_Standing(path, config.docs_dir, config.site_dir, urls, dest_uri=addresses.served(path)))
    config.extra["site_files"] = {file.dest_uri for file in files}
    config.extra["pages"] = [file.dest_uri for file in files if file.src_uri.endswith(".md")]
    return files


def _join_sheets(files: Files, config: MkDocsConfig) -> None:
    """Make the style sheets of their parts, in the order of mkdocs.yml: a page waits for two files instead of ten."""
    parts: dict[str, list[str]] = {sheet: [] for sheet in _SHEETS.values()}
    for path in config.extra["sheet_parts"]:
        sheet = next(sheet for folder, sheet in _SHEETS.items() if path.startswith(folder))
        parts[sheet].append(files.src_uris[path].content_string)
        files.remove(files.src_uris[path])
    for sheet, texts in parts.items():
        files.append(File.generated(config, sheet, content=_squeezed("\n".join(texts))))


def _join_engine(files: Files, config: MkDocsConfig) -> None:
    """Make the search's engine one script of its parts: a first search waits for it."""
    parts = [files.src_uris[engine.FOLDER + name] for name in engine.PARTS]
    text = "\n".join(part.content_string for part in parts)
    for part in parts:
        files.remove(part)
    files.append(File.generated(config, f"{engine.FOLDER}engine.js", content=text))


def _squeezed(style: str) -> str:
    """A style sheet without comments and indentation, a sixth of it. None of ours has either sign in a string."""
    return "\n".join(filter(None, map(str.strip, _COMMENT.sub("", style).split("\n")))) + "\n"


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Sandbox the theme's templates, which are compiled each time: a cache of compiled code would be executed as it is,
    and an archive may come from anyone."""
    plan: Plan = config.extra["plan"]
    made = layouts.sandboxed(env)
    math = katex.renderer(Path(config.config_file_path).parent)
    kept = facts_of(state.of(plan.archive))

    def facts(path: str) -> Mapping[str, Any]:
        return kept.get(path) or {}

    config.extra["layouts"] = layouts.Layouts(made, config, plan.settings, math, facts, offline=plan.offline)
    return made


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Report broken links, which MkDocs does not look for in HTML, and let long paths in code break."""
    _report(page.file.src_uri, links.broken(html, page.file.dest_uri, config.extra["site_files"]))
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
    """Lay out the generated pages, and write the last files of a whole site. Those of a part are left to the caller."""
    plan: Plan = config.extra["plan"]
    site = Path(config.site_dir)
    _lay_out(config, plan, site)
    if plan.part:
        return
    publish.mark(site)
    sitemap.write(site, config.site_url, config.extra["pages"], epoch(plan.pages))
    index = work.work_folder(plan.archive) / FOLDER
    if index.is_dir():
        publish.put_in(site, FOLDER, index)
    closing.close(site, None, {}, Path(config.config_file_path).parent, plan)


def _lay_out(config: MkDocsConfig, plan: Plan, site: Path) -> None:
    paths: Sequence[str] = config.extra["generated"]
    make = partial(_write, plan.pages, site, config.extra["layouts"], config.extra["site_files"])
    watch = plan.part.watch if plan.part else None
    watched = (lambda counts: watch(counts, len(paths))) if watch and paths else iter
    slices = parallel.shared(make, paths, _SLICE)
    for _, broken, lost in parallel.watched(slices, lambda part: part[0], watched):
        for path, targets in broken:
            _report(path, targets)
        for path, target in lost:
            terminal.warn(f"WARNING: {path}: a link of a note leads nowhere: {target}")


def _write(
    pages: Path, site: Path, made: layouts.Layouts, held: Container[str], paths: Sequence[str]
) -> tuple[int, list[tuple[str, list[str]]], list[tuple[str, str]]]:
    """Lay out some pages (source paths); how many, and their links that lead nowhere, those of notes, which
    stop no build, apart."""
    broken, lost = [], []
    for path in paths:
        text = (pages / path).read_text(encoding="utf-8")
        laid, served = made.page(path, text), addresses.served(path)
        place = site / served
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(laid.html, encoding="utf-8")
        if laid.beside:
            (site / path).write_text(text, encoding="utf-8")
        theirs = links.broken(laid.notes, served, held) if laid.notes else []
        lost += [(path, target) for target in theirs]
        broken.append((path, [target for target in links.broken(laid.html, served, held) if target not in theirs]))
    return len(paths), broken, lost


def _report(path: str, targets: Iterable[str]) -> None:
    for target in targets:
        _LOG.warning("%s: a link leads nowhere: %s", path, target)

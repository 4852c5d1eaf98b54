"""Event handlers for MkDocs: the archive's name and folders, files that are not pages, links, shells."""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from generator.pages import addresses
from generator.runtime import files as work
from generator.search import engine
from generator.search.index import FOLDER
from generator.site import app, closing, katex, links, markdown, publish, shell, sitemap
from generator.site.plan import EPOCH, Plan, current, epoch

_LOG = logging.getLogger("mkdocs.daybook")
_UNUSED = re.compile(r"assets/(?:javascripts|stylesheets)/.*|.*\.map")  # the theme's own, which no page loads
_MATH_FOLDER = "assets/katex/"
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)  # one without an end goes on to the last line, as in CSS
_CODE = re.compile(r"(?<!<pre>)<code>[^<]{1,200}</code>")
_JOINT = re.compile(r"(?<=\w)[/_](?=\w)")  # where a path or a name may go on in the next line
_SHEETS = {"styles/lists/": shell.LISTS, "styles/": "assets/daybook.css"}
"""The folders of the parts of the style sheets. Without the hook, pages load the parts one by one."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set the site's name and folders from its archive."""
    root = Path(config.config_file_path).parent
    plan = current(root)
    _set_folders(config, plan, root)
    _set_names(config, plan)
    os.environ.setdefault(EPOCH, str(epoch(plan.pages)))
    files = {_MATH_FOLDER + name: file for name, file in katex.assets(root).items()}
    config.extra["own_files"] = files
    config.extra["sheet_parts"] = [path for path in map(str, config.extra_css) if path.startswith(tuple(_SHEETS))]
    others = [path for path in config.extra_css if path not in config.extra["sheet_parts"]]
    sheets = [target for target in files if target.endswith(".css")]
    config.extra_css = [*sheets, *reversed(_SHEETS.values()), *others]
    if app.is_wanted(plan):
        files.update(app.assets(root))
    return config


def _set_folders(config: MkDocsConfig, plan: Plan, root: Path) -> None:
    config.docs_dir = str(plan.part or plan.pages)
    # A folder given to MkDocs (`--site-dir`, or its own when it serves) takes precedence.
    if plan.site is not None and Path(config.site_dir) == root / "content" / "site":
        config.site_dir = str(plan.site)


def _set_names(config: MkDocsConfig, plan: Plan) -> None:
    """Escape the texts of archive.yml: the theme prints them unescaped."""
    settings = plan.settings
    config.site_name = Markup.escape(settings.title)
    config.site_description = Markup.escape(settings.description)
    config.site_url = config.site_url or settings.url or None
    config.extra["notice"] = Markup.escape(settings.notice)
    config.extra["offline"] = plan.offline
    config.extra["plan"] = plan
    if settings.repository:
        config.repo_url = Markup.escape(settings.repository)
        config.repo_name = "Repository"


class _Standing(File):
    """A file that the published site already has in its present state: it can be linked, but is not built."""

    def is_documentation_page(self) -> bool:
        return False

    def copy_file(self, dirty: bool = False) -> None:
        pass


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Leave out files that no page needs; add those from npm, and linked files of the published site."""
    plan: Plan = config.extra["plan"]
    for file in list(files):
        without = file.src_uri == app.STARTER or app.is_apart(file.src_uri)
        if _UNUSED.fullmatch(file.src_uri) or (without and not app.is_wanted(plan)):
            files.remove(file)
    for file in files:
        if addresses.is_text(file.src_uri):
            file.dest_uri = addresses.served(file.src_uri)
    _join_sheets(files, config)
    _join_engine(files, config)
    for target, source in config.extra["own_files"].items():
        files.append(File.generated(config, target, abs_src_path=str(source)))
    if not app.is_wanted(plan):
        files.append(File.generated(config, app.STARTER, content=app.NOTHING))
    markdown.take_over(files, config)
    config.extra["pages"] = [file.dest_uri for file in files.documentation_pages()]
    wanted = links.mentioned(_hand_written(files)) | {path for item in config.nav or () for path in item.values()}
    wanted |= {path for path in plan.standing if not path.endswith(".md")}
    for path in sorted(wanted & plan.standing):
        urls = config.use_directory_urls
        files.append(_Standing(path, config.docs_dir, config.site_dir, urls, dest_uri=addresses.served(path)))
    config.extra["site_files"] = {*(file.dest_uri for file in files), *map(addresses.served, plan.standing)}
    config.extra["heads"], config.extra["kept"] = {}, {}
    config.extra["extensions"] = config.markdown_extensions
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


def _hand_written(files: Files) -> dict[str, str]:
    """The texts of the pages that contain hand-written Markdown, by source path."""
    pages = [file for file in files.documentation_pages() if not markdown.is_generated(file.src_uri)]
    return {file.src_uri: Path(file.abs_src_path or "").read_text(encoding="utf-8") for file in pages}


def on_page_read_source(page: Page, config: MkDocsConfig) -> str | None:
    """Read a generated page without MkDocs' reader, whose YAML parser takes longer than the rest of such a page."""
    if not markdown.is_generated(page.file.src_uri):
        return None
    with open(page.file.abs_src_path or "", encoding="utf-8") as file:  # noqa: PTH123 - twice as fast
        head, body = markdown.split(file.read())
    if head is None:
        return None
    config.extra["heads"][page.file.src_uri] = head
    config.extra["kept"][page.file.src_uri] = body
    return "\n"  # MkDocs looks for front matter line by line


def on_page_markdown(text: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Keep a generated page from MkDocs' own engine, which would take most of the time; see `markdown`."""
    generated = markdown.is_generated(page.file.src_uri)
    config.markdown_extensions = [] if generated else config.extra["extensions"]
    if not generated:
        return text
    page.meta = config.extra["heads"].pop(page.file.src_uri, page.meta)
    config.extra["kept"].setdefault(page.file.src_uri, text)
    return ""


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Make a generated page's HTML, and report broken links."""
    if page.file.src_uri in config.extra["kept"]:
        html, page.toc = markdown.render(config.extra["kept"].pop(page.file.src_uri))
        page.present_anchor_ids = markdown.anchors(page.toc)
        page.meta.setdefault("template", shell.TEMPLATE)
    else:
        html = _CODE.sub(lambda code: _JOINT.sub(r"\g<0><wbr>", code[0]), html)
    for target in links.broken(html, page.file.dest_uri, config.extra["site_files"]):
        _LOG.warning("%s: a link leads nowhere: %s", page.file.src_uri, target)
    return html


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> None:
    """Make the shells from the theme's templates.

    These are compiled each time, which takes 0.2 s: a cache of compiled code would be executed as it is, and an archive
    may come from anyone.
    """
    config.extra["shells"] = shell.Shells(env)


def on_page_context(context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
    """Make a generated page's whole HTML; see `shell`."""
    if page.meta.get("template") == shell.TEMPLATE:
        context["shell"] = config.extra["shells"].around(page, context)  # type: ignore[typeddict-unknown-key]


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Report that a page is done, and release its text: MkDocs keeps tens of thousands of pages in memory."""
    page.content = page.markdown = ""
    if config.extra["plan"].built:
        config.extra["plan"].built()
    return output


def on_post_build(config: MkDocsConfig) -> None:
    """Write the files of a whole site. Those of a part are left to the caller."""
    plan, site = config.extra["plan"], Path(config.site_dir)
    if plan.is_part:
        return
    publish.mark(site)
    sitemap.write(site, config.site_url, config.extra["pages"], epoch(plan.pages))
    index = work.work_folder(plan.archive) / FOLDER
    if index.is_dir():
        publish.put_in(site, FOLDER, index)
    closing.close(site, None, Path(config.config_file_path).parent, plan)

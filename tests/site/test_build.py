"""The sample archive as a site: whole, valid, self-contained, the same each time; and loud when something is wrong."""

import gzip
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from daybook.archive import NAMED
from daybook.errors import BuildError, SettingsError
from daybook.site import bodies, build, publish, work
from daybook.text.markup import slug
from lxml import etree
from mkdocs.commands import build as mkdocs_build
from mkdocs.config import load_config

from tests.cases import Patch, for_each, table
from tests.makers import put
from tests.pages import engines, sample
from tests.site.conftest import ROOT, build_site
from tests.tools import forks

POLICY = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "base-uri": ["'self'"],
    "form-action": ["'self'"],
}
TABS = ["Days", "Themes", "Authors", "Notes", "Guide", "About"]
LOADING = ("script", "img", "iframe", "source", "use", "image")
LEADS_ON = "http-equiv=refresh"  # in a page at a former address, which is nothing but a link


def documents(site: Path) -> dict[str, str]:
    return {file.relative_to(site).as_posix(): file.read_text(encoding="utf-8") for file in site.rglob("*.html")}


def test_every_page_is_built(archive: Path, site: Path):
    """Each Markdown page has its HTML page at the same path, and besides them there is only the 404 page."""
    pages = {p.relative_to(archive / "pages").as_posix()[:-3] + ".html" for p in (archive / "pages").rglob("*.md")}
    assert set(documents(site)) == pages | {"404.html"}


MOVED = {"html", "head", "meta", "link", "title", "body", "main", "h1", "a"}
OWN = "(?!(?:[a-z]+:)?//)"  # where an address begins that is no other host's


def test_every_page_is_whole_valid_and_self_contained(site: Path):
    """Whoever wrote it: it parses without an error, has the policy before anything loads and within the first kilobyte,
    the same shell, no script of its own and nothing of another host but links that a reader may follow, each of which
    leads to a file of the site. A page that only leads on is nothing else, so that a policy would stop nothing."""
    names, feeds, parts = set(forks.tree(site)), 0, set[str]()
    for path, text in documents(site).items():
        tree = engines.parse(text, strict=LEADS_ON not in text)
        assert path == "404.html" or bodies.broken(text, path, names) == [], path
        assert all(script.get("src") and not script.text for script in tree.iter("script")), path
        loaded = [each.get("src") or "" for name in LOADING for each in tree.iter(name)]
        links = [link for link in tree.iter("link") if link.get("rel") not in ("alternate", "canonical")]
        assert all(re.match(OWN, address) for address in (*loaded, *(link.get("href") for link in links))), path
        assert {link.get("rel") for link in links} <= {"icon", "stylesheet", "prev", "next"}
        if LEADS_ON in text:
            assert {element.tag for element in tree.iter()} <= MOVED, path
            continue
        parts.add(path.split("/")[0])
        policy = re.search(r'<meta http-equiv="?Content-Security-Policy"? content="([^"]*)">', text)
        assert policy, path
        assert {name: values for name, *values in map(str.split, policy[1].split(";"))} == POLICY, path
        assert policy.start() < min(text.index("<link"), text.index("<script"))
        assert re.search(r'<meta charset="?utf-8"?>', text[:1024]), path
        assert [name for name, times in Counter(tree.xpath("//@id")).items() if times > 1] == [], path
        assert (tree.get("lang"), len(tree.xpath("//main")), len(tree.xpath("//h1"))) == ("en", 1, 1), path
        if not path.startswith("guide/"):  # Markdown's own tables have neither name nor scope
            nameless = "//table[not(caption) and not(ancestor::section/h2) and count(//table[not(caption)]) > 1]"
            assert tree.xpath(f"{nameless} | //th[not(@scope)]") == [], path
        assert sample.SETTINGS.notice in text
        tabs = tree.xpath("/html/body/header/nav/a")
        assert [tab.text for tab in tabs] == TABS
        assert tree.xpath("/html/body/header/a/text()") == ["Tides & Schedules"]
        own = path.removesuffix(".html").split("/")[0]
        current = [tab.text.lower() for tab in tabs if tab.get("aria-current")]
        assert current == ([own] if own.capitalize() in TABS else []), path
        assert tree.xpath("//footer/a/text()")[-1] == "Repository"
        (skip,) = tree.xpath("/html/body/a/@href")
        assert tree.xpath("//main/@id") == [skip.removeprefix("#")]
        own_script = ["notfound.js"] if path == "404.html" else []
        assert [src.split("/")[-1] for src in tree.xpath("//script/@src")] == ["shell.js", *own_script], path
        if forms := tree.xpath(
            "//link[@rel='alternate'][not(@type='text/markdown')]"
        ):  # an author's feed is Atom alone
            wanted = ["application/atom+xml", "application/feed+json"][: 1 if path.startswith("authors/") else 2]
            assert [link.get("type") for link in forms] == wanted
            assert all(((site / path).parent / link.get("href")).is_file() for link in forms)
            feeds += 1
    assert feeds > 5
    assert parts > {"index.html", "guide", "about.html", "days", "papers", "404.html"}
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", sheet.read_text(encoding="utf-8")), sheet


def test_paths_of_the_guide_break_behind_slashes(site: Path):
    """Where lines are short; what stands in blocks of code, and is copied as a whole, is left alone."""
    data = (site / "guide" / "data.html").read_text(encoding="utf-8")
    assert "<code>api/<wbr>v1/<wbr>index.json</code>" in data
    assert not [block for block in re.findall("<pre.*?</pre>", data, re.DOTALL) if "<wbr>" in block]


def test_formulas_are_there_without_scripts(site: Path):
    """Formulas are HTML with MathML beside it; their style and its fonts are served from the site."""
    page = (site / "papers/2603/2603.00356.html").read_text(encoding="utf-8")
    assert '<math xmlns="http://www.w3.org/1998/Math/MathML"' in page
    style = (site / "assets/katex/katex.min.css").read_text(encoding="utf-8")
    assert "../../assets/katex/katex.min.css" in engines.parse(page).xpath("//link[@rel='stylesheet']/@href")
    assert "katex.min.css" not in (site / "papers/9901/hep-th9901001.html").read_text(encoding="utf-8")
    fonts = set(re.findall(r"url\((fonts/[^)]*\.woff2)\)", style))
    assert fonts
    assert all((site / "assets/katex" / font).is_file() for font in fonts)


def test_lean_pages_are_small(site: Path):
    """The shell of a paper's page, without what it tells programs, takes no more bytes than a short abstract."""
    page = (site / "papers/2603/2603.01234.html").read_text(encoding="utf-8")
    page = re.sub(r"<meta name=citation_title.*\n", "", page)
    own = etree.tostring(engines.parse(page).xpath("//article")[0], encoding="unicode", method="html")
    assert len(page) - len(own) < 1_500
    assert "\n\n" not in page


def test_two_builds_are_the_same(
    archive: Path, site: Path, tmp_path: Path, monkeypatch: Patch, capfd: pytest.CaptureFixture[str]
):
    """The same pages give the same bytes, sitemap included, whatever the clock and the environment say; nothing is
    printed, as that is the caller's to do."""
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    capfd.readouterr()
    assert forks.tree(build_site(archive, tmp_path / "again")) == forks.tree(site)
    assert capfd.readouterr() == ("", "")


def test_titles_are_escaped_in_the_shell(site: Path):
    """The archive's name and a theme's hostile name are text wherever Material prints them."""
    page = (site / "themes/ai-and-tides.html").read_text(encoding="utf-8")
    assert "<title>AI &lt;and&gt; tides - Tides &amp; Schedules</title>" in page
    assert "<and>" not in page


def with_words(archive: Path, folder: Path, path: str, words: str) -> Path:
    """A copy of an archive with more words on a page."""
    shutil.copytree(archive, folder)
    with (folder / "pages" / path).open("a", encoding="utf-8") as page:
        page.write(f"\n\n{words}\n")
    return folder


@for_each(
    ("path", "words", "message"),
    [
        ("index.md", "[a link](days/nowhere.md)", "days/nowhere.html"),
        ("guide/index.md", "[a link](days/nowhere.md)", "days/nowhere.html"),
        ("guide/index.md", "[a link](#nothing)", "#nothing"),
        ("guide/index.md", "[a link](data.md#nothing)", "data.html#nothing"),
        ("guide/index.md", '<p><a class="x" href="nowhere.html">raw</a></p>', "a link leads nowhere: nowhere.html"),
        ("guide/index.md", '<p><img alt="x" src="missing.png"></p>', "a link leads nowhere: missing.png"),
    ],
)
def test_a_broken_link_fails_the_build(archive: Path, tmp_path: Path, path: str, words: str, message: str):
    """A link that leads nowhere, on a generated page or in what people wrote, in Markdown or in HTML, is an error that
    names page and link, in one line. What was published stays: tests/test_incremental.py."""
    broken = with_words(archive, tmp_path / slug(path + words), path, words)
    with pytest.raises(BuildError) as error:
        build_site(broken, tmp_path / "site")
    assert message in str(error.value)
    assert path in str(error.value)
    assert "\n" not in str(error.value)
    assert not (tmp_path / "site").exists()


def with_settings(tmp_path: Path, changes: dict[str, str]) -> Path:
    """A repository with other settings of MkDocs: old -> new."""
    root = tmp_path / "root"
    root.mkdir()
    for name in ("generator", "node_modules"):
        (root / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "overrides", root / "overrides")
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    return put(root, {"mkdocs.yml": text})


OF_THEME = "  font: false"
OWN_FILES = {
    OF_THEME: "  palette: {scheme: slate, primary: deep purple}\n  logo: assets/own.svg\n  font: false",
    "favicon: assets/images/favicon.svg": "favicon: assets/own.svg",
    "plugins: [": "extra_javascript: [assets/own.js, {path: assets/other.js, defer: true}]\nplugins: [",
    "extra_css:": "extra_css:\n  - assets/own.css",
}
SHOWN = (
    "<html lang=en data-md-color-scheme=slate data-md-color-primary=deep-purple>",
    '<img src=ROOTassets/own.svg alt="">', "<link rel=icon href=ROOTassets/own.svg>", "other.js defer></",
    "<script src=ROOTassets/own.js></script>", "<link rel=stylesheet href=ROOTassets/own.css>", "<!-- partial -->",
)  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        (OWN_FILES, SHOWN),
        ({OF_THEME: "  palette: [{primary: red}, {primary: blue}]\n  font: false"}, [" data-md-color-primary=red>"]),
        ({OF_THEME: "  palette: {primary: red}\n  font: false"}, ["ROOTassets/stylesheets/palette."]),
    ],
)
def test_settings_of_mkdocs_act_on_all_pages(archive: Path, tmp_path: Path, changes: dict[str, str], shown: list[str]):
    """On those that it builds, on those that it does not, and on the page for addresses that lead nowhere."""
    root = with_settings(tmp_path, changes)
    files = dict.fromkeys((f"assets/{name}" for name in ("own.svg", "own.js", "other.js", "own.css")), "/* own */")
    put(root / "overrides", {**files, "partials/own.html": "<!-- partial -->"})
    main = root / "overrides/main.html"
    main.write_text(main.read_text().replace("</article>", "{% include 'partials/own.html' %}</article>"))
    built = tmp_path / "site"
    build(root, archive, built, sample.SETTINGS)
    for path in ("guide/index.html", "index.html", "papers/2603/2603.00356.html", "404.html"):
        text = (built / path).read_text(encoding="utf-8")
        top = "/" if path == "404.html" else "../" * path.count("/")
        assert [each for each in shown if each.replace("ROOT", top) not in text] == [], path


def test_the_language_is_the_archives(archive: Path, tmp_path: Path):
    """What MkDocs is told of it must be the same."""
    with pytest.raises(BuildError, match=r"set `language: de` in the archive's archive\.yml"):
        build(with_settings(tmp_path, {"language: en": "language: de"}), archive, tmp_path / "site", sample.SETTINGS)


def test_many_warnings_are_counted(archive: Path, tmp_path: Path):
    """Of many broken links the first are repeated, the others counted."""
    words = "\n\n".join(f"[x](x.md) and [y](gone-{n}.md)" for n in range(7))
    broken = with_words(archive, tmp_path / "archive", "index.md", words)
    with pytest.raises(BuildError, match=r"nowhere: x\.html \| .*gone-0\.html.*gone-3\.html \| and 3 more"):
        build_site(broken, tmp_path / "site")


def test_lenient_build_tells_and_goes_on(archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Where the caller is not strict, a broken link is printed and the site is built."""
    broken = with_words(archive, tmp_path / "archive", "index.md", "[x](gone.md)")
    build(ROOT, broken, tmp_path / "site", sample.SETTINGS, strict=False)
    assert "WARNING: index.md: a link leads nowhere: gone.html" in capsys.readouterr().err
    assert (tmp_path / "site/index.html").is_file()


def test_no_pages_is_an_error(tmp_path: Path):
    """An archive whose pages were not generated cannot be built, and the error says what to do."""
    with pytest.raises(BuildError, match="generate the pages first"):
        build_site(tmp_path, tmp_path / "site")


def run_mkdocs(root: Path, *options: str, archive: Path | None = None) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("DAYBOOK_", "SOURCE_"))}
    if archive:
        environment[NAMED] = str(archive)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", *options]
    result = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_plain_mkdocs_builds_the_same_site(archive: Path, site: Path, tmp_path: Path):
    """`mkdocs build --strict` by itself builds the archive of the folder, or the archive that DAYBOOK_ARCHIVE names."""
    root, other = tmp_path / "root", tmp_path / "other"
    root.mkdir()
    for name in ("mkdocs.yml", "overrides", "generator", "node_modules"):
        (root / name).symlink_to(ROOT / name)
    shutil.copytree(archive, root / "content")
    shutil.copytree(archive, other)
    run_mkdocs(root)
    assert forks.tree(root / "content/site") == forks.tree(site)
    run_mkdocs(root, "--site-dir", str(tmp_path / "told"), archive=other)
    assert forks.tree(tmp_path / "told") == forks.tree(site)


@pytest.mark.parametrize(("text", "message"), [(None, "cannot be read"), ("title: x\n", "`categories` is missing")])
def test_settings_that_cannot_be_used(tmp_path: Path, text: str | None, message: str, monkeypatch: Patch):
    """An archive.yml that is absent or unsound is an error that names it."""
    if text is not None:
        (tmp_path / "archive.yml").write_text(text, encoding="utf-8")
    monkeypatch.setenv(NAMED, str(tmp_path))
    with pytest.raises(SettingsError, match=message):
        work.plan_by_itself()


def test_plan_of_the_environment(archive: Path, tmp_path: Path, monkeypatch: Patch):
    """Without a caller the environment names archive and manner; else it is the archive of the current folder."""
    monkeypatch.setenv(NAMED, str(archive))
    monkeypatch.setenv(work.OFFLINE, "1")
    named = work.plan_by_itself()
    assert (named.archive, named.site, named.options.offline) == (archive, archive / "site", True)
    assert named.settings.title == sample.SETTINGS.title
    monkeypatch.delenv(NAMED)
    (tmp_path / "content").mkdir()
    shutil.copy(archive / "archive.yml", tmp_path / "content")
    monkeypatch.chdir(tmp_path)
    own = work.plan_by_itself()
    assert (own.archive, own.site) == (tmp_path / "content", tmp_path / "content" / "site")


def test_mkdocs_serves_the_same_pages(archive: Path, site: Path, tmp_path: Path, monkeypatch: Patch):
    """But for its own address, which the list for search engines names; and again when a page has changed."""
    own, served = tmp_path / "own", tmp_path / "served"
    shutil.copytree(archive, own, ignore=shutil.ignore_patterns("cache"))
    served.mkdir()
    monkeypatch.setenv(NAMED, str(own))
    address = "http://127.0.0.1:8000/"
    for words in ("", "More."):
        with (own / "pages/guide/index.md").open("a", encoding="utf-8") as page:
            page.write(words)
        config = load_config(str(ROOT / "mkdocs.yml"), docs_dir=str(own), site_dir=str(served))
        config.site_url = address
        mkdocs_build.build(config, serve_url=address)
        found, wanted = forks.tree(served), forks.tree(site)
        other = {path for path in found if found[path] != wanted.get(path) and not path.startswith("offline/")}
        other -= {"sitemap.xml", "sitemap.xml.gz", "robots.txt"}
        assert other == ({"guide/index.html", "guide/index.md"} if words else set())
        assert f"<loc>{address}".encode() in found["sitemap.xml"]
    assert not list(tmp_path.glob(".daybook-*"))


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"plugins:": "hooks: [own.py]\nplugins:"}, "own.py acts on pages (on_post_page)"),
        ({"plugins: [": "plugins: [material/search, "}, "material/search acts on pages (on_page_con"),
    ],
)
def test_what_acts_on_pages_is_refused(archive: Path, tmp_path: Path, changes: dict[str, str], name: str):
    """MkDocs would call it for the pages that it builds, and nobody for the others."""
    root = with_settings(tmp_path, changes)
    put(root, {"own.py": "def on_post_page(output, page, config):\n    return output\n"})
    with pytest.raises(BuildError, match=re.escape(f"mkdocs.yml: the plug-in {name}")):
        build(root, archive, tmp_path / "site", sample.SETTINGS)
    assert not (tmp_path / "site").exists()


def test_epoch(tmp_path: Path):
    """A site is of its newest day; of 1970 where it holds none."""
    assert publish.epoch(tmp_path) == 0
    names = ("2025/2025-12-31", "2026/2026-03-03", "2026/2026-03-02", "2026/2026-03", "2027/2027-01")
    put(tmp_path, {f"days/{name}.md": "" for name in names})
    assert publish.epoch(tmp_path) == 1772496000  # 3 March 2026, 00:00 UTC


def test_site_with_an_address(archive: Path, tmp_path: Path):
    """Where archive.yml names the site's address, the home page names it and the sitemap lists all pages."""
    url = "https://example.org/daily/"
    build_site(archive, tmp_path, url=url, repository="")
    page = (tmp_path / "papers/2603/2603.00356.html").read_text(encoding="utf-8")
    for path, text in documents(tmp_path).items():
        if path != "404.html" and LEADS_ON not in text:
            named = engines.parse(text).xpath("//link[@rel='canonical']/@href")
            assert named == [url if path == "index.html" else url + path], path
    sitemap = (tmp_path / "sitemap.xml").read_text(encoding="utf-8")
    assert f"<loc>{url}papers/2603/2603.00356.html</loc>" in sitemap
    assert set(re.findall("<lastmod>(.*?)</lastmod>", sitemap)) == {"2026-03-04"}
    assert gzip.decompress((tmp_path / "sitemap.xml.gz").read_bytes()) == sitemap.encode()
    assert "Repository" not in page
    assert url not in (tmp_path / "404.html").read_text(encoding="utf-8")


def test_names_of_an_archive_are_escaped(archive: Path, tmp_path: Path):
    evil = sample.PAYLOADS[0]
    build_site(archive, tmp_path, title=evil, description=evil, notice=evil)
    for path, text in documents(tmp_path).items():
        assert evil not in text, path


@for_each(("html", "broken"), table(__file__, "links_in_html"))
def test_links_in_html(html: str, broken: list[str]):
    """Relative addresses that are no file of the site are found; others are left alone."""
    assert bodies.broken(html, "a/page.html", {"a/b.html", "top.html", "a/p q.png"}) == [*broken]

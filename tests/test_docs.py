"""The words for people: what README, guide and handbook say of commands, files and settings is so."""

import argparse
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest
from daybook import cli, config
from daybook.describe import themes, watches
from daybook.fold import linking, people
from daybook.pages import home
from daybook.runtime.program import VERSION
from daybook.text import yaml_text
from daybook.volumes import rule

from tests.cases import for_each
from tests.conftest import HANGS, ROOT
from tests.forge import CATEGORIES, MONDAY, begun, world
from tests.pages import sample
from tests.tools.benchmarks import plan, report

GUIDE = ROOT / "generator" / "daybook" / "pages" / "guide"
PAGES = sorted(GUIDE.glob("*.md"))
HANDBOOK = ROOT / "content" / "notes"
HELD = sorted(HANDBOOK.glob("*.md"))
TOP = [ROOT / name for name in ("README.md", "CHANGELOG.md", "SECURITY.md")]
DOCUMENTS = [*TOP, *sorted((ROOT / ".github").glob("*.md")), *PAGES, *HELD]
LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def commands(parser: argparse.ArgumentParser | None = None) -> dict[str, argparse.ArgumentParser]:
    """The commands of the program, or of one of its commands."""
    actions = (parser or cli._parser())._actions
    return next((dict(a.choices) for a in actions if isinstance(a, argparse._SubParsersAction)), {})


def words(*paths: Path) -> int:
    """As `wc -w` counts them."""
    return sum(len(path.read_text(encoding="utf-8").split()) for path in paths)


def anchors(path: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-") for heading in headings}


def test_readme_begins_with_the_two_commands() -> None:
    """After the title and one sentence: how to build and how to test, for those who clone. All in at most 900 words."""
    title, sentence, _whom, block, *_ = read("README.md").split("\n\n")
    assert title == "# Daybook"
    assert "\n" not in sentence
    assert words(ROOT / "README.md") <= 900
    assert [line.split("#")[0].strip() for line in block.splitlines()[1:-1]] == ["make site", "make test"]


def test_readme_has_pictures() -> None:
    """Together no larger than a page should load."""
    images = re.findall(r"(?:!\[[^\]]+\]\(|src=\")(\.github/[a-z]+\.webp)", read("README.md"))
    assert images
    assert sum((ROOT / image).stat().st_size for image in images) <= 250_000


def test_contributing_lays_out_the_folders() -> None:
    """Every folder of the program, once."""
    named = re.findall(r"^\| `([a-z]+)/` \|", read(".github/CONTRIBUTING.md"), re.MULTILINE)
    assert sorted(named) == sorted(path.parent.name for path in (ROOT / "generator" / "daybook").glob("*/__init__.py"))


def test_contributing_names_true_files() -> None:
    """Where to change what: at least twenty answers, and each file or folder is there."""
    table = read(".github/where.md")
    rows = re.findall(r"^\| (?!-|To change)(.*) \|$", table, re.MULTILINE)
    assert len(rows) >= 20
    for row in rows:
        named = re.findall(r"`([a-z_]+/[a-z_/.]*)`", row.rsplit("|", 1)[1])
        assert named, row
        assert all((ROOT / name).exists() for name in named), row


def test_make_help_lists_every_target() -> None:
    """From the comments in the Makefile; the README names the most important."""
    makefile = read("Makefile")
    (phony,) = re.findall(r"^\.PHONY: (.*)", makefile, re.MULTILINE)
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=HANGS)
    assert sorted(re.findall(r"^  make ([a-z]+) +\S", done.stdout, re.MULTILINE)) == sorted(phony.split())
    assert "`make help`" in read("README.md")


def locked(name: str) -> dict[str, tuple[str, ...]]:
    """Package and version -> hashes, of a lock file."""
    text = read(name)
    assert not re.search("--index-url|--find-links", text)
    entries = re.findall(r"^(\S+==\S+).*((?:\n    --hash=\S+.*)+)", text, re.MULTILINE)
    assert len(entries) == len(re.findall(r"^\S", text, re.MULTILINE))
    return {package: tuple(re.findall(r"--hash=(\S+)", hashes)) for package, hashes in entries}


def test_lock_files_agree() -> None:
    """What runs Daybook and what tests need: the same versions with the same hashes."""
    program, tools = map(locked, ("requirements.lock", "requirements-dev.lock"))
    assert program.items() <= tools.items()
    names = {package.split("==")[0] for package in program}
    assert {"mkdocs", "lxml", "hatchling"} <= names
    assert not names & {"pytest", "mypy", "playwright", "zensical"}


def test_readme_names_every_command_and_no_other() -> None:
    assert re.findall(r"^\| `daybook ([a-z]+)", read("README.md"), re.MULTILINE) == list(commands())


@pytest.mark.trial
def test_commands_of_readme_make_an_archive(tmp_path: Path) -> None:
    """In an empty folder, to the letter; but the site is built and not served, and GitHub is a folder."""
    blocks = re.findall(r"```sh\n(.*?)```", read("README.md"), re.DOTALL)
    (begin,) = (block for block in blocks if block.startswith("daybook init"))
    (hand,) = (block for block in blocks if block.startswith("daybook build"))
    (push,) = (block for block in blocks if block.startswith("git init"))
    with begun(tmp_path) as night:
        forge, folder = night.forge, tmp_path / "somewhere"
        folder.mkdir()
        forge.git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", "theirs.git")
        with forge.git_config.open("a") as file:
            file.write(f'[url "{tmp_path}/theirs.git"]\n  insteadOf = https://github.com/YOU/daily.git\n')
            file.write("[user]\n  name = Me\n  email = me@example.org\n")
        path = {"PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))}
        script = begin.replace("daybook serve", "daybook build").replace("daybook status", "daybook status || true")
        more = {**forge.environment(ROOT), **path, "PYTHONPATH": str(forge.folder / "outside") + os.pathsep + str(ROOT)}
        done = forge.shell(folder, script + hand + push, more)
        assert done.returncode == 0, done.stderr
        for category in CATEGORIES:
            number = len(world().listing(category, MONDAY))
            assert f"{category}, {MONDAY}: {number} of {number} entries" in done.stdout
        assert f"{number} of {number} entries" in (folder / "daily/site/days/2026/2026-03-02.html").read_text()
        assert all((folder / name).stat().st_size for name in ("train.zip", "papers.sqlite"))
        held = forge.git(tmp_path / "theirs.git", "ls-tree", "-r", "--name-only", "main").splitlines()
        assert {"archive.yml", "requirements.txt", ".github/workflows/publish.yml"} <= set(held)
        assert not [name for name in held if name.startswith(("site/", "pages/", ".daybook/"))]


@for_each("path", DOCUMENTS)
def test_every_command_that_is_told_exists(path: Path) -> None:
    """No text tells a command, or a target of make, that is not there."""
    text = path.read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL) + re.findall(r"`([^`\n]+)`", text))
    former = cli.RENAMED if path.name == "CHANGELOG.md" else ()  # of versions that had them
    assert set(re.findall(r"(?<!from )\bdaybook ([a-z]+)", code)) <= {*commands(), *former}
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)", code)) <= targets


@for_each("path", DOCUMENTS)
def test_links_lead_somewhere(path: Path) -> None:
    """Relative links name files that exist, and headings that stand in them; guide and handbook link only themselves,
    so that their links lead somewhere on sites, too."""
    text = re.sub(r"```.*?```|`[^`\n]+`", "code", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in LINK.findall(text):
        if re.match(r"https?:", target):
            continue
        name, _, anchor = target.partition("#")
        file = path.parent / name if name else path
        assert file.is_file(), target
        assert not anchor or anchor in anchors(file), target
        assert path.parent not in (GUIDE, HANDBOOK) or file.parent == path.parent, target


@for_each("path", PAGES)
def test_guide_pages_say_what_they_are(path: Path) -> None:
    """Each page has a title and a description for the site, and its heading is that title."""
    _, head, body = path.read_text(encoding="utf-8").split("---\n", 2)
    facts = yaml_text.read_yaml(head, path.name)
    assert facts["title"] == body.split("# ", 1)[1].splitlines()[0]
    assert facts["description"].endswith(".")
    assert set(facts) == {"title", "description"}


@for_each("folder", [GUIDE, HANDBOOK])
def test_guide_and_handbook_lead_to_all_their_pages(folder: Path) -> None:
    linked = set(LINK.findall((folder / "index.md").read_text(encoding="utf-8")))
    assert linked >= {path.name for path in folder.glob("*.md")} - {"index.md"}


def test_words_are_few() -> None:
    """What readers of every site are given, and what owners are; in plain sight, so that nothing grows unseen."""
    assert words(*PAGES) <= 4_000
    assert words(*HELD) <= 10_000
    assert words(*PAGES, *HELD) <= 14_000
    assert words(ROOT / ".github" / "CONTRIBUTING.md") <= 1_500
    (told,) = re.findall(rf"^## {VERSION}$(.*?)(?=^## |\Z)", read("CHANGELOG.md"), re.MULTILINE | re.DOTALL)
    assert len(told.split()) <= 600


def test_what_was_measured_is_told_as_it_was() -> None:
    """`make bench` has written the page on speed and the handbook's table of growth, and nobody since."""
    assert report.PAGE.read_text(encoding="utf-8") == report.page(report.kept())
    assert f"\n\n{report.growth(report.kept())}\n\n" in report.HANDBOOK.read_text(encoding="utf-8")
    assert plan.PAGE.read_text(encoding="utf-8") == plan.page()


def test_settings_in_the_handbook_are_sound() -> None:
    """Examples of the files that people write are read without a complaint, and every setting is told."""
    examples = {}
    for path in HELD:
        for example in re.findall(r"```yaml\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL):
            examples[example.partition(":")[0]] = example
    assert [theme.slug for theme in themes.parse(examples["themes"])] == ["congestion"]
    assert linking.parse_same(examples["same"]).same
    assert [person.orcid for person in people.parse(examples["authors"])] == ["0000-0002-1825-0097"]
    assert [watch.slug for watch in watches.parse(examples["watches"])] == ["byzantine-agreement", "storage"]
    settings = config.parse("title: T\ncategories: [cs.DC]\n" + examples["sources"] + examples["acknowledge"])
    assert settings.rule("pith").keep
    assert not settings.rule("pith").publish
    assert rule.parse(examples["title"]).categories
    for settings_of, name in ((config.Settings, "settings.md"), (rule.Library, "volumes.md")):
        table = (HANDBOOK / name).read_text(encoding="utf-8").partition("| Setting |")[2].partition("\n## ")[0]
        told = re.findall(r"`([a-z_]+)`", " ".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)))
        assert sorted(told) == sorted(field.name for field in fields(settings_of))


def test_the_handbook_names_every_command_and_option() -> None:
    """Each command has a section, and in it stand its options."""
    text = (HANDBOOK / "commands.md").read_text(encoding="utf-8")
    common, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    told = {section.partition("\n")[0]: section for section in sections}
    assert list(told) == list(commands())
    for name, parser in commands().items():
        import_module(parser.module).declare(parser)
        for each in (parser, *commands(parser).values()):
            long = {option for action in each._actions for option in action.option_strings if option[:2] == "--"}
            assert {option for option in long if option not in common + told[name]} <= {"--help"}, name


def test_former_pages_of_the_guide_lead_on() -> None:
    """Each address that the guide had leads to a place of it or, in Daybook's own archive, of the handbook."""
    for target in home._FORMER.values():
        folder, _, place = (target or home._OWNERS).partition("/")
        name, _, anchor = place.partition("#")
        file = {"guide": GUIDE, "notes": HANDBOOK}[folder] / name
        assert not anchor or anchor in anchors(file), target
        assert file.is_file(), target
    assert not set(home._FORMER) & {path.stem for path in PAGES}
    made = {draft.path: draft.make() for draft in home.guide_pages.drafts(sample.view())}
    assert len(made) == len(home._FORMER) + len(PAGES)
    assert all(page.facts["text"] == path for path, page in made.items())  # the address of their Markdown stays, too
    assert made["guide/narrowing.md"].facts["to"] == "reading.html#narrow-a-list"


def test_licence_is_the_declared_one() -> None:
    """The licence's text is there, and it is the one that the package declares."""
    project = tomllib.loads(read("pyproject.toml"))["project"]
    assert project["license"] == "MIT"
    text = read("LICENSE")
    assert text.startswith("MIT License\n\nCopyright (c) 2026 The Daybook authors")

"""The sample's documents, as layouts/ has them: feeds, answers, listing pages, these copied as text, mail, reports."""

import datetime as dt
import html
import textwrap
from pathlib import Path
from urllib.parse import quote_plus

from daybook.model import arxiv
from jinja2 import Environment, FileSystemLoader

from tests.sample import paper as said
from tests.sample.paper import CATEGORY, URL, Paper, escape, unicode

COPIED = ("cards.txt", "pasted.txt", "report.txt")
_LAYOUTS = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "layouts"),
    autoescape=False,  # `x` escapes, as arXiv does, without quotes
    trim_blocks=True,
)


def written(layout: str, date: dt.date, papers: list[Paper] | dict[str, Paper], **more: object) -> str:
    """A document of a day; what a person copied as text ends without a line break."""
    text = _LAYOUTS.get_template(layout).render(date=date, papers=papers, category=arxiv.name(CATEGORY), **more)
    return text.rstrip("\n") + ("" if layout in COPIED else "\n")


def _words(paper: Paper) -> str:
    """A feed's words on a paper: id, type and abstract; stored paragraphs begin with two blanks."""
    abstract = paper.abstract.replace("\n", "\n  ")
    return f"arXiv:{paper.id}v{paper.version} Announce Type: {paper.type} \nAbstract: {abstract}"


def _author_links(paper: Paper) -> str:
    links = []
    for author in said.names(paper.authors):
        name, group, rest = author.partition(" (")
        *given, family = name.split()
        query = quote_plus(f"{family}, {given[0][0]}" if given else family, safe=",")
        link = f'<a href="https://arxiv.org/search/cs?searchtype=author&amp;query={query}">{escape(name)}</a>'
        links.append(link + escape(group + rest))
    return ", ".join(links)


def _linked(text: str) -> str:
    """A comment with its addresses as arXiv links them."""
    parts, end = [], 0
    for found in URL.finditer(text):
        parts.append(escape(text[end : found.start()]))
        address = html.escape(found[0])
        link = (
            f'<a href="{address}" rel="external noopener nofollow" class="link-external link-https">this https URL</a>'
        )
        parts.append(link)
        end = found.end()
    return "".join(parts) + escape(text[end:])


def _sections(papers: list[Paper]) -> list[tuple[str, list[tuple[int, Paper]]]]:
    """The papers of each section with their numbers on the page."""
    numbers = iter(range(1, len(papers) + 1))
    return [(name, [(next(numbers), each) for each in items]) for name, items in said.sections(papers).items()]


def _wrapped(text: str, first: str = "", then: str = "  ") -> str:
    """As mail has it. first, then: what lines begin with."""
    lines = textwrap.wrap(
        text, 78, initial_indent=first, subsequent_indent=then, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines)


def _evening(date: dt.date, days: int) -> str:
    """When submissions of so many days before were due."""
    day = date - dt.timedelta(days=days)
    return f"{day:%a} {day.day} {day:%b %y} 19:00:00 GMT"


_LAYOUTS.filters |= {
    "author_links": _author_links,
    "day_of_mail": lambda date: f"{date:%a}, {date.day:02} {date:%b %Y}",
    "evening": _evening,
    "flag": said.flag,
    "formats": said.formats,
    "linked": _linked,
    "mail_time": lambda when: said.mail_time(when, "GMT"),
    "names": said.names,
    "next_day": lambda date: date + dt.timedelta(days=1),
    "placeholders": lambda text: URL.sub("this https URL", text),
    "sections": _sections,
    "subjects": said.subjects,
    "unicode": unicode,
    "words": _words,
    "wrapped": _wrapped,
    "x": escape,
}

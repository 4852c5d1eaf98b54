"""Answers of oaipmh.arxiv.org: records in arXivRaw, and errors."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from html import escape

from generator.taxonomy import canonical
from tests.arxiv.papers import Event, Paper, State

BASE = "https://oaipmh.arxiv.org/oai"
FORMAT = "arXivRaw"
_ALIASES = {"cs.IT": "math.IT", "eess.SY": "cs.SY", "math-ph": "math.MP", "cs.NA": "math.NA", "math.NA": "cs.NA"}
_PHYSICS = ("astro-ph", "cond-mat", "gr-qc", "hep-", "math-ph", "nlin", "nucl-", "physics", "quant-ph")
_FRAME = """<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" 
         xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
         xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd">
    <responseDate>{when:%Y-%m-%dT%H:%M:%SZ}</responseDate>
                <request{asked}>{base}</request>


{body}
</OAI-PMH>"""  # noqa: W291 as arXiv prints it
_ERRORS = {
    "badVerb": "Value of the verb argument is not a legal OAI-PMH verb, is missing, or is repeated.",
    "badArgument": "The request includes illegal arguments, is missing required arguments, includes a repeated"
    " argument, or values for arguments have an illegal syntax.",
    "badResumptionToken": "The value of the resumptionToken argument is invalid or expired.",
    "cannotDisseminateFormat": "The metadata format is not supported by the item or by the repository.",
    "noRecordsMatch": "The combination of the values of the from, until, set and metadataPrefix arguments results in"
    " an empty list.",
}


def answer(when: dt.datetime, asked: Mapping[str, str], body: str) -> str:
    """The frame of every answer. `asked`: the request's parameters."""
    words = "".join(f' {key}="{escape(value)}"' for key, value in asked.items())
    return _FRAME.format(when=when.astimezone(dt.UTC), asked=words, base=BASE, body=body)


def error(code: str, reason: str = "") -> str:
    """The body of an error: it comes with status 200."""
    told = f"{_ERRORS[code]} Reason: {reason}" if reason else _ERRORS[code]
    return f"    <error code='{code}'>{escape(told)}</error>"


def set_of(code: str) -> str:
    """The set of a category: cs:cs:DC, physics:quant-ph."""
    archive, _, rest = code.partition(".")
    group = "physics" if archive.startswith(_PHYSICS) else archive
    return ":".join(part for part in (group, archive, rest) if part)


def sets_of(state: State) -> tuple[str, ...]:
    """All sets that a header lists: of categories, alias names included."""
    codes = []
    for code in state.shown_categories:
        codes += [code, _ALIASES[code]] if code in _ALIASES and canonical(_ALIASES[code]) == code else [code]
    return tuple(map(set_of, codes))


def records(found: Sequence[tuple[Paper, Event]], token: str | None, expires: dt.date) -> str:
    """A page of records. token: "" ends a list of several pages, None stands for a list of one."""
    body = "".join(_record(paper, event) for paper, event in found)
    if token:
        body += f"                    <resumptionToken expirationDate='{expires}T00:00:00Z'>{token}</resumptionToken>\n"
    elif token == "":
        body += "                    <resumptionToken/>\n"
    return f"    <ListRecords>\n{body}\n    </ListRecords>"


def _record(paper: Paper, event: Event) -> str:
    sets_listed = "".join(f"            <setSpec>{spec}</setSpec>\n" for spec in sets_of(event.state))
    return f"""                    <record>
                <header>
        <identifier>oai:arXiv.org:{paper.id}</identifier>
        <datestamp>{event.date}</datestamp>
{sets_listed}    </header>

            <metadata>
                        <{FORMAT} xmlns="http://arxiv.org/OAI/{FORMAT}/" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://arxiv.org/OAI/{FORMAT}/ https://oaipmh.arxiv.org/OAI/{FORMAT}.xsd">
        <id>{paper.id}</id>
{_raw(event.state)}    </{FORMAT}>

            </metadata>
        </record>

"""


def _raw(state: State) -> str:
    """arXivRaw: every version with its time; names as one string, TeX accents as stored."""
    versions = "".join(
        f'            <version version="v{each.number}">\n'
        f"                <date>{each.submitted:%a}, {each.submitted.day} {each.submitted:%b %Y %H:%M:%S} GMT</date>\n"
        f"                <size>{each.size}kb</size>\n"
        + ("                <source_type>I</source_type>\n" if each.withdrawn else "")
        + "            </version>\n"
        for each in state.versions
    )
    names = ", ".join(each.stored + (f" ({each.affiliation})" if each.affiliation else "") for each in state.authors)
    return (
        f"        <submitter>{escape(state.authors[0].shown)}</submitter>\n{versions}"
        f"        <title>{escape(state.title)}</title>\n        <authors>{escape(names)}</authors>\n"
        f"        <categories>{' '.join(state.categories)}</categories>\n{_rest(state)}"
    )


def _rest(state: State) -> str:
    fields = (
        ("comments", state.comments),
        ("journal-ref", state.journal_ref),
        ("doi", state.doi),
        ("license", state.license),
        ("abstract", state.abstract),
    )
    return "".join(f"            <{key}>{escape(text)}</{key}>\n" for key, text in fields if text)

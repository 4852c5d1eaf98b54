"""What another archive tells of arXiv's papers: who tells it stands on the page, and it proves nothing by itself."""

import datetime as dt
import json
from typing import Any

from daybook.config import Settings
from daybook.exports import citations, tables
from daybook.fold.folding import fold
from daybook.model import Archive, Claim, Record, Version
from daybook.pages import Texts
from daybook.search.entries import entry
from daybook.sources import other_archive, registry
from daybook.text import markup
from daybook.view import labels
from daybook.view.addresses import day as day_of
from daybook.view.addresses import paper as page_of

from tests.cases import for_each
from tests.hostile.active import active
from tests.hostile.payloads import HOSTILE, Payload
from tests.makers import day, record, time
from tests.pages import sample

SETTINGS = Settings(title="T", categories=("cs.DC",))
IDENT, TELLER = "2602.00100", "tides.example"
OTHERS = {"archive": f"https://{TELLER}/daily/"}
FORGED: dict[str, Any] = {
    "key": IDENT, "arxiv_id": IDENT, "version": 99, "title": "FORGED title", "authors": ["Mal Forge"],
    "comments": "Forged.", "journal_ref": "Forged J. 1", "doi": "10.1000/forged", "withdrawn": True, "cards": [],
    "versions": [{"version": 99, "submitted": "2026-03-01T00:00:00Z", "title": None}],
    "sightings": [
        {"date": "2026-02-26", "source": "arxiv-listing", "type": "new", "category": "cs.DC", "version": 1},
        {"date": "2026-03-02", "source": "arxiv-oai", "type": "harvest", "category": "cs.DC", "version": 99},
    ],
}  # fmt: skip
REAL = {"arxiv_id": IDENT, "authors": ("Ada Ebb",), "abstract": "It drifts.", "categories": ("cs.DC",)}


def told(paper: dict[str, Any], service: str = "archive") -> list[Record]:
    """The records of another archive's line; `service`: empty for a file."""
    listings = other_archive.read(json.dumps(paper, separators=(",", ":")).encode())
    return [record for each in registry.signed(service, listings, OTHERS) for record in each.records("told")]


def listed(**said: Any) -> Record:
    return record(**{"title": "Real title", **REAL, "date": day("2026-02-27"), "document": "own", **said})


def harvested(date: str, version: int = 1, **said: Any) -> Record:
    own = {"source": "arxiv-api", "type": "harvest", "category": None, "version": version, "date": day(date), **said}
    return listed(**own)


def page(archive: Archive, path: str) -> str:
    return next(each.text for each in sample.render(archive, SETTINGS, Texts()) if each.path == path)


def test_a_forged_line_is_only_told() -> None:
    """Beside arXiv's own listing: no withdrawal, version, title, reference or day is arXiv's; who tells is named."""
    archive = fold([listed(), *told(FORGED)], settings=SETTINGS)
    (paper,) = archive.papers.values()
    assert (paper.title, paper.titles, paper.version, paper.withdrawn) == ("Real title", ("Real title",), 1, False)
    assert (paper.journal_ref, paper.doi, paper.other_dois, paper.comments) == (None, None, (), None)
    assert paper.claims == (Claim(teller=TELLER, version=99, withdrawn=True, titles=("FORGED title",)),)
    text = page(archive, page_of(IDENT))
    assert "This paper was withdrawn" not in text
    assert "Former title" not in text
    claims = text.split("\n## Not confirmed by arXiv\n\n")[1].split("\n\n")[0]
    assert claims.splitlines() == [
        "- tides.example says that it was withdrawn",
        "- tides.example says that there is a version 99",
        "- tides.example says that its title was “FORGED title”",
        "- tides.example says that it was announced on [26 February 2026](../../days/2026/2026-02-26.md)",
    ]
    assert "from arXiv." not in text
    arxivs = text.split("\n## Details\n")[1].split("\n## Provenance\n")[0]
    assert "**Announced** [27 February 2026](../../days/2026/2026-02-27.md)\n" in arxivs
    assert "26 February" not in arxivs
    assert text.index("\n## Not confirmed by arXiv\n") < text.index("\n## Details\n")
    assert "New submission in cs.DC, v1 (arXiv listing, according to tides.example)" in text
    assert "Forged" not in text
    assert "announced: 2026-02-27" in text
    assert paper.first_seen == day("2026-02-27")
    told_day = page(archive, day_of(dt.date(2026, 2, 26)))
    assert "\n1 new submission (according to tides.example).\n" in told_day
    assert "\ncounts:" not in told_day
    assert "): 1 new (according to tides.example)" in page(archive, "days/2026/2026-02.md")
    assert not any(b"FORGED" in line or b"ithdrawn" in line or b"orged" in line for line in citations.bibtex(archive))
    (line,) = map(json.loads, tables.jsonl(archive))
    assert [each.get("told_by") for each in line["sightings"]] == [[TELLER], None, [TELLER]]
    assert (line["withdrawn"], [each["version"] for each in line["versions"]]) == (False, [1])


@for_each(
    ("own", "claims"),
    [
        # arXiv's word from the day on that is told: what it does not say is denied, and what it says is its own.
        ([harvested("2026-03-02")], Claim(teller=TELLER, version=99, withdrawn=True, titles=("FORGED title",),
                                          denied=day("2026-03-02"))),
        ([harvested("2026-03-01")], Claim(teller=TELLER, version=99, withdrawn=True, titles=("FORGED title",))),
        ([harvested("2026-03-02", 99)], Claim(teller=TELLER, withdrawn=True, titles=("FORGED title",),
                                              denied=day("2026-03-02"))),
        ([harvested("2026-03-02", 99, withdrawn=True, title="FORGED title")], None),
        # What describes an older version than is known says nothing of newer ones.
        ([listed(type="replace", version=2), harvested("2026-03-06")],
         Claim(teller=TELLER, version=99, withdrawn=True, titles=("FORGED title",))),
        # What an older page says of the newest version is no answer, and a listing of a later day none either.
        ([listed(date=day("2026-03-06"), type="cross")], Claim(teller=TELLER, version=99, withdrawn=True,
                                                               titles=("FORGED title",))),
    ],
)  # fmt: skip
def test_arxivs_own_word_decides(own: list[Record], claims: Claim | None) -> None:
    (paper,) = fold([listed(), *own, *told(FORGED)]).papers.values()
    assert paper.claims == ((claims,) if claims else ())
    assert paper.withdrawn == (claims is None)
    assert ("FORGED title" in paper.titles) == (claims is None)


def test_a_former_title_is_asked_for_by_its_version() -> None:
    """As long as arXiv's words of that version are not held; they confirm it or not."""
    line = {**FORGED, "withdrawn": False, "versions": [{"version": 1, "submitted": None, "title": "FORGED title"}]}
    line["sightings"] = line["sightings"][:1]
    own = harvested("2026-03-05", 2)
    (asked,) = fold([own, *told(line)]).papers[IDENT].claims
    assert (asked.unheard, asked.titles, asked.denied) == ((1,), ("FORGED title",), day("2026-03-05"))
    (denied,) = fold([own, harvested("2026-03-06"), *told(line)]).papers[IDENT].claims
    assert (denied.unheard, denied.denied) == ((), day("2026-03-05"))
    held = fold([own, harvested("2026-03-06", title="FORGED title"), *told(line)]).papers[IDENT]
    assert (held.claims, held.titles) == ((), ("Real title", "FORGED title"))


def test_a_paper_that_is_only_told() -> None:
    """All of it is told, its versions too; that it was withdrawn or had another title is not taken."""
    line = {**FORGED, "versions": [{"version": v, "submitted": None, "title": f"Title {v}"} for v in (1, 2)]}
    archive = fold(told(line, ""), settings=SETTINGS)
    (paper,) = archive.papers.values()
    assert (paper.titles, paper.withdrawn, paper.editions) == (("FORGED title",), False, ())
    assert paper.teller == registry.ORIGIN
    text = page(archive, page_of(IDENT))
    assert "v99](https://arxiv.org/abs/2602.00100v99), according to another archive" in text
    assert "- another archive says that its title was “Title 1”\n" in text
    lead = "Shown according to another archive; this archive has nothing of this paper from arXiv."
    assert text.index("# FORGED title") < text.index(lead) < text.index("## Abstract")
    assert (paper.comments, paper.journal_ref, paper.doi) == ("Forged.", "Forged J. 1", "10.1000/forged")
    assert "**Comments** Forged." in text


def test_archives_that_follow_each_other() -> None:
    """The last teller is named with those before it, as far as hosts are hosts; what was read here goes before all."""
    first = {"date": "2026-02-26", "source": "arxiv-listing", "type": "new", "category": "cs.DC", "version": 1}
    chain = ["c.example", "javascript:x", "d.example,e", "archive", *(f"{n}.example" for n in range(9))]
    found = fold(told({**FORGED, "sightings": [{**first, "told_by": chain}]})).papers[IDENT].sightings
    assert [each.teller for each in found] == [f"{TELLER},c.example,archive"]
    archive = fold(told({**FORGED, "sightings": [{**first, "told_by": ["c.example"]}]}), settings=SETTINGS)
    assert "tides.example, which has it from c.example, says that it was" in page(archive, page_of(IDENT))
    both = fold([listed(date=day("2026-02-26"), version=1), *told(FORGED)]).papers[IDENT].sightings
    assert [each.teller for each in both] == ["", TELLER]


def test_a_told_day_hides_nothing() -> None:
    """What the schedule tells of a day of which no listing was read here stands beside what is told of it."""
    when = time("2026-02-25T10:00:00")
    other = harvested("2026-03-02", arxiv_id="2602.00200", versions=(Version(version=1, submitted=when),))
    for records, keys in (([other], ["2602.00200"]), ([other, *told(FORGED)], [IDENT, "2602.00200"])):
        (found,) = (each for each in fold(records, settings=SETTINGS).days if each.date == day("2026-02-26"))
        assert ([item.key for item in found.announced], found.reconstructed) == (keys, True)
    assert [item.teller for item in found.announced] == [TELLER, ""]


def test_what_arxiv_did_not_say_is_nowhere() -> None:
    """Not on the page, in exports or in search; the same line alone tells all of it."""
    fields = {"comments": "Forged9.", "abstract": "Forged9 abstract.", "other_dois": ["10.1000/forged9"]}
    line = {**FORGED, "title": "Real title", "authors": ["Ada Forged9"], "journal_ref": "Forged9 J.", **fields}
    own = fold([listed(authors=(), abstract=None), *told(line)], settings=SETTINGS)
    alone = fold(told(line), settings=SETTINGS)
    for archive, there in ((own, False), (alone, True)):
        paper = archive.papers[IDENT]
        shown = f"{page(archive, page_of(IDENT))} {entry(paper, None, paper.abstract, '', '').words}"
        lines = (*tables.jsonl(archive), *tables.csv(archive), *citations.bibtex(archive), *citations.ris(archive),
                 *citations.csl(archive), *citations.markdown(archive))  # fmt: skip
        assert [b"orged9" in b"".join(lines), "orged9" in shown] == [there, there]


def test_what_is_told_is_counted_apart() -> None:
    """Beside what arXiv announced on the same day."""
    other = listed(arxiv_id="2602.00200", title="Another", date=day("2026-02-26"))
    (found,) = (each for each in fold([other, *told(FORGED)]).days if each.date == day("2026-02-26"))
    assert labels.counts(found, short=True) == [(1, "new"), (1, "new (according to tides.example)")]
    assert labels.sizes(found) == {"new": 1}


def test_other_fields_of_arxivs_word_go_first() -> None:
    """Even where they are older, and where a list of authors is cut."""
    own = listed(comments="Real.", authors=("Ada Ebb",) * 100, authors_complete=False, submitted=time("2026-02-20"),
                 versions=(Version(version=1),))  # fmt: skip
    (paper,) = fold([own, *told(FORGED)]).papers.values()
    assert (paper.comments, len(paper.authors), paper.submitted) == ("Real.", 100, time("2026-02-20"))
    (longer,) = fold([own, *told({**FORGED, "authors": [f"Mal Forge {n}" for n in range(101)]})]).papers.values()
    assert longer.authors == paper.authors
    (none,) = fold([listed(authors=(), abstract=None), *told({**FORGED, "abstract": "Told."})]).papers.values()
    assert (none.authors, none.abstract, none.comments, none.tellers) == ((), None, None, ())


@for_each("payload", HOSTILE)
def test_hostile_claims_stay_text(payload: Payload) -> None:
    """A former title, and the chain of archives: on the page and in what programs are told."""
    forged = {**FORGED, "title": payload.text or "x"}
    chained = [{**each, "told_by": [payload.text, "c.example"]} for each in FORGED["sightings"]]
    archive = fold([listed(), *told({**forged, "sightings": chained})], settings=SETTINGS)
    (paper,) = archive.papers.values()
    assert {each.teller for each in paper.claims} <= {TELLER, f"{TELLER},c.example"}
    text = page(archive, page_of(IDENT)).partition("\n---\n")[2]
    assert active(markup.Renderer(None).html(text), formulas=True) == []

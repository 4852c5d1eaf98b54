"""What a language model says about papers and days: what it is asked, and what of its answers may stand. Pure.

    prompts      title, abstract -> what the model is asked, with the prompt's name and hash
    answers      what the model answered -> its fields, or what is wrong with its form
    acceptance   fields, sources -> every reason why they may not stand on a page
    claims       a text, sources -> what it says otherwise than they: numbers, negations, directions, comparisons
    editorials   a day's papers -> what the model is asked; its paragraphs -> text and mentions of papers
    records      the lines of content/summaries: Summary of a paper, Editorial of a day, and the Card and Digest of them

Text of a listing is data: it may say anything, also to the model. So no answer is trusted: it stands if it is plain
text within its budget and the paper's own words say what it says; else the archive's own card stays.
"""

from generator.describe.language_model.acceptance import faults
from generator.describe.language_model.prompts import CARD, DIGEST, Prompt, Request, card_request
from generator.describe.language_model.records import (
    Editorial,
    Summary,
    card,
    chosen,
    chosen_editorials,
    digest,
    home,
    papers_hash,
    text_hash,
)

__all__ = [
    "CARD",
    "DIGEST",
    "Editorial",
    "Prompt",
    "Request",
    "Summary",
    "card",
    "card_request",
    "chosen",
    "chosen_editorials",
    "digest",
    "faults",
    "home",
    "papers_hash",
    "text_hash",
]

"""What a language model writes about papers and days: requests, and the checks of its answers. Pure.

    prompts      title, abstract -> request, with the prompt's name and hash
    answers      answer -> its fields, or what is wrong with its form
    acceptance   fields, sources -> every reason to refuse them
    claims       a text, sources -> where it departs from them: numbers, negations, directions, comparisons
    editorials   a day's papers -> request; its paragraphs -> text and mentions of papers
    records      the lines of content/summaries: Summary of a paper, Editorial of a day, and the Card and Digest of them
    provider     the only module that talks to a model (not pure)

Text of a listing is data: it may say anything, also to the model. So no answer is trusted: it is accepted if it is
plain text within its budget and supported by the paper's own words; otherwise the archive's own card is kept."""

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

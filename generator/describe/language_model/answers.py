"""A language model's answer as the fields it was asked for. Models add fences, thoughts and politeness: only the JSON
object counts."""

from __future__ import annotations

import json
from typing import Any

LONGEST_ANSWER = 20_000
"""Longest answer that is read, in characters."""


def fields(answer: str) -> tuple[dict[str, Any], str]:
    """(the JSON object in an answer, ""), or ({}, what is wrong with the answer's form)."""
    if len(answer) >= LONGEST_ANSWER:
        return {}, f"the answer has {LONGEST_ANSWER:,} characters or more"
    text = answer.rpartition("</think>")[2]
    begin, end = text.find("{"), text.rfind("}")
    if not text.strip():
        return {}, "the answer is empty"
    if begin < 0 or end < begin:
        return {}, "the answer contains no JSON object"
    try:
        answered = json.loads(text[begin : end + 1])
    except (ValueError, RecursionError):
        return {}, "the answer is not one valid JSON object"
    return (answered, "") if isinstance(answered, dict) else ({}, "the answer is not one JSON object")


def texts(answer: str, *names: str) -> tuple[tuple[str, ...], str]:
    """(the texts under these names, ""), or ((), what is wrong)."""
    answered, problem = fields(answer)
    if problem:
        return (), problem
    if set(answered) != set(names) or not all(isinstance(value, str) for value in answered.values()):
        return (), f"the answer is not an object with the texts {', '.join(names)} and nothing else"
    return tuple(answered[name].strip() for name in names), ""


def paragraphs(answer: str) -> tuple[tuple[str, ...], str]:
    """(the paragraphs of an editorial, ""), or ((), what is wrong)."""
    answered, problem = fields(answer)
    if problem:
        return (), problem
    items = answered.get("paragraphs")
    if set(answered) != {"paragraphs"} or not isinstance(items, list) or not all(isinstance(p, str) for p in items):
        return (), 'the answer is not an object with a list of texts named "paragraphs" and nothing else'
    return tuple(text.strip() for text in items), ""

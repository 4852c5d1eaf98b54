"""The cost of repetitions in an API response without its tags is proportional."""

import contextlib

import pytest
from daybook.errors import GeneratorError
from daybook.sources import arxiv_api_untagged
from daybook.sources.arxiv_api_untagged import split_trailing_fields

from tests.cases import for_each
from tests.tools.growth import in_proportion

HEAD = "http://arxiv.org/api/abcarXiv Query: search_query=cat:cs.DC&id_list=&start=0&max_results=1"
TIME = "2026-03-03T00:00:00Z"


@pytest.mark.trial
@for_each("piece", ["v1", "http://", "https://arxiv.org/abs/", "http://arxiv.org/abs/2603.00001v1", TIME])
@for_each("whole", [False, True])
def test_addresses_versions_and_times(piece: str, whole: bool) -> None:
    """In a title, between an entry's address and its times."""

    def read(length: int) -> None:
        end = f"{TIME}An abstract.{TIME}Ann Able" if whole else ""
        text = f"{HEAD}{TIME}110https://arxiv.org/abs/2603.00001v1Title {piece * (length // len(piece))}{end}"
        with contextlib.suppress(GeneratorError):
            arxiv_api_untagged.read(text.encode())

    in_proportion(read, 64_000)


@pytest.mark.trial
@for_each("piece", ["Ann Able", "Aa", "http://a/A", '"A', "10.1234/a ", "10.1234/a", "\n", "1, 2024 "])
def test_comments_and_names(piece: str) -> None:
    """In an entry's trailing fields, from a length on that no comment has."""
    in_proportion(lambda length: split_trailing_fields("A comment. " + piece * (length // len(piece)) + "end"), 128_000)

"""Roles: what each sentence of an abstract does, and which ones say what was found and what was done.

    choose               plain title, sentences -> Choice

A chain of roles (background, gap, what, method, result, conclusion) is read off all sentences together, since results
follow methods; three heads then choose among the sentences by it. All is linear: one table of weights, for words that
most arXiv categories use and for a sentence's form and place, fitted by tests/tools/fit_roles.py on abstracts of all
fields in which readers labelled each sentence. No rule is of one field.
"""

from daybook.describe.roles.features import ROLES
from daybook.describe.roles.model import (
    HEADS,
    Abstract,
    Chain,
    Choice,
    Model,
    choose,
    read,
    shipped,
    signs_of_finding,
    view,
    written,
)

__all__ = [
    "HEADS",
    "ROLES",
    "Abstract",
    "Chain",
    "Choice",
    "Model",
    "choose",
    "read",
    "shipped",
    "signs_of_finding",
    "view",
    "written",
]

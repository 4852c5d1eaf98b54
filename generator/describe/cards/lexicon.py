"""The words in which papers state results: what changes, which way, what is measured, and where a phrase ends."""

from __future__ import annotations

import re


def words(*lines: str) -> frozenset[str]:
    """The words of some lines, as a set."""
    return frozenset(" ".join(lines).split())


FEWER = (
    r"reduc(?:e[sd]?|ing)|decreas(?:e[sd]?|ing)|cut(?:s|ting)?|lower(?:s|ed|ing)?|sav(?:e[sd]?|ing)|sh(?:rink|rinks|rinking)|"
    r"shorten(?:s|ed|ing)?|slash(?:es|ed|ing)?|drop(?:s|ped|ping)?|diminish(?:es|ed|ing)?|trim(?:s|med|ming)?|"
    r"curtail(?:s|ed|ing)?|shav(?:e[sd]?|ing)|declin(?:e[sd]?|ing)|fall(?:s|ing)?|fell|compress(?:es|ed|ing)|minimi[sz](?:e[sd]?|ing)"
)
MORE = (
    r"increas(?:e[sd]?|ing)|rais(?:e[sd]?|ing)|boost(?:s|ed|ing)?|lift(?:s|ed|ing)?|grows?|grew|growing|rises?|rose|rising|"
    r"elevat(?:e[sd]?|ing)"
)
BETTER = r"improv(?:e[sd]?|ing)|enhanc(?:e[sd]?|ing)|optimi[sz](?:e[sd]?|ing)|restor(?:e[sd]?|ing)"
FASTER = r"accelerat(?:e[sd]?|ing)|speed(?:s|ing)? up|sped up|speedup|speeds?|speeding"
BEATS = r"(?:outperform|surpass|exceed|beat)(?:s|es|ed|ing)?|improv(?:e[sd]?|ing) (?:over|upon|on)"
VERB = re.compile(
    rf"(?<![\w-])(?:(?P<beats>{BEATS})|(?P<fewer>{FEWER})|(?P<more>{MORE})|(?P<better>{BETTER})|(?P<faster>{FASTER}))\b"
)
TAILS = words("over than in for on")
"""Words that begin the tail of a result: against what, or on what, it was measured."""
COMPARATIVES = words(
    "higher lower faster slower fewer more less better larger smaller cheaper shorter longer greater worse"
)
IDLE_ENDS = words(
    "average mean median relative absolute geometric overall more less most higher lower greater better larger smaller",
    "worse high low significant statistical respectively about up new first same total additional",
)
ACHIEVES = re.compile(
    r"\b(?:achiev|reach|attain|yield|obtain|deliver|demonstrat|show|provid|maintain|result|exhibit|report|giv|offer|bring)"
    r"[a-z]*\b[^,;:]*$"
)
SET_UP = re.compile(
    r"\b(?:at|under|with|given|when|for|up from|only|using|on|between|to|than|per|the|those|where|confidence|least) $"
)
ASIDE = re.compile(r"\([^()]*\)")
AMOUNT_OF = re.compile(r"(?:number|amount|quantity|level|total|count) of ")
HEADS = words("rate cost costs size use time volume share loss speed variance quality")
COUNTLESS = re.compile(
    r"(?:ss|us|is|costs|rates|errors|losses|latencies|times|emissions|scores|delays|sizes|bits|overheads|expenses)$"
)
CLAUSE = re.compile(r"[^,;:()\[\]—]*$")
BY = re.compile(r"\bby (?:an? |the )?(?:average |factor |mean )?(?:of )?\+?$")
BY_BEFORE = re.compile(r"\b(?:by|from|to) [^,;]{0,300}?\d[^ ]*")
CONNECTIVES = words("that which and while whereas or but where as when because")

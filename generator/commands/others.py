"""The sources beside arXiv that archive.yml gives an address: cards, reports, journals' feeds."""

from __future__ import annotations

import datetime as dt

from generator.commands.gather import Gatherer, Wanted
from generator.fetch.client import Request


def fetch_others(gatherer: Gatherer, date: dt.date) -> None:
    """Each source once a day; what cannot be had is a line."""
    today = gatherer.clock.now().date()
    done = {(a.service, a.category) for a in gatherer.log.attempts() if a.when.date() == today and a.outcome in _GOT}
    for name, rule in gatherer.settings.sources.items():
        if not rule.url:
            continue
        for category in gatherer.settings.categories if "{category}" in rule.url else (None,):
            wanted = Wanted(name, category, date if "{date}" in rule.url else None)
            if (name, category) in done:
                continue
            path = rule.path.replace("{date}", str(date)).replace("{category}", category or "")
            if gatherer.get(wanted, Request(host=name, path=path)) is None:
                gatherer.context.fail(f"{wanted}: {gatherer.reasons[wanted]}")


_GOT = ("stored", "nothing new", "quiet")

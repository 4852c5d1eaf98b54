"""What is held of each announcement, against what arXiv states of it: the state of each day in each category. Pure.

How a day comes to its state, the caller first::

    day_states.of_log           the days of all categories; the fold asks, `archive/refolding.py` for some days alone
    day_states.DayStates        the log's part that is given, shared by the categories
    category_log.log_of         what of it is of one category, by date
    day_states.CategoryDays     one day: held, unannounced, stale or absent; `fetch` asks here
    completeness.holding        how many papers are held, how many arXiv states
    witnesses.pages             the listing pages that agree with their own totals
    CategoryLog.testimony       what feed, OAI-PMH and API tell of the day
    words.differ                whether two of them give a paper the same words
    witnesses.judge             the one judge: which page a second witness confirms, or what speaks against the newest
    proofs.sentence             the state in words
"""

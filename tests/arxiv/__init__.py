"""A faithful local arXiv: a synthetic world, printed in arXiv's own formats, served over loopback sockets.

All hosts stand below one base URL (DAYBOOK_HOSTS). The first segment of a path is the host's short name; what follows
it is the path on that host, unchanged:

    BASE/arxiv/...              https://arxiv.org/...                list/cs.DC/new
                                                                     catchup/cs.DC/2026-03-03?abs=True&page=2
    BASE/export/...             https://export.arxiv.org/...         api/query?id_list=...
    BASE/rss/...                https://rss.arxiv.org/...            rss/cs.DC+cs.NI
    BASE/oai/...                https://oaipmh.arxiv.org/...         oai?verb=ListRecords&metadataPrefix=arXivRaw
    BASE/pith/...               the site of cards                    cs.DC
    BASE/inference-report/...   The Inference Report                 2026-03-03
    BASE/biorxiv/...            https://api.biorxiv.org/...          details/biorxiv/2026-03-03/2026-03-03/0
    BASE/journal/...            a journal's site                     feed.xml

So a client asks `hosts.arxiv + "/list/cs.DC/new"` with `hosts.arxiv = BASE + "/arxiv"`, and so on.

Redirects (301) name a path below the same base URL. Pace: export, rss and oai together take one request in 3 s, arxiv
one in 15 s, each other host one in 3 s; one request at a time in all. Time is that of the clock the server was given.

world (papers, prose, calendar): what is announced, and the truth to compare with. formats/: how it is printed.
pages, machines, harvest, elsewhere: which address gives what. lens, faults, planned: what goes wrong. site: all of it
under one address. pace, server, clock: the rules, the sockets and the time. A test begins so:

    world = make(seed, first, last)
    clock = SimulatedClock(eastern(first, dt.time(0, 10)))
    with serving(Site(world, plan(seed, tuple(world.calendar.dates(first, last)))), clock) as arxiv:
        ...  # the client under test, with arxiv.url and the same clock
    assert not arxiv.pace.breaches
    print(arxiv.site.injector.counters())
"""

/* The search over the volumes of a library. The index of its own site says which volumes have which word, so that a query
   asks those that may answer, by the files of their own sites, the newest first, until a page is full. Loaded after
   engine.js where the index names volumes; generator/daybook/volumes/finding.py writes it. */
"use strict";
(() => {
  const { text: { stem }, query: asked, filters: { meant }, engine, renewing } = daybookSearch;
  const WIDE = 6; // files of words with one beginning, up to which they are read
  const MOST = 16; // volumes that are asked at one go
  const MENDED = 4; // of them, where words are left out or taken for others: that asks for more of their files
  const NAMED = 24; // volumes that are named where they cannot be asked

  /* Sets of volumes' numbers; null is all. */
  const any = (sets) => (sets.includes(null) ? null : new Set(sets.flatMap((set) => [...set])));
  const every = (sets) =>
    sets.reduce((one, other) => (one && other ? new Set([...one].filter((each) => other.has(each))) : one || other), null);
  const all = async (made) => any(await Promise.all(made));

  /* The volumes with any of these terms. Of a term that most have, it is not said which. */
  const holding = (files, entries) =>
    any(entries.filter(Boolean).map((entry) => {
      if (entry.of.some((each) => each && each.papers > each.postings.length)) return null;
      return new Set(Array.from(files.postings(entry).papers, (number) => number % files.index.volumes.length));
    }));
  const withTerms = async (files, terms) => holding(files, await Promise.all(terms.map(files.lookup)));
  const beginning = async (files, text) => (files.reach(text) > WIDE ? null : holding(files, await files.range(text)));
  const withWord = (files, word, begins) => all([withTerms(files, [stem(word)]), ...(begins ? [beginning(files, word)] : [])]);
  const withValues = (files, facet, values) => withTerms(files, values.map((value) => `${facet}:${value}`));

  /* The volumes in which papers may be that a clause means, as one archive finds them; a filter's author. */
  const withClause = async (files, clause) => {
    const { field, parts, prefix, open, phrase, joint } = clause;
    if (["category", "theme", "year"].includes(field)) return withValues(files, field, meant(files, clause).map(([value]) => value));
    const begins = (at) => at === parts.length - 1 && (prefix || (open && !phrase));
    const words = Promise.all(parts.map((part, at) => withWord(files, part, begins(at)))).then(every);
    return all([words, ...(joint ? [withWord(files, joint, prefix || open)] : [])]);
  };
  const withAuthor = async (files, name) => every(await Promise.all(asked.folded(name).map((word) => withWord(files, word))));

  /* The numbers of the volumes that may answer, and of those that have some of the words, newest first. */
  const narrowed = async (files, query, filters) => {
    const { text, groups } = asked.parse(query);
    const [start, ids, date] = [asked.beginning(text), asked.ids(text), asked.date(text)];
    const [named, begun, words, chosen] = await Promise.all([
      withTerms(files, [...ids, ...(date ? [date] : [])].map((key) => `=${key}`)),
      start ? beginning(files, `=${start}`) : new Set(),
      Promise.all(groups.filter(([{ excluded }]) => !excluded).map((group) => all(group.map((clause) => withClause(files, clause))))),
      Promise.all(Object.entries(filters).filter(([, values]) => values.length).map(([name, values]) =>
        name === "author" ? all(values.map((value) => withAuthor(files, value))) : withValues(files, name, values))),
    ]);
    const within = (...sets) => files.index.volumes.flatMap((_volume, at) => (sets.every((set) => !set || set.has(at)) ? [at] : [])).reverse();
    const narrow = every(chosen);
    const some = within(narrow, any([named, begun, ...words]));
    return { may: within(narrow, any([named, begun, every(words)])), some: some.length ? some : within(narrow).slice(0, ids.length ? 1 : undefined) };
  };

  const byDate = (papers) => papers.sort((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0));
  const sum = (answers) => answers.reduce((before, { total }) => before + total, 0);
  const isFound = ({ total, places }) => total > 0 || places.length > 0;

  /* What answers queries over volumes. `placed`: of a volume's name gives the address of its site, and what loads the files
     of its index; null where scripts of its host are not run. */
  const volumes = (placed) => (loadOwn) => {
    const fresh = renewing(loadOwn);
    const opened = {};
    let last = { answers: [] }; // what was looked at last

    const volume = (files, number) => {
      const [name, , first, to] = files.index.volumes[number];
      const { site, load } = placed(name);
      opened[name] ??= engine(load, true); // which asks for nothing yet
      return { name, first, to, site, engine: load && opened[name] };
    };

    /* What volumes answer until there is enough, {answers: with the `volume` of each, left: how many were not asked, lost:
       names of those that did not answer}: in waves, so that many are not waited for one by one. In the order of dates,
       there is enough once the next volume has nothing as new as what ends the page. */
    const look = async (files, numbers, query, options, need) => {
      const [given, lost, isDated] = [[], [], options.sort === "date"];
      const most = Math.min(numbers.length, (options.isStrict ? MOST : MENDED) * (options.reach || 1));
      const isFull = ({ to }) => {
        if (sum(given) < need || !need || !isDated) return sum(given) >= need;
        return byDate(given.flatMap(({ papers }) => papers))[need - 1].date.slice(0, 4) > String(to);
      };
      const ask = async (own) => {
        const answer = await own.engine.find(query, { ...options, from: 0, count: isDated ? need : 0 }).catch(() => lost.push(own.name));
        return answer.places ? [{ ...answer, volume: own }] : [];
      };
      let next = 0;
      for (let wave = 1; next < most && !(next && isFull(volume(files, numbers[next]))); wave *= 2) {
        const some = numbers.slice(next, Math.min(next + wave, most));
        given.push(...(await Promise.all(some.map((number) => ask(volume(files, number))))).flat());
        next += some.length;
      }
      return { answers: given, lost, left: numbers.length - next, options };
    };

    /* The papers of a page: of one volume after the other, or the newest of all. */
    const page = async ({ answers, options }, query, from, need) => {
      let before = 0;
      const shown = answers.map(async ({ total, papers, volume: { site, engine: own } }) => {
        const [start, end] = [Math.max(0, from - before), Math.min(total, need - before)];
        before += total;
        if (options.sort !== "date") papers = start < end ? (await own.find(query, { ...options, from: start, count: end - start })).papers : [];
        return papers.map((paper) => ({ ...paper, address: site + paper.address }));
      });
      const papers = (await Promise.all(shown)).flat();
      return options.sort === "date" ? byDate(papers).slice(from, need) : papers;
    };

    /* How far was looked. */
    const told = ({ answers, lost, left }, k) => {
      const [n, m] = [answers.length, answers.length + left];
      const first = Math.min(...answers.map(({ volume: own }) => own.first));
      const far = left ? _`Looked in ${n} of ${m} volumes that may have more, back to ${first}.` : _`Looked in ${n} of ${k} volumes: no other has any.`;
      return [...lost.map((name) => _`The volume ${name} cannot be read.`), ...(n ? [m < k || left ? far : _`Looked in all ${k} volumes.`] : [])];
    };

    /* Pages that a query names, by the volume that is asked first; a search for a name is one of all volumes. */
    const places = ({ answers }) => {
      const found = answers.flatMap(({ places: own, volume: { name, site } }) =>
        own.map(({ kind, title, address, all: search }) =>
          address.startsWith("search.html") ? { kind, title, address } : { kind, title: `${title} · ${name}`, address: site + address, all: search }));
      const search = ({ all: own, address }) => own || address;
      return found.filter((place, at) => found.findIndex((other) => search(other) === search(place)) === at);
    };

    /* Where volumes are on other hosts, their own pages are led to, with the query. */
    const abroad = (files, numbers, query, { filters = {}, sort = "relevance" }) => {
      const chosen = Object.entries(filters).flatMap(([name, values]) => values.map((value) => [name, value]));
      const said = [["q", query], ["sort", sort], ...chosen].map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
      const near = numbers.slice(0, NAMED).map((number) => volume(files, number));
      const found = near.map(({ name, site }) => ({ kind: "volume", title: name, address: `${site}search.html?${said}` }));
      const [n, k] = [numbers.length, files.index.volumes.length];
      const note = _`The volumes are on hosts of their own, and are searched there: ${n} of ${k} may have it, the newest first.`;
      return { total: 0, papers: [], places: found, corrected: [], dropped: [], instead: "", notes: [note] };
    };

    const find = (query, options = {}) =>
      fresh(async (files) => {
        const { from = 0, count = 10, filters = {} } = options;
        const { may, some } = await narrowed(files, query, filters);
        if (some.length && !volume(files, some[0]).engine) return abroad(files, may.length ? may : some, query, options);
        let looked = await look(files, may, query, { ...options, isStrict: true }, from + count);
        /* Only where no volume has all words, some are left out, or others taken for them. */
        if (!looked.left && !looked.answers.some(isFound)) {
          const near = await look(files, some, query, options, from + count);
          if (near.answers.some(isFound) || !looked.answers.length) looked = near;
        }
        last = looked;
        const { answers, left } = looked;
        const { corrected = [], dropped = [], instead = "", notes = [] } = answers.find(isFound) || answers[0] || {};
        const shared = notes.filter((note) => answers.every((answer) => answer.notes.includes(note)));
        const papers = await page(looked, query, from, from + count);
        return { total: sum(answers), papers, places: places(looked), corrected, dropped, instead, notes: [...shared, ...told(looked, files.index.volumes.length)], left };
      });

    /* Sums over the volumes that were looked into last. */
    const summed = (method, query, options, most) =>
      Promise.all(last.answers.map(({ volume: own }) => own.engine[method](query, { ...options, isStrict: last.options.isStrict }, most)));
    const sums = (lists, isYear) => {
      const held = new Map();
      for (const row of lists.flat()) held.set(row[0], [...row.slice(0, -1), (held.get(row[0])?.at(-1) || 0) + row.at(-1)]);
      return [...held.values()].sort((one, other) => (isYear ? other[0] - one[0] : other.at(-1) - one.at(-1)));
    };
    const counts = async (query, options) => {
      const [{ facets }, given] = [await fresh(({ index }) => index), await summed("counts", query, options)];
      return Object.fromEntries(facets.map(({ name }) => [name, sums(given.map((each) => each[name] || []), name === "year")]));
    };
    const authors = async (query, options, most) => sums(await summed("authors", query, options, most)).slice(0, most);

    return { index: () => fresh(({ index }) => index), find, counts, authors };
  };

  Object.assign(daybookSearch, { volumes });
})();

/* The search: which papers match a query, how many have each value of a facet, and which come first.
   No page and no network: whatever opens it gives it a function that loads the index's files. It runs in browsers and,
   for `daybook search`, in QuickJS. Loaded after words.js, query.js, shards.js and matching.js. */
"use strict";
(() => {
  const { text: { stem, chains }, query: asked, shards } = daybookSearch;
  const { NONE, any, both, every, withClause, without, mended, mendings } = daybookSearch.matching;
  const SHOWN_AUTHORS = 8;

  /* Matches of a query: {set, clauses, notes, firsts: papers that the query names, places, corrected} */

  const named = async (files, text) => {
    const entries = (await Promise.all(asked.ids(text).map((id) => files.lookup(`=${id}`)))).filter(Boolean);
    const lists = await Promise.all(entries.map(files.postings));
    return [...new Set(lists.flatMap(({ papers }) => [...papers]))];
  };

  const address = (name) => `search.html?author=${encodeURIComponent(name)}`;

  /* The pages of the names that are spelled so; without any, the search for the name as the archive spells it: in the
     newest of the papers, else in the list of all names. */
  const authorPlace = async (files, key) => {
    const entry = await files.lookup(`@${key}`);
    if (!entry) return [];
    const pages = await files.pages(entry);
    if (pages.length) {
      return pages.map(([title, slug, papers]) =>
        ({ kind: "author", title, address: `authors/${slug}.html`, papers: Number(papers), all: address(title) }));
    }
    const { papers } = await files.postings(entry);
    const paper = papers[papers.length - 1];
    const isIt = (name) => asked.name(name) === key;
    let title = (await files.paper(paper))[2].find(isIt);
    if (title === undefined) {
      const { block } = files.index.authors;
      const { list, starts } = await files.authors(Math.floor(paper / block));
      const at = starts[paper % block];
      const names = await Promise.all([...list.subarray(at + 1, at + 1 + list[at])].map(files.name));
      title = names.find(isIt);
    }
    return title === undefined ? [] : [{ kind: "author", title, address: address(title), papers: entry.papers }];
  };

  const places = async (files, text) => {
    const plain = text.trim();
    if (!plain || /["*]/.test(plain) || plain.startsWith("-")) return [];
    const name = asked.name(plain);
    const date = asked.date(plain);
    const found = [];
    if (date && (await files.lookup(`=${date}`))) {
      const kind = { 4: "year", 7: "month", 8: "week", 10: "day" }[date.length];
      found.push({ kind, title: asked.written(date), address: `days/${date.length > 4 ? `${date.slice(0, 4)}/` : ""}${date}.html` });
    }
    for (const [facet, folder] of [["category", "categories"], ["theme", "themes"]]) {
      const { values } = files.index.facets.find((each) => each.name === facet) || { values: [] };
      for (const [value, label] of values) {
        const isCode = facet === "category" && value.toLowerCase() === plain.toLowerCase();
        if (!isCode && (!name || asked.name(label) !== name)) continue;
        const title = facet === "category" && label !== value ? `${value}: ${label}` : label;
        const all = `search.html?${facet}=${encodeURIComponent(value)}`;
        found.push({ kind: facet, title, address: `${folder}/${encodeURIComponent(value)}.html`, all });
      }
    }
    for (const place of await Promise.all(asked.authors(plain).map((key) => authorPlace(files, key)))) found.push(...place);
    return found;
  };

  const matches = async (files, query) => {
    const { text, clauses, notes } = asked.parse(query);
    const total = files.index.papers;
    const [firsts, found, ...sets] = await Promise.all([
      named(files, text),
      places(files, text),
      ...clauses.map((clause) => withClause(files, clause)),
    ]);
    const pick = (excluded) => sets.filter((_, at) => clauses[at].excluded === excluded);
    const wanted = pick(false).sort((one, other) => one.papers.length - other.papers.length);
    const barred = pick(true).flatMap(({ papers }) => [...papers]);
    const alone = firsts.length > 0 && !wanted.length;
    let set = alone ? NONE : wanted.length ? wanted.reduce(both) : every(total);
    if (barred.length) set = without(set, barred);
    const [id] = asked.ids(text);
    if (id && !firsts.length) notes.push(`This archive does not have ${id}.`);
    if (/\S/.test(text) && !clauses.length && !alone) notes.push("The query has no words: all papers are listed.");
    let corrected = null;
    if (!set.papers.length && !firsts.length && !found.length && wanted.length) {
      const mend = await mended(files, clauses, sets);
      if (mend) ({ set, corrected } = mend);
    }
    if (corrected) {
      if (mendings.size > 50) mendings.clear();
      mendings.set(String(query), corrected.flatMap(({ to }) => to));
    }
    if (firsts.length) {
      const papers = Int32Array.from(firsts).sort();
      set = any(total, [set, { papers, scores: new Float64Array(papers.length) }]);
    }
    return { set, firsts, places: found, notes, corrected, isRanked: wanted.length > 0 };
  };

  /* Facets */

  /* The first paper that is after all dates that `isBefore` takes: papers are numbered by their dates. */
  const bound = async (files, isBefore) => {
    const { days, papers } = await files.dates();
    let first = 0;
    for (let day = 0; day < days.length && isBefore(days[day]); day++) first += papers[day];
    return first;
  };

  /* The filters as tests of a paper's number: [{name, test}]. Values of one facet are alternatives. */
  const tests = async (files, filters) => {
    const columns = await files.facets();
    const chosen = Object.keys(filters || {}).filter((name) => Array.isArray(filters[name]) && filters[name].length);
    return Promise.all(
      chosen.map(async (name) => {
        const values = filters[name].map(String);
        if (name === "author") {
          const entries = await Promise.all(values.map((value) => asked.name(value)).filter(Boolean).map((key) => files.lookup(`@${key}`)));
          const lists = await Promise.all(entries.filter(Boolean).map(files.postings));
          const held = new Uint8Array(files.index.papers);
          for (const { papers } of lists) for (const paper of papers) held[paper] = 1;
          return { name, test: (paper) => held[paper] === 1 };
        }
        const facet = files.index.facets.find((each) => each.name === name);
        if (!facet) return { name, test: () => false };
        const { sets, column } = columns[name];
        const wanted = new Set(facet.values.flatMap(([value], at) => (values.includes(value) ? [at] : [])));
        const passing = sets.map((set) => set.some((value) => wanted.has(value)));
        return { name, test: (paper) => passing[column[paper]] };
      }),
    );
  };

  /* Which places of a set pass all tests, and how many of its papers have each value of each facet: of a facet's
     values those count that pass the tests of all other facets. */
  const counted = async (files, papers, filtered) => {
    const columns = await files.facets();
    const tallies = files.index.facets.map(({ name }) => ({ name, column: columns[name].column, tally: new Int32Array(columns[name].sets.length) }));
    const passed = [];
    for (let at = 0; at < papers.length; at++) {
      const paper = papers[at];
      let failed = 0;
      let where = "";
      for (const { name, test } of filtered) {
        if (test(paper)) continue;
        where = name;
        if (++failed > 1) break;
      }
      if (failed > 1) continue;
      if (!failed) passed.push(at);
      for (const { name, column, tally } of tallies) if (!failed || name === where) tally[column[paper]]++;
    }
    const facets = {};
    files.index.facets.forEach(({ name, values }, number) => {
      const counts = new Int32Array(values.length);
      columns[name].sets.forEach((set, place) => set.forEach((value) => (counts[value] += tallies[number].tally[place])));
      const list = values.map(([value, label], at) => [value, label, counts[at]]).filter((each) => each[2]);
      facets[name] = list.sort((one, other) => (name === "year" ? other[0] - one[0] : other[2] - one[2]));
    });
    return { passed, facets };
  };

  /* The best `most` places of a set, best first; equal ones newest first. */
  const best = ({ papers, scores }, at, most) => {
    const isBefore = (one, other) => scores[one] > scores[other] || (scores[one] === scores[other] && papers[one] > papers[other]);
    const heap = []; // the worst of those kept is on top
    const sink = (start) => {
      for (let place = start; ; ) {
        let worst = place;
        for (const child of [2 * place + 1, 2 * place + 2]) if (child < heap.length && isBefore(heap[worst], heap[child])) worst = child;
        if (worst === place) return;
        [heap[place], heap[worst]] = [heap[worst], heap[place]];
        place = worst;
      }
    };
    for (const place of at) {
      if (heap.length < most) {
        heap.push(place);
        if (heap.length === most) for (let start = most >> 1; start >= 0; start--) sink(start);
      } else if (most && isBefore(place, heap[0])) {
        heap[0] = place;
        sink(0);
      }
    }
    return heap.sort((one, other) => (isBefore(one, other) ? -1 : 1));
  };

  /* A corrected term as the results spell it: "caches", not "cach". */
  const spelled = (corrected, shown) => {
    const surface = new Map();
    for (const { title, gist, abstract } of shown) {
      for (const part of chains([title, gist, abstract].join(" \n ")).flat()) if (!surface.has(stem(part))) surface.set(stem(part), part);
    }
    return corrected.map(({ from, to }) => ({ from, to: to.map((term) => surface.get(term) || term) }));
  };

  const result = ([path, title, authors, authorCount, date, gist, abstract, categories, headline, withdrawn]) => ({
    address: `${path}.html`, title, authors: authors.slice(0, SHOWN_AUTHORS), authorCount, date, gist, abstract, categories, headline, withdrawn,
  });

  /* Do it with the files at hand. If they turn out to be of two days, or one is gone, a new day may have been published
     meanwhile: then once more, with its files. */
  let current = null;
  let loader = null;
  const opening = (version) => {
    const promise = shards.open(loader, version);
    current = promise;
    promise.catch(() => current === promise && (current = null));
    return promise;
  };
  const fresh = async (work) => {
    if (!loader) throw new Error("The search has not been opened.");
    const promise = current || opening();
    const files = await promise;
    try {
      return await work(files);
    } catch (error) {
      const isStale = error instanceof shards.Stale;
      const renewed = current === promise ? opening(isStale ? error.version : String(Date.now())) : current || opening();
      const newer = await renewed.catch(() => null);
      if (newer && (isStale || newer.version !== files.version)) return work(newer);
      current = promise;
      throw error;
    }
  };

  /* The papers that match within the dates, and the tests of the filters. */
  const searched = async (files, query, options) => {
    const [found, filtered, start, end] = await Promise.all([
      matches(files, query),
      tests(files, options.filters),
      options.since ? bound(files, (day) => day < String(options.since)) : 0,
      options.until ? bound(files, (day) => day <= `${options.until}~`) : files.index.papers, // 2026-03~ is behind all of March
    ]);
    if (start > 0 || end < files.index.papers) {
      const { papers, scores } = found.set;
      const at = Array.from(papers, (_, place) => place).filter((place) => papers[place] >= start && papers[place] < end);
      found.set = { papers: at.map((place) => papers[place]), scores: at.map((place) => scores[place]) };
    }
    return { ...found, filtered };
  };

  const open = async (load) => {
    loader = load;
    return (await opening()).index;
  };

  /* The answer to a query. options: {filters: {facet: [values]}, sort: "relevance" or "date", from, count; since, until:
     dates such as 2026-03-03 and 2026-03, both inclusive}. */
  const find = (query, options = {}) =>
    fresh(async (files) => {
      const from = Math.max(0, Math.floor(Number(options.from)) || 0);
      const count = options.count === undefined ? 10 : Math.max(0, Math.floor(Number(options.count)) || 0);
      const found = await searched(files, query, options);
      const { set, firsts, isRanked } = found;
      const { passed, facets } = await counted(files, set.papers, found.filtered);
      let order;
      if (isRanked && options.sort !== "date") order = best(set, passed, Math.min(from + count + firsts.length, passed.length));
      else order = passed.slice(-from - count - firsts.length || passed.length).reverse();
      order = order.map((at) => set.papers[at]);
      if (firsts.length) {
        const held = new Set(passed.map((at) => set.papers[at]));
        order = [...firsts.filter((paper) => held.has(paper)), ...order.filter((paper) => !firsts.includes(paper))];
      }
      const papers = (await Promise.all(order.slice(from, from + count).map(files.paper))).map(result);
      const corrected = found.corrected && spelled(found.corrected, papers);
      return { total: passed.length, papers, places: found.places, facets, corrected, notes: found.notes, exact: true };
    });

  /* The authors of most matching papers: [[name, count]], at most `most`. The filter of authors itself does not count. */
  const authors = (query, options = {}, most = 20) =>
    fresh(async (files) => {
      const { set, filtered } = await searched(files, query, options);
      const others = filtered.filter(({ name }) => name !== "author");
      const papers = [...set.papers].filter((paper) => others.every(({ test }) => test(paper)));
      const { block } = files.index.authors;
      const tally = new Map();
      const numbers = [...new Set(papers.map((paper) => Math.floor(paper / block)))];
      const blocks = new Map(await Promise.all(numbers.map(async (number) => [number, await files.authors(number)])));
      for (const paper of papers) {
        const { list, starts } = blocks.get(Math.floor(paper / block));
        const at = starts[paper % block];
        for (let place = at + 1; place <= at + list[at]; place++) tally.set(list[place], (tally.get(list[place]) || 0) + 1);
      }
      const ranked = [...tally].sort((one, other) => other[1] - one[1] || one[0] - other[0]).slice(0, most);
      return Promise.all(ranked.map(async ([author, count]) => [await files.name(author), count]));
    });

  Object.assign(daybookSearch, { open, find, authors });
})();

/* The search: which papers match a query, which come first, and how many have each value of a facet.
   No page and no network: whatever opens it gives it a function that loads the index's files. It runs in browsers and,
   for `daybook search`, in QuickJS. Loaded after words.js, query.js, shards.js, matching.js and filters.js. */
"use strict";
(() => {
  const { text: { stem, chains }, query: asked, shards } = daybookSearch;
  const { NONE, any, both, every, relaxed, written, mendings } = daybookSearch.matching;
  const { valuesOf, withGroup, filtered, missing, tests } = daybookSearch.filters;
  const MOST_NAMED = 3; // words that may be meant by one, and themes by a part of their names

  /* Matches of a query: {set, notes, firsts: papers that the query names, places, corrected, dropped, isRanked} */

  const named = async (files, text) => {
    const entries = (await Promise.all(asked.ids(text).map((id) => files.lookup(`=${id}`)))).filter(Boolean);
    return [...new Set(entries.map(files.postings).flatMap(({ papers }) => [...papers]))];
  };

  /* The papers whose arXiv ids begin as the query says. */
  const begun = async (files, text) => {
    const start = asked.beginning(text);
    const entries = start ? await files.range(`=${start}`) : [];
    const papers = Int32Array.from(new Set(entries.map(files.postings).flatMap(({ papers }) => [...papers]))).sort();
    return { start, set: { papers, scores: new Float64Array(papers.length) } };
  };

  const address = (name) => `search.html?author=${encodeURIComponent(name)}`;

  /* The pages of the names that are spelled so; without any, the search for the name as the archive spells it: in the
     newest of the papers, else in the list of all names. */
  const authorPlace = async (files, key) => {
    const entry = await files.lookup(key);
    if (!entry) return [];
    const pages = await files.pages(entry);
    if (pages.length) {
      return pages.map(([title, slug]) => ({ kind: "author", title, address: `authors/${slug}.html`, all: address(title) }));
    }
    const { papers } = files.postings(entry);
    if (!papers.length) return []; // they are another volume's
    const paper = papers[papers.length - 1];
    const isIt = (name) => asked.author(name) === key;
    let title = (await files.paper(paper))[2].find(isIt);
    if (title === undefined) title = (await Promise.all([...(await files.authors([paper]))(paper)].map(files.name))).find(isIt);
    return title === undefined ? [] : [{ kind: "author", title, address: address(title) }];
  };

  /* The pages that a query names: as a whole, or as a single filter; a theme's by a part of its name, too, if few have
     that part. */
  const places = async (files, text, groups) => {
    const only = groups.length === 1 && groups[0].length === 1 ? groups[0][0] : { field: "", excluded: false };
    const plain = only.field ? only.text : text.trim();
    if (!plain || only.excluded || only.field === "title" || /["*]/.test(plain) || plain.startsWith("-")) return [];
    const isAsked = (kind) => !only.field || only.field === kind;
    const name = asked.name(plain);
    const date = asked.date(plain);
    const found = [];
    if (date && isAsked("year") && (await files.lookup(`=${date}`))) {
      const kind = { 4: "year", 7: "month", 8: "week", 10: "day" }[date.length];
      found.push({ kind, title: asked.written(date), address: `days/${date.length > 4 ? `${date.slice(0, 4)}/` : ""}${date}.html` });
    }
    for (const [facet, folder] of [["category", "categories"], ["theme", "themes"]].filter(([facet]) => isAsked(facet))) {
      const hasPart = ([, label]) => facet === "theme" && ` ${asked.name(label)} `.includes(` ${name} `);
      const parts = valuesOf(files, facet).filter(hasPart);
      for (const [value, label] of valuesOf(files, facet)) {
        const isCode = facet === "category" && value.toLowerCase() === plain.toLowerCase();
        const isPart = parts.length <= MOST_NAMED && hasPart([value, label]);
        if (!isCode && (!name || (asked.name(label) !== name && !isPart))) continue;
        const title = facet === "category" && label !== value ? `${value}: ${label}` : label;
        const all = `search.html?${facet}=${encodeURIComponent(value)}`;
        found.push({ kind: facet, title, address: `${folder}/${encodeURIComponent(value)}.html`, all });
      }
    }
    const keys = isAsked("author") ? asked.authors(plain) : [];
    for (const place of await Promise.all(keys.map((key) => authorPlace(files, key)))) found.push(...place);
    return found;
  };

  const matches = async (files, query, isStrict) => {
    const { text, groups, notes } = asked.parse(query);
    const [firsts, beginning, found, ...sets] = await Promise.all([
      named(files, text),
      begun(files, text),
      places(files, text, groups),
      ...groups.map((group) => withGroup(files, group)),
    ]);
    const isWord = (group) => !group[0].excluded && !group.every(({ field }) => field);
    const pick = (test) => groups.flatMap((group, at) => (test(group) ? [at] : []));
    const [words, others] = [pick(isWord), pick((group) => !isWord(group))];
    const filters = await filtered(files, others.map((at) => groups[at]), others.map((at) => sets[at]), isStrict);
    const allowed = ({ papers, scores }) => {
      const at = Array.from(papers, (_, place) => place).filter((place) => filters.isAllowed(papers[place]));
      return { papers: at.map((place) => papers[place]), scores: at.map((place) => scores[place]) };
    };
    const result = { firsts, places: found, notes, corrected: filters.corrected, dropped: [], isRanked: words.length > 0 };
    if (beginning.set.papers.length && !firsts.length) {
      const { start } = beginning;
      notes.push(_`The arXiv ids of these begin with ${start}.`);
      return { ...result, places: [], set: beginning.set, isRanked: false };
    }
    const alone = !words.length && (firsts.length > 0 || filters.left.length > 0);
    const inOrder = words.map((at) => sets[at]).sort((one, other) => one.papers.length - other.papers.length);
    let set = alone ? NONE : words.length ? inOrder.reduce(both) : every(files);
    if (others.length) set = allowed(set);
    const [id] = asked.ids(text);
    const isAbsent = Boolean(id) && !firsts.length;
    if (isAbsent) notes.push(_`This archive does not have ${id}.`);
    else notes.push(...filters.left.map((group) => missing(group, words.length > 0)));
    if (/\S/.test(text) && !groups.length && !firsts.length) notes.push(_`The query has no words: all papers are listed.`);
    if (!set.papers.length && !firsts.length && !found.length && words.length && !isStrict) {
      const near = await relaxed(files, words.map((at) => groups[at]), words.map((at) => sets[at]), filters.isAllowed);
      if (near) {
        set = near.set;
        result.corrected = [...filters.corrected, ...near.corrected];
        result.dropped = near.dropped;
        result.isMixed = near.isMixed;
      } else if (filters.isNarrow) {
        set = allowed(every(files));
        result.dropped = words.map((at) => written(groups[at]));
      }
    }
    if (result.corrected.length) {
      if (mendings.size > 50) mendings.clear();
      mendings.set(String(query), result.corrected.flatMap(({ to }) => to));
    }
    if (firsts.length) {
      const papers = Int32Array.from(firsts).sort();
      set = any(files.size, [set, { papers, scores: new Float64Array(papers.length) }]);
    }
    return { ...result, set, isAbsent };
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
    for (const { title, gist } of shown) {
      for (const part of chains(`${title} \n ${gist}`).flat()) if (!surface.has(stem(part))) surface.set(stem(part), part);
    }
    return corrected.map(({ from, to }) => ({ from, to: to.map((term) => surface.get(term) || term) }));
  };

  const either = (items, last) => _`${items} or ${last}`;
  const joined = (items, last) => _`${items} and ${last}`;
  const listed = (words, last) => {
    const quoted = words.map((word) => `“${word}”`);
    return quoted.length > 1 ? last(quoted.slice(0, -1).join(", "), quoted[quoted.length - 1]) : quoted[0];
  };

  /* How the papers that are found differ from what was asked for: "Without “a” and with “b” instead of “c”"; or "". */
  const instead = (corrected, dropped, isMixed) => {
    const meant = corrected.map(({ from, to }) => {
      const words = listed(to.slice(0, MOST_NAMED), either);
      return to.length > MOST_NAMED ? _`with ${words} or similar instead of “${from}”` : _`with ${words} instead of “${from}”`;
    });
    const left = dropped.length ? [((words) => _`without ${words}`)(listed(dropped, joined))] : [];
    const all = [...left, ...meant];
    const said = all.length > 1 ? all.reduce(joined) : (all[0] ?? "");
    const mixed = !isMixed ? said : dropped.length ? _`${said}, or without other words` : _`${said}, or without some words`;
    return mixed && `${mixed[0].toUpperCase()}${mixed.slice(1)}`;
  };

  const result = ([key, title, authors, authorCount, date, gist, categories, themes, withdrawn]) => ({
    key, address: globalThis.daybookIds.page(key), title, authors, authorCount, date, gist, categories, themes, withdrawn: withdrawn === 1,
  });

  /* What does work with the files at hand. If they turn out to be of two days, or one is gone, a new day may have been
     published meanwhile: then once more, with its files. isOwn: see `shards.open`. */
  const renewing = (loader, isOwn) => {
    let current = null;
    const opening = (version) => {
      const promise = shards.open(loader, version, isOwn);
      current = promise;
      promise.catch(() => current === promise && (current = null));
      return promise;
    };
    return async (work) => {
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
  };

  /* The papers that match within the dates, and the tests of the filters. */
  const searched = async (files, query, options) => {
    const [found, filters, start, end] = await Promise.all([
      matches(files, query, options.isStrict),
      tests(files, options.filters),
      options.since ? files.bound((day) => day < String(options.since)) : 0,
      options.until ? files.bound((day) => day <= `${options.until}~`) : files.size, // 2026-03~ is behind all of March
    ]);
    if (start > 0 || end < files.size) {
      const { papers, scores } = found.set;
      const at = Array.from(papers, (_, place) => place).filter((place) => papers[place] >= start && papers[place] < end);
      found.set = { papers: at.map((place) => papers[place]), scores: at.map((place) => scores[place]) };
    }
    return { ...found, filters };
  };

  /* The answer to a query. options: {filters: {facet: [values]}, sort: "relevance" or "date", from, count; since, until:
     dates such as 2026-03-03 and 2026-03, both inclusive; isStrict: no word is left out or taken for another}. */
  const find = (fresh) => (query, options = {}) =>
    fresh(async (files) => {
      const from = Math.max(0, Math.floor(Number(options.from)) || 0);
      const count = options.count === undefined ? 10 : Math.max(0, Math.floor(Number(options.count)) || 0);
      const found = await searched(files, query, options);
      const { set, firsts, isRanked, dropped } = found;
      const passed = [];
      for (let at = 0; at < set.papers.length; at++) if (found.filters.every(({ test }) => test(set.papers[at]))) passed.push(at);
      let order;
      if (isRanked && options.sort !== "date") order = best(set, passed, Math.min(from + count + firsts.length, passed.length));
      else order = passed.slice(-from - count - firsts.length || passed.length).reverse();
      order = order.map((at) => set.papers[at]);
      if (firsts.length) {
        const held = new Set(passed.map((at) => set.papers[at]));
        order = [...firsts.filter((paper) => held.has(paper)), ...order.filter((paper) => !firsts.includes(paper))];
      }
      const papers = (await Promise.all(order.slice(from, from + count).map(files.paper))).map(result);
      const corrected = spelled(found.corrected, papers);
      return { total: passed.length, papers, places: found.places, corrected, dropped, instead: instead(corrected, dropped, found.isMixed), notes: found.notes, isAbsent: found.isAbsent };
    });

  /* How many of the papers that match have each value of each facet: those count that pass the filters of all others.
     {facet: [[value, label, papers]]}, most first, years newest first. */
  const counts = (fresh) => (query, options = {}) =>
    fresh(async (files) => {
      const { facets } = files.index;
      const [{ set, filters }, columns] = await Promise.all([
        searched(files, query, options),
        Promise.all(facets.map(({ name }) => files.facet(name))),
      ]);
      const tallies = columns.map(({ sets }) => new Int32Array(sets.length));
      for (const paper of set.papers) {
        const failed = filters.filter(({ test }) => !test(paper));
        if (failed.length > 1) continue;
        facets.forEach(({ name }, at) => {
          if (!failed.length || failed[0].name === name) tallies[at][columns[at].column[paper]]++;
        });
      }
      const counted = facets.map(({ name, values }, at) => {
        const sums = new Int32Array(values.length);
        columns[at].sets.forEach((own, place) => own.forEach((value) => (sums[value] += tallies[at][place])));
        const list = values.map(([value, label], place) => [value, label, sums[place]]).filter((each) => each[2]);
        return [name, list.sort((one, other) => (name === "year" ? other[0] - one[0] : other[2] - one[2]))];
      });
      return Object.fromEntries(counted);
    });

  /* The authors of most matching papers: [[name, count]], at most `most`. The filter of authors itself does not count. */
  const authors = (fresh) => (query, options = {}, most = 20) =>
    fresh(async (files) => {
      const { set, filters } = await searched(files, query, options);
      const others = filters.filter(({ name }) => name !== "author");
      const papers = [...set.papers].filter((paper) => others.every(({ test }) => test(paper)));
      const of = await files.authors(papers);
      const tally = new Map();
      for (const paper of papers) for (const author of of(paper)) tally.set(author, (tally.get(author) || 0) + 1);
      const ranked = [...tally].sort((one, other) => other[1] - one[1] || one[0] - other[0]).slice(0, most);
      return Promise.all(ranked.map(async ([author, count]) => [await files.name(author), count]));
    });

  /* What answers queries by the files that `load` gives. */
  const engine = (load, isOwn) => {
    const fresh = renewing(load, isOwn);
    return { index: () => fresh(({ index }) => index), find: find(fresh), counts: counts(fresh), authors: authors(fresh) };
  };

  let main = null; // until it is opened
  const ask = (method) => async (...given) => main[method](...given);
  const open = (load, make = engine) => (main = make(load)).index();

  Object.assign(daybookSearch, { open, engine, renewing, find: ask("find"), counts: ask("counts"), authors: ask("authors") });
})();

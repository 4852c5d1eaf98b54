/* The search: which papers match a query, how many have each value of a facet, and which come first.
   No page and no network: whatever opens it gives it a function that loads the index's files. It runs in browsers and,
   for `daybook search`, in QuickJS. Loaded after words.js, query.js and shards.js. */
"use strict";
(() => {
  const { text: { fold, stem, chains, joint }, query: asked, shards } = daybookSearch;
  const BEGINNING = 0.6; // of a word's impact where the query's only begins it
  const SHORTEST_MENDED = 4; // letters of a word in which a typing error is forgiven
  const MOST_TRIED = 8; // words that are tried one after the other where all are known, and none is the wrong one
  const SHOWN_AUTHORS = 8;
  const NONE = { papers: new Int32Array(0), scores: new Float64Array(0) };

  const idf = (total, papers) => Math.log(1 + (total - papers + 0.5) / (papers + 0.5));

  /* Sets of papers: {papers: rising numbers, scores} */

  /* What is in both, with the sum of the scores. */
  const both = (one, other) => {
    const [few, many] = one.papers.length <= other.papers.length ? [one, other] : [other, one];
    const [papers, scores] = [[], []];
    const far = many.papers.length > 16 * few.papers.length;
    for (let at = 0, place = 0; at < few.papers.length; at++) {
      const paper = few.papers[at];
      if (far) {
        let [low, high] = [place, many.papers.length];
        while (low < high) {
          const middle = (low + high) >> 1;
          if (many.papers[middle] < paper) low = middle + 1;
          else high = middle;
        }
        place = low;
      } else {
        while (place < many.papers.length && many.papers[place] < paper) place++;
      }
      if (many.papers[place] === paper) {
        papers.push(paper);
        scores.push(few.scores[at] + many.scores[place]);
      }
    }
    return { papers, scores };
  };

  /* What is in any, with the best of its scores. */
  const any = (total, sets) => {
    if (sets.length < 2) return sets[0] || NONE;
    const best = new Float64Array(total).fill(-1);
    for (const { papers, scores } of sets) {
      for (let at = 0; at < papers.length; at++) if (scores[at] > best[papers[at]]) best[papers[at]] = scores[at];
    }
    const papers = [];
    for (let paper = 0; paper < total; paper++) if (best[paper] >= 0) papers.push(paper);
    return { papers, scores: papers.map((paper) => best[paper]) };
  };

  const without = (set, excluded) => {
    const barred = new Set(excluded);
    const at = [];
    set.papers.forEach((paper, place) => barred.has(paper) || at.push(place));
    return { papers: at.map((place) => set.papers[place]), scores: at.map((place) => set.scores[place]) };
  };

  const every = (total) => ({ papers: Int32Array.from({ length: total }, (_, paper) => paper), scores: new Float64Array(total) });

  /* Words and phrases */

  /* The papers with any of these terms, each with the best of its impacts. */
  const withAny = async (files, entries) => {
    const lists = await Promise.all(entries.map(files.postings));
    return any(files.index.papers, lists.map(({ papers, impacts }) => ({ papers, scores: impacts || new Int32Array(papers.length) })));
  };

  const times = ({ papers, scores }, factor) => {
    const found = new Float64Array(scores.length);
    for (let at = 0; at < found.length; at++) found[at] = scores[at] * factor;
    return { papers, scores: found };
  };

  /* The papers with any of these terms, scored as if they were one word. */
  const asOne = async (files, entries) => {
    const set = await withAny(files, entries);
    return times(set, idf(files.index.papers, set.papers.length));
  };

  /* The papers with a word; `beginning`: or with one that begins with it, which is worth less and no rarer. */
  const withWord = async (files, word, beginning) => {
    const total = files.index.papers;
    const [exact, longer] = await Promise.all([files.lookup(stem(word)), beginning ? files.range(word) : []]);
    const whole = await asOne(files, exact ? [exact] : []);
    const others = longer.filter((entry) => !exact || entry.term !== exact.term);
    if (!others.length) return whole;
    const begun = await withAny(files, others);
    const factor = BEGINNING * idf(total, any(total, [whole, begun]).papers.length);
    return any(total, [whole, times(begun, factor)]);
  };

  /* The places in `positions` (rising) that are `step` behind one of `starts`. */
  const follow = (starts, positions, step) => {
    const found = [];
    for (let at = 0, place = 0; at < starts.length; at++) {
      while (place < positions.length && positions[place] < starts[at] + step) place++;
      if (positions[place] === starts[at] + step) found.push(starts[at]);
    }
    return found;
  };

  /* The papers in which the words stand next to each other, in this order. */
  const withPhrase = async (files, parts, beginning) => {
    const total = files.index.papers;
    const last = parts.length - 1;
    const spellings = await Promise.all(
      parts.map(async (part, at) => {
        const exact = await files.lookup(stem(part));
        if (at < last || !beginning) return exact ? [exact] : [];
        return (await files.range(part)).filter((entry) => !exact || entry.term !== exact.term).concat(exact || []);
      }),
    );
    if (spellings.some((entries) => !entries.length)) return NONE;
    const sets = await Promise.all(spellings.map((entries) => asOne(files, entries)));
    const shared = [...sets].sort((one, other) => one.papers.length - other.papers.length).reduce(both);
    if (!shared.papers.length || !last) return shared;
    const readers = await Promise.all(
      spellings.map((entries) => Promise.all(entries.map(async (entry) => [await files.postings(entry), await files.positions(entry), 0]))),
    );
    const [papers, scores] = [[], []];
    shared.papers.forEach((paper, place) => {
      let starts = null;
      for (let at = 0; at <= last && (at === 0 || starts.length); at++) {
        let here = [];
        for (const reader of readers[at]) {
          const held = reader[0].papers;
          let place = reader[2];
          while (place < held.length && held[place] < paper) place++;
          reader[2] = place;
          if (held[place] === paper) here = here.length ? here.concat(reader[1](place)) : reader[1](place);
        }
        if (readers[at].length > 1) here.sort((one, other) => one - other);
        starts = at ? follow(starts, here, at) : here;
      }
      if (starts.length) {
        papers.push(paper);
        scores.push(shared.scores[place]);
      }
    });
    return { papers, scores };
  };

  const withClause = async (files, clause) => {
    const { parts, prefix, open, phrase } = clause;
    if (!phrase) return withWord(files, parts[0], prefix || open);
    const sets = [withPhrase(files, parts, prefix)];
    if (clause.joint) sets.push(withWord(files, clause.joint, prefix || open));
    return any(files.index.papers, await Promise.all(sets));
  };

  /* Typing errors */

  /* Whether one letter added, left out, changed or swapped with the next makes one word the other, or none. */
  const isNear = (one, other) => {
    if (Math.abs(one.length - other.length) > 1) return false;
    let start = 0;
    while (start < one.length && one[start] === other[start]) start++;
    let [end, far] = [one.length, other.length];
    while (end > start && far > start && one[end - 1] === other[far - 1]) [end, far] = [end - 1, far - 1];
    const [a, b] = [end - start, far - start];
    if (a <= 1 && b <= 1) return true;
    return a === 2 && b === 2 && one[start] === other[start + 1] && one[start + 1] === other[start];
  };

  /* The terms that a word with one typing error may mean. An error stands in one half, so the other is right; or it
     swaps the letters in the middle. */
  const near = async (files, word) => {
    const found = new Map();
    for (const form of new Set([word, stem(word)])) {
      const letters = [...form];
      const half = letters.length >> 1;
      const start = letters.slice(0, half).join("");
      const swapped = [...letters];
      [swapped[half - 1], swapped[half]] = [letters[half], letters[half - 1]];
      const lists = await Promise.all([files.range(start), files.ending(letters.slice(half).join("")), files.lookup(swapped.join(""))]);
      const keep = (entry) => entry && isNear(letters, [...entry.term]) && found.set(entry.term, entry);
      lists[0].forEach(keep);
      keep(lists[2]);
      const missing = lists[1].filter((term) => !found.has(term) && isNear(letters, [...term]));
      (await Promise.all(missing.map(files.lookup))).forEach(keep);
    }
    return [...found.values()];
  };

  const isMended = (clause) =>
    !clause.excluded && !clause.phrase && !clause.prefix && (clause.parts[0].match(/\p{L}/gu) || []).length >= SHORTEST_MENDED;

  /* The matches if one word has a typing error: {set, corrected: [{from, to: terms}]}, or null. */
  const mended = async (files, clauses, sets) => {
    const wanted = clauses.map((clause, at) => at).filter((at) => !clauses[at].excluded);
    const lost = wanted.filter((at) => !sets[at].papers.length);
    if (lost.length > 1 || (!lost.length && wanted.length > MOST_TRIED)) return null;
    const barred = clauses.flatMap((clause, at) => (clause.excluded ? [...sets[at].papers] : []));
    const tried = (lost.length ? lost : wanted).filter((at) => isMended(clauses[at]));
    const answers = await Promise.all(
      tried.map(async (at) => {
        const rest = wanted.filter((other) => other !== at).map((other) => sets[other]);
        const others = without(rest.length ? rest.reduce(both) : every(files.index.papers), barred);
        if (!others.papers.length) return [];
        const entries = await near(files, clauses[at].parts[0]);
        const set = both(others, await asOne(files, entries));
        if (!set.papers.length) return [];
        const matched = new Set(set.papers);
        const lists = await Promise.all(entries.map(files.postings));
        const used = entries.filter((entry, place) => lists[place].papers.some((paper) => matched.has(paper)));
        used.sort((one, other) => other.papers - one.papers);
        return [{ set, from: clauses[at].parts[0], to: used.map((entry) => entry.term) }];
      }),
    );
    const found = answers.flat();
    if (!found.length) return null;
    return {
      set: any(files.index.papers, found.map(({ set }) => set)),
      corrected: found.map(({ from, to }) => ({ from, to })),
    };
  };

  /* Matches of a query: {set, clauses, notes, firsts: papers that the query names, places, corrected} */

  const named = async (files, text) => {
    const entries = (await Promise.all(asked.ids(text).map((id) => files.lookup(`=${id}`)))).filter(Boolean);
    const lists = await Promise.all(entries.map(files.postings));
    return [...new Set(lists.flatMap(({ papers }) => [...papers]))];
  };

  const address = (name) => `search.html?author=${encodeURIComponent(name)}`;

  /* How the archive spells an author's name: in the newest of the papers, else in the list of all names. */
  const authorPlace = async (files, key) => {
    const entry = await files.lookup(`@${key}`);
    if (!entry) return [];
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
      found.push({ kind: "day", title: asked.written(date), address: `days/${date.length > 4 ? `${date.slice(0, 4)}/` : ""}${date}.html` });
    }
    for (const [facet, folder] of [["category", "categories"], ["theme", "themes"]]) {
      const { values } = files.index.facets.find((each) => each.name === facet) || { values: [] };
      for (const [value, label] of values) {
        const isCode = facet === "category" && value.toLowerCase() === plain.toLowerCase();
        if (!isCode && (!name || asked.name(label) !== name)) continue;
        const title = facet === "category" && label !== value ? `${value}: ${label}` : label;
        found.push({ kind: facet, title, address: `${folder}/${encodeURIComponent(value)}.html` });
      }
    }
    for (const place of await Promise.all(asked.authors(plain).map((key) => authorPlace(files, key)))) found.push(...place);
    return found;
  };

  /* Terms as a query's typing errors were mended, for marking: query -> terms. */
  const mendings = new Map();

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

  const result = ([path, title, authors, authorCount, date, gist, abstract, categories, headline]) => ({
    address: `${path}.html`, title, authors: authors.slice(0, SHOWN_AUTHORS), authorCount, date, gist, abstract, categories, headline,
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

  /* Marks */

  const MARKED = /[0-9]+(?:[.,][0-9]+)+|[\p{L}\p{N}\p{M}]+(?:['’‘ʼ][\p{L}\p{N}\p{M}]+)*(?:(?:\+\+|#)(?![\p{L}\p{N}]))?/gu;

  const PLAIN = /^[A-Za-z0-9]+$/; // most words: they fold to lower case, and need no more

  /* A text's words: {word: stem, part: unstemmed, start, end}. */
  const spans = (text) => {
    const found = [];
    for (const match of text.matchAll(MARKED)) {
      const [start, end] = [match.index, match.index + match[0].length];
      const parts = PLAIN.test(match[0]) ? [match[0].toLowerCase()] : chains(match[0]).flat();
      for (const part of parts) found.push({ word: stem(part), part, start, end });
    }
    return found;
  };

  /* What of a text the query's words cover: [[start, end]], rising and apart. */
  const covered = (text, query) => {
    const wanting = (word) => ({ wanted: word, stemmed: stem(word) });
    const clauses = asked
      .parse(query)
      .clauses.filter(({ excluded }) => !excluded)
      .map((clause) => ({ ...clause, parts: clause.parts.map(wanting), joint: clause.joint && wanting(clause.joint) }));
    const mends = new Set(mendings.get(String(query)));
    const found = spans(text);
    const ranges = [];
    const isWord = ({ wanted, stemmed }, begins, word, part) =>
      word === stemmed || (begins && (part.startsWith(wanted) || word.startsWith(wanted)));
    found.forEach(({ word, part, start, end }, at) => {
      if (mends.has(word)) ranges.push([start, end]);
      for (const { parts, joint: whole, prefix, open, phrase } of clauses) {
        const last = at + parts.length - 1;
        const reaches = last < found.length;
        if (reaches && parts.every((wanted, step) => isWord(wanted, prefix || (open && !phrase && step === parts.length - 1), found[at + step].word, found[at + step].part))) {
          ranges.push([start, found[last].end]);
        }
        if (whole && isWord(whole, prefix || open, word, part)) ranges.push([start, end]);
      }
      /* A compound in the text that the query writes as one word. */
      for (let last = at + 1; last < found.length && last < at + 4; last++) {
        if (found[last].start - found[last - 1].end !== 1 || !/[-‐‑–]/.test(text[found[last].start - 1])) break;
        const one = joint(found.slice(at, last + 1).map((span) => span.part));
        const isIt = ({ parts, joint: whole, prefix, open, phrase }) =>
          (whole || !phrase) && isWord(whole || parts[0], prefix || open, stem(one), one);
        if (one && (mends.has(stem(one)) || clauses.some(isIt))) ranges.push([start, found[last].end]);
      }
    });
    ranges.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    const apart = [];
    for (const range of ranges) {
      const last = apart[apart.length - 1];
      if (last && range[0] < last[1]) last[1] = Math.max(last[1], range[1]);
      else apart.push([...range]);
    }
    return apart;
  };

  /* A text in pieces, each with whether it is marked, from `start` to `end`. */
  const pieces = (text, ranges, start, end) => {
    const found = [];
    let at = start;
    for (const [first, last] of ranges) {
      if (first < start || last > end) continue;
      if (first > at) found.push([text.slice(at, first), false]);
      found.push([text.slice(first, last), true]);
      at = last;
    }
    if (at < end) found.push([text.slice(at, end), false]);
    return found;
  };

  /* A text with the words of a query marked: [[piece, whether it is]]. */
  const marks = (given, query) => {
    const text = String(given || "");
    return pieces(text, covered(text, query), 0, text.length);
  };

  /* About `length` characters of a text in which most different words of a query stand, marked; "…" where it is cut. */
  const excerpt = (given, query, length = 240) => {
    const text = String(given || "");
    const ranges = covered(text, query);
    if (text.length <= length) return pieces(text, ranges, 0, text.length);
    let [start, most] = [0, 0];
    ranges.forEach(([first], at) => {
      const begin = first < length / 2 ? 0 : first - Math.floor(length / 6);
      const held = new Set();
      for (let next = at; next < ranges.length && ranges[next][1] <= begin + length; next++) held.add(fold(text.slice(...ranges[next])));
      if (held.size > most) [start, most] = [begin, held.size];
    });
    start = Math.max(0, Math.min(start, text.length - length));
    let end = Math.min(text.length, start + length);
    if (start) {
      const blank = text.slice(start, start + 40).search(/\s/);
      const first = ranges.find((range) => range[1] > start);
      if (blank >= 0 && !(first && first[0] < start + blank)) start += blank + 1;
      else if (/[\udc00-\udfff]/.test(text[start])) start++;
    }
    if (end < text.length) {
      const blank = text.slice(start, end).search(/\s\S*$/);
      if (blank > length / 2) end = start + blank;
      else if (/[\ud800-\udbff]/.test(text[end - 1])) end--;
    }
    const cut = ranges.map(([first, last]) => [Math.max(first, start), Math.min(last, end)]).filter(([first, last]) => first < last);
    const shown = pieces(text, cut, start, end);
    return [...(start ? [["…", false]] : []), ...shown, ...(end < text.length ? [["…", false]] : [])];
  };

  Object.assign(daybookSearch, { open, find, authors, marks, excerpt });
})();

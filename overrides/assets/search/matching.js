/* The search's matches: the papers with a word, a phrase or a prefix, and those with a word that has a typing error.
   Loaded after words.js, query.js and shards.js. */
"use strict";
(() => {
  const { stem } = daybookSearch.text;
  const BEGINNING = 0.6; // of a word's impact where the query's only begins it
  const SHORTEST_MENDED = 4; // letters of a word in which a typing error is forgiven
  const MOST_TRIED = 8; // words that are tried one after the other where all are known, and none is the wrong one
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

  /* Terms as a query's typing errors were mended, for marking: query -> terms. */
  const mendings = new Map();

  Object.assign(daybookSearch, { matching: { NONE, any, both, every, withClause, without, mended, mendings } });
})();

/* The search's matches: the papers with a word, a phrase or a prefix; and, where no paper has all words, those with most of
   them or with words that are like them. Loaded after words.js, query.js and shards.js. */
"use strict";
(() => {
  const { stem } = daybookSearch.text;
  const BEGINNING = 0.6; // of a word's impact where the query's only begins it
  const LIKENESS = 0.6; // of a word where a paper has one that is like it
  const SHORTEST_MENDED = 5; // letters of a word that may be meant for another one
  const MOST_MENDED = 8; // words up to which those that some paper has are taken for others, too
  const LONGEST_ENDING = 5; // letters in which two forms of a word differ
  const SHORTEST_ROOT = 5; // letters that they share, which are most of
  const ROOT = 0.7; // the shorter one
  const SHARE = 1e6; // of the query's idf before all scores
  const FEW = 10; // papers up to which others are listed, too,
  const NEARLY = 0.75; // with this part of what the first one has
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

  /* What is in any, with the best of its scores. `size`: of the papers' numbers. */
  const any = (size, sets) => {
    if (sets.length < 2) return sets[0] || NONE;
    const best = new Float64Array(size).fill(-1);
    for (const { papers, scores } of sets) {
      for (let at = 0; at < papers.length; at++) if (scores[at] > best[papers[at]]) best[papers[at]] = scores[at];
    }
    const papers = [];
    for (let paper = 0; paper < size; paper++) if (best[paper] >= 0) papers.push(paper);
    return { papers, scores: papers.map((paper) => best[paper]) };
  };

  const every = ({ visible }) => ({ papers: visible, scores: new Float64Array(visible.length) });

  /* Words and phrases */

  /* The papers with any of these terms, each with the best of its impacts. */
  const withAny = (files, entries) => {
    const lists = entries.map(files.postings);
    return any(files.size, lists.map(({ papers, impacts }) => ({ papers, scores: impacts || new Int32Array(papers.length) })));
  };

  const times = ({ papers, scores }, factor) => {
    const found = new Float64Array(scores.length);
    for (let at = 0; at < found.length; at++) found[at] = scores[at] * factor;
    return { papers, scores: found };
  };

  /* The papers with any of these terms, scored as if they were one word. */
  const asOne = (files, entries) => {
    const set = withAny(files, entries);
    return times(set, idf(files.index.papers, set.papers.length));
  };

  /* The papers with a word; `beginning`: or with one that begins with it, which is worth less and no rarer. */
  const withWord = async (files, word, beginning) => {
    const [exact, longer] = await Promise.all([files.lookup(stem(word)), beginning ? files.range(word) : []]);
    const whole = asOne(files, exact ? [exact] : []);
    const others = longer.filter((entry) => !exact || entry.term !== exact.term);
    if (!others.length) return whole;
    const begun = withAny(files, others);
    const factor = BEGINNING * idf(files.index.papers, any(files.size, [whole, begun]).papers.length);
    return any(files.size, [whole, times(begun, factor)]);
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

  /* For each word of a phrase the terms that it may be; `beginning`: of the last also those that it begins. */
  const spellingsOf = (files, parts, beginning) =>
    Promise.all(
      parts.map(async (part, at) => {
        const exact = await files.lookup(stem(part));
        if (at < parts.length - 1 || !beginning) return exact ? [exact] : [];
        return (await files.range(part)).filter((entry) => !exact || entry.term !== exact.term).concat(exact || []);
      }),
    );

  /* The papers in which words of these spellings stand next to each other, in this order; `field`: there. */
  const withPhrase = async (files, spellings, field) => {
    const last = spellings.length - 1;
    if (spellings.some((entries) => !entries.length)) return NONE;
    const sets = spellings.map((entries) => asOne(files, entries));
    const shared = [...sets].sort((one, other) => one.papers.length - other.papers.length).reduce(both);
    if (!shared.papers.length || !(last || field)) return shared;
    const isInside = field ? await files.within(field, shared.papers) : () => true;
    const readers = await Promise.all(
      spellings.map((entries) => Promise.all(entries.map(async (entry) => [files.postings(entry), await files.positions(entry), 0]))),
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
        starts = at ? follow(starts, here, at) : here.filter((position) => isInside(paper, position));
      }
      if (starts.length) {
        papers.push(paper);
        scores.push(shared.scores[place]);
      }
    });
    return { papers, scores };
  };

  const withClause = async (files, { parts, field, prefix, open, phrase, joint }) => {
    if (!phrase && !field) return withWord(files, parts[0], prefix || open);
    const sets = [withPhrase(files, await spellingsOf(files, parts, prefix || (open && !phrase)), field)];
    if (joint) sets.push(withWord(files, joint, prefix || open));
    return any(files.size, await Promise.all(sets));
  };

  /* Words that are like others */

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

  /* Whether two words differ in their endings: private, privacy; hallucinate, hallucinations. */
  const isForm = (one, other) => {
    const shorter = Math.min(one.length, other.length);
    let root = 0;
    while (root < shorter && one[root] === other[root]) root++;
    return root >= Math.max(SHORTEST_ROOT, ROOT * shorter) && Math.max(one.length, other.length) - root <= LONGEST_ENDING;
  };

  /* The terms that a word with one typing error or another ending may mean. An error stands in one half, so the other is
     right; or it swaps the letters in the middle. */
  const near = async (files, word) => {
    const found = new Map();
    for (const form of new Set([word, stem(word)])) {
      const letters = [...form];
      const half = letters.length >> 1;
      const start = letters.slice(0, half).join("");
      const swapped = [...letters];
      [swapped[half - 1], swapped[half]] = [letters[half], letters[half - 1]];
      const lists = await Promise.all([files.beginning(start), files.ending(letters.slice(half).join(""))]);
      const isLike = (term) => isNear(letters, [...term]) || isForm(form, term);
      const likely = new Set([...lists[0].filter(isLike), ...lists[1].filter((term) => isNear(letters, [...term]))]);
      const other = swapped.join("");
      if (isLike(other)) likely.add(other);
      for (const entry of await Promise.all([...likely].map(files.lookup))) if (entry) found.set(entry.term, entry);
    }
    return [...found.values()];
  };

  const isMended = ({ excluded, phrase, prefix, parts }) =>
    !excluded && !phrase && !prefix && (parts[0].match(/\p{L}/gu) || []).length >= SHORTEST_MENDED;

  /* For a group of clauses the terms that are like its one word: {entries, set}. A word that no paper has is a typing error
     first, and another form only where it cannot be one. */
  const alike = async (files, group, isLost) => {
    const [clause] = group;
    if (group.length > 1 || !isMended(clause)) return { entries: [], set: NONE };
    const all = await near(files, clause.parts[0]);
    const errors = isLost ? all.filter(({ term }) => [clause.parts[0], stem(clause.parts[0])].some((form) => isNear([...form], [...term]))) : [];
    const entries = errors.length ? errors : all;
    const set = clause.field ? await withPhrase(files, [entries], clause.field) : asOne(files, entries);
    return { entries, set };
  };

  /* The entries of terms that stand in any of these papers, those of most papers first. */
  const usedIn = (files, entries, papers) => {
    const held = new Set(papers);
    const used = entries.filter((entry) => files.postings(entry).papers.some((paper) => held.has(paper)));
    return used.sort((one, other) => other.papers - one.papers).map(({ term }) => term);
  };

  const written = (group) => group.map(({ text }) => text).join(` ${_`or`} `);

  /* Where no paper has all words: those with the most telling of them, and as many as can be. Words that are like one of
     the query count for LIKENESS of it. `groups` with their `sets`; `isAllowed`: of a paper. Gives {set, corrected: [{from,
     to: terms}], dropped: [words], isMixed: whether some have others of the words}, or null. */
  const relaxed = async (files, groups, sets, isAllowed) => {
    const { size } = files;
    const isTried = (at) => groups.length <= MOST_MENDED || !sets[at].papers.length;
    const others = await Promise.all(groups.map((group, at) => (isTried(at) ? alike(files, group, !sets[at].papers.length) : { entries: [], set: NONE })));
    const shares = new Float64Array(size); // of the query's idf
    const scores = new Float64Array(size);
    const reach = sets.map((set, at) => {
      const has = new Uint8Array(size); // 2: the word, 1: one that is like it
      others[at].set.papers.forEach((paper) => (has[paper] = 1));
      set.papers.forEach((paper) => (has[paper] = 2));
      const weight = idf(files.index.papers, has.reduce((sum, each) => sum + (each > 0), 0));
      const add = (given, kind, part) =>
        given.papers.forEach((paper, place) => {
          if (has[paper] !== kind) return;
          shares[paper] += part * weight;
          scores[paper] += part * given.scores[place];
        });
      add(set, 2, 1);
      add(others[at].set, 1, LIKENESS);
      return has;
    });
    const isBetter = (one, other) => shares[one] > shares[other] || (shares[one] === shares[other] && scores[one] > scores[other]);
    let first = -1;
    for (let paper = 0; paper < size; paper++) {
      if (shares[paper] > 0 && isAllowed(paper) && (first < 0 || isBetter(paper, first))) first = paper;
    }
    if (first < 0) return null;
    const listed = (least) => files.visible.filter((paper) => shares[paper] >= least && isAllowed(paper));
    const best = listed(shares[first]);
    const papers = best.length < FEW ? listed(NEARLY * shares[first]) : best;
    const isLike = (paper) => shares[paper] === shares[first] && reach.every((has) => has[paper] || !has[first]);
    const corrected = groups.map((group, at) =>
      reach[at][first] === 1 ? [{ from: group[0].parts[0], to: usedIn(files, others[at].entries, best) }] : []);
    return {
      set: { papers, scores: Float64Array.from(papers, (paper) => SHARE * shares[paper] + scores[paper]) },
      corrected: corrected.flat(),
      dropped: groups.filter((group, at) => !reach[at][first]).map(written),
      isMixed: !papers.every(isLike),
    };
  };

  /* Terms as a query's typing errors were mended, for marking: query -> terms. */
  const mendings = new Map();

  Object.assign(daybookSearch, { matching: { NONE, any, both, every, withClause, alike, usedIn, relaxed, written, mendings } });
})();

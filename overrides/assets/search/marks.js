/* The search's marks: where the words of a query stand in a text. Loaded after engine.js. */
"use strict";
(() => {
  const { text: { stem, chains, joint }, query: asked, matching: { mendings } } = daybookSearch;

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
      .groups.flat()
      .filter(({ excluded, field }) => !excluded && !["category", "theme", "year"].includes(field))
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

  /* A text with the words of a query marked: [[piece, whether it is]]. */
  const marks = (given, query) => {
    const text = String(given || "");
    const found = [];
    let at = 0;
    for (const [first, last] of covered(text, query)) {
      if (first > at) found.push([text.slice(at, first), false]);
      found.push([text.slice(first, last), true]);
      at = last;
    }
    if (at < text.length) found.push([text.slice(at), false]);
    return found;
  };

  Object.assign(daybookSearch, { marks });
})();

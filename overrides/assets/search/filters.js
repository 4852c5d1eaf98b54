/* The search's filters: those that a query says (author:, title:, category:, theme:, year:), and those that are chosen.
   Loaded after matching.js. */
"use strict";
(() => {
  const YEARS = /^\s*(\d{4})(?:[-–](\d{4}))?\s*$/;
  const { query: asked } = daybookSearch;
  const { NONE, any, every, withClause, alike, usedIn } = daybookSearch.matching;

  const valuesOf = (files, facet) => (files.index.facets.find(({ name }) => name === facet) || { values: [] }).values;

  /* Of the values of a facet those that are meant: the years from one to another; by code or name; else of this archive
     ("math"); else those in whose names each word begins a word. */
  const meant = (files, { field, text }) => {
    const values = valuesOf(files, field);
    if (field === "year") {
      const [, from, to = from] = YEARS.exec(text) || [];
      return values.filter(([year]) => year >= from && year <= to);
    }
    const name = asked.name(text);
    const code = text.toLowerCase().replace(/\.?\*+$/, "");
    const words = asked.folded(text);
    const tries = [
      ([value, label]) => [value, label].some((one) => asked.name(one) === name),
      ([value]) => value.toLowerCase().startsWith(`${code}.`),
      ([, label]) => words.every((word) => asked.folded(label).some((one) => one.startsWith(word))),
    ];
    return tries.map((test) => values.filter(test)).find((found) => found.length) || [];
  };

  /* The papers with one of these values of a facet, as a test of a paper's number. */
  const having = async (files, facet, values) => {
    const { sets, column } = await files.facet(facet);
    const wanted = new Set(valuesOf(files, facet).flatMap(([value], at) => (values.includes(value) ? [at] : [])));
    const passing = sets.map((set) => set.some((value) => wanted.has(value)));
    return (paper) => passing[column[paper]];
  };

  /* The papers with the category, the theme or of the year that a clause says. */
  const withValue = async (files, clause) => {
    const all = every(files);
    const keep = (test) => {
      const papers = all.papers.filter(test);
      return { papers, scores: new Float64Array(papers.length) };
    };
    if (clause.field === "year") {
      const [, from, to] = YEARS.exec(clause.text) || [];
      if (!from) return NONE;
      const [start, end] = await Promise.all([files.bound((day) => day < from), files.bound((day) => day <= `${to || from}~`)]);
      return keep((paper) => paper >= start && paper < end);
    }
    const values = meant(files, clause).map(([value]) => value);
    return values.length ? keep(await having(files, clause.field, values)) : NONE;
  };

  const withGroup = async (files, group) => {
    const isValue = ({ field }) => ["category", "theme", "year"].includes(field);
    return any(files.size, await Promise.all(group.map((clause) => (isValue(clause) ? withValue : withClause)(files, clause))));
  };

  /* What a query has besides words: {isAllowed: of a paper, isNarrow: whether that leaves out
     more than what is excluded, corrected, left: the filters that no paper passes}. Of these the word may be meant for
     another; else they are left out, unless `isStrict`. */
  const filtered = async (files, groups, sets, isStrict) => {
    const corrected = [];
    const left = [];
    const tests = await Promise.all(
      groups.map(async (group, at) => {
        const { excluded } = group[0];
        let { papers } = sets[at];
        if (!papers.length && !excluded && !isStrict) {
          const { entries, set } = ["author", "title"].includes(group[0].field) ? await alike(files, group, true) : { set: NONE };
          if (set.papers.length) corrected.push({ from: group[0].parts[0], to: usedIn(files, entries, set.papers) });
          else left.push(group);
          papers = set.papers;
          if (!papers.length) return () => true;
        }
        const held = new Uint8Array(files.size);
        for (const paper of papers) held[paper] = 1;
        return (paper) => (held[paper] === 1) !== excluded;
      }),
    );
    const isNarrow = groups.some((group) => !group[0].excluded && !left.includes(group));
    return { isAllowed: (paper) => tests.every((test) => test(paper)), isNarrow, corrected, left };
  };

  /* What is said of a filter that no paper passes. */
  const missing = ([{ field, text }], isLeft) => {
    if (field === "year" && !YEARS.test(text)) return _`A year is written as year:2026 or year:2024-2026.`;
    const filter = `${field}:${/\s/.test(text) ? `"${text}"` : text}`;
    return isLeft ? _`No paper here has ${filter}, which is left out.` : _`No paper here has ${filter}.`;
  };

  /* The filters as tests of a paper's number: [{name, test}]. Values of one facet are alternatives. */
  const tests = (files, filters) => {
    const chosen = Object.keys(filters || {}).filter((name) => Array.isArray(filters[name]) && filters[name].length);
    return Promise.all(
      chosen.map(async (name) => {
        const values = filters[name].map(String);
        if (name === "author") {
          const entries = await Promise.all(values.map(asked.author).filter(Boolean).map((key) => files.lookup(key)));
          const lists = entries.filter(Boolean).map(files.postings);
          const held = new Uint8Array(files.size);
          for (const { papers } of lists) for (const paper of papers) held[paper] = 1;
          return { name, test: (paper) => held[paper] === 1 };
        }
        const isFacet = files.index.facets.some((each) => each.name === name);
        return { name, test: isFacet ? await having(files, name, values) : () => false };
      }),
    );
  };

  Object.assign(daybookSearch, { filters: { valuesOf, meant, withGroup, filtered, missing, tests } });
})();

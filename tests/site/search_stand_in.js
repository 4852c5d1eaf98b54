/* Stands in for the engine in tests of the dialog and the page: the same interface, and answers that are known.
   A query's first word says what comes: `none`, `typo`, `broken`, `many`, `hostile`, `slow`; anything else finds three. */
"use strict";
(() => {
  const HOSTILE = "<img src=x onerror=\"window.pwned=1\"><script>window.pwned=1</script> \u202egnp.exe";
  let load;

  const paper = (number, query) => ({
    key: `2603.${String(number === 1 ? 356 : number).padStart(5, "0")}`, // the first is there
    address: `papers/2603/2603.${String(number === 1 ? 356 : number).padStart(5, "0")}.html`,
    title: query === "hostile" ? HOSTILE : `Paper ${number} on ${query}`,
    authors: query === "hostile" ? [HOSTILE] : ["Ada One", "Bo Two", "Cy Three", "Di Four", "Ed Five"],
    authorCount: query === "hostile" ? 1 : 17,
    date: "2026-03-03",
    gist: query === "hostile" ? HOSTILE : "It is fast.",
    categories: ["cs.DC", "cs.DS"],
  });

  const open = async (given) => {
    load = given;
    return (await load("index")).data;
  };

  const find = async (query, { filters, sort, from, count }) => {
    const word = query.trim().split(/\s+/)[0];
    await load("dates", "1");
    if (word === "broken") throw new Error("broken");
    if (word === "slow") await new Promise((done) => setTimeout(done, 600));
    let total = { none: 0, many: 25, "": 25 }[word] ?? 3;
    for (const values of Object.values(filters)) total = values.includes("none") ? 0 : Math.min(total, 2);
    const numbers = [...Array(total).keys()].slice(from, from + count);
    return {
      total,
      papers: numbers.map((number) => paper(sort === "date" ? 100 - number : number + 1, word)),
      places: word === "day" ? [{ kind: "day", title: "3 March 2026", address: "days/2026/2026-03-03.html" }]
        : word === "hostile" ? [{ kind: "author", title: HOSTILE, address: "javascript:window.pwned=1" }] : [],
      instead: word === "typo" ? "With “type” or “typed” instead of “typo”" : "",
      notes: [],
    };
  };

  const counts = async (query, { filters }) => {
    await load("facets/category", "1");
    const { total } = await find(query, { filters, from: 0, count: 0 });
    return {
      category: total ? [...Array(12).keys()].map((number) => [`c${number}`, `Category ${number}`, 12 - number]) : [],
      type: total ? [["new", "New submission", total]] : [],
      year: total ? [["2026", "2026", total]] : [],
    };
  };

  const authors = async () => {
    await load("authors/0", "1");
    return [["Ada One", 2], ["Bo Two", 1]];
  };

  const marks = (text, query) => {
    const at = query ? text.indexOf(query) : -1;
    if (at < 0) return [[text, false]];
    return [[text.slice(0, at), false], [query, true], [text.slice(at + query.length), false]];
  };

  window.daybookSearch = { open, find, counts, authors, marks };
})();

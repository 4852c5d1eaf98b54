/* What the search's dialog and page share: the files they read, and how results look. Received text is only ever put
   into text nodes, and links lead only to pages of this site. */
"use strict";
(() => {
  const { base, make, script } = window.daybook;
  const ENGINE = ["words.js", "query.js", "engine.js"];
  const fromFolder = location.protocol === "file:";

  /* Data. A file calls daybook_file. All that are read together must be of one day: where a newer one was published
     meanwhile, everything begins anew. */

  const read = new Map(); // name -> [version, data], of files that have been loaded and not been taken yet
  const loading = new Map(); // name -> promise
  let version = ""; // of index.js
  let newer = ""; // the version of a file of another day

  window.daybook_file = (name, its, data) => read.set(name, [its, data]);

  const fetched = async (name) => {
    const mark = name === "index" ? newer : version;
    const tag = await script(`search/${name}.js${mark && !fromFolder ? `?v=${encodeURIComponent(mark)}` : ""}`);
    tag.remove();
    if (!read.has(name)) throw new Error(`search/${name}.js is damaged`);
    const [its, data] = read.get(name);
    read.delete(name);
    if (name === "index") {
      version = its;
    } else if (its && its !== version) {
      newer = its;
      throw new Error("a new day was published");
    }
    return data;
  };
  const load = (name) => {
    if (!loading.has(name)) loading.set(name, fetched(name).finally(() => loading.delete(name)));
    return loading.get(name);
  };

  let engine;
  const start = async () => {
    for (const name of ENGINE) await script(`assets/search/${name}`);
  };
  let index;
  const ready = () => {
    index = index || (engine = engine || start()).then(() => window.daybookSearch.open(load));
    index.catch(() => (engine = index = undefined)); // the next attempt may succeed
    return index;
  };

  /* What `ask` gives, once more from the start if a file is of another day. */
  const whole = async (ask) => {
    await ready();
    newer = "";
    try {
      return await ask(window.daybookSearch);
    } catch (error) {
      if (!newer) throw error;
      index = undefined;
      await ready();
      return ask(window.daybookSearch);
    }
  };

  /* Words */

  const count = (number, one, many) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
  const papers = (number) => count(number, "paper", "papers");
  const MOST_NAMED = 3; // corrections

  const corrections = (corrected) => {
    const words = [...new Set(corrected.flatMap(({ to }) => to))];
    return words.slice(0, MOST_NAMED).join(" or ") + (words.length > MOST_NAMED ? " and the like" : "");
  };

  /* What the status line says of an answer. */
  const told = (query, answer, filtered = false) => {
    const { total, corrected, places = [], notes = [] } = answer;
    const nothing = `Nothing found for “${query.trim()}”`;
    let words = `${papers(total)}`;
    if (corrected) words = `${nothing}. Showing results for ${corrections(corrected)}. ${papers(total)}`;
    else if (!total && places.length) words = `No papers, but ${places.length === 1 ? "this page" : "these pages"}`;
    else if (!total) words = (query.trim() ? nothing : "Nothing found") + (filtered ? " with these filters" : "");
    return [words, ...notes].map((text) => text.replace(/[.\s]*$/, ".")).join(" ");
  };

  /* Results */

  const marked = (parts) => parts.map(([text, isMarked]) => (isMarked ? make("mark", {}, text) : text));

  /* The address of a page of this site; of anything else, that of its search. */
  const address = (path) => {
    const url = new URL(path, base);
    return url.href.startsWith(base.href) ? url : new URL("search.html", base);
  };

  const FORM = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" };
  const day = (date) => {
    const time = new Date(`${date}T00:00Z`);
    return make("time", { datetime: date }, isNaN(time) ? date : time.toLocaleDateString("en-GB", FORM));
  };

  const names = ({ authors, authorCount }, most, query) => {
    const shown = authors.slice(0, most);
    const more = authorCount - shown.length;
    const text = shown.join(", ");
    return [...marked(window.daybookSearch.marks(text, query)), more > 0 ? ` and ${more.toLocaleString("en")} more` : ""];
  };

  const LENGTH = 240; // characters of an excerpt

  /* An excerpt of the abstract: where it has words of the query, or where nothing else says what the paper is about. */
  const excerpt = (paper, query, needed) => {
    if (!paper.abstract) return [];
    const parts = window.daybookSearch.excerpt(paper.abstract, query, LENGTH);
    return needed || parts.some(([, isMarked]) => isMarked) ? [make("p", { class: "search-excerpt" }, ...marked(parts))] : [];
  };

  const result = (paper, query, most) => {
    const { marks } = window.daybookSearch;
    const gist = paper.gist || paper.headline;
    const by = make("p", { class: "search-by" }, ...names(paper, most, query), " · ", day(paper.date));
    if (paper.categories.length) by.append(` · ${paper.categories.join(", ")}`);
    const link = make("a", { href: address(paper.address) }, ...marked(marks(paper.title, query)));
    const item = make("li", {}, make("p", { class: "search-title" }, link), by);
    if (gist) item.append(make("p", { class: "search-gist" }, ...marked(marks(gist, query))));
    item.append(...excerpt(paper, query, !gist));
    return item;
  };

  const KINDS = { day: "Day", category: "Category", author: "Author", theme: "Theme" };
  const place = ({ kind, title, address: path }) =>
    make("li", {}, make("a", { href: address(path) }, title), " ", make("span", {}, KINDS[kind] || ""));

  /* Calls `act` a moment after the last of several calls; `act.now` at once. */
  const DELAY = 120; // milliseconds
  const later = (act) => {
    let timer;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(act, DELAY);
    };
    wait.now = () => {
      clearTimeout(timer);
      return act();
    };
    return wait;
  };

  Object.assign(window.daybook, { ready, whole, told, papers, result, place, later, address });
})();

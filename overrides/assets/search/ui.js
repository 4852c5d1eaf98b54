/* What the search's dialog and page share: the files they read, and how results look. Received text is only ever put
   into text nodes, and links lead only to pages of this site. */
"use strict";
(() => {
  const { base, ids, locale, make, script, unpacked } = window.daybook;
  const ENGINE = "assets/search/engine.js"; // with what it is made of
  const VOLUMES = "assets/search/volumes.js"; // of a library
  const fromFolder = location.protocol === "file:";

  /* Data. A file calls daybook_file. Its address names the version of the index, so that no cache mixes two days; where
     a file is of a newer day nevertheless, the engine begins anew. */

  const come = new Map(); // address -> {version, data}, of files that have run and were not taken yet

  window.daybook_file = (_name, version, data) => come.set(document.currentScript.src, { version, data });

  /* What loads the files of the index of the site at an address. */
  const loading = (site) => {
    let current = "";
    return async (name, version) => {
      const mark = version || (name === "index" ? "" : current);
      const tag = await script(new URL(`search/${name}.js${mark && !fromFolder ? `?v=${encodeURIComponent(mark)}` : ""}`, site));
      tag.remove();
      const file = come.get(tag.src);
      if (!file) throw new Error(`search/${name}.js is damaged`);
      come.delete(tag.src);
      if (name === "index") current = file.version;
      const isPacked = name.includes("/papers/") && typeof file.data === "string"; // in a .zip they are not
      return isPacked ? { ...file, data: await unpacked(file.data) } : file;
    };
  };

  let opened;
  const sites = [base.href]; // whose pages results may lead to: in a library, those of its volumes
  const start = async () => {
    const load = loading(base);
    let index = load("index"); // beside the engine, which asks for it first
    index.catch(() => {});
    await script(ENGINE);
    const held = (await index).data;
    if (held.volumes) await script(VOLUMES);
    const own = (name, version) => {
      const first = name === "index" && !version && index;
      index = undefined;
      return first || load(name, version);
    };
    if (!held.volumes) return window.daybookSearch.open(own);
    const site = (name) => new URL(held.address.replace("{volume}", encodeURIComponent(name)), base);
    sites.push(...held.volumes.map(([name]) => site(name).href));
    const placed = (name) => {
      const url = site(name);
      const isHere = url.protocol === base.protocol && url.host === base.host; // the page's policy allows no other scripts
      return { site: url.href, load: isHere ? loading(url) : null };
    };
    return window.daybookSearch.open(own, window.daybookSearch.volumes(placed));
  };
  /* The index, once the engine is there; after a failure the next attempt may succeed. */
  const ready = () => {
    if (!opened) {
      opened = start();
      opened.catch(() => (opened = undefined));
    }
    return opened;
  };
  const asking = async (ask) => {
    await ready();
    return ask(window.daybookSearch);
  };

  /* Words */

  const NUMBERS = new Intl.NumberFormat(locale); // made once: toLocaleString would make one for each number
  const grouped = (number) => NUMBERS.format(number);
  const papers = (number, n = grouped(number)) => _(number)`${n} paper|${n} papers`;
  const MOST_QUOTED = 80; // characters of a query

  /* What the status line says of an answer. */
  const told = (query, answer, filtered = false) => {
    const { total, instead, places = [], notes = [] } = answer;
    const asked = [...query.trim()];
    const quoted = asked.slice(0, MOST_QUOTED).join("") + (asked.length > MOST_QUOTED ? "…" : "");
    const nothing = query.trim() ? _`Nothing found for “${quoted}”` : _`Nothing found`;
    const [count, n] = [places.length, grouped(places.length)];
    let words = papers(total);
    if (total && instead) words = `${nothing}. ${instead}: ${words}`;
    else if (!total && count) words = _(count)`${n} matching page|${n} matching pages`;
    else if (!total) words = filtered ? _`${nothing} with these filters` : nothing;
    return [words, ...notes].map((text) => text.replace(/[.\s]*$/, ".")).join(" ");
  };

  /* Says why there is no answer, and offers to keep the archive where the network is what is missing. */
  const fail = (status, error) => {
    if (error.name === "Stale") {
      status.textContent = error.message;
      return;
    }
    const isCut = !fromFolder && navigator.onLine === false;
    status.textContent = isCut
      ? _`There is no network, and this browser does not keep what the search needs.`
      : _`The search could not be loaded. Try again.`;
    if (fromFolder || document.getElementById("keep")) return;
    const place = make("div", { id: "keep", class: "search-keep" });
    status.after(place);
    window.daybook.keeper(place).catch(() => place.remove());
  };
  /* Calls `act` once there is a network again; it takes a moment until that is of use. */
  const SETTLING = 1000; // milliseconds
  const whenBack = (act) => addEventListener("online", () => setTimeout(act, SETTLING));

  /* What `fail` offered is not needed once there is an answer. */
  const recovered = () => document.querySelector(".search-keep")?.remove();

  /* Results */

  const marked = (parts) => parts.map(([text, isMarked]) => (isMarked ? make("mark", { class: "found" }, text) : text));

  /* The address of a page of these sites; of anything else, that of the search. */
  const address = (path) => {
    const url = new URL(path, base);
    return sites.some((site) => url.href.startsWith(site)) ? url : new URL("search.html", base);
  };

  const DATES = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  const day = (date) => {
    const time = new Date(`${date}T00:00Z`);
    return make("time", { datetime: date }, isNaN(time) ? date : DATES.format(time));
  };

  /* A paper that is found: a row as lists have them (overrides/rows.html), or an item of the dialog's short list, where
     the whole of it is one link. */
  const NAMES = 3; // as in all rows
  const result = (paper, query, isRow = false) => {
    const { key, address: path, title, authors, authorCount, date, gist, categories, themes = [], withdrawn } = paper;
    const found = (text) => marked(window.daybookSearch.marks(text, query));
    const shown = authors.slice(0, NAMES);
    const n = grouped(authorCount - shown.length);
    const named = (names) => found(authorCount > shown.length ? _`${names} and ${n} more` : names);
    const id = ids.idOf(key);
    const hasLink = isRow && id && !withdrawn;
    const pdf = hasLink && make("a", { href: `https://arxiv.org/pdf/${id}` }, _`PDF`);
    const told = [shown.length && named(shown.join(", ")), id, categories[0], pdf, withdrawn && _`withdrawn`, day(date)];
    const by = make("p", { class: "by" }, ...told.filter(Boolean).flatMap((part, at) => [at ? " · " : "", part].flat()));
    const line = gist ? [make("p", {}, ...found(gist))] : [];
    const link = make("a", { href: address(path) }, ...found(title));
    if (!isRow) return make("li", {}, make("p", { class: "title" }, link), by, ...line);
    const said = { id: key, "data-date": date, ...(withdrawn && { class: "gone" }) };
    for (const [name, values] of Object.entries({ themes, categories })) if (values.length) said[`data-${name}`] = values.join(" ");
    return make("article", said, make("h3", {}, link), by, ...line);
  };

  const KINDS = { day: _`Day`, week: _`Week`, month: _`Month`, year: _`Year`, category: _`Category`, author: _`Author`, theme: _`Theme`, volume: _`Volume` };
  const place = ({ kind, title, address: path, all }) => {
    const item = make("li", {}, make("a", { href: address(path) }, title), " ", make("span", {}, KINDS[kind] || ""));
    if (all) item.append(" · ", make("a", { href: address(all) }, _`Search its papers`));
    return item;
  };

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

  Object.assign(window.daybook, { ready, asking, told, fail, whenBack, recovered, grouped, papers, result, place, later, address });
})();

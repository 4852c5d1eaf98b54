/* What a reader keeps in this browser, and nowhere else: stars, a reading list, what was seen, watched and excluded words,
   settings. It is one JSON value under the name "reader", whose form is written below; `daybook.reader` is what other
   scripts see of it. What pages show of it is in reader/.

   Form 1: { form: 1,
     stars, list: { KEY: { title, on: "2026-03-05", terms } },   terms: what foryou.js ranks by, once it is known
     seen: { "2603": "00356 00414", "": "hep-th9901001" },       by month, for a reader may see 90,000 papers a year
     watched: { authors: [], words: [], themes: [] }, excluded: [], keys: false, hide: true,
     visit: { at: "2026-03-05T09:00:00.000Z", newest: "2026-03-04", before: "2026-03-02" },
     saves: ["k3v9"] }                                           names of the last ones: see `refresh`
   Each member may be absent. What a later form adds is kept as it is. */
"use strict";
(() => {
  const { base, ids, make, script, recall, keep } = window.daybook;
  const NAME = "reader";
  const FORM = 1;
  const PAPERS = ["stars", "list"];
  const FOR_YOU = ["assets/parts.js", "assets/foryou.js"];
  const KEY = /^[a-z0-9][\w.-]{0,99}$/i;
  const LONGEST = 2000; // characters of a title
  const EXPLAINED = 40; // papers of a ranking whose words are found,
  const AT_ONCE = 10; // these before the ranking is shown
  const SAVES = 64; // that are named: more than anybody makes
  const LATELY = 5000; // milliseconds

  /* Upgrades: what makes form n + 1 of form n. Form 0 was a list of starred papers' keys. */
  const UPGRADES = [(keys) => ({ form: 1, stars: Object.fromEntries(keys.map((key) => [key, {}])) })];

  const isKey = (value) => typeof value === "string" && KEY.test(value);
  const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const strings = (value) => (Array.isArray(value) ? value.filter((one) => typeof one === "string" && one.trim()) : []);
  const short = (value) => (typeof value === "string" ? value.slice(0, LONGEST) : undefined);
  const words = (text = "") => text.split(" ").filter(Boolean);
  const split = (key) => (ids.idOf(key).includes(".") ? key.split(".") : ["", key]);
  const joined = (month, part) => (month ? `${month}.${part}` : part);

  const papers = (value) => {
    const clean = {};
    for (const [key, paper] of Object.entries(isObject(value) ? value : {})) {
      if (!KEY.test(key)) continue;
      clean[key] = { ...(isObject(paper) ? paper : {}) };
      for (const name of ["title", "on", "terms"]) clean[key][name] = short(clean[key][name]);
    }
    return clean;
  };
  const months = (value) => {
    const clean = {};
    for (const [month, parts] of Object.entries(isObject(value) ? value : {})) {
      if (typeof parts === "string" && /^\d{0,4}$/.test(month)) clean[month] = parts;
    }
    return clean;
  };

  /* Data of any form, whoever wrote it, in this form or a later one. `undefined` if it is nothing of ours. */
  const read = (data) => {
    let given = data;
    if (Array.isArray(given)) given = given.length && given.every(isKey) ? { form: 0, keys: given } : undefined;
    if (!isObject(given) || !Number.isInteger(given.form) || given.form < 0) return undefined;
    if (given.form === 0) given = UPGRADES[0](given.keys ?? []);
    for (let form = given.form; form < FORM; form += 1) given = UPGRADES[form](given);
    const watched = isObject(given.watched) ? given.watched : {};
    return {
      ...given,
      stars: papers(given.stars),
      list: papers(given.list),
      seen: months(given.seen),
      watched: { ...watched, authors: strings(watched.authors), words: strings(watched.words), themes: strings(watched.themes) },
      excluded: strings(given.excluded),
      keys: given.keys !== false,
      hide: given.hide === true,
      visit: Object.fromEntries(Object.entries(isObject(given.visit) ? given.visit : {}).map(([name, one]) => [name, short(one)])),
    };
  };
  const nothing = () => read({ form: FORM });

  /* Where it is kept: in this browser's storage for the site. From a folder, some browsers give each file a storage of its
     own: see reader/frame.js. The policy tells where that is needed: only a site made to be read from a folder allows
     frames. `change` takes a function from what is kept to what is to be kept; it gives the latter, or fails if the browser
     refuses. */

  const here = {
    read: () => recall(NAME),
    change(renew) {
      const data = renew(recall(NAME));
      if (!keep(NAME, data)) throw new Error("refused");
      return data;
    },
  };
  const policy = document.querySelector("meta[http-equiv=Content-Security-Policy]")?.content;
  const isFolder = location.protocol === "file:" && /frame-src/.test(policy);
  const store = isFolder ? script("assets/reader/frame.js").then(() => window.daybook.frame(refresh)).catch(() => here) : here;

  /* The state is what is kept and, on top, what could not be kept (yet): no change is lost to another tab's, nor to a
     browser that refuses as long as the page is open. */

  const listeners = [];
  let state = nothing();
  let unsaved = [];
  let saved = []; // [{save, acts, at}], lately
  let sets = new Map(); // month: its papers that were seen
  let turn = Promise.resolve();

  const applied = (data) => {
    const fresh = read(data) ?? nothing();
    for (const act of unsaved) act(fresh);
    return fresh;
  };
  const show = (data) => {
    state = data;
    sets = new Map();
    for (const listener of listeners) listener(state);
  };
  const save = async () => {
    let count = 0;
    const save = Math.random().toString(36).slice(2);
    const renew = (data) => {
      count = unsaved.length;
      return { ...applied(data), saves: [...strings(data?.saves), save].slice(-SAVES) };
    };
    try {
      const data = await (await store).change(renew);
      saved.push({ save, acts: unsaved.splice(0, count), at: Date.now() });
      tell(null);
      if (unsaved.length || isFolder) show(applied(data));
    } catch {
      tell(_`This browser refuses to keep more: what you mark is lost when this page is closed.`);
    }
  };
  const change = (act) => {
    unsaved.push(act);
    const fresh = structuredClone(state);
    act(fresh);
    show(fresh);
    turn = turn.then(save);
    return turn;
  };
  /* Browsers tell one tab of another's save a moment later: what the other then saves lacks it. So a save that is not
     named in what came is done again. */
  const refresh = async () => {
    try {
      const data = await (await store).read();
      const named = new Set(strings(data?.saves));
      const lately = saved.filter(({ at }) => Date.now() - at < LATELY);
      const lost = data ? lately.filter(({ save }) => !named.has(save)) : []; // what was cleared stays cleared
      saved = lately.filter(({ save }) => named.has(save));
      unsaved.unshift(...lost.flatMap(({ acts }) => acts));
      show(applied(data));
      if (lost.length) turn = turn.then(save);
    } catch {
      /* What is shown stays; the next change tells. */
    }
  };

  /* One line for what the reader must know, with the way to save what they have. */
  const line = make("p", { role: "status", class: "reader-notice" });
  const tell = (words) => {
    if (!words && !line.isConnected) return;
    document.body.append(line);
    if (!words) return line.replaceChildren();
    const button = make("button", { type: "button" }, _`Export what you have`);
    button.addEventListener("click", download);
    line.replaceChildren(words, " ", button);
  };
  const download = () => {
    const text = JSON.stringify({ ...state, saves: undefined }, null, 1);
    const link = make("a", { download: "daybook-reading.json" });
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    document.body.append(link); // else Firefox does not click it
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };

  /* Acts on a state. */

  const today = () => new Date().toLocaleDateString("sv"); // 2026-03-05, the reader's own day
  const setOf = (month) => {
    if (!sets.has(month)) sets.set(month, new Set(words(state.seen[month])));
    return sets.get(month);
  };
  const has = (kind, key) => {
    if (kind !== "seen") return Object.hasOwn(state[kind], key);
    const [month, part] = split(key);
    return setOf(month).has(part);
  };
  const put = (kind, key, { title } = {}) => (data) => {
    if (kind === "seen") return see([key])(data);
    data[kind][key] ??= { title: short(title), on: today() };
  };
  const drop = (kind, key) => (data) => {
    if (kind !== "seen") return delete data[kind][key];
    const [month, part] = split(key);
    data.seen[month] = words(data.seen[month]).filter((one) => one !== part).join(" ");
  };
  const see = (keys) => (data) => {
    const fresh = new Map();
    for (const key of keys) {
      const [month, part] = split(key);
      if (!fresh.has(month)) fresh.set(month, new Set(words(data.seen[month])));
      fresh.get(month).add(part);
    }
    for (const [month, parts] of fresh) data.seen[month] = [...parts].join(" ");
  };
  /* What the archive knows of stars. */
  const learn = (found) => (data) => {
    for (const [key, { title, terms }] of found) if (data.stars[key]) Object.assign(data.stars[key], { title, terms });
  };
  const keysSeen = (data) =>
    Object.entries(data.seen).flatMap(([month, parts]) => words(parts).map((part) => joined(month, part)));
  const united = (mine, theirs) => [...new Set([...mine, ...theirs])];
  const merge = (given) => (data) => {
    for (const kind of PAPERS) {
      for (const [key, paper] of Object.entries(given[kind])) data[kind][key] ??= paper;
    }
    see(keysSeen(given))(data);
    for (const name of ["authors", "words", "themes"]) data.watched[name] = united(data.watched[name], given.watched[name]);
    data.excluded = united(data.excluded, given.excluded);
    data.keys = data.keys && given.keys;
    data.hide = data.hide || given.hide;
    for (const name of Object.keys(given)) if (!(name in data)) data[name] = given[name];
  };

  window.daybook.reader = {
    KEY,
    /** A promise: what was kept has been read. */
    ready: undefined,
    get state() {
      return state;
    },
    /** Whether a paper is among "stars", on the "list" or "seen". */
    has,
    /** The papers of "stars" or "list" as [key, { title, on, terms }], newest first; the keys of "seen". */
    all: (kind) =>
      kind === "seen"
        ? keysSeen(state)
        : Object.entries(state[kind]).reverse().sort(([, a], [, b]) => (b.on ?? "").localeCompare(a.on ?? "")),
    /** Add a paper, or take it away; gives whether it is there now. `paper`: { title }. */
    toggle(kind, key, paper) {
      const there = has(kind, key);
      change(there ? drop(kind, key) : put(kind, key, paper));
      return !there;
    },
    /** Add papers, [key, { title }], which are shown in their order. */
    add: (kind, rows) => change((data) => [...rows].reverse().forEach(([key, paper]) => put(kind, key, paper)(data))),
    see: (keys) => change(see(keys)),
    /** Change the state by a function that may be called again on a fresher one; the promise ends when it is kept. */
    change,
    /** Take in a file's data; gives these, or undefined if it is nothing of ours. */
    take(data) {
      const given = Array.isArray(data) || isObject(data?.stars) || isObject(data?.list) ? read(data) : undefined;
      if (given) change(merge(given));
      return given;
    },
    download,
    /** Forget all. */
    erase: () => change((data) => {
      for (const name of Object.keys(data)) delete data[name];
      Object.assign(data, nothing());
    }),
    /** A promise of rows, those most like the stars first; `data-why` has the words that raised the best. */
    async ranked(articles) {
      const stars = Object.entries(state.stars);
      if (!stars.length || !articles.length) return articles;
      if (!window.daybook.forYou) await Promise.all(FOR_YOU.map((path) => script(path, true)));
      const { forYou, rows } = window.daybook;
      const bare = stars.filter(([, paper]) => !paper.terms).map(([key]) => key);
      const found = await forYou.load([...bare, ...articles.map(rows.key)]);
      if (bare.some((key) => found.has(key))) change(learn(found));
      const terms = stars.map(([key, paper]) => [key, paper.terms || found.get(key)?.terms]).filter(([, one]) => one);
      const papers = articles.map((article) => ({ id: rows.key(article), article, terms: found.get(rows.key(article))?.terms }));
      const order = forYou.rank(Object.fromEntries(terms), papers);
      const explain = ({ article, words }) => (article.dataset.why = words().join(", "));
      for (const article of articles) delete article.dataset.why;
      order.slice(0, AT_ONCE).forEach(explain);
      setTimeout(() => order.slice(AT_ONCE, EXPLAINED).forEach(explain)); // once the list is shown in its new order
      return order.map(({ article }) => article);
    },
    /** Call back with the state, now and whenever it changes. */
    on(callback) {
      listeners.push(callback);
      callback(state);
    },
  };

  if (!isFolder) show(applied(here.read()));
  window.daybook.reader.ready = isFolder ? refresh() : Promise.resolve();
  addEventListener("storage", (event) => {
    if (!isFolder && (event.key === null || event.key === `${base.pathname}.${NAME}`)) refresh();
  });
  addEventListener("pageshow", (event) => event.persisted && refresh());

  const quietly = (path) => script(path, true).catch(() => {});
  for (const name of ["rows", "trail", "keys"]) quietly(`assets/reader/${name}.js`);
  if (document.querySelector("div#reading")) [...FOR_YOU, "assets/reading.js"].forEach(quietly);
})();

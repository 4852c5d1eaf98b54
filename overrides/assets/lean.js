/* What a page with the lean shell does besides being read: it shows the colours that were chosen, on these pages or on
   those with Material's shell, and it searches, with Material's index and worker, which are loaded when first wanted. */
"use strict";
(() => {
  const { src, dataset } = document.currentScript;
  const base = new URL("../", src);
  const root = document.documentElement;
  root.classList.add("js");

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  /* A line that tens of thousands of pages need not hold; the page has it where the icon is another. */
  if (!document.querySelector("link[rel=icon]")) {
    document.head.append(make("link", { rel: "icon", href: new URL("assets/images/favicon.svg", base) }));
  }

  /* What keeps pages for when there is no network; a folder needs none. */
  if (location.protocol !== "file:") {
    addEventListener("load", () => document.head.append(make("script", { src: new URL("assets/app.js", base) })));
  }

  /* Colours. Key, value and order are Material's. */

  const KEY = base.pathname + ".__palette";
  const MEDIA = ["(prefers-color-scheme)", "(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"];
  const NEXT = ["Switch to light mode", "Switch to dark mode", "Follow the system"];
  const dark = matchMedia(MEDIA[2]);
  const toggle = make("button", { type: "button", class: "palette" });
  let choice = 0;

  const recall = () => {
    try {
      choice = Math.max(0, Math.min(2, JSON.parse(localStorage.getItem(KEY)).index | 0));
    } catch {
      choice = 0;
    }
  };
  const scheme = () => (choice === 2 || (choice === 0 && dark.matches) ? "slate" : "default");
  const paint = () => {
    root.setAttribute("data-md-color-scheme", scheme());
    toggle.dataset.choice = choice;
    toggle.title = NEXT[choice];
    toggle.setAttribute("aria-label", NEXT[choice]);
  };
  const keep = () => {
    const color = { media: MEDIA[choice], scheme: scheme(), primary: "custom", accent: "custom" };
    try {
      localStorage.setItem(KEY, JSON.stringify({ index: choice, color }));
    } catch {
      /* A reader whose browser keeps nothing can still read. */
    }
  };
  toggle.addEventListener("click", () => {
    choice = (choice + 1) % 3;
    paint();
    keep();
  });
  const look = () => {
    recall();
    paint();
  };
  dark.addEventListener("change", paint);
  addEventListener("pageshow", look);
  look();

  /* Search */

  const SHOWN = 30;
  const [SETUP, READY, QUERY] = [0, 1, 2]; // the kinds of messages of Material's worker; any other is a result
  const field = make("input", { type: "search", "aria-label": "Search", placeholder: "Search", autocomplete: "off" });
  const close = make("button", { type: "button" }, "Close");
  const status = make("p", { role: "status" });
  const list = make("ol");
  const dialog = make(
    "dialog",
    { class: "search", "aria-label": "Search" },
    make("form", { role: "search", method: "dialog" }, field, close),
    status,
    list,
  );
  const opener = make("button", { type: "button", class: "opener" }, "Search");
  let worker;
  let ready = false;

  const load = (path) =>
    new Promise((done, failed) => {
      const script = make("script", { src: new URL(path, base) });
      script.addEventListener("load", done);
      script.addEventListener("error", failed);
      document.head.append(script);
    });

  /* Opened from a folder, browsers read no file but scripts. */
  const fetched = async () => {
    if (location.protocol !== "file:") {
      const answer = await fetch(new URL("search/search_index.json", base));
      if (!answer.ok) throw new Error("no index");
      return [new URL(`assets/javascripts/workers/search.${dataset.search}.min.js`, base), await answer.json()];
    }
    await load("search/search_index.js");
    await load("assets/javascripts/search-worker.js");
    return [URL.createObjectURL(new Blob([window.__search_worker], { type: "text/javascript" })), window.__index];
  };

  const start = async () => {
    status.textContent = "Loading the search…";
    try {
      const [address, { config, docs }] = await fetched();
      worker = new Worker(address);
      worker.addEventListener("message", ({ data: { type, data } }) => {
        if (type === READY) {
          ready = true;
          ask();
        } else {
          show(data.items);
        }
      });
      worker.postMessage({ type: SETUP, data: { config, docs, options: {} } });
    } catch {
      status.textContent = "The search could not be loaded.";
      worker = undefined;
    }
  };

  const ask = () => {
    if (!ready) return;
    if (field.value.trim()) {
      worker.postMessage({ type: QUERY, data: field.value });
    } else {
      list.replaceChildren();
      status.textContent = "Type to search.";
    }
  };

  /* The index holds HTML; of it nothing but words and marks is shown. */
  const words = (html) => {
    const found = document.createDocumentFragment();
    const body = new DOMParser().parseFromString(html || "", "text/html").body;
    const walk = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    let block;
    while (walk.nextNode()) {
      const { data, parentNode } = walk.currentNode;
      if (parentNode.closest("p, li, dt, dd, td, summary, body") !== block) found.append(" ");
      block = parentNode.closest("p, li, dt, dd, td, summary, body");
      found.append(parentNode.closest("mark") ? make("mark", {}, data) : data);
    }
    return found;
  };

  const entry = (items) => {
    const page = items.find(({ location }) => !location.includes("#")) || items[0];
    const part = items.reduce((best, item) => (item.score > best.score ? item : best), page);
    const link = make("a", { href: new URL(part.score > 0 ? part.location : page.location, base) });
    link.append(make("strong", {}, words(page.title)));
    if (part !== page) link.append(make("em", {}, words(part.title)));
    link.append(make("span", {}, words(part.text)));
    return make("li", {}, link);
  };

  const show = (items) => {
    if (!field.value.trim()) return;
    const more = items.length > SHOWN ? `; here are the first ${SHOWN}` : "";
    status.textContent = items.length === 1 ? "1 page found" : `${items.length.toLocaleString("en")} pages found${more}`;
    list.replaceChildren(...items.slice(0, SHOWN).map(entry));
  };

  const open = () => {
    if (!dialog.isConnected) document.body.append(dialog);
    if (!dialog.open) dialog.showModal();
    field.select();
    if (!worker) {
      worker = true;
      start();
    }
  };

  const step = (event) => {
    const stops = [field, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (at < 0 || to === undefined || !stops[to]) return;
    event.preventDefault();
    stops[to].focus();
  };

  opener.addEventListener("click", open);
  close.addEventListener("click", () => dialog.close());
  field.addEventListener("input", ask);
  dialog.addEventListener("keydown", step);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("a")) dialog.close();
  });
  dialog.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  const hear = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    if (["/", "f", "s"].includes(event.key)) {
      event.preventDefault();
      opener.focus({ preventScroll: true }); // where closing leads back to
      open();
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    const tools = make("div", { class: "tools" }, toggle);
    if (dataset.search !== undefined) {
      tools.prepend(opener);
      document.addEventListener("keydown", hear);
    }
    document.querySelector("header > a").after(tools);
  });
})();

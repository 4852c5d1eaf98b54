/* What every page does besides being read: it shows the colours that were chosen, makes the buttons of the header and the
   drawer of phones, and loads what else the page needs. What it offers to other scripts is `daybook`. */
"use strict";
(() => {
  const base = new URL("../", document.currentScript.src);
  const root = document.documentElement;
  root.classList.add("js");
  const locale = root.lang === "en" ? "en-GB" : root.lang;

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  /* Resolves when a script has run, or a style sheet is there. Scripts that are asked for together `inOrder` are loaded
     side by side, and run one after the other. */
  const load = (name, attributes, inOrder = false) =>
    new Promise((done, failed) => {
      const element = make(name, attributes);
      if (inOrder) element.async = false;
      element.addEventListener("load", () => done(element));
      element.addEventListener("error", () => {
        element.remove();
        failed(new Error(`${attributes.src || attributes.href} cannot be loaded`));
      });
      document.head.append(element);
    });
  const script = (path, inOrder) => load("script", { src: new URL(path, base), charset: "utf-8" }, inOrder);
  const sheet = (path) => load("link", { rel: "stylesheet", href: new URL(path, base) });

  /* What a script hands over packed (RFC 1951) and in base64: JSON, read. */
  const unpacked = (text) => {
    const packed = new Blob([Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0))]).stream();
    return new Response(packed.pipeThrough(new DecompressionStream("deflate-raw"))).json();
  };

  /* What this browser keeps for this archive, as JSON. */
  const key = (name) => `${base.pathname}.${name}`;
  const recall = (name) => {
    try {
      return JSON.parse(localStorage.getItem(key(name))) ?? undefined;
    } catch {
      return undefined; // nothing is kept, or not by us
    }
  };
  const keep = (name, value) => {
    try {
      localStorage.setItem(key(name), JSON.stringify(value));
      return true;
    } catch {
      return false; // a reader whose browser keeps nothing can still read
    }
  };

  /* What writes citations comes when it is first asked for. `citer`: a button that asks, for what `given` promises when it
     is pressed; by default, for the papers that the page lists. */
  const CITING = ["assets/parts.js", "citations/forms.js", "assets/cite.js", "assets/citing.js"];
  let citing;
  const cites = () => {
    const style = () => sheet("assets/citing.css").catch(() => {});
    citing ??= Promise.all([...CITING.map((path) => script(path, true)), style()]).then(() => window.daybook.citing);
    citing.catch(() => (citing = undefined));
    return citing;
  };
  const citer = (given) => {
    const button = make("button", { type: "button", class: "citer", "aria-haspopup": "dialog" }, _`Cite these papers`);
    const said = make("span", { role: "status" });
    button.addEventListener("click", async () => {
      button.after(said);
      said.textContent = "";
      try {
        await (await cites()).open(given);
      } catch {
        said.textContent = _`The citations could not be loaded. Try again when there is a network.`;
      }
    });
    return button;
  };

  /* Offer in an element to keep the whole archive in this browser; from a folder, or where the archive wants no app
     (app.js is empty then), there is nothing to keep. */
  const keeper = async (place) => {
    if (!location.protocol.startsWith("http") || !navigator.serviceWorker) return;
    const app = () => document.querySelector("link[rel=manifest]");
    if (!app()) await script("assets/app.js");
    if (!app()) return;
    await script("assets/keep.js");
    window.daybook.keeping(place);
  };

  window.daybook = { base, locale, ids: globalThis.daybookIds, make, script, sheet, unpacked, recall, keep, cites, citer, keeper };

  /* A line that tens of thousands of pages need not hold; the page has it where the icon is another. */
  if (!document.querySelector("link[rel=icon]")) {
    document.head.append(make("link", { rel: "icon", href: new URL("assets/images/favicon.svg", base) }));
  }

  /* What keeps pages for when there is no network; a folder needs none. */
  if (location.protocol !== "file:") addEventListener("load", () => script("assets/app.js").catch(() => {}));

  /* Colours. Key, value and order are Material's. Before a choice, style sheets follow the system. */

  const MEDIA = ["(prefers-color-scheme)", "(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"];
  const NEXT = [_`Switch to light mode`, _`Switch to dark mode`, _`Follow the system`];
  const SCHEMES = [root.getAttribute("data-md-color-scheme"), "default", "slate"];
  const dark = matchMedia(MEDIA[2]);
  const toggle = make("button", { type: "button", class: "palette md-icon" });
  let choice = 0;

  const look = () => {
    choice = Math.max(0, Math.min(2, recall("__palette")?.index | 0));
    if (SCHEMES[choice]) root.setAttribute("data-md-color-scheme", SCHEMES[choice]);
    else root.removeAttribute("data-md-color-scheme");
    toggle.dataset.choice = choice;
    toggle.title = NEXT[choice];
    toggle.setAttribute("aria-label", NEXT[choice]);
  };
  toggle.addEventListener("click", () => {
    const index = (choice + 1) % 3;
    const scheme = SCHEMES[index] || (dark.matches ? "slate" : "default");
    if (!keep("__palette", { index, color: { media: MEDIA[index], scheme, primary: "custom", accent: "custom" } })) {
      root.setAttribute("data-md-color-scheme", scheme); // for this page alone
      choice = index;
      toggle.title = NEXT[choice];
      return;
    }
    look();
  });
  addEventListener("pageshow", look);
  look();

  /* The tabs as a drawer: on phones a popover, which the browser closes by a tap beside it or by Escape. */

  const phone = matchMedia("(max-width: 47.9844em)");
  const drawer = (header) => {
    const tabs = header.querySelector(".md-tabs");
    const button = make("button", { type: "button", class: "drawer md-icon", "aria-label": _`Menu`, title: _`Menu` });
    if (!tabs.showPopover) return [];
    tabs.id = "tabs.";
    button.setAttribute("popovertarget", tabs.id);
    const fit = () => (phone.matches ? tabs.setAttribute("popover", "auto") : tabs.removeAttribute("popover"));
    phone.addEventListener("change", fit);
    fit();
    return [button];
  };

  document.addEventListener("DOMContentLoaded", () => {
    const header = document.querySelector(".md-header");
    const article = document.querySelector(".md-main > article");
    if (!header || !article) return;
    header.prepend(...drawer(header));
    const stars = make("a", { class: "stars md-icon", href: new URL("reading.html", base), title: _`Reading`, "aria-label": _`Reading` });
    header.querySelector("a").after(make("div", { class: "md-header__tools" }, stars, toggle));
    const paper = location.pathname.match(/\/papers\/[^/]+\/([^/]+)\.html$/);
    if (paper) article.dataset.paper = decodeURIComponent(paper[1]);
    for (const table of article.querySelectorAll("table:not([class])")) {
      if (table.scrollWidth > table.clientWidth) table.tabIndex = 0; // else keys cannot scroll it
    }
    const quietly = (path) => script(path, true).catch(() => {});
    quietly("assets/search/opener.js");
    quietly("assets/reader.js");
    if (article.querySelectorAll("details.compared").length > 2) quietly("assets/compared.js");
    if (article.querySelector(".rows > article")) addEventListener("load", () => quietly("assets/coins.js"));
  });
})();

/* The way to the search, on every page: a button and the keys / f s. All else of the search is loaded when it is first
   opened, as classic scripts, so that it works the same over http and from a folder. */
"use strict";
(() => {
  const base = new URL("../../", document.currentScript.src);

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

  window.daybook = { base, make, script };

  const page = document.querySelector(".search-page");
  const opener = make(
    "button",
    { type: "button", class: "opener", title: "Search", "aria-keyshortcuts": "/" },
    make("span", {}, "Search"),
  );
  if (!page) opener.setAttribute("aria-haspopup", "dialog");
  let ui;

  const start = () => {
    const scripts = ["assets/search/ui.js", page ? "assets/search/page.js" : "assets/search/dialog.js"];
    return Promise.all([sheet("assets/search/ui.css"), ...scripts.map((path) => script(path, true))]);
  };
  const begin = async (act) => {
    try {
      await (ui = ui || start());
      opener.lastChild.textContent = "Search";
      act();
    } catch {
      ui = undefined; // the next attempt may succeed
      opener.lastChild.textContent = "Search failed to load";
      if (page) page.textContent = "The search could not be loaded. Reload the page to try again.";
    }
  };

  const open = () => begin(() => window.daybook.open());

  const hear = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.("input, textarea, select, dialog, [contenteditable]")) return;
    if (!["/", "f", "s"].includes(event.key)) return;
    event.preventDefault();
    if (document.activeElement === document.body) opener.focus({ preventScroll: true }); // where closing leads back to
    open();
  };

  opener.addEventListener("click", open);
  document.addEventListener("keydown", hear);
  const header = document.querySelector("header .tools, .md-header__inner");
  if (header.matches(".tools")) header.prepend(opener);
  else header.insertBefore(opener, header.querySelector(".md-header__source"));
  if (page) begin(() => {});
})();

/* What a page with the lean shell does besides being read: it shows the colours that were chosen, on these pages or on
   those with Material's shell. */
"use strict";
(() => {
  const base = new URL("../", document.currentScript.src);
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

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelector("header > a").after(make("div", { class: "tools" }, toggle));
    document.head.append(make("script", { src: new URL("assets/search/opener.js", base) }));
  });
})();

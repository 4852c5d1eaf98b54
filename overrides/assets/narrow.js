/* The bar above a list of cards: words, filters, density and order. What narrows the list, narrowing.js, comes with the
   search's scripts for words and queries when the bar is first used, or at once where the address asks for it. */
"use strict";
(() => {
  const { make, script, sheet, recall, keep, reader, citer } = window.daybook;
  const LEAST = 5; // cards that are worth a bar
  const DENSITIES = { titles: "Titles", cards: "Cards", abstracts: "Abstracts" };
  const BADGES = ".badges summary, .notes .badge";

  const article = document.querySelector(".md-main > article");
  const cards = [...article.querySelectorAll(".cards > article")];
  let place = document.getElementById("narrow"); // where the page keeps room for the bar
  if (!cards.length || (!place && cards.length < LEAST)) return;
  if (!place) {
    place = make("div", { id: "narrow" });
    (cards[0].closest(".group") || cards[0].parentNode).before(place);
  }

  /* Facets: what a card says of itself, as [value, words] */

  const linked = (folder) => (card) =>
    [...card.querySelectorAll(`.labels a[href*="${folder}/"]`)].map((link) => [
      link.getAttribute("href").replace(/^.*\/|\.html$/g, ""),
      link.textContent,
    ]);
  const alike = (text) => [text, text];
  const names = (card) => {
    const by = card.querySelector(".by")?.textContent.trim().replace(/ and [\d,]+ more$/, "");
    return by ? by.split(/,\s+(?!(?:Jr|Sr|II|III|IV)\b)/).map(alike) : [];
  };
  const badges = (card) => [...card.querySelectorAll(BADGES)].map((one) => alike(one.textContent.replace(/ v\d+$/, "")));
  const TYPES = { new: "New submissions", cross: "Cross-lists", replace: "Replacements" };
  const announced = ({ dataset: { type } }) => (type ? [[type, TYPES[type] || type]] : []);
  const facets = [
    ["theme", "Theme", '.labels a[href*="themes/"]', linked("themes")],
    ["category", "Category", '.labels a[href*="categories/"]', linked("categories")],
    ["type", "Type", "[data-type]", announced],
    ["author", "Author", ".by", names],
    ["badge", "Badge", BADGES, badges],
  ]
    .filter(([, , selector]) => article.querySelector(selector.replace(/(^|, )/g, "$1.cards ")))
    .map(([name, title, , of]) => {
      const count = make("span");
      const details = make("details", {}, make("summary", {}, title, count), make("div", {}, "…"));
      return { name, title, of, count, details };
    });

  /* Controls */

  const set = (name, legend, values, wanted, act) => {
    const fields = make("fieldset", {}, make("legend", {}, legend));
    for (const [value, words] of Object.entries(values)) {
      const one = make("input", { type: "radio", name, value });
      one.checked = value === wanted;
      one.addEventListener("change", () => act?.(value));
      fields.append(make("label", {}, one, make("span", {}, words)));
    }
    return fields;
  };

  const dense = (density) => {
    article.dataset.density = density;
    for (const one of article.querySelectorAll(".cards > article > .abstract")) one.open = density === "abstracts";
  };
  const densities = { ...DENSITIES };
  if (!article.querySelector(".cards .abstract")) delete densities.abstracts;
  const kept = recall("density");
  const density = densities[kept] ? kept : "cards";
  if (density !== "cards") dense(density);

  const orders = { grouped: facets.some(({ name }) => name === "type") ? "By theme" : "By date" };
  if (orders.grouped === "By theme") orders.listed = "As listed";
  if (reader?.ranked) orders.foryou = "For you";

  const field = make("input", {
    type: "search",
    placeholder: "Filter by words",
    "aria-label": "Filter by words",
    title: 'word  -without  "a phrase"  begin*',
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: "300",
  });
  const unseen = make("input", { type: "checkbox" });
  const unseenCount = make("span");
  const boxes = make("div", { class: "narrow__facets" }, ...facets.map(({ details }) => details));
  if (reader) boxes.append(make("label", {}, unseen, make("span", {}, "Unseen"), unseenCount));
  const views = make("div", { class: "narrow__views" });
  views.append(
    set("density", "Show", densities, density, (value) => {
      keep("density", value);
      dense(value);
    }),
  );
  if (Object.keys(orders).length > 1) views.append(set("order", "Order", orders, "grouped"));
  const cite = citer();
  cite.textContent = "Cite";
  cite.setAttribute("aria-label", "Cite these papers");
  views.append(cite);
  const title = make("summary", {}, "Filters");
  const more = make("details", { class: "narrow__more" }, title, boxes, views);
  const chips = make("ul", { "aria-label": "Chosen" });
  const all = place.querySelector("a"); // to the search of the whole list, where this page has a part
  const here = all ? " on this page" : "";
  const status = make("p", { role: "status" }, `${cards.length} ${cards.length === 1 ? "paper" : "papers"}${here}`);
  const reset = make("button", { type: "reset", hidden: "" }, "Reset");
  const form = make("form", { role: "search", "aria-label": "Narrow this list" }, field, more, chips, status, reset);

  const wide = matchMedia("(min-width: 45em)");
  const fit = () => (more.open = wide.matches);
  wide.addEventListener("change", fit);
  fit();
  const shown = sheet("assets/narrow.css").catch(() => {}).then(() => {
    place.classList.add("narrow");
    place.prepend(form);
  });

  /* The first use */

  const bar = { article, cards, place, all, here, form, field, facets, unseen, unseenCount, views, title, chips, status, reset, TYPES };
  const SCRIPTS = ["assets/search/engine.js", "assets/narrowing.js"];
  const start = async () => {
    form.removeEventListener("focusin", start);
    form.removeEventListener("pointerdown", start);
    try {
      const needed = window.daybookSearch?.query ? SCRIPTS.slice(1) : SCRIPTS;
      await Promise.all([shown, reader?.ready, ...needed.map((path) => script(path, true))]); // they run in this order
      window.daybook.narrowing(bar);
    } catch {
      status.textContent = "The list could not be narrowed. Reload the page to try again.";
    }
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  const given = new URLSearchParams(location.search);
  if (["words", "unseen", "order", ...facets.map(({ name }) => name)].some((name) => given.has(name))) start();
  else for (const event of ["focusin", "pointerdown"]) form.addEventListener(event, start);
})();

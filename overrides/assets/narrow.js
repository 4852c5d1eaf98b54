/* The bar above a list of rows: words, filters and order, in one line. What narrows the list, narrowing.js, comes with the
   search's scripts for words and queries when the bar is first used, or at once where the address asks for it. */
"use strict";
(() => {
  const { locale, make, script, sheet, reader, citer, rows } = window.daybook;
  const LEAST = 5; // papers that are worth a bar

  const article = document.querySelector(".md-main > article");
  const all = [...article.querySelectorAll(rows.ROW)];
  const papers = (some) => new Set(some.map(rows.key)).size;
  const count = papers(all);
  let place = document.getElementById("narrow"); // where the page keeps room for the bar
  if (!place && count < LEAST) return;
  if (!place) {
    place = make("div", { id: "narrow" });
    (all[0].closest(".group") || all[0].parentNode).before(place);
  }

  /* Facets: what a row says of itself, as [value, words]. A theme's papers are those of its group on a day: what was
     announced as new there, each once. */

  const isDay = article.querySelector("[data-type]") !== null;
  const isHome = article.matches(".home");
  const TYPES = { new: _`New submissions`, cross: _`Cross-lists`, replace: _`Replacements`, seen: _`Seen elsewhere` };
  const isNew = ({ id, dataset: { type } }) => id && (!isDay || ["new", "cross", "seen"].includes(type));
  const facets = [
    ["theme", _`Theme`, (row) => (isNew(row) ? rows.themes(row) : [])],
    ["type", _`Type`, ({ dataset: { type } }) => (type ? [[type, TYPES[type] || type]] : [])],
    ["category", _`Category`, ({ dataset: { categories } }) => (categories ? categories.split(" ").map((code) => [code, code]) : [])],
  ]
    .filter(([, , of]) => all.some((row) => of(row).length))
    .map(([name, title, of]) => {
      const chosen = make("span");
      const details = make("details", {}, make("summary", {}, title, chosen), make("div", {}, "…"));
      return { name, title, of, count: chosen, details };
    });

  /* Controls */

  const box = (name, said, ...words) => {
    const field = make("input", { type: "checkbox", name });
    return [field, make("label", {}, field, make("span", {}, said), ...words)];
  };
  const inThemes = article.querySelector('.group > h2 a[href*="themes/"]') !== null; // else a day's groups are arXiv's
  const orders = { grouped: isDay ? (inThemes ? _`By theme` : _`As listed`) : isHome ? _`Digest` : _`By date` };
  if (isDay && inThemes) orders.listed = _`As listed`;
  orders.foryou = _`For you`;
  const choices = make("fieldset", {}, make("legend", {}, _`Order`));
  for (const [value, words] of Object.entries(orders)) {
    const one = make("input", { type: "radio", name: "order", value });
    one.checked = value === "grouped";
    choices.append(make("label", {}, one, make("span", {}, words)));
  }
  const unseenCount = make("span");
  const [unseen, unseenLabel] = box("Unseen", _`Unseen`, unseenCount);
  const [abstracts, abstractsLabel] = box("Abstracts", _`Abstracts`);
  abstracts.checked = Boolean(window.daybook.recall("abstracts"));
  abstracts.addEventListener("change", () => rows.spread?.(abstracts.checked));
  const cite = citer();
  cite.textContent = _`Cite`;
  cite.setAttribute("aria-label", _`Cite these papers`);
  const title = make("summary", {}, _`Filters`);
  const parts = facets.map(({ details }) => details);
  const more = make("details", { class: "narrow__more" }, title, make("div", {}, choices, unseenLabel, ...parts, abstractsLabel, cite));
  const n = count;
  const field = make("input", {
    type: "search",
    placeholder: _`Filter ${n}`,
    "aria-label": _`Filter by words`,
    title: _`word  -without  "a phrase"  begin*`,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: "300",
  });
  const chips = make("ul", { "aria-label": _`Chosen` });
  const whole = place.querySelector("a"); // to the search of the whole list, where this page has a part
  const told = (count, n = count.toLocaleString(locale)) => (whole ? _(count)`${n} paper on this page|${n} papers on this page` : _(count)`${n} paper|${n} papers`);
  const status = make("p", { role: "status" }, told(count));
  const reset = make("button", { type: "reset", hidden: "" }, _`Reset`);
  const form = make("form", { role: "search", "aria-label": _`Narrow this list` }, field, more, chips, status, reset);

  const wide = matchMedia("(min-width: 60em)");
  const fit = () => (more.open = wide.matches);
  wide.addEventListener("change", fit);
  fit();
  const shown = sheet("assets/narrow.css").catch(() => {}).then(() => {
    place.classList.add("narrow");
    place.prepend(form);
  });

  /* The first use. Home begins with what is most like the reader's stars. */

  const bar = {
    ...{ article, all, papers, place, whole, told, form, field, facets, unseen, unseenCount, choices, title, chips, status, reset },
    ...{ TYPES, usual: "grouped" },
  };
  const SCRIPTS = ["assets/search/engine.js", "assets/narrowing.js"];
  let began = false;
  const start = async () => {
    if (began) return;
    began = true;
    try {
      const needed = window.daybookSearch?.query ? SCRIPTS.slice(1) : SCRIPTS;
      await Promise.all([shown, reader.ready, ...needed.map((path) => script(path, true))]); // they run in this order
      if (isHome && reader.all("stars").length) bar.usual = "foryou";
      window.daybook.narrowing(bar);
    } catch {
      began = false;
      status.textContent = _`The list could not be narrowed. Reload the page to try again.`;
    }
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  const given = new URLSearchParams(location.search);
  if (["words", "unseen", "order", ...facets.map(({ name }) => name)].some((name) => given.has(name))) start();
  else for (const event of ["focusin", "pointerdown"]) form.addEventListener(event, start);
  if (isHome) reader.ready.then(() => reader.all("stars").length && start(), () => {});
})();

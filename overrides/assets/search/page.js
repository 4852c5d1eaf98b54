/* The search as a page: all results, and what they can be narrowed down by. The address holds query, filters, order and
   page, so that what was found can be kept and sent, and the browser's back button works. */
"use strict";
(() => {
  const { make, citer, ready, asking, told, fail, whenBack, recovered, grouped, papers, result, place, later, address } = window.daybook;
  const { keep, recall } = window.daybook;
  const AT_ONCE = 10; // results on a page
  const FIRST = 8; // values of a facet, before all are shown
  const AUTHORS = 100; // that are offered at most
  const CITED = 500; // results whose citations are written at once
  const AUTHOR = "author";
  const FORM = "search-form";
  const OPENED = "search-filters"; // whether the filters were open last, on a wide screen
  const wide = matchMedia("(min-width: 68.75em)");
  const title = document.title;

  const root = document.querySelector(".search-page");
  const field = make("input", {
    type: "search",
    name: "q",
    id: "search-field",
    "aria-label": _`Search for`,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: "1000",
  });
  const order = make(
    "select",
    { name: "sort", id: "search-order" },
    make("option", { value: "relevance" }, _`Relevance`),
    make("option", { value: "date" }, _`Newest first`),
  );
  const status = make("p", { role: "status", class: "search-status" }, _`Loading the search…`);
  const chips = make("ul", { class: "search-chips", "aria-label": _`Filters in use` });
  const filtersTitle = make("summary", {}, _`Filters`);
  const groups = make("div", { class: "search-groups" });
  const help = document.getElementById("how-to-search");
  const filters = make("details", { class: "search-filters" }, filtersTitle, groups);
  const places = make("ul", { class: "search-places", "aria-label": _`Matching pages` });
  const list = make("div", { class: "rows search-results" });
  const pages = make("nav", { class: "search-pages", "aria-label": _`Pages of results` });
  const name = make("h2", { class: "unseen", id: "search-found" }, _`Results`);
  const found = make("section", { class: "search-found", "aria-labelledby": name.id, tabindex: "-1" }, name, places, list, pages);
  /* The citations of all results, or of the first ones. */
  const cited = async () => {
    const { query, filters: chosen, sort } = state;
    const answer = await asking((engine) => engine.find(query, { filters: chosen, sort, count: CITED }));
    const keys = answer.papers.map(({ key }) => key);
    const [n, all] = [grouped(keys.length), papers(answer.total)];
    return { keys, said: answer.total > keys.length ? _`The first ${n} of ${all} found.` : _`${all} found.` };
  };
  const citation = make("p", { class: "reader-end search-cite", hidden: "" }, citer(cited));
  found.append(citation);
  const skip = make("button", { type: "button", class: "search-skip" }, _`Skip to results`);
  const form = make(
    "form",
    { role: "search", method: "get", id: FORM, class: FORM, action: address("search.html") },
    field,
    make("button", { type: "submit" }, _`Search`),
    make("label", { for: "search-order" }, _`Sort by`),
    order,
  );

  /* State: what the address holds. */

  let facets = []; // of the archive: {name, title, values: [[value, label], ...]}, the author's among them
  let state;
  let settled = true; // whether the address's query was sent off, and not just typed
  let asked = 0;
  let reach = 1; // in a library, how far is looked for a page of results

  const fromAddress = () => {
    const given = new URLSearchParams(location.search);
    const chosen = {};
    for (const { name } of facets) {
      const values = [...new Set(given.getAll(name))].filter(Boolean);
      if (values.length) chosen[name] = values;
    }
    const page = Math.floor(Number(given.get("page")));
    const sort = given.get("sort") === "date" ? "date" : "relevance";
    return { query: given.get("q") || "", filters: chosen, sort, page: page > 1 ? page : 1 };
  };
  const toAddress = ({ query, filters: chosen, sort, page }) => {
    const to = address("search.html");
    if (query.trim()) to.searchParams.set("q", query.trim());
    for (const { name } of facets) for (const value of chosen[name] || []) to.searchParams.append(name, value);
    if (sort !== "relevance") to.searchParams.set("sort", sort);
    if (page > 1) to.searchParams.set("page", page);
    return to;
  };
  const isChosen = (name, value) => (state.filters[name] || []).includes(value);
  const withFilter = (name, value, on) => {
    const values = (state.filters[name] || []).filter((other) => other !== value);
    const chosen = { ...state.filters, [name]: on ? [...values, value] : values };
    if (!chosen[name].length) delete chosen[name];
    return { ...state, filters: chosen, page: 1 };
  };

  /* `next` as the state, and as a step of the browser's history; while typing, all letters are one step. */
  const go = (next, typing = false) => {
    state = next;
    reach = 1;
    const to = toAddress(state);
    if (to.href !== location.href) {
      if (typing && !settled) history.replaceState(null, "", to);
      else history.pushState(null, "", to);
    }
    settled = !typing;
    return ask();
  };

  /* Facets */

  const open = new Set(); // names of the facets of which all values are shown

  const named = (name, value) => {
    const known = facets.find((facet) => facet.name === name)?.values.find(([one]) => one === value);
    return known ? known[1] : value;
  };

  /* Two categories may have one name: Machine Learning is cs.LG and stat.ML. */
  const label = (name, value, text = named(name, value)) =>
    name === "category" && text !== value ? `${text} (${value})` : text;

  const choice = (name, [value, own, number]) => {
    const text = label(name, value, own);
    const box = make("input", { type: "checkbox", name, value, form: FORM, "aria-label": `${text}, ${papers(number)}` });
    box.checked = isChosen(name, value);
    box.addEventListener("change", () => go(withFilter(name, value, box.checked)));
    const words = make("span", {}, text);
    return make("li", {}, make("label", {}, box, words, make("span", { class: "search-count" }, grouped(number))));
  };

  /* A list of a facet's values: the first, and those that are chosen; the rest where it is asked for. */
  const choices = (name, counted) => {
    const none = (state.filters[name] || []).filter((value) => !counted.some(([one]) => one === value));
    const values = [...counted, ...none.map((value) => [value, named(name, value), 0])];
    const shown = values.filter(([value], at) => at < FIRST || open.has(name) || isChosen(name, value));
    const items = make("ul", {}, ...shown.map((one) => choice(name, one)));
    if (values.length <= FIRST) return [items];
    const n = values.length;
    const more = make("button", { type: "button", "data-all": name, "aria-expanded": open.has(name) });
    more.textContent = open.has(name) ? _`Show fewer` : _`Show all ${n}`;
    more.addEventListener("click", () => {
      if (!open.delete(name)) open.add(name);
      keepingFocus(() => more.parentNode.replaceChildren(more.parentNode.firstChild, ...choices(name, counted)));
    });
    return [items, more];
  };

  /* Facets are made anew with each answer: the keyboard stays where it was. */
  const keepingFocus = (change) => {
    const { name, value, dataset } = document.activeElement || {};
    const was = groups.contains(document.activeElement);
    change();
    if (!was) return;
    const all = [...groups.querySelectorAll("input, button")];
    const same = all.find((one) => (dataset.all ? one.dataset.all === dataset.all : one.name === name && one.value === value));
    same?.focus({ preventScroll: true });
  };

  const group = ({ name, title: text }, counted) =>
    make("fieldset", {}, make("legend", {}, text), ...choices(name, counted));

  /* Authors take files of their own, and are counted only while their group is open. */
  const authors = make("details", { class: "search-authors" }, make("summary", {}, _`Author`), make("p", {}, _`Counting…`));
  const countAuthors = async () => {
    if (!authors.open) return;
    const number = asked;
    const { query, filters: chosen } = state;
    let shown;
    try {
      const names = await asking((engine) => engine.authors(query, { filters: chosen }, AUTHORS));
      const facet = make("fieldset", {}, make("legend", {}, _`Author`));
      facet.append(...choices(AUTHOR, names.map(([one, count]) => [one, one, count])));
      shown = facet;
    } catch {
      shown = make("p", {}, _`The authors could not be loaded.`);
    }
    if (number === asked) keepingFocus(() => authors.lastChild.replaceWith(shown));
  };
  authors.addEventListener("toggle", countAuthors);

  /* Facets take files of their own, and are counted only while the filters are open. */
  const countFacets = async () => {
    if (!filters.open) return;
    const number = asked;
    const { query, filters: chosen } = state;
    const counts = await asking((engine) => engine.counts(query, { filters: chosen })).catch(() => ({}));
    if (number !== asked) return;
    const made = [];
    for (const facet of facets) {
      const counted = counts[facet.name] || [];
      if (facet.name === AUTHOR) made.push(authors);
      else if (counted.length || chosen[facet.name]) made.push(group(facet, counted));
    }
    keepingFocus(() => {
      /* The authors' group stays in the document, as it may hold the keyboard. */
      for (const old of [...groups.children]) if (old !== authors) old.remove();
      const at = made.indexOf(authors);
      if (!authors.isConnected) groups.append(authors);
      authors.before(...made.slice(0, at));
      authors.after(...made.slice(at + 1));
    });
    countAuthors();
  };

  const showChips = () => {
    const made = [];
    for (const { name, title: text } of facets) {
      for (const value of state.filters[name] || []) {
        const words = label(name, value);
        const chip = make("button", { type: "button", name, value, "aria-label": _`Remove the filter ${text}: ${words}` });
        chip.append(...(value === "yes" ? [] : [make("span", {}, `${text}: `)]), words);
        chip.addEventListener("click", () => {
          go(withFilter(name, value, false));
          (chips.querySelector("button") || field).focus();
        });
        made.push(make("li", {}, chip));
      }
    }
    const used = made.length;
    filtersTitle.textContent = used ? _`Filters (${used})` : _`Filters`;
    if (made.length > 1) {
      const none = make("button", { type: "button", class: "search-none" }, _`Remove all`);
      none.addEventListener("click", () => {
        go({ ...state, filters: {}, page: 1 });
        field.focus();
      });
      made.push(make("li", {}, none));
    }
    chips.replaceChildren(...made);
  };

  /* Results */

  const pageLink = (page, rel, words) => {
    const link = make("a", { rel, href: toAddress({ ...state, page }) }, words);
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      go({ ...state, page });
      found.focus({ preventScroll: true });
      scrollTo(0, 0);
    });
    return link;
  };

  const further = make("button", { type: "button" }, _`Look further`);
  further.addEventListener("click", () => {
    reach += 1;
    ask();
  });

  /* left: of a library's volumes, how many were not looked into. */
  const showPages = (total, left = 0) => {
    const isFull = total >= state.page * AT_ONCE;
    const last = Math.max(1, Math.ceil(total / AT_ONCE)) + (left && isFull ? 1 : 0);
    const made = [];
    if (state.page > 1) made.push(pageLink(Math.min(state.page - 1, last), "prev", _`Previous`));
    const [n, all] = [grouped(state.page), grouped(last)];
    made.push(make("span", {}, left ? _`Page ${n}` : _`Page ${n} of ${all}`));
    if (state.page < last) made.push(pageLink(state.page + 1, "next", _`Next`));
    pages.replaceChildren(...(last > 1 || state.page > 1 ? made : []), ...(left && !isFull ? [further] : []));
  };

  const show = (answer) => {
    const { query, page } = state;
    recovered();
    status.textContent = told(query, answer, Object.keys(state.filters).length > 0);
    places.replaceChildren(...(page === 1 ? answer.places.map(place) : []));
    list.replaceChildren(...answer.papers.map((paper) => result(paper, query, true)));
    window.daybook.rows?.decorate(found); // else it finds them once it is there
    showPages(answer.total, answer.left);
    citation.hidden = !answer.papers.length;
    if (!answer.total && !answer.places.length) {
      help.open = true;
      found.append(help);
    }
    countFacets();
  };

  const ask = async () => {
    const number = (asked += 1);
    const { query, filters: chosen, sort, page } = state;
    if (field.value.trim() !== query.trim()) field.value = query;
    order.value = sort;
    document.title = query.trim() ? `${query.trim()} - ${title}` : title;
    showChips();
    list.setAttribute("aria-busy", "true");
    try {
      const options = { filters: chosen, sort, from: (page - 1) * AT_ONCE, count: AT_ONCE, reach };
      const answer = await asking((engine) => engine.find(query, options));
      if (number === asked) show(answer);
    } catch (error) {
      if (number === asked) fail(status, error);
    }
    if (number === asked) list.removeAttribute("aria-busy");
  };

  /* The page */

  const typed = later(() => go({ ...state, query: field.value, page: 1 }, true));

  const start = async () => {
    document.querySelector(".top").append(form);
    root.replaceChildren(skip, filters, chips, status, found);
    field.value = new URLSearchParams(location.search).get("q") || "";
    if (!field.value && !location.search) field.focus();
    try {
      const index = await ready();
      facets = index.facets.map(({ name, title: text, values }) => ({ name, title: text, values }));
      const year = facets.findIndex(({ name }) => name === "year");
      facets.splice(year + 1, 0, { name: AUTHOR, title: _`Author`, values: [] });
    } catch (error) {
      fail(status, error);
      return;
    }
    const before = field.value; // what was typed while the index was loading counts
    state = { ...fromAddress(), query: before };
    filters.open = wide.matches && (recall(OPENED) === true || Object.keys(state.filters).length > 0);
    filters.addEventListener("toggle", () => {
      if (wide.matches) keep(OPENED, filters.open);
      countFacets();
    });
    field.addEventListener("input", typed);
    skip.addEventListener("click", () => found.focus());
    field.addEventListener("keydown", (event) => {
      const first = event.key === "ArrowDown" && list.querySelector("a");
      if (!first) return;
      event.preventDefault();
      first.focus();
    });
    order.addEventListener("change", () => go({ ...state, sort: order.value, page: 1 }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      typed.now(); // takes what was just typed, and forgets the timer
      settled = true;
    });
    addEventListener("popstate", () => {
      state = fromAddress();
      settled = true;
      ask();
    });
    /* Who comes back from a paper finds the place where they left. */
    const { scroll } = history.state || {};
    addEventListener("pagehide", () => history.replaceState({ scroll: scrollY }, ""));
    const guide = () => {
      if (location.hash !== `#${help.id}`) return;
      help.open = true;
      help.scrollIntoView();
    };
    addEventListener("hashchange", guide);
    await ask();
    guide();
    if (scroll) scrollTo(0, scroll);
  };

  window.daybook.open = () => {
    field.focus();
    field.select();
  };
  whenBack(() => (state ? ask() : start()));
  window.daybook.start = start;
})();

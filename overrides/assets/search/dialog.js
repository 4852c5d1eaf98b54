/* The search as a dialog over any page: results as one types, and the way to the page with all of them. */
"use strict";
(() => {
  const { make, ready, asking, told, fail, whenBack, recovered, result, place, later, address } = window.daybook;
  const SHOWN = 10;
  const HINT = _`Type words, a name, a date, an arXiv id or a DOI.`;

  const field = make("input", {
    type: "search",
    name: "q",
    "aria-label": _`Search`,
    placeholder: _`Search`,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: "1000",
  });
  const close = make("button", { type: "button" }, _`Close`);
  const status = make("p", { role: "status", class: "search-status" }, HINT);
  const places = make("ul", { class: "search-places" });
  const list = make("ol", { class: "search-results" });
  const all = make("a", {}, _`All results and filters`);
  const dialog = make(
    "dialog",
    { class: "search-dialog", "aria-label": _`Search` },
    make("form", { role: "search", method: "get", action: address("search.html") }, field, close),
    status,
    places,
    list,
    make("p", { class: "search-all" }, all, " · ", make("a", { href: address("search.html#how-to-search") }, _`How to search`)),
  );
  let asked = 0; // how many questions: of several answers only that to the last counts

  const show = (query, answer) => {
    places.replaceChildren(...(answer ? answer.places.map(place) : []));
    list.replaceChildren(...(answer ? answer.papers.map((paper) => result(paper, query)) : []));
    status.textContent = answer ? told(query, answer) : HINT;
    recovered();
    dialog.scrollTop = 0;
  };

  const ask = async () => {
    const query = field.value;
    const number = (asked += 1);
    const to = address("search.html");
    if (query.trim()) to.searchParams.set("q", query.trim());
    all.href = to;
    if (!query.trim()) return show("", null);
    if (!list.firstChild) status.textContent = _`Searching…`;
    try {
      const answer = await asking((engine) => engine.find(query, { filters: {}, sort: "relevance", from: 0, count: SHOWN }));
      if (number === asked) show(query, answer);
    } catch (error) {
      if (number !== asked) return;
      show("", null);
      fail(status, error);
    }
  };
  const search = later(ask);

  const stops = () => [field, ...dialog.querySelectorAll("li a"), all];
  const step = (event) => {
    if (event.key === "Escape") {
      event.preventDefault(); // else it only empties the field
      dialog.close();
      return;
    }
    const links = stops();
    const at = links.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (at < 0 || to === undefined || !links[to]) return;
    event.preventDefault();
    links[to].focus();
  };

  field.addEventListener("input", search);
  whenBack(() => dialog.open && search.now());
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("keydown", step);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("a")) dialog.close();
  });
  /* Enter opens the first of what is found, once it is. */
  dialog.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    await search.now();
    if (dialog.open) dialog.querySelector("li a")?.click();
  });

  window.daybook.open = () => {
    if (!dialog.isConnected) document.body.append(dialog);
    if (!dialog.open) dialog.showModal();
    field.focus();
    field.select();
    ready().catch(() => {}); // it is told when there is something to search for
    search.now();
  };
})();

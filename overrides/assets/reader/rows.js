/* Rows, which are papers in lists, and a paper's own page: what a reader marks, and what was seen. `daybook.rows` is what
   other scripts see of rows. */
"use strict";
(() => {
  const { make, script, reader, cites, citer } = window.daybook;
  const ROW = ".rows > article:is([id], [data-key])"; // a page that has a paper twice names it by data-key
  const PAGE = "article[data-paper]";
  const MARKS = {
    stars: [_`Star`, _`For you learns from it (s)`],
    list: [_`Read later`, _`put on your reading list (l)`],
    seen: [_`Seen`, _`shown dimmed (e)`],
  };

  const abstract = { "aria-label": _`Abstract`, title: _`Abstract (a)` };
  const unfolds = make("button", { type: "button", class: "unfold", "aria-expanded": "false", ...abstract });
  const buttons = make("span", { class: "marks" });
  for (const [kind, [name, hint]] of Object.entries(MARKS)) {
    const told = { "aria-label": name, title: `${name}: ${hint}` };
    buttons.append(make("button", { type: "button", "data-kind": kind, "aria-pressed": "false", ...told }));
  }

  const key = (article) => article.dataset.paper || article.dataset.key || article.id;
  const title = (article) => article.querySelector(article.dataset.paper ? "h1" : "h3")?.textContent.trim() ?? "";
  /* The authors whom a row names: its grey line has names, id, category and more, as far as they are known. */
  const MORE = (() => {
    const [names, n] = ["(.*)", "\\d\\S*"];
    return new RegExp(`^${_`${names} and ${n} more`}$`);
  })();
  const names = (row) => {
    const [first] = (!row.matches(".short") && row.querySelector(".by")?.textContent.split(" · ")) || [""];
    const others = [_`PDF`, _`withdrawn`, key(row), ...(row.dataset.categories ?? "").split(" ")];
    if (others.includes(first.trim()) || /\d{7}$/.test(first)) return [];
    return first.trim().replace(MORE, "$1").split(/,\s+(?!(?:Jr|Sr|II|III|IV)\b)/).filter(Boolean);
  };
  /* The themes of a row as [slug, name]: names are those of the page's links to themes. */
  let named;
  const themes = ({ dataset }) => {
    const slugOf = (link) => link.getAttribute("href").replace(/^.*\/|\.html.*$/g, "");
    const links = () => [...document.querySelectorAll('.md-main a[href*="themes/"]')];
    named ??= new Map(links().map((link) => [slugOf(link), link.textContent]));
    const words = (slug) => named.get(slug) ?? slug[0].toUpperCase() + slug.slice(1).replaceAll("-", " ");
    return (dataset.themes ?? "").split(" ").filter(Boolean).map((slug) => [slug, words(slug)]);
  };
  const isShown = (row) => row.getClientRects().length > 0;
  const shown = () => [...document.querySelectorAll(ROW)].filter(isShown);

  /* Toggle a mark of the paper of a row or page, once it is known what was kept. */
  const mark = (article, kind) => reader.ready.then(() => reader.toggle(kind, key(article), { title: title(article) }));

  const paint = (article) => {
    const seen = reader.has("seen", key(article));
    if (article.classList.contains("seen") !== seen) article.classList.toggle("seen", seen);
    for (const button of article.marks.querySelectorAll("[data-kind]")) {
      const pressed = String(button.dataset.kind === "seen" ? seen : reader.has(button.dataset.kind, key(article)));
      if (button.getAttribute("aria-pressed") !== pressed) button.setAttribute("aria-pressed", pressed);
    }
  };

  const known = []; // decorated rows, and the page of a paper
  const listeners = []; // of rows that come
  let abstracts;
  const decorate = (root) => {
    const fresh = [...root.querySelectorAll(ROW)].filter((row) => !row.marks);
    for (const row of fresh) {
      row.marks = buttons.cloneNode(true);
      row.marks.prepend(unfolds.cloneNode());
      let by = row.querySelector(":scope > .by");
      if (!by) row.querySelector("h3").after((by = make("p", { class: "by" })));
      by.prepend(row.marks);
      paint(row);
    }
    const there = known.filter((article) => article.isConnected);
    known.splice(0, known.length, ...there, ...fresh);
    for (const listener of listeners) listener(fresh);
    if (fresh.length) abstracts ??= script("assets/reader/abstracts.js").catch(() => {});
    return fresh;
  };

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.(".marks > [data-kind]");
    if (button) mark(button.closest(`${ROW}, ${PAGE}`), button.dataset.kind);
    const early = !window.daybook.rows.unfold && target.closest?.(".unfold")?.closest(ROW);
    if (early) abstracts.then(() => window.daybook.rows.unfold?.(early));
  });

  /* The page of a paper: its marks stand in a bar that phones keep in reach, and it has been seen. */
  const page = document.querySelector(PAGE);
  if (page) {
    page.marks = buttons.cloneNode(true);
    page.bar = make("div", { class: "bar" }, page.marks);
    const above = page.querySelector(".actions") ?? page.querySelector(".authors") ?? page.querySelector("h1");
    above.after(page.bar);
    known.push(page);
    reader.ready.then(() => reader.has("seen", key(page)) || reader.see([key(page)]), () => {});
    const details = make("details", { class: "cite" }, make("summary", {}, _`Cite`));
    details.addEventListener("toggle", () => cites().then((citing) => citing.page(details, key(page)), () => {}));
    page.querySelector(":scope > .rail")?.append(details);
  }

  /* At the end of a list: all of it has been seen. */
  const listed = () => known.filter((article) => !article.dataset.paper);
  const rest = () => listed().filter((row) => !reader.has("seen", key(row)));
  const status = make("span", { role: "status" });
  const all = make("button", { type: "button" }, _`Mark all as seen`);
  const hiding = make("button", { type: "button" });
  const end = make("p", { class: "reader-end" }, status, " ", all, " ", hiding, " ", citer());
  all.addEventListener("click", () => reader.see(rest().map(key)));
  hiding.addEventListener("click", () => {
    const hide = !reader.state.hide;
    sort();
    reader.change((data) => {
      data.hide = hide;
    });
  });
  const size = (rows) => new Set(rows.map(key)).size;
  const count = () => {
    const left = size(rest());
    const papers = size(listed());
    status.textContent = left ? _`${left} of ${papers} papers not seen yet.` : _`All papers of this page have been seen.`;
    all.hidden = !left;
    hiding.textContent = reader.state.hide ? _`Show seen papers` : _`Hide seen papers`;
  };

  /* Papers that were seen before the page was opened, or hiding was asked for, can be hidden; one that is marked later
     stays in its place. */
  const sort = () => {
    for (const article of known) article.classList.toggle("past", reader.has("seen", key(article)));
  };

  const show = (state) => {
    known.forEach(paint);
    const { watched, excluded } = state;
    if (!reader.watching && [watched.authors, watched.words, watched.themes, excluded].some((words) => words.length)) {
      reader.watching = true;
      script("assets/reader/watching.js").catch(() => {});
    }
    document.documentElement.classList.toggle("hide-seen", state.hide);
    if (end.isConnected) count();
  };

  window.daybook.rows = {
    ROW,
    key,
    title,
    names,
    themes,
    /** The rows that are shown, in their order. */
    shown,
    /** Rows that have their marks, and the page of a paper. */
    known,
    mark,
    /** Give marks to the rows within an element that have none yet, and tell who waits for them. */
    decorate,
    /** Call back with the rows and pages that are there, and with rows that come. */
    each(act) {
      listeners.push(act);
      act(known);
    },
  };

  decorate(document);
  const isSearch = document.querySelector(".search-page") !== null; // whose rows come and go, and which has its own end
  const quietly = (path) => script(path, true).catch(() => {});
  if (isSearch || (listed().length && !page)) quietly("assets/reader/visits.js");
  if (!isSearch && listed().length && !page) {
    const last = [...document.querySelectorAll(".rows")].at(-1);
    (last.closest(".group") || last).after(end); // which may be hidden
    quietly("assets/narrow.js");
  }
  reader.on(show);
  reader.ready.then(sort, () => {});
})();

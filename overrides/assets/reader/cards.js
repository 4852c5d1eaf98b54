/* What a reader keeps, on cards and on a paper's page: buttons, and what was seen. */
"use strict";
(() => {
  const { make, script, reader, cites, citer } = window.daybook;
  const KINDS = { stars: "Star", list: "Read later", seen: "Seen" };
  const HINTS = {
    stars: "Star: For you learns from it (s)",
    list: "Read later: put on your reading list (l)",
    seen: "Seen: shown dimmed (e)",
  };
  const CARDS = ".cards > article:is([id], [data-key])"; // a page that has a paper twice names it by data-key
  const PAGE = "article[data-paper]";

  const buttons = make("span", { class: "marks" });
  for (const [kind, name] of Object.entries(KINDS)) {
    const words = make("span", {}, name);
    buttons.append(make("button", { type: "button", "data-kind": kind, "aria-pressed": "false", title: HINTS[kind] }, words));
  }

  const keyOf = (article) => article.dataset.paper || article.dataset.key || article.id;
  const titleOf = (article) => article.querySelector(article.dataset.paper ? "h1" : "a")?.textContent.trim();
  const paperOf = (article) => ({ title: titleOf(article), terms: article.dataset.terms });

  /* Toggle a mark of the paper of a card or page, once it is known what was kept. */
  const toggle = (article, kind) => reader.ready.then(() => reader.toggle(kind, keyOf(article), paperOf(article)));

  const paint = (article) => {
    const key = keyOf(article);
    const seen = reader.has("seen", key);
    if (article.classList.contains("seen") !== seen) article.classList.toggle("seen", seen);
    const marks = article.marks.children;
    for (let at = 0; at < marks.length; at += 1) {
      const pressed = String(at === 2 ? seen : reader.has(marks[at].dataset.kind, key));
      if (marks[at].getAttribute("aria-pressed") !== pressed) marks[at].setAttribute("aria-pressed", pressed);
    }
  };

  const known = []; // decorated articles
  const decorate = (root) => {
    const fresh = [...root.querySelectorAll(CARDS)].filter((article) => !article.marks);
    for (const article of fresh) {
      article.marks = buttons.cloneNode(true);
      const notes = article.querySelector(":scope > .notes") || article.appendChild(make("p", { class: "notes" }));
      notes.append(article.marks);
      paint(article);
    }
    const there = known.filter((article) => article.isConnected);
    known.splice(0, known.length, ...there, ...fresh);
    reader.watch?.(fresh);
    return fresh;
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".marks > button");
    if (button) toggle(button.closest(`${CARDS}, ${PAGE}`), button.dataset.kind);
  });

  /* The page of a paper: its marks stand in its rail, and it has been seen. */
  const page = document.querySelector(PAGE);
  if (page) {
    page.marks = buttons.cloneNode(true);
    (page.querySelector(":scope > .rail") || page.querySelector("h1")).prepend(page.marks);
    known.push(page);
    reader.ready.then(() => reader.has("seen", keyOf(page)) || reader.see([keyOf(page)]), () => {});
    const details = page.querySelector("details.cite");
    const cite = () => cites().then((citing) => citing.page(details, keyOf(page)), () => {});
    if (details?.open) cite();
    details?.addEventListener("toggle", cite);
  }

  /* At the end of a list: all of it has been seen. */
  const rest = () => known.filter((article) => !article.dataset.paper && !reader.has("seen", keyOf(article)));
  const lists = document.querySelectorAll(".cards");
  const end = make("p", { class: "reader-end" });
  const status = make("span", { role: "status" });
  const all = make("button", { type: "button" }, "Mark all as seen");
  const hiding = make("button", { type: "button" });
  end.append(status, " ", all, " ", hiding, " ", citer());
  all.addEventListener("click", () => reader.see(rest().map(keyOf)));
  hiding.addEventListener("click", () => {
    const hide = !reader.state.hide;
    reader.change((data) => {
      data.hide = hide;
    });
  });
  const count = () => {
    const cards = known.filter((article) => !article.dataset.paper);
    const left = rest().length;
    status.textContent = left ? `${left} of ${cards.length} papers not seen yet.` : "All papers of this page have been seen.";
    all.hidden = !left;
    hiding.textContent = reader.state.hide ? "Show seen papers" : "Hide seen papers";
  };

  /* Papers that were seen before the page was opened can be hidden; one that is marked now stays in its place. */
  const sort = () => {
    for (const article of known) article.classList.toggle("past", reader.has("seen", keyOf(article)));
  };

  const show = (state) => {
    known.forEach(paint);
    const { watched, excluded } = state;
    if (!reader.watch && [watched.authors, watched.words, watched.themes, excluded].some((words) => words.length)) {
      reader.watch = () => {}; // it is on its way
      script("assets/reader/watching.js").catch(() => {});
    }
    document.documentElement.classList.toggle("hide-seen", state.hide);
    if (end.isConnected) count();
  };

  decorate(document);
  if (lists.length && known.some((article) => !article.dataset.paper) && !document.querySelector("div#reading")) {
    [...lists].at(-1).after(end);
  }
  [...document.querySelectorAll("dl.lines")].at(-1)?.after(make("p", { class: "reader-end" }, citer()));
  reader.on(show);
  reader.ready.then(sort, () => {});

  Object.assign(reader, { decorate, mark: toggle, known });
})();

/* Abstracts unfold in rows: at a click on a row's words, at its button, at a key; or all of them, as they come into view.
   They stand in scripts, as those of parts.js. */
"use strict";
(() => {
  const { make, recall, keep, rows, script } = window.daybook;
  const OTHERS = "a, button, input, label, summary, .abstract"; // what a click means something else on
  const NAME = "abstracts";

  let stored;
  const load = async (key) => {
    if (!window.daybook.parts) await script("assets/parts.js");
    stored ??= window.daybook.parts.open("abstracts/", "abstracts");
    return (await stored([key])).get(key);
  };
  const fill = async (row) => {
    const place = row.abstract;
    try {
      place.innerHTML = (await load(rows.key(row))) || `<p>${_`This archive has no abstract of this paper.`}`;
      rows.watch?.([row]);
    } catch {
      place.replaceChildren(make("p", { role: "status" }, _`The abstract could not be loaded. Try again when there is a network.`));
      delete place.dataset.asked; // the next attempt may succeed
    }
  };
  const unfold = (row, open = !row.matches(".open")) => {
    row.classList.toggle("open", open);
    row.marks.querySelector(".unfold").setAttribute("aria-expanded", open);
    if (!row.abstract) row.append((row.abstract = make("div", { class: "abstract" })));
    row.abstract.hidden = !open;
    if (!open || "asked" in row.abstract.dataset) return;
    row.abstract.dataset.asked = "";
    fill(row);
  };

  document.addEventListener("click", ({ target }) => {
    const row = target.closest?.(rows.ROW);
    if (!row?.marks) return;
    if (target.closest(".unfold") || (!target.closest(OTHERS) && getSelection().isCollapsed)) unfold(row);
  });

  /* All of them, for readers who want it so. */
  const coming = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      coming.unobserve(target);
      unfold(target, true);
    }
  });
  const listed = (some) => some.filter((row) => row.matches(rows.ROW));
  const spread = (wanted) => {
    keep(NAME, wanted);
    for (const row of listed(rows.known)) {
      if (wanted) coming.observe(row);
      else unfold(row, false);
    }
    if (!wanted) coming.disconnect();
  };
  rows.each((some) => recall(NAME) && listed(some).forEach((row) => coming.observe(row)));

  Object.assign(rows, { unfold, spread, spreads: () => Boolean(recall(NAME)) });
})();

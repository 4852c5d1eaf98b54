/* The list that a reader came from: kept when a paper is opened from it, and shown on the paper's page with the papers
   before and after. It is this tab's own. From a folder, Firefox gives each file a storage of its own: there it is lost. */
"use strict";
(() => {
  const { base, make, rows } = window.daybook;
  const NAME = `${base.pathname}.trail`;
  const FAR = 60; // CSS pixels of a swipe,
  const SOON = 700; // milliseconds
  const path = ({ href }) => href.slice(base.href.length);

  document.addEventListener("click", ({ target }) => {
    const link = target.closest?.("h3 a");
    if (!link?.closest(rows.ROW)) return;
    const name = (document.querySelector(".newest a") || document.querySelector("h1")).textContent.trim();
    const at = path(link);
    const papers = [...new Set(rows.shown().map((row) => path(row.querySelector("h3 a")).replace(/#.*/, "")))];
    try {
      sessionStorage.setItem(NAME, JSON.stringify({ name, address: path(location), papers, at }));
    } catch {
      /* Who keeps nothing goes back by the browser's own button. */
    }
  });

  const page = document.querySelector("article[data-paper]");
  const recall = () => {
    try {
      return JSON.parse(sessionStorage.getItem(NAME)) ?? {};
    } catch {
      return {};
    }
  };
  const { name, address, papers = [], at } = recall();
  /* Who comes back to the list has the keyboard where they left it. */
  const isBack = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  if (!page && isBack && address === path(location)) {
    rows.each((some) => some.find((row) => path(row.querySelector("h3 a")) === at)?.querySelector("h3 a").focus({ preventScroll: true }));
  }
  if (!page) return;
  const place = papers.indexOf(path(location).replace(/[?#].*/, ""));
  if (place < 0) return;
  const to = (number, rel, label, arrow) =>
    papers[number] ? [make("a", { rel, href: new URL(papers[number], base), "aria-label": label, title: label }, arrow)] : [];
  const list = make("a", { href: new URL(address, base) }, name);
  const [n, all] = [place + 1, papers.length];
  const said = make("span", {}, `${_`${n} of ${all} in`} `, list);
  const [before, after] = [to(place - 1, "prev", _`Paper before (k)`, "←"), to(place + 1, "next", _`Next paper (j)`, "→")];
  page.bar.prepend(make("nav", { class: "trail", "aria-label": _`List` }, ...before, ...after, said));
  page.classList.add("swiped");

  /* A swipe, unless it moves what is wider than its place. */
  let began;
  const scrolls = (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible";
  const isWide = (target) => {
    for (let one = target; one && one !== page; one = one.parentElement) if (scrolls(one)) return true;
    return visualViewport?.scale > 1;
  };
  page.addEventListener("pointerdown", (event) => {
    began = event.pointerType === "touch" && event.isPrimary && !isWide(event.target) ? event : undefined;
  });
  page.addEventListener("pointerup", ({ clientX, clientY, timeStamp }) => {
    if (!began || timeStamp - began.timeStamp > SOON || !getSelection().isCollapsed) return;
    const [across, down] = [clientX - began.clientX, Math.abs(clientY - began.clientY)];
    if (Math.abs(across) > FAR && Math.abs(across) > 2 * down) (across < 0 ? after : before)[0]?.click();
  });
  page.addEventListener("pointercancel", () => (began = undefined));
})();

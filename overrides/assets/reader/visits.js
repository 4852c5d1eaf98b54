/* What is new since the last visit: papers in lists, and days where they are linked; how many, in a line that leads there. */
"use strict";
(() => {
  const { locale, make, reader, rows } = window.daybook;
  const AWAY = 4 * 3600_000; // milliseconds without a page, which end a visit
  const OFTEN = 600_000; // how often the time is kept
  const DAY = /\/days\/\d{4}\/(\d{4}-\d\d-\d\d)\.html$/;
  const isSearch = document.querySelector(".search-page") !== null;
  const isHome = document.querySelector(".md-typeset.home") !== null;
  const today = DAY.exec(location.pathname)?.[1];
  const dated = (links) => [...links].map((link) => [link, DAY.exec(link.pathname)?.[1]]).filter(([, date]) => date);
  const days = dated(document.querySelectorAll(".md-main a[href]")).filter(([link]) => !link.closest(rows.ROW));

  /* The newest day that this page knows of: a day of the past, which leads on to the next, tells nothing of it. */
  const newestOf = () => {
    if (isHome) return days.map(([, date]) => date).sort().at(-1) ?? "";
    return (!document.querySelector("a[rel~=next]") && today) || "";
  };
  const visit = () => {
    const last = reader.state.visit.newest ?? "";
    const newest = [newestOf(), last].sort().at(-1);
    const away = Date.now() - Date.parse(reader.state.visit.at || 0);
    if (away > AWAY || newest !== last || away > OFTEN || away < 0) {
      reader.change((data) => {
        const { at: then, newest: known = "" } = data.visit;
        if (Date.now() - Date.parse(then || 0) > AWAY) data.visit.before = known;
        data.visit.at = new Date().toISOString();
        if (newest > known) data.visit.newest = newest;
      });
    }
    const { before } = reader.state.visit;
    if (before) show(before); // at the first visit all is new
  };

  /* When a row's paper came: a list says it, or links to its day; else it is the page's day. */
  const cameOn = (row) => row.dataset.date ?? dated(row.querySelectorAll(".by a"))[0]?.[1] ?? today ?? "";

  /* A list that is all new says so, and marks no row. */
  const show = (before) => {
    const newOf = (all) => all.filter((row) => cameOn(row) > before);
    const raise = (some) => some.forEach((one) => one.classList.add("fresh"));
    if (isSearch) return rows.each((some) => raise(newOf(some))); // of all papers, these were found
    for (const [link, date] of days) if (date > before) link.classList.add("fresh");
    const all = rows.known.filter((row) => row.matches(rows.ROW));
    const some = newOf(all);
    if (some.length < all.length) raise(some);
    const [count, to] = isHome ? announced(before) : [new Set(some.map(rows.key)).size, some[0] && `#${some[0].id}`];
    if (!count) return;
    const n = count.toLocaleString(locale);
    const line = make("a", { class: "fresh-count", href: to }, _(count)`${n} new since your last visit|${n} new since your last visit`);
    const top = document.querySelector(".md-typeset > .top");
    if (top) top.append(line);
    else document.querySelector("h1").after(line);
  };
  /* How many papers the new days announced, as home tells it, and the first of these days. */
  const announced = (before) => {
    const told = document.querySelector("[data-new]").dataset.new.split(" ").map((day) => day.split(":"));
    const fresh = told.filter(([date]) => date > before);
    const first = days.find(([, date]) => date === fresh.at(-1)?.[0]);
    return [fresh.reduce((sum, [, size]) => sum + Number(size), 0), first?.[0].href];
  };
  reader.ready.then(visit, () => {});
})();

/* Which days are new since the last visit: marked where they are linked, on the home page and on those of days. */
"use strict";
(() => {
  const { base, make, reader } = window.daybook;
  const AWAY = 4 * 3600_000; // milliseconds without a page, which end a visit
  const OFTEN = 600_000; // how often the time is kept
  const DAY = /\/days\/\d{4}\/(\d{4}-\d\d-\d\d)\.html$/;
  const links = () => [...document.querySelectorAll(".md-main a[href]")].map((link) => [link, DAY.exec(link.pathname)?.[1]]);
  const home = new URL("index.html", base).pathname;
  const here = location.pathname.endsWith("/") ? `${location.pathname}index.html` : location.pathname;

  /* The newest day that this page knows of: a day of the past, which leads on to the next, tells nothing of it. */
  const newestOf = (days) => {
    if (here === home) return days.map(([, date]) => date).sort().at(-1) ?? "";
    const isLast = !document.querySelector("link[rel=next], a[rel~=next]");
    return (isLast && DAY.exec(here)?.[1]) || "";
  };
  const visit = () => {
    const days = links().filter(([, date]) => date);
    const last = reader.state.visit.newest ?? "";
    const newest = [newestOf(days), last].sort().at(-1);
    const away = Date.now() - Date.parse(reader.state.visit.at || 0);
    if (away > AWAY || newest !== last || away > OFTEN || away < 0) {
      reader.change((data) => {
        const { at: then, newest: known = "" } = data.visit;
        if (Date.now() - Date.parse(then || 0) > AWAY) data.visit.before = known;
        data.visit.at = new Date().toISOString();
        if (newest > known) data.visit.newest = newest;
      });
    }
    fresh(days, reader.state.visit.before);
  };
  const fresh = (days, before) => {
    if (!before) return; // the first visit: all is new
    const dates = new Set();
    for (const [link, date] of days) {
      if (date <= before) continue;
      dates.add(date);
      link.classList.add("fresh");
      if (!link.closest("svg, table, nav, .rail, h2, p:not([class])")) link.after(" ", make("span", { class: "badge badge--fresh" }, "New"));
    }
    if (here !== home || !dates.size) return;
    const words = ` · ${dates.size} day${dates.size === 1 ? "" : "s"} since your last visit`;
    document.querySelector(".latest > p")?.append(make("span", { class: "fresh-days" }, words));
  };
  reader.ready.then(visit, () => {});
})();

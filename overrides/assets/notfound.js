/* On the page for addresses that lead nowhere: what the address may mean, as links to pages that are there, and a search
   for its words. Without this script the page says where to begin instead. */
"use strict";
(() => {
  const { base, ids: { ARCHIVE, MONTH, NEW, keyOf, page }, make } = window.daybook;
  const place = document.getElementById("notfound");
  // A folder shows this page for no other address, and at its own there is nothing to look for.
  if (!place || location.protocol === "file:" || location.pathname === `${base.pathname}404.html`) return;
  const MOST = 12; // pages that are asked for
  const MONTHS = [_`January`, _`February`, _`March`, _`April`, _`May`, _`June`, _`July`, _`August`, _`September`, _`October`, _`November`, _`December`];

  /* The address below the site's root, readable; the whole one where the site lies elsewhere. */
  const path = (() => {
    const whole = location.pathname;
    const below = whole.startsWith(base.pathname) ? whole.slice(base.pathname.length) : whole.slice(1);
    try {
      return decodeURIComponent(below).slice(0, 300);
    } catch {
      return below.replace(/%[0-9a-f]{2}/gi, " ").slice(0, 300); // no UTF-8
    }
  })();

  const found = new Map(); // address below the root -> what is there, in words
  const propose = (address, name) => found.size < MOST && !found.has(address) && found.set(address, name);

  /* The ids of e-prints, those of old ones also without their slash. */
  const old = new RegExp(`\\b(${ARCHIVE})(?:\\.[a-z]{2})?/?(${MONTH}\\d{3})(?!\\d)`, "gi");
  const ids = [
    ...[...path.matchAll(new RegExp(`(?<!\\d)${NEW}(?!\\d)`, "g"))].map(([id]) => id),
    ...[...path.matchAll(old)].map(([, archive, number]) => `${archive.toLowerCase()}/${number}`),
  ];
  for (const id of ids) propose(page(keyOf(id)), `arXiv:${id}`);

  /* Dates: a day, a week, a month, a year. */
  const dates = path.matchAll(/(?<!\d)((?:19|20)\d{2})(?:[-/.]?(0[1-9]|1[0-2])(?:[-/.]?(0[1-9]|[12]\d|3[01]))?)?(?!\d)/g);
  const [date] = [...dates].sort((one, two) => two[0].length - one[0].length); // the most exact one
  const week = path.match(/(?<!\d)((?:19|20)\d{2})-?w([0-5]\d)(?!\d)/i);
  if (week) {
    const [year, number] = [week[1], Number(week[2])];
    propose(`days/${year}/${year}-W${week[2]}.html`, _`Week ${number} of ${year}`);
  }
  if (date && !ids.length) {
    const [, year, number, of] = date;
    const [month, day] = [MONTHS[number - 1], Number(of)];
    if (of) propose(`days/${year}/${year}-${number}-${of}.html`, _`${day} ${month} ${year}`);
    if (number) propose(`days/${year}/${year}-${number}.html`, _`${month} ${year}`);
    propose(`days/${year}.html`, year);
  }

  /* The same page under a slightly different address, then a category, a theme, a name. */
  const plain = path.replace(/\/+/g, "/").replace(/\/$/, "").replace(/\.(?:html?|md)$/i, "");
  const last = plain.split("/").pop();
  const slug = last.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  if (!ids.length) {
    if (/^[\w./-]+$/.test(plain) && !plain.includes("..")) {
      for (const same of [plain, plain.toLowerCase(), `${plain.toLowerCase()}/index`]) propose(`${same}.html`, same);
    }
    const code = last.match(/^([a-z]+(?:-[a-z]+)?)(?:\.([a-z-]+))?$/i);
    if (code) {
      const field = code[1].toLowerCase();
      const parts = code[2] ? [code[2].toUpperCase(), code[2].toLowerCase(), code[2]].map((part) => `${field}.${part}`) : [field];
      for (const name of parts) propose(`categories/${name}.html`, name);
    }
    if (slug) {
      for (const [folder, kind] of [["themes", _`Theme`], ["authors", _`Author`], ["watches", _`Watch`]]) {
        propose(`${folder}/${slug}.html`, `${kind}: ${slug.replace(/-/g, " ")}`);
      }
    }
  }

  const link = (address, name) => make("li", {}, make("a", { href: new URL(address, base) }, name));
  const there = async ([address, name]) => {
    try {
      const answer = await fetch(new URL(address, base), { method: "HEAD" });
      return answer.ok ? link(address, name) : null;
    } catch {
      return null; // no network
    }
  };
  const words = plain.replace(/\b(?:papers|title|days|themes|categories|authors|abs|pdf|html|index)\b|v\d+$/gi, " ");
  const day = date?.slice(1).filter(Boolean).join("-");
  const query = ids.length ? ids[0] : day || words.replace(/[^\p{L}\p{N}.]+/gu, " ").trim();

  Promise.all([...found].map(there)).then((answers) => {
    const links = answers.filter(Boolean);
    if (links.length) place.append(make("p", {}, _`This address may mean:`), make("ul", {}, ...links));
    const ways = make("ul");
    if (query) {
      const search = new URL("search.html", base);
      search.searchParams.set("q", query);
      ways.append(make("li", {}, make("a", { href: search }, _`Search for ${query}`)));
    }
    if (!links.length) {
      for (const id of ids.slice(0, 1)) {
        const outside = make("a", { href: `https://arxiv.org/abs/${id}` }, `arXiv:${id}`);
        ways.append(make("li", {}, outside, ` ${_`on arXiv; this archive does not hold it`}`));
      }
    }
    if (ways.children.length) place.append(ways);
  });
})();

/* p/?2603.00118, or p/#2603.00118: leads to the page of that paper, in the volume that has it now. Takes an id of either
   style, with or without a version, its DOI, or its address at arxiv.org. A month's papers come as one script, see
   generator/daybook/volumes/resolving.py. */
"use strict";
(() => {
  const { base, ids, make, script, unpacked } = window.daybook;
  const { ARCHIVE, FORMS, MONTH, NEW, OLD, bare, folder, idOf, keyOf, page } = ids;
  const place = document.getElementById("resolving");
  const DOI = "(?:https?://(?:dx\\.)?doi\\.org/|doi:\\s*)?10\\.48550/arxiv\\.";
  const NAMED = new RegExp(
    `^(?:https?://(?:[a-z-]+\\.)?arxiv\\.org/${FORMS}/|oai:arxiv\\.org:|arxiv:\\s*|${DOI})?` +
      `(${NEW}|${OLD}|${ARCHIVE}${MONTH}\\d{3})(?:v\\d{1,4})?(?:\\.pdf)?/?(?:[?#=].*)?$`,
  );

  const lead = async () => {
    const given = location.search.length > 1 ? location.search : location.hash;
    let text = given.slice(1);
    try {
      text = decodeURIComponent(text.replace(/\+/g, " "));
    } catch {
      // no UTF-8: as it stands
    }
    if (!text) return;
    const [, named] = NAMED.exec(text.trim().toLowerCase()) || [];
    if (!named) {
      const shown = text.slice(0, 100);
      place.replaceChildren(make("p", {}, _`This is no arXiv id: ${shown}`));
      return;
    }
    const key = keyOf(bare(named));
    let told = {};
    window.daybook.homes = (_name, packed) => (told = packed);
    try {
      await script(`p/${folder(key)}.js`);
      told = await unpacked(told);
    } catch {
      told = {}; // of a month of which the library has no paper
    }
    const volume = Object.keys(told).find((name) => ` ${told[name]} `.includes(` ${key} `));
    if (volume) {
      location.replace(new URL(`${place.dataset.volumes.replace("{volume}", volume)}${page(key)}`, base));
      return;
    }
    const id = idOf(key);
    const outside = make("a", { href: `https://arxiv.org/abs/${id}` }, `arXiv:${id}`);
    place.replaceChildren(make("p", {}, outside, ` ${_`on arXiv; this library does not hold it`}`));
  };
  addEventListener("hashchange", lead);
  lead();
})();

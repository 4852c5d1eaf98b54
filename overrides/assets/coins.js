/* What a list of papers tells reference managers: COinS, a span for each paper, after which Zotero offers to save several
   at once. It asks the DOI registry about those that are chosen, since a list does not name all authors of a paper. In
   the pages themselves, these spans would take a tenth of their bytes. */
"use strict";
(() => {
  const { ids, make, rows } = window.daybook;
  if (!location.protocol.startsWith("http")) return; // nothing looks for them in a folder

  const words = (row) => {
    const { href } = row.querySelector("h3 a");
    const arxiv = ids.idOf(rows.key(row));
    return [
      ["ctx_ver", "Z39.88-2004"],
      ["rft_val_fmt", "info:ofi/fmt:kev:mtx:dc"],
      ["rft.type", "preprint"],
      ["rft.title", rows.title(row)],
      ["rft_id", arxiv ? `info:doi/10.48550/arXiv.${arxiv}` : href],
      ...(arxiv ? [] : rows.names(row).map((name) => ["rft.au", name])),
    ];
  };

  const papers = new Map(); // a page may have a paper twice
  for (const row of document.querySelectorAll(rows.ROW)) papers.set(rows.key(row), row);
  if (!papers.size) return;
  const spans = [...papers.values()].map((row) => {
    const title = words(row).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return make("span", { class: "Z3988", title: title.join("&") });
  });
  document.body.append(make("div", { hidden: "" }, ...spans));
  document.dispatchEvent(new Event("ZoteroItemUpdated", { bubbles: true, cancelable: true }));
})();

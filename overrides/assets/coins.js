/* What a list of papers tells reference managers: COinS, a span for each paper, after which Zotero offers to save several
   at once. It asks the DOI registry about those that are chosen, since a list does not name all authors of a paper. In
   the pages themselves, these spans would take a tenth of their bytes. */
"use strict";
(() => {
  const { make, rows } = window.daybook;
  if (!location.protocol.startsWith("http")) return; // nothing looks for them in a folder


  /* The arXiv id in the address of a paper's page: 2603.00356, hep-th/9901001; undefined if it has none. */
  const ident = (address) => {
    const [, fresh, subject, number] = address.match(/\/papers\/\d{4}\/(?:(\d{4}\.\d{4,5})|([a-z-]+)(\d{7}))\.html$/) || [];
    return fresh || (subject && `${subject}/${number}`);
  };
  const words = (row) => {
    const { href } = row.querySelector("h3 a");
    const arxiv = ident(href);
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

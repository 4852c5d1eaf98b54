/* Citations of papers that this archive has, as BibTeX, RIS, CSL-JSON and Markdown. What is written of each paper comes
   from scripts in citations/ (generator/exports/citations.py), and looks as `daybook export` writes it. */
"use strict";
(() => {
  const { parts } = window.daybook;
  const stored = parts.open("citations/", "citations");

  const title = (item) => item[0];
  const FORMS = {
    bibtex: { name: "BibTeX", ending: "bib", type: "application/x-bibtex" },
    ris: { name: "RIS", ending: "ris", type: "application/x-research-info-systems" },
    csl: { name: "CSL-JSON", ending: "json", type: "application/vnd.citationstyles.csl+json" },
    markdown: { name: "Markdown", ending: "md", type: "text/markdown" },
  };
  const WRITERS = {};
  for (const form of Object.keys(FORMS)) WRITERS[form] = (items) => items.map(title).join("\n");

  /* What is known of papers, by keys or arXiv ids: { items: in their order, missing: ids that the archive does not have }. */
  const load = async (ids) => {
    const keys = [...new Set([...ids].map(parts.key))];
    const found = await stored(keys);
    return { items: keys.flatMap((key) => (found.has(key) ? [found.get(key)] : [])), missing: keys.filter((key) => !found.has(key)) };
  };
  const write = (items, form) => WRITERS[form](items);

  window.daybook.cite = { forms: FORMS, load, write, export: async (ids, form) => write((await load(ids)).items, form) };
})();

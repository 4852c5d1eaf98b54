/* arXiv ids, the keys that papers have in this archive, and where their pages are, as generator/daybook/model/ids.py and
   view/addresses.py have them: 2603.00356, hep-th/9901001 with the key hep-th9901001; a paper without an id has words of
   its title. A part of shell.js, which every page loads, and of the search's engine, which also runs without a page. */
"use strict";
globalThis.daybookIds = (() => {
  const MONTH = "\\d{2}(?:0[1-9]|1[0-2])";
  const ARCHIVE = "[a-z]{1,20}(?:-[a-z]{1,20})?";
  const NEW = `${MONTH}\\.\\d{4,5}`;
  const OLD = `${ARCHIVE}(?:\\.[a-z]{2})?/${MONTH}\\d{3}`; // in old citations with a subject class
  const FORMS = "(?:abs|pdf|html|format|e-print|src)"; // of a paper at arxiv.org
  const KEY = new RegExp(`^(?:((${MONTH})\\.\\d{4,5})|(${ARCHIVE})((${MONTH})\\d{3}))$`);

  /* The id that a key is; "" for that of a paper without one. */
  const idOf = (key) => {
    const [, id, , archive, number] = KEY.exec(key) || [];
    return id || (archive ? `${archive}/${number}` : "");
  };
  /* The key of a paper by its id, with or without a version; keys stay as they are. */
  const keyOf = (id) => String(id).replace("/", "").replace(/v\d{1,3}$/, "");
  /* Without its subject class: math.GT/0309136 is math/0309136. */
  const bare = (id) => id.toLowerCase().replace(/\.[a-z-]+\//, "/");
  /* The folder of a paper's page by its key. */
  const folder = (key) => {
    const found = KEY.exec(key);
    return found ? found[2] || found[5] : "title";
  };
  const page = (key) => `papers/${folder(key)}/${encodeURIComponent(key)}.html`;

  return { MONTH, ARCHIVE, NEW, OLD, FORMS, idOf, keyOf, bare, folder, page };
})();

/* What the archive says of papers that are not on the page: scripts with a few dozen papers each, as
   generator/daybook/exports/scripts.py cuts them. Loaded before what reads them: foryou.js, citing.js. */
"use strict";
(() => {
  const { base, script, unpacked } = window.daybook;
  const AT_ONCE = 6; // scripts
  const MODERN = /^(\d{4})\.\d{4,5}$/;
  const OLD = /^[a-z]+(?:-[a-z]+)?(\d{4})\d{3}$/;

  const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
    return sum;
  });
  const encoder = new TextEncoder();
  const crc = (text) => {
    let sum = -1;
    if (/[^\0-\x7f]/.test(text)) for (const byte of encoder.encode(text)) sum = (sum >>> 8) ^ TABLE[(sum ^ byte) & 255];
    else for (let at = 0; at < text.length; at++) sum = (sum >>> 8) ^ TABLE[(sum ^ text.charCodeAt(at)) & 255];
    return ~sum >>> 0;
  };

  /* The key of a paper by its arXiv id, with or without a version; keys stay as they are. */
  const key = (id) => String(id).replace("/", "").replace(/v\d{1,3}$/, "");
  const month = (name) => (MODERN.exec(name) || OLD.exec(name) || ["", "title"])[1];
  /* Where the page of the paper with this key is, as generator/daybook/view/addresses.py has it. */
  const address = (name) => new URL(`papers/${month(name)}/${encodeURIComponent(name)}.html`, base);

  /* A reader of the scripts in a folder of the site, which call `daybook[call]`. It takes keys, and promises a Map of
     what is said of each paper, without those that this archive does not have. Fails where a script cannot be loaded. */
  const open = (place, call) => {
    const come = new Map(); // name -> what a script handed over
    window.daybook[call] = (name, given) => come.set(name, given);
    const files = new Map(); // name -> promise of it
    const file = (name) => {
      if (!files.has(name)) {
        const made = script(`${place}${name}.js`).then((tag) => {
          tag.remove();
          if (!come.has(name)) throw new Error(`${place}${name}.js is damaged`);
          return unpacked(come.get(name));
        });
        made.catch(() => files.delete(name)); // the next attempt may succeed
        files.set(name, made);
      }
      return files.get(name);
    };
    return async (keys) => {
      const index = await file("index");
      const wanted = new Map();
      for (const name of new Set(keys)) {
        if (!Object.hasOwn(index, month(name))) continue;
        const parts = index[month(name)];
        const part = parts.filter((first) => first <= name).pop() ?? parts[0];
        wanted.set(part, [...(wanted.get(part) || []), name]);
      }
      const found = new Map();
      const left = [...wanted];
      const work = async () => {
        for (let next = left.shift(); next; next = left.shift()) {
          const papers = await file(next[0]);
          for (const name of next[1]) if (Object.hasOwn(papers, name)) found.set(name, papers[name]);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return found;
    };
  };

  window.daybook.parts = { crc, key, address, open };
})();

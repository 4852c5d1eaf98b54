/* What the archive says of papers that are not on the page: scripts with a few dozen papers each, as
   generator/daybook/exports/scripts.py cuts them. Loaded before what reads them: foryou.js, citing.js. */
"use strict";
(() => {
  const { base, ids, script, unpacked } = window.daybook;
  const AT_ONCE = 6; // scripts

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

  const address = (key) => new URL(ids.page(key), base);

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
        const parts = Object.hasOwn(index, ids.folder(name)) ? index[ids.folder(name)] : [];
        const part = parts.filter((first) => first <= name).pop() ?? parts[0];
        if (part) wanted.set(part, [...(wanted.get(part) || []), name]);
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

  window.daybook.parts = { crc, address, open };
})();

/* Text as the words that are searched: without accents, case, plurals and hyphens; Greek letters by their names.
   generator/daybook/search/entries.py does the same to the papers: what that module folds, this one must fold alike. */
"use strict";
globalThis.daybookSearch = globalThis.daybookSearch || {};
(() => {
  const LONGEST = 60; // UTF-16 units of a word
  const MOST_PARTS = 4; // of a compound that is also searched as one word
  const LONGEST_JOINT = 40; // characters of one

  // JSON, which that module reads: what letters are searched as, of some as words of their own.
  const WORDS = {
    "alpha": "αΑ", "beta": "βΒ", "gamma": "γΓ", "delta": "δΔ", "epsilon": "εΕϵ", "zeta": "ζΖ", "eta": "ηΗ", "theta": "θΘϑ",
    "iota": "ιΙ", "kappa": "κΚϰ", "lambda": "λΛ", "mu": "μΜµ", "nu": "νΝ", "xi": "ξΞ", "omicron": "οΟ", "pi": "πΠϖ",
    "rho": "ρΡϱ", "sigma": "σΣς", "tau": "τΤ", "upsilon": "υΥϒ", "phi": "φΦϕ", "chi": "χΧ", "psi": "ψΨ", "omega": "ωΩ" };
  const LETTERS = { "ss": "ß", "o": "ø", "l": "ł", "ae": "æ", "oe": "œ", "d": "đð", "th": "þ", "i": "ı", "j": "ȷ", "n": "ŋ" };
  const spelling = (table, around) => {
    const spelled = new Map(Object.entries(table).flatMap(([word, all]) => [...all].map((one) => [one, around + word + around])));
    const letters = new RegExp(`[${[...spelled.keys()].join("")}]`, "gu");
    return (text) => text.replace(letters, (letter) => spelled.get(letter));
  };
  const [named, bare] = [spelling(WORDS, " "), spelling(LETTERS, "")];

  const fold = (given) => {
    let text = given;
    if (/^[\x00-\x7f]*$/.test(text)) {
      text = text.toLowerCase();
    } else {
      text = named(text).normalize("NFKD").toLowerCase().normalize("NFKD").replace(/\p{M}+/gu, "");
      text = bare(named(text));
    }
    return text
      .replace(/(?<=[\p{L}\p{N}])['’‘ʼ](?=[\p{L}\p{N}])/gu, "")
      .replace(/(?<=[0-9]),(?=[0-9]{3}(?![0-9]))/g, "")
      .replace(/(?<=[\p{L}\p{N}])\^\{?(?=[\p{L}\p{N}])|(?<![\p{L}\p{N}])([\p{L}\p{N}])_\{?(?=[0-9a-z](?![\p{L}\p{N}]))/gu, "$1");
  };

  const cut = (word, length) => {
    const short = word.slice(0, length);
    return short.length < word.length && /[\ud800-\udbff]$/.test(short) ? short.slice(0, -1) : short;
  };

  const stem = (given) => {
    let word = cut(given, LONGEST);
    if (!/^[a-z0-9]{4,}$/.test(word) || word === "news") return word;
    if (/[^s]s$/.test(word)) word = word.slice(0, -1);
    if (word.length > 4 && word.endsWith("ie")) return word.slice(0, -2) + "y";
    return /(?:x|ch|sh|ss|zz)e$/.test(word) ? word.slice(0, -1) : word;
  };

  const WORD = "[0-9]+(?:\\.[0-9]+)+|[\\p{L}\\p{N}]+(?:(?:\\+\\+|#)(?![\\p{L}\\p{N}]))?";
  const CHAIN = new RegExp(`(?:${WORD})(?:[-‐‑–](?:${WORD}))*`, "gu");

  /* A text as chains: the folded words that hyphens join, most often one. */
  const chains = (text) => (fold(text).match(CHAIN) || []).map((chain) => chain.split(/[-‐‑–]/));

  /* A chain as one folded word, "" where it is not searched as one. */
  const joint = (parts) => {
    const whole = parts.join("");
    return parts.length > 1 && parts.length <= MOST_PARTS && [...whole].length <= LONGEST_JOINT ? whole : "";
  };

  /* A text's stems, each with its position; a joint form has the position of the last of its parts. */
  const words = (text) => {
    const found = [];
    let position = -1;
    for (const parts of chains(text)) {
      for (const part of parts) found.push([stem(part), ++position]);
      const whole = joint(parts);
      if (whole) found.push([stem(whole), position]);
    }
    return found;
  };

  Object.assign(globalThis.daybookSearch, { text: { fold, cut, stem, chains, joint, words } });
})();

/* Citations of papers that this archive has, byte for byte what `daybook export` writes, but for abstracts. Forms are written
   in generator/daybook/exports/citations.py: citations/forms.js, which is loaded first, has its tables of lines, and the
   other scripts in citations/ what of a paper does not follow from the rest. Loaded behind parts.js. */
"use strict";
(() => {
  const { forms: { forms, follows, first, ofAuthor }, ids, parts } = window.daybook;
  const stored = parts.open("citations/", "citations");
  const PLACE = /<([?!"]?)(\w+)"?(?:\/(\w*)\/([^>]*))?>/g;

  /* A value of a paper or an author by its name: as it was handed over, else what follows. */
  const value = (of, name) => (of[name] ??= (follows[name] ?? []).reduce((found, line) => found || fill(line, of), ""));

  /* A line with its values; "" where it is left out. */
  const fill = (line, of, flat = false) => {
    const shown = (text) => (flat ? text.split(/\s+/).filter(Boolean).join(" ") : text);
    let isWhole = true;
    const made = line.replace(PLACE, (_, sign, name, part, joint) => {
      const parts = () => value(of, name).map((each) => shown(part ? value(each, part) : each));
      const found = joint === undefined ? shown(value(of, name)) : parts().filter(Boolean).join(joint);
      if (Boolean(found) === (sign === "!")) isWhole = false;
      return sign ? (sign === '"' ? JSON.stringify(found) : "") : found;
    });
    return isWhole ? made : "";
  };

  /* An author is "Family, Given", or a list of values. */
  const authorOf = (given) => Object.fromEntries((Array.isArray(given) ? given : given.split(", ")).map((part, place) => [ofAuthor[place], part]));
  const reference = (row) => {
    const of = Object.fromEntries(first.map((name, place) => [name, row[place]]));
    return Object.assign(of, { authors: of.authors.map(authorOf) }, row[first.length]);
  };

  /* What is known of papers, by keys or arXiv ids, in their order: { items, missing: keys that the archive does not have }.
     Fails where a script cannot be loaded. */
  const load = async (given) => {
    const keys = [...new Set([...given].map(ids.keyOf))];
    const found = await stored(keys);
    const items = keys.filter((key) => found.has(key)).map((key) => reference(found.get(key)));
    return { items, missing: keys.filter((key) => !found.has(key)) };
  };
  const write = (items, name) => {
    const { flat, foot, head, joint, lines, first: opening, between, last } = forms[name];
    const written = (of) => head + lines.map((line) => fill(line, of, flat)).filter(Boolean).join(joint) + foot;
    return items.length ? opening + items.map(written).join(between) + last : "";
  };

  window.daybook.cite = { forms, load, value, write };
})();

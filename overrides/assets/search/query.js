/* What a query says: its words and filters, and what it may be besides (an id, a date, a name). Any text is a query. */
"use strict";
(() => {
  const { fold, cut, stem, chains, joint } = daybookSearch.text;
  const LONGEST = 300; // characters of a query
  const MOST_WORDS = 24;
  const SHORTEST_PREFIX = 3; // letters of a last word that may be a beginning
  const SHORTEST_STAR = 2;

  const MONTHS = "january february march april may june july august september october november december".split(" ");
  const NAMES = [_`January`, _`February`, _`March`, _`April`, _`May`, _`June`, _`July`, _`August`, _`September`, _`October`, _`November`, _`December`];

  const FIELDS = {
    author: "author", au: "author", title: "title", ti: "title", category: "category", cat: "category", theme: "theme", year: "year",
  };
  const PIECES = new RegExp(`(-*)(?:(${Object.keys(FIELDS).join("|")}):)?(?:"([^"]*)"?|([^\\s"]+)(?=(\\s|"|$)))`, "gi");
  const OR = "OR"; // between two parts: one of them is enough

  /* A part of a query as {text, field, parts, joint, prefix, open, phrase, excluded}: as typed; the field that it is to
     stand in, or ""; folded words; their joint form or ""; whether the last may go on; whether only because nothing
     follows; whether in quotes or of several words. Null if it has no word. */
  const clause = ([, minus, word, phrase, chunk, after], left) => {
    const quoted = phrase !== undefined;
    const field = word ? FIELDS[word.toLowerCase()] : "";
    const text = quoted ? phrase : chunk;
    const [family, given, ...more] = field === "author" ? text.split(",") : [text];
    const found = chains(given && !more.length ? `${given} ${family}` : text);
    const parts = found.flat().map((part) => cut(part, 60)).slice(0, left);
    if (!found.length) return null;
    const last = parts[parts.length - 1] || "";
    const single = !quoted && found.length === 1 && parts.length === found[0].length;
    const whole = single && !field ? joint(found[0]) : "";
    const star = !quoted && /[^*]\*+$/.test(chunk);
    const excluded = Boolean(minus);
    const open = !quoted && !star && !excluded && after === "" && /[\p{L}\p{N}]$/u.test(fold(chunk));
    return {
      text,
      field,
      parts,
      joint: whole,
      prefix: star && last.length >= SHORTEST_STAR,
      open: open && (whole || last).length >= SHORTEST_PREFIX && (single || parts.length === 1),
      phrase: quoted || parts.length > 1,
      excluded,
      isCut: parts.length < found.flat().length,
    };
  };

  /* A query as groups of clauses, of which one is enough each. A clause that is excluded is a group of its own. */
  const parse = (given) => {
    const notes = [];
    let text = String(given).replace(/[“”„‟«»＂]/g, '"');
    if (text.length > LONGEST) {
      text = cut(text, LONGEST).replace(/(\s)\S{0,60}$/, "$1");
      notes.push(_`Only the first ${LONGEST} characters of the query are searched.`);
    }
    const groups = [];
    let left = MOST_WORDS;
    let joins = false;
    for (const piece of text.matchAll(PIECES)) {
      if (piece[0] === OR && groups.length) {
        joins = true;
        continue;
      }
      const made = clause(piece, left);
      if (!made) continue;
      const few = _`Only the first ${MOST_WORDS} words of the query are searched.`;
      if (made.isCut && !notes.includes(few)) notes.push(few);
      if (!made.parts.length) break;
      left -= made.parts.length;
      const before = groups[groups.length - 1];
      if (joins && !made.excluded && !before[0].excluded) before.push(made);
      else groups.push([made]);
      joins = false;
    }
    return { text, groups, notes };
  };

  const { NEW, OLD, FORMS, bare } = globalThis.daybookIds;
  const ARXIV = new RegExp(
    `^(?:(?:https?://)?(?:www\\.|export\\.)?arxiv\\.org/${FORMS}/|arxiv\\s*:?\\s*|(?:https?://(?:dx\\.)?doi\\.org/|doi\\s*:?\\s*)?10\\.48550/arxiv\\.)?` +
      `(${NEW}|${OLD})(?:v\\d{1,3})?(?:\\.pdf)?(?:[?#].*)?/?$`,
  );
  const DOI = /^(?:(?:https?:\/\/)?(?:dx\.)?doi\.org\/|doi\s*:?\s*)?(10\.\d{4,9}(?:\.\d+)*\/\S+)$/;

  /* The keys of a paper that a query may name: arXiv id or DOI, without "=". */
  const ids = (given) => {
    const text = given.trim().toLowerCase().replace(/^[<("'\[]+|[>)"'\],;.]+$/g, "");
    const found = [];
    const arxiv = ARXIV.exec(text);
    if (arxiv) {
      found.push(arxiv[1]);
      if (arxiv[1].includes("/")) found.push(bare(arxiv[1]));
    }
    for (const whole of [given.trim().toLowerCase(), text]) {
      const doi = DOI.exec(whole);
      if (!doi) continue;
      found.push(doi[1]);
      try {
        found.push(decodeURIComponent(doi[1]));
      } catch {
        /* A percent sign that encodes nothing stands for itself. */
      }
    }
    return [...new Set(found)];
  };

  /* The beginning of an arXiv id that a query may be: 2501.00, hep-th/99; or "". */
  const beginning = (given) => {
    const match = /^(?:arxiv\s*:?\s*)?(\d\d(?:0[1-9]|1[0-2])\.\d{1,4}|[a-z][a-z-]*(?:\.[a-z-]+)?\/\d{1,6})$/.exec(given.trim().toLowerCase());
    return match ? match[1] : "";
  };

  const two = (number) => String(number).padStart(2, "0");
  const month = (name) => {
    const number = name.length >= 3 ? MONTHS.findIndex((month) => month.startsWith(name)) : -1;
    return number < 0 ? "" : two(number + 1);
  };

  /* The date that a query is, as pages name it (2026-03-03, 2026-W10, 2026-03, 2026), or "". */
  const date = (given) => {
    const text = given.trim().toLowerCase().replace(/[,.]/g, " ").replace(/\s+/g, " ").trim();
    let match = /^(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?$/.exec(text);
    if (match) return [match[1], ...match.slice(2).filter(Boolean).map((part) => two(part))].join("-");
    match = /^(\d{4})-? ?w(?:eek)? ?(\d\d?)$/.exec(text);
    if (match) return `${match[1]}-W${two(match[2])}`;
    match = /^week (\d\d?)(?: of)? (\d{4})$/.exec(text);
    if (match) return `${match[2]}-W${two(match[1])}`;
    match = /^(?:[a-z]+day )?(\d\d?)(?:st|nd|rd|th)? (?:of )?([a-z]+) (\d{4})$/.exec(text);
    if (match && month(match[2])) return `${match[3]}-${month(match[2])}-${two(match[1])}`;
    match = /^(?:[a-z]+day )?([a-z]+) (\d\d?)(?:st|nd|rd|th)? (\d{4})$/.exec(text);
    if (match && month(match[1])) return `${match[3]}-${month(match[1])}-${two(match[2])}`;
    match = /^([a-z]+) (\d{4})$/.exec(text);
    return match && month(match[1]) ? `${match[2]}-${month(match[1])}` : "";
  };

  const folded = (text) => chains(text).flat();
  const name = (text) => folded(text).map(stem).join(" ");

  /* The key of an author, as the index has it: "richtarik@peter"; or "". */
  const author = (text) => name(text).replace(/^(?:(.*) )?(\S+)$/, (_all, given = "", last) => `${last}@${given}`);

  /* The keys of an author that a query may name by the whole name: "Peter Richtarik", "Richtárik, Peter". */
  const authors = (text) => {
    const [family, given, ...more] = text.split(",");
    const keys = [author(text)];
    if (given && !more.length) keys.unshift(author(`${given} ${family}`));
    return [...new Set(keys)].filter(Boolean);
  };

  const inWeek = (year, number) => _`Week ${number} of ${year}`;
  const inMonth = (year, month, day) => (day ? _`${day} ${month} ${year}` : _`${month} ${year}`);
  /* The date as people write it: "3 March 2026", "Week 10 of 2026", "March 2026", "2026". */
  const written = (date) => {
    const [year, part, day] = date.split("-");
    if (!part) return year;
    return part[0] === "W" ? inWeek(year, Number(part.slice(1))) : inMonth(year, NAMES[part - 1] || part, Number(day));
  };

  Object.assign(daybookSearch, { query: { parse, ids, beginning, date, written, author, authors, folded, name } });
})();

/* A reader's own bibliography as papers of this archive: BibTeX, RIS, CSL-JSON, or any text with ids and addresses in its
   lines. Loaded by foryou.js when there is something to read. Of an entry only what identifies a paper is read, so a
   small reader of our own does: libraries for BibTeX are large, are modules, or are no longer kept. It goes through the
   text once, forgives what is broken, and asks nothing of any network. */
"use strict";
(() => {
  const { daybook } = window;
  const LONGEST = 5_000_000; // characters of a bibliography
  const MOST = 5_000; // entries
  const MOST_SEARCHED = 200; // entries without an arXiv id, which the search has to find
  const SHOWN = 120; // characters of an entry that was not found
  const LONGEST_TITLE = 1_000;

  /* What identifies a paper */

  const { NEW, OLD, FORMS, bare: unversioned } = daybook.ids;
  const ID = `(${NEW}|${OLD})(?:v\\d{1,3})?(?![\\d./]*\\d)`;
  const NAMED = new RegExp(`(?:arxiv\\.org/${FORMS}/|10\\.48550/arxiv\\.|arxiv:\\s{0,3})${ID}`, "gi");
  const BARE = new RegExp(`(?<![\\w./])${ID}(?!\\w)`, "gi");
  const DOI = /\b10\.\d{4,9}\/[^\s"<>{}]{1,200}/gi;

  const all = (pattern, text) => [...String(text).matchAll(pattern)];
  const named = (text) => all(NAMED, text).map(([, id]) => unversioned(id));
  const bare = (text) => all(BARE, text).map(([, id]) => unversioned(id));
  const dois = (text) => all(DOI, text).map(([doi]) => doi.toLowerCase().replace(/[.,;:)\]]+$/, "")).filter((doi) => !doi.startsWith("10.48550/arxiv."));
  const first = (list) => [...new Set(list)];

  /* A title without TeX: "{GPU}s for \emph{Na\"{\i}ve} $k$-means" is "GPUs for Naıve k-means". */
  const plain = (text) =>
    String(text)
      .replace(/\\["'`^~=.]/g, "")
      .replace(/\\(?:[a-zA-Z]+\s?|.)/g, (command) => (/^\\[ij]/.test(command) && command.trim().length === 2 ? command[1] : ""))
      .replace(/[{}$]/g, "")
      .replace(/\s+/g, " ")
      .trim();

  const entry = (ids, theirs, title, label) => ({ ids: first(ids), dois: first(theirs), title: plain((title || "").slice(0, LONGEST_TITLE)), label: plain((label || title || "").slice(0, LONGEST_TITLE)).slice(0, SHOWN) });

  /* BibTeX */

  const WHITE = /\s*/y;
  const NAME = /[^\s"#%'(),={}]{1,200}/y;
  const at = (pattern, text, place) => {
    pattern.lastIndex = place;
    const found = pattern.exec(text);
    return found ? found[0] : "";
  };
  const past = (text, place) => place + at(WHITE, text, place).length;

  /* Where what is opened at `place`, by a brace or quote, is closed. A quote within braces is none, and the next entry, in
     a line of its own, ends what was never closed: then the place where it ends, as ~place, for nothing is read twice. */
  const closed = (text, place) => {
    const isQuote = text[place] === '"';
    let depth = 0;
    for (let next = place + (isQuote ? 1 : 0); next < text.length; next++) {
      const sign = text[next];
      if (sign === "\\") next++;
      else if (sign === "{") depth++;
      else if (sign === "}" && --depth < (isQuote ? 0 : 1)) return isQuote ? ~next : next;
      else if (sign === '"' && isQuote && !depth) return next;
      else if (sign === "@" && text[next - 1] === "\n" && /[a-z]/i.test(text[next + 1] || "")) return ~next;
    }
    return ~text.length;
  };

  /* A value and where it ends: braces, quotes, numbers and names of @string, joined by #: [value or null, place]. */
  const valued = (text, start, strings) => {
    const parts = [];
    let place = past(text, start);
    for (;;) {
      if (text[place] === "{" || text[place] === '"') {
        const end = closed(text, place);
        if (end < 0) return [null, ~end];
        parts.push(text.slice(place + 1, end));
        place = end + 1;
      } else {
        const name = at(NAME, text, place);
        if (!name) return [null, place];
        parts.push(strings.get(name.toLowerCase()) ?? name);
        place += name.length;
      }
      place = past(text, place);
      if (text[place] !== "#") return [parts.join("").slice(0, 10_000), place];
      place = past(text, place + 1);
    }
  };

  /* The fields that begin at a place, up to the end of their entry, and where that is. */
  const fielded = (text, start, strings) => {
    const fields = new Map();
    let place = start;
    for (;;) {
      place = past(text, place);
      const name = at(NAME, text, place);
      if (!name) return [fields, place];
      const sign = past(text, place + name.length);
      if (text[sign] !== "=") return [fields, sign];
      const found = valued(text, sign + 1, strings);
      place = past(text, found[1]);
      if (found[0] === null) return [fields, place];
      fields.set(name.toLowerCase(), found[0]);
      if (text[place] !== ",") return [fields, place];
      place++;
    }
  };

  const ofBibtex = (fields, name) => {
    const whole = [...fields].filter(([field]) => field !== "abstract" && field !== "title").map(([, value]) => value).join("\n");
    const kind = fields.get("archiveprefix") || fields.get("eprinttype") || "arxiv";
    const eprint = kind.trim().toLowerCase() === "arxiv" ? fields.get("eprint") || "" : "";
    const theirs = fields.get("doi") ? dois(fields.get("doi")) : dois(whole);
    return entry([...bare(eprint), ...named(whole)], theirs, fields.get("title"), fields.get("title") || name);
  };

  const bibtex = (text) => {
    const entries = [];
    const strings = new Map();
    const start = /@([a-z]{1,40})\s*([{(])/gi;
    for (let found = start.exec(text); found && entries.length < MOST; found = start.exec(text)) {
      const kind = found[1].toLowerCase();
      const begin = start.lastIndex;
      if (kind === "comment") {
        const end = found[2] === "{" ? closed(text, begin - 1) : begin;
        start.lastIndex = Math.max(begin, end < 0 ? ~end : end);
      } else if (kind === "string") {
        const [fields, end] = fielded(text, begin, strings);
        for (const [name, value] of fields) strings.set(name, value);
        start.lastIndex = Math.max(begin, end);
      } else if (kind !== "preamble") {
        const name = at(NAME, text, past(text, begin));
        const comma = past(text, past(text, begin) + name.length);
        const [fields, end] = text[comma] === "," ? fielded(text, comma + 1, strings) : fielded(text, begin, strings);
        if (fields.size) entries.push(ofBibtex(fields, name));
        start.lastIndex = Math.max(begin, end);
      }
    }
    return entries;
  };

  /* RIS: two letters or digits, two blanks, a dash; ER ends an entry. */
  const ris = (text) => {
    const entries = [];
    let lines = [];
    const of = (tag) => lines.filter(([name]) => tag.includes(name)).map(([, value]) => value);
    const end = () => {
      const [title] = of(["TI", "T1", "CT"]);
      const rest = lines.filter(([name]) => !["AB", "N2", "TI", "T1"].includes(name)).map(([, value]) => value).join("\n");
      if (lines.length) entries.push(entry(named(rest), of(["DO"]).length ? dois(of(["DO"]).join("\n")) : dois(rest), title, title));
      lines = [];
    };
    for (const line of text.split(/\r\n?|\n/)) {
      const [, tag, value] = /^\ufeff?([A-Z][A-Z0-9]) {1,2}- ?(.*)$/.exec(line) || [];
      if (tag === "TY" || tag === "ER") end();
      else if (tag) lines.push([tag, value]);
      if (entries.length >= MOST) return entries;
    }
    end();
    return entries;
  };

  /* CSL-JSON, as Zotero and Pandoc have it: a list of items, or {items: [...]}. */
  const csl = (given) => {
    const items = Array.isArray(given) ? given : Array.isArray(given?.items) ? given.items : [given];
    const told = (value) => typeof value === "string" || typeof value === "number";
    return items.slice(0, MOST).map((item) => {
      if (told(item)) return ofLine(String(item));
      const { abstract, title, DOI: doi, ...rest } = item && typeof item === "object" ? item : {};
      const whole = [doi, ...Object.values(rest)].filter(told).join("\n");
      const name = told(title) ? title : "";
      return entry(named(whole), told(doi) ? dois(doi) : dois(whole), name, name || String(rest.id ?? ""));
    });
  };

  /* A line of a list: ids, addresses and DOIs; without any of them it is taken for a title. */
  const ofLine = (line) => {
    const ids = [...named(line), ...bare(line)];
    const theirs = dois(line);
    return entry(ids, theirs, ids.length || theirs.length ? "" : line, line);
  };
  const list = (text) => {
    const lines = text.split(/[\r\n]+/).map((line) => line.trim()).filter((line) => line && !line.startsWith("%"));
    return lines.slice(0, MOST).flatMap((line) => {
      const found = ofLine(line);
      return found.ids.length > 1 ? found.ids.map((id) => entry([id], [], "", id)) : [found];
    });
  };

  /* What a bibliography has: [{ids: of arXiv, dois, title, label: what to call the entry}]. */
  const read = (given) => {
    const text = String(given).slice(0, LONGEST).replace(/^\ufeff/, "");
    if (/^\s*[[{]/.test(text)) {
      try {
        return csl(JSON.parse(text));
      } catch {
        /* It is none, and may be something else. */
      }
    }
    if (/^TY {1,2}- /m.test(text)) return ris(text);
    if (/@[a-z]{1,40}\s*[{(]/i.test(text)) return bibtex(text);
    return list(text);
  };

  /* Papers of this archive */

  const searching = async () => {
    if (!daybook.asking) await daybook.script("assets/search/ui.js");
    return daybook.asking;
  };

  /* The key of the paper with a DOI, or with exactly this title; "" for none. */
  const searched = ({ dois: theirs, title }) =>
    searching().then((asking) =>
      asking(async (engine) => {
        for (const doi of theirs) {
          const { papers, isAbsent } = await engine.find(doi, { count: 1 });
          if (papers.length && !isAbsent) return papers[0].key;
        }
        const folded = (text) => engine.text.chains(text).flat().join(" ");
        const wanted = folded(title);
        if (wanted.split(" ").length < 3) return "";
        const { papers } = await engine.find(title.replace(/(^|\s)-+|["*]/g, " "), { count: 3 });
        const same = papers.find((paper) => folded(paper.title) === wanted);
        return same ? same.key : "";
      }),
    );

  /* What of it this archive has: {papers: [{id, title, terms}], each once, missing: [label]}. */
  const find = async (entries) => {
    const { load } = daybook.forYou;
    const known = await load(entries.flatMap(({ ids }) => ids));
    const keys = [];
    let asked = 0;
    for (const each of entries) {
      let key = each.ids.map((id) => id.replace("/", "")).find((id) => known.has(id));
      if (!key && (each.dois.length || each.title) && asked++ < MOST_SEARCHED) key = await searched(each).catch(() => "");
      keys.push(key || "");
    }
    const papers = await load(keys.filter(Boolean));
    return {
      papers: [...papers].map(([id, paper]) => ({ id, ...paper })),
      missing: entries.filter((_, place) => !papers.has(keys[place])).map(({ label }) => label).filter(Boolean),
    };
  };

  daybook.seeds = { read, find };
})();

/* Citations of papers that this archive has, as BibTeX, BibLaTeX, RIS, CSL-JSON and Markdown. What is said of each paper comes from
   scripts in citations/, as generator/daybook/exports/citations.py describes them; what is written of it is, byte for byte, what
   `daybook export` writes, but for abstracts. Loaded behind parts.js. */
"use strict";
(() => {
  const { parts } = window.daybook;
  const stored = parts.open("citations/", "citations");
  const NAMED = 10; // authors that Markdown names; of more, the first one is
  const KEY = /^(?:(\d{4}\.\d{4,5})|([a-z]+(?:-[a-z]+)?)(\d{7}))$/;

  /* A paper as generator/daybook/describe/references.py has it, from its key and its row. */
  const idOf = (key) => {
    const [, modern, archive, number] = KEY.exec(key) || [];
    return modern || (archive ? `${archive}/${number}` : "");
  };
  const isAscii = (text) => !/[^\0-\x7f]/.test(text);
  const authorOf = (given) => {
    if (typeof given === "string") {
      const [family, first] = given.split(", ");
      return { tex: given, modern: given, family, given: first, suffix: "", whole: false };
    }
    const [tex, family, first = "", suffix = "", whole = false, modern = ""] = given;
    const parts = [family, suffix, first].filter(Boolean).join(", ");
    return { tex, modern: modern || (isAscii(parts) ? tex : parts), family, given: first, suffix, whole };
  };
  const reference = (key, [tex, authors, date, categories, version, others = {}]) => {
    const id = others.id ?? idOf(key);
    const [received, name, volume = "", number = "", pages = "", year = "", texName = name, modernName] = others.journal || [];
    const inTex = texName || name;
    return {
      key: id ? `arXiv:${id}` : `daybook:${key}`,
      title: others.title ?? tex.replace(/[{}]/g, ""),
      tex,
      modern: others.modern ?? tex,
      authors: authors.map(authorOf),
      complete: !others.more,
      date,
      year: year || date.slice(0, 4),
      id,
      version,
      categories,
      primary: others.class ?? (id ? categories[0] : ""),
      journal: received && { received, name, volume, number, pages, year, tex: inTex, modern: modernName || (isAscii(name) ? inTex : name) },
      doi: others.doi,
      anyDoi: others.doi || others.preprint || (id ? `10.48550/arXiv.${id}` : ""),
      url: others.url ?? (id ? `https://arxiv.org/abs/${id}` : ""),
      withdrawn: others.withdrawn ? "Withdrawn" : "",
      markdown: others.markdown,
    };
  };
  const whole = ({ given, family, suffix }) => [given, family, suffix].filter(Boolean).join(" ");

  /* BibTeX and BibLaTeX, as generator/daybook/exports/bibtex.py and biblatex.py */

  const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
  const verbatim = (text) => (text && /^[!-~]+$/.test(text) && !/["\\{}%@^|<>]/.test(text) ? text : "");
  const people = (paper, form) => {
    const names = paper.authors.map((author) => author[form]);
    return [...names, ...(names.length && !paper.complete ? ["others"] : [])].join(" and ");
  };
  const pages = ({ journal }) => journal?.pages.replaceAll("-", "--");
  const entry = (kind, paper, fields) => {
    const shown = fields.filter(([, value]) => value).map(([name, value]) => `  ${name} = ${name === "month" ? value : `{${value}}`}`);
    return `@${paper.journal ? "article" : kind}{${paper.key},\n${shown.join(",\n")}\n}\n`;
  };
  const bibtex = (paper) => {
    const { journal, id, primary } = paper;
    const fields = [
      ["author", people(paper, "tex")],
      ["title", paper.tex],
      ["journal", journal?.tex],
      ["volume", journal?.volume],
      ["number", journal?.number],
      ["pages", pages(paper)],
      ["howpublished", !journal && id && `arXiv:${id}${primary ? ` [${primary}]` : ""}`],
      ["year", paper.year],
      ["month", !journal && MONTHS[paper.date.slice(5, 7) - 1]],
      ["eprint", id],
      ["archivePrefix", id && "arXiv"],
      ["primaryClass", primary],
      ["doi", verbatim(journal ? paper.doi : paper.anyDoi)],
      ["url", (journal || paper.doi || !id) && verbatim(paper.url)],
      ["note", paper.withdrawn],
    ];
    return entry("misc", paper, fields);
  };
  const biblatex = (paper) => {
    const { journal, id } = paper;
    const fields = [
      ["author", people(paper, "modern")],
      ["title", paper.modern],
      ["journaltitle", journal?.modern],
      ["volume", journal?.volume],
      ["number", journal?.number],
      ["pages", pages(paper)],
      ["date", journal?.year || paper.date],
      ["eprint", id],
      ["eprinttype", id && "arxiv"],
      ["eprintclass", paper.primary],
      ["version", paper.version && String(paper.version)],
      ["doi", verbatim(paper.anyDoi)],
      ["url", verbatim(paper.url)],
      ["note", paper.withdrawn],
    ];
    return entry("online", paper, fields);
  };

  /* RIS, as generator/daybook/exports/ris.py */

  const person = ({ family, given, suffix, whole: isGroup }) => {
    const names = (isGroup ? [family] : [family, given, suffix]).map((part) => part.replaceAll(",", " "));
    return isGroup ? names[0] : names.join(", ").replace(/[, ]+$/, "");
  };
  const ris = (paper) => {
    const { journal, date } = paper;
    const [first, ...last] = (journal?.pages || "").split("-");
    const lines = [
      ["TY", journal ? "JOUR" : "UNPB"],
      ["ID", paper.key],
      ...paper.authors.map((author) => ["AU", person(author)]),
      ["TI", paper.title],
      ["T2", journal?.name],
      ["VL", journal?.volume],
      ["IS", journal?.number],
      ["SP", first],
      ["EP", last.join("-")],
      ["PY", paper.year],
      ["DA", !journal?.year && `${date.replaceAll("-", "/")}/${date.length < 10 ? "/" : ""}`],
      ["PB", paper.id && !journal && "arXiv"],
      ["M1", paper.id && `arXiv:${paper.id}`],
      ...paper.categories.map((code) => ["KW", code]),
      ["DO", paper.anyDoi],
      ["UR", paper.url],
      ["N1", paper.withdrawn],
    ];
    const shown = lines.filter(([, value]) => value).map(([tag, value]) => `${tag}  - ${value.split(/\s+/).filter(Boolean).join(" ")}`);
    return [...shown, "ER  - ", ""].join("\r\n");
  };

  /* CSL-JSON, as generator/daybook/exports/csl.py */

  const creator = (author) => {
    if (author.whole || !author.given) return { literal: whole(author) };
    const { family, given, suffix } = author;
    return { family: family || undefined, given, suffix: suffix || undefined };
  };
  const csl = (paper) => {
    const { journal } = paper;
    const preprint = Boolean(paper.id) && !journal;
    const made = {
      id: paper.key,
      type: journal ? "article-journal" : "article",
      title: paper.title,
      author: paper.authors.length && paper.authors.map(creator),
      issued: { "date-parts": [(journal?.year || paper.date).split("-").map(Number)] },
      "container-title": journal?.name,
      volume: journal?.volume,
      issue: journal?.number,
      page: journal?.pages,
      publisher: preprint && "arXiv",
      number: preprint && `arXiv:${paper.id}`,
      archive: paper.id && "arXiv",
      archive_location: paper.id,
      version: paper.version && String(paper.version),
      DOI: paper.anyDoi,
      URL: paper.url,
      keyword: paper.categories.join(", "),
      status: paper.withdrawn && "withdrawn",
      note: paper.withdrawn,
    };
    return JSON.stringify(made, (_, value) => value || undefined);
  };

  /* Markdown, as generator/daybook/exports/markdown.py; what has to be escaped comes escaped. */

  const linked = (shown, address) => (address ? `[${shown}](${address.replaceAll("(", "%28").replaceAll(")", "%29")})` : shown);
  const bare = (text) => text.replace(/\.+$/, "");
  const markdown = (paper) => {
    if (paper.markdown) return paper.markdown;
    const names = paper.authors.map(whole);
    const some = names.length > NAMED || (names.length && !paper.complete);
    const by = some ? `${names[0]} et al.` : [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
    const published = paper.doi && `https://doi.org/${paper.doi}`;
    const found = [
      `${by} (${paper.date.slice(0, 4)})`.trim(),
      linked(bare(paper.title), published || paper.url),
      paper.journal?.received || "",
      linked(paper.id && `arXiv:${paper.id}`, published && paper.url),
      paper.withdrawn,
    ];
    return `- ${found.map(bare).filter(Boolean).join(". ")}.`;
  };

  const FORMS = {
    bibtex: {
      name: "BibTeX",
      ending: "bib",
      type: "application/x-bibtex",
      written: (papers) => papers.map((paper) => `${bibtex(paper)}\n`).join(""),
    },
    biblatex: {
      name: "BibLaTeX",
      ending: "bib",
      type: "application/x-bibtex",
      written: (papers) => papers.map((paper) => `${biblatex(paper)}\n`).join(""),
    },
    ris: {
      name: "RIS",
      ending: "ris",
      type: "application/x-research-info-systems",
      written: (papers) => papers.map((paper) => `${ris(paper)}\r\n`).join(""),
    },
    csl: {
      name: "CSL-JSON",
      ending: "json",
      type: "application/vnd.citationstyles.csl+json",
      written: (papers) => `[\n${papers.map(csl).join(",\n")}\n]\n`,
    },
    markdown: {
      name: "Markdown",
      ending: "md",
      type: "text/markdown",
      written: (papers) => papers.map((paper) => `${markdown(paper)}\n`).join(""),
    },
  };

  /* What is known of papers, by keys or arXiv ids, in their order: { items, missing: keys that the archive does not have }.
     Fails where a script cannot be loaded. */
  const load = async (ids) => {
    const keys = [...new Set([...ids].map(parts.key))];
    const found = await stored(keys);
    const missing = keys.filter((key) => !found.has(key));
    return { items: keys.filter((key) => found.has(key)).map((key) => reference(key, found.get(key))), missing };
  };
  const write = (items, form) => FORMS[form].written(items);

  window.daybook.cite = { forms: FORMS, load, write, export: async (ids, form) => write((await load(ids)).items, form) };
})();

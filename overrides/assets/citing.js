/* Where a reader asks for citations: a dialog for lists of papers, and buttons on a paper's own page. Loaded when one is
   asked for, behind parts.js and cite.js, which write them. */
"use strict";
(() => {
  const { base, cite, locale, make, rows } = window.daybook;
  const NUMBERS = new Intl.NumberFormat(locale);
  const FAILED = _`The citations could not be loaded. Try again when there is a network.`;
  const ALL = 200_000; // characters of a text that is shown whole
  const TITLED = 3; // withdrawn papers that are named by their titles; of more, the ids are given
  const NAMED = 12; // ids that are given

  const papers = (number, n = NUMBERS.format(number)) => _(number)`${n} paper|${n} papers`;

  /* Whose papers this page lists, from its heading: "of Tuesday, 3 March 2026", "by Ada Ebb", "in Consensus". */
  const whose = () => {
    const [folder] = location.pathname.slice(base.pathname.length).split("/");
    const name = document.querySelector("h1").textContent.trim();
    return { days: _`of ${name}`, authors: _`by ${name}` }[folder] || _`in ${name}`;
  };
  /* What this page lists, as far as it is shown: what a list was narrowed to, in its order. */
  const listed = () => {
    const [keys, all] = [rows.shown(), [...document.querySelectorAll(rows.ROW)]].map((some) => [...new Set(some.map(rows.key))]);
    const [n, which] = [NUMBERS.format(all.length), whose()];
    return { keys, of: keys.length < all.length ? _`${which}, narrowed from ${n}` : which };
  };

  /* Out of the page. */

  const copied = async (text, field) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const place = field || make("textarea", { "aria-hidden": "true", class: "citing__copy" });
      if (!field) (dialog.open ? dialog : document.body).append(place); // behind a dialog nothing can be selected
      if (place.value !== text) place.value = text;
      place.select();
      const done = document.execCommand("copy"); // from a folder some browsers offer no other way
      if (!field) place.remove();
      return done;
    }
  };
  const download = (text, name, type) => {
    const link = make("a", { download: name });
    link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
    document.body.append(link); // else Firefox does not click it
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  const button = (words, act, attributes = {}) => {
    const made = make("button", { type: "button", ...attributes }, words);
    made.addEventListener("click", act);
    return made;
  };
  /* What this page's files are called: the last part of its address. */
  const called = () => /([^/]*?)(?:\.html)?$/.exec(decodeURIComponent(location.pathname))[1] || "papers";

  /* The dialog */

  const lead = make("p");
  const field = make("textarea", { readonly: "", rows: "12", spellcheck: "false", "aria-label": _`The citations` });
  const status = make("p", { role: "status" });
  const choices = make("fieldset", {}, make("legend", {}, _`Form`));
  const out = { text: "", form: "bibtex" };
  let papersOf = { items: [] };

  /* Papers that were withdrawn, which one may not want to cite: which they are, and a box to leave them out. */
  const without = make("input", { type: "checkbox" });
  const flagged = make("p");
  const withdrawn = make("div", { class: "citing__withdrawn", hidden: "" }, flagged, make("label", {}, without, ` ${_`Leave withdrawn papers out`}`));
  without.addEventListener("change", () => write());
  const flag = () => {
    const found = papersOf.items.filter((paper) => paper.withdrawn);
    const named = (paper, [key, title] = ["key", "title"].map((name) => cite.value(paper, name))) => (found.length > TITLED ? key : `${title} (${key})`);
    const more = (names, n = NUMBERS.format(found.length - NAMED)) => (found.length > NAMED ? _`${names} and ${n} more` : names);
    const [count, n, names] = [found.length, NUMBERS.format(found.length), more(found.slice(0, NAMED).map((paper) => named(paper)).join("; "))];
    flagged.textContent = _(count)`${n} paper was withdrawn: ${names}.|${n} papers were withdrawn: ${names}.`;
    withdrawn.hidden = !found.length;
  };
  const cited = () => papersOf.items.filter((paper) => !(without.checked && paper.withdrawn));

  const write = () => {
    const items = cited();
    flag();
    out.text = items.length ? cite.write(items, out.form) : "";
    const long = out.text.length > ALL;
    field.value = long ? `${out.text.slice(0, ALL)}\n…` : out.text;
    status.textContent = long ? _`This is the beginning: what is copied or downloaded is whole.` : "";
    for (const one of [copy, save]) one.disabled = !out.text;
  };
  for (const [form, { name }] of Object.entries(cite.forms)) {
    const one = make("input", { type: "radio", name: "citing", value: form });
    one.checked = form === out.form;
    one.addEventListener("change", () => {
      out.form = form;
      write();
    });
    choices.append(make("label", {}, one, " ", name));
  }
  const copy = button(_`Copy`, async () => {
    const done = await copied(out.text, out.text.length > ALL ? undefined : field);
    const counted = papers(cited().length);
    status.textContent = done ? _`Copied ${counted}.` : _`This browser did not copy it. Select the text and copy it, or download it.`;
  });
  const save = button(_`Download`, () => {
    const { ending, type } = cite.forms[out.form];
    const [file, counted] = [`${called()}.${ending}`, papers(cited().length)];
    download(out.text, file, type);
    status.textContent = _`${file} was made, with ${counted}.`;
  });
  const dialog = make("dialog", { class: "keys citing", "aria-labelledby": "citing." });
  const foot = make("p", { class: "citing__out" }, copy, " ", save, " ", button(_`Close`, () => dialog.close()));
  dialog.append(make("h2", { id: "citing." }, _`Cite these papers`), lead, withdrawn, choices, field, foot, status);

  let asked = 0;
  /* Show it for what `given` promises, by default for what the page lists: { keys, and which these are: `of` "your reading
     list", or all that is `said` of them }. */
  const open = async (given = listed) => {
    const number = (asked += 1);
    papersOf = { items: [] };
    without.checked = false;
    lead.textContent = _`Loading…`;
    write();
    if (!dialog.isConnected) document.body.append(dialog);
    if (!dialog.open) dialog.showModal();
    try {
      const { keys, of, said } = await given();
      const found = await cite.load(keys);
      if (number !== asked) return;
      papersOf = found;
      const [counted, lost] = [found.items, found.missing].map((some) => papers(some.length));
      const missing = found.missing.length ? ` ${_`${lost} not in this archive.`}` : "";
      lead.textContent = `${said || `${counted} ${of}.`}${missing}`;
      write();
    } catch {
      if (number === asked) lead.textContent = FAILED;
    }
  };

  /* A paper's own page: its BibTeX below the citation, and files in all forms. */
  const page = (details, key) => {
    if (details.querySelector(".citing__out")) return;
    const said = make("span", { role: "status" });
    const line = make("p", { class: "citing__out" });
    let loaded;
    const item = async () => {
      loaded ??= cite.load([key]);
      loaded.catch(() => (loaded = undefined)); // the next attempt may succeed
      const { items } = await loaded;
      if (!items.length) throw new Error("it is not there");
      return items;
    };
    /* Before anything is pressed: browsers copy nothing that comes late. */
    item().then((items) => line.before(make("pre", {}, cite.write(items, "bibtex").trim())), () => {});
    const tell = (words) => (said.textContent = words);
    const acting = (act) => () => act().catch(() => tell(FAILED));
    const copyIt = acting(async () => {
      const done = await copied(cite.write(await item(), "bibtex"));
      tell(done ? _`Copied.` : _`This browser did not copy it. Select the text and copy it.`);
    });
    const bring = (form) => acting(async () => {
      const { ending, type } = cite.forms[form];
      download(cite.write(await item(), form), `${key}.${ending}`, type);
      tell("");
    });
    line.append(button(_`Copy BibTeX`, copyIt), " ", make("span", {}, _`Download:`));
    for (const form of ["bibtex", "biblatex", "ris", "csl"]) {
      const { name } = cite.forms[form];
      line.append(" ", button(name, bring(form), { "aria-label": _`Download ${name}` }));
    }
    line.append(" ", said);
    details.append(line);
  };

  window.daybook.citing = { open, page };
})();

/* The page of what a reader keeps: stars, reading list, a list that was sent, For you, watched words, settings, and the
   ways in and out. Who has kept nothing yet is told how to begin. It is all in this browser; see reader.js. */
"use strict";
(() => {
  const { base, locale, citer, forYou, ids, keeper, make, reader, rows } = window.daybook;
  const root = document.getElementById("reading");
  const LIST = "#list="; // in an address: keys, with commas between them
  const MOST = 1000; // papers of such a list
  const RANKED = 10; // papers of For you
  const NAMED = 20; // entries that the archive does not have
  const LARGEST = 20_000_000; // bytes of a file

  const papersIn = (total) => {
    const n = total.toLocaleString(locale);
    return _(total)`${n} paper|${n} papers`;
  };
  const button = (words, act) => {
    const made = make("button", { type: "button" }, words);
    made.addEventListener("click", act);
    return made;
  };

  const dates = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  const date = (on) => {
    const day = new Date(`${on}T00:00Z`);
    return Number.isNaN(day.getTime()) ? "" : dates.format(day);
  };

  const row = ([key, paper], said) => {
    const id = ids.idOf(key);
    const by = make("p", { class: "by" }, id && `${id} · `, ...(id ? [make("a", { href: `https://arxiv.org/pdf/${id}` }, _`PDF`)] : []), id && said && " · ", said);
    const title = make("a", { href: forYou.address(key) }, paper.title || (id ? `arXiv:${id}` : key));
    return make("article", { "data-key": key }, make("h3", {}, title), by);
  };

  /* Sections, in the page's order. Each shows itself only where it has something to show. */

  const main = make("div");
  const rail = make("div", { class: "reader-rail" });
  const section = (place, name, id, ...children) => {
    const made = make("section", { "aria-labelledby": id }, make("h2", { id, tabindex: "-1" }, name), ...children);
    place.append(made);
    return made;
  };
  const folded = (name, id, ...children) => {
    const title = make("summary", {}, make("h2", { id }, name));
    const made = make("details", { "aria-labelledby": id }, title, ...children);
    rail.append(made);
    const reveal = () => {
      if (location.hash === `#${id}`) made.open = true;
    };
    addEventListener("hashchange", reveal);
    reveal();
  };
  const say = make("p", { role: "status", class: "reader-said" });
  root.append(main, rail);
  main.append(say);
  const told = (words) => {
    say.textContent = words;
  };

  const list = () => make("div", { class: "rows" });
  const fill = (place, papers, said = () => "") => {
    const stay = papers.map(([key]) => key).join();
    if (place.dataset.keys === stay) return; // the keyboard stays where it is
    const held = place.contains(document.activeElement);
    place.dataset.keys = stay;
    place.replaceChildren(...papers.map((paper) => row(paper, said(paper[1]))));
    rows.decorate(root);
    if (held) (place.querySelector("a") ?? place.parentNode.querySelector("h2")).focus();
  };

  const sent = { place: list(), keys: [], lead: make("p", { class: "reader-end" }) };
  sent.section = section(main, _`A list sent to you`, "sent", sent.lead, sent.place);
  const begin = section(main, _`How to begin`, "begin");
  const kinds = [
    ["list", _`Reading list`, _`Nothing is on it yet. Press l on a paper, or its button “Read later”.`, _`of your reading list`],
    ["stars", _`Stars`, _`There are none yet. Press s on a paper, or its button “Star”.`, _`of your stars`],
  ].map(([kind, name, hint, of]) => {
    const empty = make("p", { class: "reader-empty" }, hint);
    const field = make("input", { type: "text", readonly: "", "aria-label": _`Address of these papers: ${name}` });
    const link = make("p", { class: "reader-link" }, make("span", {}, `${_`Address to send:`} `), field, " ");
    link.append(
      button(_`Copy`, async () => {
        field.select();
        try {
          await navigator.clipboard.writeText(field.value);
        } catch {
          document.execCommand("copy"); // from a folder browsers offer no other way
        }
        told(_`The address has been copied.`);
      }),
    );
    link.append(" ", citer(() => ({ keys: reader.all(kind).map(([key]) => key), of })));
    const place = list();
    const whole = section(main, name, kind, empty, place, link);
    return { kind, empty, field, link, place, whole };
  });

  const known = (key) => reader.state.stars[key] ?? reader.state.list[key];
  const listed = () => {
    const text = location.hash.startsWith(LIST) ? location.hash.slice(LIST.length) : "";
    const keys = text.split(",").map((part) => part.trim().replace(/^arxiv:|v\d+$/gi, ""));
    return [...new Set(keys)].filter((key) => reader.KEY.test(key)).slice(0, MOST);
  };
  const receive = async () => {
    sent.keys = listed();
    sent.section.hidden = !sent.keys.length;
    if (!sent.keys.length) return;
    const listing = () => sent.keys.map((key) => [key, known(key) ?? sent.papers?.[key] ?? {}]);
    const add = button(_`Add all to my reading list`, () => {
      reader.add("list", listing());
      const papers = papersIn(sent.keys.length);
      told(_`${papers} on your reading list.`);
    });
    sent.lead.replaceChildren(`${papersIn(sent.keys.length)}. `, add, " ", citer(() => ({ keys: sent.keys, of: _`of the list that was sent` })));
    sent.papers = await papersOf(sent.keys.filter((key) => !known(key)?.title));
    fill(sent.place, listing());
  };

  let isRead = false; // what is kept: in a folder that takes a moment
  const show = () => {
    const some = ["stars", "list"].some((kind) => reader.all(kind).length);
    const left = document.activeElement?.closest("section");
    begin.hidden = some || !isRead;
    for (const each of [...kinds, liked]) each.whole.hidden = !some;
    for (const link of inOrder) link.hidden = !reader.all("stars").length;
    for (const { kind, empty, field, link, place } of kinds) {
      const papers = reader.all(kind);
      empty.hidden = papers.length > 0;
      link.hidden = !papers.length;
      const here = new URL("reading.html", base);
      here.hash = LIST + papers.map(([key]) => key).slice(0, MOST).join(",");
      field.value = here;
      fill(place, papers, ({ on }) => {
        const day = on && date(on);
        return day ? (kind === "stars" ? _`Starred ${day}` : _`Added ${day}`) : "";
      });
    }
    if (left?.hidden) main.querySelector("section:not([hidden]) h2")?.focus();
    for (const [area, read] of areas) if (document.activeElement !== area) area.value = read(reader.state).join("\n");
    letters.checked = reader.state.keys;
    hidden.checked = reader.state.hide;
    const papers = papersIn(reader.all("seen").length);
    seen.textContent = _`${papers} seen.`;
    rank();
  };

  /* What the archive knows of papers that are not on this page; nothing where that cannot be had. */

  const papersOf = async (keys) => {
    try {
      return keys.length ? Object.fromEntries(await forYou.load(keys)) : {};
    } catch {
      return {};
    }
  };

  const liked = { place: list(), lead: make("p", { class: "reader-empty" }) };
  liked.whole = section(main, _`For you`, "for-you", liked.lead, liked.place);
  const pool = root.dataset.papers.split(" ").filter(Boolean);
  let ranked = null; // by which stars
  const rank = async () => {
    const stars = Object.keys(reader.state.stars);
    if (ranked === stars.join()) return;
    ranked = stars.join();
    const explained = _`The newest days’ papers that are most like your stars.`;
    liked.lead.textContent = stars.length ? explained : _`Star a few papers: then the newest days’ papers that are most like them appear here.`;
    if (!stars.length) return fill(liked.place, []);
    const papers = await papersOf(pool.filter((key) => !reader.has("stars", key)));
    const pages = Object.entries(papers).map(([key, { title }]) => make("article", { id: key }, make("h3", {}, title)));
    const order = await reader.ranked(pages).catch(() => []);
    const best = order.slice(0, RANKED).map((article) => [article.id, papers[article.id], article.dataset.why]);
    if (!best.length) liked.lead.textContent = `${explained} ${_`They cannot be compared here; each day can be read in this order.`}`;
    const why = new Map(best.map(([, paper, words]) => [paper, words]));
    fill(liked.place, best, (paper) => {
      const words = why.get(paper);
      return words ? _`Because of ${words}` : "";
    });
  };
  const newest = document.getElementById("newest");
  if (newest) liked.whole.before(newest.previousElementSibling, newest); // what is ranked comes late, and moves nothing
  const inOrder = [...document.querySelectorAll("#newest a")].map((link) => {
    const to = new URL(link.href);
    to.searchParams.set("order", "foryou");
    const ordered = make("a", { href: to }, _`For you`);
    link.parentNode.append(" ", ordered);
    return ordered;
  });

  /* What is watched and excluded, and settings. */

  const lines = (area) => [...new Set(area.value.split(/[\n,;]/).map((line) => line.trim().slice(0, 200)).filter(Boolean))];
  const areas = new Map();
  const words = make("div", { class: "reader-words" });
  const watch = (name, hint, read, write) => {
    const area = make("textarea", { rows: "4", spellcheck: "false", autocapitalize: "off" });
    const save = () => {
      const given = lines(area);
      reader.change((data) => write(data, given));
    };
    area.addEventListener("change", save);
    areas.set(area, read);
    words.append(make("label", {}, make("span", {}, name), make("small", {}, hint), area));
  };
  for (const [kind, name, hint] of [
    ["authors", _`Watched authors`, _`One name per line, as lists print it`],
    ["words", _`Watched words`, _`One word or phrase per line; schedul* matches any ending`],
    ["themes", _`Watched themes`, _`One name of a theme per line`],
  ]) {
    watch(name, hint, (state) => state.watched[kind], (data, given) => {
      data.watched[kind] = given;
    });
  }
  watch(_`Excluded words`, _`Papers that contain one shrink to a single line`, (state) => state.excluded, (data, given) => {
    data.excluded = given;
  });
  folded(_`Watched and excluded`, "watched", words);

  const box = (label, name) => {
    const field = make("input", { type: "checkbox" });
    field.addEventListener("change", () => {
      const value = field.checked;
      reader.change((data) => {
        data[name] = value;
      });
    });
    return [field, make("p", {}, make("label", {}, field, " ", label))];
  };
  const [letters, lettersLine] = box(_`Single-letter shortcuts (press ? for the list)`, "keys");
  const [hidden, hiddenLine] = box(_`Hide papers that I have seen`, "hide");
  folded(_`Settings`, "settings", lettersLine, hiddenLine, make("p", {}, button(_`Show all keys`, () => reader.help?.())));

  /* Ways in and out. */

  const seen = make("span");
  const file = (label, types, read) => {
    const field = make("input", { type: "file", accept: types });
    field.addEventListener("change", async () => {
      const [given] = field.files;
      if (!given) return;
      try {
        const n = LARGEST / 1e6;
        if (given.size > LARGEST) throw new Error(_`it has more than ${n} MB`);
        told(await read(await given.text(), given.name));
      } catch (error) {
        const [name, why] = [given.name, error.message];
        told(_`${name} was not imported: ${why}.`);
      }
      field.value = "";
    });
    return make("p", {}, make("label", {}, make("span", {}, label), " ", field));
  };
  const take = (text, name) => {
    let data;
    try {
      data = JSON.parse(text);
    } catch {
      throw new Error(_`it is no JSON file that this page has exported`);
    }
    const given = reader.take(data);
    if (!given) throw new Error(_`it holds no stars or lists that this page has exported`);
    const [count, listed] = [Object.keys(given.stars).length, papersIn(Object.keys(given.list).length)];
    const n = count.toLocaleString(locale);
    const stars = _(count)`${n} star|${n} stars`;
    return _`${name} was imported: ${stars}, ${listed} for the reading list.`;
  };
  const seed = async (text, name) => {
    const { papers, missing } = await forYou.seeds(text);
    if (!papers.length && !missing.length) throw new Error(_`it holds no BibTeX, RIS or CSL entries and no arXiv ids`);
    reader.add("stars", papers.map((paper) => [paper.id, paper]));
    const [counted, n] = [papersIn(papers.length), missing.length - NAMED];
    const some = missing.slice(0, NAMED).join("; ");
    const names = n > 0 ? ((names) => _`${names} and ${n} more`)(some) : some;
    const starred = _`${counted} of ${name} starred.`;
    return missing.length ? `${starred} ${_`Not in this archive: ${names}.`}` : starred;
  };
  const erasing = make(
    "dialog",
    { class: "keys", "aria-labelledby": "erase." },
    make("h2", { id: "erase." }, _`Erase everything?`),
    make("p", {}, _`Stars, reading list, what was seen, watched words and settings of this archive, in this browser. This cannot be undone.`),
  );
  const erase = async () => {
    erasing.close();
    await reader.erase();
    told(_`Everything was erased.`);
  };
  erasing.append(make("p", {}, button(_`Erase`, erase), " ", button(_`Keep`, () => erasing.close())));
  const bibliography = (words) => file(words, ".bib,.ris,.json,.txt", seed);
  const step = (...parts) => make("li", {}, ...parts);
  const named = (name, key) => [make("b", {}, name), ` (${_`key`} `, make("kbd", {}, key), ")"];
  begin.append(
    make(
      "ol",
      {},
      step(_`Open one of the newest days, or any list, and mark the papers that you like:`, " ", ...named(_`Star`, "s"), "."),
      step(_`Come back:`, " ", make("b", {}, _`For you`), ` ${_`then shows which of the newest papers are most like your stars, and the words that they share.`}`),
      step(...named(_`Read later`, "l"), ` ${_`puts a paper on your reading list;`} `, ...named(_`Seen`, "e"), ` ${_`dims it in all lists.`}`),
    ),
    bibliography(_`Or begin with papers that you know: star the papers of a BibTeX, RIS or CSL file, or of a list of arXiv ids:`),
  );
  folded(
    _`Your data`,
    "data",
    make("p", {}, seen, ` ${_`All of it is one file that you can keep, move to another browser and take in again.`}`),
    make("p", {}, button(_`Export`, () => reader.download()), " ", button(_`Erase everything`, () => erasing.showModal())),
    file(_`Import an exported file:`, ".json,application/json", take),
    bibliography(_`Star the papers of a BibTeX, RIS or CSL file, or of a list of arXiv ids:`),
    erasing,
  );

  if (location.protocol !== "file:") {
    const place = make("div");
    folded(_`Without a network`, "offline", place);
    keeper(place).catch(() => {});
  }

  /* A browser that gives each file of a folder a storage of its own, and a site not made for that. */
  const alone = location.protocol === "file:" && CSS.supports("-moz-appearance", "none") && !window.daybook.frame;
  if (alone) told(_`From a folder, this browser keeps what you mark for each page by itself. Build the site with --offline, or export.`);

  addEventListener("hashchange", receive);
  reader.ready.then(() => {
    isRead = true;
    show();
    receive();
  });
  reader.on(show);
})();

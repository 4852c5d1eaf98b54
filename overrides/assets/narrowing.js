/* Narrows a list of rows in place: hides what does not fit, and counts what each choice would leave. The address keeps
   the choices. Loaded by narrow.js, whose bar it takes, behind the search's words.js and query.js: words are searched
   by the same grammar. */
"use strict";
(() => {
  const { locale, make, reader, rows } = window.daybook;
  const { chains, stem, joint } = window.daybookSearch.text;
  const MOST = 40; // values of a facet that are offered at once
  const MANY = 12; // values that have a field to find one
  const DELAY = 120; // milliseconds after a letter
  const AT_ONCE = 40; // rows that come back before anything is drawn; some browsers take a millisecond for each
  const A_FRAME = 80; // and with each further frame
  const NUMBERS = new Intl.NumberFormat(locale);
  const grouped = (number) => NUMBERS.format(number);
  const idle = window.requestIdleCallback || ((act) => setTimeout(() => act({ timeRemaining: () => 8 }), 50));

  /* A text as " byzantin agreement | kmean ": its stems in their order, then compounds as one word. */
  const spelled = (text) => {
    const wholes = [];
    let line = " ";
    for (const parts of chains(text)) {
      for (const part of parts) line += `${stem(part)} `;
      const whole = joint(parts);
      if (whole) wholes.push(stem(whole));
    }
    return wholes.length ? `${line}| ${wholes.join(" ")} ` : line;
  };
  const wordsOf = (entry) => {
    if (!entry.words) {
      const lines = [...entry.row.querySelectorAll(":scope > p:not(.by), .short > .by")].map((line) => line.textContent);
      entry.words = [rows.key(entry.row), rows.title(entry.row), rows.names(entry.row).join(", "), ...lines].map(spelled).join("|");
    }
    return entry.words;
  };

  /* What was typed as a test of an entry. */
  const tester = (given) => {
    const groups = window.daybookSearch.query.parse(given).groups.map((group) =>
      group.map(({ parts, joint: whole, prefix, open, excluded }) => {
        const stems = parts.map(stem);
        const needles = [` ${stems.join(" ")} `];
        if (whole) needles.push(` ${stem(whole)} `);
        if (prefix || open) needles.push(` ${[...stems.slice(0, -1), parts.at(-1)].join(" ")}`);
        if ((prefix || open) && whole) needles.push(` ${whole}`);
        return (entry) => needles.some((needle) => wordsOf(entry).includes(needle)) !== excluded;
      }),
    );
    return (entry) => groups.every((tests) => tests.some((test) => test(entry)));
  };

  /* The groups of a page: rows under one head. */
  const groupsOf = (article) => {
    const wholes = new Set([...article.querySelectorAll(".rows")].map((list) => list.closest(".group") || list));
    return [...wholes].map((whole) => {
      const count = whole.querySelector("h2 > small");
      return { whole, members: [...whole.querySelectorAll(rows.ROW)], count, said: count?.textContent };
    });
  };

  window.daybook.narrowing = (bar) => {
    const { article, all, papers, place, whole, told, form, field, facets, unseen, unseenCount, choices, title, chips, status, reset, TYPES, usual } = bar;
    for (const facet of facets) Object.assign(facet, { words: new Map(), chosen: new Set(), counts: new Map(), rows: [] });
    const valuesOf = (row, { of, words }) => {
      const found = new Map(of(row));
      for (const [value, text] of found) words.set(value, text);
      return [...found.keys()];
    };
    const entries = all.map((row) => ({ row, values: facets.map((facet) => valuesOf(row, facet)), words: "" }));
    const groups = groupsOf(article);
    const wordsFor = ({ words }, value) => words.get(value) || value;
    const count = papers(all);
    const narrowed = () => Boolean(field.value.trim() || unseen.checked || facets.some(({ chosen }) => chosen.size));

    /* Address */

    const search = whole && new URL(whole.href);
    const into = ({ searchParams: asked }, key, names) => {
      if (field.value.trim()) asked.set(key, field.value.trim());
      for (const { name, chosen } of names) for (const value of chosen) asked.append(name, value);
    };
    const keepAddress = () => {
      const to = new URL(location.href);
      for (const name of ["words", "unseen", "order", ...facets.map(({ name }) => name)]) to.searchParams.delete(name);
      into(to, "words", facets);
      if (unseen.checked) to.searchParams.set("unseen", "1");
      if (order !== usual) to.searchParams.set("order", order);
      try {
        if (to.href !== location.href) history.replaceState(history.state, "", to);
      } catch {
        /* Browsers refuse too many steps in a short time: the next one will hold this, too. */
      }
    };

    /* What was seen before; a paper that is marked while the list is read stays in its place. */
    let seen = new Set();
    const look = () => {
      seen = new Set(all.filter((row) => reader.has("seen", rows.key(row))));
      apply();
    };

    /* One pass over the rows. One that a single facet bars counts among what that facet's values would leave. */

    let left = new Set(all);
    let frame;
    const reveal = (coming, number) => {
      for (const row of coming.splice(0, number)) row.hidden = false;
      if (coming.length) frame = requestAnimationFrame(() => reveal(coming, A_FRAME));
    };
    const apply = () => {
      left = new Set();
      const fits = tester(field.value);
      for (const facet of facets) facet.counts = new Map();
      const count = (at, values) => {
        const { counts } = facets[at];
        for (const value of values[at]) counts.set(value, (counts.get(value) || 0) + 1);
      };
      const unseenLeft = [];
      for (const entry of entries) {
        const { row, values } = entry;
        let stays = fits(entry);
        if (stays) {
          const bars = facets.flatMap(({ chosen }, at) => (chosen.size && !values[at].some((one) => chosen.has(one)) ? [at] : []));
          const past = seen.has(row);
          if (!bars.length && !past) unseenLeft.push(row);
          const away = past && (unseen.checked || document.documentElement.matches(".hide-seen"));
          stays = !bars.length && !away;
          if (stays) facets.forEach((_, at) => count(at, values));
          else if (bars.length === 1 && !away) count(bars[0], values);
        }
        if (stays) left.add(row);
        else if (!row.hidden) row.hidden = true;
      }
      cancelAnimationFrame(frame);
      reveal([...left].filter((row) => row.hidden), AT_ONCE);
      tellHeads();
      tell(papers([...left]), papers(unseenLeft));
      keepAddress();
    };

    const share = (own, whole) => {
      const [n, all] = [own, whole].map(grouped);
      return _`${n} of ${all}`;
    };
    const tellHeads = () => {
      for (const { whole: group, members, count, said } of [...groups, ...others]) {
        const own = members.filter((row) => left.has(row)).length;
        group.hidden = !own || !group.contains(members[0]); // else another order has them
        if (count) count.textContent = own < members.length ? share(own, members.length) : said;
      }
    };
    const chip = (facet, value) => {
      const [words, title] = [wordsFor(facet, value), facet.title];
      const button = make("button", { type: "button", "aria-label": _`Remove ${title}: ${words}` }, words);
      button.addEventListener("click", () => {
        choose(facet, value, false);
        (chips.querySelector("button") || field).focus();
      });
      return make("li", {}, button);
    };
    const tell = (shown, unseenLeft) => {
      const [n, papers] = [grouped(shown), told(count)];
      const text = narrowed() ? _`${n} of ${papers}` : papers;
      if (status.textContent !== text) status.textContent = text;
      unseenCount.textContent = grouped(unseenLeft);
      chips.replaceChildren(...facets.flatMap((facet) => [...facet.chosen].map((value) => chip(facet, value))));
      const used = facets.reduce((sum, { chosen }) => sum + chosen.size, Number(unseen.checked));
      title.textContent = used ? _`Filters (${used})` : _`Filters`;
      for (const facet of facets) {
        facet.count.textContent = facet.chosen.size || "";
        recount(facet);
      }
      reset.hidden = !narrowed() && order === usual;
      form.classList.toggle("narrowed", !reset.hidden);
      if (!whole) return;
      const to = new URL(search);
      into(to, "q", facets.filter(({ name }) => !search.searchParams.has(name)));
      whole.href = to;
    };

    /* A facet's values are listed when it is opened; then only their counts change, and the keyboard stays. */

    const choose = ({ chosen }, value, on) => {
      if (on) chosen.add(value);
      else chosen.delete(value);
      apply();
    };
    const recount = ({ rows, counts, chosen }) => {
      for (const { value, box, number } of rows) {
        number.textContent = grouped(counts.get(value) || 0);
        box.checked = chosen.has(value);
      }
    };
    const choice = (facet, value) => {
      const [box, number] = [make("input", { type: "checkbox", value }), make("span")];
      box.addEventListener("change", () => choose(facet, value, box.checked));
      facet.rows.push({ value, box, number });
      return make("li", {}, make("label", {}, box, make("span", {}, wordsFor(facet, value)), number));
    };
    const list = (facet, find, wanted) => {
      const { counts, chosen, details } = facet;
      const values = [...new Set([...chosen, ...counts.keys()])]
        .map((value) => ({ value, count: counts.get(value) || 0, words: wordsFor(facet, value) }))
        .filter(({ value, count, words }) => (chosen.has(value) || count < all.length) && words.toLowerCase().includes(wanted))
        .sort((one, other) => other.count - one.count || one.words.localeCompare(other.words, "en"));
      facet.rows = [];
      const items = values.slice(0, MOST).map(({ value }) => choice(facet, value));
      const n = grouped(values.length - MOST);
      if (values.length > MOST) items.push(make("li", {}, _`and ${n} more`));
      if (!items.length) items.push(make("li", {}, _`Nothing to choose`));
      const old = details.querySelector("ul");
      if (old) old.replaceChildren(...items);
      else details.lastChild.replaceChildren(...(values.length > MANY ? [find] : []), make("ul", {}, ...items));
      recount(facet);
    };
    const shut = (except) => {
      for (const { details } of facets) if (details.open && !details.contains(except)) details.open = false;
    };
    for (const facet of facets) {
      const { details, title } = facet;
      const find = make("input", { type: "search", "aria-label": _`Find: ${title}`, placeholder: _`Find`, autocomplete: "off" });
      find.addEventListener("input", () => list(facet, find, find.value.trim().toLowerCase()));
      const fill = () => {
        details.lastChild.replaceChildren();
        find.value = "";
        facet.rows = [];
        if (details.open) list(facet, find, "");
      };
      details.addEventListener("toggle", fill);
      facet.fill = fill;
    }

    /* Orders: rows are moved to where an order wants them, and back. */

    const homes = all.map((row) => [row, row.parentNode]);
    let order = "grouped";
    let others = []; // the groups of another order
    const ORDERS = {
      grouped: () => [],
      listed: () =>
        Object.entries(TYPES).map(([type, name]) => [
          name,
          all.filter((row) => row.id && row.dataset.type === type).sort((one, other) => one.dataset.n - other.dataset.n || 0),
        ]),
      foryou: async () => {
        const some = reader.all("stars").length !== 0;
        const each = all.filter((row) => row.id);
        return [[some ? _`For you` : _`For you: star papers, and what is like them comes first`, await reader.ranked(each)]];
      },
    };
    const arrange = (made, wanted) => {
      for (const [row, home] of homes) home.append(row);
      for (const { whole: group } of others) group.remove();
      others = made
        .filter(([, members]) => members.length)
        .map(([name, members]) => {
          const size = make("small", {}, grouped(members.length));
          const list = make("div", { class: "rows" }, ...members);
          const group = make("section", { class: "group", "data-order": wanted }, make("h2", {}, name, " ", size), list);
          return { whole: group, members, count: size, said: size.textContent };
        });
      place.after(...others.map(({ whole: group }) => group));
    };
    const radio = (value) => choices.querySelector(`input[value="${CSS.escape(value)}"]`);
    const reorder = async (wanted) => {
      try {
        const made = await ORDERS[wanted]();
        if (!radio(wanted).checked) return; // another was chosen meanwhile
        arrange(made, wanted);
        order = wanted;
      } catch {
        radio(order).checked = true; // what ranks papers cannot be loaded: the list stays as it is
      }
      apply();
    };

    /* Events, and what was given or done before */

    let timer;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(apply, DELAY);
    };
    field.addEventListener("input", later);
    form.addEventListener("submit", apply);
    unseen.addEventListener("change", look);
    choices.addEventListener("change", ({ target }) => reorder(target.value));
    form.addEventListener("reset", (event) => {
      event.preventDefault();
      clearTimeout(timer);
      field.value = "";
      unseen.checked = false;
      for (const { chosen } of facets) chosen.clear();
      radio(usual).checked = true;
      reorder(usual);
      field.focus();
    });
    form.addEventListener("keydown", (event) => {
      const open = facets.find(({ details }) => details.open)?.details;
      if (event.key !== "Escape" || !open) return;
      event.preventDefault();
      open.open = false;
      open.firstChild.focus();
    });
    document.addEventListener("click", ({ target }) => target.isConnected && shut(target));
    form.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && shut(relatedTarget));

    const given = new URLSearchParams(location.search);
    field.value ||= given.get("words") || "";
    unseen.checked ||= given.has("unseen");
    for (const { name, chosen } of facets) for (const value of given.getAll(name)) if (value) chosen.add(value);
    const asked = radio(given.get("order") || usual);
    if (asked && radio("grouped").checked) asked.checked = true; // else one was chosen meanwhile
    const chosen = choices.querySelector(":checked").value;
    look();
    for (const { fill } of facets) fill(); // one may be open
    if (chosen !== order) reorder(chosen);
    let hides = reader.state.hide;
    reader.on((state) => {
      if (hides === state.hide) return;
      hides = state.hide;
      look();
    });
    const readAhead = (at) =>
      idle((left) => {
        while (at < entries.length && left.timeRemaining() > 2) wordsOf(entries[at++]);
        if (at < entries.length) readAhead(at);
      });
    readAhead(0);
  };
})();

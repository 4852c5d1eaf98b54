/* Narrows a list of cards in place: hides what does not fit, and counts what each choice would leave. The address keeps
   the choices. Loaded by narrow.js, whose bar it takes, behind the search's words.js and query.js: words are searched
   by the same grammar. */
"use strict";
(() => {
  const { make, reader } = window.daybook;
  const { chains, stem, joint } = window.daybookSearch.text;
  const MOST = 40; // values of a facet that are offered at once
  const MANY = 12; // values that have a field to find one
  const DELAY = 120; // milliseconds after a letter
  const AT_ONCE = 40; // cards that come back before anything is drawn; some browsers take a millisecond for each
  const A_FRAME = 80; // and with each further frame
  const NUMBERS = new Intl.NumberFormat("en");
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
      const parts = [...entry.card.children].filter((part) => !part.matches(".labels, .notes"));
      entry.words = [entry.card.id, ...parts.map((part) => part.textContent)].map(spelled).join("|");
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

  /* A head with the cards up to the next head of its level, and its line in the page's contents. */
  const groupsOf = (article) =>
    [...article.querySelectorAll(":is(h2, h3, h4)")].map((head) => {
      const lists = [];
      let next = head.nextElementSibling;
      while (next && !(/^H[1-4]$/.test(next.tagName) && next.tagName <= head.tagName)) {
        if (next.matches(".cards")) lists.push(next);
        next = next.nextElementSibling;
      }
      const whole = head.closest(".group") || head;
      const count = head.querySelector("small");
      const link = whole.id && document.querySelector(`.contents a[href="#${CSS.escape(whole.id)}"]`);
      const counts = [count, link && link.parentNode.querySelector("span")].filter(Boolean);
      const parts = [whole, ...lists, link && link.closest("li")].filter(Boolean);
      return { lists, members: lists.flatMap((list) => [...list.children]), counts, parts, said: count?.textContent };
    });

  window.daybook.narrowing = (bar) => {
    const { article, cards, place, all, here, form, field, facets, unseen, unseenCount, views, title, chips, status, reset, TYPES } = bar;
    for (const facet of facets) Object.assign(facet, { words: new Map(), chosen: new Set(), counts: new Map(), rows: [] });
    const valuesOf = (card, { of, words }) => {
      const found = new Map(of(card));
      for (const [value, text] of found) words.set(value, text);
      return [...found.keys()];
    };
    const entries = cards.map((card) => ({ card, values: facets.map((facet) => valuesOf(card, facet)), words: "" }));
    const groups = groupsOf(article);
    const wordsFor = ({ words }, value) => words.get(value) || value;
    const narrowed = () => Boolean(field.value.trim() || unseen.checked || facets.some(({ chosen }) => chosen.size));

    /* Address */

    const whole = all && new URL(all.href);
    const into = ({ searchParams: asked }, key, names) => {
      if (field.value.trim()) asked.set(key, field.value.trim());
      for (const { name, chosen } of names) for (const value of chosen) asked.append(name, value);
    };
    const keepAddress = () => {
      const to = new URL(location.href);
      for (const name of ["words", "unseen", "order", ...facets.map(({ name }) => name)]) to.searchParams.delete(name);
      into(to, "words", facets);
      if (unseen.checked) to.searchParams.set("unseen", "1");
      if (order !== "grouped") to.searchParams.set("order", order);
      try {
        if (to.href !== location.href) history.replaceState(history.state, "", to);
      } catch {
        /* Browsers refuse too many steps in a short time: the next one will hold this, too. */
      }
    };

    /* What was seen before; a paper that is marked while the list is read stays in its place. */
    let seen = new Set();
    const look = () => {
      seen = new Set(reader ? cards.filter(({ id }) => reader.has("seen", id)) : []);
      apply();
    };

    /* One pass over the cards. One that a single facet bars counts among what that facet's values would leave. */

    let left = new Set(cards);
    let frame;
    const reveal = (coming, number) => {
      for (const card of coming.splice(0, number)) card.hidden = false;
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
      let unseenLeft = 0;
      for (const entry of entries) {
        const { card, values } = entry;
        let stays = fits(entry);
        if (stays) {
          const bars = facets.flatMap(({ chosen }, at) => (chosen.size && !values[at].some((one) => chosen.has(one)) ? [at] : []));
          const past = seen.has(card);
          if (!bars.length && !past) unseenLeft += 1;
          const away = past && (unseen.checked || document.documentElement.matches(".hide-seen"));
          stays = !bars.length && !away;
          if (stays) facets.forEach((_, at) => count(at, values));
          else if (bars.length === 1 && !away) count(bars[0], values);
        }
        if (stays) left.add(card);
        else if (!card.hidden) card.hidden = true;
      }
      cancelAnimationFrame(frame);
      reveal([...left].filter((card) => card.hidden), AT_ONCE);
      tellHeads();
      tell(left.size, unseenLeft);
      keepAddress();
    };

    const tellHeads = () => {
      for (const { lists, members, counts, parts, said } of [...groups, ...others]) {
        if (!members.length) continue;
        const own = members.filter((card) => left.has(card)).length;
        const shown = lists.includes(members[0].parentNode) ? own : 0; // else another order has them
        for (const part of parts) part.hidden = !shown;
        for (const count of counts) count.textContent = own < members.length ? `${grouped(own)} of ${grouped(members.length)}` : said;
      }
    };
    const chip = (facet, value) => {
      const words = wordsFor(facet, value);
      const button = make("button", { type: "button", "aria-label": `Remove ${facet.title}: ${words}` }, words);
      button.addEventListener("click", () => {
        choose(facet, value, false);
        (chips.querySelector("button") || field).focus();
      });
      return make("li", {}, button);
    };
    const tell = (shown, unseenLeft) => {
      const of = narrowed() ? `${grouped(shown)} of ` : "";
      const text = `${of}${grouped(cards.length)} ${cards.length === 1 ? "paper" : "papers"}${here}`;
      if (status.textContent !== text) status.textContent = text;
      unseenCount.textContent = grouped(unseenLeft);
      chips.replaceChildren(...facets.flatMap((facet) => [...facet.chosen].map((value) => chip(facet, value))));
      const used = facets.reduce((sum, { chosen }) => sum + chosen.size, Number(unseen.checked));
      title.textContent = used ? `Filters (${used})` : "Filters";
      for (const facet of facets) {
        facet.count.textContent = facet.chosen.size || "";
        recount(facet);
      }
      reset.hidden = !narrowed() && order === "grouped";
      if (!all) return;
      const to = new URL(whole);
      into(to, "q", facets.filter(({ name }) => !whole.searchParams.has(name)));
      all.href = to;
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
    const row = (facet, value) => {
      const [box, number] = [make("input", { type: "checkbox", value }), make("span")];
      box.addEventListener("change", () => choose(facet, value, box.checked));
      facet.rows.push({ value, box, number });
      return make("li", {}, make("label", {}, box, make("span", {}, wordsFor(facet, value)), number));
    };
    const list = (facet, find, wanted) => {
      const { counts, chosen, details } = facet;
      const values = [...new Set([...chosen, ...counts.keys()])]
        .map((value) => ({ value, count: counts.get(value) || 0, words: wordsFor(facet, value) }))
        .filter(({ value, count, words }) => (chosen.has(value) || count < cards.length) && words.toLowerCase().includes(wanted))
        .sort((one, other) => other.count - one.count || one.words.localeCompare(other.words, "en"));
      facet.rows = [];
      const items = values.slice(0, MOST).map(({ value }) => row(facet, value));
      if (values.length > MOST) items.push(make("li", {}, `and ${grouped(values.length - MOST)} more`));
      if (!items.length) items.push(make("li", {}, "Nothing to choose"));
      const old = details.querySelector("ul");
      if (old) old.replaceChildren(...items);
      else details.lastChild.replaceChildren(...(values.length > MANY ? [find] : []), make("ul", {}, ...items));
      recount(facet);
    };
    const shut = (except) => {
      for (const { details } of facets) if (details.open && !details.contains(except)) details.open = false;
    };
    for (const facet of facets) {
      const { details } = facet;
      const find = make("input", { type: "search", "aria-label": `Find: ${facet.title}`, placeholder: "Find", autocomplete: "off" });
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

    /* Orders: cards are moved to where an order wants them, and back. */

    const homes = cards.map((card) => [card, card.parentNode]);
    let order = "grouped";
    let others = []; // the groups of another order
    const ORDERS = {
      grouped: () => [],
      listed: () =>
        Object.entries(TYPES).map(([type, name]) => [
          name,
          cards.filter((card) => card.dataset.type === type).sort((one, other) => one.dataset.n - other.dataset.n || 0),
        ]),
      foryou: async () => {
        const some = reader.all?.("stars").length !== 0;
        return [[some ? "For you" : "For you: star papers, and what is like them comes first", await reader.ranked(cards)]];
      },
    };
    const arrange = (made, wanted) => {
      for (const [card, home] of homes) home.append(card);
      for (const { parts } of others) parts[0].remove();
      others = made
        .filter(([, members]) => members.length)
        .map(([name, members]) => {
          const count = make("small", {}, grouped(members.length));
          const list = make("div", { class: "cards" });
          list.append(...members);
          const group = make("section", { class: "group", "data-order": wanted }, make("h2", {}, name, " ", count), list);
          return { lists: [list], members, counts: [count], parts: [group], said: count.textContent };
        });
      place.after(...others.map(({ parts }) => parts[0]));
    };
    const choice = (value) => views.querySelector(`input[name=order][value=${value}]`);
    const reorder = async (wanted) => {
      try {
        const made = await ORDERS[wanted]();
        if (choice(wanted) && !choice(wanted).checked) return; // another was chosen meanwhile
        arrange(made, wanted);
        order = wanted;
      } catch {
        choice(order).checked = true; // what ranks papers cannot be loaded: the list stays as it is
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
    views.addEventListener("change", ({ target }) => target.name === "order" && reorder(target.value));
    form.addEventListener("reset", (event) => {
      event.preventDefault();
      clearTimeout(timer);
      field.value = "";
      unseen.checked = false;
      for (const { chosen } of facets) chosen.clear();
      if (choice("grouped")) choice("grouped").checked = true;
      reorder("grouped");
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
    unseen.checked ||= Boolean(reader) && given.has("unseen");
    for (const { name, chosen } of facets) for (const value of given.getAll(name)) if (value) chosen.add(value);
    if (choice(given.get("order") || "grouped")) choice(given.get("order") || "grouped").checked = true;
    const chosen = views.querySelector("input[name=order]:checked")?.value || "grouped";
    look();
    for (const { fill } of facets) fill(); // one may be open
    if (chosen !== order) reorder(chosen);
    let hides = reader?.state?.hide;
    reader?.on?.((state) => {
      if (hides === state?.hide) return;
      hides = state?.hide;
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

/* Keys on rows and papers, and their help. They are single letters, so they can be turned off: see the page "Reading". */
"use strict";
(() => {
  const { make, reader, rows } = window.daybook;
  const PAGE = "article[data-paper]";
  const FIELDS = "input, textarea, select, dialog, [contenteditable]";
  const HEAD = 100; // CSS pixels at the top of the window, where heads may stick

  let last; // the row that had the keyboard

  const current = () =>
    document.activeElement?.closest?.(rows.ROW) || (last?.getClientRects().length ? last : document.querySelector(PAGE));
  const focus = (row) => {
    last = row;
    const place = [...row.querySelectorAll("a, button")].find((one) => one.getClientRects().length);
    (place || row).focus({ preventScroll: true });
    row.scrollIntoView({ block: row.offsetHeight > innerHeight - 2 * HEAD ? "start" : "nearest" });
  };
  const step = (by) => {
    const all = rows.shown();
    const trail = document.querySelector(".trail");
    if (trail || !all.length) return follow(trail?.querySelector(`[rel=${by < 0 ? "prev" : "next"}]`));
    const at = all.indexOf(document.activeElement?.closest?.(rows.ROW) || last);
    const top = () => Math.max(0, all.findIndex((row) => row.getBoundingClientRect().bottom > HEAD));
    const to = at < 0 ? all[top()] : all[at + by];
    if (to) focus(to);
    return true;
  };

  const follow = (link) => {
    if (!link) return false;
    link.click();
    return true;
  };
  const inside = (selector) => current()?.querySelector(selector);
  const marked = (kind) => {
    const article = current();
    if (!article?.marks) return false;
    rows.mark(article, kind);
    return true;
  };
  const unfold = () => {
    const row = current();
    if (!row?.matches(rows.ROW)) return false;
    rows.unfold(row);
    return true;
  };
  const isWide = () => document.documentElement.scrollWidth > innerWidth || document.activeElement?.closest('[tabindex="0"], summary');
  const turn = (way) => !isWide() && follow(document.querySelector(`link[rel=${way}], a[rel~=${way}]`));

  const KEYS = {
    j: [_`next paper, of a list or of the list you came from`, () => step(1)],
    k: [_`previous paper`, () => step(-1)],
    o: [_`open the paper`, () => follow(inside(`${rows.ROW} > h3 a`))],
    p: [_`open its PDF`, () => follow(inside('a[href*="/pdf/"]'))],
    a: [_`unfold its abstract`, unfold],
    s: [_`star, or take the star away`, () => marked("stars")],
    l: [_`put on the reading list, or take off`, () => marked("list")],
    e: [_`mark as seen, or not seen`, () => marked("seen")],
    ArrowLeft: [_`the day, page or paper before`, () => turn("prev")],
    ArrowRight: [_`the day, page or paper after`, () => turn("next")],
    r: [_`your reading list and stars`, () => follow(document.querySelector(".stars"))],
    "?": [_`this help`, () => help()],
  };
  const NAMES = { ArrowLeft: "←", ArrowRight: "→" };

  let dialog;
  const help = () => {
    if (!dialog) {
      const rows = [...Object.entries(KEYS), ["/", [_`search; so does f`]]].map(([key, [words]]) =>
        make("div", {}, make("dt", {}, make("kbd", {}, NAMES[key] || key)), make("dd", {}, words)),
      );
      const close = make("button", { type: "button" }, _`Close`);
      const more = make("a", { href: new URL("reading.html#settings", window.daybook.base) }, _`Settings`);
      close.addEventListener("click", () => dialog.close());
      dialog = make("dialog", { class: "keys", "aria-labelledby": "keys." }, make("h2", { id: "keys." }, _`Keys`));
      dialog.append(make("dl", {}, ...rows), make("p", {}, close, " ", more));
      document.body.append(dialog);
    }
    dialog.showModal();
    return true;
  };

  document.addEventListener("focusin", (event) => {
    last = event.target.closest?.(rows.ROW) || last;
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !reader.state.keys) return;
    if (event.shiftKey && event.key !== "?") return;
    if (event.target.closest?.(FIELDS)) return;
    const act = Object.hasOwn(KEYS, event.key) && KEYS[event.key][1];
    if (act && act()) event.preventDefault();
  });
  reader.help = help;
})();

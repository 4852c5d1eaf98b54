/* Watched authors, words and themes, highlighted; and excluded words, whose papers are folded to a line. Loaded once there
   are any. */
"use strict";
(() => {
  const { make, reader, rows } = window.daybook;

  /* Watched and excluded words: whole words, in any case, with or without accents and plural; `schedul*` has any ending. */

  const fold = (text) => text.replace(/[^\0-\x7f]/g, (one) => one.normalize("NFD")[0]).toLowerCase();
  const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const pattern = (words) => {
    const parts = words
      .map((word) => fold(word.trim()))
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
      .sort((a, b) => b.length - a.length)
      .map((word) => {
        const ending = word.endsWith("*") ? "[\\p{L}\\p{N}]*" : "(?:e?s)?(?![\\p{L}\\p{N}])";
        return word.replace(/\*+$/, "").split(/[\s-]+/).filter(Boolean).map(escaped).join("[\\s\\-]+") + ending;
      });
    return parts.length ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join("|")})`, "gu") : null;
  };

  const SKIPPED = ".marks, .why, .katex, math, svg, nav, .labels";
  const texts = (article) => {
    const accept = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
      return node.matches(SKIPPED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    };
    const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, accept);
    const found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    return found;
  };

  const HIGHLIGHT = "watched";
  const ranges = typeof Highlight === "function" && CSS.highlights ? new Highlight() : null;
  if (ranges) CSS.highlights.set(HIGHLIGHT, ranges);
  const raise = (node, from, to) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    if (ranges) ranges.add(range);
    else range.surroundContents(make("mark", { class: HIGHLIGHT }));
  };
  const unmarked = () => {
    ranges?.clear();
    for (const one of document.querySelectorAll(`mark.${HIGHLIGHT}`)) {
      const parent = one.parentNode;
      one.replaceWith(...one.childNodes);
      parent.normalize();
    }
  };

  let rules = { text: "" };
  const watched = (article) => {
    const found = new Set();
    for (const node of rules.words ? texts(article) : []) {
      const hits = [...fold(node.data).matchAll(rules.words)];
      for (const hit of hits.reverse()) {
        found.add(node.data.slice(hit.index, hit.index + hit[0].length)); // before the node is cut
        raise(node, hit.index, hit.index + hit[0].length);
      }
    }
    for (const link of rules.themes.size ? article.querySelectorAll(".labels a") : []) {
      if (!rules.themes.has(fold(link.textContent.trim()))) continue;
      found.add(link.textContent);
      raise(link.firstChild, 0, link.firstChild.length);
    }
    for (const [, name] of rules.themes.size ? rows.themes(article) : []) if (rules.themes.has(fold(name.trim()))) found.add(name);
    return [...found];
  };
  const excluded = (article) => {
    if (!rules.excluded) return "";
    for (const node of texts(article)) {
      const hit = fold(node.data).matchAll(rules.excluded).next().value;
      if (hit) return node.data.slice(hit.index, hit.index + hit[0].length);
    }
    return "";
  };

  const hide = (article, word) => {
    if (article.why?.dataset.word === word) return;
    article.why?.remove();
    article.why = undefined;
    article.classList.toggle("excluded", Boolean(word));
    if (!word) return;
    const button = make("button", { type: "button" }, _`Show`);
    button.addEventListener("click", () => {
      const shown = !article.classList.toggle("excluded");
      button.textContent = shown ? _`Hide` : _`Show`;
    });
    article.why = make("p", { class: "why", "data-word": word }, `${_`Hidden: matches “${word}”`} `, button);
    article.append(article.why);
  };
  const mark = (articles) => {
    if (!rules.words && !rules.themes?.size && !rules.excluded && !rules.before) return;
    for (const article of articles) {
      const words = watched(article);
      article.classList.toggle("watched", words.length > 0);
      const found = words.slice(0, 5).join(", ");
      article.marks.title = found && _`Watched: ${found}`;
      if (!article.dataset.paper) hide(article, words.length ? "" : excluded(article));
    }
  };
  /* When watched or excluded words change, here or in another tab. */
  const renew = ({ watched: { authors, words, themes }, excluded: out }) => {
    const text = JSON.stringify([authors, words, themes, out]);
    if (text === rules.text) return;
    const before = Boolean(rules.words || rules.themes?.size || rules.excluded);
    rules = {
      text,
      before,
      words: pattern([...authors, ...words]),
      themes: new Set(themes.map((theme) => fold(theme.trim()))),
      excluded: pattern(out),
    };
    unmarked();
    mark(rows.known);
  };

  rows.watch = mark;
  rows.each(mark);
  reader.on(renew);
})();

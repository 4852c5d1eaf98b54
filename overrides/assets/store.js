/* The storage of a folder's pages: see reader.js. Only a page that was opened from a folder is answered: another site that
   takes this file into a frame learns nothing. */
"use strict";
(() => {
  if (location.protocol !== "file:" || parent === window) return;
  const name = `${new URL("../", document.currentScript.src).pathname}.reader`;
  const say = (words) => parent.postMessage(words, "*");

  const answer = ({ was, text }) => {
    const kept = localStorage.getItem(name);
    if (text === undefined) return { text: kept };
    if (kept !== was) return { text: kept, done: false };
    localStorage.setItem(name, text);
    return { done: true };
  };
  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    try {
      say({ number: data.number, ...answer(data) });
    } catch {
      say({ number: data.number, refused: true });
    }
  });
  addEventListener("storage", (event) => {
    if (event.key === null || event.key === name) say({ changed: true });
  });
  say({ number: 0 });
})();

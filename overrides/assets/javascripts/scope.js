/* What Material 9.8.1 writes into each page's head, as a file: where the site begins, and what is kept of choices. */
"use strict";
var __md_scope = new URL(document.currentScript.dataset.base, location);
var __md_hash = (text) => [...text].reduce((hash, letter) => (hash << 5) - hash + letter.charCodeAt(0), 0);
var __md_get = (key, storage = localStorage, scope = __md_scope) => JSON.parse(storage.getItem(scope.pathname + "." + key));
var __md_set = (key, value, storage = localStorage, scope = __md_scope) => {
  try {
    storage.setItem(scope.pathname + "." + key, JSON.stringify(value));
  } catch {
    /* A reader whose browser keeps nothing can still read. */
  }
};

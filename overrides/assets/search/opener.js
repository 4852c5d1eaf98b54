/* The way to the search, on every page: a button and the keys / and f. All else of the search is loaded when it is first
   opened, as classic scripts, so that it works the same over http and from a folder. */
"use strict";
(() => {
  const { make, script, sheet } = window.daybook;

  const page = document.querySelector(".search-page");
  const opener = make(
    "button",
    { type: "button", class: "opener md-icon", title: _`Search`, "aria-keyshortcuts": "/" },
    make("span", {}, _`Search`),
  );
  if (!page) opener.setAttribute("aria-haspopup", "dialog");
  let ui;
  let isThere = false;

  const start = () => {
    return Promise.all([sheet("assets/search/ui.css"), script(`assets/search/${page ? "page" : "dialog"}.js`)]); // with ui.js
  };
  const begin = async (act) => {
    try {
      await (ui = ui || start());
      isThere = true;
      opener.lastChild.textContent = _`Search`;
      act();
    } catch {
      ui = undefined; // the next attempt may succeed
      opener.lastChild.textContent = _`Search failed to load`;
      if (page) page.textContent = _`The search could not be loaded. Reload the page to try again.`;
    }
  };

  /* What is typed until the search is there: keys that are not held in a field would be lost, or mean something else. */
  const early = make("input", { "aria-label": _`Search`, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const open = async () => {
    if (isThere) return window.daybook.open();
    if (early.isConnected) return early.focus();
    const from = document.activeElement;
    const goBack = () => document.activeElement === early && from.focus({ preventScroll: true });
    let isEntered = false;
    early.onkeydown = ({ key }) => void (isEntered ||= key === "Enter");
    opener.after(early);
    early.focus({ preventScroll: true });
    await begin(() => {
      goBack(); // for closing leads there
      window.daybook.open();
      const field = document.activeElement;
      if (early.value) field.value = early.value;
      if (early.value) field.dispatchEvent(new Event("input"));
      if (isEntered) field.form.requestSubmit();
      early.value = "";
    });
    goBack();
    early.remove();
  };

  const hear = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.("input, textarea, select, dialog, [contenteditable]")) return;
    if (!["/", "f"].includes(event.key) || window.daybook.reader?.state.keys === false) return;
    event.preventDefault();
    if (document.activeElement === document.body) opener.focus({ preventScroll: true }); // where closing leads back to
    open();
  };

  opener.addEventListener("click", open);
  document.addEventListener("keydown", hear);
  document.querySelector(".md-header__tools").prepend(opener);
  if (page) begin(() => window.daybook.start());
})();

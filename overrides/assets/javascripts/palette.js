/* What Material 9.8.1 writes into each page's header, as a file: the colours chosen before, before anything is painted. */
"use strict";
(() => {
  const palette = __md_get("__palette");
  if (!palette || !palette.color) return;
  const color = palette.color;
  if (color.media === "(prefers-color-scheme)") {
    const scheme = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
    const input = document.querySelector(`[data-md-color-media='(prefers-color-scheme: ${scheme})']`);
    for (const name of ["media", "scheme", "primary", "accent"]) {
      color[name] = input.getAttribute("data-md-color-" + name);
    }
  }
  for (const [name, value] of Object.entries(color)) {
    document.body.setAttribute("data-md-color-" + name, value);
  }
})();

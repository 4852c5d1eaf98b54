/* Registers the service worker, which keeps visited pages for when there is no network, and offers the archive for
   installing. Only over the web, and only when the page is there (shell.js loads it then): nothing waits for it. */
"use strict";
(async () => {
  const { base, make, keeper } = window.daybook;
  if (!location.protocol.startsWith("http") || !navigator.serviceWorker) return;
  if (document.querySelector("link[rel=manifest]")) return; // loaded before, by who asked first

  document.head.append(make("link", { rel: "manifest", href: new URL("manifest.webmanifest", base) }));
  const place = document.getElementById("keep");
  if (place) keeper(place).catch(() => {});
  const workers = navigator.serviceWorker;
  if (!workers.controller) {
    /* The page of a first visit came before the worker; asked for again, it is kept like those that follow. */
    workers.addEventListener("controllerchange", () => fetch(location.href).catch(() => {}), { once: true });
  }
  try {
    await workers.register(new URL("sw.js", base), { scope: base.pathname, updateViaCache: "none" });
  } catch {
    /* A browser that refuses workers shows the archive all the same. */
  }
})();

/* The service worker: the network first, so that no page is older than what is published; what is kept, where there is
   no network. sw.js, which the build writes, names the shell and loads Workbox and this file. */
"use strict";
(() => {
  const { lang, shell, title } = self.daybook;
  const { core, expiration, precaching, routing, strategies } = self.workbox;
  const scope = new URL(self.registration.scope);
  const VISITED = `daybook-visited-1-${scope.pathname}`;
  const KEPT = `daybook-kept-1-${scope.pathname}`; // keep.js fills it
  const MOST = 1000; // visited files

  core.setCacheNameDetails({ prefix: "daybook", precache: "shell", suffix: scope.pathname });
  self.skipWaiting();
  core.clientsClaim();
  precaching.precache(shell);
  precaching.cleanupOutdatedCaches();

  /* Other caches of this archive are an earlier build's. Another archive of the same host has another path. */
  const cleanUp = async () => {
    const current = [core.cacheNames.precache, VISITED, KEPT];
    for (const name of await caches.keys()) {
      if (name.startsWith("daybook-") && name.endsWith(`-${scope.pathname}`) && !current.includes(name)) {
        await caches.delete(name);
      }
    }
  };
  self.addEventListener("activate", (event) => event.waitUntil(cleanUp()));

  /* One address per file: no query, and index.html for its folder. */
  const plain = (address) => {
    const url = new URL(address);
    url.search = url.hash = "";
    if (url.pathname.endsWith("/")) url.pathname += "index.html";
    return url.href;
  };
  const path = (address) => new URL(address).pathname.slice(scope.pathname.length);

  const rules = {
    /* The browser's own cache may answer for minutes after a new day: pages are asked for past it. */
    requestWillFetch: async ({ request }) =>
      request.mode === "navigate" ? new Request(request.url, { cache: "no-cache", redirect: "manual" }) : request,
    cacheKeyWillBeUsed: async ({ request }) => plain(request.url),
    cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
    /* A page visited since is newer than the kept one; files of the search must all be of one day. */
    cachedResponseWillBeUsed: async ({ request, cachedResponse }) => {
      const searching = path(request.url).startsWith("search/");
      if (cachedResponse && !searching) return cachedResponse;
      const kept = await caches.match(request.url, { cacheName: KEPT });
      return kept || cachedResponse || precaching.matchPrecache(request.url);
    },
  };
  const visited = new strategies.NetworkFirst({
    cacheName: VISITED,
    plugins: [new expiration.ExpirationPlugin({ maxEntries: MOST, purgeOnQuotaError: true }), rules],
  });

  /* What keep.js asks for itself is not kept a second time. */
  const ours = ({ url, sameOrigin }) =>
    sameOrigin &&
    url.pathname.startsWith(scope.pathname) &&
    !url.searchParams.has("kept") &&
    !path(url).startsWith("offline/");
  routing.registerRoute(ours, visited);

  const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const absent = () => {
    const home = `<a href="${scope.pathname}index.html">${_`home page`}</a>`;
    return _`There is no network at present, and this browser keeps only the pages that you visited or chose to keep. Open the page again when there is a network, or go to the ${home}.`;
  };
  const absence = () => `<!doctype html>
<html lang="${lang}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';style-src 'self' 'unsafe-inline';script-src 'self';img-src 'self' data:">
<meta name="viewport" content="width=device-width">
<title>${_`Not kept offline`} - ${escaped(title)}</title>
<link rel="stylesheet" href="${scope.pathname}assets/daybook.css">
<body>
<header><a href="${scope.pathname}index.html">${escaped(title)}</a></header>
<main class="md-typeset"><article>
<h1>${_`This page is not kept offline`}</h1>
<p>${absent()}</p>
</article></main>
`;
  routing.setCatchHandler(async ({ request }) =>
    request.destination === "document"
      ? new Response(absence(), { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } })
      : Response.error(),
  );
})();

/* The button _`Keep this archive offline`, where daybook.keeper wants it: fetches all files of the site that are missing here or have
   changed, and keeps them in a cache that the service worker reads.

   offline/index.json names lists of files with a hash for each list; a list has a hash for each of its files. Of every
   list the cache has a copy that names the files it holds: so a stop, at whatever moment, costs a few files at most. */
"use strict";
(() => {
  const { base, locale, make } = window.daybook;
  const CACHE = `daybook-kept-1-${base.pathname}`; // worker.js reads it
  const VISITED = `daybook-visited-1-${base.pathname}`;
  const RECORD = "offline/kept.json"; // in the cache only: {asOf, pages, bytes, whole, lists: {name: hash}}
  const AT_ONCE = 6; // requests
  const OFTEN = 100; // files between two notes of what is there

  const button = (words, act) => {
    const element = make("button", { type: "button", class: "md-button" }, words);
    element.addEventListener("click", act);
    return element;
  };

  const status = make("p", { role: "status" });
  const bar = make("progress", { "aria-label": _`Keeping the archive offline` });
  const buttons = make("p");
  let stopped; // an AbortController while files are fetched

  const many = (count) => count.toLocaleString(locale);
  const size = (bytes) => {
    const n = many(bytes < 1e6 ? Math.ceil(bytes / 1e3) : Math.round(bytes / 1e6));
    return bytes < 1e6 ? _`${n} KB` : _`${n} MB`;
  };
  const date = (text) =>
    new Date(`${text}T00:00:00Z`).toLocaleDateString(locale, {
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    });
  const pages = (count) => {
    const n = many(count);
    return _(count)`${n} page|${n} pages`;
  };

  const address = (path) => new URL(path.split("/").map(encodeURIComponent).join("/"), base);
  const ask = async (path, version, signal) => {
    const url = address(path);
    url.searchParams.set("kept", version); // past every cache between here and the site
    const answer = await fetch(url, { signal, cache: "no-cache" });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer;
  };
  const read = async (path) => {
    const found = await caches.match(address(path), { cacheName: CACHE });
    return found && found.json();
  };
  const write = (cache, path, value) => cache.put(address(path), Response.json(value));
  const folder = (list) => (list === "_" ? "" : `${list}/`);

  /* Fetches the files of a list that are missing or old, and removes what it no longer names. */
  const bring = async (cache, visited, name, version, signal, watch) => {
    const wanted = await (await ask(`offline/${name}.json`, version, signal)).json();
    const held = new Map(await read(`offline/${name}.json`));
    const note = () => write(cache, `offline/${name}.json`, [...held]);
    const isHeld = ([file, hash]) => held.get(file) === hash;
    watch(wanted.filter(isHeld).reduce((sum, [, , bytes]) => sum + bytes, 0));
    const left = wanted.filter((row) => !isHeld(row));
    let since = 0;
    const work = async () => {
      while (left.length && !signal.aborted) {
        const [file, hash, bytes] = left.pop();
        const path = folder(name) + file;
        const answer = await ask(path, hash, signal);
        await cache.put(address(path), answer);
        await visited?.delete(address(path)); // what is kept now is newer
        held.set(file, hash);
        watch(bytes);
        since += 1;
        if (since % OFTEN === 0) await note();
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    const names = new Set(wanted.map(([file]) => file));
    for (const file of [...held.keys()].filter((file) => !names.has(file))) {
      await cache.delete(address(folder(name) + file));
      held.delete(file);
    }
    await note();
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
    signal.throwIfAborted();
  };

  const forget = async (cache, name) => {
    for (const [file] of (await read(`offline/${name}.json`)) || []) await cache.delete(address(folder(name) + file));
    await cache.delete(address(`offline/${name}.json`));
  };

  const bringAll = async (index, signal) => {
    const cache = await caches.open(CACHE);
    const visited = (await caches.has(VISITED)) ? await caches.open(VISITED) : undefined;
    const record = { lists: {}, ...(await read(RECORD)), whole: false };
    let done = 0;
    const watch = (bytes) => {
      done += bytes;
      bar.value = done;
      const [n, all] = [done, index.bytes].map(size);
      status.textContent = _`Keeping the archive offline: ${n} of ${all}`;
    };
    bar.max = index.bytes || 1;
    watch(0);
    await write(cache, RECORD, record);
    for (const [name, hash, , bytes] of index.lists) {
      if (record.lists[name] === hash) {
        watch(bytes);
        continue;
      }
      delete record.lists[name];
      await bring(cache, visited, name, hash, signal, watch);
      record.lists[name] = hash;
      await write(cache, RECORD, record);
    }
    const current = new Set(index.lists.map(([name]) => name));
    for (const name of Object.keys(record.lists).filter((name) => !current.has(name))) {
      await forget(cache, name);
      delete record.lists[name];
    }
    await write(cache, RECORD, { ...record, asOf: index.asOf, pages: index.pages, bytes: index.bytes, whole: true });
  };

  const room = async (bytes) => {
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) || {};
    return quota - usage >= bytes;
  };

  const keep = async () => {
    stopped = new AbortController();
    buttons.replaceChildren(button(_`Stop`, () => stopped.abort()));
    buttons.before(bar);
    let trouble = "";
    try {
      await navigator.storage?.persist?.(); // else a browser may clear it when the disk is full
      await bringAll(await newest(), stopped.signal);
    } catch (error) {
      if (error.name === "QuotaExceededError") trouble = `${_`There is not enough room for the whole archive.`} `;
      else if (!stopped.signal.aborted) trouble = `${_`Not everything could be fetched.`} `;
    }
    bar.remove();
    stopped = undefined;
    await show(trouble);
    buttons.querySelector("button")?.focus();
  };

  const remove = async () => {
    await caches.delete(CACHE);
    await show();
    buttons.querySelector("button")?.focus();
  };

  const newest = async () => (await ask("offline/index.json", Date.now())).json();

  const show = async (trouble = "") => {
    const record = await read(RECORD);
    const index = await newest().catch(({ message }) => (message.endsWith("404") ? null : undefined)); // there may be no network
    if (index === null && !record) return; // nor is this site made for it
    const current = index && record && index.lists.every(([name, hash]) => record.lists[name] === hash);
    if (record?.whole) {
      const asOf = record.asOf && date(record.asOf);
      const newer = index && !current ? ` ${_`A newer version is available.`}` : "";
      const [held, bytes] = [pages(record.pages), size(record.bytes)];
      const said = asOf ? _`Kept offline: ${held}, ${bytes}, as of ${asOf}.` : _`Kept offline: ${held}, ${bytes}.`;
      status.textContent = `${trouble}${said}${newer}`;
      buttons.replaceChildren(...(newer ? [button(_`Bring up to date`, keep), " "] : []), button(_`Remove`, remove));
    } else if (record) {
      status.textContent = `${trouble}${_`Part of the archive is kept offline. What is already kept will not be fetched again.`}`;
      buttons.replaceChildren(...(index ? [button(_`Resume`, keep), " "] : []), button(_`Remove`, remove));
    } else if (index) {
      const enough = await room(index.bytes);
      const [held, bytes] = [pages(index.pages), size(index.bytes)];
      status.textContent = `${trouble}${_`The whole archive has ${held} and needs ${bytes} on this device.`}`;
      if (!enough) status.append(` ${_`There is not enough room for it in this browser.`}`);
      buttons.replaceChildren(...(enough ? [button(_`Keep this archive offline`, keep)] : []));
    } else {
      status.textContent = `${trouble}${_`To keep the whole archive, open this page when there is a network.`}`;
      buttons.replaceChildren();
    }
  };

  window.daybook.keeping = (place) => {
    place.replaceChildren(status, buttons);
    return show();
  };
})();

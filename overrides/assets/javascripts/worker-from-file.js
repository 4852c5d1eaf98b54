/* Opened from a folder, browsers refuse workers that are files. The search's worker is made of its source instead,
   which search-worker.js brings as a text. */
"use strict";
if (location.protocol === "file:") {
  const Native = window.Worker;
  window.Worker = function () {
    return new Native(URL.createObjectURL(new Blob([__search_worker], { type: "text/javascript" })));
  };
}

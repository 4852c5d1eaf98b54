/* What a folder's pages keep, where a browser gives each file a storage of its own: they share that of one file,
   assets/store.xhtml, which each page takes into a frame and asks. */
"use strict";
(() => {
  const { base, make } = window.daybook;
  const PATIENCE = 20_000; // milliseconds

  const parsed = (text) => {
    try {
      return JSON.parse(text) ?? undefined;
    } catch {
      return undefined;
    }
  };

  /* A store, as reader.js describes it. `changed` is called when another page has changed what is kept. */
  window.daybook.frame = (changed) => {
    const frame = make("iframe", { src: new URL("assets/store.xhtml", base), hidden: "", title: _`Storage` });
    const asked = new Map();
    let number = 0;
    const ready = new Promise((done, failed) => {
      asked.set(0, done);
      setTimeout(() => failed(new Error("no answer")), PATIENCE);
    });
    addEventListener("message", ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      if (data.changed) changed();
      asked.get(data.number)?.(data);
      asked.delete(data.number);
    });
    document.body.append(frame);

    const ask = async (question) => {
      await ready;
      const answer = await new Promise((done) => {
        asked.set((number += 1), done);
        frame.contentWindow.postMessage({ ...question, number }, "*"); // a folder's pages have no origin to name
      });
      if (answer.refused) throw new Error("refused");
      return answer;
    };
    return {
      read: async () => parsed((await ask({})).text),
      async change(renew) {
        let { text } = await ask({});
        for (;;) {
          const data = renew(parsed(text));
          const answer = await ask({ was: text, text: JSON.stringify(data) });
          if (answer.done) return data;
          text = answer.text; // another page was faster
        }
      },
    };
  };
})();

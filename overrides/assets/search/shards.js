/* The index's files, each read once and whole: words, their papers and places, facets, authors, what results show.
   The format is documented in generator/search/index.py, which writes it. */
"use strict";
(() => {
  const KEPT = 400; // words whose papers or positions stay decoded

  /* An error that says the files are of two days: a new one was published meanwhile. */
  class Stale extends Error {
    constructor(version) {
      super(_`The archive has just been updated. Search again in a minute.`);
      this.name = "Stale";
      this.version = version;
    }
  }

  /* `count` numbers of a text from a place on, and where they end. */
  const numbers = (text, start, count) => {
    const found = new Int32Array(count);
    let at = start;
    for (let place = 0; place < count; place++) {
      let high = 0;
      let unit = text.charCodeAt(at++);
      while (unit >= 0xe000) {
        high = (high + unit - 0xe000) * 50000;
        unit = text.charCodeAt(at++);
      }
      found[place] = high + unit - (unit > 92 ? 36 : 35);
    }
    return [found, at];
  };

  /* All numbers of a text. */
  const all = (text) => {
    let count = text.length;
    for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0xe000) count--;
    return numbers(text, 0, count)[0];
  };

  /* Sorted words of which each says how much of the one before it begins with. */
  const spelled = (text) => {
    let before = "";
    return text.split("\n").map((line) => {
      const unit = line.charCodeAt(0);
      return (before = before.slice(0, unit - (unit > 92 ? 36 : 35)) + line.slice(1));
    });
  };

  /* The first place in sorted `terms` that is not before `term`. */
  const placed = (terms, term) => {
    let [low, high] = [0, terms.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (terms[middle] < term) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  /* Which of the shards with these first terms may hold terms that begin with `prefix`. */
  const shardsOf = (firsts, prefix, exact) => {
    const found = [];
    let shard = Math.max(0, placed(firsts, prefix) - 1);
    if (firsts[shard + 1] === prefix) shard++;
    for (; shard < firsts.length; shard++) {
      if (found.length && (exact || !firsts[shard].startsWith(prefix))) break;
      found.push(shard);
    }
    return found;
  };

  const backwards = (word) => [...word].reverse().join("");

  /* What `make` gives for a key, kept; a promise that fails is not. */
  const kept = (most) => {
    const held = new Map();
    return (key, make) => {
      if (held.has(key)) return held.get(key);
      if (held.size >= most) held.delete(held.keys().next().value);
      const value = make();
      held.set(key, value);
      if (value && value.catch) value.catch(() => held.get(key) === value && held.delete(key));
      return value;
    };
  };

  const open = async (load, wanted) => {
    const file = kept(Infinity);
    const decoded = kept(KEPT);
    const opened = (given) => (given && given.version !== undefined && "data" in given ? given : { version: "", data: given });
    const { version, data: index } = opened(await load("index", wanted));

    const read = (name) =>
      file(name, async () => {
        const given = opened(await load(name, name.startsWith("papers/") ? "" : version));
        if (given.version && version && given.version !== version) throw new Stale(given.version);
        return given.data;
      });
    const unpacked = (name, unpack) => file(`unpacked ${name}`, async () => unpack(await read(name)));

    /* A shard's terms, and for each how many papers it has and where its postings and positions are. */
    const words = (shard) =>
      unpacked(`words/${shard}`, ([terms, packed]) => {
        const counts = all(packed);
        const list = spelled(terms);
        const places = [new Int32Array(2 * list.length), new Int32Array(2 * list.length)];
        places.forEach((place, kind) => {
          let [k, offset] = [0, 0];
          for (let term = 0; term < list.length; term++) {
            place[2 * term] = k;
            place[2 * term + 1] = offset;
            offset += counts[3 * term + 1 + kind];
            if (offset >= index.cut) [k, offset] = [k + 1, 0];
          }
        });
        return { shard, list, counts, places };
      });

    const entry = ({ shard, list, counts, places }, at) => ({
      term: list[at],
      papers: counts[3 * at],
      lengths: [counts[3 * at + 1], counts[3 * at + 2]],
      places: places.map((place) => [place[2 * at], place[2 * at + 1]]),
      shard,
    });

    /* The entries of all terms that begin with `prefix`; or of the one that is it. */
    const range = async (prefix, exact = false) => {
      const found = [];
      for (const part of await Promise.all(shardsOf(index.words, prefix, exact).map(words))) {
        for (let at = placed(part.list, prefix); at < part.list.length; at++) {
          if (exact ? part.list[at] !== prefix : !part.list[at].startsWith(prefix)) break;
          found.push(entry(part, at));
        }
      }
      return found;
    };
    const lookup = async (term) => (await range(term, true))[0] || null;

    /* The terms that end in `suffix`. */
    const ending = async (suffix) => {
      const prefix = backwards(suffix);
      const parts = shardsOf(index.reversed, prefix, false).map((shard) =>
        unpacked(`reversed/${shard}`, (data) => spelled(typeof data === "string" ? data : data[0])),
      );
      const found = [];
      for (const list of await Promise.all(parts)) {
        for (let at = placed(list, prefix); at < list.length && list[at].startsWith(prefix); at++) found.push(backwards(list[at]));
      }
      return found;
    };

    const stretch = async (folder, { shard, lengths, places }, kind) => {
      if (!lengths[kind]) return "";
      const [k, offset] = places[kind];
      return (await read(`${folder}/${shard}.${k}`)).substr(offset, lengths[kind]);
    };

    /* A term's papers, rising, and its impact in each (nothing for keys). */
    const postings = (entry) =>
      decoded(`papers ${entry.term}`, async () => {
        const text = await stretch("postings", entry, 0);
        if (!text) return { papers: new Int32Array(0), impacts: null };
        const [papers, end] = numbers(text, 0, entry.papers);
        for (let at = 1; at < papers.length; at++) papers[at] += papers[at - 1] + 1;
        return { papers, impacts: end < text.length ? numbers(text, end, entry.papers)[0] : null };
      });

    /* Where a term stands: a function of a place in its postings that gives positions, rising. */
    const positions = (entry) =>
      decoded(`positions ${entry.term}`, async () => {
        const text = await stretch("positions", entry, 1);
        const starts = new Int32Array(entry.papers);
        for (let at = 0, paper = 0; paper < entry.papers; paper++) {
          starts[paper] = at;
          /* The last number of a paper is even: units up to 92 stand for themselves less 35, others less 36. */
          for (let unit; at < text.length; ) {
            unit = text.charCodeAt(at++);
            if (unit < 0xe000 && (unit > 92 ? unit & 1 : ~unit & 1) === 0) break;
          }
        }
        return (paper) => {
          const found = [];
          for (let at = starts[paper], last = 0, value = 1; value & 1 && at < text.length; ) {
            let unit = text.charCodeAt(at++);
            value = unit - (unit > 92 ? 36 : 35);
            if (unit >= 0xe000) {
              value = (unit - 0xe000) * 50000;
              unit = text.charCodeAt(at++);
              value += unit - (unit > 92 ? 36 : 35);
            }
            found.push((last += value >> 1));
          }
          return found;
        };
      });

    /* The pages of an author's key: [name, slug, number of papers] each. They stand in place of positions. */
    const pages = async (entry) => {
      const lines = (await stretch("positions", entry, 1)).split("\n").filter(Boolean);
      return lines.map((line) => line.split("\t"));
    };

    /* Of a facet {sets: of places of values, column: the number of its set for each paper}. */
    const facet = (name) => unpacked(`facets/${name}`, ({ sets, column }) => ({ sets, column: all(column) }));

    /* The days on which papers were first seen, rising, and how many each has. */
    const dates = () => unpacked("dates", ({ days, papers }) => ({ days, papers: all(papers) }));

    /* Where a field stands in each of a block's papers: a function of a paper and a position. */
    const BOUNDS = { title: [0, 1], author: [1, 2] };
    const within = async (field, block) => {
      const bounds = await unpacked(`bounds/${block}`, all);
      const [first, last] = BOUNDS[field];
      const bound = (paper, number) => {
        const at = 2 * (paper - block * index.authors.block);
        return number ? bounds[at] + (number > 1 ? bounds[at + 1] : 0) : 0;
      };
      return (paper, position) => position >= bound(paper, first) && position < bound(paper, last);
    };

    /* The authors of a block's papers: their numbers, and where each paper's begin. */
    const authors = (block) =>
      unpacked(`authors/${block}`, (text) => {
        const list = all(text);
        const starts = [];
        for (let at = 0; at < list.length; at += list[at] + 1) starts.push(at);
        return { list, starts };
      });

    const name = async (author) => {
      const { names } = index.authors;
      return (await read(`names/${Math.floor(author / names)}`))[author % names];
    };
    const paper = async (number) => (await read(`papers/${Math.floor(number / index.chunk)}`))[number % index.chunk];

    return { index, version, lookup, range, ending, postings, positions, pages, facet, dates, within, authors, name, paper };
  };

  Object.assign(daybookSearch, { shards: { open, Stale } });
})();

/* The index's files, each read once and whole: words, their papers and places, facets, authors, what results show.
   An index has two parts of one form, base and delta: papers are numbered within their part, and, by date, in the whole.
   The format is documented in generator/daybook/search/index.py, which writes it. */
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

  /* Numbers of a text that says by how much each is more than the one before. */
  const rising = (text) => {
    const found = all(text);
    for (let at = 1; at < found.length; at++) found[at] += found[at - 1];
    return found;
  };

  /* A reader of one part. `read`: gives what a file of it holds. Papers have the part's own numbers. */
  const part = (read, unpacked, about, { chunk, places: most, block, names }) => {
    const firsts = {};
    for (const kind of ["words", "forward", "backward"]) firsts[kind] = about[kind] ? spelled(about[kind]) : [];

    /* A shard's terms, and for each how many papers it has, and where its postings and positions are. */
    const words = (shard) =>
      unpacked(`words/${shard}`, ([terms, papers, postings, positions, hidden, first, from, text]) => {
        const counts = [papers, postings, positions].map(all);
        const list = spelled(terms);
        const starts = new Int32Array(list.length);
        const places = new Int32Array(2 * list.length);
        let [start, k, offset] = [0, first, from];
        for (let at = 0; at < list.length; at++) {
          starts[at] = start;
          start += counts[1][at];
          places[2 * at] = k;
          places[2 * at + 1] = offset;
          offset += counts[2][at];
          if (offset >= most) [k, offset] = [k + 1, 0];
        }
        return { list, counts, hidden: hidden && all(hidden), starts, places, text };
      });

    const entry = ({ list, counts, hidden, starts, places, text }, at) => ({
      term: list[at],
      papers: counts[0][at],
      hidden: hidden ? hidden[at] : 0,
      postings: text.substr(starts[at], counts[1][at]),
      place: [places[2 * at], places[2 * at + 1], counts[2][at]],
    });

    /* The entries of all terms that begin with `prefix`, without keys of authors; or of the one that is it. */
    const range = async (prefix, exact) => {
      const found = [];
      for (const held of await Promise.all(shardsOf(firsts.words, prefix, exact).map(words))) {
        for (let at = placed(held.list, prefix); at < held.list.length; at++) {
          if (exact ? held.list[at] !== prefix : !held.list[at].startsWith(prefix)) break;
          if (exact || !held.list[at].includes("@")) found.push(entry(held, at));
        }
      }
      return found;
    };

    /* The words of a list, forward or backward, that begin with `prefix`. */
    const listed = async (kind, prefix) => {
      const shards = shardsOf(firsts[kind], prefix, false).map((shard) => unpacked(`${kind}/${shard}`, spelled));
      const found = [];
      for (const list of await Promise.all(shards)) {
        for (let at = placed(list, prefix); at < list.length && list[at].startsWith(prefix); at++) found.push(list[at]);
      }
      return found;
    };

    const postings = (entry) => {
      if (!entry.postings) return { papers: new Int32Array(0), impacts: null };
      const [papers, end] = numbers(entry.postings, 0, entry.papers);
      for (let at = 1; at < papers.length; at++) papers[at] += papers[at - 1] + 1;
      return { papers, impacts: end < entry.postings.length ? numbers(entry.postings, end, entry.papers)[0] : null };
    };

    /* What stands in place of a term's positions. */
    const stretch = async ({ place: [k, offset, length] }) => (length ? (await read(`positions/${k}`)).substr(offset, length) : "");

    const positions = async (entry) => {
      const text = await stretch(entry);
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
    };

    const facet = (name) => unpacked(`facets/${name}`, ({ values, sets, column }) => ({ values, sets, column: all(column) }));
    const dates = () => unpacked("dates", ({ days, papers }) => ({ days, papers: all(papers) }));

    /* What the files of `kind` hold for these papers: a function of a paper that gives its block's, and its place there. */
    const blocks = async (kind, papers, unpack) => {
      const wanted = [...new Set(papers.map((paper) => Math.floor(paper / block)))];
      const held = new Map(await Promise.all(wanted.map(async (number) => [number, await unpacked(`${kind}/${number}`, unpack)])));
      return (paper) => [held.get(Math.floor(paper / block)), paper % block];
    };

    /* The positions that end each paper's title and its authors. */
    const bounds = async (papers) => {
      const of = await blocks("bounds", papers, all);
      return (paper) => {
        const [ends, at] = of(paper);
        return [ends[2 * at], ends[2 * at] + ends[2 * at + 1]];
      };
    };

    /* The numbers of each paper's authors. */
    const authors = async (papers) => {
      const of = await blocks("authors", papers, (text) => {
        const list = all(text);
        const starts = [];
        for (let at = 0; at < list.length; at += list[at] + 1) starts.push(at);
        return { list, starts };
      });
      return (paper) => {
        const [{ list, starts }, at] = of(paper);
        return list.subarray(starts[at] + 1, starts[at] + 1 + list[starts[at]]);
      };
    };
    const name = async (author) => (await read(`names/${Math.floor(author / names)}`))[author % names];
    const paper = async (number) => (await read(`papers/${Math.floor(number / chunk)}`))[number % chunk];

    /* How many files have the terms that begin with `prefix`. */
    const reach = (prefix) => shardsOf(firsts.words, prefix, false).length;

    return { range, reach, listed, postings, stretch, positions, facet, dates, bounds, authors, name, paper };
  };

  /* How the papers of both parts are numbered in the whole: {own: for each part the numbers of its papers, -1 where they
     are hidden; origin: for each number the base's paper, or ~ the delta's; visible: numbers, rising}. The delta hides
     papers of the base; `away`: of each part, those that are to be, too. */
  const numbered = (total, { places, gone }, away) => {
    const steps = all(places);
    const hidden = new Uint8Array(total);
    for (const paper of [...rising(gone), ...away[0]]) hidden[paper] = 1;
    const others = new Set(away[1]);
    const own = [new Int32Array(total), new Int32Array(steps.length)];
    const origin = new Int32Array(total + steps.length);
    const visible = [];
    let [base, number, at] = [0, 0, 0];
    const take = (until) => {
      for (; base < until; base++, number++) {
        own[0][base] = hidden[base] ? -1 : number;
        origin[number] = base;
        if (!hidden[base]) visible.push(number);
      }
    };
    steps.forEach((step, paper) => {
      take((at += step >> 1));
      if (step & 1) hidden[at] = 1;
      own[1][paper] = others.has(paper) ? -1 : number;
      origin[number] = ~paper;
      if (!others.has(paper)) visible.push(number);
      number++;
    });
    take(total);
    return { own, origin, visible: Int32Array.from(visible) };
  };

  /* isOwn: without the papers whose page is in another volume of the library. */
  const open = async (load, wanted, isOwn = false) => {
    const file = kept(Infinity);
    const decoded = kept(KEPT);
    const opened = (given) => (given && given.version !== undefined && "data" in given ? given : { version: "", data: given });
    const { version, data: index } = opened(await load("index", wanted));
    const abouts = [index.base, index.delta];
    const { own, origin, visible } = numbered(index.base.papers, index.delta, abouts.map(({ away }) => (isOwn ? rising(away || "") : [])));

    const parts = ["base", "delta"].map((folder, at) => {
      const read = (name) =>
        file(`${folder}/${name}`, async () => {
          const given = opened(await load(`${folder}/${name}`, abouts[at].version));
          if (given.version && given.version !== abouts[at].version) throw new Stale(given.version);
          return given.data;
        });
      const unpacked = (name, unpack) => file(`unpacked ${folder}/${name}`, async () => unpack(await read(name)));
      return part(read, unpacked, abouts[at], index);
    });
    const [base, delta] = parts;

    /* The entries of all terms that begin with `prefix`, or of the one that is it; none of a term without papers. */
    const range = async (prefix, exact = false) => {
      const found = new Map();
      (await Promise.all(parts.map((part) => part.range(prefix, exact)))).forEach((entries, at) => {
        for (const entry of entries) {
          const held = found.get(entry.term) || { term: entry.term, papers: 0, of: [null, null] };
          held.papers += entry.papers - entry.hidden;
          held.of[at] = entry;
          found.set(entry.term, held);
        }
      });
      return [...found.values()].filter(({ papers }) => papers > 0).sort((one, other) => (one.term < other.term ? -1 : 1));
    };
    const reach = (prefix) => parts.reduce((sum, part) => sum + part.reach(prefix), 0);
    const lookup = async (term) => (await range(term, true))[0] || null;

    const listed = async (kind, prefix) => [...new Set((await Promise.all(parts.map((part) => part.listed(kind, prefix)))).flat())];
    /* The words that begin with a text, and those that end in it. Some may be of no paper any more. */
    const beginning = (prefix) => listed("forward", prefix);
    const ending = async (suffix) => (await listed("backward", backwards(suffix))).map(backwards);

    /* A term's papers, rising; its impact in each (nothing for keys); and where each stands in the postings of its part:
       in the base's, or ~ in the delta's. */
    const postings = (entry) =>
      decoded(`papers ${entry.term}`, () => {
        const lists = entry.of.map((each, at) => (each ? parts[at].postings(each) : { papers: [], impacts: null }));
        const most = lists[0].papers.length + lists[1].papers.length;
        const [papers, places] = [new Int32Array(most), new Int32Array(most)];
        const impacts = lists.some((list) => list.impacts) ? new Int32Array(most) : null;
        const at = [0, 0];
        const next = (part) => {
          for (; at[part] < lists[part].papers.length; at[part]++) {
            const paper = own[part][lists[part].papers[at[part]]];
            if (paper >= 0) return paper;
          }
          return Infinity;
        };
        let count = 0;
        for (let [one, other] = [next(0), next(1)]; Math.min(one, other) < Infinity; count++) {
          const part = one < other ? 0 : 1;
          papers[count] = Math.min(one, other);
          places[count] = part ? ~at[1] : at[0];
          if (impacts) impacts[count] = lists[part].impacts[at[part]];
          at[part]++;
          if (part) other = next(1);
          else one = next(0);
        }
        return { papers: papers.subarray(0, count), impacts: impacts && impacts.subarray(0, count), places };
      });

    /* Where a term stands: a function of a place in its postings that gives positions, rising. */
    const positions = (entry) =>
      decoded(`positions ${entry.term}`, async () => {
        const { places } = postings(entry);
        const of = await Promise.all(entry.of.map((each, at) => each && parts[at].positions(each)));
        return (at) => (places[at] < 0 ? of[1](~places[at]) : of[0](places[at]));
      });

    /* The pages of an author's key: [name, slug] each. They stand in place of positions; the delta's count. */
    const pages = async ({ of: [one, other] }) => {
      const lines = (await (other ? delta.stretch(other) : base.stretch(one))).split("\n").filter(Boolean);
      return lines.map((line) => line.split("\t"));
    };

    /* What a method of the parts gives for papers: a function of a paper. */
    const apart = async (method, papers) => {
      const theirs = [[], []];
      for (const paper of papers) theirs[origin[paper] < 0 ? 1 : 0].push(origin[paper] < 0 ? ~origin[paper] : origin[paper]);
      const [one, other] = await Promise.all(parts.map((part, at) => part[method](theirs[at])));
      return (paper) => (origin[paper] < 0 ? other(~origin[paper]) : one(origin[paper]));
    };

    /* Whether a position of one of these papers is in a field. */
    const within = async (field, papers) => {
      const bounds = await apart("bounds", papers);
      return (paper, position) => {
        const [title, names] = bounds(paper);
        return field === "title" ? position < title : position >= title && position < names;
      };
    };
    const authors = (papers) => apart("authors", papers);
    const name = (author) => (author < index.base.authors ? base.name(author) : delta.name(author - index.base.authors));
    const paper = (number) => (origin[number] < 0 ? delta.paper(~origin[number]) : base.paper(origin[number]));

    /* Of a facet {sets: of places of values, column: the number of its set for each paper}. */
    const facet = (name) =>
      file(`facet ${name}`, async () => {
        const place = new Map(index.facets.find((each) => each.name === name).values.map(([value], at) => [value, at]));
        const sets = [];
        const column = new Int32Array(origin.length);
        (await Promise.all(parts.map((part) => part.facet(name)))).forEach((held, part) => {
          const first = sets.length;
          for (const set of held.sets) sets.push(set.map((at) => place.get(held.values[at])).filter((at) => at !== undefined));
          held.column.forEach((set, at) => own[part][at] >= 0 && (column[own[part][at]] = first + set));
        });
        return { sets, column };
      });

    /* The first number of a paper that is after all dates that `isBefore` takes: papers are numbered by their dates. */
    const bound = async (isBefore) => {
      let first = 0;
      for (const { days, papers } of await Promise.all(parts.map((part) => part.dates()))) {
        for (let day = 0; day < days.length && isBefore(days[day]); day++) first += papers[day];
      }
      return first;
    };

    return { index, version, size: origin.length, visible, lookup, range, reach, beginning, ending, postings, positions, pages, facet, bound, within, authors, name, paper };
  };

  Object.assign(daybookSearch, { shards: { open, Stale } });
})();

/* "For you": papers ranked by likeness to those that a reader starred. All of it is done here in the browser, and
   nothing is sent. Loaded behind parts.js, when a ranking, a paper's terms or an import is asked for.

   A paper's terms are its strongest words, three characters each, as generator/daybook/describe/signatures.py packs them: scripts
   in reading/ (generator/daybook/exports/scripts.py) have those of all papers. */
"use strict";
(() => {
  const { ids, script, parts: { crc, address, open } } = window.daybook;
  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const WEIGHTS = 9;
  const PLACES = 29127; // into which terms are hashed
  const NEAREST = 5; // stars that count as much as all of them together
  const SHOWN = 4; // words that raised a paper
  const SOUGHT = 8; // terms of which a row may show the words
  const LONGEST = 20000; // characters of a row in which they are sought
  const KEPT = 4000; // papers whose terms stay unpacked
  const KEPT_WORDS = 50000; // whose places are kept

  /* Terms */

  const digit = new Int8Array(65536).fill(-1); // by what charCodeAt gives
  [...DIGITS].forEach((sign, value) => (digit[sign.charCodeAt(0)] = value));

  /* Terms as places and weights, the sum of whose squares is 1. What a browser kept may be damaged: signs that are none
     of ours are passed over. */
  const unpack = (text) => {
    const places = new Int32Array(Math.floor(text.length / 3));
    const weights = new Float64Array(places.length);
    let count = 0;
    let squares = 0;
    for (let at = 0; at + 2 < text.length; at += 3) {
      const number = (digit[text.charCodeAt(at)] << 12) | (digit[text.charCodeAt(at + 1)] << 6) | digit[text.charCodeAt(at + 2)];
      if (number < 0 || number >= PLACES * WEIGHTS) continue;
      const weight = (number % WEIGHTS) + 1;
      places[count] = (number - weight + 1) / WEIGHTS;
      weights[count++] = weight;
      squares += weight * weight;
    }
    const length = Math.sqrt(squares) || 1;
    for (let at = 0; at < count; at++) weights[at] /= length;
    return { places: places.subarray(0, count), weights: weights.subarray(0, count) };
  };
  const unpacked = new Map();
  const terms = (given) => {
    const text = typeof given === "string" ? given : "";
    let found = unpacked.get(text);
    if (!found) {
      if (unpacked.size >= KEPT) unpacked.clear();
      unpacked.set(text, (found = unpack(text)));
    }
    return found;
  };

  /* Add to sums, by place, the mean of some papers' terms, times a share. */
  const add = (sums, papers, share) => {
    const each = share / papers.length;
    for (const { places, weights } of papers) {
      for (let at = 0; at < places.length; at++) sums[places[at]] += weights[at] * each;
    }
  };

  /* Which of the papers have each place, and with which weight: first[place] is an entry, and next[entry] the one after
     it, until 0. */
  const postings = (papers) => {
    const first = new Int32Array(PLACES);
    const next = new Int32Array(papers.reduce((sum, { places }) => sum + places.length, 1));
    const numbers = new Int32Array(next.length);
    const weights = new Float64Array(next.length);
    let entry = 0;
    papers.forEach((paper, number) => {
      for (let at = 0; at < paper.places.length; at++) {
        const place = paper.places[at];
        next[++entry] = first[place];
        first[place] = entry;
        numbers[entry] = number;
        weights[entry] = paper.weights[at];
      }
    });
    return { first, next, numbers, weights };
  };

  /* The papers most like one, the first most: [[likeness, number]]; those that share no term with it are passed over.
     likeness: zeros, one a paper; they are zeros again in the end. */
  const nearest = ({ places, weights }, { first, next, numbers, weights: theirs }, likeness) => {
    const met = [];
    for (let at = 0; at < places.length; at++) {
      for (let entry = first[places[at]]; entry; entry = next[entry]) {
        const number = numbers[entry];
        if (likeness[number] === 0) met.push(number);
        likeness[number] += weights[at] * theirs[entry];
      }
    }
    const best = [];
    let least = 0;
    for (const number of met) {
      const like = likeness[number];
      likeness[number] = 0;
      if (like <= least) continue;
      let at = best.length;
      while (at && best[at - 1][0] < like) at--;
      best.splice(at, 0, [like, number]);
      if (best.length > NEAREST) best.pop();
      if (best.length === NEAREST) least = best[NEAREST - 1][0];
    }
    return best;
  };

  const product = ({ places, weights }, sums) => {
    let sum = 0;
    for (let at = 0; at < places.length; at++) sum += weights[at] * sums[places[at]];
    return sum;
  };

  /* Ranking. A paper's likeness to the stars is the sum of the products of their terms: half of it with all of them,
     half with the five nearest, so that one interest among many counts; less its likeness to the average paper of the
     page, so that what all papers there speak of raises none. tests/site/test_for_you.py measures it. */

  /* stars: key -> terms; papers: [{id, terms, article: its row}]. Best first: [{article, id, score, words}]; scores lie
     between -1 and 1, and 0 is "no more than the others"; a paper without terms comes last, with -1. words() finds those of
     the row that raised it, the strongest first; it reads the whole row, so ask only for rows that are shown first. */
  const rank = (stars, papers) => {
    const liked = Object.values(stars).map(terms).filter(({ places }) => places.length);
    const each = papers.map(({ article, id, terms: packed }) => ({ article, id, own: terms(packed) }));
    const known = each.filter(({ own }) => own.places.length);
    const others = known.filter(({ id }) => !Object.hasOwn(stars, id));
    const gains = new Float64Array(PLACES);
    add(gains, liked, 0.5);
    add(gains, (others.length ? others : known).map(({ own }) => own), -1);
    const lists = postings(liked);
    const likeness = new Float64Array(liked.length);
    const counted = Math.min(NEAREST, liked.length);
    const judged = each.map(({ article, id, own }) => {
      if (!own.places.length || !liked.length) return { article, id, score: own.places.length ? 0 : -1, words: () => [] };
      const near = nearest(own, lists, likeness);
      const like = near.reduce((sum, [each]) => sum + each, 0) / counted;
      const score = product(own, gains) + like / 2;
      const words = () => (score > 0 ? raising(article, own, near.map(([, number]) => liked[number]), counted, gains) : []);
      return { article, id, score, words };
    });
    const order = judged.map((_, number) => number).sort((one, other) => judged[other].score - judged[one].score || one - other);
    return order.map((number) => judged[number]);
  };

  /* Words */

  const SIGNS = /[!-/:-@[-`{-~‐‑‒–—…’‘“”·×•„«»≤≥±]/g;
  const INFLECTED = ["ing", "ed"];
  const DERIVED =
    "abilities ability ational ations atives ments ation ators ative ional ities ical able ment ions ives ator ness ally ate ion ive ity".split(" ");
  const SHORT = ["er", "or", "al", "ic", "ly", "at"];
  const STEPS = [[INFLECTED, 4], [DERIVED, 4], [SHORT, 5], [["e"], 4]];

  /* The stem of a word in lower case, as root() in generator/daybook/text/vocabulary.py finds it; "" for anything but a word. */
  const stem = (given) => {
    const isPlain = /^[a-z]+$/.test(given);
    const length = isPlain ? given.length : [...given].length;
    if (length < 2 || length > 30 || !(isPlain || /\p{L}/u.test(given))) return "";
    if (!isPlain) return given;
    let word = given;
    if (length > 5 && word.endsWith("ies")) word = `${word.slice(0, -3)}y`;
    else if (length > 3 && /s$/.test(word) && !/(?:ss|us|is)$/.test(word)) word = word.slice(0, -1);
    for (const [endings, least] of STEPS) {
      const ending = endings.find((each) => word.endsWith(each) && word.length - each.length >= least);
      if (ending) word = word.slice(0, -ending.length);
    }
    return word;
  };

  const place = (word) => crc(word) % PLACES;

  /* A word of a row as its stem and place, -1 for none; kept, as words recur. */
  const known = new Map();
  const looked = (word) => {
    let found = known.get(word);
    if (!found) {
      if (known.size >= KEPT_WORDS) known.clear();
      const root = stem(word.toLowerCase());
      known.set(word, (found = { root, at: root ? place(root) : -1, isLower: word === word.toLowerCase() }));
    }
    return found;
  };

  /* The words of a row that stand at these places: place -> word as written, without a capital where it also has none.
     Where two different words meet at a place, the longer one: a short one is there by chance. */
  const written = (article, places) => {
    let text = "";
    for (const each of article.querySelectorAll("h3, p:not(.by, .why)")) text += ` ${each.textContent}`;
    const found = new Map();
    for (const word of text.slice(0, LONGEST).replace(SIGNS, " ").split(/\s+/)) {
      const { root, at, isLower } = looked(word);
      if (!places.has(at)) continue;
      const held = found.get(at);
      const isSame = held && held.word.length === word.length && held.word.toLowerCase() === word.toLowerCase();
      if (!held || held.root.length < root.length || (isLower && isSame)) found.set(at, { word, root });
    }
    return found;
  };

  const raising = (article, { places, weights }, near, counted, gains) => {
    const gain = new Map();
    places.forEach((at, order) => gain.set(at, weights[order] * gains[at]));
    for (const { places: theirs, weights: held } of near) {
      theirs.forEach((at, order) => {
        if (gain.has(at)) gain.set(at, gain.get(at) + (weights[places.indexOf(at)] * held[order]) / counted / 2);
      });
    }
    const raised = [...gain].filter(([, worth]) => worth > 0).sort(([, one], [, other]) => other - one).slice(0, SOUGHT);
    const words = written(article, new Set(raised.map(([at]) => at)));
    return raised.flatMap(([at]) => words.get(at)?.word ?? []).slice(0, SHOWN);
  };

  /* Papers that are not on the page */

  const stored = open("reading/", "terms");

  /* The terms and titles of papers by their keys or arXiv ids: a Map, key -> {terms, title}, without those that this
     archive does not have. Fails where a script cannot be loaded. */
  const load = async (given) => {
    const found = await stored([...given].map(ids.keyOf));
    for (const [name, [packed, title]] of found) found.set(name, { terms: packed, title });
    return found;
  };

  /* The papers of a bibliography (BibTeX, RIS, CSL-JSON, or a list of ids and addresses), as far as this archive has
     them: {papers: [{id, title, terms}], missing: [what it says of the others]}. */
  const seeds = async (text) => {
    if (!window.daybook.seeds) await script("assets/seeds.js");
    return window.daybook.seeds.find(window.daybook.seeds.read(text));
  };

  window.daybook.forYou = { rank, load, seeds, address, stem, place };
})();

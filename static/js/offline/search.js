// Search without a network, over the keys that the site’s own search has, by the same weights.
"use strict";
const MOST_HITS = 50;
const MOST_BEGUN = 40;
const PIECES = /\{[^{}\s]{1,24}\}|"[^"]*"|(?<![\w./])[1-9]\d\d(?:\.\d{1,3}[a-z]?|\.)?(?![\w/])|[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu;

const folded = (text) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[‘’ʼ]/g, "'").replace(/[“”„]/g, '"');

// ---------- what there is to find ----------

let prepared;
function prepare() {
  prepared ??= part("search").then((data) => {
    const keysOf = (all) => new Map(Object.entries(all).flatMap(([key, words]) => words.split(" ").map((word) => [word, key])));
    const [keys, forms] = [keysOf(data.words), keysOf(data.forms)];
    const texts = data.texts.map(([kind, name, title, titleKeys, text, dated]) => ({
      ...{ kind, name, title, dated },
      titled: " " + titleKeys + " ",
      text: " " + (text || titleKeys) + " ",
    }));
    const titles = new Map(texts.filter((one) => one.title).map((one) => [one.name, one]));
    for (const one of texts) {
      const over = [above(one.name), one.name.slice(0, 3)].filter((name) => name !== one.name && !one.name.startsWith("/"));
      one.over = over.map((name) => titles.get(name)).filter(Boolean);
    }
    const counts = new Map();
    for (const one of texts) for (const key of new Set(one.text.split(" "))) counts.set(key, (counts.get(key) ?? 0) + 1);
    const numbers = new Set(texts.map((one) => one.name));
    return { ...data, keys, forms, texts, counts, numbers, filler: new Set(data.filler) };
  });
  prepared.catch(() => (prepared = undefined));
  return prepared;
}

// ---------- what is asked for ----------

function keyOf(word, known) {
  const bare = word.replace(/'s?$/, "");
  return known.keys.get(word) ?? known.keys.get(bare) ?? known.forms.get(bare);
}

function nearly(word, other) {
  if (Math.abs(word.length - other.length) > 1) return false;
  let start = 0;
  while (start < word.length && word[start] === other[start]) start += 1;
  const [a, b] = [word.slice(start), other.slice(start)];
  return a.slice(1) === b.slice(1) || a === b.slice(1) || a.slice(1) === b || (a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0]);
}

function meant(word, known) {
  if (word.length < 4) return undefined;
  const near = [...known.keys.keys()].filter((other) => nearly(word, other));
  return near.sort((one, two) => (known.counts.get(known.keys.get(two)) ?? 0) - (known.counts.get(known.keys.get(one)) ?? 0))[0];
}

// Rule numbers as people say them, “104 3 f”, as they are written.
const withNumbers = (typed, known) =>
  typed.replace(/(?<![\w./])([1-9]\d\d)[\s.,-]+(\d{1,3})(?:[\s.-]*([a-z]))?(?![\w./])/gi, (said, section, rule, letter = "") => {
    const number = section + "." + rule + letter.toLowerCase();
    return known.numbers.has(number) ? number : said;
  });

function read(typed, known) {
  const wanted = [];
  const order = [];
  const instead = [];
  const unknown = [];
  const weigh = (keys) => Math.max(0.5, Math.log(20000 / (1 + keys.reduce((sum, key) => sum + (known.counts.get(key) ?? 0), 0))));
  const want = (keys, more = {}) => wanted.push({ keys, weight: weigh(keys), ...more });
  for (const [piece] of folded(typed).matchAll(PIECES)) {
    if (piece[0] === "{") {
      const key = "_" + piece.slice(1, -1).replace(/[^a-z0-9]/g, (sign) => "_" + sign.charCodeAt(0).toString(16) + "_");
      want([key]);
      order.push(key);
    } else if (piece[0] === '"') {
      const phrase = [...piece.matchAll(/[\p{L}\p{N}']+/gu)].map(([word]) => keyOf(word, known) ?? word);
      if (phrase.length) want([phrase.join(" ")]);
      order.push(...phrase);
    } else if (/^[1-9]\d\d/.test(piece)) {
      wanted.push({ begun: piece.replace(".", "_"), keys: [], weight: 1 });
    } else {
      const key = keyOf(piece, known);
      const said = known.jargon[piece];
      const begun = key || said || piece.length < 2 ? [] : [...known.keys].filter(([word]) => word.startsWith(piece)).slice(0, MOST_BEGUN);
      const mended = key || said || begun.length ? undefined : meant(piece, known);
      if (key) want([key], { filler: known.filler.has(piece) });
      else if (said) said.split(" ").forEach((one) => want([one]));
      else if (begun.length) want([...new Set(begun.map(([, one]) => one))]);
      else if (mended) {
        want([known.keys.get(mended)]);
        instead.push(mended);
      } else unknown.push(piece);
      order.push(...(key ? [key] : said ? said.split(" ") : mended ? [known.keys.get(mended)] : []));
    }
  }
  const telling = wanted.filter((one) => !one.filler);
  return { wanted: telling.length ? telling : wanted, order, instead, unknown };
}

// ---------- how well a text fits ----------

const times = (text, word) => word.keys.reduce((sum, key) => sum + text.split(" " + key + " ").length - 1, 0);
const has = (one, word) => (word.begun ? byNumber(one, word.begun, [3, 2, 1, 1]) > 0 : times(one.text, word) > 0 || called(one, word).length > 0);
// Which keys of a title were asked for; of a phrase all of them, together.
const called = (one, word) => word.keys.filter((key) => one.titled.includes(" " + key + " ")).flatMap((key) => key.split(" "));

function byNumber(one, begun, [itself, under, beginning, cited]) {
  const key = one.name.replace(".", "_");
  if (key === begun) return itself;
  if (key.startsWith(begun)) return /\d/.test(key[begun.length]) ? beginning : under;
  return one.text.includes(" " + begun) ? cited : 0;
}

function score(one, asked, known) {
  const { weights } = known;
  const words = asked.wanted.filter((word) => !word.begun);
  const whole = words.reduce((sum, word) => sum + word.weight, 0) || 1;
  let total = weights.kinds[one.kind];
  for (const word of asked.wanted) if (word.begun) total += byNumber(one, word.begun, weights.numbers);
  const named = new Set();
  let [inTitle, inBody] = [0, 0];
  for (const word of words) {
    const count = times(one.text, word);
    const there = called(one, word);
    if (there.length) inTitle += word.weight;
    there.forEach((key) => named.add(key));
    inBody += word.weight * (count ? count / (count + 0.5 + one.text.length / weights.long) : there.length ? 0 : weights.above);
  }
  total += (weights.body * inBody) / whole;
  if (inTitle) {
    const [share, ofTitle] = [inTitle / whole, named.size / one.titled.trim().split(" ").length];
    total += weights.in_title * share ** 3 * (0.4 + 0.6 * ofTitle);
    if (share > 0.999 && ofTitle > 0.999) {
      const spelled = folded(one.title).split(/[^\p{L}\p{N}']+/u).every((word) => asked.said.has(word));
      total += spelled ? weights.same_title : weights.same_in_other_forms;
    }
  }
  const order = " " + asked.order.join(" ") + " ";
  if (asked.order.length > 1) {
    if (one.text.includes(order)) total += weights.together + weights.neighbors;
    if (one.text.startsWith(order)) total += weights.definition;
  }
  const first = Math.max(...words.map((word) => Math.min(...word.keys.map((key) => (one.text.indexOf(" " + key + " ") + 1 || 1e3) - 1))));
  if (words.length) total += weights.opening * Math.max(0, 1 - first / weights.soon);
  if (words.some((word) => word.keys.some((key) => known.defined[key] === one.name))) total += weights.defining;
  if (asked.rules.includes(one.name)) total += weights.pointed_at / (1 + asked.rules.indexOf(one.name) / 4);
  return total;
}

function best(typed, known) {
  const asked = read(withNumbers(typed, known), known);
  asked.said = new Set(folded(typed).split(/[^\p{L}\p{N}']+/u).concat(asked.instead));
  asked.rules = (asked.order.length && known.names[asked.order.join(" ")]) || [];
  const over = (one, word) => has(one, word) || one.over.some((other) => called(other, word).length);
  const fits = (one, words) => words.every((word) => over(one, word)) && words.some((word) => has(one, word));
  let hits = asked.wanted.length ? known.texts.filter((one) => fits(one, asked.wanted)) : [];
  asked.loosened = !hits.length && asked.wanted.length > 1;
  if (asked.loosened) {
    const rarest = [...asked.wanted].sort((one, two) => two.weight - one.weight);
    for (let count = rarest.length - 1; count && !hits.length; count -= 1) hits = known.texts.filter((one) => fits(one, rarest.slice(0, count)));
  }
  hits = [...new Set([...hits, ...known.texts.filter((one) => asked.rules.includes(one.name))])];
  const scored = hits.map((one) => [score(one, asked, known), one]);
  scored.sort(([one], [two]) => two - one);
  return { asked, hits: scored.map(([, one]) => one) };
}

// ---------- what is shown ----------

function marked(text, asked, known) {
  const keys = new Set(asked.wanted.flatMap((word) => word.keys.flatMap((key) => key.split(" "))));
  const mark = (words) =>
    words.replace(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu, (word) => (keys.has(keyOf(folded(word), known)) ? "<mark>" + word + "</mark>" : word));
  // Neither markup nor the code of a symbol is text; `&amp;` is one sign.
  return text.replace(/<span class="code">.*?<\/span>|<[^>]*>|&[#\w]+;|[^<&]+/gs, (one) => (/^[<&]/.test(one) ? one : mark(one)));
}

async function wordsOf(one, asked, known) {
  const isTerm = one.name.startsWith("/");
  const { pages } = await part(isTerm ? "glossary" : "rules-" + one.name[0]);
  const from = isTerm ? Object.values(pages).find((each) => each.entries?.[one.name.slice(1)])?.entries : pages["/rules/" + one.name.slice(0, 3) + "/"]?.rules;
  const text = from?.[isTerm ? one.name.slice(1) : one.name] ?? "";
  const paragraphs = [...text.matchAll(/<p(?: data-quote)?(?: class="ex")?>(.*?)<\/p>/gs)].map(([, inner]) => marked(inner, asked, known));
  const count = (inner) => inner.split("<mark>").length;
  const [first] = [...paragraphs].sort((a, b) => count(b) - count(a));
  return first && plain(first) !== plain(one.title) ? first : "";
}

async function shownHit(one, asked, known, kinds) {
  const isTerm = one.name.startsWith("/");
  return fill(kinds[isTerm ? "term" : one.title ? "named" : "rule"], {
    number: one.name,
    title: escaped(isTerm ? one.title : one.name),
    name: marked(escaped(one.title), asked, known),
    under: one.title ? "" : escaped(one.over[0]?.title ?? ""),
    address: isTerm ? "/glossary" + one.name + "/" : "/rules/" + one.name + "/",
    html: await wordsOf(one, asked, known),
    edition: one.dated,
    effective: known.days[one.dated] ?? one.dated,
  });
}

self.foundFor = async (typed) => {
  const known = await prepare();
  const { found, hits: kinds } = await part("pages");
  const { asked, hits } = best(typed.slice(0, 200), known);
  const note = (words) => '<p class="sans quiet">' + escaped(words) + "</p>";
  const cards = await self.cardsNamed(typed, !hits.length);
  const named = cards.length === 1 ? "1 card" : cards.length + " cards";
  const notes = [
    cards.length ? '<p class="links">' + cards.join("") + "</p>" : "",
    asked.instead.length ? note("Results for " + asked.instead.join(", ") + ".") : "",
    asked.unknown.length && hits.length ? note("No rule has " + asked.unknown.map((word) => "“" + word + "”").join(" or ") + ".") : "",
    asked.loosened && hits.length ? note("No result has every word. These have the rarest of them.") : "",
    hits.length > MOST_HITS ? note("These are the best " + MOST_HITS + ".") : "",
    hits.length || cards.length ? "" : note("Try other words, or search again online."),
  ];
  const shown = await Promise.all(hits.slice(0, MOST_HITS).map((one) => shownHit(one, asked, known, kinds)));
  const count = hits.length ? hits.length.toLocaleString("en-US") + (hits.length === 1 ? " result" : " results") : cards.length ? named : "No results";
  return fill(found, { typed: escaped(typed), count, notes: notes.join(""), hits: shown.join("\n") });
};

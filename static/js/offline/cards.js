// Cards without a network: their names and costs, for the box and for a page of each.
"use strict";
const MOST_CARDS = 5;
const SHORTEST_NAME = 2;

// As `plain_words` in the site’s own code.
const plainWords = (name) =>
  name.replace(/æ/gi, "ae").normalize("NFKD").replace(/⁄/g, "-").replace(/[^\x00-\x7f]/g, "").toLowerCase().replace(/'/g, "").replace(/[^a-z0-9]+/g, " ").trim();

let cardsRead;
function cards() {
  cardsRead ??= part("cards").then((data) => {
    const lines = data.cards ? data.cards.split("\n") : [];
    const all = lines.map((line) => {
      const [name, cost, own] = line.split("\t");
      const names = [name, ...name.split(" // ")].map(plainWords);
      return { name, cost: cost ?? "", slug: own || names[0].replaceAll(" ", "-"), names };
    });
    return { ...data, all };
  });
  cardsRead.catch(() => (cardsRead = undefined));
  return cardsRead;
}

// How well a name fits what was typed: the very name, its beginning, that of a word in it; or not at all.
function fit(card, typed) {
  if (card.names.includes(typed)) return 0;
  if (card.names.some((name) => name.startsWith(typed))) return 1;
  return card.names.some((name) => name.includes(" " + typed)) ? 2 : Infinity;
}

// The few cards that fit best, each with how well.
async function fitting(text) {
  const typed = plainWords(text);
  if (typed.length < SHORTEST_NAME) return [];
  const { all } = await cards();
  const found = all.map((card) => [fit(card, typed), card]).filter(([rank]) => rank < Infinity);
  found.sort(([one, a], [two, b]) => one - two || a.name.length - b.name.length);
  return found.slice(0, MOST_CARDS);
}

const addressOf = (card) => "/cards/" + card.slug + "/";

self.cardsBegun = async (text) => {
  const { option } = await cards();
  const shown = (await fitting(text)).map(([, card], at) =>
    fill(option, { words: escaped(card.name), address: addressOf(card) }).replace('"suggestion-1"', '"suggestion-' + (at + 1) + '"'),
  );
  return shown.join("\n");
};

// Links to the card that was typed, or to any that fit.
self.cardsNamed = async (text, orBegun) => {
  const found = (await fitting(text)).filter(([rank]) => orBegun || rank === 0);
  return found.map(([, card]) => '<a class="next" href="' + addressOf(card) + '">' + escaped(card.name) + "</a>");
};

// The page of a card, as far as it is kept; nothing where there is no such card.
self.cardPage = async (path) => {
  const slug = path.match(/^\/cards\/([\w-]+)\/$/)?.[1];
  if (!slug) return null;
  const { all, pips } = await cards();
  const card = all.find((one) => one.slug === slug);
  if (!card) return null;
  const { shells, card: kept } = await part("pages");
  const cost = escaped(card.cost).replace(/\{[^}]*\}/g, (code) => pips[code] ?? code);
  const values = { name: escaped(card.name), cost };
  return { shells, own: { ...kept, title: fill(kept.title, values), main: fill(kept.main, values) } };
};

// Search without a network: by number, then by title, then by all the words. The order is that of the rules.
"use strict";
const MOST_HITS = 100;

const WORD = /\{[^{}\s]+\}|[\p{L}\p{N}]+(?:[.'][\p{L}\p{N}]+)*/gu;
const plain = (text) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[‘’ʼ]/g, "'").toLowerCase().replaceAll("æ", "ae");
const words = (text) => plain(text).match(WORD) ?? [];
const spaced = (text) => " " + words(text).join(" ") + " ";

function rank(one, typed) {
  if (!one.number && !one.kind) return Infinity;
  one.named ??= [spaced(one.number ?? one.code ?? ""), spaced(one.title)];
  one.said ??= one.named.join("") + spaced(one.words ?? "");
  const whole = " " + typed.join(" ");
  const has = (text) => typed.every((word) => text.includes(" " + word));
  if (one.named.includes(whole + " ")) return 0;
  if (one.named[0].startsWith(whole)) return 1;
  // There are more cards than anything else.
  if (one.cost !== undefined) return has(one.named[1]) ? 4 : Infinity;
  if (has(one.named[1])) return 2;
  return has(one.said) ? 3 : Infinity;
}

async function search(text) {
  const { entries } = await library();
  const typed = words(text.replace(/^\s*(?:rule|cr)\s+(?=\d)/i, ""));
  const ranked = typed.length ? entries.map((one) => [rank(one, typed), one]) : [];
  return ranked.filter(([place]) => place < Infinity).sort(([one], [other]) => one - other).map(([, one]) => one);
}

async function found(text) {
  const { at, fill, drawn } = await library();
  const all = await search(text);
  const hits = all.slice(0, MOST_HITS).map((one) =>
    fill("hit", one, dated(one), {
      title: escaped(one.number ?? one.title),
      label: one.number ?? one.kind,
      gl: one.number ? "" : " gl",
      name: one.number && one.html ? "" : fill("hitname", one),
      html: one.cost ? drawn(one.cost) : one.html,
      where: one.number && at.get(one.over)?.name,
    }),
  );
  const many = all.length > MOST_HITS ? "These are the first " + MOST_HITS + "." : "";
  const count = all.length === 1 ? "1 result" : all.length.toLocaleString("en-US") + " results";
  const none = { count: "No results", say: "Try other words, or search again online." };
  return fill("found", all.length ? { count, say: many } : none, { hits: hits.join("") });
}

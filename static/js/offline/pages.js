// Pages without a network: entries of the newest rules in the templates for offline, and pages as they were read.
"use strict";
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const escaped = (text) => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter]);
// Each place is filled once, so that nothing that is filled in can be taken for one.
const fillIn = (template, values) => template.replace(/§(\w+)§/g, (_, name) => values[name] ?? "");

// ---------- what is kept ----------

let opened;
function library() {
  opened ??= open();
  opened.catch(() => (opened = undefined));
  return opened;
}

async function open() {
  const store = await caches.open(STORE);
  const all = await Promise.all(Object.values(parts).map(async (address) => (await store.match(address)).json()));
  const { templates, pages, labels, cards, pips } = Object.assign({}, ...all);
  const named = cards.map(([title, cost, address]) => ({
    ...{ address, title, cost, kind: "Card" },
    ...{ id: address.split("/").at(-2), name: escaped(title) },
  }));
  const entries = [...all.flatMap((one) => one.entries ?? []), ...named];
  const below = new Map();
  for (const one of entries) {
    if (!below.has(one.over)) below.set(one.over, []);
    below.get(one.over).push(one);
  }
  return {
    ...{ pages, labels, entries },
    at: new Map(entries.map((one) => [one.address, one])),
    under: (one) => (one && below.get(one.address)) ?? [],
    fill: (name, ...values) => fillIn(templates[name], Object.assign({}, ...values)),
    drawn: (cost) => escaped(cost).replace(/\{[^}]*\}/g, (code) => pips[code] ?? code),
  };
}

const dated = ({ edition }) => (edition ? { edition, effective: dayNamed(edition) } : {});

// ---------- pages of entries ----------

function reading(one, top, texts, more, { at, under, fill }) {
  const section = one.html ? at.get(top.over) : one;
  const listed = under(section).map((each) =>
    fill("listed", each, {
      address: one.html ? each.address : "#" + each.id,
      current: each === top ? 'aria-current="true"' : "",
    }),
  );
  const shown = texts.map((each) =>
    fill("rule", each, { at: each === one ? " at" : "", plain: each.plain && fill("plain", each) }),
  );
  const whole = one.html ? { unseen: 'class="unseen"', heading: "Rule " + one.number } : { section: "data-section" };
  const inside = { heading: section.name || section.number, listed: listed.join(""), texts: shown.join("") };
  return fill("reading", section, inside, more, whole);
}

function listing(one, texts, more, { at, under, fill }) {
  // The front page, and what it leads to, show two levels.
  const groups = at.get(one.over)?.over ? [one] : under(one);
  const isNumbered = (group) => under(group)[0].number;
  const row = (group) =>
    fill("row", {
      heading: group === one ? "" : fill("rowtitle", group),
      kind: isNumbered(group) ? "secs" : one.over ? "secs names" : "known",
      links: under(group).map((each) => fill(isNumbered(group) ? "numbered" : "link", each)).join(""),
    });
  const entry = (each) =>
    fill("entry", each, {
      title: escaped(each.title),
      heading: each.address === one.address ? "" : fill("entrytitle", each),
    });
  const rows = texts.length
    ? fill("entries", more, { texts: texts.map(entry).join("") })
    : groups.filter((group) => under(group).length).map(row).join("");
  return fill("listing", { heading: one.html ? one.name : escaped(one.title || one.number), rows }, more);
}

function entryPage(one, kept) {
  const { at, under, fill, drawn } = kept;
  const above = at.get(one.over);
  // A subrule is read in its rule.
  const top = above?.html ? above : one;
  const own = one.cost === undefined ? top : { ...one, html: fill("card", { cost: drawn(one.cost) }) };
  const texts = (own.html ? [own] : under(top).filter((each) => each.html)).flatMap((each) => [each, ...under(each)]);
  const over = [];
  for (let each = at.get(top.over); each?.over; each = at.get(each.over)) over.unshift(each);
  const peers = under(at.get(top.over));
  const place = peers.indexOf(top);
  const turn = (name, other) => ({ [name]: fill(other ? name : "nowhere", other) });
  const crumbs = over.filter((each) => !one.number || each.number).map((each) => fill("crumb", each));
  const more = {
    ...dated(texts[0] ?? {}),
    crumbs: crumbs.join(fill("separator")),
    pager: peers[1] && fill("pager", turn("previous", peers[place - 1]), turn("next", peers[place + 1])),
  };
  const isRule = one.number && texts.length;
  const kind = one.kind ? " · " + (over[0]?.title ?? "Cards") : "";
  return {
    title: ((one.number ?? "") + " " + one.title).trim() + kind,
    main: isRule ? reading(one, top, texts, more, kept) : listing(one, texts, more, kept),
    bar: isRule ? fill("bar", top) : "",
  };
}

// ---------- any page ----------

async function noteFor(more = "", read = null) {
  const { fill } = await library();
  const kept = await (await caches.open(STORE)).match(KEPT_AT);
  const day = dayNamed(read?.headers.get("X-Read") ?? (await kept.text()), undefined);
  const said = read ? "You opened this page on " + day + "." : "These are " + edition + ", saved on " + day + ".";
  // A network may be there, and Pipwise not.
  return fill("note", { state: navigator.onLine ? "Can’t reach Pipwise." : "You’re offline.", said, more });
}

async function page(path, { title, main, bar = "", typed = "", more = "" }, status = 200) {
  const { pages } = await library();
  const template = pages[path.split("/")[1]] ?? pages[""];
  const note = await noteFor(more);
  return html(fillIn(template, { title: escaped(title), main, note, bar, typed: escaped(typed) }), status);
}

async function asRead(read, isNewest) {
  const note = await noteFor(isNewest ? "" : "Newer rules have been saved since.", read);
  const text = (await read.text()).replace('<main id="main">', (main) => main + note);
  return new Response(text, { headers: read.headers });
}

// What was asked of the checker isn’t lost: with a network, one key asks it again.
async function checkPage(asked) {
  const { fill, labels } = await library();
  const mana = asked.has("mana") ? "mana" : "pool";
  const fields = Object.entries({ cost: "", [mana]: "", ...Object.fromEntries(asked) }).map(([key, value]) =>
    fill("field", { key: escaped(key), label: escaped(labels[key] ?? key), value: escaped(value) }),
  );
  const main = fill("check", { fields: fields.join("") });
  return { title: "Check a cost", main, more: "Checking a cost needs a network." };
}

// The address of an entry, where it may be typed as `/107.4F`, `/rules/107-4f` or `/glossary/Mana Cost`.
const meant = (path) => {
  const typed = decodeURIComponent(path).toLowerCase().replace(/[ _]/g, "-").replace(/\/?$/, "/");
  return typed.replace(/^(?:\/rules)?\/(\d{3})-/, "/rules/$1.").replace(/^\/(?=\d)/, "/rules/");
};

// A page as it was read with these rules, else an entry of them, else a page as it was read before.
self.pageFor = async (url) => {
  const { pathname: path, searchParams: asked } = url;
  const read = await caches.match(path + url.search, { cacheName: READ, ignoreVary: true });
  const isNewest = read?.headers.get("X-Rules") === edition;
  if (isNewest) return asRead(read, isNewest);
  const kept = await library();
  const typed = asked.get("q") ?? "";
  if (path === SEARCH || (path === "/" && typed)) {
    return page(path, { title: typed ? typed + " · Search" : "Search", main: await found(typed), typed });
  }
  const one = kept.at.get(path + url.search) ?? (asked.has("edition") ? undefined : kept.at.get(path));
  // A card as it was read has its text, too.
  if (read && (!one || one.cost !== undefined)) return asRead(read, isNewest);
  if (one) return page(path, entryPage(one, kept));
  if (path === "/check/") return page(path, await checkPage(asked));
  return kept.at.has(meant(path)) ? Response.redirect(meant(path)) : null;
};

// What isn’t saved, and the way on.
self.absentFor = async ({ pathname: path }) => {
  const { at, fill } = await library();
  const newest = at.get(path.replace(/\/\d{4}-\d\d?-\d\d?(?=\/)/, "").replace(/(?:history\/|feed\.atom)$/, ""));
  const number = self.kept.complete && path.match(/^\/rules\/(\d[\w.-]*)\/$/)?.[1];
  const title = number ? "No rule " + number : "Not saved for offline";
  const message = number
    ? "There’s no " + number + " in " + edition + "."
    : "Pipwise saves the newest rules, and pages that you’ve opened. This one needs a network.";
  const instead = newest && fill("instead", newest, { name: newest.number ?? newest.name });
  return page(path, { title, main: fill("absent", { title, message, instead }) }, 503);
};

// What a page asks for while somebody types. Suggestions need a network.
self.liveFor = async (url) => (url.pathname === SUGGESTIONS ? "" : found(url.searchParams.get("q") ?? ""));

// Pages without a network, put together from what the templates made: as they were read, or from the newest rules.
"use strict";
const SEARCH = "/search/";
self.SUGGESTIONS = "/search/suggestions/";
self.LIVE = new Set(["/", SEARCH, self.SUGGESTIONS]);

const escaped = (text) =>
  text.replace(/[&<>"']/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" })[letter]);
const plain = (text) => text.replace(/<svg.*?<\/svg>|<[^>]*>/g, "").replace(/\s+/g, " ").trim();
// Each place is filled once, so that nothing that is filled in can be taken for one.
const fill = (text, values) => text.replace(/§(\w+)§/g, (place, name) => values[name] ?? place);

// ---------- what is kept ----------

const opened = {};
function part(name) {
  opened[name] ??= caches
    .open(STORE)
    .then((store) => store.match(parts[name]))
    .then((response) => response.json());
  opened[name].catch(() => delete opened[name]);
  return opened[name];
}

const day = (time) => "on " + dayNamed(time, undefined);

// The newest rules that this browser knows of, which may not be kept yet.
async function newestKnown() {
  const newest = await caches.match("edition", { cacheName: NEWEST });
  return newest ? newest.text() : edition;
}

// On a page as it was read, or on one of what is kept.
async function noteFor(read = null, more = "") {
  const { note, note_on_read } = await part("pages");
  const store = await caches.open(STORE);
  const kept = await store.match(KEPT_AT);
  const known = await newestKnown();
  const rules = read ? read.rules : edition;
  // What a link to an edition leads to stays as it is.
  const newer = rules === known || read?.isDated ? "" : " Newer rules are out: " + known + ".";
  // A network may be there, and Pipwise not.
  const state = navigator.onLine ? "Can’t reach Pipwise." : "You’re offline.";
  const from = newer ? ", with " + rules : "";
  const saved = day(read?.at ?? (await kept.text()));
  return fill(read ? note_on_read : note, { state, saved, from, more: (more ? " " + more : "") + newer });
}

const page = (kinds, own, note, typed = "") =>
  fill(kinds[own.shell], { title: own.title, main: note + own.main, bar: own.bar, typed: escaped(typed) });

// ---------- a rule in its section ----------

const above = (number) => number.replace(/[a-z](-\d)?$/, "");

function pagerFor(rules, label, number) {
  const all = [...new Set(Object.keys(rules).map(above))];
  const place = all.indexOf(number);
  const link = (other, kind, words) => (other ? '<a class="next" rel="' + kind + '" href="/rules/' + other + '/">' + words + "</a>" : "<span></span>");
  const [before, next] = [all[place - 1], all[place + 1]];
  return (
    '<nav class="pager" aria-label="Previous and next">' +
    link(before, "prev", "‹ " + before + " " + label(before ?? "")) +
    link(next, "next", next + " " + label(next ?? "") + " ›") +
    "</nav>"
  );
}

function rulePage(section, number) {
  const { rules, before, after } = section;
  const parent = above(number);
  const own = Object.keys(rules).filter((one) => above(one) === parent);
  if (!rules[number]) return null;
  const list = (one) => new RegExp('<li data-n="' + one.replace(".", "\\.") + '"[^>]*><a [^>]*><span>[^<]*</span><span>(.*?)</span></a>');
  const label = (one) => before.match(list(one))?.[1] ?? "";
  const named = number === parent ? plain(label(parent)) : "";
  const letters = own
    .filter((one) => one !== parent)
    .map((one) => '<a href="/rules/' + one + '/"' + (one === number ? ' aria-current="true"' : "") + ">" + one.slice(parent.length) + "</a>");
  const crumb = before.match(/<header><p>(<a .*?<\/a>)/)?.[1] ?? "";
  const head = before
    .replace(/href="#(\d[\w.]*)"/g, 'href="/rules/$1/"')
    .replace(list(parent), (found) => found.replace(/^<li data-n="[^"]*"/, '$& aria-current="true"') + '<div class="letters">' + letters.join("") + "</div>")
    .replace(" data-section>", ">")
    .replace(/(<div class="crumbs"><span>.*?)<\/span>/s, (_, crumbs) => crumbs + '<span class="sep">›</span>' + crumb + "</span>")
    .replace(/<h1>.*?<\/h1>/s, '<h1 class="unseen">Rule ' + number + (named && ": " + named) + "</h1>");
  const text = own.map((one) => (one === number ? rules[one].replace('class="r"', 'class="r at"') : rules[one]));
  const rest = after
    .replace(/<nav class="pager".*?<\/nav>/s, pagerFor(rules, label, parent))
    .replace(/<aside class="notes".*?<\/aside>/s, "");
  const bar = section.bar.replace(/(<\/svg>)[^<]*<span>.*?<\/span>(<\/button>).*(?=<\/div>)/s, (_, start, end) => start + parent + " <span>" + label(parent) + "</span>" + end);
  return { shell: section.shell, title: number + (named && " " + named) + " · Pipwise", main: head + text.join("") + rest, bar };
}

// ---------- any page ----------

const whole = (own) => ({ ...own, main: own.main ?? own.before + Object.values(own.rules ?? own.entries).join("\n") + own.after });

function termPage(letter, slug) {
  const entry = letter.entries[slug];
  const name = entry.match(/data-share="([^"]*)"/)[1];
  const before = letter.before.replace(/<h1>.*?<\/h1>\s*(<nav.*?<\/nav>)?/s, "<h1>" + name + "</h1>");
  return { ...letter, title: name + " · Glossary · Pipwise", main: before + entry.replace(/<h2>.*?<\/h2>/s, "") + letter.after };
}

// The number that an address has, as it is written in the rules.
function numberIn(path) {
  const number = path.match(/^\/(?:rules\/)?([1-9](?:\d\d)?(?:(?<=\d\d\d)[.-]\d{1,3}[a-z]?)?)\/?$/i)?.[1];
  return number?.toLowerCase().replace("-", ".");
}

const partOf = (path, number) =>
  number ? "rules-" + number[0] : ({ glossary: "glossary", index: "index", symbols: "symbols" }[path.split("/")[1]] ?? "pages");

// A page of the newest rules, or nothing.
async function current(path, query) {
  const number = numberIn(path);
  const { shells, pages } = await part(partOf(path, number));
  const own = pages[number ? "/rules/" + number + "/" : path + query];
  if (own) return { shells, own: whole(own) };
  if (number) {
    const section = pages["/rules/" + number.slice(0, 3) + "/"];
    const made = section?.rules && rulePage(section, number);
    return made ? { shells, own: made } : null;
  }
  const slug = path.match(/^\/glossary\/([\w-]+)\/$/)?.[1];
  const letter = slug && Object.values(pages).find((one) => one.entries && Object.hasOwn(one.entries, slug));
  return letter ? { shells, own: termPage(letter, slug) } : null;
}

// A page as it was read. It is old where newer rules than it shows are kept.
async function readPage(url) {
  const response = await caches.match(url.pathname + url.search, { cacheName: READ, ignoreVary: true });
  if (!response) return null;
  const rules = response.headers.get("X-Rules");
  const isDated = /^\/\w+\/\d{4}-\d\d?-\d\d?\//.test(url.pathname) || url.searchParams.has("edition");
  const isOld = !isDated && rules !== edition && rules !== (await newestKnown());
  return { response, rules, isDated, isOld, at: response.headers.get("X-Read") };
}

async function asRead(read) {
  const note = await noteFor(read);
  const text = (await read.response.text()).replace('<main id="main">', (start) => start + note);
  return new Response(text, { headers: read.response.headers });
}

self.pageFor = async (url) => {
  const read = await readPage(url);
  if (read && !read.isOld) return asRead(read);
  const number = numberIn(url.pathname);
  if (number && url.pathname !== "/rules/" + number + "/") return Response.redirect("/rules/" + number + "/");
  const entry = url.pathname.match(/^\/glossary\/([^/]+)\/?$/)?.[1];
  const slug = entry && folded(decodeURIComponent(entry)).replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const term = slug && "/glossary/" + slug + "/";
  if (term && url.pathname !== term && (await current(term, ""))) return Response.redirect(term);
  const typed = url.searchParams.get("q");
  if (url.pathname === SEARCH || (url.pathname === "/" && typed)) {
    const { shells, search } = await part("pages");
    const answer = typed?.trim() ? await self.foundFor(typed) : "";
    const title = fill(search.title, { typed: escaped(typed ?? "") });
    const main = fill(search.main, { answer: answer.replace(/<title>.*?<\/title>/s, "") });
    return html(page(shells, { ...search, title, main }, await noteFor(), typed ?? ""));
  }
  const checking = url.pathname === "/check/" && url.search;
  const found = (await current(url.pathname, checking ? "" : url.search)) ?? (await self.cardPage(url.pathname));
  // Without its number or its entry the newest rules have nothing to say there; other pages say how old they are.
  if (read && (checking || !(found || number || slug))) return asRead(read);
  if (!found) return null;
  if (checking) {
    // What was asked isn’t lost: with a network, one key asks it again.
    found.own.main = found.own.main.replace(/<input\b[^>]* type="text"[^>]*>/g, (input) => {
      const name = input.match(/ name="([^"]*)"/)?.[1];
      // The form asks for “mana”, and addresses have “pool”.
      const value = url.searchParams.get(name) ?? (name === "mana" ? url.searchParams.get("pool") : null);
      return value === null ? input : input.replace(/ value="[^"]*"/, () => ' value="' + escaped(value) + '"');
    });
  }
  return html(page(found.shells, found.own, await noteFor(null, checking ? "Checking a cost needs a network." : "")));
};

// What isn’t kept, and the way on.
self.absent = async (url) => {
  const { shells, absent, absent_but_newest } = await part("pages");
  const dated = url.pathname.match(/^\/(rules|glossary)\/\d{4}-\d\d?-\d\d?\/(.*)$/);
  const number = numberIn(url.pathname);
  const newest = dated ? "/" + dated[1] + "/" + dated[2] : url.pathname.replace(/history\/$|feed\.atom$|\.\w+$/, "");
  const kept = newest !== url.pathname && (await current(newest, ""));
  const message = dated
    ? "Pipwise saves the newest rules, and older pages that you’ve opened. This one needs a network."
    : number && self.kept.complete
      ? "There’s no " + number + " in " + edition + "."
      : "Pipwise saves the newest rules, and pages that you’ve opened. This one needs a network.";
  const values = {
    heading: number && self.kept.complete ? "No rule " + number : "Not saved for offline",
    message: escaped(message),
    address: escaped(newest),
    words: kept ? plain(kept.own.title.replace(/ · Pipwise$/, "")) + " in " + edition : "",
  };
  const own = kept ? absent_but_newest : absent;
  return page(shells, { ...own, title: fill(own.title, values), main: fill(own.main, values) }, await noteFor());
};

self.liveAnswer = async (url) => {
  const typed = url.searchParams.get("q") ?? "";
  if (url.pathname === self.SUGGESTIONS) return self.cardsBegun(typed);
  return typed.trim() ? self.foundFor(typed) : "";
};

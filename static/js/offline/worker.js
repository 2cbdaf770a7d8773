// Reading without a network: keeps the newest rules in the background, and answers from them where no network does.
"use strict";
const { version, build, edition, parts, files } = self.kept;
const STORE = "pipwise-" + version;
// Pages as they were read, whatever rules were the newest then. Those of another release go with its files.
const READ = "pipwise-read-" + build;
const MOST_READ = 80;
const MOST_TRIES = 60;
const PATIENCE = 5000;
const KEPT_AT = "kept-at";
const PART = new Set(Object.values(parts));
const SEARCH = "/search/";
const SUGGESTIONS = "/search/suggestions/";
const LIVE = new Set(["/", SEARCH, SUGGESTIONS]);
// What something between the reader and Pipwise says where Pipwise itself can’t be reached.
const UNREACHABLE = new Set([502, 503, 504]);
// What Pipwise says to too many requests, or where it can’t reach its database.
const BUSY = new Set([429, 503]);

const dayNamed = (time, zone = "UTC") =>
  new Date(time).toLocaleDateString("en-US", { month: "long", day: "numeric", year: "numeric", timeZone: zone });
const after = (time, value) => new Promise((done) => setTimeout(done, time, value));

// ---------- keeping ----------

async function bring(address, tries = MOST_TRIES) {
  const response = await fetch(address, { cache: PART.has(address) ? "no-cache" : "default" });
  if (!BUSY.has(response.status) || !tries) return response;
  await after(1000 * Number(response.headers.get("Retry-After") ?? 2));
  return bring(address, tries - 1);
}

async function keep(store, address) {
  // What came before the network was cut needn’t come again.
  if (await store.match(address)) return;
  const response = await bring(address);
  if (!response.ok) throw new Error(address + " answers " + response.status);
  const text = await response.clone().text();
  // Rules that came while others were being kept: the worker for those is next.
  if (PART.has(address) && JSON.parse(text).version !== version) throw new Error(address + " is newer");
  await store.put(address, response);
}

async function keepAll() {
  const store = await caches.open(STORE);
  try {
    for (const address of [...files, ...PART]) await keep(store, address);
    await store.put(KEPT_AT, new Response(new Date().toISOString()));
  } catch (error) {
    // Without the room for all of it, a part of it would only take room.
    if (error.name === "QuotaExceededError") await caches.delete(STORE);
    throw error;
  }
  await self.skipWaiting();
}

async function takeOver() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("pipwise-") && ![STORE, READ].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function keepRead(address, response) {
  const type = response.headers.get("Content-Type") ?? "";
  if (!response.ok || response.redirected || !type.startsWith("text/html")) return;
  try {
    const read = await caches.open(READ);
    const headers = new Headers(response.headers);
    headers.set("X-Read", new Date().toISOString());
    headers.set("X-Rules", edition);
    // The text is as it was before it was sent.
    headers.delete("Content-Encoding");
    headers.delete("Content-Length");
    await read.delete(address);
    await read.put(address, new Response(await response.text(), { headers }));
    const all = await read.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - MOST_READ)).map((one) => read.delete(one)));
  } catch {
    // There is no room, or no right to it. The page was read all the same.
  }
}

// ---------- answering ----------

// What is made here is as safe as what it was made from: the policy came with it.
async function html(text, status = 200, more = {}) {
  const store = await caches.open(STORE);
  const headers = new Headers((await store.match(parts.pages))?.headers);
  for (const name of ["Content-Encoding", "Content-Length", "ETag"]) headers.delete(name);
  headers.set("Content-Type", "text/html; charset=utf-8");
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return new Response(text, { status, headers });
}

// Where not even a template can be read.
const OFFLINE =
  '<!doctype html><html lang="en"><title>Offline · Pipwise</title><p>You’re offline. <a href="">Try again</a></p>';

const keptPage = (url) => self.pageFor(url).catch(() => null);
const absentPage = (url) => self.absentFor(url).catch(() => html(OFFLINE, 503));

async function navigate(event, url) {
  const { request } = event;
  const online = fetch(request).then(
    (response) => ({ response }),
    () => ({ failed: true }),
  );
  if (request.method !== "GET") return (await online).response ?? absentPage(url);
  let answer = await Promise.race([online, after(PATIENCE, { slow: true })]);
  if (answer.slow) {
    const kept = await keptPage(url);
    if (kept) return kept;
    answer = await online;
  }
  if (answer.failed || UNREACHABLE.has(answer.response.status)) {
    return (await keptPage(url)) ?? answer.response ?? absentPage(url);
  }
  event.waitUntil(keepRead(url.pathname + url.search, answer.response.clone()));
  return answer.response;
}

async function fileKept(request, url) {
  const store = await caches.open(STORE);
  return (await store.match(url.pathname)) ?? fetch(request);
}

// While somebody types, the page asks for a part of itself.
async function live(request, url) {
  try {
    return await fetch(request);
  } catch {
    const isAnswer = url.pathname !== SUGGESTIONS;
    return html(await self.liveFor(url), 200, isAnswer ? { "HX-Replace-Url": url.pathname + url.search } : {});
  }
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => {
  // The page that was open before there was a worker, or an answer that the page went on to by itself.
  const url = new URL(event.data?.read ?? "", location);
  if (event.data?.read && url.origin === location.origin) {
    event.waitUntil(fetch(url).then((response) => keepRead(url.pathname + url.search, response), () => {}));
  }
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(navigate(event, url));
  else if (files.includes(url.pathname)) event.respondWith(fileKept(request, url));
  else if (request.headers.has("HX-Request") && LIVE.has(url.pathname)) event.respondWith(live(request, url));
});

// The brief that the reader is making: this browser keeps it, so that what is added on several pages gathers in one link.
(() => {
  "use strict";
  const pipwise = window.pipwise;
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  const KEY = "brief";
  const MOST = 30;
  const LONGEST = 8000;
  const read = pipwise.keptBrief;

  function keep(query) {
    try {
      if (query) localStorage.setItem(KEY, JSON.stringify({ query, at: Date.now() }));
      else localStorage.removeItem(KEY);
    } catch {
      // Storage may be forbidden.
      return false;
    }
    show();
    return true;
  }

  const home = $("a[data-brief]")?.getAttribute("href");
  const partsOf = (query) => new URLSearchParams(query).getAll("part");
  const addressOf = (query) => (query ? `${home}?edit=1&${query}` : home);

  // Every link to the brief leads to the one that is being made, and says how much is in it.
  function show() {
    const query = read();
    const count = partsOf(query).length;
    $$("a[data-brief]").forEach((link) => {
      link.href = addressOf(query);
      link.textContent = count ? `Brief (${count})` : "Brief";
    });
    choose(query, count);
  }

  // ---------- adding ----------

  // A section has too many rules for a brief, and a brief is no part of another.
  const addable = (path) => !/^\/(brief\/|rules\/(\d{4}-\d\d-\d\d\/)?\d{1,3}\/$)/.test(path);

  // The address of what is shared, as a part has it; nothing where it can't be one.
  function partOf(link) {
    const { pathname, search, hash } = new URL(link, location.href);
    if (!home || !addable(pathname)) return "";
    // Within another address each sign would be escaped again.
    return pathname + search.replace(/%(?:7B|7D|2F|2C|5B|5D)/gi, decodeURIComponent) + hash;
  }

  // Returns what to say, and where the brief is then.
  function add(part) {
    const query = read();
    const parts = partsOf(query);
    const address = addressOf(query);
    if (parts.includes(part)) return { words: "Already in your brief", address };
    if (parts.length >= MOST) return { words: `A brief can have ${MOST} parts. Remove one first.`, address };
    const more = new URLSearchParams(query);
    more.append("part", part);
    if (String(more).length > LONGEST) return { words: "Your brief’s link is full. Shorten a note first.", address };
    const count = parts.length + 1;
    const kept = keep(String(more));
    return { words: kept ? `Added to your brief: ${count} part${count > 1 ? "s" : ""}` : "", address: addressOf(String(more)) };
  }

  // ---------- its own page ----------

  function said(pairs) {
    const query = new URLSearchParams();
    for (const [key, text] of pairs) if (/^(part|note)$/.test(key) && text.trim()) query.append(key, text);
    return String(query);
  }

  const form = () => $("[data-brief-form]");
  // What was kept when this form and the brief that is being made were last the same one.
  let own = said(new URLSearchParams(location.search));
  const isOwn = (query) => !query || query === own;

  // Somebody else's brief, or an earlier one, never takes the place of the reader's own without being asked to.
  function choose(query, count) {
    const choice = $("[data-brief-choice]");
    if (!choice) return;
    document.documentElement.classList.toggle("other-brief", !isOwn(query));
    $("[data-brief-count]", choice).textContent = count === 1 ? "1 part" : `${count} parts`;
    $("a", choice).href = addressOf(query);
  }

  function follow() {
    if (!isOwn(read())) return show();
    own = said(new FormData(form()));
    if (!keep(own)) show();
  }

  // Its bare address, as somebody types it, is that of the brief that is being made.
  if (form() && !location.search && read()) location.replace(addressOf(read()));
  if (form() && read() === said(new FormData(form()))) own = read();
  // An empty form says nothing of the brief that is being made.
  if (form() && own) follow();
  else show();
  document.addEventListener("input", (event) => {
    if (event.target.closest("[data-brief-form]")) follow();
  });
  document.addEventListener("htmx:afterSwap", () => form() && follow());
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-brief-new]") && isOwn(read())) keep("");
    if (event.target.closest("[data-brief-use]")) {
      own = read();
      follow();
      $("textarea", form()).focus();
    }
    if (event.target.closest("[data-print]")) print();
  });
  // Another window may have added something.
  addEventListener("storage", show);
  addEventListener("pageshow", show);

  pipwise.brief = { partOf, add };
})();

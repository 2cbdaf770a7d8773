// What makes the pages live beyond htmx: theme, keyboard, copying. Every page works without it.
(() => {
  "use strict";
  const root = document.documentElement;
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];

  // ---------- the subrule that was asked for ----------

  // What is taller than the window begins at its top: the rule before what can be tried under it.
  const placed = (element) => (element.offsetHeight > innerHeight * 0.7 ? "start" : "center");

  // Coming back, the browser knows the reader's place better.
  const asked = $(".r.at");
  const arrival = performance.getEntriesByType("navigation")[0]?.type;
  if (asked && !location.hash && arrival === "navigate") {
    const { top, bottom } = asked.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) asked.scrollIntoView({ block: placed(asked), behavior: "instant" });
  }

  // ---------- theme ----------

  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  const currentTheme = () => root.dataset.theme || (systemDark.matches ? "dark" : "light");

  function switchTheme() {
    const next = currentTheme() === "dark" ? "light" : "dark";
    const followsSystem = next === (systemDark.matches ? "dark" : "light");
    try {
      if (followsSystem) localStorage.removeItem("theme");
      else localStorage.setItem("theme", next);
    } catch {
      // Storage may be forbidden; the choice then lasts for this page.
    }
    if (followsSystem) delete root.dataset.theme;
    else root.dataset.theme = next;
    say(next === "dark" ? "Dark theme" : "Light theme");
  }

  // ---------- saying what happened ----------

  let hush;
  function say(words) {
    const toast = $("#toast");
    if (!toast) return;
    toast.textContent = words;
    clearTimeout(hush);
    hush = setTimeout(() => (toast.textContent = ""), 2200);
  }

  // ---------- copying ----------

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // The clipboard needs https; a selection works everywhere else.
      const area = document.createElement("textarea");
      area.value = text;
      area.className = "unseen";
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  async function copyAndSay(text) {
    const full = text.startsWith("/") ? location.origin + text : text;
    const answer = (await copy(full)) ? `Copied: ${shorten(full)}` : `Could not copy. ${full}`;
    say(answer);
  }

  const shorten = (text) => (text.length > 90 ? `${text.slice(0, 88)}…` : text);

  // A rule's words as they are quoted: its number, its text with symbols as codes, its edition.
  function citation(rule) {
    const paragraphs = $$(":scope > p", rule).map((paragraph) => {
      const copy = paragraph.cloneNode(true);
      $$(".dated, .runs", copy).forEach((added) => added.remove());
      $$("b", copy).forEach((word) => (word.textContent += ":"));
      return copy.textContent.trim();
    });
    const effective = rule.closest("[data-effective]").dataset.effective;
    return `${rule.id}. ${paragraphs.join(" ")} (Comprehensive Rules, effective ${effective})`;
  }

  // ---------- keyboard ----------

  const typing = (target) =>
    target.closest("input, textarea, select, [contenteditable]") !== null;

  const rules = () => $$(".r[id], .hits li");

  function current() {
    const all = rules();
    const focused = document.activeElement.closest(".r[id], .hits li");
    const index = all.indexOf(focused || $(".r.at") || $(".r:target"));
    return { all, index };
  }

  function step(by) {
    const { all, index } = current();
    if (!all.length) return;
    const next = all[Math.min(Math.max(index + by, 0), all.length - 1)];
    $$(".r.at").forEach((rule) => rule.classList.remove("at"));
    if (next.matches(".r")) next.classList.add("at");
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: placed(next) });
  }

  function copyCitation() {
    const { all, index } = current();
    const rule = all[Math.max(index, 0)];
    if (rule?.matches(".r")) copyAndSay(citation(rule));
  }

  const keys = {
    "/": () => {
      const box = $("[data-box]");
      if (!box) return;
      box.focus();
      box.select();
    },
    j: () => step(1),
    k: () => step(-1),
    c: copyCitation,
    "?": () => $("#help")?.showModal(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      $$("details.switch[open]").forEach((menu) => (menu.open = false));
      if (event.target.matches?.("[data-box]")) event.target.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-cite]");
    if (button) copyAndSay(button.dataset.copy ?? citation(button.closest(".r")));
    if (event.target.closest(".theme")) switchTheme();
    $$("details.switch[open]").forEach((menu) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
  });

  // ---------- the palette ----------

  // Loyalty costs have their own brackets; everything else is written in braces.
  const written = (code) => (code.startsWith("[") ? code : `{${code}}`);

  function insert(code) {
    const box = $("#cost");
    const start = box.selectionStart ?? box.value.length;
    box.setRangeText(written(code), start, box.selectionEnd ?? start, "end");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-insert]");
    if (key) insert(key.dataset.insert);
  });

  // ---------- the live answer ----------

  // Nothing on the server asks for it, and the address of a very long cost would not fit into a header.
  document.addEventListener("htmx:configRequest", (event) => {
    delete event.detail.headers["HX-Current-URL"];
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    const answer = event.detail.target;
    if (!answer.classList.contains("answer")) return;
    answer.classList.remove("fresh");
    requestAnimationFrame(() => answer.classList.add("fresh"));
  });

  const unreachable = () => {
    const problem = $("#problem");
    if (!problem) return;
    problem.innerHTML = $("#unreachable").innerHTML;
  };
  document.addEventListener("htmx:sendError", unreachable);
  document.addEventListener("htmx:timeout", unreachable);
  document.addEventListener("htmx:responseError", unreachable);
})();

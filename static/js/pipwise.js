// What every page has beyond htmx: the theme, the keys, and saying what was done. Every page works without it.
(() => {
  "use strict";
  const pipwise = (window.pipwise ??= {});
  const root = document.documentElement;
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];

  // ---------- theme ----------

  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  const currentTheme = () => root.dataset.theme || (systemDark.matches ? "dark" : "light");

  // The frame that an installed app has follows the theme as well.
  const tints = {};
  const schemeOf = (meta) => (meta.media.includes("dark") ? "dark" : "light");
  $$('meta[name="theme-color"]').forEach((meta) => (tints[schemeOf(meta)] = meta.content));
  function tint() {
    $$('meta[name="theme-color"]').forEach((meta) => (meta.content = tints[root.dataset.theme ?? schemeOf(meta)]));
  }
  tint();

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
    tint();
    say(next === "dark" ? "Dark theme" : "Light theme");
  }

  // ---------- saying what happened ----------

  let hush;
  function say(words) {
    const toast = $("#toast");
    if (!toast) return;
    toast.textContent = words;
    clearTimeout(hush);
    hush = setTimeout(() => (toast.textContent = ""), 2400);
  }

  // ---------- from rule to rule ----------

  const STEPS = ".r[id], .hits > .r, .chg[id], .step";

  function current() {
    const all = $$(STEPS).filter((one) => !one.parentElement.closest(STEPS));
    const focused = document.activeElement.closest(STEPS);
    // What a glossary entry quotes wasn’t asked for.
    return { all, index: all.indexOf(focused || $("article .r.at") || $(":is(.r, .chg, .step):target")) };
  }

  function step(by) {
    const { all, index } = current();
    if (!all.length) return;
    const next = all[Math.min(Math.max(index + by, 0), all.length - 1)];
    pipwise.closeShare?.();
    pipwise.goTo?.(next);
    if (next.matches(".chg, .step[id]")) history.replaceState(history.state, "", `#${next.id}`);
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: pipwise.placed(next) });
  }

  const chosen = () => {
    const { all, index } = current();
    const one = all[index] ?? (all.length ? undefined : null);
    return one?.closest(pipwise.SHAREABLE) ?? one?.querySelector(pipwise.SHAREABLE) ?? $("[data-share]") ?? all[0];
  };

  function openResult(event) {
    if (event.target !== document.activeElement || !event.target.matches(".hits > .r")) return false;
    const link = $("a[href]", event.target);
    link?.click();
    return Boolean(link);
  }

  // ---------- keyboard ----------

  const typing = (target) => target.closest?.("input, textarea, select, [contenteditable]") !== null;

  const keys = {
    "/": () => {
      const box = $("[data-box]");
      box?.focus();
      box?.select();
    },
    j: () => step(1),
    k: () => step(-1),
    s: () => {
      const one = chosen();
      if (one) pipwise.openShare(one, $("[data-sharing]", one));
    },
    c: () => {
      const one = chosen();
      if (one) pipwise.copyQuote(one);
    },
    // No modal dialog: of a long page, each part would be told that it is behind one.
    "?": () => $("#help")?.togglePopover(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      $$("details.menu[open], details.switch[open]").forEach((menu) => (menu.open = false));
      if (event.target.matches?.("[data-box]")) event.target.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open], :popover-open:not(#help)")) return;
    // The key that leads to the box does so in the empty box, too: no question begins with it.
    const there = event.key === "/" && event.target.matches?.("[data-box]") && !event.target.value;
    if (typing(event.target) && !there) return;
    if (event.key === "Enter" && openResult(event)) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    if (event.key !== "?") $("#help:popover-open")?.hidePopover();
    act();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-switch]")) switchTheme();
    if (event.target.closest("[data-help]")) {
      event.preventDefault();
      $("#help").showPopover();
    }
    $$("details.menu[open], details.switch[open]").forEach((menu) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
  });

  // Tab leads out of the list of keys and of a phone’s index, and what then has the focus isn’t behind them.
  document.addEventListener("focusin", ({ target }) => {
    const over = $(":popover-open");
    if (over && !over.contains(target) && target.matches(":focus-visible")) over.hidePopover();
  });

  // ---------- the live answer ----------

  // Nothing on the server asks for it, and the address of a very long cost would not fit into a header.
  document.addEventListener("htmx:configRequest", (event) => {
    delete event.detail.headers["HX-Current-URL"];
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    const answer = event.detail.target;
    if (answer.id !== "answer") return;
    answer.classList.remove("fresh");
    requestAnimationFrame(() => answer.classList.add("fresh"));
  });

  // Until the answer arrives, what is shown was asked before.
  const busy = (event) => {
    const target = event.detail.target;
    if (event.type === "htmx:beforeRequest") target?.setAttribute("aria-busy", "true");
    else {
      target?.removeAttribute("aria-busy");
      // A problem is put elsewhere than the answer that was asked for.
      $("#answer[aria-busy]")?.removeAttribute("aria-busy");
    }
  };
  document.addEventListener("htmx:beforeRequest", busy);
  document.addEventListener("htmx:afterRequest", busy);

  // ---------- unfinished symbols ----------

  // “{2/” is on its way to being a symbol, and “Li” to being a name: they are no mistake until typing pauses. Names that
  // it may become are offered at once.
  const PAUSE = 1200;
  const unfinished = (text) => /[{([][^})\]]*$|\/$|\p{L}$/u.test(text.trim());
  let waiting;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const target = event.detail.target;
    // Suggestions are asked for beside the answer, and may come after it.
    if (target?.id === "suggestions") return;
    clearTimeout(waiting);
    if (!["problem", "verdict"].includes(target?.id) || !event.detail.serverResponse.includes("problem")) return;
    const box = document.activeElement;
    if (target.id === "verdict" && event.detail.serverResponse.includes('class="chips"')) return;
    if (!box.matches("#box, #cost, #mana, #in-play")) return;
    if (!unfinished(box.value.slice(0, box.selectionStart ?? box.value.length))) return;
    event.detail.shouldSwap = false;
    const said = event.detail.serverResponse;
    waiting = setTimeout(() => (target.innerHTML = said), PAUSE);
  });
  document.addEventListener("input", () => clearTimeout(waiting));

  // Pipwise was reached where it answers that it can’t answer now.
  function unanswered({ xhr }) {
    const seconds = xhr?.getResponseHeader("Retry-After");
    const wait = seconds === "1" ? "a second" : `${seconds} seconds`;
    if (xhr?.status === 429 && seconds) return `Too many requests. Try again in ${wait}.`;
    if (xhr?.status === 414) return "That’s too long. Type 2,000 characters or fewer.";
    return xhr?.status === 503 ? "Pipwise can’t answer now. Try again soon." : "";
  }

  const unreachable = (event) => {
    const problem = $("#problem, #verdict");
    if (!problem) return;
    problem.innerHTML = $("#unreachable").innerHTML;
    const words = unanswered(event.detail);
    if (words) $("p", problem).textContent = words;
  };
  document.addEventListener("htmx:sendError", unreachable);
  document.addEventListener("htmx:timeout", unreachable);
  document.addEventListener("htmx:responseError", unreachable);

  // ---------- reading without a network ----------

  // Where there is no room, or no right to it, pages come over the network as ever. Who saves data isn’t sent more.
  function keepRules() {
    const workers = navigator.serviceWorker;
    if (!workers || navigator.connection?.saveData) return;
    const first = !workers.controller;
    workers.register(document.body.dataset.worker).catch(() => {});
    // The first page was read before anything could keep it.
    if (first) workers.addEventListener("controllerchange", keepPage, { once: true });
  }
  const keepPage = () => navigator.serviceWorker?.controller?.postMessage({ read: location.href });

  // Of answers to what is typed the worker sees only a part, so it is asked to keep the page where typing pauses.
  let keeping;
  const keepSoon = () => {
    clearTimeout(keeping);
    keeping = setTimeout(keepPage, PAUSE);
  };
  document.addEventListener("htmx:pushedIntoHistory", keepSoon);
  document.addEventListener("htmx:replacedInHistory", keepSoon);
  addEventListener("load", () => setTimeout(keepRules, 500));

  Object.assign(pipwise, { unanswered, say, step });
})();

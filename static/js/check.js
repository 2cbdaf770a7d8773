// The checker: symbols put where the reader types, above the keyboard, and endings for a symbol that isn’t finished.
(() => {
  "use strict";
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  // The field that is typed in, or was last.
  let typedIn = $("#cost")?.value ? "mana" : "cost";
  const box = () => document.getElementById(typedIn);

  // ---------- the keys ----------

  // Loyalty costs have their own brackets; mana at hand is typed in plain letters; everything else has braces.
  function written(code, into) {
    if (code.startsWith("[")) return code;
    return into.id === "mana" && /^[WUBRGC]$/.test(code) ? code : `{${code}}`;
  }

  function put(text, start, end, into) {
    into.setRangeText(text, start, end, "end");
    into.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // Only the keys that fit the field are there.
  function showKeys() {
    $$("[data-palette][data-for]").forEach((keys) => (keys.hidden = keys.dataset.for !== typedIn));
  }

  function unfold(id, shown) {
    const rest = document.getElementById(id);
    if (!rest) return;
    rest.hidden = !shown;
    $(`[data-unfold="${id}"]`)?.setAttribute("aria-expanded", String(shown));
  }

  // A land is one more of it: “Plains”, then “2 Plains”.
  function addSource(name, into) {
    const items = into.value.split(/\s*[,;]\s*/).filter(Boolean);
    const at = items.findIndex((item) => item.replace(/^\d+\s+/, "").toLowerCase() === name.toLowerCase());
    if (at < 0) items.push(name);
    else items[at] = `${(parseInt(items[at], 10) || 1) + 1} ${name}`;
    put(items.join(", "), 0, into.value.length, into);
  }

  // The name that is being typed is the last one.
  function endName(name, into) {
    const start = into.value.search(/[^,;\n]*$/);
    const count = into.value.slice(start).match(/^\s*(\d+\s*[x×]?\s+)?/)[0];
    put(`${count}${name}`, start, into.value.length, into);
  }

  const isField = (element) => element?.matches?.("#cost, #mana");

  function typeIn(target) {
    if (!isField(target)) return;
    if (typedIn !== target.id) ["more-symbols", "more-lands"].forEach((id) => unfold(id, false));
    typedIn = target.id;
    showKeys();
    document.body.classList.add("typing");
    dock();
  }
  document.addEventListener("focusin", ({ target }) => typeIn(target));
  // The form comes again with an answer that a link was followed to.
  document.addEventListener("htmx:afterSettle", showKeys);
  // The page stays as it is until a press has ended that took the focus away, or it would meet something else.
  const PRESS = 300;
  function stopTyping() {
    const at = document.activeElement;
    if (!isField(at) && !at?.closest?.(".keys")) document.body.classList.remove("typing");
  }
  document.addEventListener("focusout", () => setTimeout(stopTyping, PRESS));

  // A line ends with Enter, which takes the name that is offered first.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.id !== "mana" || event.isComposing) return;
    event.preventDefault();
    const offered = $("#verdict [data-name]");
    if (offered) endName(offered.dataset.name, event.target);
    else event.target.form.requestSubmit();
  });

  // A key leaves the focus, and the phone’s keyboard, where they are.
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest(".keys button, .goes button")) event.preventDefault();
  });

  // Where a keyboard covers the page rather than making it smaller, the keys are lifted above it.
  const view = window.visualViewport;
  function dock() {
    const keys = $(".keys");
    if (!keys || !view) return;
    const covered = Math.max(0, innerHeight - view.height - view.offsetTop);
    keys.style.bottom = document.body.classList.contains("typing") && covered ? `${covered}px` : "";
  }
  view?.addEventListener("resize", dock);
  view?.addEventListener("scroll", dock);

  document.addEventListener("click", (event) => {
    const ending = event.target.closest("[data-ending]");
    const key = event.target.closest("[data-insert]");
    const into = box();
    if (ending) {
      const typed = unfinished(into);
      put(written(ending.dataset.ending, into), typed.start, typed.end, into);
    } else if (key) {
      const start = into.selectionStart ?? into.value.length;
      put(written(key.dataset.insert, into), start, into.selectionEnd ?? start, into);
    } else if (event.target.closest("[data-land]")) {
      addSource(event.target.closest("[data-land]").dataset.land, $("#mana"));
    } else if (event.target.closest("[data-name]")) {
      endName(event.target.closest("[data-name]").dataset.name, $("#mana"));
    } else if (event.target.closest("[data-unfold]")) {
      const { unfold: id } = event.target.closest("[data-unfold]").dataset;
      unfold(id, document.getElementById(id).hidden);
    }
  });

  // Arrow keys move within a palette, as in any toolbar.
  document.addEventListener("keydown", (event) => {
    const palette = event.target.closest("[data-palette]");
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!palette || (!by && event.key !== "Home" && event.key !== "End")) return;
    event.preventDefault();
    const keys = $$("button", palette);
    const at = keys.indexOf(event.target);
    const last = keys.length - 1;
    const next = event.key === "Home" ? 0 : event.key === "End" ? last : (at + by + keys.length) % keys.length;
    keys.forEach((key, place) => (key.tabIndex = place === next ? 0 : -1));
    keys[next].focus();
  });

  // ---------- unfinished symbols ----------

  // “{2/” is on its way to being a symbol: until typing pauses, it is no mistake, and its endings are offered.
  const MOST_ENDINGS = 6;
  function unfinished(into) {
    const at = into.selectionStart ?? into.value.length;
    const open = into.value.slice(0, at).match(/\{([^{}\s]*)$/);
    if (!open) return null;
    const rest = into.value.slice(at).match(/^[^{}\s]*\}|/)[0];
    return { start: at - open[0].length, end: at + rest.length, piece: open[1].toUpperCase() };
  }

  function endings(into) {
    const typed = unfinished(into);
    if (!typed?.piece) return [];
    const more = into.id === "cost" ? ", #more-symbols [data-insert]" : "";
    const keys = $$(`[data-for=${into.id}] [data-insert]${more}`);
    return keys.filter((key) => key.dataset.insert.startsWith(typed.piece)).slice(0, MOST_ENDINGS);
  }

  document.addEventListener("input", ({ target }) => {
    if (!isField(target)) return;
    const keys = endings(target);
    if (!keys.length) return;
    const line = document.createElement("p");
    line.className = "v wait";
    const goes = document.createElement("span");
    goes.className = "goes";
    line.append(goes);
    for (const key of keys) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.ending = key.dataset.insert;
      button.append(...[...key.children].map((child) => child.cloneNode(true)));
      goes.append(button);
    }
    $("#verdict").replaceChildren(line);
  });

  // ---------- names and symbols ----------

  // Names are set as words, symbols in letters of one width.
  const MANA = /\{[^{}]*\}?|[WUBRGCSXYZ\d\W_]/gi;
  const setType = (field) => field.classList.toggle("words", field.value.replace(MANA, "") !== "");
  document.addEventListener("input", ({ target }) => isField(target) && setType(target));
  document.addEventListener("htmx:afterSettle", () => $$("#cost, #mana").forEach(setType));
  $$("#cost, #mana").forEach(setType);

  // ---------- the focus ----------

  // A question that is answered may be gone: the next one has the focus, or the verdict.
  let answering = false;
  document.addEventListener("htmx:beforeRequest", () => {
    answering ||= Boolean(document.activeElement.closest("#answer"));
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (answering && document.activeElement === document.body) {
      const next = $("#answer .asks a") ?? $("#verdict");
      if (next?.id === "verdict") next.tabIndex = -1;
      next?.focus({ preventScroll: true });
    }
    answering = false;
  });

  // The first field has the focus before this is read.
  showKeys();
  typeIn(document.activeElement);
})();

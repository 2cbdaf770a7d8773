// The checker: symbols put where the reader types, one tab stop for all of them.
(() => {
  "use strict";
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  const cost = document.querySelector("#cost");
  const mana = document.querySelector("#mana");

  // ---------- the palette ----------

  // Loyalty costs have their own brackets; mana at hand is typed in plain letters; everything else has braces.
  function written(code, box) {
    if (code.startsWith("[")) return code;
    return box === mana && /^[WUBRGC]$/.test(code) ? code : `{${code}}`;
  }

  let typedIn = cost;
  document.addEventListener("focusin", (event) => {
    if (event.target === cost || event.target === mana) typedIn = event.target;
  });

  function insert(code) {
    const box = typedIn;
    const start = box.selectionStart ?? box.value.length;
    box.setRangeText(written(code, box), start, box.selectionEnd ?? start, "end");
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-insert]");
    if (key) insert(key.dataset.insert);
    const more = event.target.closest(".more-symbols");
    if (!more) return;
    const rest = document.querySelector("#more-symbols");
    rest.hidden = !rest.hidden;
    more.setAttribute("aria-expanded", String(!rest.hidden));
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
})();

// Casting: names that are offered while typing, Enter, and what is typed or has the focus while the steps change.
(() => {
  "use strict";
  const $ = (selector, from = document) => from.querySelector(selector);

  // ---------- names that are offered ----------

  function put(offered) {
    const into = document.getElementById(offered.dataset.into);
    into.setRangeText(offered.dataset.name, Number(offered.dataset.start), into.value.length, "end");
    into.focus();
    into.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // A press leaves the focus, and the phone’s keyboard, where they are.
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest(".goes button")) event.preventDefault();
  });
  document.addEventListener("click", ({ target }) => {
    const offered = target.closest("[data-name]");
    if (offered) put(offered);
  });

  // A line ends with Enter, which takes the name that is offered first.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches("#in-play, #mana")) return;
    event.preventDefault();
    const offered = $(`#verdict [data-into="${event.target.id}"]`);
    if (offered) put(offered);
    else event.target.form.requestSubmit();
  });

  // ---------- the steps change ----------

  // What was typed after the request stays, with its selection. A choice that has other answers now keeps the focus.
  let field;
  let choice;
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target?.id !== "walk") return;
    const at = document.activeElement;
    const isField = at.matches("#walk input[type=text]");
    field = isField ? { id: at.id, value: at.value, start: at.selectionStart, end: at.selectionEnd } : null;
    choice = at.closest("#walk .choice, #depends, #walk .ways")?.id ?? (at.closest("#walk") ? "" : null);
  });
  document.addEventListener("htmx:afterSettle", () => {
    const now = field && document.getElementById(field.id);
    if (now) {
      if (now.value !== field.value) now.value = field.value;
      if (document.activeElement !== now) now.focus({ preventScroll: true });
      now.setSelectionRange(field.start, field.end);
      // To the browser, it hasn’t changed since it has the focus.
      const send = () => now.value !== now.defaultValue && now.dispatchEvent(new Event("change", { bubbles: true }));
      now.addEventListener("blur", send, { once: true });
    } else if (choice !== undefined && choice !== null && document.activeElement === document.body) {
      const next = (choice && document.getElementById(choice)) || $("#walk .choice.now") || $("#verdict");
      const first = $("a[aria-current], a, input[type=text], b", next) ?? next;
      if (!first.matches("a, input")) first.tabIndex = -1;
      first.focus({ preventScroll: true });
    }
    field = choice = null;
  });
})();

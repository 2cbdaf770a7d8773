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

  const fields = () => [...document.querySelectorAll("#walk input[type=text]")];

  // Between a key and its letter no field may be replaced: the answer is asked for again when typing pauses.
  const PAUSE = 400;
  let last = 0;
  let again;
  document.addEventListener("keydown", ({ target, key }) => {
    if (target.matches?.("#walk input[type=text]")) last = /^(Tab|Enter)$/.test(key) ? 0 : performance.now();
  });
  const isTyping = () => document.activeElement.matches("#walk input[type=text]") && performance.now() - last < PAUSE;

  // What is typed while an answer is on its way stays.
  let sent = new Map();
  let typed = [];
  document.addEventListener("htmx:beforeRequest", () => {
    sent = new Map(fields().map((one) => [one.id, one.value]));
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target?.id !== "walk") return;
    clearTimeout(again);
    if (isTyping() && detail.requestConfig.elt.id === "ask") {
      detail.shouldSwap = false;
      again = setTimeout(() => $("#ask").requestSubmit(), PAUSE);
      return;
    }
    typed = fields().filter((one) => sent.has(one.id) && sent.get(one.id) !== one.value);
    typed = typed.map((one) => [one.id, one.value]);
    remember(document.activeElement);
  });
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target?.id !== "walk") return;
    for (const [id, value] of typed) {
      const now = document.getElementById(id);
      if (now) now.value = value;
    }
    typed = [];
  });

  // A field keeps its selection. A choice that has other answers now keeps the focus; if it’s gone, the next one has it.
  let field;
  let choice;
  function remember(at) {
    field = at.matches("#walk input[type=text]") ? { id: at.id, start: at.selectionStart, end: at.selectionEnd } : null;
    choice = at.closest("#walk .choice, #depends")?.id ?? (at.closest("#walk") ? "" : null);
  }

  // To the browser, what was put back hasn’t changed since the field has the focus.
  function sendLater(now) {
    const { value } = now;
    now.addEventListener(
      "blur",
      () => setTimeout(() => {
        const isSent = now.value === now.defaultValue || now.value !== value;
        if (now.isConnected && !isSent) now.dispatchEvent(new Event("change", { bubbles: true }));
      }),
      { once: true },
    );
  }

  document.addEventListener("htmx:afterSettle", () => {
    const now = field && document.getElementById(field.id);
    if (now) {
      if (document.activeElement !== now) now.focus({ preventScroll: true });
      now.setSelectionRange(field.start, field.end);
      if (now.value !== now.defaultValue) sendLater(now);
    } else if (typeof choice === "string" && document.activeElement === document.body) {
      const next = (choice && document.getElementById(choice)) || $("#walk .choice.now") || $("#verdict");
      const first = $("a, input[type=text]", next) ?? next;
      if (first === next) first.tabIndex = -1;
      first.focus({ preventScroll: true });
    }
    field = choice = null;
  });

  // A link that is pressed while a name is on its way comes with the answer, and has that name then.
  let isSending = false;
  let pressed = "";
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.elt.id === "ask") isSending = true;
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.elt.id !== "ask") return;
    isSending = false;
    const id = pressed;
    pressed = "";
    if (id) setTimeout(() => document.getElementById(id)?.click());
  });
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target.closest("#walk a[hx-get]");
      if (!isSending || !link?.id) return;
      event.preventDefault();
      event.stopPropagation();
      pressed = link.id;
    },
    true,
  );
})();

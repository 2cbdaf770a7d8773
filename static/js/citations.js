// Citations: copying the updated text, and a rule’s text of today.
(() => {
  "use strict";

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], .cp[data-text]");
    if (!button) return;
    const { copy, text } = button.dataset;
    window.pipwise.copyPlain(copy ? document.querySelector(copy).value : text);
  });

  // After the button or a paste, but not while somebody types, what was found takes the form’s place.
  let done = false;
  document.addEventListener("submit", () => { done = true; }, true);
  document.addEventListener("input", (event) => { done = event.inputType === "insertFromPaste"; }, true);
  document.addEventListener("htmx:afterSettle", () => {
    const shown = document.querySelector("#found h2, #found .problem");
    const again = document.getElementById("again");
    if (!done || !shown || !again) return;
    done = false;
    if (shown.matches("h2")) {
      const summary = again.querySelector("summary");
      summary.hidden = false;
      const inside = again.contains(document.activeElement);
      again.open = false;
      if (inside) summary.focus({ preventScroll: true });
    }
    const { top, bottom } = shown.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) shown.scrollIntoView();
  });
})();

// Citations: copying the updated text, and a rule’s text of today.
(() => {
  "use strict";

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], .cp[data-text]");
    if (!button) return;
    const { copy, text } = button.dataset;
    window.pipwise.copyPlain(copy ? document.querySelector(copy).value : text);
  });
})();

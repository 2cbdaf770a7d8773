// A link to copy beside the rule that the reader is at. One button serves all of them: some sections have hundreds.
(() => {
  "use strict";
  const grab = document.createElement("button");
  grab.className = "grab";
  grab.type = "button";
  grab.textContent = "copy";

  function come(event) {
    const rule = event.target.closest?.(".r[id]");
    if (!rule || rule === grab.parentElement || rule.matches(".at")) return;
    const number = rule.querySelector(".n");
    if (!number) return;
    grab.dataset.copy = number.getAttribute("href");
    grab.setAttribute("aria-label", `Copy a link to ${rule.id}`);
    number.after(grab);
  }
  document.addEventListener("pointerover", come);
  document.addEventListener("focusin", come);
})();

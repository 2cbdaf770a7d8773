// What makes a page of rules live: the list beside it begins where the reader is, and any rule can be copied.
(() => {
  "use strict";

  const rule = location.hash.replace(/[a-z](-\d)?$/, "");
  const here =
    document.querySelector(".fold [aria-current]") ||
    document.querySelector(`.fold a[href="${CSS.escape(rule)}"]`) ||
    document.querySelector(".fold details");
  const list = here?.closest(".fold");
  if (list) {
    const down = here.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (down > list.clientHeight - 96) list.scrollTop = down - 96;
  }

  // One button serves all rules: some sections have hundreds. It comes to the rule that the reader is at.
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

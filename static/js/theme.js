// Runs before the page is painted, so that a chosen theme never flashes the other one first.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch {
    // Storage may be forbidden; the page then follows the reader's setting.
  }
})();

// The map of the explorer: where there is room for all of it, every branch is open; on a phone those that are lit.
(() => {
  "use strict";

  const wide = matchMedia("(min-width: 60.01rem)");

  function unfold() {
    if (!wide.matches) return;
    document.querySelectorAll(".x-branch details").forEach((branch) => {
      branch.open = true;
    });
  }
  for (const swapped of ["htmx:afterSwap", "htmx:oobAfterSwap", "htmx:historyRestore"]) {
    document.addEventListener(swapped, unfold);
  }
  wide.addEventListener("change", () => {
    document.querySelectorAll(".x-branch details").forEach((branch) => {
      branch.open = wide.matches || branch.closest(".lit") !== null;
    });
  });
  unfold();
})();

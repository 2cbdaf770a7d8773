// Runs before the page is painted, so that a chosen theme never flashes the other one first, and nothing moves.
(() => {
  "use strict";
  const root = document.documentElement;
  const pipwise = (window.pipwise ??= {});
  // A day at a tournament; what is added to a brief after it begins a new one.
  const KEPT = 12 * 3600 * 1000;
  root.classList.add("js");
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch {
    // Storage may be forbidden; the page then follows the reader's setting.
  }

  // Where the window shows what it comes to: from its beginning, if it takes most of it.
  pipwise.placed = (element) => (element.offsetHeight > innerHeight * 0.7 ? "start" : "center");

  // The brief that the reader is making, as a query; the links to it have their room from the start.
  pipwise.keptBrief = () => {
    let kept = "";
    try {
      const { query, at } = JSON.parse(localStorage.getItem("brief")) ?? {};
      if (query && Date.now() - at < KEPT) kept = query;
    } catch {
      // Storage may be forbidden; the page of the brief still has all of it in its address.
    }
    root.classList.toggle("gathers", Boolean(kept));
    // Who opens another brief is offered a choice above it; `brief.js` knows better, but later.
    if (document.readyState === "loading") {
      const asked = new URLSearchParams(location.search);
      asked.delete("edit");
      root.classList.toggle("other-brief", Boolean(kept) && String(asked) !== kept);
    }
    return kept;
  };
  pipwise.keptBrief();
})();

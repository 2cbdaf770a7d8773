// Runs before the page of a rule is painted, so that it begins at the rule that was asked for.
(() => {
  "use strict";
  const asked = document.querySelector("[data-edition] > .r.at");
  // Who came back or has scrolled is at a place of their own.
  const arrival = performance.getEntriesByType("navigation")[0]?.type;
  if (!asked || scrollY || arrival !== "navigate" || document.getElementById(location.hash.slice(1))) return;
  const { top, bottom } = asked.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) asked.scrollIntoView({ block: window.pipwise.placed(asked), behavior: "instant" });
})();

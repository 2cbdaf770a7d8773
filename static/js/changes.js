// A link to one change opens its section, whose changes then load.
(() => {
  "use strict";
  const id = decodeURIComponent(location.hash.slice(1));
  if (!id || document.getElementById(id)) return;
  const number = id.startsWith("glossary") || id.startsWith("old-glossary") ? "glossary" : id.match(/\d{3}/)?.[0];
  const section = document.getElementById(`s-${number}`);
  if (!section) return;
  section.addEventListener("htmx:afterSettle", () => document.getElementById(id)?.scrollIntoView(), { once: true });
  section.parentElement.open = true;
  section.open = true;
})();

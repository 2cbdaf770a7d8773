// A link to one change opens its section, whose changes then load. By then htmx knows the page: it waits as well.
document.addEventListener("DOMContentLoaded", () => {
  "use strict";
  const id = decodeURIComponent(location.hash.slice(1));
  if (!id || document.getElementById(id)) return;
  const key = /^(old-)?glossary-/.test(id) ? "glossary" : id.match(/\d{3}/)?.[0];
  const section = document.getElementById(`s-${key}`);
  if (!section) return;
  section.addEventListener("htmx:afterSettle", () => document.getElementById(id)?.scrollIntoView(), { once: true });
  section.parentElement.open = true;
  section.open = true;
});

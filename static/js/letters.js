// The letters above a long section open its index, on a phone a sheet, at their place.
(() => {
  "use strict";
  const list = document.getElementById("toc");
  document.addEventListener("click", (event) => {
    const letter = event.target.closest(".az button")?.textContent;
    if (!letter) return;
    const entry = document.getElementById(`az-${letter}`);
    list.addEventListener("toggle", () => (list.scrollTop = entry.offsetTop - 48), { once: true });
  });
})();

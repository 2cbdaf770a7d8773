// Suggestions under a box, by keyboard: arrows choose, Enter follows, Escape closes. By touch they are plain links.
(() => {
  "use strict";

  const box = document.querySelector("[data-box]");
  const list = document.querySelector("#suggestions");
  if (!box) return;

  const options = () => (list ? [...list.querySelectorAll("[role=option]")] : []);
  const chosen = () => options().findIndex((option) => option.getAttribute("aria-selected") === "true");

  function choose(place) {
    const all = options();
    all.forEach((option, at) => option.setAttribute("aria-selected", String(at === place)));
    if (place < 0) box.removeAttribute("aria-activedescendant");
    else box.setAttribute("aria-activedescendant", all[place].id);
    all[place]?.scrollIntoView({ block: "nearest" });
  }

  function close() {
    if (!list) return;
    list.replaceChildren();
    choose(-1);
    box.setAttribute("aria-expanded", "false");
  }

  // Where the page itself follows the typing, the arrow goes to the first thing that it shows.
  function enterPage(event) {
    const first = document.querySelector("#answer .one a, #answer .hits a");
    if (event.key !== "ArrowDown" || !first) return;
    event.preventDefault();
    first.focus();
  }

  box.addEventListener("keydown", (event) => {
    const all = options();
    if (!list) return enterPage(event);
    if (!all.length) return;
    const at = chosen();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      // One place beside all of them is the box itself.
      const step = event.key === "ArrowDown" ? 1 : -1;
      choose(((at + 1 + step + all.length + 1) % (all.length + 1)) - 1);
    } else if (event.key === "Enter" && at >= 0) {
      event.preventDefault();
      all[at].click();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      close();
    }
  });

  if (!list) return;
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (event.target !== list) return;
    const open = options().length > 0 && document.activeElement === box;
    if (!open) return close();
    choose(-1);
    box.setAttribute("aria-expanded", "true");
  });
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("form.box")) close();
  });
  box.addEventListener("blur", (event) => {
    if (event.relatedTarget && !list.contains(event.relatedTarget)) close();
  });
})();

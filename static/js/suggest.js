// Suggestions under a box, by keyboard: arrows choose, Enter follows, Escape closes. By touch they are plain links.
// Where the page itself follows the typing, arrows go from the box through its results and back.
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

  function walk(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const results = [...document.querySelectorAll("#answer .hits > .r")];
    const at = results.findIndex((result) => result.contains(document.activeElement));
    if (document.activeElement !== box && at < 0) return;
    // Where there is only an answer, its first link is what the arrow goes to.
    const next = at + by < 0 ? box : (results[at + by] ?? (at < 0 ? document.querySelector("#answer .answer a") : null));
    if (!next || (by < 0 && at < 0)) return;
    event.preventDefault();
    if (results.includes(next)) window.pipwise.step(by);
    else next.focus();
  }

  box.addEventListener("keydown", (event) => {
    const all = options();
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
      // A search box would empty itself.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  });

  if (!list) {
    document.addEventListener("keydown", walk);
    return;
  }
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

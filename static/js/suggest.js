// Suggestions under a box, by keyboard: arrows choose, Enter follows, Escape closes. By touch they are plain links.
// Where the page itself follows the typing they stand in a line: arrows go from the box to them, along the line, on
// through the results and back.
(() => {
  "use strict";

  const box = document.querySelector("[data-box]");
  const list = document.querySelector("#suggestions");
  if (!box) return;
  const inLine = list?.matches(".beside");
  // What was asked for before Escape may still come after it.
  let dismissed = false;

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
    if (!by || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
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

  // One place beside all of them is the box itself. In a line, up and down lead away from them.
  function placeAfter(key, at, count) {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
    const along = key === "ArrowRight" || key === "ArrowLeft";
    if (!by || (along && (!inLine || at < 0))) return undefined;
    if (!inLine) return ((at + 1 + by + count + 1) % (count + 1)) - 1;
    if (along) return Math.min(Math.max(at + by, 0), count - 1);
    return key === "ArrowDown" && at < 0 ? 0 : -1;
  }

  box.addEventListener("keydown", (event) => {
    const all = options();
    if (!all.length || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = chosen();
    const place = placeAfter(event.key, at, all.length);
    if (place !== undefined) {
      // From the line down, and from the box up, the results are next.
      if (!inLine || place >= 0 || event.key === "ArrowUp") event.preventDefault();
      choose(place);
    } else if (event.key === "Enter" && at >= 0) {
      event.preventDefault();
      all[at].click();
    } else if (event.key === "Escape") {
      // A search box would empty itself.
      event.preventDefault();
      event.stopPropagation();
      dismissed = true;
      close();
    }
  });

  if (!list || inLine) document.addEventListener("keydown", walk);
  if (!list) return;
  box.addEventListener("input", () => (dismissed = false));
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (event.target !== list) return;
    const open = options().length > 0 && document.activeElement === box && !dismissed;
    if (!open) return close();
    choose(-1);
    box.setAttribute("aria-expanded", "true");
  });
  if (inLine) return;
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("form.box")) close();
  });
  box.addEventListener("blur", (event) => {
    if (event.relatedTarget && !list.contains(event.relatedTarget)) close();
  });
})();

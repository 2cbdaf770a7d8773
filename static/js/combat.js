// Combat damage: amounts that keep their sum, and no scolding while somebody types.
(() => {
  "use strict";

  const number = (text) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : 0);

  // The first amount that is typed leaves the rest to the others.
  document.addEventListener("input", ({ target }) => {
    const shares = [...(target.closest(".deal")?.querySelectorAll("input") ?? [])];
    const others = shares.filter((each) => each !== target);
    if (!target.value || others.some((each) => each.value)) return;
    let rest = shares.reduce((sum, each) => sum + number(each.placeholder), -number(target.value));
    others.forEach((each, at) => {
      const amount = Math.max(0, at < others.length - 1 ? Math.min(rest, number(each.placeholder)) : rest);
      each.value = String(amount);
      rest -= amount;
    });
  });

  // A line that is still typed is no mistake: its problem is said once typing pauses.
  const PAUSE = 1200;
  const TYPED = ".fights :is([name=attackers], [name=blockers], [name=defender], [name=divide])";
  let typing = false;
  let waiting;
  document.addEventListener("input", ({ target }) => {
    if (!target.matches?.(TYPED)) return;
    typing = true;
    clearTimeout(waiting);
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const form = event.detail.elt.closest?.(".fights");
    const isProblem = event.detail.xhr.getResponseHeader("HX-Reswap") === "none";
    if (!form || !typing || !isProblem) return;
    event.detail.shouldSwap = false;
    form.querySelector("#trial-verdict .v").className = "v wait";
    form.querySelectorAll(".wrong").forEach((place) => place.replaceChildren());
    waiting = setTimeout(() => {
      typing = false;
      form.requestSubmit();
    }, PAUSE);
  });
  // An answer that came is judged as it is.
  document.addEventListener("htmx:afterSwap", () => (typing = false));
})();

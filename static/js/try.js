// Trials: buttons that step a number, what is wrong said of its control, and focus that is never lost.
(() => {
  "use strict";

  const number = (text) => {
    const plain = text.replace(/[−–]/g, "-").replace(/\s/g, "");
    return /^[+-]?\d{1,7}$/.test(plain) ? Number(plain) : 0;
  };

  // A division that is begun has all its amounts: those that were an example.
  function fill(input) {
    const shares = [...(input.closest(".deal")?.querySelectorAll("input") ?? [])];
    if (shares.every((each) => !each.value)) shares.forEach((each) => (each.value = each.placeholder));
    return shares;
  }

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

  // The last row of attackers, or of a board, is always empty.
  document.addEventListener("input", ({ target }) => {
    const row = target.closest(".fline");
    const grows = ["attackers", "board"].includes(target.name) && row;
    if (!grows || row.nextElementSibling.querySelector(`[name=${target.name}]`)) return;
    const next = row.cloneNode(true);
    next.querySelectorAll("textarea").forEach((input) => (input.value = ""));
    target.placeholder = "";
    row.after(next);
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (!button) return;
    const input = button.parentElement.querySelector("input");
    const shares = fill(input);
    let value = number(input.value) + Number(button.dataset.step);
    if (button.dataset.least) value = Math.max(value, Number(button.dataset.least));
    if (button.dataset.most) value = Math.min(value, Number(button.dataset.most));
    // What one recipient gets more, another gets less.
    const taken = value - number(input.value);
    const others = [...shares.slice(shares.indexOf(input) + 1), ...shares].filter((each) => each !== input);
    const other = others.find((each) => number(each.value) >= taken);
    if (taken && others.length && !other) return;
    if (other) other.value = String(number(other.value) - taken);
    input.value = String(value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // A control says itself that it is wrong; the sentence beside it is named by its description already.
  function mark() {
    document.querySelectorAll("[data-control]").forEach((control) => {
      const said = [...(control.querySelector(".wrong")?.childNodes ?? [])];
      const wrong = said.some((part) => !part.matches?.(".note") && part.textContent.trim());
      control.classList.toggle("bad", wrong);
      control.querySelectorAll("input:not([type=hidden]), select").forEach((input) => {
        if (wrong) input.setAttribute("aria-invalid", "true");
        else input.removeAttribute("aria-invalid");
      });
    });
  }
  document.addEventListener("htmx:afterSettle", mark);
  document.addEventListener("htmx:oobAfterSwap", mark);

  // A link that made room for a form took the focus with it; one that runs an example is far from the answer.
  document.addEventListener("htmx:afterSettle", (event) => {
    const slot = event.detail.target;
    if (!slot?.classList.contains("try-slot")) return;
    const start = slot.querySelector("h2, form");
    if (start) start.tabIndex = -1;
    start?.focus({ preventScroll: true });
    const answer = slot.querySelector(".try-answer") ?? slot;
    const { top, bottom } = answer.getBoundingClientRect();
    if (top < 90 || bottom > innerHeight) slot.scrollIntoView({ block: "nearest" });
  });

  // What is unfolded stays so around a new answer, with the focus in it.
  let unfolded, focused;
  document.addEventListener("htmx:beforeSwap", () => {
    unfolded = [...document.querySelectorAll("details[id][open]")].map(({ id }) => id);
    focused = document.activeElement.id;
  });
  document.addEventListener("htmx:afterSwap", () => {
    unfolded.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
    if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
  });

  const unreachable = (event) => {
    const form = event.detail.elt?.closest?.(".try-form");
    if (!form) {
      // A link still leads where it says.
      if (event.detail.elt?.matches?.("a[href]")) location.assign(event.detail.elt.href);
      return;
    }
    const place = form.querySelector(":scope > .wrong");
    place.textContent = window.pipwise.unanswered(event.detail) || "Can’t reach Pipwise. Change something, or press Answer, to retry.";
  };
  document.addEventListener("htmx:sendError", unreachable);
  document.addEventListener("htmx:timeout", unreachable);
  document.addEventListener("htmx:responseError", unreachable);
})();

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

  // The last row of attackers is always empty.
  document.addEventListener("input", ({ target }) => {
    const row = target.closest(".fline");
    if (target.name !== "attackers" || row.nextElementSibling.querySelector("[name=attackers]")) return;
    const next = row.cloneNode(true);
    next.querySelectorAll("textarea").forEach((input) => (input.value = ""));
    target.placeholder = "";
    row.after(next);
  });

  // Lines of layers: the last is always empty, Enter begins the next, and each is known by its number.
  const linesOf = (line) => [...line.parentElement.querySelectorAll(".bline")];
  function lineAfter(line) {
    const next = line.cloneNode(true);
    next.querySelector("textarea").value = "";
    next.querySelector(".says").replaceChildren();
    line.after(next);
    return next;
  }

  function numberLines(line) {
    const filled = linesOf(line).filter((each) => each.querySelector("textarea").value.trim());
    for (const each of linesOf(line)) {
      const at = filled.indexOf(each);
      const says = each.querySelector(".says");
      if (at < 0) says.removeAttribute("id");
      else says.id = `${each.dataset.line}-${at + 1}-says`;
      if (at < 0) says.replaceChildren();
    }
  }

  document.addEventListener("input", ({ target }) => {
    const line = target.closest(".bline");
    if (!line) return;
    // What is pasted may be several lines.
    const [first, ...rest] = target.value.split(/\r?\n/);
    if (rest.length) target.value = first;
    let last = line;
    for (const text of rest.filter((each) => each.trim())) {
      last = lineAfter(last);
      last.querySelector("textarea").value = text;
    }
    const lines = linesOf(line);
    const end = lines[lines.length - 1];
    if (end.querySelector("textarea").value) {
      const { placeholder } = end.querySelector("textarea");
      lineAfter(end);
      end.querySelector("textarea").placeholder = "";
      linesOf(line).at(-1).querySelector("textarea").placeholder = placeholder;
    }
    numberLines(line);
  });

  document.addEventListener("keydown", (event) => {
    const line = event.target.closest(".bline");
    if (!line || event.key !== "Enter" || event.isComposing || event.shiftKey) return;
    event.preventDefault();
    const lines = linesOf(line);
    const next = lines[lines.indexOf(line) + 1];
    const isFree = next && !next.querySelector("textarea").value;
    const into = isFree ? next : event.target.value.trim() ? lineAfter(line) : null;
    if (into) into.querySelector("textarea").focus();
    else event.target.form.requestSubmit();
  });

  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest(".bline [data-name]")) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const offered = event.target.closest(".bline [data-name]");
    if (!offered) return;
    const input = offered.closest(".bline").querySelector("textarea");
    input.value = offered.dataset.name;
    input.focus();
    input.dispatchEvent(new Event("input", { bubbles: true }));
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

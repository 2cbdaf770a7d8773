// Lines of layers: the last is always empty, Enter begins the next, and each is known by its number.
(() => {
  "use strict";

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
})();

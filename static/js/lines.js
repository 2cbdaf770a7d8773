// Lines of a board or of layers: the last is always empty, Enter begins the next, and each is known by its number.
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
      const input = each.querySelector("textarea");
      const label = input.ariaLabel.replace(/ \d+$/, "");
      input.ariaLabel = at < 0 ? label : `${label} ${at + 1}`;
      const described = (input.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => !id.endsWith("-says"));
      input.setAttribute("aria-describedby", [...(at < 0 ? [] : [says.id]), ...described].join(" ").trim());
    }
  }

  // Where Enter leads: to the next line, if that's free, or to one more.
  function lineBehind(line) {
    const lines = linesOf(line);
    const next = lines[lines.indexOf(line) + 1];
    const isFree = next && !next.querySelector("textarea").value;
    return isFree ? next : line.querySelector("textarea").value.trim() ? lineAfter(line) : null;
  }

  document.addEventListener("input", ({ target }) => {
    const line = target.closest(".bline");
    if (!line) return;
    // What is pasted may be several lines; on a board, a semicolon ends one.
    const [first, ...rest] = target.value.split(line.dataset.line === "board" ? /\r?\n|;/ : /\r?\n/);
    if (rest.length) target.value = first;
    let last = line;
    for (const text of rest.filter((each) => each.trim())) {
      last = lineAfter(last);
      last.querySelector("textarea").value = text;
    }
    const lines = linesOf(line);
    const end = lines[lines.length - 1];
    if (end.querySelector("textarea").value) {
      const { placeholder, dataset } = end.querySelector("textarea");
      const added = lineAfter(end);
      end.querySelector("textarea").placeholder = "";
      added.querySelector("textarea").placeholder = dataset.add ?? placeholder;
    }
    if (rest.length && !rest.at(-1).trim()) lineBehind(last)?.querySelector("textarea").focus();
    numberLines(line);
  });

  document.addEventListener("keydown", (event) => {
    const line = event.target.closest(".bline");
    if (!line || event.key !== "Enter" || event.isComposing || event.shiftKey) return;
    event.preventDefault();
    const into = lineBehind(line);
    if (into) into.querySelector("textarea").focus();
    else event.target.form.requestSubmit();
  });

  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest(".bline [data-name]")) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const offered = event.target.closest(".bline [data-name]");
    if (!offered) return;
    event.preventDefault();
    const input = offered.closest(".bline").querySelector("textarea");
    input.value = offered.dataset.name;
    input.focus();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
})();

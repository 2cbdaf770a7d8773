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

// The last row of attackers is always empty.
document.addEventListener("input", ({ target }) => {
  const row = target.closest(".fline");
  const grows = target.name === "attackers" && row;
  if (!grows || row.nextElementSibling.querySelector('[name=attackers]')) return;
  const next = row.cloneNode(true);
  next.querySelectorAll("textarea").forEach((input) => (input.value = ""));
  target.placeholder = "";
  row.after(next);
});

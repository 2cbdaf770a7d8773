// A page of one text: the keys that go from rule to rule go to the text before and after.
document.addEventListener("keydown", (event) => {
  const way = { j: "next", k: "prev" }[event.key];
  const busy = event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select");
  if (way && !busy) document.querySelector(`a[rel=${way}]`)?.click();
});

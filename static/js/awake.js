// Table mode: the screen stays on while the page is looked at. Browsers allow it over https only.
(() => {
  "use strict";
  const said = document.querySelector("[data-awake]");

  async function stayOn() {
    if (document.hidden || said.textContent) return;
    try {
      const lock = await navigator.wakeLock.request("screen");
      said.textContent = "Screen stays on";
      lock.addEventListener("release", () => (said.textContent = ""));
    } catch {
      // A phone may refuse, as with a low battery; then the page says nothing of its screen.
    }
  }

  document.addEventListener("visibilitychange", stayOn);
  stayOn();
})();

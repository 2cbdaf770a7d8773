// The first page that a browser opens doesn’t wait for fonts. From the next one on they are at hand, and a link has them
// read before the first paint. Few pages have italics.
(() => {
  "use strict";
  try {
    for (const href of localStorage.fonts?.match(/\S+/g) ?? []) {
      const link = { rel: "preload", as: "font", crossOrigin: "", href };
      document.head.append(Object.assign(document.createElement("link"), link));
    }
    addEventListener("load", () => {
      const names = performance.getEntriesByType("resource").map(({ name }) => name);
      localStorage.fonts = names.filter((name) => /(0|sans)\.\w+\.woff2$/.test(name)).join(" ");
    });
  } catch {
    // Storage may be forbidden; fonts then come when they come.
  }
})();

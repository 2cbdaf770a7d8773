// The page of all letters: an anchor of an entry, which once was here, leads to its letter.
(() => {
  "use strict";

  function follow() {
    const entry = location.hash.slice(1);
    if (!entry || document.getElementById(entry)) return;
    const letter = /^[a-z]/.test(entry) ? entry[0].toUpperCase() : "0";
    location.replace(`?letter=${letter}#${entry}`);
  }

  addEventListener("hashchange", follow);
  follow();
})();

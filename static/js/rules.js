// A page of rules: the actions follow the reader, any rule can be shared, and the index opens where the reader is.
(() => {
  "use strict";
  const pipwise = window.pipwise;
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];

  // ---------- the rule that was asked for ----------

  const template = $("#acts-template")?.content.firstElementChild;
  const asked = $(".r.at");

  // ---------- actions ----------

  // The actions stand under a rule's own text, before its examples.
  function place(acts, rule) {
    const text = $$(":scope > p:not(.ex)", rule).at(-1) ?? $(".n", rule);
    text.after(acts);
  }

  // The bar is the same for all rules; what a rule has none of is hidden.
  function dress(acts, rule) {
    const address = $(".n", rule).getAttribute("href");
    const plain = $(":scope > .under > .plainw", rule);
    const slot = $(".try-slot a", rule);
    for (const page of ["history", "table"]) $(`[data-act=${page}]`, acts)?.setAttribute("href", `${address}${page}/`);
    $("[data-act=plain]", acts).hidden = !plain;
    $("[data-act=plain]", acts).setAttribute("aria-expanded", String(Boolean(plain?.open)));
    $("[data-act=try]", acts).hidden = !slot;
    if (slot) $("[data-act=try]", acts).href = slot.href;
  }

  const titles = asked ? { [asked.id]: document.title } : {};
  const actsOf = (rule) => $(":scope > .acts", rule);

  function goTo(rule) {
    if (!rule.matches(".r[id]") || !template) return;
    $$(".r.at").forEach((one) => {
      one.classList.remove("at");
      actsOf(one)?.remove();
    });
    rule.classList.add("at");
    addActs(rule);
    const section = $("[data-edition]")?.dataset.section !== undefined;
    const address = $(".n", rule).getAttribute("href");
    history.replaceState(history.state, "", section ? `#${rule.id}` : address);
    if (!section) document.title = titles[rule.id] ?? `${rule.id} · Pipwise`;
    mark(rule.id);
  }

  function addActs(rule) {
    let acts = actsOf(rule);
    if (!acts && template) {
      acts = template.cloneNode(true);
      place(acts, rule);
    }
    if (acts) dress(acts, rule);
  }

  if (asked) addActs(asked);

  document.addEventListener("click", (event) => {
    const action = event.target.closest("[data-act]");
    if (!action) return;
    const rule = action.closest(".r");
    if (action.dataset.act === "plain") {
      const plain = $(":scope > .under > .plainw", rule);
      plain.open = !plain.open;
      action.setAttribute("aria-expanded", String(plain.open));
    }
    if (action.dataset.act === "try") {
      const link = $(".try-slot a", rule);
      if (!link) return;
      event.preventDefault();
      link.click();
    }
  });

  // ---------- a form: its styles and its script come with the first one ----------

  let files;
  let loaded = false;

  const load = (one) =>
    new Promise((done, failed) => {
      const copy = document.importNode(one, true);
      copy.onload = done;
      copy.onerror = failed;
      document.head.append(copy);
    });

  document.addEventListener("htmx:confirm", (event) => {
    const link = event.target.closest(".try-it, .runit");
    if (loaded || !link) return;
    event.preventDefault();
    files ??= Promise.all([...($("#try-files")?.content.children ?? [])].map(load)).then(() => (loaded = true));
    files.then(
      () => event.detail.issueRequest(),
      () => location.assign(link.href),
    );
  });

  // ---------- selected words: what makes links to them comes with the first selection ----------

  const selection = $("#selection-file")?.content.firstElementChild;
  document.addEventListener("selectionchange", function come() {
    if (!selection || getSelection().isCollapsed) return;
    document.removeEventListener("selectionchange", come);
    load(selection).catch(() => {});
  });

  // ---------- any other rule: one small button that comes to the rule the reader is at ----------

  const button = $("#share-button")?.content.firstElementChild.cloneNode(true);

  function come(event) {
    const rule = event.target.closest?.(".r[id], .r[data-share], .chg[id]");
    if (!rule || !button || rule === button.parentElement || actsOf(rule) || $(".pop", rule)) return;
    // Moving the focus scrolls, and what then comes under a pointer at rest must not take the button away.
    if (event.type === "pointerover" && button.parentElement?.matches(":has(:focus-visible)")) return;
    button.setAttribute("aria-label", `Share ${rule.id || rule.dataset.share}`);
    button.setAttribute("aria-expanded", "false");
    $(".n", rule)?.after(button);
  }
  document.addEventListener("pointerover", come);
  document.addEventListener("focusin", come);
  document.addEventListener("click", come);

  // ---------- the index of the section ----------

  function mark(number) {
    const own = number.replace(/[a-z](-\d)?$/, "");
    $$(".toc [aria-current]").forEach((one) => one.removeAttribute("aria-current"));
    const entry = $(`.toc li > a:is([href$="#${CSS.escape(own)}"], [href$="/${CSS.escape(own)}/"])`)?.parentElement;
    entry?.setAttribute("aria-current", "true");
    $(`.letters a[href$="${CSS.escape(number)}"], .letters a[href$="${CSS.escape(number)}/"]`, entry ?? undefined)?.setAttribute("aria-current", "true");
  }

  const list = $(".toc");
  if (list) {
    if (location.hash) mark(decodeURIComponent(location.hash.slice(1)));
    const here = $("[aria-current]", list);
    const settle = () => here && (list.scrollTop = Math.max(0, here.offsetTop - list.clientHeight / 3));
    settle();
    list.addEventListener("toggle", settle);
    list.addEventListener("click", (event) => {
      if (event.target.closest("a[href*='#']") && list.matches(":popover-open")) list.hidePopover();
    });
  }

  pipwise.goTo = goTo;
})();

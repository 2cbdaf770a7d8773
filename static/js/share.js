// Share: one panel for whatever can be shared, with its links and its quote. Nothing says “copied” unless it was.
(() => {
  "use strict";
  const pipwise = (window.pipwise ??= {});
  const $ = (selector, from = document) => from.querySelector(selector);
  const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
  const SHAREABLE = "[data-share], .r[id], .chg[id]";

  // ---------- what is shared ----------

  // A long stretch without changes has only this word of ours.
  const FOLD = "details.fold > summary";
  const line = (element, without) => {
    const copy = element.cloneNode(true);
    $$(without, copy).forEach((one) => one.remove());
    // What was taken out between two words leaves the spaces on either side.
    return copy.textContent.replace(/\s+/g, " ").replace(/ (?=[,.;:!?)])|(?<=\() /g, "").trim();
  };

  // What a rule was and what it is, without repeating what is new or gone whole.
  function difference(element) {
    const text = $(":scope > div", element);
    if (!$("ins, del, .pair", text)) return [line(text, FOLD)].filter(Boolean);
    const before = line(text, `ins, .is, .was > b, ${FOLD}`);
    const after = line(text, `del, .was, .is > b, ${FOLD}`);
    return [`Before: ${before}`, `After: ${after}`];
  }

  // A rule's text as it is quoted: symbols as codes, without what Pipwise added.
  function paragraphs(element) {
    if (element.dataset.gathers !== undefined) return gathered(element);
    if (element.dataset.text) return element.dataset.text.split("\n");
    const own = $$("[data-quote]", element);
    return (own.length ? own : $$(":scope > p:not(.where)", element)).map((paragraph) => {
      const copy = paragraph.cloneNode(true);
      $$(".dated, .runs, .where, .n", copy).forEach((added) => added.remove());
      $$("b", copy).forEach((word) => {
        if (word.textContent.trim() === "Example") word.textContent = "Example: ";
      });
      return copy.textContent.replace(/\s+/g, " ").trim();
    });
  }

  // All that a brief has: its notes, and each text or answer with its source.
  function gathered(element) {
    return $$("[data-note], [data-share]", element).map((one) => {
      if (one.dataset.note !== undefined) return one.textContent.trim();
      const { title, text, source } = shared(one);
      return `${headed(title)} ${text.join("\n")} (${source})`;
    });
  }

  // As people read it: a query needn’t escape all signs, and a run of symbols needs no braces, {2/W}{U} as 2/W+U.
  const SYMBOLS = /([?&](?:cost|pool)=)((?:%7B(?:\w|%2F)+%7D)+)(?=&|$)/gi;
  const readable = (link) =>
    link
      .replace(SYMBOLS, (_, name, run) => name + run.slice(3, -3).replace(/%7D%7B/gi, "+"))
      .replace(/\?.*/, (query) => query.replace(/%(?:2F|2C|3A)(?!$)/gi, decodeURIComponent));

  // Addresses of what has editions.
  const EDITED = /^\/(rules|glossary|mtr|ipg|jar)\//;

  function shared(element) {
    const own = element.dataset;
    const changed = element.closest("[data-changes]");
    if (changed && element.id) {
      const link = readable(new URL(own.address ?? `#${element.id}`, location.href).href);
      const title = own.share ?? `${$(".n", element).textContent.trim()}, ${$(".tag a", element).textContent.trim()}`;
      const text = difference(element);
      // One text alone is that of one edition: the newer one, unless the text is gone.
      const [before, after = before] = changed.dataset.changes.split(" to ");
      const isGone = element.matches(".gone") || $(".gone", element);
      const of = text.length > 1 ? changed.dataset.changes : isGone ? before : after;
      return { title, link, pinned: "", old: false, source: own.source || `Comprehensive Rules, ${of}`, text };
    }
    const href = own.address ?? $(".n", element)?.getAttribute("href") ?? location.pathname + location.search;
    // Only wordings have editions; an answer beside them is Pipwise’s.
    const page = EDITED.test(href) && element.closest("[data-edition]");
    const day = page && page.dataset.edition;
    const plain = day ? href.replace(`/${day}/`, "/") : href;
    // What became of an old text, where that is known: its address, or nothing when it was removed.
    const since = $(":scope > .since a", element)?.getAttribute("href");
    const newest = own.newest ?? (since?.endsWith("/history/") ? "" : since);
    const pinned = own.pinned ?? (day ? plain.replace(EDITED, `/$1/${day}/`) : "");
    const absolute = (path) => (path ? readable(new URL(path, location.origin).href) : "");
    return {
      title: own.share || element.id,
      newest,
      link: absolute(newest ?? plain),
      pinned: absolute(pinned),
      // In an old edition the number may be another rule’s by now.
      old: Boolean(pinned) && (document.body.matches(".old") || own.old !== undefined),
      source: own.source || (page ? `Comprehensive Rules, ${page.dataset.effective}` : "Pipwise"),
      text: paragraphs(element),
      isAnswer: own.pinned !== undefined && !href.startsWith("/symbols/"),
    };
  }

  // With its edition, so that whoever reads it later can check it.
  function citation({ pinned, source }) {
    const [, by = "cr", number] = pinned.match(/\/(?:rules|(mtr|ipg))\/[\d-]+\/([\w.]+)\/$/) ?? [];
    return number && source.replace(/.+?, (.+)/, `${by.toUpperCase()} ${number} ($1): ${pinned}`);
  }

  // A rule is quoted without its examples, unless they are asked for.
  const isExample = (text) => text.startsWith("Example:");
  const withoutExamples = (it) => ({ ...it, text: it.text.filter((text) => !isExample(text)) });

  // ---------- how it is written elsewhere ----------

  const escaped = (text) => text.replace(/[\\*_~\x60|[\]<>#]/g, "\\$&");
  const headed = (title) => (/[.?!]$/.test(title) ? title : `${title}.`);
  const quoted = (lines) => lines.map((line) => `> ${line}`).join("\n>\n");
  const formats = {
    link: (it) => (it.old ? it.pinned : it.link),
    pinned: (it) => (it.old ? it.link : it.pinned),
    cite: citation,
    plain: (it) => [`${headed(it.title)} ${it.text.join("\n")}`.trim(), `(${it.source})`, it.pinned || it.link].join("\n"),
    markdown: (it) => {
      const [first, ...rest] = it.text.map(escaped);
      const head = `**[${escaped(it.title)}](${it.pinned || it.link})** ${first ?? ""}`;
      return `${quoted([head, ...rest])}\n>\n> (${it.source})`;
    },
    discord: (it) => {
      const [first, ...rest] = it.text.map(escaped);
      const lines = [`**${escaped(it.title)}** ${first ?? ""}`, ...rest];
      return [...lines, `[${it.source}](<${it.pinned || it.link}>)`].map((line) => `> ${line}`).join("\n");
    },
    reddit: (it) => formats.markdown(it),
    bbcode: (it) =>
      `[quote][b][url=${it.pinned || it.link}]${it.title}[/url][/b] ${it.text.join("\n")}\n(${it.source})[/quote]`,
  };

  // ---------- copying ----------

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // The clipboard needs https; a selection works everywhere else.
      const focused = document.activeElement;
      const area = document.createElement("textarea");
      area.value = text;
      area.className = "unseen";
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      focused?.focus({ preventScroll: true });
      return done;
    }
  }

  // What couldn’t be copied stays, selected, until the reader closes it.
  function offer(text) {
    const dialog = $("#uncopied");
    const area = $("textarea", dialog);
    area.value = text;
    dialog.showModal();
    area.select();
  }

  async function copyPlain(text, words = "Copied") {
    if (await copy(text)) pipwise.say(words);
    else offer(text);
  }

  const copyText = (text, words) => copyPlain(text.startsWith("/") ? location.origin + text : text, words);

  const copyQuote = (element) => copyText(formats.plain(withoutExamples(shared(element))), "Copied as plain text");

  // ---------- the panel ----------

  let panel;
  let opener;

  function close(focus = false) {
    if (!panel) return;
    const closing = panel;
    panel = undefined;
    closing.remove();
    opener?.setAttribute("aria-expanded", "false");
    if (focus) opener?.focus({ preventScroll: true });
  }

  function open(element, button) {
    const again = opener === button && panel;
    close(again);
    if (again) return;
    const it = shared(element);
    // Words that are selected in it: links lead to them.
    const words = pipwise.selected?.(element);
    const to = words ? { ...it, link: it.link && it.link + words.fragment, pinned: it.pinned && it.pinned + words.fragment } : it;
    const part = pipwise.brief?.partOf(it.pinned || it.link);
    opener = button;
    panel = $("#share-template").content.firstElementChild.cloneNode(true);
    panel.setAttribute("aria-label", `Share ${it.title}`);
    const path = (link) => link.replace(location.origin, "");
    const quote = `${headed(it.title)} ${it.text.join(" ")}`;
    const newest = it.newest?.match(/^\/rules\/(.+)\/$/)?.[1] ?? it.title;
    const lasting = `${path(it.pinned)} · keeps this wording`;
    const said = {
      title: words ? `Link to “${words.text}”` : it.isAnswer ? "Link to this answer" : `Link to ${it.title}`,
      link: it.old ? lasting : path(it.link),
      other: it.old ? `Newest ${newest}` : "Link to this edition",
      pinned: !it.old ? lasting : it.newest ? path(it.link) : `${path(it.link)} · may be another rule`,
      cite: citation(it)?.replace(/:.*/, ""),
      what: path(it.pinned).startsWith("/rules/") && !element.dataset.text ? "Copy rule" : "Copy text",
      quote: quote.length > 90 ? `${quote.slice(0, 90).replace(/\s*\S*$/, "")} …` : quote,
    };
    for (const [name, text] of Object.entries(said)) $(`[data-part=${name}]`, panel).textContent = text;
    if (!it.pinned || !it.link) $(".lasting", panel).remove();
    if (!said.cite) $(".citing", panel).remove();
    if (!it.text.length) $(".quote", panel).remove();
    if (!it.text.some(isExample)) $(".tickbox", panel)?.remove();
    if (!part) $(".to-brief", panel).remove();
    if (!navigator.share || !matchMedia("(pointer: coarse)").matches) $(".send", panel).remove();
    panel.addEventListener("click", (event) => {
      const chosen = event.target.closest("button");
      if (!chosen) return;
      if (chosen.matches("[data-send]")) send(to);
      else if (chosen.matches("[data-to-brief]")) gather(part, chosen);
      else {
        const { format, said = "Link copied" } = chosen.dataset;
        const all = $(":checked", panel) ? it : withoutExamples(it);
        close(true);
        if (format) copyText(formats[format](/^(link|pinned)$/.test(format) ? to : all), said);
      }
    });
    if (matchMedia("(max-width: 48rem)").matches) openSheet(panel);
    else (button?.closest(".links") ?? button?.closest(".acts") ?? element.lastElementChild).after(panel);
    button?.setAttribute("aria-expanded", "true");
    $("button", panel).focus({ preventScroll: true });
    if (!panel.popover) panel.scrollIntoView({ block: "nearest" });
  }

  // On a phone it is a sheet at the foot; a rule, which is contained, would keep it within.
  function openSheet(sheet) {
    $("#main").append(sheet);
    sheet.popover = "manual";
    sheet.showPopover();
    sheet.addEventListener("toggle", () => sheet === panel && !sheet.matches(":popover-open") && close());
  }

  // In place of the button, the way to what was gathered.
  function gather(part, button) {
    const { words, address } = pipwise.brief.add(part);
    if (!words) return location.assign(address);
    pipwise.say(words);
    const link = document.createElement("a");
    link.href = address;
    link.textContent = "Open brief";
    button.hidden = true;
    button.after(link);
    link.focus({ preventScroll: true });
  }

  async function send(it) {
    try {
      const text = formats.plain({ ...withoutExamples(it), pinned: "", link: "" }).trim();
      await navigator.share({ title: it.title, text, url: formats.link(it) });
    } catch {
      // Whoever closes the phone's own panel has changed their mind.
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-sharing]");
    if (button) open(button.closest(SHAREABLE) ?? $(".r.at, [data-share]"), button);
    else if (panel && !panel.contains(event.target)) close();
    const adding = event.target.closest("a[data-to-brief]");
    const it = adding && pipwise.brief && !event.ctrlKey && !event.metaKey && shared(adding.closest(SHAREABLE));
    const part = it && pipwise.brief.partOf(it.pinned || it.link);
    if (part) {
      event.preventDefault();
      gather(part, adding);
    }
    const plain = event.target.closest("[data-copy]");
    if (plain) copyText(plain.dataset.copy);
    const copying = event.target.closest("[data-copying]");
    if (copying) copyQuote(copying.closest(SHAREABLE));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && panel) close(true);
  });

  Object.assign(pipwise, { copyQuote, copyPlain, openShare: open, closeShare: close, SHAREABLE });
})();

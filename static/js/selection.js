// A selection of words within what is shared, as the end of a link that leads to them: a text fragment. Browsers that
// don't know those open the page as ever.
(() => {
  "use strict";
  const pipwise = (window.pipwise ??= {});
  const BLOCKS = /^(block|flex|grid|table|table-cell|table-caption|flow-root|list-item)$/;
  // No words of a rule: codes under drawings, and what is to be pressed.
  const ASIDE = ".pip, button, .acts, .unseen";
  // What is only here, and not where the link leads.
  const NOT_THERE = ".sh, .pop, .toast, script, style, noscript";
  const WHOLE = 100;
  const FEW = 5;
  const MOST = 14;
  const isWord = (letter) => /[\p{L}\p{N}_'’]/u.test(letter ?? "");
  const plain = (text) => text.replace(/\s+/g, " ").trim();
  const escaped = (text) =>
    encodeURIComponent(text).replace(/[-.!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

  // ---------- the selection, also once a press has taken it away ----------

  let held;
  const current = () => {
    const selection = getSelection();
    return selection.rangeCount && !selection.isCollapsed ? selection.getRangeAt(0).cloneRange() : undefined;
  };
  document.addEventListener("pointerdown", () => (held = current()), { capture: true, passive: true });
  document.addEventListener("keydown", () => (held = current()), { capture: true });

  // ---------- the page as a browser looks for words in it ----------

  // Runs of text: no block and no drawing within one. A search never finds words across two.
  function runs() {
    const blocks = new Map();
    const blockOf = (element) => {
      if (!element || element === document.body) return document.body;
      if (!blocks.has(element)) {
        const own = BLOCKS.test(getComputedStyle(element).display) ? element : blockOf(element.parentElement);
        blocks.set(element, own);
      }
      return blocks.get(element);
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const parent = node.parentElement;
      if (parent.closest(NOT_THERE) || parent.checkVisibility?.() === false) continue;
      const block = parent.closest(ASIDE) ?? blockOf(parent);
      if (block !== found.at(-1)?.block) found.push({ block, text: "", nodes: [] });
      const run = found.at(-1);
      run.nodes.push({ node, at: run.text.length });
      run.text += node.data;
    }
    return found;
  }

  // The selected part of a run, from the beginning of a word to the end of one.
  function part(run, range) {
    if (run.block.closest(ASIDE)) return undefined;
    let from = Infinity;
    let to = -1;
    for (const { node, at } of run.nodes) {
      if (!range.intersectsNode(node)) continue;
      const start = node === range.startContainer ? range.startOffset : 0;
      const end = node === range.endContainer ? range.endOffset : node.length;
      if (!node.data.slice(start, end).trim()) continue;
      from = Math.min(from, at + start);
      to = Math.max(to, at + end);
    }
    if (to <= from) return undefined;
    const { text } = run;
    while (/\s/.test(text[from])) from += 1;
    while (/\s/.test(text[to - 1])) to -= 1;
    const [begun, ended] = [from, to];
    while (from > 0 && isWord(text[from - 1]) && isWord(text[from])) from -= 1;
    while (to < text.length && isWord(text[to - 1]) && isWord(text[to])) to += 1;
    const words = plain(text.slice(from, to));
    return /[\p{L}\p{N}]/u.test(words) ? { words, before: text.slice(0, from), head: text.slice(from, begun), tail: text.slice(ended, to) } : undefined;
  }

  // ---------- the fragment ----------

  const first = (text, count) => text.split(" ").slice(0, count).join(" ");
  const last = (text, count) => text.split(" ").slice(-count).join(" ");
  const same = (text) => text.toLowerCase();

  function fragmentOf(range) {
    const all = runs();
    const chosen = all.flatMap((run, index) => {
      const own = part(run, range);
      return own ? [{ ...own, index }] : [];
    });
    if (!chosen.length) return undefined;
    const [one, other] = [chosen[0], chosen.at(-1)];
    const until = (index, text) => plain([...all.slice(0, index).map((run) => run.text), text].join(" "));
    const page = same(until(all.length, ""));
    const ends = until(other.index, `${other.before}${other.words}`).length;
    const whole = one === other && one.words.length <= WHOLE;
    const beginning = (text) => (whole ? text : first(text, FEW));
    const isFirst = (prefix, start, at) => page.indexOf(same(`${prefix} ${start}`.trim())) === at - (prefix && prefix.length + 1);
    // Only where the same words come earlier are there words before them, and those are of one run.
    const preceded = (run, start, at) => {
      let prefix = "";
      for (let count = 1; count <= MOST && !isFirst(prefix, start, at); count += 1) prefix = last(plain(run), count);
      return prefix;
    };
    let start = beginning(one.words);
    let starts = until(one.index, `${one.before}|`).length - 1;
    let prefix = preceded(one.before, start, starts);
    if (!isFirst(prefix, start, starts)) {
      start = beginning(plain(one.before + one.words));
      starts = until(one.index, "|").length - 1;
      prefix = preceded(all[one.index - 1]?.text ?? "", start, starts);
    }
    let end = "";
    // The end is what comes first after the beginning, so it takes as many words as that needs.
    for (let count = FEW; !whole && count <= MOST; count += 1) {
      end = last(other.words, count);
      if (page.indexOf(same(end), starts + start.length) + end.length === ends) break;
    }
    const terms = [prefix && `${escaped(prefix)}-`, escaped(start), end && escaped(end)];
    const text = plain(one.head + range.toString().trim() + other.tail);
    return { fragment: `#:~:text=${terms.filter(Boolean).join(",")}`, text: text.length > 60 ? `${text.slice(0, 58).replace(/\s+\S*$/, "")}…` : text };
  }

  // What is selected within an element: the end of the link, and the words to say; nothing where nothing is.
  pipwise.selected = (element) => {
    const range = current() ?? held;
    held = undefined;
    if (!range?.intersectsNode(element)) return undefined;
    if (!element.contains(range.startContainer)) range.setStart(element, 0);
    if (!element.contains(range.endContainer)) range.setEnd(element, element.childNodes.length);
    return fragmentOf(range);
  };
})();

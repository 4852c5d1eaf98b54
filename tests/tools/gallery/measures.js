// What is wrong with how a page stands in its window. Gives lists of words; empty where nothing is wrong.
() => {
  const most = 5;
  const name = (element) => {
    const kind = typeof element.className === "string" && element.className.trim().split(/\s+/).slice(0, 2).join(".");
    const words = element.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
    return element.localName + (element.id ? `#${element.id}` : "") + (kind ? `.${kind}` : "") + (words ? ` “${words}”` : "");
  };
  const seen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !element.closest(".katex-mathml, [hidden], dialog:not([open])");
  const boxes = [...document.body.querySelectorAll("*")].filter(seen);
  const width = document.documentElement.clientWidth;

  // Wider than the window, where nothing above it clips or scrolls.
  const clips = (element, axis) => getComputedStyle(element)[`overflow${axis}`] !== "visible";
  const wide = boxes.filter((element) => {
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height || (box.right <= width + 1 && box.left >= -1)) return false;
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) if (clips(up, "X")) return false;
    for (let up = element; up; up = up.parentElement) if (getComputedStyle(up).position === "fixed") return false;
    return true;
  });
  const overflow = document.documentElement.scrollWidth > width
    ? [`${document.documentElement.scrollWidth} px in ${width}`, ...wide.map(name)]
    : [];

  // Cut off by a box that clips, and boxes that must be scrolled sideways.
  const cut = [];
  const scrolled = [];
  for (const element of boxes) {
    if (element.clientWidth <= 1 || element.clientHeight <= 1 || element.closest("svg")) continue;
    const box = element.getBoundingClientRect();
    if (box.right <= 0 || box.left >= width) continue; // a drawer that is shut
    const style = getComputedStyle(element);
    const across = element.scrollWidth - element.clientWidth;
    // The lines of a formula reserve more than they draw.
    const down = element.scrollHeight - element.clientHeight;
    if (across > 1 && /auto|scroll/.test(style.overflowX)) scrolled.push(`${name(element)} by ${across} px`);
    if (across > 1 && /hidden|clip/.test(style.overflowX)) cut.push(`${name(element)} across ${across} px`);
    if (down > (element.closest(".katex") ? 6 : 1) && /hidden|clip/.test(style.overflowY)) cut.push(`${name(element)} down ${down} px`);
  }
  for (const drawing of document.querySelectorAll("main svg[viewBox]")) {
    const box = drawing.getBoundingClientRect();
    for (const text of drawing.querySelectorAll("text")) {
      const words = text.getBoundingClientRect();
      if (words.right > box.right + 1 || words.left < box.left - 1) cut.push(`svg text “${text.textContent.slice(0, 30)}”`);
    }
  }

  // In the header nothing stands on anything else.
  const parts = boxes.filter((element) => {
    if (!element.closest("header") || element.closest("dialog, nav.md-nav, .md-sidebar")) return false;
    if (element.localName === "svg" || element.localName === "button") return true;
    return [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  }).filter((element) => !element.parentElement.closest("svg, button"));
  const drawn = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return element.localName === "svg" || element.localName === "button" || element.localName === "label"
      ? element.getBoundingClientRect() : range.getBoundingClientRect();
  };
  const overlaps = [];
  parts.forEach((one, place) => {
    const a = drawn(one);
    for (const other of parts.slice(place + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const b = drawn(other);
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) overlaps.push(`${name(one)} / ${name(other)}`);
    }
  });
  const few = (list) => (list.length > most ? [...list.slice(0, most), `and ${list.length - most} more`] : list);
  return { overflow: few(overflow), cut: few(cut), scrolled: few(scrolled), overlaps: few(overlaps) };
}

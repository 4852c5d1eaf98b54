() => {
  const parse = (text) => text.match(/[\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, place) => sum + c * [0.2126, 0.7152, 0.0722][place], 0);
  const ground = (element) => {
    for (let up = element; up; up = up.parentElement) {
      const color = parse(getComputedStyle(up).backgroundColor);
      if (color.length < 4 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const poor = [];
  for (const element of document.querySelectorAll("main *, header *, footer *, .md-banner *, .md-tabs *")) {
    const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!words || !element.offsetParent || element.closest(".katex-mathml, [hidden]")) continue;
    const style = getComputedStyle(element);
    const color = parse(style.color);
    if (color.length > 3 && color[3] < 1) continue;
    const pair = [light(color), light(ground(element))].sort((a, b) => b - a);
    const contrast = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (contrast < 4.5) poor.push(`${element.tagName}.${element.className} ${contrast.toFixed(2)}`);
  }
  return poor;
}

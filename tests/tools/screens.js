// Which rows and titles stand in the window, and how high the page is. `row`: a selector of a paper in a list.
(row) => {
  const words = 3; // a link of fewer is a name or a number, no title
  const whole = (box) => box.width > 0 && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
  // Whole in the window, not below a bar that stays, nor behind a dialog.
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    return whole(box) && [box.top + 2, box.bottom - 2].every((y) => {
      const there = document.elementFromPoint(box.left + box.width / 2, y);
      return there === null || element.contains(there) || there.contains(element);
    });
  };
  const drawn = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false });
  const rows = [...document.querySelectorAll(row)].filter(drawn);
  const paper = (link) => /(^|\/)papers\/.+\.html/.test(link.getAttribute("href"));
  const titles = [...document.links].filter(
    (link) => paper(link) && link.textContent.trim().split(/\s+/).length >= words && drawn(link) && seen(link),
  );
  return {
    first: rows.length ? Math.round(Math.min(...rows.map((row) => row.getBoundingClientRect().top + scrollY))) : null,
    rows: rows.filter(seen).length,
    all: rows.length,
    titles: new Set(titles.map((link) => link.href.split("#")[0])).size,
    height: document.documentElement.scrollHeight,
  };
}

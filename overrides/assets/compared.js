/* Any version of a paper beside any other, where its page compares more than two: two choices in place of a list. */
"use strict";
(() => {
  const { make } = window.daybook;
  const pairs = [...document.querySelectorAll("details.compared")];
  const versions = [...new Set(pairs.flatMap(({ dataset }) => [dataset.from, dataset.to]))].sort((one, other) => one - other);
  const chooser = (name, value) => {
    const made = make("select", { "aria-label": name }, ...versions.map((version) => make("option", { value: version }, `v${version}`)));
    made.value = value;
    made.addEventListener("change", () => show(true));
    return made;
  };
  const [older, newer] = [chooser(_`Older version`, versions.at(-2)), chooser(_`Newer version`, versions.at(-1))];
  const said = make("span", { role: "status" });
  const show = (open) => {
    const wanted = [older.value, newer.value].sort((one, other) => one - other);
    for (const pair of pairs) {
      pair.hidden = pair.dataset.from !== wanted[0] || pair.dataset.to !== wanted[1];
      if (open) pair.open = !pair.hidden;
    }
    said.textContent = pairs.every((pair) => pair.hidden) ? _`They do not differ in what this archive holds.` : "";
  };
  pairs[0].before(make("p", { class: "comparing" }, _`Compare`, " ", older, ` ${_`with`} `, newer, " ", said));
  show(false);
})();

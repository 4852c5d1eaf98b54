globalThis.TextEncoder = class {
  encode(text) { return [...unescape(encodeURIComponent(text))].map((sign) => sign.charCodeAt(0)); }
};
Object.hasOwn ??= (object, name) => Object.prototype.hasOwnProperty.call(object, name);
globalThis.FILES = {};
globalThis.daybook = { base: "", script: async (path) => { (0, eval)(FILES[path]); return { remove() {} }; } };
globalThis.window = globalThis;
globalThis.atob = (text) => { globalThis.packed = text; return ""; };
globalThis.Blob = class { stream() { return { pipeThrough() {} }; } };
globalThis.DecompressionStream = class {};
globalThis.Response = class { held = inflate(packed); async json() { return JSON.parse(this.held); } };
globalThis.asked = (text) => {
  globalThis.answer = null;
  const [keys, forms] = JSON.parse(text);
  const wanted = forms.map((form) => daybook.cite.export(keys, form));
  Promise.all(wanted).then((given) => (answer = given), (error) => (answer = String(error)));
};

// Node's hooks that load some modules with text of our own: `register('expose.mjs', …, { data: { URL: JAVASCRIPT } })`.
let texts = {};

export function initialize(data) {
  texts = data;
}

export function load(url, context, next) {
  const source = texts[url];
  return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
}

// Hooks of Node that load some modules with a given text: `register('expose.mjs', …, { data: { URL: JAVASCRIPT } })`.
let texts = {};

export function initialize(data) {
  texts = data;
}

export function load(url, context, next) {
  const source = texts[url];
  return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
}

// Compares objects with the schemas of Kubernetes, strictly: an API server ignores or refuses fields that it does not know.
import { createRequire } from 'node:module';
import { moduleFile } from './programs.mjs';

const require = createRequire(import.meta.url);

/** Returns the validator of a kind. The package has a file for each, named after the Go type. */
function validatorOf({ apiVersion, kind }) {
  const [version, group = 'core'] = apiVersion.split('/').reverse();
  const joined = (...words) => words.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
  const file =
    group === 'monitoring.coreos.com'
      ? ['@kubernetes-models/prometheus-operator', `${joined(...group.split('.'), version, kind)}.js`]
      : ['kubernetes-models', `IoK8sApi${joined(group.split('.')[0], version, kind)}.js`];
  return require(moduleFile(file[0], '_schemas', file[1])).validate;
}

/** Returns what is wrong with an object, a text for each fault. */
export function faultsOf(object) {
  const name = `${object.kind} ${object.metadata?.name}`;
  const validate = validatorOf(object);
  const unread = new Set();
  validate(watch(object, '', unread));
  const faults = (validate.errors ?? []).map(({ instancePath, keyword, params }) => {
    return `${instancePath} breaks the rule ${keyword} ${JSON.stringify(params)}`;
  });
  // The schemas permit fields that they do not name, but the validator never looks at those.
  return [...faults, ...[...unread].map((path) => `${path} is unknown`)].map((fault) => `${name}: ${fault}`);
}

/** Returns a view of `value`. The paths of its fields are in `unread` until somebody reads them. */
function watch(value, path, unread) {
  if (value === null || typeof value !== 'object') return value;
  const views = new Map();
  for (const key of Object.keys(value)) {
    const field = `${path}/${key}`;
    unread.add(field);
    views.set(key, () => watch(value[key], field, unread));
  }
  return new Proxy(value, {
    get(target, key) {
      if (!views.has(key)) return Reflect.get(target, key);
      if (unread.delete(`${path}/${key}`)) views.set(key, constant(views.get(key)()));
      return views.get(key)();
    },
  });
}

const constant = (value) => () => value;

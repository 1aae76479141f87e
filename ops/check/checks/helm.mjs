// Helm renders the chart with several sets of values. The objects must fit the schemas of Kubernetes and each other. Values
// that cannot work must be refused, with a message that says why.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseFaults } from '../lib/assert.mjs';
import { helmProgram, missingHelm } from '../lib/helm.mjs';
import { missingModules, OPS, run } from '../lib/programs.mjs';

const CHART = join(OPS, 'helm/company-data');
const VALUES = join(OPS, 'check/values');
/** Version of Kubernetes whose schemas kubernetes-models has. Helm would assume one of its own time. */
const KUBERNETES = '1.27.1';

export const missing = () => missingModules() ?? missingHelm();

export async function check() {
  // Imported late: the packages may be missing.
  const { faultsOf } = await import('../lib/kubernetes.mjs');
  const { disagreements } = await import('../lib/agreement.mjs');
  const { parseAllDocuments } = await import('yaml');
  const faults = [];
  let objects = 0;
  const good = filesOf('good');
  for (const file of good) {
    await helm('lint', CHART, '--strict', '--values', file);
    const { stdout } = await template(file);
    const rendered = parseAllDocuments(stdout)
      .map((document) => document.toJS())
      .filter(Boolean);
    objects += rendered.length;
    const found = [...rendered.flatMap(faultsOf), ...disagreements(rendered)];
    faults.push(...found.map((fault) => `${file.slice(VALUES.length + 1)}: ${fault}`));
  }
  const bad = filesOf('bad');
  for (const file of bad) faults.push(...(await acceptance(file)));
  refuseFaults(faults);
  return `${objects} objects of ${good.length} sets of values are valid; ${bad.length} wrong sets are refused`;
}

const filesOf = (kind) => readdirSync(join(VALUES, kind)).map((name) => join(VALUES, kind, name));

const helm = (...args) => run(helmProgram(), args);

const template = (file) =>
  helm('template', 'release', CHART, '--namespace', 'data', '--kube-version', KUBERNETES, '--values', file);

/** Returns a fault if Helm accepts wrong values, or refuses them for another reason than the first line expects. */
async function acceptance(file) {
  const [, expected] = /^# expect: (.*)/.exec(readFileSync(file, 'utf8'));
  try {
    await template(file);
  } catch ({ message }) {
    return message.includes(expected) ? [] : [`${file}: refused, but without "${expected}": ${message}`];
  }
  return [`${file}: accepted`];
}

// Checks the files of ops/docker, ops/helm and ops/systemd with the programs that this machine has. From the root:
//
//     npm ci --prefix ops/check
//     node ops/check/run.mjs [--only NAME[,NAME]] [--all]
//
// A check whose programs are missing is skipped, and says what to install; with --all, that is a failure. The exit code is 1
// after any failure.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { only: { type: 'string' }, all: { type: 'boolean' } } });
const wanted = values.only?.split(',');

const folder = new URL('checks/', import.meta.url);
const names = readdirSync(folder)
  .map((file) => file.replace(/\.mjs$/, ''))
  .filter((name) => wanted?.includes(name) ?? true)
  .sort();
const unknown = wanted?.filter((name) => !names.includes(name)) ?? [];
if (unknown.length > 0) throw new Error(`no such check: ${unknown.join(', ')}`);

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const name of names) {
  const { missing, check } = await import(new URL(`${name}.mjs`, folder));
  const [state, text] = await outcome(missing, check);
  counts[state] += 1;
  process.stdout.write(`${state.padEnd(8)} ${name}: ${text}\n`);
}
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** @returns how a check ended, and what it says. */
async function outcome(missing, check) {
  const lack = missing();
  if (lack !== undefined) return [values.all ? 'failed' : 'skipped', lack];
  try {
    return ['passed', await check()];
  } catch (error) {
    return ['failed', error.message];
  }
}

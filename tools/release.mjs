// Makes a release: `npm run release -- --dry-run`, or without --dry-run. CONTRIBUTING.md says how. From the sources, as
// print-schema.mjs does.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import '../test/harness/typescript.mjs';

const { release } = await import('./release/release.ts');

try {
  const { values } = parseArgs({ options: { version: { type: 'string' }, 'dry-run': { type: 'boolean' } } });
  const options = { version: values.version, dryRun: values['dry-run'] ?? false };
  await release(fileURLToPath(new URL('..', import.meta.url)), options, console.log);
} catch (error) {
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
}

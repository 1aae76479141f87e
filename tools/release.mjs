// Makes a release: `npm run release -- --dry-run`, or without --dry-run. `--next` begins what comes after one. CONTRIBUTING.md
// says how. From the sources, as print-schema.mjs does.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import '../test/harness/typescript.mjs';

const { beginNext, release } = await import('./release/release.ts');

try {
  const { values } = parseArgs({
    options: { version: { type: 'string' }, 'dry-run': { type: 'boolean' }, next: { type: 'boolean' } },
  });
  const root = fileURLToPath(new URL('..', import.meta.url));
  const options = { version: values.version, dryRun: values['dry-run'] ?? false };
  if (values.next) await beginNext(root, console.log);
  else await release(root, options, console.log);
} catch (error) {
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
}

// Compares schema.graphql and openapi.json with those of the last release: `npm run contracts`. Each change that breaks callers
// needs an entry in CHANGELOG.md. `npm run release` keeps the contracts of what it releases.
import { fileURLToPath } from 'node:url';
import '../test/harness/typescript.mjs';

const { checkContracts } = await import('./contracts/contracts.ts');
const faults = await checkContracts(fileURLToPath(new URL('..', import.meta.url)));
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

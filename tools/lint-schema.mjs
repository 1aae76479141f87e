// Checks schema.graphql by rules of ours: `npm run schema:lint`.
import { readFile } from 'node:fs/promises';
import '../test/harness/typescript.mjs';

const { schemaFaults } = await import('./contracts/schema-rules.ts');
const faults = schemaFaults(await readFile(new URL('../schema.graphql', import.meta.url), 'utf8'));
for (const { rule, message } of faults) console.error(`schema.graphql: ${message} (${rule})`);
process.exitCode = faults.length > 0 ? 1 : 0;

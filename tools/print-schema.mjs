// Writes schema.graphql from the types in src/: `npm run schema`, after a change of them. From the sources, not from
// dist/: what is built is built with schema.graphql.
import { writeFile } from 'node:fs/promises';
import '../test/harness/typescript.mjs';

const { schema } = await import('../src/api/schema.ts');
const { printPublishedSchema } = await import('../src/graphql/published-schema.ts');
await writeFile(new URL('../schema.graphql', import.meta.url), printPublishedSchema(schema));

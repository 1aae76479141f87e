// Writes schema.graphql from the built schema: `npm run schema`, after a change of types.
import { writeFile } from 'node:fs/promises';
import { printSchema } from 'graphql';
import { schema } from '../dist/graphql/schema.js';

await writeFile(new URL('../schema.graphql', import.meta.url), `${printSchema(schema)}\n`);

// Writes openapi.json from the routes in src/rest, and asyncapi.json from them and the types of events: `npm run openapi`,
// after a change of them. From the sources, as print-schema.mjs does.
import { writeFile } from 'node:fs/promises';
import '../test/harness/typescript.mjs';

const { openApiText } = await import('../src/rest/openapi/document.ts');
const { asyncApiText } = await import('../src/rest/asyncapi/document.ts');
await writeFile(new URL('../openapi.json', import.meta.url), openApiText);
await writeFile(new URL('../asyncapi.json', import.meta.url), asyncApiText);

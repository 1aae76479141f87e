// Checks asyncapi.json, or another file that is named, with the parser of AsyncAPI: `npm run asyncapi:lint`. It knows the
// specification and the bindings, and follows references. test/rest/asyncapi compares examples with their schemas.
import { readFile } from 'node:fs/promises';
import { Parser } from '@asyncapi/parser';

/** Tools for 3.1 are few yet. */
const ACCEPTED = ['asyncapi-latest-version'];

const text = await readFile(process.argv[2] ?? new URL('../asyncapi.json', import.meta.url), 'utf8');
const faults = (await new Parser().validate(text)).filter(({ code }) => !ACCEPTED.includes(code));
for (const { code, path, message } of faults) console.error(`${path.join('.')}: ${message} (${code})`);
process.exitCode = faults.length > 0 ? 1 : 0;

// Checks asyncapi.json, or other files that are named, with the parser of AsyncAPI: `npm run asyncapi:lint`. It knows the
// specification and the bindings, and follows references. test/rest/asyncapi compares examples with their schemas.
import { readFile } from 'node:fs/promises';
import { Parser } from '@asyncapi/parser';

/** Tools for 3.1 are few yet. */
const ACCEPTED = ['asyncapi-latest-version'];

const named = process.argv.slice(2);
const parser = new Parser();
for (const file of named.length > 0 ? named : ['asyncapi.json']) {
  const found = await parser.validate(await readFile(file, 'utf8'));
  for (const { code, path, message } of found.filter((fault) => !ACCEPTED.includes(fault.code))) {
    console.error(`${file}: ${path.join('.')}: ${message} (${code})`);
    process.exitCode = 1;
  }
}

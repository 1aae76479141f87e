import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { HTTP_STATUS } from '../../src/lib/fault.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';

it('docs/api/errors.md has a row for each code, with its status, an anchor and the keys that OpenAPI documents', async () => {
  const text = await readFile('docs/api/errors.md', 'utf8');
  const row = /^\| (\d{3}) \| (?:<a id="(\w+)"><\/a>)?`(\w+)` \|.*\| (?:(.*) )?\|$/gm;
  const rows = [...text.matchAll(row)].map(([, status, anchor, code = '', keys = '']) => ({
    status: Number(status),
    anchor,
    code,
    keys,
  }));
  expect(rows.filter(({ anchor, code }) => anchor !== code)).toEqual([]);
  expect(Object.fromEntries(rows.map(({ code, status }) => [code, status]))).toEqual(HTTP_STATUS);
  const { schemas } = openApiDocument.components as {
    schemas: Record<string, { properties: object; discriminator: { mapping: Record<string, string> } }>;
  };
  const mapping = schemas.Problem?.discriminator.mapping ?? {};
  const documented = Object.entries(mapping).map(([code, ref]) => {
    const { error, message, ...details } = (schemas[ref.replace(/.*\//, '')]?.properties ?? {}) as Record<
      string,
      object
    >;
    return [code, Object.keys(details).sort()];
  });
  const named = rows
    .filter(({ code }) => code in mapping)
    .map(({ code, keys }) => [
      code,
      [...keys.replace(/:.*/, '').matchAll(/`(\w+)`/g)].map(([, key]) => key).sort(),
    ]);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(documented));
});

// Writes src/generated/operations.ts: every saved document of the REST door with its types, checked against
// schema.graphql. Run by `npm run codegen`.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescript from '@graphql-codegen/typescript';
import * as operations from '@graphql-codegen/typescript-operations';
import { buildSchema, parse, printSchema } from 'graphql';

const root = new URL('..', import.meta.url);
const folder = new URL('src/rest/operations/', root);
const schema = buildSchema(await readFile(new URL('schema.graphql', root), 'utf8'));
const files = (await readdir(folder)).filter((name) => name.endsWith('.graphql')).sort();
const documents = await Promise.all(
  files.map(async (name) => ({
    location: name,
    document: parse(await readFile(new URL(name, folder), 'utf8'), { noLocation: true }),
  })),
);
const output = await codegen({
  filename: 'operations.ts',
  schema: parse(printSchema(schema)),
  documents,
  config: {
    useTypeImports: true,
    enumsAsTypes: true,
    skipTypename: true,
    scalars: { DateTime: 'string' },
    inputMaybeValue: 'T | null | undefined',
  },
  plugins: [{ typescript: {} }, { operations: {} }, { typedDocumentNode: {} }],
  pluginMap: { typescript, operations, typedDocumentNode },
});
await mkdir(new URL('src/generated/', root), { recursive: true });
await writeFile(new URL('src/generated/operations.ts', root), output);
